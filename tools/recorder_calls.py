"""The scenes that ``tools/recorder.py`` plays: commands, operations of the API, the library and the books.

A scene knows the program from the outside alone (commands, HTTP, ``import croupier``), so that it survives whatever
moves inside; only the answers of the books are asked through ``tests/jackpot/code_rows.py``. Add a call here when a
command, an option or an operation is added; names of scenes are words of ``--only``.
"""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import croupier
from tools.recorder import Tape, shape

PASSWORD = "correct horse battery"
SEVEN_CARDS = "As Ks Qs Js Ts 9s 8s"
GAMES = ("blackjack", "high-card-flush", "keep-it-straight", "perfect-pairs", "ricochet-poker", "three-card-prime")
TABLE_FILE = """
schema = 1
game = "keep-it-straight(straight=PT-FLT-KIS-SB-01)"

[limits.ante]
minimum = "10.00"
maximum = "100.00"
step = "5.00"

[limits.straight]
minimum = "1.00"
maximum = "25.00"
"""


def plan_file(name: str) -> Path:
    """One of the plans that come with the package."""
    return next(Path(croupier.__file__).parent.rglob(f"{name}.toml"))


def help_pages(tape: Tape) -> None:
    from croupier.cli.jackpot import COMMANDS as JACKPOT
    from croupier.cli.main import COMMANDS

    tape.commands(
        "--help\n--version\n\nnonsense\n--nonsense\njackpot nonsense\nnew nonsense\nrng nonsense\n--games nowhere games"
    )
    for name in COMMANDS:
        tape.command([name, "--help"])
        tape.command([name, "--nonsense"])
    for name in JACKPOT:
        tape.command(["jackpot", name, "--help"])
        tape.command(["jackpot", name, "--nonsense"])
    tape.commands("new game --help\nrng collect --help\nrng report --help\nnew\nrng\njackpot")


def rulebook(tape: Tape) -> None:
    tape.commands("""
games
games --json
handbook
handbook --json
about
about --json
about --files
show
show nonsense
show "keep-it-straight(edition=washington"
show "keep-it-straight(edition=mars)"
show "keep-it-straight(color=red)"
show "keep-it-straight(straight=PT-PRG-PP-01)"
show keep-it-straight --section "How hands rank"
show keep-it-straight --section nonsense
show "Keep It Straight"
show "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)" --json
show "blackjack(decks=6, soft17=hits)"
show "blackjack(decks=9)"
paytable PT-FLT-SRT-02
paytable PT-FLT-SRT-02 --json
paytable "pt-flt-str-01"
paytable PT-PRG-PP-D01a
paytable PT-PRG-PP-MLP-01 --json
paytable PT-BJS-HCF-SF-E01
paytable PT-BJS-HCF-SF-03
paytable NONE-01
paytable
    """)
    for game in GAMES:
        tape.command(["show", game])
        tape.command(["show", game, "--json"])


def rounds(tape: Tape) -> None:
    folder = tape.folder
    (folder / "table.toml").write_text(TABLE_FILE)
    for game in GAMES:
        text = tape.command(["settle", "--example", game])
        if not text:
            continue
        file = folder / f"{game}.json"
        file.write_text(text)
        tape.command(["settle", str(file)])
        tape.command(["settle", str(file), "--json"])
        tape.command(["settle", "-"], text)
        tape.command(["settle", str(file), "--table", "table.toml"])
        tape.command(["replay", str(file)])
        tape.command(["verify", str(file)])
        tape.command(["advise", "--round", str(file)])
        document = json.loads(text)
        seat = document["seats"]["1"]
        open_decision = {**document, "seats": {"1": {key: value for key, value in seat.items() if key != "actions"}}}
        tape.command(["advise", "--round", "-"], json.dumps(open_decision))
        tape.command(["settle", "-"], json.dumps(open_decision))
        base = next(iter(seat["wagers"]))
        changes: dict[str, Any] = {
            "cards": "As As",
            "wagers": {base: "-1.00"},
            "actions": ["nonsense"],
            "color": "red",
        }
        for key, value in changes.items():
            tape.command(["settle", "-", "--json"], json.dumps({**document, "seats": {"1": {**seat, key: value}}}))
        wrong: list[dict[str, Any]] = [{"game": "nonsense"}, {"schema": 99}, {"seats": {}}, {"dealer": "Zz"}]
        for change in [*wrong[:3], {"seats": {"99": seat}}, *wrong[3:]]:
            tape.command(["settle", "-"], json.dumps(document | change))
        tape.command(["settle", "-"], json.dumps({**document, "seats": {"1": {**seat, "wagers": {}}}}))
        more = {**seat["wagers"], "straight": "1.00", "perfect_pairs": "5.00", "pair_bonus": "3.00"}
        tape.command(["settle", "-"], json.dumps({**document, "seats": {"1": {**seat, "wagers": more}}}))
    tape.commands("""
settle
settle nowhere.json
settle --example nonsense
settle table.toml
settle --table nowhere.toml -
replay nowhere.json
replay table.toml
replay
verify nowhere.json
verify table.toml
advise
advise nonsense --cards "As Ks Qs"
advise three-card-prime
advise three-card-prime --cards "Qs 6h 4d"
advise three-card-prime --cards "Qs 6h 4d" --json
advise three-card-prime --cards "Qs 6h"
advise three-card-prime --cards "Qs Qs 4d"
advise three-card-prime --cards "Zz"
advise keep-it-straight --cards "3c 7d 9c 8c 9h 7c 4s" --json
advise high-card-flush --cards "3c 7c 9c 8c 9h 7d 4s" --json
advise high-card-flush --cards "3c 7c 9c 8c Tc Jc 4c"
advise blackjack --cards "8s 8h" --up Tc
advise blackjack --cards "8s 8h" --up Tc --json
advise blackjack --cards "As 6h" --up 5c --json
advise blackjack --cards "8s 8h"
advise ricochet-poker --cards "Qd Kd" --json
advise ricochet-poker --cards "Qd Kd" --up As
advise perfect-pairs --cards "8s 8h"
    """)
    for typed in (
        "",
        "[]",
        "{",
        '{"schema": 1, "schema": 1}',
        '{"schema": "x"}',
        "\ud800".encode("utf-16", "surrogatepass"),
    ):
        tape.command(["settle", "-"], typed)
        tape.command(["verify", "-"], typed)


