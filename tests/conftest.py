"""Settings every test shares."""

from __future__ import annotations

import pytest
from hypothesis import settings

from croupier.cli.main import run
from tests.cli.calling import Call, Shown

# The same tree gives the same verdict on every machine: no time limit and no chance in the choice of examples.
settings.register_profile("croupier", deadline=None, derandomize=True)
settings.load_profile("croupier")


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command; its exit status, standard output and standard error."""

    def call(*arguments: str) -> Shown:
        status = run(list(arguments))
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return status, shown.out, shown.err

    return call
