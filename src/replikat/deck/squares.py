"""Layouts, marks and squares: what stands on the backs, and the square law."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from replikat.bounds import Count
from replikat.errors import LawFault

Position = Literal["S", "W", "N", "E", "M"]
POSITIONS: tuple[Position, ...] = ("S", "W", "N", "E", "M")
DASH = "-"
MOST_SQUARES = 60  # that a back has room for


class Mark(NamedTuple):
    """One card in one square: dealt to `position`, where it is card `number`."""

    position: Position
    number: int

    def __str__(self) -> str:
        return f"{self.position}{self.number}"


Marks = tuple[Mark | None, ...]  # of one card, square by square; None for a dash


@dataclass(frozen=True)
class Layout:
    """How many numbers every position gets.

    `batch` is how many are dealt to a position before a second round; numbers above it may be printed underlined.
    """

    positions: dict[Position, Count]
    batch: Count | None = None

    def __post_init__(self) -> None:
        if not self.positions:
            raise LawFault([(("positions",), "a layout needs at least one position")])
        if self.cards > 1000:
            raise LawFault([(("positions",), f"{self.cards} cards are more than a square can deal (1000)")])
        if self.batch and self.batch >= (most := max(self.positions.values())):
            raise LawFault([(("batch",), f"{self.batch}; expected less than the most numbers of a position, {most}")])

    @property
    def cards(self) -> int:
        return sum(self.positions.values())

    @cached_property
    def slots(self) -> tuple[Mark, ...]:
        """Return every mark of the layout: S 1.., W 1.., N 1.., E 1.., M 1.."""
        order = [position for position in POSITIONS if position in self.positions]
        return tuple(Mark(position, number) for position in order for number in range(1, self.positions[position] + 1))


@dataclass(frozen=True)
class Square:
    """One deal: `marks[i]` belongs to card i of the pack; None is a dash."""

    layout: str
    marks: tuple[Mark | None, ...]

    def dealt(self) -> dict[Mark, int]:
        """Return which card (its place in the pack) carries each mark."""
        return {mark: card for card, mark in enumerate(self.marks) if mark}

    def __str__(self) -> str:
        return " ".join(str(mark) if mark else DASH for mark in self.marks)


def shared_batch(layouts: Mapping[str, Layout]) -> int:
    """Return the batch of layouts by name; LawFault where one has none or they differ, since a rule means one thing."""
    without = [name for name, layout in layouts.items() if layout.batch is None]
    if without:
        raise LawFault([((), f"underlined numbers, but the layout {without[0]} has no second batch (its key batch)")])
    batches = {name: layout.batch for name, layout in layouts.items() if layout.batch}
    if len(set(batches.values())) > 1:
        said = ", ".join(f"{batch} in {name}" for name, batch in batches.items())
        raise LawFault([((), f"underlined numbers, but the layouts have batches of their own: {said}")])
    return next(iter(batches.values()))


def square_faults(square: Square, layout: Layout, members: Sequence[bool], *, secret: bool = False) -> list[tuple[int, str]]:
    """Return what breaks the square law, as (place in the pack, what is wrong).

    Args:
        square: The square.
        layout: What it deals.
        members: For every card of the pack, whether it belongs to the square's own pack.
        secret: The square is for nobody's eyes: no mark is named.
    """

    def name(mark: Mark) -> str:
        return "this mark" if secret else str(mark)

    faults: list[tuple[int, str]] = []
    seen: dict[Mark, int] = {}
    slots = set(layout.slots)
    for card, mark in enumerate(square.marks):
        if mark is None:
            if members[card]:
                faults.append((card, "a dash on a card that the square deals"))
        elif not members[card]:
            faults.append((card, f"{name(mark)} on a card outside the square's pack, which shows a dash"))
        elif mark not in slots:
            faults.append((card, f"{name(mark)} is no mark of the layout {square.layout}"))
        elif mark in seen:
            faults.append((card, f"{name(mark)} stands twice in this square"))
        else:
            seen[mark] = card
    missing = [str(slot) for slot in layout.slots if slot not in seen]
    if secret and missing:
        missing = [f"{len(missing)} mark{'s' if len(missing) > 1 else ''} of the layout"]
    if missing and not faults:
        faults.append((0, "missing " + ", ".join(missing)))
    elif missing:
        card, text = faults[0]
        faults[0] = (card, f"{text}; missing {', '.join(missing[:6])}")
    return faults


def parse_mark(text: str) -> Mark | None:
    """Return the mark that `text` writes ("S7"), None for a dash; ValueError for anything else."""
    if text == DASH:
        return None
    position, digits = text[:1], text[1:]
    for known in POSITIONS:
        if known == position and digits.isascii() and digits.isdigit() and digits[0] != "0" and len(digits) <= 3:
            return Mark(known, int(digits))
    raise ValueError(text)
