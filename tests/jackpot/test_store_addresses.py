"""No message holds a password, however the address of a book was typed."""

from __future__ import annotations

import pytest

from croupier.cli.main import run
from croupier.stores.opening import masked

SECRET = "hunter2"
ADDRESSES = [
    f"postgresql://casino:{SECRET}@127.0.0.1:1/book",
    f"postgres://casino:{SECRET}@127.0.0.1:1/book",
    f"postgresql://casino@127.0.0.1:1/book?password={SECRET}",
    f"postgresql://casino@127.0.0.1:1/book?sslmode=disable&password={SECRET}&connect_timeout=1",
    f"postgresql://casino@127.0.0.1:1/book?sslpassword={SECRET}",
    f"postgresql://casino@127.0.0.1:1/book?p%61ssword={SECRET}",
    f"postgresql://casino@127.0.0.1:1?password={SECRET}",
    f"postgresql://casino:x@{SECRET}@127.0.0.1:1/book",
    f"postgresql://casino:{SECRET}/x@127.0.0.1:1/book",
    f"postgresql://casino:x/{SECRET}@127.0.0.1:1/book",
    f"postgresql://casino:x?{SECRET}@127.0.0.1:1/book",
    f"postgresql://casino:{SECRET}@127.0.0.1:{SECRET}/book",
    f"postgresql://casino:{SECRET}",
    f"postgresql://casino:{SECRET}/book",
    f"postgresql:casino:{SECRET}@127.0.0.1:1/book",
    f"postgresql://casino@127.0.0.1:1/book?{SECRET}",
    f"postgresql://casino@127.0.0.1:1/book?password={SECRET}&{SECRET}",
]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("command", ["meters", "audit"])
def test_no_error_holds_the_password(address: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["jackpot", command, address]) in (2, 3)
    shown = capsys.readouterr()
    assert shown.err.startswith("croupier: ")
    assert SECRET not in shown.out + shown.err


@pytest.mark.parametrize("address", [each for each in ADDRESSES if "@" in each and "?hunter2" not in each])
def test_a_masked_address_holds_no_password(address: str) -> None:
    if "://" in address:
        assert SECRET not in masked(address).replace(f":{SECRET}/book", "")


def test_a_masked_address_still_names_the_book() -> None:
    assert masked("postgresql://casino@host:5432/book?sslmode=require") == (
        "postgresql://casino@host:5432/book?sslmode=require"
    )
    assert masked("postgresql:///book") == "postgresql:///book"
    assert masked("sqlite:house.db") == "sqlite:house.db"
