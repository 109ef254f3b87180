"""The commands that judge: check, verify, find."""

import json
import shlex
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.decks import Opened, existing_deck
from replikat.cli.options import deck_argument, json_option, lang_option, reading, sheet_option
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.model.print_settings import PrintSettings
from replikat.model.sheet_spec import Flip
from replikat.recipes.decks import dealt_again, find_card
from replikat.specs.loaders import load_language
from replikat.templates import library

if TYPE_CHECKING:
    from replikat.dealing.measure import Report, Unevenness
    from replikat.recipes.verdicts import Verdict

FEWEST_FOR_SUMS = 4  # squares
MOST_TOLD = 40  # faults of a file; after so many the file is not read for the details


@click.command("verify")
@click.argument("pdf", type=click.Path(path_type=Path))
@click.argument("deck", metavar="[DECK]", required=False)
@reading
@click.option("--some", is_flag=True, help="The file need not hold the whole pack.")
@click.option("--pixels", is_flag=True, help="Read pictures of the pages alone, as is done of a file that holds nothing else (slow).")
@sheet_option
@click.option("--flip", type=click.Choice(["long", "short"]), help="With pictures of pages: the edge over which the paper is turned.")
@json_option
def verify_command(
    pdf: Path,
    deck: str | None,
    output: Path | None,
    templates: Path | None,
    some: bool,
    pixels: bool,
    sheet: str | None,
    flip: Flip | None,
    as_json: bool,
) -> int:
    """Read PDF back from what is drawn on it and compare it with DECK.

    Without DECK the file must be sound in itself: every card once, every square complete, the code right. Files that were
    saved anew or made into pictures (300 dpi, a little askew) are read too; what cannot be read is told, never guessed.
    """
    from replikat.recipes.verify import verify

    found = library(templates)
    opened = existing_deck(deck, found, output) if deck else None
    settings = opened.settings if opened else PrintSettings()
    settings = replace(settings, sheet=sheet or settings.sheet)
    verdict = verify(pdf, opened.deck if opened else None, settings, found, some, flip, pixels)
    if as_json:
        click.echo(json.dumps({"file": str(pdf), **asdict(verdict), "sound": verdict.sound}, ensure_ascii=False, indent=2))
    elif verdict.sound:
        read = "read from pictures of the pages" if verdict.scanned else "read back"
        click.echo(f"{pdf}: sound; deck {verdict.code}, {verdict.cards} cards, {verdict.marks} marks {read}")
    else:
        raise ReplikatError(*_told(str(pdf), verdict))
    return 0 if verdict.sound else 1


def _told(file: str, verdict: "Verdict") -> list[Fault]:
    """Return what is said of a file that is not sound, or could not be read whole."""
    wrong = [*verdict.faults, *verdict.unread]
    told = [Fault(fault, file=file) for fault in wrong[:MOST_TOLD]]
    if len(wrong) > MOST_TOLD:
        told.append(Fault(f"and {len(wrong) - MOST_TOLD} more; --json has them all", file=file))
    if verdict.partial:
        told.append(Fault("all that is there is sound", "if it was printed as a part of the deck, add --some", file=file))
    if verdict.unread and not verdict.faults:
        known = f"deck {verdict.code}: " if verdict.code else ""
        told.append(
            Fault(f"{known}nothing wrong among {verdict.marks} marks of {verdict.cards} cards, but not all could be read", file=file)
        )
    return told


@click.command("find")
@deck_argument
@click.option("--square", type=int, required=True, help="The square that was dealt.")
@click.option("--missing", required=True, metavar="MARK", help="The mark that is missing, or there twice, such as S7.")
@lang_option
@reading
@json_option
def find_command(
    deck: str, square: int, missing: str, lang: tuple[str, ...], output: Path | None, templates: Path | None, as_json: bool
) -> None:
    """Name the card that carries a mark in a square: a lost card, or the one that was read wrongly.

    It says nothing of any other card.
    """
    found = library(templates)
    opened = existing_deck(deck, found, output)
    words = load_language((lang or opened.settings.languages)[0], found)
    cards = find_card(opened.deck, square, missing)
    if as_json:
        click.echo(json.dumps([{"card": card.code, "name": words.card(card)} for card in cards], ensure_ascii=False))
        return
    for card in cards:
        where = "".join(f" {option} {shlex.quote(str(path))}" for option, path in (("-o", output), ("--templates", templates)) if path)
        click.echo(f"{card.code}  {words.card(card)}  (print it again: replikat cards {shlex.quote(deck)}{where} --only {card.code})")


