"""Every kind of score sheet, for every kind of event, on every paper: read back from the finished pages."""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from event_papers import assert_clean, event_of, planned
from paper import A4, LANGUAGES, assert_only_own_fonts, read, streams, text_of, words_of
from replikat.cli.events import open_event
from replikat.cli.options import PAPERS
from replikat.deck.print_settings import PrintSettings
from replikat.errors import ReplikatError
from replikat.events.printing import ALL_KINDS, deck_sheets, event_name, event_sheets, on_paper, schedule_pdf, usual_kinds
from replikat.events.sheets.occasion import entry_said
from replikat.papers.forms import LEAST
from replikat.papers.stationery import stationery
from replikat.reading.drawn.page import Page
from support import LIBRARY, packaged_deck

EVENTS = LIBRARY.names("events")
PAGED = [(event, kind) for event in EVENTS for kind in usual_kinds(open_event(event, LIBRARY))]


def blank(kind: str, lang: str = "nb", paper: str = "a4", **more: object) -> bytes:
    made = on_paper(stationery(PrintSettings(), lang, LIBRARY), PAPERS[paper])
    return deck_sheets(packaged_deck("standard-52"), kind, made, LIBRARY, **more)  # type: ignore[arg-type]


def level_lines(page: Page) -> dict[float, list[tuple[float, float]]]:
    """Return the level lines by their height."""
    found: dict[float, list[tuple[float, float]]] = {}
    for outline in page.outlines:
        for part in outline.parts:
            for a, b in pairwise(part):
                if abs(a.y - b.y) < 0.01 and b.x - a.x > 5:
                    found.setdefault(round(a.y, 1), []).append((a.x, b.x))
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("event", "kind"), PAGED)
def test_sheets_of_events_are_clean_on_every_paper(event: str, kind: str, paper: str, tmp_path: Path) -> None:
    lang = LANGUAGES[(len(event) + len(kind) + len(paper)) % 4]
    for page in read(event_sheets(planned(event), kind, lang, LIBRARY, PAPERS[paper]), tmp_path)[:3]:
        assert_clean(page)
        assert {round(page.width), round(page.height)} == {round(PAPERS[paper].width), round(PAPERS[paper].height)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in ALL_KINDS if kind != "working"])
def test_blank_sheets_are_clean_and_bear_the_deck(kind: str, lang: str, tmp_path: Path) -> None:
    deck = packaged_deck("standard-52")
    for page in read(blank(kind, lang, "a5" if lang == "sv" else "letter" if lang == "en" else "a4"), tmp_path)[:2]:
        assert_clean(page)
        assert f"{deck.name} · {deck.code}" in text_of(page)
        rows = [edges for edges in level_lines(page).values() if len(edges) > 2]
        assert len(rows) >= 3
        assert all(right - left >= LEAST - 0.1 for edges in rows for left, right in edges)


def test_rows_are_high_enough_to_write_in(tmp_path: Path) -> None:
    for kind in ("rotation", "traveller", "player", "team", "ranking"):
        page = read(blank(kind), tmp_path)[0]
        rows = sorted(height for height, edges in level_lines(page).items() if len(edges) > 3)
        assert all(after - before >= 8 - 0.1 for before, after in pairwise(rows[1:7]))


def test_a_rotation_has_a_line_for_every_play_and_the_seat_in_it(tmp_path: Path) -> None:
    event = planned("hearts-rotation")
    page = read(event_sheets(event, "rotation", "nb", LIBRARY), tmp_path)[0]
    text = text_of(page)
    assert all(name in text for name in event.schedule.people)
    letters = [word for word in page.words if word.text in ("S", "V", "N", "Ø") and word.size < 2.9]
    assert len(letters) == 4 * 4 * 4, "squares, plays, people"
    assert "26" in text


def test_slips_and_travellers_hold_everybody_once(tmp_path: Path) -> None:
    event = planned("whist-individual")
    text = " ".join(text_of(page) for page in read(event_sheets(event, "table", "en", LIBRARY), tmp_path))
    for name in event.schedule.people:
        assert len(re.findall(rf"\b{name}\b", text)) == 11
    travellers = " ".join(text_of(page) for page in read(event_sheets(event, "traveller", "en", LIBRARY), tmp_path))
    for name in event.schedule.people:
        assert len(re.findall(rf"\b{name}\b", travellers)) == 11


