"""The schemas that editors read say what the loader says."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from replikat.cli.kinds import KINDS
from replikat.cli.schema import schema
from replikat.data.builder import Record


class Closed(GenerateJsonSchema):
    """Pydantic's schemas, of dataclasses that take no unknown key."""

    def dataclass_schema(self, schema: Any) -> dict[str, Any]:
        return {**super().dataclass_schema(schema), "additionalProperties": False}


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_the_one_that_pydantic_writes(kind: str) -> None:
    judged = TypeAdapter(KINDS[kind]).json_schema(schema_generator=Closed)
    expected = {"$schema": "https://json-schema.org/draft/2020-12/schema", **judged}
    assert json.dumps(schema(kind), indent=2) == json.dumps(expected, indent=2)  # in the same order too


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_knows_every_key_and_no_other(kind: str) -> None:
    found = schema(kind)
    record = Record(KINDS[kind])
    assert set(found["properties"]) == set(record.forms)
    assert set(found.get("required", [])) == set(record.required)
    assert found["additionalProperties"] is False
    assert json.loads(json.dumps(found)) == found


def test_a_schema_knows_bounds_and_choices() -> None:
    group = schema("deck")["$defs"]["Group"]["properties"]
    assert (group["count"]["minimum"], group["count"]["maximum"]) == (1, 60)
    assert group["balance"]["enum"] == ["none", "seats", "pairs"]
