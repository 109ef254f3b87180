"""The parts of a deck: the pack, layouts and short packs that its spec names, held against each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from replikat.deck.cards import Pack
from replikat.deck.deck_spec import DeckSpec, Group
from replikat.deck.squares import Layout, shared_batch
from replikat.errors import Breach, LawFault


@dataclass(frozen=True)
class Parts:
    """The data that a spec names, looked up: its pack, its layouts, and each group's cards as places in the pack.

    `disguises` are the exchanges of suits that leave the pack of every group with twins as it is, card by card.
    """

    pack: Pack
    layouts: tuple[Layout, ...]
    members: tuple[tuple[int, ...], ...]
    disguises: tuple[tuple[int, ...], ...] = ()


def parts_of(spec: DeckSpec, pack: Pack, layouts: Sequence[Layout], short: Sequence[Pack | None]) -> Parts:
    """Return the parts of a spec; `short[i]` is the pack that group i names, None for "all".

    Raises LawFault where a group's cards and its layout do not fit each other.
    """
    faults = list(_print_faults(spec, pack, layouts))
    members: list[tuple[int, ...]] = []
    for group_place, (group, layout, cards) in enumerate(zip(spec.squares, layouts, short, strict=True)):
        if group.source == "twin":
            members.append(members[-1])
            continue
        own = tuple(pack.index[code] for code in cards.codes if code in pack.index) if cards else tuple(range(len(pack.cards)))
        members.append(own)
        place = spec.written(group_place)
        faults += [(("squares", place, *path), text) for path, text in _group_faults(group, layout, pack, cards, own)]
    disguises = _disguises(spec, pack, members)
    if not disguises and not faults:
        twins = next((place for place, group in enumerate(spec.squares) if group.twins), None)
        if twins is not None:
            text = f"{pack.name} allows no exchange of suits that leaves these cards as they are (its key disguises)"
            faults.append((("squares", spec.written(twins), "twins"), text))
    if faults:
        raise LawFault(faults)
    return Parts(pack, tuple(layouts), tuple(members), disguises)


def _print_faults(spec: DeckSpec, pack: Pack, layouts: Sequence[Layout]) -> Iterator[Breach]:
    """Yield what the print settings ask for that pack and layouts have not."""
    if (spec.print.jokers or 0) > len(pack.spares):
        yield ("print", "jokers"), f"{spec.print.jokers} jokers; {pack.name} has {len(pack.spares)} spare cards"
    ranks = {card.rank.code for card in pack.cards if card.rank} | {"joker"}
    yield from ((("print", "indices", key), f"{key} is no rank of {pack.name}") for key in spec.print.indices if key not in ranks)
    if "underlined" in spec.print.backs:
        try:
            shared_batch({group.layout: layout for group, layout in zip(spec.squares, layouts, strict=True)})
        except LawFault as law:
            yield ("print", "backs"), str(law)


def _group_faults(group: Group, layout: Layout, pack: Pack, cards: Pack | None, own: Sequence[int]) -> Iterator[Breach]:
    """Yield what is wrong with a group's cards: `cards` is its short pack, `own` are those that the deck's pack has too."""
    strangers = [code for code in cards.codes if code not in pack.index] if cards else []
    if strangers:
        yield ("cards",), f"{group.cards} has cards that {pack.name} lacks: {', '.join(strangers[:5])}"
    elif layout.cards != len(own):
        yield ("layout",), f"layout {group.layout} deals {layout.cards} cards, but {group.cards if cards else pack.name} has {len(own)}"
    for position, codes in group.keep_off.items():
        if position not in layout.positions:
            yield ("keep_off", position), f"the layout {group.layout} has no position {position}"
        for i, code in enumerate(codes):
            if code not in pack.index or pack.index[code] not in own:
                yield ("keep_off", position, i), f"{code} is no card of these squares"


def _disguises(spec: DeckSpec, pack: Pack, members: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the exchanges of suits that leave the cards of every group with twins as they are."""
    twinned = [set(own) for group, own in zip(spec.squares, members, strict=True) if group.twins]
    if not twinned:
        return ()
    return tuple(disguise for disguise in pack.disguises if all({disguise[card] for card in own} == own for own in twinned))
