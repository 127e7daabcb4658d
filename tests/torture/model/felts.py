"""The tables that the torture plays: paytables copied out by hand, and hands whose rows are known.

Grading belongs to ``play`` and is tested there. Here a hand is just a name for a row, so that the model needs no
rulebook; tests/torture/test_torture.py compares this copy with the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class Row(NamedTuple):
    """What a row pays: a percentage of a level's meter, or cents for a $1 wager."""

    percent: int = 0
    level: int = 1
    cents: int = 0
    envy_cents: int = 0


Hands = dict[tuple[str, str], str | None]
"""By the player's cards and the dealer's: the event, None where no row pays."""


@dataclass(frozen=True)
class Felt:
    """One paytable at one game."""

    name: str
    game: str
    settings: tuple[str, ...]
    wager: str
    paytable: str
    type: Literal["house", "progressive"]
    seats: int
    decks: int
    rows: dict[str, Row]
    hands: Hands
    one_winner: bool = False
    """Whether two seats can never win the meter in one round."""
    dashes: tuple[str, ...] = ()
    """Events of the family that this table prints a dash for: it has no such row."""
    boosts: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """By event, the cents that a dynamic draw may give it."""
    dealer_envy_percent: int = 0

    @property
    def levels(self) -> int:
        return max(row.level for row in self.rows.values())

    @property
    def pays_parts(self) -> bool:
        """Whether a hand wins a part of a meter, so that a meter can stand below its seed."""
        return any(0 < row.percent < 100 for row in self.rows.values())

    @property
    def dealers(self) -> list[str]:
        """What the dealer may show; one empty text where the wager does not look at it."""
        return sorted({dealer for _, dealer in self.hands})


@dataclass(frozen=True)
class Layout:
    """A felt with the operator's choices: what a table's configuration string says."""

    felt: Felt
    base_wager_cents: int = 100
    simultaneous: Literal["share", "sequential", "full"] = "share"
    below_seed: Literal["no-top-up", "top-up"] = "no-top-up"
    dealer_envy_from: Literal["house", "reserve"] = "house"
    envy_per: Literal["qualifying-hand", "round"] = "qualifying-hand"

    @property
    def spec(self) -> str:
        felt = self.felt
        settings = [*felt.settings, f"{felt.wager}={felt.paytable}"]
        if self.base_wager_cents != 100:
            settings.append(f"base_wager={self.base_wager_cents / 100:.2f}")
        if felt.type == "progressive":
            settings += [f"simultaneous={self.simultaneous}", f"below_seed={self.below_seed}"]
        if felt.dealer_envy_percent:
            settings.append(f"dealer_envy_funding={self.dealer_envy_from}")
        if any(row.envy_cents for row in felt.rows.values()):
            settings.append(f"envy_per={self.envy_per}")
        return f"{felt.game}({', '.join(settings)})"


def _sevens(seven: str, six_ace: str, six: str, five: str, four: str, three: str) -> Hands:
    """Seven cards a hand, once in each suit; two hands that use one card cannot both be dealt from one deck."""
    found: Hands = {}
    for suit, other in ("sd", "hc", "dh", "cs"):
        found[" ".join(f"{rank}{suit}" for rank in "9876543"), ""] = seven
        found[" ".join([*(f"{rank}{suit}" for rank in "AKQJT9"), f"2{other}"]), ""] = six_ace
        found[" ".join([*(f"{rank}{suit}" for rank in "KQJT98"), f"2{other}"]), ""] = six
        found[" ".join([*(f"{rank}{suit}" for rank in "76543"), f"K{other}", f"9{other}"]), ""] = five
        found[" ".join([*(f"{rank}{suit}" for rank in "7654"), f"K{other}", f"9{other}", f"J{other}"]), ""] = four
        found[" ".join([*(f"{rank}{suit}" for rank in "765"), *(f"{r}{other}" for r in "K9J2")]), ""] = three
    found["7s 6d 5s 9h Jd Kd Qh", ""] = None
    return found


def _pairs(three_aces_hearts: str, three_aces: str, three: str) -> Hands:
    """Two cards of the player and the dealer's up-card."""
    found: Hands = {("Ah Ah", "Ah"): three_aces_hearts, ("As As", "As"): three_aces, ("5h 5h", "5h"): three}
    for dealer in ("Ah", "As", "5h"):
        for own in ("Ah Ah", "As As"):
            found.setdefault((own, dealer), "perfect_top")
        for own, event in (("5h 5h", "perfect_pair"), ("5h 5d", "colored_pair"), ("5h 6s", None)):
            found.setdefault((own, dealer), event)
    return found


_SF = "straight_flush"
_FIXED = {
    f"{_SF}_5": Row(cents=250_00),
    f"{_SF}_4": Row(cents=40_00),
    f"{_SF}_3": Row(cents=3_00),
}
_BLACKJACK = ("decks=6",)

