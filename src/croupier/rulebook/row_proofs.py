"""What is proved of a table's rows when it is loaded: each is reached by some hand, and none hides a better pay."""

from __future__ import annotations

from fractions import Fraction

from croupier.cards.hands.family import Family
from croupier.cards.hands.vocabulary import Events
from croupier.rulebook.fields import Fields, did_you_mean
from croupier.rulebook.paytables import Paytable
from croupier.units.odds import NoPay, Pay, handed_back


def prove_reachable(sheet: Fields, table: Paytable) -> None:
    """Every row with a pay is the first match of some hand, already from the fewest decks the table allows."""
    waiting = {row.event for row in table.rows if not isinstance(row.pay, NoPay)}
    if not waiting:
        raise sheet.error(
            "rows", f"{table.id} pays nothing: every cell of its column is a dash", hint="take the column out"
        )
    for _, events in table.kinds(table.default_setting()):
        row = table.row_of_kind(events)
        if row:
            waiting.discard(row.event)
    if waiting:
        index = next(n for n, row in enumerate(table.rows) if row.event in waiting)
        raise sheet.error(
            f"rows[{index}]",
            f"unreachable row '{table.rows[index].event}' in {table.id}: no hand gets there",
            hint="a row above it takes all its hands, or the decks cannot make it",
        )


def prove_order(sheet: Fields, column: int, table: Paytable) -> None:
    """No hand that fits two rows is paid by the upper one less than the lower one would pay it."""
    rows = [(index, row) for index, row in enumerate(table.rows) if not isinstance(row.pay, NoPay)]
    for _, events in table.kinds(table.default_setting()):
        fits = [(index, row) for index, row in rows if row.event in events]
        for index, row in fits[1:]:
            upper, lower = _worth(fits[0][1].pay), _worth(row.pay)
            if upper is not None and lower is not None and lower > upper:
                raise sheet.error(
                    f"rows[{index}][{2 + column}]",
                    f"'{row.event}' pays more than '{fits[0][1].event}', which is above it and takes its hands",
                    hint="rows are tried from the top: put the better pay first",
                )


def _worth(pay: Pay) -> Fraction | None:
    """What a flat or fixed pay is worth; None for a share of a meter, and where the table lacks the row."""
    return None if isinstance(pay, NoPay) else handed_back(pay)


def near_event(event: str, family: Family) -> str:
    """The nearest events by name, or how a phrase with ranks is written in this family."""
    phrases = family.events.phrases if isinstance(family.events, Events) else ()
    word = event.partition(":")[0]
    forms = [phrase for phrase in phrases if phrase.word == word]
    if forms and ":" in event:
        return f"it is written {' or '.join(each.form for each in forms)}, as in {forms[0].example}"
    near = did_you_mean(word, [*family.events, *(phrase.word for phrase in phrases)])
    return near or f"known: {', '.join([*family.events, *(phrase.form for phrase in phrases)][:24])}"
