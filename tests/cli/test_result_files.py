"""Results as people have them: spreadsheets, several files, their own language; and what is told while some are missing."""

import csv
import json
import unicodedata
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paper import read, text_of
from replikat.cli.main import replikat, run
from support import LIBRARY
from workbooks import PERCENT, number_cell, ods, ods_row, row, xlsx

PAIRS = "pairs: {Ås: [Åse, Bjørg], Elv: [Cecilie, Dagfinn], Fjell: [Eline, Frode], Hav: [Guro, Henrik]}\n"
BRIDGE = "use: tournament\nname: Høst\ngame: bridge\nsquares: 1-3\nrounds: 3\n" + PAIRS
DUEL = "use: duel\nname: Kveld\ngame: crazy-eights\nsquares: 1-2\nplayers: [Åse, Bjørg]\n"
COLUMNS = ["square", "round", "table", "seat", "name", "result"]
Rows = list[dict[str, str]]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*arguments: str) -> Result:
    return CliRunner().invoke(replikat, list(arguments), catch_exceptions=False)


def score(*arguments: str) -> Result:
    return command("score", "event.yaml", *arguments)


def template(text: str) -> Rows:
    Path("event.yaml").write_text(text, encoding="utf-8")
    return list(csv.DictReader(StringIO(command("schedule", "event.yaml", "--template", "-").stdout)))


