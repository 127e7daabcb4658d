"""A table's game with a jackpot on its felt: one configuration, checked against the book.

A jackpot states its paytable and its choices once; each table that plays for it takes them over. A choice that differs
from the rulebook's default must be one that the table's game and edition know: what a file says holds at every table,
or is refused.
"""

from __future__ import annotations

from croupier.errors import SpecError
from croupier.jackpot.plan.link_plan import JackpotPlan
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.paytables import Paytable
from croupier.rulebook.rules import Edition, GameRules
from croupier.rulebook.spec import Spec, parse_spec
from croupier.units.odds import MeterShare

TYPE_KEY = "jackpot"
"""The configuration key that makes a jackpot a House Jackpot, in the editions that offer one."""


def lay_out(book: Book, game: str, jackpot: JackpotPlan) -> Configuration:
    """The table's game with the jackpot's paytable and choices in it.

    >>> from croupier import catalogue
    >>> from croupier.jackpot.plan.link_plan import JackpotPlan
    >>> wager, table, choices = "straight_flush_progressive", "PT-BJS-HCF-SF-03", (("base_wager", "5.00"),)
    >>> sf = JackpotPlan("sf", "Straight Flush", "progressive", wager, table, 500, (), choices)
    >>> print(lay_out(catalogue.book(), "high-card-flush", sf))
    high-card-flush(base_wager=5.00, straight_flush_progressive=PT-BJS-HCF-SF-03)
    """
    spec = parse_spec(game)
    stated = dict(spec.settings)
    rules = book.game(spec.name)
    edition = _edition(book, rules, stated.get("edition", rules.editions[0].id))
    wager = wager_at(book, rules, edition.id, jackpot.wager)
    if wager is None:
        offered = [each.id for each in rules.wagers if each.kind == "jackpot"]
        raise SpecError(
            f"{rules.title} has no jackpot wager {jackpot.wager:.60}",
            hint=f"its jackpot wagers: {', '.join(offered)}" if offered else "it has no jackpot wager",
        )
    known = {key.id for key in rules.keys if edition.id in key.editions}
    chosen = {rules.own_key(key, wager): value for key, value in jackpot.choices}
    added = {wager: jackpot.paytable, **chosen}
    for name in added:
        if name in stated and name != TYPE_KEY:
            raise SpecError(
                f"{name} is given in the table's game and in jackpot {jackpot.id}",
                hint="the jackpot gives it to every one of its tables; leave it out of the game",
            )
        if name != wager and name not in known:
            raise SpecError(_unknown_choice(rules, edition, name, added[name]), hint=_where_known(book, name))
    return configure(book, Spec(spec.name, tuple(sorted({**added, **stated}.items()))))


def wager_at(book: Book, rules: GameRules, edition: str, wager: str) -> str | None:
    """The wager by which a game plays for a jackpot; None where it has none.

    A jackpot at the second sensor of one game is linked with games that have a single sensor: they play it by the
    wager that the second stands beside.
    """
    own = {each.id for each in rules.wagers if each.kind == "jackpot" and each.tables_in(edition)}
    beside = {each.id: each.beside for game in book.games.values() for each in game.wagers}
    return next((each for each in (wager, beside.get(wager)) if each in own), None)


def _edition(book: Book, rules: GameRules, name: str) -> Edition:
    found = next((each for each in rules.editions if each.id == name), None)
    # An unknown edition is named, with the nearest, by whoever reads configurations.
    return found or configure(book, Spec(rules.name, (("edition", name),))).edition


def _unknown_choice(rules: GameRules, edition: Edition, name: str, value: str) -> str:
    where = f"{rules.title}, edition {edition.id}"
    if name == TYPE_KEY:
        return f"a House Jackpot is not offered in {where}"
    return f"{where} does not know the choice {name}={value}"


def _where_known(book: Book, name: str) -> str:
    places = [
        f"{game.name} ({', '.join(key.editions)})"
        for game in book.games.values()
        for key in game.keys
        if key.id == name
    ]
    return f"it is a key of {', '.join(places)}" if places else "no game has such a key"


def meter_levels(table: Paytable) -> tuple[int, ...]:
    """The levels that the rows of a paytable pay from; a table with a single meter has level 1."""
    return tuple(sorted({row.pay.level or 1 for row in table.rows if isinstance(row.pay, MeterShare)}))
