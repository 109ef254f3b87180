"""Prose made to measure: what a text says only of some decks, the deck's own words and numbers, the set-ups wanted."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.print_settings import PrintSettings
from replikat.deck.squares import POSITIONS, Layout
from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.games.setups import SetupName, parse_setup_name

DEEPEST = 20  # conditions within conditions
EDGES = ("S", "W", "N", "E")
_CONDITION = re.compile(r"\[\[(!?)([\w-]+)\|((?:(?!\[\[|\]\]).)*)\]\]", re.S)  # the innermost ones
_ASKED = re.compile(r"\[\[!?(?P<condition>[\w-]*)|\{(?P<placeholder>[^{}]*)\}")
_BARE_ITEM = re.compile(r"^[ \t]*(-|\d+\.)[ \t]*\n", re.M)
_DIRECTIVE = re.compile(r"^!\[.*\]\((?:setup|steps):([^()\n]*)\)[ \t]*\n?", re.M)
_HEADING = re.compile(r"^(?=#{1,6} )", re.M)


@dataclass(frozen=True)
class Text:
    """The Markdown of one chapter, and the file it comes from."""

    file: str
    prose: str


@contextmanager
def faults_of(file: str) -> Iterator[None]:
    """Say of every fault in which file it lies."""
    try:
        yield
    except ReplikatError as error:
        raise ReplikatError(*(replace(fault, file=fault.file or file) for fault in error.faults)) from None


@dataclass(frozen=True)
class Facts:
    """What prose may say of a deck: placeholders by name, and whether each condition holds."""

    values: Mapping[str, str]
    holds: Mapping[str, bool]


def facts_of(deck: Deck, settings: PrintSettings, words: Catalogue) -> Facts:
    """Return the facts of a deck as it is printed."""
    layouts = deck.parts.layouts
    first, used = layouts[0], {position for layout in layouts for position in layout.positions}
    piles = [first.positions[position] for position in POSITIONS if position in first.positions]
    spares = len(deck.pack.spares) if settings.jokers is None else settings.jokers
    values = {
        "word": settings.word,
        "deck": deck.name,
        "code": deck.code,
        "squares": str(len(deck.squares)),
        "cards": str(len(deck.pack.cards)),
        "largest": str(max(max(layout.positions.values()) for layout in layouts)),
        "pile": str(piles[0]),
        "counts": counts(first, words),
        "proof": str(deck.spec.proof or ""),
        "batch": str(first.batch or ""),
        "beyond": str((first.batch or 0) + 1),
    }
    holds: dict[str, bool] = {position: position in used for position in POSITIONS}
    holds |= {
        "ordinary": deck.pack.ordinary,
        "edges": used.issuperset(EDGES),
        "even": len(set(piles)) == 1,
        "mixed": len({group.layout for group in deck.spec.squares}) > 1,
        "short": any(group.cards != "all" for group in deck.spec.squares),
        "spares": spares + settings.blanks > 0,
        "dashes": spares + settings.blanks > 0 or any(group.cards != "all" for group in deck.spec.squares),
        "two-way": "two-way" in settings.backs,
        "underlined": "underlined" in settings.backs,
        "proof": deck.spec.proof is not None,
    }
    return Facts(values, holds)


def counts(layout: Layout, words: Catalogue) -> str:
    """Return how many cards every position gets, in words."""
    return ", ".join(f"{words.positions[position]} {layout.positions[position]}" for position in POSITIONS if position in layout.positions)


def filled(prose: str, facts: Facts) -> str:
    """Return a text with its conditions decided and its placeholders filled.

    `[[middle|text]]` stands where the condition holds, `[[!middle|text]]` where it does not; conditions may lie inside each
    other and run over lines. A list item of which nothing is left goes with its marker. Unknown names are a ReplikatError.
    """
    if faults := list(_unknown_names(prose, facts)):
        raise ReplikatError(*faults)
    for _ in range(DEEPEST):
        prose = _CONDITION.sub(lambda match: match[3] if facts.holds[match[2]] != bool(match[1]) else "", prose)
    if open_at := re.search(r"\[\[|\]\]", prose):
        place = open_at.start()
        raise ReplikatError(Fault(f"a condition that does not end, near {prose[place : place + 30]!r}", "expected [[condition|text]]"))
    prose = re.sub(r"\n{3,}", "\n\n", _BARE_ITEM.sub("", prose))
    return _ASKED.sub(lambda match: facts.values[match["placeholder"]], prose)


def _unknown_names(prose: str, facts: Facts) -> Iterator[Fault]:
    line, line_start = 1, 0
    for match in _ASKED.finditer(prose):
        for kind, known in (("condition", facts.holds), ("placeholder", facts.values)):
            if (name := match[kind]) is not None and name not in known:
                line += prose.count("\n", line_start, match.start())
                line_start = max(line_start, prose.rfind("\n", line_start, match.start()) + 1)
                column = match.start() - line_start + 1
                yield Fault(f"no {kind} is called {quoted(name)}", suggestion(name, known), line=line, column=column)


def with_setups(prose: str, kept: Collection[SetupName]) -> str:
    """Return a text with the steps and pictures of some set-ups alone.

    A section that is only about other set-ups, with those inside it, goes with its heading.
    """
    parts = _HEADING.split(prose)
    named = [[parse_setup_name(name) for name in _DIRECTIVE.findall(part)] for part in parts]
    levels = [len(part) - len(part.lstrip("#")) if part.startswith("#") else 0 for part in parts]
    made, place = [], 0
    while place < len(parts):
        end = place + 1
        while levels[place] and end < len(parts) and levels[end] > levels[place]:
            end += 1
        about = [name for names in named[place:end] for name in names]
        if about and levels[place] > 1 and not any(name in kept for name in about):
            place = end
            continue
        made.append(_DIRECTIVE.sub(lambda match: match[0] if parse_setup_name(match[1]) in kept else "", parts[place]))
        place += 1
    return re.sub(r"\n{3,}", "\n\n", "".join(made))
