"""What tests of the papers of events share: events by name and by text, and pages on which nothing crosses."""

from functools import cache
from pathlib import Path

from replikat.cli.events import open_event
from replikat.events.planning import Planned
from replikat.reading.drawn.page import Page
from support import LIBRARY


@cache
def planned(event: str) -> Planned:
    return open_event(event, LIBRARY)


def event_of(text: str, folder: Path) -> Planned:
    """Return an event from the text of its file."""
    path = folder / "evening.yaml"
    path.write_text(text, encoding="utf-8")
    return open_event(str(path), LIBRARY)


def assert_clean(page: Page) -> None:
    """Nothing lies over something else, nor outside the page's margins."""
    words = [word for word in page.words if not word.text.isspace()]
    outside = [word.text for word in words if word.box.x < 8 or word.box.right > page.width - 8 or word.box.bottom > page.height - 4]
    assert outside == []
    by_height = sorted(words, key=lambda word: word.box.y)
    crossing = []
    for place, a in enumerate(by_height):
        for b in by_height[place + 1 :]:
            if b.box.y > a.box.bottom:
                break
            if a.box.inset(0.06).meets(b.box.inset(0.06)):
                crossing.append((a.text, b.text))
    assert crossing == []
