"""Transcripts: played again to the cent, under the rules they were recorded with, and against the published root."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, parse_cards
from croupier.cards.shuffle import SeededSource, SystemSource
from croupier.errors import BadInput, CroupierError, RoundError
from croupier.play.commitments import Disclosure
from croupier.play.dealing import PreparedDeck
from croupier.play.dynamic import displayed, dynamic_pays
from croupier.play.reading import read_round, seal
from croupier.play.replay import Replay, replay_transcript
from croupier.play.round import Round
from croupier.play.roundfile import play_round
from croupier.rulebook.configuration import Configuration
from croupier.units import ToOne, format_money

Record = dict[str, Any]
EXAMPLES = Path(__file__).parent / "examples"
SPEC = "keep-it-straight(straight=PT-FLT-KIS-SB-01)"
STAKES: dict[int, dict[str, str | int]] = {1: {"ante": "10.00", "straight": "5.00"}, 4: {"ante": "10.00"}}


def through_json(record: Record) -> Record:
    """As a reader gets it from a file."""
    loaded: Record = json.loads(json.dumps(record))
    return loaded


def live_round(spec: str = SPEC, seed: int = 3) -> tuple[PreparedDeck, Record]:
    game = catalogue.load(spec)
    deck = PreparedDeck(game, SeededSource(seed), committed=True)
    played = Round.start(game, STAKES, deck=deck)
    while not played.is_over:
        played.act("fold")
    return deck, through_json(played.transcript(played.settle()))


def recorded_under(change: Callable[[Configuration], Configuration]) -> Record:
    """A round with a 5-card straight, settled under another book than today's."""
    other = change(catalogue.configuration(SPEC))
    # A book with other figures has another hash, which a frozen configuration keeps.
    other.__dict__["game_hash"] = "f" * 64
    document = {
        "schema": 1,
        "game": SPEC,
        "seats": {
            "1": {
                "cards": "2c 3d 4h 5s 6c 9d Kh",
                "wagers": {"ante": "10.00", "straight": "5.00"},
                "actions": ["raise 4x"],
            }
        },
        "dealer": "Js Qd Kc 2h 4s 6s 8s",
    }
    played = play_round(catalogue.load(other), read_round(document))
    return through_json(played.transcript(played.settle()))


def with_pay(odds: int) -> Callable[[Configuration], Configuration]:
    def change(configuration: Configuration) -> Configuration:
        table = configuration.tables["straight"]
        rows = tuple(
            replace(row, pay=ToOne(Fraction(odds))) if row.event == "straight_5" else row for row in table.rows
        )
        return replace(configuration, tables={"straight": replace(table, rows=rows)})

    return change


def with_number(name: str, value: int) -> Callable[[Configuration], Configuration]:
    def change(configuration: Configuration) -> Configuration:
        numbers = tuple(
            replace(each, value=Fraction(value)) if each.id == name else each for each in configuration.rules.numbers
        )
        return replace(configuration, rules=replace(configuration.rules, numbers=numbers))

    return change


def net(record: Record, wager: str) -> str:
    lines: list[Record] = record["settlement"]["settlements"]
    return str(next(line["net"] for line in lines if line["wager"] == wager))


def test_another_pay_is_replayed_with_the_transcripts_own_table() -> None:
    # Today the table pays 6 to 1 for five in a row; this book paid 9.
    record = recorded_under(with_pay(9))
    assert net(record, "straight") == "45.00"
    replayed = replay_transcript(record, catalogue)
    assert replayed.differences == ()
    assert replayed.rounds_rules == "transcript"
    assert replayed.recorded_hash == "f" * 64
    assert replayed.current_hash == catalogue.configuration(SPEC).game_hash
    assert "played with the tables of the transcript" in replayed.render()


def test_another_number_is_replayed_too() -> None:
    # Under this book a long straight began at five cards: 2 to 1 on the Raise of 40.00.
    record = recorded_under(with_number("long_straight", 5))
    assert net(record, "raise") == "80.00"
    assert replay_transcript(record, catalogue).differences == ()


