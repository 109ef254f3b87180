"""What decides the deals of a deck beside its seed, as lines of text that a hash can bind.

Two specs with the same lines deal the same squares from the same seed; docs/fairness.md has the
lines. They are frozen like the dealing itself: commitments made with them must stay checkable.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from urllib.parse import quote

from replikat.deck.cards import Pack
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.fairness.commitment import hash_of, spec_hash
from replikat.deck.parts import Parts
from replikat.deck.squares import POSITIONS, Layout

LONGEST_SHOWN = 60  # signs of a line in a message


def origin_lines(spec: DeckSpec, parts: Parts) -> tuple[str, ...]:
    """Return what decides the deals: dealing, pack, exchanges of suits, then every group.

    Args:
        spec: What the deck is asked to be; its seed, name and print settings decide no deal.
        parts: The data that the spec names, looked up, so that an edited layout or pack shows.

    Returns:
        Lines without strokes: names are percent-encoded (RFC 3986), so that no name can be
        taken for two, or for a part of the line.
    """
    pack = parts.pack
    lines = [f"dealing {spec.dealing}", _pack_line(pack)]
    for disguise in parts.disguises:
        lines.append("disguise " + " ".join(map(str, disguise)))
    for place, group in enumerate(spec.squares):
        lines.append(_group_line(group, parts.layouts[place], parts, place))
    return tuple(lines)


def card_lines(pack: Pack, layouts: Mapping[str, Layout]) -> tuple[str, ...]:
    """Return what the marks of squares mean, as a commitment binds it (`commitment.card_hash`).

    Args:
        pack: The deck's pack; its cards stand in the order of the marks.
        layouts: The layouts of the squares, by their names.

    Returns:
        The line of the pack, then one for every layout in the order of their names. Nothing in
        them tells which square is dealt by which layout, or how.
    """
    return (_pack_line(pack), *(layout_words(name, layouts[name]) for name in sorted(layouts)))


def _pack_line(pack: Pack) -> str:
    return f"pack {_encoded(pack.name)}: {_words(pack.codes)}"


def layout_words(name: str, layout: Layout) -> str:
    """Return a layout with how many cards it gives to each position.

    Positions stand in the order of POSITIONS, because a file may name them in any order.
    """
    slots = " ".join(f"{p}{layout.positions[p]}" for p in POSITIONS if p in layout.positions)
    return f"layout {_encoded(name)} {slots}"


def _group_line(group: Group, layout: Layout, parts: Parts, place: int) -> str:
    # Kept-off cards stand in the pack's order, because a file may name them in any order without
    # changing a deal.
    codes = parts.pack.codes
    cards = "all"
    if group.cards != "all":
        cards = f"{_encoded(group.cards)} {_words([codes[card] for card in parts.members[place]])}"
    entries = [
        f"squares {group.count}: {layout_words(group.layout, layout)}",
        f"balance {group.balance}",
        f"source {group.source}",
        f"cards {cards}",
    ]
    if group.balance == "pairs":
        entries.append(f"effort {group.effort}")
    if group.twins:
        entries.append(f"twins {group.twins}")
    for position in POSITIONS:
        kept_off = set(group.keep_off.get(position, ()))
        if kept_off:
            barred = [code for code in codes if code in kept_off]
            entries.append(f"off {position} {_words(barred)}")
    return "; ".join(entries)


def _words(names: Sequence[str]) -> str:
    return " ".join(map(_encoded, names))


def _encoded(name: str) -> str:
    return quote(name, safe="")


def first_difference(lines: Sequence[str], bound: Sequence[str]) -> tuple[int, str] | None:
    """Return the first line (from 0) that is not the bound one and how they differ, or None.

    Whether they differ is a matter of the lines as they are; their words only say where: a card
    may be called whatever stands here for a word that is not there.
    """
    pairs = list(zip_longest(lines, bound))
    number = next((place for place, (line, other) in enumerate(pairs) if line != other), None)
    if number is None:
        return None
    line, other = (text or "" for text in pairs[number])
    for word, wanted in zip_longest(line.split(" "), other.split(" ")):
        if word != wanted:
            shown = (line or other)[:LONGEST_SHOWN]
            word, wanted = (word or "").strip(";:"), (wanted or "").strip(";:")
            return number, f"{word or 'nothing'} where {wanted or 'nothing'} was bound ({shown})"
    return number, "a line without words where none was bound, or none where one was"


def origin_hash(spec: DeckSpec, parts: Parts, code: str) -> str | None:
    """Return the hash that a deck file keeps, by which an edited seed or spec is seen at once.

    It ties together what decides the deals, the seed, and the code of the marks; None for a deck
    whose deals do not come from a seed.
    """
    if spec.seed is None or spec.has_given:
        return None
    return hash_of("origin", spec_hash(origin_lines(spec, parts)), spec.seed, code)
