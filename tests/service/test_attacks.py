"""What a hostile visitor tried once, and what the house says to it now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.casino import Casino, OpenCasino, open_casino
from tests.service.running import House, quick


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    with open_casino(Casino(tmp_path_factory.mktemp("casino"))) as opened:
        yield opened


def test_invented_methods_are_counted_as_one(casino: OpenCasino) -> None:
    client = casino.house.client()
    for method in ("FROB", "FROBA", "PROPFIND", "MKCOL"):
        client.request(method, "/")
    labels = {
        sample.labels["method"]
        for family in casino.house.app.state.metrics.requests.collect()
        for sample in family.samples
    }
    assert "other" in labels
    assert labels <= {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "other"}


def test_pages_have_a_limit_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("pages")
    with House(quick(folder, requests_per_second=0.001, burst=1)) as house, house.client() as client:
        said = [client.get("/healthz").status_code for _ in range(12)]
        assert said == [200] * 10 + [429] * 2
        assert client.get("/api/v1/games").status_code == 200  # they are counted apart
