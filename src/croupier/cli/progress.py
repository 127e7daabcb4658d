"""A bar on standard error while long work goes on, where somebody watches it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

WIDTH = 40


def progress_bar(label: str) -> Callable[[int, int], None]:
    """Call it with how much is done and how much there is; it draws nothing where nobody looks."""
    if not sys.stderr.isatty():
        return lambda _done, _all: None

    def show(done: int, whole: int) -> None:
        if done >= whole:
            click.echo("\r\033[K", nl=False, err=True)
            return
        filled = WIDTH * done // whole
        click.echo(f"\r{label} [{'#' * filled}{' ' * (WIDTH - filled)}] {100 * done // whole:3} %", nl=False, err=True)

    return show
