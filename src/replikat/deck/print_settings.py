"""How a deck is printed, as its file remembers it."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import MinLen

from replikat.bounds import Code, Few, LanguageName, Name, SheetName, ThemeName, Word

FaceOption = Literal["four-colour", "large-index", "four-corners"]
BackOption = Literal["two-way", "underlined"]


@dataclass(frozen=True)
class PrintSettings:
    """How a deck is printed; `lang` names the language of the faces first, then those of further booklets.

    `indices` overrides corner indices of the language, such as A: E. `jokers` says how many spare cards are printed, all
    where it is None; `blanks` how many empty ones. `names` is the language in which emblems are named, that of the
    faces where it is None.
    """

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
