"""From the word DECK to a deck: found in its folder, or dealt; put in its place before anything
printed from it.
"""

import os
import secrets
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

from replikat.bounds import is_seed
from replikat.cards.back_plan import back_plan
from replikat.cli.progress import progress_heard
from replikat.data.files import is_folder, refuse_missing
from replikat.data.library import Library
from replikat.data.strict_yaml import Source
from replikat.deck.deck import Deck
from replikat.deck.deck_file import deck_text
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.fairness.proving import read_sealed
from replikat.deck.loaders import load_deck, read_deck_spec
from replikat.deck.making import AlikeError, new_deck, refuse_edited
from replikat.deck.print_settings import BackOption, PrintSettings
from replikat.errors import Fault, ReplikatError, withheld
from replikat.press.loaders import load_sheet
from replikat.store.deck_folder import (
    FILE,
    commitment_file,
    deck_file,
    holds_something,
    home_of,
    keep,
    refuse_orphans,
    same_letters,
)
from replikat.store.files import PRIVATE

TRIES = 50  # seeds drawn for a pack so small that squares come out alike


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A deck at hand: `settings` say how to print it, `games` what its booklet holds, `story` how
    it came here.

    A deck that is `new` to its folder lies only in memory until `keep`; `aside` says that an old
    one makes room for it.
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
        return deck_file(self.folder)

    def keep(self, settings: PrintSettings) -> tuple[str, ...]:
        """Put a new deck in its place, with the settings it is printed with, and return what was
        done.
        """
        if not self.new:
            return ()
        spec = replace(self.deck.spec, print=settings)
        text = deck_text(replace(self.deck, spec=spec), spec.seed).encode()
        moved = keep(self.folder, text, self.aside)
        return (f"moved the old deck to {moved}",) if moved else ()

    def refuse_unfit_backs(
        self, library: Library, sheet: str | None = None, backs: tuple[BackOption, ...] = ()
    ) -> None:
        """Refuse a deck just dealt whose squares do not fit the cards of `sheet`.

        The deck's own sheet and options of the backs count where none are given. A deck that
        has its marks already was printed once; it is refused where it is printed, if at all.

        Raises:
            ReplikatError: The backs have no room; it says for how many squares they have.
        """
        if self.new and self.deck.spec.marks is None:
            card = load_sheet(sheet or self.settings.sheet, library).card
            back_plan(self.deck, card, backs or self.settings.backs)


def is_path(word: str) -> bool:
    return word.endswith((".yaml", ".yml")) or "/" in word or "\\" in word


def find_spec(word: str, library: Library) -> Path:
    """Return the file that DECK names: a packaged or own spec, or a path to a spec, deck file or
    output folder.
    """
    if not is_path(word):
        return library.find("decks", word)
    path = Path(word)
    if is_folder(path):
        inside = deck_file(path) if path.name != PRIVATE else path / FILE
        if not inside.is_file():
            raise ReplikatError(Fault(f"{path} holds no deck", f"expected {inside}"))
        return inside
    refuse_missing(path, "expected a deck spec, a deck file or an output folder")
    return path


