"""What helps to score a game at the table, from its rule of counting: for the margin of score sheets."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from replikat.deck.cards import Pack
from replikat.deck.catalogue import Catalogue, emblem_name
from replikat.papers.forms import Help
from replikat.tally.contract import DOUBLED_UNDERTRICKS, FIRST_NO_TRUMP, GAME, GAME_BONUS, INSULT, PART_SCORE, SLAM_BONUS, TRICK, UNDERTRICK
from replikat.tally.counting_rules import CapturedItems, ContractScore, GridLines, HandPenalties, RunsAndSets, SoloistBonus, TallyRules
from replikat.tally.words import what_said

Lines = Iterator[tuple[str, str]]
_NUMBER = re.compile(r"[0-9]+")  # in the name of a combination, which is a language's own text


def help_of(rules: TallyRules, pack: Pack, words: Catalogue, imps: Sequence[int] = ()) -> Help:
    """Return the help of a rule; with a table of IMPs that follows too."""
    name, options = rules.named
    lines = [*_LINES[name](options, pack, words), *_imp_lines(imps)]
    return Help(words.phrase("help.title"), tuple(lines))


def _hand_penalties(options: HandPenalties, pack: Pack, words: Catalogue) -> Lines:
    by_value: dict[int, list[str]] = {}
    plain = False
    for code, value in options.values.items():
        if code == str(value):
            plain = True
        else:
            by_value.setdefault(value, []).append(_card(code, pack, words))
    for value, cards in sorted(by_value.items(), key=lambda item: -abs(item[0])):
        yield ", ".join(cards), str(value)
    if plain:
        yield words.phrase("help.face_value"), ""


def _captured_items(options: CapturedItems, pack: Pack, words: Catalogue) -> Lines:
    suit = next(card.suit for card in pack.cards if card.suit and card.suit.code == options.suit)
    if options.most_cards:
        yield words.phrase("tally.most_cards"), str(options.most_cards)
    if options.most_of_suit:
        yield words.phrase("help.most_of", suit=words.suit(suit)), str(options.most_of_suit)
    yield from ((_card(code, pack, words), str(value)) for code, value in options.cards.items())
    if options.last_take:
        yield words.phrase("tally.last_take"), str(options.last_take)
    if options.each_sweep:
        yield words.phrase("help.each_sweep"), str(options.each_sweep)


def _grid_lines(options: GridLines, pack: Pack, words: Catalogue) -> Lines:
    yield words.phrase(f"help.grid.{options.reading}"), ""
    suits = {card.suit.code: card.suit for card in pack.cards if card.suit}
    yield words.phrase("help.suits_rise", suits=", ".join(words.suit(suits[code]) for code in options.suits)), ""
    yield words.phrase("help.grid.sides", across=words.positions[options.across], down=words.positions[options.down]), ""


def _runs_and_sets(options: RunsAndSets, pack: Pack, words: Catalogue) -> Lines:
    scale = {code: round(value) for code, value in pack.values.get(options.scale, {}).items() if value}
    for value in sorted(set(scale.values()), reverse=True):
        yield _cards([code for code in pack.codes if scale.get(code) == value], pack, words), str(value)
    yield words.phrase("help.run", n=options.least_run, runs="; ".join(_cards(run, pack, words) for run in options.runs)), ""
    for kind, choices in options.sets.items():
        yield _combination(what_said(kind, words), choices, pack, words), ""
    for kind, some in options.some_of.items():
        yield f"{what_said(kind, words)}: {some.least}–{len(some.cards)}", ""
    if options.inside:
        yield words.phrase("help.inside", cards=_cards(options.inside, pack, words)), "/".join(map(str, options.inside.values()))
    if options.bonus:
        yield (
            words.phrase("help.bonus", cards=_cards(options.bonus, pack, words)),
            "/".join(f"+{value}" for value in options.bonus.values()),
        )
    yield words.phrase("help.above", n=options.level_cards), "1"
    yield words.phrase("tally.last_trick"), str(options.last_trick)
    yield words.phrase("help.unit", n=options.unit), ""


def _contract_score(_: ContractScore, pack: Pack, words: Catalogue) -> Lines:
    suits = {card.suit.code: words.suit(card.suit) for card in pack.cards if card.suit}
    for value in sorted({value for strain, value in TRICK.items() if strain in suits}):
        yield ", ".join(suits[strain] for strain in TRICK if strain in suits and TRICK[strain] == value), str(value)
    yield words.phrase("help.no_trump"), f"{TRICK['N'] + FIRST_NO_TRUMP}+{TRICK['N']}"
    yield words.phrase("tally.part_score"), str(PART_SCORE)
    yield words.phrase("help.game", n=GAME), _both(GAME_BONUS)
    for level, bonus in SLAM_BONUS.items():
        yield f"{words.phrase('tally.slam_bonus')} ({level})", _both(bonus)
    yield words.phrase("tally.insult"), "/".join(str(value) for value in INSULT.values() if value)
    yield words.phrase("help.undertrick"), _both(UNDERTRICK)
    for key, steps in zip(("help.doubled", "help.doubled_vulnerable"), DOUBLED_UNDERTRICKS, strict=True):
        yield words.phrase(key), ", ".join(map(str, steps[:-1] if steps[-1] == steps[-2] else steps))


def _soloist_bonus(options: SoloistBonus, _: Pack, words: Catalogue) -> Lines:
    yield words.phrase("tally.game_won"), f"{options.won:+d}"
    yield words.phrase("tally.game_lost"), f"{options.lost:+d}".replace("-", "−")
    for size, points in options.others.items():
        yield words.phrase("help.others", n=size), f"+{points}"


_LINES: Mapping[str, Callable[[Any, Pack, Catalogue], Lines]] = {
    "hand_penalties": _hand_penalties,
    "captured_items": _captured_items,
    "grid_lines": _grid_lines,
    "runs_and_sets": _runs_and_sets,
    "contract_score": _contract_score,
    "soloist_bonus": _soloist_bonus,
}


def _card(code: str, pack: Pack, words: Catalogue) -> str:
    """Return a card by its name, or a rank as it stands in the corners."""
    if code in pack.index:
        return words.card(pack.cards[pack.index[code]])
    return words.indices.get(code, code)


def _both(values: Sequence[int]) -> str:
    return "/".join(map(str, values))


def _imp_lines(imps: Sequence[int]) -> Lines:
    """Yield the table of IMPs, four steps a line."""
    for first in range(0, len(imps), 4):
        part = imps[first : first + 4]
        yield f"IMP {first + 1}–{first + len(part)}", ", ".join(map(str, part))


def _cards(codes: Iterable[str], pack: Pack, words: Catalogue) -> str:
    """Return cards in short: those with names, a rank that all suits have, then numbered emblems: trumps 1, 28, 30–35."""
    cards = [pack.cards[pack.index[code]] for code in codes]
    suits = {card.suit.code for card in pack.cards if card.suit}
    ranks = [card.rank.code for card in cards if card.rank]
    whole = [rank for rank in dict.fromkeys(ranks) if ranks.count(rank) == len(suits)]
    single = [card.code for card in cards if card.rank and card.rank.code not in whole]
    emblems = [card.emblem for card in cards if card.emblem]
    told = [emblem_name(emblem, words.lang) for emblem in emblems if emblem.number is None]
    told += [*(words.indices.get(rank, rank) for rank in whole), *(_said(code, pack, words) for code in single)]
    numbers = sorted(emblem.number for emblem in emblems if emblem.number is not None)
    if numbers:
        told.append(words.phrase("help.trump.more" if len(numbers) > 1 else "help.trump.one", numbers=_stretches(numbers)))
    return ", ".join(told)


def _combination(name: str, choices: Sequence[Sequence[str]], pack: Pack, words: Catalogue) -> str:
    """Return a combination and the cards it may be made of, if its name does not say them."""
    if len(choices) == 1:
        emblems = [pack.cards[pack.index[code]].emblem for code in choices[0]]
        numbers = {emblem.number for emblem in emblems if emblem and emblem.number is not None}
        if numbers <= set(map(int, _NUMBER.findall(name))):
            return name
    cards = [", ".join(_said(code, pack, words) for code in choice) for choice in choices]
    return f"{name}: {' / '.join(cards)}"


def _said(code: str, pack: Pack, words: Catalogue) -> str:
    """Return a card as players call it: a numbered emblem by the numeral in its corners."""
    emblem = pack.cards[pack.index[code]].emblem
    if emblem:
        return emblem_name(emblem, words.lang) if emblem.number is None else emblem.index
    return _card(code, pack, words)


def _stretches(numbers: Sequence[int]) -> str:
    """Return numbers in short: 1, 28, 30–35."""
    told = []
    for _, group in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        run = [number for _, number in group]
        told.append(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]))
    return ", ".join(told)
