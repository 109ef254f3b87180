"""The steps by which a square becomes a starting position, as numbered sentences in any language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from replikat.model.games import Turn
from replikat.model.setups import BATCHES, OPENINGS, Setup, Zone, parse_range
from replikat.model.squares import POSITIONS
from replikat.model.texts import Catalogue

HELD = ("hand", "hole")  # kinds that are taken up, unless they lie open
SHOWN = ("up", "top_up", "last_up")


def setup_steps(
    setup: Setup, words: Catalogue, semi: bool = False, turn: Turn | None = None, parameters: Mapping[str, int] | None = None
) -> list[str]:
    """Return the numbered steps of a set-up, a sentence or two each, without their numbers.

    `semi` leaves unsorted what a semi-replicate leaves so; `turn` adds which way play goes; `parameters` put numbers
    where the data file names one, such as the cards of a hand.
    """
    teller = _Teller(setup, words, semi, dict(parameters or {}))
    steps = [teller.deal(), *(teller.group(zones) for zones in grouped(setup))]
    steps += [teller.partners()] if setup.partners else []
    return [*steps, teller.begins(turn)]


def grouped(setup: Setup) -> list[list[Zone]]:
    """Return the zones in groups that one sentence tells: the same thing at several seats, or columns side by side."""
    groups: dict[object, list[Zone]] = {}
    for zone in setup.zones:
        alike = replace(zone, owner=None, ranges=_own_ranges(zone, setup))
        key = (zone.kind, "columns") if zone.kind == "tableau" else (alike, zone.owner is None)
        groups.setdefault(key, []).append(zone)
    return list(groups.values())


def _own_ranges(zone: Zone, setup: Setup) -> tuple[str, ...]:
    """Return a zone's ranges with the owner's own position left out, so that equal ones show."""
    told = []
    for text in zone.ranges:
        position, numbers = text.split(" ")
        whole = len(parse_range(text)) == setup.capacities[parse_range(text)[0].position]
        told.append((" all" if whole else f" {numbers}") if position == zone.owner else text)
    return tuple(told)


def loose_cards(setup: Setup, zone: Zone, words: Catalogue) -> str:
    """Return the cards of a zone that a semi-replicate leaves unsorted, in words."""
    ranges = [text for text in zone.ranges if setup.loose.issuperset(parse_range(text))]
    return _Teller(setup, words, True, {}).cards(replace(zone, owner=None), ranges)


def seat_name(seat: str, words: Catalogue) -> str:
    """Return the name of a seat: its position's, or its number from five players on."""
    return words.positions[seat] if seat in POSITIONS else words.phrase("seat.other", n=seat[1:])


