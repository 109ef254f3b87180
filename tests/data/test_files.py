"""Reading what somebody names: files, devices, pipes; never more than may be, never for ever."""

import os
import sys
import tracemalloc
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Thread

import pytest

from devices import device
from replikat.cards.pictures import MOST_BYTES
from replikat.data import csv_tables, files, strict_yaml
from replikat.data.files import (
    LARGEST_PDF,
    read_file,
    read_standard_input,
    refuse_missing,
    utf8_text,
)
from replikat.errors import ReplikatError
from replikat.press.pdfx.pressroom import LARGEST_PROFILE
from replikat.typeset.figures import svg

MOST_MEMORY = 500_000_000  # bytes
SIZES = (
    strict_yaml.LARGEST,
    svg.LARGEST,
    csv_tables.LARGEST,
    MOST_BYTES,
    LARGEST_PROFILE,
    LARGEST_PDF,
)


def refused(read: Callable[[], object]) -> str:
    with pytest.raises(ReplikatError) as raised:
        read()
    return str(raised.value)


def fifo(path: Path, data: bytes | None = None) -> Path:
    """Make a named pipe; somebody writes the data to it as soon as it is read."""
    os.mkfifo(path)
    if data is not None:
        Thread(target=path.write_bytes, args=(data,), daemon=True).start()
    return path


def test_a_file_is_read_whole_up_to_the_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_file(path, largest=5) == b"12345"
    text = refused(lambda: read_file(path, largest=4, expected="a", smaller="b"))
    assert text == f"{path}: larger than 0 kB; b"
    path.write_bytes(b"")
    assert read_file(path, largest=4) == b""


@pytest.mark.parametrize(("largest", "size"), [(64_000_000, "64 MB"), (500_000, "500 kB")])
def test_a_sparse_file_is_refused_unread(largest: int, size: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sparse"
    path.touch()
    os.truncate(path, 3_000_000_000)
    monkeypatch.setattr(files.os, "read", None)
    text = refused(lambda: read_file(path, largest=largest, expected="expected a table"))
    assert text == f"{path}: larger than {size}; expected a table"


@pytest.mark.parametrize("largest", SIZES)
def test_of_what_never_ends_little_is_asked_for(largest: int, tmp_path: Path) -> None:
    path = device(tmp_path, "zero")
    tracemalloc.start()
    try:
        text = refused(lambda: read_file(path, largest=largest))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert text.startswith(f"{path}: larger than ")
    assert most < MOST_MEMORY


def test_what_cannot_be_read_is_a_line(tmp_path: Path) -> None:
    def line(path: Path) -> str:
        return refused(lambda: read_file(path, largest=9, expected="expected a deck"))

    end = "; expected a deck"
    assert line(tmp_path) == f"{tmp_path}: cannot be read (Is a directory){end}"
    missing = tmp_path / "none"
    assert line(missing) == f"{missing}: cannot be read (No such file or directory){end}"
    assert "/none: cannot be read (Not a directory)" in line(Path(__file__) / "none")
    long = line(tmp_path / ("x" * 1000))
    assert long.endswith(f"xxx...: cannot be read (File name too long){end}") and len(long) < 400


def test_a_file_of_another_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "open", denied)
    path = tmp_path / "a"
    assert refused(lambda: read_file(path, largest=9)).endswith("cannot be read (Permission denied)")


def test_a_pipe_is_read_and_may_be_looked_at_again(tmp_path: Path) -> None:
    path = fifo(tmp_path / "pipe", b"name: x\n" * 20_000)
    for _ in range(2):
        assert read_file(path, largest=200_000) == b"name: x\n" * 20_000


def test_a_pipe_has_a_largest_size_too(tmp_path: Path) -> None:
    path = fifo(tmp_path / "pipe", b"12345")
    assert "larger than 0 kB" in refused(lambda: read_file(path, largest=4))


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    path = fifo(tmp_path / "pipe")
    text = refused(lambda: read_file(path, largest=9, expected="expected a PBN file"))
    assert text == f"{path}: a pipe that nobody writes to; expected a PBN file"


def test_a_pipe_whose_writer_takes_its_time_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pipe is open at its other end, and nothing stands in it yet."""
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    path = fifo(tmp_path / "pipe")
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(path, os.O_WRONLY)
    real = os.set_blocking

    def write_then_block(number: int, blocking: bool) -> None:
        os.write(writer, b"late")
        os.close(writer)
        real(number, blocking)

    monkeypatch.setattr(files.os, "set_blocking", write_then_block)
    assert read_file(path, largest=9) == b"late"
    os.close(reader)


def test_standard_input_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"12345")))
    assert refused(lambda: read_standard_input(largest=4, expected="a")) == "-: larger than 0 kB; a"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"12345")))
    assert read_standard_input(largest=5) == b"12345"


def test_text_is_utf8_and_a_fault_says_where_not() -> None:
    assert utf8_text("\ufeffé".encode(), "f") == "é"
    text = refused(lambda: utf8_text(b"a\nb\xff", "f"))
    assert text == "f:2:2: not UTF-8 text; save the file as UTF-8"


def test_what_is_missing_or_a_folder_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    text = refused(lambda: refuse_missing(missing, "expected an event", "--x"))
    assert text == f"--x: {missing} does not exist; expected an event"
    assert refused(lambda: refuse_missing(tmp_path, "a")) == f"{tmp_path} is a folder; a"
    long = refused(lambda: refuse_missing(Path("x" * 300), "a"))
    assert long.endswith(" cannot be read (File name too long); a")
    os.mkfifo(tmp_path / "pipe")
    refuse_missing(tmp_path / "pipe", "a")