def playing(tape: Tape) -> None:
    keys = {
        "keep-it-straight": "10\ndeal\nraise max\nquit\n",
        "three-card-prime": "10\ndeal\np\nquit\n",
        "high-card-flush": "10\ndeal\nr 1x\nquit\n",
        "ricochet-poker": "10\ndeal\n2\nquit\n",
        "blackjack": "10\ndeal\nstand\nquit\n",
        "perfect-pairs": "5\ndeal\nquit\n",
    }
    for game, typed in keys.items():
        tape.command(["play", game, "--seed", "gold", "--transcript", f"gold/{game}"], typed)
        tape.command(
            ["play", game, "--seed", "8", "--rounds", "2", "--all-wagers", "--transcript", "rounds"],
            "nonsense\n\n" + typed,
            files="rounds/*",
        )
    seed = ["--seed", "7", "--rounds", "1"]
    for more, typed in (
        (["--seats", "9"], ""),
        (["--seats", "0"], ""),
        (["--seat", "4"], ""),
        (["--limit", "ante=10-500/5"], "12\n15\ndeal\nfold\n"),
        (["--limit", "ante"], ""),
        (["--limit", "nonsense=1-2"], ""),
        (["--bots", "nonsense"], ""),
        (["--bots", "best", "--coach"], "10\ndeal\nraise 20\n"),
        (["--bots", "2=bold", "--bots", "3=careful"], "10\ndeal\nraise 20\n"),
        (["--bankroll", "5"], "10\ndeal\n"),
        (["--bankroll", "x"], "10\ndeal\n"),
        (["--seat", "1", "--seat", "3"], "10\ndeal\n10\ndeal\nfold\nfold\n"),
        ([], "?\nrules\n10\ndeal\n?\nadvise\nraise 20\n"),
        (["--meter", "x"], ""),
    ):
        tape.command(["play", "keep-it-straight", *seed, *more, "--transcript", "rounds"], typed, files="rounds/*")
    (tape.folder / "table.toml").write_text(TABLE_FILE)
    tape.command(
        ["play", "--table", "table.toml", *seed, "--transcript", "rounds"],
        "5\n10\nstraight 5\ndeal\nraise 20\n",
        files="rounds/*",
    )
    for path in sorted(tape.folder.glob("gold/*/*.json")):
        text = path.read_text()
        tape.keep(f"transcript of {path.parent.name}", 0, {"out": text})
        tape.command(["replay", "-"], text)
        tape.command(["replay", str(path), "--json"])
        path.write_text(text.replace("10.00", "11.00", 1))
        tape.command(["replay", str(path)])
        tape.command(["verify", str(path), "--json"])
    tape.commands("play\nplay nonsense\nplay perfect-pairs --seats 99\nplay --table nowhere.toml")
    # A live deal is committed: its cards are chance, that it verifies is not.
    tape.command("play three-card-prime --rounds 1 --seats 1 --transcript live", "10\ndeal\nfold\n", secret=True)
    for path in sorted((tape.folder / "live").glob("*.json")):
        transcript = json.loads(path.read_text())
        tape.keep("the shape of a live transcript", 0, {"out": json.dumps(shape(transcript))})
        file = tape.folder / "live.json"
        file.write_text(json.dumps(transcript))
        tape.command("verify live.json", secret=True)
        transcript["commitment"]["root"] = 64 * "0"
        file.write_text(json.dumps(transcript))
        tape.command("verify live.json", secret=True)
    tape.command("quiz three-card-prime --rounds 2", "what?\n10\npush\n-10\nquit\n")
    tape.command(
        "quiz --rounds 1 --level 3 --seed 5 --name Dana -o score.html", "10\n" * 12 + "quit\n", files="score.html"
    )
    tape.command("quiz nonsense")
    tape.command("quiz three-card-prime --level 4")
    tape.command("quiz three-card-prime -o score.txt", "quit\n")


def edges(tape: Tape) -> None:
    for game in GAMES:
        tape.command(["edge", game])
        tape.command(["edge", game, "--json"])
        tape.command(["edge", game, "--wager", "nonsense"])
    tape.commands("""
edge
edge nonsense
edge three-card-prime --all
edge keep-it-straight --all --json
edge high-card-flush --all
edge keep-it-straight --wager straight
edge keep-it-straight --wager straight --paytable PT-FLT-KIS-SB-01 --json
edge keep-it-straight --wager straight --paytable PT-PRG-PP-01
edge keep-it-straight --wager straight --paytable NONE
edge keep-it-straight --wager straight_flush_progressive
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-01 --meter 12345.67
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-01 --meter 12345.67 --json
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-01 --jackpot-seed 10000 --rate 18%
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-E01 --meter 10000 --others 3 --json
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-01 --meter x
edge keep-it-straight --wager straight_flush_progressive --paytable PT-BJS-HCF-SF-01 --rate 200%
edge keep-it-straight --meter 100
edge keep-it-straight --others 2
edge keep-it-straight --mix ante=10,straight=5
edge "keep-it-straight(straight=PT-FLT-KIS-SB-01)" --mix ante=10,straight=5 --json
edge "keep-it-straight(straight=PT-FLT-KIS-SB-01)" --mix ante=10,straight=5 --seats 3
edge "keep-it-straight(straight=PT-FLT-KIS-SB-01)" --mix nonsense=5
edge "perfect-pairs(decks=6)" --wager perfect_pairs --paytable PT-PRG-PP-08 --meter 31480.00 --others 2 --json
edge "perfect-pairs(decks=6)" --paytable PT-PRG-PP-D01a
edge "perfect-pairs(decks=6)" --paytable PT-PRG-PP-D01a --meter 5000 --json
edge "perfect-pairs(decks=8)" --paytable PT-PRG-PP-MLP-01 --meter 1=10000 --meter 2=2000 --meter 3=250
edge "perfect-pairs(decks=3)"
edge "blackjack(decks=1)" --json
edge "blackjack(decks=1)" --play CDP
edge "blackjack(decks=1)" --play CDP1 --json
edge "blackjack(decks=1)" --play chart
edge "blackjack(decks=1)" --play nonsense
edge "blackjack(decks=6, soft17=hits)" --play CDZ-
edge keep-it-straight --play CDP
edge ricochet-poker --seats 2
edge ricochet-poker --seats 2 --json
edge ricochet-poker --seats 99
edge keep-it-straight --deals 5
edge three-card-prime --no-cache
edge three-card-prime --wager pair_bonus
edge three-card-prime --wager prime --json
edge three-card-prime --wager mini_royal_progressive --meter 5000
strategy
strategy nonsense
strategy three-card-prime
strategy three-card-prime --json
strategy keep-it-straight --json
strategy high-card-flush
strategy high-card-flush --json
strategy "blackjack(decks=1, soft17=hits, surrender=late)"
strategy blackjack --json
strategy ricochet-poker
strategy perfect-pairs
design
design three-card-prime
design three-card-prime --wager pair_bonus --target-edge 5.5
design three-card-prime --wager pair_bonus --target-edge 5.5 --json --most 2
design three-card-prime --wager pair_bonus --target-edge 5.5 --row flush=4-4 --json
design three-card-prime --wager pair_bonus --target-edge 5.5 --row nonsense=4-4
design three-card-prime --wager pair_bonus --target-edge x
design three-card-prime --wager pair_bonus --target-edge 99
design three-card-prime --wager pair_bonus --target-edge 5.5 --row flush=3-6
design three-card-prime --wager ante --target-edge 5.5
design three-card-prime --wager mini_royal_progressive --target-edge 20
design keep-it-straight --wager straight --like PT-FLT-KIS-SB-01 --target-edge 6 --json --most 1
advantage
advantage nonsense
advantage three-card-prime
advantage three-card-prime --all
advantage three-card-prime --sees dealer:1
advantage three-card-prime --sees dealer:1 --json
advantage three-card-prime --sees dealer:all --json
advantage three-card-prime --sees dealer:color:1
advantage three-card-prime --sees nonsense
advantage three-card-prime --sees dealer:9
advantage keep-it-straight --sees dealer:1
advantage high-card-flush --sees dealer:1 --json
advantage "blackjack(decks=1)"
advantage "blackjack(decks=6)" --json
advantage "perfect-pairs(decks=2)" --samples 20 --penetration 75%
advantage "perfect-pairs(decks=2)" --penetration 2
    """)
    tape.command("strategy three-card-prime -o card.html", files="card.html")
    tape.command("strategy three-card-prime -o card.pdf", files="card.pdf")
    tape.command("strategy three-card-prime -o card.txt")
    tape.command(
        "design three-card-prime --wager pair_bonus --target-edge 5.5 -o own.toml --id OWN-7", files="own.toml"
    )


