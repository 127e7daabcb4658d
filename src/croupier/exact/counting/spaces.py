"""The way into counting: for a wager on dealt cards alone, the number of deals for each class of hand.

The game declares how many of whose cards a wager looks at (``rulebook.sights``); ``class_counts`` counts the deals and
``deals`` is what they must sum to. Where a class depends on the union of the cards, they are counted as one set. A
family that has no counter of its own goes hand by hand through its classifier, one hand for all that differ only in the
names of suits; more hands than a bound are refused. Counts are integers and are kept for the life of the process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby, product
from math import comb, factorial, prod
from operator import eq, getitem, itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from croupier.cards import hands
from croupier.cards.cards import DECK, Card, stripped_deck
from croupier.cards.hands import FAMILIES, Family, Ranked, Setting
from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.rapid_fire import RapidFireHand
from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import MissingPart
from croupier.play.game import Cards
from croupier.rulebook.rules import GameRules
from croupier.rulebook.sights import Seen

_Part = tuple[tuple[int, ...], tuple[int, ...]]
"""The ranks that a hand takes of one suit: the player's and the dealer's."""


class Alike(NamedTuple):
    """One hand, own and dealer's cards, and how many hands it stands for, itself included."""

    own: tuple[Card, ...]
    dealer: tuple[Card, ...]
    ways: int


def hands_up_to_suits(ranks: Sequence[int], suits: Sequence[int], own: int, dealer: int = 0) -> Iterator[Alike]:
    """Every hand of a deck that has each rank in each suit, one for all that differ in the names of suits alone."""
    options: list[_Part] = []
    sizes: dict[tuple[int, int], range] = {}
    # Small parts first, and suits in the order of their parts: what is left must then suffice for every later suit.
    for mine, theirs in sorted(product(range(own + 1), range(dealer + 1)), key=lambda size: (sum(size), size)):
        if mine + theirs <= len(ranks):
            first = len(options)
            for held in combinations(ranks, mine):
                left = [rank for rank in ranks if rank not in held]
                options += [(held, shown) for shown in combinations(left, theirs)]
            sizes[mine, theirs] = range(first, len(options))

    def fill(least: int, chosen: tuple[int, ...], own: int, dealer: int) -> Iterator[tuple[int, ...]]:
        empty = len(suits) - len(chosen)
        for (mine, theirs), places in sizes.items():
            if mine > own or theirs > dealer or (mine + theirs) * empty > own + dealer:
                continue
            if empty > 1:
                for place in range(max(least, places.start), places.stop):
                    yield from fill(place, (*chosen, place), own - mine, dealer - theirs)
            elif (mine, theirs) == (own, dealer):
                yield from ((*chosen, place) for place in range(max(least, places.start), places.stop))

    for chosen in fill(0, (), own, dealer):
        ways = factorial(len(suits))
        for times in Counter(chosen).values():
            ways //= factorial(times)
        parts = [options[place] for place in chosen]
        yield Alike(_cards(parts, suits, 0), _cards(parts, suits, 1), ways)


def _cards(parts: Sequence[_Part], suits: Sequence[int], side: int) -> tuple[Card, ...]:
    return tuple(Card.of(rank, suit) for suit, part in zip(suits, parts, strict=True) for rank in part[side])


def by_pair(pack: Pack, setting: Setting) -> Counter[hands.pairs.PairHand]:
    """Pairs card by card with every up-card that can join them; all other deals by their ranks."""
    decks, suits = setting.decks, pack.suits
    cards_in_shoe = len(pack.cards) * decks
    cards_of_rank = len(suits) * decks
    counts: Counter[hands.pairs.PairHand] = Counter()
    for rank in pack.ranks:
        for one, other in combinations_with_replacement(suits, 2):
            pair = (Card.of(rank, one), Card.of(rank, other))
            deals = comb(decks, 2) if one == other else decks * decks
            for suit in suits:
                up = Card.of(rank, suit)
                counts[hands.pairs.classify(pair, up, setting)] += deals * (decks - pair.count(up))
            stranger = next((each for each in pack.cards if each.rank != rank), None)
            if stranger is not None:
                counts[hands.pairs.classify(pair, stranger, setting)] += deals * (cards_in_shoe - cards_of_rank)
    for low, high in combinations(pack.ranks, 2):
        unlike = (Card.of(low, suits[0]), Card.of(high, suits[0]))
        for rank in pack.ranks:
            left = cards_of_rank - (rank in (low, high))
            counts[hands.pairs.classify(unlike, Card.of(rank, suits[0]), setting)] += cards_of_rank**2 * left
    return +counts


