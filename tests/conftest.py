"""Settings every test shares."""

from __future__ import annotations

import gc
import signal
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings

from croupier.cli.main import run
from tests.caches import without_results
from tests.cli.calling import Call, Shown
from tests.passwords import QUICK

# The same tree gives the same verdict on every machine: no time limit and no chance in the choice of examples.
settings.register_profile("croupier", deadline=None, derandomize=True)
settings.load_profile("croupier")

# A run in the background inherits an ignored Ctrl-C, and so would every program that a test starts and stops with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that no worker is left alone with one at the end; those with a browser are
    spread over the others, so that no three browsers share two cores. Workers divide tests by name, and run only one of
    two that share it.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    files = [path for path in dict.fromkeys(item.path for item in items) if path not in slow]
    browser = [path for path in files if path.parent.name == "web"]
    place = {path: at / len(files) for at, path in enumerate(files)} | dict.fromkeys(slow, -1.0)
    place |= {path: at / len(browser) for at, path in enumerate(browser)}
    items.sort(key=lambda item: place[item.path])
    counts = Counter(item.nodeid for item in items)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        raise pytest.UsageError(f"several tests share the name {twice[0]}: give each its own id")


def pytest_collection_finish() -> None:
    """Twelve thousand tests and all that they import stay until the end. A collector that walks through them again and
    again takes an eighth of the processor's time: what is there now is left out, and whole walks are rarer.
    """
    gc.freeze()
    gc.set_threshold(7_000, 10, 50)


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("argon2.PasswordHasher", QUICK)
        yield


@pytest.fixture(scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For a file of tests that solve: nothing is recalled from another file or an earlier run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", without_results(tmp_path_factory.mktemp("results")))
        yield


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command; its exit status, standard output and standard error."""

    def call(*arguments: str) -> Shown:
        status = run(list(arguments))
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return status, shown.out, shown.err

    return call
