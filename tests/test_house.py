"""The house keeps its plan: wings see only what they may, nothing runs in circles, every library has its doors,
names are data, functions fit a screen, every command has its file.

docs/architecture.md shows the same plan to people; a test there holds the two together.
"""

import ast
import keyword
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import click
import pytest

from replikat.data.library import packaged
from support import DOCS, ROOT, TESTS

SRC = ROOT / "src" / "replikat"
MODULES = sorted(SRC.rglob("*.py"))
IDS = [path.relative_to(SRC).as_posix() for path in MODULES]
modules = pytest.mark.parametrize("path", MODULES, ids=IDS)

GROUND = ["errors", "bounds", "geometry"]
FOUNDATIONS = [*GROUND, "data", "typeset", "deck", "press", "papers"]
WINGS: dict[str, list[str]] = {  # in the order of the house: a wing sees only wings above it, and of these the named ones
    "errors": [],
    "bounds": [],
    "geometry": ["bounds"],
    "data": GROUND,
    "typeset": [*GROUND, "data"],
    "deck": [*GROUND, "data"],
    "press": [*GROUND, "data", "typeset", "deck"],
    "papers": [*GROUND, "data", "typeset", "deck", "press"],
    "store": FOUNDATIONS,
    "cards": FOUNDATIONS,
    "reading": [*FOUNDATIONS, "cards"],
    "tally": FOUNDATIONS,
    "games": [*FOUNDATIONS, "cards", "tally"],
    "deals": [*FOUNDATIONS, "games"],
    "events": [*FOUNDATIONS, "games", "tally"],
    "shop": [*FOUNDATIONS, "cards"],
    "cli": [*FOUNDATIONS, "store", "cards", "reading", "tally", "games", "deals", "events", "shop"],
    "__main__": ["cli"],
}
SUBJECTS = ("cards", "reading", "tally", "games", "deals", "events", "shop")
ENTRIES = {  # from one wing of a subject into another, each for a reason
    ("reading", "cards"): "a face is known by comparing it with the one that is drawn; a foot lies where the plan of a back says",
    ("games", "cards"): "pictures of squares and tables show the deck's own backs and faces",
    ("games", "tally"): "a game names the rule by which its points are counted",
    ("deals", "games"): "records name dealer and vulnerability, which are rules of bridge",
    ("events", "games"): "an event plays the set-ups of a game, with its turns, minutes and ways to compare",
    ("events", "tally"): "score sheets help to count, and a score that no contract gives is told",
    ("shop", "cards"): "what is ordered is cards",
}
MOST_ENTRIES = 8
DRAWING = {"typeset.pen.Pen", "typeset.pdf.PdfFile", "typeset.text.flow.Compositor", "typeset.text.flowables.Drawing"}
PRODUCTS = {  # besides the modules called printing: what puts drawn pages together, and may know those that draw
    "cards.preview",
    "events.sheets.schedule_sheets",
    "events.sheets.scorecards",
    "events.sheets.working",
    "games.set_up",
    "papers.form_paper",
    "press.printers.correction",
    "press.routes",
    "reading.verify",
}
DRAWN_TO_COMPARE = {"cards.back_plan", "cards.faces", "cards.printing"}  # all of the cards that reading may know
DOORS = {  # the wings, rooms or modules in which a library may be imported
    "yaml": {"data"},
    "click": {"cli"},
    "reportlab": {"typeset", "papers", "games.booklet", "deals.records"},
    "pypdfium2": {"typeset", "reading"},
    "pikepdf": {"typeset", "press"},
    "PIL": {"typeset", "cards", "reading"},
    "pyphen": {"typeset"},
    "markdown_it": {"typeset"},
    "secrets": {"cli"},
    "xml": {"data", "typeset", "press"},
    "zipfile": {"data", "shop"},
    "random": set(),
    "numpy": set(),
    "time": set(),
    "datetime": set(),
    "locale": set(),
    "platform": set(),
    "socket": set(),
}
READER, WRITER = SRC / "data" / "files.py", SRC / "store" / "files.py"  # of every file there is
READS = {"open", "fdopen", "read_bytes", "read_text", "read"}  # by anything but the reader
WRITES = {"write_bytes", "write_text", "touch", "mkdir", "makedirs", "truncate"} | {
    *("symlink_to", "hardlink_to", "link", "symlink", "rename", "renames", "copytree", "copyfile"),
    *("mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile"),
}
# Their read_bytes is that of a stream within a PDF.
STREAMS = {"press.pdfx.convert", "press.pdfx.objects", "press.pdfx.preflight", "typeset.page_limits"}
PRIVATE_STATE = SRC / "typeset" / "text" / "reportlab_state.py"  # the one module that knows private names of a library
MOST_FILES = 15  # of a folder; a larger wing has rooms
LONGEST = 60  # lines of a function


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def name_of(path: Path) -> str:
    """The name of a module without the package's: "cards.back_plan"; that of a folder's __init__ is the folder's."""
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