def joined(parts: Sequence[str], words: Catalogue, how: str = "and") -> str:
    """Return a list in words: one, two and three; `how` is `and`, or `clauses` for what are sentences themselves."""
    return words.phrase(f"list.{how}", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


def numbers_of(text: str) -> str:
    """Return the numbers of a range as they are printed: 7, or 8–13."""
    return text.split(" ")[1].replace("-", "–")


def opened(sentence: str) -> str:
    """Return a sentence with a capital at its head."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class _Teller:
    """Tells the steps of one set-up in one language."""

    setup: Setup
    words: Catalogue
    semi: bool
    parameters: dict[str, int]

    def deal(self) -> str:
        sizes: dict[int, list[str]] = {}
        for position, count in self.setup.capacities.items():
            sizes.setdefault(count, []).append(self.words.phrase("who.middle") if position == "M" else self.words.positions[position])
        piles = [
            self.words.phrase(f"step.pile.{_many(names)}", positions=joined(names, self.words), count=count)
            for count, names in sizes.items()
        ]
        return self.words.phrase("step.deal", piles=joined(piles, self.words, "clauses"))

    def partners(self) -> str:
        first, second = (joined([seat_name(seat, self.words) for seat in side], self.words) for side in self.setup.partners)
        return self.words.phrase("step.partners", first=first, second=second)

    def begins(self, turn: Turn | None) -> str:
        starts = self.setup.starts
        kind = starts if starts in OPENINGS else "seat"
        said = self.words.phrase(f"start.{kind}", **({} if kind != "seat" else {"who": seat_name(starts, self.words)}))
        goes = "alternating" if turn and self.setup.most == 2 else turn
        return opened(said) + (self.words.phrase(f"turn.{goes}") if goes not in (None, "alone", "together") else ".")

    def group(self, zones: Sequence[Zone]) -> str:
        """Return the sentence about zones that are alike."""
        zone = zones[0]
        if zone.kind == "tableau":
            return self._columns(zones)
        if zone.kind == "unused":
            return opened(self.words.phrase("step.unused", cards=self.cards(zone, zone.ranges)))
        if zone.columns is not None and zone.reader:
            return self._grid(zone)
        if zone.owner is None:
            cards, order = self._lying(zone)
            what = self.words.phrase(f"as.{zone.role or zone.kind}")
            return opened(self.words.phrase("step.middle", cards=cards, face=self._face(zone), what=what, order=order))
        return opened(self._at_seats(zone, self._who(zones), _many([] if self._all(zones) else zones)))

    def _at_seats(self, zone: Zone, who: str, many: str) -> str:
        if zone.take:
            take = self.parameters.get(zone.take, zone.take)
            return self.words.phrase(f"step.take.{many}", who=who, take=take, cards=self.cards(zone, zone.ranges))
        if zone.kind in HELD and zone.face == "owner":
            return self.words.phrase(f"step.hand.{many}", who=who, cards=self.cards(zone, zone.ranges))
        if zone.columns is not None:
            form = "on" if zone.on else "row"
            cards = self.cards(zone, zone.ranges)
            return self.words.phrase(f"step.{form}.{many}", who=who, cards=cards, face=self._face(zone))
        cards, order = self._lying(zone)
        kind = "own_pile" if zone.kind == "stock" else zone.role or zone.kind
        what = self.words.phrase(f"as.{kind}")
        return self.words.phrase(f"step.place.{many}", who=who, cards=cards, face=self._face(zone), what=what, order=order)

    def _who(self, zones: Sequence[Zone]) -> str:
        if self._all(zones):
            return self.words.phrase("who.everybody")
        who = joined([seat_name(zone.owner, self.words) for zone in zones if zone.owner], self.words)
        role = zones[0].role if zones[0].kind in HELD else None
        return self.words.phrase("who.role", who=who, role=self.words.phrase(f"role.{role}")) if role else who

    def _all(self, zones: Sequence[Zone]) -> bool:
        """Return whether these are everybody's; where cards belong to somebody who has no seat, as a house, seats are named."""
        owners = {zone.owner for zone in self.setup.zones if zone.owner}
        return len(zones) > 1 and {zone.owner for zone in zones} == set(self.setup.seats) == owners

    def _face(self, zone: Zone) -> str:
        return self.words.phrase(f"face.{zone.face if zone.face in SHOWN else 'down'}")

    def _lying(self, zone: Zone) -> tuple[str, str]:
        """Return the cards that are named first, and what is said of the order and of the cards below them."""
        upper = [text for text in zone.ranges if not self._loose(text)]
        lower = [text for text in zone.ranges if self._loose(text)]
        if not zone.ordered or len(zone.slots) == 1:
            return self.cards(zone, zone.ranges), ""
        if not upper:
            return self.cards(zone, zone.ranges), self.words.phrase("order.loose")
        many = len(upper) > 2 or (len(upper) == 2 and bool(lower))
        order = self.words.phrase("order.each") if many else self._order(zone, upper[0])
        if zone.order in BATCHES and len(upper) <= 2:
            again = self.words.phrase("order.again")
            order += "".join(self.words.phrase("order.under", cards=self.cards(zone, (text,)), order=again) for text in upper[1:])
            return self.cards(zone, upper[:1]), order + self._under(zone, lower, "under")
        if many:
            return self.cards(zone, upper), order + self._under(zone, lower, "bottom")
        return self.cards(zone, upper[:1]), order + self._under(zone, [*upper[1:], *lower], "under")

    def _order(self, zone: Zone, text: str) -> str:
        """Return what is said of the order inside one range."""
        marks = parse_range(text)
        if self._loose(text):
            return self.words.phrase("order.loose")
        if batch := BATCHES.get(zone.order):
            return self.words.phrase("order.batch", size=self.words.phrase(f"number.{batch}")) if len(marks) > batch else ""
        return self.words.phrase("order.strict", top=marks[0].number) if len(marks) > 1 else ""

    def _under(self, zone: Zone, ranges: Sequence[str], where: str) -> str:
        return "".join(
            self.words.phrase(f"order.{where}", cards=self.cards(zone, (text,)), order=self._order(zone, text)) for text in ranges
        )

    def _loose(self, text: str) -> bool:
        return self.semi and self.setup.loose.issuperset(parse_range(text))

    def cards(self, zone: Zone, ranges: Sequence[str]) -> str:
        """Return ranges in words; neighbours with the same numbers are told together."""
        told: list[tuple[str, str, list[str]]] = []
        for text in ranges:
            kind, numbers, position = self._range(zone, text)
            if told and kind.startswith("of") and told[-1][:2] == (kind, numbers):
                told[-1][2].append(position)
            else:
                told.append((kind, numbers, [position]))
        return joined([self._told(kind, numbers, positions) for kind, numbers, positions in told], self.words)

    def _range(self, zone: Zone, text: str) -> tuple[str, str, str]:
        """Return the phrase for a range, its numbers, and its position; of a pool handed out unsorted the count of cards."""
        marks = parse_range(text)
        pool = [other for other in self.setup.unsorted if set(marks) < set(parse_range(other))] if self._loose(text) else []
        if pool:
            return f"some {len(marks)}", numbers_of(pool[0]), marks[0].position
        position = marks[0].position
        size = "whole" if len(marks) == self.setup.capacities[position] else "one" if len(marks) == 1 else "more"
        whose = "own" if position == zone.owner else "middle" if position == "M" else "of"
        return f"{whose}.{size}", numbers_of(text), position

    def _told(self, kind: str, numbers: str, positions: Sequence[str]) -> str:
        if kind.startswith("some"):
            return self.words.phrase("cards.some", count=kind.split()[1], cards=self._told("of.more", numbers, positions))
        whose = joined([self.words.phrase("who.whose", position=self.words.positions[position]) for position in positions], self.words)
        return self.words.phrase(f"cards.{kind}", numbers=numbers, whose=whose)

    def _grid(self, zone: Zone) -> str:
        reader = seat_name(zone.reader or "", self.words)
        cards = self.cards(zone, zone.ranges)
        return opened(
            self.words.phrase("step.grid", cards=cards, face=self._face(zone), rows=zone.rows, columns=zone.columns, reader=reader)
        )

    def _columns(self, zones: Sequence[Zone]) -> str:
        columns = "; ".join(f"({place}) {self.cards(zone, zone.ranges)}" for place, zone in enumerate(zones, 1))
        return opened(self.words.phrase("step.columns", count=len(zones), columns=columns))


def _many(names: Sequence[object]) -> str:
    return "more" if len(names) > 1 else "one"


def numbered(steps: Sequence[str]) -> Iterator[str]:
    """Yield the steps with their numbers, a line each."""
    yield from (f"{number}. {step}" for number, step in enumerate(steps, 1))
