"""What can be wrong with a user's input, said in one line per fault."""

from collections.abc import Iterable
from dataclasses import dataclass

MANY = 30  # as many names are told in one line

FieldPath = tuple[str | int, ...]  # from a value down to a part of it: names of fields, and places in lists from 0
Breach = tuple[FieldPath, str]  # of a law: where in the value, and what is wrong


@dataclass(frozen=True)
class Fault:
    """One mistake: where it stands, what was found there and what was expected.

    `file`, `line`, `column` and `field` are left out of the line where they are not known; lines and columns
    count from 1.
    """

    found: str
    expected: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    field: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        said = f"{self.found}; {self.expected}" if self.expected else self.found
        return ": ".join(part for part in (place, self.field, said) if part)


class ReplikatError(Exception):
    """Input that cannot be used; `faults` holds every mistake that was found, in the order of the file."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class LawFault(ValueError):
    """A value that breaks a law of the model; `faults` pairs the path inside the value with what is wrong.

    The model knows no files: whoever read the value turns the paths into lines and columns.
    """

    def __init__(self, faults: Iterable[Breach]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(text for _, text in self.faults))


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return "did you mean ...?" for a misspelt name, or the names that exist where none is near."""
    from difflib import get_close_matches

    names = sorted(known)
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    if len(names) > MANY:
        return f"expected one of {', '.join(names[:MANY])}, ... ({len(names)} in all)"
    return "expected one of " + ", ".join(names) if names else "there is none"
