"""What the faces of a pack are drawn from: its figures, and the colours that a palette must have."""

from replikat.deck.cards import Card, Pack
from replikat.errors import Fault, ReplikatError, suggestion
from replikat.typeset.figures.palette import Palette


def check_inks(pack: Pack, palette: Palette) -> None:
    """Raise ReplikatError where the pack's cards use a colour that the palette lacks."""
    used = sorted(
        {
            name
            for card in (*pack.cards, *pack.spares)
            for name in (card.colour, card.suit.second if card.suit else None, card.emblem.ground if card.emblem else None)
            if name
        }
    )
    faults = [
        Fault(f"the pack {pack.name} uses the colour {name}", suggestion(name, palette.colours))
        for name in used
        if name not in palette.colours
    ]
    if faults:
        raise ReplikatError(*faults)


def figures_of(card: Card) -> list[str]:
    """Return the names of the figure files that a face is drawn from."""
    return [name for name in (None if card.image else card.figure, card.suit and card.suit.figure) if name]
