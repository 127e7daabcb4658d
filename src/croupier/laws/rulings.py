"""Reading a rulings.md: each level-2 heading is one situation, with the round as it happened and what is owed.

``problems`` plays a ruling and lists what differs. The format is for a floor supervisor, not for a programmer. A
``round`` block says who staked what and which cards came, an ``owed`` block lists every settlement line, or the words
with which the round is refused.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from croupier import catalogue, errors
from croupier.play import documents, round_records, roundfile
from croupier.play.game import Game

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


class BadRuling(errors.BadInput):
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
    except errors.CroupierError as refused:
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
