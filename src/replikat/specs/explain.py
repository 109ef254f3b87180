"""Every fault of a file at once, with its place and the cure: pydantic finds them, the type hints say what was wanted."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, MaxLen, MinLen, Predicate
from pydantic import TypeAdapter, ValidationError

from replikat.errors import Fault, FieldPath, LawFault, suggestion
from replikat.model.bounds import Named
from replikat.specs.build import hints, required
from replikat.specs.strict_yaml import Source

FEW = 6  # as many choices are told in full; of more, the nearest

_OTHER_KIND = {"string_type", "tuple_type", "dict_type", "dataclass_type", "literal_error", "none_required"}


def explain(kind: Any, source: Source) -> tuple[Any, list[Fault]]:
    """Return the value, if pydantic takes the tree after all, and every fault it finds."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(source.tree)), []
    except ValidationError as error:
        return None, list(_faults(source, [_finding(kind, found) for found in error.errors()]))


@dataclass(frozen=True)
class _Finding:
    """One of pydantic's errors at its path in the file; `hint` is the type that governs the place.

    `union` is the path of the last union on the way, of which the error speaks for one branch only.
    """

    path: FieldPath
    hint: Any
    error: Any
    in_key: bool
    union: FieldPath | None

    @property
    def fits(self) -> bool:
        """Return whether the branch of the union takes a value of the kind that was found."""
        return self.path != self.union or self.error["type"] not in _OTHER_KIND


def _finding(kind: Any, error: Any) -> _Finding:
    """Walk pydantic's location along the type hints: it also names branches of unions, and "[key]" for keys."""
    loc = list(error["loc"])
    in_key = bool(loc) and loc[-1] == "[key]"
    path: list[str | int] = []
    hint, union = kind, None
    for part in loc[:-1] if in_key else loc:
        if union != tuple(path) and len(_choices(hint)) > 1:
            union = tuple(path)  # this part is the branch's label
            continue
        path.append(part)
        hint = _inside(hint, part)
    return _Finding(tuple(path), hint, error, in_key, union)


def _faults(source: Source, findings: list[_Finding]) -> Iterator[Fault]:
    """Yield the faults, one for whatever was found; of a union only the branches speak that fit it, if any does."""
    fitting = {finding.union for finding in findings if finding.fits}
    told: dict[tuple[FieldPath, str], Fault] = {}
    for finding in findings:
        if not finding.fits and finding.union in fitting:
            continue
        for fault in _said(source, finding):
            earlier = told.get((finding.path, fault.found), fault)
            told[finding.path, fault.found] = max(earlier, fault, key=lambda one: len(one.expected))
    yield from told.values()


def _said(source: Source, finding: _Finding) -> list[Fault]:
    path, hint, value = finding.path, finding.hint, finding.error["input"]
    code, context = finding.error["type"], finding.error.get("ctx", {})
    if finding.in_key:
        return [source.fault(path, f"unknown key {path[-1]}" if path[-1] else "an empty key", _key(hint, path), key=True)]
    if code == "missing":
        return [source.fault(path, "missing", f"expected {wanted(hint)}")]
    if code == "unexpected_keyword_argument":
        return [source.fault(path, f"unknown key {path[-1]}", suggestion(str(path[-1]), hint.names), key=True)]
    if code == "value_error" and isinstance(context.get("error"), LawFault):
        return [source.fault(path + inner, text) for inner, text in context["error"].faults]
    if code == "too_short" and len(value) >= context["min_length"]:
        return []  # pydantic counts the sound entries only; the others are told one by one
    if code == "literal_error" and len(_literals(hint)) > FEW and isinstance(value, str):
        return [source.fault(path, f"found {shown(value)}", suggestion(value, _literals(hint)))]
    if code == "string_too_short":
        return [source.fault(path, f"found {shown(value)}", "expected at least one character")]
    if code == "string_too_long":
        return [source.fault(path, f"found {len(value)} characters", f"expected at most {context['max_length']}")]
    cure = f"expected {wanted(hint)}"
    if isinstance(value, (int, float)) and code == "string_type" and len(_choices(hint)) == 1:
        cure += ", in quotes"
    if isinstance(value, str) and code == "tuple_type":
        cure += f", such as [{value or '...'}]"
    found = f"a list of {len(value)}" if code in ("too_short", "too_long") and value else shown(value)
    return [source.fault(path, f"found {found}", cure)]


