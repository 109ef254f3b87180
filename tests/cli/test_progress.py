"""Long work shows its progress on a terminal, and nowhere else; what is dealt stays the same."""

import re
from functools import partial
from io import StringIO

import pytest

from replikat.cli.progress import LINE_UP_AND_CLEARED, Step, progress, progress_heard, work_through
from replikat.deck.dealing.pair_balance import even_out
from replikat.deck.dealing.seat_balance import balanced_table
from replikat.deck.dealing.stream import Stream


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


TERMINAL = [(Terminal, False, True), (Terminal, True, False), (StringIO, False, False)]
on_screens = pytest.mark.parametrize(("screen", "quiet", "shown"), TERMINAL)


@on_screens
def test_steps_are_counted_on_a_terminal_alone(
    screen: type[StringIO], quiet: bool, shown: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = screen()
    monkeypatch.setattr("sys.stderr", stream)
    heard: list[str] = []
    work_through("printing", [Step(name, partial(heard.append, name)) for name in ("cards", "booklet-nb")], quiet)
    assert heard == ["cards", "booklet-nb"]
    screens = stream.getvalue()
    assert [bool(re.search(f"printing .*{part}", screens)) for part in ("0/2  cards", "1/2  booklet-nb")] == [shown, shown]
    assert screens.endswith(f"\n{LINE_UP_AND_CLEARED}") if shown else screens == ""
    assert capsys.readouterr().out == ""


@on_screens
def test_work_that_is_heard_of_is_counted_on_a_terminal_alone(
    screen: type[StringIO], quiet: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = screen()
    monkeypatch.setattr("sys.stderr", stream)
    with progress_heard("look", quiet) as heard:
        for group in (1000, 600):
            for done in range(0, group, 200):
                heard(done, group)
    screens = stream.getvalue()
    assert [count in screens for count in ("200/1000", "800/1000", "0/600", "400/600")] == [shown] * 4
    assert screens.count(LINE_UP_AND_CLEARED) == (2 if shown else 0)


def test_nothing_is_shown_of_what_is_never_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with progress_heard("look", quiet=False):
        pass
    assert stream.getvalue() == ""


def test_the_bar_is_cleared_where_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with pytest.raises(ZeroDivisionError), progress("reading", 1, quiet=False):
        raise ZeroDivisionError
    assert stream.getvalue().endswith(LINE_UP_AND_CLEARED)


def test_a_standard_error_that_is_closed_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    with progress("reading", 1, quiet=False) as bar:
        bar.update(1)


def test_telling_how_far_it_is_deals_nothing_else() -> None:
    tables = [balanced_table((3, 3, 3, 3), 6, Stream(1, "00", "trades", 0, 0)) for _ in range(2)]
    heard: list[tuple[int, int]] = []
    even_out(tables[0], 4, 90, Stream(1, "00", "pairs", 0, 0))
    even_out(tables[1], 4, 90, Stream(1, "00", "pairs", 0, 0), lambda done, looks: heard.append((done, looks)))
    assert tables[0] == tables[1]
    assert heard == [(done, 90) for done in range(0, 90, 15)]
