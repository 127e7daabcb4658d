"""The simulation and the books, fed with the same wagers and hands, hold the same cents on every account."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from croupier.casino import months as jackpot_months
from croupier.casino.months import LinkPace
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA, floor, solve_table
from croupier.jackpot import accounts
from croupier.jackpot.kinds import winnings
from croupier.jackpot.kinds.rounds import contribute
from croupier.jackpot.plan.link_plan import MILLION
from croupier.jackpot.state import LinkState, OpenRound
from croupier.play.lines import JackpotBet, Why

LINKS = [
    *((SAMPLE, each) for each in ("sf", "envy")),
    *((SAMPLE_NEVADA, each) for each in ("pp-levels", "pp-dynamic", "pp-dealer", "pp-two", "mini-royal", "sf")),
]


@pytest.mark.parametrize(("sample", "name"), LINKS, ids=[f"{sample.stem}-{name}" for sample, name in LINKS])
def test_the_same_rounds_leave_the_same_cents(sample: Path, name: str) -> None:
    casino = floor(sample)
    link = casino.link(name)
    table = link.tables[0]
    game = casino.games[name][table.id]
    model = jackpot_months._Model(link, solve_table(table), LinkPace(1, 6))
    parts = {level.number: array("q") for level in link.levels}
    simulated = jackpot_months._Books(link, model, 0, [], parts)
    state = LinkState(name, day=link.first_day)
    opening = [
        (accounts.CARRIED_IN, accounts.meter(each.number), each.beginning_cents * MILLION) for each in link.levels
    ]
    state.apply_moves(opening)
    chance = random.Random(name)
    for step in range(200):
        wagers = chance.randrange(30_000)
        simulated.contribute(wagers)
        state.apply_moves(contribute(state, link, wagers * link.base_wager_cents))
        rows = chance.choices(model.rows, k=chance.randint(1, 3))
        others = chance.randint(0, 2)
        simulated.settle(step, model._round(rows, others), {})
        hands = {
            seat: JackpotBet(seat, table.wager, link.base_wager_cents, row, "", Why(""))
            for seat, row in enumerate(rows, 1)
        }
        seats = OpenRound(step, seats=list(range(1, len(rows) + others + 1)), locked=True)
        tally = winnings.Tally(state, link)
        state.apply_moves(winnings.settle_round(state, link, link, game, table.wager, seats, hands, 0, tally).moves)
        for level in link.levels:
            assert simulated.meters[level.number] == state.meter_cents(level.number)
            assert simulated.overflow[level.number] == state.cents(accounts.overflow(level.number))
        assert simulated.reserve == state.cents(accounts.RESERVE)
