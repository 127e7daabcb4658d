/* Showdown games from tables, for a GPU and for a CPU: the same lines, so that either can play any round of the other.
 *
 * The deals are those of croupier/kernels/deals.py. No rule is written here: classes, bets and
 * outcomes come as tables, whose places and sizes the constants before this text name:
 *
 *   MARKS_AT, CLASS_AT, OUTCOME_AT, OWN_AT, DEALER_AT, DEALS_AT, REST_AT   offsets into the tables, in bytes
 *   BASE_BY_SUIT   1 where a hand's class is the best class of one suit, 0 where it is that of its set of ranks
 *   FIRST_QUALIFYING   the lowest class with which a dealer qualifies
 *   BONUSES, BONUS_n_BY_SUIT, BONUS_n_AT, BONUS_n_LEVELS_AT   bonus wagers on the player's own hand
 *   ASKS   1 where the class of some hands does not settle the bet: their outcome is ASK, and ASKED_AT has the outcomes by
 *   class and bet, with the class's own bet last; HANDS_AT is a hash table of the hands that bet otherwise, HANDS_LAST
 *   its last place, BETS the most bets of a class, ASKED_NEAR whether a GPU keeps both tables close
 *   TABLE_BYTES   how much of the tables a GPU keeps close; bonus wagers of hands of three, and the low bits of
 *   thresholds, lie behind
 */

/* All ones where a bit of the mark is set: each machine in the way that costs it least. */
#ifdef CPU_BUILD
#define MARKED(mark, step) (0ull - (u64)((mark) >> (step) & 1u))
#else
DEVICE u64 twice(u32 half) { return (u64)half << 32 | half; }
#define MARKED(mark, step) twice((u32)((int)((mark) << (31 - (step))) >> 31))
#endif

