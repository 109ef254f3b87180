"""A game's rules of counting, held against the packs it is played with."""

from collections.abc import Iterator, Mapping

from replikat.model.cards import Pack
from replikat.model.tallies import CapturedItems, GridLines, HandPenalties, RunsAndSets, TallyRules

Path = tuple[str | int, ...]


def tally_faults(tally: Mapping[str, TallyRules], packs: Mapping[str, Pack]) -> Iterator[tuple[Path, str]]:
    """Yield a fault, with its path in the game, for every card, rank, suit or scale that a pack has not."""
    for key, rules in tally.items():
        name, options = rules.named
        for pack in packs.values():
            known = {*pack.codes, *(card.rank.code for card in pack.cards if card.rank)}
            suits = {card.suit.code for card in pack.cards if card.suit}
            yield from (
                (("tally", key, name, *path), f"{word} is no {what} of the pack {pack.name}")
                for path, what, word in _named(options)
                if word not in {"card": known, "suit": suits, "scale": set(pack.values)}[what]
            )


def _named(options: object) -> Iterator[tuple[Path, str, str]]:
    """Yield what a rule's numbers name: path inside them, whether it is a card (or rank), a suit or a scale, and the word."""
    if isinstance(options, HandPenalties):
        yield from ((("values", code), "card", code) for code in options.values)
    elif isinstance(options, CapturedItems):
        yield ("suit",), "suit", options.suit
        yield from ((("cards", code), "card", code) for code in options.cards)
    elif isinstance(options, GridLines):
        yield from ((("suits", place), "suit", code) for place, code in enumerate(options.suits))
    elif isinstance(options, RunsAndSets):
        yield ("scale",), "scale", options.scale
        yield from ((("runs", i, j), "card", code) for i, run in enumerate(options.runs) for j, code in enumerate(run))
        yield from (
            (("sets", name, i, j), "card", code)
            for name, choices in options.sets.items()
            for i, choice in enumerate(choices)
            for j, code in enumerate(choice)
        )
        yield from (
            (("some_of", name, "cards", i), "card", code) for name, some in options.some_of.items() for i, code in enumerate(some.cards)
        )
        yield from ((("inside", code), "card", code) for code in options.inside)
        yield from ((("bonus", code), "card", code) for code in options.bonus)