def simulations(tape: Tape) -> None:
    tape.commands("""
simulate
simulate nonsense
simulate keep-it-straight --rounds x
simulate keep-it-straight --rounds 0
simulate keep-it-straight --rounds 2e4
simulate keep-it-straight --rounds 2e4 --seed 2 --json
simulate "keep-it-straight(straight=PT-FLT-KIS-SB-01)" --rounds 2e4 --seats 2 --json
simulate three-card-prime --rounds 2e4 --json
simulate high-card-flush --rounds 1e4 --json
simulate "perfect-pairs(decks=6)" --rounds 1e4
simulate "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-08)" --rounds 1e4 --meter 5000 --json
simulate "blackjack(decks=6)" --rounds 1e4 --json
simulate "blackjack(decks=6)" --rounds 1e4 --strategy chart
simulate ricochet-poker --rounds 500 --json
simulate keep-it-straight --strategy nonsense
simulate keep-it-straight --backend nonsense
simulate keep-it-straight --seats 9
simulate keep-it-straight --deal nonsense
simulate keep-it-straight --meter 5
simulate keep-it-straight --threads 0
cut-card
cut-card keep-it-straight
cut-card "blackjack(decks=6, penetration=5/6)" --shoes 200 --json
cut-card "blackjack(decks=6, penetration=5/6)" --shoes 200
cut-card blackjack --shoes x
rng report --seed 1 --deals 500
rng report --seed 1 --deals 500 --json
rng report --deals 5
rng report nowhere
rng collect
    """)
    tape.command("rng collect --seed 1 --deals 300 --raw-bytes 1280 -o streams", files="streams/*.json")
    tape.command("rng report streams")


def documents(tape: Tape) -> None:
    dated = "--date 2026-01-01"
    for game in GAMES:
        tape.command(f"parsheet {game} {dated} -o sheet.json", files="sheet.json")
    game = "keep-it-straight(straight=PT-FLT-KIS-SB-01)"
    for suffix in ("html", "xlsx", "csv", "pdf"):
        tape.command(["parsheet", game, *dated.split(), "-o", f"sheet.{suffix}"], files=f"sheet.{suffix}")
        tape.command(["parsheet", "three-card-prime", *dated.split(), "-o", f"sheet.{suffix}"], files=f"sheet.{suffix}")
    tape.command(["parsheet", "blackjack(decks=6)", *dated.split(), "-o", "sheet.xlsx"], files="sheet.xlsx")
    (tape.folder / "table.toml").write_text(TABLE_FILE)
    tape.commands(f"""
parsheet
parsheet nonsense -o -
parsheet {dated} --table table.toml -o -
parsheet three-card-prime -o sheet.doc
parsheet three-card-prime {dated} -o - --wager pair_bonus
parsheet three-card-prime {dated} -o - --wager nonsense
parsheet three-card-prime {dated} -o - --seats 3 --average-wager 25 --rounds-per-hour 60
parsheet three-card-prime {dated} -o - --seats 99
parsheet three-card-prime --date x -o -
parsheet three-card-prime {dated} -o - --document D-1 --revision 2 --prepared-for "A Casino" --prepared-by Us
parsheet three-card-prime {dated} -o - --mix ante=10,pair_bonus=5
parsheet three-card-prime {dated} -o - --sees dealer:1
parsheet "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)" {dated} -o - --meter 10000 --others 2
parsheet "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-01)" {dated} -o - --jackpot-seed 10000 --rate 18%
parsheet "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01a)" {dated} -o - --meter 5000
placard
placard nonsense -o a.svg
placard three-card-prime -o a.doc
placard three-card-prime -o a.svg --minimum 10 --maximum 5
layout
layout nonsense -o a.svg
layout three-card-prime -o a.doc
    """)
    for each in GAMES:
        tape.command(f"placard {each} -o placard.svg", files="placard*.svg")
        tape.command(f"layout {each} -o felt.svg", files="felt.svg")
    tape.command("placard --table table.toml -o placard.pdf --size a4", files="placard.pdf")
    tape.command("layout three-card-prime -o felt.pdf", files="felt.pdf")
    tape.command("new game lantern --name lantern-lane", files="lantern/*.toml")
    tape.command("new game own --name own-game")
    tape.command("new game own --name own-game")
    tape.command("new game other --name Bad_Name")
    tape.commands("""
test-game own --rounds 5
test-game own --rounds 5 --json
test-game nowhere
test-game lantern
--games own games
--games own show own-game
--games own edge own-game --json
--games lantern games
    """)


def library(tape: Tape) -> None:
    from croupier.errors import CroupierError

    seat = {"cards": "Kc 8d 3h", "wagers": {"ante": "10.00"}, "actions": ["play"]}
    document: dict[str, Any] = {"schema": 1, "game": "three-card-prime", "seats": {"1": seat}, "dealer": "Qd 7h 4s"}
    asked: dict[str, Callable[[], Any]] = {
        "names": lambda: sorted(croupier.__all__),
        "settle": lambda: croupier.settle(document),
        "settle nonsense": lambda: croupier.settle({}),
        "about": lambda: croupier.about(),
        "configuration": lambda: croupier.configuration("keep-it-straight(edition=washington)").to_dict(),
        "configuration nonsense": lambda: croupier.configuration("nonsense"),
        "par_sheet": lambda: croupier.par_sheet("three-card-prime").to_dict(),
        "jackpot_plan": lambda: repr(type(croupier.jackpot_plan(plan_file("sample")))),
    }
    for name, cards, up in (
        ("three-card-prime", "Qs 6h 4d", None),
        ("keep-it-straight", "3c 7d 9c 8c 9h 7c 4s", None),
        ("high-card-flush", "3c 7c 9c 8c Tc Jc 4c", None),
        ("blackjack", "8s 8h", "Tc"),
        ("ricochet-poker", "Qd Kd", None),
        ("three-card-prime", "Qs", None),
        ("nonsense", "Qs", None),
    ):
        asked[f"advise {name} {cards}"] = lambda name=name, cards=cards, up=up: croupier.advise(
            name, cards, up
        ).to_dict()  # type: ignore[misc]
    for name in GAMES:
        asked[f"solve {name}"] = lambda name=name: croupier.solve(name).to_records()  # type: ignore[misc]
    for name, call in asked.items():
        try:
            status, said = "answered", json.dumps(call(), default=repr)
        except CroupierError as problem:
            status, said = type(problem).__name__, str(problem)
        except Exception as problem:  # a fault, and recorded as one
            status, said = f"raised {type(problem).__name__}", str(problem)
        tape.keep(name, status, {"out": said})


