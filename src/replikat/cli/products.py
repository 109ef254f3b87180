"""The things that are printed of a deck, one function each."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from replikat.cli.jobs import Job
from replikat.cli.progress import Step
from replikat.cli.report import about_cards
from replikat.errors import Fault, ReplikatError, quoted
from replikat.geometry.paper import Flip
from replikat.typeset.figures.palette import Inks
from replikat.typeset.text.formats import FORMATS

if TYPE_CHECKING:
    from replikat.deals.records.printing import RecordForm, Told
    from replikat.games.booklet.printing import Wanted
    from replikat.press.sheets.sides import Order


def tell_other_print(job: Job) -> None:
    """Tell where the cards will not look like those that were first printed of the deck."""
    own, now = job.opened.settings, job.settings
    looks = ("sheet", "theme", "word", "faces", "backs")
    if not job.opened.new and any(getattr(own, look) != getattr(now, look) for look in looks):
        first = ", ".join(
            [
                own.sheet,
                own.theme,
                *([own.word] if own.word != now.word else []),
                *own.faces,
                *own.backs,
            ]
        )
        job.report.say(
            "note",
            f"this is not how the deck was first printed ({first}); a lost card is printed"
            f" as it was then",
        )


def print_everything(job: Job, games: Sequence[str], flip: Flip | None, inks: Inks) -> None:
    """Print cards and papers of a deck, and read the cards back."""
    from replikat.games.booklet.printing import Wanted

    chosen = chosen_games(job, games)
    tell_other_print(job)
    cards: list[tuple[Path, bytes]] = []
    steps = [Step("cards", lambda: cards.append(print_fed(job, flip=flip, inks=inks)))]
    for language in job.settings.languages:
        steps += [
            Step(f"booklet-{language}", partial(print_booklet, job, language, chosen, Wanted())),
            Step(
                f"quick-cards-{language}",
                partial(print_quick_cards, job, language, chosen, Wanted()),
            ),
            Step(f"scorecards-{language}", partial(print_scorecards, job, language)),
            Step(f"deals-{language}", partial(print_records, job, language)),
            Step(f"ordinary-pack-{language}", partial(print_ordinary, job, language)),
            Step(f"proof-{language}", partial(print_proof, job, language)),
        ]
    steps.append(Step("a second time, by reading", lambda: verify_cards(job, *cards[0])))
    job.work_through(steps)
    job.report.say("keep", f"{job.opened.file}: it is the deck, and it holds every deal")


def chosen_games(job: Job, games: Sequence[str], players: int | None = None) -> tuple[str, ...]:
    """Return the ids of the games of the booklet: those named, or those of the deck's spec that so
    many can play.
    """
    from replikat.games.booklet.printing import played_by, refuse_players
    from replikat.games.set_up import game_named

    deck, library = job.opened.deck, job.library
    named = [name.strip() for word in games for name in word.split(",") if name.strip()]
    if games and not named:
        raise ReplikatError(
            Fault(f"{quoted(games[0])} names no game", "names such as whist,hearts", field="--game")
        )
    chosen = tuple(
        dict.fromkeys(game_named(game, deck, library) for game in named or job.opened.games)
    )
    if not chosen:
        job.report.say("note", "no games: add --game NAME (replikat list games)")
    if games and players is not None:
        refuse_players(chosen, players, deck, library)
    return chosen if players is None else played_by(chosen, players, deck, library)


def codes_in(only: str | None) -> tuple[str, ...]:
    """Return the codes of the cards that --only names; () where it was not given."""
    codes = (
        tuple(code.strip() for code in only.split(",") if code.strip()) if only is not None else ()
    )
    if only is not None and not codes:
        raise ReplikatError(
            Fault(f"{quoted(only)} names no card", "card codes such as QS,7H", field="--only")
        )
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
    from replikat.cards.printing import cards_pdf

    sides = ("faces", "backs") if side == "both" else (side,)
    codes, press = codes_in(only), job.press
    printed = cards_pdf(
        job.opened.deck,
        job.settings,
        job.library,
        sides,
        codes,
        flip,
        inks,
        order,
        job.pages,
        press,
        printer=job.printer,
        start=first,
    )
    parts = [
        side if side != "both" else "",
        "some" if codes or job.pages else "",
        press.level if press else "",
    ]
    path = job.add(
        f"{'-'.join(['cards', *filter(None, parts)])}.pdf",
        printed.pdf,
        about_cards(printed),
        secret=True,  # every back lies behind its face
    )
    if press:
        job.report.say(
            "press",
            f"built to {press.name}, self-checked; condition {press.intent.condition},"
            f" {press.ink} % of ink at most",
        )
    job.report.how_to_print(printed, side)
    return path, printed.pdf


def print_fed(
    job: Job,
    side: str = "both",
    only: str | None = None,
    flip: Flip | None = None,
    inks: Inks = "rgb",
    order: str | None = None,
    first: int = 1,
) -> tuple[Path, bytes]:
    """Print cards in the order in which the printer is fed; where that is by hand, with the picture
    of how to do it.
    """
    from replikat.press.routes import order_of

    fed = order_of(order, side, job.settings.sheet, job.printer, job.library)
    printed = print_cards(job, side, only, flip, inks, fed, first)
    if fed != "interleaved":
        from replikat.typeset.imposing import page_count

        print_feeding(job, flip, page_count(printed[1]) // 2 if fed == "backs-reversed" else 1)
    return printed


def print_feeding(job: Job, flip: Flip | None, begins: int = 1) -> None:
    """Print the page that shows how paper is put back for its second side; the backs begin with
    that sheet.
    """
    from replikat.papers.loaders import load_theme
    from replikat.press.routes import feeding

    palette = load_theme(job.settings.theme, job.library)[1]
    page = feeding(job.settings, palette, flip, begins, job.printer, job.library)
    job.add("cards-feeding.pdf", page, "how the paper goes back for the backs")


def print_booklet(job: Job, language: str, games: Sequence[str], wanted: "Wanted") -> None:
    """Print a booklet in one language; a game whose rules are not written in it is named, never
    mixed in.
    """
    from replikat.games.booklet.printing import booklet, written

    stem = "booklet" if wanted.guide or len(games) != 1 else games[0]
    name = _named(stem, language, wanted)
    job.add_paper(
        f"{name}.pdf", booklet(job.opened.deck, job.settings, language, games, job.library, wanted)
    )
    if wanted.format and FORMATS[wanted.format].imposed == "stitched":
        job.report.say(
            "print",
            "at 100 %, on both sides, turned over the short edge; fold all sheets"
            " together, stitch through the fold",
        )
    for game in games:
        if game not in written(language, games, job.library):
            job.report.say("note", f"the rules of {game} are not written in {language} yet")


def print_quick_cards(job: Job, language: str, games: Sequence[str], wanted: "Wanted") -> None:
    """Print the set-up cards of games and the square log in one language."""
    from replikat.games.booklet.printing import quick_cards, written
    from replikat.games.loaders import CARDS

    name = _named("quick-cards", language, wanted)
    job.add_paper(
        f"{name}.pdf",
        quick_cards(job.opened.deck, job.settings, language, games, job.library, wanted),
    )
    if wanted.format is None:
        job.report.say(
            "print",
            f"{name}.pdf at 100 %, on both sides, turned over the long edge; cut once"
            f" across and once down",
        )
    for game in games:
        if game not in written(language, games, job.library, CARDS):
            job.report.say("note", f"the card of {game} is not written in {language} yet")


def _named(stem: str, language: str, wanted: "Wanted") -> str:
    """Return the name of a file that says what is unusual about it."""
    parts = [stem, language, "large" if wanted.large else "", wanted.format or ""]
    return "-".join(part for part in parts if part)


def print_scorecards(job: Job, language: str) -> None:
    """Print the blank score sheet of a duel in one language."""
    from replikat.events.printing import deck_sheets
    from replikat.papers.stationery import stationery

    data = deck_sheets(
        job.opened.deck, "duel", stationery(job.settings, language, job.library), job.library
    )
    job.add_paper(f"scorecards-{language}.pdf", data)


def print_records(
    job: Job,
    language: str,
    content: "Told | None" = None,
    form: "RecordForm" = "deals",
    square: int | None = None,
) -> None:
    """Print the hand records in one language; of envelopes and slips those of one square, where it
    is named.
    """
    from replikat.deals.records.printing import Told, records

    deck, told = job.opened.deck, content or Told()
    data = records(deck, job.settings, language, job.library, told, form, square)
    _add_private(job, form, language, data, square)


def print_ordinary(
    job: Job, language: str, as_strips: bool = False, square: int | None = None
) -> None:
    """Print the sheet for an ordinary pack in one language, whole or as strips, of all squares or
    of one.
    """
    from replikat.deals.records.printing import ordinary, strips

    draw = strips if as_strips else ordinary
    data = draw(job.opened.deck, job.settings, language, job.library, square)
    _add_private(job, "strips" if as_strips else "ordinary-pack", language, data, square)


def _add_private(job: Job, paper: str, language: str, data: bytes, square: int | None) -> None:
    """Take up a paper of deals, under a name of its own where it shows one square alone."""
    name = f"{paper}-square-{square}-{language}" if square else f"{paper}-{language}"
    about = f"square {square} alone; " if square else ""
    job.add_paper(f"{name}.pdf", data, f"{about}page 1 gives nothing away", private=True)


def print_proof(job: Job, language: str, square: int | None = None) -> None:
    """Print the record of the proof square, or of the square asked for; a deck without one has
    none.
    """
    from replikat.deals.records.printing import proof

    shown = square or job.opened.deck.spec.proof
    if shown is None:
        return
    name = f"proof-{language}" if square is None else f"square-{square}-{language}"
    data = proof(job.opened.deck, job.settings, language, job.library, shown)
    job.add_paper(f"{name}.pdf", data, f"square {shown} alone", private=True)


def verify_cards(job: Job, path: Path, cards: bytes) -> None:
    """Read the finished cards back and compare them with the deck; a fault is an error, whatever
    its cause.
    """
    from replikat.reading.verify import verify

    verdict = verify(cards, job.opened.deck, job.settings, job.library)
    if verdict.faults:
        raise ReplikatError(*(Fault(fault, file=str(path)) for fault in verdict.faults))
    job.report.say(
        "read",
        f"{path} back: {verdict.cards} cards, {verdict.marks} marks, all as the deck has them",
    )
