"""From the word DECK to a deck: found in its folder, or dealt; put in its place before anything printed from it."""

import os
import secrets
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from replikat.cli.counting import Counted, counting
from replikat.cli.output import PRIVATE, move_aside, private_folder, put_back, write_once
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_seed
from replikat.model.deck import Deck
from replikat.model.deck_spec import DeckSpec, Group
from replikat.model.print_settings import BackOption, PrintSettings
from replikat.recipes.decks import AlikeError, back_plan, deck_text, new_deck, refuse_other_marks
from replikat.recipes.proofs import read_sealed
from replikat.specs.loaders import load_deck, load_sheet, read_deck_spec
from replikat.specs.strict_yaml import Source
from replikat.templates import Library

FILE = "deck.yaml"
COMMITMENT = "commitment.json"
TRIES = 50  # seeds drawn for a pack so small that squares come out alike


@dataclass(frozen=True)
class Opened:
    """A deck at hand: `settings` say how to print it, `games` what its booklet holds, `story` how it came here.

    A deck that is `new` to its folder lies only in memory until `keep`; `aside` says that an old one makes room for it.
    """

    deck: Deck
    settings: PrintSettings
    games: tuple[str, ...]
    folder: Path
    story: tuple[str, ...] = ()
    new: bool = False
    aside: bool = False

    @property
    def file(self) -> Path:
        return self.folder / PRIVATE / FILE

    def keep(self, settings: PrintSettings) -> tuple[str, ...]:
        """Put a new deck in its place, with the settings it is printed with, and return what was done."""
        if not self.new:
            return ()
        spec = replace(self.deck.spec, print=settings)
        text = deck_text(replace(self.deck, spec=spec), spec.seed).encode()
        moved = move_aside(self.folder) if self.aside else None
        try:
            write_once(private_folder(self.folder) / FILE, text)
        except BaseException as error:
            if moved:
                put_back(moved, self.folder)
            if isinstance(error, FileExistsError):
                raise ReplikatError(Fault(f"another run has just put a deck in {self.folder}", "run again to print that one")) from None
            raise
        return (f"moved the old deck to {moved}",) if moved else ()


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
    word: str,
    library: Library,
    output: Path | None,
    seed: str | None = None,
    new: bool = False,
    sheet: str | None = None,
    backs: tuple[BackOption, ...] = (),
    number: int | None = None,
    effort: int | None = None,
    quiet: bool = True,
) -> Opened:
    """Return the deck that DECK names; one that does not exist yet is dealt, and kept when it is printed.

    A deck file already in the folder is used if it is of the same spec; `new` makes another, which must fit the cards
    of `sheet` with the options `backs` (the spec's own where they are not given). `number` asks for one of many decks of a
    spec, and stands behind its name. `effort` says how long its pairs are evened out; unless `quiet`
    that is counted on a terminal.
    """
    if seed is not None and not is_seed(seed):
        raise ReplikatError(Fault(f"found {seed!r}", f"expected {is_seed.__doc__}", field="--seed"))
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    if number is not None:
        spec = replace(spec, name=f"{spec.name}-{number}")
    if effort is not None:
        spec = _with_effort(spec, effort)
    folder = home_of(spec, path, output)
    file = folder / PRIVATE / FILE
    if spec.marks is not None:
        if seed or new:
            raise ReplikatError(Fault(f"{path} is a finished deck", "name a spec for --seed or --new"))
        return _adopt(spec, source, folder, library)
    wanted = replace(spec, seed=seed or spec.seed)
    if os.path.lexists(file) and not new:
        return _reuse(wanted, file, library)
    if not new:
        _refuse_orphans(folder)
        if seed is None:
            _refuse_waiting(folder, library)
    settings = replace(spec.print, sheet=sheet or spec.print.sheet, backs=backs or spec.print.backs)
    return _deal(wanted, source, folder, library, settings, new, counting("evening out pairs, look", quiet))


def _with_effort(spec: DeckSpec, effort: int) -> DeckSpec:
    """Return the spec with another effort for its groups of balance pairs."""
    if not any(group.balance == "pairs" for group in spec.squares):
        raise ReplikatError(Fault(f"no squares of {spec.name} have balance pairs", "leave it out", field="--effort"))
    groups = tuple(replace(group, effort=effort) if group.balance == "pairs" else group for group in spec.squares)
    return replace(spec, squares=groups)


def existing_deck(word: str, library: Library, output: Path | None) -> Opened:
    """Return a deck that has been made already; nothing is dealt."""
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    folder = home_of(spec, path, output)
    if spec.marks is not None:
        return Opened(load_deck(spec, source, library), spec.print, spec.games, folder)
    file = folder / PRIVATE / FILE
    if not file.exists():
        where = f" -o {shlex.quote(str(output))}" if output else ""
        raise ReplikatError(Fault(f"there is no deck in {folder} yet", f"make it first: replikat make {shlex.quote(word)}{where}"))
    return _reuse(spec, file, library, checked=False)


