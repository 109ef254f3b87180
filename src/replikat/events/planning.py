"""Events: from a data file to its schedule, held against its game and its deck, and continued from results."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from replikat.data.csv_tables import PLAIN, CsvStyle, table_text
from replikat.data.library import Library
from replikat.data.reader import located
from replikat.data.strict_yaml import Source
from replikat.deck.code import read_code
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Breach, Fault, LawFault, ReplikatError, quoted, suggestion
from replikat.events.event import Change, Event
from replikat.events.loaders import load_movement, read_movement
from replikat.events.movements import MOVEMENTS, Movement
from replikat.events.result import STEP_METHODS, Method, Result, Scoring
from replikat.events.results.contracts import with_contract_scores
from replikat.events.results.headings import Headings
from replikat.events.results.tables import ResultRow, followed, number_fault, one_each, read_results, with_squares_dealt
from replikat.events.schedule import Schedule, Side, Sitting, section_name, side_name
from replikat.events.schedules.judge import Judgement
from replikat.events.schedules.plan import schedule_of
from replikat.events.schedules.seating import Tables, tables_for
from replikat.events.schedules.setups import setup_for
from replikat.events.schedules.tournament import Named, SoFar
from replikat.games.game import Game
from replikat.games.loaders import load_game
from replikat.games.setups import Setup

_METHODS: dict[str, Method] = {
    "seat_difference": "seat_difference",
    "same_seat_difference": "cross_difference",
    "cross_difference": "cross_difference",
    "seat_rank": "matchpoints",
    "matchpoints_or_imps": "matchpoints",
}


@dataclass(frozen=True)
class Planned:
    """An event with everything it names looked up, and its schedule; `warnings` are lines for the organiser.

    `deals` gives the square that a disguised square is a copy of, as far as the deck's file is at hand;
    `languages` are those in which the deck is printed, `deck_name` is what it is called.
    `headings` are the words by which tables of results are read.
    """

    event: Event
    source: Source
    game: Game
    setup: Setup
    schedule: Schedule
    warnings: tuple[str, ...] = ()
    deals: Mapping[int, int] = field(default_factory=dict)
    languages: tuple[str, ...] = PrintSettings().languages
    deck_name: str = ""
    headings: Headings = field(default_factory=Headings)


def plan_event(
    event: Event,
    source: Source,
    library: Library,
    deck: DeckSpec | None = None,
    change: Change | None = None,
    results: Path | Sequence[Path] | None = None,
) -> Planned:
    """Return an event with its schedule; every fault is located in the event's file.

    `deck` is the spec of the deck that the event names. `change` comes on top of those in the file. `results` is the table of
    results so far, or its files, from which a Swiss goes on.
    """
    game = load_game(event.game, library)
    languages = deck.print.languages if deck else PrintSettings().languages
    headings = Headings(library, languages[0])
    faults = _deck_faults(event, deck) if deck else []
    try:
        if faults:
            raise LawFault(faults)
        event = replace(event, code=read_code(event.code) if event.code else deck.code if deck else None)
        dealt = _dealt(event, game, deck) if deck else game.setups
        own = _own_movement(event, source, library)
        setup = setup_for(event, game, dealt, own)
        so_far = _so_far(event, game, setup, results, headings) if results and event.movement_name == "swiss" else None
        if change:
            event = _changed(event, change)

        def find(name: str) -> Movement | None:
            if name == event.movement:
                return own
            return load_movement(name, library) if library.has("movements", name) else None

        schedule = schedule_of(event, game, setup, find, so_far)
    except LawFault as law:
        raise located(source, law) from None
    planned = Planned(event, source, game, setup, schedule, tuple(_warnings(event, game, deck, schedule)))
    planned = replace(planned, languages=languages, headings=headings)
    if deck is None:
        return planned
    return replace(planned, deals=deck.originals, deck_name=deck.name)


def _changed(event: Event, change: Change) -> Event:
    """Return the event with one more change; a fault in it has nothing to do with the file."""
    try:
        return replace(event, changes=(*event.changes, change))
    except LawFault as law:
        option = {"gone": "--without", "come": "--with"}
        raise ReplikatError(
            *(Fault(text, field=next((option[key] for key in path if key in option), "--from")) for path, text in law.faults)
        ) from None


def _own_movement(event: Event, source: Source, library: Library) -> Movement | None:
    """Return the movement file that the event names: one of the library, or a path seen from the event's folder."""
    name = event.movement
    if name is None or name in MOVEMENTS:
        return None
    if name.endswith((".yaml", ".yml")):
        path = source.path.parent / name
        if not path.is_file():
            raise LawFault([(("movement",), f"{path} does not exist; expected a movement file")])
        return read_movement(path, library)
    if not library.has("movements", name):
        raise LawFault(
            [(("movement",), f"no movement is called {quoted(name)}; {suggestion(name, [*MOVEMENTS, *library.names('movements')])}")]
        )
    return load_movement(name, library)


