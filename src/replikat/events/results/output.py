"""Results for other programs: tables as CSV, and everything as plain values for JSON."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from replikat.data.csv_tables import PLAIN, CsvStyle, table_text
from replikat.deck.catalogue import Catalogue
from replikat.events.comparisons import Comparison, Luck, Match, Share, Standing, rounds_told
from replikat.events.result import Award, Result, Score
from replikat.events.results.entry import Entered
from replikat.events.results.evaluation import Scored
from replikat.events.schedule import JOIN, Place, section_name, side_name
from replikat.events.scoring.exact import rounded, shown

PROVISIONAL = "provisional"  # the kind of the row that bears the mark of a table that is not final
PLACES = 4  # decimals that other programs are given

_AWARDS = {"average": "A", "average_plus": "A+", "average_minus": "A-"}


def score_text(score: Score | Award | None) -> str:
    """Return a result as it is written down."""
    if score is None:
        return "-"
    if isinstance(score, Award):
        return _AWARDS.get(score.kind) or f"{plain(score.value)}%"
    return plain(score)


def plain(value: Score | None, places: int = PLACES) -> str:
    """Return a number without needless zeros, with a point; nothing for None."""
    if value is None:
        return ""
    return shown(rounded(value, places))


def ranking_csv(scored: Scored, style: CsvStyle = PLAIN, words: Catalogue | None = None) -> str:
    """Return the ranking as CSV, best first; persons follow where they are ranked besides.

    Where there are several fields, each has places of its own, and a column says which one it is.

    Args:
        scored: The event.
        style: How the table is written.
        words: The language of the mark that a first row bears while results are missing or wrong;
            None for English.
    """

    def number(value: Score | None) -> str:
        return style.number(plain(value))

    kinds = [("entry", one) for one in scored.standings] + [("person", one) for one in scored.persons]
    in_fields = any(one.field for _, one in kinds)
    columns = ("kind", "place", "name", "points", "plays", "mean", "percent", *scored.scoring.tie_breaks)
    rows: list[tuple[object, ...]] = []
    mark = provisional_text(scored.entered, words)
    if mark:
        rows.append((PROVISIONAL, "", mark, *[""] * (len(columns) - 3)))
    for kind, one in kinds:
        numbers = (number(one.points), one.plays, number(one.mean), number(one.percent), *map(number, one.broken))
        rows.append((kind, one.label, one.name, *numbers)[: len(columns)])
    if in_fields:
        fields = [PROVISIONAL] * bool(mark) + [one.field.name if one.field else "" for _, one in kinds]
        columns = ("field", *columns)
        rows = [(name, *row) for name, row in zip(fields, rows, strict=True)]
    return table_text(columns, rows, style)


def provisional_text(entered: Entered, words: Catalogue | None = None) -> str:
    """Return the mark of papers and tables that are not final: how many rows are missing and wrong; nothing if all are right."""
    if not entered.provisional:
        return ""
    missing, wrong = len(entered.missing), len(entered.faults)
    if words:
        return words.phrase("results.provisional", missing=missing, wrong=wrong)
    return f"provisional: {missing} {'row' if missing == 1 else 'rows'} missing, {wrong} wrong"


def gains_csv(scored: Scored, style: CsvStyle = PLAIN, words: Catalogue | None = None) -> str:
    """Return every result with what it is worth as CSV; results of matches as a field, and their squares as matches.

    The arguments are those of `ranking_csv`.
    """

    def number(value: Score | None) -> str:
        return style.number(plain(value))

    rows: list[tuple[object, ...]] = []
    mark = provisional_text(scored.entered, words)
    if mark:
        rows.append((PROVISIONAL, "", "", "", "", "", mark, "", "", ""))
    for comparison in scored.comparisons:
        for result, points in comparison.gains:
            text = style.number(score_text(result.score))
            holders = JOIN.join(result.holders)
            rows.append((*_place(comparison, result), holders, text, number(points), number(comparison.top)))
    for match, meeting in zip(scored.matches, rounds_told(scored.matches), strict=True):
        for square in match.squares:
            for name, points in ((match.home, square.home), (match.away, square.away)):
                section = section_name(match.section) or "match"
                rows.append((section, square.deal, square.deal, meeting or "", "", "", name, "", number(points), ""))
    columns = ("section", "deal", "square", "round", "table", "seat", "name", "result", "points", "top")
    return table_text(columns, rows, style)


def _place(comparison: Comparison, result: Result) -> tuple[object, ...]:
    return (
        section_name(comparison.section),
        comparison.deal,
        result.square,
        result.round,
        result.table,
        side_name(result.side),
    )


def results_tree(scored: Scored) -> dict[str, Any]:
    """Return everything as plain values, for JSON."""
    event, given = scored.planned.event, scored.entered
    return {
        "event": event.name,
        "use": event.use,
        "game": event.game,
        "code": scored.planned.schedule.code,
        "method": scored.scoring.method,
        "entered": len(given.results),
        "missing": len(given.missing),
        "missing_results": [_line_of(place) for place in given.missing],
        "repeated": given.repeated,
        "dealt": [
            {"square": sitting.square, "round": round_, "table": sitting.table, "dealt": square} for sitting, round_, square in given.dealt
        ],
        "ranking": [_standing(one) for one in scored.standings],
        "persons": [_standing(one) for one in scored.persons],
        "squares": [
            {
                "deal": comparison.deal,
                "seat": side_name(comparison.side),
                "section": section_name(comparison.section),
                "top": _number(comparison.top),
                "results": [_gain(result, points) for result, points in comparison.gains],
            }
            for comparison in scored.comparisons
        ],
        "matches": [_match(match, number) for match, number in zip(scored.matches, rounds_told(scored.matches), strict=True)],
        "luck": _luck(scored.luck),
        "corrections": [_line_of(one.place) | {"was": one.was, "now": one.now, "note": one.note} for one in given.corrections],
        "faults": [str(fault) for fault in given.faults],
        "doubts": [str(doubt) for doubt in scored.doubts],
        "warnings": [*scored.planned.warnings, *scored.warnings],
    }


def _line_of(place: Place) -> dict[str, Any]:
    return {
        "square": place.sitting.square,
        "round": place.round,
        "table": place.sitting.table,
        "seat": place.seat,
        "name": place.name,
    }


def _match(match: Match, number: int) -> dict[str, Any]:
    """Return a match, with its round where the same two meet more than once."""
    return {
        "section": section_name(match.section),
        **({"round": number} if number else {}),
        "home": match.home,
        "away": match.away,
        "score": _numbers(match.score),
        "points": _numbers(match.points),
        "squares": [{"deal": one.deal, "home": _number(one.home), "away": _number(one.away)} for one in match.squares],
    }


def _standing(one: Standing) -> dict[str, Any]:
    """Return a line of the ranking, with its field where there are several."""
    return {
        **({"field": one.field.name} if one.field else {}),
        "place": one.label,
        "name": one.name,
        "points": _number(one.points),
        "plays": one.plays,
        "mean": _number(one.mean),
        "percent": _number(one.percent),
    }


def _gain(result: Result, points: Fraction | None) -> dict[str, Any]:
    return {
        "square": result.square,
        "round": result.round,
        "table": result.table,
        "name": JOIN.join(result.holders),
        "result": score_text(result.score),
        "points": _number(points),
    }


def _luck(luck: Luck) -> dict[str, Any]:
    shares = {"cards": luck.cards, "play": luck.play, "players": luck.players}
    return {"comparisons": luck.comparisons, "deals": luck.deals, **{name: _share(share) for name, share in shares.items()}}


def _share(share: Share | None) -> dict[str, float] | None:
    return {name: round(value, PLACES) for name, value in share._asdict().items()} if share else None


def _number(value: Score | None) -> float | None:
    return None if value is None else float(rounded(value, PLACES))


def _numbers(values: Iterable[Score]) -> list[float | None]:
    return [_number(value) for value in values]
