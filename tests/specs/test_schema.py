"""The schemas that editors read say what the loader says."""

import json

import pytest

from replikat.specs.build import hints, required
from replikat.specs.kinds import KINDS
from replikat.specs.schema import schema


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_knows_every_key_and_no_other(kind: str) -> None:
    found = schema(kind)
    assert set(found["properties"]) == set(hints(KINDS[kind]))
    assert set(found.get("required", [])) == required(KINDS[kind])
    assert found["additionalProperties"] is False
    assert json.loads(json.dumps(found)) == found


def test_a_schema_knows_bounds_and_choices() -> None:
    group = schema("deck")["$defs"]["Group"]["properties"]
    assert (group["count"]["minimum"], group["count"]["maximum"]) == (1, 60)
    assert group["balance"]["enum"] == ["none", "seats", "pairs"]
