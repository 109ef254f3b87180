"""The two sides of a sheet, and the orders in which they come out of a printer."""

from typing import Literal

Side = Literal["faces", "backs"]
Order = Literal["interleaved", "fronts-backs", "backs-reversed"]
SIDES: tuple[Side, ...] = ("faces", "backs")
