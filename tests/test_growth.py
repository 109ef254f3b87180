"""Parsers of foreign text: twice the text takes twice the steps, whatever stands in it."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from replikat import bounds
from replikat.data import csv_tables, strict_yaml
from replikat.deals.boards import pbn
from replikat.deck.loaders import load_pack
from replikat.errors import LawFault, ReplikatError
from replikat.events.results import entry, tables
from replikat.games.booklet import prose
from replikat.tally import captured, hands, sheets, typed_cards, working
from replikat.tally.counting_rules import CapturedItems
from replikat.typeset.figures import path_data, svg
from steps import Counter, assert_in_line, counted
from support import LIBRARY

PACK = load_pack("french52", LIBRARY)
Attack = Callable[[int], str]


@pytest.fixture
def grows_in_line(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], object], Attack, tuple[ModuleType, ...]], None]:
    def check(parse: Callable[[str], object], attack: Attack, modules: tuple[ModuleType, ...]) -> None:
        def steps_of(size: int) -> int:
            text = attack(size)
            counter: Counter
            with counted(monkeypatch, *modules) as counter, suppress(ReplikatError, LawFault):
                parse(text)
            return counter.steps

        assert_in_line(steps_of)

    return check


def read_figure(tmp_path: Path) -> Callable[[str], object]:
    def read(inside: str) -> object:
        path = tmp_path / "figure.svg"
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>')
        return svg.read_figure(path, "figure", {"suit"})

    return read


BOARDS: dict[str, Attack] = {
    "comments": lambda n: "{" * n,
    "closed comments": lambda n: "{}" * n,
    "quotes": lambda n: '"x' * n,
    "strings": lambda n: '\\"' * n,
    "one string": lambda n: '"' + '\\"' * n,
    "tags": lambda n: "[" * n,
    "names": lambda n: "[a " * n,
    "values": lambda n: '[a "' * n,
    "a long deal": lambda n: '[Deal "' + " " * n + 'x"]',
    "long hands": lambda n: '[Deal "N:' + ("." * n + " " * n) * 5 + '"]',
    "blank lines": lambda n: "\n \t" * n,
    "wrong games": lambda n: '[Board "x"]\n[Deal "y"]\n\n' * n,
    "inherited": lambda n: "".join(f'[A{i} "##1"]' for i in range(n)) + "\n\n" + '[B "1"]\n\n' * n,
}


@pytest.mark.parametrize("name", BOARDS)
def test_boards(name: str, grows_in_line: Any) -> None:
    grows_in_line(lambda text: pbn.read_pbn(text.encode(), "f"), BOARDS[name], (pbn,))


FIGURES: dict[str, Attack] = {
    "transform": lambda n: f'<g transform="{"a" * n}"/>',
    "transforms": lambda n: f'<g transform="{"scale(1)" * n}"/>',
    "open transform": lambda n: f'<g transform="{"scale(" * n}"/>',
    "blanks": lambda n: f'<path class="fill-suit" d="M0 0{" " * n}"/>',
    "blanks and more": lambda n: f'<path class="fill-suit" d="M0 0{" " * n}?"/>',
    "digits": lambda n: f'<path class="fill-suit" d="M0 0L{"1" * n}?"/>',
    "segments": lambda n: f'<path class="fill-suit" d="M0 0{"H1" * n}"/>',
    "points": lambda n: f'<path class="fill-suit" d="M0 0{" 1 2" * n}"/>',
    "paths": lambda n: '<path class="fill-suit" d="M0 0"/>' * n,
    "classes": lambda n: f'<path class="{"fill-suit " * n}" d="M0 0"/>',
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name: str, grows_in_line: Any, tmp_path: Path) -> None:
    grows_in_line(read_figure(tmp_path), FIGURES[name], (path_data, svg))


def faults_in_a_block(text: str) -> None:
    """Tell a fault of every word and of every line of a block of text."""
    source = strict_yaml.parse(text, Path("f.yaml"))
    for number, line in enumerate(source.tree["deal"].split("\n")):
        for word in range(len(line.split())):
            source.fault(("deal", number, word), "x")


FILES: dict[str, tuple[Callable[[str], object], Attack]] = {
    "words of a block": (faults_in_a_block, lambda n: "deal: |\n  " + "S2 " * n),
    "lines of a block": (faults_in_a_block, lambda n: "deal: |\n" + "  S2\n" * n),
    "keys": (lambda text: strict_yaml.parse(text, Path("f.yaml")), lambda n: "".join(f"k{i}: 1\n" for i in range(n))),
    "doubled keys": (lambda text: strict_yaml.parse(text, Path("f.yaml")), lambda n: "k: 1\n" * n),
    "digits": (lambda text: strict_yaml.parse(text, Path("f.yaml")), lambda n: "k: " + "1" * n + "x\n"),
    "blanks": (lambda text: strict_yaml.parse(text, Path("f.yaml")), lambda n: "k: a" + " " * n + "\x07"),
}


@pytest.mark.parametrize("name", FILES)
def test_data_files(name: str, grows_in_line: Any) -> None:
    grows_in_line(*FILES[name], (strict_yaml,))


TABLES: dict[str, Attack] = {
    "rows": lambda n: "a,b\n" + "1,2\n" * n,
    "cells": lambda n: "a,b\n" + "1," * n,
    "columns": lambda n: "a,b" + ",c" * n + "\n1,2",
    "blank lines": lambda n: " ;\n" * n + "a,b\n",
    "an open quote": lambda n: 'a,b\n"' + "1,2\n" * n,
    "quotes": lambda n: "a,b\n" + '"1\n",2\n' * n,
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str, grows_in_line: Any) -> None:
    grows_in_line(lambda text: csv_tables.read_rows(text, ("a", "b"), "f"), TABLES[name], (csv_tables,))


@pytest.mark.parametrize("last", ["A", "nobody"])
def test_people_of_a_cell(last: str, grows_in_line: Any) -> None:
    event = SimpleNamespace(entries={"A": ("A", "A & A", "B")}, pairs={})
    reader = tables._Reader(event, {}, "", "", {})  # type: ignore[arg-type]
    grows_in_line(reader._holders, lambda n: "A & " * n + last, (tables,))


def wrong_rows(text: str) -> object:
    rows = [tables.ResultRow(square=None, round=None, table=None, side=None, file=file, line=1) for file in text.split()]
    return entry._in_order([(row, row.fault("square", "found 'x'", "")) for row in rows], rows)


def test_wrong_rows_of_many_files(grows_in_line: Any) -> None:
    grows_in_line(wrong_rows, lambda n: " ".join(f"{i}.csv" for i in range(n)), (entry,))


def takings(text: str) -> object:
    return captured.captured_items(
        CapturedItems(suit="S", each_sweep=1), sheets.Takings({name: sheets.Taken(sweeps=1) for name in text.split()}), PACK
    )


def test_many_sides_of_a_deal(grows_in_line: Any) -> None:
    grows_in_line(takings, lambda n: " ".join(f"p{i}" for i in range(n)), (captured, hands, working, typed_cards))


def test_many_sides_that_are_none(grows_in_line: Any) -> None:
    def ledger(text: str) -> object:
        names = text.split()
        return sheets.DealLedger(dict.fromkeys(names, sheets.Pile()), tuple(sheets.PointsEvent("x", 1) for _ in names))

    assert len(_faults(lambda: ledger("a b c"))) == 1, "no event is held against sides that are wrong"
    grows_in_line(ledger, lambda n: " ".join(f"p{i}" for i in range(n)), (sheets,))


def _faults(make: Callable[[], object]) -> list[object]:
    with pytest.raises(LawFault) as caught:
        make()
    return list(caught.value.faults)


def test_many_cards_that_are_none(grows_in_line: Any) -> None:
    def type_cards(text: str) -> object:
        return typed_cards.typed_cards(PACK, [((place,), code) for place, code in enumerate(text.split())])

    grows_in_line(type_cards, lambda n: "ZZ " * n, (typed_cards,))


PROSE: dict[str, Attack] = {
    "placeholders": lambda n: "{" * n,
    "conditions": lambda n: "[[a|" * n,
    "nested conditions": lambda n: "[[a|" * n + "]]" * n,
    "open brackets": lambda n: "[" * n,
    "items": lambda n: "- \n" * n,
    "unknown names": lambda n: "{x}\n" * n,
    "headings": lambda n: "# \n" * n,
}
FACTS = prose.Facts({"x1": ""}, {"a": True})


@pytest.mark.parametrize("name", PROSE)
def test_prose(name: str, grows_in_line: Any) -> None:
    grows_in_line(lambda text: prose.filled(text, FACTS), PROSE[name], (prose,))


@pytest.mark.parametrize("attack", [lambda n: "![](setup:" * n, lambda n: "![](setup:a)\n" * n, lambda n: "## a\n### b\n" * n])
def test_pictures_in_prose(attack: Attack, grows_in_line: Any) -> None:
    grows_in_line(lambda text: prose.with_setups(text, ()), attack, (prose,))


@pytest.mark.parametrize("bound", [bounds.is_folder_name, bounds.is_code, bounds.is_seed, bounds.is_word, bounds.is_image_pattern])
def test_bounds(bound: Callable[[str], bool], grows_in_line: Any) -> None:
    grows_in_line(bound, lambda n: "a" + " ." * n + "?", (bounds,))
