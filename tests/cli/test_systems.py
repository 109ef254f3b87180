"""Habits of Windows and macOS, simulated: names that they refuse, fold or compose otherwise, files that are open, other line ends."""

import errno
from pathlib import Path
from unicodedata import normalize

import pytest

from replikat.bounds import is_folder_name
from replikat.cli.main import run
from replikat.data.library import Library, packaged
from replikat.store.files import write_whole

SPEC = "name: {name}\npack: french52\nsquares: [{{layout: main, count: 3, balance: none}}]\n"
CARD = ["--only", "QS", "--side", "backs"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spec(name: str, file: str = "") -> str:
    path = f"{file or name}.yaml"
    Path(path).write_text(SPEC.format(name=name), encoding="utf-8")
    return f"./{path}"


def printed(*arguments: str) -> int:
    return run(["cards", *arguments, "--side", "faces", "-q"])


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == 1
    return capsys.readouterr().err.replace("replikat: ", "")


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    "name", ["CON", "nul", "aux.txt", "LPT1", "com¹", "Prn.a.b", "con .x", "deck.", "deck ", ".deck", "a/b", "a:b", "a\\b", ""]
)
def test_names_that_windows_refuses_are_no_names_of_decks(name: str) -> None:
    assert not is_folder_name(name)


@pytest.mark.parametrize("name", ["console", "nul-1", "com", "com10", "lpt", "aux-deck.1", "Åses kortstokk", "v1.2"])
def test_names_that_only_look_so_are_taken(name: str) -> None:
    assert is_folder_name(name)


def test_a_device_is_refused_wherever_a_name_becomes_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    cure = "no dot last, no device (con, nul ...)"
    assert cure in refused(capsys, "cards", spec("aux.txt", "spec"))
    Path("deals.pbn").write_text("")
    for command in (["import", "deals.pbn", "--as", "LPT1"], ["calibrate", "con", "--left", "0,0"]):
        assert refused(capsys, *command).rstrip().endswith(cure)
    assert cure in refused(capsys, "calibrate", "x" * 61, "--left", "0,0")
    assert not Path("output").exists()


def test_two_decks_whose_names_differ_in_capitals_never_share_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """A disk that folds capitals shows one folder; it is found by looking, and on all disks alike."""
    upper, lower = spec("Club"), spec("club", "other")
    assert printed(upper) == 0
    before = Path("output/Club/private/deck.yaml").read_bytes()
    told = "output/Club holds a deck, and many disks take Club and club for one name;"
    told += " say Club, choose another name, or use -o for another folder\n"
    for options in ([], ["--new"]):
        assert refused(capsys, "cards", lower, *options) == told
    assert refused(capsys, "check", lower) == told
    Path("deals.pbn").write_text("")
    assert refused(capsys, "import", "deals.pbn", "--as", "CLUB").startswith("output/Club holds a deck, and many disks")
    assert Path("output/Club/private/deck.yaml").read_bytes() == before
    assert [path.name for path in Path("output").iterdir()] == ["Club"]


