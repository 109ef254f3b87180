"""Options that every command spells alike; help in groups; answers for people, for programs, or nothing."""

import json
import re
from pathlib import Path

import click
import pytest

from replikat.cli import options
from replikat.cli.main import COMMANDS, SECTIONS, replikat, run

EVERYWHERE = {  # which command has which; a new command is entered here
    "quiet": {
        *("make", "cards", "booklet", "scorecards", "deals", "preview", "calibrate", "setup", "find", "schedule", "score"),
        *("import", "export", "check", "commit", "prove", "verify", "preflight", "init"),
    },
    "as_json": {
        *("make", "cards", "booklet", "scorecards", "deals", "preview", "calibrate", "setup", "find", "tally", "schedule"),
        *("score", "import", "export", "check", "commit", "prove", "verify", "preflight", "list"),
    },
    "lang": {
        *("make", "cards", "booklet", "scorecards", "deals", "preview", "calibrate", "setup", "find", "tally", "schedule"),
        *("score", "commit"),
    },
    "templates": set(COMMANDS) - {"preflight", "schema", "init"},
}
SPELLED = {"quiet": ["-q", "--quiet"], "as_json": ["--json"], "lang": ["--lang"], "templates": ["--templates"]}
SEED = "5e" * 32


def command_named(name: str) -> click.Command:
    command = replikat.get_command(click.Context(replikat), name)
    assert command is not None
    return command


def option_of(name: str, key: str) -> click.Option | None:
    found = [one for one in command_named(name).params if isinstance(one, click.Option) and one.name == key]
    return found[0] if found else None


