"""The wagers before the deal: what a seat may put up, and a slip with every change undoable until the cards come."""

from collections.abc import Mapping

from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.play.stakes import Limits, check_together, place_stakes
from croupier.units.money import format_money

Wagers = dict[str, int]
"""Cents by wager, for one seat."""


def check_spots(game: Game, limits: Limits, seat: int, wagers: Mapping[str, int]) -> None:
    """Amounts that the table takes. A wager may come before the one it needs; its amount is checked all the same."""
    if wagers:
        missing = {} if any(wagers.get(wager) for wager in game.standing) else {game.base_wager: _least(game, limits)}
        for wager in wagers:
            needs = game.stake_rules[wager].requires if wager in game.stake_rules else None
            if needs and not wagers.get(needs):
                missing[needs] = wagers[wager] if game.stake_rules[wager].equals else _least(game, limits, needs)
        place_stakes(game, {seat: game.completed(missing | dict(wagers))}, limits)


def check_hand(game: Game, seat: int, wagers: Mapping[str, int]) -> None:
    """A hand that is to be dealt has the wager that every hand needs."""
    if not any(wagers.get(wager) for wager in game.standing):
        title = " or ".join(game.rules.wager(wager).title for wager in game.standing)
        raise BadInput(
            f"seat {seat} has no {title} yet", hint=f"every hand needs its {title}, as in: {game.base_wager} 10"
        )
    check_together(game, seat, wagers)


def check_chips(what: str, cents: int, spare: int) -> None:
    """Nobody puts up what they do not have."""
    if cents > spare:
        raise BadInput(f"{what} {format_money(cents)}: you have {format_money(spare)} left to wager")


def _least(game: Game, limits: Limits, wager: str | None = None) -> int:
    """A wager that the table takes, the base wager by default, for checking another before it is there."""
    name = wager or game.base_wager
    posted = limits.get(name)
    return max(posted.minimum, posted.step) if posted else 100 * game.stake_rules[name].grain


class Slip:
    """What the player's own seats have put up.

    >>> slip = Slip()
    >>> slip.put(1, {"ante": 1000}); slip.put(1, {"ante": 1000, "straight": 500})
    >>> slip.total, slip.undo(), slip.of(1)
    (1500, 1, {'ante': 1000})
    """

    def __init__(self) -> None:
        self._now: dict[int, Wagers] = {}
        self._before: list[tuple[int, dict[int, Wagers]]] = []

    @property
    def seats(self) -> dict[int, Wagers]:
        """By seat, the wagers of those that have any."""
        return {seat: dict(wagers) for seat, wagers in self._now.items() if wagers}

    @property
    def total(self) -> int:
        return sum(sum(wagers.values()) for wagers in self._now.values())

    def of(self, seat: int) -> Wagers:
        return dict(self._now.get(seat, {}))

    def put(self, seat: int, wagers: Mapping[str, int]) -> None:
        self._before.append((seat, dict(self._now)))
        self._now = self._now | {seat: dict(wagers)}

    def undo(self) -> int:
        """Take back the last change; says whose it was."""
        if not self._before:
            raise BadInput("there is nothing to undo")
        seat, self._now = self._before.pop()
        return seat

    def clear(self) -> None:
        """A fresh slip, with nothing to undo."""
        self._now, self._before = {}, []
