"""The commands that print: make, cards, booklet, deals."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from replikat.cli.decks import Opened, existing_deck, open_deck
from replikat.cli.options import (
    DEFAULT_DECK,
    Asked,
    deck_argument,
    making,
    many_options,
    numbers_in,
    pages_option,
    sheet_option,
    sheets_option,
    theme_option,
)
from replikat.cli.output import PRIVATE, private_folder, write_whole
from replikat.cli.report import Report, about_cards
from replikat.cli.shop import Shop, print_service, shopping
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_word
from replikat.model.deck import BackOption, FaceOption, PrintSettings
from replikat.model.services import PressWish
from replikat.model.sheet import Flip
from replikat.model.themes import Inks
from replikat.press.formats import CARD_PAGE, DEFAULT_FORMAT, FORMATS
from replikat.specs.loaders import check_language
from replikat.templates import Library, library

if TYPE_CHECKING:
    from replikat.documents.sheets import Order
    from replikat.model.printer import Profile
    from replikat.recipes.booklets import Wanted
    from replikat.recipes.papers import RecordForm, Told

SEED_DIGITS = 64  # 256 bits

flip_option = click.option("--flip", type=click.Choice(["long", "short"]), help="The edge over which the printer turns the paper.")
inks_option = click.option(
    "--inks", type=click.Choice(["rgb", "cmyk"]), default="rgb", show_default=True, help="Colours for screens, or for presses."
)
start_option = click.option(
    "--start",
    "first",
    type=click.IntRange(1, 1000),
    default=1,
    help="On labels and perforated stock: the first cell of the first sheet that is still there, row by row as the cards stand upright.",
)
word_option = click.option("--word", help="The word at the bottom of every back.  [default: Replikatkort]")
faces_option = click.option(
    "--faces",
    type=click.Choice(["four-colour", "large-index", "four-corners"]),
    multiple=True,
    help="An option of the faces; may be repeated.",
)
backs_option = click.option(
    "--backs",
    type=click.Choice(["two-way", "underlined"]),
    multiple=True,
    help="An option of the backs; may be repeated. two-way: squares upright and turned, so that no card needs turning; "
    "underlined: numbers of a second batch stand underlined.",
)
game_option = click.option(
    "--game", "games", multiple=True, help="Games for the booklet, by names in any language, commas between; may be repeated."
)
players_option = click.option("--players", type=click.IntRange(1, 10), help="Only set-ups for so many players.")


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
    opened = open_deck(asked.deck, found, asked.output, asked.seed and asked.seed.lower(), asked.new, sheet, backs, number, asked.effort)
    seed = opened.deck.spec.seed
    if opened.new and seed and len(seed) < SEED_DIGITS:
        click.echo("replikat: the seed is shorter than 64 digits: anybody can find the deals by trying", err=True)
    own = opened.settings
    settings = replace(
        own,
        lang=asked.lang or own.languages,
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


@click.command("make")
@click.argument("deck", metavar="[DECK]", default=DEFAULT_DECK)
@making
@game_option
@sheet_option
@theme_option
@word_option
@faces_option
@backs_option
@flip_option
@inks_option
@many_options
def make_command(
    asked: Asked,
    games: tuple[str, ...],
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    backs: tuple[BackOption, ...],
    flip: Flip | None,
    inks: Inks,
    copies: int | None,
    different: int | None,
    jobs: int | None,
) -> None:
    """Print everything for one deck: cards, booklet, score sheets, records; then read the cards back.

    Without DECK the deck standard-52 is printed. With --copies or --different a run that was broken off is taken up
    again by the same command.
    """
    if copies and different:
        raise click.UsageError("--copies are equal decks, --different are not; choose one")
    if jobs and not (copies or different):
        raise click.UsageError("--jobs shares many decks out; say --copies or --different too")
    if different and asked.new:
        raise click.UsageError("--different takes up what is there; for another set use another folder (-o)")
    if copies or different:
        from replikat.cli.many import Printing, print_copies, print_different
        from replikat.cli.workers import processors

        printing = Printing(asked, games, sheet, theme, word, faces, backs, flip, inks)
        (print_copies if copies else print_different)(printing, copies or different or 1, jobs or processors())
        return
    job = start(asked, sheet, theme, word, faces, backs)
    print_everything(job, games, flip, inks)
    job.finish()


def tell_other_print(job: Job) -> None:
    """Tell where the cards will not look like those that were first printed of the deck."""
    own, now = job.opened.settings, job.settings
    looks = ("sheet", "theme", "word", "faces", "backs")
    if not job.opened.new and any(getattr(own, look) != getattr(now, look) for look in looks):
        first = ", ".join([own.sheet, own.theme, *([own.word] if own.word != now.word else []), *own.faces, *own.backs])
        job.report.say("note", f"this is not how the deck was first printed ({first}); a lost card is printed as it was then")


def print_everything(job: Job, games: Sequence[str], flip: Flip | None, inks: Inks) -> None:
    """Print cards and papers of a deck, and read the cards back."""
    from replikat.recipes.booklets import Wanted

    chosen = chosen_games(job, games)
    tell_other_print(job)
    path, cards = print_fed(job, flip=flip, inks=inks)
    for language in job.settings.languages:
        print_booklet(job, language, chosen, Wanted())
        print_quick_cards(job, language, chosen, Wanted())
        print_scorecards(job, language)
        print_records(job, language)
        print_ordinary(job, language)
        print_proof(job, language)
    verify_cards(job, path, cards)
    job.report.say("keep", f"{job.opened.file}: it is the deck, and it holds every deal")


@click.command("cards")
@deck_argument
@making
@shopping
@sheet_option
@theme_option
@word_option
@faces_option
@backs_option
@click.option("--side", type=click.Choice(["faces", "backs", "both"]), default="both", show_default=True)
@click.option("--only", metavar="CARDS", help="Only these cards, such as QS,7H.")
@sheets_option
@click.option(
    "--order",
    type=click.Choice(["interleaved", "fronts-backs", "backs-reversed", "two-files"]),
    help="Each back after its face; all faces, then all backs (or these from the last to the first); or a file of each, "
    "for feeding paper by hand.  [default: interleaved, or as the printer's profile says]",
)
@start_option
@flip_option
@inks_option
def cards_command(
    asked: Asked,
    shop: Shop,
    sheet: str | None,
    theme: str | None,
    word: str | None,
    faces: tuple[FaceOption, ...],
    backs: tuple[BackOption, ...],
    side: str,
    only: str | None,
    pages: str | None,
    order: str | None,
    first: int,
    flip: Flip | None,
    inks: Inks,
) -> None:
    """Print the cards of DECK: faces, and in register behind them the backs.

    Print at 100 % ("actual size") on both sides of the paper; the foot of every sheet says over which edge to turn it.
    """
    if order == "two-files" and side != "both":
        raise click.UsageError("--order two-files prints both sides; leave out --side")
    if only is not None and pages is not None:
        raise click.UsageError("--pages counts the sheets of the whole deck; leave out --only")
    alike = {"--side": side != "both", "--order": order is not None, "--pages": pages is not None}
    shop.check({**alike, "--start": first != 1, "--flip": flip is not None, "--inks": inks != "rgb"}, printer=asked.printer is not None)
    job = start(asked, sheet, theme, word, faces, backs, existing=only is not None, pages=pages)
    job = replace(job, press=shop.wish(job.found))
    tell_other_print(job)
    if shop.service:
        print_service(job, shop, codes_in(only))
    elif order == "two-files":
        print_cards(job, "faces", only, flip, inks)
        print_cards(job, "backs", only, flip, inks)
        print_feeding(job, flip)
    else:
        print_fed(job, side, only, flip, inks, order, first)
    job.finish()


@click.command("booklet")
@deck_argument
@making
@game_option
@players_option
@click.option("--format", "page", type=click.Choice(list(FORMATS)), help=f"The size of the pages.  [default: {DEFAULT_FORMAT}]")
@click.option("--large-print", "large", is_flag=True, help="All letters half as large again.")
@click.option("--no-guide", is_flag=True, help="The games alone, without how to deal from a square; one game becomes a leaflet.")
@click.option("--cards", is_flag=True, help="Instead: a card for every set-up and a log of the squares, to be cut for the box.")
@pages_option
def booklet_command(
    asked: Asked,
    games: tuple[str, ...],
    players: int | None,
    page: str | None,
    large: bool,
    no_guide: bool,
    cards: bool,
    pages: str | None,
) -> None:
    """Print the instruction booklet of DECK: how to deal from a square, and the rules of the games.

    The games are those of the deck's spec, or those named with --game. The formats whose names end in -booklet are
    printed on both sides, turned over the short edge, folded and stitched.
    """
    if cards and no_guide:
        raise click.UsageError("--cards has no guide to leave out; leave out --no-guide")
    if cards and page not in (None, CARD_PAGE):
        raise click.UsageError(f"--cards are cut from whole sheets, or come a side a page with --format {CARD_PAGE}")
    from replikat.recipes.booklets import Wanted

    job = start(asked, pages=pages)
    chosen = chosen_games(job, games, players)
    if no_guide and not chosen:
        raise ReplikatError(Fault("neither guide nor game", "name a game with --game", field="--no-guide"))
    wanted = Wanted(page, large, not no_guide, players)
    for language in job.settings.languages:
        if cards:
            print_quick_cards(job, language, chosen, wanted)
        else:
            print_booklet(job, language, chosen, wanted)
    job.finish()


@click.command("deals")
@deck_argument
@making
@sheet_option
@click.option("--numbers", is_flag=True, help="Beside every card its number within the hand.")
@click.option("--analysis", is_flag=True, help="Below every hand its points, where the pack counts any, and its shape.")
@click.option("--envelopes", is_flag=True, help="Instead: a sheet for every square, which folds into its own envelope.")
@click.option("--curtain-cards", is_flag=True, help="Instead: a slip for every hand, to be cut and kept with it.")
@click.option("--ordinary-pack", is_flag=True, help="Instead: the sheet from which any ordinary pack can be dealt.")
@click.option("--strips", is_flag=True, help="That sheet as folded strips, a square each, so that nobody sees another.")
@click.option("--square", type=int, help="Instead: the record of this one square, with all numbers.")
@click.option("--password", metavar="WORD", help="Lock the files (AES-256); - asks for the word unseen.")
@pages_option
def deals_command(
    asked: Asked,
    sheet: str | None,
    numbers: bool,
    analysis: bool,
    envelopes: bool,
    curtain_cards: bool,
    ordinary_pack: bool,
    strips: bool,
    square: int | None,
    password: str | None,
    pages: str | None,
) -> None:
    """Print the deals of DECK into its private folder: the hand records of every square.

    The first page gives no deal away.
    """
    from replikat.recipes.papers import Told

    of_pack = "--strips" if strips else "--ordinary-pack"
    instead = {"--envelopes": envelopes, "--curtain-cards": curtain_cards, of_pack: ordinary_pack or strips, "--square": square is not None}
    chosen = [option for option, given in instead.items() if given]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} are papers of their own; ask for one at a time")
    if (numbers or analysis) and (ordinary_pack or strips or square is not None):
        raise click.UsageError("--numbers and --analysis belong to hand records")
    word = _password(password)
    job = start(asked, sheet, existing=square is not None, pages=pages)
    deck = job.opened.deck
    if square is not None and not 1 <= square <= len(deck.squares):
        raise ReplikatError(Fault(f"square {square}", f"{deck.name} has squares 1 to {len(deck.squares)}", field="--square"))
    for language in job.settings.languages:
        if square is not None:
            print_proof(job, language, square)
        elif ordinary_pack or strips:
            print_ordinary(job, language, strips)
        else:
            form: RecordForm = "envelopes" if envelopes else "curtain-cards" if curtain_cards else "deals"
            print_records(job, language, Told(numbers, analysis), form)
    if word is not None:
        job.lock(word)
    job.finish()


def _password(given: str | None) -> str | None:
    """Return the word that locks files, asked for on the terminal where it was given as -; None for none."""
    word = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True) if given == "-" else given
    if word == "":
        raise ReplikatError(Fault("an empty word", "expected one that locks something", field="--password"))
    return str(word) if word is not None else None


def chosen_games(job: Job, games: Sequence[str], players: int | None = None) -> tuple[str, ...]:
    """Return the ids of the games of the booklet: those named, or those of the deck's spec that so many can play."""
    from replikat.recipes.booklets import played_by, refuse_players
    from replikat.recipes.games import game_named

    deck, found = job.opened.deck, job.found
    named = [name.strip() for word in games for name in word.split(",") if name.strip()]
    if games and not named:
        raise ReplikatError(Fault(f"{games[0]!r} names no game", "names such as whist,hearts", field="--game"))
    chosen = tuple(dict.fromkeys(game_named(game, deck, found) for game in named or job.opened.games))
    if not chosen:
        job.report.say("note", "no games: add --game NAME (replikat list games)")
    if games and players is not None:
        refuse_players(chosen, players, deck, found)
    return chosen if players is None else played_by(chosen, players, deck, found)


