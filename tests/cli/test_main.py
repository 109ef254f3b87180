"""The door: exit codes, lines instead of tracebacks, commands that come when they are called."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from replikat import __version__
from replikat.cli import main
from replikat.cli.main import COMMANDS, run
from replikat.errors import Fault, ReplikatError

ALONE = [sys.executable, "-m", "replikat"]


def alone(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run the program as a process of its own."""
    return subprocess.run([*ALONE, *arguments], capture_output=True, text=True, encoding="utf-8", check=False, **options)  # type: ignore[call-overload,no-any-return]


def having(command: click.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `replikat check` be this command."""
    monkeypatch.setattr(main.LazyGroup, "get_command", lambda self, ctx, name: command)


def raising(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("check")
    def command() -> None:
        raise error

    having(command, monkeypatch)


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.split()[-1] == __version__
    for arguments in (["--help"], ["-h"]):
        assert run(arguments) == 0
        said = capsys.readouterr().out
        assert all(f"\n  {name} " in said for name in COMMANDS)


def test_help_loads_no_command() -> None:
    code = "import sys; from replikat.cli.main import run; run(['--help']); print([m for m in sys.modules if m in %r], file=sys.stderr)"
    heavy = ("reportlab", "pydantic", "yaml", "pypdfium2", "PIL", "replikat.cli.options", "replikat.cli.commands.cards")
    assert subprocess.run([sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True).stderr == "[]\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["crads"],
        ["--nonsense"],
        ["cards"],
        ["cards", "standard-52", "tournament-52"],
        ["cards", "standard-52", "--nonsense"],
        ["cards", "standard-52", "--sheet"],
        ["cards", "standard-52", "--side", "front"],
        ["cards", "standard-52", "--flip", "upwards"],
        ["find", "standard-52", "--missing", "S7"],
        ["find", "standard-52", "--square", "five", "--missing", "S7"],
    ],
    ids=" ".join,
)
def test_wrong_options_are_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith("Error: ")
    assert "Traceback" not in said.err
    assert not list(tmp_path.iterdir())


def test_faults_are_a_line_each_and_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    raising(ReplikatError(Fault("found 1", "expected 2", "a.yaml", 3, 4, "b"), "plain"), monkeypatch)
    assert run(["check"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "replikat: a.yaml:3:4: b: found 1; expected 2\nreplikat: plain\n")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "replikat: interrupted; every file is whole, as it was before or new\n"),
        (click.Abort(), 130, "replikat: interrupted; every file is whole, as it was before or new\n"),
        (
            OSError(28, "No space left on device"),
            1,
            "replikat: No space left on device (standard output); every file is whole, as it was before or new\n",
        ),
        (OSError(13, "Permission denied", "x/y"), 1, "replikat: Permission denied (x/y); every file is whole, as it was before or new\n"),
        (
            OSError(21, "Is a directory", "x/y.part", None, "x/y"),
            1,
            "replikat: Is a directory (x/y); every file is whole, as it was before or new\n",
        ),
        (
            PermissionError(5, "Access is denied", "x/.y.part", None, "x/y.pdf"),
            1,
            "replikat: Access is denied (x/y.pdf); close the program in which it is open, or see who may write there;"
            " every file is whole, as it was before or new\n",
        ),
        (click.FileError("x", "gone"), 1, "Error: Could not open file 'x': gone\n"),
    ],
)
def test_what_ends_a_run_ends_it_with_a_line(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising(error, monkeypatch)
    assert run(["check"]) == code
    assert capsys.readouterr().err.lstrip() == said


@pytest.mark.parametrize(("result", "code"), [(None, 0), (0, 0), (1, 1), ("text", 0)])
def test_a_command_may_say_how_it_ended(result: object, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("check")
    def command() -> object:
        return result

    having(command, monkeypatch)
    assert run(["check"]) == code


def test_an_error_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    raising(ZeroDivisionError("a mistake of ours"), monkeypatch)
    with pytest.raises(ZeroDivisionError):
        run(["check"])


def test_every_command_has_its_help_and_its_module(capsys: pytest.CaptureFixture[str]) -> None:
    missing = []
    for name in COMMANDS:
        try:
            assert run([name, "--help"]) == 0
            assert f"Usage: replikat {name} " in capsys.readouterr().out
        except (AttributeError, ModuleNotFoundError):
            missing.append(name)
    assert missing == []


def test_as_a_program_of_its_own(tmp_path: Path) -> None:
    done = alone("check", "nothing", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("replikat: no deck is called 'nothing'; expected one of ")
    assert alone("crads", cwd=tmp_path).returncode == 2


def test_a_reader_that_has_gone_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run([*ALONE, "list", "decks"], stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(write)
    assert done.stderr == ""
    assert done.returncode == 0


def test_words_that_the_terminal_cannot_show_are_no_traceback(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = alone("cards", "standard-52", "--side", "faces", "-o", "blå", cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "made a new deck, bl" in done.stdout
    done = alone("check", "blå", cwd=tmp_path, env=environment)
    assert done.returncode == 1
    assert done.stderr.startswith("replikat: no deck is called 'bl")


def test_a_closed_standard_output_is_no_fault() -> None:
    command = f"{shlex.quote(sys.executable)} -m replikat list languages >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_that_are_told_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["init", "egne kort"]) == 0
    assert capsys.readouterr().out.endswith("--templates 'egne kort'\n")
