"""The solver that blackjack names: ``blackjack``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final, cast

from croupier.cards.cards import Card, format_cards
from croupier.errors import BadInput
from croupier.exact.blackjack.beside import beside
from croupier.exact.blackjack.counter import counter_value
from croupier.exact.blackjack.dealer import BUST, DealerOdds, Ending
from croupier.exact.blackjack.decisions import Against, HandAdvice, HandQuestion
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.resplits import POST_SPLIT
from croupier.exact.blackjack.swings import Swing
from croupier.exact.blackjack.values import card_word, chart_value, whole_value
from croupier.exact.result import FactTable, Result
from croupier.exact.solver import (
    Advice,
    Beside,
    NoAudit,
    Progress,
    Question,
    SideNet,
    Worth,
)
from croupier.play.game import Choose, Game, State
from croupier.play.lines import Cards
from croupier.units.chance import decimal_text, exact_record, fixed_text
from croupier.units.odds import format_odds

ENDINGS: Final = (*(Ending(points) for points in range(17, 22)), BUST, Ending(21, is_blackjack=True))
_WORDS: Final = {"insurance": "insurance, half a bet", "early-surrender": "before the look", "options": "decision"}


class BlackjackSolver(NoAudit):
    """Hands by composition; other seats matter only by the cards they show."""

    assumptions = POST_SPLIT

    def solve(self, game: Game, progress: Progress) -> Result:  # noqa: ARG002
        return self.value(game, self.assumptions[0])

    def value(self, game: Game, assumption: str) -> Result:
        return whole_value(_blackjack(game), assumption)

    def chart(self, game: Game) -> Result:
        return chart_value(_blackjack(game))

    def counter(self, game: Game, best: Result) -> Result:
        return counter_value(_blackjack(game), best)

    def beside(self, game: Game, best: Result, net: SideNet) -> Beside:
        hands = {(each["cards"], each["up"]): float(each["expectation"]) for each in best.facts["first_hands"]}

        def worth(one: int, other: int, up: int) -> float:
            return hands[f"{card_word(one)} {card_word(other)}", card_word(up)]

        return beside(worth, Swing(float(best.expectation), float(best.variance)), game.deck, net)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        if up is None:
            raise BadInput(
                f"a hand of {game.configuration.name} needs the dealer's up-card", hint='as in --cards "Th 6d" --up 9c'
            )
        return _advice(Against(_blackjack(game), up).advise(cards))

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        own, hands = _blackjack(game).hand_asked(state)
        (up,) = next(dealt.cards for dealt in state.dealt if dealt.slot.is_dealers)
        seen = [card for dealt in state.dealt for card in dealt.cards]
        for card in (up, *own):
            seen.remove(card)
        is_added = _blackjack(game).hand_to_act(state, turn.seat) > 1
        found = Against(_blackjack(game), up, tuple(seen), hands=hands, is_added=is_added).advise(own)
        advice = _advice(_from(found, turn.rule, {action.name for action in turn.actions}), turn.rule)
        if hands == 1:
            return advice
        alone = f"one of {hands} hands: the values are this hand's alone, with what comes of it if it is split again."
        return replace(advice, notes=(*advice.notes, alone))


def _blackjack(game: Game) -> BlackjackGame:
    """A game that names this solver answers its questions."""
    return cast("BlackjackGame", game)


def _from(found: HandAdvice, rule: str, legal: Collection[str]) -> HandAdvice:
    """The advice from one question on, without plays that the posted limits do not allow."""
    if rule == "insurance":
        return found
    if rule == "early-surrender":
        return replace(found, insurance=None)
    play = HandQuestion(rule, tuple(each for each in found.play.values if each.action in legal))
    return replace(
        found, insurance=None, early_surrender=None, play=play, expectation=play.best.value if play.best else None
    )


def hand_words(found: HandAdvice) -> str:
    """A hand as players call it, such as hard 16 or soft 18."""
    if found.is_blackjack:
        return "blackjack"
    return f"{'soft' if found.total.soft else 'hard'} {found.total.total}"


def _question(asked: HandQuestion) -> Question:
    worths = tuple(Worth(each.action, each.put_up, each.value) for each in asked.values)
    return Question(asked.rule, worths, words=_WORDS.get(asked.rule, "decision"))


def _advice(found: HandAdvice, rule: str | None = None) -> Advice:
    """``rule`` names the question that a round is at.

    ``expectation`` is what the bet brings under the best decisions, from the first of these questions on.
    """
    questions = tuple(map(_question, found.questions))
    asked = next((each for each in questions if each.rule == (rule or found.play.rule)), Question(found.play.rule, ()))
    remarks = [] if found.play.values else ["The hand is played out."]
    if found.expectation is not None:
        when = " before the look" if found.looks and rule != found.play.rule else ""
        remarks.append(f"the bet brings {decimal_text(found.expectation)}{when}")
    unsolved = dict.fromkeys(action for each in questions for action in each.unsolved)
    notes = []
    if unsolved:
        notes.append(f"{', '.join(unsolved)} is not solved yet and may be better than the best shown.")
    if found.looks:
        notes.append("the hand is played after the dealer has looked and has no blackjack.")
    return Advice(
        cards=found.cards,
        hand=hand_words(found),
        asked=asked,
        on="a fresh shoe without the cards showing",
        title=f"{format_cards(found.cards)} against {found.up}, {hand_words(found)}",
        basis="exact, in bets, from a fresh shoe",
        questions=questions,
        remarks=tuple(remarks),
        tables=(_dealer(found),),
        notes=tuple(notes),
        facts={
            "up": str(found.up),
            "question": asked.rule,
            "unsolved": list(asked.unsolved),
            "other_questions": [_question_record(each) for each in questions if each.rule != asked.rule],
            "expectation": None if found.expectation is None else exact_record(found.expectation),
            "looks": found.looks,
            "dealer": _odds_record(found.odds.after_look() if found.looks else found.odds),
            "dealer_before_look": _odds_record(found.odds) if found.looks else None,
        },
    )


def _dealer(found: HandAdvice) -> FactTable:
    after = found.odds.after_look()
    rows = tuple(
        (str(ending), fixed_text(found.odds[ending], 10), *([fixed_text(after[ending], 10)] if found.looks else []))
        for ending in ENDINGS
    )
    return FactTable(rows, ("dealer", "before the look", "after it") if found.looks else ("dealer", "probability"))


def _question_record(question: Question) -> dict[str, Any]:
    return {
        "question": question.rule,
        "actions": [
            {
                "action": each.action,
                "amount": format_odds(each.amount),
                "expectation": None if each.value is None else exact_record(each.value),
            }
            for each in question.worths
        ],
        "best": question.best.action if question.best else None,
        "unsolved": list(question.unsolved),
    }


def _odds_record(odds: DealerOdds) -> dict[str, Any]:
    return {str(ending): exact_record(odds[ending]) for ending in ENDINGS}


SOLVER: Final = BlackjackSolver()
