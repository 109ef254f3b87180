"""Where the data files lie: the user's folder first, then the ones that travel with the program."""

from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from unicodedata import normalize

from replikat.errors import Fault, ReplikatError, quoted, suggestion

PROGRAM = "replikat"
STARTER = "starter"  # in the packaged templates: what `replikat init` copies
MARKER = "replikat-templates"  # the file by which a folder made by `replikat init` is known


def packaged() -> Path:
    """Return the folder of the packaged templates, in a wheel or in an editable install."""
    inside = Path(str(files("replikat"))) / "templates"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "templates"


def settings_folder() -> Path:
    """Return the user's configuration folder, in which printer profiles are kept; it need not exist.

    It lies where the system wants it. Where it is not there, and the folder that was used before on
    every system is (~/.config/replikat), that one counts.

    Raises:
        ReplikatError: No home folder is known.
    """
    from platformdirs import user_config_path  # here: few runs need it, and it takes its time

    try:
        folder = user_config_path(PROGRAM, appauthor=False)
    except RuntimeError:
        cure = "set HOME, or XDG_CONFIG_HOME"
        raise ReplikatError(Fault("the home folder is not known", cure)) from None
    with suppress(RuntimeError):
        before = Path.home() / ".config" / PROGRAM
        if before.is_dir() and not folder.is_dir():
            return before
    return folder


@dataclass(frozen=True)
class Library:
    """The folders in which a data file is looked for, first hit wins."""

    folders: tuple[Path, ...]

    def names(self, kind: str, suffix: str = ".yaml") -> list[str]:
        """Return the names of all files of one kind, such as "decks"; those in folders of it as "french/spade"."""
        found = ((folder / kind, path) for folder in self.folders for path in (folder / kind).rglob(f"*{suffix}"))
        return sorted({path.relative_to(room).with_suffix("").as_posix() for room, path in found})

    def has(self, kind: str, name: str) -> bool:
        """Return whether there is a data file of that name."""
        return self._file(kind, f"{name}.yaml") is not None

    def holds(self, kind: str, name: str) -> bool:
        """Return whether there is a file of that name, ending and all."""
        return self._file(kind, name) is not None

    def _file(self, kind: str, name: str) -> Path | None:
        """Return the first file of that name; a name that leads out of its folder names none.

        Capitals count, also on disks that do not tell them apart: a pack's name is part of a deck's code. How accents are
        composed does not count: Macs write é as two signs, other systems as one.
        """
        if Path(name).anchor or ".." in Path(name).parts:
            return None
        for folder in self.folders:
            path = folder / kind / name
            if path.is_file() and _is_spelt_so(path, folder / kind):
                return path
            if not name.isascii():
                composed = normalize("NFC", name)
                for other in (folder / kind).rglob("*"):
                    if normalize("NFC", other.relative_to(folder / kind).as_posix()) == composed and other.is_file():
                        return other
        return None

    def find(self, kind: str, name: str, suffix: str = ".yaml") -> Path:
        """Return the file of that name, or say which names exist."""
        if path := self._file(kind, name + suffix):
            return path
        raise ReplikatError(Fault(f"no {kind.removesuffix('s')} is called {quoted(name)}", self.near(kind, name, suffix)))

    def near(self, kind: str, name: str, suffix: str = ".yaml") -> str:
        """Return the cure for a name that no file of a kind has: the file that lists it under `also`, else the nearest name."""
        names = self.names(kind, suffix)
        if suffix == ".yaml":
            for other in names:
                if name.casefold() in self._also(kind, other):
                    return f"did you mean {other}?"
        return suggestion(name, names)

    def _also(self, kind: str, name: str) -> list[object]:
        """Return what else people call a file, such as "no" for the language nb; nothing where the file is not sound."""
        from replikat.data.strict_yaml import read_source  # here: only a name that is not there needs it

        try:
            tree = read_source(self.find(kind, name)).tree
        except ReplikatError:
            return []
        also = tree.get("also") if isinstance(tree, dict) else None
        return also if isinstance(also, list) else []


def _is_spelt_so(path: Path, room: Path) -> bool:
    """Return whether the names in a path below a folder are those on disk, capitals and all."""
    while path != room:
        if path.name not in (other.name for other in path.parent.iterdir()):
            return not path.name.isascii() and path.exists()  # its accents may be composed otherwise on disk
        path = path.parent
    return True


def passed_over() -> Path | None:
    """Return the folder templates that stands where we are, holds data files and lacks the marker; None where there is none.

    Others have folders of that name too: only one with data files in folders of our kinds was meant for us, and the program's
    own, among its sources, is no user's.
    """
    here = Path.cwd() / "templates"
    if not here.is_dir() or (here / MARKER).is_file() or (here / STARTER).is_dir():
        return None
    rooms = (here / kind.name for kind in packaged().iterdir() if kind.is_dir())
    return here if any(path.suffix in (".yaml", ".svg") for room in rooms for path in room.rglob("*")) else None


def library(user: Path | None = None) -> Library:
    """Return the library with the user's own folder in front, if one is given or stands where we are."""
    here = Path.cwd() / "templates"
    if user is None and (here / MARKER).is_file():
        user = here
    if user is not None and not user.is_dir():
        raise ReplikatError(Fault(f"the templates folder {user} does not exist", "make one with: replikat init DIR"))
    return Library((user, packaged()) if user else (packaged(),))
