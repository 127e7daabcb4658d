"""Advice on one decision as text for a terminal: each question with its answers, then the figures behind them."""

from __future__ import annotations

from croupier.exact.solver import Advice, Question
from croupier.handbook.page.text import heading, table
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text, fixed_text


def render_advice(configuration: Configuration, advice: Advice) -> str:
    """Every question in the order of play, the best answer marked."""
    parts = [heading(f"{configuration}: {advice.title}")]
    parts += [_answers(each) for each in advice.questions or (advice.asked,)]
    parts += advice.remarks
    parts += [table(list(each.rows), each.columns, right=tuple(range(1, len(each.rows[0])))) for each in advice.tables]
    parts += [f"note: {each}" for each in advice.notes]
    parts.append(f"{advice.basis}; rulebook {configuration.rulebook_hash}")
    return "\n\n".join(parts)


def _answers(question: Question) -> str:
    best = question.best_solved
    rows = []
    for each in question.steps or question.worths:
        if each.value is None or best is None or best.value is None:
            rows.append((each.action, "not solved yet", ""))
        elif each == best:
            rows.append((each.action, decimal_text(each.value), "best solved" if question.unsolved else "best"))
        else:
            rows.append((each.action, decimal_text(each.value), fixed_text(each.value - best.value, 8)))
    return table(rows, (question.words, "expectation", "against the best"), right=(1, 2))
