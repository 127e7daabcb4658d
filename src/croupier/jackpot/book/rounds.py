"""What happens at a table: wagers, the lock, the hands, a void.

``deciding.Link`` asks here; the order of the checks is the precedence of ``codes``.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.jackpot import requests as asked
from croupier.jackpot.actors import ActorRecord
from croupier.jackpot.book.barring import Barred
from croupier.jackpot.journal import FORMAT
from croupier.jackpot.money.amounts import check_amount, shown
from croupier.jackpot.money.awards import BadHand, read_hands, settle_round, settled_round, whole_levels
from croupier.jackpot.money.bank import bank_is_short
from croupier.jackpot.money.contributions import contribute, reverse
from croupier.jackpot.plan.carried import CarriedRules
from croupier.jackpot.plan.changes import adopt_levels
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.records import Locked, Settled, Voided, Wagered
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import FURTHEST_ROUND, KINDS
from croupier.jackpot.state import LinkState, OpenRound, layout_of
from croupier.jackpot.vouching import vouch
from croupier.play.game import Game
from croupier.records import UNSET
from croupier.units.money import dollars

Draw = Callable[[Game], dict[str, int]]
"""The boosts of a round at a table with dynamic pays: drawn live, taken from the entry in an audit."""
PlanCheck = Callable[[LinkPlan], None]
"""Raises CroupierError where the rules do not allow a plan's tables on one link; it knows their probabilities."""

_AT_TABLES = KINDS["wager"].roles


