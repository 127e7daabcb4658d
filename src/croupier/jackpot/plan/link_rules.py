"""What the rules ask of a plan: each rule is a function that yields its breaches, with its citation. Whether winning
hands are equally likely comes as values: nothing here computes a probability."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from itertools import chain
from typing import Final, NamedTuple, ParamSpec

from croupier.errors import BadInput
from croupier.jackpot.plan.link_plan import MILLION, TYPE_KEY, CasinoPlan, LinkPlan, TablePlan
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import parse_spec
from croupier.units.money import dollars

WASHINGTON: Final = "washington"
NOTICE_ID: Final = "house-jackpot"
MOST_SENSORS: Final = 2  # A Washington layout carries two jackpot games at most.
SMALL_PRIZE: Final = 100_000  # Cents. Approval may begin there however small the jackpot is.
LONGEST_ODDS: Final = 100_000_000  # New Jersey: not longer than 100 million to one.
NOT_APPROVED: Final = "this software is not approved equipment"
PLAY_CHIPS: Final = "Play chips: no amount here is money, and none can be exchanged for money."
"""Printed on every display, report and prize record of a link whose plan says ``currency = "chips"``."""
PLAY_TABLES: Final = "The play tables of this house"  # The casino that the plans of the play tables name.

_KIS_W: Final = "KIS-W House and Progressive Jackpots"

Chance = tuple[Hashable, Fraction]  # What wins a level, comparable, and how likely it is.
Chances = Mapping[str, Mapping[int, Chance]]  # By table, then by level.
Said = tuple[str, str, str]  # Where a rule is broken, what is wrong there, and what to do.
_P = ParamSpec("_P")


class Breach(NamedTuple):
    """A rule that a plan breaks."""

    rule: str
    cite: str
    where: str  # The key in the file, as in tables[3].sensors; of a jackpot's own keys within the jackpot.
    problem: str
    hint: str


class LinkRefused(BadInput):
    """Tables that may not play for one jackpot."""

    def __init__(self, link: str, breach: Breach) -> None:
        self.breach = breach
        super().__init__(f"jackpot {link}: {breach.problem} ({breach.cite})", hint=breach.hint)


def rule(cite: str) -> Callable[[Callable[_P, Iterator[Said]]], Callable[_P, Iterator[Breach]]]:
    """A rule by the name of its function, and where it is written."""

    def cited(says: Callable[_P, Iterator[Said]]) -> Callable[_P, Iterator[Breach]]:
        @wraps(says)
        def breaches_of(*given: _P.args, **named: _P.kwargs) -> Iterator[Breach]:
            for said in says(*given, **named):
                yield Breach(says.__name__, cite, *said)

        return breaches_of

    return cited


# Of one link


@rule(_KIS_W)
def house_and_progressive_never_linked(link: LinkPlan) -> Iterator[Said]:
    """A jackpot is of one type, and every table that plays for it is laid out for that type."""
    for table in link.tables:
        laid_out = dict(parse_spec(table.game).settings).get(TYPE_KEY, "progressive")
        if laid_out != link.type:
            told = f"{table.id} is laid out for a {laid_out} jackpot and {link.id} is a {link.type} one"
            yield f"table {table.id}.game", told, "house and progressive jackpots are never linked"


@rule("WAC 230-15-671")
def a_house_meter_never_rises(link: LinkPlan) -> Iterator[Said]:
    """Its amount is posted, so it has neither rates nor a limit."""
    for place, level in enumerate(link.levels):
        if link.type == "house" and (level.increment_ppm or level.reserve_ppm or level.limit_cents is not None):
            told = f"{link.id} is a House Jackpot: its display does not rise with wagers"
            yield f"levels[{place}].increment_ppm", told, "a house level has its posted amount and nothing else"


@rule("WAC 230-15-671")
def a_house_prize_is_paid_to_each_in_full(link: LinkPlan) -> Iterator[Said]:
    if link.type == "house" and link.simultaneous != "full":
        told = f"{link.id} is a House Jackpot: each winner is paid the posted prize, not '{link.simultaneous}'"
        yield "simultaneous", told, "leave simultaneous out"


@rule("WAC 230-15-671")
def a_progressive_rises_with_every_wager(link: LinkPlan) -> Iterator[Said]:
    for place, level in enumerate(link.levels):
        if link.type == "progressive" and not level.increment_ppm:
            told = f"level {level.number} of {link.id} would never rise"
            yield f"levels[{place}].increment_ppm", told, "a progressive takes at least one millionth of each wager"


@rule("WAC 230-15-671")
def rates_are_at_most_the_wager(link: LinkPlan) -> Iterator[Said]:
    """Increments and reserves of all levels come out of one wager."""
    total = sum(level.increment_ppm + level.reserve_ppm for level in link.levels)
    if total > MILLION:
        told = f"the rates of {link.id} add up to {total:,} parts per million, more than the wager"
        yield "levels", told, "increments and reserves of all levels together are at most 1000000"


@rule("WAC 230-15-685(4)")
def a_limit_is_never_below_the_amount(link: LinkPlan) -> Iterator[Said]:
    """When a limit is imposed the meter shows its beginning amount, and later its reseed."""
    for place, level in enumerate(link.levels):
        shown = max(level.beginning_cents, level.seed_cents, level.reseed_cents)
        if level.limit_cents is not None and level.limit_cents < shown:
            told = f"a limit of {dollars(level.limit_cents)} is below {dollars(shown)}, which the meter shows"
            yield f"levels[{place}].limit", told, "the limit is at least seed, reseed and beginning amount"


@rule("WAC 230-15-685(5)")
def linked_tables_share_a_location(link: LinkPlan) -> Iterator[Said]:
    """Washington's law. The first table that is elsewhere."""
    first, *others = link.tables
    for table in others:
        if table.location != first.location:
            told = f"{first.id} is in {first.location} and {table.id} in {table.location}"
            yield f"table {table.id}.location", told, "tables are linked within one licensed location"
            return


