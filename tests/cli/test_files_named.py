"""What somebody names on the command line: pipes and devices are read and written, secrets are not repeated."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from devices import device
from replikat.cli.main import run

SEED = "5e" * 31 + "5g"  # one wrong character
EVENT = "use: duel\ngame: crazy-eights\ndeck: standard-52\nsquares: 1-2\nplayers: [Ada, Bo]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) in (1, 2)
    told = capsys.readouterr()
    assert told.out == ""
    return told.err


def piped(name: str, text: str) -> str:
    os.mkfifo(name)
    Thread(target=Path(name).write_text, args=(text,), daemon=True).start()
    return name


# ---- secrets


@pytest.mark.parametrize("command", ["check", "make", "cards", "commit", "export", "deals"])
@pytest.mark.parametrize("value", [SEED, f'"{SEED}"', f"[{SEED}]", "5555555555"])
def test_no_command_repeats_a_seed(command: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"name: x\npack: french52\nseed: {value}\nsquares: [{{layout: main, count: 2}}]\n"
    Path("x.yaml").write_text(text)
    told = refused(capsys, command, "x.yaml")
    assert told.startswith("replikat: x.yaml:3:7: seed: found ") and "5e5e" not in told and "5555" not in told


@pytest.mark.parametrize(
    "arguments",
    [
        ["make", "--seed", SEED],
        ["import", "x.pbn", "--as", "x", "--seed", SEED],
        ["setup", "standard-52", "--square", "1", "--game", "whist", "--semi", "--tail-seed", SEED],
        ["make", "standard-52", "--seed", SEED[:20], SEED[20:]],
    ],
)
def test_no_option_repeats_a_seed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "5e5e" not in refused(capsys, *arguments)


@pytest.mark.parametrize("key", ["key", "secret"])
def test_no_key_of_a_commitment_is_repeated(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("output/standard-52/private").mkdir(parents=True)
    Path("output/standard-52/private/commitment.json").write_text(f'{{"{key}": "{SEED}"}}')
    told = refused(capsys, "commit", "standard-52")
    assert f"{key}: found 64 characters (not shown)" in told and "5e5e" not in told


def test_names_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, "make", "a\x1b[31m\u202e\n.yaml")
    assert told.startswith("replikat: a\\x1b[31m\\u202e\\n.yaml does not exist; expected a deck spec")
    assert refused(capsys, "make", "--\x1b[31m").isprintable() is False  # it has line breaks, and nothing else
    assert "\x1b" not in refused(capsys, "make", "--\x1b[31m")


# ---- read


def test_an_event_may_come_through_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schedule", piped("event.yaml", EVENT)]) == 0
    assert capsys.readouterr().out.startswith("event: duel, ")


def test_a_deck_may_come_through_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """Its file is looked at more than once."""
    spec = "name: x\npack: french52\nsquares: [{layout: main, count: 2}]\n"
    assert run(["scorecards", piped("x.yaml", spec), "-q"]) == 0
    assert Path("output/x/scorecards-en.pdf").is_file()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["import", "big", "--as", "x"], "big: larger than 64 MB; expected a PBN file"),
        (["preflight", "big"], "big: larger than 200 MB; expected a PDF"),
        (["verify", "big"], "big: larger than 200 MB; expected a PDF"),
        (["score", "event.yaml", "big"], "big: larger than 64 MB; expected a table of results"),
        (["prove", "--check", "big"], "big: larger than 1 MB; expected a text that somebody wrote"),
        (["preflight", "."], ". is a folder; expected a PDF"),
        (["cards", "standard-52", "--pdfx", "x4", "--profile", "big"], "big: larger than 32 MB; expected the ICC profile of a press"),
        (["cards", "standard-52", "--pdfx", "x4", "--profile", "."], "--profile: . is a folder; expected the ICC profile of a press"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_far_too_large_is_a_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("event.yaml").write_text(EVENT)
    Path("big").touch()
    os.truncate("big", 3_000_000_000)
    assert refused(capsys, *arguments).splitlines() == [f"replikat: {line}"]


def test_what_never_ends_is_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    device(folder, "zero")
    assert refused(capsys, "import", "zero", "--as", "x") == "replikat: zero: larger than 64 MB; expected a PBN file\n"


# ---- written


def test_a_table_goes_through_a_pipe_to_whoever_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("event.yaml").write_text(EVENT)
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert run(["schedule", "event.yaml", "-q", "--csv", "pipe"]) == 0
    assert os.read(reader, 99).startswith(b"round,") and Path("pipe").is_fifo()
    os.close(reader)


def test_dev_stdout_is_standard_output() -> None:
    """Also where it goes to a file: nothing that was written before is lost."""
    Path("event.yaml").write_text(EVENT)
    Path("stdout").symlink_to("/proc/self/fd/1")  # as /dev/stdout is
    command = [sys.executable, "-m", "replikat", "schedule", "event.yaml", "--csv", "stdout"]
    with Path("out").open("wb") as out:
        out.write(b"before\n")
        out.flush()
        subprocess.run(command, stdout=out, check=True)
    text = Path("out").read_text()
    assert text.startswith("before\nround,time,table,") and "event: duel" in text
    assert Path("stdout").is_symlink()


@pytest.mark.parametrize("name", ["...yaml", ".yaml"])
def test_the_sheets_of_an_event_stay_in_the_output_folder(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / name).write_text(EVENT)
    told = refused(capsys, "scorecards", f"./{name}")
    assert told == f"replikat: {name}: the event's name is {Path(name).stem!r}; expected a file whose name begins with a letter or digit\n"
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_linked_private_folder_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other").mkdir(mode=0o755)
    (folder / "output/standard-52").mkdir(parents=True)
    (folder / "output/standard-52/private").symlink_to(folder / "other")
    told = refused(capsys, "make", "standard-52")
    assert told == "replikat: output/standard-52/private is a link; expected a folder: secrets lie in it\n"
    assert not any((folder / "other").iterdir()) and (folder / "other").stat().st_mode & 0o777 == 0o755


# ---- ended


def test_a_full_standard_output_is_a_line(folder: Path) -> None:
    with device(folder, "full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "replikat", "list", "decks"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    line = "replikat: No space left on device (standard output); every file is whole, as it was before or new\n"
    assert (done.returncode, done.stderr) == (1, line)


def test_a_terminated_run_says_so() -> None:
    code = """
import signal
import click
from replikat.cli import main

@click.command("check")
def command():
    print("here", flush=True)
    while True:
        signal.pause()

main.LazyGroup.get_command = lambda self, ctx, name: command
main.main(["check"])
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGTERM)
        told = process.stderr.read()
    assert (process.returncode, told) == (143, "replikat: interrupted; every file is whole, as it was before or new\n")
