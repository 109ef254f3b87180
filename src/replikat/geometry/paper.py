"""What lies in the hand: papers and cards by their size, and the edge over which a sheet is turned."""

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le

from replikat.bounds import Gap, Millimetres, Name

INKLESS = 5.0  # no home printer reaches further out than this on all four sides
Flip = Literal["long", "short"]


@dataclass(frozen=True)
class Paper:
    """A paper size, upright."""

    name: Name
    width: Millimetres
    height: Millimetres


@dataclass(frozen=True)
class CardSize:
    """A trimmed card; `corner` is the radius to round it to."""

    name: Name
    width: Annotated[float, Ge(20), Le(300)]
    height: Annotated[float, Ge(20), Le(300)]
    corner: Gap = 3.5
