"""How much an answer may cost: memory, time, and who watches."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from croupier.errors import MissingPart
from croupier.exact.solver import Advice, Progress, in_silence

if TYPE_CHECKING:
    from croupier.play.game import Choose, Game, State


class Effort(NamedTuple):
    """The most that a solver may use; what takes more is estimated, and marked so."""

    memory_bytes: int = 4 << 30
    seconds: float = 600.0
    """Estimated beforehand by the solver for one core, so that the same question always has the same answer."""
    progress: Progress = in_silence


AT_THE_TABLE: Final = Effort(1 << 30, 2.0)
"""While others wait for a decision."""


@runtime_checkable
class AdvisesWithin(Protocol):
    """A solver whose advice may be expensive and can be limited."""

    def advise_within(self, game: Game, state: State, turn: Choose, effort: Effort) -> Advice:
        """What every answer is worth, exact where the effort allows it."""


def has_compiler() -> bool:
    """Whether compiled code can run: samples are then drawn at full speed."""
    return find_spec("numba") is not None


def needs_compiler(what: str) -> None:
    """Say what is missing where compiled code would run for minutes, and what works without it."""
    if not has_compiler():
        raise MissingPart(
            f"{what} by compiled code, which needs numba",
            hint="pip install 'croupier[sim]', or --samples N for an estimate",
        )
