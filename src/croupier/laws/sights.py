"""The law that exact sees and grades what play pays.

A wager declares which cards it sees. Rounds dealt by the play driver are graded again from those cards alone, by the
family's own classifier and the table's rows: the result must be the line or the claim that the game's settlement
wrote. And the exact counters must find, on decks small enough to deal, what dealing the declared cards finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from croupier import catalogue
from croupier.cards.hands import FAMILIES
from croupier.cards.shuffle import SeededSource
from croupier.errors import LawBroken, MissingPart, SpecError
from croupier.exact.counting.any_hands import by_dealing
from croupier.exact.counting.one_deck import Pack
from croupier.exact.counting.rows import count_wager, counted_classes
from croupier.exact.counting.spaces import class_counts, deals, pack_of
from croupier.laws.tables import Played, SeatedTable, play_out, seated
from croupier.play.game import State
from croupier.play.lines import Cards
from croupier.play.wagers.bonus import net_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Row
from croupier.rulebook.rules import Wager
from croupier.rulebook.sights import seen_by

LAW: Final = "exact sees what play pays"
_GRADED: Final = ("bonus", "jackpot", "award")
_MOST_DEALS: Final = 20_000
"""Deals of the small packs on which counters are held to plain dealing."""


def graded_wagers(name: str) -> Iterator[tuple[str, Wager, Configuration]]:
    """Every edition, wager and table of a game that is graded on cards, each as a configuration of its own."""
    book = catalogue.book()
    rules = book.game(name)
    for wager in rules.wagers:
        if wager.kind not in _GRADED:
            continue
        for edition, tables in wager.tables:
            for table in tables:
                for settings in _go_together(book.paytable(table).decks, {key.id for key in rules.keys}):
                    first = f"{wager.beside}={table}, " if wager.beside else ""
                    spec = f"{name}(edition={edition}, {first}{wager.id}={table}{settings})"
                    try:
                        yield edition, wager, catalogue.configuration(spec)
                    except SpecError:
                        continue
                    break
                else:
                    raise LawBroken(LAW, f"{name}({wager.id}={table})", "no configuration offers the table")


def _go_together(decks: tuple[int, ...], keys: set[str]) -> list[str]:
    """The number of decks that a table may need beside it."""
    return ["", *(f", decks={each}" for each in decks if "decks" in keys)]


def graded_alike(configuration: Configuration, wager: Wager, rounds: int, seed: str) -> int:
    """Play rounds with this wager on every seat and grade each again; how many lines and claims were compared."""
    game = catalogue.load(configuration)
    compared = 0
    for number in range(rounds):
        source = SeededSource(f"{seed}/{configuration}/{number}")
        table = SeatedTable(game, seated(game, source, always=(wager.id,)), f"{seed}/{number}")
        played = play_out(table, source)
        compared += sum(_compare(played, wager, seat) for seat in table.wagers)
    return compared


def _compare(played: Played, wager: Wager, seat: int) -> bool:
    """Whether there was a line or a claim to compare; LawBroken where it is not what the cards give."""
    game, state = played.table.game, played.round.state
    settled = game.turn(state)
    lines = [line for line in getattr(settled, "lines", ()) if (line.seat, line.wager) == (seat, wager.id)]
    claims = [bet for bet in getattr(settled, "jackpots", ()) if (bet.seat, bet.wager) == (seat, wager.id)]
    if not lines and not claims and wager.kind == "award" and not _earned(played, wager, seat):
        return False
    row = regrade(game.configuration, wager.id, state, seat)
    if claims:
        found, expected = [bet.row for bet in claims], [row]
        agrees = found == expected
    else:
        base = state.stakes[[each.seat for each in state.stakes].index(seat)].amounts[0]
        paid_on = base if wager.kind == "award" else int(played.table.wagers[seat][wager.id])
        lost = 0 if wager.kind == "award" else -paid_on
        net = net_of(row, paid_on) if row else lost
        agrees = [(line.event, line.net) for line in lines] == (
            [] if row is None and wager.kind == "award" else [(row.event if row else None, net)]
        )
    if not agrees:
        wrote = [f"{line.event} {line.net}" for line in lines] + [str(bet.row and bet.row.event) for bet in claims]
        raise LawBroken(
            LAW,
            str(played.table),
            f"seat {seat}: {wager.id} was settled as {', '.join(wrote) or 'nothing'}, but its declared cards are "
            f"{row.event if row else 'a losing hand'}",
            hint=f"the cards: sees of {wager.id} in rules.toml; the settlement: game.py",
        )
    return True


def _earned(played: Played, wager: Wager, seat: int) -> bool:
    """Whether the seat put up what an award asks for."""
    game = played.table.game
    return any(
        decision.seat == seat and decision.amount and game.wager_of(decision.action) == wager.requires
        for decision in played.round.state.decisions
    )


def regrade(configuration: Configuration, wager: str, state: State, seat: int) -> Row | None:
    """The row that the declared cards of a wager reach, found without the game's own settlement."""
    seen = seen_by(configuration.rules, wager)
    own = _cards(state, seat, "")[: seen.own]
    drawn = tuple(card for part in ("draw", "drawn") for card in _cards(state, seat, part))[: seen.drawn]
    dealer = tuple(card for each in state.dealt if each.slot.is_dealers for card in each.cards)[: seen.dealer]
    if len(own) + len(drawn) + len(dealer) < seen.size:
        raise LawBroken(
            LAW,
            str(configuration),
            f"seat {seat}: {wager} sees {seen}, but the round ended before they were dealt: {_places(state, seat)}",
            hint=f"in sees of {wager}, own counts cards of 'seat {seat}', drawn those of 'seat {seat} draw'",
        )
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    return table.grade(FAMILIES[seen.family].classify((*own, *drawn), dealer, setting), setting)