def codes(tape: Tape) -> None:
    """Every code of the books, for every kind of request, with the words of its refusal."""
    from tests.jackpot import code_rows

    for block in code_rows.read_blocks(Path(code_rows.__file__).parent / "codes.txt"):
        for row in block.rows:
            reply = code_rows.answer(block, (row,))
            fields = "; ".join([*row.states, *(f"{key} = {value}" for key, value in row.fields.items())])
            tape.keep(f"{block.title} [{fields}]", str(reply.code), {"out": str(getattr(reply, "detail", ""))})


def _typed(*requests: Any) -> str:
    return "".join((request if isinstance(request, str) else json.dumps(request)) + "\n" for request in requests)


def _logged_in() -> None:
    for variable in ("CROUPIER_PASSWORD", "CROUPIER_SECOND_PASSWORD", "CROUPIER_NEW_PASSWORD"):
        os.environ[variable] = PASSWORD


def _waiting_hash(book: str, link: str) -> str:
    """The hash of a plan that waits, as ``show`` prints it."""
    from contextlib import redirect_stdout
    from io import StringIO

    from croupier.cli.main import run

    with redirect_stdout(StringIO()) as out:
        run(["jackpot", "show", book, "--link", link, "--json"])
    found = re.search(r'"hash": "([0-9a-f]{64})"|plan ([0-9a-f]{64})', out.getvalue()) or re.search(
        r"()([0-9a-f]{64})", out.getvalue()
    )
    return (found[1] or found[2]) if found else "none"


def _requests() -> Iterator[dict[str, Any]]:
    """A link's life, with mistakes, from the opening deposit to a paid award."""
    where: dict[str, Any] = {"table": "KIS-01"}

    def of(id: str, do: str, **fields: Any) -> dict[str, Any]:
        return {"id": id, "do": do, **fields}

    yield of("d1", "deposit", amount="50,000.00", reference="opening-1")
    yield of("d1", "deposit", amount="50,000.00", reference="opening-1")
    yield of("d1", "deposit", amount="50,001.00", reference="opening-1")
    yield of("d2", "deposit", amount="x", reference="opening-1")
    yield of("w1", "wager", **where, round=1, seats=[1, 2])
    yield of("w2", "wager", **where, round=1, seats=[1])
    yield of("w3", "wager", **where, round=1, seats=[99])
    yield of("w4", "wager", table="NONE", round=1, seats=[1])
    yield of("w5", "wager", **where, round=9, seats=[1])
    yield of("r0", "result", **where, round=1, hands={})
    yield of("l1", "lock", **where, round=1)
    yield of("l2", "lock", **where, round=1)
    yield of("r1", "result", **where, round=1, hands={"1": SEVEN_CARDS, "3": SEVEN_CARDS})
    yield of("r2", "result", **where, round=1, hands={"1": "As As"})
    yield of("r3", "result", **where, round=1, hands={"1": SEVEN_CARDS})
    yield of("a1", "approve", award=1)
    yield of("a2", "approve", award=9)
    yield of("p1", "pay", award=1, method="cash", reference="1")
    yield of("v1", "void", **where, round=2, reason="misdeal")
    yield of("f1", "fault", reason="no answer")
    yield of("w6", "wager", **where, round=2, seats=[1])
    yield of("c1", "clear", reason="it answers again")
    yield of("s1", "statement", amount="50,000.00", reference="statement 1")
    yield of("x1", "nonsense")
    yield {"do": "fault", "reason": "no id"}
    yield of("x2", "fault", reason="two", color="red")
    yield of("x3", "adjust", level=1, amount="10.00", reason="house_adds", note="a gift")
    yield of("g1", "grant", ask=1)
    yield of("e1", "end", reason="moving out")