def play(rows: Rows) -> Rows:
    """Give every line a whole number that no other line of its square has; at a table they add up to 0."""
    for place, line in enumerate(rows):
        points = 10 * (1 + place // 2)
        line["result"] = str(points if place % 2 == 0 else -points)
    return rows


def write(rows: Rows, name: str = "r.csv", separator: str = ",") -> None:
    with Path(name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=separator)
        writer.writeheader()
        writer.writerows(rows)


def as_cells(line: dict[str, str]) -> list[object]:
    return [int(value) if value.lstrip("-").isdecimal() else value for value in line.values()]


def write_xlsx(rows: Rows, name: str = "r.xlsx") -> None:
    lines = [row("Høstturnering 2026"), row(), row(*rows[0]), *(row(*as_cells(line)) for line in rows)]
    Path(name).write_bytes(xlsx({"Notes": row("none"), "Ark 1": "".join(lines)}))


def write_ods(rows: Rows, name: str = "r.ods") -> None:
    Path(name).write_bytes(ods({"Ark1": ods_row(*rows[0]) + "".join(ods_row(*as_cells(line)) for line in rows)}))


def errors(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert run(["score", "event.yaml", *arguments]) == 1
    return capsys.readouterr().err.splitlines()


def test_a_spreadsheet_says_the_same_as_csv() -> None:
    rows = play(template(BRIDGE.replace("bridge", "whist")))
    write(rows)
    expected = score("r.csv").output
    assert f"{len(rows)} of {len(rows)} results" in expected
    for writer, name in ((write_xlsx, "r.xlsx"), (write_ods, "r.ods"), (write_xlsx, "named.csv")):
        writer(rows, name)
        assert score(name).output == expected


def test_wrong_cells_of_a_spreadsheet_are_named_by_sheet_and_address(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    rows[0]["result"] = "soon"
    rows[2]["square"] = "one"
    write_xlsx(rows)
    write_ods(rows)
    usual = "expected a number, an average (A, A+, A-), a percentage such as 60%, a dash or nothing"
    assert errors(capsys, "r.xlsx") == [
        f"replikat: r.xlsx: 'Ark 1'!F4: result: found 'soon'; {usual}",
        "replikat: r.xlsx: 'Ark 1'!A6: square: found 'one'; expected a whole number",
    ]
    assert errors(capsys, "r.ods")[0] == f"replikat: r.ods: Ark1!F2: result: found 'soon'; {usual}"


def test_percentages_and_numbers_of_a_spreadsheet_are_what_people_see() -> None:
    rows = play(template(BRIDGE + "scoring: {method: matchpoints}\n"))
    write([line | {"result": "60%"} if place == 0 else line for place, line in enumerate(rows)])
    expected = json.loads(score("r.csv", "--json").stdout)["squares"]
    assert any(result["result"] == "60%" for square in expected for result in square["results"])
    lines = [row(*rows[0]), row(*as_cells(rows[0])[:-1], number_cell("0.6", PERCENT)), *(row(*as_cells(line)) for line in rows[1:])]
    Path("r.xlsx").write_bytes(xlsx({"A": "".join(lines)}))
    assert json.loads(score("r.xlsx", "--json").stdout)["squares"] == expected


def test_a_number_cell_is_exact_and_a_text_with_three_decimals_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    rows[0]["result"] = "1,105"
    write(rows)
    told = (
        "result: found '1,105'; it can be read in two ways; write 1105 or 1,1050, or say with --decimal which sign stands before decimals"
    )
    assert errors(capsys, "r.csv") == [f"replikat: r.csv:2: {told}"]
    assert "1.105" in score("r.csv", "--decimal", "comma").output
    assert run(["score", "event.yaml", "r.csv", "--decimal", "point"]) == 1
    Path("r.xlsx").write_bytes(xlsx({"A": row(*COLUMNS) + row(1, 1, 1, "S", "Åse", 1.105)}))
    assert " 1.105 " in score("r.xlsx").output
    Path("r.yaml").write_text("results:\n  - {square: 1, round: 1, table: 1, seat: S, name: Åse, result: 1.105}\n", encoding="utf-8")
    assert " 1.105 " in score("r.yaml").output


@pytest.mark.parametrize("lang", ["nb", "da", "sv", "en"])
def test_the_table_of_a_language_is_read_as_it_was_written(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    heads = {
        "nb": "Rute;Runde;Bord;Plass;Navn;Resultat",
        "da": "Felt;Runde;Bord;Plads;Navn;Resultat",
        "sv": "Ruta;Runda;Bord;Plats;Namn;Resultat",
        "en": "square,round,table,seat,name,result",
    }
    side = {"nb": "ØV", "da": "ØV", "sv": "ÖV", "en": "EW"}
    rows = play(template(BRIDGE.replace("bridge", "whist")))
    write(rows)
    expected = score("r.csv").output
    assert command("schedule", "event.yaml", "--template", "own.csv", "--lang", lang).exit_code == 0
    data = Path("own.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    lines = data.decode("utf-8-sig").splitlines()
    assert lines[0] == heads[lang]
    separator = "," if lang == "en" else ";"
    assert {line.split(separator)[3] for line in lines[1:]} == {"NS", side[lang]}
    filled = [lines[0], *(line + wanted["result"] for line, wanted in zip(lines[1:], rows, strict=True))]
    Path("own.csv").write_text("\n".join(filled), encoding="utf-8")
    assert score("own.csv").output == expected
    if lang != "en":  # its column names say that a comma stands before decimals
        Path("own.csv").write_text("\n".join([*filled[:1], lines[1] + "1,125", lines[2] + "-1.125", *filled[3:]]), encoding="utf-8")
        assert errors(capsys, "own.csv")[0].startswith("replikat: own.csv:3: result: found '-1.125'; it can be read in two ways")


def test_names_are_compared_as_they_look() -> None:
    rows = play(template(DUEL.replace("Åse", "Åse Lie")))
    write(rows)
    expected = score("r.csv").output
    write([line | {"name": unicodedata.normalize("NFD", line["name"]).replace(" ", "  ")} for line in rows])
    assert score("r.csv").output == expected


def test_a_misspelt_name_of_a_duel_is_named_with_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    write([line | {"name": line["name"].replace("Bjørg", "Bjorg")} for line in rows])
    told = errors(capsys, "r.csv")
    cure = "expected Bjørg; a change of people stands in the event's file, under changes"
    lines = [place for place, line in enumerate(rows, 2) if line["name"] == "Bjørg"]
    assert told == [f"replikat: r.csv:{place}: name: 'Bjorg' does not hold {rows[place - 2]['seat']} there; {cure}" for place in lines]


def test_results_of_one_player_alone_are_no_fault_of_the_event() -> None:
    write([line | {"result": ""} if line["name"] == "Bjørg" else line for line in play(template(DUEL))])
    made = score("r.csv")
    assert made.exit_code == 0
    assert "4 of 8 results" in made.output


def test_files_of_several_people_are_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(BRIDGE.replace("bridge", "whist")))
    write(rows)
    expected = score("r.csv").output.splitlines()
    blank = [line | {"result": ""} for line in rows]
    write([*rows[:4], *blank[4:]], "a.csv")
    write_xlsx([*blank[:3], *rows[3:8], *blank[8:]], "b.xlsx")
    write_ods(rows[8:], "c.ods")
    told = score("a.csv", "b.xlsx", "c.ods").output.splitlines()
    assert "taken once, since two files hold the same: 1" in told
    assert [line for line in told if not line.startswith("taken once")] == expected
    assert json.loads(score("a.csv", "b.xlsx", "c.ods", "--json").stdout)["repeated"] == 1
    assert score("r.csv", "r.csv").output.splitlines() == expected, "a file that is named twice is one"
    write([rows[3] | {"result": "7"}], "d.csv")
    cure = "delete one of the two"
    assert errors(capsys, "b.xlsx", "d.csv") == [
        f"replikat: d.csv:2: result: entered in 'Ark 1'!F7 of b.xlsx already as {rows[3]['result']}; {cure}"
    ]
    assert errors(capsys, "d.csv", "b.xlsx", "nowhere.csv")[0].startswith("replikat: nowhere.csv does not exist")


def test_contracts_are_worked_out_and_seats_of_the_language_taken(capsys: pytest.CaptureFixture[str]) -> None:
    template(BRIDGE)
    lines = ["Rute;Runde;Bord;Plass;Navn;Resultat;Kontrakt", "1;1;1;N-S;;;4♠ N +1", "1;1;2;ØV;;-50;3NT Ø –1"]
    Path("r.csv").write_text("\n".join(lines), encoding="utf-8")
    made = json.loads(score("r.csv", "--json").stdout)
    (north,) = [square for square in made["squares"] if (square["deal"], square["seat"]) == (1, "NS")]
    assert sorted(result["result"] for result in north["results"]) == ["450", "50"]
    Path("r.csv").write_text("\n".join([*lines[:2], "1;1;2;ØV;;-100;3NT Ø –1"]), encoding="utf-8")
    assert errors(capsys, "r.csv")[0].startswith("replikat: r.csv:3: result: -100 beside 3NT E –1, which gives -50; correct one of the two")


def test_a_missing_result_is_named() -> None:
    rows = play(template(DUEL))
    write([line | {"result": ""} if place == 5 else line for place, line in enumerate(rows)])
    gone = rows[5]
    where = f"round {gone['round']}, table {gone['table']}, square {gone['square']}"
    assert f"missing: {where}: {gone['seat']} {gone['name']}" in score("r.csv").output.splitlines()
    made = json.loads(score("r.csv", "--json").stdout)
    assert made["missing"] == 1
    numbers = {key: int(gone[key]) for key in ("square", "round", "table")}
    assert made["missing_results"] == [numbers | {"seat": gone["seat"], "name": gone["name"]}]


MARKS = {
    "nb": "Foreløpig. Rader som mangler: 3. Rader med feil: 1.",
    "da": "Foreløbig. Rækker der mangler: 3. Rækker med fejl: 1.",
    "sv": "Preliminärt. Rader som saknas: 3. Rader med fel: 1.",
    "en": "Provisional. Rows missing: 3. Rows wrong: 1.",
}


@pytest.mark.parametrize("lang", MARKS)
def test_what_is_provisional_says_so(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = play(template(DUEL))
    rows[0]["result"] = "?"
    rows[4]["result"] = rows[7]["result"] = ""
    write(rows)
    files = ("--ranking", "ranking.csv", "--csv", "gains.csv", "--pdf", "report.pdf", "--lang", lang)
    assert run(["score", "event.yaml", "r.csv", *files, "--strict"]) == 1
    assert not [path for path in Path().iterdir() if path.name in files]
    assert capsys.readouterr().err.splitlines()[1] == "replikat: not written: gains.csv, ranking.csv, report.pdf; first put the rows right"
    assert run(["score", "event.yaml", "r.csv", *files]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    separator = "," if lang == "en" else ";"
    table = list(csv.reader(StringIO(Path("ranking.csv").read_text(encoding="utf-8-sig")), delimiter=separator))
    mark = "provisional: 3 rows missing, 1 wrong" if lang == "en" else MARKS[lang]
    assert table[1][:3] == ["provisional", "", mark]
    assert {len(line) for line in table} == {len(table[0])}
    assert {line[0] for line in table[2:]} == {"entry"}
    assert mark in Path("gains.csv").read_text(encoding="utf-8-sig").splitlines()[1]
    assert MARKS[lang] in text_of(read(Path("report.pdf").read_bytes(), Path())[0])


def test_what_is_complete_bears_no_mark() -> None:
    write(play(template(DUEL)))
    assert score("r.csv", "--ranking", "ranking.csv").exit_code == 0
    assert "provisional" not in Path("ranking.csv").read_text(encoding="utf-8")


def test_csv_for_people_and_for_programs() -> None:
    rows = play(template(DUEL))
    rows[0]["result"] = "2.5"
    write(rows)
    arguments = ("--csv", "gains.csv", "--lang", "nb")
    assert score("r.csv", *arguments).exit_code == 0
    people = Path("gains.csv").read_bytes()
    assert people.startswith(b"\xef\xbb\xbfsection;deal;square;")
    assert ";2,5;" in people.decode()
    assert score("r.csv", *arguments, "--csv-style", "plain").exit_code == 0
    programs = Path("gains.csv").read_bytes()
    assert programs.startswith(b"section,deal,square,") and b",2.5," in programs
    assert score("r.csv", "--csv", "-").stdout.encode() == programs
    assert score("r.csv", "--csv", "-", "--csv-style", "spreadsheet", "--lang", "nb").stdout.encode() == people


def test_every_language_names_the_columns_of_its_tables_apart() -> None:
    from replikat.deck.loaders import load_language
    from replikat.events.results.headings import OPTIONAL, PHRASES, TEMPLATE, columns

    assert set(PHRASES) == {*TEMPLATE, *OPTIONAL}
    for lang in LIBRARY.names("languages"):
        words = load_language(lang, LIBRARY)
        names = [words.phrase(key).lower() for key in PHRASES.values()]
        assert columns(names, words) == list(PHRASES)


def test_a_square_that_was_dealt_in_place_of_another_is_compared_with_those_who_played_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Table 1 should have dealt square 1 in round 1 and dealt 7, which nobody else plays: both squares have one result less."""
    rows = [line | {"dealt": ""} for line in play(template(BRIDGE.replace("bridge", "whist").replace("1-3", "1-6")))]
    write(rows)
    before = json.loads(score("r.csv", "--json").stdout)
    first, other = rows[0], next(line for line in rows if line["square"] != rows[0]["square"] and line["round"] != rows[0]["round"])

    def results(made: dict[str, list[dict[str, object]]], square: str) -> int:
        return sum(len(one["results"]) for one in made["squares"] if str(one["deal"]) == square)  # type: ignore[arg-type]

    first["dealt"] = other["square"]
    write(rows)
    made = json.loads(score("r.csv", "--json").stdout)
    assert results(made, first["square"]) == results(before, first["square"]) - 2
    assert results(made, other["square"]) == results(before, other["square"]) + 2
    numbers = {"square": int(first["square"]), "round": 1, "table": 1}
    assert made["dealt"] == [numbers | {"dealt": int(other["square"])}]
    assert (made["missing"], made["faults"]) == (0, [])
    told = [
        line for line in made["warnings"] if line.startswith(f"square {other['square']} was dealt in round 1 at table 1, and comes to ")
    ]
    assert sorted(name for line in told for name in line.split(" to ")[1].split(" in ")[0].split(", ")) == sorted(
        name for line in rows[:4] if line["table"] == "1" and line["square"] == "1" for name in line["name"].split(" & ")
    )
    line = f"dealt: square {first['square']}, round 1, table 1: square {other['square']}"
    assert line in score("r.csv").output.splitlines()
    write([line for line in rows if line["seat"] == "NS"])  # the other side follows, at the square that was dealt
    assert json.loads(score("r.csv", "--json").stdout)["squares"] == made["squares"]


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({0: "nine"}, ["2: dealt: found 'nine'; expected the number of a square"]),
        ({0: "100"}, ["2: dealt: square 100; a deck has at most 60"]),
        ({0: "5", 1: "6"}, ["3: dealt: square 6 at a table where square 5 was dealt by line 2; look at the slip and correct one of them"]),
        ({0: "2"}, ["2: dealt: square 2 was dealt twice at table 1 in round 1; look at the slips and correct one of them"]),
    ],
)
def test_a_wrong_square_dealt_is_named(cells: dict[int, str], told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line | {"dealt": ""} for line in play(template(BRIDGE.replace("bridge", "whist").replace("1-3", "1-6")))]
    rows.sort(key=lambda line: [int(line[key]) for key in ("round", "table", "square")])
    assert [line["square"] for line in rows[:4]] == ["1", "1", "2", "2"]
    for place, text in cells.items():
        rows[place]["dealt"] = text
    write(rows)
    lines = [line for line in errors(capsys, "r.csv") if ": warning: " not in line]
    assert lines[: len(told)] == [f"replikat: r.csv:{line}" for line in told]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("Rute;Runde;Bord;Plass;Navn", "no column result; expected a first line with square, round, table, seat, name, result"),
        ("square;round;table;seat;name;result;Result", "two columns mean result (result, result); delete one, or call it otherwise"),
        ("Rute;Runde;Bord;Plass;Navn;Resultat;result", "two columns mean result (resultat, result); delete one, or call it otherwise"),
    ],
)
def test_columns_that_lack_or_stand_twice_are_told(head: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    template(DUEL)
    Path("r.csv").write_text(f"{head}\n1;1;1;S;Åse;5\n", encoding="utf-8")
    assert errors(capsys, "r.csv") == [f"replikat: r.csv:1: {told}"]


def test_a_swiss_goes_on_from_a_file_for_every_round_and_every_laptop() -> None:
    swiss = "use: tournament\ngame: german-whist\nmovement: swiss\nrounds: 3\nsquares: 1-6\nplayers: [a, b, c, d, e, f, g, h]\n"
    first = play(template(swiss))
    write(first, "all.csv")
    expected = command("schedule", "event.yaml", "--results", "all.csv").stdout
    assert "round 2" in expected
    half = len(first) // 2
    blank = [line | {"result": ""} for line in first]
    write([*first[:half], *blank[half:]], "a.csv")
    write_xlsx([*blank[: half - 1], *first[half - 1 :]], "b.xlsx")
    assert command("schedule", "event.yaml", "--results", "a.csv", "--results", "b.xlsx").stdout == expected
