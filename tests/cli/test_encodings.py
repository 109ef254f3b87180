"""Consoles and pipes that lack signs: no traceback, look-alikes where there are any, JSON whole."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from replikat.cli.main import run
from replikat.data.library import packaged

FOUR = "[Astrid, Birk, Cecilie, David]"  # of the packaged event
NARROW = ["cp1252", "cp850", "latin-1", "ascii"]
COMMANDS = {
    "schedule": ["schedule", "evening.yaml"],
    "schedule as CSV": ["schedule", "evening.yaml", "--csv", "-"],
    "schedule as JSON": ["schedule", "evening.yaml", "--json"],
    "list games": ["list", "games"],
    "list games as JSON": ["list", "games", "--json"],
    "a message": ["schedule", "Łukasz − Åse.yaml"],
    "wrong options": ["schedule", "evening.yaml", "--Łukasz"],
}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    event = (packaged() / "events" / "hearts-rotation.yaml").read_text(encoding="utf-8")
    Path("evening.yaml").write_text(event.replace(FOUR, "[Łukasz, Åse, Ødegård, Bo]"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> "Printed":
    return Printed(monkeypatch)


class Printed:
    """Runs a command whose standard streams have an encoding."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, arguments: list[str], encoding: str) -> tuple[int, str, str]:
        """Return exit code, standard output and standard error."""
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n") for _ in range(2)]
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            code = run(arguments)
        for stream in streams:
            stream.flush()
        out, err = (stream.buffer.getvalue() for stream in streams)  # type: ignore[attr-defined]
        shown = "utf-8" if encoding == "ascii" else encoding  # click takes ASCII for a system that was not set up
        return code, out.decode(shown), err.decode(shown)


@pytest.mark.parametrize("encoding", NARROW)
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=list(COMMANDS))
def test_no_sign_ends_a_run(arguments: list[str], encoding: str, evening: Path, printed: Printed) -> None:
    whole = printed(arguments, "utf-8")
    narrow = printed(arguments, encoding)
    assert narrow[0] == whole[0]
    if "--json" in arguments:
        assert narrow[1].isascii()
        assert json.loads(narrow[1]) == json.loads(whole[1])
    else:
        assert [len(text.splitlines()) for text in narrow[1:]] == [len(text.splitlines()) for text in whole[1:]]


def test_missing_signs_are_replaced_by_what_looks_alike(evening: Path, printed: Printed) -> None:
    assert printed(["schedule", "Łukasz − Åse.yaml"], "utf-8")[2].startswith("replikat: Łukasz − Åse.yaml does")
    assert printed(["schedule", "Łukasz − Åse.yaml"], "cp1252")[2].startswith("replikat: ?ukasz - Åse.yaml does")
    assert "’" in printed(["list", "games"], "utf-8")[1]
    assert printed(["list", "games"], "cp850")[1] == printed(["list", "games"], "utf-8")[1].replace("’", "'")


def test_half_a_character_in_a_name_ends_no_run(evening: Path, printed: Printed) -> None:
    """Linux hands bytes of a name that are no UTF-8 on as halves of characters."""
    code, _, err = printed(["schedule", "a\udcffb.yaml"], "utf-8")
    assert code == 1
    assert err.startswith("replikat: a\\udcffb.yaml does")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["deals", "standard-52", "--password", "-"], b"replikat: --password: signs that cannot be read; type the word at the question"),
        (["tally", "casino", "-"], b"replikat: "),
    ],
)
def test_input_that_is_no_text_is_a_line(arguments: list[str], said: bytes, evening: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    program = [sys.executable, "-m", "replikat", *arguments]
    done = subprocess.run(program, env=environment, input=b"A: h\xe6 10D\n", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(said) and done.stderr.count(b"\n") == 1
    assert not Path("output").exists()


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
def test_as_programs_of_their_own(encoding: str, evening: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in (COMMANDS["schedule"], COMMANDS["list games as JSON"], COMMANDS["a message"]):
        done = subprocess.run([sys.executable, "-m", "replikat", *arguments], env=environment, capture_output=True, check=False)
        assert done.returncode == (arguments == COMMANDS["a message"])
        assert b"Traceback" not in done.stderr
    names = json.loads(
        subprocess.run(
            [sys.executable, "-m", "replikat", *COMMANDS["list games as JSON"]], env=environment, capture_output=True, check=True
        ).stdout
    )
    assert any(not json.dumps(row, ensure_ascii=False).isascii() for row in names)
