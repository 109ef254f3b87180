"""The column of contracts: in a game that counts contracts, the score of a row is worked out from what was played."""

from collections.abc import Iterable
from dataclasses import replace

from replikat.errors import quoted
from replikat.events.results.tables import ResultRow, Written
from replikat.games.game import Game
from replikat.games.table.named_rules import PAIRS, vulnerable_in
from replikat.tally.contract import working
from replikat.tally.counting_rules import ContractScore
from replikat.tally.sheets import is_passed, parse_contract


def vulnerable_seats(game: Game, square: int) -> tuple[str, tuple[str, ...]]:
    """Return who is vulnerable in a square, by the name and by the seats: ("ns", ("N", "S"))."""
    dealer = game.rules.dealer_by_square
    name = vulnerable_in(square) if dealer and dealer.vulnerability else "none"
    return name, PAIRS[name]


def contract_rule(game: Game) -> ContractScore | None:
    """Return the rule by which a game counts contracts, if it does."""
    return next((way.contract_score for way in game.tally.values() if way.contract_score), None)


def with_contract_scores(rows: Iterable[ResultRow], game: Game) -> list[ResultRow]:
    """Return the rows with the scores of their contracts in the place of the result.

    A result beside a contract must be what the contract gives; where it is not, where the text is
    no contract, or where the game counts none, the row has a `breach`.
    """
    rule = contract_rule(game)
    return [_with_score(row, game, rule) if row.contract else row for row in rows]


def _with_score(row: ResultRow, game: Game, rule: ContractScore | None) -> ResultRow:
    if rule is None:
        return replace(row, breach=("contract", f"found {quoted(row.contract)}", "the game counts no contracts; put it in the column note"))
    score = _score_of(row, game, rule)
    if score is None:
        cure = "expected such as 4S N =, 3NTX E -2, 6♥XX S +1, or pass"
        return replace(row, breach=("contract", f"found {quoted(row.contract)}", cure))
    if row.result is None:
        return replace(row, result=Written(row.contract, score))
    if row.result.readable and row.result.score != score:
        text = f"{row.result.text} beside {row.contract}, which gives {score}"
        cure = "correct one of the two; what a director gives stands in the column correction"
        return replace(row, breach=("result", text, cure))
    return row


def _score_of(row: ResultRow, game: Game, rule: ContractScore) -> int | None:
    """Return what a row's contract gives the side of the row, by Laws of Duplicate Bridge, law 77."""
    if is_passed(row.contract):
        return 0
    bid = parse_contract(row.contract)
    if bid is None or not row.side or not row.played:
        return None
    declarers = next(seats for seats in rule.sides.values() if bid.by in seats)
    _, vulnerable = vulnerable_seats(game, row.played)
    points = sum(each for _, each, _ in working(bid, bid.by in vulnerable))
    return points if row.side[0] in declarers else -points
