"""A game from a stranger's folder has a felt, a table and a settlement in the house, with no page written for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier import catalogue
from croupier.records import plain
from croupier.service.felts import felt_layout, house_tables
from croupier.service.routes.rounds import look_at
from croupier.table.seen import finished_view, table_view
from croupier.table.table import Clock, Table

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_strangers_game_is_played_like_any_other() -> None:
    own = {plan.game.rules.name for plan in house_tables()}
    with catalogue.games_from([EXAMPLES]):
        plans = [plan for plan in house_tables() if plan.game.rules.name not in own]
        assert plans, "the stranger's game has a table"
        for plan in plans:
            layout = plain(felt_layout(plan))
            assert layout["title"] == plan.game.rules.title
            assert layout["spots"][0]["kind"] == "base"
            table = Table(plan, Clock())
            table.sit(1, "guest", "Mara")
            base = plan.game.base_wager
            table.put(1, {base: plan.limits[base].minimum}, True, 10**9, 1)
            table.deal()
            felt = table_view(table, "guest", 10**9, 0.0, 0).felt
            assert felt is not None
            # A player of baccarat holds no cards: they lie at places of the game's own.
            assert (felt.seats[0].hands or list(felt.places.values()))[0].cards
            while table.turn is not None:
                table.act_for(table.turn.seat)
            assert table.round is not None
            finished = table.finish()
            transcript = finished.transcript
            seen = finished_view(table.game, finished, 0.0)
            assert all(line.why and line.cite for line in seen.lines)
            assert finished.moved
            kept = ("schema", "game", "seats", "dealer", "places", "draws")
            round_file: dict[str, Any] = {key: value for key, value in transcript.items() if key in kept}
            ruled = plain(look_at(round_file).settlement)
            assert ruled["seats"]["1"]["net"] == transcript["settlement"]["seats"]["1"]["net"]
