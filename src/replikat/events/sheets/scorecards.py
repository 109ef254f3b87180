"""Score sheets: what kinds there are, and their pages, fitted to an event or blank."""

from collections.abc import Callable, Mapping

from replikat.deck.catalogue import Catalogue
from replikat.events.sheets.duel import duel_forms
from replikat.events.sheets.event_sheets import player_forms, ranking_forms, rotation_forms, table_forms, team_forms, traveller_forms
from replikat.events.sheets.occasion import Occasion
from replikat.papers.form_pages import forms_pdf
from replikat.papers.form_paper import Sheets
from replikat.papers.forms import Form
from replikat.papers.stationery import Stationery

KINDS: Mapping[str, Callable[[Occasion, Catalogue], list[Form]]] = {
    "duel": duel_forms,
    "rotation": rotation_forms,
    "table": table_forms,
    "traveller": traveller_forms,
    "player": player_forms,
    "team": team_forms,
    "ranking": ranking_forms,
}


def scorecards_pdf(deck: str, code: str, squares: int, made: Stationery, fillable: bool = False) -> bytes:
    """Return the blank score sheet of a duel for a deck of so many squares."""
    occasion = Occasion(deck, tuple(range(1, squares + 1)), players=2)
    return sheets_pdf("duel", occasion, Sheets(made, deck, code, fillable))


def sheets_pdf(kind: str, occasion: Occasion, sheets: Sheets) -> bytes:
    """Return the sheets of one kind (a key of KINDS)."""
    forms = KINDS[kind](occasion, sheets.words)
    return forms_pdf(forms[0].title if len(forms) == 1 else occasion.name, sheets.words.phrase("scorecard.subtitle"), forms, sheets)