@click.command("check")
@deck_argument
@reading
@click.option("--scale", help="A scale of card values whose sums are told per position.  [default: the pack's first]")
@json_option
def check_command(deck: str, output: Path | None, templates: Path | None, scale: str | None, as_json: bool) -> int:
    """Measure DECK: are the laws kept, how evenly do cards visit positions, how much do squares overlap.

    Nothing it says gives a deal away.
    """
    from replikat.dealing.measure import measure

    opened = existing_deck(deck, library(templates), output)
    scales = opened.deck.pack.values
    if scale and scale not in scales:
        raise ReplikatError(Fault(f"no scale is called {scale}", suggestion(scale, scales), field="--scale"))
    chosen = scale or next(iter(scales), None)
    report = _without_hands(measure(opened.deck, scales.get(chosen or "")))
    again = dealt_again(opened.deck)
    dealt = None if again is None else again.squares == opened.deck.squares
    failures = [*report.failures, *([] if dealt is not False else ["the marks are not those that the seed deals"])]
    if as_json:
        click.echo(
            json.dumps(
                {"deck": opened.deck.name, "code": opened.deck.code, "seed_deals_it": dealt, "failures": failures, **asdict(report)},
                indent=2,
            )
        )
    else:
        _say(opened, report, chosen, dealt)
    for failure in failures:
        click.echo(f"replikat: {failure}", err=True)
    return 1 if failures else 0


def _without_hands(report: "Report") -> "Report":
    """Return the report without the value sums of groups so short that they would tell of single hands."""
    groups = (group if group.squares[1] - group.squares[0] + 1 >= FEWEST_FOR_SUMS else replace(group, sums=()) for group in report.groups)
    return replace(report, groups=tuple(groups))


def _say(opened: Opened, report: "Report", scale: str | None, dealt: bool | None) -> None:
    deck = opened.deck
    click.echo(f"{deck.name}  {deck.code}  ({len(deck.pack.cards)} cards, {len(deck.squares)} squares)")
    click.echo("laws     every square deals each number of each position once")
    origin = {
        True: "the seed deals exactly these marks",
        False: "the marks are NOT those of the seed",
        None: "no seed: the marks stand for themselves",
    }
    click.echo(f"origin   {origin[dealt]}")
    for group in report.groups:
        first, last = group.squares
        click.echo(f"squares  {first}-{last}, layout {group.layout}, balance {group.balance}")
        for visit in group.visits:
            click.echo(
                f"           {visit.position}: every card comes here {_range(visit.fewest, visit.most)} times (ideal {visit.ideal:.2f})"
            )
        for total in group.sums:
            click.echo(f"           {total.position}: {scale} adds up to {total.total:g} (share {total.share:g})")
        if group.meetings:
            click.echo(f"           {_about_meetings(group.meetings)}")
        for kept in group.kept_off:
            click.echo(f"           never dealt to {kept}")
        if group.source == "twin":
            click.echo("           twins of the squares before them: who knows a square and how suits were exchanged knows its twin")
        elif group.source == "given":
            click.echo("           given: nothing is known of how these deals came about")
        elif group.balance != "none":
            click.echo("           balanced: who knows all squares but one can tell much of the last; for tournaments use balance: none")
        else:
            click.echo("           independent: no square tells anything of another")
    if report.overlaps:
        most = max(report.overlaps, key=lambda overlap: overlap.pairs / overlap.limit)
        click.echo(
            f"overlap  two squares share {report.mean_overlap:.1f} pairs of cards on average (chance {report.mean_chance:.1f}); "
            f"most: {most.pairs} in {most.squares[0]} and {most.squares[1]} (limit {most.limit:.0f})"
        )


def _about_meetings(meetings: "Unevenness") -> str:
    told = f"two cards share a position with variance {meetings.variance:.3f} (independent squares {meetings.random:.3f}"
    if meetings.way is None or meetings.least is None:
        return f"{told})"
    return f"{told}, at least {meetings.least:.3f}: {100 * meetings.way:.0f} % of the way)"


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest}-{most}"
