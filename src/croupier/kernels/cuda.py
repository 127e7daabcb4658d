"""The first NVIDIA GPU, by CuPy: the package or one message, the device's name, and files of C to compile for it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from croupier.errors import MissingPart
from croupier.kernels.extras import extra

OPTIONS: Final = ("--std=c++17",)


def source_of(*names: str, package: Any, defined: str = "") -> str:
    """Files of C, one after the other."""
    return "\n".join([defined, *(files(package).joinpath(f"{name}.h").read_text("utf-8") for name in names)])


def device_name(cupy: Any) -> str:
    """The first GPU's name; MissingPart where there is none."""
    try:
        if not cupy.cuda.runtime.getDeviceCount():
            raise MissingPart("no NVIDIA GPU was found", hint="use --backend threads")
        name: bytes = cupy.cuda.runtime.getDeviceProperties(0)["name"]
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        raise MissingPart(f"no NVIDIA GPU answers: {problem}", hint="use --backend threads") from None
    return name.decode()


def cupy_module() -> Any:
    """CuPy, or one message if it is missing."""
    hint = 'pip install "croupier[cuda]" on a machine with an NVIDIA GPU, or use --backend threads'
    return extra("cupy", "the cuda backend needs CuPy", hint)
