"""``croupier play``: scripted sessions through a pipe and a pseudo-terminal, and the pieces of the table alone.

What must hold whatever is typed: a round ends settled or void and its transcript replays, the bankroll is the sum of
the nets, no line is wider than 80 columns, and nothing typed by mistake loses anything.
"""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cli.main import run
from croupier.cli.play import read_meters, seating, with_every_wager
from croupier.cli.terminal import prompt, screen
from croupier.cli.terminal.console import WIDTH, Paint, fit, signed
from croupier.cli.terminal.prompt import Place, Word, read_decision, read_wager
from croupier.errors import BadInput
from croupier.handbook.page.text import money
from croupier.kept_files import state_folder
from croupier.play.game import STAYS, Action, Choose, Decision, Game
from croupier.play.replay import replay_transcript
from croupier.table import bots
from croupier.table.jackpots import PlayMeters
from croupier.table.session import Archive, Session, WrittenRound
from croupier.units import parse_money

GAMES = ("keep-it-straight", "three-card-prime", "high-card-flush", "ricochet-poker", "blackjack")
ESCAPE = "\x1b"

# The first round with seed "gold": the decision typed, then each seat's cards, actions and net, checked by eye.
GOLD = {
    "keep-it-straight": (
        "raise max",
        {
            "1": ("3h 5d Qd 3c 5s 8h 7h", ["raise 40.00"], "-50.00"),
            "2": ("4c 7d Tc As 4d 5h 2d", ["fold"], "-10.00"),
            "3": ("9c Td 6s 2s 7s 4h Ac", ["fold"], "-10.00"),
            "dealer": "Qh Jd Kd Kc 4s 9s Ks",
        },
    ),
    "three-card-prime": (
        "p",
        {
            "1": ("3h 5d Qd", ["play 10.00"], "-20.00"),
            "2": ("3c 5s 8h", ["fold"], "-10.00"),
            "3": ("7h 4c 7d", ["play 10.00"], "20.00"),
            "dealer": "Tc As 4d",
        },
    ),
    "high-card-flush": (
        "r 1x",
        {
            "1": ("3h 5d Qd 3c 5s 8h 7h", ["raise 10.00"], "-20.00"),
            "2": ("4c 7d Tc As 4d 5h 2d", ["fold"], "-10.00"),
            "3": ("9c Td 6s 2s 7s 4h Ac", ["fold"], "-10.00"),
            "dealer": "Qh Jd Kd Kc 4s 9s Ks",
        },
    ),
    "ricochet-poker": (
        "2",
        {
            "1": ("3h 5d", ["play 10.00"], "-20.00"),
            "2": ("Qd 3c", ["play 10.00"], "-20.00"),
            "3": ("5s 8h", ["play 10.00"], "-20.00"),
            "dealer": "7h 4c 7d Tc As",
        },
    ),
    "blackjack": (
        "stand",
        {
            "1": ("8h 3d", ["stand"], "10.00"),
            "2": ("5h 6h", ["double 10.00"], "20.00"),
            "3": ("Ac 5c", ["hit", "hit", "stand"], "10.00"),
            "dealer": {"up": "Tc", "hole": "5s", "draws": "Ks"},
        },
    ),
}


class Table:
    """Runs ``croupier play`` in this process with typed lines, and reads what it wrote."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.status = 0
        self.error = ""

    def play(self, keys: str, *args: str) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{key}\n" for key in keys.split("; ") if keys)))
        self.status = run(["play", *args, "--transcript", str(self.folder)])
        shown = self.capsys.readouterr()
        self.error = shown.err
        check_width(shown.out)
        self.replay_all()
        return shown.out

    def transcripts(self) -> list[dict[str, Any]]:
        return read_transcripts(self.folder)

    def replay_all(self) -> None:
        check_transcripts(self.folder)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path / "rounds", monkeypatch, capsys)


def test_a_round_with_a_split_hand_is_settled_on_the_screen(table: Table) -> None:
    """Every hand that the bet has become has its line, under its wager's title."""
    said = table.play("10; deal; split; stand; stand", "blackjack", "--seed", "20", "--seats", "1", "--rounds", "1")
    assert table.status == 0
    assert "Split, hand 2                       10.00  lose            -10.00" in said
    rules = catalogue.book().games["blackjack"]
    assert [rules.line_title(line) for line in ("bet", "double_3", "split")] == ["Bet", "Double, hand 3", "Split"]


