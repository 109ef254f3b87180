"""Trees to values by type hints: one walk makes the value, or collects every fault in the tree.

A type hint is a dataclass and what its fields are made of: str, int, float, bool, Literal of texts,
tuple[X, ...], dict[X, Y], unions, and Annotated with bounds of annotated-types. The forms that have
others inside stand here, those of single values in `forms`. Neither knows kinds of files, nor
places in them: a fault has the path that leads to it in the tree.
"""

from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from annotated_types import MaxLen, MinLen

from replikat.data.forms import Choice, Form, Misfit, Number, Text, Walk, limits_of
from replikat.data.library import Library
from replikat.errors import FieldPath, LawFault

Kind = TypeVar("Kind")


def build(
    kind: type[Kind],
    tree: Any,
    library: Library | None = None,
) -> tuple[Kind | None, list[Misfit]]:
    """Return the value that a tree describes, and no faults; or None, and every fault in the tree.

    Args:
        kind: a dataclass. It takes no unknown key. Its __post_init__, and that of every dataclass
            inside, may raise LawFault with paths from the value that breaks the law; it is asked
            where all parts of that value fit.
        tree: plain data, as YAML or JSON hold it.
        library: is asked for the names of other data files, in fields marked with `Named`; without
            a library any name will do.

    Raises:
        TypeError: a field's type hint or bound is none that a form reads.
    """
    walk = Walk(library)
    value = form_of(kind).read(tree, (), walk)
    return (None if walk.faults else value), walk.faults


class Listing(Form):
    """A list of bounded length whose entries are all of one form; it is read into a tuple."""

    mendable = (str,)
    remedy = ", such as [{}]"

    def __init__(self, entry: Form, bounds: Sequence[Any]) -> None:
        limits = limits_of(bounds, MinLen, MaxLen)
        self.entry = entry
        self.least, self.most = limits.get("min_length", 0), limits.get("max_length")
        super().__init__((list,), "a list" + self._length())

    def _length(self) -> str:
        if self.least == self.most:
            return f" of {self.least}"
        if self.most is not None:
            return f" of {self.least} to {self.most}" if self.least else f" of at most {self.most}"
        if self.least > 1:
            return f" of at least {self.least}"
        return " that is not empty" if self.least else ""

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        if len(tree) < self.least or (self.most is not None and len(tree) > self.most):
            present = f"found a list of {len(tree)}" if tree else "found an empty list"
            walk.unfit(path, present, f"expected {self.wanted}")
        read = self.entry.read
        return tuple([read(item, (*path, place), walk) for place, item in enumerate(tree)])


class Table(Form):
    """Keys of one form with values of another; it is read into a dict."""

    def __init__(self, key: Form, value: Form, bounds: Sequence[Any]) -> None:
        self.key, self.value = key, value
        self.least = limits_of(bounds, MinLen).get("min_length", 0)
        words = f" ({', '.join(sorted(key.words))})" if isinstance(key, Choice) else ""
        super().__init__((dict,), f"keys with values{words}")

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        if len(tree) < self.least:
            walk.unfit(path, f"found {len(tree)} keys", f"expected at least {self.least}")
        for key in tree:
            self._read_key((*path, key), walk)
        return {key: self.value.read(item, (*path, key), walk) for key, item in tree.items()}

    def _read_key(self, path: FieldPath, walk: Walk) -> None:
        """Read the last part of the path; its faults are told of the key."""
        trial = Walk(walk.library)
        self.key.read(path[-1], path, trial)
        for fault in trial.faults:
            if isinstance(self.key, Choice):
                walk.unknown_key(path, self.key.words)
            else:
                present = fault.present if path[-1] else "an empty key"
                walk.unfit(path, present, fault.wanted, in_key=True)


class Record(Form):
    """A dataclass: its fields are the keys, and its __post_init__ is its law."""

    def __init__(self, kind: Any) -> None:
        super().__init__((dict,), "")
        self.kind = kind
        needed = [part for part in fields(kind) if part.default is part.default_factory is MISSING]
        self.required = tuple(part.name for part in needed)

    @cached_property
    def forms(self) -> dict[str, Form]:
        """The form of every field; made when first needed: a file has few of all records."""
        hints = get_type_hints(self.kind, include_extras=True)
        return {part.name: form_of(hints[part.name]) for part in fields(self.kind)}

    @property
    def wanted(self) -> str:
        optional = self.forms.keys() - set(self.required)
        return f"keys with values ({', '.join(sorted(self.required) + sorted(optional))})"

    def take(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        forms, values, before = self.forms, {}, len(walk.misfits)
        for name in self.required:
            if name not in tree:
                walk.unfit((*path, name), "missing", f"expected {forms[name].wanted}")
        for key, item in tree.items():
            if key in forms:
                values[key] = forms[key].read(item, (*path, key), walk)
            else:
                walk.unknown_key((*path, key), tuple(forms))
        if len(walk.misfits) > before:
            return None
        try:
            return self.kind(**values)
        except LawFault as law:
            walk.misfits += [Misfit((*path, *inner), text) for inner, text in law.faults]


class Either(Form):
    """A union: of the branches that a tree fits, the first that takes it.

    If none does, the one with the fewest faults tells them.
    """

    def __init__(self, branches: Sequence[Form]) -> None:
        super().__init__((), "")
        self.branches = branches
        self.spoken = [branch for branch in branches if branch.types != (NoneType,)]
        for branch in branches:
            if isinstance(branch, Listing):
                self.mendable, self.remedy = branch.mendable, branch.remedy

    @property
    def wanted(self) -> str:
        return " or ".join(branch.wanted for branch in self.spoken)

    def read(self, tree: Any, path: FieldPath, walk: Walk) -> Any:
        fitting = [branch for branch in self.branches if branch.fits(tree)]
        if not fitting and len(self.spoken) == 1:
            fitting = self.spoken  # what may be left out is spoken of as if it might not
        if not fitting:
            return self.refuse(tree, path, walk)
        if len(fitting) == 1:
            return fitting[0].read(tree, path, walk)
        trials = []
        for branch in fitting:
            trial = Walk(walk.library)
            trials.append((branch.read(tree, path, trial), trial))
        value, best = min(trials, key=lambda pair: len(pair[1].faults))
        walk.misfits += best.misfits
        walk.unknown_names += best.unknown_names
        return value


def form_of(hint: Any) -> Form:
    """Return the form of a type hint; TypeError for one that no data file should have."""
    bounds: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, bounds = hint.__origin__, hint.__metadata__
    origin, inner = get_origin(hint), get_args(hint)
    if hint is str:
        return Text(bounds)
    if hint in (int, float):
        return Number(hint, bounds)
    if origin is tuple and inner[1:] == (...,):
        return Listing(form_of(inner[0]), bounds)
    if origin is dict:
        return Table(form_of(inner[0]), form_of(inner[1]), bounds)
    limits_of(bounds)  # the forms below have none
    if hint is bool:
        return Form((bool,), "true or false")
    if hint is NoneType:
        return Form((NoneType,), "nothing")
    if origin is Literal and all(isinstance(word, str) for word in inner):
        return Choice(inner)
    if origin in (Union, UnionType):
        return Either([form_of(branch) for branch in inner])
    if is_dataclass(hint):
        return _record(hint)  # type: ignore[arg-type]
    raise TypeError(f"no form reads the type hint {hint!r}")


@cache
def _record(kind: Any) -> Record:
    return Record(kind)  # one for all uses of a dataclass
