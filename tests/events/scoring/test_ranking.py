"""Places of players, pairs and teams, and how ties are broken."""

from fractions import Fraction

import yaml
from hypothesis import given
from hypothesis import strategies as st

from played import HEARTS, STEPS, rows
from replikat.events.comparisons import Standing
from replikat.events.result import Scoring
from replikat.events.scoring.compare import compare
from replikat.events.scoring.matches import matches
from replikat.events.scoring.ranking import Meetings, Won, rank_field, rank_matches, tie_break_points, whole_tables
from support import VECTORS

EXAMPLES = yaml.safe_load((VECTORS / "scoring.yaml").read_text(encoding="utf-8"))


def places(standings: tuple[Standing, ...]) -> dict[str, str]:
    return {line.name: line.label for line in standings}


def field(text: str, scoring: Scoring, **more: object) -> tuple[Standing, ...]:
    return rank_field(compare(rows(text), scoring), scoring, **more)  # type: ignore[arg-type]


def test_published_places() -> None:
    (example,) = EXAMPLES["ranking_1224"]
    text = "\n".join(f"1 S p{i} {score}" for i, score in enumerate(example["scores"]))
    labels = places(field(text, Scoring("mean_difference")))
    assert [labels[f"p{i}"] for i in range(4)] == example["rank"]


def test_published_tie_break_points() -> None:
    pairs, individual, pivot, *_ = EXAMPLES["tie_break_ebu"]
    assert tie_break_points(pairs["opponents_final"]) == pairs["tie_break_points"]
    assert tie_break_points(individual["opponents_final"], individual["partners_final"]) == individual["tie_break_points"]
    assert "2.0" in pivot["rule"]
    a, b, c = 30, 40, 50  # whoever sits still has every player twice as opponent and once as partner
    assert tie_break_points([a, b, b, c, c, a], [c, a, b]) == 2


def test_a_rotation_is_ranked_by_players() -> None:
    standings = field(HEARTS, Scoring("cross_difference", "low"))
    assert [(line.label, line.name, line.points, line.plays) for line in standings] == [
        ("1", "B", 6, 2),
        ("2", "A", 3, 2),
        ("3", "C", -9, 2),
    ]


def test_foster_s_memory_duplicate_adds_up() -> None:
    example = EXAMPLES["memory_duplicate_four_players"]
    scoring = Scoring("cross_difference", rank_by="total")
    standings = rank_field((), scoring, carried={str(who): Won(Fraction(won)) for who, won in example["totals"].items()})
    assert sum(line.points for line in standings) == example["must_sum_to"]
    assert [(line.name, line.label) for line in standings] == [("3", "1"), ("4", "2"), ("1", "3="), ("2", "3=")]


def test_pairs_get_a_result_once_and_teams_those_of_their_members() -> None:
    text = "1 NS a+b 50\n1 NS c+d 30\n1 NS e+f 10\n1 EW g+h -50\n1 EW i+j -30\n1 EW k+l -10"
    pair = {"a": "ab", "b": "ab", "c": "cd", "d": "cd"}
    by_pair = {line.name: line for line in field(text, Scoring("matchpoints"), entries=pair)}
    assert (by_pair["ab"].points, by_pair["ab"].plays, by_pair["ab"].percent) == (4, 1, 100)
    assert (by_pair["e"].points, by_pair["f"].points) == (0, 0)
    team = dict.fromkeys("abgh", "red") | dict.fromkeys("cdij", "blue")
    by_team = {line.name: line for line in field(text, Scoring("matchpoints"), entries=team)}
    assert (by_team["red"].points, by_team["red"].plays, by_team["blue"].points) == (4, 2, 4)


def test_who_sat_out_is_not_punished_unless_totals_count() -> None:
    text = "1 S A 5\n1 S B 3\n2 S A 4\n2 S C 2\n3 S B 8\n3 S C 0"
    standings = {line.name: line for line in field(text, Scoring("cross_difference"))}
    assert {name: (line.points, line.plays) for name, line in standings.items()} == {"A": (4, 2), "B": (6, 2), "C": (-10, 2)}
    text += "\n4 S A 1\n4 S D 0\n5 S A 1\n5 S D 0"
    by_mean, by_total = (places(field(text, Scoring("cross_difference", rank_by=rule))) for rule in ("mean", "total"))
    assert by_mean == {"B": "1", "A": "2", "D": "3", "C": "4"}
    assert by_total == {"A": "1=", "B": "1=", "D": "3", "C": "4"}