NAMED = {name_of(path): path for path in MODULES}


def wing(name: str) -> str:
    return name.split(".")[0]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything that a module imports, wherever the import stands."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written out in full"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def needs(path: Path) -> frozenset[str]:
    """The modules of ours that a module imports, by their names."""
    own = [name.removeprefix("replikat.") for _, name in imports(path) if name.startswith("replikat.")]
    return frozenset(name if name in NAMED else name.rpartition(".")[0] for name in own) - {"", name_of(path)}


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """Return what is left when everything that needs nothing else has been taken away, again and again: circles."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while done := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in done:
            del left[name]
    return sorted(left)


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
    assert {wing(name_of(path)) for path in MODULES} - {"__init__"} == set(WINGS)


def test_the_order_of_the_wings_has_no_way_back() -> None:
    order = list(WINGS)
    assert all(order.index(seen) < order.index(name) for name, others in WINGS.items() for seen in others)


@modules
def test_a_wing_sees_only_what_it_may(path: Path) -> None:
    own = wing(name_of(path))
    if own == "__init__":
        assert not needs(path)
        return
    wrong = [f"{name_of(path)} imports {name}" for name in needs(path) if wing(name) not in (own, *WINGS[own])]
    assert wrong == []


def test_no_file_is_part_of_a_circle() -> None:
    assert circle({name: set(needs(path)) for name, path in NAMED.items()}) == []


def test_the_rooms_of_a_wing_are_no_circle() -> None:
    """Rooms are held against each other; what stands beside them in the wing may join them."""
    arrows: dict[str, set[str]] = {}
    for name, path in NAMED.items():
        room = name.rpartition(".")[0]
        others = {other.rpartition(".")[0] for other in needs(path) if wing(other) == wing(name)}
        arrows.setdefault(room, set()).update(other for other in others - {room} if "." in room and "." in other)
    assert circle(arrows) == []


def test_the_page_for_people_shows_the_same_plan() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    groups = {"nothing": [], "ground": GROUND, "foundations": FOUNDATIONS, "all of them": WINGS["cli"]}
    shown = {
        name: {wing for word in seen.split(", ") for wing in groups.get(word, [word])}
        for name, seen in re.findall(r"^\| `(\w+)` \| .* \| ([^|]+) \|$", page, re.M)
    }
    assert shown == {name: set(seen) for name, seen in WINGS.items() if name != "__main__"}
    reasons = dict(re.findall(r"^\| (\w+ → \w+) \| (.+) \|$", page, re.M))
    assert reasons == {f"{own} → {other}": reason for (own, other), reason in ENTRIES.items()}


def test_every_entry_between_subjects_has_its_reason() -> None:
    pairs = {(wing(name), wing(other)) for name, path in NAMED.items() for other in needs(path)}
    between = {(own, other) for own, other in pairs if own != other and own in SUBJECTS and other in SUBJECTS}
    assert between == set(ENTRIES)
    assert len(ENTRIES) <= MOST_ENTRIES
    foundations = {own for own, other in pairs if other in SUBJECTS and own not in SUBJECTS}
    assert foundations == {"cli"}


def test_reading_knows_no_drawing_but_what_it_compares_with() -> None:
    used = {other for name, path in NAMED.items() if wing(name) == "reading" for other in needs(path) if wing(other) == "cards"}
    assert used == DRAWN_TO_COMPARE


def test_values_and_judges_know_no_drawing() -> None:
    """Within a wing: values <- makers and judges <- drawing <- the module that makes the product."""
    drawing = {name for name, path in NAMED.items() if DRAWING & {full.removeprefix("replikat.") for _, full in imports(path)}}
    drawing = {name for name in drawing if wing(name) not in ("typeset", "cli")}
    assert len(drawing) > 30
    users = {name for name, path in NAMED.items() if needs(path) & drawing and wing(name) != "cli"} - drawing
    assert {name for name in users if not name.endswith(".printing")} == PRODUCTS


def test_large_wings_have_rooms() -> None:
    folders: dict[Path, int] = {}
    for path in MODULES:
        if path.name != "__init__.py" and path.parent.name != "commands":  # a command a file, as many as there are
            folders[path.parent] = folders.get(path.parent, 0) + 1
    assert {folder.name: count for folder, count in folders.items() if count > MOST_FILES} == {}


def test_the_tests_mirror_the_house() -> None:
    rooms = {path.parent.relative_to(SRC) for path in MODULES}
    strangers = {
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("test_*.py")
        if path.parent.relative_to(TESTS) not in rooms and path.parent.name != "broken"
    }
    assert strangers == set()


@modules
def test_every_library_has_its_doors(path: Path) -> None:
    name = name_of(path)
    places = {name, name.rpartition(".")[0], wing(name)}
    wrong = [
        f"line {line}: {imported}"
        for line, imported in imports(path)
        if imported.split(".")[0] in DOORS and not places & DOORS[imported.split(".")[0]]
    ]
    assert wrong == []


def own_privates(path: Path) -> set[str]:
    """The private names that a module gives to its own things."""
    names = {node.name for node in ast.walk(tree(path)) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names |= {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    return names | {
        node.target.id for node in ast.walk(tree(path)) if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


@modules
def test_the_private_state_of_a_library_lies_in_one_module(path: Path) -> None:
    if path == PRIVATE_STATE:
        return
    tuples = {"_replace", "_asdict", "_fields", "_make"}  # public by the library's own word, for all the stroke
    wrong = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and re.match(r"_[^_]", node.attr) and node.attr not in own_privates(path) | tuples
    ]
    wrong += [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.Subscript, ast.Call)) and re.search(r"^(vars\(.*\)\['_|getattr\(.*, '_[^_])", ast.unparse(node))
    ]
    assert wrong == []


def test_every_command_has_its_file_and_every_file_its_command() -> None:

    from replikat.cli.main import COMMANDS, replikat

    files = {path.stem for path in (SRC / "cli" / "commands").glob("*.py")} - {"__init__"}
    assert files == {f"{name}_" if keyword.iskeyword(name) else name for name in COMMANDS}
    for name in COMMANDS:
        command = replikat.get_command(click.Context(replikat), name)
        assert command is not None
        assert command.name == name


def test_the_imports_are_those_that_the_project_declares() -> None:
    import sys
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.match(r"[\w-]+", line)[0].lower().replace("-", "_") for line in declared}  # type: ignore[index]
    distribution = {"yaml": "pyyaml", "PIL": "pillow", "markdown_it": "markdown_it_py"}
    used = {name.split(".")[0] for path in MODULES for _, name in imports(path)} - set(sys.stdlib_module_names) - {"replikat"}
    used = {distribution.get(name, name) for name in used}
    assert used <= names
    assert names - used <= {"pillow"}  # reportlab's, for pictures


def methods(path: Path) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield line, owner and name of every function that is called in a module, and its arguments."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            owner, _, name = ast.unparse(node.func).rpartition(".")
            yield node.lineno, owner, name, [ast.unparse(argument) for argument in node.args]


def reads_what_is_named(module: str, owner: str, name: str, arguments: list[str]) -> bool:
    """Return whether a call reads a file by itself; bytes in memory are none, nor is a forms' tree."""
    if name not in READS or (name == "read_text" and not owner) or module in STREAMS:
        return False
    if name == "read":
        return "stdin" in owner
    return not arguments or not arguments[0].startswith(("BytesIO(", "os.devnull"))


@modules
def test_one_module_reads_what_somebody_names(path: Path) -> None:
    """There it has a largest size, a pipe is no hang, and a fault has the file's name."""
    wrong = [
        f"line {line}: {owner}.{name}"
        for line, owner, name, arguments in methods(path)
        if path not in (READER, WRITER) and reads_what_is_named(name_of(path), owner, name, arguments)
    ]
    assert wrong == []


@modules
def test_one_module_writes_every_output(path: Path) -> None:
    """There it is whole or not at all, in its folder, and what is no regular file stays what it is."""
    wrong = [
        f"line {line}: {owner}.{name}"
        for line, owner, name, arguments in methods(path)
        if path != WRITER and (name in WRITES or (name == "replace" and (owner == "os" or (owner and len(arguments) == 1))))
    ]
    assert wrong == []


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
