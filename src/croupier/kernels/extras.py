"""Packages that come with an extra, such as ``croupier[sim]``, and the first NVIDIA GPU by CuPy."""

import importlib
from importlib.resources import files
from types import ModuleType
from typing import Final

from croupier.errors import MissingPart


def extra(name: str, who_needs: str, hint: str) -> ModuleType:
    """The package, or one message that says who needs it and how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingPart(f"{who_needs}, which is not installed", hint=hint) from None


OPTIONS: Final = ("--std=c++17",)


def source_of(*names: str, package: str | ModuleType, defined: str = "") -> str:
    """Files of C, one after the other."""
    return "\n".join([defined, *(files(package).joinpath(f"{name}.h").read_text("utf-8") for name in names)])


def device_name(cupy: ModuleType) -> str:
    """The first GPU's name; MissingPart where there is none."""
    try:
        if not cupy.cuda.runtime.getDeviceCount():
            raise MissingPart("no NVIDIA GPU was found", hint="use --backend threads")
        name: bytes = cupy.cuda.runtime.getDeviceProperties(0)["name"]
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        raise MissingPart(f"no NVIDIA GPU answers: {problem}", hint="use --backend threads") from None
    return name.decode()


def cupy_module() -> ModuleType:
    """CuPy, or one message if it is missing."""
    hint = 'pip install "croupier[cuda]" on a machine with an NVIDIA GPU, or use --backend threads'
    return extra("cupy", "the cuda backend needs CuPy", hint)
