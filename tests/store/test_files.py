"""Files whole or not at all: a full disk, Ctrl-C, an unwritable folder, a file system without links."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from devices import device
from disk_faults import fails, full_disk, names
from replikat.errors import ReplikatError
from replikat.store import files
from replikat.store.deck_folder import commitment_file, deck_file, private_folder
from replikat.store.files import make_folder, write_once, write_whole

WRITERS: list[Callable[[Path, bytes], object]] = [write_whole, write_once]


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
    kind = ReplikatError if (step, type(error)) == ("fsync", OSError) else type(error)
    for name in ("f", "g"):
        with pytest.raises(kind):
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


def test_a_file_without_a_place_is_named_itself(tmp_path: Path) -> None:
    for write in WRITERS:
        with pytest.raises(ReplikatError, match=r"no/x\.pdf cannot be written \(No such file or directory\); make the folder .*no first$"):
            write(tmp_path / "no" / "x.pdf", b"")
    with pytest.raises(ReplikatError, match="is a folder; expected the name of a file"):
        write_whole(tmp_path, b"")


# ---- what is no regular file, and links


def test_a_device_is_written_into_and_stays_a_device(tmp_path: Path) -> None:
    path = device(tmp_path, "null")
    for write in WRITERS:
        write(path, b"new")
    assert stat.S_ISCHR(path.stat().st_mode) and names(tmp_path) == ["null"]


def test_a_full_device_is_a_line_and_stays_a_device(tmp_path: Path) -> None:
    path = device(tmp_path, "full")
    with pytest.raises(ReplikatError, match=r"/full cannot be written \(No space left on device\); "):
        write_whole(path, b"new")
    assert stat.S_ISCHR(path.stat().st_mode) and names(tmp_path) == ["full"]


@pytest.mark.parametrize("write", WRITERS)
def test_a_pipe_is_written_into_and_stays_a_pipe(write: Callable[[Path, bytes], object], tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write(path, b"new")
    assert os.read(reader, 9) == b"new"
    os.close(reader)
    assert path.is_fifo() and names(tmp_path) == ["pipe"]


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(ReplikatError, match=r"pipe is a pipe that nobody reads; start what reads it first$"):
        write_whole(path, b"new")


@pytest.mark.parametrize("write", WRITERS)
def test_what_the_shell_opened_is_written_into(
    write: Callable[[Path, bytes], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is with /dev/stdout where output goes to a file: what was written before stays."""
    path, link = tmp_path / "out", tmp_path / "stdout"
    opened = os.open(path, os.O_WRONLY | os.O_CREAT)
    link.symlink_to(path)
    monkeypatch.setattr(files, "_OPENED", [opened])
    os.write(opened, b"before ")
    write(link, b"new ")
    os.write(opened, b"after")
    os.close(opened)
    assert path.read_bytes() == b"before new after"
    assert link.is_symlink() and names(tmp_path) == ["out", "stdout"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    for name, before in (("old", b"old"), ("none", None)):
        target, link = tmp_path / "elsewhere" / name, tmp_path / name
        if before:
            target.write_bytes(before)
        link.symlink_to(target)
        write_whole(link, b"new")
        assert link.is_symlink() and target.read_bytes() == b"new"
    assert names(tmp_path / "elsewhere") == ["none", "old"]


def test_a_link_out_of_the_folder_asked_for_is_replaced(tmp_path: Path) -> None:
    folder, other = tmp_path / "deck", tmp_path / "other"
    folder.mkdir()
    other.write_bytes(b"other")
    (folder / "inside").write_bytes(b"old")
    (folder / "out").symlink_to(other)
    (folder / "in").symlink_to("inside")
    for name in ("out", "in"):
        write_whole(folder / name, b"new", within=folder)
    assert other.read_bytes() == b"other" and not (folder / "out").is_symlink()
    assert (folder / "in").is_symlink() and (folder / "inside").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["../x.pdf", "sub/../../x.pdf", "away/x.pdf"])
def test_nothing_is_written_outside_the_folder_asked_for(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    (folder / "sub").mkdir(parents=True)
    (folder / "away").symlink_to(tmp_path)
    before = names(tmp_path)
    with pytest.raises(ReplikatError, match=r"x\.pdf lies outside the folder .*deck; expected a name that stays in it"):
        write_whole(folder / name, b"new", within=folder)
    assert names(tmp_path) == before


@pytest.mark.parametrize("write", WRITERS)
def test_a_private_folder_is_never_reached_through_a_link(write: Callable[[Path, bytes], object], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir(mode=0o755)
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck/private").symlink_to(other)
    line = r"deck/private is a link; expected a folder: secrets lie in it$"
    with pytest.raises(ReplikatError, match=line):
        write(tmp_path / "deck/private/deck.yaml", b"new")
    for use in (private_folder, deck_file, commitment_file):
        with pytest.raises(ReplikatError, match=line):
            use(tmp_path / "deck")
    assert names(other) == [] and stat.S_IMODE(other.stat().st_mode) == 0o755


# ---- what outlasts a kill


def test_parts_that_a_killed_run_left_are_cleared(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    private = private_folder(folder)
    left = [private / ".deck.yaml.ab_c1234.part", folder / ".cards.pdf.abcdefgh.part"]
    other = [private / ".deck.yaml.part", folder / "cards.part", folder / ".notes.ABCDEFGH.part"]
    for path in (*left, *other):
        path.write_bytes(b"seed")
    write_whole(folder / "cards.pdf", b"new")
    assert [path.exists() for path in left] == [True, False]
    private_folder(folder)
    assert not any(path.exists() for path in left) and all(path.exists() for path in other)


def test_the_part_of_a_run_that_is_writing_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.replace

    def with_another_run(part: Path, target: Path) -> Path:
        private_folder(tmp_path)
        assert part.exists()
        return real(part, target)

    monkeypatch.setattr(Path, "replace", with_another_run)
    write_whole(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"


def test_a_part_that_another_run_took_for_a_left_one_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, taken = files.tempfile.mkstemp, []

    def taken_once(**options: object) -> tuple[int, str]:
        handle, name = real(**options)
        if not taken:
            taken.append(name)
            Path(name).unlink()
        return handle, name

    monkeypatch.setattr(files.tempfile, "mkstemp", taken_once)
    write_whole(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new" and names(tmp_path) == ["f"]


def test_the_folder_is_synced_after_the_name_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[str, list[str]]] = []

    def fsync(number: int) -> None:
        path = Path(f"/proc/self/fd/{number}").readlink()
        if path.is_dir():
            synced.append((path.relative_to(tmp_path).as_posix(), names(tmp_path)))

    monkeypatch.setattr(os, "fsync", fsync)
    write_whole(make_folder(tmp_path / "a/b") / "f", b"new")
    assert sorted(place for place, _ in synced) == [".", "a", "a/b"]
    assert synced[-1] == ("a/b", ["a", "a/b", "a/b/f"])


def test_a_secret_file_is_its_owners_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "cards.pdf", b"", secret=True)
    assert stat.S_IMODE((tmp_path / "cards.pdf").stat().st_mode) == 0o600


def test_a_name_too_long_is_a_line(tmp_path: Path) -> None:
    for write in WRITERS:
        with pytest.raises(ReplikatError, match=r"cannot be written \(File name too long\)"):
            write(tmp_path / ("x" * 300), b"new")
    write_whole(tmp_path / ("x" * 255), b"new")
    assert names(tmp_path) == ["x" * 255]
