"""What a card counter knows of a blackjack house, in the form of every base game's figures.

Effects of removal, how well a count tells when to bet and when to insure, and the index numbers of the decisions that
change first. The count is Hi-Lo; index numbers follow the convention of ``true_counts``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from croupier.cards.hands.blackjack import Total
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.lattice import ACE, TEN, VALUES
from croupier.exact.blackjack.true_counts import (
    HI_LO,
    Index,
    betting_correlation,
    effects_of_removal,
    index_numbers,
    insurance,
    insurance_index,
    split_index,
)
from croupier.exact.blackjack.values import card_word
from croupier.exact.result import FactTable, Result

BASIS: Final = (
    "best play by composition from a fresh shoe; the count is Hi-Lo with the cards on the table in it, an index is the "
    "true count of the average shoe at which two plays are worth the same, to a hundredth"
)


class Asked(NamedTuple):
    """A decision that a count changes: a total, the up-card by its place, and the two plays."""

    total: int
    up: int
    play: str
    instead: str


DECISIONS: Final = (
    Asked(16, TEN, "stand", "hit"),
    Asked(16, 7, "stand", "hit"),
    Asked(15, TEN, "stand", "hit"),
    Asked(13, 0, "stand", "hit"),
    Asked(13, 1, "stand", "hit"),
    *(Asked(12, up, "stand", "hit") for up in range(5)),
    Asked(11, ACE, "double", "hit"),
    Asked(10, TEN, "double", "hit"),
    Asked(10, ACE, "double", "hit"),
    Asked(9, 0, "double", "hit"),
    Asked(9, 5, "double", "hit"),
)
"""Those that D. Schlesinger lists as worth the most; up-cards by their place in a composition, a deuce first."""
SPLIT_TENS: Final = (3, 4)
"""Up-cards against which a count may split tens."""


def counter_value(game: BlackjackGame, best: Result) -> Result:
    """Everything that a count is judged by, beside the value of the best play."""
    effects, behind = effects_of_removal(game), insurance(game)
    betting = betting_correlation(effects)
    indices = list(_indices(game))
    removal = FactTable(
        tuple(
            (
                card_word(place),
                f"{100 * effects[place]:+.6f}",
                f"{100 * float(behind.effects[place]):+.6f}",
                f"{HI_LO[place]:+d}",
            )
            for place in range(VALUES)
        ),
        ("card gone", "effect on the bet, %", "effect on insurance, %", "Hi-Lo"),
    )
    counts = FactTable(
        (
            ("betting correlation", f"{betting:.4f}"),
            ("insurance correlation", f"{behind.correlation:.4f}"),
            ("insurance from a fresh shoe, %", f"{100 * float(behind.expectation):.6f}"),
        ),
        ("Hi-Lo", ""),
    )
    decided = FactTable(
        tuple(
            (words, index.play, "from" if index.rising else "up to", f"{index.true_count:+.2f}")
            for words, index in indices
        ),
        ("decision", "play", "", "true count"),
    )
    facts = {
        "count": "Hi-Lo",
        "effects_of_removal": {card_word(place): f"{effects[place]:.12f}" for place in range(VALUES)},
        "betting_correlation": f"{betting:.6f}",
        "insurance_correlation": f"{behind.correlation:.6f}",
        "index_numbers": [
            {
                "decision": words,
                "play": index.play,
                "instead": index.instead,
                "true_count": f"{index.true_count:.2f}",
                "rising": index.rising,
            }
            for words, index in indices
        ],
    }
    return replace(best, basis=BASIS, tables=(removal, counts, decided), facts=facts)


def _indices(game: BlackjackGame) -> Iterator[tuple[str, Index]]:
    """The decisions that a count changes, where the house allows both plays."""
    insured = insurance_index(game)
    if insured:
        yield "insurance", insured
    for total, up, play, instead in DECISIONS:
        found = index_numbers(game, Total(total, False), up, play, instead)
        if found:
            yield f"{total} against {card_word(up)}", found
    for up in SPLIT_TENS:
        found = split_index(game, TEN, up, "stand")
        if found:
            yield f"two tens against {card_word(up)}", found
