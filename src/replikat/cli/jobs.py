"""A job: a deck at hand, what is printed of it, and the moment at which all of it is written."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.decks import Opened, existing_deck, open_deck
from replikat.cli.options import (
    Asked,
    numbers_in,
)
from replikat.cli.output import PRIVATE, private_folder, write_whole
from replikat.cli.report import Report
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_word
from replikat.model.print_settings import BackOption, FaceOption, PrintSettings
from replikat.model.services import PressWish
from replikat.specs.loaders import check_language
from replikat.templates import Library, library

if TYPE_CHECKING:
    from replikat.model.printer import Profile
SEED_DIGITS = 64  # 256 bits


@dataclass(frozen=True)
class Job:
    """A deck at hand and what is printed of it; nothing is written before everything is ready."""

    found: Library
    opened: Opened
    settings: PrintSettings
    report: Report
    pages: tuple[int, ...] = ()  # of papers: only these, in files of their own
    printer: "Profile | None" = None
    press: PressWish | None = None
    products: list[tuple[Path, bytes]] = field(default_factory=list)

    def add_paper(self, name: str, data: bytes, about: str = "", private: bool = False) -> Path:
        """Take up a finished paper, or the pages of it that were asked for, corrected for the printer."""
        if self.printer:
            data = self._corrected(data, name, self.printer)
        if not self.pages:
            return self.add(name, data, about, private)
        from replikat.press.imposing import page_count, pages_of

        there = page_count(data)
        if unknown := [number for number in self.pages if number > there]:
            raise ReplikatError(Fault(f"page {unknown[0]}", f"{name} has {there} page{'s' if there > 1 else ''}", field="--pages"))
        return self.add(f"{name.removesuffix('.pdf')}-some.pdf", pages_of(data, self.pages), f"of its {there} pages", private)

    def _corrected(self, data: bytes, name: str, printer: "Profile") -> bytes:
        """Return a paper corrected for the printer; where it would lose ink it stays as it is, and that is told."""
        from replikat.recipes.printers import paper_for_printer

        try:
            return paper_for_printer(data, printer, name)
        except ReplikatError as error:
            self.report.say("note", f"{error.faults[0].found}; {name} is left as it is")
            return data

    def add(self, name: str, data: bytes, about: str = "", private: bool = False) -> Path:
        """Take up a finished file for the deck's folder, or for the private one inside it."""
        path = (self.opened.folder / PRIVATE if private else self.opened.folder) / name
        self.products.append((path, data))
        self.report.wrote(path, about)
        return path

    def lock(self, password: str) -> None:
        """Put every file that was taken up under a password."""
        from replikat.press.locking import locked

        self.products[:] = [(path, locked(data, password)) for path, data in self.products]
        self.report.say("note", "the files open with the password alone; whoever forgets it prints them again")

    def finish(self) -> None:
        """Put a new deck in place, then every file, and tell of them."""
        self.report.kept(self.opened.keep(self.settings))
        private_folder(self.opened.folder)
        for path, data in self.products:
            write_whole(path, data)
        self.report.finish()


def start(
    asked: Asked,
    sheet: str | None = None,
    theme: str | None = None,
    word: str | None = None,
    faces: tuple[FaceOption, ...] = (),
    backs: tuple[BackOption, ...] = (),
    existing: bool = False,
    pages: str | None = None,
    number: int | None = None,
) -> Job:
    """Return the job that a command line asks for; what it says comes before the deck's own settings.

    `existing` demands a deck that has been made before, and so does `pages`, which names some pages of its papers.
    `number` is that of one of many decks of a spec.
    """
    numbers = numbers_in(pages)
    found = library(asked.templates)
    if word is not None and not is_word(word):
        raise ReplikatError(Fault(f"found {word!r}", f"expected {is_word.__doc__}", field="--word"))
    if existing or numbers:
        existing_deck(asked.deck, found, asked.output)
    seed = asked.seed and asked.seed.lower()
    opened = open_deck(asked.deck, found, asked.output, seed, asked.new, sheet, backs, number, asked.effort, asked.quiet)
    seed = opened.deck.spec.seed
    if opened.new and seed and len(seed) < SEED_DIGITS:
        click.echo("replikat: the seed is shorter than 64 digits: anybody can find the deals by trying", err=True)
    own = opened.settings
    settings = replace(
        own,
        lang=tuple(dict.fromkeys(asked.lang)) or own.languages,
        sheet=sheet or own.sheet,
        theme=theme or own.theme,
        word=word or own.word,
        faces=faces or own.faces,
        backs=backs or own.backs,
    )
    for language in settings.languages:
        check_language(language, found)
    profile = None
    if asked.printer:
        from replikat.recipes.printers import profile_named

        profile = profile_named(asked.printer, found)
    return Job(found, opened, settings, Report(opened, asked.quiet), numbers, profile)
