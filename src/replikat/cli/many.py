"""Many decks at once: equal copies for many tables, or different decks; what is finished is not
made again.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import click

from replikat import __version__
from replikat.bounds import SEED_DIGITS, is_word
from replikat.cli.answers import file_line, files_tree, print_json
from replikat.cli.decks import find_spec
from replikat.cli.jobs import Job, start, warn_of_short_seed
from replikat.cli.options import Request
from replikat.cli.products import print_everything, print_fed, verify_cards
from replikat.cli.progress import progress
from replikat.data.library import library as open_library
from replikat.deck.fairness.commitment import hash_of
from replikat.deck.loaders import read_deck_spec
from replikat.deck.print_settings import BackOption, FaceOption
from replikat.errors import Fault, ReplikatError, quoted
from replikat.geometry.paper import Flip
from replikat.shop.labels import box_labels
from replikat.store.deck_folder import OUTPUT, deck_file, private_folder
from replikat.store.files import write_whole
from replikat.store.ledger import Finished, enter, finished_before
from replikat.store.workers import shared_out
from replikat.typeset.figures.palette import Inks


@dataclass(frozen=True, kw_only=True)
class Printing:
    """What is asked for, to be printed many times."""

    request: Request
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
        alike = replace(self.request, quiet=False, as_json=False, new=False, output=None)
        return sha256(f"{__version__} {replace(self, request=alike)}".encode()).hexdigest()

    def job(self, word: str | None = None, number: int | None = None) -> Job:
        """Return a job of its own; `number` is that of a deck of other deals."""
        return start(
            self.request,
            sheet=self.sheet,
            theme=self.theme,
            word=word or self.word,
            faces=self.faces,
            backs=self.backs,
            number=number,
        )

    def silent(self, **changes: object) -> "Printing":
        """Return the same for one of many decks, which says nothing of itself."""
        return replace(self, request=replace(self.request, quiet=True, as_json=False, **changes))  # type: ignore[arg-type]


# ---- equal decks


def print_copies(printing: Printing, copies: int, jobs: int) -> None:
    """Print one deck with all its papers, and its cards once for every copy.

    The number of the copy stands behind the word on its backs.
    """
    request = printing.request
    job = printing.job()
    word = job.settings.word
    if not is_word(f"{word} {copies}"):
        found = f"{quoted(word)} and the number of a copy"
        raise ReplikatError(Fault(found, f"expected {is_word.__doc__}", field="--word"))
    print_everything(job, printing.games, printing.flip, printing.inks)
    deck, folder = job.opened.deck, job.opened.folder
    for language in job.settings.languages:
        decks = [(deck.name, deck.code)] * copies
        labels = box_labels(f"{deck.name} {deck.code}", decks, job.settings, language, job.library)
        job.add(f"box-labels-{language}.pdf", labels, f"{copies} labels, to be cut out")
    names = f"{folder}/cards-1.pdf to cards-{copies}.pdf"
    job.report.say("copies", f"{names}; the number stands behind the word on every back")
    job.write()
    if not request.as_json:
        job.report.finish()
    silent = printing.silent(new=False, seed=None)
    work = partial(_print_copy, silent, folder, word)
    finished = _all(work, copies, jobs, "copy", request.quiet)
    if request.as_json:
        print_json({**job.report.tree(), "copies": [asdict(one) for one in finished]})
    elif not request.quiet:
        _tell(finished, f"{copies} equal decks {deck.code}")


def _print_copy(printing: Printing, folder: Path, word: str, number: int) -> Finished:
    """Print and read back the cards of one copy."""
    ledger = private_folder(folder) / f"copy-{number}.json"
    if finished := finished_before(ledger, printing.mark):
        return finished
    job = printing.job(f"{word} {number}")
    path, cards = print_fed(job, flip=printing.flip, inks=printing.inks)
    verify_cards(job, path, cards)
    job.products[:] = [
        product._replace(path=product.path.with_stem(f"{product.path.stem}-{number}"))
        for product in job.products
    ]
    job.finish()
    return _entered(ledger, printing.mark, job)


# ---- different decks


def print_different(printing: Printing, decks: int, jobs: int) -> None:
    """Print decks of different deals, NAME-1 to NAME-n, and their box labels.

    Each has all its papers in a folder of its own.
    """
    request = printing.request
    library = open_library(request.templates)
    path = find_spec(request.deck, library)
    spec, source = read_deck_spec(path, library)
    if spec.marks is not None or spec.seed is not None:
        found = "this deck has its deals" if spec.marks else "this spec has a seed"
        raise ReplikatError(source.fault((), found, "a spec without them, or --seed"))
    if request.seed and len(request.seed) < SEED_DIGITS and not request.quiet:
        warn_of_short_seed()
    output = request.output or OUTPUT
    silent = replace(printing.silent(), spec=source.text)
    work = partial(_print_deck, silent, output / spec.name)
    finished = _all(work, decks, jobs, "deck", request.quiet)
    settings = replace(
        spec.print,
        lang=request.lang or spec.print.languages,
        sheet=printing.sheet or spec.print.sheet,
    )
    codes = [(one.name, one.code) for one in finished]
    labels: list[tuple[Path, str]] = []
    for language in settings.languages:
        data = box_labels(spec.name, codes, settings, language, library)
        label = output / f"{spec.name}-box-labels-{language}.pdf"
        write_whole(label, data, within=output)
        labels.append((label, f"{decks} labels, to be cut out"))
    if request.as_json:
        print_json({"decks": [asdict(one) for one in finished], "files": files_tree(labels)})
    elif not request.quiet:
        folders = f"{output / spec.name}-1 to -{decks}"
        _tell(finished, f"{decks} decks of different deals, {folders}", labels)


def _print_deck(printing: Printing, folder: Path, number: int) -> Finished:
    """Print one deck of other deals; a seed that was given leads to a seed for each."""
    seed = printing.request.seed and hash_of("deck", number, printing.request.seed.lower())
    own = replace(printing, request=replace(printing.request, seed=seed))
    ledger = deck_file(folder.with_name(f"{folder.name}-{number}")).with_name("finished.json")
    if finished := finished_before(ledger, own.mark):
        return finished
    job = own.job(number=number)
    print_everything(job, own.games, own.flip, own.inks)
    job.finish()
    return _entered(ledger, own.mark, job)


# ---- both


def _all(
    work: Callable[[int], Finished], count: int, jobs: int, name: str, quiet: bool
) -> list[Finished]:
    """Return what all the work has made, in order; on a terminal it is counted."""
    finished: dict[int, Finished] = {}
    with progress(name, count, quiet) as bar:
        for number, one in shared_out(work, range(1, count + 1), min(jobs, count)):
            finished[number] = one
            bar.update(1)
    return [finished[number] for number in range(1, count + 1)]


def _entered(ledger: Path, mark: str, job: Job) -> Finished:
    deck = job.opened.deck
    return enter(ledger, mark, deck.name, deck.code, [product.path for product in job.products])


def _tell(finished: Sequence[Finished], what: str, labels: Sequence[tuple[Path, str]] = ()) -> None:
    before = sum(one.before for one in finished)
    click.echo(f"done    {what}" + (f" ({before} of them were finished before)" if before else ""))
    for path, about in labels:
        click.echo(f"wrote   {file_line(path, about)}")
