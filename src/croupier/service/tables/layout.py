"""The felt of a game as data: its words, its spots, and the paytables printed beside them.

All of it comes from the game's own declaration, so a game from a stranger's folder has a felt as well. Words that a
document prints on its layout are in the game's rules; where there are none, the drawing is ours and says so.
"""

from __future__ import annotations

from typing import Literal, cast

from croupier.cards.shuffle import SystemSource
from croupier.play.dynamic import draw_for_round
from croupier.play.game import Game
from croupier.play.roundfile import RoundFile
from croupier.play.slots import Slot
from croupier.questions.sheet.wording import posted_rules
from croupier.records import Record
from croupier.rulebook.paytables import Paytable, posted_label
from croupier.rulebook.rules import Wager
from croupier.service.adjudicating import places
from croupier.table.seen import HasPot
from croupier.table.table import AnnouncedTable
from croupier.units.odds import NoPay, describe_pay

KINDS = ("base", "follow", "bonus", "jackpot")
MOST_ROWS = 9


class LayoutRow(Record):
    """A row of a paytable as it is posted."""

    event: str
    label: str
    pays: str


class LayoutSpot(Record):
    """A spot of the felt: a wager with its limits in cents, and its table."""

    wager: str
    title: str
    kind: Literal["base", "follow", "bonus", "jackpot"]
    text: str
    minimum: int
    maximum: int
    step: int
    paytable: str | None
    sample: bool
    rows: list[LayoutRow]
    requires: str | None
    note: str
    unit: str


class LayoutAward(Record):
    """What comes beside a wager without a spot of its own."""

    title: str
    text: str
    rows: list[LayoutRow]


class LayoutReading(Record):
    """How a question about the layout is read."""

    id: str
    question: str
    answer: str


class LayoutRule(Record):
    """A rule of play, and where it is from."""

    text: str
    cite: str


class FirstCards(Record):
    """How many cards lie before a player and before the dealer at first."""

    own: int
    dealer: int


class FeltLayout(Record):
    """What a page needs once to draw the felt of a table."""

    table: str
    game: str
    title: str
    summary: str
    edition: str | None
    configuration: str
    sample: bool
    samples: list[str]
    felt: str
    seats: int
    cards: FirstCards
    hands: int
    pot: bool
    features: list[str]
    decks: int
    words: list[str]
    spots: list[LayoutSpot]
    awards: list[LayoutAward]
    readings: list[LayoutReading]
    rulebook_hash: str
    bots: str
    rules: list[LayoutRule]


def felt_layout(plan: AnnouncedTable) -> FeltLayout:
    """What a page needs once to draw the felt."""
    game = plan.game
    configuration = plan.configuration
    rules = game.rules
    drawn = [
        _spot(plan, wager)
        for wager in rules.wagers
        if wager.kind in KINDS and (wager.kind in ("base", "follow") or wager.id in configuration.tables)
    ]
    printed = [rule for rule in rules.rules if rule.id in ("qualify", "felt") and configuration.is_in_force(rule)]
    return FeltLayout(
        table=plan.id,
        game=rules.name,
        title=rules.title,
        summary=rules.summary,
        edition=configuration.edition.title if len(rules.editions) > 1 else None,
        configuration=str(configuration),
        sample=configuration.uses_samples,
        samples=sorted(id for id in _table_ids(plan) if configuration.book.table(id).status == "sample"),
        felt=plan.felt,
        seats=plan.seats,
        cards=_first_cards(plan),
        hands=game.most_hands,
        pot=isinstance(game, HasPot),
        features=_features(plan),
        decks=configuration.decks,
        words=list(game.printed) or [rule.text.rstrip(".") for rule in printed[:1]],
        spots=drawn,
        awards=[
            LayoutAward(title=wager.title, text=wager.text, rows=_rows(game, wager.id))
            for wager in rules.wagers
            if wager.kind == "award" and wager.id in configuration.tables
        ],
        readings=[
            LayoutReading(id=reading.id, question=reading.question, answer=" ".join(reading.answer.split()))
            for reading in rules.interpretations
            if "layout" in reading.question
        ],
        rulebook_hash=configuration.rulebook_hash,
        bots=game.declares.bot.words,
        rules=[LayoutRule(text=words, cite=game.cites[rule.id]) for rule, words in posted_rules(configuration, "play")],
    )


