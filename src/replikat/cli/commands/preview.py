"""The command that shows how a deck will look: preview."""

from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Event

import click

from replikat.cli.answers import files_tree, print_fault, print_json
from replikat.cli.decks import find_spec
from replikat.cli.options import (
    WHAT,
    deck_argument,
    json_option,
    lang_option,
    new_command,
    option,
    output_option,
    quiet_option,
    sheet_option,
    templates_option,
    theme_option,
)
from replikat.cli.progress import progress
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.deck.loaders import read_deck_spec
from replikat.errors import ReplikatError
from replikat.store.deck_folder import home_of
from replikat.store.files import make_folder, write_whole

FOLDER = "preview"
EVERY = 0.5  # seconds between two looks at the files

Stamp = dict[Path, tuple[int, int]]


@new_command("preview")
@deck_argument
@theme_option
@sheet_option
@option(
    WHAT,
    "--watch",
    "watched",
    is_flag=True,
    help="Draw again whenever the deck's file or one of your own data files changes;"
    " Ctrl-C ends it.",
)
@output_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    watched: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Picture how DECK will look: contact sheets of faces and backs, a back at true size, a sheet
    against the light.

    The deals in the pictures are those of an example, never your own: nothing is dealt, and nothing
    given away.
    """
    library = open_library(templates)
    path = find_spec(deck, library)
    change = {"lang": lang[0] if lang else None, "sheet": sheet, "theme": theme}

    def draw() -> None:
        with progress("drawing", 1, quiet):
            pictures = _draw(path, library, output, change)
        if as_json:
            print_json({"files": files_tree((name, "") for name in pictures)})
        elif not quiet:
            for name in pictures:
                click.echo(f"drew   {name}")

    if not watched:
        draw()
        return
    still = Event()
    watch(
        lambda: _files(path, templates),
        lambda: _draw_or_tell(draw),
        lambda: not still.wait(EVERY),
    )


def _draw(
    path: Path, library: Library, output: Path | None, change: dict[str, str | None]
) -> list[Path]:
    """Draw every picture, then put all of them in place."""
    from replikat.cards.preview import preview_of

    spec, _ = read_deck_spec(path, library)
    pictures = preview_of(path, library, change)
    folder = home_of(spec, path, output) / FOLDER
    make_folder(folder)
    return [write_whole(folder / name, data, within=folder) for name, data in pictures.items()]


def _draw_or_tell(draw: Callable[[], None]) -> None:
    """Draw, or tell of the faults of a file that is just being written; the next change may cure
    them.
    """
    try:
        draw()
    except ReplikatError as error:
        for fault in error.faults:
            print_fault(str(fault))


def _files(path: Path, templates: Path | None) -> list[Path]:
    """Return the files whose change is seen: the deck's own, and those of the user's folder of
    templates.
    """
    own = sorted(item for item in templates.rglob("*") if item.is_file()) if templates else []
    return [path, *own]


def watch(
    files: Callable[[], Iterable[Path]], draw: Callable[[], None], wait: Callable[[], bool]
) -> None:
    """Draw at once and after every change of the files, until `wait`, which returns after a while,
    returns false.
    """
    drawn = _stamps(files())
    draw()
    while wait():
        now = _stamps(files())
        if now != drawn:
            drawn = now
            draw()


def _stamps(files: Iterable[Path]) -> Stamp:
    """Return when each file was last changed, and how long it is; one that is just being replaced
    is not there.
    """
    stamps: Stamp = {}
    for path in files:
        try:
            state = path.stat()
        except OSError:
            continue
        stamps[path] = (state.st_mtime_ns, state.st_size)
    return stamps
