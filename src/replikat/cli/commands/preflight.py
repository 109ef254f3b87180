"""The command that checks any PDF for a press: preflight."""

from dataclasses import asdict
from pathlib import Path

import click

from replikat.cli.answers import print_json
from replikat.cli.options import (
    QUESTION,
    json_option,
    new_command,
    option,
    quiet_option,
)
from replikat.cli.progress import progress
from replikat.cli.shop import LEVELS, ink_option
from replikat.errors import ReplikatError
from replikat.press.services import MOST_INK, PDFX, Level


@new_command("preflight")
@click.argument("pdf", metavar="FILE", type=click.Path(path_type=Path))
@option(
    QUESTION,
    "--level",
    type=click.Choice(LEVELS),
    help="The rules to check by.  [default: what the file says it is, or x4]",
)
@ink_option
@option(
    QUESTION,
    "--bleed",
    type=click.FloatRange(0, 20),
    default=0.0,
    help="So many mm every page must reach beyond its trim.",
)
@quiet_option
@json_option
def command(
    pdf: Path, level: Level | None, ink: int | None, bleed: float, quiet: bool, as_json: bool
) -> int:
    """Check any PDF for a press by the rules of PDF/X: each finding with its pages and its cure.

    This is our own check, not a certificate: the print shop's preflight has the last word.
    """
    from replikat.press.pdfx.pressroom import faults_of, preflight_file

    with progress("checking", 1, quiet):
        report = preflight_file(pdf, level, ink or MOST_INK, bleed)
    name = PDFX[report.level][0]
    if as_json:
        tree = {
            "file": str(pdf),
            "rules": name,
            "says": report.claim,
            "pages": report.pages,
            "sound": not report.findings,
            "findings": [asdict(finding) for finding in report.findings],
        }
        print_json(tree)
        return 1 if report.findings else 0
    if report.findings:
        raise ReplikatError(*faults_of(report.findings, str(pdf)))
    pages = f"{report.pages} page{'s' if report.pages != 1 else ''}"
    click.echo(f"{pdf}: built to {name}, self-checked: {pages}, nothing found")
    return 0