def read_transcripts(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]


def check_transcripts(folder: Path) -> list[dict[str, Any]]:
    """Every round is settled or void, and replays to the cent; nothing half written lies about."""
    if folder.exists():
        assert all(path.suffix == ".json" for path in folder.iterdir())
    found = read_transcripts(folder)
    for document in found:
        assert replay_transcript(document, catalogue).differences == ()
        assert ("misdeal" in document) == ("void" in document["settlement"])
    return found


def check_width(text: str) -> None:
    for line in text.replace("\r", "").split("\n"):
        plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
        assert len(plain) <= WIDTH, plain


@pytest.mark.parametrize("game", GAMES)
def test_a_seeded_round_is_dealt_as_recorded_here(game: str, table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    decision, expected = GOLD[game]
    out = table.play(f"10; deal; {decision}; quit", game, "--seed", "gold")
    assert table.status == 0
    assert "not a live deal" in out
    (document,) = table.transcripts()
    seats = document["settlement"]["seats"]
    found = {seat: (own["cards"], own["actions"], seats[seat]["net"]) for seat, own in document["seats"].items()} | {
        "dealer": document["dealer"]
    }
    assert found == expected
    (path,) = table.folder.iterdir()
    assert path.name in out
    assert run(["replay", str(path)]) == 0
    assert "agrees to the cent" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_every_payment_is_explained_with_its_rule(game: str, table: Table) -> None:
    out = table.play(f"10; deal; {GOLD[game][0]}; quit", game, "--seed", "gold", "--all-wagers")
    (document,) = table.transcripts()
    own = [line for line in document["settlement"]["settlements"] if line["seat"] == 1]
    words = " ".join(out.split())
    assert own
    for line in own:
        assert f"{line['why']} [{line['cite']}]" in words
    net = parse_money_signed(document["settlement"]["seats"]["1"]["net"])
    assert f"net {signed(net)} bankroll {money(100_000 + net)}" in words


def test_a_seed_repeats_the_game_and_another_does_not(table: Table) -> None:
    keys = "10; deal; f; same; deal; f; quit"
    first, again, other = (table.play(keys, "keep-it-straight", "--seed", seed) for seed in ("a", "a", "b"))
    without_names = [re.sub(r"(?m)^.*(transcript|Seed|\.json).*$", "", each) for each in (first, again, other)]
    assert without_names[0] == without_names[1] != without_names[2]


def test_live_decks_are_committed_to_before_the_bets(table: Table) -> None:
    out = table.play("deck; 10; deal; f; deck; quit", "keep-it-straight")
    roots = re.findall(r"^deck ([0-9a-f]{64})$", out, re.MULTILINE)
    short = re.findall(r"deck committed to: ([0-9a-f]{16})…", out)
    (document,) = table.transcripts()
    assert roots[0] == document["commitment"]["root"] != roots[1]
    assert [root[:16] for root in roots] == short


def test_undo_clear_and_same(table: Table) -> None:
    game = "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01)"
    keys = "10; straight 5; ante 20; undo; sf 2; clear straight; undo; undo; undo; undo; undo; 30; deal; f"
    out = table.play(f"{keys}; same; straight 4; clear; same; deal; f; quit", game, "--seed", "1")
    said = re.findall(r"^seat 1: (.*); ", out, re.MULTILINE)
    assert said == [
        "Ante 10.00",
        "Ante 10.00, Straight 5.00",
        "Ante 20.00, Straight 5.00",
        "Ante 10.00, Straight 5.00",
        "Ante 10.00, Straight 5.00, Straight Flush 2.00",
        "Ante 10.00, Straight Flush 2.00",
        "Ante 10.00, Straight 5.00, Straight Flush 2.00",
        "Ante 10.00, Straight 5.00",
        "Ante 10.00",
        "no wagers",
        "Ante 30.00",
        "Ante 30.00",
        "Ante 30.00, Straight 4.00",
        "no wagers",
        "Ante 30.00",
    ]
    assert out.count("! there is nothing to undo") == 1
    assert [document["seats"]["1"]["wagers"] for document in table.transcripts()] == [{"ante": "30.00"}] * 2


BAD_WAGERS = (
    "", "zzz", "ante", "ante ten", "-5", "ante -5", "ante 0", "0", "1e9", "ante 5.005", "1,00", "ante 10 10",
    "99999999999999999999999", "5000", "straight 5", "💰", "ante 💰", "\x1b[A", "\x00", "same", "clear", "undo", "skip",
    "clear zzz", "paytable", "paytable zzz", "rules zzz zzz", "deal", "fold", "s", "quit now", "x" * 5000,
)  # fmt: skip
BAD_DECISIONS = (
    "", "zzz", "raise", "r", "2", "raise 5", "raise 5x", "raise -40", "raise 40.005", "raise 1/0x", "raise x", "fold 5",
    "3", "0", "99", "20", "deal", "undo", "clear", "💰", "\x1b[B", "raise 40 40", "raise 99999999999999999", "v", "VOI",
    "advise me", "raise 1000000000", "\udcff",
)  # fmt: skip


def test_bad_keys_cost_one_remark_each_and_nothing_else(table: Table) -> None:
    before = [each for each in BAD_WAGERS if ";" not in each]
    keys = [*before, "10", "deal", *BAD_DECISIONS, "raise 2x", "quit"]
    out = table.play("; ".join(keys), "keep-it-straight", "--seed", "1")
    remarks = re.findall(r"^! ", out, re.MULTILINE)
    assert len(remarks) == len(before) + len(BAD_DECISIONS)
    (document,) = table.transcripts()
    assert document["seats"]["1"]["wagers"] == {"ante": "10.00"}
    assert document["seats"]["1"]["actions"] == ["raise 20.00"]
    assert table.status == 2, "a script must learn that some of its lines were refused"


def test_only_what_the_chips_allow_is_offered(table: Table) -> None:
    out = table.play("20; deal; raise 4x; raise max; quit", "keep-it-straight", "--seed", "1", "--bankroll", "70")
    assert "2  raise 40.00 to 50.00" in out
    assert "raise 80.00" in out
    assert table.transcripts()[0]["seats"]["1"]["actions"] == ["raise 50.00"]
    out = table.play("20; deal; raise 40; f; quit", "keep-it-straight", "--seed", "1", "--bankroll", "30")
    assert "-  raise 40.00 to 80.00: more than the 10.00 you have left" in out
    out = table.play("10.01; 10; deal; f", "keep-it-straight", "--seed", "1", "--bankroll", "10")
    assert "! ante 10.01: you have 10.00 left to wager" in out
    assert "Your chips are gone." in out


def test_rounds_stop_when_they_are_done(table: Table) -> None:
    out = table.play("10; deal; f; same; deal; void the deck fell", "keep-it-straight", "--seed", "1", "--rounds", "2")
    assert table.status == 0
    assert [document.get("misdeal") for document in table.transcripts()] == [None, "the deck fell"]
    assert "2 rounds, 1 void." in out


@pytest.mark.parametrize(
    ("keys", "status", "misdeals"),
    [
        ("", 0, []),
        ("10", 0, []),
        ("10; deal", 2, ["the input ended"]),
        ("10; deal; quit; no", 2, ["the input ended"]),
        ("10; deal; quit; yes", 0, ["the player left the table"]),
        ("10; deal; f", 0, [None]),
        ("10; deal; f; same", 0, [None]),
    ],
)
def test_the_end_of_the_input_leaves_no_round_half(
    keys: str, status: int, misdeals: list[str | None], table: Table
) -> None:
    out = table.play(keys, "keep-it-straight")
    assert table.status == status
    assert [document.get("misdeal") for document in table.transcripts()] == misdeals
    assert "Net " in out


@pytest.mark.parametrize("game", GAMES)
def test_several_seats_of_ones_own_and_a_void_after_raises(game: str, table: Table) -> None:
    decision = {"blackjack": "stand", "high-card-flush": "raise 1x"}.get(game, "2 max")
    game_of = catalogue.load(game)
    out = table.play(
        f"10; deal; 10; deal; {decision}; void; quit",
        game,
        "--seed",
        "2" if game == "blackjack" else "7",
        "--seat",
        "2",
        "--seat",
        "1",
        "--seats",
        "4",
    )
    assert f"seat 2: {game_of.rules.wager(game_of.base_wager).title} 10.00; 980.00 left" in out
    (document,) = table.transcripts()
    assert set(document["seats"]) == {"1", "2", "3", "4"}
    assert document["misdeal"] == "misdeal called at the table"
    assert "bankroll                                                 1,000.00" in out


def test_a_seat_of_ones_own_may_sit_out(table: Table) -> None:
    out = table.play("skip; skip; 10; deal; f; quit", "keep-it-straight", "--seat", "1", "--seat", "3", "--seats", "2")
    assert "! one of your seats has to play" in out
    assert set(table.transcripts()[0]["seats"]) == {"3"}


def test_samples_say_so_on_every_screen(table: Table) -> None:
    out = table.play("10; prime 5; mrp; deal; p; quit", "three-card-prime", "--all-wagers", "--seed", "1")
    assert "SAMPLE tables, not the maker's: SAMPLE-TCP-PRIME-01" in out
    assert "SAMPLE meters: their seeds and growth (18% of each wager) are not the maker's." in out
    assert "meter 10,000.00 SAMPLE" in out
    assert "meter 10,000.54 SAMPLE" in out
    headings = re.findall(r"^── Round .*$", out, re.MULTILINE)
    assert len(headings) == 4
    assert all("SAMPLE tables" in line for line in headings)
    assert "SAMPLE" not in table.play("10; deal; f; quit", "keep-it-straight")


def test_what_may_be_read_beside_the_table(table: Table) -> None:
    keys = "help; rules; rules jackpot; paytable straight; paytable ante; 10; deal; ?; why; advise; table; rules bonus"
    out = table.play(f"{keys}; paytable sfp; f; quit", "keep-it-straight", "--all-wagers", "--seed", "1")
    words = " ".join(out.split())
    assert "A player who stays in raises by at least twice and at most four times the Ante. [KIS-G 3.a]" in words
    assert "PT-FLT-KIS-SB-01" in words
    assert "Exact, in antes for the round, on your cards alone" in words
    assert table.status == 0


def test_the_house_jackpot_carries_its_notice_and_does_not_grow(table: Table) -> None:
    game = "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-10)"
    out = table.play("10; sfp; deal; f; quit", game, "--seed", "1", "--meter", "straight_flush_progressive:7500")
    assert "House Jackpot prizes are paid by the casino" in " ".join(out.split())
    assert out.count("meter 7,500.00 SAMPLE") == 2


@pytest.mark.parametrize("meter", ["7,500", "$7500", "straight_flush_progressive:7500", "1=7500"])
def test_a_meter_is_typed_as_in_every_other_command(table: Table, meter: str) -> None:
    game = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)"
    assert "meter 7,500.00 SAMPLE" in table.play("quit", game, "--seed", "1", "--meter", meter)


