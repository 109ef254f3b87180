"""Names to values: the folders in their order, names that lead nowhere, packs on packs, prose."""

from pathlib import Path

import pytest

from replikat.data.library import MARKER, Library, library, packaged, passed_over
from replikat.deck.loaders import load_layout, load_pack, load_parts, read_deck_spec
from replikat.errors import ReplikatError
from replikat.games.loaders import load_game, load_prose
from support import LIBRARY, ROOT


def shelf(folder: Path, **files: str) -> Library:
    """Return a library with a user's own files in front; packs__a stands for packs/a.yaml."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Library((folder, packaged()))


def refused(act: object) -> str:
    with pytest.raises(ReplikatError) as caught:
        act()  # type: ignore[operator]
    return str(caught.value)


def test_the_users_own_file_comes_first(tmp_path: Path) -> None:
    own = shelf(tmp_path, layouts__main="positions: {S: 1}\n")
    assert load_layout("main", own).cards == 1
    assert load_layout("main", LIBRARY).cards == 52
    assert load_layout("casino", own).cards == 52
    assert own.names("layouts") == LIBRARY.names("layouts")


def test_a_folder_is_taken_only_with_its_marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's folder called templates is left alone."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates").mkdir()
    assert library().folders == (packaged(),)
    (tmp_path / "templates" / MARKER).touch()
    assert library().folders == (tmp_path / "templates", packaged())
    (tmp_path / "mine").mkdir()
    assert library(tmp_path / "mine").folders == (tmp_path / "mine", packaged())
    assert refused(lambda: library(Path("none"))) == "the templates folder none does not exist; make one with: replikat init DIR"


def test_a_folder_made_by_hand_is_known_by_its_data_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert passed_over() is None
    (tmp_path / "templates" / "games").mkdir(parents=True)
    (tmp_path / "templates" / "games" / "index.html").touch()
    assert passed_over() is None, "a web server's"
    (tmp_path / "templates" / "figures" / "french").mkdir(parents=True)
    (tmp_path / "templates" / "figures" / "french" / "KS.svg").touch()
    assert passed_over() == tmp_path / "templates"
    (tmp_path / "templates" / MARKER).touch()
    assert passed_over() is None
    monkeypatch.chdir(ROOT)
    assert passed_over() is None, "the program's own, among its sources"


@pytest.mark.parametrize(
    "name", ["../packs/french52", "../../templates/packs/french52", "/etc/passwd", "", ".", "a/../../packs/french52", "x\0y"]
)
def test_a_name_is_no_path(name: str, tmp_path: Path) -> None:
    assert not LIBRARY.has("layouts", name)
    assert refused(lambda: load_layout(name, LIBRARY)).startswith(f"no layout is called {name!r}; ")
    absolute = str(packaged() / "layouts/main")
    assert not LIBRARY.has("sheets", absolute)
    assert refused(lambda: LIBRARY.find("sheets", absolute)).startswith("no sheet is called")


def test_a_kind_without_files_says_so(tmp_path: Path) -> None:
    assert refused(lambda: Library((tmp_path,)).find("decks", "x")) == "no deck is called 'x'; there is none"


def test_names_of_files_in_folders() -> None:
    assert "french/spade" in LIBRARY.names("figures", ".svg")


def test_packs_are_built_on_packs(tmp_path: Path) -> None:
    own = shelf(tmp_path, packs__few="base: piquet32\nkeep: [A, K]\n", packs__fewer="base: few\nwithout: [AS]\n")
    assert load_pack("fewer", own).codes == ("KS", "AH", "KH", "AD", "KD", "AC", "KC")


def test_packs_that_are_built_on_each_other_in_a_ring(tmp_path: Path) -> None:
    own = shelf(tmp_path, packs__a="base: b\n", packs__b="base: c\n", packs__c="keep: [A]\nbase: a\n", packs__d="base: d\n")
    for name, file, line, told in (("a", "c", 2, "a"), ("b", "a", 1, "b"), ("d", "d", 1, "d")):
        said = f"{tmp_path}/packs/{file}.yaml:{line}:7: base: the pack {told} is built on itself; a base that does not need this pack"
        assert refused(lambda name=name: load_pack(name, own)) == said


def test_a_fault_in_a_file_that_is_named_is_told_in_that_file(tmp_path: Path) -> None:
    own = shelf(tmp_path, decks__d="name: d\npack: french52\nsquares: [{layout: l, count: 1}]\n", layouts__l="positions: {S: x}\n")
    spec, source = read_deck_spec(own.find("decks", "d"), own)
    said = refused(lambda: load_parts(spec, source, own))
    assert said == f'{tmp_path}/layouts/l.yaml:1:16: positions.S: found "x"; expected a whole number from 1 to 1000'


def test_every_setup_of_a_game_is_checked(tmp_path: Path) -> None:
    text = (packaged() / "games/crazy-eights.yaml").read_text().replace("N 7-13", "N 7-12")
    own = shelf(tmp_path, games__g=text)
    assert [line.split(": ", 1)[1] for line in refused(lambda: load_game("g", own)).splitlines()] == [
        "setups.p2.zones: N13 is used 0 times",
        "setups.p3.zones: N13 is used 0 times",
        "setups.p4.zones: N13 is used 0 times",
    ]


def test_prose_is_read_or_missing_or_no_text(tmp_path: Path) -> None:
    assert (load_prose("en", "guide", LIBRARY) or "").strip()
    assert load_prose("en", "unwritten", LIBRARY) is None
    assert load_prose("en", "../nb/guide", LIBRARY) is None
    (tmp_path / "languages/en").mkdir(parents=True)
    (tmp_path / "languages/en/guide.md").write_bytes(b"caf\xe9")
    said = refused(lambda: load_prose("en", "guide", Library((tmp_path,))))
    assert said == f"{tmp_path}/languages/en/guide.md:1:4: not UTF-8 text; save the file as UTF-8"
