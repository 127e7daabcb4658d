"""Samples of a generator for a laboratory, in a folder: raw.bin, the bits before any use; outcomes.csv, one deal a
line, each from a fresh shuffle; collect.json, with hashes of both, written last, so a broken run is seen. Another
generator is judged by writing these files for it; hashes, source and seed may be left out."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from croupier.cards.cards import DECK, pack
from croupier.cards.shuffle import RandomSource, SeededSource, SystemSource, draw
from croupier.errors import BadInput, CheckFailed, MissingPart
from croupier.play.dynamic import draw_dynamic
from croupier.records import Record, decode_kept, plain
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


class Notes(Record, forbid_unknown_fields=False):
    """What collect.json says of a sample."""

    schema: int = SCHEMA
    source: str = ""
    seed: str | None = None
    deals: int
    cards_per_deal: Annotated[int, Meta(ge=1, le=MAX_CARDS)]
    decks: Annotated[int, Meta(ge=1, le=MAX_DECKS)]
    raw_bytes: int
    range_reduction: str = "rejection sampling"
    shuffle: str = "Fisher-Yates, a fresh one for each deal"
    raw_sha256: str | None = None
    outcomes_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """What a generator gave: raw bytes, deals, and where they came from."""

    raw: bytes
    deals: Deals
    source: str
    seed: str | None = None

    @property
    def notes(self) -> Notes:
        """The sample in a few words, for a file or a report."""
        return Notes(
            source=self.source,
            seed=self.seed,
            deals=len(self.deals),
            cards_per_deal=self.deals.per_deal,
            decks=self.deals.decks,
            raw_bytes=len(self.raw),
            raw_sha256=sha256(self.raw).hexdigest(),
            outcomes_sha256=sha256(_print_outcomes(self.deals)).hexdigest(),
        )


def collect(deals: int, per_deal: int, decks: int, raw_bytes: int, seed: str | None = None) -> Sample:
    """Draw a sample, from the operating system's CSPRNG unless a seed is given."""
    source = source_of(seed)
    raw = b"".join(raw_stream(source, raw_bytes))
    deal = drawn(source, decks, per_deal)
    cards = bytes(card for _ in range(deals) for card in deal())
    return Sample(raw, Deals(cards, per_deal, decks), SYSTEM if seed is None else SEEDED, seed)


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


def drawn(source: RandomSource, decks: int, cards: int | None = None) -> Callable[[], Sequence[int]]:
    """One deal after another, cards in dealing order from a fresh shuffle; the whole shoe where no number is given."""
    shoe = pack(decks)
    count = len(shoe) if cards is None else cards
    if not 1 <= count <= len(shoe):
        raise BadInput(f"cannot deal {count} cards from {decks} deck{'s' if decks > 1 else ''}")
    return lambda: draw(source, shoe, count)


def dealt(source: RandomSource, decks: int, cards: int | None = None) -> Callable[[], str]:
    """The same as lines."""
    deal = drawn(source, decks, cards)
    return lambda: ",".join([_NAMES[card] for card in deal()])


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
    notes = json.dumps(plain(sample.notes), indent=2) + "\n"
    files = {"raw.bin": sample.raw, "outcomes.csv": _print_outcomes(sample.deals), "collect.json": notes.encode()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in folder.iterdir()} & files.keys()
        if taken:
            raise BadInput(f"{folder} already holds {min(taken)}", hint="choose another folder")
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}") from error


def read(folder: Path) -> Sample:
    """Read a sample back, and check that it is the one its notes describe."""
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        hint = "croupier rng collect -o FOLDER makes a folder to report on"
        raise BadInput(f"cannot read {folder}: {error.strerror}", hint=hint) from error
    described = _file(folder, "collect.json")
    if len(described) > _LONGEST_NOTES:
        raise BadInput(f"collect.json is longer than {_LONGEST_NOTES:,} bytes")
    notes = decode_kept(Notes, described, "collect.json", SCHEMA)
    raw, outcomes = _file(folder, "raw.bin"), _file(folder, "outcomes.csv")
    for name, content, told in (("raw.bin", raw, notes.raw_sha256), ("outcomes.csv", outcomes, notes.outcomes_sha256)):
        if told not in (None, sha256(content).hexdigest()):
            raise CheckFailed(f"{name} is not the file that collect.json describes: its SHA-256 differs")
    deals = Deals(_parse_outcomes(outcomes, notes.cards_per_deal), notes.cards_per_deal, notes.decks)
    for key, said, found in (("deals", notes.deals, len(deals)), ("raw_bytes", notes.raw_bytes, len(raw))):
        if said != found:
            raise CheckFailed(f"collect.json says {key} is {said}, but there are {found}")
    source = notes.source[:80] if notes.source.isascii() and notes.source.isprintable() else ""
    return Sample(raw, deals, source or "unknown", notes.seed)


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
