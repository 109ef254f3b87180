"""Score sheets beside the duel's: rotation, table, traveller, player, team and ranking."""

from collections import defaultdict
from collections.abc import Sequence

from replikat.deck.catalogue import Catalogue
from replikat.events.schedule import JOIN, Entry, Schedule, Section, Sitting
from replikat.events.sheets.occasion import BLANK_ROWS, Occasion, Row, company, company_cells, entry_said, seat_cell, side_said, times_said
from replikat.papers.forms import EMPTY, LEAST, NOTHING, Cell, Column, Form, number_cell, text_cell

MOST_ROUNDS = 8  # columns of a ranking
NAME = 40.0  # mm for a name
BLANK_SLIPS = 3
MOST_WITH_GAINS = 4


# ---- rotation


def rotation_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return the sheet of a rotation: a block for every square, a line for every play of it, and a line of gains."""
    names = occasion.schedule.people if occasion.schedule else ("",) * occasion.players
    plays: defaultdict[int, list[Sitting | None]] = defaultdict(list)
    for played in occasion.schedule.sittings if occasion.schedule else ():
        plays[played.square].append(played)
    columns = (
        Column(words.phrase("scorecard.square"), 0.5),
        Column(words.phrase("forms.play"), 0.5, gap=3.0),
        *(Column(name or str(place), 1.0, summed=True) for place, name in enumerate(names, 1)),
    )
    rows: list[Row] = []
    gains = []
    for square in occasion.squares:
        block = plays.get(square) or [None, None]
        first = len(rows)
        for number, sitting in enumerate(block, 1):
            seats = {name: seat for seat, name in sitting.seats} if sitting else {}
            hints = [Cell(hint=side_said((seats[name],), words) if name in seats else "") for name in names]
            rows.append((number_cell(square) if number == 1 else NOTHING, number_cell(number), *hints))
        gains.append(len(rows))
        counted = [Cell(counts=_rotation_gain(name, block, first, 2 + place, names, occasion.low)) for place, name in enumerate(names)]
        rows.append((NOTHING, text_cell(words.phrase("scorecard.gain")), *counted))
    key = "forms.note.rotation.low" if occasion.low else "forms.note.rotation.high"
    return [
        Form(
            words.phrase("forms.rotation"),
            _subtitle(occasion, words),
            columns,
            tuple(rows),
            occasion.fields(words),
            words.phrase("scorecard.sum"),
            occasion.notes(words, key),
            occasion.help,
            frozenset(gains),
            frozenset(gains),
        )
    ]


def _rotation_gain(
    name: str, block: Sequence[Sitting | None], first: int, column: int, names: Sequence[str], low: bool
) -> tuple[tuple[float, int, int], ...]:
    """Return the terms of a gain: the own results, less the mean of the others at the same seats."""
    sign = -1.0 if low else 1.0
    terms: list[tuple[float, int, int]] = []
    for row, own in enumerate(block):
        seat = {held: place for place, held in own.seats}.get(name) if own else None
        others = [
            (first + place, 2 + names.index(dict(other.seats)[seat]))
            for place, other in enumerate(block)
            if seat and other and place != row and dict(other.seats).get(seat, name) != name
        ]
        if seat and others:
            terms.append((sign, first + row, column))
            terms += [(-sign / len(others), *where) for where in others]
    return tuple(terms)


# ---- a round at a table


def table_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return a slip for every table of every round: what is played there, and a place for each result."""
    schedule = occasion.schedule
    if schedule is None:
        blank = Sitting(0, 0, (), 0)
        return [_table_form(occasion, words, words.phrase("forms.table.blank"), "", [blank] * 4) for _ in range(BLANK_SLIPS)]
    forms = []
    for round_ in schedule.rounds:
        by_table: defaultdict[int, list[Sitting]] = defaultdict(list)
        for sitting in round_.sittings:
            by_table[sitting.table].append(sitting)
        for table, sittings in sorted(by_table.items()):
            told = [words.phrase("forms.round", n=round_.number), *times_said(schedule, sittings[0].start), occasion.name]
            forms.append(_table_form(occasion, words, words.phrase("forms.table", n=table), " · ".join(told), sittings))
    return [*forms, *_help_slips(occasion)]


