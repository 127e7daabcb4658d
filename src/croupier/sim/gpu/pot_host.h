/* The same body on a CPU: one thread, counts in an array; behind the cells lie the squares, low words, then high ones. */

void play(u64 seed, u64 first, u64 count, const u8 *tables, u64 *counts) {
    u8 cards[DECK];
    Round round;
    for (u64 number = first; number < first + count; number++) {
        play_pot(seed, number, tables, cards, &round);
        for (u32 each = 0; each < WAGERS * SEATS; each++) counts[round.cell[each]]++;
        for (u32 wager = 0; wager < WAGERS; wager++) {
            u64 square = square_of(tables, &round, wager);
            counts[CELLS + wager] += (u32)square;
            counts[CELLS + WAGERS + wager] += square >> 32;
        }
    }
}

/* Every round's cells, sixteen bits each. */
void list(u64 seed, u64 first, u64 count, const u8 *tables, u64 *found) {
    u8 cards[DECK];
    for (u64 each = 0; each < count; each++) {
        Round round;
        play_pot(seed, first + each, tables, cards, &round);
        for (u32 at = 0; at < WAGERS * SEATS; at++) found[each * LISTED + at / 4] |= (u64)round.cell[at] << 16 * (at % 4);
    }
}
