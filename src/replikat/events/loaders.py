"""Events and movements: from their files to values."""

from pathlib import Path
from typing import TYPE_CHECKING

from replikat.data.library import Library
from replikat.data.reader import read as read
from replikat.data.strict_yaml import Source, read_source

if TYPE_CHECKING:
    from replikat.events.event import Event
    from replikat.events.movements import Movement


def read_event(path: Path, library: Library) -> "tuple[Event, Source]":
    """Return an event; whether it can be played is not looked at here."""
    from replikat.events.event import Event

    source = read_source(path)
    return read(Event, source, library), source


def load_event(name: str, library: Library) -> "Event":
    """Return an event by its name."""
    return read_event(library.find("events", name), library)[0]


def read_movement(path: Path, library: Library) -> "Movement":
    """Return a movement from any file."""
    from replikat.events.movements import Movement

    return read(Movement, read_source(path), library)


def load_movement(name: str, library: Library) -> "Movement":
    """Return a movement by its name."""
    return read_movement(library.find("movements", name), library)
