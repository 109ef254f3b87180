"""What docs/evening.md shows is what the tool does: its events are planned and printed, its commands run."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from replikat.cli.main import replikat
from support import DOCS, SEED

PAGE = (DOCS / "evening.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.S | re.M)
EVENTS = [block for kind, block in BLOCKS if kind == "yaml"]
LINES = [line for kind, block in BLOCKS if not kind for line in block.splitlines()]
COMMANDS = [re.split(r" {3,}", line)[0] for line in LINES if line.startswith("replikat")]


def run(line: str) -> None:
    made = CliRunner().invoke(replikat, shlex.split(line)[1:], catch_exceptions=False)
    assert made.exit_code == 0, f"{line}\n{made.output}"


def test_the_page_shows_something() -> None:
    assert len(EVENTS) == 3 and len(COMMANDS) > 10


@pytest.mark.parametrize("event", EVENTS, ids=lambda text: text.split("use: ")[1].split()[0])
def test_its_events_are_planned_printed_and_scored(event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.yaml").write_text(event, encoding="utf-8")
    run("replikat schedule event.yaml --pdf plan.pdf --template results.csv")
    run("replikat scorecards event.yaml --lang nb")
    run("replikat score event.yaml results.csv --pdf report.pdf --lang nb")


@pytest.mark.parametrize("line", [line for line in COMMANDS if "whist.yaml" not in line and "deal.yaml" not in line and "make" not in line])
def test_its_commands_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kitchen.yaml").write_text(EVENTS[0], encoding="utf-8")
    if " score " in line:
        run("replikat schedule kitchen.yaml --template results.csv")
    run(f"{line} --seed {SEED}" if "-52 --kind" in line or "-97 --kind" in line else line)


def test_the_first_sheet_lies_where_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kitchen.yaml").write_text(EVENTS[0], encoding="utf-8")
    run("replikat scorecards kitchen.yaml --lang nb")
    assert Path("output/kitchen/scorecards-duel-nb.pdf").is_file()
