"""Documentation, schemas and loader say the same."""

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest

from replikat.cli.kinds import KINDS

ROOT = Path(__file__).parents[1]
SPECS = (ROOT / "docs" / "specs.md").read_text(encoding="utf-8")


def keys_of(kind: Any, prefix: str = "") -> Iterator[str]:
    """Yield every key of a kind of file, with the keys inside it; names given by the user are left out."""
    for plain in plain_kinds(kind):
        if is_dataclass(plain):
            for name, hint in get_type_hints(plain, include_extras=True).items():
                yield prefix + name
                yield from keys_of(hint, f"{prefix}{name}.")


def plain_kinds(hint: Any) -> Iterator[Any]:
    """Yield what stands inside annotations, unions, lists and dictionaries."""
    origin = get_origin(hint)
    if origin is Annotated:
        yield from plain_kinds(hint.__origin__)
    elif origin in (Union, UnionType, tuple):
        for choice in get_args(hint):
            yield from plain_kinds(choice)
    elif origin is dict:
        yield from plain_kinds(get_args(hint)[1])
    else:
        yield hint


def documented(kind: str) -> list[str]:
    section = re.search(rf"^## {kind}\n(.*?)(?=^## |\Z)", SPECS, re.S | re.M)
    assert section, f"docs/specs.md has no section {kind}"
    return re.findall(r"^\| `([\w.]+)` \|", section[1], re.M)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_is_documented_once(kind: str) -> None:
    assert documented(kind) == list(dict.fromkeys(documented(kind)))
    assert set(documented(kind)) == set(keys_of(KINDS[kind]))


@pytest.mark.parametrize("kind", KINDS)
def test_schema_names_the_same_keys(kind: str) -> None:
    from click.testing import CliRunner

    from replikat.cli.main import replikat

    result = CliRunner().invoke(replikat, ["schema", kind])
    assert result.exit_code == 0, result.output
    schema = json.loads(result.output)
    definitions = [schema, *schema.get("$defs", {}).values()]
    in_schema = {name for definition in definitions for name in definition.get("properties", {})}
    assert in_schema == {key.split(".")[-1] for key in documented(kind)}
    assert all(definition.get("additionalProperties") is False for definition in definitions if "properties" in definition)


def test_the_questions_for_translators_name_what_there_is() -> None:
    from support import LIBRARY

    questions = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8").split("## Questions for native readers")[1]
    table = re.findall(r"^\| [^|]+ \| ([^|]+) \|", questions, re.M)
    asked = re.findall(r"`([a-z]+\.[\w.*]+)`", " ".join(table))
    catalogue = LIBRARY.find("languages", "en").read_text(encoding="utf-8")
    keys = {*re.findall(r"^  ([\w.]+):", catalogue, re.M), "ranks.M", "ranks.N"}
    assert len(asked) > 40
    assert [key for key in asked if not any(known.startswith(key.removesuffix("*")) for known in keys)] == []
    games = re.findall(r"(?<![\w`.-])[a-z]{3,}(?:-[a-z]+)+", " ".join(table))
    assert sorted(set(games) - set(LIBRARY.names("games"))) == []


DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    said = re.sub(r"^```.*?^```$|`[^`\n]*`", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)  # what is shown is not said
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", said)
    assert [link for link in links if not link.startswith("http") and not (document.parent / link).exists()] == []
