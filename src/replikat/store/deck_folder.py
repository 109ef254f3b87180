"""The folder of a deck: a deck is for life, so nothing here replaces or loses one.

What is printed of a deck lies in NAME/, its secrets, the deck itself among them, in NAME/private/.
"""

import os
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from replikat.deck.deck_spec import DeckSpec
from replikat.errors import Fault, ReplikatError
from replikat.store.files import (
    PRIVATE,
    clear_parts,
    make_folder,
    refuse_linked,
    rename_folder,
    write_once,
)

FILE = "deck.yaml"
COMMITMENT = "commitment.json"
OUTPUT = Path("output")  # where decks lie unless somebody says otherwise


def deck_file(folder: Path) -> Path:
    """Return where the deck of a folder lies; it need not be there.

    Raises:
        ReplikatError: The folder of secrets is a link.
    """
    return _private_of(folder) / FILE


def commitment_file(folder: Path) -> Path:
    """Return where a folder keeps what its deck was bound with; it need not be there.

    Raises:
        ReplikatError: The folder of secrets is a link.
    """
    return _private_of(folder) / COMMITMENT


def _private_of(folder: Path) -> Path:
    refuse_linked(folder / PRIVATE)
    return folder / PRIVATE


def home_of(spec: DeckSpec, path: Path, output: Path | None, one_of_many: bool = False) -> Path:
    """Return the folder of a deck: a deck file in private/ lies in it already.

    The name of `one_of_many` decks of a spec is not compared with those of all the others.

    Raises:
        ReplikatError: A deck whose name differs in capitals alone lies there.
    """
    if spec.marks is not None and output is None and path.parent.name == PRIVATE:
        return path.parent.parent
    folder = (output or OUTPUT) / spec.name
    return folder if one_of_many else as_on_disk(folder)


def same_letters(name: str, other: str) -> bool:
    """Return whether two names are the same letters, however their accents are composed (Unicode
    NFC and NFD).

    Macs write é as e and an accent, other systems as one sign; people see one name.
    """
    return normalize("NFC", name) == normalize("NFC", other)


def as_on_disk(folder: Path) -> Path:
    """Return a deck's folder under the name that it has on disk.

    Raises:
        ReplikatError: A deck whose name differs in capitals alone lies there. Disks of Windows and
            macOS take both names for one: one deck would come to lie in the other's folder.
    """
    names = [path.name for path in folder.parent.iterdir()] if folder.parent.is_dir() else []
    if folder.name in names:
        return folder
    for name in names:
        other = folder.with_name(name)
        if same_letters(name, folder.name):
            return other
        if same_letters(name.casefold(), folder.name.casefold()) and os.path.lexists(
            deck_file(other)
        ):
            found = (
                f"{other} holds a deck, and many disks take {name} and {folder.name} for one name"
            )
            raise ReplikatError(
                Fault(found, f"say {name}, choose another name, or use -o for another folder")
            )
    return folder


def private_folder(folder: Path) -> Path:
    """Return the folder for secrets inside a deck's folder, made for its owner alone.

    Parts of files that killed runs have left in both are deleted: one of them may hold the seed.

    Raises:
        ReplikatError: A file is in the way of one of the folders, or the inner one is a link.
    """
    make_folder(folder)
    private = make_folder(_private_of(folder), private=True)
    for place in (folder, private):
        clear_parts(place)
    return private


def holds_something(folder: Path) -> bool:
    """Return whether a folder is there and not empty."""
    return folder.is_dir() and any(folder.iterdir())


def keep(folder: Path, text: bytes, aside: bool) -> Path | None:
    """Put a new deck in its folder.

    Args:
        folder: The deck's folder; made where it is not there.
        text: The deck file.
        aside: Rename a folder of that name first, and back again if the deck cannot be written.

    Returns:
        Where the old folder was moved to; None where none was.

    Raises:
        ReplikatError: There is a deck in the folder by now.
    """
    moved = move_aside(folder) if aside else None
    try:
        write_once(private_folder(folder) / FILE, text)
    except BaseException as error:
        if moved:
            put_back(moved, folder)
        if isinstance(error, FileExistsError):
            fault = Fault(
                f"another run has just put a deck in {folder}", "run again to print that one"
            )
            raise ReplikatError(fault) from None
        raise
    return moved


def move_aside(folder: Path) -> Path:
    """Rename a deck's folder to the first free "<name>-old-<n>", and return it."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}-old-{number}")).exists():
        number += 1
    rename_folder(folder, aside)
    return aside


def put_back(aside: Path, folder: Path) -> None:
    """Undo `move_aside`, if nothing was put in the folder since."""
    with suppress(OSError):
        for empty in (folder / PRIVATE, folder):
            if empty.exists():
                empty.rmdir()
        rename_folder(aside, folder)


def refuse_taken(folder: Path) -> None:
    """Refuse a folder for a deck from elsewhere that holds a deck, or what was printed from one."""
    if os.path.lexists(deck_file(folder)):
        cure = "choose another name, or use --new to move that one aside"
        raise ReplikatError(Fault(f"{folder} holds a deck already", cure))
    refuse_orphans(folder)


def refuse_orphans(folder: Path) -> None:
    """Refuse to put a deck over printed files whose deck is gone: it may yet be found again."""
    if any(folder.glob("*.pdf")) or any((folder / PRIVATE).glob("*.pdf")):
        cure = f"restore {deck_file(folder)} from a copy, or use --new to move the folder aside"
        raise ReplikatError(Fault(f"{folder} holds printed files but no deck", cure))
