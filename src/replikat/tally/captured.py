"""Items won by taking cards from the table: the most cards, the most of a suit, named cards, sweeps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from replikat.deck.cards import Card, Pack
from replikat.errors import FieldPath, LawFault
from replikat.tally.counting_rules import CapturedItems
from replikat.tally.sheets import Taken, Takings
from replikat.tally.typed_cards import typed_cards, worth
from replikat.tally.working import Tally, TallyCheck, TallyLine, totals_of


class _Counted(NamedTuple):
    cards: int
    of_suit: int
    scoring: tuple[Card, ...]


def captured_items(options: CapturedItems, sheet: Takings, pack: Pack) -> Tally:
    """Return the points of every side: items in their order, then the cards that count, the last take and the sweeps."""
    typed = [
        (("sides", side, key, i), code)
        for side, taken in sheet.sides.items()
        for key, codes in (("captured", taken.captured), ("held", taken.held))
        for i, code in enumerate(codes)
    ]
    cards = typed_cards(pack, typed)
    last = [side for side, taken in sheet.sides.items() if taken.last]
    if len(last) > 1:
        raise LawFault([(("sides", last[1], "last"), f"the last take is {last[0]}'s already")])
    own = _by_side(cards, sheet.sides)
    counted = {side: _counted(options, own[side], taken) for side, taken in sheet.sides.items()}
    lines = _most("most_cards", options.most_cards, {side: own.cards for side, own in counted.items()})
    lines += _most("most_of_suit", options.most_of_suit, {side: own.of_suit for side, own in counted.items()})
    for side, taken in sheet.sides.items():
        lines += [TallyLine(side, "card_taken", worth(card, options.cards), (card.code,)) for card in counted[side].scoring]
        if taken.last and options.last_take:
            lines.append(TallyLine(side, "last_take", options.last_take))
        if taken.sweeps and options.each_sweep:
            lines.append(TallyLine(side, "sweeps", taken.sweeps * options.each_sweep, times=taken.sweeps))
    totals = totals_of(lines, sheet.sides)
    suit = sum(card.suit is not None and card.suit.code == options.suit for card in pack.cards)
    checks = (
        TallyCheck("cards_taken", sum(own.cards for own in counted.values()), len(pack.cards)),
        TallyCheck("suit_taken", sum(own.of_suit for own in counted.values()), suit),
        TallyCheck(
            "scoring_cards", sum(len(own.scoring) for own in counted.values()), sum(worth(c, options.cards) != 0 for c in pack.cards)
        ),
    )
    return Tally(tuple(lines), totals, checks)


def _by_side(cards: Mapping[FieldPath, Card], sides: Iterable[str]) -> dict[str, list[Card]]:
    own: dict[str, list[Card]] = {side: [] for side in sides}
    for path, card in cards.items():
        own[str(path[1])].append(card)
    return own


def _counted(options: CapturedItems, own: Sequence[Card], taken: Taken) -> _Counted:
    scoring = tuple(card for card in own if worth(card, options.cards))
    of_suit = sum(card.suit is not None and card.suit.code == options.suit for card in own)
    return _Counted(len(own) if taken.cards is None else taken.cards, of_suit if taken.of_suit is None else taken.of_suit, scoring)


def _most(what: str, points: int, counts: Mapping[str, int]) -> list[TallyLine]:
    """Return the line of whoever has the most; none where two have."""
    most = max(counts.values())
    best = [side for side, count in counts.items() if count == most]
    return [TallyLine(best[0], what, points, times=most)] if points and len(best) == 1 else []