def test_the_current_book_would_have_paid_otherwise() -> None:
    record = recorded_under(with_pay(9))
    record["game_hash"] = catalogue.configuration(SPEC).game_hash
    differences = replay_transcript(record, catalogue).differences
    assert any("'45.00'" in each and "'30.00'" in each for each in differences)


def test_without_its_tables_an_older_round_cannot_be_verified() -> None:
    record = recorded_under(with_pay(9))
    del record["rules"]
    with pytest.raises(BadInput, match="'rules' is missing"):
        replay_transcript(record, catalogue)


def test_under_the_current_book_the_replay_says_so() -> None:
    _, record = live_round()
    replayed = replay_transcript(record, catalogue)
    assert (replayed.rounds_rules, replayed.differences) == ("current book", ())
    assert "recorded under" not in replayed.render()


RULES: list[tuple[str, Callable[[Record], object], str]] = [
    ("no event", lambda r: r["tables"]["straight"]["rows"][0].update(event="bogus"), "'bogus' is not an event"),
    ("no pay", lambda r: r["tables"]["straight"]["rows"][0].update(pay="lots"), "'lots' is not a pay"),
    ("a meter", lambda r: r["tables"]["straight"]["rows"][0].update(pay="100%"), 'a "for 1" pay in a "to 1" table'),
    ("a number as a number", lambda r: r["numbers"].update(cards=7), "numbers: cards: expected a number as a text"),
    ("an exponent", lambda r: r["numbers"].update(cards="1e999999999"), "numbers: cards: expected a number as a text"),
    ("a negative", lambda r: r["numbers"].update(cards="-7"), "numbers: cards: expected a number as a text"),
    ("half", lambda r: r["numbers"].update(even_money="1/2"), "even_money: expected a whole number, found 1/2"),
    ("by zero", lambda r: r["numbers"].update(cards="1/0"), "numbers: cards: expected a number as a text"),
    ("eight cards", lambda r: r["numbers"].update(cards="8"), "seat 1: 7 cards; expected 8"),
    ("a table of nothing", lambda r: r["tables"].update(bonus={}), "rules: tables: bonus is not on offer"),
    ("a list", lambda r: r.update(tables=[]), "rules: tables: expected an object"),
    ("rows as an object", lambda r: r["tables"]["straight"].update(rows={}), "rows: expected a list"),
    ("an unknown key", lambda r: r.update(extra=1), "rules: extra: unknown key"),
]


@pytest.mark.parametrize(("change", "words"), [case[1:] for case in RULES], ids=[case[0] for case in RULES])
def test_recorded_rules_that_cannot_be_used(change: Callable[[Record], object], words: str) -> None:
    record = recorded_under(with_pay(9))
    change(record["rules"])
    with pytest.raises(CroupierError) as refused:
        replay_transcript(record, catalogue)
    assert refused.value.exit_status == 2
    assert words in str(refused.value)


def test_a_jackpots_recorded_row_pays_money_or_a_meter() -> None:
    spec = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)"
    game = catalogue.load(spec)
    played = Round.start(game, {1: {"ante": 1000, "straight_flush_progressive": 100}}, seed=2)
    played.act("fold")
    record = through_json(played.transcript(played.settle()))
    record["game_hash"] = "f" * 64
    for pay in ("5 for 1", "push", "100% Lv.2"):
        record["rules"]["tables"]["straight_flush_progressive"]["rows"][0]["pay"] = pay
        with pytest.raises(RoundError):
            replay_transcript(record, catalogue)


# Live decks


def test_the_root_is_there_before_the_bets_and_is_the_one_in_the_transcript() -> None:
    game = catalogue.load(SPEC)
    deck = PreparedDeck(game, SystemSource(), committed=True)
    published = deck.root
    assert published is not None
    played = Round.start(game, STAKES, deck=deck)
    while not played.is_over:
        played.act("fold")
    record = played.transcript(played.settle())
    assert record["commitment"]["root"] == published
    assert record["commitment"]["size"] == 52
    assert sorted(deck.cards) == sorted(DECK)


