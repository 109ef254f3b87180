"""Files whole or not at all: a full disk, Ctrl-C, an unwritable folder, a file system without links."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from replikat.errors import ReplikatError
from replikat.store.deck_folder import private_folder
from replikat.store.files import write_once, write_whole

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


def test_a_file_without_a_place_is_named_itself(tmp_path: Path) -> None:
    for write in WRITERS:
        with pytest.raises(ReplikatError, match=r"no/x\.pdf cannot be written \(No such file or directory\); make the folder .*no first$"):
            write(tmp_path / "no" / "x.pdf", b"")
    with pytest.raises(ReplikatError, match="is a folder; expected the name of a file"):
        write_whole(tmp_path, b"")
