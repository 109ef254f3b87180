"""Files to values of any kind, with every fault at its line and column."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

from replikat.data.builder import build
from replikat.data.library import Library
from replikat.data.strict_yaml import Source, read_source
from replikat.errors import Fault, LawFault, ReplikatError

Kind = TypeVar("Kind")


def read(kind: type[Kind], source: Source, library: Library) -> Kind:
    """Return the value that a parsed file describes.

    Args:
        kind: the dataclass to read into; `builder` says what its fields may be.
        source: the parsed file: its tree of plain data, and where everything in it stands.
        library: the data files that this one may name.

    Raises:
        ReplikatError: with every fault of the file, in the order of their places: keys that stand
            twice, what is not of the type wanted, unknown keys and names, broken laws.
    """
    value, misfits = build(kind, source.tree, library)
    faults = list(source.faults)
    for misfit in misfits:
        faults.append(source.fault(misfit.path, misfit.present, misfit.wanted, misfit.in_key))
    if faults:
        raise ReplikatError(*sorted(faults, key=_place))
    return cast(Kind, value)


def _place(fault: Fault) -> tuple[int, int]:
    return fault.line, fault.column


def load(kind: type[Kind], folder: str, name: str, library: Library) -> tuple[Kind, Source]:
    """Return the value in a data file of the library, with the file it came from.

    Args:
        kind: the dataclass to read into.
        folder: the kind of file by its folder, such as "packs".
        name: the file's name, without its ending.
        library: where the file is looked for, and what it may name.

    Raises:
        ReplikatError: there is no such file, it is not YAML as we take it, or `read` finds faults.
    """
    source = read_source(library.find(folder, name))
    return read(kind, source, library), source


def located(source: Source, law: LawFault) -> ReplikatError:
    """Return a law's faults with their places in the file that the value was read from."""
    return ReplikatError(*(source.fault(path, text) for path, text in law.faults))


@contextmanager
def locating(source: Source) -> Iterator[None]:
    """Turn a LawFault raised inside into a ReplikatError with places in the file."""
    try:
        yield
    except LawFault as law:
        raise located(source, law) from None
