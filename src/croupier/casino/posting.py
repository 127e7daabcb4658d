"""What the display of a table posts: a pure function of the state of its links, their plans and the rulebook. A display
contains no rules; every pay comes from the game that settles it."""

import datetime
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, Literal, NamedTuple

from croupier.cards.cards import ACE, DECK, Card, parse_cards
from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.jackpot.book.reading import Display, display
from croupier.jackpot.entries import ENVIES, KeptAward
from croupier.jackpot.kinds.link import Layouts
from croupier.jackpot.plan.link_plan import NOTICE_ID, WASHINGTON, LinkPlan, TablePlan
from croupier.jackpot.state import LinkState
from croupier.play.game import Bonus, Game
from croupier.questions.sheet.wording import posted_rules
from croupier.records import Record, record_of, replace
from croupier.rulebook.interpretations import SEVERAL
from croupier.rulebook.rules import UNIT_CENTS, Paytable, Row, posted_label
from croupier.units import Fixed, MeterShare, NoPay, Pay, amount, bare_amount, describe_pay, format_odds

_HEARTS = 2
_FEW = 3  # Up to this many cards, all hands can be tried.


class RowExample(NamedTuple):
    """Cards that a row pays; the first ``own`` of them are the player's, the others the dealer's."""

    cards: tuple[Card, ...]
    own: int


_FOUND: Final[dict[tuple[object, ...], dict[str, RowExample]]] = {}  # By what an example depends on.


def examples(bonus: Bonus) -> dict[str, RowExample]:
    """By event, a hand that its row pays; an event for which none is found by trying has none."""
    table, setting = bonus.chart.table, bonus.chart.setting
    most_own, most_dealer = bonus.seen.own + bonus.seen.drawn, bonus.seen.dealer
    key = (table.id, table.family, tuple((row.event, row.pay) for row in table.rows), setting, most_own, most_dealer)
    if key in _FOUND:
        return _FOUND[key]
    found = _FOUND[key] = {}
    wanted = {row.event for row in table.rows if not isinstance(row.pay, NoPay)}
    for own, dealer in _hands(table, setting, most_own, most_dealer):
        row = table.grade(FAMILIES[table.family].classify(own, dealer, setting), setting)
        if row is not None and row.event not in found:
            found[row.event] = RowExample((*own, *dealer), len(own))
            if found.keys() == wanted:
                break
    return found


