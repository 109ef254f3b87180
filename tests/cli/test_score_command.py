"""Every use and kind of tournament from the event's file to the ranking, and wrong tables of results of every kind."""

import csv
import json
from collections import defaultdict
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replikat.cli.main import replikat, run
from support import LIBRARY

NAMES = "[Åse, Bjørg, Cecilie, Dagfinn, Eline, Frode, Guro, Henrik]"
FOUR_PAIRS = "pairs: {Ås: [Åse, Bjørg], Elv: [Cecilie, Dagfinn], Fjell: [Eline, Frode], Hav: [Guro, Henrik]}\n"
TWO_TEAMS = "teams: {Ås: [Åse, Bjørg, Cecilie, Dagfinn], Elv: [Eline, Frode, Guro, Henrik]}\n"
TOURNAMENT = "use: tournament\nname: Høstturnering\nsquares: 1-8\n"
DUEL = "use: duel\nname: Kveld\ngame: crazy-eights\nsquares: 1-2\nplayers: [Åse, Bjørg]\n"

EVENTS = {
    "duel": DUEL,
    "duel of pairs": "use: duel\ngame: whist\nsquares: 1-4\npairs: {Ås: [Åse, Bjørg], Elv: [Cecilie, Dagfinn]}\n",
    "rotation of two": "use: rotation\ngame: casino\nsquares: 1-4\nplayers: [Åse, Bjørg]\n",
    "rotation of three": "use: rotation\ngame: hearts\nsquares: 1-3\npasses: 3\nplayers: [Åse, Bjørg, Cecilie]\n",
    "rotation, dealer": "use: rotation\ngame: hearts\nsquares: 1-4\nby: dealer\nplayers: [Åse, Bjørg, Cecilie, Dagfinn]\n",
    "rotation, first": "use: rotation\ngame: hearts\nsquares: 1-4\nplayers: [a, b, c, d]\nscoring: {method: first_difference}\n",
    "plain groups": TOURNAMENT + "game: crazy-eights\nmovement: plain\n" + TWO_TEAMS,
    "plain groups, zero": TOURNAMENT + "game: hearts\nmovement: plain\n" + TWO_TEAMS,
    "crossed teams": TOURNAMENT + "game: whist\n" + TWO_TEAMS,
    "crossed teams, imps": TOURNAMENT + "game: bridge\nscoring: {method: imps, victory_points: true}\n" + TWO_TEAMS,
    "crossed teams, board a match": TOURNAMENT + "game: whist\nscoring: {method: board_a_match}\n" + TWO_TEAMS,
    "individual": TOURNAMENT + f"game: whist\nplayers: {NAMES}\n",
    "individual of nine": TOURNAMENT + f"game: hearts\nplayers: {NAMES[:-1]}, Ivar]\nscoring: {{rank_by: mean, tie_breaks: [opponents]}}\n",
    "howell": TOURNAMENT + "game: bridge\n" + FOUR_PAIRS,
    "howell, imps": TOURNAMENT + "game: bridge\nscoring: {method: cross_imps}\n" + FOUR_PAIRS,
    "howell, butler": TOURNAMENT + "game: bridge\nscoring: {method: butler}\n" + FOUR_PAIRS,
    "mitchell": TOURNAMENT + "game: whist\nmovement: mitchell\n" + FOUR_PAIRS,
    "round robin": TOURNAMENT + "game: whist\nmovement: round_robin\n" + FOUR_PAIRS,
    "swiss": TOURNAMENT + f"game: german-whist\nmovement: swiss\nrounds: 3\nplayers: {NAMES}\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def score(*arguments: str) -> Result:
    return CliRunner().invoke(replikat, ["score", "event.yaml", *arguments], catch_exceptions=False)


def template(text: str, *more: str) -> list[dict[str, str]]:
    """Write the event, and return the rows of its table of results."""
    Path("event.yaml").write_text(text, encoding="utf-8")
    made = CliRunner().invoke(replikat, ["schedule", "event.yaml", "--template", "-", *more], catch_exceptions=False)
    return list(csv.DictReader(StringIO(made.stdout)))


def write(rows: list[dict[str, str]], name: str = "results.csv", separator: str = ",") -> None:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with Path(name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)


def play(rows: list[dict[str, str]], total: int | None = None) -> list[dict[str, str]]:
    """Give every empty line a made-up result; with a total the last line of a table makes it up."""
    tables: defaultdict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        tables[row["square"], row["round"], row["table"]].append(row)
    for key, lines in tables.items():
        if any(row["result"] for row in lines):
            continue
        seed = sum(int(part) * step for part, step in zip(key, (7, 13, 29), strict=True))
        for place, row in enumerate(lines):
            row["result"] = str(10 * ((seed * (place + 3) + len(row["name"])) % 23 - 11))
        if total is not None:
            lines[-1]["result"] = str(total - sum(int(row["result"]) for row in lines[:-1]))
    return rows


def total_of(text: str) -> int | None:
    if "game: hearts" in text:
        return 26
    return 0 if any(f"game: {game}" in text for game in ("whist", "bridge", "german-whist")) else None


def ranking(output: str) -> list[list[str]]:
    """Return the lines of the ranking, or of that of persons where there is no other, field after field."""
    blocks = [block.splitlines() for block in output.split("\n\n")]
    kind = "ranking" if any(block[0].startswith("ranking") for block in blocks) else "persons"
    return [line.split() for block in blocks if block[0].startswith(kind) for line in block[1:]]


@pytest.mark.parametrize("kind", EVENTS)
def test_an_evening_from_its_file_to_the_ranking(kind: str) -> None:
    text = EVENTS[kind]
    rows = play(template(text), total_of(text))
    write(rows)
    while kind == "swiss" and len({row["round"] for row in rows}) < 3:
        rows += template(text, "--results", "results.csv", "--from", str(len({row["round"] for row in rows}) + 1))
        write(play(rows, 0))
    made = score(
        "results.csv", "--pdf", "report.pdf", "--csv", "gains.csv", "--ranking", "ranking.csv", "--csv-style", "plain", "--lang", "nb"
    )
    assert made.exit_code == 0, made.output
    assert f"{len(rows)} of {len(rows)} results" in made.output
    event = json.loads(score("results.csv", "--json").stdout)
    ranked = event["ranking"] or event["persons"]
    assert [line[0] for line in ranking(made.output)] == [one["place"] for one in ranked]
    points = [one["points"] for one in ranked]
    assert len(points) == len({one["name"] for one in ranked}) > 1
    if event["method"] in ("cross_difference", "first_difference", "seat_difference"):
        assert abs(sum(points)) < 0.01, "what one gains another loses"
    assert Path("report.pdf").read_bytes().startswith(b"%PDF")
    gains = list(csv.DictReader(StringIO(Path("gains.csv").read_text(encoding="utf-8"))))
    assert len([row for row in gains if row["result"]]) == len(rows)
    assert [row["name"] for row in csv.DictReader(StringIO(Path("ranking.csv").read_text(encoding="utf-8")))][: len(ranked)] == [
        one["name"] for one in ranked
    ]


def test_a_duel_is_reckoned_as_the_books_do() -> None:
    """Crazy Eights, low is best: North 0 against 0, South 34 against 12."""
    rows = template(DUEL.replace("1-2", "[1]"))
    results = {("1", "N", "Bjørg"): "0", ("1", "S", "Åse"): "34", ("2", "N", "Åse"): "0", ("2", "S", "Bjørg"): "12"}
    write([row | {"result": results[row["round"], row["seat"], row["name"]]} for row in rows])
    assert [line[1:3] for line in ranking(score("results.csv").output)] == [["Bjørg", "+22"], ["Åse", "-22"]]


def test_a_duel_goes_on_when_more_rounds_are_entered() -> None:
    rows = template(DUEL)
    write([row | {"result": "5"} if row["round"] == "1" else row for row in rows])
    assert "4 of 8 results" in score("results.csv").output
    write(play(rows))
    assert "8 of 8 results" in score("results.csv").output


def test_the_side_that_follows_need_not_be_entered() -> None:
    rows = play(template(EVENTS["howell"]), 0)
    write(rows)
    whole = score("results.csv").stdout
    write([row | {"result": ""} if row["seat"] == "EW" else row for row in rows])
    assert score("results.csv").stdout == whole
    write([row for row in rows if row["seat"] == "NS"])
    assert score("results.csv").stdout == whole


def test_yaml_says_the_same_as_csv() -> None:
    rows = play(template(DUEL))
    write(rows)
    lines = [
        f"  - {{square: {r['square']}, round: {r['round']}, table: 1, seat: {r['seat']}, name: {r['name']}, result: {r['result']}}}"
        for r in rows
    ]
    Path("results.yaml").write_text("\n".join(["results:", *lines]), encoding="utf-8")
    assert score("results.yaml").output == score("results.csv").output


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace(",", ";").replace("2.5", "2,5"), lambda t: "\ufeff" + t]
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_any_spreadsheet_may_have_saved_it(change: Callable[[str], str], encoding: str) -> None:
    rows = play(template(DUEL))
    rows[0]["result"] = "2.5"
    write(rows)
    plain = Path("results.csv").read_text(encoding="utf-8")
    expected = score("results.csv").output
    assert "2.5" in expected
    text = change(plain)
    if encoding == "latin-1":
        text = text.replace("\ufeff", "")
    Path("results.csv").write_bytes(text.encode(encoding))
    assert score("results.csv").output == expected


