"""The command that shows who sits where: schedule."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from replikat.cli.answers import print_fault, print_json
from replikat.cli.events import STANDARD, open_event, other_way, writing_of
from replikat.cli.options import (
    OUTPUT,
    PAPERS,
    QUESTION,
    csv_style_option,
    json_option,
    lang_option,
    new_command,
    option,
    paper_option,
    path_option,
    quiet_option,
    templates_option,
)
from replikat.cli.progress import progress
from replikat.data.library import library as open_library
from replikat.errors import Fault, ReplikatError
from replikat.events.event import Change
from replikat.events.planning import Planned, as_tree, schedule_csv
from replikat.events.results.headings import template_csv
from replikat.events.schedule import Round, Schedule, Sitting
from replikat.events.schedules.evenness import Evenness
from replikat.events.schedules.judge import Judgement, judge
from replikat.events.ways_on import from_to, many, ways_on
from replikat.store.files import refuse_overwriting, write_once, write_whole


@new_command("schedule")
@click.argument("event", metavar="EVENT")
@option(
    QUESTION,
    "--from",
    "first",
    type=click.IntRange(1),
    help="Plan and show from this round on; what was played before stays.",
)
@option(
    QUESTION,
    "--without",
    multiple=True,
    metavar="NAME",
    help="With --from: who is gone; may be repeated.",
)
@option(
    QUESTION,
    "--with",
    "come",
    multiple=True,
    metavar="NAME",
    help="With --from: who has come; may be repeated.",
)
@option(
    QUESTION,
    "--keep",
    is_flag=True,
    help="With --without or --with: keep the plan; the opponents of who is missing sit out.",
)
@path_option(
    QUESTION,
    "--results",
    multiple=True,
    help="The table of results so far, from which a Swiss goes on; may be repeated.",
)
@paper_option
@path_option(OUTPUT, "--csv", "table", help="Write the schedule as CSV; - is standard output.")
@path_option(
    OUTPUT,
    "--template",
    help="Write the table of results, to be filled in; never over an old one.",
)
@path_option(
    OUTPUT,
    "--pdf",
    help="Write it on paper: a wall sheet, cards for tables, guide cards for people.",
)
@csv_style_option
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    event: str,
    table: Path | None,
    template: Path | None,
    pdf: Path | None,
    lang: tuple[str, ...],
    paper: str | None,
    first: int | None,
    without: tuple[str, ...],
    come: tuple[str, ...],
    keep: bool,
    results: tuple[Path, ...],
    csv_style: str | None,
    templates: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show who sits where with which square, round by round, and what the schedule is worth.

    EVENT is the name of an event (replikat list events) or the path of its file.
    """
    change = _change(first, without, come, keep)
    if [table, template].count(STANDARD) + as_json > 1:
        message = "--csv -, --template - and --json all go to standard output; choose one"
        raise click.UsageError(message)
    library = open_library(templates)
    with progress("planning", 1, quiet):
        planned = open_event(event, library, change, results)
        other = other_way(event, library, change, planned)
    inputs = (planned.source.path, *results)
    refuse_overwriting((table, template, pdf), inputs)
    if results and planned.event.movement_name == "swiss":
        from replikat.events.results.entry import refuse_unfinished

        refuse_unfinished(planned, *results)
    begin, schedule = first or 1, planned.schedule
    _refuse_beyond(begin, schedule)
    language = (lang or planned.languages)[0]
    texts: dict[Path, str] = {}
    if table:
        writing = writing_of(table, csv_style, language, library)
        texts[table] = schedule_csv(schedule, begin, writing.style)
    if template:
        writing = writing_of(template, csv_style, language, library)
        texts[template] = template_csv(schedule, begin, writing.words, writing.style)
    if STANDARD in texts:
        click.echo(texts[STANDARD], nl=False)
    if pdf:
        from replikat.events.printing import schedule_pdf

        with progress("printing", 1, quiet):
            data = schedule_pdf(planned, language, library, PAPERS.get(paper or ""))
    if template and template != STANDARD:
        _write_template(template, texts[template])
    if pdf:
        write_whole(pdf, data)
    if table and table != STANDARD:
        write_whole(table, texts[table].encode())
    ways = list(ways_on(change, planned, other)) if change else []
    _print_schedule(planned, begin, ways, quiet, as_json, STANDARD in (table, template))


