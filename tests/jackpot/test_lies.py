"""The lies that torture and tests are tried with still have their place; the run itself is recorded."""

from __future__ import annotations

import pytest

from tools.mutants import Lie, lies


@pytest.mark.parametrize("lie", lies(), ids=lambda lie: lie.what)
def test_every_lie_about_the_books_has_its_place(lie: Lie) -> None:
    honest = lie.place().read_text()
    told = lie.told(honest)
    assert told != honest
    compile(told, lie.function, "exec")