MOST_HANDS: Final = 3_000_000  # Hands to classify: about ten seconds.


def by_any_hand(pack: Pack, seen: Seen, setting: Setting) -> Counter[Hashable]:
    """Every hand of the declared cards, by class."""
    family = FAMILIES[seen.family]
    own, dealer = _sides(seen)
    cards = len(pack.cards) * (setting.decks if family.from_a_shoe else 1)
    deals = comb(cards, own) * comb(cards - own, dealer)
    alike = 1 if family.names_suits or family.from_a_shoe else factorial(len(pack.suits))
    if deals > MOST_HANDS * alike:
        raise MissingPart(
            f"{seen.family} hands of {seen.size} cards have no fast counter, and {deals:,} deals are too many to "
            f"classify one by one",
            hint="croupier simulate estimates the wager; a short deck or fewer cards can be counted",
        )
    if alike == 1:
        return by_dealing(pack, seen, setting)
    counts: Counter[Hashable] = Counter()
    for hand in hands_up_to_suits(pack.ranks, pack.suits, own, dealer):
        counts[family.classify(hand.own, hand.dealer, setting)] += hand.ways
    return counts


def by_dealing(pack: Pack, seen: Seen, setting: Setting) -> Counter[Hashable]:
    """The same, obviously right: every set of own cards with every set of the dealer's."""
    family = FAMILIES[seen.family]
    own, dealer = _sides(seen)
    copies = setting.decks if family.from_a_shoe else 1
    cards = pack.cards * copies
    counts: Counter[Hashable] = Counter()
    for mine in combinations(range(len(cards)), own):
        left = [place for place in range(len(cards)) if place not in mine] if dealer else []
        hand = tuple(cards[place] for place in mine)
        for theirs in combinations(left, dealer):
            counts[family.classify(hand, tuple(cards[place] for place in theirs), setting)] += 1
    return counts


def _sides(seen: Seen) -> tuple[int, int]:
    """Own and dealer's cards; as one set where it does not matter whose they are."""
    if FAMILIES[seen.family].whose_matters:
        return seen.held, seen.dealer
    return seen.size, 0


_COUNTERS: Final[dict[str, Callable[[Pack, Seen, Setting], Mapping[Any, int]]]] = {
    "straights": lambda pack, seen, _: by_rank_set(pack, seen.size, hands.straights.classify),
    "straight_flush": lambda pack, seen, _: by_best_suit(pack, seen.size, hands.straight_flush.classify),
    "flushes": lambda pack, seen, _: by_best_suit(pack, seen.size, hands.flushes.classify),
    "three_card": lambda pack, _, __: by_ranks_and_suitedness(pack, 3, hands.three_card.classify),
    "mini_royal": lambda pack, _, __: by_ranks_and_suitedness(pack, 3, hands.three_card.classify_mini_royal),
    "two_card": lambda pack, _, __: by_ranks_and_suitedness(pack, 2, hands.two_card.classify_pocket),
    "five_card": lambda pack, seen, _: by_best_five(pack, seen.size),
    "rapid_fire": lambda pack, _, __: by_rapid_fire(pack),
    "colors": lambda pack, seen, _: by_colors(pack, seen.own, seen.dealer),
    "pairs": lambda pack, _, setting: by_pair(pack, setting),
}


def pack_of(rules: GameRules) -> Pack:
    """The deck that a game is dealt from."""
    return Pack(rules.ranks, rules.suits)


def class_counts(seen: Seen, setting: Setting | None = None, pack: Pack | None = None) -> Mapping[Any, int]:
    """Deals by class of hand, from a whole deck unless another is given; MissingPart where they are too many.

    A family that has no counter of its own above is counted by classifying every hand.

    >>> counts = class_counts(Seen("straights", 7))
    >>> sum(count for straight, count in counts.items() if straight.length == 7)
    131072
    """
    setting = setting or Setting()
    family = FAMILIES[seen.family]
    # Only the number of decks and the chosen ranks change a class; suit and position matter only to events.
    relevant = Setting(decks=setting.decks, ranks=setting.ranks) if family.from_a_shoe else Setting()
    return _counted(seen, family, relevant, pack or Pack())


