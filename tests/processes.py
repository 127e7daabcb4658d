"""Commands as processes of their own, run to their end."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

LIMIT = 180
"""Seconds that no healthy command comes near, even on a busy machine."""


def finished(command: list[Any], **options: Any) -> subprocess.CompletedProcess[str]:
    """What a command wrote, whatever its exit status."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT, **options)


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The program in an interpreter of its own."""
    return finished([sys.executable, "-m", "croupier", *arguments], **options)


def python(code: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Some lines in an interpreter of their own."""
    return finished([sys.executable, "-c", code], **options)