def test_two_folders_that_are_there_already_are_both_used(capsys: pytest.CaptureFixture[str]) -> None:
    upper, lower = spec("Club"), spec("club", "other")
    assert printed(upper) == 0
    Path("output/Club").rename("output/aside")
    assert printed(lower) == 0
    Path("output/aside").rename("output/Club")
    assert printed(upper) == printed(lower) == 0


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
def test_a_name_is_one_however_its_accents_are_composed(form: str, on_disk: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Specs and folders that came from a Mac, or through an archive of one."""
    name = "Åses kortstøkk é"
    assert printed(spec(normalize("NFC", name), "first")) == 0
    Path("output", normalize("NFC", name)).rename(Path("output", normalize(on_disk, name)))  # type: ignore[arg-type]
    deck = next(Path("output").rglob("deck.yaml"))
    before = deck.read_bytes()
    assert run(["cards", spec(normalize(form, name), "again"), "--side", "faces"]) == 0  # type: ignore[arg-type]
    line = "takes its folder's name, whose accents are composed otherwise, for the same"
    assert (line in capsys.readouterr().out) == (on_disk == "NFD")
    assert [path.name for path in Path("output").iterdir()] == [normalize(on_disk, name)]  # type: ignore[arg-type]
    assert deck.read_bytes() == before


def test_a_data_file_is_found_however_its_accents_are_composed(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    file = tmp_path / "decks" / f"{normalize('NFD', 'Åse')}.yaml"
    file.write_text(SPEC.format(name="x"))
    own = Library((tmp_path, packaged()))
    assert own.find("decks", normalize("NFC", "Åse")) == own.find("decks", normalize("NFD", "Åse")) == file
    assert not own.has("decks", "Ase")


def test_capitals_of_data_files_count_on_disks_that_fold_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a pack is part of the code of a deck."""
    is_file = Path.is_file

    def folding(path: Path) -> bool:
        return is_file(path) or (
            path.parent.is_dir() and path.name.casefold() in [other.name.casefold() for other in path.parent.iterdir()]
        )

    monkeypatch.setattr(Path, "is_file", folding)
    library = Library((packaged(),))
    assert Path(packaged() / "packs" / "French52.yaml").is_file()
    assert library.has("packs", "french52") and library.holds("figures", "french/KS.svg")
    assert not library.has("packs", "French52") and not library.holds("figures", "french/ks.svg")


def test_names_and_paths_that_are_too_long_are_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected at most 60" in refused(capsys, "cards", spec("x" * 61, "spec"))
    long = "x" * 300
    for command in (["verify", f"{long}.pdf"], ["schedule", f"{long}.yaml"], ["list", "games", "--templates", long]):
        err = refused(capsys, *command)
        assert "File name too long" in err and err.count("\n") == 1
    longest = Path("x" * 251 + ".pdf")
    assert write_whole(longest, b"whole").read_bytes() == b"whole", "a name that just fits needs no longer one beside it"


def test_a_deep_folder_is_no_hindrance(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a folder of fifty characters, as people make them"] * 8)
    assert run(["cards", spec("deep"), "-o", str(deep), "--side", "faces", "-q"]) == 0
    assert (deep / "deep" / "cards-faces.pdf").is_file()


# ------------------------------------------------------------------ files


def test_a_file_that_is_open_in_a_viewer_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    deck = spec("open")
    assert printed(deck) == 0
    pdf = Path("output/open/cards-faces.pdf")
    before = pdf.read_bytes()

    def denied(part: Path, target: Path) -> None:
        raise PermissionError(errno.EACCES, "Access is denied", str(part), None, str(target))

    monkeypatch.setattr(Path, "replace", denied)
    assert refused(capsys, "cards", deck, "--side", "faces", "--theme", "low-ink") == (
        f"Access is denied ({pdf}); close the program in which it is open, or see who may write there;"
        " every file is whole, as it was before or new\n"
    )
    assert pdf.read_bytes() == before
    assert [path.name for path in pdf.parent.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize("end", [b"\r\n", b"\r"], ids=["Windows", "old Macintosh"])
def test_line_ends_make_no_difference(end: bytes, tmp_path: Path) -> None:
    """Texts, rules, decks and figures, as git or an editor of another system leaves them."""
    names = ["languages/nb.yaml", "languages/nb/hearts.md", "languages/nb/cards/hearts.md", "games/hearts.yaml", "packs/french52.yaml"]
    names += ["decks/standard-52.yaml", "figures/french/KS.svg", "themes/plain.yaml", "layouts/main.yaml"]
    papers = []
    for place, ending in (("here", b"\n"), ("there", end)):
        for name in names:
            path = tmp_path / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((packaged() / name).read_bytes().replace(b"\n", ending))
        options = ["--templates", place, "-o", f"out-{place}", "--seed", "5e" * 32, "--lang", "nb", "-q"]
        assert run(["cards", "standard-52", *options]) == 0
        assert run(["booklet", "standard-52", "--game", "hearts", *options]) == 0
        papers.append(
            [Path(f"out-{place}/standard-52/{name}").read_bytes() for name in ("cards.pdf", "booklet-nb.pdf", "private/deck.yaml")]
        )
    assert papers[0] == papers[1]


def test_a_deck_file_with_other_line_ends_is_the_same_deck() -> None:
    assert printed("standard-52") == 0
    deck = Path("output/standard-52/private/deck.yaml")
    deck.write_bytes(deck.read_bytes().replace(b"\n", b"\r\n"))
    assert printed("standard-52") == 0
    assert run(["check", "standard-52"]) == 0


# ------------------------------------------------------------------ a folder made by hand


def test_a_folder_of_data_files_that_is_not_used_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("templates/decks").mkdir(parents=True)
    Path("templates/decks/own.yaml").write_text(SPEC.format(name="own"))
    told = "replikat: the folder {} is not used; add an empty file replikat-templates to it, or use --templates templates\n"
    here = Path.cwd() / "templates"
    assert run(["list", "decks"]) == 0
    said = capsys.readouterr()
    assert (said.err, "own" in said.out.split()) == (told.format(here), False)
    for options in (["--templates", "templates"], ["--json", "--templates", "templates"]):
        assert run(["list", "decks", *options]) == 0
        assert capsys.readouterr().err == ""
    assert printed("standard-52") == 0
    assert capsys.readouterr().err == "", "not with -q"
    Path("templates/replikat-templates").touch()
    assert run(["list", "decks"]) == 0
    said = capsys.readouterr()
    assert (said.err, "own" in said.out.split()) == ("", True)
