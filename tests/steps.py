"""Steps counted instead of time: lines of ours that run, and characters that regular expressions look at.

What a pattern does inside `re` cannot be seen, so `CountedPattern` gives the library's answers and counts what a
backtracking matcher of the same tree looks at.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType, ModuleType
from typing import Any

import pytest

SINGLE = (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN)
Node = tuple[Any, Any]


class Counter:
    """Counts steps of every kind."""

    def __init__(self) -> None:
        self.steps = 0


class CountedPattern:
    """A compiled pattern whose every look at a character is counted."""

    def __init__(self, pattern: re.Pattern[Any], counter: Counter) -> None:
        self.pattern, self.counter = pattern, counter
        self.tree = list(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))
        self.single: dict[int, re.Pattern[str]] = {}

    def fullmatch(self, text: str) -> re.Match[str] | None:
        for end in self.sequence(self.tree, 0, text, 0):
            if end == len(text):
                break
        return self.pattern.fullmatch(text)

    def match(self, text: str, pos: int = 0) -> re.Match[str] | None:
        next(self.sequence(self.tree, 0, text, pos), None)
        return self.pattern.match(text, pos)

    def search(self, text: str, pos: int = 0) -> re.Match[str] | None:
        found = self.pattern.search(text, pos)
        for start in range(pos, (found.start() if found else len(text)) + 1):
            next(self.sequence(self.tree, 0, text, start), None)
        return found

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        place = 0
        while place <= len(text) and (found := self.search(text, place)):
            yield found
            place = max(found.end(), found.start() + 1)

    def sub(self, by: Any, text: str) -> str:
        for _ in self.finditer(text):
            pass
        return self.pattern.sub(by, text)

    def findall(self, text: str) -> list[Any]:
        for _ in self.finditer(text):
            pass
        return self.pattern.findall(text)

    def split(self, text: str) -> list[Any]:
        for _ in self.finditer(text):
            pass
        return self.pattern.split(text)

    # ---- the matcher: every way in which a part of the tree may match, as the place where it ends

    def sequence(self, nodes: Sequence[Node], index: int, text: str, place: int) -> Iterator[int]:
        if index == len(nodes):
            yield place
            return
        for end in self.node(nodes[index], text, place):
            yield from self.sequence(nodes, index + 1, text, end)

    def node(self, node: Node, text: str, place: int) -> Iterator[int]:
        kind, value = node
        if kind in SINGLE:
            if self.fits(node, text, place):
                yield place + 1
        elif kind is ops.BRANCH:
            for branch in value[1]:
                yield from self.sequence(list(branch), 0, text, place)
        elif kind is ops.SUBPATTERN:
            yield from self.sequence(list(value[3]), 0, text, place)
        elif kind in (ops.MAX_REPEAT, ops.MIN_REPEAT):
            yield from self.repeated(list(value[2]), int(value[0]), int(value[1]), text, place)
        elif kind in (ops.ASSERT, ops.ASSERT_NOT):
            there = value[0] < 0 or next(self.sequence(list(value[1]), 0, text, place), None) is not None
            if there is (kind is ops.ASSERT) or value[0] < 0:  # a look behind is of one character here
                yield place
        elif kind is ops.AT:
            self.counter.steps += 1
            if value is not ops.AT_BEGINNING or place == 0 or (self.pattern.flags & re.M and text[place - 1] == "\n"):
                yield place
        else:
            raise NotImplementedError(kind)

    def repeated(self, inner: list[Node], least: int, most: int, text: str, place: int) -> Iterator[int]:
        """Yield the ends of as many as fit, then of one less, and so on."""
        ends, tries = [place], [self.sequence(inner, 0, text, place)]
        while tries:
            end = next(tries[-1], None) if len(ends) <= most else None
            if end is not None and end != ends[-1]:
                ends.append(end)
                tries.append(self.sequence(inner, 0, text, end))
                continue
            if len(ends) > least:
                self.counter.steps += 1
                yield ends[-1]
            ends.pop()
            tries.pop()

    def fits(self, node: Node, text: str, place: int) -> bool:
        self.counter.steps += 1
        if id(node) not in self.single:
            state = parser.State()
            state.str, state.flags = "", self.pattern.flags
            tree = parser.SubPattern(state, [node])
            self.single[id(node)] = re._compiler.compile(tree, self.pattern.flags & ~re.VERBOSE)  # type: ignore[attr-defined]
        return self.single[id(node)].match(text, place) is not None


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> Iterator[Counter]:
    """Count the steps of patterns that stand in these modules, and every line that runs in them."""
    counter = Counter()
    files = {module.__file__ for module in modules}

    def per_line(frame: FrameType, event: str, _: object) -> Any:
        counter.steps += event == "line"
        return per_line

    def per_call(frame: FrameType, event: str, _: object) -> Any:
        return per_line if frame.f_code.co_filename in files else None

    with monkeypatch.context() as patched:
        for module in modules:
            for name, value in list(vars(module).items()):
                if isinstance(value, re.Pattern):
                    patched.setattr(module, name, CountedPattern(value, counter))
        before = sys.gettrace()
        sys.settrace(per_call)
        try:
            yield counter
        finally:
            sys.settrace(before)


def assert_in_line(steps_of: Callable[[int], int], sizes: Sequence[int] = (150, 300, 600)) -> None:
    """Assert that twice the input takes about twice the steps; squared, it would take four times as many."""
    steps = [steps_of(size) for size in sizes]
    for small, large in pairwise(steps):
        assert large <= 2.4 * small + 200, f"{steps} steps for {list(sizes)}"
