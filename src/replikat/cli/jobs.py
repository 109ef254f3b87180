"""A job: a deck at hand, what is printed of it, and the moment at which all of it is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from replikat.bounds import SEED_DIGITS, is_word
from replikat.cli.decks import Opened, existing_deck, open_deck
from replikat.cli.options import Request, numbers_in
from replikat.cli.progress import Step, work_through
from replikat.cli.report import Report
from replikat.data.library import Library
from replikat.data.library import library as open_library
from replikat.deck.loaders import check_language
from replikat.deck.print_settings import BackOption, FaceOption, PrintSettings
from replikat.errors import Fault, ReplikatError, quoted
from replikat.press.services import PressWish
from replikat.store.deck_folder import private_folder
from replikat.store.files import PRIVATE, write_whole

if TYPE_CHECKING:
    from replikat.press.printers.profile import Profile


class Output(NamedTuple):
    """A finished file; a `secret` one is for its owner alone, because it tells the deals."""

    path: Path
    data: bytes
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class Job:
    """A deck at hand and what is printed of it; nothing is written before everything is ready."""

    library: Library
    opened: Opened
    settings: PrintSettings
    report: Report
    quiet: bool
    pages: tuple[int, ...] = ()  # of papers: only these, in files of their own
    printer: "Profile | None" = None
    press: PressWish | None = None
    products: list[Output] = field(default_factory=list)

    def add_paper(self, name: str, data: bytes, about: str = "", private: bool = False) -> Path:
        """Take up a finished paper, or the pages of it that were asked for, corrected for the
        printer.
        """
        if self.printer:
            data = self._corrected(data, name, self.printer)
        if not self.pages:
            return self.add(name, data, about, private)
        from replikat.typeset.imposing import page_count, pages_of

        count = page_count(data)
        if unknown := [number for number in self.pages if number > count]:
            raise ReplikatError(
                Fault(
                    f"page {unknown[0]}",
                    f"{name} has {count} page{'s' if count > 1 else ''}",
                    field="--pages",
                )
            )
        return self.add(
            f"{name.removesuffix('.pdf')}-some.pdf",
            pages_of(data, self.pages),
            f"of its {count} pages",
            private,
        )

    def _corrected(self, data: bytes, name: str, printer: "Profile") -> bytes:
        """Return a paper corrected for the printer; where it would lose ink it stays as it is, and
        that is told.
        """
        from replikat.press.printers.correction import paper_for_printer

        try:
            return paper_for_printer(data, printer, name)
        except ReplikatError as error:
            self.report.say("note", f"{error.faults[0].found}; {name} is left as it is")
            return data

    def add(
        self, name: str, data: bytes, about: str = "", private: bool = False, secret: bool = False
    ) -> Path:
        """Take up a finished file for the deck's folder, or for the private one inside it.

        A `secret` file lies with the others, but only its owner may read it.
        """
        path = (self.opened.folder / PRIVATE if private else self.opened.folder) / name
        self.products.append(Output(path, data, secret))
        self.report.wrote(path, about)
        return path

    def lock(self, password: str) -> None:
        """Put every file that was taken up under a password."""
        from replikat.typeset.locking import locked

        self.products[:] = [
            product._replace(data=locked(product.data, password)) for product in self.products
        ]
        self.report.say(
            "note", "the files open with the password alone; whoever forgets it prints them again"
        )

    def work_through(self, steps: list[Step]) -> None:
        """Print one product after the other; a terminal shows which one."""
        work_through("printing", steps, self.quiet)

    def write(self) -> None:
        """Put a new deck in place, then every file."""
        self.report.kept(self.opened.keep(self.settings))
        private_folder(self.opened.folder)
        for path, data, secret in self.products:
            write_whole(path, data, within=self.opened.folder, secret=secret)

    def finish(self) -> None:
        """Put a new deck in place, then every file, and tell of them."""
        self.write()
        self.report.finish()


def start(
    request: Request,
    *,
    sheet: str | None = None,
    theme: str | None = None,
    word: str | None = None,
    faces: tuple[FaceOption, ...] = (),
    backs: tuple[BackOption, ...] = (),
    existing: bool = False,
    pages: str | None = None,
    number: int | None = None,
) -> Job:
    """Return the job that a command line asks for; what it says comes before the deck's own
    settings.

    `existing` demands a deck that has been made before, and so does `pages`, which names some pages
    of its papers. `number` is that of one of many decks of a spec.
    """
    numbers = numbers_in(pages)
    library = open_library(request.templates)
    if word is not None and not is_word(word):
        raise ReplikatError(
            Fault(f"found {quoted(word)}", f"expected {is_word.__doc__}", field="--word")
        )
    if existing or numbers:
        existing_deck(request.deck, library, request.output)
    opened = open_deck(
        request.deck,
        library,
        request.output,
        seed=request.seed and request.seed.lower(),
        new=request.new,
        number=number,
        effort=request.effort,
        quiet=request.quiet,
    )
    opened.refuse_unfit_backs(library, sheet, backs)
    seed = opened.deck.spec.seed
    if opened.new and seed and len(seed) < SEED_DIGITS and not request.quiet:
        warn_of_short_seed()
    settings = _with_options(
        opened.settings, request.lang, sheet=sheet, theme=theme, word=word, faces=faces, backs=backs
    )
    for language in settings.languages:
        check_language(language, library)
    profile = None
    if request.printer:
        from replikat.press.printers.profile_files import profile_named

        profile = profile_named(request.printer, library)
    return Job(
        library=library,
        opened=opened,
        settings=settings,
        report=Report(opened, request.quiet, request.as_json),
        quiet=request.quiet,
        pages=numbers,
        printer=profile,
    )


def _with_options(own: PrintSettings, lang: Sequence[str], **options: Any) -> PrintSettings:
    """Return a deck's own settings, but for the options that are not empty."""
    changes = {name: value for name, value in options.items() if value}
    languages = tuple(dict.fromkeys(lang)) or own.languages
    return replace(own, lang=languages, **changes)


def warn_of_short_seed() -> None:
    """Warn of a seed that somebody may find by trying."""
    click.echo(
        "replikat: the seed is shorter than 64 digits: anybody can find the deals by trying",
        err=True,
    )
