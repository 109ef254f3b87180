"""The steps by which a square becomes a starting position, as numbered sentences in any language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from replikat.deck.catalogue import Catalogue
from replikat.deck.squares import POSITIONS, Position
from replikat.games.game import Turn
from replikat.games.setups import BATCHES, FURTHER_SEATS, OPENINGS, Setup, Span, Zone

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
        alike = replace(zone, owner=None, ranges=())
        key: object = (alike, _own_spans(zone, setup), zone.owner is None)
        if zone.kind == "tableau":
            key = (zone.kind, "columns")
        groups.setdefault(key, []).append(zone)
    return list(groups.values())


def _own_spans(zone: Zone, setup: Setup) -> tuple[object, ...]:
    """Return a zone's ranges with the owner's own position left out, so that equal ones show."""
    spans: list[object] = []
    for span in zone.spans:
        if span.position != zone.owner:
            spans.append(span)
        elif span.cards == setup.capacities[span.position]:
            spans.append("all")
        else:
            spans.append((span.first, span.last))
    return tuple(spans)


def loose_cards(setup: Setup, zone: Zone, words: Catalogue) -> str:
    """Return the cards of a zone that a semi-replicate leaves unsorted, in words."""
    spans = [span for span in zone.spans if setup.is_loose(span)]
    return _Teller(setup, words, True, {}).cards(replace(zone, owner=None), spans)


def seat_name(seat: str, words: Catalogue) -> str:
    """Return the name of a seat: its position's, or its number from five players on."""
    if seat in POSITIONS:
        return words.positions[seat]
    return words.phrase("seat.other", n=FURTHER_SEATS.get(seat, seat))


def joined(parts: Sequence[str], words: Catalogue, how: str = "and") -> str:
    """Return a list in words: one, two and three; `how` is `and`, or `clauses` for what are sentences themselves."""
    return words.phrase(f"list.{how}", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


def numbers_of(first: int, last: int) -> str:
    """Return the numbers of a range as they are printed: 7, or 8–13."""
    return str(first) if first == last else f"{first}–{last}"


def opened(sentence: str) -> str:
    """Return a sentence with a capital at its head."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class _Mention:
    """How a sentence names a range: whose cards, which part of that pile, and their numbers.

    Of a pool that is handed out unsorted nobody knows which cards go where: there `of_pool` is how
    many of it are taken.
    """

    whose: Literal["own", "middle", "of"]
    part: Literal["whole", "one", "more"]
    first: int
    last: int
    of_pool: int | None = None


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
            return opened(self.words.phrase("step.unused", cards=self.cards(zone, zone.spans)))
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
            return self.words.phrase(f"step.take.{many}", who=who, take=take, cards=self.cards(zone, zone.spans))
        if zone.kind in HELD and zone.face == "owner":
            return self.words.phrase(f"step.hand.{many}", who=who, cards=self.cards(zone, zone.spans))
        if zone.columns is not None:
            form = "on" if zone.on else "row"
            cards = self.cards(zone, zone.spans)
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
        upper = [span for span in zone.spans if not self._loose(span)]
        lower = [span for span in zone.spans if self._loose(span)]
        if not zone.ordered or len(zone.slots) == 1:
            return self.cards(zone, zone.spans), ""
        if not upper:
            return self.cards(zone, zone.spans), self.words.phrase("order.loose")
        many = len(upper) > 2 or (len(upper) == 2 and bool(lower))
        order = self.words.phrase("order.each") if many else self._order(zone, upper[0])
        if zone.order in BATCHES and len(upper) <= 2:
            again = self.words.phrase("order.again")
            for span in upper[1:]:
                cards = self.cards(zone, (span,))
                order += self.words.phrase("order.under", cards=cards, order=again)
            return self.cards(zone, upper[:1]), order + self._under(zone, lower, "under")
        if many:
            return self.cards(zone, upper), order + self._under(zone, lower, "bottom")
        return self.cards(zone, upper[:1]), order + self._under(zone, [*upper[1:], *lower], "under")

    def _order(self, zone: Zone, span: Span) -> str:
        """Return what is said of the order inside one range."""
        if self._loose(span):
            return self.words.phrase("order.loose")
        if batch := BATCHES.get(zone.order):
            return self.words.phrase("order.batch", size=self.words.phrase(f"number.{batch}")) if span.cards > batch else ""
        return self.words.phrase("order.strict", top=span.first) if span.cards > 1 else ""

    def _under(self, zone: Zone, spans: Sequence[Span], where: str) -> str:
        return "".join(
            self.words.phrase(f"order.{where}", cards=self.cards(zone, (span,)), order=self._order(zone, span)) for span in spans
        )

    def _loose(self, span: Span) -> bool:
        return self.semi and self.setup.is_loose(span)

    def cards(self, zone: Zone, spans: Sequence[Span]) -> str:
        """Return ranges in words; neighbours with the same numbers are told together."""
        groups: list[tuple[_Mention, list[Position]]] = []
        for span in spans:
            mention = self._mention(zone, span)
            joins = mention.whose == "of" and mention.of_pool is None
            if joins and groups and groups[-1][0] == mention:
                groups[-1][1].append(span.position)
            else:
                groups.append((mention, [span.position]))
        return joined([self._phrase(mention, positions) for mention, positions in groups], self.words)

    def _mention(self, zone: Zone, span: Span) -> _Mention:
        if self._loose(span):
            marks = set(span.marks)
            pool = [other for other in self.setup.unsorted_spans if marks < set(other.marks)]
            if pool:
                return _Mention("of", "more", pool[0].first, pool[0].last, of_pool=span.cards)
        whole = span.cards == self.setup.capacities[span.position]
        return _Mention(
            "own" if span.position == zone.owner else "middle" if span.position == "M" else "of",
            "whole" if whole else "one" if span.cards == 1 else "more",
            span.first,
            span.last,
        )

    def _phrase(self, mention: _Mention, positions: Sequence[Position]) -> str:
        owners = [self.words.positions[position] for position in positions]
        names = [self.words.phrase("who.whose", position=owner) for owner in owners]
        numbers = numbers_of(mention.first, mention.last)
        whose = joined(names, self.words)
        cards = self.words.phrase(f"cards.{mention.whose}.{mention.part}", numbers=numbers, whose=whose)
        if mention.of_pool is None:
            return cards
        return self.words.phrase("cards.some", count=mention.of_pool, cards=cards)

    def _grid(self, zone: Zone) -> str:
        reader = seat_name(zone.reader or "", self.words)
        cards = self.cards(zone, zone.spans)
        return opened(
            self.words.phrase("step.grid", cards=cards, face=self._face(zone), rows=zone.rows, columns=zone.columns, reader=reader)
        )

    def _columns(self, zones: Sequence[Zone]) -> str:
        columns = "; ".join(f"({place}) {self.cards(zone, zone.spans)}" for place, zone in enumerate(zones, 1))
        return opened(self.words.phrase("step.columns", count=len(zones), columns=columns))


def _many(names: Sequence[object]) -> str:
    return "more" if len(names) > 1 else "one"


def numbered(steps: Sequence[str]) -> Iterator[str]:
    """Yield the steps with their numbers, a line each."""
    yield from (f"{number}. {step}" for number, step in enumerate(steps, 1))
