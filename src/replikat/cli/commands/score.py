"""The command that compares the results of an event: score."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from replikat.cli.answers import print_fault, print_json
from replikat.cli.events import STANDARD, open_event, writing_of
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
from replikat.data.csv_tables import CsvStyle
from replikat.data.files import refuse_missing
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.deck.catalogue import Catalogue
from replikat.errors import Fault, ReplikatError
from replikat.events.comparisons import (
    Comparison,
    Luck,
    Match,
    Share,
    Standing,
    by_field,
    rounds_told,
)
from replikat.events.result import Score
from replikat.events.results.entry import missing_by_table
from replikat.events.results.evaluation import Scored, score_event
from replikat.events.results.output import gains_csv, plain, ranking_csv, results_tree, score_text
from replikat.events.schedule import JOIN, Place, section_name, side_name
from replikat.events.scoring.luck import FEWEST_COMPARISONS, FEWEST_DEALS
from replikat.store.files import refuse_overwriting, write_whole

SHOWN = 2  # decimals in the terminal
DECIMALS = {"comma": ",", "point": "."}
MOST_MISSING = 12  # tables of which a result is missing that are named; --json names all

CsvTable = Callable[[Scored, CsvStyle, Catalogue | None], str]


@new_command("score")
@click.argument("event", metavar="EVENT")
@click.argument(
    "results", metavar="RESULTS...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@option(
    QUESTION,
    "--square",
    "squares",
    type=click.IntRange(1),
    multiple=True,
    help="Show only this square; may be repeated.",
)
@option(
    QUESTION,
    "--decimal",
    type=click.Choice(list(DECIMALS)),
    help="The sign before decimals in the results, where 1,105 could be read in two ways.",
)
@option(
    OUTPUT,
    "--strict",
    is_flag=True,
    help="Write no file while a row is wrong, instead of one that is marked as provisional.",
)
@paper_option
@path_option(
    OUTPUT, "--csv", "gains", help="Write every result with its gain as CSV; - is standard output."
)
@path_option(OUTPUT, "--ranking", help="Write the ranking as CSV; - is standard output.")
@csv_style_option
@path_option(OUTPUT, "--pdf", help="Write the report with its plots.")
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    event: str,
    results: tuple[Path, ...],
    decimal: str | None,
    gains: Path | None,
    ranking: Path | None,
    pdf: Path | None,
    lang: tuple[str, ...],
    csv_style: str | None,
    paper: str | None,
    squares: tuple[int, ...],
    templates: Path | None,
    strict: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Compare the results of an event: the ranking, square by square who gained, and how much of it
    was luck.

    RESULTS is the table that replikat schedule --template wrote, filled in with any spreadsheet
    (.xlsx, .ods, .csv), or .yaml; or several files, each with a part of it. Wrong rows are named,
    one a line, and the others count; what is written then says that it is provisional.
    """
    if [gains, ranking].count(STANDARD) + as_json > 1:
        message = "--csv -, --ranking - and --json all go to standard output; choose one"
        raise click.UsageError(message)
    library = open_library(templates)
    results = tuple(dict.fromkeys(results))
    _refuse_missing_tables(event, results)
    with progress("comparing", 1, quiet):
        sign = DECIMALS.get(decimal or "", "")
        planned = open_event(event, library, None, results, decimal=sign)
        refuse_overwriting((gains, ranking, pdf), (planned.source.path, *results))
        scored = score_event(planned, *results, decimal=sign)
    if not quiet:
        _warn(scored)
    _print_answer(scored, squares, as_json, STANDARD in (gains, ranking))
    faults = scored.entered.faults
    files = [str(path) for path in (gains, ranking, pdf) if path]
    if faults and strict:
        unwritten = Fault(f"not written: {', '.join(files)}", "first put the rows right")
        raise ReplikatError(*faults, *([unwritten] if files else []))
    language = (lang or planned.languages)[0]
    products = [
        (path, _csv_data(scored, table, path, csv_style, language, library))
        for path, table in ((gains, gains_csv), (ranking, ranking_csv))
        if path
    ]
    if pdf:
        from replikat.events.printing import report

        with progress("printing", 1, quiet):
            data = report(scored, language, library, PAPERS.get(paper or ""))
        products.insert(0, (pdf, data))
    _write(products)
    if faults:
        raise ReplikatError(*faults)


def _refuse_missing_tables(event: str, tables: Sequence[Path]) -> None:
    """Refuse tables of results that are not there, all of them at once."""
    faults: list[Fault] = []
    for path in tables:
        writes = f"replikat schedule {event} --template {path} writes an empty one"
        try:
            refuse_missing(path, f"expected the table of results; {writes}")
        except ReplikatError as error:
            faults += error.faults
    if faults:
        raise ReplikatError(*faults)


def _print_answer(
    scored: Scored, squares: tuple[int, ...], as_json: bool, table_printed: bool
) -> None:
    """Print the answer, unless a table of it goes to standard output."""
    if as_json:
        print_json(results_tree(scored))
    elif not table_printed:
        for line in _lines(scored, squares):
            click.echo(line.rstrip())


def _csv_data(
    scored: Scored,
    table: CsvTable,
    path: Path,
    csv_style: str | None,
    lang: str,
    library: Library,
) -> bytes:
    style, words = writing_of(path, csv_style, lang, library)
    return table(scored, style, words).encode()


def _write(products: list[tuple[Path, bytes]]) -> None:
    """Write finished files, or print those that are to go to standard output."""
    for path, data in products:
        if path == STANDARD:
            click.echo(data.decode(), nl=False)
        else:
            write_whole(path, data)


