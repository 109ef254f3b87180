"""The named rules that a game's data file may ask for, with their parameters; `play.rules` knows what they say."""

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le, MinLen

from replikat.bounds import Code, Name

Direction = Literal["left", "right", "across", "none"]


@dataclass(frozen=True)
class DealerBySquare:
    """The square's number says who is the dealer and, where `vulnerability` counts, which side is vulnerable."""

    vulnerability: bool = True


@dataclass(frozen=True)
class FolaRobbing:
    """The seat `far` robs the fola from its last number backwards, then the seat `near` from its first number on.

    Robbed are cards worth something on the pack's `scale` of values, and those named in `also`; the first other
    card ends it. Afterwards `near` takes what is still worth something, and the cards in `kept`, without points. Both
    discard to `hand` cards: nothing of value, and nothing in `kept`.
    """

    far: Name
    near: Name
    scale: Name
    hand: Annotated[int, Ge(1), Le(100)]
    also: tuple[Code, ...] = ()
    kept: tuple[Code, ...] = ()


@dataclass(frozen=True)
class ParameterBySquare:
    """The square's number says a parameter: `first` in square 1, then a step towards `last`, and round again."""

    parameter: Name
    first: int
    last: int


@dataclass(frozen=True)
class PassingBySquare:
    """The square's number says where cards are passed, in turn; `across` only where somebody sits opposite."""

    directions: Annotated[tuple[Direction, ...], MinLen(1)]


@dataclass(frozen=True)
class CardBegins:
    """The holder of the first of `cards` that lies in a hand begins."""

    cards: Annotated[tuple[Code, ...], MinLen(1)]


@dataclass(frozen=True)
class Rules:
    """The registry of rules: a game names those it has."""

    dealer_by_square: DealerBySquare | None = None
    fola_robbing: FolaRobbing | None = None
    parameter_by_square: ParameterBySquare | None = None
    passing_by_square: PassingBySquare | None = None
    card_begins: CardBegins | None = None
