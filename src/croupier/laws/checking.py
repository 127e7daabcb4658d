"""Everything that is asked of one game, in order: that it loads, its rulings, its hands, and the laws.

``check_game`` continues after a mistake, so that one run names them all. ``python -m croupier.laws.checking DIR ROUNDS
SECONDS`` checks one folder in a process of its own and prints each check as a line of JSON. A game that never answers
is interrupted by an alarm, which names the line where it was; if even that does not help, whoever started it kills it.

In a rulings.md each level-2 heading is one situation, with the round as it happened and what is owed; ``problems``
plays a ruling and lists what differs. The format is for a floor supervisor, not for a programmer. A ``round`` block
says who staked what and which cards came, an ``owed`` block lists every settlement line, or the words with which the
round is refused.

The laws of what exact believes: it sees and grades what play pays, a family of hands is what it says, and a fast solver
finds what the tree finds. A wager declares which cards it sees. Rounds dealt by the play driver are graded again from
those cards alone, by the family's own classifier and the table's rows: the result must be the line or the claim that
the game's settlement wrote. And the exact counters must find, on decks small enough to deal, what dealing the declared
cards finds.
"""

import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

from croupier import catalogue
from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Family, Setting
from croupier.cards.shuffle import SeededSource, draw, shuffle
from croupier.errors import BadInput, CroupierError, LawBroken, MissingPart, RulebookError, SpecError
from croupier.exact.counting import rows, spaces
from croupier.exact.distribution import Distribution
from croupier.exact.tree import expected_settlements, solve_tree, whole_stakes
from croupier.laws.rounds import LAWS, Played, SeatedTable, play_out, random_table, seated
from croupier.play import documents, round_records, roundfile
from croupier.play.game import TABLE, Cards, Game, Slot, State, net_of
from croupier.play.streets import Deal, Streets
from croupier.questions.solved.solutions import NONE, solver_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Row, Wager
from croupier.rulebook.sights import Seen, seen_by
from croupier.rulebook.strangers import RUN_THE_CHECKS, game_folders

SIGHT_LAW: Final = "exact sees what play pays"
_GRADED: Final = ("bonus", "jackpot", "award")
_MOST_DEALS: Final = 20_000  # Deals of the small packs on which counters are held to plain dealing.


def graded_wagers(name: str) -> Iterator[tuple[str, Wager, Configuration]]:
    """Every edition, wager and table of a game that is graded on cards, each as a configuration of its own."""
    book = catalogue.book()
    rules = book.game(name)
    for wager in rules.wagers:
        if wager.kind not in _GRADED:
            continue
        for edition, tables in wager.tables:
            for table in tables:
                # A table may need a number of decks beside it.
                decks = book.paytable(table).decks if "decks" in {key.id for key in rules.keys} else ()
                for settings in ("", *(f", decks={count}" for count in decks)):
                    first = f"{wager.beside}={table}, " if wager.beside else ""
                    spec = f"{name}(edition={edition}, {first}{wager.id}={table}{settings})"
                    try:
                        yield edition, wager, catalogue.configuration(spec)
                    except SpecError:
                        continue
                    break
                else:
                    raise LawBroken(SIGHT_LAW, f"{name}({wager.id}={table})", "no configuration offers the table")


def graded_alike(configuration: Configuration, wager: Wager, rounds: int, seed: str) -> int:
    """Play rounds with this wager on every seat and grade each again; how many lines and claims were compared."""
    game = catalogue.load(configuration)
    compared = 0
    for number in range(rounds):
        source = SeededSource(f"{seed}/{configuration}/{number}")
        table = SeatedTable(game, seated(game, source, always=(wager.id,)), f"{seed}/{number}")
        played = play_out(table, source)
        compared += sum(_compare(played, wager, seat) for seat in table.wagers)
    return compared


