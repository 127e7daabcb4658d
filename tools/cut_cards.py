"""Deals the shoes of every recorded cut card again and writes ``questions/solved/cut_cards.toml``, in minutes.

python -m tools.cut_cards
"""

from __future__ import annotations

from pathlib import Path

from croupier.questions.cut_card import cut_card
from croupier.questions.solved.recorded import CUT_CARDS

SHOES = {1: 4_000_000, 2: 2_000_000, 4: 1_000_000, 5: 800_000, 6: 800_000, 8: 600_000}
"""By decks; the fewer, the more a single round weighs."""
SEED = 7
HEAD = """# What a cut card changes at blackjack, per bet under the chart by totals: by `python -m tools.cut_cards`.
# effect is what a round brings beyond the exact value of a fresh shoe; emptied shoes ran out and are left out.

"""


def written() -> str:
    """The file's text."""
    parts = [HEAD]
    for decks, shoes in SHOES.items():
        found = cut_card(f"blackjack(decks={decks})", shoes, SEED)
        parts.append(
            "[[cut_card]]\n"
            f'game = "{found.game}"\nseats = {found.seats}\nshoes = "{found.shoes}"\nseed = {found.seed}\n'
            f'effect = "{found.effect:.8f}"\nstandard_error = "{found.standard_error:.8f}"\n'
            f'rounds_per_shoe = "{found.rounds_per_shoe:.3f}"\nemptied = {found.emptied}\n\n'
        )
        print(f"{found.game}: {found.effect:.6f} +- {found.standard_error:.6f}", flush=True)
    return "".join(parts).rstrip("\n") + "\n"


if __name__ == "__main__":
    place = Path(__file__).parent.parent / "src" / "croupier" / "questions" / "solved" / CUT_CARDS
    place.write_text(written(), encoding="utf-8")
