/* A game of one pot from tables, for a GPU and for a CPU: the same lines as croupier/sim/pot.py has for numba.
 *
 * No rule is written here: who acts when, who plays, what a completed hand does to the contest and what each end is worth
 * come as tables, whose places the constants before this text name:
 *
 *   SPREAD_AT, LOW_AT, HIGH_AT, PLAIN_AT, SUITED_AT, GRADERS_AT   classes of hands (croupier/kernels/graders.py)
 *   ACTING_AT, BEATEN_AT, PLAYS_AT   by pocket: its turn, the class that beats it, whether it plays
 *   KICKED_AT, AWARD_AT   by class of five cards; BECOMES_AT, OFFERED_AT, CELL_AT, NETS_AT   as in PotTables
 *   BONUS_AT, PLACES_AT, RANKED_AT, DUEL_AT   bonus wagers: rows of six numbers, outcomes, and duels with the dealer
 *   SEATS, AWARDS, BONUSES, MOST_SEATS, LOW_KEYS, and the names of ends, holders and kinds of graders
 */

typedef short i16;
typedef int i32;
typedef long long i64;

#define DECK 52
#define WAGERS (1 + BONUSES)
#define TABLE(type, place) ((const type *)(tables + place))

/* One round's words in order. */
typedef struct { u64 seed, number; Block words; u32 left, block; } Stream;

DEVICE u32 next_word(Stream *stream) {
    if (!stream->left) {
        stream->words = philox(stream->seed, (u32)stream->number, (u32)(stream->number >> 32), stream->block++, 0);
        stream->left = 4;
    }
    u32 word = stream->words.a;
    stream->words.a = stream->words.b;
    stream->words.b = stream->words.c;
    stream->words.c = stream->words.d;
    stream->left--;
    return word;
}

/* A number below a bound, each equally likely: a word that would favor some is thrown away. */
DEVICE u32 below(Stream *stream, u32 bound) {
    for (;;) {
        u32 word = next_word(stream), rest = word * bound;
        if (rest >= bound || rest >= (0u - bound) % bound) return high_half(word, bound);
    }
}

/* The number of a hand's class; colors look at the player's and the dealer's cards apart. */
DEVICE u32 grade(const u8 *tables, u32 which, u64 own, u64 dealer) {
    const i32 *row = TABLE(i32, GRADERS_AT) + 5 * which;
    const i16 *plain = TABLE(i16, PLAIN_AT) + row[3];
    u64 hand = own | dealer;
    u32 suits[4] = {(u32)hand & 0x1FFFu, (u32)(hand >> 13) & 0x1FFFu, (u32)(hand >> 26) & 0x1FFFu, (u32)(hand >> 39)};
    if (row[0] == BY_RANKS) return (u32)plain[suits[0] | suits[1] | suits[2] | suits[3]];
    if (row[0] == BY_SUIT) {
        i16 best = plain[suits[0]];
        for (u32 suit = 1; suit < 4; suit++) best = plain[suits[suit]] > best ? plain[suits[suit]] : best;
        return (u32)best;
    }
    if (row[0] == BY_COLORS) {
        const u64 red = 0x3FFFFFFull << 13;
        return (u32)plain[((own & red) != 0) | ((own & ~red) != 0) << 1 | ((dealer & red) != 0) << 2 | ((dealer & ~red) != 0) << 3];
    }
    const u64 *spread = TABLE(u64, SPREAD_AT);
    u64 key = spread[suits[0]] + spread[suits[1]] + spread[suits[2]] + spread[suits[3]];
    i32 number = plain[TABLE(i32, LOW_AT)[row[2] * LOW_KEYS + (u32)key] + TABLE(i32, HIGH_AT)[key >> 32]];
    for (u32 suit = 0; suit < 4; suit++) {
        if ((i32)HELD(suits[suit]) >= row[1]) {
            i32 suited = TABLE(i16, SUITED_AT)[row[4] + (i32)(suit * 8192u + suits[suit])];
            return (u32)(suited > number ? suited : number);
        }
    }
    return (u32)number;
}

/* The cells of one round: by wager, then by seat. */
typedef struct { u16 cell[WAGERS * SEATS]; } Round;