def _deck_faults(event: Event, deck: DeckSpec) -> list[Breach]:
    """Return what the deck says against the event: squares it does not have or that are not for play, another code."""
    faults: list[Breach] = []
    if missing := [number for number in event.square_numbers if number > deck.count]:
        faults.append((("squares",), f"square {missing[0]}; {deck.name} has squares 1 to {deck.count}"))
    if deck.proof in event.square_numbers:
        faults.append((("squares",), f"square {deck.proof} is dealt as proof of the cards, and never played"))
    if event.code and deck.code and read_code(event.code) != deck.code:
        faults.append((("code",), f"{event.code}; the deck {deck.name} has the code {deck.code}"))
    return faults


def _dealt(event: Event, game: Game, deck: DeckSpec) -> dict[str, Setup]:
    """Return the set-ups that all squares of the event can deal."""
    groups = [deck.squares[deck.groups_by_square[number - 1]] for number in event.square_numbers]
    dealt = {(group.layout, deck.pack if group.cards == "all" else group.cards) for group in groups}
    found = {
        key: setup
        for key, setup in game.setups.items()
        if all(layout == setup.layout and pack in game.packs(setup) for layout, pack in dealt)
    }
    if not found:
        told = " and ".join(f"{layout} of {pack}" for layout, pack in sorted(dealt))
        raise LawFault([(("squares",), f"{deck.name} deals them as {told}; no set-up of {event.game} is for that")])
    return found


def _warnings(event: Event, game: Game, deck: DeckSpec | None, schedule: Schedule) -> list[str]:
    """Return what an organiser ought to know."""
    found = []
    strict = event.use == "tournament" and game.compare.get("tournament") == "matchpoints_or_imps"
    balanced = deck and any(deck.squares[deck.groups_by_square[number - 1]].balance != "none" for number in event.square_numbers)
    if strict and balanced:
        found.append(
            "the squares are balanced, so the last can be guessed from the others; tournament rules ask for a deck with balance: none"
        )
    if event.use == "tournament" and event.movement_name == "plain" and event.teams and game.record.total != "free":
        found.append("results at a table always add up to the same: rank seats, not groups (or let teams cross: movement: teams)")
    if len(schedule.rounds) < schedule.whole:
        many, squares = len(schedule.rounds), len(event.square_numbers)
        why = f"there are {squares} squares" if squares < schedule.whole else f"the event says rounds: {many}"
        found.append(f"only {many} of {schedule.whole} rounds are played, so not everybody meets everybody; {why}")
    return found