@cache
def _counted(seen: Seen, family: Family, setting: Setting, pack: Pack) -> Mapping[Any, int]:
    counts = _COUNTERS.get(family.name, by_any_hand)(pack, seen, setting)
    total = deals(seen, setting, pack)
    if sum(counts.values()) != total:
        raise ArithmeticError(f"{seen}: the classes hold {sum(counts.values())} deals of {total}")
    return counts


def deals(seen: Seen, setting: Setting | None = None, pack: Pack | None = None) -> int:
    """How many ways there are to deal the cards that a wager sees.

    >>> deals(Seen("colors", 3, 3)), deals(Seen("five_card", 3, 3))
    (407170400, 20358520)
    """
    cards = len((pack or Pack()).cards)
    family = FAMILIES[seen.family]
    if family.from_a_shoe:
        cards *= (setting or Setting()).decks
    if family.whose_matters:
        return comb(cards, seen.held) * comb(cards - seen.held, seen.dealer)
    return comb(cards, seen.size)


Hand = TypeVar("Hand", bound=Hashable)
Classify = Callable[[Sequence[Card]], Hand]
Ranks = tuple[int, ...]


class Pack(NamedTuple):
    """One deck, whole unless some ranks and suits are named, lowest first."""

    ranks: Ranks = tuple(range(2, 15))
    suits: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def cards(self) -> tuple[Card, ...]:
        return stripped_deck(self.ranks, self.suits)

    @property
    def first_suit(self) -> tuple[Card, ...]:
        return stripped_deck(self.ranks, self.suits[:1])

    def spreader(self, size: int) -> Callable[[Ranks], tuple[Card, ...]]:
        """Makes cards of sorted ranks, the suits taken in turn, so that no suit gets more than its share."""
        suits = [self.suits[place % len(self.suits)] for place in range(size)]
        places = [{rank: Card.of(rank, suit) for rank in self.ranks} for suit in suits]
        return lambda ranks: tuple(map(getitem, places, ranks))


def by_rank_set(pack: Pack, size: int, classify: Classify[Hand]) -> Counter[Hand]:
    """Hands that depend only on which ranks are present: every set of ranks, times the deals that show all of it."""
    one_rank = [0] + [comb(len(pack.suits), held) for held in range(1, size + 1)]
    counts: Counter[Hand] = Counter()
    deals = [1] + [0] * size
    for distinct in range(1, size + 1):
        deals = _times(deals, one_rank)
        if deals[size]:
            for chosen in combinations(pack.first_suit, distinct):
                counts[classify(chosen)] += deals[size]
    return counts


def by_best_suit(pack: Pack, size: int, classify: Classify[Ranked]) -> Counter[Ranked]:
    """Hands that are the best over the suits.

    If ``n[k]`` sets of k cards of one suit are no better than a class, then the deals of all suits together that are
    no better number the coefficient of ``x ** size`` in ``(sum of n[k] * x ** k) ** suits``. The deals of the class
    itself are the increase of that number: with P before and A after, ``A**s - P**s`` is ``(A - P)`` times the sum of
    ``A**i * P**(s - 1 - i)``, of which only the low degrees are needed.
    """
    one_suit = sorted(
        (classify(chosen), length) for length in range(1, size + 1) for chosen in combinations(pack.first_suit, length)
    )
    counts: Counter[Ranked] = Counter()
    no_better = [1] + [0] * size
    for hand, group in groupby(one_suit, key=itemgetter(0)):
        added: dict[int, int] = {}
        for _, length in group:
            added[length] = added.get(length, 0) + 1
        degrees = size - min(added) + 1
        before = tuple(no_better[:degrees])
        for length, sets in added.items():
            no_better[length] += sets
        others = _mixed_powers(before, tuple(no_better[:degrees]), len(pack.suits) - 1)
        deals = sum([sets * others[size - length] for length, sets in added.items()])
        if deals:
            counts[hand] = deals
    return counts


