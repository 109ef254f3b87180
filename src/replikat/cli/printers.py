"""The command that measures a printer: calibrate."""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from replikat.cli.options import Decorator, templates_option
from replikat.cli.output import write_whole
from replikat.errors import Fault, ReplikatError
from replikat.model.bounds import is_folder_name
from replikat.model.calibration import CORNER, RULERS, STATIONS, Readings
from replikat.model.geometry import Point
from replikat.model.printer import EDGES, Feed, Margins, Profile
from replikat.model.sheet_spec import Flip, Paper
from replikat.specs.loaders import check_language
from replikat.templates import library

PAPERS = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297, 420),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
}
OUTPUT = Path("output")


def _station(name: str) -> Decorator:
    return click.option(f"--{name}", metavar="X,Y", help=f"What the two scales of the station {name} show, in mm.")


@click.command("calibrate")
@click.argument("name", metavar="NAME")
@_station("left")
@_station("right")
@_station("top")
@_station("bottom")
@click.option("--edges", metavar="A,B,C", help="How far the lines lie from the paper's edges at A, B and C.  [default: 20,20,20]")
@click.option("--rulers", metavar="X,Y", help="How long the level and the upright ruler are.  [default: 100,150]")
@click.option("--margins", metavar="T,R,B,L", help="Where ink begins: top, right, bottom, left.  [default: 4.3 each]")
@click.option("--ask", is_flag=True, help="Ask for the readings one by one.")
@click.option("--check", is_flag=True, help="Print the sheet as NAME corrects it: everything should read 0.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Paper of the sheet.")
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True, help="The edge over which paper is turned."
)
@click.option(
    "--feed",
    type=click.Choice(["both-sides", "faces-first", "faces-first-reversed"]),
    default="both-sides",
    show_default=True,
    help="Does it turn the paper itself, or do you, with the backs in order or from the last to the first.",
)
@click.option("--note", default="", help="A note on the paper it was measured with.")
@click.option("--lang", default="en", show_default=True, help="Language of the sheet.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder of the sheet.  [default: output]")
@templates_option
def calibrate_command(
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
    lang: str,
    output: Path | None,
    templates: Path | None,
    **stations: str | None,
) -> None:
    """Measure a printer once, so that its backs lie behind their faces ever after.

    Without readings the calibration sheet is printed, two sides of one paper. With the readings of all four stations
    the printer profile NAME is kept, to be used with --printer NAME.
    """
    if not is_folder_name(name):
        raise ReplikatError(Fault(f"found {name!r}", f"expected {is_folder_name.__doc__}", field="NAME"))
    if check or not (ask or any(stations.values())):
        _write_sheet(name, PAPERS[paper], paper, flip, lang, output or OUTPUT, templates, check)
        return
    given = {**stations, "edges": edges, "rulers": rulers, "margins": margins}
    readings, rims = _readings(_asked(given) if ask else given)
    from replikat.recipes.printers import measured, profile_path, profile_text

    printer = measured(readings, PAPERS[paper], flip, feed, rims, note)
    path = profile_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = path.exists()
    write_whole(path, profile_text(name, printer).encode())
    click.echo(f"{'measured again' if known else 'kept'}  {path}")
    for side, moved in (("front", printer.front), ("back", printer.back)):
        scale = f"{100 * moved.scale_x:.2f} x {100 * moved.scale_y:.2f} %"
        click.echo(f"{side:<7} {moved.x:+.2f} {moved.y:+.2f} mm, {moved.rotation:+.2f} degrees, {scale}")
    click.echo(f"try     replikat calibrate {name} --check --paper {paper}  (everything should read 0)")


def _write_sheet(name: str, paper: Paper, key: str, flip: Flip, lang: str, folder: Path, templates: Path | None, check: bool) -> None:
    from replikat.recipes.printers import calibration, profile_named

    found = library(templates)
    check_language(lang, found)
    profile: Profile | None = profile_named(name, found) if check else None
    data = calibration(paper, profile.printer.flip if profile else flip, lang, found, profile)
    folder.mkdir(parents=True, exist_ok=True)
    path = write_whole(folder / f"calibration-{key}{f'-{name}' if check else ''}.pdf", data)
    click.echo(f"wrote   {path}")
    click.echo(f"print   at 100 %, on both sides, turned over the {profile.printer.flip if profile else flip} edge")
    if not check:
        click.echo(f"then    replikat calibrate {name} --ask --paper {key}, and read what the sheet asks for")


def _asked(given: dict[str, str | None]) -> dict[str, str | None]:
    """Return the readings with those that were not given asked for."""
    usual = {"edges": f"{CORNER:g},{CORNER:g},{CORNER:g}", "rulers": ",".join(f"{long:g}" for long in RULERS), "margins": "4.3,4.3,4.3,4.3"}
    about = {"edges": "edges: mm at A, B, C", "rulers": "rulers: mm level, upright", "margins": f"margins: mm {', '.join(EDGES)}"}
    return {
        key: value if value is not None else click.prompt(about.get(key, f"{key}: mm x,y"), default=usual.get(key, "0,0"))
        for key, value in given.items()
    }


def _readings(given: dict[str, str | None]) -> tuple[Readings, Margins]:
    """Return what the options say; every fault of them is told at once."""
    faults: list[Fault] = []

    def numbers(key: str, count: int, usual: Sequence[float] | None = None) -> Sequence[float]:
        said = given.get(key)
        if said is None and usual is not None:
            return usual
        parts = re.split(r"\s*[;,]\s*" if ";" not in (said or "") else r"\s*;\s*", (said or "").strip())
        try:
            found = [float(part.replace(",", ".").replace("−", "-")) for part in parts]
        except ValueError:
            found = []
        if len(found) != count or not all(abs(number) < 1000 for number in found):
            what = f"found {said!r}" if said is not None else "nothing was read there"
            faults.append(
                Fault(what, f"expected {count} numbers of mm such as {','.join(['0.4', '-1.2', '0.3', '0'][:count])}", field=f"--{key}")
            )
            return [0.0] * count
        return found

    stations = {station: Point(*numbers(station, 2)) for station in STATIONS}
    edges = numbers("edges", 3, (CORNER,) * 3)
    rulers = numbers("rulers", 2, RULERS)
    rims = numbers("margins", 4, (4.3,) * 4)
    for key, found, meant, off in (("edges", edges, (CORNER,) * 3, 15.0), ("rulers", rulers, RULERS, 5.0)):
        faults += [
            Fault(f"{read:g} mm", f"expected about {wanted:g} mm", field=f"--{key}")
            for read, wanted in zip(found, meant, strict=True)
            if abs(read - wanted) > off
        ]
    faults += [Fault(f"{rim:g} mm", "expected 0 to 40 mm", field="--margins") for rim in rims if not 0 <= rim <= 40]
    if faults:
        raise ReplikatError(*faults)
    return Readings(stations, (edges[0], edges[1], edges[2]), (rulers[0], rulers[1])), Margins(*rims)