def open_deck(
    word: str,
    library: Library,
    output: Path | None,
    *,
    seed: str | None = None,
    new: bool = False,
    number: int | None = None,
    effort: int | None = None,
    quiet: bool = True,
    deal_again: bool = False,
    is_awaited: bool = False,
) -> Opened:
    """Return the deck that DECK names; one that does not exist yet is dealt.

    It is kept when it is printed.

    Args:
        word: What was typed for DECK.
        library: Where data files lie.
        output: The folder in which the deck's folder lies; None for the usual one.
        seed: 64 hexadecimal digits from which a new deck is dealt.
        new: Make another deck; without it a deck file already in the folder is used, if it is
            of the same spec.
        number: That of one of many decks of a spec; it stands behind the name.
        effort: How long balance pairs are evened out, in looks at two squares.
        quiet: Show no progress of it on a terminal.
        deal_again: Deal a deck that is there again from its seed and spec, and compare; without
            it the values that its file keeps of them are compared, which takes no time.
        is_awaited: The seed is that for which this deck waits; no other deals one that waits.

    Raises:
        ReplikatError: There is no such deck, or it was edited, or the folder holds another, or
            one that waits.
    """
    if seed is not None and not is_seed(seed):
        raise ReplikatError(
            Fault(f"found {withheld(seed)}", f"expected {is_seed.__doc__}", field="--seed")
        )
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    spec = _with_effort(_numbered(spec, number), effort)
    folder = home_of(spec, path, output, one_of_many=number is not None)
    file = deck_file(folder)
    if spec.marks is not None:
        if seed or new:
            raise ReplikatError(
                Fault(f"{path} is a finished deck", "name a spec for --seed or --new")
            )
        return _adopt(spec, source, folder, library, deal_again, quiet)
    wanted = replace(spec, seed=seed or spec.seed)
    if os.path.lexists(file) and not new:
        opened, kept = _reuse(wanted, file, library)
        _refuse_edited(opened.deck, kept, deal_again, quiet)
        return opened
    if not new:
        refuse_orphans(folder)
        if not is_awaited:
            _refuse_waiting(folder, library)
    return _deal(wanted, source, folder, library, new, quiet)


def _numbered(spec: DeckSpec, number: int | None) -> DeckSpec:
    """Return the spec of one of many decks: its number stands behind the name."""
    return spec if number is None else replace(spec, name=f"{spec.name}-{number}")


def _with_effort(spec: DeckSpec, effort: int | None) -> DeckSpec:
    """Return the spec with another effort for its groups of balance pairs, if one is wanted."""
    if effort is None:
        return spec
    if not any(group.balance == "pairs" for group in spec.squares):
        raise ReplikatError(
            Fault(f"no squares of {spec.name} have balance pairs", "leave it out", field="--effort")
        )
    groups = tuple(
        replace(group, effort=effort) if group.balance == "pairs" else group
        for group in spec.squares
    )
    return replace(spec, squares=groups)


def existing_deck(
    word: str,
    library: Library,
    output: Path | None,
    *,
    deal_again: bool = False,
    quiet: bool = True,
) -> Opened:
    """Return a deck that has been made already; nothing new is dealt.

    Args:
        word: What was typed for DECK.
        library: Where data files lie.
        output: The folder in which the deck's folder lies; None for the usual one.
        deal_again: Deal it again from its seed and spec, and compare; without it the values that
            its file keeps of them are compared, which takes no time.
        quiet: Show no progress of it on a terminal.

    Raises:
        ReplikatError: There is no such deck, or it was edited, or the folder holds another.
    """
    opened, source = existing_file(word, library, output)
    _refuse_edited(opened.deck, source, deal_again, quiet)
    return opened


def existing_file(word: str, library: Library, output: Path | None) -> tuple[Opened, Source]:
    """Return a deck that has been made already, as it stands in its file, and the file.

    It keeps the laws of squares; whether it was edited within them is left to who asks.
    """
    path = find_spec(word, library)
    spec, source = read_deck_spec(path, library)
    folder = home_of(spec, path, output)
    if spec.marks is not None:
        deck = load_deck(spec, source, library)
        opened = Opened(deck=deck, settings=spec.print, games=spec.games, folder=folder)
        return opened, source
    file = deck_file(folder)
    if not file.exists():
        where = f" -o {shlex.quote(str(output))}" if output else ""
        raise ReplikatError(
            Fault(
                f"there is no deck in {folder} yet",
                f"make it first: replikat make {shlex.quote(word)}{where}",
            )
        )
    return _reuse(spec, file, library)


def _refuse_edited(deck: Deck, source: Source, deal_again: bool, quiet: bool) -> None:
    """Refuse a deck file that was edited; a terminal shows how far dealing again is."""
    if not deal_again:
        refuse_edited(deck, source)
        return
    with progress_heard("dealing again", quiet) as heard:
        refuse_edited(deck, source, heard)


def _refuse_waiting(folder: Path, library: Library) -> None:
    """Refuse to deal a deck for which public randomness was named, until it has come."""
    sealed = read_sealed(commitment_file(folder), library)
    if sealed and sealed.waits:
        cure = "replikat commit DECK --public TEXT deals it, --new moves the folder aside"
        raise ReplikatError(Fault(f"the deck in {folder} waits for {sealed.awaits}", cure))


