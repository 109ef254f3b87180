"""Events held against their deck and game, and tables for other programs."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from replikat.data.csv_tables import read_rows, table_text
from replikat.deck.deck_spec import DeckSpec
from replikat.deck.loaders import read_deck_spec
from replikat.errors import ReplikatError
from replikat.events.loaders import read_event
from replikat.events.planning import Planned, as_tree, plan_event, schedule_csv, scoring_of
from replikat.events.results.headings import template_csv
from replikat.events.schedules.judge import judge
from support import LIBRARY

EVENTS = LIBRARY.names("events")


def spec(name: str) -> DeckSpec:
    return read_deck_spec(LIBRARY.find("decks", name), LIBRARY)[0]


def written(folder: Path, text: str, deck: str | None = None, **more: Any) -> Planned:
    file = folder / "event.yaml"
    file.write_text(text, encoding="utf-8")
    event, source = read_event(file, LIBRARY)
    return plan_event(event, source, LIBRARY, spec(deck) if deck else None, **more)


def fault(folder: Path, text: str, deck: str | None = None, **more: Any) -> list[str]:
    with pytest.raises(ReplikatError) as caught:
        written(folder, text, deck, **more)
    return [str(one).removeprefix(f"{folder}/") for one in caught.value.faults]


@pytest.mark.parametrize("name", EVENTS)
def test_packaged_events_can_be_played_and_scored(name: str) -> None:
    event, source = read_event(LIBRARY.find("events", name), LIBRARY)
    planned = plan_event(event, source, LIBRARY, spec(event.deck or ""))
    verdict = judge(planned.schedule)
    assert not [flaw for flaw in verdict.flaws if "places at" in flaw or "more than once" in flaw or "nothing to compare" in flaw]
    assert planned.warnings == ()
    assert scoring_of(planned).better == planned.game.better
    rows = list(csv.DictReader(StringIO(template_csv(planned.schedule))))
    assert len(rows) == len(planned.schedule.sittings) * len(planned.schedule.sides)
    assert {row["result"] for row in rows} == {""}
    assert len(schedule_csv(planned.schedule).splitlines()) == len(planned.schedule.sittings) + 1
    tree = as_tree(planned, verdict)
    assert sum(len(one["sittings"]) for one in tree["rounds"]) == len(planned.schedule.sittings)


TEAMS = "use: tournament\ngame: {game}\nsquares: {squares}\nmovement: {movement}\nteams:\n  A: [a, b, c, d]\n  B: [e, f, g, h]\n"


def test_sides_have_a_line_where_there_are_partners_and_seats_elsewhere(tmp_path: Path) -> None:
    whist = template_csv(written(tmp_path, TEAMS.format(game="whist", squares="[7]", movement="plain")).schedule)
    assert whist.splitlines()[:3] == ["square,round,table,seat,name,result", "7,1,1,NS,a & b,", "7,1,1,EW,c & d,"]
    hearts = template_csv(written(tmp_path, TEAMS.format(game="hearts", squares="[7]", movement="plain")).schedule)
    assert hearts.splitlines()[1:5] == ["7,1,1,S,a,", "7,1,1,W,b,", "7,1,1,N,c,", "7,1,1,E,d,"]


def test_the_schedule_as_a_table(tmp_path: Path) -> None:
    planned = written(tmp_path, TEAMS.format(game="hearts", squares="1-2", movement="plain") + "minutes: 5\nstart: 9:58\n")
    assert schedule_csv(planned.schedule).splitlines() == [
        "round,time,table,deck,square,S,W,N,E",
        "1,9:58,1,1,1,a,b,c,d",
        "1,9:58,2,2,1,e,f,g,h",
        "1,10:03,1,1,2,a,b,c,d",
        "1,10:03,2,2,2,e,f,g,h",
    ]


def test_bridge_on_balanced_squares_is_warned_of(tmp_path: Path) -> None:
    text = "use: tournament\ngame: bridge\nsquares: 1-3\npairs:\n" + "".join(f"  {n}: [a{n}, b{n}]\n" for n in range(4))
    assert "balance: none" in written(tmp_path, text, "standard-52").warnings[0]
    assert written(tmp_path, text, "tournament-52").warnings == ()
    assert written(tmp_path, text).warnings == ()
    assert written(tmp_path, text.replace("bridge", "whist"), "standard-52").warnings == ()


def test_groups_of_a_game_of_constant_sum_are_warned_of(tmp_path: Path) -> None:
    assert "rank seats" in written(tmp_path, TEAMS.format(game="hearts", squares="1-2", movement="plain")).warnings[0]
    assert written(tmp_path, TEAMS.format(game="hearts", squares="1-2", movement="teams")).warnings == ()
    assert written(tmp_path, TEAMS.format(game="casino", squares="1-2", movement="plain")).warnings == ()


DUEL = "use: duel\ngame: {game}\nsquares: {squares}\nplayers: [Ada, Bo]\n"


@pytest.mark.parametrize(
    ("text", "deck", "told"),
    [
        (
            DUEL.format(game="crazy-eights", squares="19-21"),
            "standard-52",
            "event.yaml:3:10: squares: square 21; standard-52 has squares 1 to 20",
        ),
        (
            DUEL.format(game="crazy-eights", squares="20-24"),
            "tournament-52",
            "event.yaml:3:10: squares: square 24 is dealt as proof of the cards, and never played",
        ),
        (
            DUEL.format(game="crazy-eights", squares="12-13"),
            "family-52",
            "event.yaml:3:10: squares: family-52 deals them as main of french52 and short32 of piquet32; "
            "no set-up of crazy-eights is for that",
        ),
        (
            DUEL.format(game="crazy-eights", squares="1-2") + "setup: p9\n",
            "standard-52",
            "event.yaml:5:8: setup: the game has no set-up p9; expected one of p2, p3, p4",
        ),
        (
            TEAMS.format(game="whist", squares="1-2", movement="howel"),
            None,
            "event.yaml:4:11: movement: no movement is called 'howel'; did you mean howell?",
        ),
        (
            TEAMS.format(game="whist", squares="1-2", movement="other.yaml"),
            None,
            "event.yaml:4:11: movement: other.yaml does not exist; expected a movement file",
        ),
    ],
)
def test_says_where_event_and_deck_do_not_fit(tmp_path: Path, text: str, deck: str | None, told: str) -> None:
    assert [line.replace(f"{tmp_path}/", "") for line in fault(tmp_path, text, deck)] == [told]


def test_a_deck_of_another_code_is_refused(tmp_path: Path) -> None:
    from dataclasses import replace

    from support import packaged_deck

    code = packaged_deck("standard-52").code
    other = packaged_deck("standard-52", "01" * 32).code
    file = tmp_path / "event.yaml"
    file.write_text(DUEL.format(game="crazy-eights", squares="1-2") + f"code: {code.lower()}\n", encoding="utf-8")
    event, source = read_event(file, LIBRARY)
    assert plan_event(event, source, LIBRARY, replace(spec("standard-52"), code=code)).schedule.code == code
    with pytest.raises(ReplikatError, match=f"the deck standard-52 has the code {other}"):
        plan_event(event, source, LIBRARY, replace(spec("standard-52"), code=other))
    bare = replace(event, code=None)
    assert plan_event(bare, source, LIBRARY, replace(spec("standard-52"), code=code)).schedule.code == code


def test_an_own_movement_lies_beside_the_event(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("entries: 2\nof: teams\nrounds:\n  - [[2, 1]]\n", encoding="utf-8")
    planned = written(tmp_path, TEAMS.format(game="whist", squares="1-2", movement="mine.yaml"))
    assert planned.schedule.sittings[0].people == ("e", "c", "f", "d")


def test_how_results_are_compared_follows_from_game_and_event(tmp_path: Path) -> None:
    def method(text: str) -> tuple[str, str, tuple[int, ...]]:
        scoring = scoring_of(written(tmp_path, text))
        return scoring.method, scoring.better, scoring.sums

    assert method(TEAMS.format(game="whist", squares="1", movement="teams").replace("squares: 1", "squares: [1]")) == (
        "seat_difference",
        "high",
        (0,),
    )
    assert method(TEAMS.format(game="hearts", squares="[1]", movement="plain")) == ("matchpoints", "low", (26,))
    assert method(TEAMS.format(game="president", squares="[1]", movement="plain"))[2] == (6,)
    assert method(DUEL.format(game="crazy-eights", squares="[1]")) == ("seat_difference", "low", ())
    assert (
        method(DUEL.format(game="crazy-eights", squares="[1]").replace("duel", "rotation") + "scoring: {method: first_difference}\n")[0]
        == "first_difference"
    )
    with pytest.raises(ReplikatError, match=r"event.yaml:5:10: scoring.steps: the method butler without a table of IMPs"):
        method(DUEL.format(game="crazy-eights", squares="[1]") + "scoring: {method: butler}\n")


def test_tables_are_read_as_they_were_written() -> None:
    text = table_text(("name", "result"), [("a; b", 1), ("c, d", 2), ("", "")])
    assert [(row.line, row.cells) for row in read_rows(text, ("result", "name"), "x")] == [
        (2, {"name": "a; b", "result": "1"}),
        (3, {"name": "c, d", "result": "2"}),
    ]
    with pytest.raises(ReplikatError, match=r"x:1: no column result, seat; expected a first line with result, seat"):
        read_rows("name\n", ("result", "seat"), "x")