@cache
def _mixed_powers(one: tuple[int, ...], other: tuple[int, ...], degree: int) -> list[int]:
    """The sum of all products of this many factors, each of them one polynomial or the other, in order."""
    unit = [1] + [0] * (len(one) - 1)
    total = power = unit
    for _ in range(degree):
        power = _times(power, other)
        total = [low + high for low, high in zip(_times(total, one), power, strict=True)]
    return total


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The product of two polynomials, cut off at the degree of the first."""
    return [sum(one[low] * other[degree - low] for low in range(degree + 1)) for degree in range(len(one))]


def by_ranks_and_suitedness(pack: Pack, size: int, classify: Classify[Hand]) -> Counter[Hand]:
    """Hands that depend on the ranks held and on whether all cards share a suit; that suit may matter too."""
    counts: Counter[Hand] = Counter()
    for suit in pack.suits:
        for cards in combinations(stripped_deck(pack.ranks, [suit]), size):
            counts[classify(cards)] += 1
    for _, cards, deals in unsuited(pack, size):
        counts[classify(cards)] += deals
    return counts


def unsuited(pack: Pack, size: int) -> Iterator[tuple[Ranks, tuple[Card, ...], int]]:
    """Ranks, cards that show them in more than one suit, and the number of such deals."""
    suits = len(pack.suits)
    spread = pack.spreader(size)
    for ranks in rank_multisets(pack, size):
        shape = shape_of(ranks)
        deals = choices(shape, suits) - (suits if len(shape) == size else 0)
        if deals:
            yield ranks, spread(ranks), deals


def rank_multisets(pack: Pack, size: int) -> Iterator[Ranks]:
    """Every way to hold this many cards by rank, lowest first, no rank more often than there are suits."""
    most = len(pack.suits)
    for ranks in combinations_with_replacement(pack.ranks, size):
        if not any(map(eq, ranks, ranks[most:])):
            yield ranks


def shape_of(ranks: Ranks) -> tuple[int, ...]:
    """How often each rank is held: 2, 1, 1 is a pair and two others."""
    return tuple(map(ranks.count, dict.fromkeys(ranks)))


@cache
def choices(shape: tuple[int, ...], suits: int) -> int:
    """The deals that hold each rank this often; none where one is held more often than there are suits."""
    return prod(comb(suits, held) for held in shape)


def by_colors(pack: Pack, own: int, dealer: int) -> Counter[hands.colors.Colors]:
    """By how many red cards each side holds."""
    reds = [card for card in pack.cards if card.is_red]
    blacks = [card for card in pack.cards if not card.is_red]
    counts: Counter[hands.colors.Colors] = Counter()
    for red in range(max(0, own - len(blacks)), min(own, len(reds)) + 1):
        black = own - red
        for dealer_red in range(dealer + 1):
            dealer_black = dealer - dealer_red
            deals = comb(len(reds), red) * comb(len(blacks), black)
            deals *= comb(len(reds) - red, dealer_red) * comb(len(blacks) - black, dealer_black)
            if deals:
                theirs = reds[red : red + dealer_red] + blacks[black : black + dealer_black]
                counts[hands.colors.classify(reds[:red] + blacks[:black], theirs)] += deals
    return counts


def grid_of(deck: Cards) -> Pack:
    """The ranks and suits of a whole or stripped deck.

    >>> from croupier.cards.cards import stripped_deck
    >>> grid_of(stripped_deck((2, 3, 14), (0, 3)))
    Pack(ranks=(2, 3, 14), suits=(0, 3))
    """
    pack = Pack(tuple(sorted({card.rank for card in deck})), tuple(sorted({card.suit for card in deck})))
    if sorted(deck) != sorted(pack.cards):
        raise ValueError("a deck in which some suit lacks a rank, or a card appears twice, is not a grid")
    return pack


MOST_CARDS = 7
_FIVE = 5


def by_best_five(pack: Pack, size: int) -> Counter[FiveCardHand]:
    """The best five of five to seven cards.

    Where five cards share a suit, at most two others remain: too few for a full house or four of a kind, so the
    suited cards alone decide. Otherwise the ranks alone decide.
    """
    if not _FIVE <= size <= MOST_CARDS:
        raise ValueError(f"the best five of {size} cards are not counted here")
    suits = len(pack.suits)
    counts: Counter[FiveCardHand] = Counter()
    suited = [(hands.five_card.classify(cards), _code(cards)) for cards in combinations(pack.first_suit, _FIVE)]
    for length in range(_FIVE, size + 1):
        others = suits * comb(len(pack.ranks) * (suits - 1), size - length)
        for hand, sets in _best_of(suited, pack, length, lambda shape: choices(shape, 1)):
            counts[hand] += sets * others
    if suits > 1:
        dealt = map(pack.spreader(_FIVE), rank_multisets(pack, _FIVE))
        mixed = [(hands.five_card.classify(cards), _code(cards)) for cards in dealt]
        for hand, deals in _best_of(mixed, pack, size, lambda shape: _choices_below_five(shape, suits)):
            counts[hand] += deals
    return counts


# A multiset of ranks as a number whose octal digits say how often each rank is held.
_CODES = [8 ** (card >> 2) for card in DECK]


def _code(cards: tuple[Card, ...]) -> int:
    return sum(map(_CODES.__getitem__, cards))


def _best_of(
    fives: list[tuple[FiveCardHand, int]], pack: Pack, size: int, deals_of: Callable[[tuple[int, ...]], int]
) -> Iterator[tuple[FiveCardHand, int]]:
    """Five-card hands grown to more cards, and their deals by the best five among them.

    Hands grow best first, so the first that grows into a multiset of ranks is the best five in it. Ranks held more
    often than the deck allows come up on the way, and count no deals.
    """
    fives.sort(reverse=True)
    ranking: list[FiveCardHand] = []
    best: dict[int, int] = {}
    for place, (hand, alike) in enumerate(groupby(fives, key=itemgetter(0))):
        ranking.append(hand)
        for _, code in alike:
            best[code] = place
    ranks = [_CODES[card] for card in pack.first_suit]
    for _ in range(_FIVE, size):
        grown: dict[int, int] = {}
        for code, place in best.items():
            for rank in ranks:
                grown.setdefault(code + rank, place)
        best = grown
    counts = [0] * len(ranking)
    known: dict[str, int] = {}
    for code, place in best.items():
        digits = f"{code:o}".replace("0", "")
        if digits not in known:
            known[digits] = deals_of(tuple(map(int, digits)))
        counts[place] += known[digits]
    return ((hand, deals) for hand, deals in zip(ranking, counts, strict=True) if deals)


@cache
def _choices_below_five(shape: tuple[int, ...], suits: int) -> int:
    """Choices of suits that put fewer than five cards into each suit."""
    ways = [1]
    for held in shape:
        without, with_first = comb(suits - 1, held), comb(suits - 1, held - 1)
        ways = [low * with_first + high * without for low, high in zip([0, *ways], [*ways, 0], strict=True)]
    return choices(shape, suits) - suits * sum(ways[_FIVE:])


def by_rapid_fire(pack: Pack) -> Counter[RapidFireHand]:
    """A player's two cards against the dealer's five, by the two-card hand that ties the dealer's.

    The deals of two cards from what a dealer's hand leaves are all of them, less those that use one of the dealer's
    cards, plus those that use two and were taken off twice; so a mark needs three sums over its dealer's hands.
    """
    suits = len(pack.suits)
    spread = pack.spreader(2)
    pockets = [(ranks, hands.two_card.classify(spread(ranks))) for ranks in rank_multisets(pack, 2)]
    left = {ranks: choices(shape_of(ranks), suits) * comb(len(pack.cards) - 2, _FIVE) for ranks, _ in pockets}
    counts: Counter[RapidFireHand] = Counter()
    for mark, (deals, with_one, with_two) in _deals_by_mark(pack).items():
        for ranks, two in pockets:
            low, high = ranks
            partners = suits - (low == high)
            used = with_one[low] * partners + (with_one[high] * partners if low != high else 0)
            found = deals * choices(shape_of(ranks), suits) - used + with_two[ranks]
            counts[hands.rapid_fire.against(two, mark)] += found
            left[ranks] -= found
    for ranks, two in pockets:
        counts[hands.rapid_fire.against(two, None)] += left[ranks]
    return +counts


def _deals_by_mark(pack: Pack) -> dict[TwoCardHand, tuple[int, Counter[int], Counter[Ranks]]]:
    """The dealer's hands that some two cards tie: their deals, and how often they hold each rank and each two ranks."""
    found: dict[TwoCardHand, tuple[int, Counter[int], Counter[Ranks]]] = {}
    for ranks, cards, deals in _five_card_deals(pack):
        mark = hands.rapid_fire.mark_of(hands.five_card.classify(cards))
        if mark is None:
            continue
        total, with_one, with_two = found.get(mark) or (0, Counter(), Counter())
        for rank in ranks:
            with_one[rank] += deals
        for both in combinations(ranks, 2):
            with_two[both] += deals
        found[mark] = total + deals, with_one, with_two
    return found


def _five_card_deals(pack: Pack) -> Iterator[tuple[Ranks, tuple[Card, ...], int]]:
    """Five cards by rank, suited and not, each with its number of deals."""
    for cards in combinations(pack.first_suit, _FIVE):
        yield tuple(card.rank for card in cards), cards, len(pack.suits)
    yield from unsuited(pack, _FIVE)
