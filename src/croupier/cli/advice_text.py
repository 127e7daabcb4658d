"""Advice on one decision as a page: each question with its answers, then the figures behind them."""

from __future__ import annotations

from croupier.exact.solver import Advice, Question
from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, facts_grid, grid_of
from croupier.handbook.page.figures import fixed
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text


def advice_page(configuration: Configuration, advice: Advice) -> Document:
    """Every question in the order of play, the best answer marked."""
    places = 4 if advice.facts.get("method") == "estimated" else 8
    parts: list[Block] = [_answers(each, places) for each in advice.questions or (advice.asked,)]
    parts += [Words(each) for each in advice.remarks]
    for each in advice.tables:
        numbers = range(1, len(each.rows[0]))
        parts.append(
            grid_of(each.columns, each.rows, numbers=numbers)
            if each.columns
            else facts_grid(each.rows, numbers=numbers)
        )
    parts += [Words(each, "note") for each in advice.notes]
    parts.append(Words(f"{advice.basis}; rulebook {configuration.rulebook_hash}"))
    return Document(f"{configuration}: {advice.title}", (Section("", tuple(parts)),))


def _answers(question: Question, places: int) -> Grid:
    best = question.best_solved
    rows = []
    for each in question.steps or question.worths:
        if each.value is None or best is None or best.value is None:
            rows.append((each.action, "not solved yet", ""))
        elif each == best:
            # Where an answer that may be better is not solved, there is no best.
            rows.append((each.action, decimal_text(each.value), "" if question.unsolved else "best"))
        else:
            behind = "" if question.unsolved else fixed(each.value - best.value, places)
            rows.append((each.action, decimal_text(each.value), behind))
    return grid_of((question.words, "expectation", "against the best"), rows, numbers=(1, 2))
