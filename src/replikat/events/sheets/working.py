"""Working sheets: on which a deal is counted by hand, as its game's rule asks."""

from collections.abc import Callable, Mapping
from typing import Any

from replikat.deck.cards import Pack
from replikat.deck.catalogue import Catalogue
from replikat.events.sheets.grids import grids_pdf
from replikat.events.sheets.occasion import Occasion
from replikat.papers.form_pages import forms_pdf
from replikat.papers.form_paper import Sheets
from replikat.papers.forms import EMPTY, NOTHING, Cell, Column, Form, text_cell
from replikat.tally.counting_rules import CapturedItems, RunsAndSets, TallyRules
from replikat.tally.words import what_said

LEDGER_LINES = 12
DEALS_A_SHEET = 4  # of items: so many deals side by side
LABEL = 46.0

Maker = Callable[[Any, Pack, Occasion, Sheets], bytes]


def working_pdf(rules: TallyRules, pack: Pack, occasion: Occasion, sheets: Sheets) -> bytes:
    """Return the working sheet of a rule that has one (a key of WORKINGS)."""
    name, options = rules.named
    return WORKINGS[name](options, pack, occasion, sheets)


# ---- a ledger: points on the way, then what is counted at the end


def _ledger(options: RunsAndSets, _: Pack, occasion: Occasion, sheets: Sheets) -> bytes:
    words = sheets.words
    points, unit = words.phrase("forms.points"), words.phrase("forms.ledger.settled", n=options.unit)
    columns = (
        Column("", 1.0, least=LABEL, gap=3.0, align="left"),
        *(Column(name, 1.0, points, gap=gap) for name, gap in (("A", 1.5), ("B", 3.0))),
        Column(words.phrase("forms.ledger.open"), 1.2, gap=3.0),
        *(Column(name, 0.8, unit) for name in ("A", "B")),
    )
    line = (EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY)
    counted = ["card_points", "run", *options.sets, *options.some_of, "cards_above", "last_trick"]
    final = [(text_cell(what_said(what, words)), EMPTY, EMPTY, NOTHING, NOTHING, NOTHING) for what in counted]
    first = LEDGER_LINES
    sums = tuple((1.0, row, 1) for row in range(first, first + len(final)))
    other = tuple((1.0, row, 2) for row in range(first, first + len(final)))
    closing = (text_cell(words.phrase("scorecard.sum")), Cell(counts=sums), Cell(counts=other), EMPTY, EMPTY, EMPTY)
    rows = (*[line] * LEDGER_LINES, *final, closing)
    fields = (*((words.phrase("forms.ledger.side", letter=letter), "") for letter in "AB"), (words.phrase("scorecard.square"), ""))
    form = Form(
        words.phrase("forms.working"),
        occasion.game or occasion.name,
        columns,
        rows,
        (*fields, (words.phrase("scorecard.date"), "")),
        notes=(words.phrase("forms.note.ledger", n=options.unit),),
        help=occasion.help,
        ends=frozenset({LEDGER_LINES - 1, len(rows) - 2}),
    )
    return forms_pdf(form.title, form.subtitle, [form], sheets)


# ---- items: what was taken, a column for each side of each deal


def _items(options: CapturedItems, pack: Pack, occasion: Occasion, sheets: Sheets) -> bytes:
    words = sheets.words
    suit = next(card.suit for card in pack.cards if card.suit and card.suit.code == options.suit)
    items = [
        (words.phrase("tally.most_cards"), options.most_cards),
        (words.phrase("help.most_of", suit=words.suit(suit)), options.most_of_suit),
    ]
    items += [(_card(code, pack, words), value) for code, value in options.cards.items()]
    items += [(words.phrase("tally.last_take"), options.last_take), (words.phrase("help.each_sweep"), options.each_sweep)]
    items = [(label, value) for label, value in items if value]
    squares = [*occasion.squares, *[0] * (-len(occasion.squares) % DEALS_A_SHEET)]
    forms = []
    for first in range(0, len(squares), DEALS_A_SHEET):
        part = squares[first : first + DEALS_A_SHEET]
        columns = [Column("", 0.4, least=LABEL - 8, gap=3.0, align="left")]
        for square in part:
            group = words.phrase("square", n=square) if square else ""
            columns += [Column(name, 1.0, group, gap=gap, summed=True) for name, gap in (("A", 1.5), ("B", 3.0))]
        rows = tuple((text_cell(f"{label}: {value}"), *[EMPTY] * (2 * len(part))) for label, value in items)
        fields = occasion.fields(words, *((words.phrase("forms.ledger.side", letter=letter), "") for letter in "AB"))
        title = words.phrase("forms.working")
        forms.append(
            Form(
                title,
                occasion.game or occasion.name,
                tuple(columns),
                rows,
                fields,
                words.phrase("scorecard.sum"),
                slip=first > 0 or len(squares) > DEALS_A_SHEET,
            )
        )
    return forms_pdf(forms[0].title, forms[0].subtitle, forms, sheets)


def _card(code: str, pack: Pack, words: Catalogue) -> str:
    return words.card(pack.cards[pack.index[code]]) if code in pack.index else words.indices.get(code, code)


WORKINGS: Mapping[str, Maker] = {"grid_lines": grids_pdf, "runs_and_sets": _ledger, "captured_items": _items}
