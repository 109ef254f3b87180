"""The replicate deck, the value in the middle of everything, and the spec that asks for one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from replikat.errors import LawFault
from replikat.model.bounds import (
    STRICT,
    Code,
    Few,
    FolderName,
    GameName,
    LanguageName,
    LayoutName,
    Line,
    Name,
    PackName,
    Seed,
    SheetName,
    ThemeName,
    Word,
)
from replikat.model.cards import Pack
from replikat.model.code import deck_code
from replikat.model.squares import Layout, Mark, Position, Square, parse_mark, shared_batch, square_faults

DEALING = 1  # the number of the dealing algorithm; a printed deck cannot be recalled, so every change gets a new one
MOST_SQUARES = 60
EFFORT = 60_000  # looks at two squares by which balance pairs is evened out

Balance = Literal["none", "seats", "pairs"]
FaceOption = Literal["four-colour", "large-index", "four-corners"]
BackOption = Literal["two-way", "underlined"]
Source = Literal["dealt", "given", "twin"]


@dataclass(frozen=True)
class Group:
    """A run of squares of one kind: `cards` is "all" or the name of a short pack.

    After a group with `twins` comes one of source twin: as many squares, copies of its own in a secret order, disguised
    by an exchange of suits. `keep_off` names the cards that a position never gets. `effort` says how long `pairs` are
    evened out.
    """

    __pydantic_config__ = STRICT

    layout: LayoutName
    count: Annotated[int, Ge(1), Le(MOST_SQUARES)]
    balance: Balance = "seats"
    cards: Literal["all"] | PackName = "all"
    source: Source = "dealt"
    twins: Literal["suits"] | None = None
    keep_off: dict[Position, tuple[Name, ...]] = field(default_factory=dict)
    effort: Annotated[int, Ge(0), Le(100_000_000)] = EFFORT

    def __post_init__(self) -> None:
        if self.effort != EFFORT and self.balance != "pairs":
            raise LawFault([(("effort",), f"nothing is evened out with balance {self.balance}; expected balance: pairs")])
        if self.keep_off and self.balance != "none":
            text = f"with balance {self.balance} cards kept off a position would no longer visit all alike; expected balance: none"
            raise LawFault([(("keep_off",), text)])
        if self.keep_off and self.twins:
            raise LawFault([(("keep_off",), "twins exchange suits, and would bring other cards there; expected one of the two")])


@dataclass(frozen=True)
class PrintSettings:
    """How a deck is printed; `lang` names the language of the faces first, then those of further booklets.

    `indices` overrides corner indices of the language, such as A: E. `jokers` says how many spare cards are printed, all
    where it is None; `blanks` how many empty ones. `names` is the language in which emblems are named, that of the
    faces where it is None.
    """

    __pydantic_config__ = STRICT

    sheet: SheetName = "a4-poker"
    theme: ThemeName = "plain"
    lang: LanguageName | Annotated[tuple[LanguageName, ...], MinLen(1)] = "en"
    word: Word = "Replikatkort"
    jokers: Few | None = None
    blanks: Few = 0
    indices: dict[Name, Code] = field(default_factory=dict)
    names: Name | None = None
    faces: tuple[FaceOption, ...] = ()
    backs: tuple[BackOption, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        return (self.lang,) if isinstance(self.lang, str) else self.lang


@dataclass(frozen=True)
class Twins:
    """The secret of a deck's twins: which suit stands for which, and the original of every twin, in order."""

    __pydantic_config__ = STRICT

    suits: dict[Name, Name]
    of: tuple[Annotated[int, Ge(1), Le(MOST_SQUARES)], ...]


