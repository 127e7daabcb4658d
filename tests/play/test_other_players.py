"""The other players of an envy are persons, unless the house reads it by spots (KIS-W Appendix C n.6, reading S1)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import catalogue
from croupier.play.roundfile import settle_file

SF = "straight_flush_progressive"


def document(choice: str) -> dict[str, Any]:
    wagers = {"ante": "10.00", SF: "1.00"}
    return {
        "schema": 1,
        "game": f"keep-it-straight({choice}{SF}=PT-BJS-HCF-SF-E01)",
        "seats": {
            "1": {"player": "Ann", "wagers": wagers, "cards": "8s 9s Ts Js Qs Ks As", "actions": ["fold"]},
            "2": {"player": "Ann", "wagers": wagers, "cards": "2h 4d 6c 8h Td Qc 2d", "actions": ["fold"]},
            "3": {"player": "Bob", "wagers": wagers, "cards": "3h 5h 7h 9d Jd Kd 2c", "actions": ["fold"]},
        },
        "dealer": "3c 5d 6d 8c 9c Jc Qd",
        "meters": {SF: {"1": "20000.00"}},
        "seeds": {SF: {"1": "10000.00"}},
    }


@pytest.mark.parametrize(("choice", "paid"), [("", [3]), ("envy_spots=paid, ", [2, 3])])
def test_who_is_paid_an_envy(choice: str, paid: list[int]) -> None:
    _, _, settlement = settle_file(document(choice), catalogue.load)
    assert [award.seat for award in settlement.awards if award.kind == "envy"] == paid


@pytest.mark.parametrize("name", ["ann", "ANN", " Ann ", "\uff21nn"])
def test_another_spelling_of_a_name_is_the_same_person(name: str) -> None:
    changed = document("")
    changed["seats"]["2"]["player"] = name
    _, _, settlement = settle_file(changed, catalogue.load)
    assert [award.seat for award in settlement.awards if award.kind == "envy"] == [3]


def test_spaces_within_a_name_are_one() -> None:
    changed = document("")
    changed["seats"]["1"]["player"], changed["seats"]["2"]["player"] = "Ann  Lee", "ann lee"
    _, _, settlement = settle_file(changed, catalogue.load)
    assert [award.seat for award in settlement.awards if award.kind == "envy"] == [3]
