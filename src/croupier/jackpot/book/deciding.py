"""A link as a pure machine: the state and a request give an answer.

``decide`` looks at a request in the order of precedence of ``codes`` and either refuses it or says what it moves and
changes, as the body of a journal entry; ``effects.apply`` then changes the state. Random draws come in from outside
and are written into the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from croupier.errors import CroupierError
from croupier.jackpot import accounts
from croupier.jackpot.accounts import BANK, CAGE, CARRIED_IN, PAYABLE, PENDING, Move
from croupier.jackpot.book.effects import Body
from croupier.jackpot.checkpoints import announces
from croupier.jackpot.journal import FORMAT
from croupier.jackpot.money.adjustments import adjust
from croupier.jackpot.money.awards import BadHand, custodial_cents, read_hands, settle_round, whole_levels
from croupier.jackpot.money.contributions import contribute, reverse
from croupier.jackpot.money.rejections import lacking, take_back
from croupier.jackpot.plan.carried import CarriedRules
from croupier.jackpot.plan.changes import adopt_levels
from croupier.jackpot.plan.checking import BadPlan, GameLoader, read_plan_json
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan, plan_from_json, plan_hash, plan_to_json
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import FURTHEST_ROUND, KINDS, MOST_CENTS, MOST_HELD
from croupier.jackpot.state import LinkState, OpenRound, round_key, table_of
from croupier.play.game import Game

Request = Mapping[str, Any]
SUPERVISORS = frozenset({"supervisor"})
Draw = Callable[[Game], dict[str, int]]
"""The boosts of a round at a table with dynamic pays: drawn live, taken from the entry in an audit."""
PlanCheck = Callable[[LinkPlan], None]
"""Raises CroupierError where the rules do not allow a plan's tables on one link; it knows their probabilities."""


class Barred(NamedTuple):
    """Why a book opened stopped, and what a new chain of it says."""

    why: str
    seq: int
    head: str
    """The hash of the last entry that is known to have been: what the new chain cites."""
    key: str
    """The public key that signs from then on."""
    software: str
    rulebook: str


