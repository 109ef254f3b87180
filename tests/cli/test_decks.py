"""The deck file: made once, used again, never lost; what is wrong with it is said where it stands."""

import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from replikat.cli import decks
from replikat.cli.main import run
from replikat.data.library import library
from replikat.errors import withheld
from replikat.store import deck_folder

PACK = """
suits: [{code: S, figure: french/spade, colour: black, second: black}, {code: H, figure: french/heart, colour: rowan, second: rowan}]
ranks: [{code: "2", pips: 2}, {code: "3", pips: 3}]
"""
SPEC = """
name: four
pack: four
squares: [{layout: four, count: 3}]
print: {jokers: 0}
"""
FILE = Path("output/four/private/deck.yaml")
SEED = "5e" * 32
MARKS = "  S1 S2 N1 N2\n  N2 S1 S2 N1\n  N1 N2 S1 S2\n"


@pytest.fixture(autouse=True)
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder that has a pack of four cards, a layout for it and a spec."""
    monkeypatch.chdir(tmp_path)
    templates = tmp_path / "templates"
    for name, text in {
        "replikat-templates": "",
        "packs/four.yaml": PACK,
        "layouts/four.yaml": "positions: {S: 2, N: 2}\n",
        "decks/four.yaml": SPEC,
    }.items():
        path = templates / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def spec_of(**changes: str) -> None:
    """Write the spec again with some lines replaced, or added."""
    lines = dict(re.findall(r"^(\w+): (.*)$", SPEC, re.MULTILINE)) | changes
    Path("templates/decks/four.yaml").write_text("".join(f"{key}: {value}\n" for key, value in lines.items()))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one line with which a run is refused."""
    capsys.readouterr()
    assert run(["cards", *arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    return line.removeprefix("replikat: ")


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def marks_of(path: Path) -> list[str]:
    return path.read_text().split("marks: |\n")[1].splitlines()


def test_the_first_run_makes_a_deck_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "four"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"deck    four  \S{4}-\S{4}-\S{3}  \(3 squares\)", said[0])
    assert said[1].strip() == f"made a new deck, {FILE}"
    assert sorted(tree(Path("output"))) == ["four/cards.pdf", "four/private/deck.yaml"]
    assert re.search(r'^seed: "[0-9a-f]{64}"$', FILE.read_text(), re.MULTILINE)


def test_seeds_are_never_the_same_unless_asked_for() -> None:
    for folder in ("a", "b"):
        assert run(["cards", "four", "-o", folder]) == 0
    seeds = {re.search("seed: .*", (Path(folder) / "four/private/deck.yaml").read_text())[0] for folder in ("a", "b")}
    assert len(seeds) == 2


def test_secrets_are_the_owners_alone() -> None:
    run(["cards", "four"])
    assert stat.S_IMODE(FILE.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(FILE.stat().st_mode) == 0o600
    assert stat.S_IMODE(Path("output/four/cards.pdf").stat().st_mode) == 0o600, "it holds every deal"
    run(["scorecards", "four"])
    assert stat.S_IMODE(Path("output/four/scorecards-en.pdf").stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_the_next_run_uses_the_deck(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    before = tree(Path("output"))
    capsys.readouterr()
    assert run(["cards", "four"]) == 0
    assert f"uses the deck in {FILE}" in capsys.readouterr().out
    assert tree(Path("output")) == before


def test_print_settings_may_change_without_another_deck(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    before = FILE.read_bytes()
    spec_of(print="{jokers: 0, blanks: 3, lang: nb, word: Nytt}", games="[crazy-eights]", proof="2")
    assert run(["cards", "four"]) == 0
    assert FILE.read_bytes() == before


@pytest.mark.parametrize("word", ["output/four", "output/four/", "output/four/private", str(FILE), "./templates/decks/four.yaml"])
def test_a_deck_is_named_by_its_folder_its_file_or_its_spec(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    before = tree(Path("output"))
    capsys.readouterr()
    assert run(["cards", word]) == 0
    assert f"uses the deck in {FILE}" in capsys.readouterr().out
    assert tree(Path("output")) == before


def test_a_deck_is_found_from_another_folder(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["cards", "four"])
    before = tree(kitchen / "output")
    (kitchen / "else where").mkdir()
    monkeypatch.chdir(kitchen / "else where")
    assert run(["cards", str(kitchen / "output/four"), "--templates", str(kitchen / "templates")]) == 0
    assert tree(kitchen / "output") == before
    assert not list((kitchen / "else where").iterdir())


def test_paths_with_spaces_and_letters_of_the_north(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("blå mappe æøå")
    folder.mkdir()
    (folder / "min stokk.yaml").write_text(SPEC.replace("name: four", "name: Mín stokk 4"), encoding="utf-8")
    assert run(["cards", f"{folder}/min stokk.yaml", "-o", "ut é"]) == 0
    assert "made a new deck, ut é/Mín stokk 4/private/deck.yaml" in capsys.readouterr().out
    assert run(["cards", "ut é/Mín stokk 4"]) == 0
    assert sorted(tree(Path("ut é"))) == ["Mín stokk 4/cards.pdf", "Mín stokk 4/private/deck.yaml"]


def test_a_copied_deck_file_is_put_in_its_folder_first(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "--seed", SEED])
    copy = Path("kept.yaml")
    copy.write_bytes(FILE.read_bytes())
    assert run(["cards", "kept.yaml", "-o", "again"]) == 0
    assert tree(Path("again")) == tree(Path("output"))


def test_a_deck_file_of_another_deck_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "-o", "a"])
    run(["cards", "four", "-o", "b"])
    before = tree(Path("b"))
    assert refused(capsys, "a/four/private/deck.yaml", "-o", "b") == (
        "b/four holds another deck than a/four/private/deck.yaml; use -o for another folder"
    )
    assert tree(Path("b")) == before


@pytest.mark.parametrize(
    ("changes", "held", "wanted"),
    [
        ({"squares": "[{layout: four, count: 4}]"}, "four, 3 four seats", "four, 4 four seats"),
        ({"squares": "[{layout: four, count: 3, balance: none}]"}, "four, 3 four seats", "four, 3 four none"),
    ],
)
def test_another_spec_never_shares_the_folder(changes: dict[str, str], held: str, wanted: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    before = tree(Path("output"))
    spec_of(**changes)
    cure = "use --new to move it aside and make another, or -o for another folder"
    assert refused(capsys, "four") == f"output/four holds another deck ({held}; asked for: {wanted}); {cure}"
    assert tree(Path("output")) == before


def test_a_deck_made_when_its_spec_asked_for_another_balance_is_still_its_deck(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "-q"])
    before = tree(Path("output"))
    spec_of(squares="[{layout: four, count: 3, balance: none, formerly: seats}]")
    assert run(["cards", "four"]) == 0
    assert "uses the deck in" in capsys.readouterr().out
    assert tree(Path("output")) == before
    assert run(["cards", "four", "-o", "now"]) == 0
    text = Path("now/four/private/deck.yaml").read_text()
    assert "balance: none" in text and "formerly" not in text
    spec_of(squares="[{layout: four, count: 3, balance: pairs, formerly: none}]")
    assert "holds another deck" in refused(capsys, "four")


def test_new_moves_the_old_deck_aside_and_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2, 3):
        run(["cards", "four", "--new"])
        Path("output/four/my notes.txt").write_text(f"deck {number}")
    first = tree(Path("output"))
    capsys.readouterr()
    assert run(["cards", "four", "--new"]) == 0
    said = capsys.readouterr().out
    assert "moved the old deck to output/four-old-3" in said
    assert f"made a new deck, {FILE}" in said
    after = tree(Path("output"))
    assert {name: data for name, data in first.items() if name.startswith("four-old")}.items() <= after.items()
    assert {name.replace("four/", "four-old-3/"): data for name, data in first.items() if name.startswith("four/")}.items() <= after.items()
    decks_made = [data for name, data in after.items() if name.endswith("deck.yaml")]
    assert len(set(decks_made)) == 4


def test_a_new_deck_that_cannot_be_made_moves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    before = tree(Path("output"))
    place = Path("templates/decks/four.yaml").absolute()
    spec_of(squares="[{layout: four, count: many}]")
    assert refused(capsys, "four", "--new") == f'{place}:3:33: squares.1.count: found "many"; expected a whole number from 1 to 60'
    spec_of(squares="[{layout: main, count: 3}]")
    assert refused(capsys, "four", "--new") == f"{place}:3:20: squares.1.layout: layout main deals 52 cards, but four has 4"
    assert tree(Path("output")) == before


# ---- seeds


def test_the_same_seed_deals_the_same_deck_to_the_byte() -> None:
    for folder in ("a", "b"):
        assert run(["cards", "four", "--seed", SEED, "-o", folder]) == 0
    assert tree(Path("a")) == tree(Path("b"))
    assert f'seed: "{SEED}"' in Path("a/four/private/deck.yaml").read_text()


def test_a_seed_in_the_spec_is_used_and_the_command_line_comes_first() -> None:
    spec_of(seed='"1234"')
    run(["cards", "four", "-o", "a"])
    assert 'seed: "1234"' in Path("a/four/private/deck.yaml").read_text()
    run(["cards", "four", "-o", "b", "--seed", SEED])
    assert f'seed: "{SEED}"' in Path("b/four/private/deck.yaml").read_text()


def test_a_short_seed_is_taken_with_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "four", "--seed", "12"]) == 0
    assert "the seed is shorter than 64 digits: anybody can find the deals by trying" in capsys.readouterr().err
    assert run(["cards", "four", "--seed", SEED, "--new"]) == 0
    assert "shorter" not in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["xyz", "", "12 34", "0x12", "5e" * 32 + "0", "१२", "12\n"])
