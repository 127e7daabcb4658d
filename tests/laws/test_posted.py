"""What is posted is what is paid: the placard's figures, read back from its words, against settlements."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.errors import CroupierError, RoundError
from croupier.handbook.rules.placard import placard_words
from croupier.play.awards import value_jackpots
from croupier.play.game import Game, JackpotBet, Why
from croupier.play.round import Round
from croupier.questions.sheet.wording import POSTED_TOPICS, Limits, posted_rules
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Paytable, posted_label
from croupier.units import describe_pay

NOTES = {
    "KIS-G": {"A": 3, "B": 4, "C": 4},
    "KIS-W": {"A": 2, "B": 3, "C": 7},
    "PPP": {"A": 8, "B": 9, "C": 10, "D": 10},
    "TCP": {"A": 3, "B": 3},
}
"""How many notes each appendix of the five documents has; Ricochet Poker's document has no appendices."""


def specs() -> Iterator[str]:
    """Every game, edition and table of the documents, with what makes its notes apply."""
    for game in catalogue.book().games.values():
        if not any(wager.kind == "base" for wager in game.wagers):
            continue
        for edition in game.editions:
            for wager in game.wagers:
                for table in wager.tables_in(edition.id):
                    found = catalogue.book().table(table)
                    if not isinstance(found, Paytable):
                        continue
                    code = (*found.letters, table)[0]
                    keys = {"edition": edition.id, wager.id: code}
                    if wager.beside:
                        keys[wager.beside] = code
                    if any(key.id == "decks" for key in game.keys):
                        keys["decks"] = str(found.decks[-1])
                    yield f"{game.name}({', '.join(f'{key}={value}' for key, value in keys.items())})"


SPECS = list(specs())


def with_limit(spec: str) -> str:
    approved = ", aggregate_approval=WSGC-3151" if "washington" in spec else ""
    return spec.replace(")", f", aggregate_limit=100000{approved})")


def is_on_placard(configuration: Configuration, cite: str) -> bool:
    """Whether a rule with this citation is posted, and its words stand on the placard."""
    words = placard_words(configuration, Limits())
    said = [
        text
        for topic in POSTED_TOPICS
        for rule, text in posted_rules(configuration, topic)
        if cite in [str(each) for each in rule.cites]
    ]
    assert all(text in words and "(" + "unit" not in text for text in said)
    return bool(said)


@pytest.mark.parametrize(
    ("document", "appendix", "number"),
    [
        (document, appendix, number)
        for document, counts in NOTES.items()
        for appendix, count in counts.items()
        for number in range(1, count + 1)
    ],
)
def test_every_note_is_on_the_placard_of_a_table_where_it_applies(document: str, appendix: str, number: int) -> None:
    cite = f"{document} Appendix {appendix} n.{number}"
    for spec in SPECS:
        configuration = catalogue.configuration(spec)
        if configuration.edition.document != document:
            continue
        tables = [str(each) for table in configuration.tables.values() for each in table.cites]
        if not any(each.startswith(f"{document} Appendix {appendix}") for each in tables):
            continue
        if is_on_placard(configuration, cite):
            return
        if any(key.id == "aggregate_limit" for key in configuration.rules.keys) and configuration.limited_wagers:
            limited = catalogue.configuration(with_limit(spec))
            if is_on_placard(limited, cite):
                return
    raise AssertionError(f"{cite} is on no placard")


_MONEY = re.compile(r"\$([\d,]+)(?:\.(\d\d))?")


def cents(text: str) -> int:
    match = _MONEY.fullmatch(text)
    assert match, text
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def rows_of(configuration: Configuration, wager: str) -> dict[str, tuple[str, str]]:
    """The posted rows of a wager, read from the words of the placard: label, pays, and what stands beside them."""
    words = placard_words(configuration, Limits())
    table = configuration.tables[wager]
    labels = [posted_label(row.label, configuration.setting_for(table)) for row in table.rows]
    # Its title stands among the limits first, and then over its rows.
    start = len(words) - 1 - words[::-1].index(configuration.rules.wager(wager).title)
    found: dict[str, tuple[str, str]] = {}
    for place in range(start, len(words)):
        if words[place] in labels and words[place] not in found:
            beside = words[place + 2] if words[place + 2].startswith(("or ", "envy ")) else ""
            found[words[place]] = (words[place + 1], beside)
    return found


