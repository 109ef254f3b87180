"""What lies on the table in a set-up's picture: its form, its size and the words under it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import radians, sin
from typing import Literal

from replikat.deck.catalogue import Catalogue
from replikat.deck.squares import POSITIONS
from replikat.games.pictures.measures import CARD_HIGH, CARD_WIDE, FAN, FAN_ARM, FAN_STEP, LEADING, NOTE, label_wide
from replikat.games.setups import BATCHES, Setup, Span, Zone
from replikat.games.table.steps import seat_name
from replikat.typeset.fonts import width

SIDES = ("S", "W", "N", "E")
PICTURE = CARD_HIGH + 2.0  # height of a picture of one card, words excluded
OPEN_STEP = 0.62 * CARD_WIDE  # between cards lying open beside each other
MOST_OPEN = 4
BESIDE = 1.2  # between cards of a row or grid
LOWER = 3.4  # by which a card on another lies lower, and the next card of a column
BETWEEN_COLUMNS = 2.6
OVERHANG = 2.0  # by which the label of a fan may be wider than the fan, in parts of a note
LARGE = 1.2  # of a note beside cards, in parts of the usual one
JOINED = 10.0  # ranges share a line as long as this, in parts of a note

Form = Literal["fan", "open", "pile", "topped", "row", "grid", "columns", "grey"]


@dataclass(frozen=True)
class Lettering:
    """The words of a picture, and their size beside its cards: `note` in mm."""

    words: Catalogue
    note: float = NOTE

    @property
    def line(self) -> float:
        """Return the distance of two lines."""
        return self.note * LEADING

    def wide(self, text: str) -> float:
        return width(text, "strong") * self.note


@dataclass(frozen=True)
class Item:
    """One place on the table: a zone with what lies on its cards, or columns side by side.

    Without zones it is the pile of a position that nobody sits at. `home` is the position whose letter need not be said;
    `loose` are the ranges that stay unsorted. `seat` is the name of a seat that no edge names,
    `what` that of the cards; each is empty where the picture is clear without it.
    """

    zones: tuple[Zone, ...]
    home: str
    spans: tuple[Span, ...]
    loose: frozenset[Span] = frozenset()
    seat: str = ""
    what: str = ""

    @property
    def zone(self) -> Zone | None:
        return self.zones[0] if self.zones else None

    @cached_property
    def cards(self) -> int:
        return sum(span.cards for span in self.spans)

    @cached_property
    def form(self) -> Form:
        """Return how the item is drawn; grey is what lies elsewhere or stays out."""
        zone = self.zone
        if zone is None or zone.kind == "unused":
            return "grey"
        if zone.kind == "tableau":
            return "columns"
        if zone.columns is not None:
            return "row" if zone.owner else "grid"
        forms: dict[str, Form] = {"up": "open", "owner": "fan", "top_up": "topped"}
        return forms.get(zone.face, "pile")

    @property
    def strict(self) -> bool:
        return self.zone is not None and self.zone.order == "strict" and self.cards > 1

    def ranges_said(self, words: Catalogue, zone: Zone | None = None) -> list[str]:
        """Return the ranges as players read them, of the whole item or of one of its zones."""
        return [label.text for label in self._range_labels(words, zone)]

    def _range_labels(self, words: Catalogue, zone: Zone | None = None) -> list["RangeLabel"]:
        batch = BATCHES.get(self.zone.order, 0) if self.zone else 0
        labels = []
        for span in zone.spans if zone else self.spans:
            is_sorted = span not in self.loose
            strict = self.strict and is_sorted
            labels.append(range_label(span, self.home, words, strict, batch if is_sorted else 0))
        return labels

    def label(self, lettering: Lettering) -> str:
        """Return what stands on a fan: all of its ranges, where it is wide enough for them."""
        said = ", ".join(self.ranges_said(lettering.words)) if self.form == "fan" else ""
        return said if label_wide(said, lettering.note) <= fan_wide(self.cards) + OVERHANG * lettering.note else ""

    def lines(self, lettering: Lettering) -> list[str]:
        """Return the words under the item: its name, and its ranges where they do not stand on it."""
        words = lettering.words
        if self.form == "row":
            return [*self.named, *(f"{_kind_name(zone, words)} {', '.join(self.ranges_said(words, zone))}" for zone in self.zones)]
        if self.form in ("grid", "columns") or self.label(lettering):
            return self.named
        return [*self.named, *_joined(self.ranges_said(words), max(self.size(lettering)[0], JOINED * lettering.note), lettering)]

    @property
    def named(self) -> list[str]:
        """Return the lines of the item's name: a seat that no edge names, and what lies there where that is not clear."""
        # In a row or in columns the zones are named one by one.
        what = "" if self.form in ("row", "columns") else self.what
        return [line for line in (self.seat, what) if line]

    @property
    def is_nameless(self) -> bool:
        """Whether neither a seat nor a name stands with what lies there."""
        return not self.seat and not self.what

    def size(self, lettering: Lettering) -> tuple[float, float]:
        """Return width and height of the picture, mm, without the lines under it."""
        zone = self.zone
        if self.form == "fan":
            return fan_wide(self.cards), PICTURE
        if self.form == "open":
            return CARD_WIDE + OPEN_STEP * (min(self.cards, MOST_OPEN) - 1), PICTURE
        if self.form in ("row", "grid") and zone and zone.columns:
            lowered = LOWER * (len(self.zones) - 1)
            beside = 2 * (1.5 + self._widest(lettering)) if self.form == "grid" else 0.0
            return zone.columns * (CARD_WIDE + BESIDE) - BESIDE + beside, zone.rows * (CARD_HIGH + BESIDE) + lowered
        if self.form == "columns":
            said = [self.above(column, lettering) for column in self.zones]
            step = max(CARD_WIDE, *(lettering.wide(line) for lines in said for line in lines)) + BETWEEN_COLUMNS
            most = max(len(column.slots) for column in self.zones)
            most_ranges = max(len(lines) for lines in said)
            return len(self.zones) * step - BETWEEN_COLUMNS, PICTURE + LOWER * (most - 1) + most_ranges * lettering.line
        return CARD_WIDE + 2, PICTURE

    def above(self, column: Zone, lettering: Lettering) -> list[str]:
        """Return the lines above a column: its ranges, the letter in a line of its own where words are large beside cards."""
        labels = self._range_labels(lettering.words, column)
        if lettering.note < LARGE * NOTE:
            return [label.text for label in labels]
        parts = [part for label in labels for part in (label.letter, label.numbers)]
        return [part for part in parts if part]

    def _widest(self, lettering: Lettering) -> float:
        return max(lettering.wide(text) for text in self.ranges_said(lettering.words))

    def wide(self, lettering: Lettering) -> float:
        """Return the width of the item with its words, mm."""
        said = max((lettering.wide(line) for line in self.lines(lettering)), default=0.0)
        label = self.label(lettering)
        return max(said, self.size(lettering)[0], label_wide(label, lettering.note) if label else 0.0)

    def high(self, lettering: Lettering) -> float:
        """Return the height of the item with its words, mm."""
        return self.size(lettering)[1] + len(self.lines(lettering)) * lettering.line + 1


