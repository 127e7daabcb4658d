"""Which software this is: one name, printed by ``about`` and repeated by every sheet, round and report."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

VERSION: Final = "1.0.0rc1"
COUNTED: Final = (".css", ".py", ".toml", ".typ")
BUILT: Final = "croupier/service/web/"  # The pages as they were built: an installation may have none.


class InstalledFile(NamedTuple):
    """One file of the package."""

    path: str
    size: int
    sha256: str


@cache
def software_hash() -> str:
    """SHA-256 over the lines ``SHA-256  path`` of every source and data file: another byte is other software."""
    import hashlib  # Every start of the program reads this module for its version, and hashes nothing.

    counted = (file for file in installed_files() if file.path.endswith(COUNTED) and not file.path.startswith(BUILT))
    return hashlib.sha256("".join(f"{file.sha256}  {file.path}\n" for file in counted).encode()).hexdigest()


def software_name() -> str:
    """This program with its version and its hash, as records carry it."""
    return f"croupier {VERSION} sha256:{software_hash()}"


def short_name(name: str) -> str:
    """The same with as much of the hash as a footer holds."""
    return name[: name.index(":") + 17] if ":" in name else name


def installed_files() -> Iterator[InstalledFile]:
    """Every file of the package, pages and pictures included, in the order of their names; caches are left out."""
    import hashlib
    from pathlib import Path

    package = Path(__file__).parent
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            name = path.relative_to(package.parent).as_posix()
            yield InstalledFile(name, len(content), hashlib.sha256(content).hexdigest())
