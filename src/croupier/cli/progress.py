"""A bar on standard error while long work goes on, where somebody watches it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

WIDTH = 40


def progress_bar(label: str) -> Callable[[int, int], None]:
    """Call it with how much is done and how much there is; it draws nothing where nobody looks.

    The time left is judged from the pace so far on this machine.
    """
    if not sys.stderr.isatty():
        return lambda _done, _all: None

    begun = time.monotonic()

    def show(done: int, whole: int) -> None:
        if done >= whole:
            click.echo("\r\033[K", nl=False, err=True)
            return
        filled = WIDTH * done // whole
        bar = f"{label} [{'#' * filled}{' ' * (WIDTH - filled)}] {100 * done // whole:3} %"
        left = round((time.monotonic() - begun) * (whole - done) / done) if done else 0
        about = f", about {left} s left" if left else ""
        click.echo(f"\r\033[K{bar}{about}", nl=False, err=True)

    return show