def test_only_the_cards_that_were_dealt_are_opened() -> None:
    deck, record = live_round()
    positions = [place for places in record["positions"].values() for place in places]
    opened = record["commitment"]["openings"]
    assert sorted(positions) == sorted(each["position"] for each in opened)
    assert len(opened) == 21
    dealt = set(parse_cards(" ".join([record["dealer"], *(seat["cards"] for seat in record["seats"].values())])))
    assert {str(card) for card in dealt} == {each["card"] for each in opened}
    # The rest of the deck is nowhere in the record, neither as a card nor as a nonce.
    assert deck.commitment is not None
    told = json.dumps(record)
    closed = set(range(52)) - set(positions)
    assert not [place for place in closed if deck.commitment.nonces[place].hex() in told]


def test_a_seat_that_has_not_been_dealt_is_not_opened_early() -> None:
    """The dealer's cards are drawn after the decisions, so a round stopped before shows none of them."""
    game = catalogue.load(SPEC)
    deck = PreparedDeck(game, SeededSource(1), committed=True)
    played = Round.start(game, STAKES, deck=deck)
    record = played.transcript(played.void("a player fainted"))
    assert "dealer" not in record
    assert len(record["commitment"]["openings"]) == 14


def test_the_auditor_gets_every_card() -> None:
    deck, record = live_round()
    assert deck.commitment is not None
    whole = deck.commitment.disclose(range(len(deck.cards)))
    assert whole.problems() == []
    assert [each.card for each in whole.openings] == list(deck.cards)
    assert whole.root.hex() == record["commitment"]["root"]
    assert Disclosure.from_json(through_json(whole.to_json())) == whole


def test_a_test_deal_has_nothing_to_open() -> None:
    game = catalogue.load(SPEC)
    played = Round.start(game, STAKES, seed=1)
    while not played.is_over:
        played.act("fold")
    record = through_json(played.transcript(played.settle()))
    assert "commitment" not in record
    replayed = replay_transcript(record, catalogue)
    assert not replayed.differences
    assert "no commitment is recorded" in replayed.render()
    assert PreparedDeck(game, SeededSource(1), committed=False).commitment is None


def other_card(record: Record) -> str:
    """A card that was not dealt."""
    shown = " ".join([record["dealer"], *(seat["cards"] for seat in record["seats"].values())])
    return str(next(card for card in DECK if str(card) not in shown.split()))


def swap_in(text: str, card: str) -> str:
    return " ".join([card, *text.split()[1:]])


TAMPERING: list[tuple[str, Callable[[Record], object]]] = [
    ("a player's card", lambda r: r["seats"]["1"].update(cards=swap_in(r["seats"]["1"]["cards"], other_card(r)))),
    ("a dealer's card", lambda r: r.update(dealer=swap_in(r["dealer"], other_card(r)))),
    ("the order of a hand", lambda r: r.update(dealer=" ".join(r["dealer"].split()[::-1]))),
    ("two hands exchanged", lambda r: exchange(r)),
    ("an opened card", lambda r: r["commitment"]["openings"][0].update(card=other_card(r))),
    ("a nonce", lambda r: r["commitment"]["openings"][0].update(nonce="0" * 64)),
    ("a position", lambda r: r["positions"]["dealer"].__setitem__(0, 51)),
    ("a position that is none", lambda r: r["positions"]["dealer"].__setitem__(0, [0])),
    ("the root", lambda r: r["commitment"].update(root="0" * 64)),
    ("the size", lambda r: r["commitment"].update(size=53)),
    ("an opening missing", lambda r: r["commitment"]["openings"].pop()),
    ("the positions missing", lambda r: r.pop("positions")),
    ("a stake", lambda r: r["seats"]["1"]["wagers"].update(ante="11.00")),
    ("a decision", lambda r: r["seats"]["1"].update(actions=["raise 2x"])),
    ("a payment", lambda r: r["settlement"]["settlements"][0].update(net="99.00")),
    ("a citation", lambda r: r["settlement"]["settlements"][0].update(cite="KIS-G 9")),
    ("a line gone", lambda r: r["settlement"]["settlements"].pop()),
    ("an award made up", lambda r: r["settlement"]["awards"].append({"seat": 1})),
    ("a seat's net", lambda r: r["settlement"]["seats"]["1"].update(net="0.00")),
    ("the house's net", lambda r: r["settlement"]["house"].update(net="0.00")),
    ("a void round made valid", lambda r: r["settlement"].update(void={"reason": "x"})),
    ("a misdeal declared afterward", lambda r: r.update(misdeal="the house lost")),
]


