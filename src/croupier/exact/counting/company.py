"""Several winners in one round: how likely a hand that wins has company, exactly, where seats share cards.

How they are counted, and when a figure has two bounds: docs/concepts/methods.md.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import Final, Literal, NamedTuple

from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import MissingPart
from croupier.exact.counting.rows import counted_classes
from croupier.exact.counting.spaces import Pack, pack_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import UNIT_CENTS, Row
from croupier.rulebook.sights import Seen, seen_by
from croupier.units import SIGNIFICANT, MeterShare, decimal_text

Wins = Callable[[Row | None], bool]


class Bounds(NamedTuple):
    """A figure between two bounds; exact if they are equal."""

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def text(self, digits: int = SIGNIFICANT) -> str:
        """With as many digits as both bounds share."""
        for kept in range(digits, 0, -1):
            low, high = decimal_text(self.low, kept), decimal_text(self.high, kept)
            if low == high:
                return low
        return f"{decimal_text(self.low, 1)} to {decimal_text(self.high, 1)}"


FEW_CARDS: Final = 3  # Up to this many cards, all hands are listed one by one.
MOST_HANDS: Final = 4_000  # The most winning hands that are compared pair by pair.
FEW_HANDS: Final = 64  # Up to this many winning hands, combinations are listed one by one.
WHOLE: Final = 100
PAIRED: Final = 3  # Seats up to which many hands are counted.


class Company:
    """The chance that given seats all win, for a wager and the rows that count as a win."""

    def __init__(self, configuration: Configuration, wager: str, wins: Wins) -> None:
        self.seen = seen_by(configuration.rules, wager)
        table = configuration.tables[wager]
        self._setting = configuration.setting_for(table)
        family = FAMILIES[self.seen.family]
        if family.from_a_shoe or family.whose_matters or self.seen.drawn:
            raise MissingPart(
                f"{wager} of {configuration.name}: several winners in one round are not counted",
                hint="wagers on cards of one deck, whoever holds them, are",
            )
        self._pack = pack_of(configuration.rules)
        bits = {card: 1 << at for at, card in enumerate(self._pack.cards)}

        def is_win(hand: Hashable) -> bool:
            return wins(table.grade(hand, self._setting))

        classes = counted_classes(configuration, wager)
        expected = sum(count for hand, count in classes.items() if is_win(hand))
        if expected > MOST_HANDS:
            raise MissingPart(
                f"{wager} of {configuration.name}: {expected:,} hands that win are too many to pair",
                hint=f"up to {MOST_HANDS:,} are",
            )
        hands = {
            sum(bits[card] for card in cards)
            for cards in _candidates(self._pack, self.seen, is_win, self._setting)
            if is_win(family.classify(cards, (), self._setting))
        }
        if len(hands) != expected:
            raise ArithmeticError(f"{len(hands)} hands that win were listed of {expected}")
        self._by_dealer = _split(hands, self.seen.dealer)
        self._hands = len(hands)
        self._chances: dict[int, Fraction] = {}

    def counts(self, seats: int) -> bool:
        """Whether the chance that this many seats all win is counted."""
        return seats <= PAIRED or all(len(each) <= FEW_HANDS for each in self._by_dealer)

    def all_win(self, seats: int) -> Fraction:
        """P(j), the chance that this many given seats all win; see ``counts``."""
        if not self.counts(seats):
            raise MissingPart(f"{seats} seats that all win are not counted", hint=f"up to {PAIRED} are")
        if seats not in self._chances:
            is_possible = seats == 1 or bool(self.all_win(seats - 1))
            self._chances[seats] = self._chance(seats) if is_possible else Fraction()
        return self._chances[seats]

    def _chance(self, seats: int) -> Fraction:
        cards, own = len(self._pack.cards) - self.seen.dealer, self.seen.own
        if seats * own > cards:
            return Fraction()
        ways = sum(_tuples(hands, seats) for hands in self._by_dealer)
        deals = comb(len(self._pack.cards), self.seen.dealer)
        return Fraction(ways, deals * prod(comb(cards - own * at, own) for at in range(seats)))

    def weighted(self, seats: int, weight: Callable[[int], Fraction]) -> Bounds:
        """The sum over j of ``weight(j)`` times the chance that j given seats all win, j from one to ``seats``."""
        low = high = Fraction()
        last = Fraction(1)
        for number in range(1, seats + 1):
            each = weight(number)
            if self.counts(number):
                last = self.all_win(number)
                low, high = low + each * last, high + each * last
                continue
            # One more seat wins with one of the winning hands, from the cards that the others leave.
            left = len(self._pack.cards) - self.seen.dealer - self.seen.own * (number - 1)
            last *= min(Fraction(1), Fraction(self._hands, comb(left, self.seen.own) or 1))
            low, high = (low, high + each * last) if each > 0 else (low + each * last, high)
        return Bounds(low, high)

    def any_wins(self, seats: int) -> Bounds:
        """The chance that at least one of this many seats wins."""
        return self.weighted(seats, lambda j: Fraction((-1) ** (j + 1) * comb(seats, j)))

    def shared(self, seats: int) -> Bounds:
        """The average part of the prize that a given seat takes if all winners share it equally."""
        # 1 / (1 + m) is the sum over j of C(m, j) (-1) ** j / (j + 1).
        return self.weighted(seats, lambda j: Fraction((-1) ** (j - 1) * comb(seats - 1, j - 1), j))

    def part_kept(self, seats: int) -> Bounds:
        """The same for a seat that wins."""
        one, shared = self.all_win(1), self.shared(seats)
        return Bounds(shared.low / one, shared.high / one)

    @property
    def second_winner(self) -> Fraction | None:
        """How many times likelier a second given seat wins beside a first than if the two were independent."""
        one = self.all_win(1)
        return self.all_win(2) / one**2 if one else None


def whole_meter(level: int) -> Wins:
    """Rows that pay all of a meter."""

    def wins(row: Row | None) -> bool:
        pay = row.pay if row else None
        return isinstance(pay, MeterShare) and pay.percent == WHOLE and (pay.level or 1) == level

    return wins


def envy_from(cents: int) -> Wins:
    """Rows with an envy of at least this many cents for a $1 wager."""
    return lambda row: row is not None and (row.envy_cents or 0) >= cents


_KNOWN: dict[tuple[Hashable, ...], Company] = {}


def company_of(configuration: Configuration, wager: str, what: Literal["whole", "envy"], number: int) -> Company:
    """Winners of the whole meter of a level, or hands with an envy of at least ``number`` cents; listed once."""
    table = configuration.tables[wager]
    key = (configuration.game_hash, configuration.name, wager, table.id, configuration.setting_for(table))
    named = (*key, what, number)
    if named not in _KNOWN:
        wins = whole_meter(number) if what == "whole" else envy_from(number)
        _KNOWN[named] = Company(configuration, wager, wins)
    return _KNOWN[named]


def envy_once(configuration: Configuration, wager: str, others: int) -> Fraction:
    """What a bettor is paid on average in envy for $1, only the highest where several of this many others have one."""
    levels = sorted({row.envy_cents for row in configuration.tables[wager].rows if row.envy_cents}, reverse=True)
    paid = Fraction()
    for cents, less in zip(levels, [*levels[1:], 0], strict=True):
        company = company_of(configuration, wager, "envy", cents)
        if not company.counts(others):
            raise MissingPart(
                f"one envy a round, whatever the number of envy hands, is counted for up to {PAIRED} others here",
                hint=f"choose others = {PAIRED} or fewer, or envy_per=qualifying-hand",
            )
        paid += Fraction(cents - less, UNIT_CENTS) * company.any_wins(others).low
    return paid


def _candidates(
    pack: Pack, seen: Seen, is_win: Callable[[Hashable], bool], setting: Setting
) -> Iterator[tuple[Card, ...]]:
    """Sets of cards that include all winning hands; a hand may occur more than once."""
    if seen.size <= FEW_CARDS:
        yield from combinations(pack.cards, seen.size)
        return
    if seen.family != "straight_flush":
        raise MissingPart(
            f"{seen.family} hands of {seen.size} cards that win are not listed",
            hint=f"straight flushes and hands of up to {FEW_CARDS} cards are",
        )
    classify = FAMILIES[seen.family].classify
    for suit in pack.suits:
        own = [card for card in pack.cards if card.suit == suit]
        others = [card for card in pack.cards if card.suit != suit]
        for length in range(1, seen.size + 1):
            for cards in combinations(own, length):
                if is_win(classify(cards, (), setting)):
                    for rest in combinations(others, seen.size - length):
                        yield (*cards, *rest)


def _split(hands: set[int], dealer: int) -> list[list[int]]:
    """By the dealer's cards, the player's cards that win with them."""
    if not dealer:
        return [sorted(hands)]
    found: dict[int, list[int]] = {}
    for hand in hands:
        cards = [1 << at for at in range(hand.bit_length()) if hand >> at & 1]
        for shown in combinations(cards, dealer):
            theirs = sum(shown)
            found.setdefault(theirs, []).append(hand ^ theirs)
    return list(found.values())


def _tuples(hands: Sequence[int], seats: int) -> int:
    """Ways to give this many seats, in order, one of the hands each, with no card used twice."""
    if seats == 0:
        return 1
    if seats == 1 or not hands:
        return len(hands)
    if len(hands) > FEW_HANDS:
        import numpy as np  # slow to load, and few wagers need it

        held = np.array(hands, dtype=np.uint64)
        apart = (held[:, None] & held) == 0
        if seats == 2:
            return int(apart.sum())
        # Whole numbers far below 2 ** 53.
        beside = apart.astype(np.float64)
        return int(((beside @ beside) * beside).sum())
    return sum(_tuples([other for other in hands if not other & hand], seats - 1) for hand in hands)
