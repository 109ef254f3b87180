"""The score sheet of a duel: a row for every square, both plays of it, and what each side gains."""

from replikat.deck.catalogue import Catalogue
from replikat.events.schedule import Schedule, Sitting
from replikat.events.sheets.occasion import Occasion, Row
from replikat.papers.forms import EMPTY, Cell, Column, Form, number_cell, text_cell

PLAYERS = ("A", "B")  # the players, as the columns call them where they have no names


def duel_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return the sheet of a duel: both plays of every square, and what each side gains."""
    names = tuple(entry.name for entry in occasion.schedule.entries) if occasion.schedule else PLAYERS
    first = {sitting.square: sitting for sitting in _first_plays(occasion.schedule)}
    gain = words.phrase("scorecard.gain")
    groups = ((words.phrase("scorecard.first"), 1.5, 4.0), (words.phrase("scorecard.second"), 1.5, 4.0), (gain, 1.5, 0.0))
    columns = [Column(words.phrase("scorecard.square"), 0.9, gap=3.0), Column(words.phrase("scorecard.south"), 0.9, groups[0][0])]
    for group, inner, after in groups:
        columns += [Column(name, 1.3, group, gap=inner if place == 0 else after, summed=group == gain) for place, name in enumerate(names)]
    rows = [_duel_row(occasion, row, square, first.get(square)) for row, square in enumerate(occasion.squares)]
    players = [(words.phrase("scorecard.player", letter=name), "") for name in PLAYERS]
    if occasion.schedule:
        players = []
    return [
        Form(
            words.phrase("scorecard.title"),
            words.phrase("scorecard.subtitle") if not occasion.schedule else occasion.name,
            tuple(columns),
            tuple(rows),
            occasion.fields(words, *players),
            words.phrase("scorecard.sum"),
            (words.phrase("scorecard.compare"), *((f"{occasion.record}.",) if occasion.record else ())),
            occasion.help,
        )
    ]


def _first_plays(schedule: Schedule | None) -> list[Sitting]:
    return [sitting for sitting in schedule.sittings if sitting.play == 1] if schedule else []


def _duel_row(occasion: Occasion, row: int, square: int, first: Sitting | None) -> Row:
    """Return the cells of a square: who is South first, four results, and two gains that follow from them."""
    owner = occasion.schedule.owners if occasion.schedule else {}
    south = owner.get(dict(first.seats).get("S", ""), "") if first else ""
    sign = -1.0 if occasion.low else 1.0
    own = tuple((sign, row, place) for place in (2, 4)) + tuple((-sign, row, place) for place in (3, 5))
    other = tuple((-times, row, place) for times, row, place in own)
    first_south = text_cell(south) if south else EMPTY
    results = (EMPTY, EMPTY, EMPTY, EMPTY)
    return (number_cell(square), first_south, *results, Cell(counts=own), Cell(counts=other))