@dataclass(frozen=True)
class DeckSpec:
    """What a deck spec asks for; with `marks` it is a deck file, and the marks are the deck.

    `code` is the deck code of the marks, by which a hand edit is seen. `proof` names the square that is dealt once
    after cutting and never played. `twins` is known once the deck is dealt. In `squares` the groups of twins stand
    where they belong, whether the file names them or not.
    """

    __pydantic_config__ = STRICT

    name: FolderName
    pack: PackName
    squares: Annotated[tuple[Group, ...], MinLen(1)]
    dealing: int = DEALING
    seed: Seed | None = None
    print: PrintSettings = field(default_factory=PrintSettings)
    games: tuple[GameName, ...] = ()
    proof: int | None = None
    code: Line | None = None
    twins: Twins | None = None
    marks: str | None = None

    def __post_init__(self) -> None:
        faults: list[tuple[tuple[str | int, ...], str]] = [
            (("squares", place, "source"), "a group of twins; it follows by itself a group with twins: suits")
            for place, group in enumerate(self.squares)
            if group.source == "twin" and (place == 0 or twin_of(self.squares[place - 1]) != group)
        ]
        object.__setattr__(self, "squares", _with_twins(self.squares))
        if self.dealing != DEALING:
            faults.append((("dealing",), f"dealing {self.dealing} is unknown to this version; it knows {DEALING}"))
        if self.count > MOST_SQUARES:
            faults.append((("squares",), f"{self.count} squares; a back has room for at most {MOST_SQUARES}"))
        if self.proof is not None and not 1 <= self.proof <= self.count:
            faults.append((("proof",), f"{self.proof} is no square; expected 1 to {self.count}"))
        if faults:
            raise LawFault(faults)

    @property
    def count(self) -> int:
        return sum(group.count for group in self.squares)

    @cached_property
    def groups_by_square(self) -> tuple[int, ...]:
        """Return the group's place in the spec for every square."""
        return tuple(place for place, group in enumerate(self.squares) for _ in range(group.count))

    def asks_for(self) -> "DeckSpec":
        """Return what decides the deals alone: two specs that ask for the same deck are equal in this.

        How long pairs were evened out is no part of it: a deck made with more effort is still the one that is asked for.
        """
        squares = tuple(replace(group, effort=EFFORT) for group in self.squares)
        return replace(self, squares=squares, print=PrintSettings(), games=(), proof=None, code=None, twins=None, marks=None, seed=None)

    def unhurried(self) -> "DeckSpec":
        """Return the spec without the evening out of pairs, for decks that are pictures only."""
        return replace(self, squares=tuple(replace(group, effort=0) if group.balance == "pairs" else group for group in self.squares))

    @cached_property
    def originals(self) -> dict[int, int]:
        """Return the square that every twin is a copy of, so that results of both are compared; empty before the deck is dealt."""
        twins = (number for number, place in enumerate(self.groups_by_square, 1) if self.squares[place].source == "twin")
        return dict(zip(twins, self.twins.of, strict=False)) if self.twins else {}

    def written(self, place: int) -> int:
        """Return where a group stands in its file: a deck spec leaves groups of twins out, a deck file does not."""
        return place if self.marks is not None else place - sum(group.source == "twin" for group in self.squares[:place])


def twin_of(group: Group) -> Group | None:
    """Return the group of twins that follows a group."""
    return replace(group, source="twin", twins=None) if group.twins else None


def _with_twins(groups: Sequence[Group]) -> tuple[Group, ...]:
    whole: list[Group] = []
    for place, group in enumerate(groups):
        whole.append(group)
        twin = twin_of(group)
        if twin and groups[place + 1 : place + 2] != (twin,):
            whole.append(twin)
    return tuple(whole)


@dataclass(frozen=True)
class Parts:
    """The data that a spec names, looked up: its pack, its layouts, and each group's cards as places in the pack.

    `disguises` are the exchanges of suits that leave the pack of every group with twins as it is, card by card.
    """

    pack: Pack
    layouts: tuple[Layout, ...]
    members: tuple[tuple[int, ...], ...]
    disguises: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Deck:
    """A replicate deck: a pack and its squares."""

    spec: DeckSpec
    parts: Parts
    squares: tuple[Square, ...]

    @property
    def pack(self) -> Pack:
        return self.parts.pack

    @property
    def name(self) -> str:
        return self.spec.name

    @cached_property
    def code(self) -> str:
        return deck_code(self.pack.name, self.squares)

    def layout(self, square: int) -> Layout:
        """Return the layout of square 1, 2, ..."""
        return self.parts.layouts[self.spec.groups_by_square[square - 1]]

    @property
    def has_middle(self) -> bool:
        return any("M" in layout.positions for layout in self.parts.layouts)

    def marks_text(self) -> str:
        """Return the marks block of the deck file, one line a square."""
        return "".join(f"{square}\n" for square in self.squares)


def deck_of(spec: DeckSpec, parts: Parts, marks: str) -> Deck:
    """Return the deck whose marks are written in `marks`.

    Raises LawFault with paths ("marks", line, token), counted from 0, for every mark that breaks the square law.
    """
    faults: list[tuple[tuple[str | int, ...], str]] = []
    lines = marks.splitlines()
    if len(lines) != spec.count:
        raise LawFault([(("marks",), f"{len(lines)} lines of marks; expected {spec.count}, one for every square")])
    squares = []
    for number, line in enumerate(lines):
        group = spec.groups_by_square[number]
        square, wrong = _square_of(line, spec.squares[group].layout, parts, group)
        squares.append(square)
        faults += [(("marks", number, token), f"square {number + 1}: {text}") for token, text in wrong]
    faults = faults or _twin_faults(spec, parts, squares)
    if faults:
        raise LawFault(faults)
    return Deck(spec, parts, tuple(squares))


def _twin_faults(spec: DeckSpec, parts: Parts, squares: Sequence[Square]) -> list[tuple[tuple[str | int, ...], str]]:
    """Return what keeps twins from being disguised copies of their originals."""
    places = [place for place, group in enumerate(spec.squares) if group.source == "twin"]
    if spec.twins is None or not places:
        return [(("twins",), "no word of what the twins are copies of")] if places else []
    disguise = parts.pack.disguise([spec.twins.suits.get(suit.code, "") for suit in parts.pack.suits])
    if isinstance(disguise, str):
        return [(("twins", "suits"), disguise)]
    wanted = [range(first - spec.squares[place].count, first) for place in places if (first := spec.groups_by_square.index(place))]
    given = iter(spec.twins.of)
    if any(sorted(number for _, number in zip(run, given, strict=False)) != [square + 1 for square in run] for run in wanted) or [*given]:
        return [(("twins", "of"), "expected every square of the groups with twins once, group after group")]
    return [
        (("marks", twin - 1, card), f"square {twin} is no disguised copy of square {original}: {parts.pack.codes[card]}")
        for twin, original in spec.originals.items()
        for card, (found, mark) in enumerate(zip(squares[twin - 1].marks, disguised(squares[original - 1].marks, disguise), strict=True))
        if found != mark
    ]


