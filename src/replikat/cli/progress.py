"""Progress of long work: click's bar on a terminal, nothing in a pipe or with --quiet."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

LINE_UP_AND_CLEARED = "\033[A\033[2K"  # click ends its bar with a line break


class Step(NamedTuple):
    """A piece of work, and what the terminal calls it while it is under way."""

    name: str
    work: Callable[[], object]


Heard = Callable[[int, int], None]  # called with how much is done, and of how much


@contextmanager
def progress(
    label: str, length: int, quiet: bool, steps: Iterable[Step] | None = None
) -> Iterator["ProgressBar[Step]"]:
    """Show a bar on the terminal's standard error as long as the block lasts, then clear it.

    Args:
        label: What is done, before the bar.
        length: How many steps there are.
        quiet: Show nothing.
        steps: What the block goes through, if it iterates over the bar; each step's name is shown.

    Yields:
        click's bar, to be iterated over or moved on by `update`.
    """
    shown = not quiet and sys.stderr is not None and sys.stderr.isatty()
    bar = click.progressbar(
        steps,
        length=length,
        label=label,
        hidden=not shown,
        show_pos=length > 1,
        show_percent=False,
        item_show_func=lambda step: step.name if step else None,
        file=sys.stderr,
    )
    try:
        with bar:
            yield bar
    finally:
        if shown:
            click.echo(LINE_UP_AND_CLEARED, nl=False, err=True)


def work_through(label: str, steps: list[Step], quiet: bool) -> None:
    """Do steps one after the other; the terminal shows which one is under way."""
    with progress(label, len(steps), quiet, steps) as bar:
        for step in bar:
            step.work()


@contextmanager
def progress_heard(label: str, quiet: bool) -> Iterator[Heard]:
    """Yield a function that shows what it hears as a bar, and begins anew where less is done than
    before.

    It is for work that itself tells how far it is, one job after another.
    """
    with ExitStack() as stack:
        bar: ProgressBar[Step] | None = None

        def heard(done: int, count: int) -> None:
            nonlocal bar
            if bar is None or done < bar.pos:
                stack.close()
                bar = stack.enter_context(progress(label, count, quiet))
            bar.update(done - bar.pos)

        yield heard
