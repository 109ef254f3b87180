"""What is built and installed finds its templates: wheel, sdist and editable install."""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel and an sdist, and a wheel from the unpacked sdist."""
    folder = tmp_path_factory.mktemp("dist")
    _build(ROOT, folder, "wheel", "sdist")
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    _build(next((folder / "unpacked").iterdir()), folder / "again", "wheel")
    return folder


def _build(source: Path, target: Path, *kinds: str) -> None:
    wanted = [word for kind in kinds for word in ("-t", kind)]
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(target), *wanted], cwd=source, check=True, capture_output=True)


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_wheel_carries_every_template(built: Path) -> None:
    names = _names(next(built.glob("*.whl")))
    ours = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    assert {f"replikat/{name}" for name in ours} <= names


def test_sdist_builds_the_same_wheel(built: Path) -> None:
    assert _names(next(built.glob("*.whl"))) == _names(next((built / "again").glob("*.whl")))


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone into an empty environment, which borrows what it needs from this one; return its programs' folder."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    wheel = next(built.glob("*.whl"))
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", "--quiet", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    own = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True, text=True
    )
    lines = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]  # no .pth of theirs is read, so that the checkout stays out
    (Path(own.stdout.strip()) / "borrowed.pth").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return programs


def test_an_installed_wheel_prints_everything_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    here = tmp_path / "somewhere else æøå"
    here.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"HOME": str(tmp_path)}
    where = "import replikat.data.library as t; print(ascii(str(t.packaged())))"
    place = subprocess.run([installed / "python", "-c", where], cwd=here, env=environment, check=True, capture_output=True, text=True)
    templates = Path(ast.literal_eval(place.stdout.strip()))
    assert templates.is_relative_to(installed.parent) and templates.parts[-2:] == ("replikat", "templates")
    done = subprocess.run([installed / "replikat", "make"], cwd=here, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    output = here / "output" / "standard-52"
    papers = {path.relative_to(output).as_posix() for path in output.rglob("*.pdf")}
    assert papers >= {"cards.pdf", "booklet-en.pdf", "private/deals-en.pdf", "private/ordinary-pack-en.pdf"}
    assert [path.name for path in here.iterdir()] == ["output"]
    again = subprocess.run(
        [installed / "replikat", "verify", "output/standard-52/cards.pdf", "standard-52"],
        cwd=here,
        env=environment,
        capture_output=True,
        check=True,
    )
    assert b": sound; deck " in again.stdout


def test_the_readme_begins_with_what_works_on_every_system() -> None:
    """The two commands at the top are make's; every other line of the beginning needs Python alone."""
    first, second = re.findall(r"```\w*\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[:2]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make deck", "make test"]
    commands = [line.split("#")[0].strip() for line in second.splitlines()]
    assert commands == ["pipx install .", "python -m pip install .", "replikat make"]


def test_editable_install_finds_the_checkout() -> None:
    from replikat.data.library import packaged

    assert packaged() == ROOT / "templates"
