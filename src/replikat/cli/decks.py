"""From the word DECK to a deck: found in its folder, or dealt and put there before anything is printed."""

import secrets
from dataclasses import dataclass, replace
from pathlib import Path

from replikat.cli.output import PRIVATE, move_aside, private_folder, put_back, write_once
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_seed
from replikat.model.deck import Deck, DeckSpec, PrintSettings
from replikat.model.squares import Square
from replikat.recipes.decks import back_plan, deck_text, new_deck
from replikat.specs.loaders import load_deck, load_sheet, read_deck_spec
from replikat.specs.strict_yaml import Source
from replikat.templates import Library

FILE = "deck.yaml"


@dataclass(frozen=True)
class Opened:
    """A deck at hand: `settings` say how to print it, `story` what happened to get it."""

    deck: Deck
    settings: PrintSettings
    folder: Path
    story: tuple[str, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def private(self) -> Path:
        return private_folder(self.folder)


def is_path(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or "/" in word or "\\" in word


def find_spec(word: str, library: Library) -> Path:
    """Return the file that DECK names: a packaged or own spec, or a path to a spec, deck file or output folder."""
    if not is_path(word):
        return library.find("decks", word)
    path = Path(word)
    if path.is_dir():
        inside = path / PRIVATE / FILE if path.name != PRIVATE else path / FILE
        if not inside.is_file():
            raise ReplikatError(Fault(f"{path} holds no deck", f"expected {inside}"))
        return inside
    if not path.is_file():
        raise ReplikatError(Fault(f"{path} does not exist", "expected a deck spec, a deck file or an output folder"))
    return path


def home_of(spec: DeckSpec, path: Path, output: Path | None) -> Path:
    """Return the folder of a deck: a deck file in private/ lies in it already."""
    if spec.marks is not None and output is None and path.parent.name == PRIVATE:
        return path.parent.parent
    return (output or Path("output")) / spec.name


def open_deck(
    word: str, library: Library, output: Path | None, seed: str | None = None, new: bool = False, sheet: str | None = None
) -> Opened:
    """Return the deck that DECK names; one that does not exist yet is dealt and its file written.

    A deck file already in the folder is used if it is of the same spec; `new` moves its folder aside. A new deck
    must fit the cards of `sheet` (the spec's own where it is None): no deck is kept that could not be printed.
    """
    if seed is not None and not is_seed(seed):
        raise ReplikatError(Fault(f"found {seed!r}", f"expected {is_seed.__doc__}", field="--seed"))
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    folder = home_of(spec, path, output)
    file = folder / PRIVATE / FILE
    if spec.marks is not None:
        if seed or new:
            raise ReplikatError(Fault(f"{path} is a finished deck", "name a spec for --seed or --new"))
        return _adopt(spec, source, folder, file, library)
    wanted = replace(spec, seed=seed or spec.seed)
    if file.exists() and not new:
        return _reuse(wanted, file, library)
    return _create(wanted, source, file, library, new, sheet or spec.print.sheet)


def existing_deck(word: str, library: Library, output: Path | None) -> Opened:
    """Return a deck that has been made already; nothing is written."""
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    folder = home_of(spec, path, output)
    if spec.marks is not None:
        return Opened(load_deck(spec, source, library), spec.print, folder, games=spec.games)
    file = folder / PRIVATE / FILE
    if not file.exists():
        raise ReplikatError(Fault(f"there is no deck in {folder} yet", f"make it first: replikat make {word}"))
    return _reuse(spec, file, library)


def _reuse(wanted: DeckSpec, file: Path, library: Library) -> Opened:
    held, source = read_deck_spec(file, library)
    if held.marks is None:
        raise ReplikatError(source.fault((), "no marks in this deck file", "it was edited; restore it from a copy"))
    cure = "use --new to move it aside and make another, or -o for another folder"
    if held.asks_for() != wanted.asks_for():
        raise ReplikatError(Fault(f"{file.parent.parent} holds another deck ({_describe(held)}; asked for: {_describe(wanted)})", cure))
    if wanted.seed not in (None, held.seed):
        raise ReplikatError(Fault(f"{file.parent.parent} holds a deck of another seed", cure))
    deck = load_deck(replace(held, proof=wanted.proof), source, library)
    return Opened(deck, wanted.print, file.parent.parent, (f"uses the deck in {file}",), wanted.games)


def _describe(spec: DeckSpec) -> str:
    groups = " + ".join(f"{group.count} {group.layout} {group.balance}" for group in spec.squares)
    return f"{spec.pack}, {groups}"


def _create(spec: DeckSpec, source: Source, file: Path, library: Library, new: bool, sheet: str) -> Opened:
    """Deal a deck and put its file in place; `new` moves a deck that is there aside, as soon as the other is dealt."""
    folder = file.parent.parent
    seed = spec.seed or secrets.token_hex(32)
    deck = new_deck(replace(spec, seed=seed), source, library, seed)
    back_plan(deck, load_sheet(sheet, library).card)
    text = deck_text(deck, seed).encode()
    story = []
    if len(seed) < 64:
        story.append("the seed is shorter than 64 digits: anybody can find the deals by trying")
    moved = move_aside(folder) if new and file.exists() else None
    try:
        _store(text, folder)
    except FileExistsError:  # another run was quicker; its deck is the deck
        return _reuse(spec, file, library)
    except BaseException:
        if moved:
            put_back(moved, folder)
        raise
    if moved:
        story.append(f"moved the old deck to {moved}")
    return Opened(deck, spec.print, folder, (*story, f"made a new deck, {file}"))


def _adopt(spec: DeckSpec, source: Source, folder: Path, file: Path, library: Library) -> Opened:
    """Use a deck file; where it does not lie in its folder yet, a copy is put there first."""
    deck = load_deck(spec, source, library)
    if not file.exists():
        _store(deck_text(deck, spec.seed).encode(), folder)
    elif _held_squares(file, library) != deck.squares:
        raise ReplikatError(Fault(f"{folder} holds another deck than {source.path}", "use -o for another folder"))
    return Opened(deck, spec.print, folder, (f"uses the deck in {source.path}",), spec.games)


def _held_squares(file: Path, library: Library) -> tuple[Square, ...]:
    spec, source = read_deck_spec(file, library)
    return load_deck(spec, source, library).squares


def _store(text: bytes, folder: Path) -> None:
    write_once(private_folder(folder) / FILE, text)
