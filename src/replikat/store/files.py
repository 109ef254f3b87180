"""Every file is written here: whole or not at all, and never where it should not be."""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from replikat.errors import WHOLE, Fault, ReplikatError

try:
    import fcntl
except ImportError:  # Windows, where a file that is open can neither be moved nor deleted
    fcntl = None  # type: ignore[assignment]

PRIVATE = "private"  # the folder of a deck's secrets; its files are for their owner alone
STANDARD_OUTPUT = Path("-")
LONGEST_STEM = 40  # signs of a file's name that stand in the name of the part beside it

_PART = re.compile(r"\.(.+)\.[a-z0-9_]{8}\.part", re.DOTALL)  # tempfile draws the eight signs
_OPENED = range(1, 10)  # descriptors that a shell may open for a run: output, errors, 3> to 9>


# ---- files


def write_whole(
    path: Path, data: bytes, *, within: Path | None = None, secret: bool = False
) -> Path:
    """Write a file beside its place and move it there; a failed run leaves what was there.

    What is no regular file (a device, a pipe, /dev/stdout) is written into and stays what it is.
    A link stays a link, and the file it leads to is replaced; within a folder that was asked for,
    a link that leads out of it is replaced itself.

    Args:
        path: Where the file belongs; its folder must be there.
        data: All of it.
        within: The folder that was asked for, if the path was put together from names: a path
            that lies outside it is refused.
        secret: The file is for its owner alone, as those in `private` always are.

    Returns:
        The path.

    Raises:
        ReplikatError: There is no place for the file, or it cannot be written.
    """
    if within is not None:
        _refuse_outside(path, within)
    refuse_no_place(path)
    if _written_into(path, data):
        return path
    target = _target(path, within)
    with _beside(target, data, secret or path.parent.name == PRIVATE) as part:
        part.replace(target)
    _keep_entry(target)
    return path


def write_once(path: Path, data: bytes) -> None:
    """Write a file that nothing may ever replace; FileExistsError where it is there already.

    What is no regular file holds nothing to be replaced and is written into.
    """
    refuse_linked(path.parent)
    if _written_into(path, data):
        return
    with _beside(path, data, path.parent.name == PRIVATE) as part:
        try:
            os.link(part, path)  # unlike a rename, a link never lands on an existing file
        except FileExistsError:
            raise
        except OSError:
            # A file system without links: claim the name, then move the whole file over the claim.
            path.touch(mode=0o600, exist_ok=False)
            try:
                part.replace(path)
            except BaseException:
                path.unlink()
                raise
    _keep_entry(path)


def refuse_no_place(path: Path) -> None:
    """Refuse a file to be written that is a folder, or whose folder is not there or a link."""
    refuse_linked(path.parent)
    state = _state(path)
    if state and stat.S_ISDIR(state.st_mode):
        raise ReplikatError(Fault(f"{path} is a folder", "expected the name of a file"))
    if not path.parent.is_dir():
        found = f"{path} cannot be written (No such file or directory)"
        raise ReplikatError(Fault(found, f"make the folder {path.parent} first"))


def is_stream(path: Path) -> bool:
    """Return whether a path is written into: standard output by any name, a device, a pipe."""
    if path == STANDARD_OUTPUT:
        return True
    state = _state(path)
    if state is None or stat.S_ISDIR(state.st_mode):
        return False
    return not stat.S_ISREG(state.st_mode) or _descriptor_of(state) is not None


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path]) -> None:
    """Refuse files to be written that have no place, are what the run reads, or are one and the
    same; `-` is none, nor is a device or a pipe.
    """
    taken = {path.resolve() for path in inputs}
    for path in outputs:
        if path is None or path == STANDARD_OUTPUT:
            continue
        refuse_no_place(path)
        state = _state(path)
        if state and not stat.S_ISREG(state.st_mode):
            continue
        if path.resolve() in taken:
            found = f"{path} is read or written by this run already"
            raise ReplikatError(Fault(found, "name another file"))
        taken.add(path.resolve())


# ---- folders


def make_folder(folder: Path, *, private: bool = False) -> Path:
    """Make a folder and those above it, and return it; one that is there stays as it is.

    Args:
        folder: The folder.
        private: It is for its owner alone, even where it was there before.

    Raises:
        ReplikatError: A file is in the way, or a private folder is a link to another.
    """
    refuse_linked(folder)
    try:
        absent = [part for part in (folder, *folder.parents) if not part.exists()]
        folder.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        files = (part for part in (folder, *folder.parents) if part.exists() and not part.is_dir())
        blocking = next(files, error.filename)
        raise ReplikatError(f"{blocking} is a file; a folder is needed there") from None
    if private:
        with suppress(PermissionError):
            folder.chmod(0o700)  # also where it came from an archive or a copy
    for part in absent:
        _keep_entry(part)
    return folder


def rename_folder(folder: Path, other: Path) -> None:
    """Give a folder another name beside it; whoever is interrupted right after it can undo it."""
    folder.rename(other)


def refuse_linked(folder: Path) -> None:
    """Refuse a folder of secrets that is a link: who made it would choose where they go."""
    if folder.name == PRIVATE and folder.is_symlink():
        raise ReplikatError(Fault(f"{folder} is a link", "expected a folder: secrets lie in it"))


