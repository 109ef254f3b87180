"""A schedule on paper: the sheet for the wall, a card for every table, a guide card for every person."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from replikat.deck.catalogue import Catalogue
from replikat.events.schedule import JOIN, Pause, Round, Schedule, Side, Sitting
from replikat.events.sheets.occasion import company, company_cells, entry_said, seat_cell, seat_said, side_said, times_said
from replikat.papers.form_pages import forms_pdf
from replikat.papers.form_paper import Sheets
from replikat.papers.forms import NOTHING, Cell, Column, Form, number_cell, text_cell

NAMES = 22.0  # mm for the names at one side of a table
BLOCK = 14  # tables under one band; with more the band comes again
PERSON, WHERE = 40.0, 9.0  # mm for a name in the order of the alphabet, and for table and seat
MOST_LISTED = 6  # rounds in one such list, so that it is large enough for a wall

Together = tuple[Round, tuple[Sitting, ...]]  # squares that the same people play one after the other at the same seats


def schedule_sheets(name: str, schedule: Schedule, sheets: Sheets) -> bytes:
    """Return the schedule of an event: wall sheet, table cards, guide cards."""
    words = sheets.words
    together = list(_together(schedule))
    forms = [
        _wall(name, schedule, together, words),
        *_seating(name, schedule, together, words),
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
    """Return the sheet for the wall: a block for every round, under a band that says when it is and what is played."""
    alike = all(len({(group[0].start, _squares_of(group)) for _, group in groups}) == 1 for _, groups in _by_round(together))
    relay = any(sitting.deck != sitting.table for _, group in together for sitting in group)
    columns = [
        *([] if alike else _time_column(schedule, words)),
        Column(words.phrase("scorecard.table"), 0.1),
        *([] if alike else [Column(words.phrase("scorecard.square"), 0.3)]),
        *([Column(words.phrase("forms.deck"), 0.1)] if relay else []),
        *(Column(side_said(side, words), 1.0, least=NAMES, align="left") for side in schedule.sides),
    ]
    rows: list[tuple[Cell, ...]] = []
    ends = set()
    for round_, groups in _by_round(together):
        for first in range(0, len(groups), BLOCK):
            rows.append(_across(Cell("band", _round_said(schedule, round_, groups, alike, words)), columns))
            for _, group in groups[first : first + BLOCK]:
                sitting = group[0]
                cells = [] if alike else _time_cells(schedule, sitting)
                cells.append(number_cell(sitting.table))
                cells += [] if alike else [_squares_cell(group)]
                cells += [number_cell(sitting.deck)] if relay else []
                rows.append((*cells, *(_side_cell(schedule, sitting, side) for side in schedule.sides)))
            ends.add(len(rows) - 1)
        ends.discard(len(rows) - 1)
        if round_.resting:
            text = words.phrase("forms.rests", names=_resting_said(schedule, round_))
            rows.append(_across(Cell("line", text[:1].upper() + text[1:]), columns))
        ends.add(len(rows) - 1)
        for pause in schedule.pauses:
            if pause.after == round_.number:
                rows.append(_across(Cell("band", _break_said(pause, schedule, words)), columns))
                ends.add(len(rows) - 1)
    return Form(name, words.phrase("forms.schedule"), tuple(columns), tuple(rows), ends=frozenset(ends), poster=True)


def _by_round(together: Sequence[Together]) -> list[tuple[Round, list[Together]]]:
    """Return the rounds, each with what is played in it at every table."""
    rounds: dict[int, tuple[Round, list[Together]]] = {}
    for round_, group in together:
        rounds.setdefault(round_.number, (round_, []))[1].append((round_, group))
    return list(rounds.values())


def _squares_of(group: Sequence[Sitting]) -> tuple[int, ...]:
    return tuple(sitting.square for sitting in group)


def _round_said(schedule: Schedule, round_: Round, groups: Sequence[Together], alike: bool, words: Catalogue) -> str:
    """Return what stands in the band of a round: its number, and time and squares where all tables have the same."""
    parts = [words.phrase("forms.round", n=round_.number)]
    if alike:
        squares = _squares_of(groups[0][1])
        parts += times_said(schedule, groups[0][1][0].start)
        parts.append(f"{words.phrase('scorecard.square')} {squares_said(squares)}")
    return " · ".join(parts)


def _across(cell: Cell, columns: Sequence[Column]) -> tuple[Cell, ...]:
    """Return a row that is one cell across all columns."""
    return (cell, *[NOTHING] * (len(columns) - 1))


def _side_cell(schedule: Schedule, sitting: Sitting, side: Side) -> Cell:
    """Return the cell of a side: the names, and below them the pair or team."""
    holders = sitting.holders(side)
    return text_cell(JOIN.join(holders) or "–", entry_said(schedule, holders))


def _resting_said(schedule: Schedule, round_: Round) -> str:
    """Return who sits out: people, pairs and teams with what they are called."""
    entries = dict.fromkeys(schedule.owners[name] for name in round_.resting)
    said = []
    for owner in entries:
        people = [name for name in round_.resting if schedule.owners[name] == owner]
        entry = entry_said(schedule, people)
        said.append(f"{JOIN.join(people)} ({entry})" if entry else JOIN.join(people))
    return ", ".join(said)


def _seating(name: str, schedule: Schedule, together: Sequence[Together], words: Catalogue) -> Iterator[Form]:
    """Yield lists of everybody in the order of the alphabet, who look up at which table and seat they begin and go on."""
    if len({group[0].table for _, group in together}) < 2:
        return
    where: dict[tuple[str, int], str] = {}
    for round_, group in together:
        for seat, person in group[0].seats:
            where.setdefault((person, round_.number), f"{group[0].table} {seat_said(seat, words)}")
    people = sorted({person for person, _ in where}, key=lambda person: (alphabetical(person, words), person))
    numbers = [round_.number for round_ in schedule.rounds]
    parts = -(-len(numbers) // MOST_LISTED)
    each = -(-len(numbers) // parts)
    for first in range(0, len(numbers), each):
        part = numbers[first : first + each]
        columns = (
            Column(words.phrase("forms.name"), 1.0, least=PERSON, gap=3.0, align="left"),
            *(Column(str(number), 0.1, words.phrase("scorecard.round"), least=WHERE) for number in part),
        )
        rows = tuple(
            (
                text_cell(person, entry_said(schedule, [person])),
                *(text_cell(where.get((person, number), "–")) for number in part),
            )
            for person in people
        )
        yield Form(words.phrase("forms.where"), name, columns, rows, poster=True)


def alphabetical(name: str, words: Catalogue) -> tuple[int, ...]:
    """Return the place of a name in the order of the language: its letters, those of one group alike, accents left out."""
    groups = words.phrase("forms.alphabet").split()
    places = {letter: place for place, group in enumerate(groups) for letter in group}
    order = []
    for letter in unicodedata.normalize("NFC", name).casefold():
        plain = letter if letter in places else unicodedata.normalize("NFD", letter)[0]
        order.append(places.get(plain, -1) + 1)
    return tuple(order)


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
                names = [_person_cell(schedule, people.get(seat)) for seat in schedule.seats]
                when = (number_cell(round_.number), *_time_cells(schedule, group[0]))
                rows.append((*when, _squares_cell(group), *names))
        told = " · ".join((words.phrase("forms.table_card"), name))
        yield Form(words.phrase("forms.table", n=table), told, columns, tuple(rows), slip=True)


def _person_cell(schedule: Schedule, person: str | None) -> Cell:
    """Return the cell of somebody at a seat, with the pair or team below."""
    return text_cell(person, entry_said(schedule, [person])) if person else text_cell("–")


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
            parts = (words.phrase("forms.guide"), entry_said(schedule, [person]), name)
            told = " · ".join(part for part in parts if part)
            yield Form(person, told, columns, rows, slip=True)


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
            *company_cells(schedule, first, person, first.holders(side)),
        )