@rule("25 CFR 543.12")
def a_whole_meter_is_approved(link: LinkPlan) -> Iterator[Said]:
    """Nobody switches approval off by a plan: whoever reports a jackpot never pays it alone."""
    most = max(SMALL_PRIZE, *(level.seed_cents for level in link.levels))
    later = [threshold for threshold in link.thresholds if threshold.begins > link.first_day]
    for threshold in (link.threshold(link.first_day), *later):
        asks = threshold.approval_cents
        told = f"from {threshold.begins or link.first_day} on "
        if asks is None:
            told += f"no award of {link.id} needs approval"
        elif asks > most:
            told += f"awards of {link.id} need approval from {dollars(asks)}, beyond the seed of any meter"
        else:
            continue
        hint = "write approval into every set of thresholds, at most the seed of the largest meter"
        yield "thresholds.approval", told, hint
        return


@rule("KIS-W House and Progressive Jackpot Definition")
def a_house_display_carries_the_notice(link: LinkPlan, book: Book) -> Iterator[Said]:
    """The words that the law prescribes for a House Jackpot."""
    for table in link.tables if link.type == "house" else ():
        words = statutory_notice(book, table)
        if words and words not in link.notice:
            told = f"the display of {link.id} at {table.id} lacks the words that a House Jackpot must carry"
            yield "notice", told, "leave notice out: the rulebook's words are taken"
            return


def statutory_notice(book: Book, table: TablePlan) -> str | None:
    """The words that a House Jackpot display must carry at this table, where its edition prescribes any."""
    spec = parse_spec(table.game)
    rules = book.game(spec.name)
    edition = dict(spec.settings).get("edition", rules.editions[0].id)
    return next(
        (notice.words for notice in rules.notices if notice.id == NOTICE_ID and edition in notice.editions), None
    )


@rule("WAC 230-15-685(6), or a level is posted as one hand")
def same_winning_hand(link: LinkPlan, chances: Chances) -> Iterator[Said]:
    """The first level that is won by another hand at another table."""
    first, *others = link.tables
    for table in others:
        for level, (hand, _) in chances[first.id].items():
            if chances[table.id].get(level, (None, None))[0] != hand:
                told = f"level {level} is not won by the same hand at {first.id} and at {table.id}"
                yield "tables", told, f"{first.id} plays {first.game}, {table.id} plays {table.game}"
                return


