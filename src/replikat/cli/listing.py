"""What there is to choose from, a line each."""

from collections.abc import Callable
from typing import Any

from replikat.cards.back_plan import most_squares
from replikat.cli.kinds import KINDS
from replikat.data.library import Library
from replikat.deck.loaders import load_language, load_pack, read_deck_spec
from replikat.errors import Fault, ReplikatError
from replikat.events.loaders import load_event, load_movement
from replikat.games.loaders import CARDS, load_game
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_printer, load_service, load_sheet
from replikat.press.printers.profile_files import printer_library
from replikat.press.services import PDFX


def listing(kind: str, library: Library) -> tuple[list[tuple[str, str]], list[Fault]]:
    """Return name and a line about every sound data file of a kind, and faults of the others."""
    rows: list[tuple[str, str]] = []
    faults: list[Fault] = []
    if kind == "printers":
        library = printer_library(library)
    for name in library.names(kind):
        try:
            rows.append((name, _ABOUT[kind](name, library)))
        except ReplikatError as error:
            faults += error.faults
    return rows, faults


def _about_deck(name: str, library: Library) -> str:
    spec, _ = read_deck_spec(library.find("decks", name), library)
    groups = " + ".join(
        f"{group.count} twins"
        if group.source == "twin"
        else f"{group.count} squares {group.layout}, balance {group.balance}"
        for group in spec.squares
    )
    return f"{spec.pack}, {groups}"


def _about_pack(name: str, library: Library) -> str:
    pack = load_pack(name, library)
    return f"{len(pack.cards)} cards"


def _about_game(name: str, library: Library) -> str:
    game = load_game(name, library)
    fewest, most = (
        min(setup.fewest for setup in game.setups.values()),
        max(setup.most for setup in game.setups.values()),
    )
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    people = f"{players} {'player' if players == '1' else 'players'}"
    packs = " or ".join(game.packs())
    return f"{game.names['en']}, {people}, {packs}; {_texts(name, library)}"


def _texts(game: str, library: Library) -> str:
    """Return in which languages the full rules and the set-up card of a game are written."""
    codes = library.names("languages")
    rules, cards = (
        ", ".join(
            code for code in codes if library.holds(f"languages/{code}", f"{folder}{game}.md")
        )
        or "no language"
        for folder in ("", CARDS)
    )
    return f"rules and card in {rules}" if rules == cards else f"rules in {rules}, card in {cards}"


def _about_sheet(name: str, library: Library) -> str:
    plan = load_sheet(name, library)
    squares, two_way = (
        most_squares(plan.card, False, USUAL_LARGEST, both) for both in (False, True)
    )
    size = f"{plan.card.name} {plan.card.width:g} x {plan.card.height:g} mm"
    card = f"{size}, up to {squares} squares, {two_way} two-way"
    if plan.single or plan.spec.paper is None:
        return f"{card}, one a page, bleed {plan.spec.bleed:g} mm"
    lying = "landscape" if plan.width > plan.height else "portrait"
    use = "" if plan.spec.use == "cards" else f"{plan.spec.use}: "
    cut = "on stock" if plan.spec.stock else f"crop marks {plan.mark_room:.1f} mm"
    return f"{use}{plan.spec.paper.name} {lying}, {plan.columns} x {plan.rows} {card}, {cut}"


def _about_language(name: str, library: Library) -> str:
    return load_language(name, library).name


def _about_theme(name: str, library: Library) -> str:
    theme, _ = load_theme(name, library)
    return f"ground {theme.ground}, tabs {theme.tab}, numbers {theme.mark}" + (
        (", bleeds" if theme.bleeds else "")
        + (f", ornament {theme.ornament.rim.figure}" if theme.ornament else "")
    )


def _about_event(name: str, library: Library) -> str:
    event = load_event(name, library)
    how = f"{event.use}, {event.movement_name}" if event.use == "tournament" else event.use
    entries, squares = len(event.entries), len(event.square_numbers)
    return f"{event.game}, {how}, {entries} {event.moving}, {squares} squares"


def _about_movement(name: str, library: Library) -> str:
    movement = load_movement(name, library)
    rounds = len(movement.played)
    return f"{movement.entries} {movement.of}, {rounds} rounds, {movement.seats} at a table"


def _about_printer(name: str, library: Library) -> str:
    printer = load_printer(name, library)
    back = f"back {printer.back.x:+g} {printer.back.y:+g} mm, {printer.back.rotation:+g}°"
    note = f"; {printer.paper}" if printer.paper else ""
    return f"turns over the {printer.flip} edge, {printer.feed}, {back}{note}"


def _about_service(name: str, library: Library) -> str:
    service = load_service(name, library)
    kind = f"one file of {PDFX[service.pdfx][0]}" if service.pdfx else "pictures"
    bleed, safe = (f"{size:g} {service.unit}" for size in (service.bleed, service.safe))
    cards = ", ".join(service.cards)
    title = service.title or "any print shop"
    return f"{title}: {kind}; {cards}; bleed {bleed}, safe zone {safe}"


# The kinds that are listed, in the order in which help names them.
LISTED = (
    "decks",
    "packs",
    "games",
    "sheets",
    "languages",
    "themes",
    "events",
    "movements",
    "printers",
    "services",
)
_ABOUT: dict[str, Callable[[str, Library], str]] = {
    "decks": _about_deck,
    "packs": _about_pack,
    "games": _about_game,
    "sheets": _about_sheet,
    "languages": _about_language,
    "themes": _about_theme,
    "events": _about_event,
    "printers": _about_printer,
    "movements": _about_movement,
    "services": _about_service,
}


USUAL_LARGEST = 13  # the largest number of a pack of 52 dealt to four
SCHEMAS = tuple(KINDS)


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of data file."""
    from replikat.cli.schema import schema as of_kind

    return of_kind(kind)
