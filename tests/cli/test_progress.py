"""Long work shows a bar to whoever watches it, and nothing to a pipe."""

from __future__ import annotations

import sys

import pytest

from croupier.cli.progress import progress_bar


def test_a_terminal_sees_a_bar_that_is_wiped_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show = progress_bar("solving")
    show(1, 4)
    assert "solving [##########" in capsys.readouterr().err
    show(4, 4)
    assert "#" not in capsys.readouterr().err


def test_a_pipe_sees_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress_bar("solving")(1, 4)
    assert capsys.readouterr().err == ""
