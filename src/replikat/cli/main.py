"""The door: names the commands, loads each only when it is called, and turns errors into lines."""

import os
import re
import signal
import sys
from contextlib import suppress
from errno import ENOSPC
from importlib import import_module
from io import StringIO
from keyword import iskeyword
from typing import Any

import click

from replikat import __version__
from replikat.cli.consoles import replace_missing_signs

SECTIONS = {
    "Print": {
        "make": "Print everything for one deck.",
        "cards": "Print the cards of a deck.",
        "booklet": "Print the instruction booklet.",
        "scorecards": "Print score sheets, blank or fitted to an event.",
        "preview": "Picture how a deck will look; with --watch again and again while you edit it.",
        "calibrate": "Measure a printer, so that its backs lie behind their faces.",
    },
    "Play": {
        "setup": "Set a square up for a game: which cards lie where.",
        "find": "Name the card that carries a mark: a lost card, a doubled number.",
        "tally": "Count a deal: cards left, items captured, grids, combinations, contracts.",
        "schedule": "Show who sits where with which square, and what the schedule is worth.",
        "score": "Compare results: the ranking, who gained where, and how much was luck.",
    },
    "Deals": {
        "deals": "Print the deals of a deck: hand records, or a sheet for any ordinary pack.",
        "import": "Make a deck of the deals in a PBN file.",
        "export": "Write the deals of a deck for other programs: PBN, LIN, CSV, JSON,"
        " dealing machines.",
        "check": "Measure a deck: laws, balance, overlap.",
        "commit": "Bind the deals of a deck before play: one number to publish.",
        "prove": "Show after play that squares, or all, are what was bound; judge such a proof.",
    },
    "Shop": {
        "verify": "Read a printed PDF back and compare it with its deck.",
        "preflight": "Check any PDF for a press: each finding with page and cure.",
    },
    "Your own": {
        "list": "List what there is of a kind: decks, packs, games, sheets, languages,"
        " themes, events ...",
        "schema": "Print the JSON Schema of a kind of data file.",
        "init": "Make a folder for your own decks, sheets and themes.",
    },
}
_DIGITS = re.compile(r"[0-9A-Fa-f]{16,}")
COMMANDS = [name for section in SECTIONS.values() for name in section]


class LazyGroup(click.Group):
    """A group that imports a command when it is called, so that --help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        # A module cannot bear the name of a keyword: `import` lies in import_.py.
        module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        command: click.Command = import_module(f"replikat.cli.commands.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(len(name) for name in COMMANDS)
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                rows = [(f"{name:<{widest}}", about) for name, about in commands.items()]
                formatter.write_dl(rows)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="replikat")
def replikat() -> None:
    """Print replicate decks: playing cards whose backs deal the same hands again, by hand.

    DECK is the name of a deck (see: replikat list decks), or the path of a spec, a deck file or an
    output folder.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 the input, 2 the options, 130 interrupted, 143
    terminated.
    """
    signal.signal(signal.SIGTERM, _end)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code; every fault of the input is a line on standard
    error.
    """
    from replikat.cli.answers import print_fault
    from replikat.errors import WHOLE, ReplikatError, system_fault

    replace_missing_signs()
    try:
        result: Any = replikat.main(arguments, prog_name="replikat", standalone_mode=False)
        if sys.stdout:  # none where the caller has closed it
            sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except ReplikatError as error:
        for fault in error.faults:
            print_fault(str(fault))
        return 1
    except click.ClickException as error:
        _show(error)
        return 2 if isinstance(error, click.UsageError) else 1
    except (KeyboardInterrupt, click.Abort):
        print_fault(f"interrupted; {WHOLE}")
        return 130
    except Terminated:
        print_fault(f"interrupted; {WHOLE}")
        return 143
    except SystemExit:  # click's answer to a reader that has gone
        return 0
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno == ENOSPC and not error.filename:  # files say their names
            error.filename = "standard output"
            _drop_output()
        print_fault(str(system_fault(error, WHOLE)))
        return 1


class Terminated(SystemExit):
    """The run was asked to end by SIGTERM; where nobody catches it, it ends in silence."""


def _end(*_: object) -> None:
    raise Terminated(143)  # 128 and the number of the signal, as shells count


def _show(error: click.ClickException) -> None:
    """Print what click says; nothing in it steers a terminal, and long hexadecimal numbers, which
    may be the half of a seed, are left out.
    """
    from replikat.errors import escaped

    text = StringIO()
    error.show(text)
    for line in text.getvalue().splitlines():
        click.echo(escaped(_DIGITS.sub("...", line)), err=True)


def _drop_output() -> None:
    """Send what is left of standard output nowhere, so that Python's last flush stays quiet."""
    with suppress(OSError, ValueError):
        number = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