/* Cards lie STRIDE apart, so that a GPU's threads keep theirs side by side. */
DEVICE void play_pot(u64 seed, u64 number, const u8 *tables, u8 *cards, Round *round) {
    Stream stream = {seed, number, {0, 0, 0, 0}, 0, 0};
    for (u32 place = 0; place < DECK; place++) cards[place * STRIDE] = (u8)place;
    for (u32 place = 0; place < 5 + 5 * SEATS; place++) {
        u32 other = place + below(&stream, DECK - place);
        u8 drawn = cards[other * STRIDE];
        cards[other * STRIDE] = cards[place * STRIDE];
        cards[place * STRIDE] = drawn;
    }
#define CARD(place) (1ull << cards[(place) * STRIDE])
    const i16 *acting = TABLE(i16, ACTING_AT);
    u32 pocket[SEATS], turn[SEATS], end[SEATS], five[SEATS];
    u32 holds = 0;
    for (u32 seat = 0; seat < SEATS; seat++) {
        pocket[seat] = cards[2 * seat * STRIDE] * DECK + cards[(2 * seat + 1) * STRIDE];
        end[seat] = five[seat] = 0;
    }
    /* A seat's turn is how many act before it; of equals, the first seat. */
    for (u32 seat = 0; seat < SEATS; seat++) {
        turn[seat] = 0;
        for (u32 other = 0; other < SEATS; other++) {
            i16 mine = acting[pocket[seat]], theirs = acting[pocket[other]];
            turn[seat] += theirs < mine || (theirs == mine && other < seat);
        }
    }
    u64 dealer = 0;
    for (u32 place = 2 * SEATS; place < 2 * SEATS + 5; place++) dealer |= CARD(place);
    u32 dealer_class = grade(tables, 0, dealer, 0), best = dealer_class;
    u32 holder = TABLE(u8, KICKED_AT)[dealer_class] ? NOBODY : DEALER;
    u32 drawn = 2 * SEATS + 5, plays = 0, winners = 0;
    i32 highest = 0;
    for (u32 seat = 0; seat < SEATS; seat++) {
        if (turn[seat] == SEATS - 1) highest = TABLE(i16, BEATEN_AT)[pocket[seat]];
    }
    for (u32 place = 0; place < SEATS; place++) {
        u32 seat = 0;
        for (u32 each = 0; each < SEATS; each++) seat = turn[each] == place ? each : seat;
        u32 own_pocket = 0;
        for (u32 each = 0; each < SEATS; each++) own_pocket = turn[each] == place ? pocket[each] : own_pocket;
        u32 is_last = place == SEATS - 1, offered = TABLE(u8, OFFERED_AT)[2 * holder + is_last], how, mine = 0;
        if (!TABLE(u8, PLAYS_AT)[2 * own_pocket + offered]) {
            how = offered ? TOOK : FOLDED;
            if (offered) holder = PLAYERS, winners = 1, holds |= 1u << seat;
        } else {
            u64 hand = CARD(2 * seat) | CARD(2 * seat + 1) | CARD(drawn) | CARD(drawn + 1) | CARD(drawn + 2);
            drawn += 3;
            plays++;
            how = WON;
            mine = grade(tables, 0, hand, 0);
            u32 compares = mine < best ? 0u : mine == best ? 1u : 2u, beats = is_last || (i32)mine >= highest;
            u32 after = TABLE(u8, BECOMES_AT)[(holder * 3 + compares) * 2 + beats];
            if (after == NONE_LEFT || after == ALONE) holds = 0, holder = NOBODY, winners = 0;
            if (after == JOINS || after == ALONE) holds |= 1u << seat, winners++, holder = PLAYERS, best = mine;
        }
        for (u32 each = 0; each < SEATS; each++) {
            end[each] = turn[each] == place ? how : end[each];
            five[each] = turn[each] == place ? mine : five[each];
        }
    }
    for (u32 seat = 0; seat < SEATS; seat++) {
        u32 award = 0, how = end[seat];
        if (how == WON) {
            award = (u32)TABLE(i16, AWARD_AT)[five[seat]];
            if (!(holds >> seat & 1u)) how = BEATEN;
        }
        u32 place = ((how * (MOST_SEATS + 1) + plays) * (MOST_SEATS + 1) + winners) * AWARDS + award;
        round->cell[seat] = (u16)TABLE(i16, CELL_AT)[place];
    }
    for (u32 each = 0; each < BONUSES; each++) {
        const i32 *row = TABLE(i32, BONUS_AT) + 6 * each;
        for (u32 seat = 0; seat < SEATS; seat++) {
            u32 found;
            if (row[0] == DUEL) {
                i32 rank = TABLE(i16, RANKED_AT)[pocket[seat]], mark = TABLE(i16, DUEL_AT)[dealer_class];
                found = 3u * (u32)rank + (u32)(rank >= mark >> 1) + (u32)(rank >= (mark >> 1) + (mark & 1));
            } else {
                u64 hand = 0;
                for (u32 place = 2 * seat; place < 2 * seat + (u32)row[1]; place++) hand |= CARD(place);
                for (u32 place = 2 * SEATS; place < 2 * SEATS + (u32)row[2]; place++) hand |= CARD(place);
                found = grade(tables, (u32)row[0], hand, 0);
            }
            round->cell[SEATS * (1 + each) + seat] = (u16)(row[4] + TABLE(i16, PLACES_AT)[row[3] + (i32)found]);
        }
    }
}

/* What all seats of a round end with together at one wager, squared. */
DEVICE u64 square_of(const u8 *tables, const Round *round, u32 wager) {
    i64 total = 0;
    for (u32 seat = 0; seat < SEATS; seat++) total += TABLE(i64, NETS_AT)[round->cell[wager * SEATS + seat]];
    return (u64)(total * total);
}