def _features(plan: AnnouncedTable) -> list[str]:
    """What sets the table apart from one with the same wagers."""
    found = ["dealt by dice"] if plan.game.deals_by_dice else []
    found += ["pays drawn for each round"] if plan.game.dynamic_table else []
    meters = max((table.meters for table in plan.configuration.tables.values() if table.is_jackpot), default=0)
    return found + ([f"{meters} meters"] if meters > 1 else [])


def _first_cards(plan: AnnouncedTable) -> FirstCards:
    """How many cards lie before a player and before the dealer, for the places that are drawn before the deal."""
    base = plan.game.base_wager
    boosted = draw_for_round(SystemSource(), plan.game)
    entry = RoundFile("", {1: {base: plan.limits[base].minimum}}, {}, {}, dynamic=boosted)
    found = {Slot.parse(slot): size for slot, size in places(plan.game, entry).items()}
    own = sum(size for slot, size in found.items() if not slot.is_dealers and slot.holds_first_cards)
    return FirstCards(
        own=own, dealer=sum(size for slot, size in found.items() if slot.is_dealers and slot.holds_first_cards)
    )


def _table_ids(plan: AnnouncedTable) -> list[str]:
    configuration = plan.configuration
    return [table.id for table in configuration.tables.values()] + [each.id for each in configuration.ladders.values()]


def _spot(plan: AnnouncedTable, wager: Wager) -> LayoutSpot:
    game = plan.game
    table = plan.configuration.tables.get(wager.id)
    limit = plan.limits.get(wager.id)
    fixed = game.configuration.fixed_stake(wager.id) if wager.kind == "jackpot" else None
    return LayoutSpot(
        wager=wager.id,
        title=wager.title,
        kind=cast("Literal['base', 'follow', 'bonus', 'jackpot']", wager.kind),
        text=wager.text,
        minimum=fixed or (limit.minimum if limit else 0),
        maximum=fixed or (limit.maximum if limit and limit.maximum else 0),
        step=fixed or (limit.step if limit else 100),
        paytable=table.id if table else None,
        sample=table is not None and table.status == "sample",
        rows=_rows(game, wager.id) if table else [],
        requires=wager.requires,
        note=_printed_note(game, wager),
        unit=_unit(table),
    )


def _printed_note(game: Game, wager: Wager) -> str:
    """What a layout prints beside a spot for what may be put up after the cards, in base wagers."""
    base = game.rules.wager(game.base_wager).title
    widest = game.range_of(wager.id, 100) if wager.kind == "follow" else None
    if widest is None or widest.minimum == widest.maximum:
        return ""
    return f"{widest.minimum / 100:g}x–{widest.maximum / 100:g}x the {base}"


def _unit(table: Paytable | None) -> str:
    """How the pays of a table are to be read, where all of them are read alike, as in "to 1"."""
    pays = [describe_pay(row.pay) for row in table.rows if not isinstance(row.pay, NoPay)] if table else []
    ends = {words.partition(" ")[2] for words in pays}
    return ends.pop() if len(ends) == 1 else ""


def _rows(game: Game, wager: str) -> list[LayoutRow]:
    """What the table posts for a wager: fixed pays are those of this table's fixed wager, as they are settled."""
    configuration = game.configuration
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    return [
        LayoutRow(event=row.event, label=posted_label(row.label, setting), pays=describe_pay(row.pay))
        for row in table.at_wager(configuration.fixed_stake(wager)).rows
        if not isinstance(row.pay, NoPay)
    ][:MOST_ROWS]
