"""The record of one award, from the wager to the payment, with everybody involved and its entries."""

from __future__ import annotations

from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.vouching import shown_hand
from croupier.records import Record, record_of
from croupier.service.books.naming import Name, PageStanding, standing
from croupier.service.books.pit import game_of
from croupier.service.books.watching import Happened, WatchedLink
from croupier.service.problems import Refused


class PrizeAward(Record):
    """The award itself."""

    no: int
    seat: int
    label: str
    kind: str
    level: int | None
    percent: str | None
    cents: int
    duties: list[str]


class PaymentRecord(Record):
    """How it was paid; empty as long as it is not."""

    method: str
    reference: str
    tax_form: str
    camera: str


class PrizeEntry(Record):
    """An entry of the round."""

    seq: int
    at: int
    kind: str
    by: str
    second: str
    hash: str


class PrizeRecord(Record):
    """One award, from the wager to the payment, with everybody involved and its entries."""

    standing: PageStanding
    casino: str
    location: str
    license: str
    jackpot: str
    currency: str
    paytable: str
    base_wager: int
    table: str
    game: str
    round: int
    award: PrizeAward
    status: str
    cards: str
    dealer: str
    won_at: int
    entered_by: str
    approved_by: str
    approved_at: int | None
    paid_by: str
    paid_at: int | None
    payment: PaymentRecord
    void_reason: str
    entries: list[PrizeEntry]


def prize_record(
    link: WatchedLink, plan: LinkPlan, table: TablePlan, number: int, name: Name, demonstration: bool
) -> PrizeRecord:
    """Everything known about an award of this table. Older awards are in the report of their day."""
    with link.lock:
        happened = list(reversed(link.table(table.id)))
        gives = next((each for each in reversed(happened) if _gives(each, number)), None)
        kept = link.state.awards.get(str(number))
        if gives is None or (kept and kept["table"] != table.id):
            raise Refused(
                404,
                "unknown_award",
                f"award {number} is not one of the last rounds of {table.id[:40]}",
                hint="the report of its gambling day has its record",
            )
        award = next(each for each in gives.body["awards"] if each["no"] == number)
        about = [each for each in happened if each.round == gives.round]
        approved, paid = (_about(about, number, kind) for kind in ("approve", "pay"))
        # The film that counted when the award was paid: the last one that was named before.
        before = [each for each in about if paid is None or each.seq < paid.seq]
        filmed = _about(list(reversed(before)), number, "confirm", "correct_film")
        voided = next((each for each in about if number in [void["no"] for void in each.body.get("voided", ())]), None)
    payment = {"camera": filmed.body["req"]["camera"] if filmed else "", **(paid.body["req"] if paid else {})}
    hand = shown_hand(award)
    status = "void" if voided else "paid" if paid or award["status"] == "paid" else (kept or award)["status"]
    return PrizeRecord(
        standing=standing(plan, demonstration),
        casino=plan.casino,
        location=plan.location,
        license=plan.license,
        jackpot=plan.title,
        currency=plan.currency,
        paytable=plan.paytable,
        base_wager=plan.base_wager_cents,
        table=table.id,
        game=game_of(plan, table).configuration.rules.title,
        round=gives.round,
        award=record_of(PrizeAward, award),
        status=status,
        cards=hand.cards,
        dealer=hand.dealer,
        won_at=gives.at,
        entered_by=name(gives.by),
        approved_by=name(approved.by) if approved else "",
        approved_at=approved.at if approved else None,
        paid_by=name(paid.by) if paid else "",
        paid_at=paid.at if paid else None,
        payment=PaymentRecord(
            method=payment.get("method", ""),
            reference=payment.get("reference", ""),
            tax_form=payment.get("tax_form", ""),
            camera=payment.get("camera", ""),
        ),
        void_reason=voided.body["req"].get("reason", "") if voided else "",
        entries=[record_of(PrizeEntry, entry, by=name(entry.by), second=name(entry.second)) for entry in about],
    )


def _gives(each: Happened, number: int) -> bool:
    return any(award["no"] == number for award in each.body.get("awards") or ())


def _about(happened: list[Happened], number: int, *kinds: str) -> Happened | None:
    return next((each for each in happened if each.kind in kinds and each.body["req"].get("award") == number), None)