def exchange(record: Record) -> None:
    one, four = record["seats"]["1"], record["seats"]["4"]
    one["cards"], four["cards"] = four["cards"], one["cards"]


@pytest.mark.parametrize("change", [change for _, change in TAMPERING], ids=[name for name, _ in TAMPERING])
def test_tampering_is_caught(change: Callable[[Record], object]) -> None:
    _, record = live_round()
    before = copy.deepcopy(record)
    change(record)
    assert record != before
    assert is_caught(record)


def is_caught(record: Record) -> bool:
    try:
        outcome: Replay = replay_transcript(record, catalogue)
    except CroupierError as refused:
        return refused.exit_status == 2
    return bool(outcome.differences)


@pytest.mark.parametrize("name", ["an opened card", "a nonce", "the root", "the size"])
def test_verify_catches_what_the_root_holds(name: str) -> None:
    _, record = live_round()
    assert Disclosure.from_json(record["commitment"]).problems() == []
    dict(TAMPERING)[name](record)
    assert Disclosure.from_json(record["commitment"]).problems()


@pytest.mark.parametrize("spec", [SPEC, "three-card-prime", "high-card-flush", "ricochet-poker", "blackjack"])
def test_live_rounds_of_every_game_replay(spec: str) -> None:
    game = catalogue.load(spec)
    for seed in range(15):
        deck = PreparedDeck(game, SeededSource(seed), committed=True)
        played = Round.start(game, {1: {game.base_wager: 1000}, 2: {game.base_wager: 1000}}, deck=deck)
        while not played.is_over:
            action = played.legal_actions[seed % len(played.legal_actions)]
            played.act(f"{action.name} {action.minimum / 100:.2f}" if action.maximum else action.name)
        record = through_json(played.transcript(played.settle()))
        replayed = replay_transcript(record, catalogue)
        assert replayed.differences == ()
        assert replayed.opened == sum(len(each.cards) for each in played.state.dealt)


@pytest.mark.parametrize("key", ["kind", "software", "rules", "positions", "commitment", "meters", "seeds"])
def test_a_gutted_record_is_refused_by_the_key_that_is_missing(key: str) -> None:
    text = (EXAMPLES / "keep-it-straight-dice.json").read_text(encoding="utf-8")
    record: Record = json.loads(text)
    assert not replay_transcript(record, catalogue).differences
    del record[key]
    with pytest.raises(BadInput, match=f"'{key}' is missing"):
        replay_transcript(record, catalogue)


def pay_more(record: Record) -> None:
    """A dynamic pay that the table offers, and that was not drawn."""
    event, shown = next(iter(record["dynamic"].items()))
    table = catalogue.book().paytable("PT-PRG-PP-D02")
    game = catalogue.load(record["game"])
    pays = [displayed(game, {event: cents})[event] for cents in dynamic_pays(table)[event]]
    record["dynamic"][event] = next(format_money(cents) for cents in pays if format_money(cents) != shown)


def throw_again(record: Record) -> None:
    """Other dice of the same sum: the same cards for everybody, and not what was thrown."""
    record["dealing"]["dice"].reverse()
    if record["dealing"]["dice"] == record["dealing"]["dice"][::-1]:
        record["dealing"]["dice"] = [6, 6, sum(record["dealing"]["dice"]) - 12]


@pytest.mark.parametrize(
    ("name", "change"), [("perfect-pairs-dynamic", pay_more), ("keep-it-straight-dice", throw_again)]
)
def test_dice_and_drawn_pays_changed_after_the_root_are_found(name: str, change: Callable[[Record], None]) -> None:
    """Whoever may write the record seals it again; the root was published before the bets."""
    record: Record = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    change(record)
    record["record"] = seal(record)
    words = "commitment: the dice and the drawn pays of the round are not those committed to"
    assert words in replay_transcript(record, catalogue).differences
    record["commitment"]["chances"] = []
    record["record"] = seal(record)
    assert words in replay_transcript(record, catalogue).differences, "nor are they left out"
