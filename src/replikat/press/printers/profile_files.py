"""Printer profiles as files: the user's own folder, found by name, written."""

from dataclasses import fields
from pathlib import Path

from replikat.data.library import Library, settings_folder
from replikat.press.loaders import load_printer
from replikat.press.printers.profile import Correction, Margins, Printer, Profile

FOLDER = "printers"


def printer_library(library: Library) -> Library:
    """Return the library with the user's configuration folder behind the folder of the user's own templates."""
    return Library((*library.folders[:-1], settings_folder(), *library.folders[-1:]))


def profile_named(name: str, library: Library) -> Profile:
    """Return a printer profile by its name."""
    return Profile(name, load_printer(name, printer_library(library)))


def profile_path(name: str) -> Path:
    """Return the file in which a profile of the user's is kept."""
    return settings_folder() / FOLDER / f"{name}.yaml"


def profile_text(name: str, printer: Printer) -> str:
    """Return the file that is a printer profile."""
    import json

    lines = [
        f"# The printer {name}, measured by `replikat calibrate`. Use it with --printer {name}.",
        "# Corrections are seen from the front of the upright paper: mm right and down, degrees clockwise, about the middle.",
        f"flip: {printer.flip}",
        f"feed: {printer.feed}",
        f"front: {_flow(printer.front)}",
        f"back: {_flow(printer.back)}",
        f"margins: {_flow(printer.margins)}",
    ]
    return "\n".join([*lines, *([f"paper: {json.dumps(printer.paper, ensure_ascii=False)}"] if printer.paper else [])]) + "\n"


def _flow(value: Correction | Margins) -> str:
    return "{" + ", ".join(f"{field.name}: {_plain(getattr(value, field.name))}" for field in fields(value)) + "}"


def _plain(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".") if abs(value) >= 5e-6 else "0"
