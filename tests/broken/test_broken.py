"""Every wrong file beside this test, and exactly the lines that a user reads."""

import shutil
from pathlib import Path

import pytest

from loading import LOADERS
from replikat.cli.kinds import KINDS
from replikat.data.library import Library, packaged
from replikat.deck.loaders import load_parts, read_deck_spec
from replikat.errors import ReplikatError

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.yaml"))
FOLDERS = {kind: f"{kind}s" for kind in KINDS}
SHELF = {  # the names that exist, so that a new pack or language changes no line here
    "packs": ["french52", "piquet32", "italian40"],
    "layouts": ["main", "casino", "short32", "scopa40"],
    "sheets": ["a4-poker", "single"],
    "themes": ["plain", "low-ink"],
    "palettes": ["nordic"],
    "languages": ["en", "nb"],
    "games": ["crazy-eights"],
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    for kind, names in SHELF.items():
        (folder / kind).mkdir()
        for name in names:
            (folder / kind / f"{name}.yaml").write_bytes((packaged() / kind / f"{name}.yaml").read_bytes())
    shutil.copytree(packaged() / "figures" / "french", folder / "figures" / "french")
    return folder


def read_as(kind: str, path: Path, folder: Path, shelf: Path) -> None:
    """Read the file as a user's own template of its kind, with everything that is checked when it is used."""
    own = folder / FOLDERS[kind]
    own.mkdir()
    (own / path.name).write_bytes(path.read_bytes())
    library = Library((folder, shelf))
    if kind == "deck":
        load_parts(*read_deck_spec(own / path.name, library), library)
    else:
        LOADERS[kind](path.stem, library)


def lines_of(kind: str, path: Path, folder: Path, shelf: Path) -> str:
    with pytest.raises(ReplikatError) as caught:
        read_as(kind, path, folder, shelf)
    return "".join(f"{fault}\n" for fault in caught.value.faults).replace(str(folder / FOLDERS[kind] / path.name), "FILE")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_says_what_was_found_where_and_what_is_expected(path: Path, tmp_path: Path, shelf: Path) -> None:
    assert lines_of(path.parent.name, path, tmp_path, shelf) == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_kind_of_file_is_broken_here() -> None:
    assert {path.parent.name for path in FILES} == set(KINDS)
    assert {path.stem for path in HERE.glob("*/*.txt")} == {path.stem for path in FILES}
