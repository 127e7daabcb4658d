"""What the documents order and the software only tells: each such rule by name, so that none is forgotten in silence.

Notes of the appendices are all posted (test_posted.py). These rules come from the letter of approval and from sections
before the appendices. They speak to the operator and to makers of equipment, and no player's pay or choice depends on
them, so they are printed by ``croupier show`` and not on a placard.
"""

from __future__ import annotations

from typing import Any

from croupier import catalogue
from croupier.questions.sheet.wording import POSTED_TOPICS

WITHOUT_A_PLACE = {
    "equipment-jackpot": "which system is used is not seen from here; `jackpot check` tells every Washington plan",
    "equipment-shuffler": "which shuffle machine is used cannot be seen from here",
    "approval-terms": "a letter is not read; a Washington link goes live only with its approval on record",
    "approval-card-rooms": "internal controls and makers' licenses are kept outside; the plan names the approval",
    "approval-tribal": "concurrence and the compact's supplements are kept outside; the plan names the approval",
    "promotions": "it permits something that cannot be configured here, so nothing is in force to post",
    "jackpot-controls": "internal controls are the operator's document; the plan holds the jackpot's part",
}
"""Rules of Keep It Straight."""
KEPT_ELSEWHERE = {
    ("keep-it-straight", "progressive-display"): "pays are multiplied wherever they are printed (test_posted.py)",
    ("keep-it-straight", "jackpot-sensors"): "tests/jackpot/test_two_sensors.py, test_link_rules.py",
    ("keep-it-straight", "jackpot-one-type"): "one_type_per_table in jackpot/plan/link_plan.py",
    ("keep-it-straight", "jackpot-linking"): "casino/proofs.py",
    ("ricochet-poker", "bonus-offer"): "the configuration",
    ("ricochet-poker", "odd-chip"): "posted with the split that it belongs to",
    ("ricochet-poker", "progressive-percent"): "posted with what the jackpot's pays are for",
    ("three-card-prime", "bonus-offer"): "the configuration and the table file",
    ("blackjack", "split-aces"): "the house's choices are posted in words of their own",
    ("blackjack", "dealer"): "the house's choice of soft 17 is posted in words of its own",
    ("blackjack", "dealer-needed"): "play",
    ("blackjack", "shoe"): "play",
}


PROCEDURES = ("object", "procedure", "reconciliation", "irregularity")
"""What the dealer does: told in the rules of play, and to no player on a placard."""


def test_every_rule_that_is_not_posted_is_in_one_of_the_lists() -> None:
    found = {
        (game.name, rule.id)
        for game in catalogue.book().games.values()
        for rule in game.rules
        if rule.topic not in PROCEDURES and (rule.topic not in POSTED_TOPICS or rule.posting.words == "")
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
