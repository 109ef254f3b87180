"""The papers of an event: score sheets fitted to it or blank, its schedule, and the report of its results."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from replikat.data.library import Library
from replikat.deck.cards import Pack
from replikat.deck.catalogue import Catalogue
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_pack
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError, quoted, suggestion
from replikat.events.planning import Planned, scoring_of
from replikat.events.result import STEP_METHODS
from replikat.events.results.evaluation import Scored
from replikat.events.results.output import provisional_text
from replikat.events.sheets.occasion import Occasion
from replikat.events.sheets.scorecards import KINDS, sheets_pdf
from replikat.events.sheets.working import WORKINGS, working_pdf
from replikat.games.game import Game, Use
from replikat.games.loaders import load_game
from replikat.games.setups import Setup
from replikat.games.table.named_rules import Table, parameters_of, said_by
from replikat.games.table.telling import sentence
from replikat.geometry.paper import Paper
from replikat.papers.form_paper import Sheets
from replikat.papers.stationery import Stationery, stationery
from replikat.tally.counting_rules import TallyRules
from replikat.tally.score_help import help_of

WORKING = "working"
ALL_KINDS = (*KINDS, WORKING)
USUAL: dict[Use, tuple[str, ...]] = {
    "duel": ("duel",),
    "rotation": ("rotation",),
    "tournament": ("table", "traveller", "player", "ranking"),
}
CONTRACTS = "contract_score"
MOST_COMMON = 4  # players at a table


def usual_kinds(planned: Planned) -> tuple[str, ...]:
    """Return the kinds of score sheets that an event needs, without being told."""
    kinds = USUAL[planned.event.use]
    if planned.event.use == "tournament" and planned.event.moving == "teams":
        kinds = (*kinds[:-1], "team", kinds[-1])
    rule = _rule(planned.game)
    return (*kinds, WORKING) if rule and rule.named[0] in WORKINGS else kinds


def event_sheets(planned: Planned, kind: str, lang: str, library: Library, paper: Paper | None = None, fillable: bool = False) -> bytes:
    """Return the score sheets of one kind for an event."""
    made = _stationery(lang, library, paper)
    sheets = Sheets(made, *deck_said(planned), fillable)
    return _sheets(kind, event_occasion(planned, made.words, library), planned.game, sheets, library)


def deck_sheets(
    deck: Deck,
    kind: str,
    made: Stationery,
    library: Library,
    game: str | None = None,
    players: int | None = None,
    fillable: bool = False,
) -> bytes:
    """Return blank score sheets of one kind for a deck; `game` is the id of a game that they are for."""
    found = load_game(game, library) if game else None
    players = players or (_usual_players(found) if found else MOST_COMMON)
    occasion = deck_occasion(deck, made.words, found, library, players)
    return _sheets(kind, occasion, found, Sheets(made, deck.name, deck.code, fillable), library)


def schedule_pdf(planned: Planned, lang: str, library: Library, paper: Paper | None = None) -> bytes:
    """Return the schedule on paper: the sheet for the wall, a card for every table, a guide card for every person."""
    from replikat.events.sheets.schedule_sheets import schedule_sheets

    made = _stationery(lang, library, paper)
    return schedule_sheets(event_name(planned), planned.schedule, Sheets(made, *deck_said(planned)))


def report(scored: Scored, lang: str, library: Library, paper: Paper | None = None) -> bytes:
    """Return the report of an event's results: ranking, plots, and every square."""
    from replikat.events.report.report import Findings, report_pdf

    planned, given = scored.planned, scored.entered
    made = _stationery(lang, library, paper)
    corrections = [
        (one.place.sitting.square, one.place.round, one.place.sitting.table, one.place.name, one.was, one.now, one.note)
        for one in given.corrections
    ]
    findings = Findings(
        event_name(planned),
        planned.game.names.get(lang, planned.event.game),
        scored.scoring,
        scored.comparisons,
        scored.matches,
        scored.standings,
        scored.persons,
        scored.luck,
        scored.gains,
        corrections,
        (len(given.results), len(given.results) + len(given.missing)),
        provisional_text(given, made.words),
    )
    return report_pdf(findings, Sheets(made, *deck_said(planned)))


def event_name(planned: Planned) -> str:
    """Return what an event is called on paper."""
    return planned.event.name or planned.source.path.stem


def deck_said(planned: Planned) -> tuple[str, str]:
    """Return name and code of the event's deck, as far as they are known."""
    return planned.deck_name, planned.schedule.code or ""


