"""The felts: which tables the house opens, and each as data, with its words, spots and paytables. Wagers, editions and
tables come from the book, limits from the stakes' own rules, so a stranger's game has a felt as well."""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from croupier import catalogue, errors, records
from croupier.cards.shuffle import SeededSource
from croupier.play import round, stakes
from croupier.play.game import TABLE, Game, Slot
from croupier.questions.sheet.wording import line_words, posted_rows, posted_rules, posted_tables, printed_words
from croupier.rulebook.configuration import Configuration, Spec, configure
from croupier.rulebook.rules import GameRules, Ladder, Paytable, Wager
from croupier.table.bots import RULE, STRATEGIES
from croupier.table.seen import HasPot
from croupier.table.table import AnnouncedTable

CHIP = 100
BASE = (500, 20_000)
BONUS = (100, 10_000)
ROUNDS_TRIED = 12  # Rounds that show every place of a game: a third card is drawn in most of them.


def house_tables() -> list[AnnouncedTable]:
    """Every table of the house, in the order of the book."""
    plans: list[AnnouncedTable] = []
    numbers: dict[str, int] = {}
    for rules in catalogue.book().games.values():
        games = list(_games(rules))
        letter = rules.title[:1].upper()
        for game in games:
            numbers[letter] = numbers.get(letter, 0) + 1
            seats = game.configuration.edition.seats[1]
            plans.append(AnnouncedTable(f"{letter}{numbers[letter]}", game, limits_of(game), seats, rules.felt))
    return plans


def _games(rules: GameRules) -> Iterator[Game]:
    """A plain table, then for each edition one with a table for every wager it offers."""
    if not any(wager.kind == "base" for wager in rules.wagers):
        return
    try:
        plain = catalogue.load(catalogue.configuration(rules.name))
    except errors.CroupierError:
        return
    yield plain
    for edition in rules.editions:
        chosen = with_everything(rules, edition.id)
        if chosen is not None and chosen.tables.keys() != plain.configuration.tables.keys():
            yield catalogue.load(chosen)
    for shows in _SPECIAL:
        special = with_everything(rules, rules.editions[0].id, shows)
        if special is not None and any(map(shows, special.tables.values())):
            yield catalogue.load(special)


_SPECIAL: Final[Sequence[Callable[[Paytable | Ladder], bool]]] = (
    lambda table: isinstance(table, Paytable) and table.is_dynamic,
    lambda table: isinstance(table, Paytable) and table.meters > 1,
)
"""Tables that have a felt of their own: pays that are drawn for each round, meters of several levels."""


def with_everything(
    rules: GameRules, edition: str, first: Callable[[Paytable | Ladder], bool] = lambda _: False
) -> Configuration | None:
    """The edition with a table, if it has one of the kind asked for, for every wager that fits; dice if it may."""
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
            except errors.SpecError:
                continue
            settings = more
            break
    return chosen


def _by_dice(rules: GameRules, edition: str) -> dict[str, str]:
    """The setting under which the edition deals by dice, if it may."""
    base = {} if edition == rules.editions[0].id else {"edition": edition}
    for key in rules.keys:
        for value in key.values if key.kind == "choice" and edition in key.editions else ():
            with contextlib.suppress(errors.CroupierError):
                spec = Spec(rules.name, tuple(sorted((base | {key.id: value}).items())))
                if catalogue.load(configure(catalogue.book(), spec)).deals_by_dice:
                    return {key.id: value}
    return {}


def limits_of(game: Game) -> dict[str, stakes.Limit]:
    """Posted limits in whole chips; one stake for all where the game pools them."""
    found: dict[str, stakes.Limit] = {}
    for wager in game.wagers:
        rule = game.stake_rules[wager]
        step = math.lcm(rule.grain, CHIP)
        if rule.is_jackpot:
            continue
        if game.rules.wager(wager).kind == "base":
            low, high = (stakes.USUAL_AMOUNT, stakes.USUAL_AMOUNT) if game.rules.wager(wager).one_amount else BASE
        else:
            low, high = BONUS
        found[wager] = stakes.Limit(max(low, step), high, step)
    return found


KINDS = ("base", "follow", "bonus", "jackpot")


class LayoutRow(records.Record):
    """A row of a paytable as it is posted."""

    event: str
    label: str
    pays: str
    beside: str  # What comes beside the pay: the pays drawn for some rounds, the envy, whose reading it is.


class LayoutSpot(records.Record):
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


class LayoutAward(records.Record):
    """What comes beside a wager without a spot of its own."""

    title: str
    text: str
    rows: list[LayoutRow]


class LayoutReading(records.Record):
    """How a question about the layout is read."""

    id: str
    question: str
    answer: str


class LayoutRule(records.Record):
    """A rule of play, and where it is from."""

    text: str
    cite: str


class FirstCards(records.Record):
    """How many cards lie before a player and before the dealer at first, and come to each place that the game names."""

    own: int
    dealer: int
    places: dict[str, int]


class TableSign(records.Record):
    """What a table is called and plays, in the lobby and at the table."""

    game: str
    title: str
    summary: str
    edition: str | None
    configuration: str
    sample: bool
    felt: str
    features: list[str]