def _places(state: State, seat: int) -> str:
    """Where the cards lie that a wager could see."""
    counts = {each.slot: len(each.cards) for each in state.dealt if each.slot.seat == seat or each.slot.is_dealers}
    return ", ".join(f"{count} in '{slot}'" for slot, count in counts.items()) or "no card was dealt"


def _cards(state: State, seat: int, part: str) -> Cards:
    return tuple(
        card for each in state.dealt if each.slot.seat == seat and each.slot.part == part for card in each.cards
    )


def counted_alike(configuration: Configuration, wager: str) -> bool:
    """Whether the wager can be counted, after holding its counter to plain dealing; a refusal must be by name."""
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    try:
        seen = seen_by(configuration.rules, wager)
        pack = pack_of(configuration.rules)
        counted_classes(configuration, wager)
    except MissingPart as refused:
        if wager not in refused.message or configuration.name not in refused.message or not refused.hint:
            raise LawBroken(
                LAW, str(configuration), f"{wager} is refused without its name or a hint: {refused.message}"
            ) from None
        return False
    while len(pack.ranks) > 1 and deals(seen, setting, pack) > _MOST_DEALS:
        middle = len(pack.ranks) // 2
        pack = Pack(pack.ranks[:middle] + pack.ranks[middle + 1 :], pack.suits)
    if dict(class_counts(seen, setting, pack)) != dict(by_dealing(pack, seen, setting)):
        raise LawBroken(LAW, str(configuration), f"{wager}: the exact counter does not count its declared cards")
    return True


def every_row_reached(configuration: Configuration, wager: str) -> None:
    """Every row of the table is paid by some deal of this game's own deck."""
    for row in count_wager(configuration, wager).rows:
        if not row.count:
            raise LawBroken(
                "every row can be hit",
                str(configuration),
                f"no deal reaches the row {row.row.event} of {configuration.tables[wager].id}",
                hint="a short deck lacks some hands: take the row out of paytables.toml",
            )