def _warn(scored: Scored) -> None:
    planned = scored.planned
    for warning in (*planned.warnings, *scored.warnings):
        print_fault(f"warning: {planned.source.path}: {warning}")
    for doubt in scored.doubts:
        print_fault(f"warning: {doubt}")


def _lines(scored: Scored, squares: tuple[int, ...]) -> Iterator[str]:
    event, entry = scored.planned.event, scored.entered
    name = event.name or scored.planned.source.path.stem
    entries = f"{len(event.entries)} {event.moving}"
    yield f"{name}: {event.use}, {event.game}, {entries}, by {scored.scoring.method}"
    right, wrong = len(entry.results), len(entry.faults)
    counts = f"{right} of {right + len(entry.missing)} results"
    yield f"{counts}, {wrong} wrong" if wrong else counts
    if entry.repeated:
        yield f"taken once, since two files hold the same: {entry.repeated}"
    yield from _missing(entry.missing)
    if not entry.results:
        return
    for title, standings in (("ranking", scored.standings), ("persons", scored.persons)):
        for field, own in by_field(standings):
            yield ""
            yield f"{title}, {field.name}" if field else title
            yield from _ranking(scored, own)
    for match, number in zip(scored.matches, rounds_told(scored.matches), strict=True):
        yield ""
        yield from _match(match, number, squares)
    yield ""
    for comparison in scored.comparisons:
        if not squares or comparison.deal in squares:
            yield from _comparison(comparison, bool(scored.matches))
    yield ""
    yield from luck_lines(scored.luck)
    for planned_sitting, round_, square in entry.dealt:
        board = f"square {planned_sitting.square}, round {round_}, table {planned_sitting.table}"
        yield f"dealt: {board}: square {square}"
    for correction in entry.corrections:
        place, sitting = correction.place, correction.place.sitting
        board = f"square {sitting.square}, round {place.round}, table {sitting.table}"
        change = f"{correction.was} to {correction.now}"
        note = f" ({correction.note})" if correction.note else ""
        yield f"corrected: {board}, {place.seat} {place.name}: {change}{note}"


def _missing(missing: Sequence[Place]) -> Iterator[str]:
    """Yield the tables of which a result is missing: round, table, squares and who plays there.

    Squares of which all results are missing at one table share a line.
    """
    people: dict[tuple[int, int], dict[str, None]] = {}
    for place in missing:
        names = people.setdefault((place.round, place.sitting.table), {})
        names.update(dict.fromkeys([f"{place.seat} {place.name}"]))
    tables = list(missing_by_table(missing).items())
    for (round_, table), squares in tables[:MOST_MISSING]:
        numbers = ", ".join(map(str, squares))
        who = "; ".join(people[round_, table])
        word = "square" if len(squares) == 1 else "squares"
        yield f"missing: round {round_}, table {table}, {word} {numbers}: {who}"
    if len(tables) > MOST_MISSING:
        yield f"missing at {len(tables) - MOST_MISSING} more tables; --json names all"


def _ranking(scored: Scored, standings: tuple[Standing, ...]) -> Iterator[str]:
    name_width = max(len(standing.name) for standing in standings)
    for standing in standings:
        mean = ""
        if standing.percent is not None:
            mean = f"{plain(standing.percent, SHOWN)} %"
        elif scored.scoring.rank_by != "total":
            mean = f"mean {_signed(standing.mean)}"
        who = f"{standing.label:>4}  {standing.name:<{name_width}}"
        line = f"  {who}  {_signed(standing.points):>9}  {mean:>12}  of {standing.plays}"
        if standing.broken:
            values = ", ".join(plain(value, SHOWN) for value in standing.broken)
            line += f"  [{values}]"
        yield line


def _match(match: Match, number: int, squares: tuple[int, ...]) -> Iterator[str]:
    """Yield the squares of a match, with its round where the same two meet more than once."""
    home, away = match.points
    meeting = f"round {number}, " if number else ""
    yield f"{meeting}{match.home} - {match.away}: {plain(home, SHOWN)} : {plain(away, SHOWN)}"
    for square in match.squares:
        if not squares or square.deal in squares:
            score = f"{plain(square.home, SHOWN):>8} : {plain(square.away, SHOWN)}"
            yield f"  square {square.deal:<3} {score}"


def _comparison(comparison: Comparison, in_match: bool) -> Iterator[str]:
    """Yield who held the cards of a seat, what was written down, and what it is worth.

    Of a square in a match the match says what it is worth.
    """
    section = f"  {section_name(comparison.section)}" if comparison.section else ""
    yield f"square {comparison.deal}  {side_name(comparison.side)}{section}"
    for result, points in sorted(comparison.gains, key=lambda gain: -(gain.points or 0)):
        gained = "" if points is None or in_match else _signed(points)
        holders = JOIN.join(result.holders)
        score = score_text(result.score)
        table = f"{result.round}.{result.table}"
        yield f"  {table:>6}  {score:>8}  {gained:>9}  {holders}"


def luck_lines(luck: Luck) -> Iterator[str]:
    """Yield how much of the results was luck, or that there are too few to say."""
    if luck.cards is None or luck.play is None:
        counts = f"{luck.comparisons} comparisons in {luck.deals} deals"
        fewest = f"it takes {FEWEST_COMPARISONS} in {FEWEST_DEALS}"
        yield f"luck: too few deals to say ({counts}; {fewest})"
        return
    cards, play = _percent(luck.cards), _percent(luck.play)
    yield f"luck: {cards} of the spread of the results came from the cards, {play} from the play"
    if luck.players is not None:
        yield f"      lasting differences between players: {_percent(luck.players)}"


def _percent(share: Share) -> str:
    return f"{100 * share.part:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"


def _signed(value: Score) -> str:
    text = plain(value, SHOWN)
    return text if text == "0" or text.startswith("-") else f"+{text}"