class FeltLayout(TableSign):
    """What a page needs once to draw the felt of a table."""

    table: str
    samples: list[str]
    seats: int
    cards: FirstCards
    hands: int
    pot: bool
    decks: int
    words: list[str]
    spots: list[LayoutSpot]
    awards: list[LayoutAward]
    readings: list[LayoutReading]
    game_hash: str
    bots: str
    rules: list[LayoutRule]


def felt_layout(plan: AnnouncedTable) -> FeltLayout:
    game = plan.game
    configuration = plan.configuration
    rules = game.rules
    ids = [*(table.id for table in configuration.tables.values()), *(one.id for one in configuration.ladders.values())]
    drawn = [
        _spot(plan, wager)
        for wager in rules.wagers
        if wager.kind in KINDS and (wager.kind in ("base", "follow") or wager.id in configuration.tables)
    ]
    return records.record_of(
        FeltLayout,
        rules,
        table=plan.id,
        game=rules.name,
        edition=configuration.edition.title if len(rules.editions) > 1 else None,
        configuration=str(configuration),
        sample=configuration.uses_samples,
        samples=sorted(id for id in ids if configuration.book.table(id).status == "sample"),
        felt=plan.felt,
        seats=plan.seats,
        cards=_first_cards(game),
        hands=game.most_hands,
        pot=isinstance(game, HasPot),
        features=_features(plan),
        decks=configuration.decks,
        words=[
            *printed_words(configuration),
            *(line_words(configuration, wager) for wager in rules.wagers if wager.lies == "line"),
        ],
        spots=drawn,
        awards=[
            records.record_of(LayoutAward, wager, rows=_rows(configuration, wager.id))
            for wager in rules.wagers
            if wager.kind == "award" and wager.id in configuration.tables
        ],
        readings=[
            records.record_of(LayoutReading, reading, answer=" ".join(reading.answer.split()))
            for reading in rules.interpretations
            if "layout" in reading.question
        ],
        game_hash=configuration.game_hash,
        bots=RULE.words_for(game),
        rules=[LayoutRule(text=words, cite=game.cites[rule.id]) for rule, words in posted_rules(configuration, "play")],
    )


def _features(plan: AnnouncedTable) -> list[str]:
    """What sets the table apart from one with the same wagers."""
    found = ["dealt by dice"] if plan.game.deals_by_dice else []
    found += ["pays drawn for each round"] if plan.game.dynamic_table else []
    meters = max((table.meters for table in plan.configuration.tables.values() if table.is_jackpot), default=0)
    return found + ([f"{meters} meters"] if meters > 1 else [])


def _first_cards(game: Game) -> FirstCards:
    """For the places that are drawn before the deal, from a few rounds in which the player stays to the end."""
    wagers = {1: game.completed({game.base_wager: game.stake_rules[game.base_wager].grain})}
    counts: dict[Slot, int] = {}
    for seed in range(ROUNDS_TRIED):
        source = SeededSource(f"felt {seed}")
        played = round.Round.start(game, wagers, seed=f"felt {seed}")
        while (turn := played.asked) is not None:
            played.act(STRATEGIES["careful"].decide(game, played.state, turn, source))
        for dealt in played.state.dealt:
            counts[dealt.slot] = max(counts.get(dealt.slot, 0), len(dealt.cards))
    return FirstCards(
        own=sum(count for slot, count in counts.items() if slot.seat == 1 and slot.holds_first_cards),
        dealer=sum(count for slot, count in counts.items() if slot.is_dealers and slot.holds_first_cards),
        places={str(slot): count for slot, count in counts.items() if slot.seat == TABLE},
    )


def _spot(plan: AnnouncedTable, wager: Wager) -> LayoutSpot:
    game = plan.game
    table = plan.configuration.tables.get(wager.id)
    limit = plan.limits.get(wager.id)
    fixed = game.configuration.fixed_stake(wager.id) if wager.kind == "jackpot" else None
    return records.record_of(
        LayoutSpot,
        wager,
        wager=wager.id,
        minimum=fixed or (limit.minimum if limit else 0),
        maximum=fixed or (limit.maximum if limit and limit.maximum else 0),
        step=fixed or (limit.step if limit else 100),
        paytable=table.id if table else None,
        sample=table is not None and table.status == "sample",
        rows=_rows(plan.configuration, wager.id) if table else [],
        note=_printed_note(game, wager),
        unit=_unit(plan.configuration, wager.id),
    )


def _printed_note(game: Game, wager: Wager) -> str:
    """What a layout prints beside a spot for what may be put up after the cards, in base wagers."""
    base = game.rules.wager(game.base_wager).title
    widest = game.range_of(wager.id, 100) if wager.kind == "follow" else None
    if widest is None or widest.minimum == widest.maximum:
        return ""
    return f"{widest.minimum / 100:g}x–{widest.maximum / 100:g}x the {base}"


def _unit(configuration: Configuration, wager: str) -> str:
    """How the pays of a table are to be read, where all of them are read alike, as in "to 1"."""
    table = next((table for table in posted_tables(configuration) if table.wager.id == wager), None)
    return table.unit if table and table.wager.kind != "jackpot" else ""


def _rows(configuration: Configuration, wager: str) -> list[LayoutRow]:
    """What the table posts for a wager: fixed pays are those of this table's fixed wager, as they are settled."""
    return [records.record_of(LayoutRow, row) for row in posted_rows(configuration, wager)]
