"""The table file: one game, how its cards are dealt, and the limits that the house has posted for it, in TOML.

Limits belong to the table and not to the game, so they are not a part of a configuration string. Play, settlement,
misdeals, advice and placards obey the same file; a transcript carries what it said.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.errors import BadInput, MoneyError, RulebookError, closest
from croupier.play.game import Game
from croupier.play.stakes import USUAL_AMOUNT, Limit, check_ends, check_follow_limits, check_posted_limit
from croupier.rulebook.configuration import Configuration, Spec, parse_spec
from croupier.rulebook.fields import Fields, did_you_mean
from croupier.units import format_money, parse_money

STAKED = ("base", "follow", "bonus")
_WRITTEN = re.compile(r"(?P<wager>[a-z][a-z_0-9-]*)=(?P<rest>[^=]*)")
_EXAMPLE = '[limits.ante] with minimum = "10.00", maximum = "500.00", step = "5.00"'


@dataclass(frozen=True)
class TableFile:
    """A table as the house has set it up."""

    game: Game
    limits: Mapping[str, Limit]


def read_table(path: Path, load: Callable[[str], Game]) -> TableFile:
    """Read and check a table file; every mistake names the file and the key."""
    games: list[Game] = []

    def configured(spec: str) -> Configuration:
        games.append(load(spec))
        return games[-1].configuration

    _, limits = read_posted(path, configured)
    try:
        check_follow_limits(games[-1], limits)
    except BadInput as problem:
        raise RulebookError(path.name, "limits", problem.message, hint=problem.hint) from None
    return TableFile(games[-1], limits)


def read_posted(path: Path, configure: Callable[[str], Configuration]) -> tuple[Configuration, Mapping[str, Limit]]:
    """The configuration and the limits of a table file, proved against the book."""
    fields = Fields.of_file(path)
    key = "game"
    try:
        configuration = configure(fields.text(key))
        configuration.check_letters()
        if fields.has("dealing"):
            key = "dealing"
            configuration = configure(str(_with_dealing(configuration, fields)))
    except BadInput as problem:
        raise RulebookError(path.name, key, problem.message, hint=problem.hint) from None
    limits: dict[str, Limit] = {}
    posted = fields.table("limits", {})
    for wager in posted.keys():
        limits[wager] = _read_limit(posted.table(wager))
    fields.done()
    try:
        check_limits(configuration, limits)
    except BadInput as problem:
        raise RulebookError(path.name, "limits", problem.message, hint=problem.hint or _EXAMPLE) from None
    return configuration, limits


def _with_dealing(configuration: Configuration, fields: Fields) -> Spec:
    """The game with the keys of ``[dealing]``."""
    stated, (name, written) = fields.table("dealing"), parse_spec(fields.text("game"))
    known = [key.id for key in configuration.rules.keys if key.dealing and configuration.edition.id in key.editions]
    for key in stated.keys():
        if key not in known:
            hint = did_you_mean(key, known) or f"{name}, edition {configuration.edition.id}, leaves nothing to state"
            raise stated.error(key, f"is not a key about the dealing of {name}", hint=hint)
        if key in dict(written):
            raise stated.error(key, "is stated by game too", hint="state it once")
    chosen = {key: stated.text(key) if stated.is_text(key) else str(stated.integer(key)) for key in stated.keys()}
    return Spec(name, tuple(sorted({**dict(written), **chosen}.items())))


def _read_limit(entry: Fields) -> Limit:
    def money(key: str) -> int | None:
        text = entry.text(key, None)
        try:
            return None if text is None else parse_money(text, "it")
        except MoneyError as problem:
            raise entry.error(key, f"'{text[:40]}' is not an amount", hint=problem.hint) from None

    minimum, maximum, step = money("minimum"), money("maximum"), money("step")
    entry.done()
    return Limit(minimum or 0, maximum, 1 if step is None else step)


def parse_limit(text: str) -> tuple[str, Limit]:
    """A limit as an option writes it: WAGER=MINIMUM-MAXIMUM/STEP, where each part may be left out.

    >>> parse_limit("ante=10-500/5")
    ('ante', Limit(minimum=1000, maximum=50000, step=500))
    """
    match = _WRITTEN.fullmatch(text.strip())
    if not match or match["rest"] in ("", "-"):
        raise BadInput(f"{text[:60]} is not a limit", hint="as in ante=10-500/5: minimum, maximum and step")
    name = match["wager"].replace("-", "_")
    ends, _, step = match["rest"].partition("/")
    least, dash, most = ends.partition("-")
    if not dash:
        parse_money(least, name)
        raise BadInput(
            f"{text[:60]} names one amount", hint=f"write {name}={least}- for a minimum, {name}=-{least} for a maximum"
        )

    def money(part: str, what: str) -> int | None:
        return parse_money(part, f"{name} {what}") if part else None

    posted = Limit(money(least, "minimum") or 0, money(most, "maximum"), money(step, "step") or 1)
    return name, posted


def check_limits(configuration: Configuration, limits: Mapping[str, Limit]) -> None:
    """Limits that this game can have: a wager that players size, ends on its steps, pays in whole cents."""
    wagers = {wager.id: wager for wager in configuration.rules.wagers}
    offered = [
        wager.id for wager in wagers.values() if wager.kind in ("base", "follow") or wager.id in configuration.tables
    ]
    for name, limit in limits.items():
        if name not in wagers or wagers[name].kind not in (*STAKED, "jackpot"):
            near = closest(name, offered, 1)
            hint = f"did you mean {near[0]}?" if near else f"wagers: {', '.join(offered)}"
            raise BadInput(f"{name[:40]} is not a wager of {configuration.name}", hint=hint)
        if wagers[name].kind == "jackpot":
            key = configuration.rules.own_key("base_wager", name)
            example = f"{configuration.name}({key}=5.00, ...)"
            raise BadInput(f"{name} is a fixed wager", hint=f"its amount is the key {key} of the game, as in {example}")
        if name not in offered:
            raise BadInput(f"{name} is not offered at this table", hint=f"on offer: {', '.join(offered)}")
        if limit.step <= 0 or limit.maximum == 0:
            raise BadInput(f"{name}: a limit of zero is not a limit", hint=_EXAMPLE)
        if limit.maximum is None:
            continue
        if limit.maximum < limit.minimum:
            raise BadInput(f"{name}: the maximum is under the minimum", hint=_EXAMPLE)
        check_ends(name, limit)
    for name, limit in limits.items():
        if wagers[name].one_amount and limit.minimum != limit.maximum:
            amount = format_money(limit.minimum or limit.maximum or USUAL_AMOUNT)
            raise BadInput(
                f"{name}: the house sets one amount for everybody [{wagers[name].cites[0]}]",
                hint=f"the same minimum and maximum, as in {name}={amount}-{amount}",
            )
    check_posted_limit(configuration, limits)
