"""The rules that a transcript carries: every choice of the house, every number, every table with all that it pays.

With them a round is judged without today's book: ``recorded_configuration`` builds the table of that day from the
record alone.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from croupier import units
from croupier.cards.cards import RANK_LETTERS, parse_rank
from croupier.cards.hands import FAMILIES
from croupier.errors import RoundError
from croupier.play.documents import Json, Part
from croupier.play.game import Game
from croupier.rulebook.configuration import Configuration, parse_spec
from croupier.rulebook.rules import GameRules, Ladder, Paytable, Row, Rung, Wager
from croupier.units import format_money

MOST_DECKS = 8
_NUMBER = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")
_DECIMAL = re.compile(r"[0-9]{1,3}\.[0-9]{1,6}")


def rules_record(game: Game) -> Json:
    """The numbers and tables in force, so that the round can be checked under any later rulebook."""
    configuration = game.configuration
    record: Json = {
        "edition": configuration.edition.id,
        "values": dict(sorted(configuration.values.items())),
        "numbers": {number.id: str(number.value) for number in game.rules.numbers},
        "tables": {wager: _table(table) for wager, table in configuration.tables.items()},
    }
    if game.configuration.ladders:
        record["ladders"] = {
            wager: {"id": ladder.id, "rungs": [_rung(rung) for rung in ladder.rungs]}
            for wager, ladder in game.configuration.ladders.items()
        }
    return record


def _rung(rung: Rung) -> Json:
    rank = RANK_LETTERS[rung.rank - 2] if rung.rank else None
    record: Json = {"players": rung.players, "label": rung.label, "category": rung.category, "rank": rank}
    kickers = "/".join(RANK_LETTERS[kicker - 2] for kicker in rung.kickers)
    return record | ({"kickers": kickers} if kickers else {})


def _table(table: Paytable) -> Json:
    said = table.to_dict()
    head = {name: said[name] for name in ("id", "family", "basis", "status", "decks", "meters", "dealer_envy_percent")}
    return head | {"ranks": table.ranks, "rows": [_row(row) for row in table.rows]}


def _row(row: Row) -> Json:
    envy = None if row.envy_cents is None else format_money(row.envy_cents)
    dynamic = [_pay(pay) for pay in row.dynamic] if row.dynamic else None
    return {"event": row.event, "label": row.label, "pay": _pay(row.pay), "envy": envy, "dynamic": dynamic}


def _pay(pay: units.Pay) -> str:
    """A pay as transcripts write it, exact to the cent and in letters that a table file holds too."""
    match pay:
        case units.Fixed(cents):
            return f"${units.format_money(cents)}"
        case units.MeterShare(percent, level) if level:
            return f"{units.format_odds(percent)}% Lv.{level}"
        case units.NoPay():
            return "-"
        case _:
            return units.describe_pay(pay)


def recorded_configuration(bare: Configuration, document: Mapping[str, object]) -> Configuration:
    """The configuration that a transcript carries: nothing of it is looked up in today's book.

    ``bare`` is the game by its name alone; what today's book has beyond the record, such as a key that came later,
    stays as it is there.
    """
    rules = Part(document.get("rules", {}), "rules")
    rules.only(("edition", "values", "numbers", "tables", "ladders"))
    known = {edition.id: edition for edition in bare.rules.editions}
    edition = rules.text("edition")
    if edition not in known:
        raise RoundError(f"rules: edition: '{edition[:40]}' is not an edition of {bare.rules.name}")
    values = dict(bare.values)
    for key in rules.part("values").entries:
        values[key] = rules.part("values").text(key)
    wagers = {wager.id: wager for wager in bare.rules.wagers}
    tables: dict[str, Paytable] = {}
    for wager, recorded in rules.part("tables").parts():
        if wager not in wagers or wagers[wager].family is None:
            raise RoundError(f"rules: tables: {wager[:40]} is not on offer in {bare.rules.name}")
        tables[wager] = _recorded_table(wagers[wager], recorded)
    ladders: dict[str, Ladder] = {}
    for wager, recorded in rules.part("ladders").parts():
        if wager not in wagers:
            raise RoundError(f"rules: ladders: {wager[:40]} is not on offer in {bare.rules.name}")
        ladders[wager] = _recorded_ladder(wager, recorded)
    numbers = _recorded_numbers(bare.rules, rules.part("numbers").entries)
    spec = parse_spec(Part(document, "").text("game"))
    return replace(
        bare, edition=known[edition], rules=numbers, tables=tables, ladders=ladders, values=values, spec=spec
    )


def _recorded_table(wager: Wager, recorded: Part) -> Paytable:
    family = recorded.text("family")
    if family not in FAMILIES:
        raise RoundError(f"{recorded.where}: family: '{family[:40]}' is not a family of hands")
    basis = recorded.text("basis")
    if basis not in ("to", "for"):
        raise RoundError(f"{recorded.where}: basis: expected to or for, found '{basis[:40]}'")
    decks = recorded.items("decks")
    if not decks or any(type(count) is not int or not 1 <= count <= MOST_DECKS for count in decks):
        raise RoundError(f"{recorded.where}: decks: expected whole numbers from 1 to {MOST_DECKS}")
    percent = None
    if recorded.has("dealer_envy_percent"):
        text = recorded.text("dealer_envy_percent")
        if not _NUMBER.fullmatch(text) and not _DECIMAL.fullmatch(text):
            raise RoundError(f"{recorded.where}: dealer_envy_percent: '{text[:40]}' is not a number")
        percent = Fraction(text)
    empty = Paytable(
        id=recorded.text("id"),
        aliases=(),
        wager=wager.id,
        family=family,
        basis="to" if basis == "to" else "for",
        status="sample" if recorded.text("status") == "sample" else "document",
        decks=tuple(decks),
        ranks=recorded.whole("ranks"),
        meters=recorded.whole("meters"),
        dealer_envy_percent=percent,
        rows=(),
        alternatives=(),
        cites=wager.cites,
        note="",
    )
    return _recorded_rows(empty, recorded)


def _recorded_numbers(rules: GameRules, numbers: Json) -> GameRules:
    for name, text in numbers.items():
        if not isinstance(text, str) or not _NUMBER.fullmatch(text):
            raise RoundError(f'rules: numbers: {name[:40]}: expected a number as a text, such as "7" or "3/2"')
    values = {name: Fraction(text) for name, text in numbers.items()}
    for number in rules.numbers:
        if number.value.denominator == 1 and values.get(number.id, number.value).denominator != 1:
            raise RoundError(f"rules: numbers: {number.id}: expected a whole number, found {values[number.id]}")
    return replace(
        rules, numbers=tuple(replace(number, value=values.get(number.id, number.value)) for number in rules.numbers)
    )


def _recorded_rows(table: Paytable, recorded: Part) -> Paytable:
    rows = []
    for index, item in enumerate(recorded.items("rows")):
        row = Part(item, f"{recorded.where}: rows[{index}]")
        event = row.text("event")
        try:
            pay = units.parse_pay(row.text("pay"), table.basis)
        except ValueError as problem:
            raise RoundError(f"{row.where}: {problem}") from None
        if event not in FAMILIES[table.family].events:
            raise RoundError(f"{row.where}: '{event[:40]}' is not an event of {table.family} hands")
        if isinstance(
            pay, units.ToOne | units.ForOne | units.Push if table.is_jackpot else units.Fixed | units.MeterShare
        ):
            raise RoundError(f"{row.where}: {row.text('pay')} does not fit a {table.wager} table")
        if isinstance(pay, units.MeterShare) and (pay.level or 1) > table.meters:
            raise RoundError(f"{row.where}: {table.wager} has {table.meters} level(s), not {pay.level}")
        envy = units.parse_money(row.text("envy"), row.place("envy")) if row.has("envy") else None
        dynamic = tuple(_boosted(pay, row) for pay in row.items("dynamic")) if row.has("dynamic") else None
        rows.append(Row(event, row.text("label"), pay, dynamic, envy))
    return replace(table, rows=tuple(rows))


def _boosted(text: object, row: Part) -> units.Pay:
    with suppress(ValueError):
        if isinstance(text, str) and isinstance(pay := units.parse_pay(text, "for"), units.Fixed):
            return pay
    raise RoundError(f"{row.where}: dynamic: expected amounts such as $300")


def _recorded_ladder(wager: str, recorded: Part) -> Ladder:
    rungs = []
    for index, item in enumerate(recorded.items("rungs")):
        rung = Part(item, f"{recorded.where}: rungs[{index}]")
        rank = parse_rank(rung.text("rank")) if rung.has("rank") else 0
        kickers = tuple(parse_rank(each) for each in rung.text("kickers").split("/")) if rung.has("kickers") else ()
        rungs.append(Rung(rung.whole("players"), rung.text("label"), rung.text("category"), rank, kickers))
        try:
            _ = rungs[-1].lowest
        except (KeyError, ValueError):
            raise RoundError(f"{rung.where}: '{rungs[-1].label}' is not a five-card threshold") from None
    if [rung.players for rung in rungs] != list(range(1, len(rungs) + 1)):
        raise RoundError(f"{recorded.where}: rungs: expected every number of players once, from 1 upward")
    return Ladder(recorded.text("id"), wager, "document", tuple(rungs), (), "")
