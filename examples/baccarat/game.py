"""Baccarat: Player, Banker and Tie, each a wager of its own, from a shoe; nobody decides anything.

A commission stays with the house from what Banker wins. The pair wagers look at the first two cards of a hand
(``hands.py``); their pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.cards.cards import ACE, DECK, Card
from croupier.play.game import (
    EVERYONE,
    STAYS,
    TABLE,
    Cards,
    Declaration,
    Draw,
    Game,
    Line,
    Settled,
    Slot,
    State,
    Turn,
    Why,
)
from croupier.rulebook.configuration import Configuration

PLAYER, BANKER = Slot(TABLE, "player"), Slot(TABLE, "banker")
PLAYER_THIRD, BANKER_THIRD = Slot(TABLE, "player", 3), Slot(TABLE, "banker", 3)
BANKER_DRAWS = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: range(6, 8)}
"""By Banker's total, the third cards of Player to which Banker draws; always with less, never with more."""


def points(card: Card) -> int:
    """Aces count one, tens and faces nothing."""
    return 1 if card.rank == ACE else card.rank % 10 if card.rank < 10 else 0


def total(*hands: Cards) -> int:
    return sum(points(card) for hand in hands for card in hand) % 10


class Baccarat(Game):
    """The example."""

    declares = Declaration(
        solver="tree",
        bot=STAYS,
        rules=("deal", "natural", "player-draws", "banker-draws", "player-wins", "banker-wins", "tie"),
        numbers=("natural", "player_draws_to", "banker_draws_to", "tie_pays"),
        keys=("decks",),
        parts=("banker_pays",),
        alike=points,
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, DECK * configuration.decks if deck is None else deck)
        number = configuration.rules.number
        self.natural, self.tie_pays = int(number("natural")), number("tie_pays")
        self.player_draws_to, self.banker_draws_to = int(number("player_draws_to")), int(number("banker_draws_to"))
        self.banker_pays = number("banker_pays")

    def most_cards(self, seats: int) -> int:  # noqa: ARG002
        return 6

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for slot in (PLAYER, BANKER):
            if slot not in lies:
                return Draw(slot, 2, EVERYONE)
        player, banker = total(lies[PLAYER]), total(lies[BANKER])
        if max(player, banker) < self.natural:
            if player <= self.player_draws_to and PLAYER_THIRD not in lies:
                return Draw(PLAYER_THIRD, 1, EVERYONE)
            if BANKER_THIRD not in lies and self._banker_draws(banker, lies.get(PLAYER_THIRD)):
                return Draw(BANKER_THIRD, 1, EVERYONE)
        return self._settle(state, lies)

    def _banker_draws(self, banker: int, third: Cards | None) -> bool:
        if third is None:
            return banker <= self.banker_draws_to
        return banker < min(BANKER_DRAWS) or points(third[0]) in BANKER_DRAWS.get(banker, ())

    def _settle(self, state: State, lies: dict[Slot, Cards]) -> Settled:
        player = total(lies[PLAYER], lies.get(PLAYER_THIRD, ()))
        banker = total(lies[BANKER], lies.get(BANKER_THIRD, ()))
        rule = "player-wins" if player > banker else "banker-wins" if banker > player else "tie"
        times: dict[str, Fraction | int] = {
            "player": {"player-wins": 1, "banker-wins": -1, "tie": 0}[rule],
            "banker": {"player-wins": -1, "banker-wins": self.banker_pays, "tie": 0}[rule],
            "tie": self.tie_pays if rule == "tie" else -1,
        }
        why = Why("Player has {0}, Banker {1}", (player, banker))
        lines = [
            Line(seat, wager, stake, _outcome(times[wager]), rule, stake * times[wager], self.cites[rule], why)
            for seat, wager, stake in self._staked(state)
            if wager in times
        ]
        places = {"player": lies[PLAYER], "banker": lies[BANKER]}
        for seat, amounts in state.stakes:
            lines += self.settle_bonuses(seat, amounts, (), (), places)[0]
        return Settled(tuple(lines), ())

    def _staked(self, state: State) -> Iterator[tuple[int, str, int]]:
        for seat, amounts in state.stakes:
            yield from ((seat, wager, stake) for wager, stake in zip(self.wagers, amounts, strict=True) if stake)


def _outcome(times: Fraction | int) -> str:
    return "win" if times > 0 else "lose" if times < 0 else "push"


play = Baccarat
