"""The schemas that editors read say what the loader says."""

import json

import pytest

from replikat.specs.builder import Record
from replikat.specs.kinds import KINDS
from replikat.specs.schema import schema


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
