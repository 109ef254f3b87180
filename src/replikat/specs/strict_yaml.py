"""YAML without its traps: no aliases, tags or duplicate keys, `no` is not False, and every value knows its place."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from replikat.errors import Fault, ReplikatError

LARGEST = 1_000_000  # bytes
DEEPEST = 20

Path_ = tuple[str | int, ...]

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,15}")
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass
class Source:
    """A parsed file: the plain tree and where each key and value of it stands (line, column, from 1)."""

    path: Path
    text: str
    tree: Any = None
    values: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    literal: set[Path_] = field(default_factory=set)  # block scalars, whose lines stand as written

    def fault(self, path: Path_, found: str, expected: str = "", key: bool = False) -> Fault:
        """Return a fault at a path of the tree, or at the nearest parent that stands in the file."""
        line, column = self._place(path, key)
        return Fault(
            found, expected, str(self.path), line, column, ".".join(str(part + 1) if isinstance(part, int) else part for part in path)
        )

    def _place(self, path: Path_, key: bool) -> tuple[int, int]:
        for end in range(len(path), -1, -1):
            head = path[:end]
            if head in self.literal and len(path) > end:
                return self._inside(head, path[end:])
            if key and head in self.keys:
                return self.keys[head]
            if head in self.values:
                return self.values[head]
        return (1, 1)

    def _inside(self, head: Path_, rest: Path_) -> tuple[int, int]:
        """Return the place of line rest[0], word rest[1] of a block scalar."""
        first = self.values[head][0] + 1
        numbers = [part for part in rest if isinstance(part, int)]
        line = first + numbers[0]
        words = [match.start() + 1 for match in re.finditer(r"\S+", self.text.splitlines()[line - 1])]
        word = numbers[1] if len(numbers) > 1 else 0
        return line, words[word] if word < len(words) else 1


def read_source(path: Path) -> Source:
    """Return the parsed file; every fault of reading or YAML itself is a ReplikatError with its place."""
    return parse(_read_text(path), path)


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise ReplikatError(Fault(f"cannot be read ({error.strerror})", file=str(path))) from None
    if len(data) > LARGEST:
        raise ReplikatError(Fault("larger than 1 MB", "expected a spec", str(path)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ReplikatError(Fault("not UTF-8 text", "save the file as UTF-8", str(path), line)) from None


def parse(text: str, path: Path) -> Source:
    source = Source(path, text)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = iter(yaml.parse(text, Loader=loader))
        source.tree = _Builder(source, events).document()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ReplikatError(Fault(f"not valid YAML ({problem})", file=str(path), line=line, column=column)) from None
    return source


class _Builder:
    """Build the tree from parser events: the only place where aliases and doubled keys can be refused in time."""

    def __init__(self, source: Source, events: Any) -> None:
        self.source = source
        self.events = events
        self.faults: list[Fault] = []

    def document(self) -> Any:
        event = next(self.events)
        while not isinstance(event, (yaml.NodeEvent, yaml.StreamEndEvent)):
            event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            raise ReplikatError(Fault("the file is empty", file=str(self.source.path), line=1))
        tree = self.node(event, ())
        if not isinstance(next(self.events), yaml.DocumentEndEvent) or not isinstance(next(self.events), yaml.StreamEndEvent):
            raise ReplikatError(Fault("more than one document in the file", file=str(self.source.path), line=1))
        if self.faults:
            raise ReplikatError(*self.faults)
        return tree

    def stop(self, event: Any, found: str, expected: str = "") -> ReplikatError:
        mark = event.start_mark
        return ReplikatError(*self.faults, Fault(found, expected, str(self.source.path), mark.line + 1, mark.column + 1))

    def node(self, event: Any, path: Path_) -> Any:
        if isinstance(event, yaml.AliasEvent):
            raise self.stop(event, f"the alias *{event.anchor}", "write the value out; aliases are not read")
        if event.anchor is not None:
            raise self.stop(event, f"the anchor &{event.anchor}", "write the value out; anchors are not read")
        if event.tag is not None and event.tag != "!":
            raise self.stop(event, f"the tag {event.tag}", "plain values only")
        if len(path) > DEEPEST:
            raise self.stop(event, f"nested deeper than {DEEPEST} levels")
        self.source.values[path] = (event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.ScalarEvent):
            if event.style == "|":
                self.source.literal.add(path)
            return event.value if event.style else scalar(event.value)  # libyaml calls the plain style ""
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(event, (*path, len(items))))
            return items
        return self.mapping(path)

    def mapping(self, path: Path_) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self.stop(event, "a key that is no plain word")
            key, mark = event.value, event.start_mark
            inner = (*path, key)
            if key in found:
                self.faults.append(Fault(f"the key {key} stands twice", "keep one", str(self.source.path), mark.line + 1, mark.column + 1))
            value = self.node(next(self.events), inner)
            if key not in found:
                found[key] = value
                self.source.keys[inner] = (mark.line + 1, mark.column + 1)
        return found


def scalar(text: str) -> Any:
    """Return what an unquoted word means: true, false, null, a whole or decimal number; anything else is text."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text
