"""Cards and play in the spread of the results: by hand, by made-up results with known shares, and in bounds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replikat.deck.dealing.stream import Stream
from replikat.events.comparisons import Share
from replikat.events.result import Result, Score, Scoring
from replikat.events.scoring.compare import compare
from replikat.events.scoring.luck import _Squares, where_luck_lies

METHOD = Scoring("cross_difference")


def drawn(count: int, purpose: str) -> list[int]:
    """Return whole numbers near a bell curve, mean 0 and standard deviation about 1000."""
    stream = Stream(1, "00" * 32, purpose, 0, 0)
    return [sum(stream.below(1000) for _ in range(12)) - 5994 for _ in range(count)]


def at_north(deal: int, who: str, score: int) -> Result:
    return Result(square=deal, side=("N",), holders=(who,), score=score, table=ord(who))


def results(deals: int, seats: str, tables: int, cards: float, players: float, rest: float, purpose: str = "luck") -> list[Result]:
    """Return made-up results: worth of the cards, of the player (who keeps a seat) and of the moment, with these deviations."""
    size = len(seats)
    worth, skill = drawn(deals * size, purpose + "-cards"), drawn(tables * size, purpose + "-players")
    moment = iter(drawn(deals * size * tables, purpose + "-rest"))
    return [
        Result(
            square=deal + 1,
            side=(seat,),
            holders=(f"{seat}{table}",),
            score=round(cards * worth[deal * size + place] + players * skill[table * size + place] + rest * next(moment)),
            table=table,
        )
        for deal in range(deals)
        for place, seat in enumerate(seats)
        for table in range(tables)
    ]


def test_too_few_to_say() -> None:
    few = where_luck_lies(compare(results(7, "SWNEX", 3, 1, 0, 1), METHOD))
    assert (few.comparisons, few.deals, few.cards, few.players, few.play) == (35, 7, None, None, None)
    assert where_luck_lies(compare(results(14, "NS", 3, 1, 0, 1), METHOD)).cards is None
    assert where_luck_lies(compare(results(15, "NS", 3, 1, 0, 1), METHOD)).cards is not None
    assert where_luck_lies(compare(results(40, "S", 1, 1, 0, 1), METHOD)).comparisons == 0
    assert where_luck_lies(()).cards is None
    mirrored = compare(results(29, "NS", 3, 1, 0, 1), METHOD)
    assert where_luck_lies(mirrored).comparisons == 58
    assert where_luck_lies(mirrored, mirrored=True)[:3] == (29, 29, None)
    assert where_luck_lies(compare(results(30, "NS", 3, 1, 0, 1), METHOD), mirrored=True).cards is not None


@pytest.mark.parametrize(("cards", "rest"), [(2, 1), (1, 1), (1, 2), (0, 1), (3, 1)])
def test_known_shares_lie_in_the_range(cards: float, rest: float) -> None:
    luck = where_luck_lies(compare(results(60, "NS", 6, cards, 0, rest), METHOD))
    share = cards**2 / (cards**2 + rest**2)
    assert luck.cards is not None and luck.play is not None
    assert luck.cards.low <= share <= luck.cards.high
    assert luck.cards.high - luck.cards.low < 0.3
    assert luck.cards.part == pytest.approx(share, abs=0.12)
    assert luck.cards.part + luck.play.part == pytest.approx(1)


@pytest.mark.parametrize(("players", "rest"), [(0, 2), (1, 1), (1, 2)])
def test_lasting_differences_of_players(players: float, rest: float) -> None:
    luck = where_luck_lies(compare(results(40, "N", 40, 1, players, rest), METHOD))
    assert luck.players is not None
    assert luck.players.part == pytest.approx(players**2 / (1 + players**2 + rest**2), abs=0.08)
    assert 0 <= luck.players.low <= luck.players.part <= luck.players.high <= 1


def test_by_hand() -> None:
    """Thirty deals of two results: both 0 and 1 in every deal but that the odd deals have 2 more.

    Within, each deal gives 1/2 on one degree: 1/2. Between, the means are 1/2 and 5/2: sixty times 1, on 29 degrees.
    A is always one behind B, so all of the play is the players'.
    """
    made = [at_north(deal, who, 2 * (deal % 2) + (who == "B")) for deal in range(1, 31) for who in "AB"]
    luck = where_luck_lies(compare(made, METHOD))
    cards = (60 / 29 - 1 / 2) / 2
    assert luck.cards is not None and luck.players is not None
    assert luck.cards.part == pytest.approx(cards / (cards + 1 / 2))
    assert luck.players.part == pytest.approx(1 - luck.cards.part)


def test_players_by_hand() -> None:
    """B is two ahead in 24 deals and two behind in 8: gains of 1, so 16 in all, and products of different deals 16 x 16 - 32.

    That is so for A too, against 32 x 31 pairs of deals; within, each deal gives 2 on one degree of freedom.
    """
    made = [at_north(deal, who, 9 * (deal % 2) + (who == "B") * (2 if deal % 4 else -2)) for deal in range(1, 33) for who in "AB"]
    luck = where_luck_lies(compare(made, METHOD))
    assert luck.cards is not None and luck.players is not None
    assert luck.players.part == pytest.approx(2 * (16 * 16 - 32) / (32 * 31) / 2 * (1 - luck.cards.part))
    assert luck.players.low < luck.players.part < luck.players.high


def test_all_cards_and_all_alike() -> None:
    only_cards = [at_north(deal, who, deal) for deal in range(1, 31) for who in "AB"]
    luck = where_luck_lies(compare(only_cards, METHOD))
    assert luck.cards is not None and luck.cards.part == pytest.approx(1)
    one_odd = [replace(row, score=900) if row.square == 7 and row.holders == ("A",) else row for row in only_cards]
    odd = where_luck_lies(compare(one_odd, METHOD)).cards  # the ratio without one deal is beyond any number
    assert odd is not None and 0 <= odd.low <= odd.part < odd.high == pytest.approx(1)
    alike = [at_north(deal, who, 4) for deal in range(1, 31) for who in "AB"]
    assert where_luck_lies(compare(alike, METHOD)).cards is None


def test_players_who_never_meet_again_tell_nothing_of_themselves() -> None:
    made = [replace(row, holders=(f"{row.holders[0]}-{row.square}",)) for row in results(30, "N", 4, 1, 1, 1)]
    luck = where_luck_lies(compare(made, METHOD))
    assert luck.cards is not None and luck.players is None


@given(
    st.lists(st.lists(st.integers(0, 5) | st.fractions(0, 5, max_denominator=3), min_size=2, max_size=4), min_size=30, max_size=34),
    st.integers(-9, 9),
)
@settings(max_examples=40, deadline=None)
def test_shares_are_shares_and_know_no_scale(scores: list[list[Score]], more: int) -> None:
    made = [at_north(deal, "ABCD"[t], score) for deal, own in enumerate(scores, 1) for t, score in enumerate(own)]
    luck = where_luck_lies(compare(made, METHOD))
    if luck.cards is None:
        assert len({score for own in scores for score in own}) == 1
        return
    for share in (luck.cards, luck.players or Share(0, 0, 0)):
        assert 0 <= share.low <= share.part <= share.high <= 1
    scaled = [replace(row, score=Fraction(row.score) * 7 + more) for row in made]  # type: ignore[arg-type]
    again = where_luck_lies(compare(scaled, METHOD))
    assert again.cards == pytest.approx(luck.cards)


def test_the_size_of_unequal_comparisons_is_corrected() -> None:
    """Comparisons of 2 and of 4 results: (6 - 20/6) / 1, less than their mean."""
    assert _Squares(2, 6, 20).size == pytest.approx(8 / 3)
    assert _Squares(3, 12, 48).size == pytest.approx(4)
