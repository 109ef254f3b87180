"""A game held against the packs that it is played with."""

from collections.abc import Iterator, Mapping

from replikat.deck.cards import Pack
from replikat.deck.squares import Layout
from replikat.errors import Breach, FieldPath, LawFault
from replikat.games.game import Game
from replikat.games.rule_parameters import Rules
from replikat.tally.counting_rules import CapturedItems, GridLines, HandPenalties, RunsAndSets, TallyRules


def check_game(game: Game, layouts: Mapping[str, Layout], packs: Mapping[str, Pack]) -> None:
    """Raise LawFault where a set-up's layout does not deal a pack it is played with, or a rule names what is not there."""
    faults: list[Breach] = [
        (("setups", key, "layout"), f"{setup.layout} deals {dealt} cards, the pack {pack} has {len(packs[pack].cards)}")
        for key, setup in game.setups.items()
        for pack in game.packs(setup)
        if (dealt := layouts[setup.layout].cards) != len(packs[pack].cards)
    ]
    if "en" not in game.names:
        faults.append((("names",), "no name in English (en), by which it goes where a language has none"))
    if faults := [*faults, *_card_faults(game.rules, packs), *_rule_faults(game, packs), *_tally_faults(game.tally, packs)]:
        raise LawFault(faults)


def _card_faults(rules: Rules, packs: Mapping[str, Pack]) -> Iterator[Breach]:
    """Yield a fault for every card that a rule names and a pack has not."""
    named = {"card_begins": ("cards",), "fola_robbing": ("also", "kept")}
    yield from (
        (("rules", rule, key, place), f"{code} is no card of the pack {pack.name}")
        for rule, keys in named.items()
        if (parameters := getattr(rules, rule))
        for key in keys
        for place, code in enumerate(getattr(parameters, key))
        for pack in packs.values()
        if code not in pack.index
    )


def _rule_faults(game: Game, packs: Mapping[str, Pack]) -> Iterator[Breach]:
    """Yield a fault for every scale, seat or parameter of a rule that is not there."""
    if (robbing := game.rules.fola_robbing) is not None:
        scales = [pack.name for pack in packs.values() if robbing.scale not in pack.values]
        yield from ((("rules", "fola_robbing", "scale"), f"{robbing.scale} is no scale of values of the pack {name}") for name in scales)
        for key, seat in (("far", robbing.far), ("near", robbing.near)):
            if any(seat not in setup.seats for setup in game.setups.values()):
                yield ("rules", "fola_robbing", key), f"{seat} is no seat of every set-up"
    if (told := game.rules.parameter_by_square) is not None:
        bounds = [setup.parameters.get(told.parameter) for setup in game.setups.values()]
        if None in bounds:
            yield ("rules", "parameter_by_square", "parameter"), f"{told.parameter} is no parameter of every set-up"
        for key, value in (("first", told.first), ("last", told.last)):
            if any(span and not span[0] <= value <= span[1] for span in bounds):
                yield ("rules", "parameter_by_square", key), f"{value} is outside the bounds of {told.parameter}"


def _tally_faults(tally: Mapping[str, TallyRules], packs: Mapping[str, Pack]) -> Iterator[Breach]:
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


def _named(options: object) -> Iterator[tuple[FieldPath, str, str]]:
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