def test_a_level_that_is_not_named_begins_at_its_seed() -> None:
    table = catalogue.load("blackjack(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)")
    seeds = PlayMeters(table).shown["perfect_pairs"]
    given = read_meters(["2=777"], table.configuration)
    assert PlayMeters(table, given).shown["perfect_pairs"] == seeds | {2: 77_700}


def test_side_wagers_are_settled_on_the_first_cards_in_words(table: Table) -> None:
    spec = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)"
    out = table.play("10; pp; deal; stand; quit", spec, "--seats", "1", "--seed", "3")
    early = out.partition("Settled on the first cards:\n")[2].splitlines()
    assert early[0].split() == ["Perfect", "Pairs", "Progressive", "1.00", "lose", "-1.00"]
    assert early[1].strip() == "no pair: no row of PT-PRG-PP-03a/b pays it [PPP Appendix B]"
    seats = ("--seat", "1", "--seat", "2")
    both = table.play("10; pp; deal; 10; pp; deal; stand; stand; quit", spec, *seats, "--seed", "3")
    early = both.partition("Settled on the first cards:\n")[2].splitlines()
    assert (early[0], early[3]) == ("  seat 1", "  seat 2")


def test_dynamic_pays_are_shown_before_the_cards(table: Table) -> None:
    out = table.play("10; pp; deal; void; quit", "blackjack(perfect_pairs=PT-PRG-PP-D01)", "--seed", "2")
    assert out.index("Boosted for this round, for each $1: Perfect Aces $300") < out.index("at stake 10.00")
    assert table.transcripts()[0]["dynamic"]["perfect_pair"] == "8.00"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["blackjak"], "did you mean blackjack"),
        (["keep-it-straight", "--seats", "7"], "from 1 to 6"),
        (["keep-it-straight", "--seat", "0"], "seats 1 to 6"),
        (["keep-it-straight", "--seat", "2", "--seat", "2"], "twice"),
        (["keep-it-straight", "--seat", "1", "--seat", "2", "--seats", "1"], "from 2 to 6"),
        (["keep-it-straight", "--bankroll", "0"], "from 0.01"),
        (["keep-it-straight", "--bankroll", "-1"], "not an amount"),
        (["keep-it-straight", "--bankroll", "999999999999"], "from 0.01"),
        (["keep-it-straight", "--seed", ""], "--seed is empty"),
        (["keep-it-straight", "--rounds", "0"], "0"),
        (["keep-it-straight", "--meter", "straight=5"], "--meter straight=5: which jackpot?"),
        (["keep-it-straight", "--all-wagers", "--meter", "straight_flush_progressive=1/2"], "is not a level"),
        (["keep-it-straight", "--meter", "ante"], "--meter ante: which jackpot?"),
        (["keep-it-straight", "--meter", "5000"], "it has no jackpot wager"),
    ],
)
def test_bad_arguments_end_with_one_message_and_status_2(args: list[str], words: str, table: Table) -> None:
    assert table.play("", *args) == ""
    assert table.status == 2
    assert words in table.error
    assert len(table.error.strip().splitlines()) <= 2


