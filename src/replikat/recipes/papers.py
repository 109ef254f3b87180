"""The papers beside the cards: booklet, score sheets, records."""

from collections.abc import Mapping, Sequence

from replikat.dealing.deal import deal
from replikat.documents.backs import back_set
from replikat.documents.booklet import Title, booklet_pdf
from replikat.documents.deals import deals_pdf
from replikat.documents.diagrams import Example
from replikat.documents.ordinary import ordinary_pdf
from replikat.documents.proof import proof_pdf
from replikat.documents.scorecards import scorecards_pdf
from replikat.documents.stationery import Stationery
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.model.deck import Deck, PrintSettings
from replikat.model.figures import Figure
from replikat.recipes.cards import check_inks, face_set, figures_of, fonts_folder
from replikat.recipes.decks import back_plan
from replikat.specs import loaders
from replikat.templates import Library

EXAMPLE_SEED = "00" * 32  # pictures never show the user's own deals
GUIDE = "guide"


def stationery(settings: PrintSettings, lang: str, library: Library) -> Stationery:
    """Return what the papers are made with; one-card formats leave the paper to the default sheet."""
    paper = loaders.load_sheet(settings.sheet, library).spec.paper or loaders.load_sheet(PrintSettings().sheet, library).spec.paper
    if paper is None:
        raise ReplikatError(Fault(f"the sheet {PrintSettings().sheet} names no paper", "it is the one that papers are printed on"))
    palette = loaders.load_theme(settings.theme, library)[1]
    words = loaders.load_language(lang, library).with_indices(settings.indices)
    return Stationery(lang, words, paper, palette, fonts_folder(library))


def booklet(deck: Deck, settings: PrintSettings, lang: str, games: Sequence[str], library: Library) -> bytes:
    """Return the booklet in one language: the guide, and the rules of games by their ids."""
    made = stationery(settings, lang, library)
    texts = [_prose(lang, text, library) for text in (GUIDE, *games)]
    setups = {f"{game}:{key}": setup for game in games for key, setup in loaders.load_game(game, library).setups.items()}
    return booklet_pdf(
        texts,
        made.words,
        lang,
        Title(deck.name, deck.code, settings.word),
        _example(deck, settings, made, library),
        setups,
        made.palette,
        made.fonts,
    )


def _example(deck: Deck, settings: PrintSettings, made: Stationery, library: Library) -> Example:
    """Return the fixed deck of the pictures: the same pack and layouts, other deals than anybody's."""
    example = deal(deck.spec, deck.parts, EXAMPLE_SEED)
    theme = loaders.load_theme(settings.theme, library)[0]
    cards = (*deck.pack.cards, *deck.pack.spares)
    figures = {name: loaders.load_figure(name, made.palette, library) for name in {name for card in cards for name in figures_of(card)}}
    card = loaders.load_sheet(settings.sheet, library).card
    backs = back_set(example, back_plan(deck, card, settings.backs), theme, settings.word)
    return Example(example, backs, face_set(deck.pack, card, figures, made.words, settings, library))


def _prose(lang: str, text: str, library: Library) -> str:
    prose = loaders.load_prose(lang, text, library)
    if prose is None:
        there = [code for code in library.names("languages") if loaders.load_prose(code, text, library)]
        raise ReplikatError(Fault(f"the text {text} is not written in {lang} yet", f"it is there in {', '.join(there) or 'no language'}"))
    return prose


def written(lang: str, games: Sequence[str], library: Library) -> tuple[str, ...]:
    """Return those of the games whose rules are written in a language."""
    return tuple(game for game in games if loaders.load_prose(lang, game, library))


def game_named(name: str, deck: Deck, library: Library) -> str:
    """Return the id of a game that the deck can deal, from its id or its name in any language."""
    ids = library.names("games")
    games = {game: loaders.load_game(game, library) for game in ids}
    known = {word.casefold(): game for game in ids for word in (game, *games[game].names.values())}
    found = known.get(name.casefold())
    if found is None:
        raise ReplikatError(Fault(f"no game is called {name!r}", suggestion(name.casefold(), known), field="--game"))
    layouts = {group.layout for group in deck.spec.squares if group.cards in ("all", games[found].pack)}
    if games[found].pack != deck.pack.name or not layouts & {setup.layout for setup in games[found].setups.values()}:
        wanted = " or ".join(sorted({setup.layout for setup in games[found].setups.values()}))
        reason = f"{found} needs squares of layout {wanted} for {games[found].pack}"
        raise ReplikatError(Fault(f"{deck.name} cannot deal {found}", reason, field="--game"))
    return found


def scorecards(deck: Deck, settings: PrintSettings, lang: str, library: Library) -> bytes:
    """Return blank score sheets in one language."""
    return scorecards_pdf(deck.name, deck.code, len(deck.squares), stationery(settings, lang, library))


def records(deck: Deck, settings: PrintSettings, lang: str, library: Library) -> bytes:
    """Return the hand records of all squares."""
    made = stationery(settings, lang, library)
    return deals_pdf(deck, _pips(deck, made, library), made)


def ordinary(deck: Deck, settings: PrintSettings, lang: str, library: Library) -> bytes:
    """Return the sheet from which an ordinary pack can be dealt."""
    made = stationery(settings, lang, library)
    return ordinary_pdf(deck, _pips(deck, made, library), made)


def proof(deck: Deck, settings: PrintSettings, lang: str, library: Library, square: int) -> bytes:
    """Return the record of one square alone."""
    made = stationery(settings, lang, library)
    return proof_pdf(deck, square, _pips(deck, made, library), made)


def _pips(deck: Deck, made: Stationery, library: Library) -> Mapping[str, Figure]:
    check_inks(deck.pack, made.palette)
    names = {card.suit.figure for card in deck.pack.cards if card.suit}
    return {name: loaders.load_figure(name, made.palette, library) for name in sorted(names)}
