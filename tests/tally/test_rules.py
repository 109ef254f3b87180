"""The working of every rule: examples from the sources of the games, and sums known beforehand."""

from functools import cache

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from replikat.data.builder import build
from replikat.deck.cards import Pack
from replikat.deck.loaders import load_pack
from replikat.errors import LawFault
from replikat.tally.combinations import card_points, combinations, ledger, units_at_end
from replikat.tally.counting_rules import RunsAndSets, TallyRules
from replikat.tally.grid import line_points
from replikat.tally.named_rules import RULES
from replikat.tally.sheets import Contract, Contracts, DealLedger, Grid, HandsLeft, Pile, PointsEvent, SoloGame, Taken, Takings
from replikat.tally.working import Tally, TallyCheck
from support import LIBRARY, VECTORS

EXAMPLES = yaml.safe_load((VECTORS / "tally.yaml").read_text(encoding="utf-8"))
SEEGER = yaml.safe_load((VECTORS / "scoring.yaml").read_text(encoding="utf-8"))["skat_seeger_fabian"][0]


@cache
def pack(name: str) -> Pack:
    return load_pack(name, LIBRARY)


def rule(game: str) -> tuple[str, object]:
    """Return the name of a game's rule and its numbers."""
    rules, _ = build(TallyRules, EXAMPLES["rules"][game])
    assert rules is not None
    return rules.named


def options(game: str) -> object:
    return rule(game)[1]


def work(game: str, sheet: object, cards: str = "french52") -> Tally:
    name, numbers = rule(game)
    assert isinstance(sheet, RULES[name].sheet)
    return RULES[name].work(numbers, sheet, pack(cards))


def told(tally: Tally) -> list[tuple]:
    """Return side, what and points of every line."""
    return [(line.side, line.what, line.points) for line in tally.lines]


def test_every_rule_of_the_model_has_its_working() -> None:
    from dataclasses import fields

    assert [entry.name for entry in fields(TallyRules)] == list(RULES)


def test_a_game_names_one_rule() -> None:
    for rules, said in (
        ({}, "0 rules; expected one"),
        ({"contract_score": options("bridge"), "grid_lines": options("weavers")}, "2 rules (grid"),
    ):
        with pytest.raises(LawFault, match=said.replace("(", r"\(")):
            TallyRules(**rules)  # type: ignore[arg-type]


def test_cards_left_in_hand() -> None:
    (example,) = EXAMPLES["crazy_eights"]
    tally = work("crazy_eights", HandsLeft({"Anna": tuple(example["left_in_hand"]), "Bo": ()}))
    assert tally.totals == {"Anna": example["penalty"], "Bo": 0}
    assert [(line.cards, line.points) for line in tally.lines] == [(("8S",), 50), (("QD",), 10), (("7C",), 7), (("AH",), 1)]


@pytest.mark.parametrize("table", ["nordic", "english", "danish"])
def test_casino(table: str) -> None:
    (example,) = EXAMPLES["casino"]
    a = Taken(held=("10D", "AS", "AH"), cards=28, of_suit=8, sweeps=1, last=True)
    b = Taken(held=("2S", "AD", "AC"), cards=24, of_suit=5)
    tally = work(f"casino_{table}", Takings({"A": a, "B": b}))
    assert tally.totals == example[table]
    assert tally.wrong == ()


def test_casino_from_the_cards_themselves() -> None:
    cards = pack("french52").codes
    spades = [code for code in cards if code.endswith("S")]
    others = [code for code in cards if not code.endswith("S")]
    a, b = tuple(spades[:7] + others[:19]), tuple(spades[7:] + others[19:])
    tally = work("casino_nordic", Takings({"A": Taken(captured=a), "B": Taken(captured=b, sweeps=2, last=True)}))
    assert ("A", "most_of_suit", 2) in told(tally)
    assert not [line for line in tally.lines if line.what == "most_cards"]  # 26 each: nobody scores them
    assert ("B", "sweeps", 2) in told(tally) and ("B", "last_take", 1) in told(tally)
    assert sum(line.points for line in tally.lines if line.what == "card_taken") == 2 + 1 + 4
    assert tally.wrong == ()
    short = work("casino_nordic", Takings({"A": Taken(captured=a), "B": Taken(captured=b[:-1])}))
    assert [(check.what, check.found, check.expected) for check in short.wrong][:1] == [("cards_taken", 51, 52)]


def test_casino_faults() -> None:
    both = Taken(last=True)
    with pytest.raises(LawFault) as caught:
        work("casino_nordic", Takings({"A": both, "B": both}))
    assert caught.value.faults == ((("sides", "B", "last"), "the last take is A's already"),)
    with pytest.raises(LawFault, match="all cards, and numbers of them too"):
        Taken(captured=("AS",), cards=3)


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = {rank + suit: (high, low) for high, rank in enumerate(RANKS) for low, suit in enumerate("DSHC")}


