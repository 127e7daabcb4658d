"""What whoever starts the house may choose; everything has a default that is right for one machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.kept_files import state_folder
from croupier.table.table import Clock

if TYPE_CHECKING:
    from croupier.service.books.alerts import AlertsFile
    from croupier.service.demonstration import Tempo

PAGES = Path(__file__).parent / "web"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Settings:
    """How one house runs."""

    database: str = field(
        default_factory=lambda: os.environ.get("CROUPIER_DATABASE") or str(state_folder() / "house.db")
    )
    pages: Path = PAGES
    workers: int = 2  # Processes for par sheets and edges.
    advisers: int = 1  # Processes for advice at the tables, which never wait for a par sheet.
    requests_per_second: float = 40.0
    burst: int = 160  # How many requests one address may make; it may read ten times as many pages and assets.
    guests_per_second: float = 0.5
    guests_burst: int = 60  # How many new guests, each with opening chips, one address may bring.
    lines_each: int = 60  # Live connections that one address may hold open.
    seats_each: int = 14  # Seats that guests of one address may hold at once: two full tables.
    questions_each: int = 8  # Exact questions that one address may have open at once.
    clock: Clock = field(default_factory=Clock)
    bots: int = 3  # Bots that sit at every second table from the start; they play while somebody looks.
    hosts: tuple[str, ...] = LOOPBACK  # The host names of the house; a request for any other name is refused.
    ports: Mapping[str, int] = field(default_factory=dict)
    """By name, the port that browsers use if it is not the one that the house listens on. Passkeys go by it."""
    behind_proxy: bool = False  # Whether a proxy speaks HTTPS for the house.
    book: str = field(default_factory=lambda: os.environ.get("CROUPIER_BOOK", ""))
    """The jackpot book that the house runs: a path or postgresql://...; empty if it runs none."""
    alerts: "AlertsFile | None" = None  # Where alerts are sent outside the house.
    chips_book: str = ""
    """The book of the play tables' jackpots, in play chips; empty if the tables keep their own meters."""
    play_tables: bool = True  # Whether this process has the play tables. One process of a house has them.
    demonstration: bool = False  # Whether the book is a demonstration: only then may a Washington plan be worked.
    plays_by_itself: frozenset[str] | None = None
    """In a demonstration whose tables play by themselves, the tables that do not; None if no table plays by itself."""
    pace: "Tempo | None" = None  # How fast those tables play.
    idle_seconds: float = 15 * 60.0  # After this long without a request a staff session ends.
    doors_per_second: float = 0.2
    doors_burst: int = 30  # How often one address may try to sign in, or ask for a pairing code.
    silent_seconds: float = 30.0  # A paired sensor that is silent for longer stops its table.
