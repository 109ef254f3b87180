"""The starting position of one square: which cards lie where, and what a semi-replicate leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from replikat.deck.dealing.stream import Stream
from replikat.deck.squares import Mark
from replikat.games.setups import Setup, Span, Zone

TAIL = "tail"  # the purpose of the stream that orders what a semi-replicate leaves unsorted


@dataclass(frozen=True)
class Laid:
    """A zone with its cards, by their places in the pack, the top one first.

    `loose` are the marks below them whose order, and perhaps whose zone, nobody knows.
    """

    zone: Zone
    marks: tuple[Mark, ...]
    cards: tuple[int, ...]
    loose: tuple[Mark, ...] = ()


def starting_position(
    setup: Setup, dealt: Mapping[Mark, int], semi: bool = False, tail: Stream | None = None, parameters: Mapping[str, int] | None = None
) -> tuple[Laid, ...]:
    """Return every zone of a set-up with the cards that a square deals to it.

    `dealt` says which card carries each mark. In a semi-replicate (`semi`) the unsorted ranges stay open, unless `tail`
    draws their order. `parameters` says how many cards of a zone are used; the others lie among the unused.
    """
    known = dict(dealt)
    if semi and tail is not None:
        known |= _drawn(setup, dealt, tail)
    open_marks = setup.loose if semi and tail is None else frozenset()
    laid: list[Laid] = []
    aside: list[Mark] = []
    for zone in setup.zones:
        used = len(zone.slots) if zone.take is None else (parameters or {}).get(zone.take, len(zone.slots))
        aside += zone.slots[used:]
        exact = tuple(mark for mark in zone.slots[:used] if mark not in open_marks)
        loose = tuple(mark for mark in zone.slots[:used] if mark in open_marks)
        laid.append(Laid(zone, exact, tuple(known[mark] for mark in exact), loose))
    return tuple(_with_unused(laid, aside, known)) if aside else tuple(laid)


def _drawn(setup: Setup, dealt: Mapping[Mark, int], tail: Stream) -> dict[Mark, int]:
    """Return which card lies at each unsorted mark, drawn anew inside each range that stays unsorted."""
    drawn: dict[Mark, int] = {}
    for span in setup.unsorted_spans:
        marks = span.marks
        drawn |= {mark: dealt[marks[place]] for mark, place in zip(marks, tail.order(len(marks)), strict=True)}
    return drawn


def _with_unused(laid: list[Laid], aside: list[Mark], known: Mapping[Mark, int]) -> list[Laid]:
    """Return the zones with some marks added to those that are not used."""
    cards = tuple(known[mark] for mark in aside)
    for place, held in enumerate(laid):
        if held.zone.kind == "unused":
            return [*laid[:place], replace(held, marks=(*held.marks, *aside), cards=(*held.cards, *cards)), *laid[place + 1 :]]
    spans = (Span(mark.position, mark.number, mark.number) for mark in aside)
    unused = Zone("unused", tuple(map(str, spans)), "down")
    return [*laid, Laid(unused, tuple(aside), cards)]
