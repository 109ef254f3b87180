"""Compare printed cards with their deck: every face, every mark, every sheet."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from replikat.deck.squares import Mark, Marks
from replikat.reading.drawn.backs import ReadBack
from replikat.reading.reading import Read, Reading


def compare(reading: Reading, wanted: Mapping[str, Marks], spares: Collection[str], code: str, some: bool = False) -> list[str]:
    """Return what is wrong with printed cards, against the marks that every card of the pack should carry.

    `spares` are cards that may be there and show dashes; `some` says that the file need not hold the whole pack. What
    could not be read is never called wrong.
    """
    if other := _another_deck(reading, code):
        return [f"this is the deck {other}; expected {code}"]
    faults = [*reading.faults, *(() if some else reading.missing)]
    owners = _Owners(wanted)
    backs_printed, faces_printed = any(read.back for read in reading.cards), any(read.faced for read in reading.cards)
    counted: Counter[str] = Counter()
    unknown = 0  # cards of which too little could be read
    for read in reading.cards:
        named = [read.code] if read.faced and not read.dim else owners.of(read.back)
        name = named[0] if len(named) == 1 else None
        unknown += len(named) > 1
        counted[name or ""] += 1
        if faces_printed and not read.faced:
            faults.append(f"{read.place}: no face before the back of {name or 'a card'}")
        faults += _card_faults(read, wanted, owners, spares, code, backs_printed)
    faults += [
        f"the feet of {count} pages name the deck {other}; expected {code}" for other, count in reading.codes.items() if other != code
    ]
    told = [name for name, marks in wanted.items() if faces_printed or any(marks)]
    faults += [f"{name} is missing" for name in told if counted[name] == 0 and not some and not unknown]
    faults += [f"{name} is there {counted[name]} times" for name in (*wanted, *spares) if counted[name] > 1]
    return faults


class _Owners:
    """The cards by their marks; backs of dashes alone are all the same and nobody's."""

    def __init__(self, wanted: Mapping[str, Marks]) -> None:
        self.by_marks = {marks: name for name, marks in wanted.items() if any(marks)}

    def of(self, back: ReadBack | None) -> list[str]:
        """Return the cards whose back this may be: those that agree with it in every square that could be read."""
        if back is None or (not any(back.marks) and not back.doubtful):
            return []
        if not back.doubtful:
            return [self.by_marks[back.marks]] if back.marks in self.by_marks else []
        clear = [place for place in range(len(back.marks)) if place + 1 not in back.doubtful]
        return [
            name
            for marks, name in self.by_marks.items()
            if len(marks) == len(back.marks) and all(marks[place] == back.marks[place] for place in clear)
        ]


def _another_deck(reading: Reading, code: str) -> str | None:
    """Return the code that all backs and feet of a file bear, where it is another than expected."""
    borne = {read.back.code for read in reading.cards if read.back} | set(reading.codes)
    other = next(iter(borne)) if len(borne) == 1 else None
    return other if other != code else None


def _card_faults(
    read: Read, wanted: Mapping[str, Marks], owners: _Owners, spares: Collection[str], code: str, backs_printed: bool
) -> list[str]:
    at = f"{read.place}: "
    if read.faced and read.code is None and not read.dim:
        return [f"{at}the face is none of this pack"]
    if read.back is None:
        return [f"{at}no back behind {read.code or 'the blank card'}"] if backs_printed and not read.dim else []
    faults = [f"{at}{text}" for text in read.back.unclear]
    if read.back.code != code and not read.back.dim:
        faults.append(f"{at}the back belongs to the deck {read.back.code}; expected {code}")
    named = owners.of(read.back)
    if not read.faced or read.dim:
        return faults if named or not any(read.back.marks) else [*faults, f"{at}no card of the deck has this back"]
    owner = named[0] if len(named) == 1 else None
    if read.code in spares or read.code == "":
        told = owner or "marks"
        return [*faults, f"{at}behind {read.code or 'a blank face'} lies the back of {told}"] if any(read.back.marks) else faults
    if read.code in named:
        return faults
    if owner:
        return [*faults, f"{at}behind {read.code} lies the back of {owner}"]
    marks = wanted[read.code or ""]
    faults += [
        f"{at}{read.code}, square {square}: {_said(found)} is printed; the deck has {_said(mark)}"
        for square, (found, mark) in enumerate(zip(read.back.marks, marks, strict=False), 1)
        if found != mark and square not in read.back.doubtful
    ]
    if len(read.back.marks) != len(marks):
        faults.append(f"{at}{read.code} carries {len(read.back.marks)} squares; the deck has {len(marks)}")
    return faults


def _said(mark: Mark | None) -> str:
    return str(mark) if mark else "a dash"


def wrong_flip(reading: Reading, wanted: Mapping[str, Marks]) -> bool:
    """Return whether most backs lie behind wrong faces, as they do when the paper was turned over the other edge."""
    owners = {marks: name for name, marks in wanted.items()}
    behind = [(read.code, owners.get(read.back.marks)) for read in reading.cards if read.code and read.back and any(read.back.marks)]
    swapped = [code for code, owner in behind if owner and owner != code]
    return len(behind) > 1 and len(swapped) > len(behind) / 2


def deck_read(reading: Reading, codes: Sequence[str]) -> tuple[Marks, ...] | None:
    """Return the squares that a whole reading shows, as marks in pack order, or None where cards are missing."""
    by_code = {read.code: read.back.marks for read in reading.cards if read.code and read.back}
    if any(code not in by_code for code in codes) or len({len(by_code[code]) for code in codes}) != 1:
        return None
    return tuple(zip(*(by_code[code] for code in codes), strict=True))