def _compare(played: Played, wager: Wager, seat: int) -> bool:
    """Whether there was a line or a claim to compare; LawBroken where it is not what the cards give."""
    game, state = played.table.game, played.round.state
    settled = game.turn(state)
    lines = [line for line in getattr(settled, "lines", ()) if (line.seat, line.wager) == (seat, wager.id)]
    claims = [bet for bet in getattr(settled, "jackpots", ()) if (bet.seat, bet.wager) == (seat, wager.id)]
    if not lines and not claims and wager.kind == "award" and not _earned(played, wager, seat):
        return False
    row = regrade(game.configuration, wager.id, state, seat)
    if claims:
        found, expected = [bet.row for bet in claims], [row]
        agrees = found == expected
    else:
        base = state.base(seat)
        paid_on = base if wager.kind == "award" else int(played.table.wagers[seat][wager.id])
        lost = 0 if wager.kind == "award" else -paid_on
        net = net_of(row, paid_on) if row else lost
        agrees = [(line.event, line.net) for line in lines] == (
            [] if row is None and wager.kind == "award" else [(row.event if row else None, net)]
        )
    if not agrees:
        wrote = [f"{line.event} {line.net}" for line in lines] + [str(bet.row and bet.row.event) for bet in claims]
        raise LawBroken(
            SIGHT_LAW,
            str(played.table),
            f"seat {seat}: {wager.id} was settled as {', '.join(wrote) or 'nothing'}, but its declared cards are "
            f"{row.event if row else 'a losing hand'}",
            hint=f"the cards: sees of {wager.id} in rules.toml; the settlement: game.py",
        )
    return True


def _earned(played: Played, wager: Wager, seat: int) -> bool:
    """Whether the seat put up what an award asks for."""
    game = played.table.game
    return any(
        decision.seat == seat and decision.amount and game.wager_of(decision.action) == wager.requires
        for decision in played.round.state.decisions
    )


def regrade(configuration: Configuration, wager: str, state: State, seat: int) -> Row | None:
    """The row that the declared cards of a wager reach, found without the game's own settlement."""
    seen = seen_by(configuration.rules, wager)
    own = _cards(state, seat, "")[: seen.own]
    drawn = tuple(card for part in ("draw", "drawn") for card in _cards(state, seat, part))[: seen.drawn]
    dealer = tuple(card for dealt in state.dealt if dealt.slot.is_dealers for card in dealt.cards)[: seen.dealer]
    shown = tuple(
        card
        for place in seen.places
        for dealt in state.dealt
        if dealt.slot == Slot(TABLE, place)
        for card in dealt.cards
    )[: seen.shown]
    if len(own) + len(drawn) + len(shown) + len(dealer) < seen.size:
        lie = [lot for lot in state.dealt if lot.slot.seat == seat or lot.slot.is_dealers]
        places = ", ".join(f"{len(lot.cards)} in '{lot.slot}'" for lot in lie) or "no card was dealt"
        raise LawBroken(
            SIGHT_LAW,
            str(configuration),
            f"seat {seat}: {wager} sees {seen}, but the round ended before they were dealt: {places}",
            hint=f"in sees of {wager}, own counts cards of 'seat {seat}', drawn those of 'seat {seat} draw'",
        )
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    return table.grade(FAMILIES[seen.family].classify((*own, *drawn, *shown), dealer, setting), setting)


def _cards(state: State, seat: int, part: str) -> Cards:
    return tuple(
        card for dealt in state.dealt if dealt.slot.seat == seat and dealt.slot.part == part for card in dealt.cards
    )


def counted_alike(configuration: Configuration, wager: str) -> bool:
    """Whether the wager can be counted, after holding its counter to plain dealing; a refusal must be by name."""
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    try:
        seen = seen_by(configuration.rules, wager)
        pack = spaces.pack_of(configuration.rules)
        rows.counted_classes(configuration, wager)
    except MissingPart as refused:
        if wager not in refused.message or configuration.name not in refused.message or not refused.hint:
            raise LawBroken(
                SIGHT_LAW, str(configuration), f"{wager} is refused without its name or a hint: {refused.message}"
            ) from None
        return False
    while len(pack.ranks) > 1 and spaces.deals(seen, setting, pack) > _MOST_DEALS:
        middle = len(pack.ranks) // 2
        pack = spaces.Pack(pack.ranks[:middle] + pack.ranks[middle + 1 :], pack.suits)
    if dict(spaces.class_counts(seen, setting, pack)) != dict(spaces.by_dealing(pack, seen, setting)):
        raise LawBroken(SIGHT_LAW, str(configuration), f"{wager}: the exact counter does not count its declared cards")
    return True


