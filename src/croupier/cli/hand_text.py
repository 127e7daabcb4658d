"""Advice on a blackjack hand as text for a terminal: each question with its answers, then the dealer's chances."""

from __future__ import annotations

from croupier.cards.cards import format_cards
from croupier.cli.edge_text import fixed
from croupier.exact.blackjack.decisions import HandAdvice, Question
from croupier.handbook.page.text import heading, table
from croupier.rulebook.configuration import Configuration
from croupier.solving.blackjack import ENDINGS, hand_words
from croupier.units.chance import decimal_text

_WORDS = {"insurance": "insurance, half a bet", "early-surrender": "before the look", "options": "decision"}


def render_hand(configuration: Configuration, advice: HandAdvice, rule: str | None = None) -> str:
    """Every question in the order of play, the best answer marked; ``rule`` names the one that a round is at."""
    parts = [heading(f"{configuration}: {format_cards(advice.cards)} against {advice.up}, {hand_words(advice)}")]
    parts += [_answers(each) for each in advice.questions]
    if not advice.play.values:
        parts.append("The hand is played out.")
    if advice.expectation is not None:
        when = " before the look" if advice.looks and rule != advice.play.rule else ""
        parts.append(f"the bet brings {decimal_text(advice.expectation)}{when}")
    parts.append(_dealer(advice))
    unsolved = dict.fromkeys(action for each in advice.questions for action in each.unsolved)
    if unsolved:
        parts.append(f"note: {', '.join(unsolved)} is not solved yet and may be better than the best shown.")
    if advice.looks:
        parts.append("note: the hand is played after the dealer has looked and has no blackjack.")
    parts.append(f"exact, in bets, from a fresh shoe; rulebook {configuration.rulebook_hash}")
    return "\n\n".join(parts)


def _answers(question: Question) -> str:
    best = question.best_solved
    rows = []
    for each in question.values:
        if each.value is None or best is None or best.value is None:
            rows.append((each.action, "not solved yet", ""))
        elif each == best:
            rows.append((each.action, decimal_text(each.value), "best solved" if question.unsolved else "best"))
        else:
            rows.append((each.action, decimal_text(each.value), fixed(each.value - best.value, 8)))
    return table(rows, (_WORDS[question.rule], "expectation", "against the best"), right=(1, 2))


def _dealer(advice: HandAdvice) -> str:
    after = advice.odds.after_look()
    rows = [
        (str(ending), fixed(advice.odds[ending], 10), *([fixed(after[ending], 10)] if advice.looks else []))
        for ending in ENDINGS
    ]
    columns = ("dealer", "before the look", "after it") if advice.looks else ("dealer", "probability")
    return table(rows, columns, right=(1, 2) if advice.looks else (1,))
