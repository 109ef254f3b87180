"""Long dealing is counted on a terminal, and nowhere else; what is dealt stays the same."""

from io import StringIO

import pytest

from replikat.cli.counting import counting
from replikat.dealing.meetings import even_out
from replikat.dealing.trades import balanced_table
from replikat.model.stream import Stream


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("screen", "quiet", "shown"), [(Terminal(), False, True), (Terminal(), True, False), (StringIO(), False, False)])
def test_it_is_counted_on_a_terminal_alone(screen: StringIO, quiet: bool, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", screen)
    told = counting("look", quiet)
    for done in (0, 1, 500, 1000):
        told(done, 1000)
    said = screen.getvalue()
    assert ("look 500 of 1000" in said) is shown
    assert said.endswith("\r\033[K") if shown else said == ""


def test_telling_how_far_it_is_deals_nothing_else() -> None:
    tables = [balanced_table((3, 3, 3, 3), 6, Stream(1, "00", "trades", 0, 0)) for _ in range(2)]
    heard: list[tuple[int, int]] = []
    even_out(tables[0], 4, 90, Stream(1, "00", "pairs", 0, 0))
    even_out(tables[1], 4, 90, Stream(1, "00", "pairs", 0, 0), lambda done, looks: heard.append((done, looks)))
    assert tables[0] == tables[1]
    assert heard == [(done, 90) for done in range(0, 90, 15)]
