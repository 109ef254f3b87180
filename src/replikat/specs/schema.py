"""The JSON Schema of every kind of data file, for editors."""

from typing import Any

from replikat.specs.kinds import KINDS


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of data file, one of KINDS."""
    from pydantic import TypeAdapter
    from pydantic.json_schema import GenerateJsonSchema

    class Closed(GenerateJsonSchema):
        """Dataclasses that take no unknown key."""

        def dataclass_schema(self, schema: Any) -> dict[str, Any]:
            return {**super().dataclass_schema(schema), "additionalProperties": False}

    made = TypeAdapter(KINDS[kind]).json_schema(schema_generator=Closed)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