def test_a_folder_that_takes_no_files_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert run(["play", "keep-it-straight", "--transcript", str(tmp_path / "file")]) == 2
    assert "cannot write transcripts" in capsys.readouterr().err
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert state_folder() == tmp_path / "state" / "croupier"


# The pieces, without a terminal.


def new_session(spec: str, folder: Path, own: tuple[int, ...] = (1,), seats: int = 3, **options: Any) -> Session:
    game = catalogue.load(with_every_wager(catalogue.configuration(spec)))
    mine, in_play = seating(game, own, seats)
    meters = PlayMeters(game, options.pop("given", None))
    return Session(game, mine, in_play, options.pop("bankroll", 100_000_00), meters, Archive(folder, spec), **options)


def play_on(session: Session) -> WrittenRound:
    """Everyone plays as the bots do, the player's seats included, until the round is over."""
    while isinstance(turn := session.playing.turn, Choose):
        session.play_bots()
        turn = session.playing.turn
        if isinstance(turn, Choose):
            assert len(screen.table_view(session) + screen.action_list(session, turn)) < 24
            session.act(bots.decide(session.game, session.playing.state, turn.seat, session.actions()))
    return session.finish()


@pytest.mark.parametrize("game", GAMES)
def test_many_rounds_at_a_full_table(game: str, tmp_path: Path) -> None:
    """Every wager, every seat: views fit, transcripts replay, and the bankroll is what was won."""
    seats = catalogue.configuration(game).edition.seats[1]
    session = new_session(game, tmp_path, own=(2, 5), seats=seats, seed="many")
    nets = []
    for number in range(30):
        for seat in session.own:
            for wager in session.game.wagers:
                is_jackpot = session.game.stake_rules[wager].is_jackpot
                session.place(seat, wager, session.game.base_wager_cents if is_jackpot else 1000)
        check_width("\n".join(screen.wager_board(session, 2)))
        session.deal()
        if number % 10 == 9:
            session.play_bots()
            outcome = session.leave("left") or pytest.fail("a round in progress ends with an outcome")
        else:
            outcome = play_on(session)
        check_width("\n".join(screen.result_view(session, outcome)))
        nets.append(outcome.net)
    documents = check_transcripts(tmp_path)
    assert len(documents) == 30
    recorded = [
        sum(parse_money_signed(document["settlement"]["seats"][str(seat)]["net"]) for seat in session.own)
        for document in documents
    ]
    assert recorded == nets
    assert session.bankroll == session.bought_in + sum(nets)