def event_occasion(planned: Planned, words: Catalogue, library: Library) -> Occasion:
    """Return what the score sheets of an event are for."""
    event, game = planned.event, planned.game
    scoring = scoring_of(planned)
    rule = _rule(game)
    pack = load_pack(game.packs(planned.setup)[0], library)
    imps = scoring.steps if scoring.method in STEP_METHODS else ()
    return Occasion(
        event_name(planned),
        tuple(number for number in event.square_numbers if number not in planned.schedule.spare),
        planned.schedule,
        event.use,
        event.moving,
        len(planned.schedule.seats),
        planned.setup.partners,
        game.names.get(words.lang, event.game),
        _record_said(game, words),
        scoring.sums[0] if scoring.mirrored else None,
        game.better == "low",
        rule is not None and rule.named[0] == CONTRACTS,
        help_of(rule, pack, words, imps) if rule else None,
        _said(game, planned.setup, event.square_numbers, pack, words),
    )


def deck_occasion(deck: Deck, words: Catalogue, game: Game | None, library: Library, players: int) -> Occasion:
    """Return what blank score sheets of a deck are for."""
    squares = tuple(number for number in range(1, len(deck.squares) + 1) if number != deck.spec.proof)
    if game is None:
        return Occasion(deck.name, squares, players=players)
    rule = _rule(game)
    pack = load_pack(game.packs()[0], library)
    fit = next((setup for setup in game.setups.values() if setup.fewest == setup.most == players), None)
    return Occasion(
        deck.name,
        squares,
        players=players,
        partners=fit.partners if fit else (),
        game=game.names.get(words.lang, ""),
        record=_record_said(game, words),
        low=game.better == "low",
        contracts=rule is not None and rule.named[0] == CONTRACTS,
        help=help_of(rule, pack, words) if rule else None,
        said=_said(game, fit, squares, pack, words) if fit else {},
    )


def _said(game: Game, setup: Setup, squares: Iterable[int], pack: Pack, words: Catalogue) -> dict[int, str]:
    """Return what the number of each square says by the game's rules; what follows from its cards is left for the table."""
    rules = replace(game.rules, fola_robbing=None, card_begins=None)
    said = {}
    for square in squares:
        table = Table(square, setup, game.turn, (), pack.codes, pack.values, parameters_of(rules, setup, square))
        told = [sentence(one, pack, words) for some in said_by(rules, table).values() for one in some]
        if told:
            said[square] = " ".join(f"{text}." for text in told)
    return said


def _usual_players(game: Game) -> int:
    """Return four, where so many can play a game, or else as many as can."""
    fit = [setup for setup in game.setups.values() if setup.fewest <= MOST_COMMON <= setup.most]
    return MOST_COMMON if fit else max(setup.fewest for setup in game.setups.values())


def _sheets(kind: str, occasion: Occasion, game: Game | None, sheets: Sheets, library: Library) -> bytes:
    if kind not in ALL_KINDS:
        raise ReplikatError(Fault(f"found {quoted(kind)}", suggestion(kind, ALL_KINDS), field="--kind"))
    if kind != WORKING:
        return sheets_pdf(kind, occasion, sheets)
    rule = _rule(game) if game else None
    if game is None or rule is None or rule.named[0] not in WORKINGS:
        known = [name for name in library.names("games") if _has_working(name, library)]
        raise ReplikatError(Fault("a working sheet is a game's own", f"name one of {', '.join(known)} with --game", field="--kind"))
    return working_pdf(rule, load_pack(game.packs()[0], library), occasion, sheets)


def _has_working(name: str, library: Library) -> bool:
    rule = _rule(load_game(name, library))
    return rule is not None and rule.named[0] in WORKINGS


def _rule(game: Game) -> TallyRules | None:
    return next(iter(game.tally.values()), None)


def _record_said(game: Game, words: Catalogue) -> str:
    return words.phrase("setup.record", unit=words.phrase(f"unit.{game.record.unit}"), better=words.phrase(f"better.{game.better}"))


def _stationery(lang: str, library: Library, paper: Paper | None) -> Stationery:
    made = stationery(PrintSettings(), lang, library)
    return on_paper(made, paper)


def on_paper(made: Stationery, paper: Paper | None) -> Stationery:
    """Return what papers are made with, on another paper."""
    return replace(made, paper=paper) if paper else made


def kinds_asked(kinds: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds that were asked for, each once, or the usual ones."""
    return tuple(dict.fromkeys(kinds)) or tuple(usual)
