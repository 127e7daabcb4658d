"""Worked examples of one configuration: rounds that are won, lost and tied, and a hand of every row that pays. Nothing
is taken from elsewhere: rounds are dealt from fixed seeds, or with cards arranged so that a row is reached, and settled
by the game itself."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.cards.cards import Card
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.casino.posting import examples as easy_hands
from croupier.play.awards import DEALER
from croupier.play.dynamic import draw_for_round
from croupier.play.game import Action, Bonus, Cards, Choice, Choose, Decision, Draw, Game, most, stay
from croupier.play.round import Round
from croupier.play.settlement import Settlement
from croupier.play.stakes import place_stakes
from croupier.units import NoPay, ToOne, describe_pay, format_money

Decides = Callable[[Cards, Mapping[str, Action]], Choice]

METER: Final = 100_000  # What every meter shows in an example, in cents.
ROUNDS: Final = 2_000
TRIES: Final = 6_000
DEALS: Final = 20  # What is tried: rounds for an outcome, hands for a row, and deals around a hand.
ANY_ROUNDS: Final = 500  # Rounds in which every decision is as likely.
_BASE: Final = "The base wager "
TIED: Final = f"{_BASE}is tied"
_HOW: Final = {
    "beats": "it beats the dealer's hand",
    "not qualified": "the dealer does not qualify",
    "fold": "the rules demand it",
    **dict.fromkeys(("folded", "loses", "ties"), ""),
}
"""How it came to that, where the event's own name does not say it best."""


class Example(NamedTuple):
    """A round from its stakes to its settlement."""

    played: Round
    settlement: Settlement

    @property
    def cards(self) -> str:
        """Who held what."""
        held: dict[str, Cards] = {}
        for dealt in self.played.state.dealt:
            whose = "dealer" if dealt.slot.is_dealers else "player" if dealt.slot.seat > 0 else dealt.slot.part
            held[whose] = held.get(whose, ()) + dealt.cards
        hands = self.played.game.hands(self.played.state, 1)
        if len(hands) > 1:  # a pair was split: whose cards are whose cannot be told from one row
            split = {f"player's hand {number}": cards for number, cards in enumerate(hands, 1)}
            held = split | {whose: cards for whose, cards in held.items() if whose != "player"}
        return "; ".join(f"{whose} {' '.join(card.symbol for card in cards)}" for whose, cards in held.items())

    @property
    def told(self) -> str:
        decisions = ", ".join(decision.action for decision in self.played.state.decisions)
        return f"{self.cards}." + (f" The player chooses: {decisions}." if decisions else "")

    @property
    def odds(self) -> list[str]:
        """Which wagers of the base game are paid other than even money, and how."""
        rules = self.played.game.rules
        parts = {wager.id: wager for wager in rules.wagers if wager.kind in ("base", "follow")}
        return [
            f"{parts[line.wager].title} at {describe_pay(ToOne(Fraction(line.net, line.stake)))}"
            for line in self.settlement.lines
            if line.wager in parts and line.net > 0 and line.net != line.stake
        ]

    @property
    def decisions(self) -> list[str]:
        return [f"Decision: {decision.action}" for decision in self.played.state.decisions]

    def paid(self, wager: str) -> tuple[str, str, str]:
        """What was staked, if it has a stake of its own, what was paid on it, and why."""
        line = next(line for line in self.settlement.lines if line.wager == wager)
        awards = [award.amount for award in self.settlement.awards if award.wager == wager and award.seat == 1]
        paid = format_money(sum(awards) if awards else line.net)
        return format_money(line.stake) if line.stake else "–", paid, str(line.why)


class _Arranged:
    """Deals the player's cards, the dealer's and those of the table from what was arranged, and others at random."""

    def __init__(self, game: Game, bonus: Bonus, hand: tuple[Cards, Cards], source: SeededSource) -> None:
        own, dealer = hand
        mine = bonus.seen.own + bonus.seen.drawn
        self._held = {1: list(own[:mine]), DEALER: list(dealer), -1: list(own[mine:])}
        left = Counter(game.deck) - Counter((*own, *dealer))
        self._rest = list(shuffle(source, list(left.elements())))

    def __call__(self, wanted: Draw) -> Cards:
        held = self._held.get(wanted.slot.seat, [])
        return tuple(held.pop(0) if held else self._rest.pop() for _ in range(wanted.size))


def base_examples(game: Game) -> dict[str, Example]:
    """The first round of fixed seeds for every way in which the base wager may fare, one in which a hand is folded that
    might have stayed, and one for every decision and every odds that none of these shows."""
    found: dict[str, Example] = {}
    seen: set[str] = set()
    told = {"win": "wins", "push": TIED.removeprefix(_BASE), "lose": "loses", "fold": "is folded"}
    wagers = {name: _stake(game, name) for name in (*game.rules.bases, *_equals(game))}
    for decides, rounds in ((stay, ROUNDS), (_any_of(SeededSource("decisions")), ANY_ROUNDS)):
        for seed in range(rounds):
            example = _finished(Round.start(game, {1: wagers}, seed=f"example {seed}"), decides)
            line = next(line for line in example.settlement.lines if line.wager == game.base_wager)
            event = (line.event or "").replace("_", " ").replace("-", " ")
            how = "folded" if decides is not stay and line.outcome == "fold" else event
            aside = _HOW.get(how, how)
            fares = f"{_BASE}{told[line.outcome]}{aside and f': {aside}'}"
            shows = [fares, *example.odds, *example.decisions]
            new = next((title for title in shows if title not in seen), None)
            if new is not None:
                found[new] = example
                seen |= {*shows}
    starts = [f"{_BASE}{words}" for words in told.values()]
    return dict(
        sorted(
            found.items(),
            key=lambda one: next((at for at, start in enumerate(starts) if one[0].startswith(start)), len(starts)),
        )
    )