def parse_money_signed(text: str) -> int:
    return -parse_money(text[1:]) if text.startswith("-") else parse_money(text)


def test_jackpot_meters_grow_carry_over_and_are_reversed(tmp_path: Path) -> None:
    session = new_session("blackjack(perfect_pairs=PT-PRG-PP-MLP-01)", tmp_path, seed="m")
    assert session.table.meters.shown == {"perfect_pairs": {1: 1_000_000, 2: 250_000, 3: 50_000}}
    session.place(1, "bet", 1000)
    session.place(1, "perfect_pairs", 100)
    session.deal()
    outcome = session.void("a card fell")
    # The side wager was settled on the first cards (PPP 3, 4): what it brought the meters stays with them.
    assert session.table.meters.shown["perfect_pairs"] == {1: 1_000_018, 2: 250_018, 3: 50_018}
    assert (outcome.net, session.bankroll) == (-100, session.bought_in - 100)
    session.repeat(1)
    session.deal()
    play_on(session)
    assert session.table.meters.shown["perfect_pairs"] == {1: 1_000_036, 2: 250_036, 3: 50_036}


def test_the_meters_of_a_misdeal_take_nothing(tmp_path: Path) -> None:
    spec = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)"
    session = new_session(spec, tmp_path, seed="m")
    before = session.table.meters.shown
    session.place(1, "ante", 1000)
    session.place(1, "straight_flush_progressive", 100)
    session.deal()
    session.void("a card fell")
    assert session.table.meters.shown == before


