"""The ledger of many decks: a run that takes up a broken one does not make them again."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from replikat.data.files import read_file
from replikat.data.strict_yaml import LARGEST
from replikat.errors import ReplikatError
from replikat.store.files import write_whole


@dataclass(frozen=True)
class Finished:
    """A deck or copy that is printed: its name and code, and whether it had been before."""

    name: str
    code: str
    before: bool


def finished_before(ledger: Path, mark: str) -> Finished | None:
    """Return what a ledger says was finished.

    Args:
        ledger: The ledger's file, in the private folder of a deck.
        mark: Tells apart what was printed with other options.

    Returns:
        The deck; None where the ledger is not there or cannot be read, is none, bears another
        mark, or names a file that is gone.
    """
    try:
        tree = json.loads(read_file(ledger, largest=LARGEST))
        folder = ledger.parent.parent
        if tree["mark"] == mark and all((folder / name).is_file() for name in tree["files"]):
            return Finished(tree["name"], tree["code"], True)
    except (ReplikatError, ValueError, KeyError, TypeError):
        pass
    return None


def enter(ledger: Path, mark: str, name: str, code: str, files: Iterable[Path]) -> Finished:
    """Write down that a deck is finished; to be called after its last file."""
    folder = ledger.parent.parent
    names = [path.relative_to(folder).as_posix() for path in files]
    tree = {"name": name, "code": code, "mark": mark, "files": names}
    write_whole(ledger, (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode())
    return Finished(name, code, False)
