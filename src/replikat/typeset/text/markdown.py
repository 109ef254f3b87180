"""Markdown prose into flowables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.platypus import Flowable

from replikat.errors import ReplikatError, quoted
from replikat.typeset.text.flow import Compositor, page_break
from replikat.typeset.text.flowables import Drawing, Heading, Picture, Together


@dataclass(frozen=True)
class Steps:
    """Numbered steps of plain text."""

    lines: Sequence[str]


@dataclass(frozen=True)
class Grid:
    """A table of plain text."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


Insert = Drawing | Steps | Grid
Inserts = Callable[[str, float], Insert]  # a source, and how much (mm) must stand above it on the same page

_MARKUP = {"em_open": "<i>", "em_close": "</i>", "strong_open": "<b>", "strong_close": "</b>", "softbreak": " ", "hardbreak": "<br/>"}
_BULLET = "–"
SHORT = 240  # letters of a paragraph that is not parted from the table after it
_BLOCKS = ("bullet_list_open", "ordered_list_open", "table_open")


def set_markdown(prose: str, compositor: Compositor, measure: float, inserts: Inserts, key: str, from_top: bool = False) -> list[Flowable]:
    """Return the flowables of a text; `inserts` makes what a picture's source names, `key` begins its bookmarks.

    Headings of level 1 open a page. `from_top` asks for pictures that fit the page where the text begins. Anything that cannot
    be printed, such as a link, is a ReplikatError.
    """
    return _Setter(parsed(prose), compositor, measure, inserts, key, from_top).blocks()


@cache
def parsed(prose: str) -> Sequence[Token]:
    """Return the tokens of a text."""
    return MarkdownIt("commonmark").enable("table").parse(prose)


def plain(token: Token) -> str:
    """Return the words of a heading."""
    return "".join(child.content for child in token.children or [])


class _Setter:
    """Walks the flat list of tokens, one block after the other."""

    def __init__(self, tokens: Sequence[Token], compositor: Compositor, measure: float, inserts: Inserts, key: str, from_top: bool) -> None:
        self._tokens, self._place, self._level = tokens, 0, 0
        self._steps: list[Flowable] = []  # the last ones that were asked for
        self._led = False  # whether a paragraph that ends in a colon stands before the next block
        self._compositor, self._measure, self._inserts, self._key = compositor, measure, inserts, key
        self._from_top = from_top

    def _next(self) -> Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _peek(self) -> str:
        return self._tokens[self._place].type if self._place < len(self._tokens) else ""

    def blocks(self) -> list[Flowable]:
        made: list[Flowable] = []
        while self._place < len(self._tokens):
            token = self._next()
            if token.type == "heading_open":
                made += self._heading(int(token.tag[1:]))
            elif token.type == "paragraph_open":
                made += self._paragraph(made)
                self._join_steps(made)
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                made += self._closed(self._list(token, 0))
            elif token.type == "table_open":
                made.append(self._table())
            else:
                raise _unprintable(token)
        return made

    def _heading(self, level: int) -> list[Flowable]:
        text = plain(self._next())
        self._next()
        if level > self._level + 1:
            raise ReplikatError(f"the heading {quoted(text)} is of level {level}; expected at most {self._level + 1}")
        self._level = level
        heading = self._compositor.heading(text, level, f"{self._key}-{self._place}", self._measure)
        return [page_break(), heading] if level == 1 else [heading]

    def _paragraph(self, before: Sequence[Flowable]) -> list[Flowable]:
        inline = self._next()
        self._next()
        children = inline.children or []
        if len(children) == 1 and children[0].type == "image":
            return self._inserted(str(children[0].attrs["src"]), inline_markup(children[0].children or []), before)
        self._led = inline.content.endswith(":") and self._peek() in _BLOCKS
        made = self._compositor.paragraph(inline_markup(children), "lead-in" if self._led else "body")
        if self._peek() == "table_open" and len(inline.content) <= SHORT:
            made.keepWithNext = 1
        return [made]

    def _inserted(self, source: str, caption: str, before: Sequence[Flowable]) -> list[Flowable]:
        above = before[1:] if self._from_top else before[self._kept_from(before) :]  # the first opens the page
        insert = self._inserts(source, self._compositor.high(above, caption, self._measure))
        if isinstance(insert, Drawing):
            return [self._compositor.picture(insert, caption, self._measure)]
        if isinstance(insert, Grid):
            rows = [[escape(cell, quote=False) for cell in row] for row in (insert.header, *insert.rows)]
            return [self._compositor.table(rows[0], rows[1:], self._measure)]
        self._steps = self._closed([self._compositor.text(line, "item", f"{number}.") for number, line in enumerate(insert.lines, 1)])
        return self._steps

    def _join_steps(self, made: list[Flowable]) -> None:
        """Keep steps and the picture that follows them together, with the headings above."""
        if self._from_top:
            return
        if isinstance(made[-1], Picture) and (start := self._kept_from(made[:-1])) < len(made) - 1:
            made[start:] = [Together(made[start:-1], made[-1])]

    def _kept_from(self, made: Sequence[Flowable]) -> int:
        """Return where begins what stays together with a picture that follows: steps, and the headings above."""
        start = len(made) - len(self._steps)
        if not self._steps or list(made[start:]) != self._steps:
            return len(made)
        while start and isinstance(made[start - 1], Heading):
            start -= 1
        return start

    def _closed(self, items: list[Flowable]) -> list[Flowable]:
        """Return the items of a list with white below the last."""
        if items:
            items[-1].spaceAfter = self._compositor.scale.grid
        return items

    def _list(self, opened: Token, depth: int) -> list[Flowable]:
        """Return the items of a list, and of lists inside it one step further in."""
        made: list[Flowable] = []
        number = int(opened.attrs.get("start", 1)) if opened.type == "ordered_list_open" else None
        while (token := self._next()).type not in ("bullet_list_close", "ordered_list_close"):
            if token.type == "inline":
                bullet = _BULLET if number is None else f"{number}."
                made.append(self._compositor.paragraph(inline_markup(token.children or []), "item", bullet, depth))
            elif token.type == "list_item_close" and number is not None:
                number += 1
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                made += self._list(token, depth + 1)
            elif token.type not in ("list_item_open", "list_item_close", "paragraph_open", "paragraph_close"):
                raise _unprintable(token)
        return made

    def _table(self) -> Flowable:
        rows: list[list[str]] = []
        while (token := self._next()).type != "table_close":
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(inline_markup(token.children or []))
        table, grid = self._compositor.table(rows[0], rows[1:], self._measure), self._compositor.scale.grid
        if self._led:
            table.spaceBefore, table.spaceAfter = table.spaceAfter - grid, grid
        self._led = False
        return table


def inline_markup(tokens: Sequence[Token]) -> str:
    """Return inline tokens as the library's markup."""
    words = []
    for token in tokens:
        if token.type == "text":
            words.append(escape(token.content, quote=False))
        elif token.type in _MARKUP:
            words.append(_MARKUP[token.type])
        else:
            raise _unprintable(token)
    return "".join(words)


def _unprintable(token: Token) -> ReplikatError:
    return ReplikatError(f"the text holds a {token.type.removesuffix('_open')}, which cannot be printed: {token.content[:60]!r}")
