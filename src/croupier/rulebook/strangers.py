"""Games in folders outside the package: where they lie, and what their own code may bring into the book.

A folder holds ``rules.toml``, ``paytables.toml``, ``interpretations.toml``, ``game.py`` and ``rulings.md``, and may
hold ``sources.toml`` with its documents and ``hands.py`` with its own families of hands. Whatever goes wrong in such a
folder is one error that names the file and the key, or the line.
"""

import hashlib
import importlib
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from croupier.cards.hands import FAMILIES, OUR_FAMILIES, Family, Ranked, Setting
from croupier.errors import BadInput, CroupierError, RulebookError

PACKAGE: Final = "croupier_games"
RUN_THE_CHECKS: Final = "croupier test-game DIR runs the rulings and the laws"
MOST_CLASSES: Final = 1_000_000  # That a family of hands may have.
_Called = TypeVar("_Called", bound=Callable[..., object])


def game_folders(place: Path) -> list[Path]:
    """The folder of a game, or those in a folder of games."""
    if (place / "rules.toml").is_file():
        return [place.resolve()]
    if not place.is_dir():
        raise BadInput(f"{place} is not a folder of games", hint="croupier new game DIR writes a first one")
    found = [path.parent.resolve() for path in sorted(place.glob("*/rules.toml"))]
    if not found:
        raise BadInput(
            f"{place} holds no game: neither rules.toml nor a folder with one",
            hint="croupier new game DIR writes a first one",
        )
    return found


def import_file(folder: Path, name: str) -> ModuleType:
    """A file of the folder as a module; it may import its neighbors, as in ``from .hands import FAMILY``."""
    package = f"{PACKAGE}_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    if name == "hands" or package not in sys.modules:
        # The book is being read: what was imported before may have changed on disk.
        for known in [module for module in sys.modules if module.partition(".")[0] == package]:
            del sys.modules[known]
        parent = sys.modules[package] = ModuleType(package)
        parent.__path__ = [str(folder)]
    sys.modules.pop(f"{package}.{name}", None)
    importlib.invalidate_caches()
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as problem:
        raise fault(folder, f"{name}.py", "(file)", problem) from None
    finally:
        sys.dont_write_bytecode = writes


def fault(folder: Path, file: str, key: str, problem: BaseException) -> CroupierError:
    """What a stranger's code raised, as an error that names its file and line; an error of ours stays as it is."""
    if isinstance(problem, CroupierError):
        return problem
    own = [each for each in traceback.extract_tb(problem.__traceback__) if Path(each.filename).parent == folder]
    line: int | None = own[-1].lineno if own else None
    if own:
        file = Path(own[-1].filename).name
    elif isinstance(problem, SyntaxError) and problem.filename:
        file, line = Path(problem.filename).name, problem.lineno
    words = problem.msg if isinstance(problem, SyntaxError) else str(problem)
    return RulebookError(
        f"{folder.name}/{file}",
        key if line is None else f"{key}, line {line}",
        f"raises {type(problem).__name__}: {' '.join(words.split())[:200]}",
        hint=RUN_THE_CHECKS,
    )


def guarded(
    folder: Path,
    file: str,
    key: str,
    function: _Called,
    expected: str = "",
    fits: Callable[[object], bool] = lambda _answer: True,
) -> _Called:
    """The same function, whose mistakes name their place; an answer that does not fit is one."""

    @wraps(function)
    def call(*arguments: object, **named: object) -> object:
        try:
            answer = function(*arguments, **named)
        except (Exception, SystemExit) as problem:
            raise fault(folder, file, key, problem) from None
        if not fits(answer):
            told = f"answers {type(answer).__name__} {str(answer)[:40]!r}; expected {expected}"
            raise RulebookError(f"{folder.name}/{file}", key, told, hint=RUN_THE_CHECKS)
        return answer

    return call  # type: ignore[return-value]


def is_text(answer: object) -> bool:
    return isinstance(answer, str)


def add_families(folder: Path) -> None:
    """Bring in the families of hands that the folder's ``hands.py`` lists in ``FAMILIES``."""
    if not (folder / "hands.py").is_file():
        return
    file = f"{folder.name}/hands.py"
    found = getattr(import_file(folder, "hands"), "FAMILIES", None)
    found = found.values() if isinstance(found, dict) else found
    if not isinstance(found, Collection) or not all(isinstance(each, Family) for each in found):
        raise RulebookError(
            file, "FAMILIES", "expected a list of families of hands", hint="as in FAMILIES = [Family(name=...)]"
        )
    for family in found:
        _check_shape(file, family)
        if family.name in FAMILIES:
            raise RulebookError(
                file, "FAMILIES", f"there is a family '{family.name}' already", hint="give it another name"
            )
        FAMILIES[family.name] = _guarded_family(folder, family)


def _check_shape(file: str, family: Family) -> None:
    """A family is made of what it must be made of; what its functions answer is ``laws.checking``'s to try."""
    functions = (family.classify, family.every_class, family.category, family.describe)
    expected = {
        "name": (isinstance(family.name, str) and family.name.isidentifier(), 'a name such as "lanterns"'),
        "sizes": (isinstance(family.sizes, range) and len(family.sizes) > 0, "how many cards, as in range(3, 4)"),
        "events": (isinstance(family.events, Mapping), "a dictionary of functions by name"),
        "categories": (
            isinstance(family.categories, tuple) and all(isinstance(each, str) for each in family.categories),
            "a tuple of names, best first",
        ),
        "classify, every_class, category, describe": (all(map(callable, functions)), "functions"),
    }
    for key, (is_good, words) in expected.items():
        if not is_good:
            where = key if key == "name" else f"{family.name}.{key}"
            raise RulebookError(file, where, f"expected {words}", hint="croupier.cards.hands.family.Family says what")


def forget_families() -> None:
    """Leave no family in the book but the package's own."""
    for name in [family for family in FAMILIES if family not in OUR_FAMILIES]:
        del FAMILIES[name]


def _guarded_family(folder: Path, family: Family) -> Family:
    def guard(
        what: str, function: _Called, expected: str = "", fits: Callable[[object], bool] = lambda _answer: True
    ) -> _Called:
        return guarded(folder, "hands.py", f"{family.name}.{what}", function, expected, fits)

    def listed(what: str, function: Callable[[Setting], Iterable[Ranked]]) -> Callable[[Setting], Iterable[Ranked]]:
        """All its values, collected here. A generator that fails or never ends later could not be traced to its
        game."""

        def take(setting: Setting) -> tuple[Ranked, ...]:
            found = tuple(islice(function(setting), MOST_CLASSES + 1))
            frozenset(found)  # classes are keys of every count
            if len(found) > MOST_CLASSES:
                raise RulebookError(
                    f"{folder.name}/hands.py",
                    f"{family.name}.{what}",
                    f"gives more than {MOST_CLASSES:,} classes",
                    hint="give each class once; does it end?",
                )
            return found

        return guard(what, take)

    return replace(
        family,
        classify=guard("classify", family.classify),
        every_class=listed("every_class", family.every_class),
        events={name: guard(f"events.{name}", event) for name, event in family.events.items()},
        category=guard("category", family.category, "a text", is_text),
        describe=guard("describe", family.describe, "a text", is_text),
        representatives=family.representatives and listed("representatives", family.representatives),
    )


def code_hash(folder: Path) -> str:
    """SHA-256 over the folder's code, which a kept result must share."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
