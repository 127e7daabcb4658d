"""Every pay and every limit on paper and screen, read back from its own text, against what is settled.

The hands are found by the tables' own grading and settled by the wager itself: flat wagers by their net, jackpot wagers
by their awards on a meter, with what is drawn for a round and what envy pays, and awards in whole rounds.
Felt, placard, rack card, rules of play, handbook and display must say just that.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from functools import cache
from itertools import cycle
from typing import NamedTuple

import pytest

from croupier import catalogue
from croupier.casino.posting import face_rows
from croupier.errors import CroupierError, RoundError
from croupier.handbook.dossier import row_examples, row_hands
from croupier.handbook.page.blocks import Document, Grid
from croupier.handbook.rules.document import rules_document, shown_document
from croupier.handbook.rules.felt import draw_felt
from croupier.handbook.rules.placard import placard_pages, placard_words
from croupier.play.awards import value_jackpots
from croupier.play.game import Bonus, Cards, Game, JackpotBet
from croupier.play.stakes import place_stakes
from croupier.questions.sheet.wording import Limits, limit_rows, posted_rows, posted_tables
from croupier.rulebook.configuration import Configuration
from croupier.units import Fixed, dollars
from tests.laws.test_posted import SPECS

METER = 100_000_000
UNITS = cycle(("1.00", "5.00", "25.00"))


def configurations() -> list[str]:
    """Every game, edition and table, each jackpot at a fixed wager of 1, 5 or 25 in turn."""
    found = []
    for spec in SPECS:
        with_unit = spec.replace(")", f", base_wager={next(UNITS)})")
        try:
            found.append(str(catalogue.configuration(with_unit)))
        except CroupierError:
            found.append(str(catalogue.configuration(spec)))
    return sorted(set(found))


CONFIGURATIONS = configurations()


def test_there_are_enough_of_them() -> None:
    assert len(CONFIGURATIONS) >= 60
    assert {spec.partition("(")[0] for spec in CONFIGURATIONS} == {
        name for name, rules in catalogue.book().games.items() if any(wager.kind == "base" for wager in rules.wagers)
    }
    for unit in ("base_wager=5.00", "base_wager=25.00", "edition=washington"):
        assert sum(unit in spec for spec in CONFIGURATIONS) >= 10


class Paid(NamedTuple):
    """What a row pays when it is settled: the pay, what it pays instead when it is drawn, the envy of another."""

    pays: str
    drawn: tuple[str, ...] = ()
    envy: str = ""

    @property
    def beside(self) -> str:
        drawn, envy = f"or {' '.join(self.drawn)}", f"envy {self.envy}"
        return ", ".join([*([drawn] if self.drawn else []), *([envy] if self.envy else [])])


@cache
def paid(spec: str) -> dict[tuple[str, str], Paid]:
    """By wager and event, what a hand of that row is paid, in the words that a table posts."""
    game = catalogue.load(spec)
    found = {}
    for _, bonus in game.bonuses:
        table = game.configuration.tables[bonus.wager]
        for event, (own, dealer) in row_hands(game, bonus).items():
            if table.is_jackpot:
                found[bonus.wager, event] = _awarded(game, bonus, own, dealer)
                continue
            odds = Fraction(bonus.settle(1, 1000, own, dealer).net, 1000)
            found[bonus.wager, event] = Paid("push" if odds == 0 else f"{odds} to 1")
    for wager in game.rules.wagers:
        if wager.kind == "award" and wager.id in game.configuration.tables:
            for event, example in row_examples(game, wager.id).items():
                line = next(line for line in example.settlement.lines if line.wager == wager.id)
                found[wager.id, event] = Paid(f"{Fraction(line.net, example.played.state.base(1))} to 1")
    return found


def _awarded(game: Game, bonus: Bonus, own: Cards, dealer: Cards) -> Paid:
    """Seat 1 holds the hand, seat 2 another that pays nothing; each drawn pay in a round of its own."""
    table, stake = game.configuration.tables[bonus.wager], game.configuration.fixed_stake(bonus.wager)
    bet = bonus.claim(1, stake, own, dealer)
    meters = {bonus.wager: dict.fromkeys(range(1, table.meters + 1), METER)}
    assert bet.row is not None
    other = JackpotBet(2, bonus.wager, stake, None, bet.cite, bet.why)
    drawn = []
    for pay in (None, *(bet.row.dynamic or ())):
        boosts = {bet.row.event: pay.cents} if isinstance(pay, Fixed) else None
        valued = value_jackpots(game.configuration, (bet, other), meters=meters, seeds=meters, dynamic=boosts)
        award = next(award for award in valued.awards if award.seat == 1)
        level = f" of level {award.level}" if table.meters > 1 else ""
        share = f"{Fraction(100 * award.amount, METER)}%{level}"
        drawn.append(share if award.kind == "meter" else dollars(award.amount))
        envy = next((dollars(award.amount) for award in valued.awards if award.kind == "envy"), "")
    return Paid(drawn[0], tuple(drawn[1:]), envy)


def bare(pays: str) -> str:
    """A figure without its unit and without commas, so that 1,000 and 1000 to 1 are one."""
    return pays.removesuffix(" to 1").replace(",", "").replace(" %", "%")


def expected(configuration: Configuration) -> dict[str, dict[str, Paid]]:
    """By wager, what each posted label is paid when it is settled."""
    settled = paid(str(configuration))
    return {
        table.wager.id: {
            row.label: settled[table.wager.id, row.event]
            for row in table.rows
            if (table.wager.id, row.event) in settled
        }
        for table in posted_tables(configuration)
        if table.wager.kind != "ladder"
    }


def rows_in(words: list[str], head: str, labels: dict[str, Paid]) -> dict[str, tuple[str, str]]:
    """Labels, what stands after each, and as much of what follows as is beside it: all may be set in several lines."""
    found: dict[str, tuple[str, str]] = {}
    place = words.index(head) + 1
    while place < len(words) and len(found) < len(labels):
        for label in labels:
            if label in found or not label.startswith(words[place]):
                continue
            end, said = place + 1, words[place]
            while said != label and end < len(words) and label.startswith(f"{said} {words[end]}"):
                said, end = f"{said} {words[end]}", end + 1
            if said == label:
                beside, after = "", end + 1
                while beside != labels[label].beside and after < len(words):
                    beside, after = f"{beside} {words[after]}".strip(), after + 1
                    if not labels[label].beside.startswith(beside):
                        break
                found[label], place = (words[end], beside), end
                break
        place += 1
    return found


def head_of(words: list[str], title: str, code: str) -> int:
    """Where a table of the placard begins: its title, which the limits have too, and soon after it its code."""
    return next(place for place, word in enumerate(words) if word == title and code in words[place : place + 4])


def from_title(words: list[str], title: str) -> list[str]:
    """From a table of the felt on: its title, which may be set in several lines, and then no more capitals of it."""
    for place in range(len(words) - 3):
        for end in range(place + 1, place + 4):
            is_whole = words[end] == "SAMPLE" or not words[end].isupper()
            if " ".join(words[place:end]) == title and is_whole:
                return [title, *words[end:]]
    raise AssertionError(f"no table of {title} on the felt")


def svg_words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter() if text.tag.endswith("}text")]


def grids(document: Document) -> dict[str, dict[str, tuple[str, str]]]:
    """By the title of its section, label, pay and what is beside it of every table in a document."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for section in document.sections:
        for block in section.blocks:
            if isinstance(block, Grid) and len(block.columns) >= 2 and not block.is_facts:
                found.setdefault(section.title, {}).update(
                    {row[0].text: (row[1].text, row[2].text if len(row) > 2 else "") for row in block.rows}
                )
    return found