def _help_slips(occasion: Occasion) -> list[Form]:
    """Return a slip for every table with what helps to score, in two columns, since the slips of rounds have no margin."""
    schedule, told = occasion.schedule, occasion.help
    if schedule is None or told is None:
        return []
    half = -(-len(told.lines) // 2)
    pairs = [(told.lines[place], told.lines[place + half] if place + half < len(told.lines) else ("", "")) for place in range(half)]
    columns = tuple(
        Column("", share, least=LEAST, gap=gap, align="left") for share, gap in ((3.0, 1.5), (2.0, 5.0), (3.0, 1.5), (2.0, 0.0))
    )
    rows = tuple(tuple(map(_help_cell, (*one, *other))) for one, other in pairs)
    tables = {sitting.table for sitting in schedule.sittings}
    return [Form(told.title, occasion.game, columns, rows, slip=True)] * len(tables)


def _help_cell(text: str) -> Cell:
    return text_cell(text) if text else NOTHING


def _table_form(occasion: Occasion, words: Catalogue, title: str, subtitle: str, sittings: Sequence[Sitting]) -> Form:
    """Return a slip; where everybody keeps the seat all the time, the names stand over the columns."""
    same = len({sitting.seats for sitting in sittings}) == 1
    columns = [Column(words.phrase("scorecard.square"), 0.4, gap=3.0), *_contract_columns(occasion, words)]
    for side in occasion.sides:
        names, entry = _names_said(occasion, sittings[0], side) if same else ("", "")
        columns.append(Column(side_said(side, words), 1.2, names, second=entry))
    if occasion.total is not None and len(occasion.sides) > 2:
        columns.append(Column(words.phrase("forms.check"), 0.6))
    rows = []
    for sitting in sittings:
        hints = [EMPTY if same else _names_cell(occasion, sitting, side) for side in occasion.sides]
        check = [EMPTY] if len(columns) > 1 + len(_contract_columns(occasion, words)) + len(hints) else []
        square = number_cell(sitting.square) if sitting.square else EMPTY
        rows.append((square, *_contract_cells(occasion), *hints, *check))
    notes = (*occasion.told(sitting.square for sitting in sittings), *occasion.notes(words, "forms.note.table"))
    return Form(title, subtitle, tuple(columns), tuple(rows), notes=notes, slip=True)


def _names_said(occasion: Occasion, sitting: Sitting, side: Sequence[str]) -> tuple[str, str]:
    """Return the names of those who hold a side, and the pair or team that they play for."""
    holders = sitting.holders(tuple(side))
    entry = entry_said(occasion.schedule, holders) if occasion.schedule and holders else ""
    return JOIN.join(holders), entry


def _names_cell(occasion: Occasion, sitting: Sitting, side: Sequence[str]) -> Cell:
    names, entry = _names_said(occasion, sitting, side)
    return Cell(hint=names, second=entry)


def _contract_columns(occasion: Occasion, words: Catalogue) -> list[Column]:
    if not occasion.contracts:
        return []
    keys = ("forms.contract", "forms.by", "forms.tricks")
    return [Column(words.phrase(key), 0.5, gap=1.5 if key != keys[-1] else 3.0) for key in keys]


def _contract_cells(occasion: Occasion) -> list[Cell]:
    return [EMPTY] * 3 if occasion.contracts else []


# ---- a square at all tables


def traveller_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return a slip for every square, with a line for every table that plays it and places for results and gains."""
    plays: defaultdict[int, list[tuple[int, Sitting]]] = defaultdict(list)
    for round_ in occasion.schedule.rounds if occasion.schedule else ():
        for sitting in round_.sittings:
            plays[sitting.square].append((round_.number, sitting))
    columns = [Column(words.phrase("scorecard.round"), 0.2), Column(words.phrase("scorecard.table"), 0.2, gap=3.0)]
    columns += _contract_columns(occasion, words)
    for side in occasion.sides:
        group = side_said(side, words)
        result, gain = Column(words.phrase("forms.result"), 1.3, group), Column(words.phrase("scorecard.gain"), 0.6, group, gap=3.0)
        columns += [result, gain][: _gain_columns(occasion)]
    forms = []
    for square in occasion.squares:
        rows = [_traveller_row(occasion, number, sitting) for number, sitting in plays.get(square, [])]
        rows = rows or [(EMPTY, EMPTY, *_contract_cells(occasion), *[EMPTY] * (_gain_columns(occasion) * len(occasion.sides)))] * (
            BLANK_ROWS // 2
        )
        title = words.phrase("square", n=square)
        told = [words.phrase("forms.traveller"), *([occasion.name] if occasion.schedule else [])]
        notes = (*occasion.told([square]), *occasion.notes(words, "forms.note.traveller"))
        forms.append(Form(title, " · ".join(told), tuple(columns), tuple(rows), notes=notes, slip=len(rows) <= BLANK_ROWS))
    return forms


def _traveller_row(occasion: Occasion, number: int, sitting: Sitting) -> Row:
    cells = [number_cell(number), number_cell(sitting.table), *_contract_cells(occasion)]
    for side in occasion.sides:
        cells += [_names_cell(occasion, sitting, side), EMPTY][: _gain_columns(occasion)]
    return tuple(cells)


def _gain_columns(occasion: Occasion) -> int:
    """Return the columns of a side: result and gain, or the result alone where many sit at a table."""
    return 2 if len(occasion.sides) <= MOST_WITH_GAINS else 1


# ---- a player's own card


def player_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return a slip for every person: where to sit with which square, with and against whom, and places for the results."""
    schedule = occasion.schedule
    columns = (
        Column(words.phrase("scorecard.round"), 0.2),
        Column(words.phrase("scorecard.table"), 0.2),
        Column(words.phrase("scorecard.square"), 0.2),
        Column(words.phrase("forms.seat"), 0.2, gap=3.0),
        *company(words),
        Column(words.phrase("forms.result"), 0.4),
        Column(words.phrase("scorecard.gain"), 0.4, summed=True),
    )
    people = _player_rows(schedule, words) if schedule else {"": [(EMPTY,) * len(columns)] * BLANK_ROWS}
    forms = []
    for name, listed in people.items():
        rows = tuple(listed)
        told = [words.phrase("forms.player")]
        if schedule:
            told += [part for part in (entry_said(schedule, [name]), occasion.name) if part]
        fields = () if schedule else occasion.fields(words, (words.phrase("forms.name"), ""))
        title = name or words.phrase("forms.player")
        notes = occasion.notes(words, "forms.note.player")
        if rows:
            forms.append(Form(title, " · ".join(told), columns, rows, fields, words.phrase("scorecard.sum"), notes, slip=bool(name)))
    return forms


def _player_rows(schedule: Schedule, words: Catalogue) -> dict[str, list[Row]]:
    """Return the rows of everybody's card."""
    found: dict[str, list[Row]] = {name: [] for name in schedule.people}
    for round_ in schedule.rounds:
        for sitting in round_.sittings:
            numbers = [number_cell(number) for number in (round_.number, sitting.table, sitting.square)]
            sides = {seat: sitting.holders(side) for side in schedule.sides for seat in side}
            for seat, name in sitting.seats:
                where = (*numbers, seat_cell(seat, words))
                found[name].append((*where, *company_cells(schedule, sitting, name, sides[seat]), EMPTY, EMPTY))
    return found


# ---- teams


def team_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return a sheet for every team: its results square by square; in a match beside those of the other team."""
    schedule = occasion.schedule
    if schedule is None:
        group = words.phrase("forms.result")
        own = [Column(side_said(side, words), 1.0, group) for side in occasion.sides]
        rows = [(number_cell(square), *[EMPTY] * (len(own) + 2)) for square in occasion.squares]
        return [_team_form(occasion, words, words.phrase("forms.group"), own, rows, ("forms.mean", "scorecard.gain"))]
    sections = list(dict.fromkeys(sitting.section for sitting in schedule.sittings))
    if not any(sections):
        return [_group_form(occasion, words, schedule, entry.name) for entry in schedule.entries]
    return [
        _match_form(occasion, words, schedule, section, entry.name)
        for section in sections
        for entry in schedule.entries
        if entry.name in section
    ]


def _group_form(occasion: Occasion, words: Catalogue, schedule: Schedule, team: str) -> Form:
    """Return the sheet of a group that stays at its table."""
    own: dict[tuple[str, ...], str] = {}
    squares = []
    for sitting in schedule.sittings:
        held = {side: sitting.holders(side) for side in schedule.sides}
        if any(schedule.owners[name] == team for names in held.values() for name in names):
            squares.append(sitting.square)
            own |= {side: JOIN.join(names) for side, names in held.items() if names and schedule.owners[names[0]] == team}
    columns = [Column(side_said(side, words), 1.0, names) for side, names in own.items()]
    rows = [(number_cell(square), *[EMPTY] * (len(columns) + 2)) for square in squares]
    return _team_form(occasion, words, team, columns, rows, ("forms.points", "scorecard.gain"))


def _match_form(
    occasion: Occasion,
    words: Catalogue,
    schedule: Schedule,
    match: Section,
    team: str,
) -> Form:
    """Return the sheet of a team for a match: its own seats at all tables, and the others', with the difference."""
    other = next(name for name in match if name != team)
    places: dict[str, list[tuple[int, tuple[str, ...]]]] = {team: [], other: []}
    squares: dict[int, None] = {}
    for sitting in schedule.sittings:
        if sitting.section != match:
            continue
        squares[sitting.square] = None
        for side in schedule.sides:
            if holders := sitting.holders(side):
                own = places[schedule.owners[holders[0]]]
                if (sitting.table, side) not in own:
                    own.append((sitting.table, side))
    mirrored = occasion.total is not None  # then the other team's results follow from the own ones
    teams = (team,) if mirrored else (team, other)
    shown = [(name, place) for name in teams for place in places[name]]
    columns = []
    for name, (table, side) in shown:
        caption = f"{words.phrase('forms.table', n=table)} {side_said(side, words)}"
        columns.append(Column(caption, 1.0, name))
    sign = -1.0 if occasion.low else 1.0
    rows = []
    for row, square in enumerate(squares):
        signs = [sign if name == team else -sign for name, _ in shown]
        terms = tuple((one, row, column) for column, one in enumerate(signs, 1))
        rows.append((number_cell(square), *[EMPTY] * len(shown), Cell(counts=terms), EMPTY))
    title, ends = f"{team} – {other}", ("forms.difference", "forms.points")
    return _team_form(occasion, words, title, columns, rows, ends, not mirrored)


def _team_form(
    occasion: Occasion, words: Catalogue, title: str, own: Sequence[Column], rows: Sequence[Row], ends: tuple[str, str], note: bool = False
) -> Form:
    columns = (
        Column(words.phrase("scorecard.square"), 0.4, gap=3.0),
        *own[:-1],
        *(Column(one.caption, one.share, one.group, gap=3.0) for one in own[-1:]),
        *(Column(words.phrase(key), 0.8, summed=True) for key in ends),
    )
    key = "forms.note.team.low" if occasion.low else "forms.note.team.high"
    notes = occasion.notes(words, *([key] if note else []))
    subtitle = f"{words.phrase('forms.team')} · {occasion.name}" if ends[0] == "forms.difference" else _subtitle(occasion, words)
    return Form(title, subtitle, columns, tuple(rows), occasion.fields(words), words.phrase("scorecard.sum"), notes, occasion.help)


# ---- ranking


def ranking_forms(occasion: Occasion, words: Catalogue) -> list[Form]:
    """Return the list of who takes part, with a column for every round, the sum and the place."""
    schedule = occasion.schedule
    entries = schedule.entries if schedule else ()
    rounds = [round_.number for round_ in schedule.rounds][:MOST_ROUNDS] if schedule else list(range(1, 6))
    if schedule and len(schedule.rounds) > MOST_ROUNDS:
        rounds = []
    columns = (
        Column(words.phrase("forms.name"), 2.0, least=NAME, gap=3.0, align="left"),
        *(Column(str(number), 1.0, words.phrase("scorecard.round")) for number in rounds),
        *(Column(words.phrase(key), 0.8) for key in ("forms.points", "forms.mean", "forms.place")),
    )
    blank = [EMPTY] * (len(columns) - 1)
    rows = tuple((_entry_cell(schedule, entry), *blank) for entry in entries if schedule)
    rows = rows or ((EMPTY, *blank),) * BLANK_ROWS
    fields = occasion.fields(words)
    return [Form(words.phrase("forms.ranking"), _subtitle(occasion, words), columns, rows, fields, notes=occasion.notes(words))]


def _entry_cell(schedule: Schedule, entry: Entry) -> Cell:
    """Return the cell of who takes part: a player, or a pair or team with its people below."""
    label = entry_said(schedule, entry.members)
    return text_cell(label, ", ".join(entry.members)) if label else text_cell(entry.name)


def _subtitle(occasion: Occasion, words: Catalogue) -> str:
    return occasion.name if occasion.schedule else words.phrase("scorecard.subtitle")