def test_a_players_card_says_where_to_sit_with_whom(tmp_path: Path) -> None:
    event = planned("whist-individual")
    pages = read(event_sheets(event, "player", "en", LIBRARY), tmp_path)
    texts = [text_of(page) for page in pages]
    assert len(texts) == 12
    others = [name for name in event.schedule.people if name != "Astrid"]
    own = next(text for text in texts if text.startswith("Astrid"))
    assert all(len(re.findall(rf"\b{name}\b", own)) == 3 for name in others), "once with, twice against"


def test_a_team_sheet_adds_what_the_team_won_at_both_tables(tmp_path: Path) -> None:
    (first, second) = read(event_sheets(planned("two-teams"), "team", "en", LIBRARY), tmp_path)
    assert "Upstairs – Downstairs" in text_of(first) and "Downstairs – Upstairs" in text_of(second)
    assert "Table 1 N–S" in text_of(first) and "Table 2 E–W" in text_of(first)


def test_a_team_sheet_names_teams_as_they_are_called(tmp_path: Path) -> None:
    """A club that is called Oslo - 1 is one team, not two of Oslo and 1."""
    teams = "teams: {Oslo - 1: [Ada, Bo, Cy, Di], Oslo - 2: [Eli, Fay, Gus, Hal]}\n"
    event = event_of("use: tournament\ngame: bridge\nsquares: 1-2\n" + teams + "scoring: {method: imps}\n", tmp_path)
    first, second = read(event_sheets(event, "team", "en", LIBRARY), tmp_path)
    assert text_of(first).startswith("Oslo - 1 – Oslo - 2 ") and text_of(second).startswith("Oslo - 2 – Oslo - 1 ")
    rotated = event_of("use: tournament\ngame: crazy-eights\nmovement: teams\nsquares: 1-2\n" + teams, tmp_path)
    heads = text_of(read(event_sheets(rotated, "team", "en", LIBRARY), tmp_path)[0])
    assert heads.count("Oslo - 2") == 2, "in the title, and over the columns of the other team"


def test_a_deck_named_by_the_path_of_its_file_is_called_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "deck.yaml").write_text("name: club\npack: french52\nsquares: [{layout: main, count: 4}]\n", encoding="utf-8")
    text = "use: duel\ngame: crazy-eights\nsquares: 1-4\ndeck: ./deck.yaml\nplayers: [a, b]\n"
    event = event_of(text, tmp_path)
    for pdf in (event_sheets(event, "duel", "en", LIBRARY), schedule_pdf(event, "en", LIBRARY)):
        lines = text_of(read(pdf, tmp_path)[0]).split()
        assert "club" in lines and "deck" not in lines


def sizes_of(pdf: bytes, text: str, folder: Path) -> list[float]:
    """Return the sizes, in points, in which a word stands on the pages, smallest first."""
    sizes = {word.size * 72 / 25.4 for page in read(pdf, folder) for word in page.words if word.text == text}
    return [round(size, 1) for size in sorted(sizes)]


def test_a_player_called_by_a_number_is_written_as_a_name(tmp_path: Path) -> None:
    """Names are set in 9 points, numbers of squares and tables in 11.9; names over columns in 8, titles in 13."""
    names = "players: ['70', '71', '72', '73', '74', '75', '76', '77']\n"
    event = event_of("use: tournament\ngame: whist\nsquares: 51-54\n" + names, tmp_path)
    for kind, name, number in (("ranking", [9.0], []), ("player", [9.0, 13.0], [11.9]), ("table", [8.0], [11.9])):
        pdf = event_sheets(event, kind, "en", LIBRARY)
        assert sizes_of(pdf, "70", tmp_path)[: len(name)] == name
        assert 11.9 not in sizes_of(pdf, "70", tmp_path)
        assert sizes_of(pdf, "51", tmp_path)[-1:] == number
    plan = schedule_pdf(event, "en", LIBRARY)
    assert 11.9 not in sizes_of(plan, "74", tmp_path)
    duel = event_of("use: duel\ngame: crazy-eights\nsquares: 51-54\nplayers: ['70', '71']\n", tmp_path)
    assert 11.9 not in sizes_of(event_sheets(duel, "duel", "en", LIBRARY), "70", tmp_path)


def test_a_seat_and_a_square_are_written_as_numbers(tmp_path: Path) -> None:
    event = event_of("use: tournament\ngame: oh-hell\nsetup: p5\nsquares: 1-2\nplayers: [a, b, c, d, e]\n", tmp_path)
    assert 11.9 in sizes_of(event_sheets(event, "player", "en", LIBRARY), "5", tmp_path)


