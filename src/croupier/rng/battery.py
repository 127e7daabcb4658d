"""The randomness battery, as state rules for electronic cards ask (South Dakota 48:02:08:02, Virginia 11VAC20-20-510,
Indiana 68 IAC 2-6-11; combinations as 25 CFR 547.14), each test at the 99 % level. Means and variances are exact, of
dealing without replacement; only the step to a p-value is the usual large-sample one."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from operator import mul
from typing import Final

from croupier.cards.cards import DECK
from croupier.errors import BadInput, CheckFailed
from croupier.units import chi_square_tails, normal_two_sided

LEVEL: Final = 0.01  # One sound test in a hundred fails by chance: the 99 % level of the rules.
STRICT_ALPHA: Final = 1e-9
"""The family-wise level of ``make test``, at which a sound generator never fails and a faulty one still does."""
FEWEST_IN_A_CELL: Final = 5
MIN_DEALS: Final = 52 * FEWEST_IN_A_CELL
MIN_RAW_BYTES: Final = 256 * FEWEST_IN_A_CELL
_FEWEST_FREEDOM_TWO_SIDED: Final = 10
_IS_HIGH: Final = bytes(card >= 26 for card in range(256))
_RANK: Final = bytes(card >> 2 for card in range(256))
_CENTERED: Final = [2 * card - 51 for card in range(52)]
_SUIT: Final = bytes(card & 3 for card in range(256))


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test: which group it belongs to, its full name, and how surprising its statistic is."""

    group: str
    name: str
    statistic: float
    p_value: float

    @property
    def passed(self) -> bool:
        """Whether the test holds at the 99 % level, taken alone."""
        return self.p_value >= LEVEL


@dataclass(frozen=True, slots=True)
class Deals:
    """Dealt cards, one byte each, deal after deal: ``per_deal`` of them from a fresh shuffle of ``decks`` decks."""

    cards: bytes
    per_deal: int
    decks: int = 1

    def __len__(self) -> int:
        return len(self.cards) // self.per_deal

    @property
    def columns(self) -> list[bytes]:
        """The cards of each position, in the order of the deals."""
        return [self.cards[position :: self.per_deal] for position in range(self.per_deal)]


def run_battery(raw: bytes, deals: Deals) -> list[TestResult]:
    """Every test, on the raw stream and on the final outcomes."""
    return [*raw_tests(raw), *deal_tests(deals)]


def family_wise(results: Sequence[TestResult], alpha: float) -> list[TestResult]:
    """The tests that fail when judged together, by Holm's method, which holds whatever the dependence between them:
    these share their cards. A sound generator has none, except in one run of ``1 / alpha``."""
    failed: list[TestResult] = []
    for left, result in zip(range(len(results), 0, -1), sorted(results, key=lambda test: test.p_value), strict=True):
        if result.p_value * left > alpha:
            break
        failed.append(result)
    return failed


def raw_tests(raw: bytes) -> Iterator[TestResult]:
    """The tests of a raw stream: its bits, its bytes, and each byte against the next."""
    if len(raw) < MIN_RAW_BYTES:
        raise BadInput(f"{len(raw)} raw bytes are too few to judge", hint=f"collect at least {MIN_RAW_BYTES:,}")
    yield from bit_tests(int.from_bytes(raw, "big"), 8 * len(raw))
    yield _chi_square("raw bytes: chi-square", "", _counts(raw, 256), [len(raw) / 256] * 256)
    products = 4 * _dot(raw, raw[1:]) - 510 * (2 * sum(raw) - raw[0] - raw[-1]) + 255**2 * (len(raw) - 1)
    variance = ((256**2 - 1) / 3) ** 2
    yield _normal("raw bytes: correlation with the next", "", products, 0, (len(raw) - 1) * variance)


def bit_tests(bits: int, count: int) -> Iterator[TestResult]:
    """The frequency and runs tests of NIST SP 800-22, sections 2.1 and 2.3, on the ``count`` bits of an integer."""
    ones = bits.bit_count()
    yield _normal("raw bits: as many ones as zeros", "", 2 * ones - count, 0, count)
    runs = 1 + ((bits ^ (bits >> 1)) & ((1 << (count - 1)) - 1)).bit_count()
    share = ones / count * (1 - ones / count)
    yield _normal("raw bits: runs", "", runs, 2 * count * share, 4 * count * share**2)


