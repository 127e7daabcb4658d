"""What the documents order and the software only tells: each such rule by name, so that none is forgotten in silence.

Notes of the appendices are all posted (test_posted.py). These rules are printed by ``croupier show`` and are neither
posted for players nor checked by any part of the program, unless the second list says where.
"""

from __future__ import annotations

from typing import Any

from croupier import catalogue
from croupier.handbook.rules.wording import HEADINGS

WITHOUT_A_PLACE = {
    "equipment-jackpot": "which jackpot system is used cannot be seen from here",
    "equipment-shuffler": "which shuffle machine is used cannot be seen from here",
    "approval-terms": "a letter of approval is not read",
    "approval-card-rooms": "internal controls and licenses of makers are not kept",
    "approval-tribal": "concurrence and the compact's supplements are not kept",
    "promotions": "gambling promotions cannot be configured",
    "jackpot-controls": "internal controls are the operator's; a plan holds the jackpot's part",
}
"""Rules of Keep It Straight."""
KEPT_ELSEWHERE = {
    ("keep-it-straight", "progressive-display"): "pays are multiplied wherever they are printed (test_posted.py)",
    ("keep-it-straight", "operator-choice"): "the configuration and the table file",
    ("keep-it-straight", "jackpot-sensors"): "tests/jackpot/test_two_sensors.py, test_link_rules.py",
    ("keep-it-straight", "jackpot-one-type"): "one_type_per_table in jackpot/plan/link_rules.py",
    ("keep-it-straight", "jackpot-linking"): "casino/proofs.py",
    ("ricochet-poker", "bonus-offer"): "the configuration",
    ("three-card-prime", "bonus-offer"): "the configuration and the table file",
    ("blackjack", "split-aces"): "the house's choices are posted in words of their own",
    ("blackjack", "dealer"): "the house's choice of soft 17 is posted in words of its own",
    ("blackjack", "dealer-needed"): "play",
    ("blackjack", "shoe"): "play",
}


def test_every_rule_that_is_not_posted_is_in_one_of_the_lists() -> None:
    found = {
        (game.name, rule.id)
        for game in catalogue.book().games.values()
        for rule in game.rules
        if rule.topic not in HEADINGS or rule.posting.words == ""
    }
    assert found == {*(("keep-it-straight", rule) for rule in WITHOUT_A_PLACE), *KEPT_ELSEWHERE}


def test_every_section_of_the_documents_is_cited_by_something_of_the_book() -> None:
    """Else the lists above could miss a rule that nobody wrote down; headings of steps are cited by their steps."""
    book = catalogue.book()
    parts: list[Any] = [
        *(part for game in book.games.values() for part in (*game.rules, *game.wagers, *game.keys, *game.numbers)),
        *(part for game in book.games.values() for part in (*game.editions, *game.notices, *game.interpretations)),
        *book.tables.values(),
    ]
    cited = {str(cite) for part in parts for cite in part.cites}
    for tag in ("KIS-G", "KIS-W", "RIC", "PPP", "TCP"):
        for section in book.sources[tag].sections:
            name = f"{tag} {section}"
            assert name in cited or any(each.startswith(f"{name}.") for each in cited), name