def test_parts_of_a_cent_wait_for_the_next_round() -> None:
    game = catalogue.load("blackjack(perfect_pairs=PT-PRG-PP-MLP-01, base_wager=0.05)")
    meters = PlayMeters(game)
    assert meters.shown["perfect_pairs"] == {1: 50_000, 2: 12_500, 3: 2_500}
    for _ in range(10):
        meters.commit(*meters.after_bets([{"perfect_pairs": 5}]))
    assert meters.shown["perfect_pairs"] == {1: 50_003, 2: 12_503, 3: 2_503}


def test_a_won_meter_is_reseeded(tmp_path: Path) -> None:
    session = new_session(
        "three-card-prime", tmp_path, seats=1, seed="r", given={"mini_royal_progressive": {1: 2_500_000}}
    )
    session.place(1, "ante", 1000)
    session.place(1, "mini_royal_progressive", 100)
    session.deal()
    state = session.playing.state
    session.playing.state = state._replace(dealt=(state.dealt[0]._replace(cards=parse_cards("As Ks Qs")),))
    outcome = play_on(session)
    assert outcome.net > 2_500_000
    assert session.table.meters.shown == {"mini_royal_progressive": {1: 1_000_000}}
    assert "meter Mini-Royal Progressive" in "\n".join(screen.result_view(session, outcome))


def test_a_transcript_that_cannot_be_written_is_kept_and_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    session = new_session("keep-it-straight", folder, seed="1")
    folder.rmdir()
    for _ in range(2):
        session.place(1, "ante", 1000)
        session.deal()
        outcome = play_on(session)
        assert outcome.path is None
        assert "cannot be written" in " ".join(screen.result_view(session, outcome))
    folder.mkdir()
    session.place(1, "ante", 1000)
    session.deal()
    assert play_on(session).path is not None
    assert len(check_transcripts(folder)) == 3


def test_two_sessions_of_the_same_second_keep_both_rounds(tmp_path: Path) -> None:
    archives = [Archive(tmp_path, "game") for _ in range(3)]
    for archive in archives:
        archive.prefix = "game-now"
    paths = [archive.save(1, {"n": number}) for number, archive in enumerate(archives)]
    assert [path and path.name for path in paths] == ["game-now-001.json", "game-now-001-2.json", "game-now-001-3.json"]