def deal_tests(deals: Deals) -> Iterator[TestResult]:
    """The tests of the final outcomes: which cards, where, after which, and together with which."""
    if len(deals) < MIN_DEALS:
        raise BadInput(f"{len(deals)} deals are too few to judge", hint=f"collect at least {MIN_DEALS}")
    _refuse_impossible(deals)
    columns = deals.columns
    yield from _overall(deals)
    for position, column in enumerate(columns):
        where = f"position {position}"
        expected = len(column) / 52
        yield _chi_square("cards by position: chi-square", where, _counts(column, 52), [expected] * 52)
        ranks = _counts(column.translate(_RANK), 13)
        yield _chi_square("ranks by position: chi-square", where, ranks, [4 * expected] * 13)
        yield _runs_by_position(where, column)
        yield _correlation_with_previous_deal(where, column)
    if deals.per_deal >= 2:
        yield from _correlations_within_deals(deals, columns)
        yield _order_of_first_cards(columns[:4])
    if deals.per_deal >= 3:
        yield _runs_within_deals(columns)
    if deals.per_deal >= 5:
        yield _distinct_ranks_in_first_five(deals.decks, columns[:5])


def _refuse_impossible(deals: Deals) -> None:
    """No deal may hold a card more often than its decks do: certain, not statistical, so no level applies."""
    per_deal = deals.per_deal
    for number in range(len(deals)):
        deal = deals.cards[number * per_deal : (number + 1) * per_deal]
        if len(set(deal)) == per_deal:
            continue
        card, count = Counter(deal).most_common(1)[0]
        if count > deals.decks:
            times = "once" if deals.decks == 1 else f"{deals.decks} times"
            raise CheckFailed(f"deal {number} holds {DECK[card]} {count} times, but its shoe only {times}")


def _overall(deals: Deals) -> Iterator[TestResult]:
    """Chi-square of cards, ranks and suits over all positions. Dealing without replacement steadies all counts by the
    factor of a finite population; a deal of the whole shoe tests nothing."""
    population = 52 * deals.decks
    if deals.per_deal == population:
        return
    correction = (population - 1) / (population - deals.per_deal)
    for what, kind, size in (("cards", bytes(range(256)), 52), ("ranks", _RANK, 13), ("suits", _SUIT, 4)):
        counts = _counts(deals.cards.translate(kind), size)
        expected = [len(deals.cards) / size] * size
        yield _chi_square(f"{what} overall: chi-square", "", counts, expected, correction)


def _runs_by_position(where: str, column: bytes) -> TestResult:
    """Runs of high cards (8h and up: half the deck) and low ones at one position, from deal to deal."""
    highs = column.translate(_IS_HIGH)
    mean, variance = runs_moments(sum(highs), len(highs))
    return _normal("runs by position", where, 1 + _differences(highs[1:], highs[:-1]), mean, variance)


def _runs_within_deals(columns: Sequence[bytes]) -> TestResult:
    """Runs of high and low cards along a deal, given how many of each the deal holds, summed over the deals."""
    highs = [column.translate(_IS_HIGH) for column in columns]
    runs = len(highs[0]) + sum(_differences(left, right) for left, right in pairwise(highs))
    mean = variance = 0.0
    for high_cards, count in Counter(map(sum, zip(*highs, strict=True))).items():
        one_mean, one_variance = runs_moments(high_cards, len(columns))
        mean, variance = mean + count * one_mean, variance + count * one_variance
    return _normal("runs within deals", "", runs, mean, variance)


def runs_moments(highs: int, length: int) -> tuple[float, float]:
    """Mean and variance of the number of runs among all orders of this many highs and lows (Wald and Wolfowitz)."""
    if length < 2:
        return float(length), 0.0
    twice = 2 * highs * (length - highs)
    return 1 + twice / length, twice * (twice - length) / (length**2 * (length - 1))


def _correlation_with_previous_deal(where: str, column: bytes) -> TestResult:
    """The card at a position against the card at the same position of the deal before."""
    variance = Fraction(sum(value**2 for value in _CENTERED), 52) ** 2
    total, pairs = _products(column[:-1], column[1:]), len(column) - 1
    return _normal("correlation with the previous deal", where, total, 0, pairs * float(variance))


def _correlations_within_deals(deals: Deals, columns: Sequence[bytes]) -> Iterator[TestResult]:
    """Each position against each other, and all neighbors together."""
    values = _CENTERED * deals.decks
    mean, variance = (float(len(deals) * moment) for moment in neighbor_moments(values, 2))
    neighbors = 0
    for (i, left), (j, right) in combinations(enumerate(columns), 2):
        total = _products(left, right)
        neighbors += total if j == i + 1 else 0
        yield _normal("correlation of two positions", f"positions {i} and {j}", total, mean, variance)
    mean, variance = (float(len(deals) * moment) for moment in neighbor_moments(values, deals.per_deal))
    yield _normal("correlation of neighbors in a deal", "", neighbors, mean, variance)


