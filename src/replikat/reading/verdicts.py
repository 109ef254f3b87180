"""What is said of a printed file that was read back."""

from collections.abc import Sequence
from dataclasses import dataclass

from replikat.data.library import Library
from replikat.deck.cards import Pack
from replikat.deck.code import deck_code
from replikat.deck.loaders import load_layout
from replikat.deck.squares import Marks, Square, square_faults
from replikat.reading.compare import compare, wrong_flip
from replikat.reading.drawn.sheets import FULL_LENGTH
from replikat.reading.reading import Reading, Ruler

LEAST_SCALE, MOST_SCALE = 0.97, 1.03  # what docs/printing.md promises of files that came back


@dataclass(frozen=True)
class Verdict:
    """What a printed file was found to be; `faults` is empty for one without a wrong mark, `unread` for one that could be read whole.

    `partial` says that it is sound but for what is missing from it, `scanned` that it was read from pictures of its pages.
    `scale` is the size at which sheets are drawn, as their rulers say, 1 where they have none; `misfit` says what is wrong
    with it, "" where nothing is.
    """

    code: str
    cards: int
    marks: int
    faults: tuple[str, ...]
    partial: bool = False
    unread: tuple[str, ...] = ()
    scanned: bool = False
    scale: float = 1.0
    misfit: str = ""

    @property
    def sound(self) -> bool:
        return not self.faults and not self.unread and not self.misfit


def judged(reading: Reading, pack: Pack, wanted: dict[str, Marks], code: str, some: bool) -> Verdict:
    """Return the verdict on a file whose cards should carry these marks."""
    spares = [card.code for card in pack.spares]
    faults = compare(reading, wanted, spares, code, some)
    partial = bool(faults) and not compare(reading, wanted, spares, code, some=True)
    if wrong_flip(reading, wanted):
        faults.insert(0, "most backs lie behind the wrong faces: the sheets were made for turning over the other edge, or mixed up")
    return verdict_of(reading, code, faults, partial)


def verdict_of(reading: Reading, code: str, faults: Sequence[str], partial: bool = False) -> Verdict:
    """Return a verdict with these faults."""
    marks = sum(1 for read in reading.cards if read.back for mark in read.back.marks if mark)
    worst = max(reading.rulers, key=lambda ruler: abs(ruler.length - FULL_LENGTH), default=None)
    return Verdict(
        code,
        len(reading.cards),
        marks,
        tuple(faults),
        partial,
        tuple(reading.unread),
        scale=round(worst.length / FULL_LENGTH, 4) if worst else 1.0,
        misfit=_misfit(worst) if worst else "",
    )


def _misfit(ruler: Ruler) -> str:
    """Return what is wrong with the scale of a sheet: "" where nothing is."""
    scale = ruler.length / FULL_LENGTH
    if LEAST_SCALE <= scale <= MOST_SCALE:
        return ""
    paper = " x ".join(f"{side:.1f}" for side in ruler.paper)
    drawn = f"the ruler of 100 mm measures {ruler.length:.1f} mm: the sheet was fitted to {paper} mm, at {100 * scale:.1f} %"
    return f"page {ruler.page}: {drawn}; print it at 100 %, or make the deck for that paper (--sheet)"


@dataclass(frozen=True)
class PaperDeck:
    """A deck as its cards show it: the marks of every card, the code of these marks, and what breaks the square law."""

    wanted: dict[str, Marks]
    code: str
    faults: tuple[str, ...]


def paper_deck(columns: Sequence[Marks], pack: Pack, library: Library) -> PaperDeck:
    """Return the deck that squares make, each as its marks in pack order; every square in the layout that suits it best."""
    layouts = {name: load_layout(name, library) for name in library.names("layouts")}
    squares, faults = [], []
    for number, marks in enumerate(columns, 1):
        members = [mark is not None for mark in marks]
        tries = [(square_faults(Square(name, marks), layout, members), name) for name, layout in layouts.items()]
        wrong, name = min(tries, key=lambda item: len(item[0]))
        squares.append(Square(name, marks))
        faults += [f"square {number}: {pack.codes[card]}: {text}" for card, text in wrong]
    wanted = {code: tuple(square.marks[i] for square in squares) for code, i in pack.index.items()}
    return PaperDeck(wanted, deck_code(pack.name, squares), tuple(faults))
