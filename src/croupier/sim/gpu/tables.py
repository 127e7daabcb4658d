"""Which body plays a simulator on a GPU; what none of them serves is refused by name."""

from __future__ import annotations

from croupier.errors import MissingPart
from croupier.sim.gpu.packing import Body
from croupier.sim.gpu.pot_tables import pot_body
from croupier.sim.gpu.showdown_tables import showdown_body
from croupier.sim.pot import PotSimulator
from croupier.sim.ranks import RankSimulator
from croupier.sim.showdown import ShowdownSimulator


def body_of(simulator: object) -> Body:
    """What a simulator looks up, for its body; MissingPart names what is not served."""
    if isinstance(simulator, PotSimulator):
        return pot_body(simulator)
    if isinstance(simulator, ShowdownSimulator | RankSimulator):
        return showdown_body(simulator)
    raise MissingPart("the cuda backend plays only showdown games and games of one pot", hint="use --backend threads")
