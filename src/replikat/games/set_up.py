"""Games at the table: found by any of their names, fitted to a deck, one square set up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from replikat.data.library import Library
from replikat.deck.dealing.stream import DEALING, Stream
from replikat.deck.deck import Deck
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.loaders import read_deck_spec
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError, named, quoted, suggestion
from replikat.games.game import Game
from replikat.games.loaders import game_names, load_game
from replikat.games.names import plain_name
from replikat.games.setups import Setup
from replikat.games.table.derive import effort
from replikat.games.table.named_rules import Table, opener_of, parameters_of, said_by
from replikat.games.table.position import TAIL, starting_position
from replikat.games.table.space import table_space
from replikat.games.table.telling import Start, start_title
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.typeset.figures.loaders import load_figure

FIELD = "--game"
PICTURE_DPI = 150


@dataclass(frozen=True)
class Asked:
    """Which square is set up for how many players (None: the only number there is), and how.

    `key` chooses among set-ups; `tail_seed` draws the order of what a semi-replicate leaves unsorted; `given` overrides
    parameters by name.
    """

    square: int
    players: int | None = None
    key: str | None = None
    semi: bool = False
    tail_seed: str | None = None
    given: Mapping[str, int] = field(default_factory=dict)


def find_game(name: str, library: Library, field: str = FIELD) -> str:
    """Return the id of the game that goes by a name in any language; a misspelt one is told with the nearest."""
    if library.has("games", name):
        return name
    ids = library.names("games")
    known: dict[str, tuple[str, str]] = {}
    for game in ids:
        for word in game_names(game, library):
            known.setdefault(plain_name(word), (game, word))
    if found := known.get(plain_name(name)):
        return found[0]
    from difflib import get_close_matches

    near = get_close_matches(plain_name(name), known, n=1, cutoff=0.6)
    cure = f"did you mean {known[near[0]][1]}?" if near else suggestion(name, ids)
    raise ReplikatError(Fault(f"no game is called {quoted(name)}", cure, field=field))


def game_named(name: str, deck: Deck, library: Library) -> str:
    """Return the id of a game that the deck can deal, from its id or its name in any language."""
    found = find_game(name, library)
    game = load_game(found, library)
    if not dealable(game, deck.spec):
        raise ReplikatError(_refusal(found, game, deck, library, FIELD))
    return found


def dealable(game: Game, spec: DeckSpec) -> dict[str, Setup]:
    """Return the set-ups of a game for which a deck has squares, by their keys."""
    dealt = {(group.layout, spec.pack if group.cards == "all" else group.cards) for group in spec.squares}
    return {key: setup for key, setup in game.setups.items() if any((setup.layout, pack) in dealt for pack in game.packs(setup))}


def _refusal(name: str, game: Game, deck: Deck, library: Library, field: str) -> Fault:
    """Return why a deck cannot deal a game, and which decks can."""
    wanted = sorted({f"{setup.layout} for {' or '.join(game.packs(setup))}" for setup in game.setups.values()})
    able = [other for other, spec in _decks(library) if dealable(game, spec)]
    cure = f"decks that can: {', '.join(able)}" if able else "no deck of the library can; write one with such squares"
    return Fault(f"{deck.name} cannot deal {name}: it needs squares of layout {', or '.join(wanted)}", cure, field=field)


def _decks(library: Library) -> Iterator[tuple[str, DeckSpec]]:
    """Yield every sound deck spec of the library."""
    for name in library.names("decks"):
        try:
            yield name, read_deck_spec(library.find("decks", name), library)[0]
        except ReplikatError:
            continue  # a broken deck is told where it is used


def set_up(name: str, deck: Deck, asked: Asked, settings: PrintSettings, library: Library) -> Start:
    """Return a square of a deck set up for a game; ReplikatError says what does not fit, and what would."""
    game = load_game(name, library)
    if not dealable(game, deck.spec):
        raise ReplikatError(_refusal(name, game, deck, library, "GAME"))
    if not 1 <= asked.square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {asked.square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    key, setup = _chosen(name, game, deck, asked)
    if asked.semi and not setup.unsorted:
        raise ReplikatError(Fault(f"{name} {key} has no semi-replicate", "its set-up leaves nothing unsorted", field="--semi"))
    parameters = {**parameters_of(game.rules, setup, asked.square), **_given(setup, asked)}
    dealt = deck.squares[asked.square - 1].dealt()
    tail = Stream(DEALING, asked.tail_seed, TAIL, 0, asked.square) if asked.tail_seed is not None else None
    laid = starting_position(setup, dealt, asked.semi, tail, parameters)
    table = Table(asked.square, setup, game.turn, laid, deck.pack.codes, deck.pack.values, parameters)
    card = load_sheet(settings.sheet, library).card
    return Start(
        name,
        game,
        key,
        setup,
        asked.square,
        laid,
        said_by(game.rules, table),
        parameters,
        opener_of(game.rules, table),
        effort(setup, asked.semi),
        table_space(setup, card),
        asked.semi,
    )


def _chosen(name: str, game: Game, deck: Deck, asked: Asked) -> tuple[str, Setup]:
    """Return the set-up for a square and so many players, with its key."""
    group = deck.spec.squares[deck.spec.groups_by_square[asked.square - 1]]
    pack = deck.pack.name if group.cards == "all" else group.cards
    able = {key: setup for key, setup in game.setups.items() if setup.layout == group.layout and pack in game.packs(setup)}
    if not able:
        layouts = {setup.layout for setup in dealable(game, deck.spec).values()}
        numbers = [n for n, place in enumerate(deck.spec.groups_by_square, 1) if deck.spec.squares[place].layout in layouts]
        cure = f"{name} is dealt from squares {', '.join(str(n) for n in numbers)}"
        raise ReplikatError(Fault(f"square {asked.square} has the layout {group.layout}", cure, field="--square"))
    if asked.key is not None:
        if asked.key not in able:
            raise ReplikatError(Fault(f"no set-up is called {named(asked.key)}", suggestion(asked.key, able), field="--setup"))
        able = {asked.key: able[asked.key]}
    spans = ", ".join(_span(setup) for setup in able.values())
    if asked.players is None:
        if len(able) > 1 or any(setup.fewest != setup.most for setup in able.values()):
            raise ReplikatError(Fault("how many players?", f"{name} has set-ups for {spans}", field="--players"))
        return next(iter(able.items()))
    for key, setup in able.items():
        if setup.fewest <= asked.players <= setup.most:
            return key, setup.with_players(asked.players)
    raise ReplikatError(Fault(f"{name} has no set-up for {asked.players} players", f"it has them for {spans}", field="--players"))


def _span(setup: Setup) -> str:
    return str(setup.most) if setup.fewest == setup.most else f"{setup.fewest} to {setup.most}"


def _given(setup: Setup, asked: Asked) -> dict[str, int]:
    """Return the parameters that were given, each within its bounds."""
    for name, value in asked.given.items():
        if name not in setup.parameters:
            raise ReplikatError(Fault(f"no parameter is called {named(name)}", suggestion(name, setup.parameters), field="--with"))
        least, most = setup.parameters[name]
        if not least <= value <= most:
            raise ReplikatError(Fault(f"{name} is {value}", f"expected {least} to {most}", field="--with"))
    return dict(asked.given)


def picture(start: Start, deck: Deck, settings: PrintSettings, lang: str, library: Library, png: bool) -> bytes:
    """Return the table from above with the square's own open cards, as a PDF or as a PNG file."""
    from replikat.cards.back_plan import back_plan
    from replikat.cards.backs import back_set
    from replikat.cards.printing import face_set
    from replikat.games.pictures.diagrams import Example
    from replikat.games.pictures.setup_page import TablePicture, setup_pdf
    from replikat.papers.pack_inks import check_inks, figures_of
    from replikat.papers.stationery import stationery

    made = stationery(settings, lang, library)
    check_inks(deck.pack, made.palette)
    card = load_sheet(settings.sheet, library).card
    theme = load_theme(settings.theme, library)[0]
    figures = {name: load_figure(name, made.palette, library) for held in deck.pack.cards for name in figures_of(held)}
    backs = back_set(deck, back_plan(deck, card, settings.backs), theme, settings.word)
    example = Example(deck, backs, face_set(deck.pack, card, figures, made.words, settings, library))
    about = f"{deck.name} · {deck.code} · {made.words.phrase('square', n=start.square)}"
    drawn = TablePicture(start.setup, deck.squares[start.square - 1], start_title(start, made.words), about, start.semi)
    pdf = setup_pdf(drawn, example, made)
    if not png:
        return pdf
    from replikat.typeset.raster import png_of

    return png_of(pdf, PICTURE_DPI)
