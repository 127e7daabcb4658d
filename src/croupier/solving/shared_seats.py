"""Seats that share what they see, counted: recorded if it was counted before, otherwise counted now and kept."""

from __future__ import annotations

from fractions import Fraction
from functools import cache as once
from math import comb
from typing import Any, Final

from croupier.exact.distribution import Distribution
from croupier.exact.effort import needs_compiler
from croupier.exact.solver import Progress, in_silence
from croupier.play.game import Game
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration
from croupier.solving import cache
from croupier.solving.base_games import base_configuration
from croupier.solving.written_down import written_down
from croupier.units.chance import fraction_text

FILE = "shared_seats.toml"
MOST_SEATS: Final = {"straights": 6, "three_card": 4}
"""By family of hands, up to how many seats are counted; the time grows with the sets of cards that they may know."""


@once
def recorded() -> dict[tuple[str, int], Distribution]:
    """By base game and number of seats."""
    data = written_down(FILE)
    return {
        (entry["game"], entry["seats"]): Distribution.of(
            {Fraction(net): int(count) for net, count in entry["counts"]}, Fraction(entry["wagered"])
        )
        for entry in data["shared"]
    }


def deals_of(game: Showdown, seats: int) -> int:
    """Ways to deal the cards of all seats, one seat's own among them, and the dealer's."""
    known = seats * game.hand_size
    return comb(len(game.deck), known) * comb(known, game.hand_size) * comb(len(game.deck) - known, game.hand_size)


def shared_seats(
    configuration: Configuration, game: Game, seats: int, *, remember: bool = True, progress: Progress = in_silence
) -> Distribution | None:
    """The best play of a seat that knows the cards of all seats, exactly; None where that is not counted."""
    if not isinstance(game, Showdown) or seats > MOST_SEATS.get(game.declares.hands or "", 0):
        return None
    plain = base_configuration(configuration)
    known = None if configuration.name in configuration.book.outside else recorded().get((str(plain), seats))
    if known is not None and remember:
        return known
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "shared": str(seats)}
    kept = _from_kept(cache.recall(name)) if remember else None
    if kept is not None and kept.total == deals_of(game, seats):
        return kept
    found = _counted(game, seats, progress)
    if remember:
        counts = [[fraction_text(net), str(count)] for net, count in found.counts]
        cache.remember(name, {"wagered": fraction_text(found.wagered), "counts": counts})
    return found


def _counted(game: Showdown, seats: int, progress: Progress) -> Distribution:
    needs_compiler("what seats know together is counted")
    # A recorded or kept result needs no numpy.
    if game.declares.hands == "three_card":
        from croupier.exact.advantage.shared_three_cards import share_three_cards

        return share_three_cards(game, seats, progress)
    from croupier.exact.advantage.shared_ranks import share_ranks

    return share_ranks(game, seats, progress)


def _from_kept(kept: Any) -> Distribution | None:
    try:
        counts = {Fraction(net): int(count) for net, count in kept["counts"]}
        return Distribution.of(counts, Fraction(kept["wagered"]))
    except (LookupError, TypeError, ValueError, ZeroDivisionError):
        return None
