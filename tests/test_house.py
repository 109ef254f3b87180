"""The house keeps its plan: imports go down the stairs, every library has its doors, names are data, functions fit a screen."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from replikat.templates import packaged

SRC = Path(__file__).parents[1] / "src" / "replikat"
MODULES = sorted(SRC.rglob("*.py"))
IDS = [path.relative_to(SRC).as_posix() for path in MODULES]
modules = pytest.mark.parametrize("path", MODULES, ids=IDS)

FLOORS = [  # from the top; rooms of one floor do not see each other
    {"__main__"},
    {"cli"},
    {"recipes"},
    {"documents", "store"},
    {"specs", "dealing", "play", "exchange", "press"},
    {"model"},
    {"templates"},
    {"errors"},
]
DOORS = {  # the rooms in which a library may be imported
    "yaml": {"specs"},
    "pydantic": set(),  # the judge of tests alone
    "click": {"cli"},
    "reportlab": {"documents", "press"},
    "pypdfium2": {"exchange", "press"},
    "PIL": {"exchange", "press", "specs"},
    "pyphen": {"press"},
    "markdown_it": {"press"},
    "pikepdf": {"press"},
    "random": set(),
    "numpy": set(),
    "secrets": {"cli"},
    "time": set(),
    "datetime": set(),
    "locale": set(),
    "platform": set(),
    "socket": set(),
}
LONGEST = 60  # lines of a function


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def room(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def floor(name: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if name in rooms)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything that a module imports, wherever the import stands."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written out in full"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def docstrings(path: Path) -> set[int]:
    """Return the identities of the nodes that are docstrings."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree(path))
        if isinstance(node, holders) and node.body and isinstance(node.body[0], ast.Expr)
    }


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string in a module that is no docstring."""
    passed_over = docstrings(path)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over:
            yield node.lineno, node.value


def test_there_is_a_house() -> None:
    assert len(MODULES) > 30
    assert {room(path) for path in MODULES} - {"__init__"} <= set().union(*FLOORS)


@modules
def test_imports_go_down_the_stairs(path: Path) -> None:
    if room(path) == "__init__":
        assert not [name for _, name in imports(path)]
        return
    wrong = []
    for line, name in imports(path):
        parts = name.split(".")
        if parts[0] != "replikat" or parts[1] in ("__version__", room(path)):
            continue
        if floor(parts[1]) <= floor(room(path)):
            wrong.append(f"line {line}: {room(path)} imports {name}")
    assert wrong == []


@modules
def test_every_library_has_its_doors(path: Path) -> None:
    wrong = [
        f"line {line}: {name}"
        for line, name in imports(path)
        if name.split(".")[0] in DOORS and room(path) not in DOORS[name.split(".")[0]]
    ]
    assert wrong == []


def test_the_imports_are_those_that_the_project_declares() -> None:
    import sys
    import tomllib

    declared = tomllib.loads((SRC.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.match(r"[\w-]+", line)[0].lower().replace("-", "_") for line in declared}  # type: ignore[index]
    distribution = {"yaml": "pyyaml", "PIL": "pillow", "markdown_it": "markdown_it_py"}
    used = {name.split(".")[0] for path in MODULES for _, name in imports(path)} - set(sys.stdlib_module_names) - {"replikat"}
    used = {distribution.get(name, name) for name in used}
    assert used <= names
    assert names - used <= {"pillow"}  # reportlab's, for pictures


@modules
def test_no_game_is_asked_for_its_name(path: Path) -> None:
    wrong = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Compare)
        and any(isinstance(sign, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for sign in node.ops)
        and re.fullmatch(r"(\w+\.)*(game|pack|deck)(\.name|_name)?", ast.unparse(node.left))
        and any(isinstance(inner, ast.Constant) and isinstance(inner.value, str) for side in node.comparators for inner in ast.walk(side))
    ]
    assert wrong == []


NAMES = {path.stem for kind in ("packs", "games", "decks") for path in (packaged() / kind).glob("*.yaml")}


def test_no_pack_game_or_deck_stands_in_the_code() -> None:
    """Names are data; the one exception is the deck that `make` prints when it is told nothing."""
    spoken = re.compile(r"(?<![\w-])(" + "|".join(name for name in sorted(NAMES) if re.search(r"[\d-]", name)) + r")(?![\w-])")
    found = [
        (path.relative_to(SRC).as_posix(), line, text)
        for path in MODULES
        for line, text in texts(path)
        if text in NAMES or spoken.search(text)
    ]
    assert len(found) <= 1, found
    assert {(path.split("/")[0], text) for path, _, text in found} <= {("cli", "standard-52")}


def public(path: Path) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield the public classes and functions of a module, and the public methods of its public classes.

    A body of one statement is left out: there the name says it. So are the methods that a library's class asks for.
    """
    for node in tree(path).body:
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("_"):
            continue
        if isinstance(node, ast.ClassDef) or len(node.body) > 1:
            yield node
        if isinstance(node, ast.ClassDef) and not [
            base for base in node.bases if ast.unparse(base) not in ("NamedTuple", "Exception", "ValueError")
        ]:
            yield from (
                inner
                for inner in node.body
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_") and len(inner.body) > 1
            )


@modules
def test_what_is_public_says_what_it_is(path: Path) -> None:
    said = ast.get_docstring(tree(path))
    if path.name != "__main__.py":
        assert said and said[0].isupper() and re.search(r"[.?!]$", said), "the module's docstring is a sentence"
    silent = [f"line {node.lineno}: {node.name}" for node in public(path) if not says_something(node)]
    assert silent == []


def says_something(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Return whether there is a sentence; of a predicate it is the end of one, "expected ..."."""
    said = ast.get_docstring(node) or ""
    return bool(said if node.name.startswith("is_") else re.search(r"[.?!]$", said))


@modules
def test_functions_fit_a_screen(path: Path) -> None:
    long = [
        f"line {node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and node.end_lineno and node.end_lineno - node.lineno + 1 > LONGEST
    ]
    assert long == []


def test_every_command_has_its_file_and_every_file_its_command() -> None:
    import keyword

    import click

    from replikat.cli.main import COMMANDS, replikat

    files = {path.stem for path in (SRC / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert files == {f"{name}_" if keyword.iskeyword(name) else name for name in COMMANDS}
    for name in COMMANDS:
        command = replikat.get_command(click.Context(replikat), name)
        assert command is not None
        assert command.name == name


def test_the_store_knows_no_more_than_values() -> None:
    rooms = {
        name.split(".")[1]
        for path in (SRC / "store").glob("*.py")
        for _, name in imports(path)
        if name.startswith("replikat.") and not name.startswith("replikat.store.")
    }
    assert rooms <= {"errors", "model"}
