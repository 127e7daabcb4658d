"""Every route against its own description, with inputs that nobody thought of: no failure of ours, no other shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from croupier.service.app import create_app
from croupier.service.settings import Settings
from tests.service.running import House, quick

schema = schemathesis.openapi.from_dict(create_app(Settings(database="memory:")).openapi())
# Each route is a test with a name of its own: tests that share one name are run once when workers divide them.
OPERATIONS = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with House(quick(tmp_path_factory.mktemp("house"))) as house:
        yield house.address


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: str(each.label))
def test_route(operation: Any, address: str) -> None:
    @given(operation.as_strategy())
    @settings(
        max_examples=12,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answers(case: schemathesis.Case) -> None:  # type: ignore[type-arg]
        response = case.call(base_url=address)
        if response.status_code == 501:
            # Not solved yet is an answer, and a described one.
            assert response.json()["code"] == "not_solved"
            return
        case.validate_response(response, checks=[not_a_server_error, status_code_conformance, content_type_conformance])

    answers()


def test_every_route_is_tried() -> None:
    assert len({each.label for each in OPERATIONS}) == sum(len(each) for each in schema.raw_schema["paths"].values())
