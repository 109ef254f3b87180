"""The report of results: everything it says is read back from the finished pages, plots too."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from event_papers import assert_clean, event_of, planned
from paper import LANGUAGES, assert_only_own_fonts, read, text_of, words_of
from replikat.cli.options import PAPERS
from replikat.data.csv_tables import Row
from replikat.events.comparisons import Luck, Share
from replikat.events.planning import Planned, scoring_of
from replikat.events.printing import report
from replikat.events.report.strips import Strip, figure, heading, paginated, said
from replikat.events.results.entry import enter
from replikat.events.results.evaluation import Scored, score_results
from replikat.events.results.tables import TEMPLATE, rows_read
from replikat.events.sheets.occasion import side_said
from support import LIBRARY

EVENTS = LIBRARY.names("events")


def scored(event: str, factor: int = 1) -> Scored:
    """Return a packaged event in which every place has a made-up result."""
    return played(planned(event), factor)


def played(found: Planned, factor: int = 1) -> Scored:
    """Return an event in which every place has a made-up result; the sums of a table come out."""
    scoring = scoring_of(found)
    rows: list[Row] = []
    for place in found.schedule.places():
        cells = (place.sitting.square, place.round, place.sitting.table, place.seat, place.name)
        rows.append(Row(len(rows) + 2, dict(zip(TEMPLATE, [*map(str, cells), ""], strict=True))))
    count, sum_ = len(found.schedule.sides), scoring.sums[0] if scoring.sums else 0
    for first in range(0, len(rows), count):
        values = [factor * ((7 * first + 5 * place) % 17 - 6) for place in range(count)]
        if scoring.sums:
            values[-1] = sum_ - sum(values[:-1])
        for row, value in zip(rows[first : first + count], values, strict=True):
            row.cells["result"] = str(value)  # type: ignore[index]
    return score_results(found, scoring, enter(found.schedule, scoring, rows_read(rows, found.event, found.schedule.sides), "results.csv"))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("event", EVENTS)
def test_reports_are_clean_and_name_everybody_in_their_place(event: str, paper: str, tmp_path: Path) -> None:
    found = scored(event, 11)
    assert found.entered.faults == ()
    lang = LANGUAGES[(len(event) + len(paper)) % 4]
    pages = read(report(found, lang, LIBRARY, PAPERS[paper]), tmp_path)
    for page in pages:
        assert_clean(page)
    text = text_of(pages[0])
    places = [text.find(f"{one.label} {one.name}") for one in found.standings]
    assert -1 not in places and places == sorted(places)
    points = figure(found.standings[0].points, words_of(lang), found.standings[0].top is None)
    assert points in text


def test_sides_of_three_are_named_by_their_seats(tmp_path: Path) -> None:
    """The fifth and sixth at a table sit on the sides of South and West, and are called by their numbers."""
    text = "use: rotation\ngame: scopa\nsquares: 1-2\nplayers: [a, b, c, d, e, f]\n"
    report_ = report(played(event_of(text, tmp_path)), "nb", LIBRARY)
    heads = {word.text for page in read(report_, tmp_path) for word in page.words if "–" in word.text}
    assert {"N–S–5", "Ø–V–6"} <= heads
    assert not any("X" in head for head in heads)


def discs(page_of: Scored, folder: Path) -> tuple[int, int]:
    """Return how many full and how many open discs there are on the pages."""
    full = hollow = 0
    for page in read(report(page_of, "nb", LIBRARY), folder):
        for outline in page.outlines:
            box = outline.box
            if outline.curved and abs(box.width - box.height) < 0.05 and box.width < 5:
                full += outline.filled
                hollow += not outline.filled
    return full, hollow


def test_a_disc_for_every_gain_and_loss(tmp_path: Path) -> None:
    found = scored("kitchen-duel")
    vars(found)["gains"] = {
        "Astrid": {1: Fraction(5), 2: Fraction(3), 3: Fraction(0)},
        "Birk": {1: Fraction(-5), 2: Fraction(1, 2), 3: Fraction(4)},
    }
    assert discs(found, tmp_path) == (4, 1)


def test_the_luck_line_says_shares_and_draws_them(tmp_path: Path) -> None:
    few = text_of(read(report(scored("kitchen-duel"), "en", LIBRARY), tmp_path)[0])
    assert "There are too few deals to say how much was luck (12 comparisons in 6 deals)." in few
    found = replace(scored("whist-individual"), luck=Luck(40, 20, Share(0.62, 0.48, 0.75), Share(0.1, 0.0, 0.2)))
    text = text_of(read(report(found, "nb", LIBRARY), tmp_path)[0])
    assert "kom 62 % (48–75) fra kortene og 38 % (25–52) fra spillet" in text
    assert "Varige forskjeller mellom spillerne utgjør 10 % (0–20)." in text


def test_every_square_is_told_with_result_and_gain(tmp_path: Path) -> None:
    found = scored("two-teams")
    text = " ".join(text_of(page) for page in read(report(found, "nb", LIBRARY), tmp_path))
    assert re.findall(r"Rute (\d+) N–S", text) == [str(number) for number in range(1, 9)]
    match = found.matches[0]
    words = words_of("nb")
    assert f"{match.home} – {match.away} {figure(match.points[0], words)} : {figure(match.points[1], words)}" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_what_its_figures_and_plots_mean(lang: str, tmp_path: Path) -> None:
    words = words_of(lang)
    for event, told in (
        ("bridge-pairs", ("ranking.percent", "where.what", "gains.what", "squares.what", "squares.gain", "explain.matchpoints")),
        ("whist-individual", ("ranking.mean", "where.what", "gains.what", "squares.what", "squares.gain")),
        ("two-teams", ("ranking.mean", "where.what", "gains.what", "squares.what")),
    ):
        text = " ".join(text_of(page) for page in read(report(scored(event), lang, LIBRARY), tmp_path))
        for key in ("ranking.percent", "ranking.mean", "squares.gain", "explain.matchpoints", "explain.imps", *told):
            assert (words.phrase(f"report.{key}") in text) is (key in told), key


def test_headings_and_what_explains_a_plot_stay_with_it() -> None:
    """A heading, two lines that lead on, and rows: none of them ends a page."""
    leads = [heading("A"), *said("ord " * 60, 100.0, leads=True)]
    rows = [Strip(5.0, lambda pen: None) for _ in range(4)]
    for filled in range(1, 60):
        pages = paginated([Strip(float(filled), lambda pen: None), *leads, *rows], 60.0, 0.0)
        assert sum(map(len, pages)) == 1 + len(leads) + len(rows)
        assert not any(page[-1].keep for page in pages)


def test_figures_are_written_as_the_language_does() -> None:
    words = words_of("nb")
    assert [figure(Fraction(value), words, True) for value in ("1/3", "-2.5", "0", "4", "-1/1000")] == ["+0,33", "−2,5", "0", "+4", "0"]
    assert figure(Fraction(5, 2), words_of("en")) == "2.5"


def test_the_same_report_gives_the_same_bytes_in_own_fonts() -> None:
    assert report(scored("hearts-rotation"), "da", LIBRARY) == report(scored("hearts-rotation"), "da", LIBRARY)
    assert_only_own_fonts(report(scored("hearts-rotation"), "da", LIBRARY))


def test_a_mitchell_has_a_ranking_for_either_line(tmp_path: Path) -> None:
    pairs = ", ".join(f"Par {number}: [a{number}, b{number}]" for number in range(1, 5))
    text = f"use: tournament\ngame: whist\nsquares: 1-4\nmovement: mitchell\npairs: {{{pairs}}}\n"
    found = played(event_of(text, tmp_path))
    for lang in LANGUAGES:
        words = words_of(lang)
        page = text_of(read(report(found, lang, LIBRARY, None), tmp_path)[0])
        north, east = (page.index(f"{words.phrase('forms.ranking')} · {side_said(side, words)}") for side in (("N", "S"), ("E", "W")))
        lines = [page.index(f"{one.label} {one.name}") for one in found.standings]
        assert north < lines[0] < lines[1] < east < lines[2] < lines[3]
        assert [one.label for one in found.standings] == ["1", "2", "1", "2"]
