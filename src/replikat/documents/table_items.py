"""What lies on the table in a set-up's picture: its form, its size and the words under it."""

from dataclasses import dataclass
from math import radians, sin
from typing import Literal

from replikat.documents.diagrams import CARD_HIGH, CARD_WIDE, FAN, FAN_ARM, FAN_STEP, NOTE, NOTE_LINE
from replikat.model.games import BATCHES, Setup, Zone, parse_range
from replikat.model.squares import POSITIONS
from replikat.model.texts import Catalogue
from replikat.press.fonts import width

SIDES = ("S", "W", "N", "E")
PICTURE = CARD_HIGH + 2.0  # height of a picture of one card, words excluded
OPEN_STEP = 0.62 * CARD_WIDE  # between cards lying open beside each other
MOST_OPEN = 4
BESIDE = 1.2  # between cards of a row or grid
LOWER = 3.4  # by which a card on another lies lower, and the next card of a column
BETWEEN_COLUMNS = 2.6
DOT = " · "  # between a seat that no edge names and what lies there

Form = Literal["fan", "open", "pile", "topped", "row", "grid", "columns", "grey"]


@dataclass(frozen=True)
class Item:
    """One place on the table: a zone with what lies on its cards, or columns side by side.

    Without zones it is the pile of a position that nobody sits at. `home` is the position whose letter need not be said;
    `loose` are the ranges that stay unsorted.
    """

    zones: tuple[Zone, ...]
    home: str
    name: str
    ranges: tuple[str, ...]
    loose: frozenset[str] = frozenset()

    @property
    def zone(self) -> Zone | None:
        return self.zones[0] if self.zones else None

    @property
    def cards(self) -> int:
        return sum(len(parse_range(text)) for text in self.ranges)

    @property
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
        batch = BATCHES.get(self.zone.order, 0) if self.zone else 0
        return [
            range_text(text, self.home, words, self.strict and text not in self.loose, batch if text not in self.loose else 0)
            for text in (zone.ranges if zone else self.ranges)
        ]

    def lines(self, words: Catalogue) -> list[str]:
        """Return the words under the item: its name, and its ranges where they do not stand on it."""
        if self.form == "row":
            return [*self.named, *(f"{_kind_name(zone, words)} {', '.join(self.ranges_said(words, zone))}" for zone in self.zones)]
        said = self.ranges_said(words)
        alone = self.form in ("grid", "columns") or (self.form == "fan" and len(said) == 1)
        return self.named if alone else [*self.named, *said]

    @property
    def named(self) -> list[str]:
        """Return the lines of the item's name: a seat that no edge names, and what lies there where that is not clear."""
        lines = self.name.split(DOT) if self.name else []
        return lines[:-1] if self.form in ("row", "columns") else lines

    def size(self, words: Catalogue) -> tuple[float, float]:
        """Return width and height of the picture, mm, without the lines under it."""
        zone = self.zone
        if self.form == "fan":
            return fan_wide(self.cards), PICTURE
        if self.form == "open":
            return CARD_WIDE + OPEN_STEP * (min(self.cards, MOST_OPEN) - 1), PICTURE
        if self.form in ("row", "grid") and zone and zone.columns:
            lowered = LOWER * (len(self.zones) - 1)
            beside = 2 * (1.5 + self._widest(words)) if self.form == "grid" else 0.0
            return zone.columns * (CARD_WIDE + BESIDE) - BESIDE + beside, zone.rows * (CARD_HIGH + BESIDE) + lowered
        if self.form == "columns":
            step = max(CARD_WIDE, self._widest(words)) + BETWEEN_COLUMNS
            most = max(len(column.slots) for column in self.zones)
            most_ranges = max(len(column.ranges) for column in self.zones)
            return len(self.zones) * step - BETWEEN_COLUMNS, PICTURE + LOWER * (most - 1) + most_ranges * NOTE_LINE
        return CARD_WIDE + 2, PICTURE

    def _widest(self, words: Catalogue) -> float:
        return max(width(text, "strong") * NOTE for text in self.ranges_said(words))

    def wide(self, words: Catalogue) -> float:
        """Return the width of the item with its words, mm."""
        said = max((width(line, "strong") * NOTE for line in self.lines(words)), default=0.0)
        return max(said, self.size(words)[0])

    def high(self, words: Catalogue) -> float:
        return self.size(words)[1] + len(self.lines(words)) * NOTE_LINE + 1


