"""Markdown prose into flowables."""

from collections.abc import Callable, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.platypus import Flowable

from replikat.errors import ReplikatError
from replikat.press.flow import Compositor, page_break
from replikat.press.flowables import Drawing

Pictures = Callable[[str], Drawing]

_MARKUP = {"em_open": "<i>", "em_close": "</i>", "strong_open": "<b>", "strong_close": "</b>", "softbreak": " ", "hardbreak": "<br/>"}
_BULLET = "–"


def set_markdown(prose: str, compositor: Compositor, measure: float, pictures: Pictures, key: str) -> list[Flowable]:
    """Return the flowables of a text; `pictures` draws what a picture's source names, `key` begins its bookmarks.

    Headings of level 1 open a page. Anything that cannot be printed, such as a link, is a ReplikatError.
    """
    parser = MarkdownIt("commonmark").enable("table")
    return _Setter(parser.parse(prose), compositor, measure, pictures, key).blocks()


class _Setter:
    """Walks the flat list of tokens, one block after the other."""

    def __init__(self, tokens: Sequence[Token], compositor: Compositor, measure: float, pictures: Pictures, key: str) -> None:
        self._tokens, self._place, self._level = tokens, 0, 0
        self._led = False  # whether a paragraph that ends in a colon stands before the next block
        self._compositor, self._measure, self._pictures, self._key = compositor, measure, pictures, key

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
                made.append(self._paragraph())
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                items = self._list(token, 0)
                items[-1].spaceAfter = self._compositor.scale.grid
                made += items
            elif token.type == "table_open":
                made.append(self._table())
            else:
                raise _unprintable(token)
        return made

    def _heading(self, level: int) -> list[Flowable]:
        text = "".join(child.content for child in self._next().children or [])
        self._next()
        if level > self._level + 1:
            raise ReplikatError(f"the heading {text!r} is of level {level}; expected at most {self._level + 1}")
        self._level = level
        heading = self._compositor.heading(text, level, f"{self._key}-{self._place}")
        return [page_break(), heading] if level == 1 else [heading]

    def _paragraph(self) -> Flowable:
        inline = self._next()
        self._next()
        children = inline.children or []
        if len(children) == 1 and children[0].type == "image":
            caption = inline_markup(children[0].children or [])
            return self._compositor.picture(self._pictures(str(children[0].attrs["src"])), caption, self._measure)
        self._led = inline.content.endswith(":") and self._peek() in ("bullet_list_open", "ordered_list_open", "table_open")
        return self._compositor.paragraph(inline_markup(children), "lead-in" if self._led else "body")

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