class Laid:
    """What lies on a table, by side, measured with words of one size: mm."""

    def __init__(self, sides: Mapping[str, Sequence[Item]], lettering: Lettering) -> None:
        self.sides, self.lettering = sides, lettering
        items = [item for side in sides.values() for item in side]
        self._measured = {id(item): (item.wide(lettering), item.high(lettering), item.size(lettering)[1]) for item in items}

    def wide(self, item: Item) -> float:
        """Return the width of an item with its words."""
        return self._measured[id(item)][0]

    def high(self, item: Item) -> float:
        """Return the height of an item with its words."""
        return self._measured[id(item)][1]

    def picture_high(self, item: Item) -> float:
        """Return the height of an item's picture alone."""
        return self._measured[id(item)][2]


def _joined(ranges: Sequence[str], measure: float, lettering: Lettering) -> list[str]:
    """Return ranges with commas between, as many on a line as the measure (mm) holds."""
    lines: list[list[str]] = []
    for text in ranges:
        if lines and lettering.wide(", ".join([*lines[-1], text])) <= measure:
            lines[-1].append(text)
        else:
            lines.append([text])
    full = [", ".join(line) for line in lines]
    return [*(f"{line}," for line in full[:-1]), *full[-1:]]


def fan_wide(cards: int) -> float:
    """Return how wide a fan of so many cards is, mm."""
    return 2 * (FAN_ARM + CARD_HIGH / 2) * sin(radians(FAN_STEP * (min(cards, FAN) - 1) / 2)) + CARD_WIDE