@pytest.mark.parametrize("example", EXAMPLES["lines"], ids=str)
def test_lines_of_the_weavers(example: dict) -> None:
    values = [ORDER.get(code) or (int(code), 0) for code in example["cards"]]
    assert line_points(values, "adjacent") == example["points"]
    assert line_points(values, "any_earlier") == example["any_earlier"]


@pytest.mark.parametrize("example", EXAMPLES["grids"], ids=lambda example: example["name"])
def test_grids_of_the_weavers(example: dict) -> None:
    sheet = Grid(tuple(example["rows"]))
    tally = work("weavers", sheet)
    assert tally.totals == {"N": example["across"], "S": example["down"]}
    assert [line.points for line in tally.lines if line.side == "N"] == example["across_lines"]
    assert [line.points for line in tally.lines if line.side == "S"] == example["down_lines"]
    assert work("weavers_any_earlier", sheet).totals == {"N": example["any_earlier"]["across"], "S": example["any_earlier"]["down"]}
    top = tally.lines[0]
    assert (top.what, list(top.cards)) == ("row", [code for code in example["rows"][0].split() if code != "."])
    assert tally.lines[6].what == "column"
    assert [len(line.cards) for line in tally.lines[6:]] == [sum(row.split()[x] != "." for row in example["rows"]) for x in range(6)]


@pytest.mark.parametrize(
    ("change", "path", "said"),
    [
        ({0: ". . 4C . 9D"}, ("rows", 0), "5 places; expected 6, with a dot for an empty one"),
        ({0: "AD . 4C . 9D ."}, ("rows", 0), "AD lies in a corner, where no card may lie"),
        ({5: ". . KD . . AD"}, ("rows", 5), "AD lies in a corner, where no card may lie"),
        ({0: ". . 4C . 4S ."}, ("rows", 2, 2), "4S stands twice"),
        ({0: ". . 4C . 4X ."}, ("rows", 0, 4), "4X is no card of french52; cards are written such as AS and KC"),
        ({0: ". . 4C . d9 ."}, ("rows", 0, 4), "d9 is no card of french52; did you mean 9D?"),
        ({6: ". . . . . ."}, ("rows",), "7 rows; expected 6, with a dot for an empty place"),
    ],
)
def test_grids_that_cannot_be(change: dict[int, str], path: tuple, said: str) -> None:
    rows = dict(enumerate(EXAMPLES["grids"][0]["rows"])) | change
    with pytest.raises(LawFault) as caught:
        work("weavers", Grid(tuple(rows.values())))
    assert caught.value.faults == ((path, said),)


def test_a_grid_of_too_many_cards() -> None:
    rows = [" ".join(RANKS[x] + "DSHC"[y % 4] if y < 4 else RANKS[x + 6] + "DS"[y - 4] for x in range(6)) for y in range(6)]
    bare = [". " + row.split(" ", 1)[1].rsplit(" ", 1)[0] + " ." for row in rows]
    full = Grid((bare[0], *rows[1:5], bare[5]))
    assert sum(work("weavers", full).totals.values()) == 64
    from dataclasses import replace

    fewer = replace(options("weavers"), most=31)  # type: ignore[type-var]
    with pytest.raises(LawFault) as caught:
        RULES["grid_lines"].work(fewer, full, pack("french52"))
    assert caught.value.faults == ((("rows",), "32 cards in the grid; the game has 31"),)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3)), unique=True, max_size=8))
def test_a_line_scores_one_to_all_of_its_cards(values: list[tuple[int, int]]) -> None:
    adjacent, earlier = line_points(values, "adjacent"), line_points(values, "any_earlier")
    assert min(1, len(values)) <= earlier <= adjacent <= len(values)
    assert line_points(sorted(values), "any_earlier") == len(values)
    assert line_points(sorted(values, reverse=True), "adjacent") == min(1, len(values))


RULES_97: RunsAndSets = options("minchiate")  # type: ignore[assignment]


def cards_of(codes: list[str]) -> list:
    own = pack("minchiate97")
    return [own.cards[own.index[code]] for code in codes]


@pytest.mark.parametrize("example", EXAMPLES["combinations"], ids=lambda example: example["name"])
def test_combinations(example: dict) -> None:
    cards = cards_of(example["cards"])
    assert card_points(cards, RULES_97, pack("minchiate97")) == example["card_points"]
    found = combinations(cards, RULES_97, pack("minchiate97"))
    assert [{"kind": kind, "cards": list(part), "value": value} for kind, part, value in found] == example["versicole"]
    assert sum(one.value for one in found) == example["versicole_total"]


