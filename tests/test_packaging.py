"""What is built and installed finds its templates: wheel, sdist and editable install."""

import os
import subprocess
import sys
import tarfile
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


def test_unpacked_wheel_prints_from_another_folder(built: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        archive.extractall(place)
    here = tmp_path / "somewhere else æøå"
    here.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(place)}
    where = "import replikat.data.library as t; print(t.packaged())"
    found = subprocess.run([sys.executable, "-c", where], cwd=here, env=environment, check=True, capture_output=True, text=True)
    assert Path(found.stdout.strip()) == place / "replikat" / "templates"
    subprocess.run([sys.executable, "-m", "replikat", "cards", "standard-52", "-q"], cwd=here, env=environment, check=True)
    assert (here / "output" / "standard-52" / "cards.pdf").is_file()


def test_editable_install_finds_the_checkout() -> None:
    from replikat.data.library import packaged

    assert packaged() == ROOT / "templates"
