"""docs/reference/library.md: every public name of ``import croupier`` with its signature and its own words."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from types import ModuleType

import croupier

_KINDS = ("Classes", "Errors", "Functions", "Modules")


def library_reference() -> str:
    """The reference page, grouped by kind, in the order of the names."""
    grouped: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for name in croupier.__all__:
        if name != "__version__":
            grouped[_kind(getattr(croupier, name))].append(name)
    parts = [
        "# The library",
        "",
        "Generated from the code's own words. `import croupier` costs nothing: each name is loaded when it is first "
        "used. Examples are [in the guides](../guides/library.md); the file formats are in [schemas](schemas).",
        "",
    ]
    for kind, names in grouped.items():
        parts += [f"## {kind}", ""]
        for name in sorted(names):
            parts += _entry(name, getattr(croupier, name))
    return "\n".join(parts)


def _kind(found: object) -> str:
    if isinstance(found, ModuleType):
        return "Modules"
    if isinstance(found, type):
        return "Errors" if issubclass(found, BaseException) else "Classes"
    return "Functions"


def _entry(name: str, found: object) -> list[str]:
    parts = [f"### {name}{'' if isinstance(found, (ModuleType, type)) else _signature(found)}", ""]
    parts += [_words(found), ""]
    if isinstance(found, ModuleType):
        members = [(each, value) for each, value in vars(found).items() if inspect.isfunction(value) and each[0] != "_"]
        parts += [f"- `{name}.{each}{_signature(value)}`: {_first(value)}" for each, value in members]
        parts.append("")
    elif isinstance(found, type) and not issubclass(found, BaseException):
        lines = [_member(each, value) for each, value in sorted(vars(found).items()) if each[0] != "_"]
        parts += [line for line in lines if line]
        parts.append("")
    return parts


def _member(name: str, value: object) -> str | None:
    """One line for a method or property that has words of its own."""
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    if isinstance(value, property):
        return f"- `{name}`: {_first(value)}" if value.__doc__ else None
    if inspect.isfunction(value) and value.__doc__:
        return f"- `{name}{_signature(value)}`: {_first(value)}"
    return None


def _signature(found: object) -> str:
    """What a function takes and gives, its types as its source writes them."""
    signature = inspect.signature(found)  # type: ignore[arg-type]
    source = ast.parse(textwrap.dedent(inspect.getsource(found))).body[0]  # type: ignore[arg-type]
    assert isinstance(source, ast.FunctionDef)
    written = {"return": source.returns} | {
        argument.arg: argument.annotation for argument in ast.walk(source.args) if isinstance(argument, ast.arg)
    }
    told = {name: ast.unparse(kind) for name, kind in written.items() if kind}
    own = [
        parameter.replace(annotation=told.get(name, parameter.empty))
        for name, parameter in signature.parameters.items()
        if name not in ("self", "cls")
    ]
    shown = str(signature.replace(parameters=own, return_annotation=told.get("return", signature.empty)))
    # A default that is a function shows as its name, not as the place where it lies in memory.
    return re.sub(r"<function (\S+) at 0x[0-9a-f]+>", r"\1", re.sub("['\"]", "", shown))


def _words(found: object) -> str:
    return inspect.cleandoc(found.__doc__ or "").partition("\n\n>>>")[0].partition(">>>")[0].rstrip()


def _first(found: object) -> str:
    return " ".join(_words(found).partition("\n\n")[0].split())
