"""Which tables the house opens: for every game that can be dealt, one plain and one with every wager on offer.

Where an edition may deal by dice, the full table does; where a jackpot has tables with pays drawn for each round, or
with several meters, one more table shows that.

Nothing here knows a game by name: wagers, editions and tables come from the book, limits from the stakes' own rules.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator

from croupier import catalogue
from croupier.errors import CroupierError, RoundError, SpecError
from croupier.play.game import Game, Stakes
from croupier.play.stakes import Limit
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import Paytable
from croupier.rulebook.rules import GameRules
from croupier.rulebook.spec import Spec
from croupier.table.table import AnnouncedTable

FELTS = ("blue", "brown", "green", "plum", "red")
CHIP = 100
BASE = (500, 20_000)
BONUS = (100, 10_000)
POOLED_STAKE = 1_000
"""Where every player must stake the same, the table says how much."""


def house_tables() -> list[AnnouncedTable]:
    """Every table of the house, in the order of the book."""
    plans: list[AnnouncedTable] = []
    numbers: dict[str, int] = {}
    hues = iter(range(10**6))
    for rules in catalogue.book().games.values():
        games = list(_games(rules))
        felt = FELTS[next(hues) % len(FELTS)] if games else ""
        letter = rules.title[:1].upper()
        for game in games:
            numbers[letter] = numbers.get(letter, 0) + 1
            seats = game.configuration.edition.seats[1]
            plans.append(AnnouncedTable(f"{letter}{numbers[letter]}", game, limits_of(game), seats, felt))
    return plans


def _games(rules: GameRules) -> Iterator[Game]:
    """A plain table, then for each edition one with a table for every wager it offers."""
    if not any(wager.kind == "base" for wager in rules.wagers):
        return
    try:
        plain = catalogue.load(catalogue.configuration(rules.name))
    except CroupierError:
        return
    yield plain
    for edition in rules.editions:
        chosen = with_everything(rules, edition.id)
        if chosen is not None and chosen.tables.keys() != plain.configuration.tables.keys():
            yield catalogue.load(chosen)
    for shows in (_draws_pays, _has_levels):
        special = with_everything(rules, rules.editions[0].id, shows)
        if special is not None and any(shows(table) for table in special.tables.values()):
            yield catalogue.load(special)


def _draws_pays(table: Paytable | Ladder) -> bool:
    return isinstance(table, Paytable) and any(row.dynamic for row in table.rows)


def _has_levels(table: Paytable | Ladder) -> bool:
    return isinstance(table, Paytable) and table.meters > 1


def with_everything(
    rules: GameRules, edition: str, first: Callable[[Paytable | Ladder], bool] = lambda _: False
) -> Configuration | None:
    """The edition with a table for every optional wager that goes with the others, and dealt by dice where it may be.

    The table is the first in the book, or the first of the kind that is asked for.
    """
    book = catalogue.book()
    settings = {} if edition == rules.editions[0].id else {"edition": edition}
    settings |= _by_dice(rules, edition)
    chosen: Configuration | None = None
    for wager in rules.wagers:
        if wager.kind not in ("bonus", "jackpot") or wager.beside:
            continue
        for table in sorted(wager.tables_in(edition), key=lambda id: not first(book.table(id))):
            more = settings | {wager.id: table}
            if wager.kind == "jackpot" and any(key.id == "base_wager" for key in rules.keys):
                more["base_wager"] = "5.00"
            try:
                chosen = configure(book, Spec(rules.name, tuple(sorted(more.items()))))
            except SpecError:
                continue
            settings = more
            break
    return chosen


def _by_dice(rules: GameRules, edition: str) -> dict[str, str]:
    """The setting under which the edition deals by dice, if it may."""
    base = {} if edition == rules.editions[0].id else {"edition": edition}
    for key in rules.keys:
        for value in key.values if key.kind == "choice" and edition in key.editions else ():
            with contextlib.suppress(CroupierError):
                spec = Spec(rules.name, tuple(sorted((base | {key.id: value}).items())))
                if catalogue.load(configure(catalogue.book(), spec)).deals_by_dice:
                    return {key.id: value}
    return {}


def limits_of(game: Game) -> dict[str, Limit]:
    """Posted limits in whole chips; one stake for all where the game pools them."""
    found: dict[str, Limit] = {}
    for wager in game.wagers:
        rule = game.stake_rules[wager]
        step = math.lcm(rule.grain, CHIP)
        if rule.is_jackpot:
            continue
        if wager == game.base_wager:
            low, high = (POOLED_STAKE, POOLED_STAKE) if needs_equal_stakes(game) else BASE
        else:
            low, high = BONUS
        found[wager] = Limit(max(low, step), high, step)
    return found


def needs_equal_stakes(game: Game) -> bool:
    """Whether the game refuses a table whose players stake differently."""
    rest = (0,) * (len(game.wagers) - 1)
    try:
        game.check_stakes([Stakes(1, (500, *rest)), Stakes(2, (1000, *rest))])
    except RoundError:
        return True
    return False
