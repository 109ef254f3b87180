"""The ledger: what is finished is known again, with the same options and all its files."""

from pathlib import Path

import pytest

from replikat.store.ledger import Finished, enter, finished_before


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    (tmp_path / "private").mkdir()
    for name in ("cards.pdf", "private/deals.pdf"):
        (tmp_path / name).touch()
    return tmp_path / "private/finished.json"


def test_what_is_entered_is_finished(ledger: Path) -> None:
    folder = ledger.parent.parent
    assert finished_before(ledger, "mark") is None
    files = [folder / "cards.pdf", folder / "private/deals.pdf"]
    assert enter(ledger, "mark", "blå", "ABCD", files) == Finished("blå", "ABCD", before=False)
    assert finished_before(ledger, "mark") == Finished("blå", "ABCD", before=True)
    assert finished_before(ledger, "other options") is None
    files[1].unlink()
    assert finished_before(ledger, "mark") is None


@pytest.mark.parametrize("text", ["", "[]", '{"mark": "mark"}', '{"mark": "mark", "files": 7}', '{"mark": "mark", "files": []}'])
def test_what_is_no_ledger_says_nothing(text: str, ledger: Path) -> None:
    ledger.write_text(text)
    assert finished_before(ledger, "mark") is None
