"""Deals in files for other programs: instant scores come from outside, and stand where PBN has them."""

from replikat.deals.boards.deal_files import export
from support import packaged_deck


def test_instant_scores_stand_with_their_square() -> None:
    deck = packaged_deck("tournament-52")
    games = export(deck, [1, 2], "pbn", {2: [("420", "50.0")]}).decode("latin-1").split("\r\n\r\n")
    assert ["InstantScoreTable" in game for game in games[:2]] == [False, True]
    lines = games[1].split("\r\n")
    begin = next(number for number, line in enumerate(lines) if "InstantScoreTable" in line)
    assert lines[begin + 1].split() == ["420", "50.0"]
    plain = export(deck, [1, 2], "pbn")
    assert b"InstantScoreTable" not in plain
    assert plain == export(deck, [1, 2], "pbn", {})
