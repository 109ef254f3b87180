"""A Swiss that goes on from its table of results: who meets next, and that one ranking serves score and schedule."""

import csv
import json
from collections import defaultdict
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from replikat.cli.main import replikat
from replikat.errors import ReplikatError
from replikat.events.loaders import read_event
from replikat.events.planning import Planned, plan_event
from replikat.events.results.headings import template_csv
from replikat.events.swiss_so_far import with_results
from support import LIBRARY


def written(folder: Path, text: str) -> Planned:
    file = folder / "event.yaml"
    file.write_text(text, encoding="utf-8")
    event, source = read_event(file, LIBRARY)
    return plan_event(event, source, LIBRARY)


SWISS = "use: tournament\ngame: {game}\nsquares: 1-6\nmovement: swiss\nrounds: 3\n"
PLAYERS = SWISS.format(game="german-whist") + "players: [a, b, c, d]\n"


def filled(text: str, results: dict[str, int], separator: str = ",") -> str:
    """Return a table of results in which everybody's is always the same."""
    rows = list(csv.reader(StringIO(text)))
    lines = [rows[0], *([*row[:5], str(results[row[4]])] for row in rows[1:])]
    return "\ufeff" + "\r\n".join(separator.join(line) for line in lines)


def next_of(folder: Path, text: str, table: str) -> Planned:
    file = folder / "results.csv"
    file.write_text(table, encoding="utf-8")
    return with_results(written(folder, text), file)


def test_a_swiss_goes_on_from_its_results(tmp_path: Path) -> None:
    first = written(tmp_path, PLAYERS)
    assert first.schedule.open
    table = filled(template_csv(first.schedule), {"a": -3, "b": 3, "c": -1, "d": 1}, ";")
    second = next_of(tmp_path, PLAYERS, table)
    assert second.schedule.rounds[:1] == first.schedule.rounds
    assert [set(one.people) for one in second.schedule.rounds[1].sittings[:2]] == [{"b", "c"}, {"a", "d"}], "c lost less than a at S"
    assert {one.square for one in second.schedule.rounds[1].sittings} == {3, 4}
    assert second.schedule.open


def test_a_swiss_goes_on_from_what_a_spreadsheet_made_of_numbers(tmp_path: Path) -> None:
    """Some write 1 as 1,0 when a column holds a result with decimals; the next round is the same."""
    first = written(tmp_path, PLAYERS)
    table = filled(template_csv(first.schedule), {"a": -3, "b": 3, "c": -1, "d": 1}, ";")
    plain = next_of(tmp_path, PLAYERS, table).schedule
    assert ";1;1;S;" in table
    decimal = next_of(tmp_path, PLAYERS, table.replace(";1;1;", ";1,0;1,00;").replace(";S;", ";s;")).schedule
    assert decimal == plain


def test_pairs_and_teams_are_known_again_in_a_table_of_results(tmp_path: Path) -> None:
    for text in (
        SWISS.format(game="whist") + "pairs: {P: [a, b], Q: [c, d], R: [e, f], T: [g, h]}\n",
        SWISS.format(game="whist") + "teams: {P: [a, b, i, j], Q: [c, d, k, l], R: [e, f, m, n], T: [g, h, o, p]}\n",
        SWISS.format(game="hearts") + "teams: {P: [a, b, i, j], Q: [c, d, k, l], R: [e, f, m, n], T: [g, h, o, p]}\n",
        SWISS.format(game="hearts") + "setup: p4\nplayers: [a, b, c, d, e, f, g, h, i]\n",
        SWISS.format(game="whist") + "setup: p4\nplayers: [a, b, c, d, e, f, g, h, i]\n",
    ):
        first = written(tmp_path, text)
        table = filled(template_csv(first.schedule), {place.name: 1 for place in first.schedule.places()})
        second = next_of(tmp_path, text, table)
        assert second.schedule.rounds[:1] == first.schedule.rounds
        assert len(second.schedule.rounds) == 2


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1,1,1,S,Eve,3", "results.csv:2: name: 'Eve' takes no part in the event"),
        ("1,1,1,E,a,3", "results.csv:2: seat: found 'E'; expected S, N"),
        ("1,one,1,S,a,3", "results.csv:2: round: found 'one'; expected a whole number"),
        ("1,1,1,S,a & b,3", "results.csv:2: name: 2 names at S; expected 1"),
        ("1,1,1,S,a,many", "results.csv:2: result: found 'many'; expected a number, an average (A, A+, A-) or nothing"),
        ("1,1,1,S,a,3", "results.csv: nobody holds the seat N at table 1 in round 1; expected a row for every seat"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, row: str, told: str) -> None:
    file = tmp_path / "results.csv"
    file.write_text(f"square,round,table,seat,name,result\n{row}\n", encoding="utf-8")
    planned = written(tmp_path, PLAYERS)
    with pytest.raises(ReplikatError) as caught:
        with_results(planned, file)
    assert str(caught.value.faults[0]).removeprefix(f"{tmp_path}/").startswith(told)


