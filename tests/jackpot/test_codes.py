"""Every code, and which comes first: codes.txt, row by row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.jackpot.codes import AT_THE_DOOR, CODES
from croupier.jackpot.kinds.table import KINDS
from croupier.service.routes import pit
from tests.jackpot.code_rows import Block, Row, answer, read_blocks

BLOCKS = read_blocks(Path(__file__).parent / "codes.txt")
CASES = [(block, number) for block in BLOCKS for number in range(len(block.rows))]
NAMES = [f"{block.title}-{block.rows[number].code}" for block, number in CASES]


@pytest.mark.parametrize(("block", "number"), CASES, ids=NAMES)
def test_the_first_mistake_is_the_answer(block: Block, number: int) -> None:
    row = block.rows[number]
    assert answer(block, block.rows[number:]).code == row.code


@pytest.mark.parametrize(("block", "number"), CASES, ids=NAMES)
def test_each_mistake_alone_has_its_code(block: Block, number: int) -> None:
    row = block.rows[number]
    assert answer(block, (row,)).code == row.code


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.title)
def test_rows_stand_in_the_order_of_the_codes(block: Block) -> None:
    ranks = [list(CODES).index(row.code) for row in block.rows]
    assert ranks == sorted(set(ranks))


def test_every_code_has_a_row() -> None:
    assert {row.code for block in BLOCKS for row in block.rows} == set(CODES)


def test_every_kind_of_request_has_a_block_that_ends_well() -> None:
    assert {block.kind for block in BLOCKS if block.rows[-1] == Row("ok", (), {})} == set(KINDS)


def test_every_answer_of_the_pit_is_in_a_list() -> None:
    text = Path(pit.__file__).read_text()
    said = set(re.findall(r'Refused\(\s*\d+,\s*"(\w+)"', text)) | set(re.findall(r'code, detail = "(\w+)"', text))
    assert said <= {*CODES, *AT_THE_DOOR}
    assert said - set(CODES) == set(AT_THE_DOOR), "and nothing is listed that nobody says"