def posted_net(pays: str, stake: int, meter: int) -> set[int]:
    """What the words promise a winner, net of the stake."""
    if match := re.fullmatch(r"([\d./]+) to 1", pays):
        return {int(stake * Fraction(match[1]))}
    if match := re.fullmatch(r"([\d.]+)%(?: of level \d)?", pays):
        return {int(meter * Fraction(match[1]) / 100) - stake}
    if pays == "push":
        return {0}
    return {cents(pays) - stake}


def play(game: Game, seed: int) -> Round:
    dice = random.Random(seed)
    jackpots = {wager for wager in game.wagers if game.stake_rules[wager].is_jackpot}
    stake = 20 * dice.randint(1, 50)
    own = {wager: game.configuration.fixed_stake(wager) if wager in jackpots else stake for wager in game.wagers}
    seats = range(1, 1 + dice.randint(1, 2))
    played = Round.start(game, {seat: dict(own) for seat in seats}, seed=seed)
    while not played.is_over:
        action = dice.choice(played.legal_actions)
        played.act(f"{action.name} {action.minimum / 100:.2f}" if action.maximum else action.name)
    return played


@pytest.mark.parametrize("spec", SPECS)
def test_the_placard_pays_what_the_settlement_pays(spec: str) -> None:
    unit = random.Random(spec).choice([100, 500, 2500])
    try:
        configuration = catalogue.configuration(spec.replace(")", f", base_wager={unit // 100}.00)"))
    except CroupierError:
        configuration = catalogue.configuration(spec)
    game = catalogue.load(configuration)
    meter = 123_456_700
    meters = {
        wager: dict.fromkeys(range(1, table.meters + 1), meter)
        for wager, table in configuration.tables.items()
        if table.is_jackpot
    }
    posted = {wager: rows_of(configuration, wager) for wager in configuration.tables}
    for seed in range(12):
        played = play(game, seed)
        settlement = played.settle(meters, meters)
        for line in settlement.lines:
            if line.wager not in posted or line.event is None:
                continue
            table = configuration.tables[line.wager]
            row = next(each for each in table.rows if each.event == line.event)
            pays, beside = posted[line.wager][posted_label(row.label, configuration.setting_for(table))]
            stake = line.stake
            if line.outcome == "bonus":
                stake = next(each.stake for each in settlement.lines if each.seat == line.seat and each.stake)
            promised = posted_net(pays, stake, meter)
            if beside.startswith("or "):
                promised |= {
                    cents(each) - stake for each in beside.removeprefix("or ").partition(", envy")[0].split(" ")
                }
            assert line.net in promised, (spec, line)
            if table.is_jackpot and not row.dynamic and "$" in pays:
                assert pays in str(line.why)


CAPPED = "straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01"


@pytest.mark.parametrize(
    ("limit", "scope", "words"),
    [
        (
            "straight:5000",
            "per-round",
            "The winners of one round win together at most $5,000 on the Straight, in",
        ),
        ("straight:5000", "per-hand", "One hand wins at most $5,000 on the Straight; the stake comes back beside it."),
        (
            "5000",
            "per-round",
            "The winners of one round win together at most $5,000 on the Straight and, counted apart, $5,000 on the",
        ),
        (
            "straight:5000/straight_flush:20000",
            "per-hand",
            "One hand wins at most $5,000 on the Straight and, counted apart, $20,000 on the Straight Flush; the stake",
        ),
    ],
)
def test_a_posted_maximum_names_the_wagers_it_caps_and_no_other(limit: str, scope: str, words: str) -> None:
    spec = f"keep-it-straight(aggregate_limit={limit}, aggregate_scope={scope}, {CAPPED})"
    said = [text for _, text in posted_rules(catalogue.configuration(spec), "limits")]
    assert [text for text in said if text.startswith(words)], said