@pytest.mark.parametrize("key", EVERYWHERE)
def test_the_same_option_is_the_same_everywhere(key: str) -> None:
    having = {name: option for name in COMMANDS if (option := option_of(name, key))}
    assert set(having) == EVERYWHERE[key]
    alike = {
        (tuple(one.opts), one.help, one.metavar, one.is_flag, one.multiple, repr(one.default), str(one.type)) for one in having.values()
    }
    assert len(alike) == 1
    assert {tuple(one.opts) for one in having.values()} == {tuple(SPELLED[key])}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_spells_another_option_so(name: str) -> None:
    spelled = {word: key for key, words in SPELLED.items() for word in words}
    for parameter in command_named(name).params:
        assert {spelled.get(word, parameter.name) for word in parameter.opts} == {parameter.name}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_under_one_heading_of_the_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = command_named(name)
    headings = {getattr(one, "heading", None) for one in command.params if isinstance(one, click.Option)}
    assert headings <= set(options.HEADINGS)
    assert run([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert "\nOptions:\n" not in text
    told = [line.removesuffix(":") for line in text.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert told == [heading for heading in options.HEADINGS if heading in headings | {options.OUTPUT}]
    for one in command.params:
        if isinstance(one, click.Option):
            assert len(re.findall(rf"^  {', '.join(one.opts)}\s", text, re.MULTILINE)) == 1, one.opts


def test_a_hidden_option_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    @options.new_command("one")
    @options.option(options.WHAT, "--shown", help="This is told.")
    @options.option(options.DECK, "--old", hidden=True)
    def command(shown: str, old: str) -> None: ...

    command.main(["--help"], prog_name="one", standalone_mode=False)
    assert capsys.readouterr().out.split("\n\n", 1)[1] == (
        "What is printed:\n  --shown TEXT  This is told.\n\nOutput:\n  --help  Show this message and exit.\n"
    )


def test_commands_are_listed_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert list(SECTIONS) == ["Print", "Play", "Deals", "Shop", "Your own"]
    places = [lines.index(f"{title}:") for title in SECTIONS]
    for title, begin, end in zip(SECTIONS, places, [*places[1:], len(lines)], strict=True):
        named = [line.split()[0] for line in lines[begin + 1 : end] if line.startswith("  ") and line[2] != " "]
        assert named == list(SECTIONS[title])


# ---- one answer, for programs


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("some.yaml").write_text("name: some\npack: french52\nsquares: [{layout: main, count: 3}]\nprint: {jokers: 0}\n")
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    tree: dict[str, object] = json.loads(said.out)
    return tree


def files_in(tree: dict[str, object]) -> list[tuple[str, str]]:
    files = tree["files"]
    assert isinstance(files, list)
    assert all(Path(one["file"]).is_file() for one in files)
    return [(one["file"], one["about"]) for one in files]


def test_what_was_printed_is_told_to_programs(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = answer(capsys, "cards", "some.yaml", "--seed", SEED, "--side", "faces")
    code = tree["code"]
    assert {key: tree[key] for key in ("deck", "squares", "story")} == {
        "deck": "some",
        "squares": 3,
        "story": ["made a new deck, output/some/private/deck.yaml"],
    }
    assert files_in(tree) == [("output/some/cards-faces.pdf", "6 sheets A4, 9 poker cards each, digits 4.4 mm")]
    assert tree["notes"] == [{"about": "print", "text": "at 100 %, on one side; then measure the 100 mm ruler"}]
    tree = answer(capsys, "deals", "some.yaml", "--lang", "nb", "--lang", "en", "--new")
    assert tree["code"] != code
    assert "moved the old deck to output/some-old-1" in str(tree["story"])
    private = "output/some/private/deals"
    assert files_in(tree) == [(f"{private}-{language}.pdf", "page 1 gives nothing away") for language in ("nb", "en")]


def test_other_files_are_told_to_programs(table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(table / "settings"))
    event = files_in(answer(capsys, "scorecards", "kitchen-duel", "--kind", "duel"))
    assert event == [("output/kitchen-duel/scorecards-duel-en.pdf", "")]
    assert files_in(answer(capsys, "calibrate", "laser")) == [("output/calibration-a4.pdf", "")]
    measured = answer(capsys, "calibrate", "laser", *(f"--{side}=0,0" for side in ("left", "right", "top", "bottom")))
    assert measured["file"] == str(table / "settings/replikat/printers/laser.yaml")
    assert measured["back"] == {"x": 0, "y": 0, "rotation": 0, "scale_x": 1, "scale_y": 1}
    run(["cards", "some.yaml", "--side", "faces"])
    exported = files_in(answer(capsys, "export", "some.yaml", "--squares", "1,3"))
    assert exported == [("output/some/private/deals.pbn", "2 squares; it shows every deal in it")]
    imported = answer(capsys, "import", exported[0][0], "--as", "again")
    assert (imported["deck"], imported["squares"], files_in(imported)) == ("again", 2, [("output/again/private/deck.yaml", "the deck")])
    assert run(["export", "some.yaml", "--to", "-", "--json"]) == 2


def test_many_decks_are_one_answer(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = answer(capsys, "make", "some.yaml", "--different", "2", "--jobs", "1")
    decks = tree["decks"]
    assert isinstance(decks, list)
    assert [(one["name"], one["before"]) for one in decks] == [("some-1", False), ("some-2", False)]
    assert files_in(tree) == [("output/some-box-labels-en.pdf", "2 labels, to be cut out")]
    tree = answer(capsys, "make", "some.yaml", "--copies", "2", "--jobs", "1")
    assert tree["copies"] == [{"name": "some", "code": tree["code"], "before": False}] * 2
    assert "output/some/cards.pdf" in dict(files_in(tree))


# ---- nothing but the answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["cards", "some.yaml", "--side", "faces"],
        ["preview", "some.yaml"],
        ["init", "own"],
        ["calibrate", "laser"],
        ["scorecards", "kitchen-duel", "--kind", "duel"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_quiet_says_nothing_where_nothing_was_asked(arguments: list[str], table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*arguments, "-q"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")


def test_quiet_leaves_the_answer(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "some.yaml", "--side", "faces", "-q", "--seed", SEED])
    assert run(["find", "some.yaml", "--square", "1", "--missing", "S1"]) == 0
    told = capsys.readouterr().out
    assert run(["find", "some.yaml", "--square", "1", "--missing", "S1", "--quiet"]) == 0
    assert capsys.readouterr().out.rstrip() == told.split("  (print it again")[0]
    assert run(["commit", "some.yaml", "-q"]) == 0
    assert capsys.readouterr().out == Path("output/some/commitment-en.txt").read_text()
    assert run(["prove", "some.yaml", "--square", "2", "-q"]) == 0
    assert capsys.readouterr().out == ""
    proof = "output/some/private/proof-2.json"
    assert run(["prove", "--check", proof, "-q"]) == 0
    assert "square 2 of 3 as committed to" in capsys.readouterr().out


def test_the_first_language_is_used_where_one_can_be(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "some.yaml", "--side", "faces", "-q", "--seed", SEED])
    for arguments in (
        ["find", "some.yaml", "--square", "1", "--missing", "S1"],
        ["setup", "whist", "--deck", "some.yaml", "--square", "1"],
        ["tally", "crazy-eights", "Astrid:", "8S", "QD", "Birk:", "KH"],
    ):
        texts = []
        for languages in (["nb"], ["nb", "en"], ["en"]):
            assert run([*arguments, *(word for one in languages for word in ("--lang", one))]) == 0
            texts.append(capsys.readouterr().out)
        assert texts[0] == texts[1] != texts[2]
