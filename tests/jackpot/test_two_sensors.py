"""Two jackpots on one Keep It Straight layout: plan, play, settlement, books (KIS-W House and Progressive Jackpots)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.casino.proofs import floor as proved
from croupier.errors import RulebookError
from croupier.handbook.rules.placard import placard_words
from croupier.jackpot.plan.file import read_plan
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.roundfile import settle_file
from croupier.questions.sheet.wording import Limits
from tests.jackpot.floor import SEVEN_CARDS, ask
from tests.jackpot.memory import MemoryStore
from tests.jackpot.two_jackpots import BOOK, FIRST, GAME, PLAN, SECOND, live_book


def test_a_plan_serves_each_sensor_with_its_own_wager_stake_and_choices() -> None:
    plan = read_plan(PLAN, BOOK)
    first, second = plan.links["first"], plan.links["second"]
    assert [(table.id, table.wager) for table in first.tables] == [("KIS-01", FIRST)]
    assert [(table.id, table.wager) for table in second.tables] == [("KIS-01", SECOND), ("HCF-01", FIRST)]
    assert (first.base_wager_cents, second.base_wager_cents) == (100, 500)
    assert second.tables[0].game == (
        "keep-it-straight(base_wager_2=5.00, edition=washington, simultaneous_2=sequential, "
        f"{SECOND}=PT-BJS-HCF-SF-E02)"
    )
    proved(PLAN, remember=False)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('wager = "straight_flush_progressive_2"', 'wager = "straight_flush_progressive"', "would serve"),
        ('game = "keep-it-straight(edition=washington)"', 'game = "keep-it-straight"', "would serve first and second"),
        ('type = "progressive"\nwager = "straight_flush_progressive_2"', "TYPE", "mixes house and progressive"),
    ],
)
def test_what_a_layout_with_two_sensors_may_not_be(old: str, new: str, words: str) -> None:
    text = PLAN.replace(old, new)
    if new == "TYPE":
        house = PLAN.index('[[jackpots]]\nid = "second"')
        text = PLAN[:house] + PLAN[house:].replace('type = "progressive"', 'type = "house"').replace(
            'simultaneous = "sequential"\n', ""
        ).replace('seed = "10000.00"\nincrement_ppm = 150000', 'posted = "10000.00"').replace(
            '[[tables]]\nid = "HCF-01"\ngame = "high-card-flush"\nsensors = ["second"]\n', ""
        )
    with pytest.raises(RulebookError) as refused:
        read_plan(text, BOOK)
    assert words in str(refused.value)


def round_file() -> dict[str, object]:
    """Seat 1 holds seven suited cards to the ace on both wagers; seat 2 plays the second jackpot only."""
    return {
        "schema": 1,
        "game": GAME,
        "seats": {
            "1": {
                "wagers": {"ante": "10.00", FIRST: "1.00", SECOND: "5.00"},
                "cards": "8s 9s Ts Js Qs Ks As",
                "actions": ["raise 20.00"],
            },
            "2": {
                "wagers": {"ante": "10.00", SECOND: "5.00"},
                "cards": "2h 4d 6c 8h Td Qc 2d",
                "actions": ["fold"],
            },
        },
        "dealer": "3h 5h 7h 9d Jd Kd 2c",
        "meters": {FIRST: {"1": "20000.00"}, SECOND: {"1": "60000.00"}},
        "seeds": {FIRST: {"1": "10000.00"}, SECOND: {"1": "50000.00"}},
    }


def test_each_wager_is_paid_from_its_own_meter_with_its_own_envy() -> None:
    game, _, settlement = settle_file(round_file(), catalogue.load)
    nets = {(line.seat, line.wager): line.net for line in settlement.lines}
    assert nets[1, FIRST] == 2_000_000 - 100
    assert nets[1, SECOND] == 6_000_000 - 500
    assert [(award.seat, award.wager, award.amount) for award in settlement.awards if award.kind == "envy"] == [
        (2, SECOND, 5 * 25_000)
    ]
    assert settlement.meters == {FIRST: {1: 1_000_000}, SECOND: {1: 5_000_000}}
    assert game.configuration.fixed_stake(SECOND) == 500


def test_a_stake_of_the_other_sensor_is_refused() -> None:
    document = json.loads(json.dumps(round_file()))
    document["seats"]["1"]["wagers"][SECOND] = "1.00"
    with pytest.raises(Exception, match=r"is not its base wager of 5\.00"):
        settle_file(document, catalogue.load)


def test_the_placard_and_a_replayed_round() -> None:
    words = placard_words(catalogue.configuration(GAME), Limits())
    assert "Second Straight Flush Progressive" in words
    assert "envy $1,250" in words
    assert any("$1 (Straight Flush Progressive) and $5 (Second" in each for each in words)
    hand = Round.start(catalogue.load(GAME), {1: {"ante": "10.00", FIRST: "1.00", SECOND: "5.00"}}, seed=11)
    hand.act("fold")
    meters = {FIRST: {1: 2_000_000}, SECOND: {1: 6_000_000}}
    settled = hand.settle(meters)
    assert replay_transcript(hand.transcript(settled, meters), catalogue).differences == ()


def test_a_house_layout_has_two_house_jackpots() -> None:
    game = GAME.replace("edition", "jackpot=house, edition")
    document = round_file() | {"game": game}
    document.pop("seeds")
    _, _, settlement = settle_file(document, catalogue.load)
    assert settlement.meters == {FIRST: {1: 2_000_000}, SECOND: {1: 6_000_000}}


def test_each_jackpot_has_books_of_its_own() -> None:
    plan = read_plan(PLAN, BOOK)
    paid = {}
    for name, stake in (("first", 100), ("second", 500)):
        link = plan.links[name]
        book = live_book(MemoryStore(), link)
        begins = link.levels[0].beginning_cents
        about = {"table": "KIS-01", "round": 1}
        assert ask(book, "wager", "sam", seats=[1, 2], **about).code == "ok"
        assert ask(book, "lock", "sam", **about).code == "ok"
        reply = ask(book, "result", "sam", hands={"1": SEVEN_CARDS}, **about)
        assert reply.code == "ok"
        assert reply.body is not None
        paid[name] = [(each["seat"], each["cents"]) for each in reply.body["awards"]]
        raised = 2 * stake * link.levels[0].increment_ppm // 1_000_000
        assert paid[name][0] == (1, begins + raised)
    assert paid["first"][1:] == []
    assert paid["second"][1:] == [(2, 125_000)]


def test_a_plan_names_table_files(tmp_path: Path) -> None:
    (tmp_path / "kis.toml").write_text(
        'schema = 1\ngame = "keep-it-straight(edition=washington)"\n[limits.ante]\nminimum = "10.00"\n',
        encoding="utf-8",
    )
    named = tmp_path / "plan.toml"
    named.write_text(
        PLAN.replace('game = "keep-it-straight(edition=washington)"', 'file = "kis.toml"'), encoding="utf-8"
    )
    plan = read_plan(named, BOOK)
    assert plan.tables[0].limits["ante"].minimum == 1000
    assert plan.links == read_plan(PLAN, BOOK).links
    (tmp_path / "kis.toml").write_text("schema = 1\n", encoding="utf-8")
    with pytest.raises(RulebookError, match=r"tables\[0\].file"):
        read_plan(named, BOOK)


@pytest.mark.parametrize("through", ["books", "writer"])
def test_two_jackpots_of_a_round_are_told_the_same_cards(through: str) -> None:
    """By separate requests, each of which names one link alone."""
    store = MemoryStore()
    first, second = (live_book(store, link) for link in read_plan(PLAN, BOOK).links.values())
    if through == "writer":
        first.open_here, second.open_here = lambda _link: second.state, lambda _link: first.state
    about: dict[str, Any] = {"table": "KIS-01", "round": 1}
    for book in (first, second):
        assert ask(book, "wager", "sam", **about, seats=[1, 2]).code == "ok"
        assert ask(book, "lock", "sam", **about).code == "ok"
    cards = "2c 3d 5h 7s 9c Jd Kh"
    assert ask(first, "result", "sam", **about, hands={"1": cards}).code == "ok"
    right: dict[str, Any] = {**about, "entry": first.state.seq, "reason": "the film shows it"}
    other = ask(second, "result", "sam", **about, hands={"1": "9s 8s 7s 6s 5s 4s 3s"})
    assert (other.code, other.detail) == ("hands_differ", f"seat 1: {cards}")
    assert ask(second, "result", "sam", **about, hands={"1": cards, "2": "8c 7c 6c 5c 4c 3c Tc"}).code == "ok"
    seat_2 = {"2": "Ac Qc Ts 4h 5s 2d 3h"}
    assert ask(first, "correct", "kim", second="sam", **right, hands=seat_2).code == "hands_differ"