class Link:
    """The rules of one link, over its state."""

    def __init__(
        self, state: LinkState, load_game: GameLoader, draw: Draw, check_plan: PlanCheck | None = None
    ) -> None:
        self.state = state
        self._draw = draw
        self._load_game = load_game
        self._check_plan = check_plan
        self._games: dict[str, tuple[CarriedRules | None, Game]] = {}
        self.format = FORMAT
        """The version whose rules are in force: today's, or in an audit that of the entry."""
        self.barred: Barred | None = None
        """Set where the book lies behind its own checkpoints, or the key is not the one announced."""

    def game(self, plan: LinkPlan, spec: str) -> Game:
        """What a table plays, by the rules that its plan carries."""
        carried = plan.carried(spec)
        rules, game = self._games.get(spec, (None, None))
        if game is None or rules is not carried:
            game = self._load_game(carried or spec)
            self._games[spec] = carried, game
        return game

    def decide(self, request: Request) -> Body:
        """The body of the entry that this well-formed request comes to, or Refused."""
        if request["do"] == "wager":
            return self._wager(request)
        plan = self._check_person(request)
        body: Body = getattr(self, f"_{request['do']}")(request, plan)
        _check_room(self.state, body.get("moves", ()))
        return body

    def ask(self, request: Request) -> Body:
        """A request that needs a second person: looked at as if it were granted now, then kept until it is."""
        self.decide(request)
        return {"ask": self.state.asks + 1}

    def granted(self, request: Request) -> Request:
        """The request that waits, with whoever grants it as its second person; Refused where there is none."""
        self._check_person(request)
        waiting = self.state.asked.get(str(request["ask"]))
        if waiting is None:
            raise Refused("unknown_ask", str(request["ask"]))
        return {**waiting, "id": request["id"], "second": request["by"], "ask": request["ask"]}

    def bad_plan(self, request: Request, *, of_today: bool = True) -> str | None:
        """What is wrong with the plan that a proposal carries."""
        try:
            read_plan_json(request["plan"], self._load_game, of_today=of_today)
        except BadPlan as error:
            return f"plan: {error}"
        except RecursionError:
            return "plan: nested too deeply"
        return None

    # Who asks

    def _check_person(self, request: Request) -> LinkPlan:
        """The plan in whose terms the request is read, once it is certain that this person may ask."""
        state, kind = self.state, request["do"]
        plan = state.plan
        if kind == "propose":
            plan = plan or plan_from_json(request["plan"])
        elif kind in ("accept", "withdraw_proposal"):
            if state.proposal is None:
                raise Refused("no_proposal")
            if kind == "accept" and request["plan"] != state.proposal.hash:
                raise Refused("other_proposal", state.proposal.hash)
            plan = plan or state.proposal.plan
        elif plan is None:
            raise Refused("not_live")
        elif kind == "reset" and state.waiting is None:
            raise Refused("no_proposal")
        allowed = KINDS[kind].roles if kind != "void" or self.format > 1 else SUPERVISORS
        people = [(request["by"], allowed)] + ([(request["second"], SUPERVISORS)] if "second" in request else [])
        for person, _ in people:
            if plan.role(person) is None:
                raise Refused("unknown_person", person)
        for person, fitting in people:
            if plan.role(person) not in fitting:
                raise Refused("not_allowed", f"{person} is {plan.role(person)}")
        if len(people) == 2 and people[0][0] == people[1][0]:
            raise Refused("same_person", request["by"])
        return plan

    # The plan

    def _propose(self, request: Request, _plan: LinkPlan) -> Body:
        state = self.state
        proposed = plan_from_json(request["plan"])
        if state.proposal:
            raise Refused("proposal_waiting", state.proposal.hash)
        if proposed.id != state.link:
            raise Refused("other_link", proposed.id)
        live = state.plan
        changed = [name for name, fixed in _nature(live).items() if _nature(proposed)[name] != fixed] if live else []
        if changed:
            raise Refused("other_link", changed[0])
        self._prove(proposed)
        return {"hash": plan_hash(proposed)}

    def _prove(self, plan: LinkPlan) -> None:
        if self._check_plan:
            try:
                self._check_plan(plan)
            except CroupierError as error:
                raise Refused("link_refused", error.message) from None

    def _withdraw_proposal(self, _request: Request, _plan: LinkPlan) -> Body:
        return {}

    def _accept(self, request: Request, _plan: LinkPlan) -> Body:
        state = self.state
        proposal, live = state.proposal, state.plan
        assert proposal is not None
        if request["by"] == proposal.by:
            raise Refused("same_person", proposal.by)
        new = proposal.plan
        self._prove(new)  # again: other links of the floor may have changed since it was proposed
        if new.jurisdiction == "washington" and not new.approval.strip():
            raise Refused("approval_missing")
        for level in new.levels:
            shown = state.meter_cents(level.number) if live else level.beginning_cents
            if level.limit_cents is not None and level.limit_cents < shown:
                raise Refused("limit_below_meter", f"level {level.number}")
        if live:
            gone = open_tables(state) - {table.id for table in new.tables}
            if gone:
                raise Refused("rounds_open", ", ".join(sorted(gone)))
            return {}
        moves: list[Move] = []
        for level in new.levels if new.type == "progressive" else ():
            seed = min(level.seed_cents, level.beginning_cents)
            moves.append((accounts.seed_advanced(level.number), accounts.meter(level.number), seed * MILLION))
            if level.beginning_cents > seed:
                rest = level.beginning_cents - seed
                moves.append((CARRIED_IN, accounts.meter(level.number), rest * MILLION))
        return {"moves": [move for move in moves if move[2]]}

    def _reset(self, _request: Request, _plan: LinkPlan) -> Body:
        state = self.state
        new = state.waiting
        assert new is not None
        for level in new.levels:
            if level.limit_cents is not None and level.limit_cents < state.meter_cents(level.number):
                raise Refused("limit_below_meter", f"level {level.number}")
        if open_tables(state):
            raise Refused("rounds_open", ", ".join(sorted(open_tables(state))))
        moves: list[Move] = []
        if new.type == "progressive":
            # A meter never falls at a reset: it is players' money. Below its new seed, the house makes it up.
            for level in new.levels:
                short = level.seed_cents - state.meter_cents(level.number)
                if short > 0:
                    moves.append((accounts.seed_advanced(level.number), accounts.meter(level.number), short * MILLION))
        return {"moves": moves}

    # Rounds

    def _wager(self, request: Request) -> Body:
        """The hot path: one report of a table's sensors."""
        state = self.state
        plan = state.plan
        if plan is None:
            raise Refused("not_live")
        by = request["by"]
        role = plan.role(by)
        if role is None:
            raise Refused("unknown_person", by)
        if role not in KINDS["wager"].roles:
            raise Refused("not_allowed", f"{by} is {role}")
        table = plan.table(request["table"])
        if table is None:
            raise Refused("unknown_table", request["table"])
        if "day" in request and request["day"] != state.day:
            raise Refused("wrong_day", state.day)
        if state.faults:
            raise Refused("fault", state.faults[0])
        if state.seized:
            raise Refused("seized")
        if bank_is_short(state, plan):
            raise Refused("bank_short")
        base = plan.base_wager_cents
        amount = request.get("amount", base)
        _check_amount(amount)
        seats = request["seats"]
        for seat in seats:
            if not 1 <= seat <= table.seats:
                raise Refused("unknown_seat", _shown(seat))
        if len(set(seats)) < len(seats):
            raise Refused("seat_twice")
        cents = amount * len(seats)
        if cents > plan.unreasonable_cents:
            raise Refused("amount_unreasonable", f"{cents} cents in one report")
        if amount != base:
            raise Refused("amount_not_base_wager", f"{base} cents")
        number = request["round"]
        if number <= state.last_round.get(table.id, 0):
            raise Refused("round_over", str(number))
        if number > state.last_round.get(table.id, 0) + FURTHEST_ROUND:
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
        return {"moves": contribute(state, plan, cents)}

    def _open_round(self, request: Request, plan: LinkPlan) -> OpenRound:
        state = self.state
        if plan.table(request["table"]) is None:
            raise Refused("unknown_table", request["table"])
        number = request["round"]
        again = state.reopened.get(round_key(request["table"], number))
        if again:
            return again
        if number <= state.last_round.get(request["table"], 0):
            raise Refused("round_over", str(number))
        open_round = state.rounds.get(request["table"])
        if open_round is None:
            raise Refused("round_not_open", str(number))
        if open_round.number != number:
            raise Refused("another_round", str(open_round.number))
        return open_round

    def _lock(self, request: Request, plan: LinkPlan) -> Body:
        open_round = self._open_round(request, plan)
        if open_round.locked:
            raise Refused("round_locked", str(open_round.number))
        table = plan.table(request["table"])
        assert table is not None
        game = self.game(plan, table.game)
        return {"dynamic": self._draw(game)} if game.dynamic_table else {}

    def _result(self, request: Request, plan: LinkPlan) -> Body:
        state = self.state
        hands = request["hands"]
        if plan.role(request["by"]) != "supervisor" and any(isinstance(hand, dict) for hand in hands.values()):
            raise Refused("not_allowed", "a supervisor reads a hand that the cards do not show")
        open_round = self._open_round(request, plan)
        if not open_round.locked:
            raise Refused("round_not_locked", str(open_round.number))
        for seat in hands:
            if int(seat) not in open_round.seats:
                raise Refused("seat_without_wager", seat)
        if not hands and "dealer" not in request:
            return {"awards": []}
        table = plan.table(request["table"])
        assert table is not None
        game = self.game(plan, table.game)
        try:
            bets = read_hands(game, table.wager, hands, request.get("dealer"))
        except BadHand as error:
            raise Refused(error.code, error.detail) from None
        if not any(bet.row for bet in bets.values()):
            return {"awards": []}
        # A meter that is won now comes back under the parameters that were waiting for its win.
        after = adopt_levels(plan, state.waiting, whole_levels(bets))
        outcome = settle_round(state, plan, after, game, table.wager, open_round, bets)
        body: Body = {"awards": outcome.awards, "moves": outcome.moves}
        if outcome.emptied:
            body["emptied"] = outcome.emptied
        return body

    def _void(self, request: Request, plan: LinkPlan) -> Body:
        open_round = self._open_round(request, plan)
        return {"moves": reverse(self.state, open_round.brought, open_round.emptied)}

    # Awards

    def _open_award(self, request: Request) -> dict[str, Any]:
        award = self.state.awards.get(str(request["award"]))
        if award is None:
            raise Refused("unknown_award", str(request["award"]))
        return award

    def _approve(self, request: Request, _plan: LinkPlan) -> Body:
        award = self._open_award(request)
        if award["status"] != "pending":
            raise Refused("award_not_pending", str(request["award"]))
        if award.get("reported_by") == request["by"]:
            raise Refused("three_people", f"{request['by']} reported the hand")
        return {"moves": [(PENDING, PAYABLE, award["cents"] * MILLION)]}

    def _reject(self, request: Request, _plan: LinkPlan) -> Body:
        """Take the whole result of the round back: what several share, and what was reseeded, hangs together."""
        state = self.state
        award = self._open_award(request)
        if award["status"] != "pending":
            raise Refused("award_not_pending", str(request["award"]))
        record = state.results[round_key(award["table"], award["round"])]
        for each in record["awards"]:
            if each["status"] != "paid" and str(each["no"]) not in state.awards:
                raise Refused("result_paid", f"award {each['no']}")
        moves = take_back(state, record)
        short = lacking(state, record, moves)
        if short:
            raise Refused("more_than_there", short)
        about = {"table": award["table"], "round": award["round"]}
        return {"moves": moves, "taken_back": [each["no"] for each in record["awards"]], **about}

    def _pay(self, request: Request, _plan: LinkPlan) -> Body:
        award = self._open_award(request)
        # Players' money is paid out of its own bank account; the cage advances cash, and what the house owes.
        from_bank = custodial_cents(award) if request["method"] == "check" else 0
        if from_bank and self.state.seized:
            raise Refused("seized")
        if award["status"] == "pending":
            raise Refused("award_pending", str(request["award"]))
        if self.format > 1:
            self._check_payer(award, request["by"])
        if "check" in award["duties"] and request["method"] != "check":
            raise Refused("check_required")
        if self.format > 1 and request["method"] == "check" and "reference" not in request:
            raise Refused("reference_required")
        if "tax_form" in award["duties"] and "tax_form" not in request:
            raise Refused("tax_form_required")
        if self.format > 1 and "camera" in award["duties"] and "camera" not in request:
            raise Refused("camera_required")
        if -self.state.cents(BANK) < from_bank:
            raise Refused("more_than_there", "the bank account")
        moves = [(PAYABLE, BANK, from_bank * MILLION), (PAYABLE, CAGE, (award["cents"] - from_bank) * MILLION)]
        return {"moves": [move for move in moves if move[2]]}

    @staticmethod
    def _check_payer(award: dict[str, Any], by: str) -> None:
        """Where a threshold demands approval, nobody pays what they reported or approved."""
        if "approval" in award["duties"]:
            for name in ("reported_by", "approved_by"):
                if award.get(name) == by:
                    raise Refused("three_people", f"{by} {name.removesuffix('_by')} it")

    # Money and the bank

    def _adjust(self, request: Request, plan: LinkPlan) -> Body:
        _check_amount(request["amount"])
        return {"moves": adjust(self.state, plan, request, self.format)}

    def _deposit(self, request: Request, _plan: LinkPlan) -> Body:
        _check_amount(request["amount"])
        return {"moves": [(BANK, CAGE, request["amount"] * MILLION)]}

    def _withdraw(self, request: Request, plan: LinkPlan) -> Body:
        state = self.state
        amount = request["amount"]
        if state.seized:
            raise Refused("seized")
        _check_amount(amount)
        if amount > -state.cents(BANK):
            raise Refused("more_than_there", "the bank account")
        if state.bank_cents - amount < required_cents(state, plan):
            raise Refused("more_than_there", "the required balance")
        return {"moves": [(CAGE, BANK, amount * MILLION)]}

    def _statement(self, request: Request, _plan: LinkPlan) -> Body:
        if request["amount"] != 0 or type(request["amount"]) is not int:
            _check_amount(request["amount"])
        return {"difference": request["amount"] + self.state.cents(BANK)}

    def _seize(self, _request: Request, _plan: LinkPlan) -> Body:
        return {}

    def _release(self, _request: Request, plan: LinkPlan) -> Body:
        if not self.state.stated:
            raise Refused("bank_short", "no statement of the bank since the seizure")
        if bank_is_short(self.state, plan):
            raise Refused("bank_short")
        return {}

    # The controller and the day

    def _fault(self, _request: Request, _plan: LinkPlan) -> Body:
        return {}

    def _clear(self, _request: Request, _plan: LinkPlan) -> Body:
        return {}

    def _close_day(self, request: Request, _plan: LinkPlan) -> Body:
        state = self.state
        if request["day"] != state.day:
            raise Refused("wrong_day", state.day)
        if open_tables(state):
            raise Refused("rounds_open", ", ".join(sorted(open_tables(state))))
        return {"readings": readings(state)}

    def _decline(self, request: Request, _plan: LinkPlan) -> Body:
        if str(request["ask"]) not in self.state.asked:
            raise Refused("unknown_ask", str(request["ask"]))
        return {}

    # Checkpoints

    def _new_key(self, request: Request, _plan: LinkPlan) -> Body:
        state = self.state
        if not announces(state.link, request["key"], request["signature"], state.key):
            raise Refused("bad_signature")
        return {}

    def _new_chain(self, request: Request, _plan: LinkPlan) -> Body:
        barred = self.barred
        if barred is None:
            raise Refused("chain_whole")
        if request["head"] != barred.head:
            raise Refused("other_head", barred.head)
        cites = {"seq": barred.seq, "hash": barred.head}
        return {"cites": cites, "key": barred.key, "software": barred.software, "rulebook": barred.rulebook}


