"""What a long piece of work says of itself while somebody looks."""

from __future__ import annotations

import sys

import pytest

from croupier.cli import output


def test_the_first_pieces_say_how_long_the_whole_will_take(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([0.0, 0.5, 1.5, 3.0])
    monkeypatch.setattr("croupier.cli.output.time.monotonic", lambda: next(times))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = output.progress_bar("solving")
    for done in (1, 3, 6):
        show(done, 120)
    told = capsys.readouterr().err
    assert told.count("solving: about 60 seconds on this machine") == 1
    assert told.index("on this machine") < told.index("left", told.index("on this machine"))