def test_tens_may_be_two_combinations() -> None:
    """The other reading of the four tens: each three of them by itself."""
    from dataclasses import replace

    separate = replace(RULES_97, sets={"low": (("T10", "T20", "T30"),), "high": (("T20", "T30", "T40"),)})
    assert [one.value for one in combinations(cards_of(["T10", "T20", "T30", "T40"]), separate, pack("minchiate97"))] == [15, 20]


def events(listed: list[dict]) -> tuple[PointsEvent, ...]:
    return tuple(PointsEvent(event["side"], event["points"]) for event in listed)


def test_running_units() -> None:
    example, *leads = EXAMPLES["resti"]
    states = ledger(events(example["events"]), "A", 60)
    assert [{"difference": state.difference, "net_resti": state.settled} for state in states] == example["after_each"]
    end = states[-1].difference + example["final_counts"]["A"] - example["final_counts"]["B"]
    assert end == example["difference_at_end"]
    assert states[-1].settled + units_at_end(end, 60) == example["net_resti_A"]
    for lead in leads:
        assert units_at_end(lead["lead_at_end"], 60) == lead["resti"] == -units_at_end(-lead["lead_at_end"], 60)


def full_deal() -> DealLedger:
    example = EXAMPLES["full_deal"]
    a = Pile(tuple(example["A_captured_counting"]), example["A_captured_cards"])
    b = Pile(tuple(example["B_captured_counting_and_29"]), example["B_captured_cards"])
    return DealLedger({"A": a, "B": b}, events(example["events_before_final"]), example["last_trick"])


def test_a_whole_deal() -> None:
    example = EXAMPLES["full_deal"]
    tally = work("minchiate", full_deal(), "minchiate97")
    for side in "AB":
        final = [line for line in tally.lines if line.side == side and line.running is None]
        assert sum(line.points for line in final) == example[f"{side}_count"]["sum"]
        assert final[0].points == example[f"{side}_count"]["card_points"]
        above = sum(line.points for line in final if line.what == "cards_above")
        last = sum(line.points for line in final if line.what == "last_trick")
        assert (above, last) == (example[f"{side}_count"]["cards_over_42"], example[f"{side}_count"]["last_trick"])
        assert sum(line.points for line in final) - final[0].points - above - last == example[f"{side}_count"]["versicole"]
    scored = [line for line in tally.lines if line.what == "scored"]
    assert scored[-1].running == (example["difference_before_final"], 0)
    assert tally.lines[-1][:3] == ("A", "settled", example["net_resti_A"])
    assert tally.lines[-1].running == (example["difference_at_end"], example["net_resti_A"])
    assert tally.totals == {"A": example["net_resti_A"], "B": -example["net_resti_A"]}
    assert tally.checks == (TallyCheck("card_points", 142, 142), TallyCheck("cards_captured", 84, 84))


def test_units_settled_on_the_way_count_at_the_end() -> None:
    """After 70 points one unit of 60 is settled and 10 are open; with 20 more the 30 that are left give another."""
    scored = (PointsEvent("A", 70), PointsEvent("A", 20))
    tally = work("minchiate", DealLedger({"A": Pile(), "B": Pile()}, scored), "minchiate97")
    assert [line.running for line in tally.lines if line.running] == [(10, 1), (30, 1), (30, 2)]
    assert tally.lines[-1][:3] == ("A", "settled", 1)
    assert tally.totals == {"A": 2, "B": -2}


def test_a_forgotten_card_shows() -> None:
    from dataclasses import replace

    deal = full_deal()
    a = deal.sides["A"]
    short = replace(deal, sides={"A": replace(a, captured=a.captured[1:], cards=45), "B": deal.sides["B"]})
    assert work("minchiate", short, "minchiate97").wrong == (TallyCheck("card_points", 132, 142), TallyCheck("cards_captured", 83, 84))
    twice = replace(deal, sides={"A": replace(a, captured=(*a.captured, "T37")), "B": deal.sides["B"]})
    with pytest.raises(LawFault) as caught:
        work("minchiate", twice, "minchiate97")
    assert caught.value.faults == ((("sides", "B", "captured", 0), "T37 stands twice"),)


def test_ledgers_that_cannot_be() -> None:
    with pytest.raises(LawFault) as caught:
        DealLedger({"A": Pile(), "B": Pile()}, (PointsEvent("C", 5),), "D")
    assert caught.value.faults == ((("events", 0, "side"), "C is no side; expected A, B"), (("last_trick",), "D is no side; expected A, B"))
    with pytest.raises(LawFault, match="3 sides; expected two"):
        DealLedger({"A": Pile(), "B": Pile(), "C": Pile()})
    with pytest.raises(LawFault, match="1 cards, but 2 are listed"):
        Pile(("T1", "T2"), 1)


