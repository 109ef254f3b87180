"""Cards left in hand, and games of a soloist."""

from replikat.deck.cards import Pack
from replikat.errors import LawFault
from replikat.tally.counting_rules import HandPenalties, SoloistBonus
from replikat.tally.sheets import HandsLeft, SoloGame
from replikat.tally.typed_cards import typed_cards, worth
from replikat.tally.working import Tally, TallyLine, totals_of


def hand_penalties(options: HandPenalties, sheet: HandsLeft, pack: Pack) -> Tally:
    """Return the penalty points of every player, a line for each card left."""
    cards = typed_cards(pack, ((("left", who, i), code) for who, codes in sheet.left.items() for i, code in enumerate(codes)))
    lines = [TallyLine(str(path[1]), "card_left", worth(card, options.values), (card.code,)) for path, card in cards.items()]
    return Tally(tuple(lines), totals_of(lines, sheet.left))


def soloist_bonus(options: SoloistBonus, sheet: SoloGame, _pack: Pack) -> Tally:
    """Return the points of a soloist's game and what is added to it, by the system of Seeger and Fabian."""
    won = sheet.points > 0
    lines = [
        TallyLine(sheet.soloist, "game_value", sheet.points),
        TallyLine(sheet.soloist, "game_won" if won else "game_lost", options.won if won else options.lost),
    ]
    if not won:
        size = str(len(sheet.players))
        if size not in options.others:
            raise LawFault([(("players",), f"{size} players; expected {' or '.join(options.others)}")])
        lines += [TallyLine(who, "game_beaten", options.others[size]) for who in sheet.players if who != sheet.soloist]
    return Tally(tuple(lines), totals_of(lines, sheet.players))
