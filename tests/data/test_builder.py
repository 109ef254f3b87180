"""The builder takes exactly what pydantic takes, and tells every fault for itself."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, Le, Lt, MaxLen, MinLen
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from replikat.bounds import Named
from replikat.cli.kinds import KINDS
from replikat.data.builder import build, form_of
from replikat.data.forms import Misfit
from replikat.data.strict_yaml import parse, read_source
from replikat.errors import LawFault
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


def judged(kind: str, tree: Any) -> Any:
    """Return the value as pydantic reads it, strictly; ValidationError for a faulty tree."""
    return ADAPTERS[kind].validate_json(json.dumps(tree), strict=True, extra="forbid")


def agreed(kind: str, tree: Any) -> None:
    """Check that builder and judge take a tree for the same value, or both refuse it."""
    value, misfits = build(KINDS[kind], tree)
    try:
        expected = judged(kind, tree)
    except ValidationError:
        assert value is None and misfits
        return
    assert misfits == []
    assert value == expected
    assert repr(value) == repr(expected)  # 1 == 1.0 == True, but they are not printed alike


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=1000)
@given(data=st.data())
def test_takes_exactly_what_pydantic_takes_of_many_more(kind: str, data: st.DataObject) -> None:
    agreed(kind, data.draw(mutated(kind)))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=150)
@given(data=st.data())
def test_takes_exactly_what_pydantic_takes(kind: str, data: st.DataObject) -> None:
    agreed(kind, data.draw(mutated(kind)))


@pytest.mark.parametrize("kind", KINDS)
def test_takes_exactly_what_pydantic_takes_of_odd_values_in_every_place(kind: str) -> None:
    """Every odd value once in every kind of place of a file, keys left as they are."""
    tree = json.loads(json.dumps(SOUND[kind][-1]))
    alike_places: Counter[tuple[Any, ...]] = Counter()
    for path in nodes(tree):
        holder, alike = tree, []
        for key in path:
            parent, holder = holder, holder[key]
            alike.append("#" if isinstance(key, int) or len(parent) > 40 else key)
        alike_places[tuple(alike)] += 1
        if alike_places[tuple(alike)] > 3:  # of a list, or a long table, the first three
            continue
        sound = parent[path[-1]]
        for value in ODD:
            parent[path[-1]] = value
            agreed(kind, tree)
        parent[path[-1]] = sound
    assert tree == SOUND[kind][-1]


@pytest.mark.parametrize("kind", KINDS)
def test_takes_every_packaged_file(kind: str) -> None:
    for tree in SOUND[kind]:
        agreed(kind, tree)
        assert build(KINDS[kind], tree, LIBRARY)[1] == []


def replaced(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the tree with another value at a path."""
    if not path:
        return value
    branch = list(tree) if isinstance(tree, list) else dict(tree)
    branch[path[0]] = replaced(tree[path[0]], path[1:], value)
    return branch


def of_types(misfits: list[Misfit]) -> set[Misfit]:
    """Return the faults but those of laws, which are asked only where a value is whole."""
    return {misfit for misfit in misfits if misfit.wanted}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=200)
@given(data=st.data())
def test_no_fault_hides_another(kind: str, data: st.DataObject) -> None:
    tree = data.draw(st.sampled_from(SOUND[kind]))
    paths = nodes(tree)
    one, two = data.draw(st.sampled_from(paths)), data.draw(st.sampled_from(paths))
    short = min(len(one), len(two))
    assume(one[:short] != two[:short])
    left, right = replaced(tree, one, data.draw(odd)), replaced(tree, two, data.draw(odd))
    both = tree
    for path, single in ((one, left), (two, right)):
        value = single
        for key in path:
            value = value[key]
        both = replaced(both, path, value)
    alone, together = set(), of_types(build(KINDS[kind], both, LIBRARY)[1])
    for single in (left, right):
        alone |= of_types(build(KINDS[kind], single, LIBRARY)[1])
    assert together == alone


Ten = Annotated[int, Ge(1), Le(10)]


@dataclass(frozen=True)
class Spot:
    """A value with a law."""

    x: Ten
    y: Ten = 1

    def __post_init__(self) -> None:
        if self.x < self.y:
            raise LawFault([(("y",), f"{self.y} above {self.x}")])


@dataclass(frozen=True)
class Circle:
    """One branch of a union."""

    shape: Literal["circle"]
    radius: Ten


@dataclass(frozen=True)
class Box:
    """The other branch."""

    shape: Literal["box"]
    width: Ten
    height: Ten


@dataclass(frozen=True)
class Page:
    """Every form there is."""

    spots: Annotated[tuple[Spot, ...], MaxLen(3)] = ()
    drawing: Circle | Box | None = None
    size: Ten | Annotated[tuple[Ten, ...], MinLen(2), MaxLen(2)] = 1
    flags: dict[Literal["a", "b"], bool] = field(default_factory=dict)
    notes: Annotated[dict[Annotated[str, MaxLen(3)], float], MinLen(1)] | None = None
    theme: Literal["own"] | Annotated[str, Named("themes")] = "own"
    word: Annotated[str, MinLen(2)] = "ab"


