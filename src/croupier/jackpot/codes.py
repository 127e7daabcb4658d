"""Every answer that the books can give to a request, in order of precedence (``codes.toml``), and a refusal."""

import tomllib
from pathlib import Path
from typing import Final

_WORDS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CODES: Final[dict[str, str]] = _WORDS["books"]
AT_THE_DOOR: Final[dict[str, str]] = _WORDS["door"]


class Refused(Exception):
    """A request that is not accepted: the code, and what in the request it is about."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