def books(tape: Tape) -> None:
    """A book of Washington's sample from its first people to its audit, by commands alone."""
    sample, book = str(plan_file("sample")), "book.db"
    tape.commands("""
jackpot codes
jackpot codes --json
jackpot check sample
jackpot check sample --json
jackpot check sample_nevada
jackpot check nowhere.toml
jackpot check sample --take-up 200%
jackpot check sample --hours-per-day 30
    """)
    text = Path(sample).read_text()
    for name, old, new in (
        ("rate", "increment_ppm = 180_000", "increment_ppm = 2_000_000"),
        ("people", 'id = "robin"', 'id = "sam"'),
        ("table", 'sensors = ["sf"]', 'sensors = ["nothing"]'),
        ("key", "schema = 1", "schema = 1\ncolor = 'red'"),
        ("schema", "schema = 1", "schema = 99"),
        ("toml", "schema = 1", "schema ="),
        ("zone", "America/Los_Angeles", "Mars/Olympus"),
        ("paytable", "PT-BJS-HCF-SF-03a", "PT-BJS-HCF-SF-03"),
        ("money", 'seed = "10000.00"', 'seed = "many"'),
    ):
        (tape.folder / f"bad-{name}.toml").write_text(text.replace(old, new, 1))
        tape.command(f"jackpot check bad-{name}.toml")
    # People, before there is a password and after.
    tape.command(f"jackpot propose {sample} {book} --by sam")
    _logged_in()
    tape.commands(f"""
jackpot propose {sample} {book} --by sam
jackpot enroll {book} sam
jackpot enroll {book} robin
jackpot enroll {book} alex
jackpot show {book}
jackpot meters {book}
jackpot audit {book}
jackpot propose {sample} {book} --by nobody
jackpot propose {sample} {book} --by sam --link nonsense
jackpot propose {sample} {book} --by sam
jackpot propose {sample} {book} --by robin
jackpot show {book}
jackpot show {book} --json
jackpot accept {book} --by robin
jackpot accept {book} --by sam --hash 00000000
    """)
    for link in ("sf", "envy", "house"):
        hash = _waiting_hash(book, link)
        tape.command(["jackpot", "accept", book, "--by", "sam", "--link", link, "--hash", hash])
        tape.command(["jackpot", "accept", book, "--by", "robin", "--link", link, "--hash", hash])
    tape.commands(f"""
jackpot accept {book} --by robin
jackpot propose {sample} {book} --by sam
jackpot enroll {book} dana --by sam --second sam
jackpot enroll {book} dana --by sam --second robin
jackpot enroll {book} alex --by sam --second robin
jackpot enroll {book} sam --by dana --second alex
jackpot put-out {book} dana --by sam --second alex
jackpot second-factor {book} alex --by sam --second sam
jackpot login-key {tape.folder}/nowhere/key dana
jackpot meters {book} --json
jackpot meters nowhere.db
jackpot show nowhere.db
jackpot report {book}
jackpot post {book} --by sam --link nonsense
jackpot post {book} --by stranger
    """)
    tape.command(f"jackpot token {book} dana --device KIS-01 --by sam --second robin", secret=True)
    tape.command(f"jackpot second-factor {book} alex --by sam --second robin", secret=True)
    tape.command(f"jackpot invite {book} dana --by sam --second robin", secret=True)
    tape.command("jackpot login-key key.pem dana", secret=True)
    tape.command("jackpot login-key key.pem dana")
    for by in ("sam", "dana", "alex"):
        for number, request in enumerate(_requests()):
            if by == "sam" or request.get("id", "")[:1] in "wlrdp":
                named = request if by == "sam" else request | {"id": f"{by}-{number}"}
                tape.command(
                    f"jackpot post {book} --by {by} --link sf", _typed(named), called=f"{by} posts {json.dumps(named)}"
                )
                tape.wall.pass_seconds(1)
    tape.command(f"jackpot post {book} --by robin --link sf", _typed({"id": "z1", "do": "grant", "ask": 1}))
    tape.command(
        f"jackpot post {book} --by robin",
        _typed(
            "",
            "{",
            "[]",
            '{"id": "a", "id": "b"}',
            {"id": "q", "do": "wager", "table": "KIS-01", "round": 5, "seats": {"sf": [1]}},
        ),
    )
    os.environ["CROUPIER_PASSWORD"] = "a wrong password"
    tape.command(f"jackpot close {book} --day 2026-01-01 --by sam")
    _logged_in()
    tape.commands(f"""
jackpot close {book} --day 2026-01-01 --by alex
jackpot report {book} --day open
jackpot report {book} --day open --json
    """)
    tape.wall.pass_seconds(86_400)
    tape.commands(f"""
jackpot close {book} --day x --by alex
jackpot close {book} --day 2026-01-01 --by dana
jackpot close {book} --day 2026-01-01 --by alex
jackpot close {book} --day 2026-01-01 --by alex
jackpot close {book} --day 2026-01-09 --by alex
jackpot report {book} --link sf
jackpot report {book} --json
jackpot report {book} --days
jackpot report {book} --month 2026-01
jackpot report {book} --month 2026-01 --json
jackpot report {book} --month x
jackpot report {book} --day 2025-01-01
jackpot report {book} --day x
jackpot meters {book}
jackpot meters {book} --link nonsense
jackpot show {book}
jackpot show {book} --json
jackpot show {book} --link sf
jackpot audit {book} --jobs 1
jackpot audit {book} --json --jobs 1
jackpot audit {book} --link nonsense
jackpot audit {book} --key nonsense --jobs 1
jackpot audit {book} --anchors nowhere --jobs 1
jackpot audit {book} --written-down 1:00 --link sf --jobs 1
jackpot audit nowhere.db
jackpot purge {book} --reason old --by sam --second robin
jackpot purge {book} --reason old --by sam --second sam
jackpot backup-payees {book} payees.json --by alex
jackpot backup-payees {book} payees.json --by dana
jackpot restore-payees {book} payees.json --by alex
jackpot restore-payees {book} nowhere.json --by alex
jackpot backup {book} backup.jsonl
jackpot backup {book} backup.jsonl
jackpot backup nowhere.db other.jsonl
jackpot restore nowhere.jsonl other.db
jackpot restore backup.jsonl {book}
jackpot restore backup.jsonl restored.db
jackpot show restored.db
jackpot audit restored.db --jobs 1
jackpot new-chain restored.db --by sam --second robin --head 00 --reason lost --link sf
jackpot new-key {book} --by sam --second sam
jackpot new-key {book} --by sam --second robin
jackpot audit {book} --jobs 1
jackpot run nowhere/book.db
jackpot run {book} --take-over
jackpot demo --seed
jackpot simulate sample --jackpot sf --runs 3 --months 1
jackpot simulate sample --jackpot sf --runs 3 --months 1 --json
jackpot simulate sample --jackpot nonsense
jackpot simulate sample --months 0
jackpot simulate nowhere.toml
    """)
    for ending in ("csv", "xlsx", "pdf"):
        tape.command(f"jackpot report {book} --link sf -o report.{ending}", files=f"report.{ending}")
    tape.command(f"jackpot report {book} -o report.doc")


def demonstration(tape: Tape) -> None:
    tape.command("jackpot demo --seed 1 -o reports", files="reports/*.csv")
    tape.commands("""
serve --port 99999
serve --host 0.0.0.0
serve --alerts nowhere.toml
serve --certificate nowhere.pem
serve --behind-proxy x
serve --book nowhere/book.db --port 0
    """)