TENTH = Felt(
    "tenth",
    "keep-it-straight",
    ("edition=washington",),
    "straight_flush_progressive",
    "PT-BJS-HCF-SF-01",
    "progressive",
    6,
    1,
    {f"{_SF}_7": Row(100), f"{_SF}_6": Row(10), **_FIXED},
    _sevens(*(f"{_SF}_{size}" for size in (7, 6, 6, 5, 4, 3))),
)
ENVY = Felt(
    "envy",
    "keep-it-straight",
    ("edition=generic",),
    "straight_flush_progressive",
    "PT-BJS-HCF-SF-E02",
    "progressive",
    6,
    1,
    {f"{_SF}_7_or_6_ace_high": Row(100, envy_cents=250_00), f"{_SF}_6_king_high_or_lower": Row(10), **_FIXED},
    _sevens(
        *(f"{_SF}_{what}" for what in ("7_or_6_ace_high", "7_or_6_ace_high", "6_king_high_or_lower", "5", "4", "3"))
    ),
)
HOUSE = Felt(
    "house",
    "keep-it-straight",
    ("edition=washington", "jackpot=house"),
    "straight_flush_progressive",
    "PT-BJS-HCF-SF-08",
    "house",
    6,
    1,
    {f"{_SF}_7": Row(100), f"{_SF}_6": Row(100), **_FIXED, f"{_SF}_4": Row(cents=50_00)},
    _sevens(*(f"{_SF}_{size}" for size in (7, 6, 6, 5, 4, 3))),
)
LEVELS = Felt(
    "levels",
    "blackjack",
    (*_BLACKJACK, "suit=hearts"),
    "perfect_pairs",
    "PT-PRG-PP-MLP-01",
    "progressive",
    7,
    6,
    {
        "three_perfect_chosen_suit": Row(100, 1),
        "three_perfect_chosen": Row(100, 2),
        "perfect_three_of_a_kind": Row(100, 3),
        "perfect_top": Row(cents=50_00),
        "perfect_pair": Row(cents=10_00),
        "colored_pair": Row(cents=8_00),
        "mixed_pair": Row(cents=4_00),
    },
    _pairs("three_perfect_chosen_suit", "three_perfect_chosen", "perfect_three_of_a_kind"),
)
TWO_LEVELS = Felt(
    "two-levels",
    "blackjack",
    _BLACKJACK,
    "perfect_pairs",
    "PT-PRG-PP-MLP-04",
    "progressive",
    7,
    6,
    {
        "three_perfect_chosen": Row(100, 1, envy_cents=50_00),
        "perfect_three_of_a_kind": Row(100, 2),
        "perfect_top": Row(cents=40_00),
        "perfect_pair": Row(cents=10_00),
        "colored_pair": Row(cents=8_00),
        "mixed_pair": Row(cents=5_00),
    },
    _pairs("three_perfect_chosen", "three_perfect_chosen", "perfect_three_of_a_kind"),
)
DYNAMIC = Felt(
    "dynamic",
    "blackjack",
    _BLACKJACK,
    "perfect_pairs",
    "PT-PRG-PP-D01",
    "progressive",
    7,
    6,
    {
        "three_perfect_chosen": Row(100),
        "perfect_three_of_a_kind": Row(cents=100_00),
        "perfect_top": Row(cents=50_00),
        "perfect_pair": Row(cents=4_00),
        "colored_pair": Row(cents=2_00),
    },
    _pairs("three_perfect_chosen", "three_perfect_chosen", "perfect_three_of_a_kind"),
    boosts={
        "perfect_three_of_a_kind": tuple(100 * pay for pay in (150, 200, 300, 400, 500, 600, 700, 800, 900, 1000)),
        "perfect_top": tuple(100 * pay for pay in (75, 100, 150, 200, 250, 300, 350, 400, 450, 500)),
        "perfect_pair": tuple(100 * pay for pay in (6, 8, 12, 16, 20, 24, 28, 32, 36, 40)),
        "colored_pair": tuple(100 * pay for pay in (3, 4, 6, 8, 10, 12, 14, 16, 18, 20)),
    },
)
DEALER_ENVY = Felt(
    "dealer-envy",
    "blackjack",
    (*_BLACKJACK, "suit=spades"),
    "perfect_pairs",
    "PT-PRG-PP-06b",
    "progressive",
    7,
    6,
    {
        "three_perfect_chosen": Row(100),
        "perfect_top_suit": Row(cents=200_00),
        "perfect_top": Row(cents=100_00),
        "perfect_pair": Row(cents=10_00),
        "colored_pair": Row(cents=6_00),
        "mixed_pair": Row(cents=3_00),
    },
    {
        **_pairs("three_perfect_chosen", "three_perfect_chosen", "perfect_pair"),
        ("As As", "Ah"): "perfect_top_suit",
        ("As As", "5h"): "perfect_top_suit",
    },
    dashes=("three_perfect_chosen_suit", "perfect_three_of_a_kind", "perfect_pair_suit"),
    dealer_envy_percent=3,
)
MINI_ROYAL = Felt(
    "mini-royal",
    "three-card-prime",
    ("tables=sample",),
    "mini_royal_progressive",
    "SAMPLE-TCP-MRP-01",
    "progressive",
    7,
    1,
    {
        "mini_royal_spades": Row(100, envy_cents=100_00),
        "mini_royal": Row(cents=500_00, envy_cents=25_00),
        "straight_flush": Row(cents=100_00),
        "three_of_a_kind": Row(cents=50_00),
    },
    {
        ("As Ks Qs", ""): "mini_royal_spades",
        ("Ah Kh Qh", ""): "mini_royal",
        ("Ad Kd Qd", ""): "mini_royal",
        ("9h 8h 7h", ""): "straight_flush",
        ("5h 5c 5d", ""): "three_of_a_kind",
        ("2h 9c Kc", ""): None,
    },
    one_winner=True,
)

FELTS = (TENTH, ENVY, HOUSE, LEVELS, TWO_LEVELS, DYNAMIC, DEALER_ENVY, MINI_ROYAL)
"""All progressive but one, and several winners of one meter possible in a round on most."""

LAYOUTS: dict[str, Layout] = {}
"""By configuration string, every layout that was ever laid out."""