def _nature(plan: LinkPlan) -> dict[str, object]:
    """What no plan may change of a live link."""
    levels = sorted(level.number for level in plan.levels)
    return {"type": plan.type, "jurisdiction": plan.jurisdiction, "levels": levels}


def open_tables(state: LinkState) -> set[str]:
    """Tables with a round that is not settled."""
    return {*state.rounds, *map(table_of, state.reopened)}


def readings(state: LinkState) -> dict[str, Any]:
    """What the meters and accounts of a live link show, to be written down at the close of a day."""
    plan = state.plan
    assert plan is not None
    return {
        "balances": {name: list(each) for name, each in sorted(state.balances.items())},
        "contributed": dict(sorted(state.contributed.items())),
        "hits": dict(state.level_hits),
        "won": dict(state.level_won),
        "wagers": state.wager_count,
        "wins": state.wins,
        "after": state.day_seq,
        "liability": state.liability_cents,
        "required": required_cents(state, plan),
        "bank": state.bank_cents,
        "difference": state.bank_difference,
        "due": state.due_level,
        "seed_due": sum(state.seed_due.values()),
        "days_since_deposit": state.days_since_deposit,
        "awards": sorted(state.awards.values(), key=lambda award: int(award["no"])),
        "last_hits": list(state.last_hits),
        "levels": [asdict(level) for level in plan.levels],
        "plan": plan_to_json(plan),
        "software": state.software,
        "rulebook": state.rulebook,
        "faults": list(state.faults),
        "seized": state.seized,
    }


