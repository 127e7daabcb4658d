"""Samples of a generator for a laboratory, in a folder: raw.bin, the bits before any use; outcomes.csv, one deal a
line, each from a fresh shuffle; collect.json, with hashes of both, written last, so a broken run is seen. Another
generator is judged by writing these files for it; hashes, source and seed may be left out."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from croupier.cards.cards import DECK, pack
from croupier.cards.shuffle import RandomSource, SeededSource, SystemSource, draw
from croupier.errors import BadInput, CheckFailed, MissingPart
from croupier.play.dynamic import draw_dynamic
from croupier.rng.battery import STRICT_ALPHA, Deals, family_wise, raw_tests
from croupier.rulebook.rules import Paytable

SCHEMA: Final = 1
MAX_DECKS: Final = 16
MAX_CARDS: Final = 52
SYSTEM: Final = "operating system CSPRNG"
SEEDED: Final = "seeded, for tests only"
_CHUNK_BYTES: Final = 1 << 20
_LINES_AT_ONCE: Final = 1000
_HEALTH_BYTES: Final = 1 << 16
_LONGEST_NOTES: Final = 65_536
_NAMES: Final = [str(card) for card in DECK]
_BY_NAME: Final = {name: card for card, name in enumerate(_NAMES)}


@dataclass(frozen=True, slots=True)
class Sample:
    """What a generator gave: raw bytes, deals, and where they came from."""

    raw: bytes
    deals: Deals
    source: str
    seed: str | None = None

    def describe(self) -> dict[str, object]:
        """The sample in a few words, for a file or a report."""
        return {
            "source": self.source,
            "seed": self.seed,
            "deals": len(self.deals),
            "cards_per_deal": self.deals.per_deal,
            "decks": self.deals.decks,
            "raw_bytes": len(self.raw),
        }


def collect(deals: int, per_deal: int, decks: int, raw_bytes: int, seed: str | None = None) -> Sample:
    """Draw a sample, from the operating system's CSPRNG unless a seed is given."""
    source = source_of(seed)
    shoe = pack(decks)
    if not 1 <= per_deal <= len(shoe):
        raise BadInput(f"cannot deal {per_deal} cards from {decks} deck{'s' if decks > 1 else ''}")
    raw = b"".join(raw_stream(source, raw_bytes))
    cards = bytearray()
    for _ in range(deals):
        cards.extend(draw(source, shoe, per_deal))
    return Sample(raw, Deals(bytes(cards), per_deal, decks), SYSTEM if seed is None else SEEDED, seed)


def source_of(seed: str | None) -> RandomSource:
    """The operating system's CSPRNG, or a repeatable source where a seed is given."""
    return SystemSource() if seed is None else SeededSource(seed)


def raw_stream(source: RandomSource, size: int | None = None) -> Iterator[bytes]:
    """The generator's bits before any use, in pieces: so many bytes, or without end."""
    left = size
    while left is None or left > 0:
        piece = _CHUNK_BYTES if left is None else min(_CHUNK_BYTES, left)
        yield source.bits(8 * piece).to_bytes(piece, "big")
        left = None if left is None else left - piece


def dealt(source: RandomSource, decks: int, cards: int | None = None) -> Callable[[], str]:
    """One deal a line, cards in dealing order from a fresh shuffle; the whole shoe where no number is given."""
    shoe = pack(decks)
    count = len(shoe) if cards is None else cards
    if not 1 <= count <= len(shoe):
        raise BadInput(f"cannot deal {count} cards from {decks} deck{'s' if decks > 1 else ''}")
    return lambda: ",".join([_NAMES[card] for card in draw(source, shoe, count)])


def rolled(source: RandomSource, dice: int) -> Callable[[], str]:
    """One roll a line: the dice that say where a deal begins, each from 1 to 6."""
    return lambda: ",".join([str(source.below(6) + 1) for _ in range(dice)])


def boosted(source: RandomSource, table: Paytable) -> Callable[[], str]:
    """The drawn pays of one round a line: hand=cents for a $1 wager."""
    return lambda: ",".join(f"{event}={cents}" for event, cents in draw_dynamic(source, table).items())


def outcome_stream(line: Callable[[], str], count: int | None = None) -> Iterator[bytes]:
    """Outcomes as the games use them, one a line: so many, or without end."""
    left = count
    while left is None or left > 0:
        lines = _LINES_AT_ONCE if left is None else min(_LINES_AT_ONCE, left)
        yield "".join([line() + "\n" for _ in range(lines)]).encode("ascii")
        left = None if left is None else left - lines


