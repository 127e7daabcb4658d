"""Who stands behind the hand of an award, and the cards that won it.

An award may be given more than once: one hand of a round is rejected, and another wins more for it. Whoever reported
that other hand has still reported it, and its cards are still its cards. So every award carries both, since format 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.jackpot.records import ENVIES, AwardRecord


class ShownHand(NamedTuple):
    """What is known of the hand that won an award; all empty for an envy."""

    cards: str = ""
    dealer: str = ""
    """The dealer's cards, where the hand was read with them."""
    read_by: str = ""
    """The supervisor who read the hand, where the cards were not reported."""


def vouch(added: Sequence[AwardRecord], request: Mapping[str, Any], stood: Sequence[AwardRecord]) -> None:
    """Write on awards the cards of their hands and who reported them.

    ``stood`` are the awards of the round as it was before the request. A hand that the request leaves as it was keeps
    those who reported it; whoever makes the request is named beside them.
    """
    people = [request[name] for name in ("by", "second") if name in request]
    for record in added:
        if record["kind"] not in ENVIES:
            before = next((each for each in stood if _is_same_hand(each, record)), None)
            _show(record, _reported_hand(record, request) if "hands" in request else ShownHand(), before)
            record["reported"] = _each_once([*(reporters(before) if before else ()), *people])
    own = [each for each in (*stood, *added) if each["kind"] not in ENVIES]
    for record in added:
        if record["kind"] in ENVIES:
            seen = [each for each in own if each["event"] == record["event"] and each["seat"] != record["seat"]]
            record["reported"] = _each_once([*(who for each in seen for who in reporters(each)), *people])


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


def _reported_hand(award: Mapping[str, Any], request: Mapping[str, Any]) -> ShownHand:
    hand = request.get("hands", {}).get(str(award["seat"])) if award["kind"] not in ENVIES else None
    if isinstance(hand, str):
        return ShownHand(hand, request.get("dealer", ""))
    return ShownHand(read_by=request["by"]) if hand else ShownHand()


def shown_hand(award: Mapping[str, Any], request: Mapping[str, Any]) -> ShownHand:
    """The hand of an award; before format 6 it was only in the request that gave the award."""
    if "reported" not in award:
        return _reported_hand(award, request)
    return ShownHand(award.get("cards", ""), award.get("dealer", ""), award.get("read_by", ""))


def reporters(award: Mapping[str, Any]) -> list[str]:
    """Who said what the hand of an award is: none of them approves it, and none of them pays it."""
    if "reported" in award:
        return list(award["reported"])
    return [award[name] for name in ("reported_by", "seconded_by") if name in award]


def _each_once(people: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(people))