def shown(value: Any) -> str:
    """Return what was found, as a user would call it."""
    if value is None:
        return "nothing"
    if isinstance(value, (list, tuple)):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "keys with values"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + '..."'


def wanted(hint: Any) -> str:
    """Return in words what a type hint takes, such as "a whole number from 1 to 60"."""
    choices = _choices(hint)
    if len(choices) > 1:
        return " or ".join(dict.fromkeys(wanted(choice) for choice in choices))
    hint = choices[0]
    bounds = list(getattr(hint, "__metadata__", ()))
    plain = hint.__origin__ if get_origin(hint) is Annotated else hint
    if get_origin(plain) is Literal:
        return _listed([str(choice) for choice in get_args(plain)])
    if is_dataclass(plain) and isinstance(plain, type):
        names = sorted(hints(plain), key=lambda name: (name not in required(plain), name))
        return f"keys with values ({', '.join(names)})"
    if plain in (int, float):
        return _number(plain, bounds)
    if plain is bool:
        return "true or false"
    if plain is str:
        return _text(bounds)
    if get_origin(plain) is tuple:
        return _entries(bounds)
    keys = sorted(get_args(get_args(plain)[0])) if get_origin(get_args(plain)[0]) is Literal else []
    return "keys with values" + (f" ({', '.join(keys)})" if keys else "")


def _number(plain: type, bounds: list[Any]) -> str:
    kind = "a whole number" if plain is int else "a number"
    above = next((bound.gt for bound in bounds if isinstance(bound, Gt)), None)
    least = next((bound.ge for bound in bounds if isinstance(bound, Ge)), None)
    most = next((bound.le for bound in bounds if isinstance(bound, Le)), None)
    if above is not None:
        return f"{kind} above {above}" + (f", at most {most}" if most is not None else "")
    if least is not None and most is not None:
        return f"{kind} from {least} to {most}"
    return f"{kind} such as 12" if plain is int else f"{kind} such as 12 or 0.5"


def _text(bounds: list[Any]) -> str:
    for bound in bounds:
        if isinstance(bound, Named):
            return f"the name of a {bound.kind.removesuffix('s')}"
        if isinstance(bound, Predicate):
            return (bound.func.__doc__ or "").strip()
    return "text"


def _entries(bounds: list[Any]) -> str:
    least = next((bound.min_length for bound in bounds if isinstance(bound, MinLen)), 0)
    most = next((bound.max_length for bound in bounds if isinstance(bound, MaxLen)), None)
    if least == most:
        return f"a list of {least}"
    return "a list" if not least else "a list that is not empty" if least == 1 else f"a list of at least {least}"


def _key(hint: Any, path: FieldPath) -> str:
    """Return what a dictionary takes for its keys; `hint` governs the value at `path`, and knows its key's type."""
    names = _literals(hint.key)
    return suggestion(str(path[-1]), names) if names else f"expected {wanted(hint.key)}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


@dataclass(frozen=True)
class _Entry:
    """The hint of a dictionary's value, together with that of its key."""

    key: Any
    value: Any


@dataclass(frozen=True)
class _Unknown:
    """Stands where no field is: the names that there are."""

    names: tuple[str, ...]


def _inside(hint: Any, part: str | int) -> Any:
    """Return the hint that governs a key or entry of what `hint` governs."""
    for choice in _choices(hint):
        plain = choice.__origin__ if get_origin(choice) is Annotated else choice
        if is_dataclass(plain) and isinstance(plain, type) and isinstance(part, str):
            fields = hints(plain)
            return fields[part] if part in fields else _Unknown(tuple(fields))
        if get_origin(plain) is dict and isinstance(part, str):
            return _Entry(*get_args(plain))
        if get_origin(plain) is tuple and isinstance(part, int):
            return get_args(plain)[0]
    return _Unknown(())


def _choices(hint: Any) -> list[Any]:
    """Return the branches of a union without None; a hint that is none is its only branch."""
    hint = hint.value if isinstance(hint, _Entry) else hint
    if get_origin(hint) in (Union, UnionType):
        return [plain for choice in get_args(hint) if choice is not NoneType for plain in _choices(choice)]
    return [hint]


def _literals(hint: Any) -> list[str]:
    return [str(name) for choice in _choices(hint) if get_origin(choice) is Literal for name in get_args(choice)]
