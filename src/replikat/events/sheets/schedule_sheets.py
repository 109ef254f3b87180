"""A schedule on paper: the sheet for the wall, a card for every table, a guide card for every person."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from replikat.deck.catalogue import Catalogue
from replikat.events.schedule import JOIN, Pause, Round, Schedule, Sitting
from replikat.events.sheets.occasion import company, company_cells, seat_cell, side_said, times_said
from replikat.papers.form_pages import forms_pdf
from replikat.papers.form_paper import Sheets
from replikat.papers.forms import Cell, Column, Form, number_cell, text_cell

NAMES = 22.0  # mm for the names at one side of a table

Together = tuple[Round, tuple[Sitting, ...]]  # squares that the same people play one after the other at the same seats


def schedule_sheets(name: str, schedule: Schedule, sheets: Sheets) -> bytes:
    """Return the schedule of an event: wall sheet, table cards, guide cards."""
    words = sheets.words
    together = list(_together(schedule))
    forms = [
        _wall(name, schedule, together, words),
        *_table_cards(name, schedule, together, words),
        *_guides(name, schedule, together, words),
    ]
    return forms_pdf(name, words.phrase("forms.schedule"), forms, sheets)


def squares_said(numbers: Sequence[int]) -> str:
    """Return squares in short: 4, 1–3, 1, 5."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


def _together(schedule: Schedule) -> Iterator[Together]:
    for round_ in schedule.rounds:
        by_table = sorted(round_.sittings, key=lambda one: (one.table, one.start))
        for _, group in groupby(by_table, key=lambda one: (one.table, one.seats, one.section)):
            yield round_, tuple(group)


def _wall(name: str, schedule: Schedule, together: Sequence[Together], words: Catalogue) -> Form:
    relay = any(sitting.deck != sitting.table for _, group in together for sitting in group)
    columns = [
        Column(words.phrase("scorecard.round"), 0.1),
        *_time_column(schedule, words),
        Column(words.phrase("scorecard.table"), 0.1),
        Column(words.phrase("scorecard.square"), 0.3),
        *([Column(words.phrase("forms.deck"), 0.1)] if relay else []),
        *(Column(side_said(side, words), 1.0, least=NAMES, align="left") for side in schedule.sides),
    ]
    rows, ends = [], set()
    for place, (round_, group) in enumerate(together):
        first = group[0]
        names = [JOIN.join(first.holders(side)) or "–" for side in schedule.sides]
        rows.append(
            (
                number_cell(round_.number),
                *_time_cells(schedule, first),
                number_cell(first.table),
                _squares_cell(group),
                *([number_cell(first.deck)] if relay else []),
                *map(text_cell, names),
            )
        )
        if place + 1 == len(together) or together[place + 1][0].number != round_.number:
            ends.add(place)
    notes = [
        f"{words.phrase('forms.round', n=round_.number)}, {words.phrase('forms.rests', names=', '.join(round_.resting))}"
        for round_ in schedule.rounds
        if round_.resting
    ]
    notes += [_break_said(pause, schedule, words) for pause in schedule.pauses]
    return Form(name, words.phrase("forms.schedule"), tuple(columns), tuple(rows), notes=tuple(notes), ends=frozenset(ends), poster=True)


def _time_column(schedule: Schedule, words: Catalogue) -> list[Column]:
    """Return the column of times, or none where it is not known when the event begins."""
    return [Column(words.phrase("forms.time"), 0.1)] if schedule.opens is not None else []


def _time_cells(schedule: Schedule, sitting: Sitting) -> list[Cell]:
    return [text_cell(time) for time in times_said(schedule, sitting.start)]


def _squares_cell(group: Sequence[Sitting]) -> Cell:
    """Return the cell of squares that are played one after the other: a number, or several in short."""
    numbers = [sitting.square for sitting in group]
    return number_cell(numbers[0]) if len(numbers) == 1 else text_cell(squares_said(numbers))


def _break_said(pause: Pause, schedule: Schedule, words: Catalogue) -> str:
    if schedule.opens is None:
        return words.phrase("forms.break.after", n=pause.after, minutes=pause.end - pause.start)
    return words.phrase("forms.break", first=schedule.clock(pause.start), last=schedule.clock(pause.end))


def _table_cards(name: str, schedule: Schedule, together: Sequence[Together], words: Catalogue) -> Iterator[Form]:
    columns = (
        Column(words.phrase("scorecard.round"), 0.1),
        *_time_column(schedule, words),
        Column(words.phrase("scorecard.square"), 0.3, gap=3.0),
        *(Column(side_said((seat,), words), 1.0, least=16.0, align="left") for seat in schedule.seats),
    )
    for table in sorted({group[0].table for _, group in together}):
        rows = []
        for round_, group in together:
            if group[0].table == table:
                people = dict(group[0].seats)
                names = [people.get(seat, "–") for seat in schedule.seats]
                when = (number_cell(round_.number), *_time_cells(schedule, group[0]))
                rows.append((*when, _squares_cell(group), *map(text_cell, names)))
        told = " · ".join((words.phrase("forms.table_card"), name))
        yield Form(words.phrase("forms.table", n=table), told, columns, tuple(rows), slip=True)


def _guides(name: str, schedule: Schedule, together: Sequence[Together], words: Catalogue) -> Iterator[Form]:
    columns = (
        Column(words.phrase("scorecard.round"), 0.1),
        *_time_column(schedule, words),
        Column(words.phrase("scorecard.table"), 0.1),
        Column(words.phrase("forms.seat"), 0.1),
        Column(words.phrase("scorecard.square"), 0.2, gap=3.0),
        *company(words),
    )
    for person in schedule.people:
        rows = tuple(_guide_rows(person, schedule, together, words))
        if rows:
            yield Form(person, " · ".join((words.phrase("forms.guide"), name)), columns, rows, slip=True)


def _guide_rows(person: str, schedule: Schedule, together: Sequence[Together], words: Catalogue) -> Iterator[tuple[Cell, ...]]:
    for round_, group in together:
        first = group[0]
        seat = next((seat for seat, held in first.seats if held == person), None)
        if seat is None:
            continue
        side = next(side for side in schedule.sides if seat in side)
        yield (
            number_cell(round_.number),
            *_time_cells(schedule, first),
            number_cell(first.table),
            seat_cell(seat, words),
            _squares_cell(group),
            *company_cells(first, person, first.holders(side)),
        )
