"""The command that measures a printer: calibrate."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from replikat.bounds import LONGEST_NAME, is_folder_name
from replikat.cli.answers import print_json, print_lines, print_written
from replikat.cli.options import (
    OUTPUT,
    PAPER,
    QUESTION,
    Decorator,
    json_option,
    lang_option,
    new_command,
    option,
    path_option,
    quiet_option,
    templates_option,
)
from replikat.data.library import library as open_library
from replikat.deck.loaders import check_language
from replikat.deck.print_settings import PrintSettings
from replikat.errors import Fault, ReplikatError, quoted
from replikat.geometry.paper import Flip, Paper
from replikat.geometry.plane import Point
from replikat.papers.loaders import load_theme
from replikat.press.printers.profile import EDGES, Feed, Margins, Printer
from replikat.press.printers.readings import CORNER, RULERS, STATIONS, Readings
from replikat.store.deck_folder import OUTPUT as USUAL_FOLDER
from replikat.store.files import make_folder, write_whole

PAPERS = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297, 420),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
}
USUAL_LANGUAGE = "en"
USUAL_MARGINS = (4.3,) * 4  # mm, as most laser printers have them


def _station(name: str) -> Decorator:
    return option(
        QUESTION,
        f"--{name}",
        metavar="X,Y",
        help=f"What the two scales of the station {name} show, in mm.",
    )


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The sheet that is to be printed: for which printer, on which paper, in which language."""

    printer: str
    paper: str
    flip: Flip
    language: str
    folder: Path
    templates: Path | None
    corrected: bool  # as the printer's profile says; everything on it should read 0


@new_command("calibrate")
@click.argument("name", metavar="NAME")
@_station("left")
@_station("right")
@_station("top")
@_station("bottom")
@option(
    QUESTION,
    "--edges",
    metavar="A,B,C",
    help="How far the lines lie from the paper's edges at A, B and C.  [default: 20,20,20]",
)
@option(
    QUESTION,
    "--rulers",
    metavar="X,Y",
    help="How long the level and the upright ruler are.  [default: 100,150]",
)
@option(
    QUESTION,
    "--margins",
    metavar="T,R,B,L",
    help="Where ink begins: top, right, bottom, left.  [default: 4.3 each]",
)
@option(QUESTION, "--ask", is_flag=True, help="Ask for the readings one by one.")
@option(
    QUESTION,
    "--check",
    is_flag=True,
    help="Print the sheet as NAME corrects it: everything should read 0.",
)
@option(
    PAPER,
    "--paper",
    type=click.Choice(list(PAPERS)),
    default="a4",
    show_default=True,
    help="Paper of the sheet.",
)
@option(
    PAPER,
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    show_default=True,
    help="The edge over which paper is turned.",
)
@option(
    PAPER,
    "--feed",
    type=click.Choice(["both-sides", "faces-first", "faces-first-reversed"]),
    default="both-sides",
    show_default=True,
    help="Does it turn the paper itself, or do you, with the backs in order or from the"
    " last to the first.",
)
@option(PAPER, "--note", default="", help="A note on the paper it was measured with.")
@path_option(OUTPUT, "-o", "--output", help="Folder of the sheet.  [default: output]")
@templates_option
@lang_option
@quiet_option
@json_option
def command(
    name: str,
    edges: str | None,
    rulers: str | None,
    margins: str | None,
    ask: bool,
    check: bool,
    paper: str,
    flip: Flip,
    feed: Feed,
    note: str,
    output: Path | None,
    templates: Path | None,
    lang: tuple[str, ...],
    quiet: bool,
    as_json: bool,
    **stations: str | None,
) -> None:
    """Measure a printer once, so that its backs lie behind their faces ever after.

    Without readings the calibration sheet is printed, two sides of one paper. With the readings of
    all four stations the printer profile NAME is kept, to be used with --printer NAME.
    """
    if not is_folder_name(name) or len(name) > LONGEST_NAME:
        cure = f"expected {is_folder_name.__doc__}"
        raise ReplikatError(Fault(f"found {quoted(name)}", cure, field="NAME"))
    if check or not (ask or any(stations.values())):
        sheet = Sheet(
            printer=name,
            paper=paper,
            flip=flip,
            language=lang[0] if lang else USUAL_LANGUAGE,
            folder=output or USUAL_FOLDER,
            templates=templates,
            corrected=check,
        )
        _write_sheet(sheet, quiet, as_json)
        return
    texts = {**stations, "edges": edges, "rulers": rulers, "margins": margins}
    readings, rims = _readings(_prompted(texts) if ask else texts)
    from replikat.press.printers.correction import measured

    printer = measured(readings, PAPERS[paper], flip, feed, rims, note)
    _keep(name, printer, paper, quiet, as_json)


