"""Files whole or not at all: a full disk, Ctrl-C, an unwritable folder, a file system without links."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from replikat.cli.main import run
from replikat.cli.output import move_aside, private_folder, put_back, write_once, write_whole
from replikat.errors import ReplikatError

WRITERS: list[Callable[[Path, bytes], object]] = [write_whole, write_once]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def fails(error: BaseException) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def full_disk() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("write", WRITERS)
def test_a_new_file_is_there_and_nothing_else(write: Callable[[Path, bytes], object], tmp_path: Path) -> None:
    write(tmp_path / "cards.pdf", b"new")
    assert (tmp_path / "cards.pdf").read_bytes() == b"new"
    assert names(tmp_path) == ["cards.pdf"]


def test_whole_replaces_and_once_does_not(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    with pytest.raises(FileExistsError):
        write_once(path, b"new")
    assert path.read_bytes() == b"old"
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["f"]


def test_once_keeps_links_and_folders_too(tmp_path: Path) -> None:
    (tmp_path / "dead").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()
    for name in ("dead", "folder"):
        with pytest.raises(FileExistsError):
            write_once(tmp_path / name, b"new")
    assert names(tmp_path) == ["dead", "folder"]


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("step", ["fsync", "fdopen"])
@pytest.mark.parametrize("error", [full_disk(), KeyboardInterrupt()], ids=["full", "interrupted"])
def test_a_failed_write_leaves_what_was_there(
    write: Callable[[Path, bytes], object], step: str, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "f").write_bytes(b"old")
    monkeypatch.setattr(os, step, fails(error))
    for name in ("f", "g"):
        with pytest.raises(type(error)):
            write(tmp_path / name, b"new")
    assert (tmp_path / "f").read_bytes() == b"old"
    assert names(tmp_path) == ["f"]


@pytest.mark.parametrize("error", [OSError(errno.EPERM, "no links here"), OSError(errno.EOPNOTSUPP, "nor here")])
def test_once_works_without_links(error: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", fails(error))
    private = tmp_path / "private"
    private.mkdir()
    write_once(private / "deck.yaml", b"new")
    assert (private / "deck.yaml").read_bytes() == b"new"
    assert (private / "deck.yaml").stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        write_once(private / "deck.yaml", b"other")
    assert (private / "deck.yaml").read_bytes() == b"new"
    assert names(tmp_path) == ["private", "private/deck.yaml"]


def test_once_without_links_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", fails(OSError(errno.EPERM, "no links here")))
    monkeypatch.setattr(Path, "replace", fails(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_once(tmp_path / "f", b"new")
    assert names(tmp_path) == []


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_files_have_the_rights_that_the_user_gives_files(mask: int, mode: int, tmp_path: Path) -> None:
    private = private_folder(tmp_path / "deck")
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "cards.pdf", b"")
        write_whole(private / "deals.pdf", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "cards.pdf").stat().st_mode & 0o777 == mode
    assert (private / "deals.pdf").stat().st_mode & 0o777 == 0o600
    assert private.stat().st_mode & 0o777 == 0o700


def test_a_private_folder_is_made_once(tmp_path: Path) -> None:
    private = private_folder(tmp_path / "a/b")
    (private / "f").write_text("kept")
    assert private_folder(tmp_path / "a/b") == private
    assert (private / "f").read_text() == "kept"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    for folder in (tmp_path / "a", tmp_path / "a/b/c"):
        with pytest.raises(ReplikatError) as caught:
            private_folder(folder)
        assert str(caught.value) == f"{tmp_path / 'a'} is a file; a folder is needed there"


def test_moving_aside_finds_a_free_name_and_can_be_undone(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    (tmp_path / "deck-old-1").write_text("a file")
    (tmp_path / "deck-old-2").mkdir()
    folder.mkdir()
    (folder / "f").write_text("kept")
    aside = move_aside(folder)
    assert (aside.name, (aside / "f").read_text(), folder.exists()) == ("deck-old-3", "kept", False)
    private_folder(folder)
    put_back(aside, folder)
    assert names(folder) == ["f"]
    aside = move_aside(folder)
    (folder / "private").mkdir(parents=True)
    (folder / "private/deck.yaml").write_text("another run's")
    put_back(aside, folder)
    assert names(folder) == ["private", "private/deck.yaml"]
    assert (aside / "f").read_text() == "kept"


# ---- the same through the command line


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> dict[str, bytes]:
    """Print a deck's queen; return every file of its output folder."""
    monkeypatch.chdir(tmp_path)
    assert run(["cards", "standard-52", "--side", "faces", "-q"]) == 0
    assert run(["cards", "standard-52", "--only", "QS", "--side", "backs"]) == 0
    capsys.readouterr()
    return contents()


def contents() -> dict[str, bytes]:
    return {name: Path(name).read_bytes() for name in names(Path()) if Path(name).is_file()}


AGAIN = ["cards", "standard-52", "--only", "QS", "--side", "backs", "--theme", "low-ink"]


def test_a_full_disk_is_one_line_and_touches_nothing(
    made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "fsync", fails(full_disk()))
    assert run(AGAIN) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "replikat: No space left on device; every file is whole, as it was before or new\n")
    assert contents() == made


def test_a_full_disk_leaves_no_deck_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", fails(full_disk()))
    assert run(AGAIN) == 1
    assert contents() == {}


def test_an_interrupt_is_130_and_touches_nothing(
    made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "fsync", fails(KeyboardInterrupt()))
    assert run(AGAIN) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.strip() == "replikat: interrupted; every file is whole, as it was before or new"
    assert contents() == made


def test_a_folder_that_cannot_be_written(
    made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Simulated: whoever runs the tests as root may write everywhere."""
    denied = PermissionError(errno.EACCES, os.strerror(errno.EACCES), "output/standard-52/x.part")
    monkeypatch.setattr("tempfile.mkstemp", fails(denied))
    assert run(AGAIN) == 1
    said = capsys.readouterr().err
    assert said.endswith(".pdf cannot be written (Permission denied); see who may write in output/standard-52\n")
    assert said.startswith("replikat: output/standard-52/cards")
    assert contents() == made


def test_a_folder_where_the_pdf_should_be(made: dict[str, bytes], capsys: pytest.CaptureFixture[str]) -> None:
    (pdf,) = [Path(name) for name in made if name.endswith("some.pdf")]
    pdf.unlink()
    pdf.mkdir()
    before = names(Path())
    assert run(AGAIN) == 1
    assert capsys.readouterr().err == f"replikat: {pdf} is a folder; expected the name of a file\n"
    assert names(Path()) == before


def test_a_disk_without_modes_is_no_hindrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory sticks refuse chmod; the files are written all the same."""
    monkeypatch.chdir(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    assert run(["cards", "standard-52", "--side", "faces", "-q"]) == 0
    assert Path("output/standard-52/cards-faces.pdf").read_bytes().startswith(b"%PDF")


def test_a_private_folder_from_a_copy_is_closed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["cards", "standard-52", "--side", "faces", "-q"]) == 0
    private = Path("output/standard-52/private")
    private.chmod(0o755)
    assert run(["cards", "standard-52", "--side", "faces", "-q"]) == 0
    assert private.stat().st_mode & 0o777 == 0o700


def test_a_file_without_a_place_is_named_itself(tmp_path: Path) -> None:
    for write in WRITERS:
        with pytest.raises(ReplikatError, match=r"no/x\.pdf cannot be written \(No such file or directory\); make the folder .*no first$"):
            write(tmp_path / "no" / "x.pdf", b"")
    with pytest.raises(ReplikatError, match="is a folder; expected the name of a file"):
        write_whole(tmp_path, b"")
