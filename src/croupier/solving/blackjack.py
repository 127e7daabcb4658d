"""Blackjack joined with its solver: a hand, or a round that waits for a decision, and the record of what is advised.

A round file is played by the same driver that settles one, as far as its decisions go. Whoever is asked then has seen
every card that lies open, so those of other seats are gone from the shoe; the hole card is not among them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from croupier import catalogue
from croupier.cards.cards import Card, format_cards
from croupier.errors import MissingPart, RoundError
from croupier.exact.blackjack.dealer import BUST, DealerOdds, Ending
from croupier.exact.blackjack.decisions import Against, HandAdvice, Question
from croupier.games.blackjack.game import DEALER_UP, Blackjack
from croupier.play.game import NOBODY, Choose, Draw, State
from croupier.play.lines import Cards
from croupier.play.roundfile import RecordedDeal, RoundFile, play_to_open_decision
from croupier.play.slots import Slot
from croupier.rulebook.configuration import Configuration
from croupier.solving.figures import SCHEMA, exact
from croupier.units.odds import format_odds

ENDINGS = (*(Ending(points) for points in range(17, 22)), BUST, Ending(21, is_blackjack=True))


def _blackjack_of(configuration: Configuration) -> Blackjack:
    game = catalogue.load(configuration)
    assert isinstance(game, Blackjack)
    return game


def advise_hand(configuration: Configuration, cards: Cards, up: Card) -> HandAdvice:
    """What every answer is worth with a hand of a seat that plays alone."""
    return Against(_blackjack_of(configuration), up).advise(cards)


def advise_turn(game: Blackjack, state: State, turn: Choose) -> HandAdvice:
    """What every answer is worth to the seat that a round waits for."""
    if any(decision.seat == turn.seat and decision.action == "split" for decision in state.decisions):
        raise MissingPart(
            f"seat {turn.seat}: hands that were split are not solved yet", hint="hands that were not split are"
        )
    # A hand that was not split lies in two places: the first two cards, and those drawn to them.
    places = (Slot(turn.seat), Slot(turn.seat, "hand", 1))
    own: list[Card] = []
    seen: list[Card] = []
    for slot, cards, _ in state.dealt:
        if slot == DEALER_UP.slot:
            (up,) = cards
        elif slot in places:
            own += cards
        else:
            seen += cards
    return Against(game, up, tuple(seen)).advise(tuple(own))


class _Deal:
    """The cards of a file; a hole card that it does not give is none that would have ended the round."""

    def __init__(self, read: RoundFile) -> None:
        self.recorded = RecordedDeal(read)
        self.last: Cards = ()

    def __call__(self, draw: Draw) -> Cards:
        try:
            self.last = self.recorded(draw)
        except RoundError:
            if draw.seen_by != NOBODY:
                raise
            # The dealer looks right after the up-card, and two cards of one value are no blackjack.
        return self.last


def advise_round(configuration: Configuration, read: RoundFile) -> tuple[HandAdvice, str]:
    """Advice on the first decision that a round file leaves open, and the rule that asks for it."""
    game = _blackjack_of(configuration)
    played, turn = play_to_open_decision(game, read, _Deal(read))
    dealt = [card for slot, cards, _ in played.state.dealt for card in cards if slot.part == "hand"]
    if len(dealt) < len(read.draws):
        raise RoundError(f"draws: {len(read.draws) - len(dealt)} cards are left over at the decision")
    advice = advise_turn(game, played.state, turn)
    return _from(advice, turn.rule, {action.name for action in played.legal_actions}), turn.rule


def _from(advice: HandAdvice, rule: str, legal: Collection[str]) -> HandAdvice:
    """The advice from one question on, without plays that the posted limits do not allow."""
    if rule == "insurance":
        return advice
    if rule == "early-surrender":
        return replace(advice, insurance=None)
    play = Question(rule, tuple(each for each in advice.play.values if each.action in legal))
    return replace(
        advice,
        insurance=None,
        early_surrender=None,
        play=play,
        expectation=play.best.value if play.best else None,
    )


def hand_words(advice: HandAdvice) -> str:
    """A hand as players call it, such as hard 16 or soft 18."""
    if advice.is_blackjack:
        return "blackjack"
    return f"{'soft' if advice.total.soft else 'hard'} {advice.total.total}"


def hand_record(configuration: Configuration, advice: HandAdvice, rule: str | None = None) -> dict[str, Any]:
    """One hand: the question that is to be answered now, its others, and how the dealer's hand may end.

    ``expectation`` is what the bet brings under the best decisions, from the first of these questions on.
    """
    rule = rule or advice.play.rule
    asked = next((each for each in advice.questions if each.rule == rule), Question(rule, ()))
    return {
        "schema": SCHEMA,
        "game": str(configuration),
        "cards": format_cards(advice.cards),
        "up": str(advice.up),
        "hand": hand_words(advice),
        "method": "exact",
        **_question_record(asked),
        "other_questions": [_question_record(each) for each in advice.questions if each.rule != rule],
        "expectation": None if advice.expectation is None else exact(advice.expectation),
        "looks": advice.looks,
        "dealer": _odds_record(advice.odds.after_look() if advice.looks else advice.odds),
        "dealer_before_look": _odds_record(advice.odds) if advice.looks else None,
        "rulebook_hash": configuration.rulebook_hash,
    }


def _question_record(question: Question) -> dict[str, Any]:
    return {
        "question": question.rule,
        "actions": [
            {
                "action": each.action,
                "amount": format_odds(each.put_up),
                "expectation": None if each.value is None else exact(each.value),
            }
            for each in question.values
        ],
        "best": question.best.action if question.best else None,
        "unsolved": list(question.unsolved),
    }


def _odds_record(odds: DealerOdds) -> dict[str, Any]:
    return {str(ending): exact(odds[ending]) for ending in ENDINGS}