@rule("WAC 230-15-685(6)")
def same_probability(link: LinkPlan, chances: Chances) -> Iterator[Said]:
    """The first level that is won with another chance at another table, compared as fractions."""
    first, *others = link.tables
    for table in others:
        for level, (_, chance) in chances[first.id].items():
            other = chances[table.id][level][1]
            if other != chance:
                told = f"level {level} is won {_one_in(chance)} at {first.id} and {_one_in(other)} at {table.id}"
                yield "tables", told, f"{first.id} plays {first.game}, {table.id} plays {table.game}"
                return


# Of a table, and of the whole plan


@rule(_KIS_W)
def one_type_per_table(table: str, types: Mapping[str, str]) -> Iterator[Said]:
    """``types`` are those of the jackpots that the table plays for."""
    if len(set(types.values())) > 1:
        told = ", ".join(f"{jackpot} ({kind})" for jackpot, kind in types.items())
        hint = "all jackpots of a table are of one type; take the table off the other link first"
        yield "sensors", f"{table} mixes house and progressive jackpots: {told}", hint


@rule(_KIS_W)
def one_jackpot_per_sensor(table: str, wagers: Mapping[str, str]) -> Iterator[Said]:
    """A sensor reads one wager, so no two jackpots of a table may ask for the same one (reading K25)."""
    served: dict[str, str] = {}
    for jackpot, wager in wagers.items():
        if wager in served:
            told = f"the sensor of {wager} at {table} would serve {served[wager]} and {jackpot}"
            yield "sensors", told, "a sensor serves one jackpot; the second of a layout names the second sensor's wager"
        served[wager] = jackpot


@rule(_KIS_W)
def at_most_two_sensors_in_washington(table: str, count: int) -> Iterator[Said]:
    """Where the plan or the table's edition is Washington's."""
    if count > MOST_SENSORS:
        told = f"{table} has {count} jackpot sensors; a Washington layout has two at most"
        yield "sensors", told, "move a jackpot to another table"


@rule("25 CFR 543.12")
def two_people_can_approve(plan: CasinoPlan | LinkPlan) -> Iterator[Said]:
    """Dual control needs two who may put a plan forward and approve it."""
    if sum(person.role == "supervisor" for person in plan.people) < 2:
        told = "two people approve a jackpot before it goes live, and fewer are named"
        yield "people", told, "name at least two whose role is supervisor"


OF_METERS: Final = (a_house_meter_never_rises, a_progressive_rises_with_every_wager, rates_are_at_most_the_wager)
"""What the books themselves ask of every plan that is put forward."""
OF_A_LINK: Final = (
    house_and_progressive_never_linked,
    a_house_prize_is_paid_to_each_in_full,
    *OF_METERS,
    a_limit_is_never_below_the_amount,
    a_whole_meter_is_approved,
)


def breaches(plan: CasinoPlan, book: Book) -> Iterator[Breach]:
    """Every rule that the plan breaks, as far as the file alone can show it, with the place in the file."""
    for place, table in enumerate(plan.tables):
        laid_out = {jackpot: plan.links[jackpot].table(table.id) for jackpot in table.sensors}
        wagers = {name: own.wager if own else plan.jackpot(name).wager for name, own in laid_out.items()}
        broken = [*one_type_per_table(table.id, {jackpot: plan.links[jackpot].type for jackpot in table.sensors})]
        if WASHINGTON in (plan.jurisdiction, dict(parse_spec(table.game).settings).get("edition")):
            broken += at_most_two_sensors_in_washington(table.id, len(table.sensors))
        broken += one_jackpot_per_sensor(table.id, wagers)
        yield from (breach._replace(where=f"tables[{place}].sensors") for breach in broken)
    places = {f"table {table.id}": f"tables[{place}]" for place, table in enumerate(plan.tables)}
    for place, jackpot in enumerate(plan.jackpots):
        link = plan.links[jackpot.id]
        broken = [breach for rule in OF_A_LINK for breach in rule(link)]
        broken += linked_tables_share_a_location(link) if plan.jurisdiction == WASHINGTON else ()
        for breach in [*broken, *a_house_display_carries_the_notice(link, book)]:
            about, dot, key = breach.where.rpartition(".")
            if about in places:
                yield breach._replace(where=f"{places[about]}{dot}{key}")
            elif breach.where.startswith("thresholds"):
                yield breach
            else:
                yield breach._replace(where=f"jackpots[{place}].{breach.where}")
    yield from two_people_can_approve(plan) if plan.links else ()


