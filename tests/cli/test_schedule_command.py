"""`replikat schedule` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replikat.cli.main import replikat, run

EVENT = """use: tournament
name: Test
game: whist
squares: 1-3
players: [Ada, Bo, Cy, Di, Eli, Fay, Gus, Hal]
minutes: 10
start: "19:00"
breaks: [{after: 2, minutes: 5}]
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("event.yaml").write_text(EVENT, encoding="utf-8")


def schedule(*arguments: str) -> Result:
    return CliRunner().invoke(replikat, ["schedule", *arguments], catch_exceptions=False)


def faults(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["schedule", *arguments]) == 1
    return capsys.readouterr().err.splitlines()


def test_tells_rounds_breaks_and_judgement() -> None:
    lines = schedule("event.yaml").output.splitlines()
    assert lines[:2] == [
        "Test: tournament, individual, whist, 8 players",
        "3 rounds, 3 squares, 10 minutes a square, 19:00 to 19:35",
    ]
    assert "round 3  19:25-19:35" in lines
    assert "break  19:20-19:25" in lines
    assert len([line for line in lines if line.startswith("  19:25  table ")]) == 2
    assert lines[lines.index("judgement") + 1].startswith("  partners   16 pairs never, 12 pairs once")


def test_the_output_is_the_same_every_time() -> None:
    assert schedule("event.yaml").output == schedule("event.yaml").output


def test_writes_tables_and_never_over_results() -> None:
    assert schedule("event.yaml", "--csv", "s.csv", "--template", "r.csv").exit_code == 0
    assert Path("s.csv").read_text(encoding="utf-8").splitlines()[0] == "\ufeffround,time,table,deck,square,S,W,N,E"
    assert Path("r.csv").read_text(encoding="utf-8").splitlines()[1].startswith("1,1,1,NS,")
    Path("r.csv").write_text("results")
    assert run(["schedule", "event.yaml", "--template", "r.csv"]) == 1
    assert Path("r.csv").read_text() == "results"
    assert schedule("event.yaml", "--csv", "s.csv", "--csv-style", "plain").exit_code == 0
    assert Path("s.csv").read_bytes().startswith(b"round,time,table,")
    assert schedule("event.yaml", "--csv", "s.csv", "--lang", "sv").exit_code == 0
    assert Path("s.csv").read_bytes().startswith(b"\xef\xbb\xbfround;time;table;")


def test_an_existing_table_of_results_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("r.csv").touch()
    assert faults(capsys, "event.yaml", "--template", "r.csv") == [
        "replikat: --template: r.csv exists; results may stand in it; name another file, or move it away"
    ]


def test_standard_output_holds_the_table_alone() -> None:
    assert schedule("event.yaml", "--template", "-").output.splitlines()[0] == "square,round,table,seat,name,result"
    assert len(schedule("event.yaml", "--csv", "-").output.splitlines()) == 7


def test_json_holds_schedule_and_judgement() -> None:
    told = json.loads(schedule("event.yaml", "--json").output)
    assert [one["round"] for one in told["rounds"]] == [1, 2, 3]
    assert told["rounds"][0]["sittings"][0]["seats"].keys() == {"S", "W", "N", "E"}
    assert told["judgement"]["partners"] == {"0": 16, "1": 12}
    assert told["breaks"] == [{"after": 2, "start": "19:20", "end": "19:25"}]


def test_from_a_round_on_without_somebody_and_with_what_to_write_down() -> None:
    output = schedule("event.yaml", "--from", "3", "--without", "Gus").output
    assert "round 2 " not in output
    assert "rests: " in output
    assert "changes: [{round: 3, gone: [Gus], come: []}]" in output
    Path("event.yaml").write_text(EVENT + "changes: [{round: 3, gone: [Gus], come: []}]\n", encoding="utf-8")
    kept = schedule("event.yaml", "--from", "3").output
    assert kept.split("round 3")[1].split("judgement")[0].strip() == output.split("round 3")[1].split("to keep")[0].strip()