def test_sections_of_two_sizes_are_ranked_by_percentage() -> None:
    text = "1 S A 5 1 red\n1 S B 3 2 red\n1 S C 5 1 blue\n1 S D 5 2 blue\n1 S E 1 3 blue"
    standings = field(text, Scoring("matchpoints"))
    assert [(line.name, line.points, line.percent) for line in standings[:2]] == [("A", 2, 100), ("C", 3, 75)]


def test_penalties_and_contestants_without_results() -> None:
    standings = field("1 S A 5\n1 S B 3", Scoring("matchpoints"), entries={"A": "A", "C": "C"}, carried={"A": Won(Fraction(-3, 2))})
    assert [(line.name, line.points, line.percent) for line in standings] == [("A", Fraction(1, 2), 25), ("B", 0, 0), ("C", 0, None)]
    assert [line.label for line in standings] == ["1", "2", "3"]


def test_ties_in_a_field() -> None:
    """A and B have as much; B won more of the squares, and A met the better opponents."""
    level = "1 S A 2\n1 S B 0\n2 S A 0\n2 S B 1\n3 S A 0\n3 S B 1"
    assert places(field(level, Scoring("cross_difference"))) == {"A": "1=", "B": "1="}
    for rule, values in (("wins", [(2,), (1,)]), ("point_a_board", [(4,), (2,)])):
        broken = field(level, Scoring("cross_difference", tie_breaks=(rule,)))  # type: ignore[arg-type]
        assert places(broken) == {"A": "2", "B": "1"}
        assert [line.broken for line in broken] == values
    halved = "1 S A 2\n1 S B 2\n2 S A 0\n2 S B 1\n3 S A 1\n3 S B 0"
    broken = field(halved, Scoring("cross_difference", tie_breaks=("wins",)))
    assert [(line.label, line.broken) for line in broken] == [("1=", (Fraction(3, 2),)), ("1=", (Fraction(3, 2),))]
    met = {"A": Meetings(("C", "D")), "B": Meetings(("D", "D"))}
    more = level + "\n4 S C 1\n4 S D 0"
    broken = field(more, Scoring("cross_difference", tie_breaks=("opponents",)), meetings=met)
    assert places(broken) == {"C": "1", "A": "2", "B": "3", "D": "4"}


def test_a_tie_break_is_asked_only_of_those_tied() -> None:
    text = "1 S A 3\n1 S B 3\n1 S C 0"
    standings = field(text, Scoring("matchpoints", tie_breaks=("point_a_board", "wins")))
    assert [(line.label, line.broken) for line in standings] == [("1=", (1, 1)), ("1=", (1, 1)), ("3", ())]


LEAGUE = """
1 NS A 100 o AB
1 NS B 0 c AB
1 NS C 100 o CA
1 NS A 0 c CA
1 NS B 100 o BC
1 NS C 50 c BC
1 NS D 0 o DA
1 NS A 0 c DA
"""


def test_ties_in_matches() -> None:
    scoring = Scoring("seat_difference")
    found = matches(rows(LEAGUE), scoring)
    assert {line.name: (line.points, line.plays) for line in rank_matches(found, scoring)} == {
        "A": (0, 3),
        "B": (-50, 2),
        "C": (50, 2),
        "D": (0, 1),
    }
    assert places(rank_matches(found, scoring)) == {"C": "1", "A": "2=", "D": "2=", "B": "4"}
    by_wins = rank_matches(found, Scoring("seat_difference", tie_breaks=("head_to_head", "wins")))
    assert [(line.label, line.name, line.broken) for line in by_wins] == [
        ("1", "C", ()),
        ("2", "A", (0, Fraction(3, 2))),
        ("3", "D", (0, Fraction(1, 2))),
        ("4", "B", ()),
    ]
    brought = rank_matches(found, Scoring("seat_difference", rank_by="total"), {"B": Won(Fraction(60)), "E": Won(Fraction(-1))})
    assert {line.name: line.points for line in brought} == {"A": 0, "B": 10, "C": 50, "D": 0, "E": -1}
    assert places(brought) == {"C": "1", "B": "2", "A": "3=", "D": "3=", "E": "5"}
    opponents = rank_matches(found, Scoring("seat_difference", tie_breaks=("opponents",)))
    assert [(line.name, line.broken) for line in opponents] == [("C", ()), ("A", (0,)), ("D", (0,)), ("B", ())]


