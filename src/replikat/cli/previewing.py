"""The command that shows how a deck will look: preview."""

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event

import click

from replikat.cli.decks import find_spec, home_of
from replikat.cli.options import deck_argument, lang_option, quiet_option, reading, sheet_option, theme_option
from replikat.cli.output import write_whole
from replikat.errors import ReplikatError
from replikat.specs.loaders import read_deck_spec
from replikat.templates import Library, library

FOLDER = "preview"
EVERY = 0.5  # seconds between two looks at the files

Stamp = dict[Path, tuple[int, int]]


@click.command("preview")
@deck_argument
@reading
@lang_option
@sheet_option
@theme_option
@click.option(
    "--watch", "watched", is_flag=True, help="Draw again whenever the deck's file or one of your own data files changes; Ctrl-C ends it."
)
@quiet_option
def preview_command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    watched: bool,
    quiet: bool,
) -> None:
    """Picture how DECK will look: contact sheets of faces and backs, a back at true size, a sheet against the light.

    The deals in the pictures are those of an example, never your own: nothing is dealt, and nothing given away.
    """
    found = library(templates)
    path = find_spec(deck, found)
    change = {"lang": lang[0] if lang else None, "sheet": sheet, "theme": theme}

    def draw() -> None:
        pictures = _draw(path, found, output, change)
        if not quiet:
            for name in pictures:
                click.echo(f"drew   {name}")

    if not watched:
        draw()
        return
    still = Event()
    watch(lambda: _files(path, templates), lambda: _told(draw), lambda: not still.wait(EVERY))


def _draw(path: Path, found: Library, output: Path | None, change: dict[str, str | None]) -> list[Path]:
    """Draw every picture, then put all of them in place."""
    from replikat.recipes.preview import preview_of

    spec, _ = read_deck_spec(path, found)
    pictures = preview_of(path, found, change)
    folder = home_of(spec, path, output) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    return [write_whole(folder / name, data) for name, data in pictures.items()]


def _told(draw: Callable[[], None]) -> None:
    """Draw, and tell of the faults of a file that is just being written; the next change may cure them."""
    try:
        draw()
    except ReplikatError as error:
        for fault in error.faults:
            click.echo(f"replikat: {fault}", err=True)


def _files(path: Path, templates: Path | None) -> list[Path]:
    """Return the files whose change is seen: the deck's own, and those of the user's folder of templates."""
    own = sorted(item for item in templates.rglob("*") if item.is_file()) if templates else []
    return [path, *own]


def watch(files: Callable[[], Iterable[Path]], draw: Callable[[], None], wait: Callable[[], bool]) -> None:
    """Draw at once and after every change of the files, until `wait`, which returns after a while, returns false."""
    seen = _stamps(files())
    draw()
    while wait():
        now = _stamps(files())
        if now != seen:
            seen = now
            draw()


def _stamps(files: Iterable[Path]) -> Stamp:
    """Return when each file was last changed, and how long it is; one that is just being replaced is not there."""
    found: Stamp = {}
    for path in files:
        try:
            state = path.stat()
        except OSError:
            continue
        found[path] = (state.st_mtime_ns, state.st_size)
    return found
