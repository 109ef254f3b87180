"""Files whole or not at all, through the command line: a full disk, Ctrl-C, an unwritable folder, a disk without modes."""

import errno
import os
from pathlib import Path

import pytest

from disk_faults import fails, full_disk, names
from replikat.cli.main import run


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
    path = "output/standard-52/cards-backs-some.pdf"
    cause = "No space left on device"
    line = f"replikat: {path} cannot be written ({cause}); every file is whole, as it was before or new\n"
    assert (said.out, said.err) == ("", line)
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
