"""Events: from a data file to its schedule, held against its game and its deck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from replikat.events.result import STEP_METHODS, Method, Scoring
from replikat.events.results.headings import Headings
from replikat.events.schedule import Schedule, Sitting, section_name
from replikat.events.schedules.evenness import Evenness
from replikat.events.schedules.judge import Judgement
from replikat.events.schedules.plan import schedule_of
from replikat.events.schedules.setups import setup_for
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
) -> Planned:
    """Return an event with its schedule; every fault is located in the event's file.

    `deck` is the spec of the deck that the event names. `change` comes on top of those in the file. Of a Swiss that is the
    first round: `with_results` (swiss_so_far) goes on from there.
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
        if change:
            event = _changed(event, change)

        def find(name: str) -> Movement | None:
            if name == event.movement:
                return own
            return load_movement(name, library) if library.has("movements", name) else None

        schedule = schedule_of(event, game, setup, find)
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
        why = f"there are {squares} squares" if squares < schedule.whole else f"the event says rounds: {event.rounds}"
        if event.rounds is None and squares >= schedule.whole:
            why = "it was planned for fewer, and some came later; with keep: true in changes it is planned for all"
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
            "evenness": _evenness_tree(judgement.evenness),
            "seats": {name: dict(held) for name, held in judgement.seats.items()},
            "played": dict(judgement.played),
            "rested": dict(judgement.rested),
            "replays": judgement.replays,
            "gap": judgement.gap,
            "flaws": list(judgement.flaws),
        },
        "warnings": list(planned.warnings),
    }


def _evenness_tree(evenness: Evenness | None) -> dict[str, Any] | None:
    if evenness is None:
        return None
    return {
        "fewest": evenness.fewest,
        "most": evenness.most,
        "best": list(evenness.best),
        "even": evenness.even,
        "never": [list(pair) for pair in evenness.never],
        "fields": [list(field) for field in evenness.fields],
    }
