"""Language catalogues: every printed word that is not prose."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from replikat.errors import ReplikatError
from replikat.model.bounds import STRICT, Line, Name
from replikat.model.cards import Card


@dataclass(frozen=True)
class Catalogue:
    """The words of one language; a missing phrase is an error, never another language.

    `indices` are what faces show in their corners, `ranks` and `suits` the words, by code. `phrases` may hold
    {placeholders}.
    """

    __pydantic_config__ = STRICT

    name: Line
    decimal: Name
    quotes: tuple[Name, ...]
    positions: dict[Name, Name]
    letters: dict[Name, Name]
    suits: dict[Name, Name]
    ranks: dict[Name, Name]
    indices: dict[Name, Name]
    phrases: dict[Name, Line]

    def phrase(self, key: str, **values: object) -> str:
        """Return a phrase with its placeholders filled."""
        try:
            return self.phrases[key].format(**values)
        except KeyError as error:
            raise ReplikatError(f"the language {self.name} lacks the phrase or placeholder {error} (phrase {key})") from None

    def with_indices(self, indices: Mapping[str, str]) -> "Catalogue":
        """Return the catalogue with some corner indices exchanged."""
        return replace(self, indices={**self.indices, **indices}) if indices else self

    def index(self, card: Card) -> str:
        """Return the corner index of a card: the language's own, or the rank as it is (2 to 10)."""
        code = card.rank.code if card.rank else "joker"
        return self.indices.get(code, code)

    def card(self, card: Card) -> str:
        """Return the name of a card in running text, such as "queen of spades"."""
        if card.rank is None or card.suit is None:
            return self.phrase("card.joker")
        rank = self.ranks.get(card.rank.code, card.rank.code)
        return self.phrase("card", rank=rank, suit=self.suits[card.suit.code])
