"""Events: from a data file to its schedule, held against its game and its deck, and continued from results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from replikat.errors import Breach, Fault, LawFault, ReplikatError, suggestion
from replikat.exchange.csv_tables import Row, table_text
from replikat.model.code import read_code
from replikat.model.deck_spec import DeckSpec
from replikat.model.events import Change, Event
from replikat.model.games import Game
from replikat.model.movements import MOVEMENTS, Movement
from replikat.model.print_settings import PrintSettings
from replikat.model.results import STEP_METHODS, Method, Result, Scoring, parse_score
from replikat.model.schedule import JOIN, Schedule, Sitting, section_name, side_name
from replikat.model.setups import Setup
from replikat.play.schedules.judge import Judgement
from replikat.play.schedules.plan import schedule_of
from replikat.play.schedules.seating import Tables, tables_for
from replikat.play.schedules.setups import setup_for
from replikat.play.schedules.tournament import Named, SoFar
from replikat.recipes.result_tables import TEMPLATE, entered, followed, read_table, with_people
from replikat.specs import loaders
from replikat.specs.strict_yaml import Source
from replikat.templates import Library

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
    `languages` are those in which the deck is printed.
    """

    event: Event
    source: Source
    game: Game
    setup: Setup
    schedule: Schedule
    warnings: tuple[str, ...] = ()
    deals: Mapping[int, int] = field(default_factory=dict)
    languages: tuple[str, ...] = PrintSettings().languages


def plan_event(
    event: Event,
    source: Source,
    library: Library,
    deck: DeckSpec | None = None,
    change: Change | None = None,
    results: Path | None = None,
) -> Planned:
    """Return an event with its schedule; every fault is located in the event's file.

    `deck` is the spec of the deck that the event names. `change` comes on top of those in the file. `results` is the table of
    results so far, from which a Swiss goes on.
    """
    game = loaders.load_game(event.game, library)
    faults = _deck_faults(event, deck) if deck else []
    try:
        if faults:
            raise LawFault(faults)
        event = replace(event, code=read_code(event.code) if event.code else deck.code if deck else None)
        dealt = _dealt(event, game, deck) if deck else game.setups
        own = _own_movement(event, source, library)
        setup = setup_for(event, game, dealt, own)
        so_far = _so_far(event, game, setup, results) if results and event.movement_name == "swiss" else None
        if change:
            event = _changed(event, change)

        def find(name: str) -> Movement | None:
            if name == event.movement:
                return own
            return loaders.load_movement(name, library) if library.has("movements", name) else None

        schedule = schedule_of(event, game, setup, find, so_far)
    except LawFault as law:
        raise loaders.located(source, law) from None
    planned = Planned(event, source, game, setup, schedule, tuple(_warnings(event, game, deck, schedule)))
    return replace(planned, deals=deck.originals, languages=deck.print.languages) if deck else planned


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
        return loaders.read_movement(path, library)
    if not library.has("movements", name):
        raise LawFault([(("movement",), f"no movement is called {name!r}; {suggestion(name, [*MOVEMENTS, *library.names('movements')])}")])
    return loaders.load_movement(name, library)


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
        raise loaders.located(planned.source, LawFault((("scoring", *path), text) for path, text in law.faults)) from None


# ---- a Swiss goes on from its table of results


def _so_far(event: Event, game: Game, setup: Setup, path: Path) -> SoFar:
    """Return the rounds that stand in a table of results, and the points they give by the event's method."""
    rows = with_people(read_table(path), event.pairs)
    tables = tables_for(setup, event.moving, stay=False)
    seats = {side_name(side): side for side in setup.sides}
    people = {name: entry for entry, members in event.entries.items() for name in members}
    faults = [fault for row in rows if (fault := _row_fault(row, seats, people, str(path)))]
    if faults := faults or _twice_seated(rows, str(path)):
        raise ReplikatError(*faults)
    held: defaultdict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for row in rows:
        names = row.cells["name"].split(JOIN)
        held[int(row.cells["round"]), int(row.cells["table"])] |= dict(zip(seats[row.cells["seat"]], names, strict=True))
    try:
        rounds = tuple(_meetings(held, number, tables, people) for number in sorted({number for number, _ in held}))
    except KeyError as seat:
        raise ReplikatError(
            Fault(f"nobody holds the seat {seat.args[0]} at one table", "expected a row for every seat", str(path))
        ) from None
    empty = Schedule((), setup.seats, setup.sides, (), 0)
    scoring = scoring_of(Planned(event, Source(path, ""), game, setup, empty))
    results = [_result(row, seats) for row in followed(rows, scoring.sums, len(setup.sides))]
    return SoFar(rounds, _points(results, scoring, people))