def test_wager_lines() -> None:
    game = catalogue.load(with_every_wager(catalogue.configuration("keep-it-straight")))
    for line, meant in {
        "10": Place("ante", 1000),
        " ANTE  12.50 ": Place("ante", 1250),
        "a 1": Place("ante", 100),
        "ante=$7": Place("ante", 700),
        "straight 5": Place("straight", 500),
        "straight flush 5": Place("straight_flush", 500),
        "straight-flush 5": Place("straight_flush", 500),
        "sf 5": Place("straight_flush", 500),
        "sfp": Place("straight_flush_progressive", 100),
        "deal": Word("deal"),
        "q": Word("quit"),
        "?": Word("help"),
        "clear straight flush": Word("clear", "straight flush"),
        "p straight": Word("paytable", "straight"),
    }.items():
        assert read_wager(line, game) == meant, line
    with pytest.raises(BadInput, match="may be straight or"):
        read_wager("st 5", game)
    assert prompt.aliases(game) == {"sf": "straight_flush", "sfp": "straight_flush_progressive"}


def test_decision_lines() -> None:
    raising = (Action("fold"), Action("raise", 2000, 4000))
    for line, meant in {
        "f": Decision(1, "fold"),
        "1": Decision(1, "fold"),
        "r 40": Decision(1, "raise", 4000),
        "RAISE 4X": Decision(1, "raise", 4000),
        "2 2.5x": Decision(1, "raise", 2500),
        "raise min": Decision(1, "raise", 2000),
        "w": Word("why"),
        "void the deck fell": Word("void", "the deck fell"),
    }.items():
        assert read_decision(line, raising, 1, 1000) == meant, line
    hand = (Action("hit"), Action("stand"), Action("double", 1000, 1000), Action("split", 1000, 1000))
    assert read_decision("h", hand, 1, 1000) == Decision(1, "hit")
    assert read_decision("d", hand, 1, 1000) == Decision(1, "double", 1000)
    assert read_decision("help", hand, 1, 1000) == Word("help")
    with pytest.raises(BadInput, match="may be stand or split"):
        read_decision("s", hand, 1, 1000)


def test_paint_changes_no_word() -> None:
    line = "> seat 1 you  A♠ T♦  +1,050.00 SAMPLE"
    assert Paint()(line) == line
    assert Paint(symbols=False)(line) == "> seat 1 you  As Td  +1,050.00 SAMPLE"
    assert Paint(symbols=False)("── A♠ …") == "-- As ..."
    colored = Paint(color=True)(line)
    assert ESCAPE in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == line
    assert max(map(len, fit("word " * 100 + "x" * 200))) <= WIDTH


def test_bots_are_told_of_before_they_play() -> None:
    for name in GAMES:
        game: Game = catalogue.load(name)
        assert game.declares.bot is not STAYS
    actions = (Action("fold"), Action("call", 500, 500), Action("check"))
    assert STAYS.decide((), {each.name: each for each in actions}) == ("check", 0)
    assert STAYS.decide((), {"fold": Action("fold")}) == ("fold", 0)


# Through a pseudo-terminal, as a person would.


def exit_status(pid: int) -> int:
    """How a child ended; one that does not end is killed, and fails the test."""
    for _ in range(600):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    pytest.fail("the session did not end")


class Terminal:
    """A session in a terminal of 80 by 24, with Ctrl-C and hang-up."""

    def __init__(self, *args: str, **environment: str) -> None:
        command = [sys.executable, "-m", "croupier", "play", *args]
        keep = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS", "LINES")
        }
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it would be inherited as ignored
            os.execve(sys.executable, command, keep | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | environment)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.text = ""
        self._seen = 0
        self._status: int | None = None

    def until(self, words: str, seconds: float = 60) -> str:
        """Wait for some words; returns what came up to them."""
        end = time.monotonic() + seconds
        while words not in self.text[self._seen :]:
            if not self._read(end - time.monotonic()):
                pytest.fail(f"'{words}' never came; the screen says\n{self.text}")
        since = self.text.index(words, self._seen) + len(words)
        shown, self._seen = self.text[self._seen : since], since
        return shown

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, *lines: str) -> None:
        for line in lines:
            os.write(self.fd, f"{line}\r".encode())

    def answer(self, *lines: str, until: str = "wager> ") -> str:
        """Type, and read on to the next question."""
        self.type(*lines)
        return self.until(until)

    def press(self, keys: bytes) -> None:
        os.write(self.fd, keys)

    def end(self) -> int:
        """Read to the end; the exit status."""
        while self._read(60):
            pass
        if self._status is None:
            self._status = exit_status(self.pid)
            os.close(self.fd)
        return self._status


