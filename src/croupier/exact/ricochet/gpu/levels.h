/* One level of a full table, set by set: the same sums in the same order as croupier/exact/ricochet/level_kernels.py.
 *
 * A set of cards is a row of the level's table, worked on by LANES threads together: a warp of a GPU, or one thread of a
 * CPU. Every sum that is not of whole numbers is added up by one thread in the order of the draws, and compilers are told
 * not to fuse products with sums, so that all machines find the same bits.
 *
 * What a level looks up lies behind an array of addresses and numbers; NAMES says what is where. No rule is written here.
 */

typedef unsigned long long u64;
typedef long long i64;
typedef int i32;
typedef signed char i8;

#ifdef CPU_BUILD
#define DEVICE static
#define LANES 1
#define SYNC
#define SUM_LANES(number) (number)
#else
#define DEVICE static __device__ __forceinline__
#define LANES 32
#define SYNC __syncwarp();
DEVICE double sum_lanes(double number) {
    for (int step = 16; step; step >>= 1) number += __shfl_xor_sync(0xFFFFFFFFu, number, step);
    return number;
}
#define SUM_LANES(number) sum_lanes(number)
#endif

#define RANKS 13
#define TILE 128
#define EACH(name, count) for (i64 name = lane; name < (count); name += LANES)
#define WHOLES(name) ((const i64 *)args[name])
#define FLOATS(name) ((const double *)args[name])

DEVICE double as_float(u64 bits) {
    union { u64 bits; double number; } both;
    both.bits = bits;
    return both.number;
}

/* Room for one row; the numbers of classes, contests and types say how much of it there is. */
typedef struct { double *factors, *classes, *kept, *tied, *weights; i64 *rows; i32 *taken; } Room;

DEVICE Room room_of(const u64 *args, double *from) {
    Room room;
    room.factors = from;
    room.classes = room.factors + 1 + (3 * args[TYPES] > 4 * RANKS ? 3 * args[TYPES] : 4 * RANKS);
    room.kept = room.classes + args[CLASSES] + 1;
    room.tied = room.kept + args[WIDTH];
    room.weights = room.tied + args[WIDTH];
    room.rows = (i64 *)(room.weights + TILE);
    room.taken = (i32 *)(room.rows + TILE);
    return room;
}

/* The keys of a row's set. */
DEVICE void keys_of(const u64 *args, i64 row, i64 *key1, i64 *key2) {
    const i64 *base = WHOLES(BASE);
    i64 low = 0, high = (i64)args[KEYS];
    while (high - low > 1) {
        i64 middle = (low + high) >> 1;
        if (base[middle] <= row) low = middle; else high = middle;
    }
    *key1 = low;
    *key2 = WHOLES(IN_ORDER)[WHOLES(STARTS)[3 * (i64)args[DRAWN] - ((const i8 *)args[SIZE1])[low]] + row - base[low]];
}

/* How many cards of each type are drawn. */
DEVICE void open_row(const u64 *args, i64 row, i64 lane, Room *room) {
    i64 key1, key2;
    keys_of(args, row, &key1, &key2);
    SYNC
    EACH(type, (i64)args[TYPES]) {
        i64 key = type < (i64)args[SPLIT] ? key1 : key2;
        room->taken[type] = (i32)(key / WHOLES(RADIX)[type] % (WHOLES(COUNTS)[type] + 1));
    }
    SYNC
}

/* Ways to draw one, two or three of a kind of which some are left. */
DEVICE void ways_left(double *factors, i64 apart, double left) {
    factors[0] = left;
    factors[apart] = left * (left - 1) / 2;
    factors[2 * apart] = left * (left - 1) * (left - 2) / 6;
}

DEVICE double ways_of(const u64 *args, const double *factors, i64 draw) {
    const i64 *ways = WHOLES(WAYS) + 3 * draw;
    return factors[ways[0]] * factors[ways[1]] * factors[ways[2]];
}

/* From the top, every class with all that are higher. */
DEVICE void add_higher(double *classes, i64 many, i64 lane) {
    SYNC
    if (lane == 0) {
        double sum = classes[many];
        for (i64 cls = many - 1; cls >= 0; cls--) classes[cls] = sum = classes[cls] + sum;
    }
    SYNC
}

