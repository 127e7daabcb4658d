"""One grammar for every command: titles, wagers, amounts, cards and levels mean the same everywhere."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from croupier.cards.cards import parse_cards
from croupier.cli.main import cli
from croupier.errors import CroupierError
from croupier.units import dollars_of
from tests.cli.calling import Call
from tests.processes import finished

LEVELS = ("edge", "perfect-pairs(decks=6)", "--wager", "perfect_pairs", "--paytable", "PT-PRG-PP-MLP-01")


pytestmark = pytest.mark.usefixtures("own_cache")


COLOR = re.compile(r"\x1b\[[0-9;]*m")


def test_titles_are_understood_where_ids_are(croupier: Call) -> None:
    one = croupier("edge", "Three Card Prime", "--wager", "Pair Bonus", "--paytable", "PT-FLT-TCPR-PB-02", "--json")
    other = croupier("edge", "three-card-prime", "--wager", "pair_bonus", "--paytable", "PT-FLT-TCPR-PB-02", "--json")
    assert one == other
    assert one[0] == 0


def test_a_wager_with_a_single_table_takes_it(croupier: Call) -> None:
    status, out, _ = croupier("edge", "three-card-prime", "--wager", "prime")
    assert status == 0
    assert "SAMPLE-TCP-PRIME-01" in out
    assert "405/11186" in out


def test_a_refusal_says_what_each_table_is_worth(croupier: Call) -> None:
    status, _, err = croupier("edge", "three-card-prime", "--wager", "pair_bonus")
    assert status == 2
    assert "PT-FLT-TCPR-PB-02  house edge 2.3167 %" in err


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("10", 1000), ("$10", 1000), ("1,250.5", 125_050), ("$1,000,000.00", 100_000_000), (" 5 ", 500)],
)
def test_amounts_are_dollars_as_people_type_them(typed: str, cents: int) -> None:
    assert dollars_of(typed) == cents


@pytest.mark.parametrize("typed", ["", "$", "1,00", "-5", "5.", "1.234", "ten", "1,0000", "$$5", "٣"])
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(CroupierError):
        dollars_of(typed)


def test_cards_by_letter_by_symbol_and_packed() -> None:
    wanted = parse_cards("Qs 6h 4d")
    for typed in ("Q♠ 6♥ 4♦", "qs6h4d", "Qs,6h,4d", "Q♠6h 4d"):
        assert parse_cards(typed) == wanted
    assert parse_cards("10h10♣") == parse_cards("Th Tc")
    for typed in ("Qs6", "QsX", "Qx", "♠Q"):
        with pytest.raises(CroupierError):
            parse_cards(typed)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--meter", "50000"), "--meter 50000: which level?"),
        (("--meter", "1=50000", "--meter", "2=1000"), "level 3 is not given"),
        (("--jackpot-seed", "1=10000"), "level 1 has a seed and no rate"),
        (("--jackpot-seed", "2=1000"), "is not given"),
        (
            ("--meter", "1=5", "--meter", "2=5", "--meter", "3=5", "--jackpot-seed", "2=5"),
            "level 2 has a seed and no rate",
        ),
        (("--meter", "1=5", "--meter", "2=5", "--meter", "3=5", "--rate", "2=1%"), "level 2 has a rate and no seed"),
    ],
)
def test_nothing_typed_is_ever_ignored(croupier: Call, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = croupier(*LEVELS, *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 2


def test_a_single_level_need_not_be_named_and_its_seed_needs_a_rate(croupier: Call) -> None:
    base = ("edge", "three-card-prime", "--wager", "mini_royal_progressive")
    assert croupier(*base, "--meter", "$5,000")[0] == 0
    assert "has a seed and no rate" in croupier(*base, "--jackpot-seed", "1000")[2]


def test_levels_may_mix_meters_with_seeds_and_rates(croupier: Call) -> None:
    mixed = ("--meter", "1=90000", "--jackpot-seed", "2=1000", "--rate", "2=1%", "--meter", "3=50", "--json")
    status, out, _ = croupier(*LEVELS, *mixed)
    assert status == 0
    assert json.loads(out)["house_edge"] is not None


def test_one_section_of_the_rules(croupier: Call) -> None:
    status, out, _ = croupier("show", "keep-it-straight", "--section", "how hands")
    assert status == 0
    assert "How hands rank" in out
    assert "Sources" not in out
    assert "sections: " in croupier("show", "keep-it-straight", "--section", "zebra")[2]


def test_a_paytable_says_whose_it_is(croupier: Call) -> None:
    assert "offered by Three Card Prime (nevada): Pair Bonus" in croupier("paytable", "PT-FLT-TCPR-PB-02")[1]


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_a_strategy_card(croupier: Call, tmp_path: Path, ending: str) -> None:
    status, out, err = croupier("strategy", "three-card-prime", "-o", str(tmp_path / f"card.{ending}"))
    assert (status, out) == (0, "")
    assert err.startswith("wrote ")
    assert (tmp_path / f"card.{ending}").stat().st_size > 1000


def test_pages_follow_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli import output
    from croupier.handbook.page.blocks import Document, Section, Words, grid_of

    page = Document("T", (Section("", (Words("word " * 60), grid_of(("a", "b"), [("word " * 20, "x " * 60)]))),))
    for columns in (60, 200):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))
        output.print_page(page)
        assert max(map(len, capsys.readouterr().out.splitlines())) <= columns


def run_with_closed_output(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = f'"{sys.executable}" -m croupier {" ".join(arguments)} >&-'
    return finished(["bash", "-c", command])


def test_a_closed_standard_output_is_noticed(tmp_path: Path) -> None:
    done = run_with_closed_output("games")
    assert done.returncode == 3
    assert done.stderr == "croupier: cannot write the output: standard output is closed\n"
    sheet = tmp_path / "sheet.csv"
    assert run_with_closed_output("parsheet", "three-card-prime", "--wager", "ante", "-o", str(sheet)).returncode == 0
    assert sheet.exists()


@pytest.mark.parametrize("arguments", ["games", "--help", "edge three-card-prime --json", "jackpot check sample"])
def test_a_reader_who_never_reads_is_no_failed_check(arguments: str) -> None:
    command = f'"{sys.executable}" -m croupier {arguments} | true; echo ${{PIPESTATUS[0]}}'
    done = finished(["bash", "-c", command])
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_where_a_decision_is_not_solved_none_is_called_the_best(croupier: Call) -> None:
    status, out, _ = croupier("advise", "blackjack", "--cards", "8h8d", "--up", "9c")
    assert status == 0
    rows = [line.split() for line in out.splitlines() if line.startswith(("hit", "stand", "double", "split"))]
    assert {row[0] for row in rows} >= {"hit", "stand", "split"}
    if "not solved yet" in out:
        assert all("best" not in row for row in rows)
    else:
        assert sum("best" in row for row in rows) == 1


def test_a_reader_who_leaves_does_not_change_the_verdict(croupier: Call, tmp_path: Path) -> None:
    from tests.cli.verdicts import altered_transcript

    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(altered_transcript()))
    for arguments in (f"replay {wrong}", f"replay {wrong} --json", f"verify {wrong}", f"verify {wrong} --json"):
        command = f'"{sys.executable}" -m croupier {arguments} | true; echo ${{PIPESTATUS[0]}}'
        done = finished(["bash", "-c", command])
        assert (arguments, done.stdout) == (arguments, "1\n")
        assert "Traceback" not in done.stderr


def on_a_terminal(columns: int, *arguments: str, **environment: str) -> str:
    """What a command shows on a terminal of its own, of this many columns."""
    unset = ("NO_COLOR", "TERM", "COLUMNS", "LINES", "PAGER", "LESS")
    keep = {name: value for name, value in os.environ.items() if name not in unset}
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 2000, columns, 0, 0))
    command = [sys.executable, "-m", "croupier", *arguments]
    process = subprocess.Popen(
        command, stdin=other, stdout=other, stderr=other, env=keep | {"TERM": "xterm"} | environment
    )
    os.close(other)
    text, end = b"", time.monotonic() + 60
    try:
        while time.monotonic() < end and select.select([main], [], [], max(0, end - time.monotonic()))[0]:
            try:
                piece = os.read(main, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        process.wait(30)
    finally:
        process.kill()
        os.close(main)
    return text.decode("utf-8", "replace").replace("\r", "")


WIDTHS = (
    ("games",),
    ("show", "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"),
    ("paytable", "PT-PRG-PP-12"),
    ("edge", "three-card-prime"),
    ("strategy", "three-card-prime"),
    ("advise", "three-card-prime", "--cards", "Qs6h4d"),
    ("jackpot", "codes"),
    ("jackpot", "check", "sample"),
    ("jackpot", "check", "sample_nevada"),
    ("design", "three-card-prime", "--wager", "mini_royal_progressive", "--target-edge", "x", "--row", "pair=1"),
    ("edge", "perfect-pairs"),
    ("play", "perfect-pairs"),
    ("show", "zebra"),
)


@pytest.mark.parametrize("arguments", WIDTHS, ids=" ".join)
def test_commands_fit_sixty_columns(arguments: tuple[str, ...]) -> None:
    shown = on_a_terminal(60, *arguments, NO_COLOR="1")
    assert not COLOR.search(shown)
    longest = max(shown.splitlines(), key=len)
    assert len(longest) <= 60, longest


def test_color_outside_play_and_none_where_it_is_not_wanted() -> None:
    shown = on_a_terminal(80, "show", "three-card-prime(prime=SAMPLE-TCP-PRIME-01)")
    assert "\x1b[1m" in shown
    assert "\x1b[33m" in shown
    plain = on_a_terminal(80, "show", "three-card-prime(prime=SAMPLE-TCP-PRIME-01)", NO_COLOR="1")
    assert not COLOR.search(plain)
    assert COLOR.sub("", shown) == plain
    assert "\x1b[31m" in on_a_terminal(80, "show", "zebra")
    assert not COLOR.search(on_a_terminal(80, "show", "zebra", TERM="dumb"))


def test_the_refusal_of_a_wager_without_a_table_lists_the_edges(croupier: Call) -> None:
    status, _, err = croupier("edge", "three-card-prime", "--wager", "pair_bonus")
    assert status == 2
    assert "  PT-FLT-TCPR-PB-02  house edge 2.3167 %\n" in err
    assert err.splitlines()[-1].startswith("hint: name one, as in --wager pair_bonus --paytable ")
    status, _, err = croupier("parsheet", "keep-it-straight", "--wager", "straight", "-o", "never.pdf")
    assert status == 2
    assert "  PT-FLT-KIS-SB-01  house edge 5.1729 %\n" in err
    assert "returns without its meter" in croupier("edge", "perfect-pairs")[2]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("simulate", "perfect-pairs"), '"perfect-pairs(perfect_pairs=PT-PRG-PP-14)"'),
        (("placard", "perfect-pairs", "-o", "x.pdf"), '"perfect-pairs(perfect_pairs=PT-PRG-PP-14)"'),
        (("parsheet", "perfect-pairs", "-o", "x.pdf"), '"perfect-pairs(perfect_pairs=PT-PRG-PP-14)"'),
        (("advantage", "perfect-pairs"), '"perfect-pairs(perfect_pairs=PT-PRG-PP-14)"'),
        (("advantage", "blackjack", "--wager", "perfect_pairs"), '"blackjack(perfect_pairs=PT-PRG-PP-14)"'),
        (("design", "perfect-pairs", "--wager", "perfect_pairs", "--target-edge", "5"), "--like PT-PRG-PP-14"),
    ],
)
def test_every_command_refuses_a_missing_table_alike(
    croupier: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = croupier(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith(
        "croupier: perfect_pairs needs a paytable\n  PT-PRG-PP-14   returns without its meter 55.125 %\n"
    )
    assert err.endswith(f"hint: name one, as in {hint}\n")
    assert not list(tmp_path.glob("x.*"))


def test_a_design_names_the_table_whose_rows_it_uses_and_takes_an_only_table(croupier: Call) -> None:
    asked = ("design", "three-card-prime", "--target-edge", "5.5", "--wager")
    assert "rows of PT-FLT-TCPR-PB-02" in croupier(*asked, "pair_bonus")[1]
    assert "SAMPLE-TCP-MRP-01" in croupier(*asked, "mini_royal_progressive")[1]


def test_a_message_keeps_its_lines_in_a_pipe(croupier: Call) -> None:
    err = croupier("show", "zebra")[2]
    assert err.splitlines()[1].startswith("hint: known: blackjack, high-card-flush, ")
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("edge thr", ["three-card-prime"]),
        ("edge three-card-prime --wager p", ["pair_bonus", "play", "prime"]),
        ("edge --wager p three-card-prime --paytable PT-FLT-TCPR-PB-02", ["PT-FLT-TCPR-PB-02"]),
        ("edge three-card-prime --wager prime --paytable ", ["SAMPLE-TCP-PRIME-01"]),
    ],
)
def test_a_shell_completes_what_belongs_to_the_game(typed: str, offered: list[str]) -> None:
    *before, last = typed.split(" ")
    found = ShellComplete(cli, {}, "croupier", "_CROUPIER_COMPLETE").get_completions(before, last)
    assert [each.value for each in found] == offered