def test_what_helps_to_score_is_text_on_slips(tmp_path: Path) -> None:
    """A value such as 50 stands in the table of help as it is, not as a number of the form."""
    pdf = event_sheets(planned("bridge-pairs"), "table", "en", LIBRARY)
    assert 11.9 not in sizes_of(pdf, "50", tmp_path) and 9.0 in sizes_of(pdf, "50", tmp_path)
    assert not any(b"50 )" in stream for stream in streams(pdf))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("crazy-eights", ["8", "50", "Kn, D, K", "10", "andre kort: tallet sitt"]),
        ("casino", ["flest spar", "ruter 10", "hver tabbe"]),
        ("minchiate", ["trumf 36–40", "Narren (Matto), K, trumf 1, 10, 13", "tiere: 10, 20, 30, 40", "trumf 29 i en"]),
        ("minchiate", ["sekvens på 3", "hvert kort over 42"]),
        ("weavers-game", ["ruter, spar, hjerter, kløver"]),
        ("bridge", ["grand", "40+30", "500/750"]),
        ("skat", ["+40", "−50"]),
    ],
)
def test_the_margin_helps_to_score(game: str, told: list[str], tmp_path: Path) -> None:
    page = read(blank("duel", game=game), tmp_path)[0]
    assert_clean(page)
    text = text_of(page)
    assert words_of("nb").phrase("help.title") in text
    assert [word for word in told if word not in text] == []


@pytest.mark.parametrize("game", ["minchiate", "casino", "weavers-game"])
def test_working_sheets(game: str, tmp_path: Path) -> None:
    for lang in LANGUAGES:
        for page in read(blank("working", lang, "a5" if lang == "da" else "a4", game=game), tmp_path)[:2]:
            assert_clean(page)
    grid = read(blank("working", game="weavers-game"), tmp_path)[0]
    cells = [outline for outline in grid.outlines if abs(outline.box.width - 10.6) < 0.2 and abs(outline.box.height - 10.6) < 0.2]
    assert len(cells) % 32 == 0 and len(cells) >= 4 * 32, "36 places without the corners"


def test_a_working_sheet_is_a_games_own() -> None:
    with pytest.raises(ReplikatError, match=r"--kind: a working sheet is a game's own; name one of casino, minchiate, .* with --game"):
        blank("working")
    with pytest.raises(ReplikatError, match="found 'duell'; did you mean duel"):
        blank("duell")


def test_bridge_sheets_have_columns_for_the_contract(tmp_path: Path) -> None:
    for kind in ("table", "traveller"):
        text = text_of(read(event_sheets(planned("bridge-pairs"), kind, "en", LIBRARY), tmp_path)[0])
        assert all(word in text for word in ("Contract", "By", "Tricks"))


def test_more_columns_than_the_paper_has_room_for() -> None:
    with pytest.raises(ReplikatError, match="more columns than A5 has room for; expected a larger paper"):
        blank("team", "en", "a5", players=10)