@dataclass(frozen=True)
class RangeLabel:
    """A range as players read it: the letter of a strange position, else "", and the numbers."""

    letter: str
    numbers: str

    @property
    def text(self) -> str:
        return f"{self.letter} {self.numbers}" if self.letter else self.numbers


def range_label(span: Span, home: str, words: Catalogue, strict: bool, batch: int = 0) -> RangeLabel:
    """Return a range as players read it; only a position other than `home` is named.

    1–6; 7 → 13 where the order matters; 1–4 → 5–8 where batches have an order.
    """
    first, last = span.first, span.last
    if batch and span.cards > batch:
        lows = range(first, last + 1, batch)
        numbers = " → ".join(f"{low}–{low + batch - 1}" for low in lows)
    elif first == last:
        numbers = str(first)
    else:
        numbers = f"{first} → {last}" if strict else f"{first}–{last}"
    return RangeLabel("" if span.position == home else words.letters[span.position], numbers)


def items_by_side(setup: Setup, words: Catalogue, semi: bool = False) -> dict[str, list[Item]]:
    """Return what lies at every seat, in the middle (""), and at positions without a seat whose cards go elsewhere.

    A patience shows only itself: there the piles of the positions are of no interest.
    """
    sides: dict[str, list[Item]] = {side: [] for side in (*SIDES, *setup.seats, "")}
    every = [(zone, span) for zone in setup.zones for span in zone.spans]
    loose = frozenset(span for _, span in every if semi and setup.is_loose(span))
    empty = [] if setup.most == 1 else [side for side in SIDES if _is_empty(side, setup)]
    dealt_away = {side: [zone.kind for zone, span in every if span.position == side] for side in empty}
    idle = [side for side, kinds in dealt_away.items() if set(kinds) <= {"unused"}]
    columns = tuple(zone for zone in setup.zones if zone.kind == "tableau")
    hands = {zone.kind for zone in setup.zones if zone.face == "owner"}
    for zone in setup.zones:
        upon = tuple(other for other in setup.zones if other.on == zone.kind and other.owner == zone.owner)
        passed_over = idle if zone.kind == "unused" else []
        spans = tuple(span for span in zone.spans if span.position not in passed_over)
        if zone.on or not spans or (zone in columns and zone is not columns[0]):
            continue
        zones = columns if zone in columns else (zone, *upon)
        shown = spans if len(zones) == 1 else tuple(span for part in zones for span in part.spans)
        what = _what(zone, words, len(hands) > 1)
        item = Item(zones, zone.owner or "M", shown, loose, _further_seat(zone, words), what)
        sides[zone.owner or ""].append(item)
    for side in empty:
        pile = [(zone, span) for zone, span in every if span.position == side]
        away = tuple(span for zone, span in pile if (zone.kind == "unused") is (side in idle))
        if away:
            what = words.phrase("zone.unused") if side in idle else ""
            sides[side].append(Item((), side, away, what=what))
    sides["N"].reverse()  # whoever sits at North has things the other way round
    return sides


def _is_empty(side: str, setup: Setup) -> bool:
    """Return whether nobody at a side keeps the pile that is dealt there."""
    kept = any(zone.owner == side for zone in setup.zones)
    return not kept and (side not in setup.seats or side == setup.dealer)


def _what(zone: Zone, words: Catalogue, hands_differ: bool) -> str:
    """Return what a zone is called in a picture.

    A hand is seen to be one; only where hands are of several kinds it is named.
    """
    if zone.face == "owner":
        return _kind_name(zone, words) if hands_differ else ""
    return words.phrase(f"role.{zone.role}") if zone.role else _kind_name(zone, words)


def _further_seat(zone: Zone, words: Catalogue) -> str:
    """Return the name of a zone's seat if no edge of the table names it, else ""."""
    return seat_name(zone.owner, words) if zone.owner and zone.owner not in POSITIONS else ""


def _kind_name(zone: Zone, words: Catalogue) -> str:
    return words.phrase(f"zone.{'own_pile' if zone.kind == 'stock' and zone.owner else zone.kind}")