def codes_in(only: str | None) -> tuple[str, ...]:
    """Return the codes of the cards that --only names; () where it was not given."""
    codes = tuple(code.strip() for code in only.split(",") if code.strip()) if only is not None else ()
    if only is not None and not codes:
        raise ReplikatError(Fault(f"{only!r} names no card", "card codes such as QS,7H", field="--only"))
    return codes


def print_cards(
    job: Job,
    side: str = "both",
    only: str | None = None,
    flip: Flip | None = None,
    inks: Inks = "rgb",
    order: "Order" = "interleaved",
    first: int = 1,
) -> tuple[Path, bytes]:
    """Print cards.pdf, or a file named for the part of it that was asked for."""
    from replikat.recipes.cards import cards_pdf

    job.report.working("cards")
    sides = ("faces", "backs") if side == "both" else (side,)
    codes, press = codes_in(only), job.press
    made = cards_pdf(
        job.opened.deck, job.settings, job.found, sides, codes, flip, inks, order, job.pages, press, printer=job.printer, start=first
    )
    parts = [side if side != "both" else "", "some" if codes or job.pages else "", press.level if press else ""]
    path = job.add(f"{'-'.join(['cards', *filter(None, parts)])}.pdf", made.pdf, about_cards(made))
    if press:
        job.report.say("press", f"built to {press.name}, self-checked; condition {press.intent.condition}, {press.ink} % of ink at most")
    job.report.how_to_print(made, side)
    return path, made.pdf


