"""Progress of long work: click's bar on a terminal, nothing in a pipe or with --quiet."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple, Protocol

import click

LINE_UP_AND_CLEARED = "\033[A\033[2K"  # click ends its bar with a line break


class Step(NamedTuple):
    """A piece of work, and what the terminal calls it while it is under way."""

    name: str
    work: Callable[[], object]


Heard = Callable[[int, int], None]  # called with how much is done, and of how much


class Bar(Protocol):
    """What is used of click's bar."""

    pos: int  # steps done

    def update(self, n_steps: int) -> None: ...

    def __iter__(self) -> Iterator[Step]: ...


class NoBar:
    """Goes through the same steps and shows nothing."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.pos = 0
        self._steps = steps

    def update(self, n_steps: int) -> None:
        self.pos += n_steps

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)


@contextmanager
def progress(label: str, length: int, quiet: bool, steps: Sequence[Step] = ()) -> Iterator[Bar]:
    """Show a bar on the terminal's standard error as long as the block lasts, then clear it.

    Args:
        label: What is done, before the bar.
        length: How many steps there are.
        quiet: Show nothing.
        steps: What the block goes through, if it iterates over the bar; the name of each is shown.

    Yields:
        The bar, to be iterated over or moved on by `update`.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield NoBar(steps)
        return
    try:
        with click.progressbar(
            steps or None,
            length=length,
            label=label,
            show_pos=length > 1,
            show_percent=False,
            item_show_func=lambda step: step.name if step else None,
            file=sys.stderr,
        ) as bar:
            yield bar
    finally:
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
        bar: Bar | None = None

        def heard(done: int, count: int) -> None:
            nonlocal bar
            if bar is None or done < bar.pos:
                stack.close()
                bar = stack.enter_context(progress(label, count, quiet))
            bar.update(done - bar.pos)

        yield heard
