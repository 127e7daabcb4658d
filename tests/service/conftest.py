from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.service.casino import Casino, OpenCasino, open_casino
from tests.service.running import House, quick


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """One house for a module of tests, and somebody who asks it."""
    with House(quick(tmp_path_factory.mktemp("house"))) as open_house, open_house.client() as client:
        yield client


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    """One house with a live jackpot book for a module of tests."""
    with open_casino(Casino(tmp_path_factory.mktemp("casino"))) as opened:
        yield opened