def check_health(source: RandomSource | None = None) -> None:
    """What a house asks of its generator before it deals: CheckFailed where the bits repeat or are not even. A sound
    one fails about once in a thousand million starts, a stuck, cycling or biased one always."""
    raw = b"".join(raw_stream(source or SystemSource(), _HEALTH_BYTES))
    blocks = [raw[start : start + 16] for start in range(0, len(raw), 16)]
    failed = family_wise(list(raw_tests(raw)), STRICT_ALPHA)
    if len(set(blocks)) < len(blocks) or failed:
        what = failed[0].name if failed else "a block of 16 bytes came twice"
        raise CheckFailed(
            f"the random generator fails its health check: {what}",
            hint="deal nothing with this machine until its random source is mended; then start again",
        )


def write(sample: Sample, folder: Path) -> None:
    """Write a sample; a folder that already holds one is left alone, because samples are evidence."""
    outcomes = _print_outcomes(sample.deals)
    notes = {
        "schema": SCHEMA,
        **sample.describe(),
        "range_reduction": "rejection sampling",
        "shuffle": "Fisher-Yates, a fresh one for each deal",
        "raw_sha256": sha256(sample.raw).hexdigest(),
        "outcomes_sha256": sha256(outcomes).hexdigest(),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in folder.iterdir()} & {"raw.bin", "outcomes.csv", "collect.json"}
        if taken:
            raise BadInput(f"{folder} already holds {min(taken)}", hint="choose another folder")
        (folder / "raw.bin").write_bytes(sample.raw)
        (folder / "outcomes.csv").write_bytes(outcomes)
        (folder / "collect.json").write_text(json.dumps(notes, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}") from error


def read(folder: Path) -> Sample:
    """Read a sample back, and check that it is the one its notes describe."""
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        hint = "croupier rng collect -o FOLDER makes a folder to report on"
        raise BadInput(f"cannot read {folder}: {error.strerror}", hint=hint) from error
    notes = _parse_notes(_file(folder, "collect.json"))
    decks = _whole(notes, "decks", 1, MAX_DECKS)
    per_deal = _whole(notes, "cards_per_deal", 1, min(MAX_CARDS, 52 * decks))
    raw, outcomes = _file(folder, "raw.bin"), _file(folder, "outcomes.csv")
    for name, content, key in (("raw.bin", raw, "raw_sha256"), ("outcomes.csv", outcomes, "outcomes_sha256")):
        if key in notes and notes[key] != sha256(content).hexdigest():
            raise CheckFailed(f"{name} is not the file that collect.json describes: its SHA-256 differs")
    source, seed = notes.get("source"), notes.get("seed")
    deals = Deals(_parse_outcomes(outcomes, per_deal), per_deal, decks)
    for key, found in (("deals", len(deals)), ("raw_bytes", len(raw))):
        if _whole(notes, key, 0, 2**63) != found:
            raise CheckFailed(f"collect.json says {key} is {notes[key]}, but there are {found}")
    named = isinstance(source, str) and source.isascii() and source.isprintable()
    return Sample(raw, deals, f"{source}"[:80] if named else "unknown", seed if isinstance(seed, str) else None)


def _print_outcomes(deals: Deals) -> bytes:
    each = deals.per_deal
    rows = (deals.cards[start : start + each] for start in range(0, len(deals.cards), each))
    return "".join(",".join([_NAMES[card] for card in row]) + "\n" for row in rows).encode("ascii")


def _parse_outcomes(outcomes: bytes, per_deal: int) -> bytes:
    cards = bytearray()
    for number, line in enumerate(outcomes.decode("latin-1").splitlines(), 1):
        names = line.split(",")
        if len(names) != per_deal:
            raise BadInput(f"outcomes.csv, line {number}: expected {per_deal} cards, found {len(names)}")
        try:
            cards.extend([_BY_NAME[name] for name in names])
        except KeyError as error:
            unknown = ascii(error.args[0][:20])
            raise BadInput(f"outcomes.csv, line {number}: {unknown} is not a card such as 'Kh'") from None
    return bytes(cards)


def _file(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        raise MissingPart(f"{folder} has no {name}", hint="croupier rng collect -o FOLDER writes it") from None
    except OSError as error:
        raise BadInput(f"cannot read {folder / name}: {error.strerror}") from error


def _parse_notes(content: bytes) -> dict[str, object]:
    if len(content) > _LONGEST_NOTES:
        raise BadInput(f"collect.json is longer than {_LONGEST_NOTES:,} bytes")
    try:
        notes = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        raise BadInput("collect.json is not JSON") from None
    if not isinstance(notes, dict):
        raise BadInput("collect.json: expected an object")
    if type(notes.get("schema")) is not int or notes["schema"] != SCHEMA:
        raise BadInput(f"collect.json: expected 'schema' to be {SCHEMA}")
    return notes


def _whole(notes: dict[str, object], key: str, low: int, high: int) -> int:
    value = notes.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(f"collect.json: expected '{key}' to be a whole number from {low} to {high}")
    return value
