/* The kernels: rounds over all threads; a block counts in its own memory and adds up at the end.
 *
 * A block counts in words of 32 bits, so a launch must give no block 2^32 cells: its chunk is far smaller.
 */

DEVICE void keep(u64 *counts, u64 number) {
    if (number) atomicAdd(counts, number);
}

/* Rounds first to first + count; each thread takes every n-th one. */
extern "C" __global__ void __launch_bounds__(THREADS) play(u64 seed, u64 first, u64 count, const u8 *tables, u64 *counts) {
    __shared__ u32 block_counts[CELLS];
    __shared__ u8 all_cards[DECK * THREADS];
    for (u32 each = threadIdx.x; each < CELLS; each += blockDim.x) block_counts[each] = 0;
    __syncthreads();
    u64 threads = (u64)gridDim.x * blockDim.x, last = first + count;
    u64 squares[WAGERS];
    for (u32 wager = 0; wager < WAGERS; wager++) squares[wager] = 0;
    for (u64 number = first + (u64)blockIdx.x * blockDim.x + threadIdx.x; number < last; number += threads) {
        Round round;
        play_pot(seed, number, tables, all_cards + threadIdx.x, &round);
        for (u32 each = 0; each < WAGERS * SEATS; each++) atomicAdd(&block_counts[round.cell[each]], 1u);
        if (SEATS > 1) {
            for (u32 wager = 0; wager < WAGERS; wager++) squares[wager] += square_of(tables, &round, wager);
        }
    }
    for (u32 wager = 0; wager < WAGERS; wager++) {
        keep(&counts[CELLS + wager], (u32)squares[wager]);
        keep(&counts[CELLS + WAGERS + wager], squares[wager] >> 32);
    }
    __syncthreads();
    for (u32 each = threadIdx.x; each < CELLS; each += blockDim.x) keep(&counts[each], block_counts[each]);
}

/* Every round's cells, to be compared with another machine's. */
extern "C" __global__ void __launch_bounds__(THREADS) list(u64 seed, u64 first, u64 count, const u8 *tables, u64 *found) {
    __shared__ u8 all_cards[DECK * THREADS];
    u64 threads = (u64)gridDim.x * blockDim.x;
    for (u64 each = (u64)blockIdx.x * blockDim.x + threadIdx.x; each < count; each += threads) {
        Round round;
        play_pot(seed, first + each, tables, all_cards + threadIdx.x, &round);
        for (u32 at = 0; at < WAGERS * SEATS; at++) found[each * LISTED + at / 4] |= (u64)round.cell[at] << 16 * (at % 4);
    }
}
