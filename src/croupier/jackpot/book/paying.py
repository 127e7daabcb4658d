"""Payments: to whom, by which check or slip, after whose approval, and with which film.

The payee is in the table of personal records. The record's salted hash comes to the books from outside, as a draw does,
and is written into the entry.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import BANK, CAGE, PAYABLE, Move
from croupier.jackpot.book.correcting import Corrections
from croupier.jackpot.money.awards import custodial_cents
from croupier.jackpot.money.numbers import SHAPE, Elsewhere, Numbered, check_numbers, is_number, only_here
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.records import Confirmed, KeptAward, Paid, Purged
from croupier.jackpot.refusals import Refused

Payee = tuple[str, str]
"""The salted hash of a personal record, and the last day on which it must be kept."""
PayeeOf = Callable[[int], Payee | None]
"""What a payment says about a personal record, by its number; None if there is none."""
Expired = Callable[[str], list[int]]
"""The personal records that need no longer be kept on a gambling day."""


def nobody(_number: int) -> Payee | None:
    """For whoever has no personal records at hand."""
    return None


def none_expired(_day: str) -> list[int]:
    """For whoever has no personal records at hand."""
    return []


class Payments(Corrections):
    """The rules of what leaves the books."""

    payee_of: PayeeOf = staticmethod(nobody)
    expired: Expired = staticmethod(none_expired)
    elsewhere: Elsewhere = staticmethod(only_here)

    def _check_numbers(self, request: Numbered) -> None:
        check_numbers(self.state, request, self.elsewhere)

    def _confirm(self, request: asked.Confirm, _plan: LinkPlan) -> Confirmed:
        """Somebody other than the person who reported the hand has watched the film."""
        award = self._open_award(request)
        self._check_not_reporter(award, request.by)
        if award.get("camera"):
            raise Refused("film_confirmed", award["camera"])
        if not is_number(request.camera):
            raise Refused("reference_malformed", f"camera: {SHAPE}")
        return Confirmed(req=request)

    def _correct_film(self, request: asked.CorrectFilm, _plan: LinkPlan) -> Confirmed:
        """The number of a film was mistyped; two people who did not report the hand have looked at the right one."""
        award = self._open_award(request)
        if award.get("camera", "") in ("", request.camera):
            raise Refused("nothing_to_correct", award.get("camera") or "nobody has confirmed a film of this award")
        for person in request.people:
            self._check_not_reporter(award, person)
        if not is_number(request.camera):
            raise Refused("reference_malformed", f"camera: {SHAPE}")
        return Confirmed(req=request)

    def _pay(self, request: asked.Pay, _plan: LinkPlan) -> Paid:
        award = self._open_award(request)
        # Players' money is paid from its own bank account. The cage advances cash and what the house owes.
        from_bank = custodial_cents(award) if request.method == "check" else 0
        if from_bank and self.state.seized:
            raise Refused("seized")
        if award["status"] == "pending":
            raise Refused("award_pending", str(request.award))
        self._check_payer(award, request.by)
        if "check" in award["duties"] and request.method != "check":
            raise Refused("check_required")
        if request.reference is None:
            raise Refused("reference_required")
        self._check_numbers(request)
        if "tax_form" in award["duties"] and request.tax_form is None:
            raise Refused("tax_form_required")
        self._check_film(award, request)
        payee, keep_until = self._payee(request)
        if -self.state.cents(BANK) < from_bank:
            raise Refused("more_than_there", "the bank account")
        moves: list[Move] = [
            (PAYABLE, BANK, from_bank * MILLION),
            (PAYABLE, CAGE, (award["cents"] - from_bank) * MILLION),
        ]
        return Paid(req=request, payee=payee, keep_until=keep_until, moves=[move for move in moves if move[2]])

    def _check_film(self, award: KeptAward, request: asked.Pay) -> None:
        """A large award is paid with the camera's record, which a supervisor has confirmed."""
        film = award.get("camera", "")
        if "camera" in award["duties"] and not film:
            raise Refused("camera_required", "nobody has confirmed it")
        if request.camera not in (None, film):
            raise Refused("camera_required", f"confirmed is {film or 'none'}")

    def _payee(self, request: asked.Pay) -> Payee:
        if request.payee is None:
            raise Refused("payee_required")
        found = self.payee_of(request.payee)
        if found is None:
            raise Refused("unknown_payee", str(request.payee))
        return found

    def _check_payer(self, award: KeptAward, by: str) -> None:
        """Where a threshold demands approval, nobody pays what they reported or approved."""
        if "approval" in award["duties"]:
            self._check_not_reporter(award, by)
            if award.get("approved_by") == by:
                raise Refused("three_people", f"{by} approved it")

    def _purge(self, request: asked.Purge, _plan: LinkPlan) -> Purged:
        """Personal records that need no longer be kept are forgotten; the journal keeps their numbers and hashes."""
        gone = self.expired(self.state.day)
        if not gone:
            raise Refused("nothing_to_purge")
        return Purged(req=request, purged=gone)
