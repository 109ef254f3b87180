"""The quick builder takes nothing that pydantic refuses, and what both take is equal."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from replikat.specs.build import Unfit, build
from replikat.specs.kinds import KINDS
from replikat.specs.strict_yaml import parse, read_source
from support import LIBRARY

ADAPTERS = {kind: TypeAdapter(KINDS[kind]) for kind in KINDS}
SOUND = {kind: [read_source(LIBRARY.find(f"{kind}s", name)).tree for name in LIBRARY.names(f"{kind}s")] for kind in KINDS}
FULL = """
name: kitchen
pack: french52
dealing: 1
seed: 0123456789abcdef
squares: [{layout: main, count: 2, balance: none, cards: all, source: given}, {layout: short32, count: 1, cards: piquet32}]
print: {sheet: a4-poker, theme: plain, lang: [nb, en], word: Ord, jokers: 0, blanks: 100, indices: {A: E}}
games: [crazy-eights]
proof: 3
marks: "S1 S2"
"""
SOUND["deck"].append(parse(FULL, Path("full.yaml")).tree)

ODD = [None, True, False, 0, 1, -1, 2, 60, 61, 1000, 1001, 10**17, 0.0, 0.5, -0.5, 20.0, 2000.5]
ODD += [
    "",
    "x",
    "12",
    "S",
    "M",
    "all",
    "seats",
    "S 1-6",
    "S 0",
    "#16324F",
    "../x",
    "a b",
    "é",
    "x" * 61,
    "no",
    "true",
    "\u0967",
    "7\n",
    [],
    {},
    ["x"],
]
ODD += [[1, 2], {"x": 1}, {"S": 13}]
odd = st.one_of(
    st.sampled_from(ODD), st.text(max_size=4), st.integers(-5, 2500), st.floats(allow_nan=False, allow_infinity=False, width=32)
)


def nodes(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of everything in a tree, the root left out."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [found for key, item in inner for found in [(*path, key), *nodes(item, (*path, key))]]


@st.composite
def mutated(draw: st.DrawFn, kind: str) -> Any:
    """Return a sound tree with one to three things deleted, added, retyped, renamed, nested, doubled or emptied."""
    tree = draw(st.sampled_from(SOUND[kind]))
    for _ in range(draw(st.integers(1, 3))):
        tree = json.loads(json.dumps(tree))  # nothing in it is shared
        paths = nodes(tree)
        if not paths:
            return draw(odd)
        path = draw(st.sampled_from(paths))
        holder = tree
        for key in path[:-1]:
            holder = holder[key]
        key, old = path[-1], holder[path[-1]]
        match draw(st.sampled_from(["delete", "add", "replace", "rename", "nest", "copy", "unwrap", "text"])):
            case "delete":
                del holder[key]
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(["x", "", "S", "count", "layout", "code", "A"]))] = draw(odd)
            case "rename" if isinstance(holder, dict):
                holder[str(draw(odd))] = holder.pop(key)
            case "nest":
                holder[key] = draw(st.sampled_from([[old], {"x": old}, {key: old}, [old, old]]))
            case "copy" if isinstance(holder, list):
                holder.append(old)
            case "unwrap" if isinstance(old, (dict, list)) and old:
                holder[key] = next(iter(old.values() if isinstance(old, dict) else old))
            case "text" if isinstance(old, (int, float, str)):
                holder[key] = str(old) if not isinstance(old, str) else old + draw(st.sampled_from(["\n", " ", "x", "-9"]))
            case _:
                holder[key] = draw(odd)
    return tree


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=400)
@given(data=st.data())
def test_takes_nothing_that_pydantic_refuses(kind: str, data: st.DataObject) -> None:
    tree = data.draw(mutated(kind))
    try:
        judged = ADAPTERS[kind].validate_json(json.dumps(tree))
    except ValidationError:
        with pytest.raises(Unfit):
            build(KINDS[kind], tree)
        return
    try:
        built = build(KINDS[kind], tree)
    except Unfit:
        return  # pydantic has the last word then
    assert built == judged
    assert repr(built) == repr(judged)  # 1 == 1.0 == True, but they are not printed alike


@pytest.mark.parametrize("kind", KINDS)
def test_takes_no_odd_value_in_any_place(kind: str) -> None:
    """Every odd value once in every kind of place of a file, keys left as they are."""
    tree = json.loads(json.dumps(SOUND[kind][-1]))
    seen: Counter[tuple[Any, ...]] = Counter()
    for path in nodes(tree):
        holder, alike = tree, []
        for key in path:
            parent, holder = holder, holder[key]
            alike.append("#" if isinstance(key, int) or len(parent) > 40 else key)
        seen[tuple(alike)] += 1
        if seen[tuple(alike)] > 3:  # of a list, and of a long table of names, the first three
            continue
        holder = parent
        sound = holder[path[-1]]
        for value in ODD:
            holder[path[-1]] = value
            try:
                built = build(KINDS[kind], tree)
            except Unfit:
                continue
            assert repr(built) == repr(ADAPTERS[kind].validate_json(json.dumps(tree))), (path, value)
        holder[path[-1]] = sound
    assert tree == SOUND[kind][-1]


@pytest.mark.parametrize("kind", KINDS)
def test_builds_every_sound_file_itself(kind: str) -> None:
    for tree in SOUND[kind]:
        assert repr(build(KINDS[kind], tree)) == repr(ADAPTERS[kind].validate_json(json.dumps(tree)))


def test_a_third_library_is_not_imported_for_sound_files() -> None:
    import subprocess
    import sys

    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; from support import LIBRARY; from replikat.specs import loaders;"
        "loaders.load_sheet('a4-poker', LIBRARY); loaders.load_theme('plain', LIBRARY); loaders.load_pack('french52', LIBRARY);"
        "print('pydantic' in sys.modules)"
    )
    tests = str(Path(__file__).parents[1])
    assert subprocess.run([sys.executable, "-c", code, tests], capture_output=True, text=True, check=True).stdout == "False\n"
