"""Two sides that play the same deals with the seats exchanged: a duel, a match of teams."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from replikat.errors import Breach, LawFault
from replikat.events.comparisons import Match, MatchSquare
from replikat.events.result import Award, Result, Score, Scoring
from replikat.events.schedule import Section, Side, section_name
from replikat.events.scoring.compare import award_fault, award_points
from replikat.events.scoring.exact import mean, total
from replikat.events.scoring.fields import imps
from replikat.events.scoring.victory import victory_points


def matches(
    results: Sequence[Result], scoring: Scoring, entries: Mapping[str, str] | None = None, deals: Mapping[int, int] | None = None
) -> tuple[Match, ...]:
    """Return the match of every section in every round, home being the side that is listed first.

    Results without a section, as those of a duel, are one match, whatever their rounds.
    `entries` gives the side for which a person plays (himself where absent), `deals` the square that a disguised
    square is a copy of. LawFault for a section of other than two sides.
    """
    sections: defaultdict[tuple[Section, int], list[tuple[int, Result, str]]] = defaultdict(list)
    faults: list[Breach] = []
    for place, row in enumerate(results):
        sides = {(entries or {}).get(holder, holder) for holder in row.holders}
        if len(sides) != 1:
            faults.append(((place, "holders"), f"{' and '.join(row.holders)} play for {len(sides)} sides; expected one"))
        elif isinstance(row.score, Award) and (fault := award_fault(row.score, scoring)):
            faults.append(((place, "score"), fault))
        else:
            sections[row.section, row.round if row.section else 0].append((place, row, sides.pop()))
    for (section, _), rows in sections.items():
        names = list(dict.fromkeys(side for _, _, side in rows))
        if len(names) != 2:
            where = f"the match {section_name(section)}" if section else "the match"
            faults.append(((rows[0][0], "holders"), f"{where} has {len(names)} sides ({', '.join(names)}); expected two"))
    if faults:
        raise LawFault(faults)
    return tuple(
        _match(section, number, [(row, side) for _, row, side in rows], scoring, deals or {})
        for (section, number), rows in sections.items()
    )


def _match(
    section: Section,
    number: int,
    rows: Sequence[tuple[Result, str]],
    scoring: Scoring,
    deals: Mapping[int, int],
) -> Match:
    """Return the match of a section in the round with this number."""
    home, away = dict.fromkeys(side for _, side in rows)
    by_deal: defaultdict[int, list[tuple[Result, str]]] = defaultdict(list)
    for row, side in rows:
        by_deal[deals.get(row.square, row.square)].append((row, side))
    squares = tuple(_square(deal, group, home, away, scoring) for deal, group in by_deal.items())
    match = Match(section, home, away, squares, round=number)
    if not scoring.victory_points:
        return match
    up, down = match.score
    return match._replace(victory=victory_points((up - down) / 2, len(squares)))


def _square(deal: int, rows: Sequence[tuple[Result, str]], home: str, away: str, scoring: Scoring) -> MatchSquare:
    """Return the points of one deal; an award of one side alone leaves the other what is left of the top, or its opposite."""
    top = Fraction(scoring.win) if scoring.method == "board_a_match" else Fraction(0)
    awards = {side: award_points(row.score, scoring, top) for row, side in reversed(rows) if isinstance(row.score, Award)}
    if awards:
        up = awards.get(home, top - awards.get(away, Fraction(0)))
        return MatchSquare(deal, None, up, awards.get(away, top - up))
    difference = _difference(rows, home, scoring)
    if difference is None:
        return MatchSquare(deal, None, Fraction(0), Fraction(0))
    if scoring.method == "board_a_match":
        up = top * (1 + (difference > 0) - (difference < 0)) / 2
        return MatchSquare(deal, difference, up, top - up)
    up = Fraction(imps(difference, scoring.steps)) if scoring.method == "imps" else difference
    return MatchSquare(deal, difference, up, -up)


def _difference(rows: Sequence[tuple[Result, str]], home: str, scoring: Scoring) -> Fraction | None:
    """Return by how much home did better at the seats that both sides held; None where there is no such seat.

    Where the seats of a table mirror each other, those that one side holds in the first play say it all.
    """
    scores: defaultdict[Side, tuple[list[Score], list[Score]]] = defaultdict(lambda: ([], []))
    for row, entry in rows:
        if row.made is not None:
            scores[row.side][entry != home].append(row.made)
    both = {side: mean(ours) - mean(theirs) for side, (ours, theirs) in scores.items() if ours and theirs}
    if scoring.mirrored and both:
        first, leader = next((row, entry) for row, entry in rows if row.side in both)
        own = {row.side for row, entry in rows if entry == leader and row.sitting == first.sitting}
        both = {side: value for side, value in both.items() if side in own}
    if not both:
        return None
    return total(both.values()) * (1 if scoring.better == "high" else -1)
