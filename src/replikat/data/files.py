"""Files that somebody names are read here and nowhere else: never more of them than may be."""

import os
import select
import stat
import sys
from contextlib import suppress
from pathlib import Path

from replikat.errors import LONGEST_PLACE, Fault, ReplikatError, cut

LARGEST_PDF = 200_000_000  # bytes
CHUNK = 1_000_000  # bytes that are asked for at once where the size is not known
PATIENCE = 3.0  # seconds in which somebody must begin to write to a pipe
STANDARD_INPUT = Path("-")

# Without O_NONBLOCK a named pipe that nobody writes to would be waited for when it is opened.
# No system knows all of these flags.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_BINARY"))

# A pipe can be read once, and some commands look at a file twice: what was read is kept by device
# and inode, and the pipe stays open so that no other gets its inode.
_PIPES: dict[tuple[int, int], bytes] = {}


class _SilentPipeError(Exception):
    """A pipe that nobody writes to."""


def read_file(path: Path, *, largest: int, expected: str = "", smaller: str = "") -> bytes:
    """Return what is in a file, a device or a pipe.

    Args:
        path: What somebody named; /dev/stdin, a named pipe and <(COMMAND) of a shell are fine.
        largest: As many bytes it may hold; of a larger one at most one byte more is asked for.
        expected: What the fault says that a file should be there for, such as "expected a PDF".
        smaller: The same of a file that is too large; `expected` where it is left out.

    Raises:
        ReplikatError: It is not there, is a folder, may not be read, is too large, or is a pipe
            that nobody writes to.
    """
    try:
        data = _bytes_of(path, largest)
    except OSError as error:
        found = f"cannot be read ({error.strerror or error})"
        raise ReplikatError(Fault(found, expected, str(path))) from None
    except _SilentPipeError:
        raise ReplikatError(Fault("a pipe that nobody writes to", expected, str(path))) from None
    if data is None:
        raise _too_large(largest, smaller or expected, str(path))
    return data


def read_standard_input(*, largest: int, expected: str = "") -> bytes:
    """Return what is piped or typed into the run; `read_file` says what the arguments are."""
    data = sys.stdin.buffer.read(largest + 1)
    if len(data) > largest:
        raise _too_large(largest, expected, str(STANDARD_INPUT))
    return data


def utf8_text(data: bytes, file: str) -> str:
    """Return the text of a file in UTF-8, with or without a mark; ReplikatError says where not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        lines = data[: error.start].decode("utf-8-sig").split("\n")
        place = (len(lines), len(lines[-1]) + 1)
        fault = Fault("not UTF-8 text", "save the file as UTF-8", file, *place)
        raise ReplikatError(fault) from None


def refuse_missing(path: Path, expected: str, field: str = "") -> None:
    """Refuse a path at which nothing can be read: it is not there, or is a folder.

    Args:
        path: What somebody named.
        expected: What should be there, for the fault.
        field: The option that named it.
    """
    name = cut(str(path), LONGEST_PLACE)
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise ReplikatError(Fault(f"{name} does not exist", expected, field=field)) from None
    except OSError as error:
        found = f"{name} cannot be read ({error.strerror})"
        raise ReplikatError(Fault(found, expected, field=field)) from None
    if stat.S_ISDIR(mode):
        raise ReplikatError(Fault(f"{name} is a folder", expected, field=field))


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder; a name that no system takes leads to none."""
    with suppress(OSError):
        return path.is_dir()
    return False


def _too_large(largest: int, expected: str, file: str) -> ReplikatError:
    mega = largest // 1_000_000
    size = f"{mega} MB" if mega else f"{largest // 1000} kB"
    return ReplikatError(Fault(f"larger than {size}", expected, file))


def _bytes_of(path: Path, largest: int) -> bytes | None:
    """Return what is at a path; None where that is more than `largest` bytes."""
    number = os.open(path, _FLAGS)
    keep_open = False
    try:
        state = os.fstat(number)
        if stat.S_ISFIFO(state.st_mode):
            key = (state.st_dev, state.st_ino)
            if key not in _PIPES:
                data = _piped(number, largest)
                if len(data) > largest:
                    return None
                _PIPES[key], keep_open = data, True
            return _PIPES[key]
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(number, True)
        if stat.S_ISREG(state.st_mode) and state.st_size > largest:
            return None
        # A file of the system's own, such as those in /proc, says that its size is 0.
        data = _rest_of(number, b"", largest, state.st_size + 1 if state.st_size else CHUNK)
        return data if len(data) <= largest else None
    finally:
        if not keep_open:
            os.close(number)


def _piped(number: int, largest: int) -> bytes:
    """Return what somebody writes to a pipe, once anybody does."""
    select.select([number], [], [], PATIENCE)
    beginning = b""
    with suppress(BlockingIOError):  # somebody has opened it and has not written yet
        beginning = os.read(number, min(CHUNK, largest + 1))
        if not beginning:
            raise _SilentPipeError
    os.set_blocking(number, True)
    return _rest_of(number, beginning, largest, CHUNK)


def _rest_of(number: int, beginning: bytes, largest: int, chunk: int) -> bytes:
    """Return `beginning` and what follows it, until its end or one byte beyond `largest`."""
    parts = [beginning] if beginning else []
    left = largest + 1 - len(beginning)
    while left > 0:
        part = os.read(number, min(left, chunk))
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
