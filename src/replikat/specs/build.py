"""Trees to model values: a quick builder for sound files, pydantic to explain the others.

pydantic takes 0.1 s to import and to make its first validator, which is most of a run that prints a deck; so
sound input is built from the type hints alone, and only what the builder will not take goes to pydantic. The
builder takes nothing that pydantic refuses (a property test holds them together).
"""

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import annotated_types as bounds


class Unfit(Exception):
    """The tree is not simply a value of this kind; the reasons are pydantic's to tell."""


@cache
def hints(kind: type) -> dict[str, Any]:
    """Return the type hint of every field of a dataclass, with its bounds."""
    return get_type_hints(kind, include_extras=True)


@cache
def required(kind: type) -> frozenset[str]:
    """Return the fields of a dataclass that have no default."""
    return frozenset(f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING)


def build(kind: Any, tree: Any) -> Any:
    """Return the value of type `kind` that the tree writes; Unfit where anything at all is off."""
    origin = get_origin(kind)
    if origin is Annotated:
        value = build(kind.__origin__, tree)
        if not all(_keeps(value, bound) for bound in kind.__metadata__):
            raise Unfit
        return value
    if origin in (Union, UnionType):
        for choice in get_args(kind):
            try:
                return build(choice, tree)
            except Unfit:
                continue
        raise Unfit
    if origin is Literal:
        if not isinstance(tree, str) or tree not in get_args(kind):
            raise Unfit
        return tree
    if origin is tuple:
        if not isinstance(tree, list):
            raise Unfit
        return tuple(build(get_args(kind)[0], item) for item in tree)
    if origin is dict:
        if not isinstance(tree, dict):
            raise Unfit
        key, value = get_args(kind)
        return {build(key, name): build(value, item) for name, item in tree.items()}
    return _build_dataclass(kind, tree) if is_dataclass(kind) else _build_scalar(kind, tree)


def _build_dataclass(kind: Any, tree: Any) -> Any:
    known = hints(kind)
    if not isinstance(tree, dict) or not tree.keys() <= known.keys() or not required(kind) <= tree.keys():
        raise Unfit
    values = {name: build(known[name], value) for name, value in tree.items()}
    try:
        return kind(**values)
    except ValueError:
        raise Unfit from None


def _build_scalar(kind: Any, tree: Any) -> Any:
    if kind is float and type(tree) in (int, float):
        return float(tree)
    if kind is NoneType and tree is None:
        return None
    if kind not in (str, int, bool, float) or type(tree) is not kind:
        raise Unfit
    return tree


def _keeps(value: Any, bound: Any) -> bool:
    match bound:
        case bounds.Gt(gt=limit):
            return bool(value > limit)
        case bounds.Ge(ge=limit):
            return bool(value >= limit)
        case bounds.Le(le=limit):
            return bool(value <= limit)
        case bounds.MinLen(min_length=limit):
            return len(value) >= limit
        case bounds.MaxLen(max_length=limit):
            return len(value) <= limit
        case bounds.Predicate(func=holds):
            return bool(holds(value))
    return True
