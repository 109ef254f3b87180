"""Answers as every command gives them: lines for people, JSON for programs, files written."""

import codecs
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from replikat.errors import escaped

WROTE = "wrote"  # the label of a file that was written


def file_line(path: Path, about: str) -> str:
    """Return what is said of a file that was written."""
    return f"{path}  ({about})" if about else str(path)


def files_tree(files: Iterable[tuple[Path, str]]) -> list[dict[str, str]]:
    """Return files, each with what it is, as plain data."""
    return [{"file": str(path), "about": about} for path, about in files]


def print_lines(lines: Iterable[tuple[str, str]]) -> None:
    """Print lines with their labels."""
    for label, text in lines:
        click.echo(escaped(f"{label:<7} {text}".rstrip()))


def print_fault(text: str) -> None:
    """Print a line on standard error that says what is wrong; nothing in it steers a terminal."""
    click.echo(f"replikat: {escaped(text)}", err=True)


def print_json(tree: object) -> None:
    """Print plain data for programs: where standard output is not UTF-8, in ASCII alone, so that
    no sign is lost.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    ascii_alone = codecs.lookup(encoding).name != "utf-8"
    click.echo(json.dumps(tree, ensure_ascii=ascii_alone, indent=2))


def print_written(
    files: list[tuple[Path, str]],
    *,
    quiet: bool,
    as_json: bool,
    title: tuple[str, str] | None = None,
) -> None:
    """Tell what was written, each file with what it is: to people under a title, or to programs."""
    if as_json:
        print_json({"files": files_tree(files)})
    elif not quiet:
        print_lines([title] if title else [])
        print_lines((WROTE, file_line(path, about)) for path, about in files)
