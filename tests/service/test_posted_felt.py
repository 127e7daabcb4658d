"""What a page's felt posts is what the placard posts, and what is paid: for the table's own fixed wager."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SystemSource
from croupier.play.dynamic import displayed, draw_for_round
from croupier.questions.sheet.wording import posted_rows, posted_rules
from croupier.records import plain
from croupier.service.felts import felt_layout, house_tables, limits_of
from croupier.table.seen import boosted_pays
from croupier.table.table import AnnouncedTable
from croupier.units import dollars

PLANS = {plan.id: plan for plan in house_tables()}


@pytest.mark.parametrize("id", PLANS)
def test_the_felt_posts_the_rows_of_the_placard(id: str) -> None:
    configuration = PLANS[id].configuration
    for spot in plain_layout(PLANS[id])["spots"]:
        if spot["paytable"]:
            posted = [(row.label, row.pays, row.beside) for row in posted_rows(configuration, spot["wager"])]
            assert [(row["label"], row["pays"], row["beside"]) for row in spot["rows"]] == posted


def plain_layout(plan: AnnouncedTable) -> dict[str, Any]:
    record: dict[str, Any] = plain(felt_layout(plan))
    return record


def test_a_fixed_wager_of_five_dollars_is_posted_and_drawn_in_five_dollar_pays() -> None:
    drawn = [plan for plan in PLANS.values() if plan.game.dynamic_table]
    assert drawn
    assert any(plan.game.dynamic_stake != 100 for plan in drawn)
    for plan in drawn:
        boosted = draw_for_round(SystemSource(), plan.game)
        shown = displayed(plan.game, boosted)
        assert {row.event: row.pays for row in boosted_pays(plan.game, boosted)} == {
            event: dollars(cents) for event, cents in shown.items()
        }


def test_a_house_jackpot_is_called_that_wherever_a_table_shows_it() -> None:
    game = catalogue.load(
        "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-04)"
    )
    layout = plain_layout(AnnouncedTable("K9", game, limits_of(game), 6, "green"))
    titles = [spot["title"] for spot in layout["spots"]]
    assert "Straight Flush House Jackpot" in titles
    assert not [title for title in titles if "Progressive" in title]
    assert not [rule["text"] for rule in layout["rules"] if "Progressive" in rule["text"]]
    house = next(each for each in game.rules.wagers if each.kind == "jackpot")
    progressive = next(each for each in catalogue.book().game(game.rules.name).wagers if each.id == house.id)
    assert progressive.title == "Straight Flush Progressive"


@pytest.mark.parametrize("id", PLANS)
def test_a_page_lists_only_rules_in_force(id: str) -> None:
    configuration = PLANS[id].configuration
    posted = posted_rules(configuration, "play")
    assert [rule["text"] for rule in plain_layout(PLANS[id])["rules"]] == [words for _, words in posted]
    assert all(configuration.is_in_force(rule) for rule, _ in posted)