def required_cents(state: LinkState, plan: LinkPlan) -> int:
    """What must be in the bank: the players' money, or for a house jackpot the prizes that are posted."""
    if plan.type == "house":
        return sum(level.seed_cents for level in plan.levels)
    return state.required_cents


def bank_is_short(state: LinkState, plan: LinkPlan) -> bool:
    bank = state.bank_cents
    if plan.type == "progressive" and bank >= state.due_level:
        return False
    return bank < required_cents(state, plan)


def _check_amount(amount: Any) -> None:
    if type(amount) is not int:
        raise Refused("amount_not_whole", f"{amount!r:.40}" if isinstance(amount, (float, str, bool)) else "")
    if amount <= 0:
        raise Refused("amount_not_positive", _shown(amount))
    if amount > MOST_CENTS:
        raise Refused("amount_too_large", _shown(amount))


def _shown(number: int) -> str:
    """A number for a message; Python refuses to write down one of thousands of digits."""
    return str(number) if number.bit_length() < 100 else f"a number of {number.bit_length()} bits"


def _check_room(state: LinkState, moves: Iterable[Move]) -> None:
    """Every account must be able to hold all that an entry gives it."""
    given: dict[tuple[str, int], int] = {}
    for debit, credit, amount in moves:
        for account, side in ((debit, 0), (credit, 1)):
            held = given.get((account, side), state.balances.get(account, (0, 0))[side]) + amount
            given[account, side] = held
            if held > MOST_HELD:
                raise Refused("amount_too_large", f"{account} cannot hold it")