def losing_example(game: Game, wager: str) -> Example | None:
    """The first round of fixed seeds in which a wager beside the base game loses; None for an award, which cannot."""
    if wager not in game.stake_rules:
        return None
    stakes = {name: _stake(game, name) for name in (*game.rules.bases, *_equals(game), wager)}
    rounds = (_finished(Round.start(game, {1: stakes}, seed=f"example {seed}")) for seed in range(ROUNDS))
    lost = (wager, "lose")
    return next(
        (each for each in rounds if any((line.wager, line.outcome) == lost for line in each.settlement.lines)), None
    )


def row_examples(game: Game, wager: str) -> dict[str, Example]:
    """By event, a round in which the wager is paid by that row; a row that no round was found for is not there."""
    bonus = Bonus(wager, game.configuration)
    names = [*game.rules.bases, *_equals(game), *([wager] if wager in game.stake_rules else [])]
    found = {}
    for event, (own, dealer) in row_hands(game, bonus).items():
        for seed in range(DEALS):
            stakes = place_stakes(game, {1: {name: _stake(game, name) for name in names}})
            source = SeededSource(f"example {seed}")
            boosts = draw_for_round(source, game)
            deal = _Arranged(game, bonus, (own, dealer), source)
            example = _finished(Round(game, game.open(stakes), deal, dynamic=boosts))
            if any((line.wager, line.event) == (wager, event) for line in example.settlement.lines):
                found[event] = example
                break
    return found


def row_hands(game: Game, bonus: Bonus) -> dict[str, tuple[Cards, Cards]]:
    """By event, cards that its row pays: the easiest to read, or from parts of a deck where such hands are common."""
    held = bonus.seen.held
    easy = easy_hands(bonus)
    whole = {event: hand.cards for event, hand in easy.items() if len(hand.cards) == bonus.seen.size}
    found = {event: (cards[:held], cards[held:]) for event, cards in whole.items()}
    wanted = {row.event for row in bonus.chart.table.rows if not isinstance(row.pay, NoPay)}
    source = SeededSource("hands")
    parts = [*(list(hand.cards) for event, hand in easy.items() if event not in whole), *_parts(game)]
    for place in range(TRIES):
        if found.keys() >= wanted:
            break
        part = parts[place % len(parts)]
        near = shuffle(source, part)[: bonus.seen.size - source.below(2)]
        rest = [card for card in shuffle(source, game.deck) if card not in near]
        cards = shuffle(source, [*near, *rest[: bonus.seen.size - len(near)]])
        row = bonus.chart.grade(bonus.sees(cards[:held], cards[held:]))
        if row is not None:
            found.setdefault(row.event, (cards[:held], cards[held:]))
    return {row.event: found[row.event] for row in bonus.chart.table.rows if row.event in found}


def _parts(game: Game) -> Iterator[list[Card]]:
    """The deck, its suits, runs of its ranks in one suit and in all, and few ranks."""
    deck, ranks = list(game.deck), game.rules.ranks
    yield deck
    yield from ([card for card in deck if card.suit == suit] for suit in game.rules.suits)
    for size in (2, 3, 5, 6, 7):
        for first in range(0, len(ranks) - size + 1, 1 if size > 3 else 2):
            run = [card for card in deck if card.rank in ranks[first : first + size]]
            yield run
            yield [card for card in run if card.suit == run[-1].suit]


def _equals(game: Game) -> list[str]:
    return [name for name, rule in game.stake_rules.items() if rule.equals]


def _stake(game: Game, name: str) -> int:
    rule = game.stake_rules[name]
    return game.configuration.fixed_stake(name) if rule.is_jackpot else math.lcm(rule.grain, 1000)


def _any_of(source: SeededSource) -> Decides:
    """Any decision, each as likely, for the most that may be put up for it."""
    return lambda _own, actions: most(list(actions.values())[source.below(len(actions))])


def _finished(played: Round, decides: Decides = stay) -> Example:
    """The round to its end."""
    while isinstance(played.turn, Choose):
        turn = played.turn
        own = tuple(card for dealt in played.state.dealt if dealt.slot.seat == turn.seat for card in dealt.cards)
        played.act(Decision(turn.seat, *decides(own, {action.name: action for action in turn.actions})))
    tables = played.game.configuration.tables
    shown = {name: dict.fromkeys(range(1, table.meters + 1), METER) for name, table in tables.items() if table.meters}
    return Example(played, played.settle(meters=shown, seeds=shown))
