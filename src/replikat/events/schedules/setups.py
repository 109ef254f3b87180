"""Which set-up of a game an event needs: named, or chosen by who sits at a table."""

from collections.abc import Mapping

from replikat.errors import LawFault, suggestion
from replikat.events.event import Event
from replikat.events.movements import Movement
from replikat.games.game import Game
from replikat.games.setups import Setup

ALONE, TWO, FOUR = 1, 2, 4


def setup_for(event: Event, game: Game, dealt: Mapping[str, Setup], movement: Movement | None) -> Setup:
    """Return the set-up of the event, with as many seats as are taken.

    `dealt` are the set-ups that the squares of its deck can deal (all of the game's, without a deck). LawFault where none
    fits the people.
    """
    if movement is not None and movement.of != event.moving:
        raise LawFault([(("movement",), f"{event.movement} moves {movement.of}; the event names {event.moving}")])
    if event.setup is not None:
        if event.setup not in game.setups:
            raise LawFault([(("setup",), f"the game has no set-up {event.setup}; {suggestion(event.setup, game.setups)}")])
        if event.setup not in dealt:
            raise LawFault(
                [(("setup",), f"{event.setup} needs squares of layout {game.setups[event.setup].layout}; the deck's are others")]
            )
    choice = {event.setup: game.setups[event.setup]} if event.setup else dict(dealt)
    wanted = _players(event, movement)
    for players in wanted or sorted({setup.fewest for setup in choice.values()}, key=lambda count: (count != FOUR, count)):
        for setup in choice.values():
            if setup.fewest <= players <= setup.most:
                return setup.with_players(players) if setup.most != setup.fewest else setup
    told = ", ".join(f"{key} for {_told(setup)}" for key, setup in choice.items())
    raise LawFault(
        [((event.moving,), f"no set-up for {' or '.join(map(str, wanted))} at a table; there is {told or 'none for these squares'}")]
    )


def _told(setup: Setup) -> str:
    return str(setup.fewest) if setup.fewest == setup.most else f"{setup.fewest} to {setup.most}"


def _players(event: Event, movement: Movement | None) -> tuple[int, ...]:
    """Return how many may sit at a table, best first; empty where the set-ups alone decide."""
    people = len(event.present)
    if event.moving == "pairs":
        return (FOUR,)
    if event.moving == "teams":
        return (len(next(iter(event.teams.values()))),)
    if event.use != "tournament":
        return (people, ALONE)
    if movement is not None:
        return (movement.seats,)
    if event.movement_name == "plain":
        return (ALONE,)
    if event.movement_name in ("round_robin", "swiss"):
        return (TWO,) if event.setup is None else ()
    return ()
