/* Keep It Straight the straightforward way: for each of the 49,205 players' rank multisets, go through every rank
 * multiset of the dealer. The fast solver must be at least ten times faster, and must give the same integers.
 * The class of every set of ranks is given by the game. */

#include <stdint.h>

enum { RANKS = 13, SUITS = 4, SIZE = 7, CLASSES = 256 };

static const int64_t ways[SUITS + 1][SUITS + 1] = {
    {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1},
};

static const int16_t *place_of_set;
static int supply[RANKS];
static int64_t dealers[CLASSES];
static int first_qualifying;
static int64_t (*out)[6];
static int64_t players, solved, every;

static void deal(int rank, int left, int set, int64_t weight) {
    if (left == 0) {
        dealers[place_of_set[set]] += weight;
        return;
    }
    if (rank == RANKS)
        return;
    for (int taken = 0; taken <= supply[rank] && taken <= left; taken++)
        deal(rank + 1, left - taken, taken ? set | 1 << rank : set, weight * ways[supply[rank]][taken]);
}

static void settle(int set, int64_t weight) {
    if (players++ % every)
        return;
    int64_t *row = out[solved++];
    int place = place_of_set[set];
    for (int i = 0; i < CLASSES; i++)
        dealers[i] = 0;
    deal(0, SIZE, 0, 1);
    row[0] = place;
    row[1] = weight;
    row[2] = row[3] = row[4] = row[5] = 0;
    for (int rank = 0; rank < RANKS; rank++)
        row[5] = row[5] * (SUITS + 1) + SUITS - supply[rank];
    for (int i = 0; i < CLASSES; i++) {
        if (i < first_qualifying)
            row[2] += dealers[i];
        else if (i < place)
            row[3] += dealers[i];
        else if (i == place)
            row[4] += dealers[i];
    }
}

static void hold(int rank, int left, int set, int64_t weight) {
    if (rank == RANKS) {
        if (left == 0)
            settle(set, weight);
        return;
    }
    for (int held = 0; held <= SUITS && held <= left; held++) {
        supply[rank] = SUITS - held;
        hold(rank + 1, left - held, held ? set | 1 << rank : set, weight * ways[SUITS][held]);
    }
}

/* One row for every so many players: class, number of hands, dealer's hands that do not qualify, are lower, are equal,
 * and the cards held of each rank as digits. */
int64_t solve(const int16_t *places, int first, int64_t every_so_many, int64_t rows[][6]) {
    place_of_set = places;
    first_qualifying = first;
    every = every_so_many;
    out = rows;
    players = solved = 0;
    hold(0, SIZE, 0, 1);
    return solved;
}