class Asker:
    """Somebody at a browser of their own; cookies are carried by hand, since Secure ones are not sent over HTTP."""

    def __init__(self, tape: Tape, client: Any, who: str) -> None:
        self.tape, self.client, self.who = tape, client, who
        self.headers = {"origin": "http://127.0.0.1"}
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, *, secret: bool = False, **headers: str) -> Any:
        """One request to the API, kept with its status; ``secret`` keeps the answer's shape alone."""
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        if content is not None:
            sent["content-type"] = "application/json"
        answer = self.client.request(method, f"/api/v1{path}", content=content, headers=sent)
        for cookie in answer.headers.get_list("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        kind = answer.headers.get("content-type", "")
        found: Any = None
        if "json" in kind and answer.content:
            found = answer.json()
        if secret and found is not None:
            said = json.dumps(shape(found))
        elif found is not None or "text" in kind or "svg" in kind or "csv" in kind:
            said = answer.text
        else:
            said = f"{answer.content[:4]!r}, no text" if answer.content else ""
        self.tape.keep(
            f"{self.who}: {method} {path} {_brief(body)}".strip(), answer.status_code, {"kind": kind, "out": said}
        )
        return found


def _brief(body: Any) -> str:
    """A body as a name of its call; nothing secret."""
    if body is None or isinstance(body, bytes):
        return "" if body is None else repr(body[:30])
    if isinstance(body, dict):
        body = {
            key: "..."
            if key in ("password", "code", "secret", "first", "second", "by", "client_data", "attestation")
            else value
            for key, value in body.items()
        }
    return json.dumps(body)[:150]


@contextmanager
def _house(tape: Tape, **changes: Any) -> Iterator[Any]:
    import structlog

    with warnings.catch_warnings(action="ignore"):  # it asks for a library that is not ours to choose
        from starlette.testclient import TestClient

    from croupier.service.app import create_app
    from croupier.service.settings import Settings

    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    given: dict[str, Any] = {
        "database": str(tape.folder / "house.db"),
        "requests_per_second": 1e9,
        "burst": 10**9,
        "questions_each": 50,
        "guests_per_second": 1e9,
        "guests_burst": 10**9,
        "doors_per_second": 1e9,
        "doors_burst": 10**9,
        "workers": 1,
    }
    with TestClient(
        create_app(Settings(**(given | changes))), base_url="http://127.0.0.1", client=("127.0.0.1", 5)
    ) as client:
        yield client


def questions(tape: Tape) -> None:
    """The operations that anybody may ask, without a jackpot book."""
    with _house(tape) as client:
        guest = Asker(tape, client, "guest")
        for path in """
/session
/tables
/tables/nonsense
/games
/games/keep-it-straight
/games/keep-it-straight(edition=washington)
/games/nonsense
/paytables/PT-FLT-SRT-02
/paytables/PT-PRG-PP-D01a
/paytables/nonsense
/search?q=two-card straight must fold
/search?q=%20
/search
/example?game=three-card-prime
/example?game=blackjack
/example?game=nonsense
/example
/edge
/edge?game=nonsense
/edge?game=three-card-prime
/edge?game=three-card-prime&wager=pair_bonus
/edge?game=three-card-prime&wager=nonsense
/edge?game=three-card-prime&meter=100
/edge?game=three-card-prime&others=2
/edge?game=three-card-prime&others=x
/edge?game=three-card-prime&color=red
/edge?game=blackjack
/edge?game=ricochet-poker
/edge?game=perfect-pairs(decks=6)&wager=perfect_pairs&paytable=PT-PRG-PP-08&meter=31480.00&others=2
/edge?game=perfect-pairs(decks=6)&paytable=PT-PRG-PP-08&jackpot_seed=2000&rate=17%25
/strategy
/strategy?game=three-card-prime
/strategy?game=blackjack
/strategy?game=perfect-pairs
/strategy?game=nonsense
/sheet
/sheet?game=three-card-prime
/sheet?game=three-card-prime&format=csv
/sheet?game=three-card-prime&format=html
/sheet?game=three-card-prime&format=pdf
/sheet?game=three-card-prime&format=xlsx
/sheet?game=three-card-prime&format=drawings
/sheet?game=three-card-prime&format=nonsense
/sheet?game=three-card-prime&wager=pair_bonus&seats=3&rounds_per_hour=60&average_wager=25
/sheet?game=three-card-prime&wager=nonsense
/sheet?game=three-card-prime&seats=99
/sheet?game=perfect-pairs(decks=6,perfect_pairs=PT-PRG-PP-08)&meter=31480.00&others=2
/sheet?game=perfect-pairs(decks=6,perfect_pairs=PT-PRG-PP-08)&jackpot_seed=2000&rate=17%25
/design
/design?game=three-card-prime&wager=pair_bonus&target_edge=5.5
/design?game=three-card-prime&wager=pair_bonus&target_edge=5.5&row=flush=4-4&format=toml
/design?game=three-card-prime&wager=pair_bonus&target_edge=x
/design?game=three-card-prime&wager=ante&target_edge=5
/quiz?game=three-card-prime
/quiz?game=three-card-prime&level=3&seed=5&number=2
/quiz?game=three-card-prime&level=9
/quiz?game=nonsense
/quiz
/nonsense
/staff/session
/office
/pit/tables
/displays
/devices
        """.strip().splitlines():
            guest.ask("GET", path)
        seat = {"cards": "9d Td Jd", "wagers": {"ante": "10.00", "pair_bonus": "5.00"}, "actions": ["play"]}
        game = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-06)"
        settled: dict[str, Any] = {"schema": 1, "game": game, "seats": {"1": seat}, "dealer": "Js 8h 5c"}
        undecided = {**settled, "seats": {"1": {key: value for key, value in seat.items() if key != "actions"}}}
        for path in ("/settle", "/look", "/replay", "/advise", "/quiz", "/session"):
            for body in (
                b"",
                b"[]",
                b"{",
                b'{"a": 1, "a": 2}',
                b"\xff",
                {},
                settled,
                undecided,
                {**settled, "color": "red"},
            ):
                guest.ask("POST", path, body)
            guest.ask("PATCH", path, {})
        for body in (
            {"game": "three-card-prime", "cards": "Qs 6h 4d"},
            {"game": "three-card-prime", "cards": "Qs 6h"},
            {"game": "blackjack", "cards": "8s 8h", "up": "Tc"},
            {"game": "high-card-flush", "cards": "3c 7c 9c 8c Tc Jc 4c"},
            {"game": "keep-it-straight", "cards": "3c 7d 9c 8c 9h 7c 4s"},
            {"game": "ricochet-poker", "cards": "Qd Kd"},
        ):
            guest.ask("POST", "/advise", body)
        guest.ask("POST", "/quiz", {"game": "three-card-prime", "level": 1, "seed": "1", "number": 1, "answers": [0]})
        guest.ask(
            "POST", "/quiz", {"game": "three-card-prime", "level": 1, "seed": "1", "number": 1, "answers": [1000]}
        )
        document = guest.ask("GET", "/../../healthz")
        del document
        _at_tables(tape, client)


def _at_tables(tape: Tape, client: Any) -> None:
    """A round at two play tables. Its cards are chance, so answers are kept by their shape."""
    player, other = Asker(tape, client, "player"), Asker(tape, client, "watcher")
    player.ask("POST", "/session", {"name": ""})
    player.ask("POST", "/session", {"name": "Pat"}, secret=True)
    other.ask("POST", "/session", {"name": "Quinn"}, secret=True)
    tables = player.ask("GET", "/tables", secret=True)["tables"]
    ids = sorted(table["id"] for table in tables)
    for table in ids:
        player.ask("GET", f"/tables/{table}", secret=True)
        player.ask("GET", f"/tables/{table}/rounds", secret=True)
        player.ask("GET", f"/tables/{table}/advice", secret=True)
    numbers = iter(range(1, 1000))

    def do(asker: Asker, table: str, kind: str, body: Any = None) -> Any:
        return asker.ask(
            "POST", f"/tables/{table}/{kind}", body, secret=True, Idempotency_Key=f"recorder-{next(numbers):04}"
        )

    table = next((id for id in ids if "three" in id or "prime" in id), ids[0])
    player.ask("POST", f"/tables/{table}/sit", {"seat": 1})
    do(player, table, "sit", {"seat": 99})
    do(player, table, "sit", {"seat": 1})
    do(other, table, "sit", {"seat": 1})
    do(player, table, "bot", {"seat": 2})
    do(player, table, "bot", {"seat": 2})
    do(player, table, "dismiss", {"seat": 2})
    do(player, table, "dismiss", {"seat": 3})
    do(other, table, "wagers", {"round": 1, "wagers": {"ante": 1000}, "ready": True})
    do(player, table, "wagers", {"round": 99, "wagers": {"ante": 1000}, "ready": True})
    do(player, table, "wagers", {"round": 1, "wagers": {"nonsense": 1000}, "ready": True})
    do(player, table, "wagers", {"round": 1, "wagers": {"ante": 1}, "ready": True})
    do(player, table, "act", {"round": 1, "decided": 0, "action": "fold"})
    do(player, table, "wagers", {"round": 1, "wagers": {"ante": 1000}, "ready": True})
    for _ in range(200):
        view = client.get(
            f"/api/v1/tables/{table}",
            headers={"cookie": "; ".join(f"{name}={value}" for name, value in player.cookies.items())},
        ).json()["view"]
        if view["phase"] == "playing":
            break
        tape.wall.pass_seconds(1)
        time.sleep(0.02)
    player.ask("GET", f"/tables/{table}", secret=True)
    other.ask("GET", f"/tables/{table}", secret=True)
    player.ask("GET", f"/tables/{table}/advice", secret=True)
    do(player, table, "act", {"round": 1, "decided": 0, "action": "nonsense"})
    do(other, table, "act", {"round": 1, "decided": 0, "action": "fold"})
    do(player, table, "act", {"round": 1, "decided": 0, "action": "fold"})
    player.ask("GET", f"/tables/{table}/rounds", secret=True)
    for number in ("1", "99", "x"):
        player.ask("GET", f"/tables/{table}/rounds/{number}", secret=True)
        player.ask("GET", f"/tables/{table}/rounds/{number}/steps", secret=True)
    do(player, table, "leave")
    do(player, table, "leave")
    player.ask("GET", "/session", secret=True)


