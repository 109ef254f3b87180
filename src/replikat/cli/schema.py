"""The JSON Schema of every kind of data file, for editors: what its forms take."""

import json
from dataclasses import asdict, fields
from inspect import getdoc
from types import NoneType
from typing import Any

from replikat.cli.kinds import KINDS
from replikat.data.builder import Either, Listing, Record, Table, form_of
from replikat.data.forms import Choice, Form, Number, Text

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TYPES = {bool: "boolean", NoneType: "null"}
BOUNDS = {"gt": "exclusiveMinimum", "ge": "minimum", "le": "maximum"}


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of data file, one of KINDS.

    Keywords stand in the order of the alphabet, properties in that of the dataclass.
    """
    parts: dict[str, Any] = {}  # of every dataclass inside, by its name
    _schema_of(form_of(KINDS[kind]), parts)
    whole = parts.pop(KINDS[kind].__name__)
    inner = {"$defs": dict(sorted(parts.items()))} if parts else {}
    return {"$schema": DIALECT, **inner, **whole}


def _schema_of(form: Form, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a form; `parts` takes those of the dataclasses in it."""
    match form:
        case Record():
            name = form.kind.__name__
            if name not in parts:
                parts[name] = {}  # a dataclass may hold itself
                parts[name] = _record_schema(form, parts)
            return {"$ref": f"#/$defs/{name}"}
        case Either():
            return {"anyOf": [_schema_of(branch, parts) for branch in form.branches]}
        case Listing():
            entry = {"items": _schema_of(form.entry, parts)}
            return _sorted(entry | _lengths(form.least, form.most, "Items"), "array")
        case Table():
            table = {"additionalProperties": _schema_of(form.value, parts)}
            key = _schema_of(form.key, parts)
            del key["type"]  # a key is always text
            if key:
                table["propertyNames"] = key
            return _sorted(table | _lengths(form.least, None, "Properties"), "object")
        case Choice(words=(word,)):
            return _sorted({"const": word}, "string")
        case Choice():
            return _sorted({"enum": list(form.words)}, "string")
        case Number():
            limits = {BOUNDS[name]: limit for name, limit in form.limits.items()}
            return _sorted(limits, "integer" if form.plain is int else "number")
        case Text():
            return _sorted(_lengths(form.least, form.most, "Length"), "string")
    return {"type": TYPES[form.types[0]]}


def _record_schema(form: Record, parts: dict[str, Any]) -> dict[str, Any]:
    properties = {}
    for part in fields(form.kind):
        inner = _schema_of(form.forms[part.name], parts)
        if part.name not in form.required and not callable(part.default_factory):
            inner["default"] = json.loads(json.dumps(part.default, default=asdict))
        branches = inner.get("anyOf", [inner])
        if not any("$ref" in branch for branch in branches):  # a dataclass has its own title
            inner["title"] = part.name.replace("_", " ").title()
        properties[part.name] = dict(sorted(inner.items()))
    record: dict[str, Any] = {"additionalProperties": False, "properties": properties}
    record |= {"description": getdoc(form.kind), "title": form.kind.__name__}
    if form.required:
        record["required"] = list(form.required)
    return _sorted(record, "object")


def _sorted(keywords: dict[str, Any], kind: str) -> dict[str, Any]:
    return dict(sorted({**keywords, "type": kind}.items()))


def _lengths(least: int, most: int | None, noun: str) -> dict[str, Any]:
    """Return the bounds of a length; `noun` says what is counted."""
    lengths: dict[str, Any] = {f"max{noun}": most} if most is not None else {}
    return lengths | ({f"min{noun}": least} if least else {})
