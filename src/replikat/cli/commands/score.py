"""The command that compares the results of an event: score."""

from collections.abc import Iterator
from pathlib import Path

import click

from replikat.cli.events import STANDARD, open_event
from replikat.cli.options import (
    OUTPUT,
    PAPERS,
    QUESTION,
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
from replikat.cli.report import print_json
from replikat.errors import Fault, ReplikatError
from replikat.model.comparisons import Comparison, Luck, Match, Share, Standing
from replikat.model.results import Score
from replikat.model.schedule import JOIN, section_name, side_name
from replikat.play.scoring.luck import FEWEST_COMPARISONS, FEWEST_DEALS
from replikat.recipes.result_output import gains_csv, plain, ranking_csv, results_tree, score_text
from replikat.recipes.results import Scored, score_event
from replikat.store.files import refuse_overwriting, write_whole
from replikat.templates import library as open_library

SHOWN = 2  # decimals in the terminal


@new_command("score")
@click.argument("event", metavar="EVENT")
@click.argument("results", metavar="RESULTS", type=click.Path(path_type=Path))
@option(
    QUESTION,
    "--square",
    "squares",
    type=click.IntRange(1),
    multiple=True,
    help="Show only this square; may be repeated.",
)
@paper_option
@path_option(OUTPUT, "--csv", "gains", help="Write every result with its gain as CSV; - is standard output.")
@path_option(OUTPUT, "--ranking", help="Write the ranking as CSV; - is standard output.")
@path_option(OUTPUT, "--pdf", help="Write the report with its plots.")
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    event: str,
    results: Path,
    gains: Path | None,
    ranking: Path | None,
    pdf: Path | None,
    lang: tuple[str, ...],
    paper: str | None,
    squares: tuple[int, ...],
    templates: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Compare the results of an event: the ranking, square by square who gained, and how much of it was luck.

    RESULTS is the table that replikat schedule --template wrote, filled in with any spreadsheet (.csv), or .yaml. Wrong
    rows are named, one a line, and the others are shown as they stand; files are written when all rows are right.
    """
    if [gains, ranking].count(STANDARD) + as_json > 1:
        message = "--csv -, --ranking - and --json all go to standard output; choose one"
        raise click.UsageError(message)
    library = open_library(templates)
    if not results.is_file():
        cure = f"expected the table of results; replikat schedule {event} --template {results} writes an empty one"
        raise ReplikatError(Fault(f"{results} does not exist", cure))
    with progress("comparing", 1, quiet):
        planned = open_event(event, library, None, results)
        refuse_overwriting((gains, ranking, pdf), (planned.source.path, results))
        scored = score_event(planned, results)
    if not quiet:
        _warn(scored)
    if as_json:
        print_json(results_tree(scored))
    elif STANDARD not in (gains, ranking):
        for line in _lines(scored, squares):
            click.echo(line.rstrip())
    if scored.entered.faults:
        files = [str(path) for path in (gains, ranking, pdf) if path]
        unwritten = Fault(f"not written: {', '.join(files)}", "first put the rows right")
        raise ReplikatError(*scored.entered.faults, *([unwritten] if files else []))
    products: list[tuple[Path, bytes]] = []
    if pdf:
        from replikat.recipes.event_papers import report

        language = (lang or planned.languages)[0]
        with progress("printing", 1, quiet):
            data = report(scored, language, library, PAPERS.get(paper or ""))
        products.append((pdf, data))
    for path, text in ((gains, gains_csv), (ranking, ranking_csv)):
        if path:
            products.append((path, text(scored).encode()))
    for path, data in products:
        if path == STANDARD:
            click.echo(data.decode(), nl=False)
        else:
            write_whole(path, data)


def _warn(scored: Scored) -> None:
    planned = scored.planned
    for warning in (*planned.warnings, *scored.warnings):
        click.echo(f"replikat: warning: {planned.source.path}: {warning}", err=True)
    for doubt in scored.doubts:
        click.echo(f"replikat: warning: {doubt}", err=True)


def _lines(scored: Scored, squares: tuple[int, ...]) -> Iterator[str]:
    event, given = scored.planned.event, scored.entered
    name = event.name or scored.planned.source.path.stem
    yield f"{name}: {event.use}, {event.game}, {len(event.entries)} {event.moving}, by {scored.scoring.method}"
    entered = len(given.results)
    yield f"{entered} of {entered + len(given.missing)} results" + (f", {len(given.faults)} wrong" if given.faults else "")
    if not given.results:
        return
    for title, standings in (("ranking", scored.standings), ("persons", scored.persons)):
        if standings:
            yield ""
            yield title
            yield from _ranking(scored, standings)
    for match in scored.matches:
        yield ""
        yield from _match(match, squares)
    yield ""
    for comparison in scored.comparisons:
        if not squares or comparison.deal in squares:
            yield from _comparison(comparison, bool(scored.matches))
    yield ""
    yield from luck_lines(scored.luck)
    for one in given.corrections:
        sitting = one.place.sitting
        where = f"square {sitting.square}, round {one.place.round}, table {sitting.table}, {one.place.seat} {one.place.name}"
        yield f"corrected: {where}: {one.was} to {one.now}" + (f" ({one.note})" if one.note else "")


def _ranking(scored: Scored, standings: tuple[Standing, ...]) -> Iterator[str]:
    wide = max(len(one.name) for one in standings)
    by_total = scored.scoring.rank_by == "total"
    for one in standings:
        mean = f"{plain(one.percent, SHOWN)} %" if one.percent is not None else "" if by_total else f"mean {_signed(one.mean)}"
        broken = f"  [{', '.join(plain(value, SHOWN) for value in one.broken)}]" if one.broken else ""
        yield f"  {one.label:>4}  {one.name:<{wide}}  {_signed(one.points):>9}  {mean:>12}  of {one.plays}{broken}"


def _match(match: Match, squares: tuple[int, ...]) -> Iterator[str]:
    home, away = match.points
    yield f"{match.home} - {match.away}: {plain(home, SHOWN)} : {plain(away, SHOWN)}"
    for square in match.squares:
        if not squares or square.deal in squares:
            yield f"  square {square.deal:<3} {plain(square.home, SHOWN):>8} : {plain(square.away, SHOWN)}"


def _comparison(comparison: Comparison, in_match: bool) -> Iterator[str]:
    """Yield who held the cards of a seat, what was written down, and what it is worth (of matches the match says it)."""
    section = f"  {section_name(comparison.section)}" if comparison.section else ""
    yield f"square {comparison.deal}  {side_name(comparison.side)}{section}"
    for result, points in sorted(comparison.gains, key=lambda gain: -(gain.points or 0)):
        gained = "" if points is None or in_match else _signed(points)
        table = f"{result.round}.{result.table}"
        yield f"  {table:>6}  {score_text(result.score):>8}  {gained:>9}  {JOIN.join(result.holders)}"


def luck_lines(luck: Luck) -> Iterator[str]:
    """Yield the luck line."""
    if luck.cards is None or luck.play is None:
        few = f"{luck.comparisons} comparisons in {luck.deals} deals; it takes {FEWEST_COMPARISONS} in {FEWEST_DEALS}"
        yield f"luck: too few deals to say ({few})"
        return
    yield f"luck: {_percent(luck.cards)} of the spread of the results came from the cards, {_percent(luck.play)} from the play"
    if luck.players is not None:
        yield f"      lasting differences between players: {_percent(luck.players)}"


def _percent(share: Share) -> str:
    return f"{100 * share.part:.0f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"


def _signed(value: Score) -> str:
    text = plain(value, SHOWN)
    return text if text == "0" or text.startswith("-") else f"+{text}"
