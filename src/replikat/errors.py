"""What can be wrong with a user's input, said in one line per fault."""

from collections.abc import Iterable
from dataclasses import dataclass

MANY = 30  # as many names are told in one line
WHOLE = "every file is whole, as it was before or new"
LONGEST = 60  # signs of a value from outside that a message repeats
LONGEST_PLACE = 300  # signs of a file's name, and of a path to a field
LONGEST_FOUND = 600  # signs of what is wrong
LONGEST_CURE = 3000  # signs of what was expected: many names may stand in it
_BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"  # of several languages

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
        file = escaped(cut(self.file, LONGEST_PLACE))
        field = escaped(cut(self.field, LONGEST_PLACE))
        place = ":".join(str(part) for part in (file, self.line, self.column) if part)
        found = escaped(cut(self.found, LONGEST_FOUND))
        cure = escaped(cut(self.expected, LONGEST_CURE))
        text = f"{found}; {cure}" if cure else found
        return ": ".join(part for part in (place, field, text) if part)


class ReplikatError(Exception):
    """Input that cannot be used; `faults` holds every mistake that was found, in the order of the file."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(Fault(fault) if isinstance(fault, str) else fault for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def system_fault(error: OSError, outlook: str) -> Fault:
    """Return what is said of a file that the system does not let us read or write.

    Windows lets nobody replace or move a file that another program shows: `filename2` is then the file's own name,
    `filename` that of the new one beside it. `outlook` says what became of the files.
    """
    name = error.filename2 or error.filename
    place = f" ({name})" if name else ""
    if isinstance(error, PermissionError) and error.filename2:
        outlook = f"close the program in which it is open, or see who may write there; {outlook}"
    return Fault(f"{error.strerror or error}{place}", outlook)


class LawFault(ValueError):
    """A value that breaks a law of the model; `faults` pairs the path inside the value with what is wrong.

    The model knows no files: whoever read the value turns the paths into lines and columns.
    """

    def __init__(self, faults: Iterable[Breach]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(text for _, text in self.faults))


def escaped(text: str) -> str:
    """Return text without anything that steers a terminal or hides what stands there.

    Line breaks, control signs such as ESC, signs of direction such as U+202E and halves of
    characters are written as Python writes them; blanks and all that is visible stay.
    """
    if text.isprintable():
        return text
    signs = [sign if sign.isprintable() or sign in _BLANKS else ascii(sign)[1:-1] for sign in text]
    return "".join(signs)


def cut(text: str, longest: int = LONGEST) -> str:
    """Return text that is no longer than `longest` signs; where some were left out it says so."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def named(text: str) -> str:
    """Return a name from outside as a message repeats it: cut, and escaped."""
    return escaped(cut(text))


def quoted(text: str) -> str:
    """Return a text from outside as a message repeats it: in quotes, cut, and escaped."""
    return repr(cut(text))


def withheld(text: str) -> str:
    """Return what a message says of a text that is a secret: how long it is."""
    return f"{len(text)} characters (not shown)"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return "did you mean ...?" for a misspelt name, or the names that exist where none is near."""
    from difflib import get_close_matches

    names = [named(name) for name in sorted(known)]
    word = cut(word)  # the time that the search takes grows with the square of the length
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    if len(names) > MANY:
        return f"expected one of {', '.join(names[:MANY])}, ... ({len(names)} in all)"
    return "expected one of " + ", ".join(names) if names else "there is none"