def _change(
    first: int | None, without: tuple[str, ...], come: tuple[str, ...], keep: bool
) -> Change | None:
    """Return the change that the options ask for, or None."""
    if not (without or come):
        if keep:
            message = "--keep needs --without or --with: who is missing, or comes late"
            raise click.UsageError(message)
        return None
    if first is None:
        raise click.UsageError("--without and --with need --from, the round of the change")
    return Change(first, without, come, keep)


def _refuse_beyond(first: int, schedule: Schedule) -> None:
    if first > len(schedule.rounds):
        raise ReplikatError(
            Fault(f"round {first}", f"the event has {len(schedule.rounds)}", field="--from")
        )


def _print_schedule(
    planned: Planned,
    first: int,
    ways: list[str],
    quiet: bool,
    as_json: bool,
    printed: bool,
) -> None:
    """Print the schedule and its judgement, unless a table of it was `printed` already."""
    verdict = judge(planned.schedule)
    if not quiet:
        for warning in planned.warnings:
            print_fault(f"warning: {planned.source.path}: {warning}")
    if as_json:
        print_json(as_tree(planned, verdict, first))
    elif not printed:
        for line in _lines(planned, verdict, first, ways):
            click.echo(line.rstrip())


def _write_template(path: Path, text: str) -> None:
    try:
        write_once(path, text.encode())
    except FileExistsError:
        cure = "results may stand in it; name another file, or move it away"
        raise ReplikatError(Fault(f"{path} exists", cure, field="--template")) from None


# ---- in the terminal


def _lines(planned: Planned, verdict: Judgement, first: int, ways: list[str]) -> Iterator[str]:
    schedule = planned.schedule
    yield from _heading(planned)
    wide = max(len(name) for name in schedule.people)
    for round_ in schedule.rounds:
        if round_.number >= first:
            yield from _round(schedule, round_, wide, planned.event.moving != "players")
    if schedule.open:
        yield ""
        yield "more rounds follow from the results: replikat schedule EVENT --results FILE"
    if ways:
        yield ""
        yield from ways
    yield ""
    yield from _judgement(schedule, verdict)


def _heading(planned: Planned) -> Iterator[str]:
    event, schedule = planned.event, planned.schedule
    name = event.name or planned.source.path.stem
    use = f"{event.use}, {event.movement_name}" if event.use == "tournament" else event.use
    yield f"{name}: {use}, {event.game}, {len(event.entries)} {event.moving}"
    squares = {sitting.square for sitting in schedule.sittings}
    facts = [
        many(len(schedule.rounds), "round"),
        many(len(squares), "square"),
        f"{schedule.minutes:g} minutes a square",
        _when(schedule),
    ]
    deck = " ".join(part for part in (event.deck, schedule.code) if part)
    if deck:
        facts.append(f"deck {deck}")
    yield ", ".join(facts)
    if schedule.spare:
        yield f"not needed: square {', '.join(map(str, schedule.spare))}"


def _when(schedule: Schedule) -> str:
    """Return when it begins and ends, or how long it takes where no start is given."""
    if schedule.opens is None:
        return f"{schedule.end} minutes in all"
    return f"{schedule.clock(0)} to {schedule.clock(schedule.end)}"


