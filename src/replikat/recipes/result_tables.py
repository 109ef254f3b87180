"""Tables of results: CSV as any spreadsheet saves it, or YAML, as rows of the same columns."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from replikat.errors import Fault, ReplikatError, suggestion
from replikat.exchange.csv_tables import Row, decoded, read_rows
from replikat.model.results import Award, Score, parse_score
from replikat.model.schedule import JOIN
from replikat.specs.strict_yaml import read_source

TEMPLATE = ("square", "round", "table", "seat", "name", "result")
OPTIONAL = ("correction", "note")


def read_table(path: Path) -> list[Row]:
    """Return the rows of a table of results; a file that is no such table is a ReplikatError."""
    if path.suffix.lower() in (".yaml", ".yml"):
        return _yaml_rows(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReplikatError(Fault(f"cannot be read ({error.strerror})", "expected a table of results", str(path))) from None
    return read_rows(decoded(data, str(path)), TEMPLATE, str(path))


def entered(row: Row) -> str:
    """Return what counts of a row: the correction, where there is one."""
    return row.cells.get("correction") or row.cells["result"]


def with_people(rows: Sequence[Row], pairs: Mapping[str, Sequence[str]]) -> list[Row]:
    """Return the rows with the people of a pair where its name stands; the name of a person is never taken for that of a pair."""
    people = {name for members in pairs.values() for name in members}
    told = {pair: JOIN.join(members) for pair, members in pairs.items() if pair not in people}
    return [row._replace(cells={**row.cells, "name": told.get(row.cells["name"], row.cells["name"])}) for row in rows]


def followed(rows: Sequence[Row], sums: Sequence[int], count: int) -> list[Row]:
    """Return the rows with the last empty one of each table filled in, where the `count` results of a table always have one sum."""
    if len(sums) != 1:
        return list(rows)
    tables: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        tables[row.cells["square"], row.cells["round"], row.cells["table"]].append(place)
    full = list(rows)
    for places in tables.values():
        empty = [place for place in places if not entered(rows[place])]
        if len(empty) == 1 and len(places) == count:
            scores = [number_in(entered(rows[place])) for place in places if place != empty[0]]
            if None not in scores:
                last = sums[0] - sum(score for score in scores if score is not None)
                full[empty[0]] = rows[empty[0]]._replace(cells={**rows[empty[0]].cells, "result": _written(last)})
    return full


def number_in(text: str) -> Score | None:
    """Return the number in a cell; None for an award, a dash, nothing, or what is no result."""
    try:
        score = parse_score(text)
    except ValueError:
        return None
    return None if isinstance(score, Award) else score


def _written(score: Score) -> str:
    """Return a score so that `parse_score` reads the same."""
    return str(score) if score.denominator == 1 else format(float(score), ".9f")


def _yaml_rows(path: Path) -> list[Row]:
    """Return the rows under the key `results` of a YAML file, each a mapping of the table's columns."""
    source = read_source(path)
    tree = source.tree
    if source.faults:
        raise ReplikatError(*source.faults)
    if not isinstance(tree, dict) or list(tree) != ["results"] or not isinstance(tree["results"], list):
        raise ReplikatError(source.fault((), "no table of results", f"expected the key results, a list of rows with {', '.join(TEMPLATE)}"))
    faults: list[Fault] = []
    rows = []
    for place, item in enumerate(tree["results"]):
        here = ("results", place)
        if not isinstance(item, dict):
            faults.append(source.fault(here, "no row", f"expected {', '.join(TEMPLATE)}"))
            continue
        known = (*TEMPLATE, *OPTIONAL)
        faults += [source.fault((*here, key), "unknown key", suggestion(str(key), known), key=True) for key in item if key not in known]
        faults += [source.fault(here, f"no {key}") for key in _absent(item)]
        faults += [source.fault((*here, key), "no plain value") for key, value in item.items() if isinstance(value, (dict, list))]
        cells = {key: _cell(item.get(key)) for key in known}
        rows.append(Row(source.values[here][0], cells))
    if faults:
        raise ReplikatError(*faults)
    return rows


def _absent(item: dict[str, Any]) -> Iterable[str]:
    return (key for key in TEMPLATE if key not in item and key not in ("name", "result"))


def _cell(value: object) -> str:
    return "" if value is None else str(value).strip()