@pytest.mark.parametrize("spec", CONFIGURATIONS)
def test_every_pay_on_every_print_is_what_is_settled(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    game = catalogue.load(configuration)
    owed = expected(configuration)
    for wager, labels in owed.items():
        assert len(labels) == sum(1 for row in posted_rows(configuration, wager)), "every row has a hand"
    felt = svg_words(draw_felt(game))
    placard = placard_words(configuration, Limits())
    handbook, rules = grids(shown_document(configuration)), grids(rules_document(configuration, Limits()))
    for wager, labels in owed.items():
        title = configuration.rules.wager(wager).title
        for name, said in {
            "felt": rows_in(from_title(felt, title.upper()), title.upper(), labels),
            "placard": rows_in(placard[head_of(placard, title, configuration.tables[wager].id) :], title, labels),
            "handbook": {label: handbook[f"What {title} is paid"][label] for label in labels},
            "rules": {
                label: next(rows for head, rows in rules.items() if head.endswith(f"What {title} is paid"))[label]
                for label in labels
            },
        }.items():
            told = {label: (bare(pays), beside) for label, (pays, beside) in said.items()}
            assert told == {label: (bare(owes.pays), owes.beside) for label, owes in labels.items()}, name
        if configuration.tables[wager].is_jackpot:
            for row in face_rows(game, wager, ""):
                assert bare(row.pays) == bare(labels[row.label].pays)
                owes = labels[row.label]
                # A display has room for the least and the most that may be drawn.
                beside = [*owes.drawn[:1], *owes.drawn[-1:], *([owes.envy] if owes.envy else [])]
                assert MONEY.findall(row.beside) == MONEY.findall(" ".join(beside))


@pytest.mark.parametrize("spec", CONFIGURATIONS[::12])
def test_placard_and_rack_card_hold_the_words_they_are_said_to_hold(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    for size in ("tabloid", "rack-card"):
        words = svg_words(placard_pages(configuration, Limits(), size)[-1])
        assert words == [configuration.rules.title, *placard_words(configuration, Limits())]


MONEY = re.compile(r"\$([\d,]+(?:\.\d\d)?)")


@pytest.mark.parametrize("spec", CONFIGURATIONS[::5])
def test_posted_limits_are_those_that_stakes_are_held_to(spec: str) -> None:
    configuration = catalogue.configuration(spec)
    game: Game = catalogue.load(configuration)
    posted = dict(limit_rows(configuration, Limits()))
    limits = Limits().by_wager(configuration)
    base = game.rules.wager(game.base_wager)
    words = placard_words(configuration, Limits())
    for title, said in posted.items():
        assert words[words.index(title) + 1] == said
    ends = [int(Fraction(amount.replace(",", "")) * 100) for amount in MONEY.findall(posted[base.title])]
    assert len(ends) == (1 if base.one_amount else 2)
    for amount in ends:
        place_stakes(game, {1: {base.id: amount}}, limits)
    for amount in (ends[0] - 2, ends[-1] + 2):
        with pytest.raises(RoundError):
            place_stakes(game, {1: {base.id: amount}}, limits)
