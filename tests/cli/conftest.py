"""The program, called within the test: quick, and its two streams apart."""

from __future__ import annotations

import pytest

from croupier.cli.main import run
from tests.cli.calling import Call, Shown


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command; its exit status, standard output and standard error."""

    def call(*arguments: str) -> Shown:
        status = run(list(arguments))
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return status, shown.out, shown.err

    return call
