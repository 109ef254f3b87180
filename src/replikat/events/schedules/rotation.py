"""A duel and a rotation: the same people at one table play every square again, at other seats.

All squares are played before the first comes again, and then in the same order: with D squares no order has a wider gap than
D, since among any D + 1 plays one square stands twice.
"""

from collections.abc import Sequence
from math import gcd

from replikat.deck.dealing.stream import DEALING, Stream
from replikat.errors import LawFault
from replikat.events.event import Event
from replikat.events.schedules.seating import Play, RoundPlan, TablePlan
from replikat.games.game import Game
from replikat.games.setups import Setup

FOUR = 4  # seats at which three partnerships can be evened out
PARTNERSHIPS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))  # orders round the table; opposite ones are partners


def rotation(event: Event, game: Game, setup: Setup) -> list[RoundPlan]:
    """Return the passes of a duel or a rotation, each with all squares at one table.

    By seat: from pass to pass everybody moves one seat clockwise. By dealer: chairs stay, the deal passes with every
    square, and whoever deals is South. LawFault where the seats and the people do not fit.
    """
    people = _round_the_table(event, setup)
    _refuse(event, game, setup, len(people))
    squares = in_order(event)
    passes = 2 if event.use == "duel" else event.passes or (2 if len(setup.seats) > 1 else len(people))
    shift = deal_shift(len(squares), len(people))
    evened = len(people) == FOUR and len(setup.partners) == 2 and not event.pairs
    dealer = setup.seats.index(setup.dealer) if setup.dealer in setup.seats else 0
    rounds: list[RoundPlan] = []
    for number in range(passes):
        plays = []
        for place, square in enumerate(squares):
            order = [people[i] for i in PARTNERSHIPS[place % 3]] if evened else people
            turn = -number
            if event.by == "dealer":
                turn = order.index(people[place % len(people)]) + number * shift - dealer
            seats = tuple((seat, order[(i + turn) % len(order)]) for i, seat in enumerate(setup.seats))
            plays.append(Play(square, seats, number + 1))
        rounds.append((TablePlan(1, tuple(plays)),))
    return rounds


def deal_shift(squares: int, people: int) -> int:
    """Return how far the deal has gone on when a square comes again: once round all squares, and on until all have their turn.

    It has no divisor in common with the number of people, so that after as many passes everybody has dealt every square.
    """
    return next(shift for shift in range(squares, squares + people + 1) if gcd(shift, people) == 1)


def in_order(event: Event) -> tuple[int, ...]:
    """Return the squares in the order of play: as written, or varied by the seed or the deck's code."""
    squares = event.square_numbers
    if event.order == "written":
        return squares
    label = event.seed or event.code
    if label is None:
        raise LawFault([(("order",), "varied, but drawn from nothing; expected a seed, or the code of the deck")])
    return tuple(squares[place] for place in Stream(DEALING, label, "order", 0).order(len(squares)))


def _round_the_table(event: Event, setup: Setup) -> tuple[str, ...]:
    """Return the people in the order in which they sit, pairs opposite each other."""
    present = [event.entries[name] for name in event.present]
    if not event.pairs:
        return tuple(name for members in present for name in members)
    if [len(side) for side in setup.partners] != [2, 2]:
        raise LawFault(
            [(("pairs",), f"two pairs need a game of two against two; this set-up has {len(setup.seats)} seats without such sides")]
        )
    return tuple(name for both in zip(*present, strict=True) for name in both)


def _refuse(event: Event, game: Game, setup: Setup, people: int) -> None:
    seats = len(setup.seats)
    if seats != people and seats != 1:
        raise LawFault([((event.moving,), f"{people} people take turns at {seats} seats; expected as many people as seats")])
    if event.passes and event.passes > people:
        raise LawFault([(("passes",), f"{event.passes} passes; after {people} everybody has held every seat")])
    if seats == 1 and event.passes and event.passes < people:
        raise LawFault([(("passes",), f"{event.passes} passes; alone at the table, {people} people need {people}")])
    if event.by == "dealer" and game.rules.dealer_by_square is not None:
        raise LawFault([(("by",), "dealer; in this game the number of the square says who deals, expected by: seat")])


def renamed(rounds: Sequence[RoundPlan], event: Event) -> list[RoundPlan]:
    """Return the passes with the places taken over from a round on, as the event's changes say."""
    swap = {name: name for name in event.entries}
    done = []
    for number, plan in enumerate(rounds, 1):
        for change in event.changes:
            if change.round == number:
                taken = dict(zip(change.gone, change.come, strict=True))
                swap = {first: taken.get(now, now) for first, now in swap.items()}
        people = {
            before: after for first, now in swap.items() for before, after in zip(event.entries[first], event.entries[now], strict=True)
        }
        done.append(tuple(_renamed(table, people) for table in plan))
    return done


def _renamed(table: TablePlan, people: dict[str, str]) -> TablePlan:
    plays = tuple(play._replace(seats=tuple((seat, people[name]) for seat, name in play.seats)) for play in table.plays)
    return table._replace(plays=plays)
