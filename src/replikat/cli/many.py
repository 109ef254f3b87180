"""Many decks at once: equal copies for many tables, or different decks; what is finished is not made again."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import click

from replikat import __version__
from replikat.cli.decks import find_spec
from replikat.cli.jobs import SEED_DIGITS, Job, start
from replikat.cli.options import Asked
from replikat.cli.output import PRIVATE, private_folder, write_whole
from replikat.cli.products import print_everything, print_fed, verify_cards
from replikat.cli.workers import shared_out
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_word
from replikat.model.commitment import hash_of
from replikat.model.print_settings import BackOption, FaceOption
from replikat.model.sheet_spec import Flip
from replikat.model.themes import Inks
from replikat.recipes.labels import box_labels
from replikat.specs.loaders import read_deck_spec
from replikat.templates import library


@dataclass(frozen=True)
class Printing:
    """What is asked for, to be printed many times."""

    asked: Asked
    games: tuple[str, ...]
    sheet: str | None
    theme: str | None
    word: str | None
    faces: tuple[FaceOption, ...]
    backs: tuple[BackOption, ...]
    flip: Flip | None
    inks: Inks
    spec: str = ""  # the text of the deck's file

    @property
    def mark(self) -> str:
        """Return what tells apart what was printed with other options, or by another version."""
        asked = replace(self.asked, quiet=False, new=False, output=None)
        return sha256(f"{__version__} {replace(self, asked=asked)}".encode()).hexdigest()

    def job(self, word: str | None = None, number: int | None = None) -> Job:
        """Return a job of its own; `number` is that of a deck of other deals."""
        return start(self.asked, self.sheet, self.theme, word or self.word, self.faces, self.backs, number=number)


@dataclass(frozen=True)
class Finished:
    """A deck or copy that is printed: its name and code, and whether it had been before."""

    name: str
    code: str
    before: bool


# ---- equal decks


def print_copies(printing: Printing, copies: int, jobs: int) -> None:
    """Print one deck with all its papers, and its cards once for every copy, whose number stands behind the word on the backs."""
    job = printing.job()
    word = job.settings.word
    if not is_word(f"{word} {copies}"):
        raise ReplikatError(Fault(f"{word!r} and the number of a copy", f"expected {is_word.__doc__}", field="--word"))
    print_everything(job, printing.games, printing.flip, printing.inks)
    deck = job.opened.deck
    for language in job.settings.languages:
        labels = box_labels(f"{deck.name} {deck.code}", [(deck.name, deck.code)] * copies, job.settings, language, job.found)
        job.add(f"box-labels-{language}.pdf", labels, f"{copies} labels, to be cut out")
    job.report.say("copies", f"{job.opened.folder}/cards-1.pdf to cards-{copies}.pdf; the number stands behind the word on every back")
    job.finish()
    quiet = replace(printing, asked=replace(printing.asked, quiet=True, new=False, seed=None))
    found = _all(partial(_print_copy, quiet, job.opened.folder, word), copies, jobs, "copy", printing.asked.quiet)
    _tell(printing.asked.quiet, found, f"{copies} equal decks {deck.code}")


def _print_copy(printing: Printing, folder: Path, word: str, number: int) -> Finished:
    """Print and read back the cards of one copy."""
    ledger = private_folder(folder) / f"copy-{number}.json"
    if held := _held(ledger, printing.mark):
        return held
    job = printing.job(f"{word} {number}")
    path, cards = print_fed(job, flip=printing.flip, inks=printing.inks)
    verify_cards(job, path, cards)
    job.products[:] = [(path.with_stem(f"{path.stem}-{number}"), data) for path, data in job.products]
    job.finish()
    return _entered(ledger, printing.mark, job)


# ---- different decks


def print_different(printing: Printing, decks: int, jobs: int) -> None:
    """Print decks of different deals, NAME-1 to NAME-n, each with all its papers in a folder of its own, and their box labels."""
    asked = printing.asked
    found = library(asked.templates)
    path = find_spec(asked.deck, found)
    spec, source = read_deck_spec(path, found)
    if spec.marks is not None or spec.seed is not None:
        raise ReplikatError(
            source.fault((), "this deck has its deals" if spec.marks else "this spec has a seed", "a spec without them, or --seed")
        )
    if asked.seed and len(asked.seed) < SEED_DIGITS and not asked.quiet:
        click.echo("replikat: the seed is shorter than 64 digits: anybody can find the deals by trying", err=True)
    output = asked.output or Path("output")
    quiet = replace(printing, asked=replace(asked, quiet=True), spec=source.text)
    made = _all(partial(_print_deck, quiet, output / spec.name), decks, jobs, "deck", asked.quiet)
    settings = replace(spec.print, lang=asked.lang or spec.print.languages, sheet=printing.sheet or spec.print.sheet)
    labels = [output / f"{spec.name}-box-labels-{language}.pdf" for language in settings.languages]
    for label, language in zip(labels, settings.languages, strict=True):
        write_whole(label, box_labels(spec.name, [(one.name, one.code) for one in made], settings, language, found))
    _tell(asked.quiet, made, f"{decks} decks of different deals, {output / spec.name}-1 to -{decks}", labels)


def _print_deck(printing: Printing, folder: Path, number: int) -> Finished:
    """Print one deck of other deals; a seed that was given leads to a seed for each."""
    seed = printing.asked.seed and hash_of("deck", number, printing.asked.seed.lower())
    own = replace(printing, asked=replace(printing.asked, seed=seed))
    ledger = folder.with_name(f"{folder.name}-{number}") / PRIVATE / "finished.json"
    if held := _held(ledger, own.mark):
        return held
    job = own.job(number=number)
    print_everything(job, own.games, own.flip, own.inks)
    job.finish()
    return _entered(ledger, own.mark, job)


# ---- both


def _all(work: Callable[[int], Finished], count: int, jobs: int, name: str, quiet: bool) -> list[Finished]:
    """Return what all the work has made, in order; on a terminal it is counted."""
    live = sys.stderr.isatty() and not quiet
    made: dict[int, Finished] = {}
    for number, finished in shared_out(work, range(1, count + 1), min(jobs, count)):
        made[number] = finished
        if live:
            click.echo(f"\r\033[K{name} {len(made)} of {count}", nl=False, err=True)
    if live:
        click.echo("\r\033[K", nl=False, err=True)
    return [made[number] for number in range(1, count + 1)]


def _held(ledger: Path, mark: str) -> Finished | None:
    """Return what a ledger says was finished with the same options, if all its files are there."""
    try:
        tree = json.loads(ledger.read_text(encoding="utf-8"))
        there = tree["mark"] == mark and all((ledger.parent.parent / name).is_file() for name in tree["files"])
        return Finished(tree["name"], tree["code"], True) if there else None
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _entered(ledger: Path, mark: str, job: Job) -> Finished:
    """Write down that a deck is finished, after its last file."""
    deck, folder = job.opened.deck, job.opened.folder
    files = [path.relative_to(folder).as_posix() for path, _ in job.products]
    tree = {"name": deck.name, "code": deck.code, "mark": mark, "files": files}
    write_whole(ledger, (json.dumps(tree, ensure_ascii=False, indent=1) + "\n").encode())
    return Finished(deck.name, deck.code, False)


def _tell(quiet: bool, made: Sequence[Finished], what: str, labels: Sequence[Path] = ()) -> None:
    if quiet:
        return
    before = sum(one.before for one in made)
    click.echo(f"done    {what}" + (f" ({before} of them were finished before)" if before else ""))
    for label in labels:
        click.echo(f"wrote   {label}  ({len(made)} labels, to be cut out)")
