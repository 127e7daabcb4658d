"""Every paytable of a game solved in one sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier import catalogue
from croupier.errors import SpecError
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.rules import Wager
from croupier.rulebook.spec import Spec, parse_spec
from croupier.solving.solutions import Solution, solve


@dataclass(frozen=True)
class Swept:
    """One table of one wager, solved; or why it does not go with the rest of the configuration."""

    wager: Wager
    paytable: str
    decks: int | None
    solution: Solution | None
    refused: str | None = None


def sweep(spec: str, wager: str | None = None) -> Iterator[Swept]:
    """Every table that the edition offers, for one wager or for all.

    A side wager from a shoe is solved for each number of decks that its table allows, unless ``spec`` names one.
    """
    configuration, given = catalogue.configuration(spec), dict(parse_spec(spec).settings)
    for each in configuration.rules.wagers:
        if each.kind in ("bonus", "jackpot") and wager in (None, each.id):
            for paytable in each.tables_in(configuration.edition.id):
                for decks in _decks(configuration, given, paytable):
                    yield _solve_table(configuration, given, each, paytable, decks)


def _decks(configuration: Configuration, given: Mapping[str, str], paytable: str) -> tuple[int | None, ...]:
    if "decks" not in configuration.values:
        return (None,)
    if "decks" in given:
        return (configuration.decks,)
    return configuration.book.paytable(paytable).decks


def _solve_table(
    configuration: Configuration, given: Mapping[str, str], wager: Wager, paytable: str, decks: int | None
) -> Swept:
    others = {each.id for each in configuration.rules.wagers if each.kind in ("bonus", "jackpot")} - {wager.id}
    others |= {
        key.id
        for key in configuration.rules.keys
        if key.needs in others or (key.needs is None and key.features and wager.kind != "jackpot")
    }
    settings = {name: value for name, value in given.items() if name not in others | {"tables"}}
    settings[wager.id] = paytable
    if decks is not None:
        settings["decks"] = str(decks)
    try:
        chosen = configure(configuration.book, Spec(configuration.name, tuple(sorted(settings.items()))))
    except SpecError as problem:
        return Swept(wager, paytable, decks, None, problem.message)
    return Swept(wager, paytable, decks, solve(chosen, wager.id, remember=False))