def disguised(marks: Sequence[Mark | None], disguise: Sequence[int]) -> tuple[Mark | None, ...]:
    """Return the marks of a square's twin: what stood on a card stands on the one that takes its place."""
    twin: list[Mark | None] = [None] * len(marks)
    for mark, place in zip(marks, disguise, strict=True):
        twin[place] = mark
    return tuple(twin)


def _square_of(line: str, layout: str, parts: Parts, group: int) -> tuple[Square, list[tuple[int, str]]]:
    codes = parts.pack.codes
    tokens = line.split()
    if len(tokens) != len(codes):
        return Square(layout, ()), [(0, f"{len(tokens)} marks; expected {len(codes)}, one for every card of {parts.pack.name}")]
    marks = []
    unread = {}
    for card, token in enumerate(tokens):
        try:
            marks.append(parse_mark(token))
        except ValueError:
            marks.append(None)
            unread[card] = f"{token!r} on {codes[card]} is no mark; expected a position and a number such as S7, or -"
    square = Square(layout, tuple(marks))
    inside = set(parts.members[group])
    members = [card in inside for card in range(len(codes))]
    broken = square_faults(square, parts.layouts[group], members)
    faults = [*unread.items(), *((card, f"{codes[card]}: {text}") for card, text in broken if card not in unread)]
    return square, sorted(faults)


def parts_of(spec: DeckSpec, pack: Pack, layouts: Sequence[Layout], short: Sequence[Pack | None]) -> Parts:
    """Return the parts of a spec; `short[i]` is the pack that group i names, None for "all".

    Raises LawFault where a group's cards and its layout do not fit each other.
    """
    faults: list[tuple[tuple[str | int, ...], str]] = []
    if (spec.print.jokers or 0) > len(pack.spares):
        faults.append((("print", "jokers"), f"{spec.print.jokers} jokers; {pack.name} has {len(pack.spares)} spare cards"))
    ranks = {card.rank.code for card in pack.cards if card.rank} | {"joker"}
    strange = [key for key in spec.print.indices if key not in ranks]
    faults += [(("print", "indices", key), f"{key} is no rank of {pack.name}") for key in strange]
    if "underlined" in spec.print.backs:
        try:
            shared_batch({group.layout: layout for group, layout in zip(spec.squares, layouts, strict=True)})
        except LawFault as law:
            faults.append((("print", "backs"), str(law)))
    members: list[tuple[int, ...]] = []
    for group_place, (group, layout, cards) in enumerate(zip(spec.squares, layouts, short, strict=True)):
        if group.source == "twin":
            members.append(members[-1])
            continue
        place = spec.written(group_place)
        strangers = [code for code in cards.codes if code not in pack.index] if cards else []
        if strangers:
            faults.append((("squares", place, "cards"), f"{group.cards} has cards that {pack.name} lacks: {', '.join(strangers[:5])}"))
        own = tuple(pack.index[code] for code in cards.codes if code in pack.index) if cards else tuple(range(len(pack.cards)))
        members.append(own)
        if not strangers and layout.cards != len(own):
            text = (
                f"layout {group.layout} deals {layout.cards} cards, but {pack.name if group.cards == 'all' else group.cards} has {len(own)}"
            )
            faults.append((("squares", place, "layout"), text))
        faults += [(("squares", place, *path), text) for path, text in _keep_off_faults(group, layout, pack, own)]
    disguises = _disguises(spec, pack, members)
    if not disguises and not faults:
        twins = next((place for place, group in enumerate(spec.squares) if group.twins), None)
        if twins is not None:
            text = f"{pack.name} allows no exchange of suits that leaves these cards as they are (its key disguises)"
            faults.append((("squares", spec.written(twins), "twins"), text))
    if faults:
        raise LawFault(faults)
    return Parts(pack, tuple(layouts), tuple(members), disguises)


def _keep_off_faults(group: Group, layout: Layout, pack: Pack, own: Sequence[int]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield what is wrong with the cards that a group keeps off positions."""
    for position, cards in group.keep_off.items():
        if position not in layout.positions:
            yield ("keep_off", position), f"the layout {group.layout} has no position {position}"
        for i, code in enumerate(cards):
            if code not in pack.index or pack.index[code] not in own:
                yield ("keep_off", position, i), f"{code} is no card of these squares"


def _disguises(spec: DeckSpec, pack: Pack, members: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the exchanges of suits that leave the cards of every group with twins as they are."""
    twinned = [set(own) for group, own in zip(spec.squares, members, strict=True) if group.twins]
    if not twinned:
        return ()
    return tuple(disguise for disguise in pack.disguises if all({disguise[card] for card in own} == own for own in twinned))
