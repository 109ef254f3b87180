"""The commands of an event: schedule."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import click

from replikat.cli.decks import FILE, find_spec, home_of, is_path
from replikat.cli.options import PAPERS, json_option, paper_option, templates_option
from replikat.cli.output import PRIVATE, refuse_overwriting, write_once, write_whole
from replikat.errors import Fault, ReplikatError
from replikat.model.deck_spec import DeckSpec
from replikat.model.events import Change, Event
from replikat.model.schedule import Round, Schedule, Sitting
from replikat.play.schedules.judge import Judgement, judge
from replikat.recipes.events import Planned, as_tree, plan_event, schedule_csv, template_csv
from replikat.specs.loaders import read_deck_spec, read_event
from replikat.specs.strict_yaml import Source
from replikat.templates import Library, library

STANDARD = Path("-")


@click.command("schedule")
@click.argument("event", metavar="EVENT")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Write the schedule as CSV; - is standard output.")
@click.option("--template", type=click.Path(path_type=Path), help="Write the table of results, to be filled in; never over an old one.")
@click.option("--pdf", type=click.Path(path_type=Path), help="Write it on paper: a wall sheet, cards for tables, guide cards for people.")
@click.option("--lang", help="Language of the paper.  [default: the deck's]")
@paper_option
@click.option("--from", "first", type=click.IntRange(1), help="Plan and show from this round on; what was played before stays.")
@click.option("--without", multiple=True, metavar="NAME", help="With --from: who is gone; may be repeated.")
@click.option("--with", "come", multiple=True, metavar="NAME", help="With --from: who has come; may be repeated.")
@click.option("--results", type=click.Path(path_type=Path), help="The table of results so far, from which a Swiss goes on.")
@templates_option
@json_option
def schedule_command(
    event: str,
    table: Path | None,
    template: Path | None,
    pdf: Path | None,
    lang: str | None,
    paper: str | None,
    first: int | None,
    without: tuple[str, ...],
    come: tuple[str, ...],
    results: Path | None,
    templates: Path | None,
    as_json: bool,
) -> None:
    """Show who sits where with which square, round by round, and what the schedule is worth.

    EVENT is the name of an event (replikat list events) or the path of its file.
    """
    if (without or come) and first is None:
        raise click.UsageError("--without and --with need --from, the round of the change")
    if [table, template].count(STANDARD) + as_json > 1:
        raise click.UsageError("--csv -, --template - and --json all go to standard output; choose one")
    change = Change(first, without, come) if first and (without or come) else None
    found = library(templates)
    planned = open_event(event, found, change, results)
    refuse_overwriting((table, template, pdf), (planned.source.path, *([results] if results else [])))
    if results and planned.event.movement_name == "swiss":
        from replikat.recipes.result_entry import refuse_unfinished

        refuse_unfinished(planned, results)
    begin = first or 1
    if begin > len(planned.schedule.rounds):
        raise ReplikatError(Fault(f"round {begin}", f"the event has {len(planned.schedule.rounds)}", field="--from"))
    for path, text in ((table, schedule_csv(planned.schedule, begin)), (template, template_csv(planned.schedule, begin))):
        if path == STANDARD:
            click.echo(text, nl=False)
    paper_plan = b""
    if pdf:
        from replikat.recipes.event_papers import schedule_pdf

        paper_plan = schedule_pdf(planned, lang or planned.languages[0], found, PAPERS.get(paper or ""))
    if template and template != STANDARD:
        _write_template(template, template_csv(planned.schedule, begin))
    if pdf:
        write_whole(pdf, paper_plan)
    if table and table != STANDARD:
        write_whole(table, schedule_csv(planned.schedule, begin).encode())
    verdict = judge(planned.schedule)
    for warning in planned.warnings:
        click.echo(f"replikat: warning: {planned.source.path}: {warning}", err=True)
    if as_json:
        click.echo(json.dumps(as_tree(planned, verdict, begin), ensure_ascii=False, indent=2))
    elif STANDARD not in (table, template):
        for line in _told(planned, verdict, begin, change):
            click.echo(line.rstrip())


def open_event(word: str, found: Library, change: Change | None = None, results: Path | None = None, output: Path | None = None) -> Planned:
    """Return the event that EVENT names, planned; the deck it names is looked for beside it.

    A deck that has been made from a named spec, in the folder `output`, says in which languages it was printed.
    """
    path = Path(word) if is_path(word) else found.find("events", word)
    if not path.is_file():
        raise ReplikatError(Fault(f"{path} does not exist", "expected an event"))
    event, source = read_event(path, found)
    return plan_event(event, source, found, _deck(event, source, found, output), change, results)


def _deck(event: Event, source: Source, found: Library, output: Path | None) -> DeckSpec | None:
    """Return what the event's deck is to be, or is; a path is seen from the event's folder."""
    if event.deck is None:
        return None
    word = str(source.path.parent / event.deck) if is_path(event.deck) else event.deck
    try:
        path = find_spec(word, found)
    except ReplikatError as error:
        raise ReplikatError(*(source.fault(("deck",), fault.found, fault.expected) for fault in error.faults)) from None
    spec, _ = read_deck_spec(path, found)
    made = home_of(spec, path, output) / PRIVATE / FILE
    if spec.marks is not None or not made.is_file():
        return spec
    held, _ = read_deck_spec(made, found)
    return replace(spec, print=held.print) if held.asks_for() == spec.asks_for() else spec


def _write_template(path: Path, text: str) -> None:
    try:
        write_once(path, text.encode())
    except FileExistsError:
        cure = "results may stand in it; name another file, or move it away"
        raise ReplikatError(Fault(f"{path} exists", cure, field="--template")) from None


# ---- in the terminal


def _told(planned: Planned, verdict: Judgement, first: int, change: Change | None) -> Iterator[str]:
    schedule = planned.schedule
    yield from _heading(planned)
    wide = max(len(name) for name in schedule.people)
    for round_ in schedule.rounds:
        if round_.number >= first:
            yield from _round(schedule, round_, wide, planned.event.moving == "pairs")
    if schedule.open:
        yield ""
        yield "more rounds follow from the results: replikat schedule EVENT --results FILE"
    if change:
        gone, come = (", ".join(names) for names in (change.gone, change.come))
        yield ""
        yield "to keep the change, put it in the event's file:"
        yield f"changes: [{{round: {change.round}, gone: [{gone}], come: [{come}]}}]"
    yield ""
    yield from _judgement(schedule, verdict)


def _heading(planned: Planned) -> Iterator[str]:
    event, schedule = planned.event, planned.schedule
    how = f", {event.movement_name}" if event.use == "tournament" else ""
    yield f"{event.name or planned.source.path.stem}: {event.use}{how}, {event.game}, {len(event.entries)} {event.moving}"
    squares = len({sitting.square for sitting in schedule.sittings})
    deck = " ".join(part for part in (event.deck, schedule.code) if part)
    told = [_many(len(schedule.rounds), "round"), _many(squares, "square"), f"{schedule.minutes:g} minutes a square"]
    yield ", ".join([*told, _when(schedule), *([f"deck {deck}"] if deck else [])])
    if schedule.spare:
        yield f"not needed: square {', '.join(map(str, schedule.spare))}"


def _when(schedule: Schedule) -> str:
    """Return when it begins and ends, or how long it takes where no start is given."""
    return f"{schedule.end} minutes in all" if schedule.opens is None else f"{schedule.clock(0)} to {schedule.clock(schedule.end)}"


def _round(schedule: Schedule, round_: Round, wide: int, in_pairs: bool) -> Iterator[str]:
    """Yield the lines of a round: one for squares that the same people play one after the other at the same seats.

    In an event of pairs their names stand behind the people.
    """
    yield ""
    yield f"round {round_.number}  {schedule.span(round_.start, round_.end)}"
    by_table = sorted(round_.sittings, key=lambda one: (one.table, one.start))
    long = len("+120 min" if schedule.opens is None else "19:00")
    for (table, seats, _), group in groupby(by_table, key=lambda one: (one.table, one.seats, one.section)):
        sittings = list(group)
        held = "  ".join(f"{seat} {name:<{wide}}" for seat, name in seats)
        relay = f"  deck {sittings[0].deck}" if sittings[0].deck != table else ""
        pairs = f"  ({' - '.join(dict.fromkeys(schedule.owners[name] for _, name in seats))})" if in_pairs else ""
        yield f"  {schedule.clock(sittings[0].start):>{long}}  table {table:<2} {_squares(sittings):<12} {held}{pairs}{relay}"
    if round_.resting:
        yield f"  rests: {', '.join(round_.resting)}"
    for pause in schedule.pauses:
        if pause.after == round_.number:
            yield ""
            yield f"break  {schedule.span(pause.start, pause.end)}"


def _squares(sittings: list[Sitting]) -> str:
    numbers = [sitting.square for sitting in sittings]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"square {numbers[0]}-{numbers[-1]}"
    return f"square {','.join(map(str, numbers))}"


def _judgement(schedule: Schedule, verdict: Judgement) -> Iterator[str]:
    yield "judgement"
    for word, spread in (("partners", verdict.partners), ("opponents", verdict.opponents), ("compared", verdict.compared)):
        if spread.pairs:
            yield f"  {word:<10} {spread}"
    for name, told in _by_entry(schedule, verdict):
        yield f"  {name:<10} {told}"
    if verdict.replays:
        yield f"  {'replays':<10} {verdict.replays}, at least {verdict.gap} squares apart"
    for flaw in verdict.flaws or ("none",):
        yield f"  {'flaw':<10} {flaw}" if verdict.flaws else f"  {'flaws':<10} {flaw}"


def _by_entry(schedule: Schedule, verdict: Judgement) -> Iterator[tuple[str, str]]:
    """Yield seats held and rounds sat out, in one line for people of an entry who did the same."""
    for entry in schedule.entries:
        told = {}
        for name in entry.members:
            seats = " ".join(f"{seat} {count}" for seat, count in sorted(verdict.seats[name].items()))
            rests = f"sits out {verdict.rested[name]}" if verdict.rested[name] else ""
            told[name] = ", ".join(part for part in (seats, rests) if part)
        yield from told.items() if len(set(told.values())) > 1 else [(entry.name, next(iter(told.values())))]


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count != 1 else ''}"