@pytest.mark.parametrize("event", EVENTS)
def test_the_schedule_on_paper(event: str, tmp_path: Path) -> None:
    found = planned(event)
    pages = read(schedule_pdf(found, "nb", LIBRARY), tmp_path)
    for page in pages:
        assert_clean(page)
    text = " ".join(text_of(page) for page in pages)
    guide = words_of("nb").phrase("forms.guide")
    assert text.count(guide) == len(found.schedule.people)
    assert all(name in text for name in found.schedule.people)
    tables = {sitting.table for sitting in found.schedule.sittings}
    assert text.count(words_of("nb").phrase("forms.table_card")) == len(tables)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_start_no_paper_tells_times(lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    text = " ".join(text_of(page) for page in read(schedule_pdf(planned("kitchen-duel"), lang, LIBRARY), tmp_path))
    assert not re.search(r"\d:\d\d|\+\d", text) and words.phrase("forms.time") not in text.split()
    assert words.phrase("forms.break.after", n=1, minutes=15) in text
    slips = " ".join(text_of(page) for page in read(event_sheets(planned("two-teams"), "table", lang, LIBRARY), tmp_path))
    assert not re.search(r"\d:\d\d|\+\d", slips)
    timed = " ".join(text_of(page) for page in read(schedule_pdf(planned("hearts-rotation"), lang, LIBRARY), tmp_path))
    assert "19:00" in timed and words.phrase("forms.time") in timed.split()


# ---- names: 14 points on the wall, never less than 8, with the pair or team


LONG = """use: tournament
name: Spring
game: bridge
squares: 1-7
start: "18:30"
breaks: [{after: 4, minutes: 20}]
pairs:
  Lysaker & omegn seniorbridge: [Maximilian-Alexander von Hohenstein-O, Bartholomeus Wilhelmsen-Kristoffersen]
  Par 2: [Cecilie, David]
  Nord: [Eline, Frode]
  Sol: [Guro, Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww]
  Kort: [Åse, Jonas]
  Par 6: [Änne, Östen]
  Maren & Nils: [Maren, Nils]
  Par 8: [Ærlend, Øystein]
"""


def plain_text(pages: list[Page]) -> str:
    return " ".join(" ".join(text_of(page).split()) for page in pages)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_long_names_take_lines_and_keep_their_size(lang: str, paper: str, tmp_path: Path) -> None:
    event = event_of(LONG, tmp_path)
    kinds = [kind for kind in usual_kinds(event) if (kind, paper) != ("ranking", "a5")]
    pdfs = [event_sheets(event, kind, lang, LIBRARY, PAPERS[paper]) for kind in kinds]
    for pdf in (*pdfs, schedule_pdf(event, lang, LIBRARY, PAPERS[paper])):
        for page in read(pdf, tmp_path):
            assert_clean(page)
            assert min(word.size for word in page.words) * 72 / 25.4 >= 8 - 0.01
            title = page.words[0]
            assert title.size * 72 / 25.4 >= 13 - 0.01


def test_pairs_are_named_with_their_people_everywhere(tmp_path: Path) -> None:
    """Number and name of the pair stand below the people; a number that the name holds is not told twice."""
    event = event_of(LONG, tmp_path)
    pdfs = {kind: event_sheets(event, kind, "en", LIBRARY) for kind in usual_kinds(event)}
    for kind in ("table", "traveller", "player", "ranking"):
        text = plain_text(read(pdfs[kind], tmp_path))
        assert all(name in text for name in ("Cecilie", "David", "Par 2", "3 · Nord", "5 · Kort")), kind
        assert "2 · Par 2" not in text
    ranking = plain_text(read(pdfs["ranking"], tmp_path))
    assert "3 · Nord Eline, Frode" in ranking and "7 Maren, Nils" in ranking
    assert "Eline & Frode 3 · Nord" in plain_text(read(pdfs["table"], tmp_path))
    plan = plain_text(read(schedule_pdf(event, "en", LIBRARY), tmp_path))
    assert plan.count("Cecilie & David Par 2") == 7, "on the wall, once a round"
    assert "Guide card · 3 · Nord · Spring" in plan


def test_teams_are_named_at_their_tables(tmp_path: Path) -> None:
    text = plain_text(read(schedule_pdf(planned("two-teams"), "en", LIBRARY), tmp_path))
    teams = [entry.name for entry in planned("two-teams").schedule.entries]
    assert all(f"{number} · {team}" in text for number, team in enumerate(teams, 1))


def test_partners_of_different_entries_have_no_name_in_common() -> None:
    schedule = planned("whist-individual").schedule
    assert entry_said(schedule, schedule.people[:1]) == entry_said(schedule, schedule.people[:2]) == ""


@pytest.mark.parametrize("event", EVENTS)
def test_the_sheet_for_the_wall_is_large_and_keeps_rounds_whole(event: str, tmp_path: Path) -> None:
    """Every name has 14 points or more; under the band of a round stand all its tables, on the same page."""
    schedule = planned(event).schedule
    words = words_of("en")
    pages = read(schedule_pdf(planned(event), "en", LIBRARY), tmp_path)
    wall = [
        page for page in pages if text_of(page).startswith(event_name(planned(event))) and words.phrase("forms.schedule") in text_of(page)
    ]
    wall = [page for page in wall if any(word.size * 72 / 25.4 > 14 for word in page.words if word.text in schedule.people)]
    bands = [re.findall(r"Round (\d+)", text_of(page)) for page in wall]
    assert [int(number) for page in bands for number in page] == [round_.number for round_ in schedule.rounds]
    for page, numbers in zip(wall, bands, strict=True):
        seated = [name for number in numbers for one in schedule.rounds[int(number) - 1].sittings for name in one.people]
        text = plain_text([page])
        plays = {name for name in seated if re.search(rf"\b{re.escape(name)}\b", text)}
        assert plays == set(seated)


def test_breaks_and_rests_stand_where_they_belong(tmp_path: Path) -> None:
    nine = LONG.replace("1-7", "1-9") + "  Par 9: [Tor, Una]\n"
    text = plain_text(read(schedule_pdf(event_of(nine, tmp_path), "nb", LIBRARY), tmp_path))
    assert re.search(r"Pause \d+:\d+–\d+:\d+ .*Runde 5 · ", text)
    assert "Står over: Tor & Una (Par 9)" in text


@pytest.mark.parametrize(
    ("lang", "title", "order"),
    [
        ("nb", "Hvor sitter jeg?", ["Wwww", "Änne", "Ærlend", "Östen", "Øystein", "Åse"]),
        ("da", "Hvor sidder jeg?", ["Wwww", "Änne", "Ærlend", "Östen", "Øystein", "Åse"]),
        ("sv", "Var sitter jag?", ["Wwww", "Åse", "Änne", "Ærlend", "Östen", "Øystein"]),
        ("en", "Where do I sit?", ["Änne", "Cecilie", "David"]),
    ],
)
def test_everybody_looks_up_where_to_sit_in_the_order_of_the_alphabet(lang: str, title: str, order: list[str], tmp_path: Path) -> None:
    event = event_of(LONG, tmp_path)
    pages = [page for page in read(schedule_pdf(event, lang, LIBRARY), tmp_path) if text_of(page).startswith(title)]
    text = plain_text(pages[:1])
    places = [text.index(name) for name in order]
    assert places == sorted(places)
    letters = words_of(lang).letters
    tables = plain_text(pages)
    for name in ("Cecilie", "Jonas", "Nils"):
        where = [
            f"{one.table} {letters[seat]}"
            for round_ in event.schedule.rounds
            for one in round_.sittings
            for seat, who in one.seats
            if who == name
        ]
        assert " ".join(where[:4]) in tables and " ".join(where[4:]) in tables
    assert min(word.size for page in pages for word in page.words if word.text == "Cecilie") * 72 / 25.4 >= 14


def test_one_table_needs_no_list_of_seats(tmp_path: Path) -> None:
    text = plain_text(read(schedule_pdf(planned("hearts-rotation"), "en", LIBRARY), tmp_path))
    assert "Where do I sit?" not in text


def test_a_score_sheet_keeps_every_square_on_one_page(tmp_path: Path) -> None:
    pages = read(blank("rotation", "en", players=4), tmp_path)
    assert len(pages) == 3
    for page in pages:
        plays = [word.text for word in page.words if word.text in ("1", "2") and word.size > 4.1 and word.box.x > 40]
        gains = [word for word in page.words if word.text == "Gain" and word.box.y > 40]
        assert plays == ["1", "2"] * len(gains)


def test_a_long_title_becomes_smaller_rather_than_thin(tmp_path: Path) -> None:
    page = read(schedule_pdf(planned("two-teams"), "en", LIBRARY), tmp_path)[0]
    title = next(word for word in page.words if word.text == "downstairs")
    assert title.box.width / title.size > 0.88 * 0.45 * len("downstairs")


def test_the_same_sheets_give_the_same_bytes_in_own_fonts() -> None:
    for kind in ("table", "player"):
        assert event_sheets(planned("bridge-pairs"), kind, "da", LIBRARY) == event_sheets(planned("bridge-pairs"), kind, "da", LIBRARY)
        assert_only_own_fonts(event_sheets(planned("bridge-pairs"), kind, "da", LIBRARY))


# ---- to be filled in on a screen


def scripts(data: bytes) -> dict[str, str]:
    """Return the scripts of the fields that are worked out, in the order of working."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return {str(one.T): str(one.AA.C.JS) for one in pdf.Root.AcroForm.CO}


def worked_out(data: bytes, typed: dict[str, float]) -> dict[str, float]:
    """Return all fields after the scripts have run once in their order; a field without all its numbers stays empty."""
    values = dict(typed)
    for name, script in scripts(data).items():
        names = re.findall(r'"([ng]\d+_\w+)"', script)
        times = re.search(r"times = \[([^\]]*)\]", script)
        factors = [float(one) for one in times[1].split(",")] if times else [1.0] * len(names)
        if not times or all(one in values for one in names):
            values[name] = round(sum(factor * values.get(one, 0) for one, factor in zip(names, factors, strict=True)), 2)
    return values


def test_the_sums_of_a_duel_are_worked_out() -> None:
    data = event_sheets(planned("kitchen-duel"), "duel", "nb", LIBRARY, A4, True)
    typed = {f"n0_{row}_{column}": float(value) for row in range(6) for column, value in ((2, 12), (3, 34), (4, 0), (5, 5))}
    values = worked_out(data, typed)
    assert (values["n0_0_6"], values["n0_0_7"]) == (27, -27), "low is best: 34 + 5 less 12 + 0"
    assert (values["n0_s0_6"], values["n0_s0_7"]) == (6 * 27, -6 * 27)


def test_the_gains_of_a_rotation_are_worked_out() -> None:
    event = planned("hearts-rotation")
    data = event_sheets(event, "rotation", "nb", LIBRARY, A4, True)
    names = event.schedule.people
    typed = {}
    for square in range(4):
        for play in range(4):
            for place in range(4):
                typed[f"n0_{5 * square + play}_{2 + place}"] = float((square + 3 * play + 5 * place) % 9)
    values = worked_out(data, typed)
    gains = [[values[f"n0_{5 * square + 4}_{2 + place}"] for place in range(4)] for square in range(4)]
    assert all(abs(sum(own)) < 0.05 for own in gains)
    plays = [sitting for sitting in event.schedule.sittings if sitting.square == 1]
    held = {(play, name): seat for play, sitting in enumerate(plays) for seat, name in sitting.seats}
    score = {key: typed[f"n0_{key[0]}_{2 + names.index(key[1])}"] for key in held}
    own = sum(
        sum(score[other] for other in held if held[other] == held[key] and other != key) / 3 - score[key]
        for key in held
        if key[1] == names[0]
    )
    assert gains[0][0] == pytest.approx(own, abs=0.02)


def test_the_sums_of_a_grid_and_of_a_ledger_are_worked_out() -> None:
    values = worked_out(
        blank("working", game="weavers-game", fillable=True), {f"g0_{what}{place}": 3.0 for what in ("row", "column") for place in range(6)}
    )
    assert (values["g0_rows"], values["g0_columns"]) == (18, 18)
    ledger = blank("working", game="minchiate", fillable=True)
    counted = list(scripts(ledger))
    assert len(counted) == 2
    terms = re.findall(r'"(n0_\d+_1)"', scripts(ledger)[counted[0]])
    assert worked_out(ledger, dict.fromkeys(terms, 10.0))[counted[0]] == 10 * len(terms)


def test_sums_are_carried_from_page_to_page() -> None:
    data = blank("duel", "nb", "a5", fillable=True)
    pages = len({name.split("_")[1] for name in scripts(data) if "_s" in name})
    assert pages > 1
    rows = {name.split("_")[1] for name in scripts(data) if re.fullmatch(r"n0_\d+_6", name)}
    values = worked_out(data, {f"n0_{row}_{column}": 1.0 * (column == 2) for row in rows for column in (2, 3, 4, 5)})
    assert values[f"n0_s{pages - 1}_6"] == len(rows)


def test_fields_are_named_once_in_the_order_of_reading_and_every_script_finds_its_own() -> None:
    for event, kind in (("two-teams", "team"), ("bridge-pairs", "table"), ("hearts-rotation", "rotation"), ("kitchen-duel", "duel")):
        data = event_sheets(planned(event), kind, "sv", LIBRARY, None, True)
        with pikepdf.open(BytesIO(data)) as pdf:
            names = [str(one.T) for one in pdf.Root.AcroForm.Fields]
            assert all(page.obj.Tabs == pikepdf.Name.R for page in pdf.pages)
            letters = {str(one) for one in pdf.Root.AcroForm.DR.Font.Helv.Encoding.Differences}
            assert {"/aring", "/ae", "/oslash", "/adieresis", "/odieresis", "/Aring", "/AE", "/Oslash"} <= letters
        assert len(names) == len(set(names)) > 10
        done: set[str] = set(names) - set(scripts(data))
        for name, script in scripts(data).items():
            assert set(re.findall(r'"([ng]\d+_\w+)"', script)) <= done, "nothing is worked out before what it counts"
            done.add(name)
        assert data == event_sheets(planned(event), kind, "sv", LIBRARY, None, True)
