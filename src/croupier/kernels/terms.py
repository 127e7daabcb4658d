"""A showdown game's own rules as a table: what each bet brings, by the player's class of hand and the case.

The game is asked, never restated: ``choose`` for what a class of hand may do, ``resolve`` for what it is paid in each
case, the Ante Bonus's chart for its award, and one real settlement for what a fold costs. ``resolve`` is asked once a
case, against one dealer's hand that stands for all others of that case (a test compares the whole table).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.errors import MissingPart
from croupier.play.game import DEALER, EVERYONE, Action, Dealt, Decision, Settled, Slot, Stakes, State, net_of
from croupier.play.showdown import Bet, Hand, Showdown, Verdict

NOT_QUALIFIED, LOWER, EQUAL, HIGHER = range(4)  # How the dealer's hand compares with the player's.
CASES = 4


class Offer(NamedTuple):
    """One bet of one class: in units in which every figure is whole, ``Terms.unit`` of them to the base wager."""

    bet: Bet
    put_up: int
    nets: tuple[int, ...]  # In each case; zero in a case that cannot arise.
    is_top_of_range: bool  # Whether less might have been put up for the same action.

    def nets_in(self, unit: int) -> tuple[Fraction, ...]:
        """The nets in base wagers of so many units."""
        return tuple(Fraction(net, unit) for net in self.nets)


class Terms:
    """The table of one game over all classes of hand, lowest first."""

    def __init__(
        self,
        game: Showdown,
        ranking: Sequence[object],
        amounts: Callable[[Action], list[int]] = lambda action: sorted({action.minimum, action.maximum}),
        unit: int | None = None,
    ) -> None:
        """``amounts`` says what may be put up for an action: the ends of its range, beyond which nothing is best."""
        self.game, self.amounts = game, amounts
        self.ranking = ranking
        self.unit = unit or game.stake_rules[game.base_wager].grain
        qualifying = [game.qualifies(hand) for hand in ranking]
        self.first_qualifying = qualifying.index(True) if True in qualifying else len(ranking)
        if not all(qualifying[self.first_qualifying :]):
            raise MissingPart(
                f"{game.configuration.name}: a hand that qualifies ranks below one that does not",
                hint="croupier simulate --strategy basic estimates it",
            )
        self._fold = self._fold_net()
        self.offers = [self._offers_of(place) for place in range(len(ranking))]
        """By class, every bet, the smallest first: so the first of equally good bets is the smaller wager."""

    def _offers_of(self, place: int) -> tuple[Offer, ...]:
        offers, resolved = [], self._resolved(place)
        for action in self.game.choose(1, self.unit, self.ranking[place]).actions:
            for amount in self.amounts(action):
                bet = Bet(action.name, Fraction(amount, self.unit))
                nets = tuple(int(net or 0) for net in self._nets(bet, *resolved))
                offers.append(Offer(bet, self.unit + amount, nets, amount > action.minimum))
        return tuple(sorted(offers, key=lambda offer: offer.put_up))

    def nets(self, place: int, bet: Bet) -> list[Fraction | None]:
        """What any bet of a class ends with in each case, in units; None in a case that cannot arise."""
        return self._nets(bet, *self._resolved(place))

    def _nets(self, bet: Bet, verdicts: Sequence[Verdict | None], award: int) -> list[Fraction | None]:
        if bet.action == "fold":
            return [Fraction(self._fold)] * CASES
        raised = self.unit * bet.amount
        return [
            None if verdict is None else self.unit * verdict.base_net + raised * verdict.raise_net + award
            for verdict in verdicts
        ]

    def _resolved(self, place: int) -> tuple[list[Verdict | None], int]:
        """What the game says of a class in each case, and its Ante Bonus."""
        game, hand = self.game, self.ranking[place]
        row = game.ante_bonus.grade(hand) if game.ante_bonus else None
        verdicts = [None if dealer is None else game.resolve(hand, dealer) for dealer in self._dealers(place)]
        return verdicts, net_of(row, self.unit) if row else 0

    def _dealers(self, place: int) -> tuple[Hand | None, ...]:
        """For each case one dealer's hand, where there is any."""
        ranking, first = self.ranking, self.first_qualifying
        return (
            ranking[0] if first > 0 else None,
            ranking[first] if first < place else None,
            ranking[place] if first <= place else None,
            ranking[-1] if max(first, place + 1) < len(ranking) else None,
        )

    def _fold_net(self) -> int:
        """What a fold settles for; the game does not look at the cards for that."""
        game, unit = self.game, self.unit
        cards = game.deck[: game.hand_size]
        stakes = (Stakes(1, (unit, *(0 for _ in game.wagers[1:]))),)
        dealt = (Dealt(Slot(1), cards, 1), Dealt(Slot(DEALER), cards, EVERYONE))
        settled = game.turn(State(stakes, dealt, (Decision(1, "fold"),)))
        assert isinstance(settled, Settled)
        return sum(line.net for line in settled.lines)
