"""A starting position in words, zone by zone, and as plain data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from replikat.deck.cards import Card, Pack
from replikat.deck.catalogue import Catalogue
from replikat.games.game import Game
from replikat.games.setups import BATCHES, Setup, Zone
from replikat.games.table.derive import Effort
from replikat.games.table.named_rules import Said
from replikat.games.table.position import Laid
from replikat.games.table.space import Space
from replikat.games.table.steps import joined, loose_cards, opened, seat_name


@dataclass(frozen=True)
class Start:
    """One square of a deck set up for a game: `key` names the set-up, `opener` is the seat that begins, if it is known.

    `said` is what the game's rules say of the square, by their names.
    """

    name: str
    game: Game
    key: str
    setup: Setup
    square: int
    laid: tuple[Laid, ...]
    said: Mapping[str, Sequence[Said]]
    parameters: Mapping[str, int]
    opener: str | None
    effort: Effort
    space: Space
    semi: bool = False


def start_title(start: Start, words: Catalogue) -> str:
    """Return what is set up: the game's name in the language, how many play, and whether it is a semi-replicate."""
    name, players = start.game.names.get(words.lang) or start.game.names["en"], len(start.setup.seats)
    title = words.phrase(f"setup.title.{'one' if players == 1 else 'more'}", game=name, n=players)
    return f"{title}, {words.phrase('setup.semi')}" if start.semi else title


def facts_told(start: Start, words: Catalogue) -> Iterator[str]:
    """Yield what follows from a set-up, a line each: work, table, and what is written down."""
    cards = start.effort.sorted_cards or words.phrase("setup.nothing")
    yield words.phrase("setup.effort", minutes=start.effort.minutes, cards=cards)
    yield words.phrase("setup.table", wide=-int(-start.space.wide // 10), deep=-int(-start.space.deep // 10))
    unit, better = words.phrase(f"unit.{start.game.record.unit}"), words.phrase(f"better.{start.game.better}")
    yield words.phrase("setup.record", unit=unit, better=better)


def zone_label(zone: Zone, words: Catalogue) -> str:
    """Return the name of a zone with the seat it lies at, such as "South, own pile"."""
    kind = "own_pile" if zone.kind == "stock" and zone.owner else zone.kind
    name = words.phrase(f"role.{zone.role}") if zone.role and zone.face != "owner" else words.phrase(f"zone.{kind}")
    return f"{opened(seat_name(zone.owner, words))}, {name}" if zone.owner else opened(name)


def zones_told(start: Start, pack: Pack, words: Catalogue) -> Iterator[tuple[str, list[str]]]:
    """Yield the label of every zone with the lines about its cards; labels that stand more than once are numbered."""
    labels = [zone_label(held.zone, words) for held in start.laid]
    for place, (label, held) in enumerate(zip(labels, start.laid, strict=True)):
        cards = [pack.cards[card] for card in held.cards]
        lines = _lines(held.zone, cards, pack, words)
        if held.loose:
            lines.append(words.phrase("setup.loose", cards=loose_cards(start.setup, held.zone, words)))
        yield label if labels.count(label) == 1 else f"{label} {labels[: place + 1].count(label)}", lines


def _lines(zone: Zone, cards: Sequence[Card], pack: Pack, words: Catalogue) -> list[str]:
    """Return the cards of a zone: by suits where their order is free, else one by one, a row or batch to a line."""
    if not cards:
        return []
    if not zone.ordered and zone.face != "up":
        return [by_suit(cards, pack, words)]
    step = zone.columns or BATCHES.get(zone.order) or len(cards)
    return [", ".join(words.card(card) for card in cards[start : start + step]) for start in range(0, len(cards), step)]


def by_suit(cards: Sequence[Card], pack: Pack, words: Catalogue) -> str:
    """Return cards as a player sorts a hand: suit by suit from the highest down; cards of no suit by their names."""
    told = []
    for suit in pack.suits:
        held = pack.from_high([card for card in cards if card.suit == suit])
        if held:
            told.append(f"{words.suit(suit)} {' '.join(words.index(card) for card in held)}")
    others = pack.from_high([card for card in cards if card.suit is None])
    return "; ".join([*(words.card(card) for card in others), *told])


def sentence(said: Said, pack: Pack, words: Catalogue) -> str:
    """Return what a rule says as a sentence without its full stop."""
    cards = dict(zip(pack.codes, pack.cards, strict=True))
    seats = {name: joined([seat_name(seat, words) for seat in held], words) for name, held in said.seats.items()}
    named = {name: joined([words.card(cards[code]) for code in held], words) for name, held in said.cards.items()}
    numbers = {name: f"{number:g}".replace(".", words.decimal) for name, number in said.numbers.items()}
    return opened(words.phrase(f"rule.{said.key}", **seats, **named, **numbers))


def as_data(start: Start, pack: Pack, words: Catalogue) -> dict[str, object]:
    """Return a starting position as plain data: cards by their codes and names, places by their marks."""
    zones = [
        {
            "kind": held.zone.kind,
            "owner": held.zone.owner,
            "role": held.zone.role,
            "face": held.zone.face,
            "order": held.zone.order,
            "cards": [pack.codes[card] for card in held.cards],
            "names": [words.card(pack.cards[card]) for card in held.cards],
            "marks": [str(mark) for mark in held.marks],
            "unsorted": [str(mark) for mark in held.loose],
        }
        for held in start.laid
    ]
    rules = {name: [{"says": one.key, **one.seats, **one.cards, **one.numbers} for one in told] for name, told in start.said.items()}
    return {
        "game": start.name,
        "setup": start.key,
        "square": start.square,
        "players": len(start.setup.seats),
        "seats": list(start.setup.seats),
        "partners": [list(side) for side in start.setup.partners],
        "begins": start.opener,
        "turn": start.game.turn,
        "semi": start.semi,
        "parameters": dict(start.parameters),
        "zones": zones,
        "rules": rules,
        "sort": [str(span) for span in start.effort.sort],
        "split": list(start.effort.split),
        "minutes": start.effort.minutes,
        "table_mm": [round(start.space.wide), round(start.space.deep)],
        "settings": {name: setting.advised(start.semi) for name, setting in start.game.settings.items()},
    }