@given(st.lists(st.tuples(st.sampled_from("AB"), st.integers(0, 200)), max_size=12), st.integers(0, 200), st.integers(0, 200))
def test_the_ledger_keeps_every_point_and_mirrors(listed: list[tuple[str, int]], a: int, b: int) -> None:
    scored = tuple(PointsEvent(*event) for event in listed)
    states, other = ledger(scored, "A", 60), ledger(scored, "B", 60)
    lead = 0
    for (side, points), state, mirrored in zip(listed, states, other, strict=True):
        lead += points if side == "A" else -points
        assert state.settled * 60 + state.difference == lead
        assert abs(state.difference) < 60
        assert (mirrored.difference, mirrored.settled) == (-state.difference, -state.settled)


@pytest.mark.parametrize(
    ("contract", "vulnerable", "score"),
    [
        ("4S N =", False, 420),
        ("4S N =", True, 620),
        ("3NT E =", False, 400),
        ("3N E +1", True, 630),
        ("1NT S =", False, 90),
        ("1C W =", True, 70),
        ("2HX N =", False, 470),
        ("2D X N =", False, 180),
        ("1NX S +1", True, 380),
        ("1CXX N +2", True, 1030),
        ("6NT N =", True, 1440),
        ("6H N +1", False, 1010),
        ("7C S =", False, 1440),
        ("7NXX N =", True, 2980),
        ("5C S -1", False, -50),
        ("5C S -3", True, -300),
        ("4SX N -1", False, -100),
        ("4SX N -3", False, -500),
        ("4SX N -4", False, -800),
        ("4SX N -1", True, -200),
        ("4SX N -3", True, -800),
        ("4SXX N -2", False, -600),
        ("7NXX W -13", True, -7600),
        ("pass", False, 0),
        ("P", True, 0),
    ],
)
def test_contracts(contract: str, vulnerable: bool, score: int) -> None:
    declarers, others = ("NS", "EW") if {"N", "S"} & set(contract.replace("NT", "").split()) else ("EW", "NS")
    assert work("bridge", Contracts((Contract(contract, vulnerable),))).totals == {declarers: score, others: -score}


def test_the_working_of_contracts() -> None:
    played = (Contract("4SX N +1", True), Contract("3NT E -2"), Contract("P"), Contract("2H S +2"))
    tally = work("bridge", Contracts(played))
    assert told(tally) == [
        ("NS", "odd_tricks", 240),
        ("NS", "overtricks", 200),
        ("NS", "game_bonus", 500),
        ("NS", "insult", 50),
        ("NS", "undertricks", 100),
        ("NS", "odd_tricks", 60),
        ("NS", "overtricks", 60),
        ("NS", "part_score", 50),
    ]
    assert tally.totals == {"NS": 990 + 100 + 170, "EW": -(990 + 100 + 170)}
    assert [line.times for line in tally.lines][:2] == [4, 1]


@pytest.mark.parametrize("text", ["8S N =", "4S", "4S N", "4SXXX N =", "7S N +1", "4S N -11", "1C N +7", "4S Q =", "4S N 0", "4S N +0"])
def test_contracts_that_cannot_be(text: str) -> None:
    with pytest.raises(LawFault, match="expected such as 4S N ="):
        Contract(text)


def test_a_soloist_s_game() -> None:
    """A grand with four, schneider, won: 144 and 50; diamonds without two, lost: 54 and 50 off, 40 to each other."""
    assert work("skat", SoloGame(("A", "B", "C"), "A", 144)).totals == {"A": 194, "B": 0, "C": 0}
    assert work("skat", SoloGame(("A", "B", "C"), "B", -54)).totals == {"A": 40, "B": -104, "C": 40}
    assert work("skat", SoloGame(("A", "B", "C", "D"), "B", -54)).totals == {"A": 30, "B": -104, "C": 30, "D": 30}
    with pytest.raises(LawFault, match="5 players; expected 3 or 4"):
        work("skat", SoloGame(("A", "B", "C", "D", "E"), "B", -54))
    with pytest.raises(LawFault, match="F is no player; expected A, B, C"):
        SoloGame(("A", "B", "C"), "F", 18)


def test_published_list_of_forty_eight_games() -> None:
    """Games of 1 point each way stand for the list: what is added to the points does not depend on their size."""
    names = tuple(SEEGER["points"])
    added = dict.fromkeys(names, 0)
    for soloist in names:
        for points, count in ((1, SEEGER["won"][soloist]), (-1, SEEGER["lost"][soloist])):
            for who, total in work("skat", SoloGame(names, soloist, points)).totals.items():
                added[who] += count * (total - (points if who == soloist else 0))
    totals = {who: SEEGER["points"][who] + added[who] for who in names}
    assert totals == SEEGER["extended_totals"]
    assert max(totals, key=totals.__getitem__) == SEEGER["extended_first"]