# ---- teams: an evening from the command line, held against a plain count

TEAMS = {name: [f"{name}{place}" for place in range(1, 5)] for name in "ABCDEF"}
EVENT = "use: tournament\ngame: bridge\nmovement: swiss\nrounds: 5\nsquares: 1-10\n" + "".join(
    f"{'teams: {' if name == 'A' else '  '}{name}: {members}{'}' if name == 'F' else ','}\n".replace("'", "")
    for name, members in TEAMS.items()
)
STEPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000]
STEPS += [2250, 2500, 3000, 3500, 4000]
SCORES = [620, -100, 140, 420, -50, 1430, 90, -620, 110, 400, -200, 660]


def run(*arguments: str) -> str:
    made = CliRunner().invoke(replikat, list(arguments), catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return made.stdout


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))[1:]


def put(lines: Sequence[Sequence[str]]) -> None:
    head = "square,round,table,seat,name,result"
    Path("r.csv").write_text("\n".join([head, *(",".join(line) for line in lines)]) + "\n", encoding="utf-8")


def bridge(lines: list[list[str]]) -> list[list[str]]:
    """Give every table a made-up bridge score; what North and South win East and West lose."""
    for line in lines:
        square, number, table = map(int, line[:3])
        won = SCORES[(3 * square + 5 * number + 7 * table) % len(SCORES)]
        line[5] = str(won if line[3] == "NS" else -won)
    return lines


def imps_of(difference: int) -> int:
    won = sum(step <= abs(difference) for step in STEPS)
    return won if difference > 0 else -won


def margins(lines: Sequence[Sequence[str]]) -> dict[tuple[int, frozenset[str]], dict[str, int]]:
    """Return the IMPs of every match by its round and teams: what a team's North and South had above the other's."""
    scores: defaultdict[tuple[int, frozenset[str]], dict[tuple[str, int], int]] = defaultdict(dict)
    teams_at: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for line in lines:
        teams_at[int(line[1]), int(line[2])].add(line[4][0])
    for square, number, table, seat, name, result in lines:
        if seat == "NS":
            meeting = frozenset(teams_at[int(number), int(table)])
            scores[int(number), meeting][name[0], int(square)] = int(result)
    won = {}
    for (number, meeting), by_team in scores.items():
        one, other = sorted(meeting)
        squares = [square for team, square in by_team if team == one]
        margin = sum(imps_of(by_team[one, square] - by_team[other, square]) for square in squares)
        won[number, meeting] = {one: margin, other: -margin}
    return won


def victory(margin: int, squares: int) -> float:
    """Return victory points by the formula of the continuous scale; no repaired hundredth occurs with two squares here."""
    t, full = (5**0.5 - 1) / 2, 15 * squares**0.5
    winner = 10 + 10 * (1 - t ** (3 * min(abs(margin), full) / full)) / (1 - t**3)
    share = int(winner * 100 + 0.5) / 100
    return share if margin >= 0 else 20 - share


def met(lines: Sequence[Sequence[str]], number: int) -> set[frozenset[str]]:
    teams_at: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines:
        if int(line[1]) == number:
            teams_at[line[2]].add(line[4][0])
    return {frozenset(teams) for teams in teams_at.values()}


def pairings(ranked: Sequence[str]) -> list[list[frozenset[str]]]:
    """Return all pairings of everybody, those of the first with the nearest first."""
    if not ranked:
        return [[]]
    first, *others = ranked
    return [[frozenset((first, other)), *rest] for other in others for rest in pairings([one for one in others if one != other])]