# What is refused when a plan is put forward


def refuse(link: LinkPlan, *broken: Iterable[Breach]) -> None:
    """LinkRefused for the first breach, if there is one."""
    for breach in chain.from_iterable(broken):
        raise LinkRefused(link.id, breach)


def check_terms(link: LinkPlan, book: Book) -> None:
    """Refuse a House Jackpot whose display lacks the words of the law, and real money that nobody would approve."""
    approved = a_whole_meter_is_approved(link) if link.currency != "chips" else ()
    refuse(link, a_house_display_carries_the_notice(link, book), approved)


def check_link(link: LinkPlan, chances: Chances) -> None:
    """Refuse tables that may not play for one jackpot: another hand wins it; in Washington, other place or odds."""
    in_washington = link.jurisdiction == WASHINGTON
    place, odds = linked_tables_share_a_location(link), same_probability(link, chances)
    refuse(link, place if in_washington else (), same_winning_hand(link, chances), odds if in_washington else ())


def check_floor(link: LinkPlan, others: Sequence[LinkPlan]) -> None:
    """Refuse a link whose tables play for other jackpots in a way that the rules of a layout do not allow, and one that
    is in other money than the rest of its book."""
    refuse(link, play_chips_and_money_never_meet(link, others))
    for table in link.tables:
        beside = {other.id: (other, shared) for other in [*others, link] if (shared := other.table(table.id))}
        refuse(
            link,
            one_type_per_table(table.id, {name: other.type for name, (other, _) in beside.items()}),
            one_jackpot_per_sensor(table.id, {name: own.wager for name, (_, own) in beside.items()}),
            at_most_two_sensors_in_washington(table.id, len(beside)) if link.jurisdiction == WASHINGTON else (),
        )


@rule("our own rule: play tables have a book of their own")
def play_chips_and_money_never_meet(link: LinkPlan, others: Iterable[LinkPlan]) -> Iterator[Said]:
    names = {"": "US dollars", "chips": "play chips"}
    for other in others:
        if other.currency != link.currency:
            told = f"{link.id} is in {names[link.currency]}, and {other.id} of the same book in {names[other.currency]}"
            yield "casino.currency", told, "keep the play tables in a book of their own"
            return


def is_of_play_tables(link: LinkPlan) -> bool:
    """Whether the house itself deals the tables of a link. Nobody else may work them."""
    return link.currency == "chips" and link.casino == PLAY_TABLES


# What whoever configures the plan is told


def warnings(plan: CasinoPlan, chances: Mapping[str, Chances] | None = None) -> list[str]:
    """Nothing here stops a plan. ``chances`` are by jackpot, where known."""
    told = []
    if plan.jurisdiction == WASHINGTON and plan.jackpots:
        told.append(f"{NOT_APPROVED}: in Washington jackpots run on the maker's own system (KIS-W Equipment)")
    for link in plan.links.values():
        known = (chances or {}).get(link.id, {})
        for level, (_, chance) in next(iter(known.values()), {}).items():
            if chance and chance < Fraction(1, LONGEST_ODDS):
                odds = f"level {level} of {link.id} is won {_one_in(chance)}"
                told.append(f"{odds}: longer than 100 million to one (NJ 13:69D-1.52)")
        if link.jurisdiction != WASHINGTON:
            told += _refused_in_washington(link, known)
    return told


def _refused_in_washington(link: LinkPlan, chances: Chances) -> Iterator[str]:
    """What a link elsewhere has that Washington's law forbids; its own regulator decides."""
    own = "; an inter-casino link is Nevada Reg. 5.112's" if link.jurisdiction == "nevada" else ""
    for breach in linked_tables_share_a_location(link):
        yield f"{link.id}: {breach.problem}: Washington refuses such a link ({breach.cite}){own}"
    for breach in same_probability(link, chances) if chances else ():
        yield f"{link.id}: {breach.problem}: Washington refuses such a link ({breach.cite})"


def why_not_live(plan: CasinoPlan | LinkPlan) -> str | None:
    """What a live link still lacks, in words; None where it may go live."""
    if plan.jurisdiction == WASHINGTON and not plan.approval.strip():
        return f"{NOT_APPROVED}, and no approval is on record: a live link in Washington demands one"
    return None


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.6g}" if chance else "never"
