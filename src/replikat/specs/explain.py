"""Every fault of a file at once, with its place and the cure: pydantic's findings in our words."""

import json
from typing import Any, get_args

from annotated_types import Predicate
from pydantic import TypeAdapter, ValidationError

from replikat.errors import Fault, LawFault, suggestion
from replikat.specs.strict_yaml import Path_, Source

_TYPES = {
    "string_type": "text (put it in quotes if it looks like a number)",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "keys with values",
    "dataclass_type": "keys with values",
    "none_required": "nothing",
    "finite_number": "a finite number",
}


def explain(kind: Any, source: Source) -> tuple[Any, list[Fault]]:
    """Return the value, if pydantic takes the tree after all, and every fault it finds."""
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    try:
        return adapter.validate_json(json.dumps(source.tree)), []
    except ValidationError as error:
        return None, _merged(source, error.errors(), kind)


def _merged(source: Source, errors: list[Any], kind: Any) -> list[Fault]:
    """Return one fault a place: the branches of a union speak with one voice."""
    told: dict[tuple[Path_, str], Fault] = {}
    for error in errors:
        path = _path_in(source.tree, error["loc"])
        for fault in _faults(source, path, error, kind):
            place = (path, fault.found)
            if place in told and fault.expected not in told[place].expected:
                earlier = told[place]
                both = f"{earlier.expected} or {fault.expected.removeprefix('expected ')}"
                told[place] = Fault(earlier.found, both, earlier.file, earlier.line, earlier.column, earlier.field)
            told.setdefault(place, fault)
    return sorted(told.values(), key=lambda fault: (fault.line, fault.column))


def _path_in(tree: Any, loc: tuple[str | int, ...]) -> Path_:
    """Return the path of the file behind pydantic's, which also names branches of unions and dictionary keys."""
    path: list[str | int] = []
    for position, part in enumerate(loc):
        if (isinstance(tree, dict) and part in tree) or (isinstance(tree, list) and isinstance(part, int) and part < len(tree)):
            tree = tree[part]
        elif position < len(loc) - 1 or part == "[key]" or not isinstance(tree, dict):
            continue
        path.append(part)
    return tuple(path)


def _faults(source: Source, path: Path_, error: Any, kind: Any) -> list[Fault]:
    code, context, value = error["type"], error.get("ctx", {}), error["input"]
    found = f"found {_show(value)}"
    if code == "missing":
        return [source.fault(path, "this key is missing", "it has no default")]
    if code == "unexpected_keyword_argument":
        names = _field_names(kind, path[:-1])
        return [source.fault(path, f"unknown key {path[-1]}", suggestion(str(path[-1]), names), key=True)]
    if code == "value_error" and isinstance(context.get("error"), LawFault):
        return [source.fault(path + inner, text) for inner, text in context["error"].faults]
    if code == "literal_error":
        return [source.fault(path, found, _literal(value, context["expected"]))]
    if code == "predicate_failed":
        return [source.fault(path, found, f"expected {_predicate(kind, path)}")]
    if code in _TYPES:
        return [source.fault(path, found, f"expected {_TYPES[code]}")]
    limits = {"greater_than": "more than", "greater_than_equal": "at least", "less_than_equal": "at most"}
    if code in limits:
        limit = next(iter(context.values()))
        return [source.fault(path, found, f"expected {limits[code]} {limit:g}")]
    if code.endswith("too_short"):
        if len(value) >= context["min_length"]:
            return []  # pydantic counts the sound entries only; the others are told one by one
        return [source.fault(path, found, f"expected at least {context['min_length']} {_units(code)}")]
    if code.endswith("too_long"):
        return [source.fault(path, found, f"expected at most {context['max_length']} {_units(code)}")]
    return [source.fault(path, found, error["msg"])]


def _units(code: str) -> str:
    return "characters" if code.startswith("string") else "entries"


def _literal(value: Any, expected: str) -> str:
    names = [name.strip(" '") for name in expected.replace(" or ", ", ").split(", ")]
    return suggestion(value, names) if isinstance(value, str) else "expected one of " + ", ".join(names)


def _show(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (list, tuple)):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "keys with values"
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def hint_at(kind: Any, path: Path_) -> Any:
    """Return the type hint that governs a path inside a value of type `kind`, or None."""
    from dataclasses import is_dataclass

    from replikat.specs.build import hints

    if not path:
        return kind
    for choice in _choices(kind):
        arguments = get_args(choice)
        if is_dataclass(choice) and isinstance(choice, type):
            inner = hints(choice).get(str(path[0]))
        else:
            inner = arguments[-1 if isinstance(path[0], str) else 0] if arguments else None
        if inner is not None and (found := hint_at(inner, path[1:])) is not None:
            return found
    return None


def _choices(kind: Any) -> list[Any]:
    """Return the plain types behind annotations and unions."""
    from types import UnionType
    from typing import Annotated, Union, get_origin

    if get_origin(kind) is Annotated:
        return _choices(kind.__origin__)
    if get_origin(kind) in (Union, UnionType):
        return [plain for choice in get_args(kind) for plain in _choices(choice)]
    return [kind]


def _field_names(kind: Any, path: Path_) -> list[str]:
    from dataclasses import is_dataclass

    from replikat.specs.build import hints

    hint = hint_at(kind, path)
    return [name for choice in _choices(hint) if is_dataclass(choice) for name in hints(choice)] if hint else []  # type: ignore[arg-type]


def _predicate(kind: Any, path: Path_) -> str:
    for hint in (hint_at(kind, path), *get_args(hint_at(kind, path))):
        for bound in getattr(hint, "__metadata__", ()):
            if isinstance(bound, Predicate):
                return (bound.func.__doc__ or "").strip()
    return "another value"