@pytest.mark.parametrize(
    ("scoring", "carried"),
    [
        ("{method: imps, victory_points: true, tie_breaks: [head_to_head]}", {}),
        ("{method: imps, victory_points: true, rank_by: total, carried: {F: 60, A: -3}}", {"F": 60, "A": -3}),
        ("{method: imps}", {}),
    ],
)
def test_teams_are_paired_by_the_ranking_that_score_gives(
    scoring: str, carried: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.yaml").write_text(f"{EVENT}scoring: {scoring}\n", encoding="utf-8")
    lines = bridge(rows_of(run("schedule", "event.yaml", "--template", "-")))
    put(lines)
    for number in range(2, 6):
        points = dict.fromkeys(TEAMS, 0.0)
        for by_team in margins(lines).values():
            for team, margin in by_team.items():
                points[team] += victory(margin, 2) if "victory" in scoring else margin
        points = {team: round(own + carried.get(team, 0), 2) for team, own in points.items()}
        ranking = json.loads(run("score", "event.yaml", "r.csv", "--json"))["ranking"]
        assert {one["name"]: one["points"] for one in ranking} == points
        assert [one["points"] for one in ranking] == sorted(points.values(), reverse=True)
        assert all(one["percent"] is None or one["percent"] <= 100 for one in ranking)
        coming = rows_of(run("schedule", "event.yaml", "--results", "r.csv", "--from", str(number), "--template", "-"))
        before = [pair for turn in range(1, number) for pair in met(lines, turn)]
        in_order = sorted(TEAMS, key=lambda team: -points[team])
        last = met(lines, number - 1)
        fewest = min(
            pairings(in_order),
            key=lambda pairs: (sum(pair in last for pair in pairs), sum(map(before.count, pairs))),
        )
        assert met(coming, number) == set(fewest)
        lines += bridge(coming)
        put(lines)


@pytest.mark.parametrize("first", ["A", "B"])
def test_two_teams_that_meet_again_are_two_matches(first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wins 12 IMPs in round 1 (600 to 0), B wins 2 in round 2 (50 to 0), whoever is named first there."""
    monkeypatch.chdir(tmp_path)
    teams = "teams: {A: [A1, A2, A3, A4], B: [B1, B2, B3, B4]}\n"
    event = f"use: tournament\ngame: bridge\nmovement: swiss\nrounds: 2\nsquares: 1-2\n{teams}"
    Path("event.yaml").write_text(f"{event}scoring: {{method: imps, victory_points: true}}\n", encoding="utf-8")
    other = "BA"["AB".index(first)]
    seats = [(1, 1, "A", "B", 600), (1, 2, "B", "A", 0)]
    seats += [(2, 1, first, other, 50 if first == "B" else 0), (2, 2, other, first, 50 if other == "B" else 0)]
    lines = []
    for number, table, ours, theirs, won in seats:
        lines.append([str(number), str(number), str(table), "NS", f"{ours}1 & {ours}2", str(won)])
        lines.append([str(number), str(number), str(table), "EW", f"{theirs}3 & {theirs}4", str(-won)])
    put(lines)
    tree = json.loads(run("score", "event.yaml", "r.csv", "--json"))
    score = [dict(zip((match["home"], match["away"]), match["score"], strict=True)) for match in tree["matches"]]
    assert score == [{"A": 12, "B": -12}, {"A": -2, "B": 2}]
    assert [match["round"] for match in tree["matches"]] == [1, 2]
    points = {one["name"]: (one["points"], one["plays"]) for one in tree["ranking"]}
    up = victory(12, 1) + victory(-2, 1)
    assert points == {"A": (pytest.approx(up), 2), "B": (pytest.approx(40 - up), 2)}
    assert "round 2, " in run("score", "event.yaml", "r.csv")


def test_rows_without_a_result_do_not_stop_a_swiss(tmp_path: Path) -> None:
    first = written(tmp_path, PLAYERS)
    table = filled(template_csv(first.schedule), {"a": -3, "b": 3, "c": -1, "d": 1})
    plain = next_of(tmp_path, PLAYERS, table).schedule
    assert next_of(tmp_path, PLAYERS, table + "\r\n9,9,x,S,Eve,\r\n").schedule == plain
