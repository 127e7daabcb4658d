"""The compiled step of ``sighted_flushes``: hands of a block decided beside one card that is seen, each in one go."""

from __future__ import annotations

from croupier.exact.showdown.technique import Floats, Places
from croupier.kernels.arrays import Flags
from croupier.kernels.compiled import compiled

Tables = tuple[Floats, ...]
"""By level: hands that do not qualify, those and the ones below the player's, those and the ones that tie."""
Indices = tuple[Places, ...]


@compiled
def decide_levels(
    weight: Floats,
    free: Flags,
    qualifies: Flags,
    alone: Tables,
    times: Tables,
    holding: Tables,
    rows: Indices,
    columns: Indices,
    steps: Floats,
    base: Floats,
    total: float,
    found: Floats,
) -> None:
    """Add the deals of each row to the bet that is best, by levels and all: ``found`` is (bets, levels and all, rows).

    A level counts ``alone`` and ``times`` a number of ``holding``, which ``rows`` and ``columns`` point to. A bet
    brings ``base`` beyond the smallest, and ``steps`` for every deal up to a level. All sums are whole and below
    2 ** 53.
    """
    for row in range(weight.shape[0]):
        for at in range(weight.shape[1]):
            if not free[row, at]:
                continue
            deals = weight[row, at]
            low = alone[0][row, at] + times[0][row, at] * holding[0][rows[0][row, at], columns[0][row, at]]
            below = up_to = low
            if qualifies[row]:
                below = alone[1][row, at] + times[1][row, at] * holding[1][rows[1][row, at], columns[1][row, at]]
                up_to = alone[2][row, at] + times[2][row, at] * holding[2][rows[2][row, at], columns[2][row, at]]
            best, most = 0, 0.0
            for bet in range(base.shape[1]):
                gain = base[row, bet] + steps[row, bet, 0] * low
                gain += steps[row, bet, 1] * below + steps[row, bet, 2] * up_to
                if gain > most:
                    best, most = bet + 1, gain
            found[best, 0, row] += deals * low
            found[best, 1, row] += deals * below
            found[best, 2, row] += deals * up_to
            found[best, 3, row] += deals * total
