"""The contest for Ricochet Poker's pot: who acts when, which hands stay in, and what each player ends with.

Pure functions on classes of hands (RIC 3 to 9). They know no history and no wagers: ``game`` reads those from the
round, and the exact solver calls or tabulates the same functions. A contest is only what later hands depend on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.cards.hands.five_card import FiveCardHand
from croupier.cards.hands.two_card import TwoCardHand, acting_key, five_beats_two

DEALER: Final = 0  # The dealer among the holders of the best hand; seats count from one.


class Contest(NamedTuple):
    """The best five-card hand showing and who holds it, in the order they acted: players, the dealer, or nobody."""

    best: FiveCardHand | None
    holders: tuple[int, ...]


NOBODY: Final = Contest(None, ())


def acting_order(pockets: Mapping[int, Iterable[int]]) -> tuple[int, ...]:
    """The seats from the lowest two cards to the highest; fixed for the round (RIC 4, reading R6, R7).

    >>> from croupier.cards.cards import parse_cards
    >>> acting_order({1: parse_cards("6s 6c"), 2: parse_cards("6d 6h"), 3: parse_cards("As Ks")})
    (3, 2, 1)
    """
    return tuple(sorted(pockets, key=lambda seat: acting_key(pockets[seat])))


def is_kicked_out(dealer: FiveCardHand, limit: FiveCardHand) -> bool:
    """Whether the dealer folds: a hand equal to the limit is enough (RIC 3, reading R2)."""
    return dealer >= limit


def open_contest(dealer: FiveCardHand, limit: FiveCardHand) -> Contest:
    """Before anyone acts the dealer's hand is the one to beat, or nobody's after a kickout."""
    return NOBODY if is_kicked_out(dealer, limit) else Contest(dealer, (DEALER,))


def highest_waiting(waiting: Sequence[TwoCardHand]) -> TwoCardHand | None:
    """The two-card hand that a completed hand must beat: the best of those still to act, None after the last."""
    return max(waiting, default=None)


def stays_in(contest: Contest, hand: FiveCardHand, waiting: TwoCardHand | None) -> bool:
    """Whether a hand just completed stays: beaten neither by the best five cards nor by two that wait (RIC 6).

    A tie stays in, with players (RIC 8, reading R10) as with the dealer (RIC 7).
    """
    if contest.best is not None and hand < contest.best:
        return False
    return waiting is None or five_beats_two(hand, waiting)


def complete_hand(
    contest: Contest,
    seat: int,
    hand: FiveCardHand,
    waiting: TwoCardHand | None,
    *,
    beaten_still_knocks_out: bool = False,
) -> Contest:
    """The contest after a player's five cards are complete; the player is out unless among the new holders.

    ``waiting`` is the highest two-card hand still to act. A hand that loses to it but not to the best five-card hand
    leaves that hand alone, unless the house reads rule 5 as sending it away all the same (reading R8). Only the
    dealer can meet that fate: a player's leading hand has already beaten everything that waits.
    """
    if not stays_in(contest, hand, waiting):
        beats_best = contest.best is not None and hand >= contest.best
        return NOBODY if beats_best and beaten_still_knocks_out else contest
    # Players win ties with the dealer, so a dealer's tied hand goes away like a lower one (RIC 7, reading R11).
    tied = hand == contest.best and contest.holders != (DEALER,)
    return Contest(hand, (*contest.holders, seat) if tied else (seat,))


def is_only_hand(contest: Contest, others_waiting: int) -> bool:
    """Whether the player to act holds the only hand left, which after a kickout can happen (reading R13)."""
    return not contest.holders and others_waiting == 0


def pot_in_antes(players: int, plays: int, play_multiple: int = 1) -> int:
    """Every player's Ante, the dealer's, and the Plays (RIC 1, reading R3, R15)."""
    return players + 1 + plays * play_multiple


def split_pot(pot: int, holders: Sequence[int], chip: int = 1) -> dict[int, int]:
    """Each winning player's part, in whole chips; what cannot be shared goes to the last to act (RIC 9.a, R14).

    Empty where no player wins: the pot is then the house's, as the dealer's or as nobody's (reading R12, R13).

    >>> split_pot(1000, (3, 1, 2))
    {3: 333, 1: 333, 2: 334}
    """
    if not holders or DEALER in holders:
        return {}
    part = pot // (chip * len(holders)) * chip
    shares = dict.fromkeys(holders, part)
    shares[holders[-1]] += pot - part * len(holders)
    return shares


def nets_in_antes(
    seats: Iterable[int], played: Collection[int], holders: Sequence[int], play_multiple: int = 1
) -> dict[int, Fraction]:
    """What each seat wins or loses on Ante and Play together, in Antes, an odd chip shared evenly.

    >>> nets_in_antes((1, 2, 3), {2, 3}, (3,))
    {1: Fraction(-1, 1), 2: Fraction(-2, 1), 3: Fraction(4, 1)}
    """
    seats = tuple(seats)
    pot = pot_in_antes(len(seats), len(played), play_multiple)
    nets = {seat: Fraction(-1 - play_multiple * (seat in played)) for seat in seats}
    if DEALER not in holders:
        for seat in holders:
            nets[seat] += Fraction(pot, len(holders))
    return nets