def clear_parts(folder: Path, stem: str | None = None) -> None:
    """Delete what runs that were killed have left beside their files.

    A run that is still writing holds a lock on its part, which is left alone.

    Args:
        folder: Where they lie.
        stem: Of these files only; None for all.
    """
    with suppress(OSError):
        for path in list(folder.iterdir()):
            match = _PART.fullmatch(path.name)
            if match and stem in (None, match[1]) and _is_left(path):
                path.unlink()


# ---- how it is done


def _state(path: Path) -> os.stat_result | None:
    """Return what the system says of a path, through links; None where nothing is there."""
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unwritten(path, error) from None


def _refuse_outside(path: Path, folder: Path) -> None:
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        found = f"{path} lies outside the folder {folder}"
        raise ReplikatError(Fault(found, "expected a name that stays in it"))


def _target(path: Path, within: Path | None) -> Path:
    """Return the file to be replaced: where a link leads, if it may be followed."""
    if not path.is_symlink():
        return path
    target = path.resolve()
    stays = within is None or target.is_relative_to(within.resolve())
    return target if stays and path.parent.name != PRIVATE else path


def _written_into(path: Path, data: bytes) -> bool:
    """Write into what must not be replaced, and return whether there was such a thing.

    That is a device, a pipe, and a file that the shell opened for this run, such as /dev/stdout
    with its output sent to a file.
    """
    state = _state(path)
    if state is None or stat.S_ISDIR(state.st_mode):
        return False
    opened = _descriptor_of(state)
    if opened is None and stat.S_ISREG(state.st_mode):
        return False
    if stat.S_ISBLK(state.st_mode):  # a whole disk
        raise ReplikatError(Fault(f"{path} is a disk", "expected the name of a file"))
    try:
        if opened is not None:
            _write_to_opened(opened, data)
        else:
            _write_to_other(path, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        if stat.S_ISFIFO(state.st_mode):
            fault = Fault(f"{path} is a pipe that nobody reads", "start what reads it first")
            raise ReplikatError(fault) from None
        raise _unwritten(path, error) from None
    return True


def _descriptor_of(state: os.stat_result) -> int | None:
    """Return by which number a shell opened a file for this run to write; None where it did not."""
    for number in _OPENED:
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), state) and _is_for_writing(number):
                return number
    return None


def _is_for_writing(number: int) -> bool:
    if fcntl is None:
        return True
    return fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY


def _write_to_opened(number: int, data: bytes) -> None:
    """Write into a file that is open already, after what was printed into it so far.

    Standard streams remember their place in a file, so that what went past them would be
    overwritten by the next line printed.
    """
    for stream in (sys.stdout, sys.stderr):
        if _number_of(stream) == number:
            stream.flush()
            stream.buffer.write(data)
            stream.buffer.flush()
            return
    _write_all(number, data)


def _number_of(stream: TextIO | None) -> int | None:
    """Return the descriptor of a standard stream; None where it is closed or stands for no file."""
    try:
        return stream.buffer.fileno() if stream else None
    except (AttributeError, OSError, ValueError):
        return None


def _write_to_other(path: Path, data: bytes) -> None:
    """Write into a device or a pipe; without O_NONBLOCK one without reader is waited for."""
    waits_not = getattr(os, "O_NONBLOCK", 0)  # Windows has neither these flags nor such pipes
    number = os.open(path, os.O_WRONLY | waits_not | getattr(os, "O_NOCTTY", 0))
    try:
        if waits_not:
            os.set_blocking(number, True)
        _write_all(number, data)
    finally:
        os.close(number)


def _write_all(number: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(number, rest) :]


@contextmanager
def _beside(path: Path, data: bytes, secret: bool) -> Iterator[Path]:
    """Yield a finished part beside the place of a file; it is gone afterwards."""
    stem = path.name[:LONGEST_STEM]
    clear_parts(path.parent, stem)
    try:
        handle, part = _new_part(path.parent, stem)
    except OSError as error:
        cure = (
            f"make the folder {path.parent} first"
            if isinstance(error, FileNotFoundError)
            else f"see who may write in {path.parent}"
        )
        raise ReplikatError(Fault(f"{path} cannot be written ({error.strerror})", cure)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError as error:
                raise _unwritten(path, error) from None
            with suppress(PermissionError):  # a stick or share without modes keeps those it has
                part.chmod(0o600 if secret else 0o666 & ~_umask())
            if fcntl is None:
                file.close()
            yield part
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _new_part(folder: Path, stem: str) -> tuple[int, Path]:
    """Return an empty file of our own, opened and locked.

    Another run may take it for a left one before it is locked; then a new one is made.
    """
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{stem}.", suffix=".part", dir=folder)
        if fcntl is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)


def _is_left(part: Path) -> bool:
    """Return whether no run holds a part any more."""
    if fcntl is None:
        return True  # Windows refuses to delete one that is open
    number = os.open(part, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(number)
    return True


def _keep_entry(path: Path) -> None:
    """Let the name of a file or folder outlast a power cut, where the system can do so."""
    with suppress(OSError):  # Windows opens no folders, some shares cannot wait for them
        number = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _unwritten(path: Path, error: OSError) -> ReplikatError:
    return ReplikatError(Fault(f"{path} cannot be written ({error.strerror or error})", WHOLE))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
