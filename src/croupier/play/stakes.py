"""What may be staked: the wagers on offer, their limits, and pays that come out in whole cents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.errors import RoundError, closest
from croupier.play.game import Action, Game, Stakes
from croupier.units.money import format_money
from croupier.units.odds import ForOne, ToOne


@dataclass(frozen=True, slots=True)
class Limit:
    """The posted minimum, maximum and step of one wager, in cents."""

    minimum: int = 1
    maximum: int | None = None
    step: int = 1


Limits = Mapping[str, Limit]
"""By wager; a wager that is not listed takes any whole cents."""


def place_stakes(game: Game, wagers: Mapping[int, Mapping[str, int]], limits: Limits | None = None) -> list[Stakes]:
    """Check what each seat puts up, in cents by wager, before the first card."""
    low, high = game.configuration.edition.seats
    if not low <= len(wagers):
        raise RoundError("no seat is in the round", hint="a round needs at least one seat with its wagers")
    stakes = []
    for seat, own in sorted(wagers.items()):
        if not 1 <= seat <= high:
            raise RoundError(f"seat {seat} does not exist at this table", hint=f"seats are 1 to {high}")
        for name in own:
            _check_offered(game, seat, name)
        for name, wager in ((name, game.rules.wager(name)) for name in own):
            if wager.requires and wager.requires in game.wagers and not own.get(wager.requires):
                raise RoundError(
                    f"seat {seat}: {name} is wagered without {wager.requires}",
                    hint=f"{wager.title} goes with a {game.rules.wager(wager.requires).title} wager",
                )
        if not own.get(game.base_wager):
            raise RoundError(f"seat {seat}: no {game.base_wager} is wagered", hint=f"every hand needs its {game.base_wager}")
        for name, amount in own.items():
            _check_amount(game, seat, name, amount, (limits or {}).get(name))
        stakes.append(Stakes(seat, tuple(own.get(name, 0) for name in game.wagers)))
    return stakes


def _check_offered(game: Game, seat: int, name: str) -> None:
    if name in game.wagers:
        return
    known = next((wager for wager in game.rules.wagers if wager.id == name), None)
    if known is None:
        near = closest(name, game.wagers, 1)
        hint = f"did you mean {near[0]}?" if near else f"on offer: {', '.join(game.wagers)}"
        raise RoundError(f"seat {seat}: unknown wager '{name}'", hint=hint)
    if known.kind in ("bonus", "jackpot"):
        example = (known.tables_in(game.configuration.edition.id) or ("TABLE",))[0]
        raise RoundError(
            f"seat {seat}: {name} is not offered at this table", hint=f"the game would have to say {name}={example}"
        )
    raise RoundError(f"seat {seat}: {name} is not wagered before the deal", hint=f"on offer: {', '.join(game.wagers)}")


def _check_amount(game: Game, seat: int, name: str, amount: int, limit: Limit | None) -> None:
    shown = format_money(amount)
    if amount <= 0:
        raise RoundError(f"seat {seat}: {name} {shown} is no wager", hint="leave the wager out, or make it above zero")
    if game.rules.wager(name).kind == "jackpot" and amount != game.configuration.base_wager_cents:
        base = format_money(game.configuration.base_wager_cents)
        raise RoundError(
            f"seat {seat}: {name} {shown} is not its base wager of {base}", hint=f"a jackpot stake is exactly {base}"
        )
    if limit:
        if amount < limit.minimum:
            raise RoundError(f"seat {seat}: {name} {shown} is under the minimum of {format_money(limit.minimum)}")
        if limit.maximum is not None and amount > limit.maximum:
            raise RoundError(f"seat {seat}: {name} {shown} is over the maximum of {format_money(limit.maximum)}")
        if (amount - limit.minimum) % limit.step:
            raise RoundError(f"seat {seat}: {name} {shown} is not in steps of {format_money(limit.step)}")
    grain = smallest_stake(game, name)
    if amount % grain:
        below, above = amount - amount % grain, amount - amount % grain + grain
        near = f"{format_money(below)} or {format_money(above)}" if below else format_money(above)
        raise RoundError(
            f"seat {seat}: {name} {shown} would be paid in parts of a cent", hint=f"the nearest stake that works is {near}"
        )


def smallest_stake(game: Game, name: str) -> int:
    """The stake of which every stake must be a multiple, so that each of its pays is whole cents."""
    if game.rules.wager(name).kind == "jackpot":
        return 1
    table = game.configuration.tables.get(name)
    odds = [row.pay.odds for row in table.rows if isinstance(row.pay, (ToOne, ForOne))] if table else []
    return math.lcm(1, *(each.denominator for each in odds), *(_award_grains(game) if name == game.base_wager else ()))


def _award_grains(game: Game) -> list[int]:
    """Awards such as the Ante Bonus are paid on the base wager."""
    return [
        row.pay.odds.denominator
        for wager in game.rules.wagers
        if wager.kind == "award" and wager.id in game.configuration.tables
        for row in game.configuration.tables[wager.id].rows
        if isinstance(row.pay, (ToOne, ForOne))
    ]


def within(action: Action, limit: Limit | None) -> Action:
    """A decision's range under the posted step of its wager."""
    if limit is None or action.minimum == action.maximum:
        return action
    return action._replace(step=max(action.step, limit.step))