class Rounds:
    """The state of a link, the games of its tables, and the rules of a round."""

    def __init__(
        self, state: LinkState, load_game: GameLoader, draw: Draw, check_plan: PlanCheck | None = None
    ) -> None:
        self.state = state
        self._draw = draw
        self._load_game = load_game
        self._check_plan = check_plan
        self._games: dict[str, tuple[CarriedRules | None, Game]] = {}
        self._layouts: dict[str, tuple[int, CarriedRules | None]] = {}
        self.now = 0
        """When the request is made, in milliseconds since 1970: never before the last entry."""
        self.actors: tuple[ActorRecord, ...] = ()
        """How the people of the request were authenticated."""
        self.barred: Barred | None = None
        """Set if the book is behind its own checkpoints, or the key is not the one announced."""

    def game(self, plan: LinkPlan, spec: str) -> Game:
        """What a table plays, by the rules that its plan carries."""
        carried = plan.carried(spec)
        rules, game = self._games.get(spec, (None, None))
        if game is None or rules is not carried:
            game = self._load_game(carried or spec)
            self._games[spec] = carried, game
        return game

    def _wager(self, request: asked.Wager) -> Wagered:
        """The hot path: one report of a table's sensors."""
        state = self.state
        plan = state.plan
        if plan is None:
            raise Refused("not_live")
        by = request.by
        role = plan.role(by)
        if role is None:
            raise Refused("unknown_person", by)
        if role not in _AT_TABLES:
            raise Refused("not_allowed", f"{by} is {role}")
        table = plan.table(request.table)
        if table is None:
            raise Refused("unknown_table", request.table)
        if request.day is not None and request.day != state.day:
            raise Refused("wrong_day", state.day)
        if state.ended:
            raise Refused("link_ended", state.ended)
        if state.faults:
            raise Refused("fault", state.faults[0])
        if state.table_faults and table.id in state.table_faults:
            raise Refused("fault", state.table_faults[table.id][0])
        if state.seized:
            raise Refused("seized")
        if bank_is_short(state, plan):
            raise Refused("bank_short")
        base = plan.base_wager_cents
        amount = base
        if request.amount is not UNSET:
            amount = request.amount
            check_amount(amount)
        seats = request.seats
        if min(seats) < 1 or max(seats) > table.seats:
            raise Refused("unknown_seat", shown(next(seat for seat in seats if not 1 <= seat <= table.seats)))
        if len(set(seats)) < len(seats):
            raise Refused("seat_twice")
        cents = amount * len(seats)
        if cents > plan.unreasonable_cents:
            raise Refused("amount_unreasonable", f"{dollars(cents)} in one report")
        if amount != base:
            raise Refused("amount_not_base_wager", dollars(base))
        number, last = request.round, state.last_round.get(table.id, 0)
        if number <= last:
            raise Refused("round_over", str(number))
        if number > last + FURTHEST_ROUND:
            raise Refused("round_too_far", str(number))
        open_round = state.rounds.get(table.id)
        if open_round is not None:
            if open_round.number != number:
                raise Refused("another_round", str(open_round.number))
            if open_round.locked:
                raise Refused("round_locked", str(number))
            for seat in seats:
                if seat in open_round.seats:
                    raise Refused("seat_has_wagered", str(seat))
        return Wagered(v=FORMAT, req=request, actor=self.actors, moves=contribute(state, plan, cents))

    def _open_round(self, request: asked.AboutRound, plan: LinkPlan) -> OpenRound:
        state = self.state
        if plan.table(request.table) is None:
            raise Refused("unknown_table", request.table)
        number = request.round
        if number <= state.last_round.get(request.table, 0):
            raise Refused("round_over", str(number))
        open_round = state.rounds.get(request.table)
        if open_round is None:
            raise Refused("round_not_open", str(number))
        if open_round.number != number:
            raise Refused("another_round", str(open_round.number))
        return open_round

    def _lock(self, request: asked.Lock, plan: LinkPlan) -> Locked:
        open_round = self._open_round(request, plan)
        if open_round.locked:
            raise Refused("round_locked", str(open_round.number))
        table = plan.table(request.table)
        assert table is not None
        game = self.game(plan, table.game)
        return Locked(v=FORMAT, req=request, actor=self.actors, dynamic=self._draw(game) if game.dynamic_table else {})

    def _result(self, request: asked.Result, plan: LinkPlan) -> Settled:
        state = self.state
        hands = request.hands
        if hands and plan.role(request.by) != "supervisor" and request.is_read:
            raise Refused("not_allowed", "a supervisor reads a hand that the cards do not show")
        open_round = self._open_round(request, plan)
        if not open_round.locked:
            raise Refused("round_not_locked", str(open_round.number))
        for seat in hands:
            if int(seat) not in open_round.seats:
                raise Refused("seat_without_wager", seat)
        table = plan.table(request.table)
        assert table is not None
        if not hands and request.dealer is None:
            return self._nothing_won(request, open_round, plan, table)
        game = self.game(plan, table.game)
        try:
            bets = read_hands(game, table.wager, hands, request.dealer)
        except BadHand as error:
            raise Refused(error.code, error.detail) from None
        if not any(bet.row for bet in bets.values()):
            return self._nothing_won(request, open_round, plan, table)
        # A meter that is won now comes back under the parameters that were waiting for its win.
        after = adopt_levels(plan, state.waiting, whole_levels(bets))
        layout = self._layout(plan, table)
        outcome = settle_round(state, plan, after, game, table.wager, open_round, bets, layout)
        vouch(outcome.awards, request, ())
        return Settled(
            v=FORMAT,
            req=request,
            actor=self.actors,
            awards=outcome.awards,
            moves=outcome.moves,
            settled=outcome.settled,
            emptied=outcome.emptied,
        )

    def _nothing_won(self, request: asked.Result, open_round: OpenRound, plan: LinkPlan, table: TablePlan) -> Settled:
        settled = settled_round(self.state, plan, open_round, self._layout(plan, table))
        return Settled(v=FORMAT, req=request, actor=self.actors, awards=[], settled=settled)

    def _layout(self, plan: LinkPlan, table: TablePlan) -> int:
        """The place of what a table plays among all that was played; the next one where it is new."""
        layouts, carried = self.state.layouts, plan.carried(table.game)
        place, rules = self._layouts.get(table.game, (-1, None))
        if rules is carried and 0 <= place < len(layouts):
            return place
        wanted = layout_of(plan, table)
        place = layouts.index(wanted) if wanted in layouts else len(layouts)
        self._layouts[table.game] = place, carried
        return place

    def _void(self, request: asked.Void, plan: LinkPlan) -> Voided:
        open_round = self._open_round(request, plan)
        return Voided(req=request, moves=reverse(self.state, open_round.brought, open_round.emptied))