def test_washingtons_floor_holds_on_the_placard_too() -> None:
    """WAC 230-15-490, against the largest wager that the placard itself posts."""
    spec = "keep-it-straight(edition=washington, aggregate_approval=X-1, aggregate_limit={}, straight=PT-FLT-STR-01)"
    with pytest.raises(RoundError, match=r"4999.99 is below 5000.00"):
        placard_words(catalogue.configuration(spec.format("4999.99")), Limits())
    assert placard_words(catalogue.configuration(spec.format("5000.00")), Limits())
    assert placard_words(catalogue.configuration(spec.format("500.00")), Limits(bonus_maximum=1000))


def test_a_round_without_the_largest_wager_is_not_cut_below_washingtons_floor() -> None:
    game = catalogue.load(
        "keep-it-straight(edition=washington, aggregate_approval=X-1, aggregate_limit=0.01, straight=PT-FLT-STR-01)"
    )
    with pytest.raises(RoundError, match="needs a largest wager"):
        Round.start(game, {1: {"ante": "10.00", "straight": "5.00"}}, seed=1)


SEVERAL = {
    "share": ("two winners are paid $500 each", (50000, 50000)),
    "sequential": ("the first of two winners is paid $1,000 and the second $100", (100000, 10000)),
    "full": ("two winners are paid $1,000 each", (100000, 100000)),
}


@pytest.mark.parametrize("rule", SEVERAL)
def test_the_example_of_two_winners_is_what_they_are_paid(rule: str) -> None:
    """Every game posts the example in money, and the settlement of its jackpot pays just that."""
    words, paid = SEVERAL[rule]
    for spec, wager in (
        (
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01, simultaneous={})",
            "straight_flush_progressive",
        ),
        ("high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-01, simultaneous={})", "straight_flush_progressive"),
        ("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01, simultaneous={})", "straight_flush_progressive"),
        ("blackjack(decks=6, perfect_pairs=PT-PRG-PP-03a, simultaneous={})", "perfect_pairs"),
    ):
        configuration = catalogue.configuration(spec.format(rule))
        posted = " ".join(text for _, text in posted_rules(configuration, "jackpot"))
        assert f"With $1,000 shown and a seed of $100, {words}." in posted, spec
        whole, part = (
            next((row for row in configuration.tables[wager].rows if describe_pay(row.pay) == pays), None)
            for pays in ("100%", "10%")
        )
        assert whole is not None
        bets = [JackpotBet(seat, wager, 100, whole, "KIS-G Appendix C", Why("won")) for seat in (1, 2)]
        valued = value_jackpots(configuration, tuple(bets), meters={wager: {1: 100000}}, seeds={wager: {1: 10000}})
        assert tuple(award.amount for award in valued.awards if award.kind == "meter") == paid, spec
        if part is None:
            continue
        assert "a hand that wins 10% is paid $100 before the whole jackpot is paid and $10 after it" in posted
        for order, expected in (((part, whole), (10000, 90000)), ((whole, part), (100000, 1000))):
            bets = [
                JackpotBet(seat, wager, 100, row, "KIS-G Appendix C", Why("won")) for seat, row in enumerate(order, 1)
            ]
            valued = value_jackpots(configuration, tuple(bets), meters={wager: {1: 100000}}, seeds={wager: {1: 10000}})
            assert tuple(award.amount for award in valued.awards if award.kind == "meter") == expected


def test_the_second_of_two_jackpots_is_not_offered_alone() -> None:
    with pytest.raises(CroupierError, match="second of two jackpots"):
        catalogue.configuration("keep-it-straight(edition=washington, straight_flush_progressive_2=PT-BJS-HCF-SF-01)")


def test_a_row_that_the_house_reads_otherwise_says_so() -> None:
    spec = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-13, suit=spades{})"
    words = "as the house reads PT-PRG-PP-13: pays as mixed"
    assert words in placard_words(catalogue.configuration(spec.format(", pp13_colored_pair=pays-as-mixed")), Limits())
    assert words not in placard_words(catalogue.configuration(spec.format("")), Limits())
