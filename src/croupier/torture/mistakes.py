"""Mistakes of the line: a request whose shape is broken on its way."""

from __future__ import annotations

from typing import Any

from croupier.torture import plans
from croupier.torture.dice import Dice
from croupier.torture.model import Request


def broken(dice: Dice, request: Request) -> Any:
    """The same request, with something wrong about its shape."""
    spoiled: Any = dict(request)
    optional: tuple[str, ...] = (
        "by",
        "second",
        "amount",
        "day",
        "dealer",
        "tax_form",
        "level",
        "reference",
        "camera",
        "evidence",
        "figure",
        "entry",
        "payee",
    )
    if request["do"] in ("fault", "clear"):
        optional = (*optional, "table")
    needed = [name for name in request if name not in optional]
    what = dice.below(6)
    if request["do"] == "propose" and dice.one_in(2):
        spoiled["plan"] = plans.spoil(dice, request["plan"])
    elif what == 0:
        del spoiled[dice.pick(needed)]
    elif what == 1:
        spoiled["color"] = "red"
    elif what == 2:
        wrong: tuple[Any, ...] = (None, 1.5, [], "", "a\nb", "a\ud800b", {"x": 1})
        name = dice.pick(needed)
        spoiled[name] = dice.pick(wrong if name not in ("plan", "hands") else wrong[:6])
    elif what == 3:
        spoiled["id"] = dice.pick(("", "a b", "x" * 65, "ä", 7, None))
    elif what == 4:
        spoiled = dice.pick((None, 3, "wager", [request], []))
    else:
        spoiled["do"] = dice.pick(("start", "WAGER", "_wager", None, 5, ["wager"]))
    return spoiled
