"""What hands would win, before they are entered. The rulebook grades them and the books value them; nothing is
posted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from croupier.casino.table_report import check_deal
from croupier.jackpot.money.awards import BadHand, read_hands, settle_round, whole_levels
from croupier.jackpot.plan.changes import adopt_levels
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.records import KeptAward
from croupier.records import Record, record_of, replace
from croupier.service.books.entries import award_notes, made_of
from croupier.service.books.pit import Place, UnpaidAward, award_view, game_of
from croupier.service.books.watching import WatchedLink
from croupier.service.problems import Refused


class GradedHand(Record):
    """What the rulebook makes of a hand; no label where it wins nothing."""

    label: str | None
    why: str
    cite: str
    made_of: list[bool]
    """For each card, whether it makes the hand."""


class GradedAward(UnpaidAward):
    """An award that the round would give now, and its jackpot."""

    link: str


class Reseed(Record):
    """A level that would be won whole, and the cents it would start from again."""

    level: int
    to: int


class Graded(Record):
    """For each seat what its hand is, and every award that the round would give now. Nothing is entered."""

    hands: dict[str, GradedHand]
    awards: list[GradedAward]
    reseeds: list[Reseed]
    notes: list[str]


def graded_for_all(places: Sequence[Place], hands: dict[str, str], dealer: str | None, so_far: bool) -> Graded:
    """What hands would win on every jackpot of a table. Each seat's hand counts where the seat has a wager."""
    if len(places) == 1:
        return graded(*places[0], hands, dealer, so_far)
    locked: list[tuple[Place, list[int]]] = []
    for place in places:
        opened = place[0].state.rounds.get(place[2].id)
        if opened and opened.locked:
            locked.append((place, opened.seats))
    if not locked:
        raise Refused(409, "round_not_locked", "the round is not locked")
    for seat in hands:
        if not any(int(seat) in seats for _, seats in locked):
            raise Refused(422, "seat_without_wager", f"seat {seat} has no wager in this round")
    by_link: list[Graded] = []
    try:
        check_deal(hands.values(), dealer, [(plan, table) for (_, plan, table), _ in locked])
    except BadHand as error:
        raise Refused(422, error.code, error.detail) from None
    for place, seats in locked:
        theirs = {seat: hand for seat, hand in hands.items() if int(seat) in seats}
        its = graded(*place, theirs, dealer, so_far)
        by_link.append(replace(its, notes=[f"{place[1].title}: {note}" for note in its.notes]))
    # A hand is called by the first jackpot that pays it.
    named = [seat for its in reversed(by_link) for seat in its.hands.items()]
    called = dict(named) | {seat: hand for seat, hand in named if hand.label}
    return Graded(
        hands={seat: called[seat] for seat in hands},
        awards=[award for its in by_link for award in its.awards],
        reseeds=[reseed for its in by_link for reseed in its.reseeds],
        notes=[note for its in by_link for note in its.notes],
    )


def graded(
    link: WatchedLink, plan: LinkPlan, table: TablePlan, hands: dict[str, str], dealer: str | None, so_far: bool
) -> Graded:
    """For each seat what the rulebook makes of its hand, and every award that the round would give now. Hands that are
    still being typed are graded by the cards that are there."""
    game = game_of(plan, table)
    try:
        bets = read_hands(game, table.wager, dict(hands), dealer, so_far=so_far)
    except BadHand as error:
        raise Refused(422, error.code, error.detail) from None
    with link.lock:
        state = link.state
        opened = state.rounds.get(table.id)
        if opened is None or not opened.locked:
            raise Refused(409, "round_not_locked", "the round is not locked")
        for seat in bets:
            if seat not in opened.seats:
                raise Refused(422, "seat_without_wager", f"seat {seat} has no wager in this round")
        awards: list[GradedAward] = []
        reseeds: list[Reseed] = []
        notes: list[str] = []
        if any(bet.row for bet in bets.values()):
            after = adopt_levels(plan, state.waiting, whole_levels(bets))
            outcome = settle_round(state, plan, after, game, table.wager, opened, bets)
            where = {"table": table.id, "round": opened.number, "day": state.day, "at": state.at}
            awards = [
                record_of(GradedAward, award_view(cast("KeptAward", award | where), plan, state.day, str), link=plan.id)
                for award in outcome.awards
            ]
            notes = award_notes(game, table, plan, outcome.settled, outcome.emptied)
            reseeds = [Reseed(level=level, to=plan.level(level).reseed_cents) for level in outcome.emptied]
    return Graded(
        hands={
            str(seat): GradedHand(
                label=game.jackpot_sight(table.wager).bonus.chart.label(bet.row) if bet.row else None,
                why=str(bet.why).replace("$", "") if plan.currency == "chips" else str(bet.why),
                cite=bet.cite,
                made_of=made_of(game, table.wager, hands[str(seat)], dealer) if bet.row else [],
            )
            for seat, bet in bets.items()
        },
        awards=awards,
        reseeds=reseeds,
        notes=notes,
    )
