"""Full tables by the body of C that GPUs run, built for the CPU: the same bits as the compiled levels.

``benchmarks/exact_ricochet_cuda.py`` compares the same on a real GPU.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.exact.ricochet import full_table
from croupier.exact.ricochet.full_table import BeyondEffort, FullTable
from croupier.exact.ricochet.gpu import device
from croupier.exact.ricochet.gpu.solving import NAMES, TILE, host_bytes, solve_on, steps_needed
from croupier.exact.ricochet.solver import choices_at
from croupier.exact.solver import Effort
from croupier.games.ricochet_poker.game import RicochetPoker
from croupier.play.game import Draw, Stakes, State
from croupier.sim.gpu.backend import CPU_BUILD
from tests.c_builds import built

DEALS = [
    (2, "7c 7d 9h Th", "Ks Jc 5d 4h 2s", "SAMPLE-RIC-AB-01"),
    (3, "2c 3d 9h 9d Kh Ah", "Ks Jc 5d 4h 2s", "SAMPLE-RIC-AB-01"),
    (3, "2c 3d 7h 8s Qh Qs", "As Kc 5d 4h 2s", "none"),
    (4, "2c 3d 7h 8s 9c 9d Qh Qs", "As Kc 5d 5h 2s", "SAMPLE-RIC-AB-01"),
]
"""Pockets, one with two cards of a suit, and the dealer's hand."""


class Held:
    """An array here."""

    def __init__(self, array: Any) -> None:
        self.array = array

    @property
    def address(self) -> int:
        found: int = self.array.ctypes.data
        return found

    def look(self, rows: Any, contests: Any) -> Any:
        return self.array[rows, contests]


class OneCore:
    """The body on a CPU, in the place of a GPU."""

    name = "one core"
    free_bytes = 1 << 30

    def __init__(self, folder: Path) -> None:
        self.library = built(CPU_BUILD + device.body(), folder, "-ffp-contract=off")

    def put(self, array: Any) -> Held:
        return Held(np.ascontiguousarray(array))

    def table(self, rows: int, width: int) -> Held:
        return Held(np.full((rows, width), np.nan))

    def run(self, kernel: str, args: Any, first: int, last: int) -> None:
        room = np.zeros(int(args[NAMES.index("ROOM")]))
        addresses = [ctypes.c_void_p(each.ctypes.data) for each in (args, room)]
        getattr(self.library, kernel)(addresses[0], ctypes.c_int64(first), ctypes.c_int64(last), addresses[1])


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> OneCore:
    return OneCore(tmp_path_factory.mktemp("levels"))


def dealt(players: int, pockets: str, dealer: str, bonus: str) -> tuple[RicochetPoker, State]:
    game = catalogue.load(f"ricochet-poker(ante_bonus={bonus})")
    assert isinstance(game, RicochetPoker)
    cards = [*parse_cards(pockets), *parse_cards(dealer)]
    state = game.open([Stakes(seat, (1000,)) for seat in range(1, players + 1)])
    while isinstance(turn := game.turn(state), Draw):
        state = state.with_cards(turn, tuple(cards.pop(0) for _ in range(turn.size)))
    return game, state


@pytest.mark.parametrize(("players", "pockets", "dealer", "bonus"), DEALS)
def test_the_body_finds_the_same_bits(core: OneCore, players: int, pockets: str, dealer: str, bonus: str) -> None:
    table = FullTable(*dealt(players, pockets, dealer, bonus))
    shown: list[int] = []
    assert solve_on(core, table, lambda done, _: shown.append(done)) == table.solve()
    assert shown == sorted(shown)
    assert shown[-1] == 1000


def test_what_is_beyond_a_core_is_solved_on_a_gpu(core: OneCore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the same limits of time, and of memory for what numbers its sets."""
    game, state = dealt(*DEALS[1])
    table = FullTable(game, state)
    little = Effort(memory_bytes=host_bytes(table), seconds=table.steps_needed() / full_table.STEPS_A_SECOND / 2)
    with pytest.raises(BeyondEffort, match="seconds"):
        choices_at(game, state, little)
    monkeypatch.setattr(device, "machine", lambda: core)
    assert choices_at(game, state, little) == table.solve()
    for beyond in (
        little._replace(seconds=steps_needed(table) / device.STEPS_A_SECOND / 2),
        little._replace(memory_bytes=host_bytes(table) - 1),
    ):
        with pytest.raises(BeyondEffort):
            choices_at(game, state, beyond)
    monkeypatch.setattr(core, "free_bytes", 1 << 10)
    with pytest.raises(BeyondEffort):
        choices_at(game, state, little)


def test_the_body_takes_draws_in_tiles_of_the_same_size() -> None:
    assert f"#define TILE {TILE}\n" in device.body()
