"""The booklet and the quick cards of a deck, in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from replikat.cards.back_plan import back_plan
from replikat.cards.backs import back_set
from replikat.cards.printing import face_set
from replikat.data.library import Library
from replikat.deck.dealing.deal import deal
from replikat.deck.deck import Deck
from replikat.deck.making import EXAMPLE_SEED
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError
from replikat.games.booklet.booklet import Booklet, booklet_pdf
from replikat.games.booklet.cover import Title
from replikat.games.booklet.inserts import GameSetup
from replikat.games.booklet.prose import Facts, Text, facts_of, faults_of, filled, with_setups
from replikat.games.booklet.quick_cards import QuickCards, quick_cards_pdf
from replikat.games.loaders import CARDS, load_game, load_prose
from replikat.games.pictures.diagrams import Example
from replikat.games.set_up import dealable
from replikat.games.setups import SetupName
from replikat.papers.loaders import load_theme
from replikat.papers.pack_inks import figures_of
from replikat.papers.stationery import Stationery, stationery
from replikat.press.loaders import load_sheet
from replikat.typeset.figures.loaders import load_figure
from replikat.typeset.text.formats import CARD_FORMATS, DEFAULT_FORMAT, FORMATS, Format

GUIDE = "guide"


@dataclass(frozen=True)
class Wanted:
    """How a booklet is wanted: its format, large print, with the guide or without, for how many players (None: all)."""

    format: str | None = None
    large: bool = False
    guide: bool = True
    players: int | None = None


def booklet(deck: Deck, settings: PrintSettings, lang: str, games: Sequence[str], library: Library, wanted: Wanted | None = None) -> bytes:
    """Return the booklet in one language: the guide, and the rules of games by their ids; what is not written is named in it."""
    wanted = wanted or Wanted()
    made = stationery(settings, lang, library)
    there = written(lang, games, library)
    setups = {name: setup for game in there for name, setup in setups_of(game, deck, wanted.players, library).items()}
    facts = facts_of(deck, settings, made.words)
    chapters = ((GUIDE,) if wanted.guide else ()) + there
    absent = [_name(game, lang, library) for game in games if game not in there]
    page = FORMATS[wanted.format or DEFAULT_FORMAT]
    return booklet_pdf(
        Booklet(
            [_text(lang, name, facts, setups, library) for name in chapters],
            made,
            Title(deck.name, deck.code, settings.word),
            _example(deck, settings, made, library),
            setups,
            page.enlarged() if wanted.large else page,
            absent,
            leaflet=not wanted.guide and len(games) == 1,
        )
    )


def quick_cards(
    deck: Deck, settings: PrintSettings, lang: str, games: Sequence[str], library: Library, wanted: Wanted | None = None
) -> bytes:
    """Return a card for every set-up of the games that are written, and the square log."""
    wanted = wanted or Wanted()
    made = stationery(settings, lang, library)
    there = written(lang, games, library, CARDS)
    setups = {name: setup for game in there for name, setup in setups_of(game, deck, wanted.players, library).items()}
    facts = facts_of(deck, settings, made.words)
    page = _card_format(made, wanted)
    return quick_cards_pdf(
        QuickCards(
            [text for game in there for text in _card_texts(lang, game, facts, setups, library)],
            made,
            Title(deck.name, deck.code, settings.word),
            _example(deck, settings, made, library),
            setups,
            page.enlarged() if wanted.large else page,
            len(deck.squares),
            deck.spec.proof,
        )
    )


def _card_format(made: Stationery, wanted: Wanted) -> Format:
    """Return how cards are printed: four on a sheet, or a side a page if a format is named.

    The sheet is of the papers' own family: A4 beside A3, Letter beside Tabloid, since these share a side.
    """
    own = {made.paper.width, made.paper.height}
    kin = [page for page in CARD_FORMATS.values() if page.paper and own & {page.paper.width, page.paper.height}]
    usual = (kin or list(CARD_FORMATS.values()))[0]
    return replace(usual, imposed="no") if wanted.format else usual


def setups_of(game: str, deck: Deck, players: int | None, library: Library) -> dict[SetupName, GameSetup]:
    """Return the set-ups of a game that the deck deals, for so many players (None: any), by name."""
    loaded = load_game(game, library)
    return {
        SetupName(game, key): GameSetup(setup if players is None else setup.with_players(players), loaded.turn)
        for key, setup in dealable(loaded, deck.spec).items()
        if players is None or setup.fewest <= players <= setup.most
    }


def played_by(games: Sequence[str], players: int | None, deck: Deck, library: Library) -> tuple[str, ...]:
    """Return those of the games that have a set-up for so many players."""
    return tuple(game for game in games if setups_of(game, deck, players, library))


def refuse_players(games: Sequence[str], players: int, deck: Deck, library: Library) -> None:
    """Raise ReplikatError for every game without a set-up for so many players, with the numbers that it has."""
    faults = []
    for game in games:
        if not setups_of(game, deck, players, library):
            spans = {(told.setup.fewest, told.setup.most) for told in setups_of(game, deck, None, library).values()}
            has = ", ".join(str(few) if few == most else f"{few} to {most}" for few, most in sorted(spans))
            faults.append(Fault(f"{game} has no set-up for {players} players", f"it has them for {has}", field="--players"))
    if faults:
        raise ReplikatError(*faults)


def written(lang: str, games: Sequence[str], library: Library, folder: str = "") -> tuple[str, ...]:
    """Return those of the games whose rules, or whose cards, are written in a language."""
    return tuple(game for game in games if library.holds(f"languages/{lang}", f"{folder}{game}.md"))


def _name(game: str, lang: str, library: Library) -> str:
    names = load_game(game, library).names
    return names.get(lang, game)


def _text(lang: str, name: str, facts: Facts, setups: Mapping[SetupName, GameSetup], library: Library) -> Text:
    """Return a text filled for the deck, with the wanted set-ups alone."""
    prose = load_prose(lang, name, library)
    if prose is None:
        there = [code for code in library.names("languages") if load_prose(code, name, library)]
        raise ReplikatError(Fault(f"the text {name} is not written in {lang} yet", f"it is there in {', '.join(there) or 'no language'}"))
    file = f"languages/{lang}/{name}.md"
    with faults_of(file):
        return Text(file, with_setups(filled(prose, facts), setups))


def _card_texts(lang: str, game: str, facts: Facts, setups: Mapping[SetupName, GameSetup], library: Library) -> list[Text]:
    """Return the text of a game's card for each of its set-ups alone."""
    own = {name: setup for name, setup in setups.items() if name.game == game}
    return [_text(lang, f"{CARDS}{game}", facts, {name: setup}, library) for name, setup in own.items()]


def _example(deck: Deck, settings: PrintSettings, made: Stationery, library: Library) -> Example:
    """Return the fixed deck of the pictures: the same pack and layouts, other deals than anybody's."""
    example = deal(deck.spec.unhurried(), deck.parts, EXAMPLE_SEED)
    theme = load_theme(settings.theme, library)[0]
    cards = (*deck.pack.cards, *deck.pack.spares)
    figures = {name: load_figure(name, made.palette, library) for name in {name for card in cards for name in figures_of(card)}}
    card = load_sheet(settings.sheet, library).card
    backs = back_set(example, back_plan(deck, card, settings.backs), theme, settings.word)
    return Example(example, backs, face_set(deck.pack, card, figures, made.words, settings, library))