def _keep(name: str, printer: Printer, paper: str, quiet: bool, as_json: bool) -> None:
    """Keep a printer's profile in the user's folder, and tell what was measured."""
    from replikat.press.printers.profile_files import profile_path, profile_text

    path = profile_path(name)
    make_folder(path.parent)
    known = path.exists()
    write_whole(path, profile_text(name, printer).encode(), within=path.parent)
    if as_json:
        print_json({"file": str(path), "known": known, **asdict(printer)})
        return
    if not quiet:
        click.echo(f"{'measured again' if known else 'kept'}  {path}")
    for side, moved in (("front", printer.front), ("back", printer.back)):
        scale = f"{100 * moved.scale_x:.2f} x {100 * moved.scale_y:.2f} %"
        shift = f"{moved.x:+.2f} {moved.y:+.2f} mm, {moved.rotation:+.2f} degrees"
        print_lines([(side, f"{shift}, {scale}")])
    if not quiet:
        again = f"replikat calibrate {name} --check --paper {paper}"
        print_lines([("try", f"{again}  (everything should read 0)")])


def _write_sheet(sheet: Sheet, quiet: bool, as_json: bool) -> None:
    from replikat.press.printers.correction import calibration
    from replikat.press.printers.profile_files import profile_named

    library = open_library(sheet.templates)
    check_language(sheet.language, library)
    name, flip = sheet.printer, sheet.flip
    profile = profile_named(name, library) if sheet.corrected else None
    if profile:
        flip = profile.printer.flip
    palette = load_theme(PrintSettings().theme, library)[1]
    data = calibration(PAPERS[sheet.paper], flip, sheet.language, palette, library, profile)
    make_folder(sheet.folder)
    ending = f"-{name}" if profile else ""
    path = sheet.folder / f"calibration-{sheet.paper}{ending}.pdf"
    write_whole(path, data, within=sheet.folder)
    print_written([(path, "")], quiet=quiet, as_json=as_json)
    if quiet or as_json:
        return
    print_lines([("print", f"at 100 %, on both sides, turned over the {flip} edge")])
    if not profile:
        ask = f"replikat calibrate {name} --ask --paper {sheet.paper}"
        print_lines([("then", f"{ask}, and read what the sheet asks for")])


def _prompted(texts: dict[str, str | None]) -> dict[str, str | None]:
    """Return the readings with those that were not given asked for."""
    usual = {
        "edges": f"{CORNER:g},{CORNER:g},{CORNER:g}",
        "rulers": ",".join(f"{length:g}" for length in RULERS),
        "margins": ",".join(f"{margin:g}" for margin in USUAL_MARGINS),
    }
    questions = {
        "edges": "edges: mm at A, B, C",
        "rulers": "rulers: mm level, upright",
        "margins": f"margins: mm {', '.join(EDGES)}",
    }
    answers = dict(texts)
    for key, text in texts.items():
        if text is None:
            question = questions.get(key, f"{key}: mm x,y")
            answers[key] = click.prompt(question, default=usual.get(key, "0,0"))
    return answers


def _readings(texts: dict[str, str | None]) -> tuple[Readings, Margins]:
    """Return what the options say; every fault of them is told at once."""
    faults: list[Fault] = []

    def numbers(key: str, count: int, usual: Sequence[float] | None = None) -> Sequence[float]:
        text = texts.get(key)
        if text is None and usual is not None:
            return usual
        read = _numbers(text or "")
        if len(read) != count or not all(abs(number) < 1000 for number in read):
            example = ",".join(["0.4", "-1.2", "0.3", "0"][:count])
            found = f"found {quoted(text)}" if text is not None else "nothing was read there"
            cure = f"expected {count} numbers of mm such as {example}"
            faults.append(Fault(found, cure, field=f"--{key}"))
            return [0.0] * count
        return read

    stations = {station: Point(*numbers(station, 2)) for station in STATIONS}
    edges = numbers("edges", 3, (CORNER,) * 3)
    rulers = numbers("rulers", 2, RULERS)
    margins = numbers("margins", 4, USUAL_MARGINS)
    faults += _faults_beyond("edges", edges, (CORNER,) * 3, 15.0)
    faults += _faults_beyond("rulers", rulers, RULERS, 5.0)
    for margin in margins:
        if not 0 <= margin <= 40:
            faults.append(Fault(f"{margin:g} mm", "expected 0 to 40 mm", field="--margins"))
    if faults:
        raise ReplikatError(*faults)
    a, b, c = edges
    level, upright = rulers
    return Readings(stations, (a, b, c), (level, upright)), Margins(*margins)


def _numbers(text: str) -> list[float]:
    """Return numbers between commas, or between semicolons where commas are decimal; [] for none
    such.
    """
    between = r"\s*;\s*" if ";" in text else r"\s*,\s*"
    parts = re.split(between, text.strip())
    try:
        return [float(part.replace(",", ".").replace("−", "-")) for part in parts]
    except ValueError:
        return []


def _faults_beyond(
    key: str, read: Sequence[float], expected: Sequence[float], most: float
) -> list[Fault]:
    """Return a fault for every reading that is more than `most` mm from what is expected."""
    return [
        Fault(f"{mm:g} mm", f"expected about {wanted:g} mm", field=f"--{key}")
        for mm, wanted in zip(read, expected, strict=True)
        if abs(mm - wanted) > most
    ]
