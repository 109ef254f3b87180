"""From gains or matches to places: per player, pair or team, with tie-breaks."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from replikat.events.comparisons import Comparison, Field, Match, Standing
from replikat.events.result import Scoring, SittingKey, TieBreak
from replikat.events.scoring.exact import total
from replikat.events.scoring.fields import matchpoints

HALF = Fraction(1, 2)
POINT_A_BOARD = 2  # for a square won against one of those tied with; 1 for a tie

Names = tuple[str, ...]
Values = Mapping[str, Fraction]
Rule = Callable[[Names], Values]


class Meetings(NamedTuple):
    """Whom somebody met, once for every meeting; partners only where they changed."""

    opponents: Names
    partners: Names = ()


class Won(NamedTuple):
    """What one contestant won, or brings along: the points, in how many plays, and their top where there is one.

    `extra` are those of the points that belong to no play.
    """

    points: Fraction
    plays: int = 0
    top: Fraction | None = None
    extra: Fraction = Fraction(0)


def rank_field(
    comparisons: Sequence[Comparison],
    scoring: Scoring,
    entries: Mapping[str, str] | None = None,
    carried: Mapping[str, Won] | None = None,
    meetings: Mapping[str, Meetings] | None = None,
    apart: Mapping[str, Field] | None = None,
) -> tuple[Standing, ...]:
    """Return the ranking of a field, best first.

    `entries` gives the pair or team of a person (himself where absent), `carried` points brought along or penalties by
    contestant, `meetings` what the tie-break by opponents looks at, `apart` the field of every contestant where there
    are several, each of which has places of its own. Whoever sat out is not punished unless `rank_by`
    is total: the mean of a square decides, or the percentage.
    """
    owner = _Owners(entries or {})
    gains: defaultdict[str, list[Fraction]] = defaultdict(list)
    tops: defaultdict[str, list[Fraction]] = defaultdict(list)
    for comparison in comparisons:
        for result, points in zip(comparison.results, comparison.points, strict=True):
            for name in owner[result.holders]:
                won = gains[name]
                if points is not None:
                    won.append(points)
                    if comparison.top:
                        tops[name].append(comparison.top)
    sums = _summed([*gains, *(entries or {}).values()], gains, tops, carried or {})
    final = {name: own.points for name, own in sums.items()}
    rules: dict[TieBreak, Rule] = {
        "wins": lambda tied: _wins(comparisons, owner, tied),
        "point_a_board": lambda tied: _points_a_board(comparisons, owner, tied, scoring),
        "opponents": lambda tied: {name: _met(final, (meetings or {}).get(name)) for name in tied},
    }
    return _by_field(sums, scoring, [rules[name] for name in scoring.tie_breaks], apart or {})


def rank_matches(
    matches: Sequence[Match],
    scoring: Scoring,
    carried: Mapping[str, Won] | None = None,
    apart: Mapping[str, Field] | None = None,
) -> tuple[Standing, ...]:
    """Return the ranking of sides by their matches, best first; `carried` and `apart` as in `rank_field`."""
    won: defaultdict[str, list[Fraction]] = defaultdict(list)
    met: defaultdict[str, list[str]] = defaultdict(list)
    tops: defaultdict[str, list[Fraction]] = defaultdict(list)
    for match in matches:
        for name, other, points in zip((match.home, match.away), (match.away, match.home), match.points, strict=True):
            won[name].append(points)
            met[name].append(other)
            if scoring.victory_points:
                tops[name].append(Fraction(20))
            elif scoring.method == "board_a_match":
                tops[name].append(Fraction(scoring.win * len(match.squares)))
    sums = _summed(won, won, tops, carried or {})
    final = {name: own.points for name, own in sums.items()}
    rules: dict[TieBreak, Rule] = {
        "head_to_head": lambda tied: _head_to_head(matches, tied, lambda match: match.points),
        "head_to_head_basic": lambda tied: _head_to_head(matches, tied, lambda match: match.score),
        "wins": lambda tied: _collected(matches, tied, lambda match: _match_won(match.points)),
        "basic": lambda tied: _collected(matches, tied, lambda match: match.score),
        "point_a_board": lambda tied: _head_to_head(matches, tied, _squares_won),
        "opponents": lambda tied: {name: _met(final, Meetings(tuple(met[name]))) for name in tied},
    }
    return _by_field(sums, scoring, [rules[name] for name in scoring.tie_breaks], apart or {})


def whole_tables(comparisons: Iterable[Comparison], entries: Mapping[str, str]) -> Names:
    """Return the entries that hold every seat of a table: where sums are constant they win and lose nothing.

    Such groups cannot be ranked as wholes; rank their members, or let teams cross seats.
    """
    owner = _Owners(entries)
    tables: defaultdict[SittingKey, set[Names]] = defaultdict(set)
    for comparison in comparisons:
        for gain in comparison.gains:
            tables[gain.result.sitting].add(owner[gain.result.holders])
    alone = (next(iter(held)) for held in tables.values() if len(held) == 1)
    return tuple(dict.fromkeys(name for names in alone for name in names if name in entries.values()))


def tie_break_points(opponents: Sequence[Fraction], partners: Sequence[Fraction] = ()) -> Fraction:
    """Return the sum of the opponents' final scores; of individuals, that over the sum of their partners'."""
    against, beside = total(opponents), total(partners)
    return against / beside if beside else against


class _Owners(dict[Names, Names]):
    """The contestants for whom holders play, each found once."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        super().__init__()
        self.entries = entries

    def __missing__(self, holders: Names) -> Names:
        self[holders] = tuple(dict.fromkeys(self.entries.get(holder, holder) for holder in holders))
        return self[holders]


