"""The tests until a time, the quick ones first: pytest's own report holds what was reached, and the rest is counted.

    python -m tools.timed_tests END COUNTED [words for pytest]

END is a time of the clock in seconds; COUNTED is the file that is told how many tests there are.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest


class Until:
    """A plugin of pytest that ends the session in order, so that reports are whole."""

    def __init__(self, end: float, counted: Path) -> None:
        self._end, self._counted = end, counted

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
        self._counted.write_text(str(len(items)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> None:
        if time.time() > self._end:
            pytest.exit("the time is over")


if __name__ == "__main__":
    end, counted, *words = sys.argv[1:]
    sys.exit(pytest.main(words, plugins=[Until(float(end), Path(counted))]))
