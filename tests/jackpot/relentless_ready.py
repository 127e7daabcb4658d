"""What a relentless writer loads before it can begin: loaded once, by the process that all of them are forked from."""

from croupier.casino.floor import load_layout
from tests.jackpot import relentless
from tests.jackpot.floor import plan

__all__ = ["relentless"]
load_layout(plan().tables[0].game)
