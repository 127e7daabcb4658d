"""Figures that were computed once and ship with this package: estimates, covariances of seats, seats that share cards.
``estimates.toml`` holds simulated figures with the command that repeats them; ``python -m tools.estimates`` plays the
rounds again and writes it. They are always shown as estimated, with their standard error; ``tables`` names what the
kernel looked up, so that a figure of other rules cannot stay. Seats share the dealer's hand, so they win and lose
together; what seats know together is counted (``shared_seats``): recorded, kept, or counted now."""

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache as once
from math import comb
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec

from croupier.exact.distribution import Distribution
from croupier.exact.result import Progress, in_silence, needs_compiler
from croupier.play.showdown import Showdown
from croupier.questions.figures import to_places
from croupier.questions.solved import cache
from croupier.questions.solved.solutions import base_configuration
from croupier.records import Count, Record
from croupier.rulebook.configuration import Configuration

K = TypeVar("K")


def written_down(file: str, part: str, kind: type[K]) -> K:
    """One part of a file of figures, as things of ours."""
    data = tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
    return msgspec.convert(data[part], kind, dec_hook=lambda made, text: made(text), strict=False)


ESTIMATES = "estimates.toml"
BEST = "best"  # The strategy of a table at which every seat plays for its own best.


@dataclass(frozen=True)
class Estimate:
    """One wager's average net over simulated rounds, per seat that bets."""

    game: str
    wager: str
    strategy: str
    rule: str  # The strategy in words.
    seats: int
    rounds: int
    seed: int
    mean: Fraction
    standard_error: Fraction
    tables: str
    checked: int = 0  # Of sampled deals under the best play: about how many close decisions were checked.
    exact: int = 0  # How many of these were solved exactly.
    changed: int = 0  # How many of these changed.
    quick: Fraction | None = None  # The result of quick decisions alone, before the gain from changed ones.
    in_order: tuple[tuple[Fraction, Fraction], ...] = ()
    """By place in the order of acting, the average net and its standard error."""
    plays: Fraction | None = None  # The part of the seats that play on.

    @property
    def is_best_play(self) -> bool:
        return self.strategy == BEST

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def command(self) -> str:
        """Plays as many rounds again: those of a stated rule are the same."""
        name = self.game.replace("(tables=sample)", "")
        if self.is_best_play:
            return f'croupier edge "{name}" --seats {self.seats} --deals {self.rounds}'
        seats = f"--strategy {self.strategy} --seats {self.seats}"
        return f'croupier simulate "{name}" {seats} --rounds {self.rounds} --seed {self.seed}'


@once
def estimates() -> tuple[Estimate, ...]:
    """Every recorded estimate, in the order of the file."""
    return written_down(ESTIMATES, "estimate", tuple[Estimate, ...])


def estimates_of(configuration: Configuration) -> tuple[Estimate, ...]:
    """What was recorded for the base game of a configuration; nothing if its rules are the user's own. The best play
    first, then a stated rule; by seats."""
    if configuration.name in configuration.book.outside:
        return ()
    plain = str(base_configuration(configuration))
    own = [estimate for estimate in estimates() if estimate.game == plain]
    return tuple(sorted(own, key=lambda each: (not each.is_best_play, each.seats)))


COVARIANCES = "covariances.toml"


@dataclass(frozen=True)
class SeatCovariance:
    """How two seats move together: counted, or sampled to the digits that the standard error leaves."""

    game: str
    value: Fraction
    by: str = ""
    standard_error: str = ""
    deals: int = 0


@once
def covariances() -> dict[str, Fraction]:
    counted = written_down(COVARIANCES, "covariance", tuple[SeatCovariance, ...])
    return {entry.game: entry.value for entry in counted}


@once
def sampled_covariances() -> dict[str, SeatCovariance]:
    """By base game, where it cannot be counted."""
    return {entry.game: entry for entry in written_down(COVARIANCES, "sampled", tuple[SeatCovariance, ...])}


SHARED = "shared_seats.toml"
MOST_SEATS: Final = {"straights": 6, "three_card": 4}
"""By family of hands, up to how many seats are counted; the time grows with the sets of cards that they may know."""


@dataclass(frozen=True)
class _SharedSeats:
    game: str
    seats: int
    wagered: Fraction
    counts: tuple[tuple[Fraction, int], ...]


@once
def recorded_seats() -> dict[tuple[str, int], Distribution]:
    """By base game and number of seats."""
    recorded = written_down(SHARED, "shared", tuple[_SharedSeats, ...])
    return {(entry.game, entry.seats): Distribution.of(entry.counts, entry.wagered) for entry in recorded}


def deals_of(game: Showdown, seats: int) -> int:
    """Ways to deal the cards of all seats, one seat's own among them, and the dealer's."""
    known = seats * game.hand_size
    return comb(len(game.deck), known) * comb(known, game.hand_size) * comb(len(game.deck) - known, game.hand_size)


def shared_seats(
    configuration: Configuration, game: Showdown, seats: int, *, remember: bool = True, progress: Progress = in_silence
) -> Distribution | None:
    """The best play of a seat that knows the cards of all seats, exactly; None where that is not counted."""
    if seats > MOST_SEATS.get(game.declares.hands or "", 0):
        return None
    plain = base_configuration(configuration)
    known = None if configuration.name in configuration.book.outside else recorded_seats().get((str(plain), seats))
    if known is not None and remember:
        return known
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "shared": str(seats)}
    deals = deals_of(game, seats)
    return cache.kept(
        name,
        Distribution,
        lambda: _counted(game, seats, progress),
        remember_it=remember,
        is_good=lambda counts: counts.total == deals,
    )


def _counted(game: Showdown, seats: int, progress: Progress) -> Distribution:
    needs_compiler("what seats know together is counted")
    # A recorded or kept result needs no numpy.
    if game.declares.hands == "three_card":
        from croupier.exact.sights.shared import share_three_cards

        return share_three_cards(game, seats, progress)
    from croupier.exact.sights.shared import share_ranks

    return share_ranks(game, seats, progress)


CUT_CARDS = "cut_cards.toml"


@dataclass(frozen=True)
class CutCardEffect:
    """How a round at a table differs from one of a fresh shoe, per bet, under the chart by totals."""

    game: str
    seats: int
    shoes: int
    seed: int
    effect: float  # What a bet brings beyond the exact value of a fresh shoe; negative where the cut card costs.
    standard_error: float
    rounds_per_shoe: float
    emptied: int  # Shoes that ran out in their last round and are left out.
    method: str = "estimated"
    strategy: str = "basic"

    @property
    def command(self) -> str:
        """Deals the same shoes again."""
        return f'croupier cut-card "{self.game}" --seats {self.seats} --shoes {self.shoes} --seed {self.seed}'


class CutCardRecord(Record):
    """What dealing to a cut card changes; estimated."""

    method: str
    effect: Annotated[str, to_places(8)]
    standard_error: Annotated[str, to_places(8)]
    strategy: str
    seats: int
    shoes: Count
    rounds_per_shoe: Annotated[str, to_places(3)]
    emptied: int
    seed: int
    command: str


@once
def cut_cards() -> tuple[CutCardEffect, ...]:
    """What was recorded of cut cards, in the order of the file."""
    return written_down(CUT_CARDS, "cut_card", tuple[CutCardEffect, ...])


def recorded_cut_card(configuration: Configuration) -> CutCardEffect | None:
    if configuration.name in configuration.book.outside:
        return None
    plain = str(base_configuration(configuration))
    return next((effect for effect in cut_cards() if effect.game == plain), None)