def refuse_taken(folder: Path) -> None:
    """Refuse a folder for a deck from elsewhere that holds a deck, or what was printed from one."""
    if os.path.lexists(folder / PRIVATE / FILE):
        raise ReplikatError(Fault(f"{folder} holds a deck already", "choose another name, or use --new to move that one aside"))
    _refuse_orphans(folder)


def _refuse_orphans(folder: Path) -> None:
    """Refuse to deal another deck over printed files whose deck is gone: it may yet be found again."""
    if any(folder.glob("*.pdf")) or any((folder / PRIVATE).glob("*.pdf")):
        cure = f"restore {folder / PRIVATE / FILE} from a copy, or use --new to move the folder aside"
        raise ReplikatError(Fault(f"{folder} holds printed files but no deck", cure))


def _refuse_waiting(folder: Path, library: Library) -> None:
    """Refuse to deal a deck for which public randomness was named, until it has come."""
    kept = read_sealed(folder / PRIVATE / COMMITMENT, library)
    if kept and kept.waits:
        cure = "replikat commit DECK --public TEXT deals it, --new moves the folder aside"
        raise ReplikatError(Fault(f"the deck in {folder} waits for {kept.awaits}", cure))


def _reuse(wanted: DeckSpec, file: Path, library: Library, checked: bool = True) -> Opened:
    """Return the deck in a file, if it is the one that is asked for; `checked` compares its marks with its seed."""
    held, source = read_deck_spec(file, library)
    if held.marks is None:
        raise ReplikatError(source.fault((), "no marks in this deck file", "it was edited; restore it from a copy"))
    cure = "use --new to move it aside and make another, or -o for another folder"
    if held.asks_for() != wanted.asks_for():
        raise ReplikatError(Fault(f"{file.parent.parent} holds another deck ({_describe(held)}; asked for: {_describe(wanted)})", cure))
    if wanted.seed not in (None, held.seed):
        raise ReplikatError(Fault(f"{file.parent.parent} holds a deck of another seed", cure))
    deck = load_deck(replace(held, proof=wanted.proof), source, library)
    if checked:
        refuse_other_marks(deck, source)
    story = [f"uses the deck in {file}"]
    if replace(held.print, lang=held.print.languages) != replace(wanted.print, lang=wanted.print.languages):
        story.append("prints it as it was first printed; the spec's own print settings differ: say them as options to use them")
    return Opened(deck, held.print, wanted.games, file.parent.parent, tuple(story))


def _describe(spec: DeckSpec) -> str:
    kinds = ("twins" if group.source == "twin" else f"{group.layout} {_kept(group)}" for group in spec.squares)
    groups = " + ".join(f"{group.count} {kind}" for group, kind in zip(spec.squares, kinds, strict=True))
    return f"{spec.pack}, {groups}"


def _kept(group: Group) -> str:
    """Return a group's balance and what else sets it apart from another."""
    told = f"pairs at effort {group.effort}" if group.balance == "pairs" else group.balance
    kept = " ".join(f"{position}:{'+'.join(cards)}" for position, cards in group.keep_off.items())
    return f"{told} without {kept}" if kept else told


def _deal(spec: DeckSpec, source: Source, folder: Path, library: Library, settings: PrintSettings, new: bool, told: Counted) -> Opened:
    """Deal a deck, in memory; a tiny pack may need more than one seed before no two squares are alike."""
    seed = spec.seed
    for tries_left in reversed(range(1 if seed else TRIES)):
        drawn = seed or secrets.token_hex(32)
        try:
            deck = new_deck(replace(spec, seed=drawn), source, library, drawn, told)
            told(0, 0)
            break
        except AlikeError as alike:
            if not tries_left:
                raise ReplikatError(*alike.faults) from None
    back_plan(deck, load_sheet(settings.sheet, library).card, settings.backs)
    aside = new and folder.is_dir() and any(folder.iterdir())
    return Opened(deck, spec.print, spec.games, folder, (f"made a new deck, {folder / PRIVATE / FILE}",), True, aside)


def _adopt(spec: DeckSpec, source: Source, folder: Path, library: Library) -> Opened:
    """Use a deck file; where it does not lie in its folder yet, a copy is put there."""
    deck = load_deck(spec, source, library)
    refuse_other_marks(deck, source)
    file = folder / PRIVATE / FILE
    if file.exists():
        held, its_source = read_deck_spec(file, library)
        if load_deck(held, its_source, library).squares != deck.squares:
            raise ReplikatError(Fault(f"{folder} holds another deck than {source.path}", "use -o for another folder"))
    else:
        _refuse_orphans(folder)
    return Opened(deck, spec.print, spec.games, folder, (f"uses the deck in {source.path}",), not file.exists())
