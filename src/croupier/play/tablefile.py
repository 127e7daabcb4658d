"""The table file: one game with the limits that the house has posted for it, in TOML.

Limits belong to the table and not to the game, so they are no part of a configuration string. Play, settlement,
misdeals, advice and placards obey the same file; a transcript carries what it said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.errors import BadInput, RulebookError
from croupier.play.game import Game
from croupier.play.stakes import Limit, check_posted_limit
from croupier.rulebook.fields import Fields
from croupier.units.money import format_money, parse_money

STAKED = ("base", "follow", "bonus")
_EXAMPLE = '[limits.ante] with minimum = "10.00", maximum = "500.00", step = "5.00"'


@dataclass(frozen=True)
class TableFile:
    """A table as the house has set it up."""

    game: Game
    limits: Mapping[str, Limit]


def read_table(path: Path, load: Callable[[str], Game]) -> TableFile:
    """Read and check a table file; every mistake names the file and the key."""
    fields = Fields.of_file(path)
    game = load(fields.text("game"))
    limits: dict[str, Limit] = {}
    posted = fields.optional_table("limits")
    for wager in posted.keys():
        limits[wager] = _read_limit(posted.table(wager))
    fields.done()
    try:
        game.configuration.check_letters()
    except BadInput as problem:
        raise RulebookError(path.name, "game", problem.message, hint=problem.hint) from None
    try:
        check_limits(game, limits)
    except BadInput as problem:
        raise RulebookError(path.name, "limits", problem.message, hint=problem.hint or _EXAMPLE) from None
    return TableFile(game, limits)


def _read_limit(entry: Fields) -> Limit:
    def money(key: str) -> int | None:
        text = entry.text(key, None)
        return None if text is None else parse_money(text, f"{entry.path}.{key}")

    minimum, maximum, step = money("minimum"), money("maximum"), money("step")
    entry.done()
    return Limit(minimum or 0, maximum, 1 if step is None else step)


def check_limits(game: Game, limits: Mapping[str, Limit]) -> None:
    """Limits that this game can have: a wager that players size, ends on its steps, pays in whole cents."""
    wagers = {wager.id: wager for wager in game.rules.wagers}
    for name, limit in limits.items():
        if name not in wagers or wagers[name].kind not in (*STAKED, "jackpot"):
            raise BadInput(f"{name} is not a wager of {game.rules.name}", hint=f"wagers: {', '.join(game.wagers)}")
        if wagers[name].kind == "jackpot":
            raise BadInput(
                f"{name} is a fixed wager", hint=f"its amount is the key base_wager, as in {game.rules.name}"
            )
        if wagers[name].kind == "bonus" and name not in game.wagers:
            raise BadInput(f"{name} is not offered at this table", hint=f"on offer: {', '.join(game.wagers)}")
        if limit.step <= 0 or limit.maximum == 0:
            raise BadInput(f"{name}: a limit of zero is no limit", hint=_EXAMPLE)
        if limit.maximum is None:
            continue
        if limit.maximum < limit.minimum:
            raise BadInput(f"{name}: the maximum is under the minimum", hint=_EXAMPLE)
        if (limit.maximum - limit.minimum) % limit.step:
            top = limit.maximum - (limit.maximum - limit.minimum) % limit.step
            raise BadInput(
                f"{name}: the maximum of {format_money(limit.maximum)} is not on a step of {format_money(limit.step)} "
                f"from {format_money(limit.minimum)}",
                hint=f"steps count from the minimum: the last one is {format_money(top)}",
            )
    check_posted_limit(game, limits)
