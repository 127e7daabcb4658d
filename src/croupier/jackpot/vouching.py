"""Who stands behind the hand of an award, and the cards that won it.

An award may be given more than once: one hand of a round is rejected, and another wins more for it. Whoever reported
that other hand has still reported it, and its cards are still its cards. So every award carries both.
A hand whose award was voided may be told again by others; the round remembers who told it first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from croupier.jackpot.records import ENVIES, AwardRecord
from croupier.jackpot.requests import Request, Telling

NOBODY: Final[Mapping[str, list[str]]] = {}


class ShownHand(NamedTuple):
    """What is known of the hand that won an award; all empty for an envy."""

    cards: str = ""
    dealer: str = ""
    """The dealer's cards, where the hand was read with them."""
    read_by: str = ""
    """The supervisor who read the hand, where the cards were not reported."""


def vouch(
    added: Sequence[AwardRecord],
    request: Request,
    stood: Sequence[AwardRecord],
    stands: Sequence[AwardRecord] = (),
    once: Mapping[str, list[str]] = NOBODY,
) -> None:
    """Write on awards the cards of their hands and who reported them.

    ``stood`` are the awards of the round as it was before the request, ``stands`` those that it leaves, ``once`` names
    who reported hands that were voided earlier. A hand that the request leaves as it was, or tells again, keeps those
    who reported it; whoever makes the request is named beside them.
    """
    people = request.people
    for record in added:
        if record["kind"] not in ENVIES:
            before = next((each for each in stood if _is_same_hand(each, record)), None)
            _show(record, _reported_hand(record, request) if isinstance(request, Telling) else ShownHand(), before)
            first = once.get(_hand(record), ())
            record["reported"] = _each_once([*first, *(reporters(before) if before else ()), *people])
    own = [*stood, *added]
    for record in added:
        if record["kind"] in ENVIES:
            record["reported"] = _each_once([*_seen_by(record, own), *people])
    known = {each["no"]: each for each in stood}
    for record in stands:
        # An envy outlives the hand that it was first paid for if somebody else turns out to have held the same.
        if record["kind"] in ENVIES and (new := _seen_by(record, added)):
            record["reported"] = _each_once([*reporters(known.get(record["no"], record)), *new])


def once_told(
    earlier: Mapping[str, list[str]], stood: Sequence[AwardRecord], voided: Sequence[AwardRecord]
) -> dict[str, list[str]]:
    """By hand, who reported those of a round whose award was voided, now or before."""
    found = dict(earlier)
    numbers = {each["no"] for each in voided}
    for record in stood:
        if record["no"] in numbers and record["kind"] not in ENVIES:
            found[_hand(record)] = _each_once([*found.get(_hand(record), ()), *reporters(record)])
    return found


def _hand(award: AwardRecord) -> str:
    return f"{award['seat']} {award['event']}"


def _seen_by(envy: AwardRecord, awards: Sequence[AwardRecord]) -> list[str]:
    """Who reported the hands of others that bring an envy."""
    own = [each for each in awards if each["kind"] not in ENVIES]
    seen = [each for each in own if each["event"] == envy["event"] and each["seat"] != envy["seat"]]
    return [who for each in seen for who in reporters(each)]


def _is_same_hand(one: AwardRecord, other: AwardRecord) -> bool:
    return one["kind"] not in ENVIES and (one["seat"], one["event"]) == (other["seat"], other["event"])


def _show(record: AwardRecord, hand: ShownHand, before: AwardRecord | None) -> None:
    """Cards that were reported are not lost to a later reading without them."""
    if before is not None and not hand.cards and before.get("cards"):
        hand = ShownHand(before["cards"], before.get("dealer", ""))
    elif before is not None and hand == ShownHand():
        hand = ShownHand(read_by=before.get("read_by", ""))
    if hand.cards:
        record["cards"] = hand.cards
    if hand.dealer:
        record["dealer"] = hand.dealer
    if hand.read_by:
        record["read_by"] = hand.read_by


def _reported_hand(award: AwardRecord, request: Telling) -> ShownHand:
    hand = request.hands.get(str(award["seat"])) if award["kind"] not in ENVIES else None
    if isinstance(hand, str):
        return ShownHand(hand, request.dealer or "")
    return ShownHand(read_by=request.by) if hand else ShownHand()


def shown_hand(award: Mapping[str, Any]) -> ShownHand:
    """The hand of an award."""
    return ShownHand(award.get("cards", ""), award.get("dealer", ""), award.get("read_by", ""))


def reporters(award: Mapping[str, Any]) -> list[str]:
    """Who said what the hand of an award is: none of them approves it, and none of them pays it."""
    return list(award["reported"])


def _each_once(people: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(people))
