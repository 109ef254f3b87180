"""The user's folder: where each system keeps settings, where it lay before, and no home at all."""

import os
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from replikat.cli.main import run
from replikat.data.library import settings_folder
from replikat.errors import ReplikatError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    return tmp_path


def test_on_linux_it_lies_where_it_always_lay(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_folder() == home / ".config/replikat"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "settings"))
    assert settings_folder() == home / "settings/replikat"


@pytest.mark.parametrize("relative", ["", "settings", "./settings"])
def test_a_relative_place_is_none(relative: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", relative)
    assert settings_folder() == home / ".config/replikat"


def test_elsewhere_it_lies_where_the_system_wants_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    own, before = home / "Library/Application Support/replikat", home / ".config/replikat"
    assert settings_folder() == own
    before.mkdir(parents=True)
    assert settings_folder() == before
    own.mkdir(parents=True)
    assert settings_folder() == own


def test_a_profile_in_the_old_folder_is_found(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(home)
    readings = [f"--{side}=0,0" for side in ("left", "right", "top", "bottom")]
    assert run(["calibrate", "laser", *readings, "-q"]) == 0
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    capsys.readouterr()
    assert run(["list", "printers"]) == 0
    assert capsys.readouterr().out.startswith("laser  turns over the long edge")


def nobody(uid: int) -> None:
    raise KeyError(uid)


def test_no_home_is_a_line(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.chdir(home)
    with pytest.raises(ReplikatError, match="the home folder is not known; set HOME, or XDG_CONFIG_HOME"):
        settings_folder()
    assert run(["list", "printers"]) == 1
    assert capsys.readouterr().err == "replikat: the home folder is not known; set HOME, or XDG_CONFIG_HOME\n"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "settings"))
    assert settings_folder() == home / "settings/replikat"
    assert run(["list", "printers"]) == 0


def test_nobody_needs_it_to_list_decks() -> None:
    import subprocess
    import sys

    code = "import sys; from replikat.cli.main import run; run(['list', 'themes']); print('platformdirs' in sys.modules)"
    environment = {key: value for key, value in os.environ.items() if key != "HOME"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == "False"
