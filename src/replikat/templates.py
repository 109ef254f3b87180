"""Where the data files lie: the user's folder first, then the ones that travel with the program."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from replikat.errors import Fault, ReplikatError, suggestion

MARKER = "replikat-templates"  # the file by which a folder made by `replikat init` is known


def packaged() -> Path:
    """Return the folder of the packaged templates, in a wheel or in an editable install."""
    inside = Path(str(files("replikat"))) / "templates"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "templates"


@dataclass(frozen=True)
class Library:
    """The folders in which a data file is looked for, first hit wins."""

    folders: tuple[Path, ...]

    def names(self, kind: str, suffix: str = ".yaml") -> list[str]:
        """Return the names of all files of one kind, such as "decks"."""
        return sorted({path.stem for folder in self.folders for path in (folder / kind).glob(f"*{suffix}")})

    def has(self, kind: str, name: str) -> bool:
        return self.holds(kind, f"{name}.yaml")

    def holds(self, kind: str, name: str) -> bool:
        return any((folder / kind / name).is_file() for folder in self.folders)

    def find(self, kind: str, name: str, suffix: str = ".yaml") -> Path:
        """Return the file of that name, or say which names exist."""
        for folder in self.folders:
            path = folder / kind / (name + suffix)
            if path.is_file() and path.resolve().is_relative_to((folder / kind).resolve()):
                return path
        raise ReplikatError(Fault(f"no {kind.removesuffix('s')} is called {name!r}", suggestion(name, self.names(kind, suffix))))


def library(user: Path | None = None) -> Library:
    """Return the library with the user's own folder in front, if one is given or stands where we are."""
    here = Path.cwd() / "templates"
    if user is None and (here / MARKER).is_file():
        user = here
    if user is not None and not user.is_dir():
        raise ReplikatError(Fault(f"the templates folder {user} does not exist", "make one with: replikat init DIR"))
    return Library((user, packaged()) if user else (packaged(),))
