"""Rounds as records for JSON: a round file to start from, what is owed, and whether a recorded round agrees.

The text of ``settle`` needs none of it, so nothing that only settles imports this.
"""

from typing import Literal

from croupier.play.game import Game
from croupier.play.replay import Replay
from croupier.play.settlement import Settlement, settlement_record
from croupier.records import UNSET, Record, UnsetType, converted


class DealerCards(Record):
    """The dealer's cards by place; `cards` are those of a hand that lies beside the up-card."""

    cards: str | UnsetType = UNSET
    up: str | UnsetType = UNSET
    hole: str | UnsetType = UNSET
    draws: str | UnsetType = UNSET


class RoundSeat(Record):
    """A seat of a round file: wagers as decimal strings, cards, and decisions in order."""

    wagers: dict[str, str]
    cards: str | UnsetType = UNSET
    draw: str | UnsetType = UNSET
    draws: dict[str, str] | UnsetType = UNSET  # Cards drawn, by hand.
    actions: list[str] | UnsetType = UNSET


class RoundLimit(Record):
    """What the house has posted for a wager."""

    minimum: str | UnsetType = UNSET
    step: str | UnsetType = UNSET
    maximum: str | UnsetType = UNSET


class RoundTable(Record):
    """Limits by wager."""

    limits: dict[str, RoundLimit]


class RoundDealing(Record):
    """How the cards were dealt: by dice, and in which order."""

    dice: list[int] | UnsetType = UNSET
    direction: Literal["clockwise", "counterclockwise"] | UnsetType = UNSET
    first: str | UnsetType = UNSET
    order: str | UnsetType = UNSET


class RoundFileRecord(Record):
    """A round as it was dealt at a table; docs/reference/schemas has all that a person may write into one."""

    schema: int
    game: str
    seats: dict[str, RoundSeat]
    dealer: str | DealerCards | UnsetType = UNSET
    places: dict[str, str] | UnsetType = UNSET  # Cards at places of the game's own, by their names.
    meters: dict[str, dict[str, str]] | UnsetType = UNSET
    seeds: dict[str, dict[str, str]] | UnsetType = UNSET
    dynamic: dict[str, str] | UnsetType = UNSET
    table: RoundTable | UnsetType = UNSET
    dealing: RoundDealing | UnsetType = UNSET


class SettledLine(Record):
    """What became of one wager, by which rule, and why; amounts are decimal strings."""

    seat: int
    wager: str
    stake: str
    outcome: str
    event: str | None
    net: str  # Without the stake.
    returned: str  # With the stake.
    cite: str
    why: str


class SettledAward(Record):
    """An award of a jackpot; the dealer's share has no seat."""

    seat: int | Literal["dealer"]
    wager: str
    event: str
    kind: str
    level: int | None
    percent: str | None
    amount: str


class SettledNet(Record):
    """What somebody is up or down."""

    net: str


class ReversedContribution(Record):
    """A contribution to a jackpot that goes back, because the round is void."""

    seat: int
    wager: str
    amount: str


class VoidRound(Record):
    """Why a round is void, and what goes back to the seats from the jackpots."""

    reason: str
    contributions_reversed: list[ReversedContribution]


class SettlementRecord(Record):
    """What is owed for a round, wager by wager; meters are those after it, by wager and level."""

    schema: int
    game: str
    settlements: list[SettledLine]
    awards: list[SettledAward]
    seats: dict[str, SettledNet]
    house: SettledNet
    meters: dict[str, dict[str, str]]
    game_hash: str
    notes: list[str] | UnsetType = UNSET
    void: VoidRound | UnsetType = UNSET


class ReplayedHashes(Record):
    """The rulebook that a transcript names, and today's."""

    recorded: str
    current: str


class ReplayRecord(Record):
    """Whether a recorded round agrees with itself, played again."""

    schema: int
    verdict: Literal["agrees", "differs"]
    game: str
    game_hash: ReplayedHashes
    rules: str  # Whose tables it was played with.
    opened_cards: int | None  # Cards that were opened against the committed deck; null where nothing was committed.
    record_sha256: str | None
    differences: list[str]


def replayed(replay: Replay) -> ReplayRecord:
    """What ``croupier replay --json`` prints."""
    return ReplayRecord(
        schema=1,
        verdict="differs" if replay.differences else "agrees",
        game=replay.game,
        game_hash=ReplayedHashes(recorded=replay.recorded_hash, current=replay.current_hash),
        rules=replay.rounds_rules,
        opened_cards=replay.opened,
        record_sha256=replay.sha256,
        differences=list(replay.differences),
    )


def settled(game: Game, settlement: Settlement) -> SettlementRecord:
    """What ``croupier settle --json`` prints."""
    return converted(SettlementRecord, settlement_record(game, settlement), "settlement")