PAIRS = "use: tournament\ngame: bridge\nminutes: 7\nsquares: 1-9\npairs:\n" + "".join(f"  P{n}: [a{n}, b{n}]\n" for n in range(1, 10))


def test_both_ways_to_go_on_are_offered_with_what_follows() -> None:
    Path("event.yaml").write_text(PAIRS, encoding="utf-8")
    lines = schedule("event.yaml", "--from", "3", "--with", "P9").output.splitlines()
    start = lines.index("to keep the change, put it in the event's file:")
    assert lines[start + 1 : start + 6] == [
        "changes: [{round: 3, gone: [], come: [P9]}]",
        "  a new plan: 7 rounds; square 8, 9 not needed; who is here to the end sits out 0 to 1 times; 9 meetings missing;"
        " 1 meeting repeated; any two compared 0 to 5 times",
        "or instead:",
        "changes: [{round: 3, gone: [], come: [P9], keep: true}]",
        "  the plan is kept: 9 rounds; who is here to the end sits out 1 to 2 times; 2 meetings missing; any two compared 1 to 3 times",
    ]
    kept = schedule("event.yaml", "--from", "3", "--with", "P9", "--keep").output
    Path("event.yaml").write_text(PAIRS + "changes: [{round: 3, gone: [], come: [P9], keep: true}]\n", encoding="utf-8")
    again = schedule("event.yaml", "--from", "3").output
    assert kept.split("round 3")[1].split("to keep")[0].strip() == again.split("round 3")[1].split("judgement")[0].strip()
    Path("event.yaml").write_text(PAIRS + "changes: [{round: 3, gone: [], come: [P9]}]\n", encoding="utf-8")
    assert "with keep: true in changes it is planned for all" in schedule("event.yaml").stderr


def test_a_way_that_cannot_be_gone_is_said() -> None:
    small = "".join(PAIRS.partition("  P3:")[:1])
    Path("event.yaml").write_text(small.replace("bridge", "minibridge") + "  P3: [a3, b3]\n", encoding="utf-8")
    output = schedule("event.yaml", "--from", "2", "--without", "P1").output
    assert "  a new plan: 3 rounds; " in output and "  the plan is kept: not possible, nobody is left to play in round" in output


def test_nothing_is_offered_where_somebody_takes_over() -> None:
    Path("event.yaml").write_text(EVENT.replace("Hal]", "Hal, Ida]"), encoding="utf-8")
    assert "or instead" not in schedule("event.yaml", "--from", "2", "--without", "Bo", "--with", "Ida").output


@pytest.mark.parametrize(
    ("count", "told"),
    [(9, "any two 3 times: exact"), (6, "any two 1 to 3 times: as even as can be"), (10, "any two 3 to 5 times: as even as can be")],
)
def test_how_evenly_a_plan_compares_is_said(count: int, told: str) -> None:
    people = "".join(f"  P{n}: [a{n}, b{n}]\n" for n in range(1, count + 1))
    Path("event.yaml").write_text(f"use: tournament\ngame: bridge\nsquares: 1-{count - 1 + count % 2}\npairs:\n{people}", encoding="utf-8")
    lines = schedule("event.yaml").output.splitlines()
    assert f"  evenness   {told}" in lines and lines[-1] == "  flaws      none"
    evenness = json.loads(schedule("event.yaml", "--json").output)["judgement"]["evenness"]
    assert evenness["even"] is True and evenness["never"] == []


def test_who_is_never_compared_is_said() -> None:
    Path("event.yaml").write_text(PAIRS + "movement: mitchell\n", encoding="utf-8")
    output = schedule("event.yaml").output
    assert "  evenness   any two 0 to 5 times: uneven, at best 1 to 2 times" in output
    assert "  field 2    P6, P7, P8, P9\n" in output and "flaws      none" not in output
    evenness = json.loads(schedule("event.yaml", "--json").output)["judgement"]["evenness"]
    assert len(evenness["never"]) == 20 and evenness["fields"] == [["P1", "P2", "P3", "P4", "P5"], ["P6", "P7", "P8", "P9"]]