def scoring_of(planned: Planned) -> Scoring:
    """Return how the event's results are compared: what it says, else what suits its game; located faults."""
    event, game = planned.event, planned.game
    wishes = event.scoring
    crossed = event.use == "tournament" and event.moving == "teams" and event.movement_name != "plain"
    usual: Method = "seat_difference" if crossed else _METHODS[game.compare.get(event.use, "cross_difference")]
    total, seats = game.record.total, len(planned.setup.seats)
    sums = {"free": (), "zero": (0,), "places": (seats * (seats - 1) // 2,)}.get(str(total), (total,))
    said: dict[str, Any] = {
        key: value
        for key in ("steps", "win", "trim", "nearest", "victory_points", "plus", "rank_by", "tie_breaks")
        if (value := getattr(wishes, key)) not in (None, ())
    }
    try:
        method = wishes.method or usual
        if method in STEP_METHODS:
            said.setdefault("steps", game.imps)
        return Scoring(method, game.better, sums=sums, **said)  # type: ignore[arg-type]
    except LawFault as law:
        raise located(planned.source, LawFault((("scoring", *path), text) for path, text in law.faults)) from None


# ---- a Swiss goes on from its table of results


def _so_far(event: Event, game: Game, setup: Setup, results: Path | Sequence[Path], headings: Headings) -> SoFar:
    """Return the rounds that stand in a table of results, and the points they give by the event's method."""
    paths = [results] if isinstance(results, Path) else results
    rows = with_contract_scores(with_squares_dealt(read_results(paths, event, setup.sides, headings)), game)
    tables = tables_for(setup, event.moving, stay=False)
    people = {name: entry for entry, members in event.entries.items() for name in members}
    faults = [fault for row in rows if (fault := _row_fault(row, setup.sides, people))]
    if faults := faults or _twice_seated(rows):
        raise ReplikatError(*faults)
    rows = one_each(rows)
    seated: defaultdict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for row in rows:
        seated[row.sitting[1:]] |= dict(zip(row.side or (), row.holders, strict=True))
    try:
        numbers = sorted({round_ for round_, _ in seated})
        rounds = tuple(_meetings(seated, number, tables, people) for number in numbers)
    except KeyError as seat:
        raise ReplikatError(
            Fault(f"nobody holds the seat {seat.args[0]} at one table", "expected a row for every seat", ", ".join(map(str, paths)))
        ) from None
    empty = Schedule((), setup.seats, setup.sides, (), 0)
    scoring = scoring_of(Planned(event, Source(paths[0], ""), game, setup, empty))
    full = followed(rows, scoring.sums, len(setup.sides))
    return SoFar(rounds, _points([_result(row) for row in full], scoring, people))


def _row_fault(row: ResultRow, sides: Sequence[Side], people: Collection[str]) -> Fault | None:
    """Return what is wrong with a row of a table from which a Swiss goes on."""
    if fault := number_fault(row):
        return fault
    seat = row.cells["seat"]
    if row.side is None:
        cure = f"expected {', '.join(map(side_name, sides))}"
        return row.fault("seat", f"found {quoted(seat)}", cure)
    if not row.holders:
        stranger = row.strangers[0] if row.strangers else row.cells["name"]
        text = f"{quoted(stranger)} takes no part in the event"
        return row.fault("name", text, suggestion(stranger, people))
    if len(row.holders) != len(row.side):
        text = f"{len(row.holders)} names at {seat}"
        return row.fault("name", text, f"expected {len(row.side)}")
    if row.breach:
        return row.fault(*row.breach)
    if row.counted and not row.counted.readable:
        cure = row.counted.cure or "expected a number, an average (A, A+, A-) or nothing"
        return row.fault("result", f"found {quoted(row.counted.text)}", cure)
    return None


def _twice_seated(rows: Sequence[ResultRow]) -> list[Fault]:
    """Return a fault for everybody who sits at two tables of a round, at the first row that says so."""
    table: dict[tuple[str, int | None], int | None] = {}
    faults: dict[tuple[str, int | None], Fault] = {}
    for row in rows:
        for name in row.holders:
            key = (name, row.round)
            if table.setdefault(key, row.table) != row.table:
                text = f"{name} sits at table {row.table} and table {table[key]} in round {row.round}"
                cure = "look at the schedule, and correct one of them"
                faults.setdefault(key, row.fault("name", text, cure))
    return list(faults.values())


def _meetings(
    seated: Mapping[tuple[int, int], Mapping[str, str]],
    number: int,
    tables: Tables,
    people: Mapping[str, str],
) -> Named:
    """Return which entries met in a round; KeyError with a seat that nobody holds."""
    chairs = [(seat,) for seat in tables.seats] if tables.style == "single" else tables.sides
    meetings = []
    for round_, table in sorted(seated):
        second = tables.physical == 2 and table % 2 == 0  # the second table of a match says the same
        if round_ != number or second:
            continue
        meetings.append(tuple(people[seated[round_, table][chair[0]]] for chair in chairs))
    return tuple(meetings)


def _result(row: ResultRow) -> Result:
    square, round_, table = row.sitting
    score = row.counted.score if row.counted else None
    return Result(
        square=row.dealt or square,
        side=row.side or (),
        holders=row.holders,
        score=score,
        round=round_,
        table=table,
    )


def _points(results: Sequence[Result], scoring: Scoring, people: dict[str, str]) -> dict[str, Fraction]:
    from replikat.events.scoring.compare import compare
    from replikat.events.scoring.ranking import rank_field

    scoring = scoring if not scoring.by_match else replace(scoring, method="cross_difference")
    return {standing.name: standing.points for standing in rank_field(compare(results, scoring), scoring, people)}


# ---- tables for other programs


def schedule_csv(schedule: Schedule, first: int = 1, style: CsvStyle = PLAIN) -> str:
    """Return the schedule as CSV, a line for every square at every table."""
    rows = [
        (number, schedule.clock(sitting.start), sitting.table, sitting.deck, sitting.square, *_by_seat(sitting, schedule.seats))
        for number, sitting in _sittings(schedule, first)
    ]
    return table_text(("round", "time", "table", "deck", "square", *schedule.seats), rows, style)


def _sittings(schedule: Schedule, first: int) -> list[tuple[int, Sitting]]:
    return [(round_.number, sitting) for round_ in schedule.rounds if round_.number >= first for sitting in round_.sittings]


def _by_seat(sitting: Sitting, seats: Sequence[str]) -> list[str]:
    held = dict(sitting.seats)
    return [held.get(seat, "") for seat in seats]


def as_tree(planned: Planned, judgement: Judgement, first: int = 1) -> dict[str, Any]:
    """Return schedule and judgement as plain values, for JSON."""
    schedule = planned.schedule
    rounds = [
        {
            "round": round_.number,
            "start": schedule.clock(round_.start),
            "end": schedule.clock(round_.end),
            "sittings": [
                {
                    "table": sitting.table,
                    "deck": sitting.deck,
                    "square": sitting.square,
                    "play": sitting.play,
                    "start": schedule.clock(sitting.start),
                    "seats": dict(sitting.seats),
                    **({"section": section_name(sitting.section)} if sitting.section else {}),
                }
                for sitting in round_.sittings
            ],
            "resting": list(round_.resting),
        }
        for round_ in schedule.rounds
        if round_.number >= first
    ]
    return {
        "event": planned.event.name,
        "use": planned.event.use,
        "game": planned.event.game,
        "code": schedule.code,
        "minutes": schedule.minutes,
        "end": schedule.clock(schedule.end),
        "spare": list(schedule.spare),
        "open": schedule.open,
        "rounds": rounds,
        "breaks": [{"after": one.after, "start": schedule.clock(one.start), "end": schedule.clock(one.end)} for one in schedule.pauses],
        "judgement": {
            "partners": {str(often): count for often, count in judgement.partners.pairs.items()},
            "opponents": {str(often): count for often, count in judgement.opponents.pairs.items()},
            "compared": {str(often): count for often, count in judgement.compared.pairs.items()},
            "seats": {name: dict(held) for name, held in judgement.seats.items()},
            "played": dict(judgement.played),
            "rested": dict(judgement.rested),
            "replays": judgement.replays,
            "gap": judgement.gap,
            "flaws": list(judgement.flaws),
        },
        "warnings": list(planned.warnings),
    }