/* One number below a bound from a word, which keeps what is left of it. */
#define DIGIT(name, word, bound)             \
    u32 name = high_half(word, bound##u);    \
    word *= bound##u;

/* One step of Floyd's: the card drawn, or the last of those it was drawn from if that one is taken. */
#define TAKE(drawn, last, step)                                        \
    {                                                                  \
        u32 card = (u32)(taken >> drawn) & 1u ? last##u : drawn;       \
        u64 bit = 1ull << card;                                        \
        taken |= bit;                                                  \
        own |= bit & MARKED(mark, step);                               \
    }

typedef struct { u64 own, dealer; } Hands;

DEVICE Hands two_sevens(u64 seed, u64 number, const u16 *marks) {
    u32 stream = 0;
    for (;;) {
        Block words = philox(seed, (u32)number, (u32)(number >> 32), 0, stream);
        DIGIT(d39, words.a, 39) DIGIT(d41, words.a, 41) DIGIT(d43, words.a, 43) DIGIT(d47, words.a, 47)
        DIGIT(d40, words.b, 40) DIGIT(d45, words.b, 45) DIGIT(d46, words.b, 46) DIGIT(d51, words.b, 51)
        DIGIT(d44, words.c, 44) DIGIT(d48, words.c, 48) DIGIT(d49, words.c, 49) DIGIT(d50, words.c, 50)
        DIGIT(d42, words.d, 42) DIGIT(d52, words.d, 52) DIGIT(which, words.d, 3432)
        if (words.a < REFUSED_0 || words.b < REFUSED_1 || words.c < REFUSED_2 || words.d < REFUSED_3) {
            stream++;
            continue;
        }
        u32 mark = marks[which];
        u64 taken = 1ull << d39, own = (u64)(mark & 1u) << d39;
        TAKE(d40, 39, 1) TAKE(d41, 40, 2) TAKE(d42, 41, 3) TAKE(d43, 42, 4) TAKE(d44, 43, 5)
        TAKE(d45, 44, 6) TAKE(d46, 45, 7) TAKE(d47, 46, 8) TAKE(d48, 47, 9) TAKE(d49, 48, 10)
        TAKE(d50, 49, 11) TAKE(d51, 50, 12) TAKE(d52, 51, 13)
        Hands hands = {own, taken ^ own};
        return hands;
    }
}

DEVICE u32 larger(u32 a, u32 b) { return a > b ? a : b; }

DEVICE u32 ranks_of(u64 hand) { return (u32)(hand | hand >> 13 | hand >> 26 | hand >> 39) & 0x1FFFu; }

/* The best class of one suit, or the class of the set of ranks. */
#define LOOK(by_suit, table, hand)                                                                    \
    ((by_suit) ? larger(larger((table)[(u32)(hand) & 0x1FFFu], (table)[(u32)((hand) >> 13) & 0x1FFFu]), \
                        larger((table)[(u32)((hand) >> 26) & 0x1FFFu], (table)[(u32)((hand) >> 39)]))  \
               : (table)[ranks_of(hand)])

/* How the dealer's hand compares with the player's. */
DEVICE u32 case_of(u32 own, u32 dealer) {
    return dealer < FIRST_QUALIFYING ? 0u : own > dealer ? 1u : own == dealer ? 2u : 3u;
}

/* The base wager's outcome: the case, by comparing classes, and then a table. */
DEVICE u32 base_outcome(const u8 *tables, u32 own, u32 dealer) {
    return tables[OUTCOME_AT + own * 4u + case_of(own, dealer)];
}

#if ASKS
/* What tells hands apart beyond their class: the suits in falling order, or how often each rank is held. */
DEVICE u64 key_of(u64 hand) {
    u32 a = (u32)hand & 0x1FFFu, b = (u32)(hand >> 13) & 0x1FFFu, c = (u32)(hand >> 26) & 0x1FFFu, d = (u32)(hand >> 39);
#if BASE_BY_SUIT
#define IN_ORDER(x, y) { u32 more = x > y ? x : y, less = x > y ? y : x; x = more; y = less; }
    IN_ORDER(a, b) IN_ORDER(c, d) IN_ORDER(a, c) IN_ORDER(b, d) IN_ORDER(b, c)
    return (u64)a << 39 | (u64)b << 26 | (u64)c << 13 | d;
#else
    /* The four suits added up rank by rank: ones, twos and fours. */
    u32 low = a ^ b, high = c ^ d, one = a & b, other = c & d, both = low & high;
    return (u64)(one & other) << 26 | (u64)(one ^ other ^ both) << 13 | (low ^ high);
#endif
}

/* The bet of a hand, from the hash table; BETS stands for the bet of its class. */
DEVICE u32 bet_of(u64 hand, const u8 *tables) {
    u64 key = key_of(hand);
    const u64 *hands = (const u64 *)(tables + HANDS_AT);
    for (u32 place = (u32)(key * 0x9E3779B97F4A7C15ull >> 32) & HANDS_LAST;; place = (place + 1u) & HANDS_LAST) {
        u64 entry = hands[place];
        if ((entry & ((1ull << 52) - 1u)) == key) return (u32)(entry >> 56);
        if (!entry) return BETS;
    }
}
#endif

#if RANKS
#define PLAY_ONE(seed, number, tables, far) play_rank(seed, number, tables, far)
#elif THREES
#define PLAY_ONE(seed, number, tables, far) play_three(seed, number, tables, far)
#else
#define PLAY_ONE(seed, number, tables, far) play_seven(seed, number, tables, far)
#endif

/* All outcomes of one round, a byte for each wager, the base wager's lowest. */
DEVICE u64 play_seven(u64 seed, u64 number, const u8 *tables, const u8 *far) {
    Hands hands = two_sevens(seed, number, (const u16 *)(tables + MARKS_AT));
    const CLASS *classes = (const CLASS *)(tables + CLASS_AT);
    u32 own = LOOK(BASE_BY_SUIT, classes, hands.own), dealer = LOOK(BASE_BY_SUIT, classes, hands.dealer);
    u64 found = base_outcome(tables, own, dealer);
    (void)far;
#if ASKS
    if (found == ASK) {
        const u8 *asked = ASKED_NEAR ? tables : far;
        found = asked[ASKED_AT + (own * (BETS + 1u) + bet_of(hands.own, asked)) * 4u + case_of(own, dealer)];
    }
#endif
#if BONUSES > 0
    found |= (u64)tables[BONUS_0_LEVELS_AT + LOOK(BONUS_0_BY_SUIT, tables + BONUS_0_AT, hands.own)] << 8;
#endif
#if BONUSES > 1
    found |= (u64)tables[BONUS_1_LEVELS_AT + LOOK(BONUS_1_BY_SUIT, tables + BONUS_1_AT, hands.own)] << 16;
#endif
#if BONUSES > 2
    found |= (u64)tables[BONUS_2_LEVELS_AT + LOOK(BONUS_2_BY_SUIT, tables + BONUS_2_AT, hands.own)] << 24;
#endif
    return found;
}

/* A place among the 49 cards left, as a place among all 52. */
DEVICE u32 past(u32 place, u32 low, u32 middle, u32 high) {
    return place + (place >= low) + (place + 1u >= middle) + (place + 2u >= high);
}

/* Three cards each; own hands are packed as three places of six bits with the class above them. */
DEVICE u32 three_outcome(u32 own_number, u32 dealer_number, const u8 *tables, const u8 *far) {
    u32 mine = ((const u32 *)(tables + OWN_AT))[own_number];
    u32 low = mine & 63u, middle = mine >> 6 & 63u, high = mine >> 12 & 63u;
    u32 theirs = ((const u32 *)(tables + DEALER_AT))[dealer_number];
    u32 a = past(theirs & 63u, low, middle, high);
    u32 b = past(theirs >> 6 & 63u, low, middle, high);
    u32 c = past(theirs >> 12, low, middle, high);
    u32 whole = a + (b * (b - 1u) >> 1) + c * (c - 1u) * (c - 2u) / 6u;
    (void)far;
    u32 found = base_outcome(tables, mine >> 18, ((const u16 *)(tables + CLASS_AT))[whole]);
#if BONUSES > 0
    found |= (u32)far[BONUS_0_AT + own_number] << 8;
#endif
#if BONUSES > 1
    found |= (u32)far[BONUS_1_AT + own_number] << 16;
#endif
#if BONUSES > 2
    found |= (u32)far[BONUS_2_AT + own_number] << 24;
#endif
    return found;
}

DEVICE u32 play_three_from(u64 seed, u64 number, u32 own, u32 dealer, const u8 *tables, const u8 *far) {
    u32 stream = 0;
    u32 own_left = own * 22100u, dealer_left = dealer * 18424u;
    while (own_left < REFUSED_OWN || dealer_left < REFUSED_DEALER) {
        Block words = philox(seed, (u32)number, (u32)(number >> 32), 1, ++stream);
        own = words.a, dealer = words.b;
        own_left = own * 22100u, dealer_left = dealer * 18424u;
    }
    return three_outcome(high_half(own, 22100u), high_half(dealer, 18424u), tables, far);
}

DEVICE Block three_words(u64 seed, u64 pair) { return philox(seed, (u32)pair, (u32)(pair >> 32), 1, 0); }

DEVICE u64 play_three(u64 seed, u64 number, const u8 *tables, const u8 *far) {
    Block words = three_words(seed, number >> 1);
    return number & 1 ? play_three_from(seed, number, words.c, words.d, tables, far)
                      : play_three_from(seed, number, words.a, words.b, tables, far);
}

/* Both hands by ranks alone, from alias tables (croupier/sim/ranks.py): one word a draw. */

DEVICE u32 place_of_pair(u32 pair) {
    u32 own = pair & 7u, dealer = pair >> 3;
    u32 more = own > dealer ? own : dealer, fewer = own > dealer ? dealer : own;
    return (more * (more + 1u) >> 1) + fewer;
}

/* Which round is dealt, from which tables; exact says whether a word that cannot tell is asked further. */
typedef struct { u64 seed, number; const u32 *deals; const u64 *rest; int exact, is_tied; } Dealing;

/* One draw from the table that begins at a place: the column, or the other choice beyond its threshold. */
DEVICE u32 choose(Dealing *dealing, u32 word, u32 bits, u32 at, u32 which) {
    u32 column = word >> (32u - bits), entry = dealing->deals[at + column];
    u32 part = word & ((1u << (32u - bits)) - 1u), threshold = entry >> bits;
    u32 other = entry & ((1u << bits) - 1u);
    if (part == threshold) {
        dealing->is_tied = 1;
        if (dealing->exact) {
            Block more = philox(dealing->seed, (u32)dealing->number, (u32)(dealing->number >> 32), 2, which + 1u);
            return ((u64)more.a << 32 | more.b) < dealing->rest[at + column] ? column : other;
        }
    }
    return part < threshold ? column : other;
}

/* The player's ranks, and the dealer's 16 bits higher. */
DEVICE u32 rank_sets(Dealing *dealing) {
    Block words = philox(dealing->seed, (u32)dealing->number, (u32)(dealing->number >> 32), 2, 0);
    u32 split = choose(dealing, words.a, 12, 0, 0);
    u32 p0 = split & 63u, p1 = split >> 6, p2 = 63u - p0 - p1;
    u32 s0 = choose(dealing, words.b, 8, 4096u + (place_of_pair(p0) << 8), 1);
    u32 s1 = choose(dealing, words.c, 8, 4096u + (place_of_pair(p1) << 8), 2);
    u32 s2 = choose(dealing, words.d, 10, 4096u + (36u << 8) + (place_of_pair(p2) << 10), 3);
    /* Tables have the hand with more cards first. */
    u32 by0 = (p0 & 7u) < p0 >> 3 ? 4u : 0u, by1 = (p1 & 7u) < p1 >> 3 ? 4u : 0u, by2 = (p2 & 7u) < p2 >> 3 ? 5u : 0u;
    u32 own = (s0 >> by0 & 15u) | (s1 >> by1 & 15u) << 4 | (s2 >> by2 & 31u) << 8;
    u32 dealer = (s0 >> (4u - by0) & 15u) | (s1 >> (4u - by1) & 15u) << 4 | (s2 >> (5u - by2) & 31u) << 8;
    return own | dealer << 16;
}

/* The same where a word could not tell: rare, so it stays out of the way. */
SELDOM u32 tied_sets(u64 seed, u64 number, const u32 *deals, const u64 *rest) {
    Dealing dealing = {seed, number, deals, rest, 1, 0};
    return rank_sets(&dealing);
}

DEVICE u64 play_rank(u64 seed, u64 number, const u8 *tables, const u8 *far) {
    Dealing dealing = {seed, number, (const u32 *)(tables + DEALS_AT), 0, 0, 0};
    u32 sets = rank_sets(&dealing);
    if (dealing.is_tied) sets = tied_sets(seed, number, dealing.deals, (const u64 *)(far + REST_AT));
    u32 own = sets & 0x1FFFu, dealer = sets >> 16;
    const CLASS *classes = (const CLASS *)(tables + CLASS_AT);
    u64 found = base_outcome(tables, classes[own], classes[dealer]);
#if BONUSES > 0
    found |= (u64)tables[BONUS_0_LEVELS_AT + tables[BONUS_0_AT + own]] << 8;
#endif
#if BONUSES > 1
    found |= (u64)tables[BONUS_1_LEVELS_AT + tables[BONUS_1_AT + own]] << 16;
#endif
#if BONUSES > 2
    found |= (u64)tables[BONUS_2_LEVELS_AT + tables[BONUS_2_AT + own]] << 24;
#endif
    return found;
}
