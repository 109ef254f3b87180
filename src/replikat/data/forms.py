"""The forms of single values: texts, words to choose from, numbers; and how their faults are told.

A form is what one type hint takes. It reads a tree, which is plain data as YAML or JSON hold it:
dicts, lists, texts, numbers, truth values and None. Nothing is coerced, but a whole number is taken
where any number is wanted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import ge, gt, le
from typing import Any

from annotated_types import Ge, Gt, Le, MaxLen, MinLen, Predicate

from replikat.bounds import Named
from replikat.data.library import Library
from replikat.errors import LONGEST, FieldPath, escaped, named, quoted, suggestion, withheld

FEW = 6  # as many choices are listed in full; of more, the nearest is suggested
SECRET = frozenset({"seed", "key", "secret", "salt", "marks"})  # fields that no message repeats

KEEPS = {"gt": gt, "ge": ge, "le": le}  # by the attributes of annotated-types' bounds


@dataclass(frozen=True)
class Misfit:
    """One fault in a tree: the path to it, what stands there, what is wanted.

    `in_key` says that the key at the path is at fault, not its value.
    """

    path: FieldPath
    present: str
    wanted: str = ""
    in_key: bool = False


@dataclass
class Walk:
    """What one walk through a tree has met so far.

    Unknown names are kept apart: a value that holds one is whole, and its law is asked.
    """

    library: Library | None
    misfits: list[Misfit] = field(default_factory=list)
    unknown_names: list[Misfit] = field(default_factory=list)

    @property
    def faults(self) -> list[Misfit]:
        return self.misfits + self.unknown_names

    def unfit(self, path: FieldPath, present: str, wanted: str, in_key: bool = False) -> None:
        """Note a misfit."""
        self.misfits.append(Misfit(path, present, wanted, in_key))

    def unknown_key(self, path: FieldPath, known: Sequence[str]) -> None:
        """Note a key, the last part of the path, that is none of the known ones."""
        key = str(path[-1])
        present = f"unknown key {named(key)}" if key else "an empty key"
        self.unfit(path, present, suggestion(key, known), in_key=True)


class Form:
    """What one type hint takes: trees of some `types`. A bare Form takes them as they are."""

    mendable: tuple[type, ...] = ()  # trees of these types are refused with the remedy
    remedy = ""

    def __init__(self, types: tuple[type, ...], wanted: str) -> None:
        self.types = types
        self._wanted = wanted

    @property
    def wanted(self) -> str:
        """What is wanted, in words: "a whole number from 1 to 60"."""
        return self._wanted

    def fits(self, tree: Any) -> bool:
        """Return whether a tree means this branch of a union, be it faulty inside or not."""
        return type(tree) in self.types  # isinstance would take true for 1

    def read(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        """Return the value of a tree; it means nothing where `walk` has a new misfit afterwards."""
        if type(tree) in self.types:
            return self.take(tree, path, walk)
        return self.refuse(tree, path, walk)

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        """Return the value of a tree that is of one of the types, as `read` does."""
        return tree

    def refuse(self, tree: Any, path: FieldPath, walk: Walk) -> None:
        """Note that the tree is not what is wanted."""
        wanted = f"expected {self.wanted}"
        if type(tree) in self.mendable:
            example = str(tree)
            readable = example.isprintable() and 0 < len(example) <= LONGEST and not is_secret(path)
            wanted += self.remedy.format(example if readable else "...")
        walk.unfit(path, f"found {shown(tree, path)}", wanted)


class Text(Form):
    """Text of bounded length, which may have to keep a predicate or to be the name of a file."""

    mendable = (int, float, bool)
    remedy = ", in quotes"

    def __init__(self, bounds: Sequence[Any]) -> None:
        limits = limits_of(bounds, MinLen, MaxLen, Predicate, Named)
        self.least, self.most = limits.get("min_length", 0), limits.get("max_length")
        self.holds, self.folder = limits.get("func"), limits.get("kind")
        wanted = (self.holds.__doc__ or "").strip() if self.holds else "text"
        if self.folder:
            wanted = f"the name of a {self.folder.removesuffix('s')}"
        super().__init__((str,), wanted)

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        if self.most is not None and len(tree) > self.most:
            walk.unfit(path, f"found {len(tree)} characters", f"expected at most {self.most}")
        elif self.folder and walk.library and not walk.library.has(self.folder, tree):
            present = f"no {self.folder.removesuffix('s')} is called {quoted(tree)}"
            near = walk.library.near(self.folder, tree)
            walk.unknown_names.append(Misfit(path, present, near))
        elif len(tree) < self.least:
            least = "one character" if self.least == 1 else f"{self.least} characters"
            walk.unfit(path, f"found {shown(tree, path)}", f"expected at least {least}")
        elif self.holds and not self.holds(tree):
            self.refuse(tree, path, walk)
        return tree


class Choice(Form):
    """One of some words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        *others, last = words
        super().__init__((str,), f"{', '.join(others)} or {last}" if others else last)

    def fits(self, tree: Any) -> bool:
        return isinstance(tree, str) and tree in self.words

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        if tree not in self.words and len(self.words) > FEW:
            walk.unfit(path, f"found {shown(tree, path)}", suggestion(tree, self.words))
        elif tree not in self.words:
            self.refuse(tree, path, walk)
        return tree


class Number(Form):
    """A whole number (int), or any number (float), within bounds."""

    def __init__(self, plain: type, bounds: Sequence[Any]) -> None:
        self.plain = plain
        self.limits = limits_of(bounds, Gt, Ge, Le)
        noun = "a whole number" if plain is int else "a number"
        super().__init__((int,) if plain is int else (int, float), noun + self._range())

    def _range(self) -> str:
        """Return the bounds in words, or an example where there is none."""
        above, least, most = (self.limits.get(name) for name in KEEPS)
        if least is not None:
            return f" from {least}" + (f" to {most}" if most is not None else " on")
        if above is not None:
            return f" above {above}" + (f", at most {most}" if most is not None else "")
        if most is not None:
            return f", at most {most}"
        return " such as 12" if self.plain is int else " such as 12 or 0.5"

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        for name, limit in self.limits.items():
            if not KEEPS[name](tree, limit):
                return self.refuse(tree, path, walk)
        return self.plain(tree)


def limits_of(bounds: Sequence[Any], *known: Any) -> dict[str, Any]:
    """Return the attributes of bounds by their names; TypeError for a bound of no known kind."""
    limits: dict[str, Any] = {}
    for bound in bounds:
        if not isinstance(bound, known):
            raise TypeError(f"no form keeps the bound {bound!r}")
        limits |= {part.name: getattr(bound, part.name) for part in fields(bound)}
    return limits


def is_secret(path: FieldPath) -> bool:
    """Return whether what stands at a path is never repeated: a seed, a key, marks."""
    return not SECRET.isdisjoint(path)


def shown(tree: Any, path: FieldPath = ()) -> str:
    """Return what stands in a file at a path, as its writer would call it; a secret is withheld."""
    import json  # for faults alone: most runs have none

    if tree is None:
        return "nothing"
    if isinstance(tree, list):
        return "a list" if tree else "an empty list"
    if isinstance(tree, dict):
        return "keys with values"
    if is_secret(path):
        return withheld(str(tree))
    text = json.dumps(tree, ensure_ascii=False)
    return escaped(text if len(text) <= LONGEST else text[: LONGEST - 3] + '..."')