def fan_wide(cards: int) -> float:
    """Return how wide a fan of so many cards is, mm."""
    return 2 * (FAN_ARM + CARD_HIGH / 2) * sin(radians(FAN_STEP * (min(cards, FAN) - 1) / 2)) + CARD_WIDE


def range_text(text: str, home: str, words: Catalogue, strict: bool, batch: int = 0) -> str:
    """Return a range as players read it, with the letter of a strange position.

    1–6; 7 → 13 where the order matters; 1–4 → 5–8 where batches have an order.
    """
    marks = parse_range(text)
    first, last = marks[0].number, marks[-1].number
    numbers = str(first) if first == last else f"{first} → {last}" if strict else f"{first}–{last}"
    if batch and len(marks) > batch:
        numbers = " → ".join(f"{low}–{low + batch - 1}" for low in range(first, last + 1, batch))
    return numbers if marks[0].position == home else f"{words.letters[marks[0].position]} {numbers}"


def items_by_side(setup: Setup, words: Catalogue, semi: bool = False) -> dict[str, list[Item]]:
    """Return what lies at every seat, in the middle (""), and at positions without a seat whose cards go elsewhere.

    A patience shows only itself: there the piles of the positions are of no interest.
    """
    sides: dict[str, list[Item]] = {side: [] for side in (*SIDES, *setup.seats, "")}
    loose = frozenset(text for zone in setup.zones for text in zone.ranges if semi and setup.loose.issuperset(parse_range(text)))
    empty = [] if setup.most == 1 else [side for side in SIDES if _is_empty(side, setup)]
    idle = [side for side in empty if all(zone.kind == "unused" for zone in setup.zones for text in zone.ranges if text[0] == side)]
    columns = tuple(zone for zone in setup.zones if zone.kind == "tableau")
    for zone in setup.zones:
        upon = tuple(other for other in setup.zones if other.on == zone.kind and other.owner == zone.owner)
        ranges = tuple(text for text in zone.ranges if zone.kind != "unused" or text[0] not in idle)
        if zone.on or not ranges or (zone in columns and zone is not columns[0]):
            continue
        zones = columns if zone in columns else (zone, *upon)
        shown = ranges if len(zones) == 1 else tuple(text for held in zones for text in held.ranges)
        sides[zone.owner or ""].append(Item(zones, zone.owner or "M", _name(zone, words), shown, loose))
    for side in empty:
        away = [text for zone in setup.zones if (zone.kind == "unused") is (side in idle) for text in zone.ranges if text[0] == side]
        if away:
            sides[side].append(Item((), side, words.phrase("zone.unused") if side in idle else "", tuple(away)))
    sides["N"].reverse()  # whoever sits at North has things the other way round
    return sides


def _is_empty(side: str, setup: Setup) -> bool:
    """Return whether nobody at a side keeps the pile that is dealt there."""
    kept = any(zone.owner == side for zone in setup.zones)
    return not kept and (side not in setup.seats or side == setup.dealer)


def _name(zone: Zone, words: Catalogue) -> str:
    """Return what a zone is called in a picture, with the seat that no edge names."""
    name = words.phrase(f"role.{zone.role}") if zone.role and zone.face != "owner" else _kind_name(zone, words)
    if zone.owner and zone.owner not in POSITIONS:
        return f"{words.phrase('seat.other', n=zone.owner[1:])}{DOT}{name}"
    return name


def _kind_name(zone: Zone, words: Catalogue) -> str:
    return words.phrase(f"zone.{'own_pile' if zone.kind == 'stock' and zone.owner else zone.kind}")
