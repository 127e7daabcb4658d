"""A round file that breaks a rule of the table is refused in words that name the seat, the card or the wager."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from croupier import catalogue
from croupier.errors import BadInput, CardError, CroupierError
from croupier.play.documents import parse_document
from croupier.play.game import Decision
from croupier.play.round import Round
from croupier.play.roundfile import settle_file

Document = dict[str, Any]
Change = Callable[[Document], object]

VALID: Document = {
    "schema": 1,
    "game": "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush_progressive=PT-BJS-HCF-SF-01)",
    "seats": {
        "1": {
            "cards": "2c 3d 4h 5s 6c 9d Kh",
            "wagers": {"ante": "10.00", "straight": "5.00", "straight_flush_progressive": "1.00"},
            "actions": ["raise 4x"],
        },
        "2": {"cards": "2d 2h 4c 4d 9s Js Kd", "wagers": {"ante": "10.00"}, "actions": ["fold"]},
    },
    "dealer": "3c 5d 6h 8s 9c Jd Qh",
    "meters": {"straight_flush_progressive": {"1": "25000.00"}},
}


def settle(document: Document) -> Any:
    return settle_file(document, catalogue.load)[2]


def put(*path_and_value: Any) -> Change:
    """Set what stands at a path."""
    *path, last, value = path_and_value

    def change(document: Document) -> None:
        place: Any = document
        for key in path:
            place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
        place[last] = value

    return change


def drop(*path: str) -> Change:
    def change(document: Document) -> None:
        place: Any = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


def test_the_example_round() -> None:
    settlement = settle(VALID)
    lines = [(line.seat, line.wager, line.outcome, line.net, line.cite) for line in settlement.lines]
    assert lines == [
        (1, "ante", "win", 1000, "KIS-G 4.a.i"),
        (1, "raise", "push", 0, "KIS-G 4.a.i"),
        (1, "straight", "win", 3000, "KIS-G Appendix A"),
        (2, "ante", "fold", -1000, "KIS-G 3.b"),
        (1, "straight_flush_progressive", "lose", -100, "KIS-G Appendix C"),
    ]
    assert settlement.seats == {1: 3900, 2: -1000}
    assert settlement.house == -2900
    assert settlement.meters == {"straight_flush_progressive": {1: 2_500_000}}
    assert settlement.awards == ()


SEAT, OTHER = ("seats", "1"), ("seats", "2")
HUGE = "9" * 40

REFUSED: list[tuple[str, Change, str]] = [
    # Cards
    ("card in two hands", put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d Kd"), "Kd appears twice: seat 1 and seat 2"),
    ("card with the dealer too", put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d Qh"), "Qh appears twice: seat 1 and dealer"),
    (
        "card twice in one hand",
        put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d 9d"),
        "9d appears twice: seat 1\nhint: a deck holds each card once",
    ),
    ("card three times", put(*SEAT, "cards", "2c 3d 4h 5s 9d 9d 9d"), "9d appears 3 times: seat 1"),
    ("unknown card", put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d Zz"), "seat 1: 'Zz' is not a card"),
    ("unknown card of the dealer", put("dealer", "3c 5d 6h 8s 9c Jd 1h"), "dealer: '1h' is not a card"),
    ("six cards", put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d"), "seat 1: 6 cards; expected 7"),
    ("eight cards", put(*SEAT, "cards", "2c 3d 4h 5s 6c 9d Kh As"), "seat 1: 8 cards; expected 7"),
    ("dealer's six cards", put("dealer", "3c 5d 6h 8s 9c Jd"), "dealer: 6 cards; expected 7"),
    ("no cards", drop(*SEAT, "cards"), "seat 1: no cards are given; expected 7"),
    ("cards null", put(*SEAT, "cards", None), "seat 1: no cards are given; expected 7"),
    ("cards as a list", put(*SEAT, "cards", ["2c"]), "seat 1: cards: expected a text, found a list"),
    ("no dealer", drop("dealer"), "dealer: no cards are given; expected 7"),
    ("a draw where none is dealt", put(*SEAT, "draw", "As Ks Qs"), "seat 1 draw: cards are given"),
    ("draws where none are dealt", put("draws", "As"), "draws: a drawn card belongs to a hand"),
    # Decisions
    ("no decision", put(*SEAT, "actions", []), "seat 1: a decision is missing"),
    ("no actions at all", drop(*SEAT, "actions"), "seat 1: a decision is missing"),
    ("two decisions", put(*SEAT, "actions", ["fold", "fold"]), "seat 1: 'fold' comes after the seat's last decision"),
    ("5x", put(*SEAT, "actions", ["raise 5x"]), "seat 1: raise 50.00 is not legal"),
    ("1x", put(*SEAT, "actions", ["raise 1x"]), "seat 1: raise 10.00 is not legal"),
    ("raise without an amount", put(*SEAT, "actions", ["raise"]), "seat 1: 'raise' needs an amount"),
    ("raise without a straight", put(*OTHER, "actions", ["raise 2x"]), "seat 2: 'raise 2x' is not legal"),
    ("play, which is another game's", put(*SEAT, "actions", ["play"]), "seat 1: 'play' is not legal"),
    ("fold with an amount", put(*SEAT, "actions", ["fold 10.00"]), "seat 1: fold takes no amount"),
    ("nonsense", put(*SEAT, "actions", ["!!"]), "seat 1: '!!' is not an action"),
    ("an empty action", put(*SEAT, "actions", [""]), "seat 1: '' is not an action"),
    ("a negative multiple", put(*SEAT, "actions", ["raise -2x"]), "seat 1: '-2x' is not a multiple"),
    ("an exponent", put(*SEAT, "actions", ["raise 1e999999999x"]), "is not a multiple"),
    ("a division by zero", put(*SEAT, "actions", ["raise 1/0x"]), "seat 1: '1/0x' is not a multiple"),
    ("digits of another script", put(*SEAT, "actions", ["raise ٣x"]), "is not a multiple"),
    ("a third of a cent", put(*SEAT, "actions", ["raise 7/3x"]), "is not whole cents"),
    ("a fraction of a cent", put(*SEAT, "actions", ["raise 25.001"]), "seat 1: amount '25.001' is not an amount"),
    ("a huge amount", put(*SEAT, "actions", [f"raise {HUGE}"]), "seat 1: amount '999"),
    ("an action that is a number", put(*SEAT, "actions", [4]), "seat 1: actions: expected texts"),
    ("actions as a text", put(*SEAT, "actions", "fold"), "seat 1: actions: expected a list, found a text"),
    ("actions null", put(*SEAT, "actions", None), "seat 1: actions: expected a list, found nothing"),
    # Wagers
    ("not offered", put(*SEAT, "wagers", "straight_flush", "5.00"), "seat 1: straight_flush is not offered"),
    ("misspelled", put(*SEAT, "wagers", "strait", "5.00"), "seat 1: unknown wager 'strait'"),
    ("raise before the deal", put(*SEAT, "wagers", "raise", "20.00"), "seat 1: raise is not wagered before the deal"),
    ("bonus without its base", drop(*SEAT, "wagers", "ante"), "seat 1: no ante is wagered"),
    ("an ante of zero", put(*SEAT, "wagers", "ante", "0.00"), "seat 1: no ante is wagered"),
    ("a bonus of zero", put(*SEAT, "wagers", "straight", "0.00"), "seat 1: straight 0.00 is not a wager"),
    ("a negative ante", put(*SEAT, "wagers", "ante", "-10.00"), "seat 1: ante '-10.00' is not an amount"),
    ("an amount as a number", put(*SEAT, "wagers", "ante", 10), "seat 1: ante 10 is not an amount"),
    ("an amount as a float", put(*SEAT, "wagers", "ante", 10.5), "seat 1: ante 10.5 is not an amount"),
    ("an amount true", put(*SEAT, "wagers", "ante", True), "seat 1: ante True is not an amount"),
    ("an amount as a list", put(*SEAT, "wagers", "ante", ["10.00"]), "seat 1: ante: expected an amount, found a list"),
    ("an amount null", put(*SEAT, "wagers", "ante", None), "seat 1: ante None is not an amount"),
    ("tenths of a cent", put(*SEAT, "wagers", "ante", "10.005"), "seat 1: ante '10.005' is not an amount"),
    ("an exponent in an amount", put(*SEAT, "wagers", "ante", "1e3"), "seat 1: ante '1e3' is not an amount"),
    ("a comma", put(*SEAT, "wagers", "ante", "1,000.00"), "seat 1: ante '1,000.00' is not an amount"),
    ("a huge stake", put(*SEAT, "wagers", "ante", HUGE), "seat 1: ante '999"),
    ("a jackpot stake of 2.00", put(*SEAT, "wagers", "straight_flush_progressive", "2.00"), "base wager of 1.00"),
    ("wagers missing", drop(*SEAT, "wagers"), "seat 1: wagers: missing"),
    ("wagers as a list", put(*SEAT, "wagers", ["ante"]), "seat 1: wagers: expected an object, found a list"),
    # Limits
    ("under the minimum", put("table", "limits", {"ante": {"minimum": "10.01"}}), "seat 1: ante 10.00 is under the"),
    ("over the maximum", put("table", "limits", {"ante": {"maximum": "9.99"}}), "seat 1: ante 10.00 is over the"),
    ("off the step", put("table", "limits", {"ante": {"step": "3.00"}}), "seat 1: ante 10.00 is not in steps of 3.00"),
    ("off the bonus step", put("table", "limits", {"straight": {"step": "2.00"}}), "seat 1: straight 5.00 is not in"),
    ("raise over its maximum", put("table", "limits", {"raise": {"maximum": "39.99"}}), "raise 40.00 is not legal"),
    ("no raise left", put("table", "limits", {"raise": {"maximum": "15.00"}}), "limits leave nothing but fold"),
    ("a limit on nothing", put("table", "limits", {"bet": {"minimum": "1.00"}}), "limits: bet is not a wager"),
    ("a limit of zero", put("table", "limits", {"ante": {"step": "0.00"}}), "limits: ante: a limit of zero"),
    ("an unknown limit", put("table", "limits", {"ante": {"min": "1.00"}}), "limits: ante: min: unknown key"),
    ("limits crossed", put("table", "limits", {"ante": {"minimum": "9.00", "maximum": "8.00"}}), "under the minimum"),
    ("a limit as a number", put("table", "limits", {"ante": {"minimum": 5}}), "minimum: expected a text"),
    ("limits as a list", put("table", "limits", []), "table: limits: expected an object, found a list"),
    ("another table key", put("table", {"limit": {}}), "table: limit: unknown key"),
    # Meters and seeds
    ("a meter of a flat wager", put("meters", "straight", {"1": "5.00"}), "meters: straight is not a jackpot"),
    ("a second level", put("meters", {"straight_flush_progressive": {"2": "5.00"}}), "has 1 level(s), not 2"),
    ("level nine", put("meters", {"straight_flush_progressive": {"9": "5.00"}}), "has 1 level(s), not 9"),
    ("level ten", put("meters", {"straight_flush_progressive": {"10": "5.00"}}), "level '10' is not a level"),
    ("level zero", put("meters", {"straight_flush_progressive": {"0": "5.00"}}), "level '0' is not a level"),
    ("level 01", put("meters", {"straight_flush_progressive": {"01": "5.00"}}), "level '01' is not a level"),
    ("a meter as a text", put("meters", {"straight_flush_progressive": "5.00"}), "expected an object, found a text"),
    ("a meter as a number", put("meters", {"straight_flush_progressive": {"1": 5}}), "level 1 5 is not an amount"),
    ("a negative meter", put("meters", {"straight_flush_progressive": {"1": "-5"}}), "is not an amount"),
    ("meters null", put("meters", None), "meters: expected an object, found nothing"),
    ("a seed of a flat wager", put("seeds", {"straight": {"1": "5.00"}}), "seeds: straight is not a jackpot"),
    # The file
    ("no schema", drop("schema"), "schema: expected a whole number, found nothing"),
    ("schema 4", put("schema", 4), "schema 4: this version reads schema 1"),
    ("schema 3", put("schema", 3), "schema 3: this version reads schema 1"),
    ("schema true", put("schema", True), "schema: expected a whole number, found true or false"),
    ("schema 1.0", put("schema", 1.0), "schema: expected a whole number"),
    ("no game", drop("game"), "game: missing"),
    ("game as a number", put("game", 7), "game: expected a text, found a number"),
    ("unknown game", put("game", "keep-it-strait"), "unknown game 'keep-it-strait'"),
    ("a game that cannot be dealt", put("game", "perfect-pairs(perfect_pairs=PT-PRG-PP-01)"), "is a side wager"),
    ("a spec that cannot be read", put("game", "keep-it-straight("), "keep-it-straight("),
    ("no seats", drop("seats"), "seats: missing"),
    ("nobody", put("seats", {}), "no seat is in the round"),
    ("seats as a list", put("seats", []), "seats: expected an object, found a list"),
    ("seat 0", put("seats", "0", VALID["seats"]["2"]), "seat '0' is not a seat number"),
    ("seat 01", put("seats", "01", VALID["seats"]["2"]), "seat '01' is not a seat number"),
    ("seat -1", put("seats", "-1", VALID["seats"]["2"]), "seat '-1' is not a seat number"),
    ("seat one", put("seats", "one", VALID["seats"]["2"]), "seat 'one' is not a seat number"),
    ("seat ²", put("seats", "²", VALID["seats"]["2"]), "seat '²' is not a seat number"),
    ("seat 7", put("seats", "7", {"wagers": {"ante": "10.00"}}), "seat 7 does not exist at this table"),
    ("seat 999", put("seats", "999", {"wagers": {"ante": "10.00"}}), "seat '999' is not a seat number"),
    ("a seat null", put("seats", "3", None), "seats: 3: expected an object, found nothing"),
    ("an unknown key", put("dealers", "As"), "dealers: unknown key"),
    ("an unknown key of a seat", put(*SEAT, "card", "As"), "seat 1: card: unknown key"),
    ("dice at this table", put("dealing", {"dice": [1, 2, 3]}), "this table does not deal by dice"),
    ("dice as texts", put("dealing", {"dice": ["1", "2", "3"]}), "expected numbers from 1 to 6"),
    ("dice true", put("dealing", {"dice": [True, True, True]}), "expected numbers from 1 to 6"),
    ("dynamic pays at this table", put("dynamic", {"straight_flush_3": "1000000.00"}), "dynamic"),
    ("a misdeal without a reason", put("misdeal", " "), "misdeal: the reason is empty"),
    ("a misdeal true", put("misdeal", True), "misdeal: expected a text, found true or false"),
    ("a misdeal over two lines", put("misdeal", "x\nhouse net 0.00"), "misdeal: the reason holds a control character"),
    ("another kind", put("kind", "shopping list"), "kind 'shopping list': expected 'transcript'"),
    ("positions as texts", put("positions", {"dealer": ["1"]}), "positions: dealer: expected whole numbers"),
]


@pytest.mark.parametrize(("change", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_refused(change: Change, words: str) -> None:
    document = copy.deepcopy(VALID)
    change(document)
    with pytest.raises(CroupierError) as refused:
        settle(document)
    assert refused.value.exit_status == 2
    assert words in str(refused.value)


def test_a_card_that_a_shoe_holds_twice_lies_there_twice_at_most() -> None:
    seat = {"wagers": {"bet": "10.00"}, "cards": "As As", "actions": ["decline"]}
    document = {"schema": 1, "game": "blackjack(decks=2)", "seats": {"1": seat}, "dealer": {"up": "As", "hole": "3c"}}
    with pytest.raises(
        CardError, match="As appears 3 times: seat 1 and dealer up\nhint: 2 decks hold each card 2 times"
    ):
        settle(document)


def test_the_cases_have_names_of_their_own() -> None:
    assert len({name for name, _, _ in REFUSED}) == len(REFUSED)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not JSON"),
        (b"   ", "not JSON"),
        (b"{", "not JSON"),
        (b"{not json", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        (b"[]", "expected a JSON object"),
        (b"null", "expected a JSON object"),
        (b"7", "expected a JSON object"),
        (b'"keep-it-straight"', "expected a JSON object"),
        (b"\xff\xfe{}", "not UTF-8 text: byte 0"),
        ('{"schema": 1}'.encode("utf-16"), "not UTF-8 text"),
        (b'\xef\xbb\xbf{"schema": 1}', "not JSON"),
        (b'{"schema": NaN}', "NaN is not a number"),
        (b'{"schema": Infinity}', "Infinity is not a number"),
        (b'{"schema": -Infinity}', "-Infinity is not a number"),
        (b'{"schema": 1, "schema": 1}', "the key 'schema' appears twice"),
        (b'{"seats": {"1": {}, "1": {}}}', "the key '1' appears twice"),
        (b'{"schema": ' + b"9" * 5000 + b"}", "too many digits"),
        (b'{"a":' * 17 + b"1" + b"}" * 17, "nested too deeply"),
        (b'{"misdeal": "\\u001b[2J"}', "holds a control character"),
        (b'{"\\u001b[2J": 1}', "holds a control character"),
        (b'{"misdeal": "\\ud800"}', "holds a control character"),
        (b'{"misdeal": "' + b"x" * 1001 + b'"}', "is too long"),
        (b'{"' + b"x" * 1001 + b'": 1}', "is too long"),
        (b'{"a": ' + b"[" * 900 + b"]" * 900 + b"}", "nested too deeply"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too many values"),
    ],
)
def test_what_is_not_a_document(content: bytes, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_document(content, "round")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "change",
    [
        put(*SEAT, "cards", "2C,3D,4H 5S  6C 9D KH"),
        put(*SEAT, "actions", ["RAISE 40"]),
        put(*SEAT, "actions", [" raise  40.00 "]),
        put(*SEAT, "actions", ["raise 4.0x"]),
        put(*SEAT, "wagers", "ante", "10"),
        put("table", {"limits": {"ante": {"minimum": "10.00", "maximum": "10.00", "step": "5.00"}}}),
        put("table", {"limits": {"ante": {"step": "5.00"}, "raise": {"step": "5.00"}}}),
        put("misdeal", None),
        put("seeds", {"straight_flush_progressive": {"1": "10000.00"}}),
    ],
)
def test_other_ways_to_write_the_same_round(change: Change) -> None:
    document = copy.deepcopy(VALID)
    change(document)
    assert _told(settle(document)) == _told(settle(VALID))


def _told(settlement: Any) -> Any:
    return [(*line[:-1], str(line.why)) for line in settlement.lines], settlement.seats, settlement.house


def test_a_stake_that_would_be_paid_in_parts_of_a_cent_names_the_nearest_that_works() -> None:
    """Blackjack at 3 to 2 pays half cents on an odd stake."""
    document: Document = {
        "schema": 1,
        "game": "blackjack(decks=6)",
        "seats": {"1": {"cards": "As Ks", "wagers": {"bet": "10.01"}, "actions": []}},
        "dealer": "9c 8d",
    }
    with pytest.raises(CroupierError) as refused:
        settle(document)
    assert "seat 1: bet 10.01 would be paid in parts of a cent" in str(refused.value)
    assert "10.00 or 10.02" in str(refused.value)


def test_a_misdeal_needs_no_cards_and_checks_the_stakes() -> None:
    document = copy.deepcopy(VALID) | {"misdeal": "a card fell on the floor"}
    del document["dealer"], document["seats"]["1"]["cards"]
    settlement = settle(document)
    assert settlement.void == "a card fell on the floor"
    assert sum(line.returned for line in settlement.lines) == 1000 + 500 + 100 + 4000 + 1000
    assert set(settlement.seats.values()) == {0}
    document["seats"]["1"]["wagers"]["straight_flush_progressive"] = "2.00"
    with pytest.raises(CroupierError, match=r"base wager of 1\.00"):
        settle(document)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("raise", "seat 1: 'raise' needs its amount"),
        ("riase 4x", "seat 1: 'riase 4x' stakes no wager"),
        ("fold 4x", "seat 1: 'fold 4x' stakes no wager"),
        ("raise x", "seat 1: 'x' is not a multiple"),
        ("?", "seat 1: '?' is not an action"),
    ],
)
def test_a_misdeal_gives_back_only_what_is_said(action: str, words: str) -> None:
    document = copy.deepcopy(VALID) | {"misdeal": "a card fell on the floor"}
    document["seats"]["1"]["actions"] = [action]
    with pytest.raises(CroupierError) as refused:
        settle(document)
    assert words in str(refused.value)


def test_a_document_is_not_changed_by_settling_it() -> None:
    before = json.dumps(VALID)
    settle(VALID)
    assert json.dumps(VALID) == before


def blackjack(hole: str, *actions: str, cards: str = "Tc 9c", game: str = "blackjack") -> Document:
    seat = {"cards": cards, "wagers": {"bet": "10.00"}, "actions": list(actions)}
    return {"schema": 1, "game": game, "seats": {"1": seat}, "dealer": {"up": "As", "hole": hole}}


@pytest.mark.parametrize(
    ("said", "spelled_out"),
    [
        (blackjack("8c", "stand"), blackjack("8c", "decline", "stand")),
        (blackjack("Kc"), blackjack("Kc", "decline")),
        (blackjack("8c", cards="Ac Kc"), blackjack("8c", "decline", cards="Ac Kc")),
        (
            blackjack("8c", "surrender", game="blackjack(surrender=early)"),
            blackjack("8c", "decline", "surrender", game="blackjack(surrender=early)"),
        ),
    ],
)
def test_an_insurance_that_nobody_took_need_not_be_declined_in_words(said: Document, spelled_out: Document) -> None:
    assert settle(said) == settle(spelled_out)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (blackjack("8c"), "seat 1: a decision is missing"),
        (blackjack("Kc", "insurance 5.00"), "may insure for up to half the bet"),
        (blackjack("Kc", "insure 5.01"), "seat 1: insure 5.01 is not legal"),
        (blackjack("Kc", "stand"), "comes after the seat's last decision"),
    ],
)
def test_silence_about_insurance_hides_no_mistake(document: Document, words: str) -> None:
    with pytest.raises(CroupierError, match=words):
        settle(document)


@pytest.mark.parametrize(
    ("seat", "seed", "action", "words"),
    [
        (True, 1, "fold", "seat True is not a seat number"),
        (1.0, 1, "fold", "seat 1.0 is not a seat number"),
        ("1", 1, "fold", "seat '1' is not a seat number"),
        (1, True, "fold", "seed True is not a seed"),
        (1, 0.5, "fold", "seed 0.5 is not a seed"),
        (1, 1, True, "seat 1: True is not an action"),
        (1, 1, Decision(1, "raise", 2000.0), "is not an action"),  # type: ignore[arg-type]
        (1, 1, Decision(1, "fold", False), "is not an action"),
    ],
)
def test_the_library_refuses_what_is_not_a_seat_a_seed_or_an_action(
    seat: Any, seed: Any, action: Any, words: str
) -> None:
    with pytest.raises(CroupierError, match=re.escape(words)):
        Round.start(catalogue.load("keep-it-straight"), {seat: {"ante": 1000}}, seed=seed).act(action)
