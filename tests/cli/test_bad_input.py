"""Input of any kind that cannot be used: one message, a status that is not 0, never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

DESIGN = ("design", "three-card-prime", "--wager", "pair_bonus", "--target-edge")
FILES = {
    "junk.bin": bytes(range(256)),
    "empty.json": b"",
    "list.json": b"[1, 2]",
    "chart.json": b'{"chart": [{"hand": 1}]}',
    "sheet.json": b'{"schema": 1, "kind": "par sheet"}',
    "bad.toml": b"a = [",
    "rule.toml": b"[[rule]]\ntake = 1\n",
}
BAD = [
    *((*DESIGN, edge) for edge in ("", "nan", "inf", "1/0", "1e400", "100", "five")),
    (*DESIGN, "5", "--row", "flush="),
    (*DESIGN, "5", "--row", "flush=5-3"),
    (*DESIGN, "5", "--row", "nosuch=3-5"),
    (*DESIGN, "5", "--deviation", "a-b"),
    (*DESIGN, "5", "--deviation", "9-2"),
    (*DESIGN, "5", "--hit-frequency", "-5"),
    (*DESIGN, "5", "--hit-frequency", "1000"),
    (*DESIGN, "5", "--tolerance", "nan"),
    (*DESIGN, "5", "--max-top-pay", "0"),
    (*DESIGN, "5", "--most", "0"),
    (*DESIGN, "5", "--like", "NOPE"),
    (*DESIGN, "5", "--order", "worst"),
    (*DESIGN, "5", "-o", "nosuch/x.toml"),
    (*DESIGN, "5", "-o", "x.toml", "--id", "bad id"),
    ("design", "nosuch", "--wager", "pair_bonus", "--target-edge", "5"),
    ("design", "blackjack", "--wager", "bet", "--target-edge", "5"),
    ("edge", ""),
    ("edge", "\0"),
    ("edge", "three-card-prime("),
    ("edge", "blackjack(decks=99)"),
    ("edge", "three-card-prime", "--mix", "ante=nan"),
    ("edge", "three-card-prime", "--others", "-1"),
    ("edge", "ricochet-poker", "--seats", "99"),
    ("advise", "three-card-prime", "--cards", "zz"),
    ("advise", "three-card-prime", "--round", "junk.bin"),
    ("advise", "three-card-prime", "--round", "list.json"),
    ("strategy", "perfect-pairs"),
    ("grade", "three-card-prime", "junk.bin"),
    ("grade", "three-card-prime", "list.json"),
    ("grade", "three-card-prime", "rule.toml"),
    ("simulate", "three-card-prime", "--rounds", "1e99"),
    ("simulate", "three-card-prime", "--checkpoint", "junk.bin"),
    ("simulate", "three-card-prime", "--strategy", "list.json"),
    ("parsheet", "three-card-prime", "-o", "x.json", "--average-wager", "nan"),
    ("parsheet", "three-card-prime", "-o", "x.json", "--date", "2026-13-45"),
    ("parsheet", "three-card-prime", "-o", "x.json", "--compare", "junk.bin"),
    ("parsheet", "--table", "bad.toml", "-o", "x.json"),
    ("advantage", "three-card-prime", "--sees", "dealer:0"),
    ("advantage", "three-card-prime", "--samples", "1"),
    ("cut-card", "blackjack", "--shoes", "1"),
    ("settle", "junk.bin"),
    ("replay", "list.json"),
    ("verify", "chart.json"),
    ("play", "three-card-prime", "--limit", "ante=5-1"),
    ("placard", "three-card-prime", "-o", "x.svg", "--minimum", "nan"),
    ("rng", "collect", "--raw", "--bytes", "0", "x"),
    ("new", "game", "x", "--name", "BAD NAME"),
    ("dossier", "three-card-prime", "-o", "x", "--date", "2026-01-01", "--key", "junk.bin"),
    ("jackpot", "check", "bad.toml"),
    ("jackpot", "check", "sample", "--take-up", "nan"),
    ("jackpot", "meters", "junk.bin"),
    ("jackpot", "audit", "nosuch.db"),
    ("jackpot", "restore", "junk.bin", "new.db"),
    ("backup", "nosuch.db", "f", "--to", "zzz"),
    ("serve", "--alerts", "bad.toml"),
]


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_one_message_and_no_traceback(
    words: tuple[str, ...], croupier: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    status, out, err = croupier(*words)
    assert status in (1, 2, 3)
    assert out == ""
    assert err.count("croupier:") == 1
    assert "Traceback" not in err
