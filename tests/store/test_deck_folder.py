"""The folder of a deck: a deck is put there once, an old one is moved aside and comes back where that fails."""

from pathlib import Path

import pytest

from replikat.errors import ReplikatError
from replikat.store import deck_folder
from replikat.store.deck_folder import keep, move_aside, private_folder, put_back, refuse_orphans, refuse_taken


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_private_folder_is_made_once(tmp_path: Path) -> None:
    private = private_folder(tmp_path / "a/b")
    (private / "f").write_text("kept")
    assert private_folder(tmp_path / "a/b") == private
    assert (private / "f").read_text() == "kept"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    for folder in (tmp_path / "a", tmp_path / "a/b/c"):
        with pytest.raises(ReplikatError) as caught:
            private_folder(folder)
        assert str(caught.value) == f"{tmp_path / 'a'} is a file; a folder is needed there"


def test_moving_aside_finds_a_free_name_and_can_be_undone(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    (tmp_path / "deck-old-1").write_text("a file")
    (tmp_path / "deck-old-2").mkdir()
    folder.mkdir()
    (folder / "f").write_text("kept")
    aside = move_aside(folder)
    assert (aside.name, (aside / "f").read_text(), folder.exists()) == ("deck-old-3", "kept", False)
    private_folder(folder)
    put_back(aside, folder)
    assert names(folder) == ["f"]
    aside = move_aside(folder)
    (folder / "private").mkdir(parents=True)
    (folder / "private/deck.yaml").write_text("another run's")
    put_back(aside, folder)
    assert names(folder) == ["private", "private/deck.yaml"]
    assert (aside / "f").read_text() == "kept"


def test_a_deck_is_kept_once(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    assert keep(folder, b"first", aside=False) is None
    with pytest.raises(ReplikatError, match=r"another run has just put a deck in .*; run again to print that one"):
        keep(folder, b"second", aside=False)
    assert (folder / "private/deck.yaml").read_bytes() == b"first"


def test_an_old_deck_makes_room(tmp_path: Path) -> None:
    folder = tmp_path / "deck"
    keep(folder, b"first", aside=False)
    assert keep(folder, b"second", aside=True) == tmp_path / "deck-old-1"
    assert (folder / "private/deck.yaml").read_bytes() == b"second"
    assert (tmp_path / "deck-old-1/private/deck.yaml").read_bytes() == b"first"


def test_an_old_deck_comes_back_where_the_new_one_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    folder = tmp_path / "deck"
    keep(folder, b"first", aside=False)
    monkeypatch.setattr(deck_folder, "write_once", refuse)
    with pytest.raises(OSError, match="No space left"):
        keep(folder, b"second", aside=True)
    assert names(tmp_path) == ["deck", "deck/private", "deck/private/deck.yaml"]
    assert (folder / "private/deck.yaml").read_bytes() == b"first"


def test_what_was_printed_is_not_left_without_its_deck(tmp_path: Path) -> None:
    refuse_taken(tmp_path / "nothing")
    (tmp_path / "private").mkdir()
    (tmp_path / "private/deals-en.pdf").touch()
    for refuse in (refuse_taken, refuse_orphans):
        with pytest.raises(ReplikatError, match=r"holds printed files but no deck; restore .*/private/deck\.yaml from a copy"):
            refuse(tmp_path)
    (tmp_path / "private/deck.yaml").touch()
    with pytest.raises(ReplikatError, match="holds a deck already"):
        refuse_taken(tmp_path)