def _reuse(wanted: DeckSpec, file: Path, library: Library) -> tuple[Opened, Source]:
    """Return the deck in a file, if it is the one that is wanted, and the file."""
    kept, source = read_deck_spec(file, library)
    folder = file.parent.parent
    if kept.marks is None:
        raise ReplikatError(
            source.fault((), "no marks in this deck file", "it was edited; restore it from a copy")
        )
    cure = "use --new to move it aside and make another, or -o for another folder"
    story = [f"uses the deck in {file}"]
    if folder.name != wanted.name and same_letters(folder.name, wanted.name):
        story.append("takes its folder's name, whose accents are composed otherwise, for the same")
    if not kept.is_asked_for_by(wanted):
        found = f"{folder} holds another deck ({_describe(kept)}; asked for: {_describe(wanted)})"
        raise ReplikatError(Fault(found, cure))
    if wanted.seed not in (None, kept.seed):
        raise ReplikatError(Fault(f"{folder} holds a deck of another seed", cure))
    deck = load_deck(replace(kept, proof=wanted.proof), source, library)
    if replace(kept.print, lang=kept.print.languages) != replace(
        wanted.print, lang=wanted.print.languages
    ):
        story.append(
            "prints it as it was first printed; the spec's own print settings differ: say"
            " them as options to use them"
        )
    opened = Opened(
        deck=deck, settings=kept.print, games=wanted.games, folder=folder, story=tuple(story)
    )
    return opened, source


def _describe(spec: DeckSpec) -> str:
    kinds = (
        "twins" if group.source == "twin" else f"{group.layout} {_balance(group)}"
        for group in spec.squares
    )
    groups = " + ".join(
        f"{group.count} {kind}" for group, kind in zip(spec.squares, kinds, strict=True)
    )
    return f"{spec.pack}, {groups}"


def _balance(group: Group) -> str:
    """Return a group's balance and what else sets it apart from another."""
    balance = f"pairs at effort {group.effort}" if group.balance == "pairs" else group.balance
    kept_off = " ".join(
        f"{position}:{'+'.join(cards)}" for position, cards in group.keep_off.items()
    )
    return f"{balance} without {kept_off}" if kept_off else balance


def _deal(
    spec: DeckSpec, source: Source, folder: Path, library: Library, new: bool, quiet: bool
) -> Opened:
    """Deal a deck, in memory; a tiny pack may need more than one seed before no two squares are
    alike.
    """
    for tries_left in reversed(range(1 if spec.seed else TRIES)):
        seed = spec.seed or secrets.token_hex(32)
        try:
            with progress_heard("evening out pairs", quiet) as heard:
                deck = new_deck(replace(spec, seed=seed), source, library, seed, heard)
            break
        except AlikeError as alike:
            if not tries_left:
                raise ReplikatError(*alike.faults) from None
    story = (f"made a new deck, {deck_file(folder)}",)
    aside = new and holds_something(folder)
    return Opened(
        deck=deck,
        settings=spec.print,
        games=spec.games,
        folder=folder,
        story=story,
        new=True,
        aside=aside,
    )


def _adopt(
    spec: DeckSpec,
    source: Source,
    folder: Path,
    library: Library,
    deal_again: bool,
    quiet: bool,
) -> Opened:
    """Use a deck file; where it does not lie in its folder yet, a copy is put there."""
    deck = load_deck(spec, source, library)
    _refuse_edited(deck, source, deal_again, quiet)
    file = deck_file(folder)
    if file.exists():
        other, other_source = read_deck_spec(file, library)
        if load_deck(other, other_source, library).squares != deck.squares:
            raise ReplikatError(
                Fault(
                    f"{folder} holds another deck than {source.path}", "use -o for another folder"
                )
            )
    else:
        refuse_orphans(folder)
    story = (f"uses the deck in {source.path}",)
    new = not file.exists()
    return Opened(
        deck=deck, settings=spec.print, games=spec.games, folder=folder, story=story, new=new
    )