def test_a_correction_leaves_a_trail() -> None:
    rows = [row | {"correction": "", "note": ""} for row in play(template(DUEL))]
    write([row | {"result": "14"} if place == 0 else row for place, row in enumerate(rows)])
    right = score("results.csv").output
    write([row | {"result": "41", "correction": "14", "note": "misread"} if place == 0 else row for place, row in enumerate(rows)])
    made = score("results.csv", "--pdf", "report.pdf")
    assert made.output == right + "corrected: square 1, round 1, table 1, S Åse: 41 to 14 (misread)\n"
    (one,) = json.loads(score("results.csv", "--json").stdout)["corrections"]
    assert (one["was"], one["now"], one["note"], one["name"]) == ("41", "14", "misread", "Åse")


WRONG = {
    "unscheduled square": ({"square": "9"}, "square: square 9 is not played in this event; expected one of 1, 2"),
    "no number": ({"square": "one"}, "square: found 'one'; expected a whole number"),
    "round": ({"round": "3"}, "round: square 1 is not played in round 3; expected 1, 2"),
    "table": ({"table": "2"}, "table: square 1 is not played at table 2 in round 1; expected 1"),
    "seat": ({"seat": "E"}, "seat: found 'E'; expected S or N"),
    "name": (
        {"name": "Berit"},
        "name: 'Berit' does not hold S there; expected Åse; a change of people stands in the event's file, under changes",
    ),
    "result": (
        {"result": "7 or 8"},
        "result: found '7 or 8'; expected a number, an average (A, A+, A-), a percentage such as 60%, a dash or nothing",
    ),
    "percentage": (
        {"result": "60%"},
        "result: found '60%'; a percentage; the method seat_difference has no top, expected an average (A, A+, A-) or a result",
    ),
    "correction of nothing": (
        {"result": "", "correction": "5"},
        "correction: nothing was entered that it corrects; put it in the column result",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_row_is_named_and_the_others_count(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    change, told = WRONG[kind]
    rows = [row | {"correction": ""} for row in play(template(DUEL))]
    rows[0] |= change
    write(rows)
    assert run(["score", "event.yaml", "results.csv", "--pdf", "report.pdf", "--strict"]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines() == [f"replikat: results.csv:2: {told}", "replikat: not written: report.pdf; first put the rows right"]
    assert "7 of 8 results, 1 wrong" in out
    assert "ranking" in out
    assert not Path("report.pdf").exists()


def test_every_wrong_row_is_named_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    rows[1]["result"] = "?"
    rows[4]["seat"] = "X"
    write([*rows, rows[0]])
    assert run(["score", "event.yaml", "results.csv"]) == 1
    assert [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()] == ["results.csv:3", "results.csv:6", "results.csv:10"]


def test_a_result_entered_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    write([*rows, rows[0] | {"result": "3"}])
    assert run(["score", "event.yaml", "results.csv"]) == 1
    assert capsys.readouterr().err == "replikat: results.csv:10: result: entered in line 2 already; delete one of the two\n"


def test_a_table_that_does_not_add_up_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(EVENTS["rotation, dealer"]), 26)
    rows[3]["result"] = str(int(rows[3]["result"]) + 1)
    write(rows)
    assert run(["score", "event.yaml", "results.csv"]) == 1
    out, err = capsys.readouterr()
    assert err == (
        "replikat: results.csv:5: result: the results of square 1 at this table add up to 27; "
        "they always add up to 26; look at the slip and correct one of them\n"
    )
    assert f"{len(rows) - 4} of" in out


def test_an_unquoted_decimal_comma_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    template(DUEL)
    Path("results.csv").write_text("square,round,table,seat,name,result\n1,1,1,S,Åse,2,5\n", encoding="utf-8")
    assert run(["score", "event.yaml", "results.csv"]) == 1
    assert (
        capsys.readouterr().err
        == "replikat: results.csv:2: '5' stands behind the last column; put a decimal comma in quotes, or use a point\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "none.csv",
            None,
            "none.csv does not exist; expected the table of results; replikat schedule event.yaml --template none.csv writes an empty one",
        ),
        (
            "r.csv",
            "square;result\n1;2\n",
            "r.csv:1: no column round, table, seat, name; expected a first line with square, round, table, seat, name, result",
        ),
        (
            "r.yaml",
            "rows: []\n",
            "r.yaml:1:1: no table of results; expected the key results, a list of rows with square, round, table, seat, name, result",
        ),
        ("r.yaml", "results:\n  - {square: 1, round: 1, table: 1, seet: S}\n", "r.yaml:2:5: results.1: no seat"),
    ],
)
def test_what_is_no_table_of_results_is_told(name: str, text: str | None, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    template(DUEL)
    if text is not None:
        Path(name).write_text(text, encoding="utf-8")
    assert run(["score", "event.yaml", name]) == 1
    assert f"replikat: {told}" in capsys.readouterr().err.splitlines()


def test_a_method_that_needs_two_sides_is_refused_where_there_are_more(capsys: pytest.CaptureFixture[str]) -> None:
    text = EVENTS["individual"] + "scoring: {method: imps, steps: [1, 2]}\n"
    write(play(template(text), 0))
    assert run(["score", "event.yaml", "results.csv"]) == 1
    assert "scoring.method: imps needs two sides that exchange seats" in capsys.readouterr().err


def test_penalties_and_points_brought_along_count() -> None:
    text = EVENTS["howell"] + "scoring: {method: matchpoints, carried: {Ås: -2, Elv: {points: 1.5, boards: 0}}}\n"
    write(play(template(EVENTS["howell"]), 0))
    before = {line[1]: line[2] for line in ranking(score("results.csv").output)}
    Path("event.yaml").write_text(text, encoding="utf-8")
    after = {line[1]: line[2] for line in ranking(score("results.csv").output)}
    assert {name: float(after[name]) - float(before[name]) for name in before} == {"Ås": -2, "Elv": 1.5, "Fjell": 0, "Hav": 0}


def ranked(kind: str = "ranking") -> list[dict[str, object]]:
    tree: list[dict[str, object]] = json.loads(score("results.csv", "--json").stdout)[kind]
    return tree


def refused(text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    Path("event.yaml").write_text(text, encoding="utf-8")
    assert run(["score", "event.yaml", "results.csv"]) == 1
    return capsys.readouterr().err.splitlines()


def howell(more: str = "") -> str:
    return EVENTS["howell"] + f"scoring: {{method: matchpoints{more}}}\n"  # a top of 2 for every square


@pytest.mark.parametrize("rank_by", ["", ", rank_by: mean", ", rank_by: total"])
def test_points_brought_along_know_their_boards(rank_by: str) -> None:
    """24 boards with a top of 2 give 48; 50 percent of them are 24 points."""
    rows = play(template(howell()), 0)
    write(rows)
    boards = len({row["square"] for row in rows})
    before = {str(one["name"]): float(str(one["points"])) for one in ranked()}
    carried = ", carried: {Ås: {points: 36, boards: 24}, Elv: {percent: 50, boards: 24}}"
    Path("event.yaml").write_text(howell(rank_by + carried), encoding="utf-8")
    after = {str(one["name"]): (one["points"], one["plays"], one["percent"]) for one in ranked()}
    for name, points, more in (("Ås", 36, 24), ("Elv", 24, 24), ("Hav", 0, 0)):
        won, plays = before[name] + points, boards + more
        assert after[name] == (won, plays, round(100 * won / (2 * plays), 4))


def test_with_totals_any_points_are_added_and_no_percentage_is_above_a_hundred() -> None:
    write(play(template(howell()), 0))
    before = {str(one["name"]): one for one in ranked()}
    Path("event.yaml").write_text(howell(", rank_by: total, carried: {Hav: 100}"), encoding="utf-8")
    first = ranked()[0]
    assert first["name"] == "Hav" and first["points"] == float(str(before["Hav"]["points"])) + 100
    assert (first["mean"], first["percent"]) == (before["Hav"]["mean"], before["Hav"]["percent"])


TEAMS = EVENTS["crossed teams, imps"].replace("points: true", "points: true, carried: {carried}")
MATCHPOINTS = howell(", carried: {carried}")
IMPS = MATCHPOINTS.replace("matchpoints", "cross_imps")


@pytest.mark.parametrize(
    ("text", "carried", "told"),
    [
        (MATCHPOINTS, "{Hav: 12}", "Hav: 12 points without their boards; "),
        (IMPS, "{Hav: 12}", "Hav: 12 points without their boards; "),
        (MATCHPOINTS, "{Hav: {points: 49, boards: 24}}", "Hav.points: 49 points; no more than 48 "),
        (MATCHPOINTS, "{Hav: {points: 50, boards: 0}}", "Hav: more than all that can be won "),
        (IMPS, "{Hav: {percent: 50, boards: 8}}", "Hav.percent: the method cross_imps has no top; "),
        (MATCHPOINTS, "{Hav: {percent: 50}}", "Hav: 50 percent without boards; "),
        (MATCHPOINTS, "{Hav: {percent: 50, boards: 0}}", "Hav.percent: a percentage of nothing; "),
        (MATCHPOINTS, "{Hav: {points: 5, matches: 1}}", "Hav.matches: the method matchpoints counts boards; "),
        (MATCHPOINTS, "{Hav: {points: 5, percent: 50, boards: 8}}", "Hav: expected one of the keys points and percent"),
        (TEAMS, "{Elv: 12}", "Elv: 12 points without their matches; "),
        (TEAMS, "{Elv: {points: 21, matches: 1}}", "Elv.points: 21 points; no more than 20 "),
    ],
)
def test_what_cannot_be_compared_is_refused_in_its_place(text: str, carried: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(play(template(text.replace("{carried}", "{}")), 0))
    (line,) = refused(text.replace("{carried}", carried), capsys)
    place, _, said = line.partition(" scoring.carried.")
    assert place.startswith("replikat: event.yaml:")
    assert said.startswith(told)


def test_a_match_brought_along_counts_as_a_match() -> None:
    text = EVENTS["crossed teams, imps"]
    write(play(template(text), 0))
    before = {str(one["name"]): float(str(one["points"])) for one in ranked()}
    carried = text.replace("points: true", "points: true, carried: {Elv: {points: 12, matches: 1}}")
    Path("event.yaml").write_text(carried, encoding="utf-8")
    (elv,) = [one for one in ranked() if one["name"] == "Elv"]
    assert (elv["points"], elv["plays"]) == (pytest.approx(before["Elv"] + 12), 2)
    assert elv["percent"] == pytest.approx(100 * (before["Elv"] + 12) / 40, abs=1e-4)


def test_fields_that_are_never_compared_are_ranked_apart() -> None:
    """The first half of a Mitchell sits North and South; what each has won above the mean of its own line decides."""
    rows = play(template(EVENTS["mitchell"]), 0)
    write(rows)
    made = score("results.csv", "--ranking", "ranking.csv", "--pdf", "report.pdf")
    won: dict[str, float] = {}
    for row in rows:
        others = [float(one["result"]) for one in rows if one["seat"] == row["seat"] and one["square"] == row["square"] and one is not row]
        won[row["name"]] = won.get(row["name"], 0) + float(row["result"]) - sum(others) / len(others)
    people = {"Ås": "Åse & Bjørg", "Elv": "Cecilie & Dagfinn", "Fjell": "Eline & Frode", "Hav": "Guro & Henrik"}
    lines = [("N-S", ("Ås", "Elv")), ("E-W", ("Fjell", "Hav"))]
    expected = []
    for field, names in lines:
        best = sorted(names, key=lambda name: -won[people[name]])
        expected += [(field, str(place), name, won[people[name]]) for place, name in enumerate(best, 1)]
    assert [(one["field"], one["place"], one["name"], one["points"]) for one in ranked()] == expected
    table = list(csv.DictReader(StringIO(Path("ranking.csv").read_text(encoding="utf-8-sig"))))
    assert [(row["field"], row["place"], row["name"], float(row["points"])) for row in table] == expected
    heads = [block.splitlines()[0] for block in made.stdout.split("\n\n")]
    assert heads[1:3] == ["ranking, N-S", "ranking, E-W"]


def test_rows_without_a_result_do_not_stop_a_ranking() -> None:
    """From round 3 on Hav is away, and the table of results still holds the lines of the old plan."""
    rows = template(EVENTS["howell"])
    old = [row for row in rows if int(row["round"]) >= 2]
    write(play([row for row in rows if int(row["round"]) < 2], 0) + old)
    change = "changes: [{round: 2, gone: [Hav], come: []}]\n"
    Path("event.yaml").write_text(EVENTS["howell"] + change, encoding="utf-8")
    made = score("results.csv", "--ranking", "ranking.csv")
    assert made.exit_code == 0, made.output
    assert len([line for line in made.stderr.splitlines() if "passed over" in line]) == 1
    assert " rows without a result do not fit the schedule as it is now and are passed over (the first is line " in made.stderr
    table = Path("ranking.csv").read_text(encoding="utf-8-sig").splitlines()
    assert table[1].startswith("provisional,provisional,,"), "the first cell says it, and the kind, where there are fields too"
    assert len(table) == 1 + 1 + 4


def test_a_result_of_people_who_do_not_sit_there_is_still_refused(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(EVENTS["howell"]), 0)
    rows[0]["name"] = "Guro & Henrik" if rows[0]["name"] != "Guro & Henrik" else "Åse & Bjørg"
    write(rows)
    assert run(["score", "event.yaml", "results.csv"]) == 1
    assert "does not hold" in capsys.readouterr().err


def test_the_luck_line_needs_deals_and_then_gives_shares() -> None:
    assert "luck: too few deals to say" in score_of("howell")
    text = EVENTS["plain groups"].replace("1-8", "1-12")
    write(play(template(text)))
    line = next(line for line in score("results.csv").output.splitlines() if line.startswith("luck:"))
    assert "% (" in line and "came from the cards" in line


def score_of(kind: str) -> str:
    write(play(template(EVENTS[kind]), total_of(EVENTS[kind])))
    return score("results.csv").output


def test_whole_groups_of_a_constant_game_are_not_ranked() -> None:
    made = CliRunner().invoke(replikat, ["score", "event.yaml", "results.csv"])
    write(play(template(EVENTS["plain groups, zero"]), 26))
    made = score("results.csv")
    assert "so groups as wholes win nothing (Ås, Elv); persons are ranked" in made.stderr
    heads = [block.splitlines()[0] for block in made.stdout.split("\n\n")]
    assert [head for head in heads if head.startswith(("ranking", "persons"))] == [f"persons, {seat}" for seat in "SWNE"]


def test_packaged_events_can_be_scored() -> None:
    for name in LIBRARY.names("events"):
        made = CliRunner().invoke(replikat, ["schedule", name, "--template", f"{name}.csv"], catch_exceptions=False)
        assert made.exit_code == 0
        made = CliRunner().invoke(replikat, ["score", name, f"{name}.csv"], catch_exceptions=False)
        assert made.exit_code == 0 and " 0 of " in f" {made.output.splitlines()[1]}"


def test_disguised_copies_are_compared_with_their_originals() -> None:
    from dataclasses import replace

    from replikat.cli.events import open_event
    from replikat.events.results.evaluation import score_event

    write(play(template(EVENTS["individual"]), 0))
    planned = open_event("event.yaml", LIBRARY)
    plain = score_event(planned, Path("results.csv"))
    twins = score_event(replace(planned, deals={5: 1}), Path("results.csv"))
    assert {comparison.deal for comparison in plain.comparisons} - {comparison.deal for comparison in twins.comparisons} == {5}
    first = next(comparison for comparison in twins.comparisons if comparison.deal == 1)
    assert {result.square for result in first.results} == {1, 5}


def test_a_pair_may_be_written_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = "pairs: {Alm: [Ada, Bo], Ek: [Cy, Di], Lind: [Eli, Fay], Gus: [Gus, Hal]}\n"
    for movement in ("howell", "swiss"):
        rows = play(template(TOURNAMENT + f"game: whist\nmovement: {movement}\n{pairs}"), 0)
        write(rows)
        told = score("results.csv").output
        by_name = {"Ada & Bo": "Alm", "Cy & Di": "Ek", "Eli & Fay": "Lind"}
        write([row | {"name": by_name.get(row["name"], row["name"])} for row in rows])
        assert score("results.csv").output == told
    wrong = next(row for row in rows if row["name"] == "Gus & Hal")
    wrong["name"] = "Gus"
    write(rows)
    assert run(["score", "event.yaml", "results.csv"]) == 1, "Gus may be the pair or the person"
    assert "name: 1 names at" in capsys.readouterr().err


def test_a_score_that_no_contract_gives_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    rows = template(EVENTS["howell"])
    for row in rows:
        row["result"] = "0"
    first, second = (next(row for row in rows if row["square"] == square and row["seat"] == "NS") for square in ("1", "2"))
    for row, points in ((first, 425), (second, 620)):  # in square 2 North and South are vulnerable
        opposite = next(one for one in rows if one["seat"] == "EW" and all(one[key] == row[key] for key in ("square", "round", "table")))
        row["result"], opposite["result"] = str(points), str(-points)
    write(rows)
    assert run(["score", "event.yaml", "results.csv"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "no contract" in line]
    line = min(rows.index(first), rows.index(next(row for row in rows if row["result"] == "-425"))) + 2
    assert len(told) == 1
    assert told[0].startswith(f"replikat: warning: results.csv:{line}: result: no contract gives ")
    assert told[0].endswith("in square 1 (vulnerable: none); look at the slip; it counts as it stands")


def test_nothing_that_is_read_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    write(play(template(EVENTS["howell"]), 0))
    before = Path("results.csv").read_bytes(), Path("event.yaml").read_bytes()
    for option, name in (("--csv", "results.csv"), ("--ranking", "event.yaml"), ("--pdf", "results.csv")):
        assert run(["score", "event.yaml", "results.csv", option, name]) == 1
        assert f"{name} is read or written by this run already; name another file" in capsys.readouterr().err
    assert run(["schedule", "event.yaml", "--csv", "a.csv", "--pdf", "a.csv"]) == 1
    assert run(["schedule", "event.yaml", "--csv", "event.yaml"]) == 1
    assert run(["schedule", "event.yaml", "--template", "b.csv", "--pdf", "nowhere/x.pdf"]) == 1
    assert "nowhere/x.pdf cannot be written (No such file or directory); make the folder nowhere first" in capsys.readouterr().err
    assert (Path("results.csv").read_bytes(), Path("event.yaml").read_bytes()) == before
    assert not Path("a.csv").exists() and not Path("b.csv").exists()


def test_standard_output_takes_one_thing() -> None:
    write(play(template(EVENTS["howell"]), 0))
    assert run(["score", "event.yaml", "results.csv", "--csv", "-", "--ranking", "-"]) == 2
    assert run(["score", "event.yaml", "results.csv", "--csv", "-", "--json"]) == 2
    assert run(["schedule", "event.yaml", "--csv", "-", "--json"]) == 2
