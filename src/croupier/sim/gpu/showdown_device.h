/* The kernels: rounds over all threads, outcomes counted in bytes of registers, blocks' counts added up at the end.
 *
 * A byte holds 255, so registers are emptied every FLUSH rounds. Shared memory holds all tables and the block's counts.
 */

#define FLUSH 128

extern __shared__ __align__(16) u8 shared_tables[];

DEVICE void load_tables(const u8 *tables) {
    const u32 *from = (const u32 *)tables;
    u32 *to = (u32 *)shared_tables;
    for (u32 place = threadIdx.x; place < TABLE_BYTES / 4; place += blockDim.x) to[place] = from[place];
}

/* Empty one register of eight counts into the block's counts. */
DEVICE void empty(u64 packed, u64 *counts, u32 outcomes) {
    for (u32 each = 0; each < 8 && each < outcomes; each++) {
        u32 sum = __reduce_add_sync(0xFFFFFFFFu, (u32)(packed >> 8 * each) & 255u);
        if ((threadIdx.x & 31) == 0 && sum) atomicAdd(&counts[each], (u64)sum);
    }
}

/* Count an outcome of up to sixteen. */
#define COUNT(low, high, place)                              \
    if (OUTCOMES <= 8) {                                     \
        low += 1ull << 8 * (place);                          \
    } else {                                                 \
        u64 one = 1ull << 8 * ((place) & 7u);                \
        if ((place) & 8u) high += one; else low += one;      \
    }

#define EMPTY_ALL                                                           \
    empty(base_low, block_counts, OUTCOMES);                                \
    if (OUTCOMES > 8) empty(base_high, block_counts + 8, OUTCOMES - 8);     \
    if (BONUSES > 0) empty(bonus_0, block_counts + 16, 8);                  \
    if (BONUSES > 1) empty(bonus_1, block_counts + 24, 8);                  \
    if (BONUSES > 2) empty(bonus_2, block_counts + 32, 8);                  \
    base_low = base_high = bonus_0 = bonus_1 = bonus_2 = 0;

#define COUNT_ALL(found)                                                        \
    COUNT(base_low, base_high, (u32)(found) & 255u)                             \
    if (BONUSES > 0) bonus_0 += 1ull << 8 * ((u32)((found) >> 8) & 255u);       \
    if (BONUSES > 1) bonus_1 += 1ull << 8 * ((u32)((found) >> 16) & 255u);      \
    if (BONUSES > 2) bonus_2 += 1ull << 8 * ((u32)((found) >> 24) & 255u);

/* Rounds first to first + count; each thread takes every n-th one, and all threads of a warp empty together. */
extern "C" __global__ void __launch_bounds__(THREADS) play(u64 seed, u64 first, u64 count, const u8 *tables, u64 *counts) {
    __shared__ u64 block_counts[40];
    load_tables(tables);
    if (threadIdx.x < 40) block_counts[threadIdx.x] = 0;
    __syncthreads();
    u64 threads = (u64)gridDim.x * blockDim.x, last = first + count;
    u64 base_low = 0, base_high = 0, bonus_0 = 0, bonus_1 = 0, bonus_2 = 0;
    u64 number = first + (u64)blockIdx.x * blockDim.x + threadIdx.x;
#if THREES
    /* Two rounds share a block of words; first is even. */
    number = first + 2 * (number - first);
    threads *= 2;
#endif
    for (u64 begin = first; begin < last; begin += threads * FLUSH) {
        for (u32 turn = 0; turn < FLUSH; turn++, number += threads) {
#if THREES
            if (number < last) {
                Block words = three_words(seed, number >> 1);
                u64 found = play_three_from(seed, number, words.a, words.b, shared_tables, tables);
                COUNT_ALL(found)
                if (number + 1 < last) {
                    found = play_three_from(seed, number + 1, words.c, words.d, shared_tables, tables);
                    COUNT_ALL(found)
                }
            }
            /* Two a turn: half as many turns fit into a byte. */
            if (turn == FLUSH / 2) { EMPTY_ALL }
#else
            if (number < last) {
                u64 found = PLAY_ONE(seed, number, shared_tables, tables);
                COUNT_ALL(found)
            }
#endif
        }
        EMPTY_ALL
    }
    __syncthreads();
    if (threadIdx.x < 40 && block_counts[threadIdx.x]) atomicAdd(&counts[threadIdx.x], block_counts[threadIdx.x]);
}

/* Every round's outcomes, to be compared with another machine's. */
extern "C" __global__ void __launch_bounds__(THREADS) list(u64 seed, u64 first, u64 count, const u8 *tables, u64 *found) {
    load_tables(tables);
    __syncthreads();
    u64 threads = (u64)gridDim.x * blockDim.x;
    for (u64 each = (u64)blockIdx.x * blockDim.x + threadIdx.x; each < count; each += threads) {
        found[each] = PLAY_ONE(seed, first + each, shared_tables, tables);
    }
}