def neighbor_moments(values: Sequence[int], length: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of the sum of products of neighbors, in ``length`` values drawn without replacement. The values
    sum to zero, so the mean products of different ones follow from the sums of squares and of fourth powers."""
    squares, fourths = sum(value**2 for value in values), sum(value**4 for value in values)
    pairs = length - 1
    pair = Fraction(-squares, math.perm(len(values), 2))
    variance = pairs * (Fraction(squares**2 - fourths, math.perm(len(values), 2)) - pair**2)
    if length > 2:  # two products that share their middle value
        sharing = Fraction(2 * fourths - squares**2, math.perm(len(values), 3)) - pair**2
        variance += 2 * (pairs - 1) * sharing
    if length > 3:  # two products that share no value
        apart = Fraction(3 * squares**2 - 6 * fourths, math.perm(len(values), 4)) - pair**2
        variance += (pairs - 1) * (pairs - 2) * apart
    return pairs * pair, variance


def _order_of_first_cards(columns: Sequence[bytes]) -> TestResult:
    """The permutation test: every order of the first cards (up to four, no two alike) is equally likely."""
    size = len(columns)
    orders = Counter(
        tuple(sorted(range(size), key=deal.__getitem__))
        for deal in zip(*columns, strict=True)
        if len(set(deal)) == size
    )
    counts = [orders[order] for order in permutations(range(size))]
    return _chi_square("order of the first cards", "", counts, [max(orders.total(), 1) / len(counts)] * len(counts))


def _distinct_ranks_in_first_five(decks: int, columns: Sequence[bytes]) -> TestResult:
    """The poker test: how many different ranks the first five cards hold, rare counts taken together."""
    ranks = [column.translate(_RANK) for column in columns]
    seen = Counter(map(len, map(set, zip(*ranks, strict=True))))
    counts, expected = [0], [0.0]
    for distinct, chance in distinct_ranks(decks).items():
        if expected[-1] >= FEWEST_IN_A_CELL:
            counts.append(0)
            expected.append(0.0)
        counts[-1] += seen[distinct]
        expected[-1] += float(chance) * len(columns[0])
    return _chi_square("different ranks in the first five", "", counts, expected)


def distinct_ranks(decks: int) -> Mapping[int, Fraction]:
    """The probability that five cards hold this many different ranks, exactly.

    >>> distinct_ranks(1)[5] == Fraction(1317888, 2598960)
    True
    """

    def hands(ranks: int) -> int:
        """Five-card hands that hold exactly these ranks, by inclusion and exclusion of the absent ones."""
        present = range(ranks + 1)
        return sum((-1) ** (ranks - n) * math.comb(ranks, n) * math.comb(4 * decks * n, 5) for n in present)

    return {n: Fraction(math.comb(13, n) * hands(n), math.comb(52 * decks, 5)) for n in range(1, 6)}


def _chi_square(
    group: str, where: str, counts: Sequence[int], expected: Sequence[float], correction: float = 1
) -> TestResult:
    """Counts against what is expected. A fit too good, as of a stream that cycles through its values, is suspect as
    well; with few cells a perfect fit does occur, and only the upper tail counts."""
    statistic = correction * sum((n - mean) ** 2 / mean for n, mean in zip(counts, expected, strict=True))
    freedom = len(counts) - 1
    lower, upper = chi_square_tails(statistic, freedom)
    p_value = upper if freedom < _FEWEST_FREEDOM_TWO_SIDED else min(1.0, 2 * min(lower, upper))
    return _result(group, where, statistic, p_value)


def _normal(group: str, where: str, value: float, mean: float, variance: float) -> TestResult:
    """A sum against its mean, in standard deviations; without any spread only the mean itself will do."""
    if variance > 0:
        z = (value - mean) / math.sqrt(variance)
        return _result(group, where, z, normal_two_sided(z))
    return _result(group, where, float(value - mean), 1.0 if value == mean else 0.0)


def _result(group: str, where: str, statistic: float, p_value: float) -> TestResult:
    return TestResult(group, f"{group}, {where}" if where else group, statistic, p_value)


def _counts(values: bytes, size: int) -> list[int]:
    """How often each value below ``size`` occurs."""
    counts = Counter(values)
    return [counts[value] for value in range(size)]


def _differences(left: bytes, right: bytes) -> int:
    """In how many places two strings of zeros and ones differ."""
    return (int.from_bytes(left, "big") ^ int.from_bytes(right, "big")).bit_count()


def _dot(left: Iterable[int], right: Iterable[int]) -> int:
    return sum(map(mul, left, right))


def _products(left: bytes, right: bytes) -> int:
    """The sum of products of cards as ``_CENTERED`` has them: from their mean, in half units so that it stays whole."""
    return 4 * _dot(left, right) - 102 * (sum(left) + sum(right)) + 51**2 * len(left)
