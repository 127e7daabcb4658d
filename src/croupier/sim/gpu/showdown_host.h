/* The same body on a CPU: one thread, counts in an array, and every round's outcomes for comparison. */

void play(u64 seed, u64 first, u64 count, const u8 *tables, u64 *counts) {
    for (u64 number = first; number < first + count; number++) {
        u64 found = PLAY_ONE(seed, number, tables, tables);
        counts[found & 255u]++;
        if (BONUSES > 0) counts[16 + (found >> 8 & 255u)]++;
        if (BONUSES > 1) counts[24 + (found >> 16 & 255u)]++;
        if (BONUSES > 2) counts[32 + (found >> 24 & 255u)]++;
    }
}

void list(u64 seed, u64 first, u64 count, const u8 *tables, u64 *found) {
    for (u64 each = 0; each < count; each++) {
        found[each] = PLAY_ONE(seed, first + each, tables, tables);
    }
}