def test_a_seed_that_is_none(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "four", "--seed", seed) == f"--seed: found {withheld(seed)}; expected up to 64 hexadecimal digits (0-9, a-f)"
    assert not Path("output").exists()


def test_a_seed_for_a_deck_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "--seed", SEED])
    assert run(["cards", "four", "--seed", SEED]) == 0
    cure = "use --new to move it aside and make another, or -o for another folder"
    assert refused(capsys, "four", "--seed", "12") == f"output/four holds a deck of another seed; {cure}"
    for option in (["--seed", "12"], ["--new"]):
        assert refused(capsys, "output/four", *option) == f"{FILE} is a finished deck; name a spec for --seed or --new"


# ---- words that name no deck


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("for", "no deck is called 'for'; did you mean four?"),
        ("", "no deck is called ''; expected one of four, standard-52, tournament-52"),
        ("..", "no deck is called '..'; expected one of four, standard-52, tournament-52"),
        ("./four", "four does not exist; expected a deck spec, a deck file or an output folder"),
        ("four.yaml", "four.yaml does not exist; expected a deck spec, a deck file or an output folder"),
        ("a\\b", "a\\b does not exist; expected a deck spec, a deck file or an output folder"),
        ("templates/", "templates holds no deck; expected templates/private/deck.yaml"),
        ("./private", "private holds no deck; expected private/deck.yaml"),
    ],
)
def test_words_that_name_no_deck(word: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("private").mkdir()
    if "standard-52" in line:  # more packaged decks may come
        assert re.match(line.replace("four, standard-52, tournament-52", ".*four.*"), refused(capsys, word))
    else:
        assert refused(capsys, word) == line
    assert not Path("output").exists()


def test_commands_that_only_read_make_no_deck(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check", "four"], ["find", "four", "--square", "1", "--missing", "S1"]):
        assert run(command) == 1
        assert capsys.readouterr().err == "replikat: there is no deck in output/four yet; make it first: replikat make four\n"
    assert not Path("output").exists()


# ---- edits by hand


def edited(old: str, new: str, count: int = 1) -> None:
    text = FILE.read_text()
    assert old in text
    FILE.write_text(text.replace(old, new, count))


def first_line() -> int:
    """Return the line of the file on which the first square stands."""
    return FILE.read_text().splitlines().index("marks: |") + 2


@pytest.fixture
def made(capsys: pytest.CaptureFixture[str]) -> int:
    """Make a deck whose marks are known; return the line of its first square."""
    run(["cards", "four"])
    text = FILE.read_text()
    head = text[: text.index("marks: |")]
    FILE.write_text(f"{head}marks: |\n{MARKS}")
    capsys.readouterr()
    return first_line()


@pytest.mark.parametrize(
    ("row", "line", "column", "said"),
    [
        ("  S1 S2 N1 N3", 0, 12, "marks.1.4: square 1: 3H: this mark is no mark of the layout four; missing 1 mark of the layout"),
        ("  S1 S2 N1 S1", 0, 12, "marks.1.4: square 1: 3H: this mark stands twice in this square; missing 1 mark of the layout"),
        ("  S1 -  N1 N2", 0, 6, "marks.1.2: square 1: 3S: a dash on a card that the square deals; missing 1 mark of the layout"),
        ("  S1 W2 N1 N2", 0, 6, "marks.1.2: square 1: 3S: this mark is no mark of the layout four; missing 1 mark of the layout"),
        ("  S1   S02 N1 N2", 0, 8, "marks.1.2: square 1: what stands for 3S is no mark; expected a position and a number such as S7, or -"),
        ("  S1 S2 N1 n2", 0, 12, "marks.1.4: square 1: what stands for 3H is no mark; expected a position and a number such as S7, or -"),
        ("  S1 S2 N1", 0, 3, "marks.1.1: square 1: 3 marks; expected 4, one for every card of four"),
        ("  S1 S2 N1 N2 -", 0, 3, "marks.1.1: square 1: 5 marks; expected 4, one for every card of four"),
    ],
)
def test_a_mark_that_breaks_a_law_is_told_where_it_stands(
    row: str, line: int, column: int, said: str, made: int, capsys: pytest.CaptureFixture[str]
) -> None:
    edited("  S1 S2 N1 N2", row)
    before = tree(Path("output"))
    for word in ("four", "output/four"):
        assert refused(capsys, word) == f"{FILE}:{made + line}:{column}: {said}"
    assert tree(Path("output")) == before


def test_all_wrong_marks_are_told_at_once(made: int, capsys: pytest.CaptureFixture[str]) -> None:
    edited("  S1 S2 N1 N2", "  S1 S1 N1 N9")
    edited("  N1 N2 S1 S2", "  N1 X S1 S2")
    assert run(["cards", "four"]) == 1
    assert [re.sub(r"^replikat: \S*yaml:", "", line) for line in capsys.readouterr().err.splitlines()] == [
        f"{made}:6: marks.1.2: square 1: 3S: this mark stands twice in this square; missing 2 marks of the layout",
        f"{made}:12: marks.1.4: square 1: 3H: this mark is no mark of the layout four",
        f"{made + 2}:6: marks.3.2: square 3: what stands for 3S is no mark; expected a position and a number such as S7, or -",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  N2 S1 S2 N1\n", "", "marks: 2 lines of marks; expected 3, one for every square"),
        (
            "marks: |\n  S1 S2 N1 N2\n  N2 S1 S2 N1\n  N1 N2 S1 S2\n",
            "",
            "no marks in this deck file; it was edited; restore it from a copy",
        ),
        ("pack: four", "pack: for", "no pack is called 'for'; did you mean four?"),
        ("name: four", "nam: four", "unknown key nam; did you mean name?"),
        ("  N2 S1 S2 N1\n", "\tN2 S1 S2 N1\n", "a tab; use spaces"),
        ("dealing: 1", "dealing: 7", "dealing 7 is unknown to this version; it knows 1"),
    ],
)
def test_other_edits_are_told_too(old: str, new: str, said: str, made: int, capsys: pytest.CaptureFixture[str]) -> None:
    edited(old, new)
    before = tree(Path("output"))
    assert run(["cards", "four"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith(f"replikat: {FILE}:") for line in lines)
    assert any(line.endswith(said) for line in lines)
    assert tree(Path("output")) == before


def test_marks_changed_within_the_law_are_another_deck_and_check_says_so(made: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "four"]) == 1
    assert "replikat: the marks are not those that the seed deals" in capsys.readouterr().err.splitlines()


def test_a_mark_changed_within_the_law_is_told_where_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """The square law alone would let two exchanged marks pass; the seed does not."""
    run(["cards", "four", "--seed", SEED, "-q"])
    lines = FILE.read_text().splitlines()
    place = lines.index("marks: |") + 1
    one, two, *rest = lines[place].split()
    lines[place] = "  " + " ".join([two, one, *rest])
    FILE.write_text("\n".join(lines) + "\n")
    before = tree(Path("output"))
    capsys.readouterr()
    assert run(["cards", "four"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert re.fullmatch(rf"replikat: {FILE}:{place + 1}:3: marks.1.1: square 1: \w+: {two}; the seed deals {one}", said[0])
    assert len(said) == 2
    assert tree(Path("output")) == before


def test_an_edited_deck_file_is_not_lost_by_new(made: int, capsys: pytest.CaptureFixture[str]) -> None:
    FILE.write_text("broken")
    assert run(["cards", "four", "--new"]) == 0
    assert Path("output/four-old-1/private/deck.yaml").read_text() == "broken"


# ---- what is in the way


@pytest.mark.parametrize("blocked", ["output", "output/four", "output/four/private"])
def test_a_file_where_a_folder_is_needed(blocked: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(blocked).parent.mkdir(parents=True, exist_ok=True)
    Path(blocked).write_text("mine")
    assert refused(capsys, "four") == f"{blocked} is a file; a folder is needed there"
    assert Path(blocked).read_text() == "mine"


def test_a_folder_or_a_dead_link_where_the_deck_file_should_be(capsys: pytest.CaptureFixture[str]) -> None:
    FILE.mkdir(parents=True)
    assert refused(capsys, "four") == f"{FILE}: cannot be read (Is a directory)"
    FILE.rmdir()
    FILE.symlink_to("nowhere")
    assert refused(capsys, "four") == f"{FILE}: cannot be read (No such file or directory)"
    assert FILE.is_symlink()


def test_an_output_folder_may_be_a_link() -> None:
    Path("disk").mkdir()
    Path("output").symlink_to("disk")
    assert run(["cards", "four"]) == 0
    assert sorted(tree(Path("disk"))) == ["four/cards.pdf", "four/private/deck.yaml"]


@pytest.mark.parametrize("moment", ["new_deck", "write_once"])
def test_two_runs_at_once_print_the_same_deck(moment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The other run puts its deck file down while ours deals, or just before it would put it down: theirs is the deck."""
    during(moment, lambda: run(["cards", "four", "-q"]), monkeypatch)
    assert refused(capsys, "four") == "another run has just put a deck in output/four; run again to print that one"
    assert run(["cards", "four"]) == 0
    assert f"uses the deck in {FILE}" in capsys.readouterr().out
    assert run(["verify", "output/four/cards.pdf", "four"]) == 0
    assert sorted(tree(Path("output"))) == ["four/cards.pdf", "four/private/deck.yaml"]


def test_two_runs_at_once_of_different_specs_do_not_mix(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def other() -> int:
        spec_of(squares="[{layout: four, count: 7}]")
        return run(["cards", "four", "-q"])

    during("write_once", other, monkeypatch)
    assert refused(capsys, "four") == "another run has just put a deck in output/four; run again to print that one"
    assert len(marks_of(FILE)) == 7


def during(moment: str, other: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another run finish at the moment when ours calls a function of the modules that make and keep a deck."""
    module = decks if hasattr(decks, moment) else deck_folder
    ours = getattr(module, moment)

    def slow(*arguments: object) -> object:
        monkeypatch.setattr(module, moment, ours)
        assert other() == 0
        return ours(*arguments)

    monkeypatch.setattr(module, moment, slow)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_new_deck_that_cannot_be_written_leaves_the_old_one_in_place(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    run(["cards", "four"])
    before = tree(Path("output"))

    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", full)
    assert run(["cards", "four", "--new"]) == (1 if isinstance(error, OSError) else 130)
    assert tree(Path("output")) == before
    assert [path.name for path in Path("output").iterdir()] == ["four"]


# ---- nothing is written before everything is ready


MISTAKES = [
    ["cards", "four", "--theme", "plian"],
    ["cards", "four", "--sheet", "a4-pokr"],
    ["cards", "four", "--lang", "xx"],
    ["cards", "four", "--lang", "en", "--lang", "xx"],
    ["cards", "four", "--word", "\u65e5"],
    ["cards", "four", "--word", "Et overmåte langt orienteringsord"],
    ["make", "four", "--game", "ludo"],
    ["cards", "four", "--order", "two-files", "--side", "faces"],
    ["cards", "four", "--sheet", "single", "--order", "fronts-backs"],
]


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_in_any_option_leaves_no_deck_behind(words: list[str]) -> None:
    assert run(words) in (1, 2)
    assert not Path("output").exists()


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_in_any_option_moves_no_deck_aside(words: list[str]) -> None:
    run(["cards", "four", "-q"])
    before = tree(Path("output"))
    assert run([*words, "--new"]) in (1, 2)
    assert tree(Path("output")) == before


@pytest.mark.parametrize("words", [["cards", "four", "--only", "2p"], ["deals", "four", "--square", "1"]], ids=" ".join)
def test_a_part_of_a_deck_is_printed_of_a_deck_that_is_there(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 1
    assert "there is no deck in output/four yet; make it first: replikat make four" in capsys.readouterr().err
    assert not Path("output").exists()


def test_printed_files_without_their_deck_are_not_printed_over(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    FILE.unlink()
    before = tree(Path("output"))
    cure = f"restore {FILE} from a copy, or use --new to move the folder aside"
    assert refused(capsys, "four") == f"output/four holds printed files but no deck; {cure}"
    assert tree(Path("output")) == before
    assert run(["cards", "four", "--new"]) == 0
    assert Path("output/four-old-1/cards.pdf").read_bytes() == before["four/cards.pdf"]


def test_printed_files_of_the_private_folder_alone_are_not_printed_over_either(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four"])
    run(["deals", "four"])
    FILE.unlink()
    for path in Path("output/four").glob("*.pdf"):
        path.unlink()
    before = tree(Path("output"))
    assert [path for path in before if str(path).endswith(".pdf")], "the deals are still there"
    cure = f"restore {FILE} from a copy, or use --new to move the folder aside"
    assert refused(capsys, "four") == f"output/four holds printed files but no deck; {cure}"
    assert tree(Path("output")) == before


def test_a_deck_is_printed_again_as_it_was_first_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Law 5: a lost card is printed again from the deck file, and must look like the others."""
    run(["cards", "four", "--theme", "low-ink", "--word", "Familiekort", "--sheet", "a4-bridge", "--lang", "nb"])
    first = Path("output/four/cards.pdf").read_bytes()
    capsys.readouterr()
    for word in ("four", "output/four"):
        assert run(["cards", word]) == 0
        assert Path("output/four/cards.pdf").read_bytes() == first
    assert "prints it as it was first printed" in capsys.readouterr().out
    assert run(["cards", "four", "--theme", "plain"]) == 0
    assert Path("output/four/cards.pdf").read_bytes() != first


@pytest.mark.parametrize("command", ["cards", "make"])
def test_cards_that_will_look_otherwise_than_the_first_are_told(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "-q"])
    told = "note    this is not how the deck was first printed (a4-poker, plain); a lost card is printed as it was then"
    assert run([command, "four"]) == 0
    assert "first printed (" not in capsys.readouterr().out
    assert run([command, "four", "--theme", "low-ink", "--sheet", "a4-bridge"]) == 0
    assert capsys.readouterr().out.splitlines().count(told) == 1
    assert run([command, "four", "--theme", "low-ink", "--new"]) == 0
    assert "first printed (" not in capsys.readouterr().out


def test_a_deck_without_games_says_once_how_to_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["make", "four", "--lang", "en", "--lang", "nb"]) == 0
    assert capsys.readouterr().out.count("no games: add --game NAME") == 1


def test_a_part_of_the_cards_is_told_from_a_spoilt_file(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "-q"])
    run(["cards", "four", "--only", "2S,3H", "-q"])
    capsys.readouterr()
    assert run(["verify", "output/four/cards-some.pdf", "four"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.rsplit(": ")[-1] for line in lines[:-1]] == ["3S is missing", "2H is missing"]
    assert lines[-1].endswith("cards-some.pdf: all that is there is sound; if it was printed as a part of the deck, add --some")
    assert run(["verify", "output/four/cards-some.pdf", "four", "--some"]) == 0
    run(["cards", "four", "-o", "other", "-q"])
    capsys.readouterr()
    assert run(["verify", "output/four/cards-some.pdf", "other/four"]) == 1
    assert "--some" not in capsys.readouterr().err


@pytest.mark.parametrize(("typed", "meant"), [("no", "nb"), ("nn", "nb"), ("dk", "da"), ("SE", "sv")])
def test_a_language_by_another_code_is_told_with_its_own(typed: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "four", "--lang", typed) == f"no language is called {typed!r}; did you mean {meant}?"
    assert run(["setup", "whist", "--square", "1", "--lang", typed]) == 1


def test_a_lost_trump_is_named_with_its_number_in_the_language_asked(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "minchiate-97", "--seed", SEED, "-q"])
    deck = decks.existing_deck("minchiate-97", library(), None).deck
    mark = deck.squares[2].marks[deck.pack.index["T40"]]
    find = ["find", "minchiate-97", "--square", "3", "--missing", str(mark), "--lang", "nb"]
    capsys.readouterr()
    assert run(find) == 0 and capsys.readouterr().out.startswith("T40  40 Basunene  (")
    assert run([*find, "--json"]) == 0 and json.loads(capsys.readouterr().out) == [{"card": "T40", "name": "40 Basunene"}]


def test_the_second_run_writes_the_same_bytes_as_the_first() -> None:
    assert run(["make", "standard-52", "-q", "--lang", "sv"]) == 0
    first = tree(Path("output"))
    assert sorted(first) == [
        "standard-52/booklet-sv.pdf",
        "standard-52/cards.pdf",
        "standard-52/private/deals-sv.pdf",
        "standard-52/private/deck.yaml",
        "standard-52/private/ordinary-pack-sv.pdf",
        "standard-52/quick-cards-sv.pdf",
        "standard-52/scorecards-sv.pdf",
    ]
    assert run(["make", "standard-52", "-q"]) == 0
    assert tree(Path("output")) == first


def test_the_second_reader_sees_the_marks_and_those_of_another_deck(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "--seed", SEED, "-q"])
    assert run(["verify", "output/four/cards.pdf", "four", "--pixels"]) == 0
    assert "12 marks read from pictures of the pages" in capsys.readouterr().out
    run(["cards", "four", "--seed", "77" * 32, "-o", "other", "-q"])
    assert run(["verify", "output/four/cards.pdf", "other/four", "--pixels"]) == 1
    assert "this is the deck" in capsys.readouterr().err


def test_verify_tells_a_sheet_that_is_none_and_that_a_part_needs_its_deck(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "--seed", SEED, "-q"])
    assert run(["verify", "output/four/cards.pdf", "four", "--sheet", "nix"]) == 1
    assert "no sheet is called 'nix'" in capsys.readouterr().err
    run(["cards", "standard-52", "-q"])
    run(["cards", "standard-52", "--only", "QS", "-q"])
    capsys.readouterr()
    assert run(["verify", "output/standard-52/cards-some.pdf", "--some"]) == 1
    assert "a part of a deck cannot be proved by itself; name the DECK" in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["--seed", None])
def test_marks_that_do_not_belong_to_the_code_of_their_file_are_told(seed: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seed to compare with, the code alone shows that a mark was changed."""
    run(["cards", "four", "--seed", SEED, "-q"])
    text = FILE.read_text()
    if seed is None:
        text = text.replace(f'seed: "{SEED}"\n', "")
    wrong = re.sub(r'code: ".{12}', 'code: "0000-0000-00', text)
    FILE.write_text(wrong)
    line = wrong.splitlines().index(next(line for line in wrong.splitlines() if line.startswith("code"))) + 1
    capsys.readouterr()
    assert run(["cards", "output/four"]) == 1
    assert f"{FILE}:{line}:7: code: 0000-0000-00" in capsys.readouterr().err


def test_the_code_of_a_deck_file_is_read_as_people_write_it(capsys: pytest.CaptureFixture[str]) -> None:
    run(["cards", "four", "--seed", SEED, "-q"])
    text = FILE.read_text()
    code = re.search('code: "(.*)"', text)[1]
    FILE.write_text(text.replace(code, code.lower().replace("-", " ")))
    assert run(["cards", "output/four", "-q"]) == 0
    other = "0000-0000-000"  # a code, its check sign being right, but of another deck
    FILE.write_text(text.replace(code, other))
    capsys.readouterr()
    assert run(["cards", "output/four"]) == 1
    assert capsys.readouterr().err.rstrip().endswith(f": code: {other}; the marks of this file have the code {code}")


# ------------------------------------------------------------------ options of the backs


def test_options_of_the_backs_are_kept_and_used_again(capsys: pytest.CaptureFixture[str]) -> None:
    """What was printed first looks the same when a card is lost; another run may ask for something else."""
    assert run(["cards", "four", "--backs", "two-way", "-q"]) == 0
    first = Path("output/four/cards.pdf").read_bytes()
    assert "backs: [two-way]" in FILE.read_text()
    assert run(["cards", "four", "-q"]) == 0
    assert Path("output/four/cards.pdf").read_bytes() == first
    capsys.readouterr()
    assert run(["verify", "output/four/cards.pdf", "four"]) == 0


def test_a_deck_that_the_cards_cannot_carry_both_ways_is_not_made(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "standard-52", "--backs", "two-way", "--sheet", "a4-mini")
    assert re.fullmatch(
        r"standard-52: squares: 20 squares leave digits of \d\.\d mm on a mini card printed two-way; expected at most 6 squares, .*", said
    )
    assert refused(capsys, "four", "--backs", "underlined").startswith("four: underlined numbers, but the layout four has no second batch")
    assert not Path("output").exists()


def test_the_list_of_sheets_says_how_many_squares_the_cards_carry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "sheets"]) == 0
    said = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "A4 landscape, 6 x 3 mini 44.45 x 63.5 mm, up to 15 squares, 6 two-way, crop marks 3.8 mm" in said["a4-mini"]
    assert "up to 28 squares, 15 two-way" in said["single"]
