"""Meetings that are known once and for all: everybody meets everybody, two lines that pass each other, a movement file."""

from collections.abc import Iterator

from replikat.events.movements import Movement
from replikat.events.schedules.seating import Meeting, Meetings

EXHAUSTIVE = 12  # differences up to which every orientation is looked at


def stay(count: int) -> Meetings:
    """Return one round in which everybody stays at a table."""
    return [[(place,) for place in range(count)]]


def mitchell(count: int) -> Meetings:
    """Return the rounds in which the first half stays and the second moves up one table; an odd one out sits out in turn.

    Every table has its own deck, so that no boards travel and nothing need be skipped with an even number of tables.
    """
    tables = (count + 1) // 2
    rounds = [[(table, tables + (table - step) % tables) for table in range(tables)] for step in range(tables)]
    return [[pair for pair in meetings if pair[1] < count] for meetings in rounds]


def everybody(count: int, stays: bool) -> Meetings:
    """Return the rounds in which each meets each once: one (with an even number) sits still, the others turn round it.

    The first of a meeting takes the first side. Sides are chosen so that any two hold the same one as nearly equally often as
    can be: in a field that is how often they are compared. `stays` keeps the one that sits still on the first side;
    otherwise it changes sides from round to round.
    """
    turning = count - 1 + count % 2
    first = _first_sides(turning)
    rounds: Meetings = []
    for step in range(turning):
        meetings: list[Meeting] = [] if count % 2 else [(turning, step) if stays or step % 2 else (step, turning)]
        for k in range(1, (turning - 1) // 2 + 1):
            up, down = (step + k) % turning, (step - k) % turning
            meetings.append((up, down) if first >> k & 1 else (down, up))
        rounds.append(meetings)
    return rounds


def _first_sides(turning: int) -> int:
    """Return, as bits, the places (of `turning` in a ring) that take the first side in round 0: one of k and -k.

    Two places d apart share the first side in as many rounds as there are pairs of bits d apart; these numbers are
    to differ as little as possible. With 3, 7, 11, 19, 23 ... in the ring they can all be equal.
    """
    half = (turning - 1) // 2

    def bits(choice: int) -> int:
        return sum(1 << (k if choice >> (k - 1) & 1 else turning - k) for k in range(1, half + 1))

    if half <= EXHAUSTIVE:
        return min((bits(choice) for choice in range(1 << max(half - 1, 0))), key=lambda found: _unevenness(found, turning))
    squares = {number * number % turning for number in range(1, turning)}
    choice = sum(1 << (k - 1) for k in range(1, half + 1) if k in squares)
    best = _unevenness(bits(choice), turning)
    better = True
    while better:
        better = False
        for k in range(half):
            if (found := _unevenness(bits(choice ^ 1 << k), turning)) < best:
                choice, best, better = choice ^ 1 << k, found, True
    return bits(choice)


def _unevenness(bits: int, turning: int) -> int:
    return sum(count * count for count in _shared(bits, turning))


def _shared(bits: int, turning: int) -> Iterator[int]:
    whole = (1 << turning) - 1
    for step in range(1, (turning - 1) // 2 + 1):
        yield (bits & ((bits << step | bits >> (turning - step)) & whole)).bit_count()


def written(movement: Movement) -> Meetings:
    """Return the meetings of a movement file."""
    return [[tuple(number - 1 for number in table) for table in tables] for tables in movement.played]


def resting_evenly(meetings: Meetings, count: int) -> Meetings:
    """Return the rounds in an order in which, whenever it ends, nobody has sat out much more than others."""
    resting = [set(range(count)) - {place for meeting in turn for place in meeting} for turn in meetings]
    rested = [0] * count
    left = list(range(len(meetings)))
    order = []
    while left:
        best = min(left, key=lambda turn: sum(rested[place] for place in resting[turn]))
        left.remove(best)
        order.append(meetings[best])
        for place in resting[best]:
            rested[place] += 1
    return order


def cycled(meetings: Meetings, rounds: int) -> Meetings:
    """Return so many rounds; a second time through, everybody at a table changes sides."""
    turns = [meetings[step % len(meetings)] for step in range(rounds)]
    return [[meeting[::-1] for meeting in turn] if step // len(meetings) % 2 else list(turn) for step, turn in enumerate(turns)]