def every_row_reached(configuration: Configuration, wager: str) -> None:
    """Every row of the table is paid by some deal of this game's own deck."""
    for row in rows.count_wager(configuration, wager).rows:
        if not row.count:
            raise LawBroken(
                "every row can be hit",
                str(configuration),
                f"no deal reaches the row {row.row.event} of {configuration.tables[wager].id}",
                hint="a short deck lacks some hands: take the row out of paytables.toml",
            )


FAMILY_LAW: Final = "a family of hands is what it says"


def check_family(family: Family, pack: spaces.Pack, own: int, dealer: int, setting: Setting, hands: int) -> None:
    """Try the family on random hands of the cards that a wager sees."""
    if own + dealer not in family.sizes:
        raise _not_so(
            family,
            f"it is to rank {own + dealer} cards, and its sizes are {', '.join(map(str, family.sizes))}",
            hint="sizes counts the cards that classify takes, as in range(4, 7) for the best four of 4, 5 or 6",
        )
    listed = list(family.every_class(setting))
    known = set(listed)
    if len(known) < len(listed):
        raise _not_so(family, "every_class lists a class twice")
    for kind in listed:
        if family.category(kind) not in family.categories:
            raise _not_so(family, f"the category {family.category(kind)!r} of {kind} is not among its categories")
        if not family.describe(kind):
            raise _not_so(family, f"there are no words for {kind}")
    for name, event in family.events.items():
        if not any(event(kind, setting) for kind in listed):
            raise _not_so(family, f"no class reaches the event {name}")
    for number in range(hands):
        source = SeededSource(f"{family.name}/{number}")
        cards = draw(source, pack.cards * setting.decks, own + dealer)
        mine, theirs = cards[:own], cards[own:]
        found = family.classify(mine, theirs, setting)
        if found not in known:
            raise _not_so(family, f"{found} of {cards} is not among every_class")
        _same(family, found, shuffle(source, mine), theirs, setting, "the order of the cards")
        if not family.whose_matters:
            _same(family, found, (*mine, *theirs), (), setting, "whose cards they are")
        if not family.names_suits:
            left = list(pack.suits)
            suits = {suit: left.pop(source.below(len(left))) for suit in pack.suits}
            moved = [tuple(Card.of(card.rank, suits[card.suit]) for card in side) for side in (mine, theirs)]
            _same(family, found, moved[0], moved[1], setting, "the suits' names")


def _same(
    family: Family, found: Hashable, own: Sequence[Card], dealer: Sequence[Card], setting: Setting, what: str
) -> None:
    other = family.classify(own, dealer, setting)
    if other != found:
        raise _not_so(
            family,
            f"{what} may not matter, but {own} {dealer} is {other} and not {found}",
            hint="say whose_matters or names_suits in hands.py where they do",
        )


def _not_so(family: Family, what: str, hint: str | None = None) -> LawBroken:
    return LawBroken(FAMILY_LAW, f"family {family.name}", what, hint=hint)


REFEREE_LAW: Final = "its edge is that of the tree, on a small deck"
MOST_SETTLED: Final = 8_000  # Rounds that the tree settles: seconds.


def solved_by_streets(name: str) -> tuple[str, ...]:
    """The base wagers of a game that is solved by something else than the tree, on any deck."""
    game = catalogue.load(name)
    return game.rules.bases if game.declares.solver == "streets" else ()


def check_referee(name: str, wager: str) -> None:
    """Solve a base wager twice; LawBroken where distributions differ."""
    from croupier.exact.streets.compiling import compile_rules
    from croupier.exact.streets.kept import solve_rules

    game = catalogue.load(name).on(wager)
    game.deck = _small_deck(game)
    by_tree = solve_tree(game, [whole_stakes(game)]).distributions[1]
    solved = solve_rules(compile_rules(game)).distribution
    if _chances(by_tree) != _chances(solved):
        raise LawBroken(
            REFEREE_LAW,
            f"{name}, {len(game.deck)} cards",
            f"{wager}: the tree finds {by_tree.expectation}, the {game.declares.solver} solver {solved.expectation}",
            hint="a net must follow from the decisions and the classes that declares.ranks names",
        )


