"""Language catalogues: every printed word that is not prose."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from replikat.bounds import Line, Name
from replikat.deck.cards import Card
from replikat.deck.pack_spec import Emblem, Suit
from replikat.errors import ReplikatError


@dataclass(frozen=True)
class Catalogue:
    """The words of one language, `lang` by its code; a missing phrase is an error, never another language.

    `indices` are what faces show in their corners, `ranks` and `suits` the words, by code. `phrases` may hold
    {placeholders}. `also` are other codes by which people ask for the language.
    """

    lang: Name
    name: Line
    decimal: Name
    positions: dict[Name, Name]
    letters: dict[Name, Name]
    suits: dict[Name, Name]
    ranks: dict[Name, Name]
    indices: dict[Name, Name]
    phrases: dict[Name, Line]
    also: tuple[Name, ...] = ()

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
        """Return the corner index of a card: the language's own, or the rank as it is (2 to 10); an emblem has its own."""
        if card.emblem:
            return card.emblem.index
        code = card.rank.code if card.rank else "joker"
        return self.indices.get(code, code)

    def card(self, card: Card) -> str:
        """Return the name of a card in running text, such as "queen of spades"; an emblem's index stands before its name."""
        if card.emblem:
            return f"{card.emblem.index} {emblem_name(card.emblem, self.lang)}"
        if card.rank is None or card.suit is None:
            return self.phrase("card.joker")
        rank = self.ranks.get(card.rank.code, card.rank.code)
        if card.suit.word:
            return self.phrase("card.suit-word", rank=rank, suit=self.suit(card.suit))
        return self.phrase("card", rank=rank, suit=self.suit(card.suit))

    def label(self, card: Card, names: str | None = None) -> str:
        """Return the name of a card with what tells it from any other of its pack; emblems are named in the language `names`."""
        if card.emblem:
            return f"{card.emblem.index} – {emblem_name(card.emblem, names or self.lang)}"
        return f"{self.card(card)} – {card.code}" if card.rank is None or card.suit is None else self.card(card)

    def knows(self, card: Card) -> bool:
        """Return whether the language has a word for the card's suit."""
        return card.suit is None or (card.suit.word or card.suit.code) in self.suits

    def suit(self, suit: Suit) -> str:
        """Return the word for a suit."""
        key = suit.word or suit.code
        if key not in self.suits:
            raise ReplikatError(f"the language {self.name} has no word for the suit {key}")
        return self.suits[key]


def emblem_name(emblem: Emblem, lang: str) -> str:
    """Return the name of an emblem in a language; ReplikatError where its pack does not give it."""
    try:
        return emblem.names[lang]
    except KeyError:
        known = ", ".join(emblem.names)
        raise ReplikatError(f"the card {emblem.code} has no name in the language {lang}; its pack names it in {known}") from None
