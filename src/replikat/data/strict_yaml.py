"""YAML without its traps: no aliases, tags or duplicate keys, `no` is not False, and every value knows its place."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from replikat.data.files import read_file, utf8_text
from replikat.errors import Fault, FieldPath, ReplikatError, named

LARGEST = 1_000_000  # bytes
SMALLER = "expected a text that somebody wrote"
DEEPEST = 20


_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}

# What no file of ours needs and editors hide: control characters, line breaks of other alphabets, halves of characters.
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")

# Both parsers' words for the commonest slips, and ours.
_SLIPS = {
    "mapping values are not allowed": ('a ": " where none can stand', "put a text that holds it in quotes, and check the indentation"),
    "cannot start any token": ("a character that begins no value", "put the text in quotes"),
    "could not find expected ':'": ('a line without ": "', "expected a key and its value"),
    "did not find expected key": ("this belongs to nothing before it", "check indentation, quotes and commas"),
    "did not find expected '-' indicator": ("this belongs to nothing before it", "check indentation, quotes and commas"),
    "expected <block end>": ("this belongs to nothing before it", "check indentation, quotes and commas"),
    "nesting depth": (f"nested deeper than {DEEPEST} levels", ""),
    "expected ',' or": ("a comma or closing bracket is missing before this", "check [ ], { } and quotes (# begins a comment)"),
    "expected the node content": ("a value is missing here", "check [ ], { } and commas (# begins a comment)"),
    "expected node content": ("a value is missing here", "check [ ], { } and commas (# begins a comment)"),
    "sequence entries are not allowed": ("a list item in the middle of a line", "begin it on a line of its own"),
    "unexpected end of stream": ("a quote that is not closed", "close it"),
    "escape c": ("an unknown escape after a backslash", "write \\\\, or use single quotes"),
}


@dataclass
class Source:
    """A parsed file: the plain tree and where each key and value of it stands (line, column, from 1).

    `faults` are keys that stand twice: the tree holds the first, and whoever reads the tree tells all faults at once.
    """

    path: Path
    text: str
    tree: Any = None
    values: dict[FieldPath, tuple[int, int]] = field(default_factory=dict)
    keys: dict[FieldPath, tuple[int, int]] = field(default_factory=dict)
    literal: set[FieldPath] = field(default_factory=set)  # block scalars, whose lines stand as written
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: FieldPath, found: str, expected: str = "", key: bool = False) -> Fault:
        """Return a fault at a path of the tree, or at the nearest parent that stands in the file."""
        line, column = self._place(path, key)
        said = ".".join(str(part + 1) if isinstance(part, int) else named(part) or '""' for part in path)
        return Fault(found, expected, str(self.path), line, column, said)

    def _place(self, path: FieldPath, key: bool) -> tuple[int, int]:
        for end in range(len(path), -1, -1):
            head = path[:end]
            if head in self.literal and len(path) > end:
                return self._inside(head, path[end:])
            if key and head in self.keys:
                return self.keys[head]
            if head in self.values:
                return self.values[head]
        return (1, 1)

    def _inside(self, head: FieldPath, rest: FieldPath) -> tuple[int, int]:
        """Return the place of line rest[0], word rest[1] of a block scalar."""
        first = self.values[head][0] + 1
        numbers = [part for part in rest if isinstance(part, int)]
        line = first + numbers[0]
        words = self._word_starts(line)
        word = numbers[1] if len(numbers) > 1 else 0
        return line, words[word] if word < len(words) else 1

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def _starts_by_line(self) -> dict[int, list[int]]:
        return {}

    def _word_starts(self, line: int) -> list[int]:
        """Return the columns at which the words of a line begin; each line is looked at once, however many faults it has."""
        if line not in self._starts_by_line:
            starts = [match.start() + 1 for match in re.finditer(r"\S+", self._lines[line - 1])]
            self._starts_by_line[line] = starts
        return self._starts_by_line[line]


def read_source(path: Path) -> Source:
    """Return the parsed file; every fault of reading or YAML itself is a ReplikatError with its place."""
    return parse(read_text(path), path)


def read_text(path: Path) -> str:
    """Return the text of a file, with line ends as here, whoever wrote them.

    Unreadable, huge or not UTF-8, it is a ReplikatError.
    """
    data = read_file(path, largest=LARGEST, smaller=SMALLER)
    return utf8_text(data, str(path)).replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str, path: Path) -> Source:
    """Return the parsed text of a file; what breaks YAML itself ends the reading, with one fault."""
    source = Source(path, text)
    _refuse_hidden(source)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        source.tree = _Builder(source, iter(yaml.parse(text, Loader=loader))).document()
    except yaml.YAMLError as error:
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        quote = "end of stream" in problem or "escape c" in problem  # the place to look at is where the quote begins
        mark = getattr(error, "context_mark" if quote else "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        found, cure = next((said for words, said in _SLIPS.items() if words in problem), (f"not valid YAML ({problem})", ""))
        if line > len(lines := _lines(text)):  # libyaml ends every file with a line end
            line, column = len(lines), len(lines[-1]) + 1
        raise ReplikatError(Fault(found, cure, str(path), line, column)) from None
    return source


def _lines(text: str) -> list[str]:
    return re.split("\r\n|\r|\n", text)


def _refuse_hidden(source: Source) -> None:
    """Refuse tabs, of which the two parsers think differently, and characters that nobody sees."""
    for number, line in enumerate(_lines(source.text), 1):
        if hidden := _HIDDEN.search(line) or re.search("\t", line):
            found, cure = ("a tab", "use spaces") if hidden[0] == "\t" else (f"the hidden character U+{ord(hidden[0]):04X}", "delete it")
            raise ReplikatError(Fault(found, cure, str(source.path), number, hidden.start() + 1))


class _Builder:
    """Build the tree from parser events: the only place where aliases and doubled keys can be refused in time."""

    def __init__(self, source: Source, events: Any) -> None:
        self.source = source
        self.events = events

    def document(self) -> Any:
        event = self.skipped()
        if isinstance(event, yaml.StreamEndEvent):
            raise ReplikatError(Fault("the file is empty", file=str(self.source.path), line=1))
        tree = self.node(event, ())
        if not isinstance(event := self.skipped(), yaml.StreamEndEvent):
            raise self.stop(event, "a second document", "one document a file: delete the line ---")
        return tree

    def skipped(self) -> Any:
        """Return the next event that is not merely the beginning or end of a stream or document."""
        while isinstance(event := next(self.events), (yaml.StreamStartEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent)):
            pass
        return event

    def stop(self, event: Any, found: str, expected: str = "") -> ReplikatError:
        return ReplikatError(*self.source.faults, self.fault(event, found, expected))

    def fault(self, event: Any, found: str, expected: str) -> Fault:
        return Fault(found, expected, str(self.source.path), *_start(event))

    def refuse(self, event: Any) -> None:
        """Stop at what this reader leaves out of YAML."""
        if isinstance(event, yaml.AliasEvent):
            raise self.stop(event, f"the alias *{named(event.anchor or '')}", "write the value out, or in quotes if it is text")
        if event.anchor is not None:
            raise self.stop(event, f"the anchor &{named(event.anchor or '')}", "write the value out, or in quotes if it is text")
        if event.tag is not None:
            raise self.stop(
                event, f"the tag {named(event.tag.replace('tag:yaml.org,2002:', '!!'))}", "expected a plain value, or a text in quotes"
            )
        if isinstance(event, yaml.ScalarEvent) and (hidden := _HIDDEN.search(event.value)):
            raise self.stop(event, f"the hidden character U+{ord(hidden[0]):04X}", "leave it out")

    def node(self, event: Any, path: FieldPath) -> Any:
        self.refuse(event)
        if len(path) > DEEPEST:
            raise self.stop(event, f"nested deeper than {DEEPEST} levels")
        self.source.values[path] = _start(event)
        if isinstance(event, yaml.ScalarEvent):
            if event.style == "|":
                self.source.literal.add(path)
            if not event.style and event.value == "" and path in self.source.keys:
                self.source.values[path] = self.source.keys[path]  # nothing stands nowhere: show the key
            return event.value if event.style else scalar(event.value)  # libyaml calls the plain style ""
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(event, (*path, len(items))))
            return items
        return self.mapping(path)

    def mapping(self, path: FieldPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            self.refuse(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise self.stop(event, "a key that is no plain word", "expected a word, or a text in quotes")
            key = event.value
            if key == "<<" and not event.style:
                raise self.stop(event, "the merge key <<", "write the keys out")
            if key in found:
                self.source.faults.append(self.fault(event, f"the key {named(key)} stands twice", "keep one"))
                self.node(next(self.events), (*path, key, "again"))
                continue
            self.source.keys[*path, key] = _start(event)
            found[key] = self.node(next(self.events), (*path, key))
        return found


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def scalar(text: str) -> Any:
    """Return what an unquoted word means: true, false, null, a whole or decimal number; anything else is text."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