/* Before the last to act only the classes that its draws make count. */
DEVICE void last_row(const u64 *args, i64 row, i64 lane, Room room) {
    open_row(args, row, lane, &room);
    i64 classes = (i64)args[CLASSES], drawn = (i64)args[DRAWN], columns = (i64)args[COLUMNS];
    EACH(rank, RANKS) {
        double left = 0.0, suited = 0.0;
        for (i64 type = 0; type < (i64)args[TYPES]; type++) {
            if (WHOLES(RANK_OF_TYPE)[type] != rank) continue;
            double own = (double)(WHOLES(COUNTS)[type] - room.taken[type]);
            left += own;
            if (WHOLES(IN_SUIT)[type]) suited = own;
        }
        ways_left(room.factors + 1 + rank, RANKS, left);
        room.factors[1 + 3 * RANKS + rank] = suited;
    }
    if (lane == 0) room.factors[0] = 1.0;
    SYNC
    const i64 *starts = WHOLES(DRAW_STARTS);
    const double *signs = FLOATS(SIGNS), *paid = FLOATS(BONUS);
    double bonus = 0.0;
    /* Whole numbers, so any order will do; bonuses that are not are added up by one. */
    EACH(cls, classes) {
        double sum = 0.0;
        for (i64 draw = starts[cls]; cls && draw < starts[cls + 1]; draw++) sum += signs[draw] * ways_of(args, room.factors, draw);
        room.classes[cls] = sum;
    }
    if (lane == 0) room.classes[classes] = 0.0;
    i64 first = args[IS_WHOLE] ? lane : 0, apart = args[IS_WHOLE] ? LANES : 1;
    for (i64 each = first; each < (i64)args[PAID_DRAWS] && (args[IS_WHOLE] || lane == 0); each += apart) {
        i64 draw = WHOLES(PAID)[each];
        const i64 *ways = WHOLES(WAYS) + 3 * draw;
        bonus += signs[draw] * paid[draw] * room.factors[ways[0]] * room.factors[ways[1]] * room.factors[ways[2]];
    }
    bonus = SUM_LANES(bonus);
    add_higher(room.classes, classes, lane);
    const double *now = FLOATS(SHARES) + drawn * columns, *then = now + columns;
    double total = as_float(args[TOTAL]), *worth = (double *)args[WORTH] + row * (i64)args[WIDTH];
    EACH(contest, (i64)args[WIDTH]) {
        i64 shared = WHOLES(HOLDERS)[contest];
        double higher = room.classes[WHOLES(BEATS)[contest]];
        double equal = room.classes[WHOLES(REACHES)[contest]] - higher;
        double own = higher * then[1] + equal * then[shared + 1] + bonus;
        if (own / total - as_float(args[MULTIPLE]) >= -as_float(args[ERROR])) {
            double lower = total - higher - equal;
            worth[contest] = (lower * then[shared] + equal * then[shared + 1]) / total;
        } else {
            worth[contest] = now[shared];
        }
    }
}

