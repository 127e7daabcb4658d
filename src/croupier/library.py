"""The library's own verbs: what a command does, as a function that takes and gives plain values. They join what lies in
several packages; everything else is public where it is defined (``croupier.__init__``)."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import catalogue
from croupier.play.documents import Json
from croupier.questions.asking import ask
from croupier.records import plain

if TYPE_CHECKING:
    from croupier.exact.result import Advice
    from croupier.jackpot.plan.link_plan import CasinoPlan
    from croupier.play.replay import Replay
    from croupier.questions.sheet.records import Sheet
    from croupier.rulebook.configuration import Configuration


def settle(document: Json) -> Json:
    """What is owed for a round as it was dealt at a table: the record of the command ``settle`` with ``--json``.

    >>> seat = {"cards": "Kc 8d 3h", "wagers": {"ante": "10.00"}, "actions": ["play"]}
    >>> owed = settle({"schema": 1, "game": "three-card-prime", "seats": {"1": seat}, "dealer": "Qd 7h 4s"})
    >>> owed["seats"]["1"]["net"]
    '20.00'
    """
    from croupier.questions.rounds import Settle

    owed: Json = plain(ask(Settle(round=document)).record)
    return owed


def replay(transcript: Json) -> Replay:
    """Play a recorded round again, to the cent; ``differences`` is empty where everything agrees."""
    from croupier.questions.rounds import Replay as Replaying

    return ask(Replaying(transcript=transcript)).replay


def advise(spec: str | Configuration, cards: str, up: str | None = None) -> Advice:
    """What every decision is worth with one hand, exactly.

    >>> advise("three-card-prime", "Qs 6h 4d")
    <Advice on Qs 6h 4d, queen-high, Q-6-4: play>
    """
    from croupier.questions.advise import Advise

    return ask(Advise(game=str(spec), cards=cards, up=up)).advice


def par_sheet(spec: str | Configuration, wager: str | None = None) -> Sheet:
    """The par sheet of a configuration; ``croupier.handbook.parsheet`` renders it as HTML, PDF, JSON or CSV."""
    from croupier.questions.sheet.question import ParSheet

    return ask(ParSheet(game=str(spec), wager=wager))


def jackpot_plan(path: Path | str) -> CasinoPlan:
    """A casino's jackpots, tables and sensors, read from one reviewed file and checked against the book."""
    from croupier.jackpot.plan.file import read_plan

    return read_plan(Path(path), catalogue.book())


def about(*, files: bool = False) -> Json:
    """Which software and which rulebook this is; with ``files``, the hash of every installed file.

    >>> sorted(about())
    ['croupier', 'games', 'outside', 'python', 'rulebook_hash', 'schema', 'software', 'software_hash']
    """
    from croupier.software import VERSION, installed_files, software_hash, software_name

    catalogue.read_afresh()
    book = catalogue.book()
    record: Json = {
        "schema": 1,
        "croupier": VERSION,
        "python": platform.python_version(),
        "software": software_name(),
        "software_hash": software_hash(),
        "rulebook_hash": book.hash,
        "games": {name: book.game_hash(name) for name in book.games},
        "outside": {
            name: {"folder": str(folder), "code_hash": catalogue.code_of(name)} for name, folder in book.outside.items()
        },
    }
    if files:
        record["files"] = [{"path": file.path, "bytes": file.size, "sha256": file.sha256} for file in installed_files()]
    return record
