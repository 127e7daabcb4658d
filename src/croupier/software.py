"""Which software this is: one name, printed by ``about`` and repeated by every sheet, round and report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

VERSION: Final = "1.0.0rc1"
PACKAGE: Final = Path(__file__).parent
_COUNTED: Final = (".css", ".py", ".toml", ".typ")
_BUILT: Final = PACKAGE / "service" / "web"
"""The pages as they were built: an installation may have none."""


class InstalledFile(NamedTuple):
    """One file of the package."""

    path: str
    size: int
    sha256: str


@cache
def software_hash() -> str:
    """SHA-256 over every source and data file of the package: another byte is other software."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in _COUNTED and path.is_file() and _BUILT not in path.parents:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n{len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def software_name() -> str:
    """This program with its version and its hash, as records carry it."""
    return f"croupier {VERSION} sha256:{software_hash()}"


def short_name(name: str) -> str:
    """The same with as much of the hash as a footer holds."""
    return name[: name.index(":") + 17] if ":" in name else name


def installed_files() -> Iterator[InstalledFile]:
    """Every file of the package, pages and pictures included, in the order of their names; caches are left out."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            name = path.relative_to(PACKAGE.parent).as_posix()
            yield InstalledFile(name, len(content), hashlib.sha256(content).hexdigest())
