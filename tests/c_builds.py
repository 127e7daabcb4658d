"""Text of C that a GPU would run, built for the CPU: what every machine must find alike."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path


def built(text: str, folder: Path, *options: str) -> ctypes.CDLL:
    """The text as a library; a missing compiler fails the test by name."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler, "the tests of what GPUs run need a C compiler: install gcc"
    source, library = folder / "body.c", folder / "body.so"
    source.write_text(text, encoding="utf-8")
    usual = ["-O2", "-Wall", "-Wno-unused-function", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *usual, *options, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))
