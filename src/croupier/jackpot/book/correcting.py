"""Awards in two phases, and what was settled wrongly made right.

An award that needs approval is pending until it is posted (``approve``) or voided (``reject``). A settled result can
be corrected by two people, also after it was paid. What a correction needs to know of a round is in the entry of its
result; ``find`` fetches it from the journal, and an audit reads it from there as well.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import CAGE, PAYABLE, PENDING, PRIZES, RECEIVABLE, Move
from croupier.jackpot.book.rounds import Rounds
from croupier.jackpot.journal import Entry
from croupier.jackpot.money.amounts import check_amount
from croupier.jackpot.money.awards import BadHand, bets_of, read_by_supervisor, read_hands
from croupier.jackpot.money.corrections import Standing, restate, void_alone
from croupier.jackpot.money.numbers import Numbered
from croupier.jackpot.plan.carried import CarriedRules
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.records import (
    ENVIES,
    Approved,
    Collected,
    KeptAward,
    Restated,
    Settled,
    WrittenOff,
    read_body,
)
from croupier.jackpot.refusals import Refused
from croupier.jackpot.state import round_key
from croupier.jackpot.vouching import once_told, vouch
from croupier.play.game import Game
from croupier.play.lines import JackpotBet
from croupier.units.money import dollars

Find = Callable[[int], Entry | None]
"""The entry of a number, of those before the one that is decided."""


def nowhere(_seq: int) -> Entry | None:
    """For whoever has no journal at hand."""
    return None


class Corrections(Rounds):
    """The rules of awards that wait, and of results that were wrong."""

    find: Find = staticmethod(nowhere)

    def _open_award(self, request: asked.AboutAward) -> KeptAward:
        award = self.state.awards.get(str(request.award))
        if award is None:
            raise Refused("unknown_award", str(request.award))
        return award

    def _check_not_reporter(self, award: KeptAward, by: str) -> None:
        """Refused for everybody who said what the hand is: who reported it, read it without cards, or corrected it."""
        if by in award["reported"]:
            raise Refused("three_people", f"{by} reported the hand")

    def _approve(self, request: asked.Approve, _plan: LinkPlan) -> Approved:
        award = self._open_award(request)
        if award["status"] != "pending":
            raise Refused("award_not_pending", str(request.award))
        waits_for = award.get("waits_for")
        if waits_for:
            raise Refused("jackpot_pending", f"award {waits_for[0]}")
        self._check_not_reporter(award, request.by)
        moves: list[Move] = [(PENDING, PAYABLE, award["cents"] * MILLION)]
        envies = self._released_by(award["no"])
        moves += [(PENDING, PAYABLE, each["cents"] * MILLION) for each in envies]
        return Approved(req=request, moves=[move for move in moves if move[2]], posted=[each["no"] for each in envies])

    def _released_by(self, number: int) -> list[KeptAward]:
        """Envy pays that waited for this award alone, and need no approval of their own."""
        waiting = [each for each in self.state.awards.values() if each.get("waits_for") == [number]]
        return sorted((each for each in waiting if "approval" not in each["duties"]), key=lambda each: each["no"])

    def _reject(self, request: asked.Reject, plan: LinkPlan) -> Restated:
        """Void a pending award: the hand of its seat won nothing, and the round comes to what the others won.

        Two people do it who did not report the hand. Whoever did may correct the round with a second person.
        """
        state = self.state
        award = self._open_award(request)
        if award["status"] != "pending":
            raise Refused("award_not_pending", str(request.award))
        for person in request.people:
            self._check_not_reporter(award, person)
        key = round_key(award["table"], award["round"])
        standing = self._standing(award["table"], award["round"], state.restated.get(key, award["entry"]))
        if award["kind"] in ENVIES:
            return void_alone(state, standing, award["no"], request)
        events = {int(seat): event for seat, event in standing.settled.get("events", {}).items()}
        del events[award["seat"]]
        game, wager = self._played(standing)
        sight = game.jackpot_sight(wager)
        stake = game.configuration.fixed_stake(wager)
        bets = {seat: read_by_supervisor(sight, seat, stake, event) for seat, event in events.items()}
        every = bets_of(game, wager, standing.settled["seats"], bets)
        body = restate(state, plan, game, wager, standing, every, request)
        assert body is not None, "an award was won by a hand that won nothing"
        self._vouch(body, request, standing)
        return body

    def _correct(self, request: asked.Correct, plan: LinkPlan) -> Restated:
        """What the hands of a round really were; every award that differs is voided, missed ones are awarded."""
        standing = self._cited(request)
        hands = request.hands
        for seat in hands:
            if int(seat) not in standing.settled["seats"]:
                raise Refused("seat_without_wager", seat)
        game, wager = self._played(standing)
        try:
            graded = read_hands(game, wager, hands, request.dealer)
        except BadHand as error:
            raise Refused(error.code, error.detail) from None
        winners: dict[int, JackpotBet] = {seat: bet for seat, bet in graded.items() if bet.row}
        bets = bets_of(game, wager, standing.settled["seats"], winners)
        body = restate(self.state, plan, game, wager, standing, bets, request)
        if body is None:
            raise Refused("nothing_to_correct")
        self._vouch(body, request, standing)
        return body

    def _vouch(self, body: Restated, request: asked.Reject | asked.Correct, standing: Standing) -> None:
        """Who said what the hands are, also of those that this request leaves as they were."""
        once = standing.settled.get("once", {})
        vouch(body.awards, request, standing.awards, body.stands, once)
        if gone := once_told(once, standing.awards, body.voided):
            body.settled["once"] = gone

    def _cited(self, request: asked.Correct) -> Standing:
        """The round that a correction means; the entry need not be named where the books know it."""
        state = self.state
        key = round_key(request.table, request.round)
        open_ones = [each for each in state.awards.values() if round_key(each["table"], each["round"]) == key]
        known = state.restated.get(key) or next((each["entry"] for each in open_ones), None)
        cited = known if request.entry is None else request.entry
        if cited is None:
            raise Refused("unknown_result", "name the entry of the result")
        if known is not None and cited != known and key in state.restated:
            raise Refused("other_result", f"entry {known}")
        return self._standing(request.table, request.round, cited)

    def _standing(self, table: str, round: int, seq: int) -> Standing:
        entry = self.find(seq)
        body = read_body(entry) if entry is not None and entry.kind in ("result", "reject", "correct") else None
        if isinstance(body, Settled) and (body.req.table, body.req.round) == (table, round):
            return Standing(table, round, body.settled, body.awards)
        if isinstance(body, Restated) and (body.table, body.round) == (table, round):
            return Standing(table, round, body.settled, [*body.stands, *body.awards])
        raise Refused("unknown_result", f"entry {seq}")

    def _played(self, standing: Standing) -> tuple[Game, str]:
        """The game and the wager of a round, by the rules that were in force."""
        layout = self.state.layouts[standing.settled["layout"]]
        rules = layout["rules"]
        return self._load_game(CarriedRules(**rules) if rules else layout["game"]), layout["wager"]

    def _check_numbers(self, request: Numbered) -> None:
        """Refused if a number was used before."""
        raise NotImplementedError

    def _collect(self, request: asked.Collect, _plan: LinkPlan) -> Collected:
        """Money that comes back after an award was paid by mistake."""
        check_amount(request.amount)
        owed = self._owed(request)
        self._check_numbers(request)
        if request.amount > owed:
            raise Refused("more_than_there", f"at most {dollars(owed)}")
        return Collected(req=request, moves=[(CAGE, RECEIVABLE, request.amount * MILLION)])

    def _write_off(self, request: asked.WriteOff, _plan: LinkPlan) -> WrittenOff:
        """Money that does not come back: the house bears it."""
        return WrittenOff(req=request, moves=[(PRIZES, RECEIVABLE, self._owed(request) * MILLION)])

    def _owed(self, request: asked.AboutAward) -> int:
        debt = self.state.receivable.get(str(request.award))
        if debt is None:
            raise Refused("unknown_award", str(request.award))
        return debt["cents"]
