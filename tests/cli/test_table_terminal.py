"""The table on a real terminal: as wide as it is, with lines that can be edited, Enter to go on, and a coach."""

from __future__ import annotations

import fcntl
import re
import struct
import termios
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.exact.result import Advice, Question, Worth
from croupier.play.game import Action
from croupier.questions.advise import limited
from croupier.questions.solved.solutions import solve
from tests.cli.test_play import Terminal


def resize(terminal: Terminal, columns: int) -> None:
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


def seated(folder: Path) -> Terminal:
    """A table of Three Card Prime that waits for a wager."""
    terminal = Terminal("three-card-prime", "--seed", "3", "--transcript", str(folder))
    terminal.until("wager> ")
    return terminal


def lines(text: str) -> list[str]:
    return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line) for line in text.replace("\r", "").split("\n")]


@pytest.mark.parametrize("columns", [60, 80, 110])
def test_lines_follow_the_terminal_also_when_it_is_resized(columns: int, tmp_path: Path) -> None:
    table = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)"
    terminal = Terminal(table, "--seed", "3", "--transcript", str(tmp_path))
    terminal.until("wager> ")
    resize(terminal, columns)
    terminal.type("")
    terminal.until("wager> ")
    begin = len(terminal.text)
    terminal.type("10", "mini", "table", "rules", "deal")
    terminal.until("seat 1> ")
    terminal.type("play")
    terminal.until("wager> ")
    terminal.type("quit")
    assert terminal.end() == 0
    shown = lines(terminal.text[begin:])
    assert max(map(len, shown)) <= columns
    ruled = [line for line in shown if line.startswith("── Round")]
    assert columns - 2 in {len(line) for line in ruled}


def test_enter_repeats_the_wagers_and_deals(tmp_path: Path) -> None:
    terminal = seated(tmp_path)
    terminal.answer("", until="nothing typed")
    terminal.answer("15")
    terminal.answer("", until="seat 1> ")
    terminal.answer("play")
    assert "Ante 15.00" in terminal.answer("", until="seat 1> ")
    terminal.answer("fold")
    terminal.type("quit")
    assert terminal.end() == 0


def test_earlier_lines_can_be_called_back(tmp_path: Path) -> None:
    terminal = seated(tmp_path)
    terminal.answer("25")
    terminal.answer("clear")
    terminal.press(b"\x1b[A\x1b[A\r")
    assert "Ante 25.00" in terminal.until("wager> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_the_coach_says_what_a_decision_cost(tmp_path: Path) -> None:
    solve("keep-it-straight", "ante")  # remembered on disk, so that the coach's patience does not matter
    terminal = Terminal("keep-it-straight", "--seed", "gold", "--transcript", str(tmp_path))
    terminal.until("wager> ")
    terminal.type("10", "deal")
    terminal.until("seat 1> ")
    terminal.type("raise 3x")
    shown = terminal.until("wager> ")
    assert re.search(r"that costs \d+\.\d\d on average; the best is (fold|raise \dx)|the best play", shown)
    terminal.type("quit")
    assert terminal.end() == 0
    assert re.search(r"Result [-+]?[\d.]+, expected [-+]?[\d.]+, luck [-+]?[\d.]+\.", terminal.text)


def test_a_raise_between_two_is_worth_a_part_of_each() -> None:
    known = (("fold", 0, -1), ("raise 2x", 2, 1), ("raise 4x", 4, 2))
    worths = tuple(Worth(name, Fraction(amount), Fraction(value)) for name, amount, value in known)
    advice = Advice((), "", Question("raise", worths), "", "", "")

    def worth(name: str, cents: int) -> list[Fraction | None]:
        return [each.value for each in limited(advice, [Action(name, cents, cents)], 1000).asked.worths]

    assert worth("raise", 3000) == [Fraction(3, 2)]
    assert worth("raise", 4000) == [2]
    assert worth("fold", 0) == [-1]
    assert worth("double", 0) == []


def test_between_two_raises_the_games_are_linear() -> None:
    """The claim behind it: three times the Ante is worth the middle of two and four times, in the exact solver."""
    from croupier.cards.cards import parse_cards
    from croupier.questions.advise import advise_hand

    advice = advise_hand(catalogue.configuration("keep-it-straight"), parse_cards("Ac 9d 6s 6d 5h 4h 3c"))
    steps = {each.action: each.value for each in advice.asked.steps if each.value is not None}
    if "raise 3x" in steps:
        assert steps["raise 3x"] * 2 == steps["raise 2x"] + steps["raise 4x"]