def faults_of(tree: Any) -> list[tuple[str, str, str]]:
    """Return the faults of a page: path, what stands there, and what is wanted."""
    value, misfits = build(Page, tree, LIBRARY)
    assert value is None
    return [(".".join(map(str, misfit.path)), misfit.present, misfit.wanted) for misfit in misfits]


def test_makes_values_of_every_form() -> None:
    tree = {
        "spots": [{"x": 3}],
        "drawing": {"shape": "box", "width": 1, "height": 2},
        "size": [1, 2],
        "flags": {"b": True},
        "notes": {"x": 1},
        "theme": "plain",
    }
    page = Page((Spot(3),), Box("box", 1, 2), (1, 2), {"b": True}, {"x": 1.0}, "plain")
    assert build(Page, tree, LIBRARY) == (page, [])


def test_a_law_is_told_inside_the_value_that_breaks_it() -> None:
    tree = {"word": 5, "spots": [{"x": 2}, {"x": 1, "y": 2}, {"x": "1", "y": 2}], "size": 0}
    assert faults_of(tree) == [
        ("word", "found 5", "expected text, in quotes"),  # hides no law that is asked after it
        ("spots.1.y", "2 above 1", ""),
        ("spots.2.x", 'found "1"', "expected a whole number from 1 to 10"),
        ("size", "found 0", "expected a whole number from 1 to 10"),
    ]


TEN = "expected a whole number from 1 to 10"


@pytest.mark.parametrize(
    ("tree", "faults"),
    [
        ({"size": [0, 1]}, [("size.0", "found 0", "expected a whole number from 1 to 10")]),
        ({"size": [1]}, [("size", "found a list of 1", "expected a list of 2")]),
        ({"size": "x"}, [("size", 'found "x"', f"{TEN} or a list of 2, such as [x]")]),
        ({"size": True}, [("size", "found true", f"{TEN} or a list of 2")]),
        ({"size": {}}, [("size", "found keys with values", f"{TEN} or a list of 2")]),
        (
            {"drawing": {"shape": "circle", "radius": 0}},
            [("drawing.radius", "found 0", "expected a whole number from 1 to 10")],
        ),
        (
            {"drawing": {"shape": "box", "width": 1}},
            [("drawing.height", "missing", "expected a whole number from 1 to 10")],
        ),
        ({"theme": "plian"}, [("theme", "no theme is called 'plian'", "did you mean plain?")]),
        ({"theme": 5}, [("theme", "found 5", "expected own or the name of a theme")]),
        ({"size": "7\n"}, [("size", 'found "7\\n"', f"{TEN} or a list of 2, such as [...]")]),
        ({"notes": {}}, [("notes", "found 0 keys", "expected at least 1")]),
        ({"notes": "x"}, [("notes", 'found "x"', "expected keys with values")]),
    ],
)
def test_a_union_is_told_for_the_branch_that_fits(
    tree: Any,
    faults: list[tuple[str, str, str]],
) -> None:
    assert faults_of(tree) == faults


def test_keys_are_told_as_keys() -> None:
    tree = {"flags": {"c": 1}, "notes": {"long": 1, "": True}, "spot": 1, "": 2}
    misfits = build(Page, tree, LIBRARY)[1]
    names = "expected one of drawing, flags, notes, size, spots, theme, word"
    assert [misfit for misfit in misfits if misfit.in_key] == [
        Misfit(("flags", "c"), "unknown key c", "expected one of a, b", in_key=True),
        Misfit(("notes", "long"), "found 4 characters", "expected at most 3", in_key=True),
        Misfit(("spot",), "unknown key spot", "did you mean spots?", in_key=True),
        Misfit(("",), "an empty key", names, in_key=True),
    ]
    assert [(misfit.path, misfit.present) for misfit in misfits if not misfit.in_key] == [
        (("flags", "c"), "found 1"),
        (("notes", ""), "found true"),
    ]


def test_an_unknown_name_does_not_keep_a_law_from_being_asked() -> None:
    @dataclass(frozen=True)
    class Sheet:
        theme: Annotated[str, Named("themes")]

        def __post_init__(self) -> None:
            raise LawFault([((), "a law")])

    _, misfits = build(Sheet, {"theme": "plian"}, LIBRARY)
    assert [misfit.present for misfit in misfits] == ["a law", "no theme is called 'plian'"]


@pytest.mark.parametrize(
    "hint",
    [
        complex,
        tuple[int, str],
        list[int],
        set[str],
        Literal[1, 2],
        Annotated[int, Lt(3)],
        Annotated[bool, Ge(0)],
    ],
)
def test_a_hint_that_would_be_read_only_in_part_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError):
        form_of(hint)