def _hands(
    table: Paytable, setting: Setting, most_own: int, most_dealer: int
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Hands worth trying, the easiest to read first."""
    family = FAMILIES[table.family]
    size = most_own + most_dealer
    if not family.whose_matters:
        for length in sorted(family.sizes, reverse=True):
            for high in (ACE - 1, ACE):
                run = [Card.of(rank, _HEARTS) for rank in range(high - length + 1, high + 1) if rank > 1]
                if len(run) == length <= size:
                    yield tuple(run[:most_own]), tuple(run[most_own:])
    if size > _FEW or size not in family.sizes:
        return
    ranks = dict.fromkeys((*setting.ranks, *range(ACE, 1, -1)))
    suits = dict.fromkeys((setting.suit, _HEARTS, 3, 1, 0))
    deck = [Card.of(rank, suit) for rank in ranks for suit in suits]
    # The dealer's cards begin with those unrelated to the player's.
    for cards in product(*[deck] * most_own, *[deck[::-1]] * most_dealer):
        if max(map(cards.count, cards)) <= setting.decks:
            yield cards[:most_own], cards[most_own:]


def cards_that_count(bonus: Bonus, own: Sequence[Card], dealer: Sequence[Card]) -> tuple[bool, ...]:
    """For each card, the player's and then the dealer's, whether it is among the fewest that make the hand; all are
    where the family cannot grade fewer."""
    cards = tuple(own) + tuple(dealer)
    family, setting = FAMILIES[bonus.chart.table.family], bonus.chart.setting
    hand = bonus.sees(tuple(own), tuple(dealer))
    if not family.whose_matters and len(cards) <= len(DECK):
        for size in (each for each in family.sizes if each < len(cards)):
            for part in combinations(range(len(cards)), size):
                if family.classify([cards[place] for place in part], (), setting) == hand:
                    return tuple(place in part for place in range(len(cards)))
    return (True,) * len(cards)


SCHEMA: Final = 1
NOT_APPROVED: Final = "Not approved equipment"
DEMONSTRATION: Final = "Demonstration only"  # Displays have no intelligence there (KIS-W Equipment).
_STOPPED: Final = {
    "not_live": "This jackpot is not open yet.",
    "link_ended": "This jackpot has ended. No more wagers on it are taken.",
}
_NO_WAGERS: Final = "No wagers on this jackpot are taken now. Ask the dealer."
_NOT_HERE: Final = "No wagers on this jackpot are taken at this table now. Ask the dealer."


class Linked(NamedTuple):
    """A link as a table sees it."""

    state: LinkState
    won: Sequence[int] = ()  # Numbers of awards won or approved recently enough to be shown, newest first.
    stopped: bool = False  # Whether its writer accepts nothing, though the state tells of no reason.


class DisplayMeter(Record):
    """A meter; it has a name where the jackpot has several levels."""

    level: int
    name: str
    cents: int


class DisplayRow(Record):
    """A paying row with an example; the first `own` cards are the player's, the others the dealer's."""

    event: str
    label: str
    cards: list[str]
    own: int
    pays: str
    beside: str
    boosted: bool  # Whether the pay was drawn for this round.


class DisplayNotice(Record):
    """The words that a House Jackpot's display must carry, verbatim, and where they are prescribed."""

    words: str
    cite: str


class PendingAward(Record):
    """An award that waits for approval; `whole` where it is a whole meter."""

    no: int
    words: str
    amount: str
    cents: int
    whole: bool


class WonCard(Record):
    """A card of a hand that won, and whether it made the hand."""

    card: str
    counts: bool


class WonAward(Record):
    """An award that was won just now."""

    no: int
    whole: bool
    title: str
    cents: int
    amount: str
    words: str
    hand: list[WonCard]


class DisplayJackpot(Record):
    """What a display posts of one jackpot."""

    link: str
    title: str
    type: Literal["house", "progressive"]
    unit: str
    sign: str
    meters: list[DisplayMeter]
    tells: str
    rows: list[DisplayRow]
    notes: list[str]
    notice: DisplayNotice | None
    pending: list[PendingAward]
    won: list[WonAward]
    stopped: str  # Why no wagers are taken; empty where they are.


class DisplayFace(Record):
    """What a display posts, without what changes with the clock."""

    schema: int
    table: str
    casino: str
    zone: str
    badges: list[str]
    jackpots: list[DisplayJackpot]


class DisplayTimes(Record):
    """The time of day at the table, when its figures were last known, and whether they are live."""

    clock: str
    heard: str
    live: bool


class DisplayRecord(DisplayFace):
    """What the display of a table shows now."""

    clock: str
    heard: str
    live: bool


class DisplayBeat(DisplayTimes):
    """A sign of life: what changes with the clock alone."""

    beat: Literal[True]


def display_at(face: DisplayFace, times: DisplayTimes) -> DisplayRecord:
    """What the display of a table shows at a time."""
    return record_of(DisplayRecord, face, clock=times.clock, heard=times.heard, live=times.live)


def face_of(table: str, links: Iterable[Linked], load: Layouts) -> DisplayFace:
    """The part that does not change with the clock."""
    found = [link for link in links if link.state.plan is not None and link.state.plan.table(table) is not None]
    plans = [each.state.plan for each in found if each.state.plan]
    is_play = any(plan.currency == "chips" for plan in plans)
    is_washington = any(plan.jurisdiction == WASHINGTON for plan in plans)
    badges = [*([DEMONSTRATION] if is_washington else []), *(["Play chips"] if is_play else []), NOT_APPROVED]
    return DisplayFace(
        schema=SCHEMA,
        table=table,
        casino=plans[0].casino if plans else "",
        zone=plans[0].time_zone if plans else "UTC",
        badges=badges,
        jackpots=[_jackpot(linked, table, load) for linked in found],
    )


def times(zone: str, now: int, heard: int, is_live: bool) -> DisplayTimes:
    """The time of day at the table, ``now``, and when the journal was last read, ``heard``, in milliseconds since
    1970."""
    clock, heard_at = _clock(now // 1000, zone, "%H:%M"), _clock(heard // 1000, zone, "%H:%M:%S")
    return DisplayTimes(clock=clock, heard=heard_at, live=is_live)


@lru_cache(64)
def _clock(at: int, zone: str, form: str) -> str:
    """Every screen of a house asks for the same second."""
    return datetime.datetime.fromtimestamp(at, zoneinfo.ZoneInfo(zone)).strftime(form)


def _jackpot(linked: Linked, table: str, load: Layouts) -> DisplayJackpot:
    state = linked.state
    plan = state.plan
    assert plan is not None
    placed = plan.table(table)
    assert placed is not None
    game = load(plan, placed.game)
    shown = display(state).stopped() if linked.stopped else display(state)
    open_round = state.rounds.get(table)
    dynamic = open_round.dynamic if open_round else {}
    is_play = plan.currency == "chips"
    hits = {hit.no: hit for hit in state.last_hits if hit.status in ("payable", "paid")}  # none that were taken back
    return DisplayJackpot(
        link=plan.id,
        title=plan.title,
        type=plan.type,
        unit="play chips" if is_play else "",
        sign="" if is_play else "$",
        meters=_meters(plan, placed, game, shown),
        tells=_tells(plan),
        rows=_rows(plan, placed, game, dynamic),
        notes=_notes(plan, placed, game),
        notice=_notice(plan, game),
        pending=[
            PendingAward(
                no=award.no,
                words=f"Award waits for approval: {award.label}, {_where(award)}",
                amount=amount(award.cents, plan.currency),
                cents=award.cents,
                whole=award.percent == "100",
            )
            for award in shown.pending
            if award.kind not in ENVIES
        ],
        won=[_won(hits[number], plan, load) for number in linked.won if number in hits],
        stopped=_stopped(shown, table),
    )


def _meters(plan: LinkPlan, placed: TablePlan, game: Game, shown: Display) -> list[DisplayMeter]:
    bonus = game.jackpot_sight(placed.wager).bonus
    several = len(plan.levels) > 1
    return [
        DisplayMeter(
            level=level.number,
            name=f"Level {level.number}: {_wins(bonus, level.number)}" if several else "",
            cents=shown.meters[level.number],
        )
        for level in plan.levels
    ]


def _wins(bonus: Bonus, level: int) -> str:
    """The hands that win a whole level, in the words of the table."""
    shares = [(row, row.pay) for row in bonus.chart.table.rows if isinstance(row.pay, MeterShare)]
    whole = [row for row, pay in shares if (pay.level or 1) == level and pay.percent == 100]
    return " or ".join(map(bonus.chart.label, whole))


def _tells(plan: LinkPlan) -> str:
    """What the meter does."""
    wager = amount(plan.base_wager_cents, plan.currency)
    if plan.type == "house":
        return f"Posted prize for a wager of {wager}" if plan.currency else f"Posted prize for a {wager} wager"
    every = f"every wager of {wager}" if plan.currency else f"every {wager} wager"
    tables = len(plan.tables)
    return f"Rises with {every} at {f'{tables} linked tables' if tables > 1 else 'this table'}"


def _rows(plan: LinkPlan, placed: TablePlan, game: Game, dynamic: Mapping[str, int]) -> list[DisplayRow]:
    """Every paying row, scaled to the base wager; a pay that was drawn for this round is marked."""
    face = face_rows(game, placed.wager, plan.currency)
    if not dynamic:
        return face
    drawn = {
        event: bare_amount(cents * plan.base_wager_cents // UNIT_CENTS, plan.currency)
        for event, cents in dynamic.items()
    }
    return [replace(row, pays=drawn[row.event], boosted=True) if row.event in drawn else row for row in face]


@lru_cache(512)
def face_rows(game: Game, wager: str, currency: str) -> list[DisplayRow]:
    """Every paying row of a jackpot wager as a display posts it, without what is drawn for a round."""
    configuration = game.configuration
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    shown = examples(game.jackpot_sight(wager).bonus)
    rows = []
    for row in table.at_wager(configuration.fixed_stake(wager)).rows:
        if isinstance(row.pay, NoPay):
            continue
        example = shown.get(row.event)
        rows.append(
            DisplayRow(
                event=row.event,
                label=posted_label(row.label, setting),
                cards=[str(card) for card in example.cards] if example else [],
                own=example.own if example else 0,
                pays=_pays(row.pay, currency),
                beside=_beside(row, currency),
                boosted=False,
            )
        )
    return rows


def _pays(pay: Pay, currency: str) -> str:
    match pay:
        case MeterShare(percent, None):
            return f"{format_odds(percent)} %"
        case MeterShare(percent, level):
            return f"{format_odds(percent)} % of level {level}"
        case Fixed(cents):
            return bare_amount(cents, currency)
        case _:
            return describe_pay(pay)


def _beside(row: Row, currency: str) -> str:
    """What comes beside a pay: the least and the most that it may be drawn as, and the envy."""
    said = []
    if row.dynamic:
        drawn = sorted((each for each in row.dynamic if isinstance(each, Fixed)), key=lambda each: each.cents)
        said.append(f"some rounds {_pays(drawn[0], currency)} to {_pays(drawn[-1], currency)}")
    if row.envy_cents is not None:
        said.append(f"envy {bare_amount(row.envy_cents, currency)}")
    return "; ".join(said)


def _notes(plan: LinkPlan, placed: TablePlan, game: Game) -> list[str]:
    """The notes at the foot, of a sentence or a few each."""
    wager = amount(plan.base_wager_cents, plan.currency)
    said = [f"For a wager of {wager}." if plan.currency else f"For a {wager} wager.", "The best hand only."]
    percent = game.configuration.tables[placed.wager].dealer_envy_percent
    if percent is not None:
        said.append(f"The dealer is given {format_odds(percent)} % beside a jackpot that is won whole.")
    # Several winners in one round, and a part beside a whole: what moves money between seats is posted.
    moving = {SEVERAL, "part-awards", "percent" if game.configuration.is_house_jackpot else SEVERAL}
    for rule, words in posted_rules(game.configuration, "jackpot"):
        if moving & set(rule.posting.features):
            said.append(words.replace("$", "") if plan.currency else words)
    if plan.notice and not _prescribed(game, plan):
        said.append(plan.notice)
    return said


def _notice(plan: LinkPlan, game: Game) -> DisplayNotice | None:
    """The words that a House Jackpot's display must carry, verbatim, and where they are prescribed."""
    found = _prescribed(game, plan)
    if found is None:
        return None
    words, cite = found
    return DisplayNotice(
        words=plan.notice if words in plan.notice else " ".join(filter(None, (words, plan.notice))), cite=cite
    )


def _prescribed(game: Game, plan: LinkPlan) -> tuple[str, str] | None:
    edition = game.configuration.edition.id
    for each in game.rules.notices if plan.type == "house" else ():
        if each.id == NOTICE_ID and edition in each.editions:
            return each.words, "; ".join(map(str, each.cites))
    return None


def _won(award: KeptAward, plan: LinkPlan, load: Layouts) -> WonAward:
    whole = award.percent == "100"
    several = len(plan.levels) > 1
    of = f"Jackpot of level {award.level}" if several else "Jackpot"
    hand, words = _hand(award, plan, load)
    return WonAward(
        no=award.no,
        whole=whole,
        title=f"{of} won" if whole else f"{award.percent} % of the {of[0].lower()}{of[1:]} won",
        cents=award.cents,
        amount=amount(award.cents, plan.currency),
        words=f"{words or award.label}, {_where(award)}",
        hand=hand,
    )


def _hand(award: KeptAward, plan: LinkPlan, load: Layouts) -> tuple[list[WonCard], str]:
    """The cards that won, those that made the hand marked, and the hand in words; a hand that was read has none."""
    placed = plan.table(award.table)
    if not award.cards or placed is None:
        return [], ""
    bonus = load(plan, placed.game).jackpot_sight(placed.wager).bonus
    own, dealer = parse_cards(award.cards), parse_cards(award.dealer) if award.dealer else ()
    counts = cards_that_count(bonus, own, dealer)
    words = bonus.describe(bonus.sees(own, dealer))
    hand = sorted(zip((*own, *dealer), counts, strict=True), key=lambda each: (not each[1], each[0].rank, each[0].suit))
    return [WonCard(card=str(card), counts=made) for card, made in hand], words


def _where(award: KeptAward) -> str:
    return f"table {award.table}, seat {award.seat}"


def _stopped(shown: Display, table: str) -> str:
    if not shown.accepts_wagers:
        return _STOPPED.get(shown.why_not, _NO_WAGERS)
    return _NOT_HERE if table in shown.stopped_tables else ""