def test_head_to_head_only_where_all_met() -> None:
    """Victory points alike; the match between A and B decides, but not among three of whom two never met."""
    text = "1 NS A 50 o AB\n1 NS B 0 c AB\n1 NS A 0 o AC\n1 NS C 50 c AC\n1 NS B 50 o BD\n1 NS D 0 c BD\n1 NS C 0 o CD\n1 NS D 50 c CD"
    scoring = Scoring("imps", steps=STEPS, victory_points=True, tie_breaks=("head_to_head", "head_to_head_basic", "basic", "point_a_board"))
    standings = rank_matches(matches(rows(text), scoring), scoring)
    assert [line.label for line in standings] == ["1=", "1=", "1=", "1="]
    assert all(line.broken == (0, 0, 0, 0) and line.points == 20 and line.percent == 50 for line in standings)
    two = matches(rows("1 NS A 50 o AB\n1 NS B 0 c AB\n1 NS C 50 o CA\n1 NS A 0 c CA\n1 NS B 50 o BC\n1 NS C 0 c BC\n"), scoring)
    assert [line.broken for line in rank_matches(two, scoring)] == [(20, 0, 0, 1)] * 3
    pair = matches(rows("1 NS A 50 o AB\n1 NS B 0 c AB\n1 NS C 50 o CA\n1 NS A 0 c CA\n1 NS B 50 o BD\n1 NS D 0 c BD"), scoring)
    ranked = rank_matches(pair, scoring)
    assert [(line.name, line.label) for line in ranked] == [("C", "1"), ("A", "2"), ("B", "3"), ("D", "4")]
    assert ranked[1].broken[0] > 10 > ranked[2].broken[0]


def test_whole_tables_of_one_group() -> None:
    results = rows("1 S a 5 t1\n1 N b 21 t1\n1 S c 9 t2\n1 N d 17 t2\n1 S e 9 t3\n1 N a 17 t3")
    compared = compare(results, Scoring("cross_difference", "low"))
    assert whole_tables(compared, {"a": "red", "b": "red", "c": "blue", "d": "green", "e": "green"}) == ("red",)
    assert whole_tables(compared, {}) == ()


names = st.lists(st.tuples(st.integers(1, 4), st.sampled_from("ABCDE"), st.integers(0, 9)), min_size=1, max_size=20)


@given(names, st.permutations("ABCDE"))
def test_names_are_of_no_account(played: list[tuple[int, str, int]], other: list[str]) -> None:
    text = "\n".join(f"{square} S {who} {score}" for square, who, score in played)
    renamed = dict(zip("ABCDE", other, strict=True))
    turned = "\n".join(f"{square} S {renamed[who]} {score}" for square, who, score in played)
    scoring = Scoring("cross_difference", tie_breaks=("wins",))
    before, after = field(text, scoring), field(turned, scoring)
    assert {renamed[line.name]: line._replace(name="") for line in before} == {line.name: line._replace(name="") for line in after}


@given(names)
def test_places_go_by_the_mean(played: list[tuple[int, str, int]]) -> None:
    standings = field("\n".join(f"{square} S {who} {score}" for square, who, score in played), Scoring("cross_difference"))
    for line in standings:
        better = sum((other.plays > 0, other.mean) > (line.plays > 0, line.mean) for other in standings)
        same = sum((other.plays > 0, other.mean) == (line.plays > 0, line.mean) for other in standings)
        assert (line.place, line.shared) == (better + 1, same > 1)