/* Before any other seat: its draws in tiles, each with the next level's row that it leads to. */
DEVICE void middle_row(const u64 *args, i64 row, i64 lane, Room room) {
    open_row(args, row, lane, &room);
    i64 types = (i64)args[TYPES], classes = (i64)args[CLASSES], width = (i64)args[WIDTH], draws = (i64)args[DRAWS];
    i64 next1 = 0, next2 = 0;
    for (i64 type = 0; type < types; type++) {
        next1 += room.taken[type] * WHOLES(STEPS)[2 * type];
        next2 += room.taken[type] * WHOLES(STEPS)[2 * type + 1];
    }
    EACH(type, types) ways_left(room.factors + 1 + type, types, (double)(WHOLES(COUNTS)[type] - room.taken[type]));
    if (lane == 0) room.factors[0] = 1.0;
    EACH(cls, classes + 1) room.classes[cls] = 0.0;
    EACH(contest, width) room.kept[contest] = room.tied[contest] = 0.0;
    const i64 *starts = WHOLES(DRAW_STARTS), *leads = WHOLES(LEADS), *reaches = WHOLES(REACHES), *beats = WHOLES(BEATS);
    const i64 *stays = WHOLES(STAYS), *ties = WHOLES(TIES);
    const double *values = FLOATS(VALUES), *paid = FLOATS(BONUS);
    i64 after = (i64)args[NEXT_WIDTH];
    double bonus = 0.0;
    for (i64 tile = 0; tile < draws; tile += TILE) {
        i64 end = tile + TILE < draws ? tile + TILE : draws;
        SYNC
        EACH(each, end - tile) {
            double weight = ways_of(args, room.factors, tile + each);
            const i64 *step = WHOLES(DRAW_KEYS) + 2 * (tile + each);
            room.weights[each] = weight;
            room.rows[each] = weight == 0.0 ? 0 : after * (WHOLES(DRAWN_BASE)[next1 + step[0]] + WHOLES(NEXT_RANK)[next2 + step[1]]);
            if (args[IS_WHOLE]) bonus += weight * paid[tile + each];
        }
        SYNC
        if (!args[IS_WHOLE] && lane == 0) {
            for (i64 draw = tile; draw < end; draw++) bonus += room.weights[draw - tile] * paid[draw];
        }
        EACH(contest, width) {
            /* Contests are in rising order: the draws that are lower than one come before those that tie. */
            i64 lower = starts[reaches[contest]], equal = starts[beats[contest]];
            double sum = room.kept[contest];
            const double *column = values + stays[contest];
            for (i64 draw = tile; draw < end && draw < lower; draw++) sum += room.weights[draw - tile] * column[room.rows[draw - tile]];
            room.kept[contest] = sum;
            if (equal > lower && equal > tile && lower < end) {
                sum = room.tied[contest];
                column = values + ties[contest];
                for (i64 draw = lower > tile ? lower : tile; draw < end && draw < equal; draw++) {
                    sum += room.weights[draw - tile] * column[room.rows[draw - tile]];
                }
                room.tied[contest] = sum;
            }
        }
        for (i64 cls = WHOLES(TILE_CLASS)[tile / TILE] + lane; cls < classes && starts[cls] < end; cls += LANES) {
            if (leads[cls] < 0) continue;
            double sum = room.classes[cls];
            i64 last = starts[cls + 1] < end ? starts[cls + 1] : end;
            const double *column = values + leads[cls];
            for (i64 draw = starts[cls] > tile ? starts[cls] : tile; draw < last; draw++) {
                sum += room.weights[draw - tile] * column[room.rows[draw - tile]];
            }
            room.classes[cls] = sum;
        }
    }
    bonus = SUM_LANES(bonus);
    add_higher(room.classes, classes, lane);
    const double *folded = values + after * (WHOLES(STAYS_BASE)[next1] + WHOLES(NEXT_RANK)[next2]);
    double total = as_float(args[TOTAL]), *worth = (double *)args[WORTH] + row * width;
    EACH(contest, width) {
        double own = room.classes[beats[contest]] + room.tied[contest] + bonus;
        if (own / total - as_float(args[MULTIPLE]) >= -as_float(args[ERROR])) {
            worth[contest] = (room.kept[contest] + room.tied[contest]) / total;
        } else {
            worth[contest] = folded[stays[contest]];
        }
    }
}

#ifdef CPU_BUILD
void last_rows(const u64 *args, i64 first, i64 last, double *room) {
    for (i64 row = first; row < last; row++) last_row(args, row, 0, room_of(args, room));
}

void middle_rows(const u64 *args, i64 first, i64 last, double *room) {
    for (i64 row = first; row < last; row++) middle_row(args, row, 0, room_of(args, room));
}
#else
extern __shared__ double block_room[];

/* A warp takes every n-th row; each has its part of the block's memory. */
#define KERNEL(name, work)                                                                                  \
    extern "C" __global__ void __launch_bounds__(WARPS * 32) name(const u64 *args, i64 first, i64 last) {   \
        i64 warp = threadIdx.x / 32, lane = threadIdx.x % 32;                                               \
        Room room = room_of(args, block_room + warp * (i64)args[ROOM]);                                     \
        for (i64 row = first + (i64)blockIdx.x * WARPS + warp; row < last; row += (i64)gridDim.x * WARPS) { \
            work(args, row, lane, room);                                                                    \
        }                                                                                                   \
    }
KERNEL(last_rows, last_row)
KERNEL(middle_rows, middle_row)
#endif
