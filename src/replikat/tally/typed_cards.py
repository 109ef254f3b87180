"""Cards as they are typed in a sheet: known, and none of them twice."""

from collections.abc import Iterable, Mapping

from replikat.deck.cards import Card, Pack
from replikat.errors import Breach, FieldPath, LawFault


def typed_cards(pack: Pack, typed: Iterable[tuple[FieldPath, str]]) -> dict[FieldPath, Card]:
    """Return the cards by where they were typed; LawFault for a code that is no card of the pack, or that came before."""
    faults: list[Breach] = []
    found: dict[FieldPath, Card] = {}
    seen: set[str] = set()
    by_signs = {"".join(sorted(code)): code for code in reversed(pack.codes)}  # the first of the pack counts
    for path, code in typed:
        if code not in pack.index:
            faults.append((path, f"{code} is no card of {pack.name}; {_cure(code, pack, by_signs)}"))
        elif code in seen:
            faults.append((path, f"{code} stands twice"))
        else:
            seen.add(code)
            found[path] = pack.cards[pack.index[code]]
    if faults:
        raise LawFault(faults)
    return found


def worth(card: Card, values: Mapping[str, int]) -> int:
    """Return a card's value, its own before its rank's; 0 where it has none."""
    return values.get(card.code, values.get(card.rank.code, 0) if card.rank else 0)


def _cure(code: str, pack: Pack, by_signs: Mapping[str, str]) -> str:
    """Return the card of the same signs in another order or in capitals, or how cards are written."""
    meant = by_signs.get("".join(sorted(code.upper())))
    return f"did you mean {meant}?" if meant else f"cards are written such as {pack.codes[0]} and {pack.codes[-1]}"