def _round(schedule: Schedule, round_: Round, name_width: int, by_entry: bool) -> Iterator[str]:
    """Yield the lines of a round.

    Squares that the same people play one after the other at the same seats share a line. In an
    event of pairs or teams their names stand behind the people.
    """
    yield ""
    yield f"round {round_.number}  {schedule.span(round_.start, round_.end)}"
    by_table = sorted(round_.sittings, key=lambda sitting: (sitting.table, sitting.start))
    for _, group in groupby(by_table, key=_who_and_where):
        yield f"  {_sittings_line(schedule, list(group), name_width, by_entry)}"
    if round_.resting:
        yield f"  rests: {', '.join(round_.resting)}"
    for pause in schedule.pauses:
        if pause.after == round_.number:
            yield ""
            yield f"break  {schedule.span(pause.start, pause.end)}"


def _who_and_where(sitting: Sitting) -> tuple[object, ...]:
    return sitting.table, sitting.seats, sitting.section


def _sittings_line(
    schedule: Schedule, sittings: list[Sitting], name_width: int, by_entry: bool
) -> str:
    """Return the line of sittings of the same people at one table, one after the other."""
    first = sittings[0]
    clock_width = len("+120 min" if schedule.opens is None else "19:00")
    clock = f"{schedule.clock(first.start):>{clock_width}}"
    seats = "  ".join(f"{seat} {name:<{name_width}}" for seat, name in first.seats)
    line = f"{clock}  table {first.table:<2} {_squares(sittings):<12} {seats}"
    if by_entry:
        entries = dict.fromkeys(schedule.owners[name] for _, name in first.seats)
        line += f"  ({' - '.join(entries)})"
    if first.deck != first.table:  # a relay: another table's deck
        line += f"  deck {first.deck}"
    return line


def _squares(sittings: list[Sitting]) -> str:
    numbers = [sitting.square for sitting in sittings]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"square {numbers[0]}-{numbers[-1]}"
    return f"square {','.join(map(str, numbers))}"


def _judgement(schedule: Schedule, verdict: Judgement) -> Iterator[str]:
    yield "judgement"
    spreads = {
        "partners": verdict.partners,
        "opponents": verdict.opponents,
        "compared": verdict.compared,
    }
    for word, spread in spreads.items():
        if spread.pairs:
            yield f"  {word:<10} {spread}"
    if verdict.evenness and verdict.evenness.most:
        yield from _evenness(verdict.evenness)
    for name, text in _by_entry(schedule, verdict):
        yield f"  {name:<10} {text}"
    if verdict.replays:
        yield f"  {'replays':<10} {verdict.replays}, at least {verdict.gap} squares apart"
    for flaw in verdict.flaws:
        yield f"  {'flaw':<10} {flaw}"
    if not verdict.flaws:
        yield f"  {'flaws':<10} none"


def _evenness(evenness: Evenness) -> Iterator[str]:
    """Yield how evenly any two are compared, against the best possible, and fields apart."""
    often = f"any two {from_to(evenness.fewest, evenness.most)}"
    if evenness.fewest == evenness.most:
        yield f"  {'evenness':<10} {often}: exact"
    elif evenness.even:
        yield f"  {'evenness':<10} {often}: as even as can be"
    else:
        best = from_to(*evenness.best)
        yield f"  {'evenness':<10} {often}: uneven, at best {best}"
    if len(evenness.fields) > 1:
        for number, field in enumerate(evenness.fields, 1):
            yield f"  {f'field {number}':<10} {', '.join(field)}"


def _by_entry(schedule: Schedule, verdict: Judgement) -> Iterator[tuple[str, str]]:
    """Yield seats taken and rounds sat out, in one line for people of an entry who did the same."""
    for entry in schedule.entries:
        texts = {name: _seats_and_rests(name, verdict) for name in entry.members}
        if len(set(texts.values())) > 1:
            yield from texts.items()
        else:
            yield entry.name, next(iter(texts.values()))


def _seats_and_rests(name: str, verdict: Judgement) -> str:
    seats = " ".join(f"{seat} {count}" for seat, count in sorted(verdict.seats[name].items()))
    rests = f"sits out {verdict.rested[name]}" if verdict.rested[name] else ""
    return ", ".join(part for part in (seats, rests) if part)
