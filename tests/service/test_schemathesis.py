"""Every route against its own description, with inputs that nobody thought of: no failure of ours, no other shape."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from croupier.service.app import create_app
from croupier.service.settings import Settings
from tests.service.running import House, quick

schema = schemathesis.openapi.from_dict(create_app(Settings(database="memory:")).openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with House(quick(tmp_path_factory.mktemp("house"))) as house:
        yield house.address


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_route(
    case: schemathesis.Case,  # type: ignore[type-arg]
    address: str,
) -> None:
    response = case.call(base_url=address)
    if response.status_code == 501:
        # Not solved yet is an answer, and a described one.
        assert response.json()["code"] == "not_solved"
        return
    case.validate_response(response, checks=[not_a_server_error, status_code_conformance, content_type_conformance])
