"""Read boards from PBN 2.1 files, as the standard lets people and programs write them (its import format)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from replikat.data.csv_tables import decoded
from replikat.deals.boards.boards import HAND, RANKS, SEATS, SUITS, Board, Hand, Hands
from replikat.errors import MANY, Fault, ReplikatError, quoted

NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
DEALERS = {word: seat for seat, name in NAMES.items() for word in (seat.lower(), name.lower())}
VULNERABLE = {"none": "None", "love": "None", "-": "None", "ns": "NS", "ew": "EW", "all": "All", "both": "All"}
# What people write who do not follow the standard (PBN 2.1, 3.4.9), without its blanks and signs.
VULNERABLE |= dict.fromkeys(("nobody", "noone", "neither", "nil"), "None")
VULNERABLE |= {"northsouth": "NS", "eastwest": "EW", "everybody": "All", "everyone": "All", "nsew": "All"}
UNKNOWN = ("", "?")
READ = ("Deal", "Board", "Dealer", "Vulnerable")  # the tags that are used here
OWN = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play")  # tags that inherit nothing
EXAMPLE = "expected a first seat and four hands clockwise, such as N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"

TOKEN = re.compile(
    r"""
    ^%[^\n]*                                              # an escaped line
    | \[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]             # a tag
    | ;[^\n]*                                             # commentary to the end of the line
    | (\n[ \t\v\f]*(?=\n))                                # a line that looks empty ends a game
    | ([\[{"])                                            # opens commentary or a string of a table, or is a tag without its end
    """,
    re.MULTILINE | re.VERBOSE,
)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*("?)')  # of a table, on one line
_SIGN = re.compile(r"\S")
DEAL = re.compile(r"\s*([NESW])\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*", re.IGNORECASE)
EMPTY = re.compile(r"(?:\s*[NESW]\s*:)?[\s.-]*", re.IGNORECASE)  # what some programs write where only bidding is kept


class Found(NamedTuple):
    """A board and the line of the file on which its game begins."""

    board: Board
    line: int


@dataclass(frozen=True)
class Reading:
    """The boards of a file in its order, each deal once, and what was passed over, in words."""

    boards: tuple[Found, ...]
    notes: tuple[str, ...]


@dataclass
class Game:
    """The tags of a game, and where in the text each of them stands."""

    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)


def read_pbn(data: bytes, file: str, wanted: Collection[int] = ()) -> Reading:
    """Return the boards of a PBN file; ReplikatError tells every deal that cannot be, with its line.

    Where the numbers of the boards that are `wanted` are given, faults of others are notes.
    """
    text = decoded(data, file, "a PBN file", "save it as plain text").replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    reader = _Reader(text, file)
    games = list(reader.games())
    boards = list(reader.boards(games)) if wanted or not reader.faults else []
    if wanted:
        reader.pass_over_others(wanted)
    if not boards and not reader.faults:
        reader.faults.append(Fault("no deal", 'expected games with a tag such as [Deal "N:..."]', file))
    if reader.faults:
        more = len(reader.faults) - MANY
        told = [Fault(f"and {more} more faults", "", file)] if more > 0 else []
        raise ReplikatError(*reader.faults[:MANY], *told)
    return Reading(tuple(boards), tuple(reader.notes()))


class _Reader:
    """Reads one text and collects what is wrong with it and what it passes over."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file
        self.faults: list[Fault] = []
        self._notes: list[str] = []
        self._begun: list[tuple[int, int | None]] = []  # the line on which a game begins, and its board's number
        self._strange: list[int] = []
        self._merged: list[int] = []
        self._dealless = self._again = 0
        self._line_ends = [match.start() for match in re.finditer("\n", text)]

    def games(self) -> Iterator[Game]:
        """Yield the games of the text, inherited values filled in; text without tags is none."""
        game, begun, read = Game(), 0, 0
        loose = False  # text that belongs to no token
        kept: dict[str, str] = {}
        before: dict[str, str] = {}
        for kind, match, end in (*self._tokens(), ("end", None, len(self._text))):
            start = match.start() if match else end
            loose = loose or bool(self._text[read:start].strip())
            read = end
            if match and kind == "tag":
                name, value = match[1], match[2]
                if name in game.tags:
                    if name == "Board" and value != game.tags[name]:
                        self._merged.append(self._line_of(start))
                    continue
                game.tags[name] = re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
                game.places[name] = start
            elif kind in ("gap", "end"):
                if game.tags:
                    self._inherit(game, kept, before)
                    yield game
                    game = Game()
                elif loose:
                    self._strange.append(self._line_of(_SIGN.search(self._text, begun).start()))  # type: ignore[union-attr]
                begun, loose = end, False
            elif kind == "unclosed":
                tag = self._text[start] == "["
                cure = 'expected [Name "value"]' if tag else "expected } at the end of the comment"
                self._fault(start, f"{self._text[start]} without its end", cure)

    def _tokens(self) -> Iterator[tuple[str, re.Match[str], int]]:
        """Yield every token by its kind, with the place where it ends: "tag", "gap", "unclosed", or "passed" over.

        What closes commentary or a string is looked for once: where none follows, none follows any later opening.
        """
        text, place = self._text, 0
        last_brace = text.rfind("}")
        unclosed = 0  # up to here no string ends
        while match := TOKEN.search(text, place):
            start, place = match.span()
            if match[4] == "{":
                closed = start < last_brace
                place = text.index("}", place) + 1 if closed else place
                yield "passed" if closed else "unclosed", match, place
            elif match[4] == "[":
                yield "unclosed", match, place
            elif match[4]:
                string = STRING.match(text, start) if start >= unclosed else None
                if string and string[1]:
                    place = string.end()
                    yield "passed", match, place
                elif string:
                    unclosed = string.end()
            else:
                yield "tag" if match[1] else "gap" if match[3] else "passed", match, place

    def _inherit(self, game: Game, kept: dict[str, str], before: dict[str, str]) -> None:
        """Fill in what a game takes from earlier ones: "#" from the nearest, "##..." from whichever said it for all."""
        for name, value in game.tags.items():
            if not value.startswith("#"):
                kept.pop(name, None)
            elif name in OWN:
                self._fault(game.places[name], f"{name} inherits its value ({value})", "expected a value of its own", name)
            elif value.startswith("##"):
                kept[name] = game.tags[name] = value[2:]
            else:
                game.tags[name] = before.get(name, "")
        for name in READ:
            if name in kept:
                game.tags.setdefault(name, kept[name])
        before.update(game.tags)

    def boards(self, games: list[Game]) -> Iterator[Found]:
        """Yield a board for every deal; a number that is not told is the one before and one."""
        seen: set[tuple[int, Hands]] = set()
        last = 0
        for game in games:
            deal = game.tags.get("Deal", "")
            line = self._line_of(min(game.places.values()))
            if deal in UNKNOWN or EMPTY.fullmatch(deal):
                self._begun.append((line, _whole_number(game.tags.get("Board", ""))))
                self._dealless += 1
                continue
            hands = self._hands(deal, game.places["Deal"])
            number = self._number(game, last + 1)
            self._begun.append((line, number))
            dealer = self._choice(game, "Dealer", DEALERS)
            vulnerable = self._choice(game, "Vulnerable", VULNERABLE)
            last = number
            if hands is None:
                continue
            if (number, hands) in seen:
                self._again += 1
                continue
            seen.add((number, hands))
            yield Found(Board(number, dealer, vulnerable, hands), line)

    def pass_over_others(self, wanted: Collection[int]) -> None:
        """Make notes of the faults that stand in games of other boards than those that are wanted."""
        lines = [line for line, _ in self._begun]
        faults = []
        for fault in self.faults:
            place = bisect_right(lines, fault.line) - 1
            number = self._begun[place][1] if place >= 0 else None
            if place < 0 or number in wanted:
                faults.append(fault)
            else:
                self._notes.append(f"{fault} (in a board that is not chosen; passed over)")
        self.faults = faults

    def notes(self) -> Iterator[str]:
        """Yield a line for everything that was passed over."""
        yield from self._notes[:MANY]
        if len(self._notes) > MANY:
            yield f"{self._file}: and {len(self._notes) - MANY} more such lines"
        if self._dealless:
            yield f"{_games(self._dealless)} without a deal passed over"
        if self._again:
            yield f"{_games(self._again)} of a deal that stands there already passed over"
        for line in self._merged[:MANY]:
            yield f"{self._file}:{line}: another board without an empty line before it; passed over, as the standard asks"
        for line in self._strange[:MANY]:
            yield f"{self._file}:{line}: text that is no game passed over"

    def _number(self, game: Game, otherwise: int) -> int:
        value = game.tags.get("Board", "").strip()
        if value in UNKNOWN:
            return otherwise
        number = _whole_number(value)
        if number is not None:
            return number
        self._fault(game.places.get("Board", 0), value, "expected a number from 1 on", "Board")
        return otherwise

    def _choice(self, game: Game, tag: str, choices: dict[str, str]) -> str:
        """Return what a tag says, without regard to capitals, blanks and signs; "", and a note, where that is not clear."""
        value = game.tags.get(tag, "").strip()
        if value in UNKNOWN:
            return ""
        word = re.sub(r"[\s./+&_-]", "", value.lower()) or value
        if word not in choices:
            line = self._line_of(game.places.get(tag, 0))
            self._notes.append(f"{self._file}:{line}: {tag} {quoted(value)} is not understood; that of the square's number counts")
        return choices.get(word, "")

    def _hands(self, deal: str, place: int) -> Hands | None:
        """Return the hands from North on; None, and a fault, where they are no deal of 52 cards."""
        match = DEAL.fullmatch(deal)
        if not match:
            self._fault(place, repr(deal), EXAMPLE, "Deal")
            return None
        first = SEATS.index(match[1].upper())
        given = [match[2 + (seat - first) % 4] for seat in range(4)]
        try:
            return _whole([None if hand == "-" else _hand(hand, NAMES[SEATS[seat]]) for seat, hand in enumerate(given)])
        except ValueError as wrong:
            self._fault(place, str(wrong), "expected 52 cards, thirteen to a hand", "Deal")
            return None

    def _fault(self, place: int, found: str, expected: str, tag: str = "") -> None:
        self.faults.append(Fault(found, expected, self._file, self._line_of(place), field=tag))

    def _line_of(self, place: int) -> int:
        return bisect_left(self._line_ends, place) + 1


def _whole_number(text: str) -> int | None:
    """Return the number of a board, from 1 on; None where the text is none."""
    value = text.strip()
    is_number = value.isascii() and value.isdecimal() and 0 < len(value) < 10 and int(value) > 0
    return int(value) if is_number else None


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _hand(written: str, name: str) -> Hand:
    """Return the hand that a file writes; ValueError where it has another number of suits than four."""
    suits = written.split(".")
    if len(suits) != len(SUITS):
        raise ValueError(f"{name} has {len(suits)} suits ({written}), not four parted by dots")
    return Hand(*map(_falling, suits))


@cache
def _falling(suit: str) -> str:
    """Return the ranks of a suit from the highest down; ValueError for what is no rank."""
    ranks = suit.upper().replace("10", "T")
    if strange := [rank for rank in ranks if rank not in RANKS]:
        raise ValueError(f"{strange[0]!r} is no rank ({suit})")
    return "".join(sorted(ranks, key=RANKS.index))


def _whole(given: list[Hand | None]) -> Hands:
    """Return four hands, the one that may be missing filled up; ValueError where they are not 52 cards, thirteen each."""
    unknown = [seat for seat, hand in enumerate(given) if hand is None]
    if len(unknown) > 1:
        raise ValueError(f"{len(unknown)} hands are not given")
    for place, suit in enumerate(SUITS):
        together = "".join(hand[place] for hand in given if hand)
        if twice := [rank for rank in RANKS if together.count(rank) > 1] if len(together) != len(set(together)) else []:
            holders = [NAMES[SEATS[seat]] for seat, hand in enumerate(given) if hand and twice[0] in hand[place]]
            raise ValueError(f"{twice[0]}{suit} is held twice ({' and '.join(holders)})")
    known = [hand if hand is not None else _rest([hand for hand in given if hand is not None]) for hand in given]
    for seat, hand in enumerate(known):
        if (held := sum(map(len, hand))) != HAND:
            raise ValueError(f"{NAMES[SEATS[seat]]} holds {held} cards")
    north, east, south, west = known
    return north, east, south, west


def _rest(others: list[Hand]) -> Hand:
    """Return the hand that three others leave."""
    return Hand(*(_left([hand[place] for hand in others]) for place in range(len(SUITS))))


def _left(suits: list[str]) -> str:
    """Return the ranks of a suit that some holdings of it leave, falling."""
    return "".join(rank for rank in RANKS if not any(rank in ranks for ranks in suits))
