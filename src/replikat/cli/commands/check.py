"""The command that measures a deck: check."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.answers import print_json
from replikat.cli.decks import Opened, existing_file
from replikat.cli.options import (
    QUESTION,
    deck_argument,
    json_option,
    new_command,
    option,
    output_option,
    quiet_option,
    templates_option,
)
from replikat.cli.progress import progress_heard
from replikat.data.library import library as open_library
from replikat.deck.making import dealt_again, edit_faults
from replikat.errors import Fault, ReplikatError, named, suggestion

if TYPE_CHECKING:
    from replikat.deck.dealing.measure import GroupReport, Report, Unevenness

FEWEST_FOR_SUMS = 4  # squares


@new_command("check")
@deck_argument
@option(
    QUESTION,
    "--scale",
    help="A scale of card values whose sums are told per position.  [default: the pack's first]",
)
@output_option
@templates_option
@quiet_option
@json_option
def command(
    deck: str,
    output: Path | None,
    templates: Path | None,
    scale: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Measure DECK: are the laws kept, how evenly do cards visit positions, how much do squares
    overlap.

    Nothing it says gives a deal away.
    """
    from replikat.deck.dealing.measure import measure

    opened, source = existing_file(deck, open_library(templates), output)
    scales = opened.deck.pack.values
    if scale and scale not in scales:
        cure = suggestion(scale, scales)
        raise ReplikatError(Fault(f"no scale is called {named(scale)}", cure, field="--scale"))
    scale = scale or next(iter(scales), None)
    report = _without_hands(measure(opened.deck, scales.get(scale or "")))
    with progress_heard("dealing again", quiet) as heard:
        again = dealt_again(opened.deck, heard)
    is_of_seed = None if again is None else again.squares == opened.deck.squares
    failures = list(report.failures)
    if is_of_seed is False:
        failures.append("the marks are not those that the seed deals")
    failures += map(str, edit_faults(opened.deck, source))
    if as_json:
        tree = {
            "deck": opened.deck.name,
            "code": opened.deck.code,
            "seed_deals_it": is_of_seed,
            "failures": failures,
            **asdict(report),
        }
        print_json(tree)
    else:
        _say(opened, report, scale, is_of_seed)
    for failure in failures:
        click.echo(f"replikat: {failure}", err=True)
    return 1 if failures else 0


def _without_hands(report: "Report") -> "Report":
    """Return the report without the value sums of groups so short that they would tell of single
    hands.
    """
    groups = (
        group
        if group.squares[1] - group.squares[0] + 1 >= FEWEST_FOR_SUMS
        else replace(group, sums=())
        for group in report.groups
    )
    return replace(report, groups=tuple(groups))


def _say(opened: Opened, report: "Report", scale: str | None, is_of_seed: bool | None) -> None:
    deck = opened.deck
    size = f"{len(deck.pack.cards)} cards, {len(deck.squares)} squares"
    click.echo(f"{deck.name}  {deck.code}  ({size})")
    click.echo("laws     every square deals each number of each position once")
    origin = {
        True: "the seed deals exactly these marks",
        False: "the marks are NOT those of the seed",
        None: "no seed: the marks stand for themselves",
    }
    click.echo(f"origin   {origin[is_of_seed]}")
    for group in report.groups:
        first, last = group.squares
        click.echo(f"squares  {first}-{last}, layout {group.layout}, balance {group.balance}")
        for line in _group_lines(group, scale):
            click.echo(f"           {line}")
    if report.overlaps:
        most = max(report.overlaps, key=lambda overlap: overlap.pairs / overlap.limit)
        mean = f"{report.mean_overlap:.1f} pairs of cards on average"
        chance = f"chance {report.mean_chance:.1f}"
        worst = f"{most.pairs} in {most.squares[0]} and {most.squares[1]}"
        limit = f"limit {most.limit:.0f}"
        click.echo(f"overlap  two squares share {mean} ({chance}); most: {worst} ({limit})")


def _group_lines(group: "GroupReport", scale: str | None) -> Iterator[str]:
    """Yield what was measured of a group, and what its squares tell of each other."""
    for visit in group.visits:
        times = _range(visit.fewest, visit.most)
        yield f"{visit.position}: every card comes here {times} times (ideal {visit.ideal:.2f})"
    for total in group.sums:
        yield f"{total.position}: {scale} adds up to {total.total:g} (share {total.share:g})"
    if group.meetings:
        yield _meetings_line(group.meetings)
    for cards in group.kept_off:
        yield f"never dealt to {cards}"
    if group.source == "twin":
        yield (
            "twins of the squares before them: who knows a square and how suits were"
            " exchanged knows its twin"
        )
    elif group.source == "given":
        yield "given: nothing is known of how these deals came about"
    elif group.balance != "none":
        yield (
            "balanced: who knows all squares but one can tell much of the last; for"
            " tournaments use balance: none"
        )
    else:
        yield "independent: no square tells anything of another"


def _meetings_line(meetings: "Unevenness") -> str:
    chance = f"independent squares {meetings.random:.3f}"
    line = f"two cards share a position with variance {meetings.variance:.3f} ({chance}"
    if meetings.way is None or meetings.least is None:
        return f"{line})"
    return f"{line}, at least {meetings.least:.3f}: {100 * meetings.way:.0f} % of the way)"


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest}-{most}"
