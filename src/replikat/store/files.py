"""Files on disk: whole or not at all."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from replikat.errors import Fault, ReplikatError

PRIVATE = "private"  # the folder of a deck's secrets; its files are for their owner alone


def write_whole(path: Path, data: bytes) -> Path:
    """Write a file beside its place and move it there; a failed run leaves what was there."""
    refuse_no_place(path)
    with _beside(path, data) as part:
        part.replace(path)
    return path


def write_once(path: Path, data: bytes) -> None:
    """Write a file that nothing may ever replace; FileExistsError where it is there already."""
    with _beside(path, data) as part:
        try:
            os.link(part, path)  # unlike a rename, a link never lands on an existing file
        except FileExistsError:
            raise
        except (
            OSError
        ):  # a file system without links: claim the name, then move the whole file over the claim
            path.touch(mode=0o600, exist_ok=False)
            try:
                part.replace(path)
            except BaseException:
                path.unlink()
                raise


def refuse_no_place(path: Path) -> None:
    """Refuse a file to be written that is a folder, or whose folder is not there."""
    if path.is_dir():
        raise ReplikatError(Fault(f"{path} is a folder", "expected the name of a file"))
    if not path.parent.is_dir():
        raise ReplikatError(
            Fault(
                f"{path} cannot be written (No such file or directory)",
                f"make the folder {path.parent} first",
            )
        )


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path]) -> None:
    """Refuse files to be written that have no place, are what the run reads, or are one and the
    same; `-` is none.
    """
    taken = {path.resolve() for path in inputs}
    for path in outputs:
        if path is None or path == Path("-"):
            continue
        refuse_no_place(path)
        if path.resolve() in taken:
            raise ReplikatError(
                Fault(f"{path} is read or written by this run already", "name another file")
            )
        taken.add(path.resolve())


@contextmanager
def _beside(path: Path, data: bytes) -> Iterator[Path]:
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        cure = (
            f"make the folder {path.parent} first"
            if isinstance(error, FileNotFoundError)
            else f"see who may write in {path.parent}"
        )
        raise ReplikatError(Fault(f"{path} cannot be written ({error.strerror})", cure)) from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(PermissionError):  # a stick or share without modes keeps those it has
            part.chmod(0o600 if path.parent.name == PRIVATE else 0o666 & ~_umask())
        yield part
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
