"""A table as one viewer may see it, as records: what pages draw, what a house archives. ``seen`` fills them."""

from typing import Final, Literal

from croupier.play import documents, round_records
from croupier.records import UNSET, Record, UnsetType

SCHEMA: Final = 1


class SeatView(Record):
    """A place at the table; an open one has a number and nothing else."""

    seat: int
    open: bool
    name: str | UnsetType = UNSET
    bot: bool | UnsetType = UNSET
    you: bool | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    wagers: dict[str, int] | UnsetType = UNSET
    last: dict[str, int] | UnsetType | None = UNSET  # The viewer's own wagers of the round before.


class YourSeat(Record):
    """Where the viewer sits, and the chips that do not lie on the felt."""

    seat: int
    spare: str
    cents: int


class HandView(Record):
    """The cards of a hand as the viewer sees them; what lies face down is a null."""

    cards: list[str | None]
    words: str
    making: int  # How many of the cards make the hand that the words name.
    stakes: dict[str, int] | UnsetType = UNSET  # What lies on a player's hand, by wager.


class FeltSeat(Record):
    """What lies before a seat."""

    seat: int
    stakes: dict[str, int]
    hands: list[HandView]
    active: int | None  # The hand to act, where there are several.
    decisions: list[str]
    by_clock: list[int]  # Which of these decisions, counted from 0, the clock took because the seat did not.
    acting: bool


class AnswerView(Record):
    """What the dealer's look told everyone."""

    question: str
    yes: bool


class PotView(Record):
    """The pot of a game that is played for one."""

    cents: int
    order: list[int]
    leads: list[int]
    kicked_out: bool
    lost: dict[str, str]


class FeltView(Record):
    """The cards, stakes and decisions that lie on the felt."""

    seats: list[FeltSeat]
    dealer: list[HandView]
    places: dict[str, HandView]  # Cards that lie on the table for everybody, by the game's own name of their place.
    answers: list[AnswerView]
    pot: PotView | UnsetType = UNSET


class MadeWager(Record):
    """What a side wager of the viewer's has come to before the round is over."""

    wager: str
    title: str
    event: str | None
    net: int | None
    words: str
    cite: str
    paid: bool


class DiceView(Record):
    """The throw that says where the deal begins."""

    thrown: list[int]
    sum: int
    clockwise: bool
    first: int | None  # The seat that is served first; null for the dealer.


class ActionView(Record):
    """An action that the viewer's seat may take, with its range in cents."""

    name: str
    minimum: int
    maximum: int
    step: int
    multiples: list[int]
    base: int
    wager: str | None


class TurnView(Record):
    """Whose turn it is; what the seat may do is told to that seat alone."""

    seat: int
    actions: list[ActionView] | UnsetType = UNSET
    by_clock: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    cite: str | UnsetType = UNSET


class MeterView(Record):
    """One level of a jackpot's meter as the displays show it."""

    wager: str
    title: str
    level: int
    levels: int
    cents: int


class BoostedPay(Record):
    """A pay that was drawn for this round alone."""

    event: str
    label: str
    pays: str


class ShoeView(Record):
    """The shoe that the table has committed to, and how much of it is dealt."""

    root: str | None
    shoe: int
    dealt: int
    rounds: int  # How many rounds were dealt from it: the number of the next one among its draws.
    cards: int
    cut: int | None  # How many cards lie in front of the cut card; a shoe that is shuffled for every round has none.


class AwardView(round_records.SettledAward):
    """What a jackpot paid in a finished round."""

    words: str
    cents: int


class WonMeter(Record):
    """A whole meter that a seat has won."""

    seat: int | str
    wager: str
    cents: int


class FinishedView(Record):
    """A finished round for everyone: all cards, every line with its reason and its rule, what each seat won."""

    number: int
    at: int
    felt: FeltView
    lines: list[round_records.SettledLine]
    awards: list[AwardView]
    won: list[WonMeter]
    dynamic: list[BoostedPay]
    nets: dict[str, int]
    house: int
    void: str | None
    root: str | None
    game_hash: str
    dice: DiceView | None
    names: dict[str, str]


class TableView(Record):
    """Everything that a page needs to draw the table for one viewer."""

    schema: int
    table: str
    version: int
    round: int
    decided: int  # How many decisions the round has seen: with its number, the version that an action carries.
    phase: Literal["wagers", "playing"]
    seconds: float | None  # Until the table moves by itself.
    you: YourSeat | None
    seats: list[SeatView]
    felt: FeltView | None
    made: list[MadeWager]
    dice: DiceView | None
    turn: TurnView | None
    meters: list[MeterView]
    dynamic: list[BoostedPay]
    commitment: ShoeView
    last: FinishedView | None
    log: list[str]
    watchers: int


class ArchivedRound(Record):
    """A finished round as a house keeps it: its transcript, and what everyone saw of it."""

    transcript: documents.Json
    seen: FinishedView


class CommandAnswer(Record):
    """What a command is answered with: the table as the guest sees it now."""

    repeated: bool  # Whether the command had been carried out before.
    view: TableView