@pytest.fixture
def rounds(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "rounds"
    yield folder
    check_transcripts(folder)


def test_a_round_in_a_terminal_with_color(rounds: Path) -> None:
    terminal = Terminal("keep-it-straight", "--seed", "gold", "--transcript", str(rounds))
    terminal.until("wager> ")
    terminal.type("oops", "10", "deal")
    terminal.until("seat 1> ")
    terminal.type("raise 4x")
    terminal.until("wager> ")
    terminal.type("quit")
    assert terminal.end() == 0, "a person may mistype"
    assert f"{ESCAPE}[1;31m3♥" in terminal.text
    check_width(terminal.text)
    assert len(read_transcripts(rounds)) == 1


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_codes_where_color_is_not_wanted(environment: dict[str, str], rounds: Path) -> None:
    terminal = Terminal("three-card-prime", "--transcript", str(rounds), **environment)
    terminal.until("wager> ")
    terminal.type("10", "deal", "f")
    terminal.until("settled")
    terminal.type("quit")
    assert terminal.end() == 0
    assert ESCAPE not in terminal.text


def test_no_escape_codes_in_a_pipe(table: Table) -> None:
    assert ESCAPE not in table.play("10; deal; f; quit", "keep-it-straight")


INTERRUPTIONS: dict[str, Callable[[Terminal], None]] = {
    "Ctrl-C": lambda terminal: terminal.press(b"\x03"),
    "Ctrl-D": lambda terminal: terminal.press(b"\x04"),
    "SIGTERM": lambda terminal: os.kill(terminal.pid, signal.SIGTERM),
    "SIGHUP": lambda terminal: os.kill(terminal.pid, signal.SIGHUP),
}


@pytest.mark.parametrize("how", INTERRUPTIONS)
@pytest.mark.parametrize("phase", ["before the deal", "in the round", "after it"])
def test_leaving_at_any_moment_settles_or_voids_the_round(phase: str, how: str, rounds: Path) -> None:
    terminal = Terminal("keep-it-straight", "--seed", "gold", "--transcript", str(rounds))
    terminal.until("wager> ")
    terminal.type("10")
    terminal.until("wager> ")
    if phase != "before the deal":
        terminal.type("deal")
        terminal.until("seat 1> ")
    if phase == "after it":
        terminal.type("raise 2x")
        terminal.until("wager> ")
    INTERRUPTIONS[how](terminal)
    status = terminal.end()
    found = check_transcripts(rounds)
    if phase == "in the round":
        assert status == 2
        assert [document.get("misdeal") is not None for document in found] == [True]
        assert found[0]["settlement"]["seats"]["1"]["net"] == "0.00"
        assert "every chip comes back" in terminal.text
    else:
        assert status == 0
        assert [document.get("misdeal") for document in found] == ([None] if phase == "after it" else [])
    check_width(terminal.text)


def test_a_terminal_that_is_closed_in_mid_round_voids_it(rounds: Path) -> None:
    terminal = Terminal("keep-it-straight", "--transcript", str(rounds))
    terminal.until("wager> ")
    terminal.type("10", "deal")
    terminal.until("seat 1> ")
    os.close(terminal.fd)
    assert exit_status(terminal.pid) == 2
    (document,) = check_transcripts(rounds)
    assert document["misdeal"] == "the terminal was closed"


def test_a_signal_while_the_game_is_busy_waits_for_the_next_prompt(rounds: Path) -> None:
    """Typed ahead and interrupted at once: whichever comes first, the round is whole."""
    for _ in range(3):
        terminal = Terminal("keep-it-straight", "--seats", "6", "--transcript", str(rounds))
        terminal.until("wager> ")
        terminal.type("10", "deal", "raise 2x")
        os.kill(terminal.pid, signal.SIGINT)
        assert terminal.end() in (0, 2)
    check_transcripts(rounds)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("blackjack", "Exact, in bets for the round, on a fresh shoe without the cards showing"),
        ("ricochet-poker", "Exact, in antes for the round, on all cards showing"),
        ("three-card-prime", "Exact, in antes for the round, on your cards alone"),
    ],
)
def test_every_game_has_advice(table: Table, game: str, said: str) -> None:
    out = table.play("10; deal; advise; quit; y", game, "--seats", "2", "--seed", "8")
    assert said in " ".join(out.split())
