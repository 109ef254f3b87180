"""The JSON Schema of every kind of data file, for editors."""

from typing import Any

from replikat.specs.kinds import KINDS


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of data file, one of KINDS."""
    from pydantic import TypeAdapter

    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **TypeAdapter(KINDS[kind]).json_schema()}
