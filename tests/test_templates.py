"""Every data file that travels with the program is sound, and everything it names is there."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from loading import LOADERS
from replikat.cards.back_plan import SMALLEST_DIGIT, back_plan
from replikat.cli import kinds
from replikat.data.library import Library, packaged
from replikat.data.reader import read
from replikat.data.strict_yaml import read_source
from replikat.deck.catalogue import Catalogue
from replikat.deck.loaders import load_language, load_layout, load_pack, load_parts, read_deck_spec
from replikat.games.loaders import CARDS, load_game
from replikat.games.set_up import dealable
from replikat.papers.loaders import load_theme
from replikat.press.loaders import load_sheet
from replikat.typeset.figures.loaders import load_palette
from support import LIBRARY, packaged_deck

SRC = Path(__file__).parents[1] / "src" / "replikat"
KINDS = {kind: LIBRARY.names(f"{kind}s") for kind in kinds.KINDS}
FILES = [(kind, name) for kind, names in KINDS.items() for name in names]
LANGUAGES = {name: load_language(name, LIBRARY) for name in KINDS["language"]}
GAMES = {name: load_game(name, LIBRARY) for name in KINDS["game"]}
languages = pytest.mark.parametrize("name", LANGUAGES)


@pytest.mark.parametrize(("kind", "name"), FILES, ids=[f"{kind}-{name}" for kind, name in FILES])
def test_every_file_is_read_and_names_only_what_there_is(kind: str, name: str) -> None:
    if kind == "deck":
        spec, source = read_deck_spec(LIBRARY.find("decks", name), LIBRARY)
        assert spec.name == name
        assert load_parts(spec, source, LIBRARY).pack.name == spec.pack
    else:
        assert LOADERS[kind](name, LIBRARY)


def test_what_init_copies_is_sound() -> None:
    starter = packaged() / "starter"
    own = Library((starter, packaged()))
    paths = sorted(starter.rglob("*.yaml"))
    assert paths
    for path in paths:
        kind = kinds.KINDS[path.parent.name.removesuffix("s")]
        assert read(kind, read_source(path), own)


def test_there_is_something_of_every_kind() -> None:
    assert all(KINDS.values())


def test_no_file_is_of_a_kind_that_nobody_reads() -> None:
    folders = {path.name for path in packaged().iterdir() if path.is_dir()}
    assert folders == {f"{kind}s" for kind in kinds.KINDS} | {"figures", "fonts", "profiles", "starter"}
    strays = [path for kind in kinds.KINDS for path in (packaged() / f"{kind}s").iterdir() if path.suffix != ".yaml"]
    assert {path.name for path in strays} == set(LANGUAGES)  # the folders of prose


@pytest.mark.parametrize("path", sorted(packaged().rglob("*.yaml")), ids=lambda path: path.stem)
def test_files_are_written_as_files_should_be(path: Path) -> None:
    data = path.read_bytes()
    assert data.endswith(b"\n")
    assert b"\r" not in data
    assert not re.search(rb" +\n", data)


@pytest.mark.parametrize("name", KINDS["deck"])
def test_a_deck_brings_games_whose_rules_are_written_in_every_language(name: str) -> None:
    spec = packaged_deck(name).spec
    assert all(dealable(GAMES[game], spec) for game in spec.games)
    files = [(lang, f"{folder}{game}.md") for lang in LANGUAGES for game in spec.games for folder in ("", CARDS)]
    assert [file for lang, file in files if not LIBRARY.holds(f"languages/{lang}", file)] == []
    written = [game for game in GAMES if dealable(GAMES[game], spec) and LIBRARY.holds("languages/en", f"{game}.md")]
    assert bool(spec.games) == bool(written)


# ---- languages


def placeholders(phrase: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(phrase) if name is not None)


def test_languages_hold_the_same_keys() -> None:
    for part in ("positions", "letters", "suits", "ranks", "indices", "phrases"):
        keys = {code: set(getattr(catalogue, part)) for code, catalogue in LANGUAGES.items()}
        assert {code: set().union(*keys.values()) - own for code, own in keys.items()} == {code: set() for code in keys}, part


@languages
def test_phrases_have_the_placeholders_of_the_english_ones(name: str) -> None:
    assert {key: placeholders(phrase) for key, phrase in LANGUAGES[name].phrases.items()} == {
        key: placeholders(phrase) for key, phrase in LANGUAGES["en"].phrases.items()
    }


@languages
def test_languages_know_every_card_and_position(name: str) -> None:
    words: Catalogue = LANGUAGES[name]
    assert set(words.positions) == set(words.letters) == set("SWNEM")
    assert len(set(words.letters.values())) == 5
    for pack in KINDS["pack"]:
        cards = [*load_pack(pack, LIBRARY).cards]
        assert len({words.card(card) for card in cards}) == len(cards)
        indices = {card.rank.code: words.index(card) for card in cards if card.rank}
        assert len(set(indices.values())) == len(indices), "two ranks with one index"


@languages
def test_no_phrase_has_blanks_at_its_ends_or_twice(name: str) -> None:
    assert [
        phrase for phrase in LANGUAGES[name].phrases.values() if phrase != " ".join(phrase.split(" ")) or phrase != phrase.strip()
    ] == []


def asked_for() -> tuple[set[str], list[re.Pattern[str]], set[str]]:
    """Return the phrases that the code asks for: written out, as patterns (f"zone.{kind}"), and every string there is."""
    written, patterns, strings = set(), [], set()
    for path in SRC.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "phrase" and node.args):
                continue
            match node.args[0]:
                case ast.Constant(value=str(key)):
                    written.add(key)
                case ast.JoinedStr(values=parts):
                    pattern = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in parts)
                    patterns.append(re.compile(pattern))
    return written, patterns, strings


WRITTEN, PATTERNS, STRINGS = asked_for()


@languages
def test_every_phrase_that_the_code_asks_for_exists(name: str) -> None:
    phrases = LANGUAGES[name].phrases
    assert WRITTEN - set(phrases) == set()
    assert [pattern.pattern for pattern in PATTERNS if not any(pattern.fullmatch(key) for key in phrases)] == []


def test_every_phrase_is_used_somewhere() -> None:
    unused = [key for key in LANGUAGES["en"].phrases if key not in STRINGS and not any(pattern.fullmatch(key) for pattern in PATTERNS)]
    assert unused == []


@languages
@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_names_has_a_word(game: str, name: str) -> None:
    assert name in GAMES[game].names
    kinds = {zone.kind for setup in GAMES[game].setups.values() for zone in setup.zones}
    assert {f"zone.{kind.replace('-', '_')}" for kind in kinds} <= set(LANGUAGES[name].phrases)


# ---- texts

TEXTS = sorted(path.relative_to(packaged() / "languages" / "en").as_posix() for path in (packaged() / "languages" / "en").rglob("*.md"))
OF_A_GAME = [text for text in TEXTS if text != "guide.md"]
FOREIGN = {"en": "«»„", "nb": "“”„", "da": "“”„", "sv": "«»“„"}  # quotes of other languages


def prose(lang: str, text: str) -> str:
    return (packaged() / "languages" / lang / text).read_text(encoding="utf-8")


@languages
def test_texts_are_titled_as_the_game_is_named(name: str) -> None:
    titles = {text: prose(name, text).splitlines()[0] for text in OF_A_GAME}
    assert titles == {text: f"# {GAMES[Path(text).stem].names[name]}" for text in OF_A_GAME}


@languages
def test_the_sections_of_texts_are_called_alike(name: str) -> None:
    """Each heading of the English texts is one heading in every other language, in all texts."""
    said: dict[str, set[str]] = {}
    for text in OF_A_GAME:
        pattern = r"^#{2,3} .*$" if text.startswith(CARDS) else r"^## .*$"
        english, own = (re.findall(pattern, prose(lang, text), re.M) for lang in ("en", name))
        assert len(english) == len(own), text
        for heading, other in zip(english, own, strict=True):
            said.setdefault(heading, set()).add(other)
    assert {heading: others for heading, others in said.items() if len(others) > 1} == {}


@languages
def test_texts_have_the_quotes_and_dashes_of_their_language(name: str) -> None:
    for text in TEXTS:
        for line in prose(name, text).splitlines():
            own = re.sub(r"\]\([^)]*\)|\[\[!?[\w-]+\||\*[^*]*\*", "", line)  # targets, conditions, commands as they are typed
            assert not re.search(rf"[\"'{FOREIGN[name]}]|\d-\d| - " + ("" if name == "en" else r"|\d\.\d"), own), (text, line)
    assert not any(re.search("[\"']", word) for game in GAMES.values() for word in game.names.values())


# ---- colours, games, sheets, decks


@pytest.mark.parametrize("name", KINDS["palette"])
def test_palettes_have_every_colour_that_packs_ask_for(name: str) -> None:
    palette = load_palette(name, LIBRARY)
    for pack in KINDS["pack"]:
        found = load_pack(pack, LIBRARY)
        assert {card.colour for card in (*found.cards, *found.spares)} <= set(palette.colours)
        assert {suit.second for card in found.cards if (suit := card.suit)} <= set(palette.colours)


@pytest.mark.parametrize("name", KINDS["theme"])
def test_themes_use_colours_of_their_palette(name: str) -> None:
    theme, palette = load_theme(name, LIBRARY)
    assert set(theme.colours().values()) <= set(palette.colours)
    assert theme.mark != theme.tab, "numbers would not show"


@pytest.mark.parametrize("name", GAMES)
def test_setups_use_every_mark_once(name: str) -> None:
    for setup in GAMES[name].setups.values():
        marks = [mark for zone in setup.zones for mark in zone.slots]
        assert sorted(marks) == sorted(load_layout(setup.layout, LIBRARY).slots)
        assert setup.most == len(set(setup.seats)) == len(setup.seats)


@pytest.mark.parametrize("name", KINDS["sheet"])
def test_sheets_keep_their_cells_on_the_page_and_apart(name: str) -> None:
    plan = load_sheet(name, LIBRARY)
    cells = [plan.cell(place) for place in range(plan.capacity)]
    assert all(cell.x >= 0 and cell.y >= 0 and cell.right <= plan.width and cell.bottom <= plan.height for cell in cells)
    assert not any(one.meets(other) for one in cells for other in cells if one is not other)


@pytest.mark.parametrize("name", KINDS["deck"])
def test_decks_can_be_dealt_and_printed_on_their_sheet(name: str) -> None:
    deck = packaged_deck(name)
    assert len(deck.squares) == deck.spec.count
    settings = deck.spec.print
    assert back_plan(deck, load_sheet(settings.sheet, LIBRARY).card).digit >= SMALLEST_DIGIT
    assert (settings.jokers or 0) <= len(deck.pack.spares)
    assert load_theme(settings.theme, LIBRARY)
    assert all(dealable(GAMES[game], deck.spec) for game in deck.spec.games)


def test_tournament_decks_are_independent() -> None:
    """Law 3: a balanced deck tells something of its unplayed squares."""
    for name in KINDS["deck"]:
        if name.startswith("tournament"):
            assert {group.balance for group in packaged_deck(name).spec.squares} == {"none"}


def test_no_group_of_four_squares_or_fewer_is_balanced() -> None:
    """In a balanced group that small no card comes back to a position, and players notice."""
    for name in LIBRARY.names("decks"):
        spec, _ = read_deck_spec(LIBRARY.find("decks", name), LIBRARY)
        assert all(group.count > 4 or group.balance == "none" for group in spec.squares), name