def print_fed(
    job: Job,
    side: str = "both",
    only: str | None = None,
    flip: Flip | None = None,
    inks: Inks = "rgb",
    order: str | None = None,
    first: int = 1,
) -> tuple[Path, bytes]:
    """Print cards in the order in which the printer is fed; where that is by hand, with the picture of how to do it."""
    from replikat.recipes.routes import order_of

    fed = order_of(order, side, job.settings.sheet, job.printer, job.found)
    printed = print_cards(job, side, only, flip, inks, fed, first)
    if fed != "interleaved":
        from replikat.press.imposing import page_count

        print_feeding(job, flip, page_count(printed[1]) // 2 if fed == "backs-reversed" else 1)
    return printed


def print_feeding(job: Job, flip: Flip | None, begins: int = 1) -> None:
    """Print the page that shows how paper is put back for its second side; the backs begin with that sheet."""
    from replikat.recipes.routes import feeding

    job.add("cards-feeding.pdf", feeding(job.settings, flip, begins, job.printer, job.found), "how the paper goes back for the backs")


def print_booklet(job: Job, language: str, games: Sequence[str], wanted: "Wanted") -> None:
    """Print a booklet in one language; a game whose rules are not written in it is named, never mixed in."""
    from replikat.recipes.booklets import booklet, written

    stem = "booklet" if wanted.guide or len(games) != 1 else games[0]
    name = _named(stem, language, wanted)
    job.report.working(name)
    job.add_paper(f"{name}.pdf", booklet(job.opened.deck, job.settings, language, games, job.found, wanted))
    if wanted.format and FORMATS[wanted.format].imposed == "stitched":
        job.report.say("print", "at 100 %, on both sides, turned over the short edge; fold all sheets together, stitch through the fold")
    for game in games:
        if game not in written(language, games, job.found):
            job.report.say("note", f"the rules of {game} are not written in {language} yet")


def print_quick_cards(job: Job, language: str, games: Sequence[str], wanted: "Wanted") -> None:
    """Print the set-up cards of games and the square log in one language."""
    from replikat.recipes.booklets import CARDS, quick_cards, written

    name = _named("quick-cards", language, wanted)
    job.report.working(name)
    job.add_paper(f"{name}.pdf", quick_cards(job.opened.deck, job.settings, language, games, job.found, wanted))
    if wanted.format is None:
        job.report.say("print", f"{name}.pdf at 100 %, on both sides, turned over the long edge; cut once across and once down")
    for game in games:
        if game not in written(language, games, job.found, CARDS):
            job.report.say("note", f"the card of {game} is not written in {language} yet")


def _named(stem: str, language: str, wanted: "Wanted") -> str:
    """Return the name of a file that says what is unusual about it."""
    parts = [stem, language, "large" if wanted.large else "", wanted.format or ""]
    return "-".join(part for part in parts if part)


def print_scorecards(job: Job, language: str) -> None:
    """Print the blank score sheet of a duel in one language."""
    from replikat.recipes.event_papers import deck_sheets
    from replikat.recipes.papers import stationery

    job.report.working(f"scorecards-{language}")
    made = deck_sheets(job.opened.deck, "duel", stationery(job.settings, language, job.found), job.found)
    job.add_paper(f"scorecards-{language}.pdf", made)


def print_records(job: Job, language: str, told: "Told | None" = None, form: "RecordForm" = "deals") -> None:
    """Print the hand records in one language."""
    from replikat.recipes.papers import Told, records

    job.report.working(f"{form}-{language}")
    made = records(job.opened.deck, job.settings, language, job.found, told or Told(), form)
    job.add_paper(f"{form}-{language}.pdf", made, "page 1 gives nothing away", private=True)


def print_ordinary(job: Job, language: str, as_strips: bool = False) -> None:
    """Print the sheet for an ordinary pack in one language, whole or as strips."""
    from replikat.recipes.papers import ordinary, strips

    name = f"{'strips' if as_strips else 'ordinary-pack'}-{language}"
    job.report.working(name)
    made = (strips if as_strips else ordinary)(job.opened.deck, job.settings, language, job.found)
    job.add_paper(f"{name}.pdf", made, "page 1 gives nothing away", private=True)


def print_proof(job: Job, language: str, square: int | None = None) -> None:
    """Print the record of the proof square, or of the square asked for; a deck without one has none."""
    from replikat.recipes.papers import proof

    shown = square or job.opened.deck.spec.proof
    if shown is None:
        return
    name = f"proof-{language}" if square is None else f"square-{square}-{language}"
    job.report.working(name)
    made = proof(job.opened.deck, job.settings, language, job.found, shown)
    job.add_paper(f"{name}.pdf", made, f"square {shown} alone", private=True)


def verify_cards(job: Job, path: Path, cards: bytes) -> None:
    """Read the finished cards back and compare them with the deck; a fault is an error, whatever its cause."""
    from replikat.recipes.verify import verify

    job.report.working("a second time, by reading")
    verdict = verify(cards, job.opened.deck, job.settings, job.found)
    if verdict.faults:
        raise ReplikatError(*(Fault(fault, file=str(path)) for fault in verdict.faults))
    job.report.say("read", f"{path} back: {verdict.cards} cards, {verdict.marks} marks, all as the deck has them")