def _summed(
    names: Iterable[str],
    won: Mapping[str, Sequence[Fraction]],
    tops: Mapping[str, Sequence[Fraction]],
    carried: Mapping[str, Won],
) -> dict[str, Won]:
    """Return what everybody has who won or lost something, is entered, or brought something along."""
    sums = {}
    for name in dict.fromkeys([*names, *carried]):
        own, brought = won.get(name, ()), carried.get(name, Won(Fraction(0)))
        top = total(tops[name]) if name in tops else None
        if brought.top:
            top = (top or 0) + brought.top
        sums[name] = Won(total(own) + brought.points, len(own) + brought.plays, top, brought.extra)
    return sums


def _by_field(sums: Mapping[str, Won], scoring: Scoring, rules: Sequence[Rule], apart: Mapping[str, Field]) -> tuple[Standing, ...]:
    """Return the ranking of one field after the other."""
    if not apart:
        return _placed(sums, scoring, rules)
    standings: list[Standing] = []
    for field in dict.fromkeys(apart.values()):
        own = {name: won for name, won in sums.items() if apart.get(name, Field()) == field}
        standings += [standing._replace(field=field) for standing in _placed(own, scoring, rules)]
    return tuple(standings)


def _placed(sums: Mapping[str, Won], scoring: Scoring, rules: Sequence[Rule]) -> tuple[Standing, ...]:
    by_mean = scoring.rank_by == "mean"
    main = {name: own.points / (own.top or own.plays or 1) if by_mean else own.points for name, own in sums.items()}
    ordered = sorted(sums, key=main.__getitem__, reverse=True)
    if by_mean:
        ordered.sort(key=lambda name: sums[name].plays == 0)  # whoever has no result comes last
    standings: list[Standing] = []
    for _, group in groupby(ordered, key=lambda name: (by_mean and sums[name].plays == 0, main[name])):
        for tied in _broken(tuple(group), rules):
            place, shared = len(standings) + 1, len(tied) > 1
            for name, broken in tied.items():
                own = sums[name]
                standings.append(Standing(place, shared, name, own.points, own.plays, own.top, broken, extra=own.extra))
    return tuple(standings)


def _broken(tied: Names, rules: Sequence[Rule]) -> list[dict[str, tuple[Fraction, ...]]]:
    """Return those tied in groups, best first, with what each rule gave; a rule is asked only while there is a tie."""
    if len(tied) == 1 or not rules:
        return [dict.fromkeys(tied, ())]
    values = rules[0](tied)
    groups = []
    for value, group in groupby(sorted(tied, key=lambda name: values[name], reverse=True), key=lambda name: values[name]):
        for apart in _broken(tuple(group), rules[1:]):
            groups.append({name: (value, *later) for name, later in apart.items()})
    return groups


def _met(final: Values, meetings: Meetings | None) -> Fraction:
    if not meetings:
        return Fraction(0)
    return tie_break_points(*([final.get(name, Fraction(0)) for name in names] for names in meetings))


def _wins(comparisons: Iterable[Comparison], owner: _Owners, tied: Names) -> Values:
    won = dict.fromkeys(tied, Fraction(0))
    for comparison in comparisons:
        level = (comparison.top or Fraction(0)) / 2
        for gain in comparison.gains:
            for name in owner[gain.result.holders]:
                if name in won and gain.points is not None and gain.points >= level:
                    won[name] += 1 if gain.points > level else HALF
    return won


def _points_a_board(comparisons: Iterable[Comparison], owner: _Owners, tied: Names, scoring: Scoring) -> Values:
    won = dict.fromkeys(tied, Fraction(0))
    sign = 1 if scoring.better == "high" else -1
    for comparison in comparisons:
        rivals = [
            (name, sign * score)
            for gain in comparison.gains
            if (score := gain.result.made) is not None
            for name in owner[gain.result.holders]
            if name in won
        ]
        for (name, _), points in zip(rivals, matchpoints([score for _, score in rivals], POINT_A_BOARD), strict=True):
            won[name] += points
    return won


def _collected(matches: Iterable[Match], tied: Names, points: Callable[[Match], tuple[Fraction, Fraction]]) -> dict[str, Fraction]:
    won = dict.fromkeys(tied, Fraction(0))
    for match in matches:
        for name, value in zip((match.home, match.away), points(match), strict=True):
            if name in won:
                won[name] += value
    return won


def _head_to_head(matches: Sequence[Match], tied: Names, points: Callable[[Match], tuple[Fraction, Fraction]]) -> Values:
    """Return the points of the matches among those tied; nothing for anybody unless all of them met equally often."""
    among = [match for match in matches if match.home in tied and match.away in tied]
    met = Counter(frozenset((match.home, match.away)) for match in among)
    if len({met[frozenset(pair)] for pair in combinations(tied, 2)}) != 1:
        return dict.fromkeys(tied, Fraction(0))
    return _collected(among, tied, points)


def _match_won(points: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    won = HALF * (1 + (points[0] > points[1]) - (points[0] < points[1]))
    return won, 1 - won


def _squares_won(match: Match) -> tuple[Fraction, Fraction]:
    won = [_match_won((square.home, square.away)) for square in match.squares]
    return total(home for home, _ in won), total(away for _, away in won)
