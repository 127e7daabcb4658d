"""A request that is not accepted."""

from __future__ import annotations


class Refused(Exception):
    """The code of ``codes.CODES``, and what in the request it is about."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
