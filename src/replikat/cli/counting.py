"""Long work is counted on a terminal, and nowhere else."""

import sys
from collections.abc import Callable

import click

CLEARED = "\r\033[K"
Counted = Callable[[int, int], None]


def counting(name: str, quiet: bool) -> Counted:
    """Return a function that shows "NAME done of all" in one line on the terminal, and clears it where all are done."""
    live = not quiet and sys.stderr is not None and sys.stderr.isatty()
    shown = -1

    def told(done: int, count: int) -> None:
        nonlocal shown
        percent = 100 * done // count if count else 100
        if live and percent != shown and (done < count or shown >= 0):
            click.echo(f"{CLEARED}{name} {done} of {count}" if done < count else CLEARED, nl=False, err=True)
        shown = percent

    return told