def casino_floor(tape: Tape) -> None:
    """A house with a jackpot book: the door, the pit, the office, displays, people and devices."""
    import pyotp

    _logged_in()
    book, link = str(tape.folder / "casino.db"), "sf"
    plan = tape.folder / "plan.toml"
    more = "".join(
        f'\n[[people]]\nid = "{id}"\nname = "{id.title()}"\nrole = "{role}"\n'
        for id, role in (("olga", "operator"), ("anton", "auditor"), ("ursel", "supervisor"))
    )
    text = plan_file("sample_nevada").read_text()
    plan.write_text(text.replace("[[thresholds]]", more.lstrip() + "\n[[thresholds]]", 1))
    for person in ("sam", "robin"):
        tape.command(f"jackpot enroll {book} {person}")
    tape.command(f"jackpot propose {plan} {book} --by sam --link {link}")
    tape.command(["jackpot", "accept", book, "--by", "robin", "--link", link, "--hash", _waiting_hash(book, link)])
    keys: dict[str, str] = {}
    for person in ("dana", "alex", "olga", "anton", "ursel"):
        tape.command(f"jackpot enroll {book} {person} --by sam --second robin")
    for person in ("sam", "robin", "alex", "olga", "ursel"):
        out = tape.command(f"jackpot second-factor {book} {person} --by sam --second robin", secret=True)
        keys[person] = next((word for word in out.split() if len(word) >= 16 and word.isupper()), "")
    deposit = {"id": "d1", "do": "deposit", "amount": "90,000.00", "reference": "opening-1"}
    tape.command(f"jackpot post {book} --by sam --link {link}", _typed(deposit))

    def credentials(person: str) -> dict[str, str]:
        tape.wall.pass_seconds(31)
        code = pyotp.TOTP(keys[person]).at(tape.wall.seconds) if keys.get(person) else ""
        return {"person": person, "password": PASSWORD, "code": code}

    with _house(tape, book=book, play_tables=False) as client:

        def staff(person: str) -> Asker:
            asker = Asker(tape, client, person)
            found = asker.ask("POST", "/staff/session", credentials(person), secret=True)
            asker.headers["x-croupier-csrf"] = (found or {}).get("csrf", "")
            return asker

        nobody = Asker(tape, client, "nobody")
        nobody.ask("POST", "/staff/session", {"person": "sam", "password": "wrong", "code": "000000"})
        nobody.ask("POST", "/staff/session", {"person": "stranger", "password": "wrong"})
        nobody.ask("POST", "/staff/session", {"person": "sam", "password": PASSWORD})
        nobody.ask("POST", "/staff/session", {})
        dana, sam, robin, alex, olga, anton = (
            staff(person) for person in ("dana", "sam", "robin", "alex", "olga", "anton")
        )
        everybody = (nobody, dana, sam, alex, olga, anton)
        table, lamps = "HCF-01", "/pit/tables/HCF-01/lamps"
        pit = f"/pit/tables/{table}"
        of_link = f"/office/links/{link}"
        for path in f"""
/staff/session
/pit/tables
{pit}
/pit/tables/NONE
{pit}?link=nonsense
/displays
/displays/{table}
/displays/NONE
/office
/office/runbooks
/office/access?limit=3
{of_link}/journal
{of_link}/journal?limit=2&before=4
{of_link}/journal/1
{of_link}/journal/999
/office/links/nonsense/journal
{of_link}/history
{of_link}/days
{of_link}/bank
{of_link}/report?day=open
{of_link}/report?day=x
{of_link}/report?month=2026-01
{of_link}/awards/9
/devices
/staff/people
/staff/passkeys
        """.split():
            for asker in everybody if path in ("/office", pit, "/staff/people") else (nobody, sam, dana):
                asker.ask("GET", path)
        nobody.ask("PUT", lamps, {"seats": [1]})
        for body in ({"seats": [2, 3]}, {"seats": [99]}, {"seats": "x"}, {}, {"seats": [2, 3], "color": "red"}):
            dana.ask("PUT", lamps, body)
        alex.ask("PUT", lamps, {"seats": [1]})
        dana.ask("POST", lamps, {"seat": 4, "lit": True, "round": 1})
        dana.ask("POST", lamps, {"seat": 4, "lit": False, "round": 1})
        dana.ask("POST", lamps, {"seat": 4, "lit": True, "round": 9})
        dana.ask("POST", f"{pit}/lock", {"id": "lock-00001", "round": 9})
        dana.ask("POST", f"{pit}/lock", {"id": "x", "round": 1})
        dana.ask("POST", f"{pit}/lock", {"id": "lock-00002", "round": 1})
        dana.ask("POST", f"{pit}/lock", {"id": "lock-00003", "round": 1})
        dana.ask("GET", pit)
        dana.ask("POST", f"{pit}/grade", {"hands": {"2": SEVEN_CARDS}})
        dana.ask("POST", f"{pit}/grade", {"hands": {"2": "As Ks"}})
        dana.ask("POST", f"{pit}/grade", {"hands": {"2": "As Ks"}, "so_far": True})
        dana.ask("POST", f"{pit}/grade", {})
        dana.ask("POST", f"{pit}/alerts", {"alert": "nonsense"})
        requests = f"/links/{link}/requests"
        where: dict[str, Any] = {"table": table, "round": 1}
        numbers = iter(range(1, 1000))

        def post(asker: Asker, do: str, **fields: Any) -> Any:
            people = {name: fields.pop(name) for name in ("by", "second", "payee") if name in fields}
            return asker.ask(
                "POST", requests, {"request": {"id": f"rec:{next(numbers)}", "do": do, **fields}, **people}
            )

        post(nobody, "result", **where, hands={})
        post(dana, "result", **where, hands={"2": "Zz"})
        post(dana, "result", **where, hands={"5": SEVEN_CARDS})
        post(dana, "result", **where, hands={"2": SEVEN_CARDS})
        dana.ask("POST", requests, {"request": {"do": "fault"}})
        dana.ask("POST", requests, {})
        dana.ask("POST", "/links/nonsense/requests", {"request": {"id": "a", "do": "fault", "reason": "x"}})
        dana.ask("GET", f"{pit}/awards/1")
        dana.ask("GET", f"{pit}/awards/99")
        post(dana, "approve", award=1, by=credentials("sam"))
        post(dana, "approve", award=1, by={"person": "sam", "password": "wrong"})
        post(dana, "confirm", award=1, camera="TAPE-1", by=credentials("robin"))
        payee = {"name": "Pat Winner", "address": "1 Main Street", "identified": "passport"}
        post(alex, "pay", award=1, method="cash", reference="1")
        post(alex, "pay", award=1, method="check", reference="1", tax_form="W2G-1")
        post(alex, "pay", award=1, method="check", reference="1", tax_form="W2G-1", payee=payee)
        post(sam, "adjust", level=1, amount=100, reason="house_adds", note="a gift")
        post(robin, "grant", ask=1)
        post(sam, "nonsense")
        post(anton, "fault", reason="an auditor moves nothing")
        dana.ask(
            "POST",
            f"{pit}/report",
            {"request": {"id": "rep:1", "do": "fault", "reason": "the sensor is dark", "table": table}},
        )
        dana.ask("POST", f"{pit}/report", {"request": {}})
        for asker in (sam, alex, anton, dana):
            asker.ask("GET", f"/office/links/{link}/awards/1")
            asker.ask("GET", f"/office/links/{link}/bank")
            asker.ask("GET", f"/office/links/{link}/journal?limit=3")
        sam.ask("GET", f"/office/links/{link}/awards/1?format=pdf")
        for ending in ("pdf", "csv", "xlsx", "nonsense"):
            alex.ask("GET", f"/office/links/{link}/report?day=open&format={ending}")
        for asker in (nobody, dana, sam, anton):
            asker.ask("POST", "/office/audit", {})
        asked = nobody.ask("POST", "/pairing", {"kind": "display"}, secret=True)
        nobody.ask("POST", "/pairing", {"kind": "nonsense"})
        nobody.ask("POST", "/pairing/token", {"secret": (asked or {}).get("secret", "x")}, secret=True)
        nobody.ask("POST", "/pairing/token", {"secret": "nonsense"})
        dana.ask("POST", "/devices", {"code": (asked or {}).get("code", "x"), "table": table}, secret=True)
        sam.ask("POST", "/devices", {"code": "nonsense", "table": table})
        paired = sam.ask(
            "POST",
            "/devices",
            {"code": (asked or {}).get("code", "x"), "table": table, "link": link, "second": credentials("robin")},
            secret=True,
        )
        nobody.ask("POST", "/pairing/token", {"secret": (asked or {}).get("secret", "x")}, secret=True)
        devices = sam.ask("GET", "/devices", secret=True)
        first: dict[str, Any] = next(iter((devices or {}).get("devices", [])), {})
        sam.ask("DELETE", "/devices/nonsense")
        sam.ask(
            "DELETE", f"/devices/{first.get('id', 'x')}", {"second": credentials("robin")}, secret=True
        ) if paired else None
        nobody.ask("POST", "/sensor", {"seats": [1]})
        dana.ask("POST", "/sensor", {"seats": [1]})
        for person, what in (
            ("ursel", "unlocking"),
            ("nonsense", "unlocking"),
            ("ursel", "leaving"),
            ("ursel", "role"),
            ("ursel", "invitation"),
            ("ursel", "half"),
            ("ursel", "confirmation"),
        ):
            path = f"/staff/people/{person}/{what}"
            dana.ask("POST", path, {"second": credentials("robin"), "reason": "left"}, secret=True)
            sam.ask("POST", path, {})
        sam.ask("POST", "/staff/people/ursel/unlocking", {"second": credentials("sam")})
        sam.ask("POST", "/staff/people/ursel/unlocking", {"second": credentials("robin")})
        role = {"link": link, "name": "Nora New", "role": "accounting", "second": credentials("robin")}
        sam.ask("POST", "/staff/people/nora/role", role)
        made = sam.ask("POST", "/staff/people/nora/invitation", {"second": credentials("robin")}, secret=True)
        shown = robin.ask("POST", "/staff/people/nora/half", {}, secret=True)
        halves = {"first": (made or {}).get("half", "x"), "second": (shown or {}).get("half", "x")}
        nora = Asker(tape, client, "nora")
        nora.ask("POST", "/staff/invitation", {"first": "x", "second": "y"})
        found = nora.ask("POST", "/staff/invitation", halves, secret=True)
        key = (found or {}).get("key", "")
        tape.wall.pass_seconds(31)
        code = pyotp.TOTP(key).at(tape.wall.seconds) if key else "000000"
        nora.ask("POST", "/staff/enrollment", {**halves, "password": "short", "code": code})
        enrolled = nora.ask("POST", "/staff/enrollment", {**halves, "password": PASSWORD, "code": code}, secret=True)
        for asker in (sam, robin):
            asker.ask("POST", "/staff/people/nora/confirmation", {"code": "nonsense"})
            asker.ask(
                "POST",
                "/staff/people/nora/confirmation",
                {"code": str((enrolled or {}).get("confirmation", "x"))},
                secret=True,
            )
        sam.ask("POST", "/staff/people/ursel/leaving", {"second": credentials("robin"), "reason": "moved away"})
        for asker in (nobody, sam):
            asker.ask("POST", "/staff/challenge", {"person": "sam"}, secret=True)
            asker.ask("POST", "/staff/passkeys/challenge", {"password": "wrong", "code": "000000"})
            asker.ask("POST", "/staff/passkeys", {"name": "mine", "client_data": "x", "attestation": "y"})
            asker.ask("DELETE", "/staff/passkeys/nonsense")
        sam.ask("GET", "/staff/people")
        sam.ask("GET", "/office")
        dana.ask("GET", f"/displays/{table}")
        stale = Asker(tape, client, "sam without a csrf token")
        stale.cookies = sam.cookies
        stale.ask("POST", "/office/audit", {})
        for asker in (dana, sam):
            asker.ask("DELETE", "/staff/session")
            asker.ask("GET", "/pit/tables")
    tape.commands(f"jackpot audit {book} --jobs 1\njackpot report {book} --day open\njackpot show {book}")


SCENES: dict[str, Callable[[Tape], None]] = {
    "questions of the API": questions,
    "casino": casino_floor,
    "books": books,
    "edges": edges,
    "simulations": simulations,
    "documents": documents,
    "rounds": rounds,
    "playing": playing,
    "demonstration": demonstration,
    "codes": codes,
    "rulebook": rulebook,
    "library": library,
    "help": help_pages,
}
"""The longest first, so that two processes end together."""