def test_a_plan_is_kept_only_for_somebody() -> None:
    assert "--keep needs --without or --with" in schedule("event.yaml", "--keep").stderr


def test_a_swiss_says_how_it_goes_on() -> None:
    Path("event.yaml").write_text(EVENT.replace("whist", "german-whist") + "movement: swiss\nrounds: 2\n", encoding="utf-8")
    Path("event.yaml").write_text(Path("event.yaml").read_text().replace("breaks: [{after: 2, minutes: 5}]\n", ""), encoding="utf-8")
    assert "more rounds follow from the results: replikat schedule EVENT --results FILE" in schedule("event.yaml").output
    schedule("event.yaml", "--template", "r.csv")
    Path("r.csv").write_text(Path("r.csv").read_text().replace(",\n", ",0\n"))
    output = schedule("event.yaml", "--results", "r.csv").output
    assert "round 2" in output
    assert "more rounds" not in output


SWISS = "use: tournament\ngame: german-whist\nmovement: swiss\nrounds: 3\nsquares: 1-6\nplayers: [Ada, Bo, Cy, Di]\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("Bo,-3\n1,1,2", "Bo,3\n1,1,2", "3: result: the results of square 1 at this table add up to 6; they always add up to 0; "),
        ("2,1,1,S,Ada,3\n", "2,1,1,S,Ada,3\n2,1,1,S,Ada,3\n", "7: result: entered in line 6 already; delete one of the two"),
        ("1,1,1,S,Ada,3\n1,1,1,N,Bo", "1,1,1,S,Bo,3\n1,1,1,N,Ada", "2: name: 'Bo' does not hold S there; expected Ada; "),
        ("2,1,2,S,Cy", "2,1,2,S,Ada", "8: name: Ada sits at table 2 and table 1 in round 1; look at the schedule, and correct one of them"),
    ],
)
def test_a_swiss_goes_on_only_from_results_that_can_be_scored(old: str, new: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("event.yaml").write_text(SWISS, encoding="utf-8")
    text = schedule("event.yaml", "--template", "-").stdout
    sound = "".join(line + ("3" if ",S," in line else "-3" if line.endswith(",") else "") + "\n" for line in text.splitlines())
    assert old in sound
    Path("r.csv").write_text(sound.replace(old, new))
    lines = faults(capsys, "event.yaml", "--results", "r.csv", "--from", "2", "--template", "r2.csv")
    assert lines[0].startswith(f"replikat: r.csv:{told}")
    assert run(["score", "event.yaml", "r.csv"]) == 1
    assert lines == capsys.readouterr().err.splitlines()
    assert not Path("r2.csv").exists()


def test_a_swiss_does_not_go_on_while_results_are_missing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("event.yaml").write_text(SWISS, encoding="utf-8")
    schedule("event.yaml", "--template", "r.csv")
    assert faults(capsys, "event.yaml", "--results", "r.csv") == [
        f"replikat: r.csv: round 1, table {table}: a result of square 1, 2 is missing; "
        "expected all results of a round before the next one is planned"
        for table in (1, 2)
    ]


def test_the_warning_goes_to_the_error_output() -> None:
    text = "use: tournament\ngame: bridge\ndeck: standard-52\nsquares: 1-3\npairs:\n" + "".join(f"  p{n}: [a{n}, b{n}]\n" for n in range(4))
    Path("event.yaml").write_text(text, encoding="utf-8")
    result = schedule("event.yaml", "--json")
    assert "balance: none" in result.stderr
    assert json.loads(result.stdout)["warnings"]


def test_pairs_are_shown_by_name() -> None:
    text = "use: tournament\ngame: whist\nsquares: 1-3\npairs: {Alm: [Ada, Bo], Ek: [Cy, Di], Lind: [Eli, Fay], Gran: [Gus, Hal]}\n"
    Path("event.yaml").write_text(text, encoding="utf-8")
    lines = [line for line in schedule("event.yaml").output.splitlines() if " table 1 " in line]
    assert lines[0].endswith("S Gus  W Ada  N Hal  E Bo   (Gran - Alm)")


def test_teams_are_shown_by_name() -> None:
    Path("event.yaml").write_text("use: tournament\ngame: bridge\nsquares: 1-2\nteams: {Oslo: [a, b, c, d], Bergen: [e, f, g, h]}\n")
    assert schedule("event.yaml").output.count("(Oslo - Bergen)") == 1


def test_a_movement_that_is_cut_short_is_warned_of() -> None:
    text = "use: tournament\ngame: whist\nsquares: 1-5\npairs:\n" + "".join(f"  p{n}: [a{n}, b{n}]\n" for n in range(8))
    Path("event.yaml").write_text(text, encoding="utf-8")
    told = "replikat: warning: event.yaml: only 5 of 7 rounds are played, so not everybody meets everybody; there are 5 squares\n"
    assert schedule("event.yaml").stderr == told
    Path("event.yaml").write_text(text.replace("1-5", "1-7") + "rounds: 5\n", encoding="utf-8")
    assert schedule("event.yaml").stderr == told.replace("there are 5 squares", "the event says rounds: 5")


def test_a_path_of_a_deck_is_seen_from_the_event(capsys: pytest.CaptureFixture[str]) -> None:
    Path("inner").mkdir()
    Path("inner/event.yaml").write_text(EVENT + "deck: mine.yaml\n", encoding="utf-8")
    assert faults(capsys, "inner/event.yaml") == [
        "replikat: inner/event.yaml:9:7: deck: inner/mine.yaml does not exist; expected a deck spec, a deck file or an output folder"
    ]
    Path("inner/mine.yaml").write_text("name: mine\npack: french52\nsquares: [{layout: main, count: 2}]\n", encoding="utf-8")
    assert faults(capsys, "inner/event.yaml") == ["replikat: inner/event.yaml:4:10: squares: square 3; mine has squares 1 to 2"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.yaml"], "replikat: none.yaml does not exist; expected an event"),
        (["kitchen-duell"], "replikat: no event is called 'kitchen-duell'; did you mean kitchen-duel?"),
        (["event.yaml", "--from", "9"], "replikat: --from: round 9; the event has 3"),
        (
            ["event.yaml", "--from", "2", "--without", "Eve"],
            "replikat: --without: Eve is none of the players; expected one of Ada, Bo, Cy, Di, Eli, Fay, Gus, Hal",
        ),
        (["event.yaml", "--from", "2", "--without", "Elli"], "replikat: --without: Elli is none of the players; did you mean Eli?"),
        (["event.yaml", "--from", "2", "--with", "Hall"], "replikat: --with: Hall is none of the players; did you mean Hal?"),
    ],
)
def test_says_what_is_wrong(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    assert faults(capsys, *arguments) == [told]


def test_a_change_needs_its_round() -> None:
    assert run(["schedule", "event.yaml", "--without", "Ada"]) == 2


def test_events_and_movements_are_listed() -> None:
    told = CliRunner().invoke(replikat, ["list", "movements"]).output
    assert "individual-12      12 players, 11 rounds, 4 at a table" in told
    assert (
        "whist-individual  whist, tournament, individual, 12 players, 11 squares" in CliRunner().invoke(replikat, ["list", "events"]).output
    )


def test_without_a_start_it_tells_minutes_from_the_beginning() -> None:
    Path("event.yaml").write_text(EVENT.replace('start: "19:00"\n', ""), encoding="utf-8")
    lines = schedule("event.yaml").output.splitlines()
    assert lines[1] == "3 rounds, 3 squares, 10 minutes a square, 35 minutes in all"
    assert "round 3  +25 to +35 min" in lines and "break  +20 to +25 min" in lines
    assert len([line for line in lines if line.startswith("   +25 min  table ")]) == 2
    assert schedule("event.yaml", "--csv", "-").output.splitlines()[1].startswith("1,+0 min,1,")
    assert json.loads(schedule("event.yaml", "--json").output)["end"] == "+35 min"