def _row_fault(row: Row, seats: dict[str, tuple[str, ...]], people: dict[str, str], file: str) -> Fault | None:
    cells = row.cells
    for column in ("square", "round", "table"):
        if not cells[column].isdecimal():
            return Fault(f"found {cells[column]!r}", "expected a whole number", file, row.line, field=column)
    if cells["seat"] not in seats:
        return Fault(f"found {cells['seat']!r}", f"expected {', '.join(seats)}", file, row.line, field="seat")
    names = cells["name"].split(JOIN)
    if strange := [name for name in names if name not in people]:
        return Fault(f"{strange[0]!r} takes no part in the event", suggestion(strange[0], people), file, row.line, field="name")
    if len(names) != len(seats[cells["seat"]]):
        return Fault(f"{len(names)} names at {cells['seat']}", f"expected {len(seats[cells['seat']])}", file, row.line, field="name")
    try:
        parse_score(entered(row))
    except ValueError:
        return Fault(f"found {entered(row)!r}", "expected a number, an average (A, A+, A-) or nothing", file, row.line, field="result")
    return None


def _twice_seated(rows: Sequence[Row], file: str) -> list[Fault]:
    """Return a fault for everybody who sits at two tables of a round, at the first row that says so."""
    table: dict[tuple[str, int], str] = {}
    faults: dict[tuple[str, int], Fault] = {}
    for row in rows:
        for name in row.cells["name"].split(JOIN):
            key, here = (name, int(row.cells["round"])), row.cells["table"]
            if table.setdefault(key, here) != here:
                found = f"{name} sits at table {here} and table {table[key]} in round {key[1]}"
                faults.setdefault(key, Fault(found, "look at the schedule, and correct one of them", file, row.line, field="name"))
    return list(faults.values())


def _meetings(held: dict[tuple[int, int], dict[str, str]], number: int, tables: Tables, people: dict[str, str]) -> Named:
    found = []
    for round_, table in sorted(held):
        if round_ != number or (tables.physical == 2 and table % 2 == 0):  # the second table of a match says the same
            continue
        chairs = [(seat,) for seat in tables.seats] if tables.style == "single" else tables.sides
        found.append(tuple(people[held[round_, table][chair[0]]] for chair in chairs))
    return tuple(found)


def _result(row: Row, seats: dict[str, tuple[str, ...]]) -> Result:
    cells = row.cells
    holders = tuple(cells["name"].split(JOIN))
    return Result(
        square=int(cells["square"]),
        side=seats[cells["seat"]],
        holders=holders,
        score=parse_score(entered(row)),
        round=int(cells["round"]),
        table=int(cells["table"]),
    )


def _points(results: Sequence[Result], scoring: Scoring, people: dict[str, str]) -> dict[str, Fraction]:
    from replikat.play.scoring.compare import compare
    from replikat.play.scoring.ranking import rank_field

    scoring = scoring if not scoring.by_match else replace(scoring, method="cross_difference")
    return {standing.name: standing.points for standing in rank_field(compare(results, scoring), scoring, people)}


# ---- tables for other programs


def schedule_csv(schedule: Schedule, first: int = 1) -> str:
    """Return the schedule as CSV, a line for every square at every table."""
    rows = [
        (number, schedule.clock(sitting.start), sitting.table, sitting.deck, sitting.square, *_by_seat(sitting, schedule.seats))
        for number, sitting in _sittings(schedule, first)
    ]
    return table_text(("round", "time", "table", "deck", "square", *schedule.seats), rows)


def template_csv(schedule: Schedule, first: int = 1) -> str:
    """Return the table of results, to be filled in: a line for whatever is written down at a table."""
    places = (place for place in schedule.places() if place.round >= first)
    return table_text(TEMPLATE, [(place.sitting.square, place.round, place.sitting.table, place.seat, place.name, "") for place in places])


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