def _small_deck(game: Game) -> Cards:
    """The highest cards of two suits: as few as a round needs, and more while the tree is quick."""
    cards = sorted(game.deck, key=lambda card: (card.rank, card.suit), reverse=True)
    two = [card for card in cards if card.suit >= max(other.suit for other in cards) - 1] or cards
    deck = tuple(sorted(two[: game.most_cards(1)]))
    for size in range(len(deck) + 1, min(len(two), len(deck) + 4)):
        game.deck = tuple(sorted(two[:size]))
        if expected_settlements(game, game.open([whole_stakes(game)]), 40) > MOST_SETTLED:
            break
        deck = game.deck
    return deck


def _chances(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {net: Fraction(count, distribution.total) for net, count in distribution.counts if count}


_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MONEY = r"-?\d+\.\d\d"
_SETTLED = re.compile(rf"seat \d+ (?!net:)\w+: (?:win|lose|push|fold|bonus) {_MONEY}(?: \[.+\])?")
_AWARD = re.compile(rf"award (?:seat \d+|dealer) (?:meter|fixed|envy|dealer_envy): {_MONEY}")
_TOTAL = re.compile(rf"(?:seat \d+ net|house|meter \w+(?: \d)?): {_MONEY}")
_PLACE = re.compile(r"(?:(?:seat [1-9][0-9]?|dealer) )?[a-z]+(?: [1-9][0-9]?)?:(?: (?:10|[2-9TJQKA])[cdhs])+")
"""A place that a game names, such as the flop; one that it does not draw for is refused when the round is played."""
_METER = re.compile(r"(meter|seed) (\w+)(?: (\d))?: (\d+\.\d\d)")


_ROUND_LINES = (
    "as in 'seat 1: Kc 8d; ante 10.00; stay, raise 2x; draw 3h', 'dealer: Qd 7h 4s', 'dealer: up Qd, hole 7h', "
    "'flop: Qs 7h 2d', or 'seat 1 war: 9c'"
)
_OWED_LINES = "as in 'seat 1 ante: win 10.00 [MY-GAME 4]', 'seat 1 net: 10.00', 'house: -10.00', or 'refused: WORDS'"


class BadRuling(BadInput):
    """A line that does not follow the format; names file, heading and line."""


class Owed(NamedTuple):
    """What a ruling expects: the lines that say it, or the words with which the round is refused."""

    lines: tuple[str, ...] = ()
    refused: str | None = None


LARGEST = 2 << 20  # Bytes of a file of rulings: ten times what any game of ours has.


class Ruling(NamedTuple):
    """One ruling of a game's ``rulings.md``: the situation, its round, and what is owed."""

    game: str
    heading: str
    situation: str
    document: dict[str, object]
    owed: Owed

    def __str__(self) -> str:
        return f"{self.game}: {self.heading}"


def read_rulings(path: Path) -> list[Ruling]:
    """Every ruling of one file, in order."""
    game = path.parent.name.replace("_", "-")
    where = f"{path.parent.name}/{path.name}"
    if path.stat().st_size > LARGEST:
        raise BadRuling(f"{where}: is too large", hint=f"expected a file of {LARGEST >> 20} MB at most")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRuling(f"{where}: is not UTF-8 text", hint="save the file as UTF-8") from None
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return [_read_ruling(game, section) for section in sections]


def _read_ruling(game: str, section: str) -> Ruling:
    heading, _, body = section.partition("\n")
    where = f"{game}: {heading}"
    blocks = _BLOCK.findall(body)
    if [name for name, _ in blocks] != ["round", "owed"]:
        raise BadRuling(f"{where}: expected one block 'round' and then one block 'owed'")
    situation = body.partition("```")[0].strip()
    try:
        document = _read_round(where, blocks[0][1])
    except ValueError:
        # A number that is none, or a pair of words of which one is missing.
        raise BadRuling(f"{where}: its round cannot be read", hint=_ROUND_LINES) from None
    return Ruling(game, heading.strip(), situation, document, _read_owed(where, blocks[1][1]))


def _read_round(where: str, text: str) -> dict[str, object]:
    document: documents.Json = {"schema": 1, "seats": {}}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        value = value.strip()
        first, _, rest = key.partition(" ")
        if not colon:
            raise BadRuling(f"{where}: '{line}' has no colon")
        if meter := _METER.fullmatch(line):
            document.setdefault(f"{meter[1]}s", {}).setdefault(meter[2], {})[meter[3] or "1"] = meter[4]
        elif first == "seat" and " " not in rest:
            if rest in document["seats"]:
                raise BadRuling(f"{where}: seat {rest} appears twice")
            document["seats"][rest] = _read_seat(where, value)
        elif first == "limit":
            limits = document.setdefault("table", {}).setdefault("limits", {})
            limits[rest] = dict(part.split(" ") for part in value.split(", "))
        elif first == "dynamic":
            document.setdefault("dynamic", {})[rest] = value
        elif key == "dice":
            document.setdefault("dealing", {})["dice"] = [int(die) for die in value.split()]
        elif key in ("direction", "first", "order"):
            document.setdefault("dealing", {})[key] = value
        elif key == "dealer" and value.startswith("up "):
            document["dealer"] = dict(part.strip().split(" ", 1) for part in value.split(","))
        elif key in ("game", "dealer", "draws", "misdeal") and key not in document:
            document[key] = value
        elif _PLACE.fullmatch(line) and key not in document and key not in document.get("places", {}):
            document.setdefault("places", {})[key] = value
        else:
            raise BadRuling(f"{where}: '{line}' is not a line of a round", hint=_ROUND_LINES)
    return document


def _read_seat(where: str, text: str) -> dict[str, object]:
    cards, wagers, actions, *rest = [part.strip() for part in text.split(";")] + [""] * (2 - text.count(";"))
    seat: documents.Json = {"wagers": {}}
    if cards:
        seat["cards"] = cards
    for wager in filter(None, wagers.split(", ")):
        name, _, amount = wager.partition(" ")
        if name in seat["wagers"]:
            raise BadRuling(f"{where}: the wager {name} appears twice")
        seat["wagers"][name] = amount
    seat["actions"] = [action.strip() for action in actions.split(",") if action.strip()]
    if rest:
        word, _, drawn = rest[0].partition(" ")
        if word not in ("draw", "draws", "player") or len(rest) > 1:
            raise BadRuling(f"{where}: '{text}': expected 'draw CARDS' or 'draws 1 CARDS, 2 CARDS' as the last part")
        by_hand = word == "draws" and drawn[:1].isdigit() and drawn[1:2] == " "
        seat[word] = dict(part.strip().split(" ", 1) for part in drawn.split(",")) if by_hand else drawn
    return seat


def _read_owed(where: str, text: str) -> Owed:
    lines = text.splitlines()
    refused = next((line.removeprefix("refused: ") for line in lines if line.startswith("refused: ")), None)
    for line in lines:
        if not (line.startswith("refused: ") or any(kind.fullmatch(line) for kind in (_SETTLED, _AWARD, _TOTAL))):
            raise BadRuling(f"{where}: '{line}' is not a line of what is owed", hint=_OWED_LINES)
    if refused is None and not any(map(_SETTLED.fullmatch, lines)):
        raise BadRuling(f"{where}: nothing is owed and nothing refused")
    if refused is not None and len(lines) > 1:
        raise BadRuling(f"{where}: a round that is refused owes nothing")
    return Owed(tuple(lines) if refused is None else (), refused)


def problems(ruling: Ruling, load: Callable[[str], Game] = catalogue.load) -> list[str]:
    """What differs between a ruling and the settlement of its round; empty where they agree."""
    owed = ruling.owed
    try:
        game, _, settlement = roundfile.settle_file(ruling.document, load)
    except CroupierError as refused:
        if owed.refused is None:
            return [f"the round is refused: {refused.message}"]
        if refused.exit_status != 2 or owed.refused.casefold() not in str(refused).casefold():
            return [f"refused, but not with the words '{owed.refused}': {refused.message}"]
        return []
    if owed.refused is not None:
        return [f"not refused; expected the words '{owed.refused}'"]
    return [*_differences(owed.lines, round_records.settled(game, settlement))]


def _differences(lines: Sequence[str], record: round_records.SettlementRecord) -> Iterator[str]:
    """Every settled line must be listed, and every envy pay, which shows nowhere else; of the others what is listed."""
    left = [f"seat {line.seat} {line.wager}: {line.outcome} {line.net} [{line.cite}]" for line in record.settlements]
    for line in filter(_SETTLED.fullmatch, lines):
        same = next((other for other in left if other == line or other.startswith(f"{line} [")), None)
        if same is None:
            yield f"owed but not settled: {line}"
        else:
            left.remove(same)
    yield from (f"settled but not owed: {line}" for line in left)
    yield from (f"{line.wager}: no reason is given" for line in record.settlements if not line.why)
    listed = Counter(filter(_AWARD.fullmatch, lines))
    awards = Counter(
        f"award {'dealer' if award.seat == 'dealer' else f'seat {award.seat}'} {award.kind}: {award.amount}"
        for award in record.awards
    )
    yield from (f"listed but not awarded: {line}" for line in (listed - awards).elements())
    yield from (f"awarded but not listed: {line}" for line in (awards - listed).elements() if "envy" in line)
    totals = {f"seat {seat} net": own.net for seat, own in record.seats.items()} | {"house": record.house.net}
    totals |= {f"meter {wager} {level}": cents for wager, own in record.meters.items() for level, cents in own.items()}
    for line in filter(_TOTAL.fullmatch, lines):
        what, _, amount = line.partition(": ")
        key = f"{what} 1" if what.startswith("meter") and what.count(" ") == 1 else what
        found = totals.get(key, "nothing: nobody sits there" if what.startswith("seat") else "nothing")
        if found != amount:
            yield f"{what}: owed {amount}, settled {found}"


def uncited(ruling: Ruling) -> list[str]:
    """What a ruling cites that the book does not have; a ruling that cites nothing says so."""
    book = catalogue.book()
    readings = {reading.id for game in book.games.values() for reading in game.interpretations}
    brackets = re.findall(r"\[([^]]+)\]", " ".join(ruling.situation.split()))
    cites = [cite.strip() for group in brackets for cite in re.split("[,;]", group)]
    if not cites:
        return ["no citation or reading in brackets"]
    return [
        f"[{cite}] is neither a reading nor a document"
        for cite in cites
        if cite not in readings and cite.split(" ")[0] not in book.sources
    ]


FEWEST_RULINGS = 1


class Check(NamedTuple):
    """One thing that was asked of a game: what, and the problem, where there is one."""

    what: str
    problem: str | None = None


def check_game(name: str, folder: Path, rounds: int = 50) -> Iterator[Check]:
    """Every check of a game of the book, whose folder holds its rulings."""
    yield _tried("it can be dealt, and its solver is known", lambda: _loads(name))
    yield from _rulings(folder)
    yield from _hands(name)
    for number in range(rounds):
        broken = _one_round(name, f"{name}/{number}")
        if broken:
            yield broken
            break
    else:
        yield from (Check(f"{law}, in {rounds} random rounds") for law in ("every path ends", *LAWS))
    for base in solved_by_streets(name):
        yield _tried(f"{REFEREE_LAW}: {base}", partial(check_referee, name, base))
    for edition, wager, configuration in graded_wagers(name):
        what = f"{SIGHT_LAW}: {wager.id} on {configuration.tables[wager.id].id}, edition {edition}"
        yield _tried(what, partial(_sees, configuration, wager, min(rounds, 25)))


def _sees(configuration: Configuration, wager: Wager, rounds: int) -> None:
    graded_alike(configuration, wager, rounds, seed="check")
    if counted_alike(configuration, wager.id) and wager.kind != "award":
        every_row_reached(configuration, wager.id)


def _tried(what: str, check: Callable[[], None]) -> Check:
    try:
        check()
    except CroupierError as problem:
        return Check(what, str(problem))
    return Check(what)


def _loads(name: str) -> None:
    game = catalogue.load(name)
    if game.declares.solver != NONE:
        solver_of(game)


def _rulings(folder: Path) -> Iterator[Check]:
    path = folder / "rulings.md"
    if not path.is_file():
        yield Check("it has rulings", f"{folder.name}/rulings.md: is missing\nhint: write down a few settled rounds")
        return
    try:
        rulings = read_rulings(path)
    except CroupierError as problem:
        yield Check("its rulings can be read", str(problem))
        return
    if len(rulings) < FEWEST_RULINGS:
        yield Check(
            "it has rulings", f"{folder.name}/rulings.md: holds no ruling\nhint: each starts with ## a question"
        )
    for ruling in rulings:
        found = problems(ruling) + uncited(ruling)
        yield Check(f"ruling: {ruling.heading}", "; ".join(found) or None)


def _hands(name: str) -> Iterator[Check]:
    """The families that grade its wagers, each on the cards that it is shown there."""
    rules = catalogue.book().game(name)
    seen: dict[Seen, Setting] = {}
    for _, wager, configuration in graded_wagers(name):
        if wager.sees is not None and not wager.sees.is_whole_round:
            seen[seen_by(rules, wager.id)] = configuration.setting_for(configuration.tables[wager.id])
    for sight, setting in seen.items():
        family = FAMILIES[sight.family]
        check = partial(check_family, family, spaces.pack_of(rules), sight.held, sight.dealer, setting, 200)
        yield _tried(f"its {family.name} hands are what they say, on {sight}", check)
    for family, size in _ranked(name):
        check = partial(check_family, family, spaces.pack_of(rules), size, 0, Setting(), 200)
        yield _tried(f"its {family.name} hands are what they say, on {size} cards that are compared", check)


def _ranked(name: str) -> list[tuple[Family, int]]:
    """With how many cards the hands of a game with streets are ranked: the player's, and the dealer's."""
    try:
        game = catalogue.load(name)
    except CroupierError:
        return []  # told by the first check
    if not isinstance(game, Streets) or game.declares.hands is None:
        return []
    deals = [phase for phase in game.order if isinstance(phase, Deal)]
    sizes = [sum(deal.size for deal in deals if deal.place in ranked.places) for ranked in game.declares.ranks]
    return [(FAMILIES[game.declares.hands], size) for size in dict.fromkeys(sizes)]


def _one_round(name: str, seed: str) -> Check | None:
    try:
        played = play_out(random_table(name, seed), SeededSource(seed))
        for law in LAWS.values():
            law(played)
    except LawBroken as broken:
        return Check(broken.law, str(broken))
    except CroupierError as problem:
        return Check("a random round can be played", str(problem))
    return None


def main(place: str, rounds: int, seconds: int) -> int:
    """Check every game in the folder; 1 where something is wrong."""
    folders = game_folders(Path(place))
    _set_alarm(folders, seconds)
    status = 0
    try:
        with catalogue.games_from([place]):
            for name, folder in catalogue.book().outside.items():
                if folder in folders:
                    for check in check_game(name, folder, rounds):
                        status |= check.problem is not None
                        _tell(check, name)
    except CroupierError as problem:
        _tell(Check("the folder can be read", str(problem)), Path(place).name)
        status = 1
    except Exception as problem:
        # Whatever stops the checks half way must not pass for their end.
        _tell(Check("the checks come to their end", f"raises {type(problem).__name__}: {problem}"), Path(place).name)
        status = 1
    return status


def _tell(check: Check, game: str) -> None:
    # Whoever reads this runs the checks already.
    problem = check.problem and check.problem.removesuffix(f"\nhint: {RUN_THE_CHECKS}")
    print(json.dumps({"game": game, "check": check.what, "problem": problem}), flush=True)


def _set_alarm(folders: list[Path], seconds: int) -> None:
    """Interrupt a game that does not answer, where the system has alarms."""

    def ring(_signal: int, frame: FrameType | None) -> None:
        place = "(unknown)"
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            if path.parent in folders:
                place = f"{path.parent.name}/{path.name}: {frame.f_code.co_name}, line {frame.f_lineno}"
                break
            frame = frame.f_back
        file, _, key = place.partition(": ")
        late = RulebookError(file, key or "(file)", f"has not answered within {seconds} seconds", hint="does it loop?")
        _tell(Check("it answers in time", str(late)), folders[0].name)
        # Nothing that the game's own code catches may keep the process alive.
        os._exit(1)

    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, ring)
        signal.alarm(seconds)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    except CroupierError as problem:
        _tell(Check("the folder can be read", str(problem)), sys.argv[1])
        sys.exit(1)
