"""Deals come in from PBN, are printed, and go out again the same; what is secret stays in the private folder."""

import csv
import json
import re
from pathlib import Path

import pytest

from paper import streams
from replikat.cli.main import run
from replikat.deals.boards.boards import SEATS, Hand, cards_of, hand_of, hands_in
from replikat.deals.boards.pbn import read_pbn
from replikat.deck.deck import Deck
from replikat.deck.loaders import load_deck, read_deck_spec
from replikat.reading import verify
from replikat.reading.compare import deck_read
from replikat.reading.drawn.page import read_pages
from support import LIBRARY, VECTORS

ROWS = [row for row in csv.DictReader((VECTORS / "deal_ranking.csv").open(encoding="utf-8")) if row["board"].isdigit()]
SEED = "5e" * 32


@pytest.fixture(autouse=True)
def championship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder that holds sixteen published boards of a championship's final."""
    monkeypatch.chdir(tmp_path)
    games = [
        f'[Event "?"]\n[Board "{row["board"]}"]\n[Dealer "{row["dealer"]}"]\n[Vulnerable "{row["vulnerable"]}"]\n'
        f'[Deal "{row["deal_pbn"]}"]\n[Contract "?"]\n'
        for row in ROWS
    ]
    Path("final.pbn").write_text("% PBN 2.1\n" + "\n".join(games))
    return tmp_path


def hands_published(row: dict[str, str]) -> list[Hand]:
    return [Hand(*hand.split(".")) for hand in row["deal_pbn"].removeprefix("N:").split()]


def imported(name: str = "final", *options: str) -> Deck:
    assert run(["import", "final.pbn", "--as", name, "-q", *options]) == 0
    spec, source = read_deck_spec(Path("output") / name / "private" / "deck.yaml", LIBRARY)
    return load_deck(spec, source, LIBRARY)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 1) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    return capsys.readouterr().err.replace("replikat: ", "")


def test_published_deals_come_out_on_the_backs(capsys: pytest.CaptureFixture[str]) -> None:
    deck = imported("final", "--seed", SEED)
    assert run(["cards", "output/final"]) == 0
    reading, _ = verify._read_cards(read_pages(Path("output/final/cards.pdf")), deck.pack, deck.spec.print, LIBRARY)
    columns = deck_read(reading, deck.pack.codes)
    assert columns and len(columns) == len(ROWS) == 16
    for marks, row in zip(columns, ROWS, strict=True):
        for seat, published in zip(SEATS, hands_published(row), strict=True):
            held = {mark.number: code for mark, code in zip(marks, deck.pack.codes, strict=True) if mark and mark.position == seat}
            assert sorted(held) == list(range(1, 14))
            assert hand_of(code.replace("10", "T") for code in held.values()) == published
    assert run(["verify", "output/final/cards.pdf", "output/final"]) == 0
    capsys.readouterr()
    assert run(["check", "output/final"]) == 0
    assert "given: nothing is known of how these deals came about" in capsys.readouterr().out
    mark = next(str(mark) for mark in deck.squares[2].marks[3:] if mark)
    assert run(["find", "output/final", "--square", "3", "--missing", mark]) == 0
    assert capsys.readouterr().out.startswith(deck.pack.codes[3])


def test_what_goes_out_is_what_came_in() -> None:
    imported()
    assert run(["export", "output/final", "-q"]) == 0
    here, there = (read_pbn(Path(path).read_bytes(), path) for path in ("final.pbn", "output/final/private/deals.pbn"))
    assert [found.board for found in here.boards] == [found.board for found in there.boards]


def test_the_seed_decides_the_numbers_and_nothing_else() -> None:
    one, same, other = imported("one", "--seed", SEED), imported("same", "--seed", SEED.upper()), imported("other")
    assert one.squares == same.squares != other.squares
    assert [hands_in(one, square) for square in range(1, 17)] == [hands_in(other, square) for square in range(1, 17)]
    assert one.spec.seed is None and {group.source for group in one.spec.squares} == {"given"}


def test_boards_are_chosen_by_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "final.pbn", "--as", "some", "--boards", "5-6,9"]) == 0
    said = capsys.readouterr().out
    spec, source = read_deck_spec(Path("output/some/private/deck.yaml"), LIBRARY)
    deck = load_deck(spec, source, LIBRARY)
    assert [list(hands_in(deck, square)) for square in (1, 2, 3)] == [hands_published(ROWS[number - 1]) for number in (5, 6, 9)]
    assert "square 1 is board 5, dealer N, vulnerable NS; by its number N, None" in said
    assert refused(capsys, "import", "final.pbn", "--as", "x", "--boards", "16-40") == (
        "final.pbn: --boards: no board 17, 18, 19, 20, 21 and 19 more; the file has boards from 1 to 16\n"
    )
    text = Path("final.pbn").read_text()
    Path("twice.pbn").write_text(text + "\n" + text.replace('[Board "2"]', '[Board "1"]'))
    assert refused(capsys, "import", "twice.pbn", "--as", "x", "--boards", "1-3") == (
        "twice.pbn: --boards: board 1 is dealt on lines 2 and 122; one deal for every number; part the file\n"
    )


def test_a_fault_in_a_board_that_is_not_chosen_is_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("final.pbn").read_text()
    wrong = ROWS[1]["deal_pbn"][:-1]
    Path("wrong.pbn").write_text(text.replace(ROWS[1]["deal_pbn"], wrong))
    assert run(["import", "wrong.pbn", "--as", "one", "--boards", "1"]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note ")]
    assert len(notes) == 1 and "wrong.pbn:13: Deal: " in notes[0]
    assert "wrong.pbn:13: Deal: " in refused(capsys, "import", "wrong.pbn", "--as", "two", "--boards", "2")


def test_dup_files_say_which_boards_they_hold_and_have_no_gaps(capsys: pytest.CaptureFixture[str]) -> None:
    imported()
    assert run(["export", "output/final", "--format", "dup", "--squares", "5-8", "-q"]) == 0
    data = Path("output/final/private/deals.dup").read_bytes()
    assert [(record[148:151], record[153:156]) for record in (data[:156], data[-156:])] == 2 * [(b"5  ", b"08 ")]
    assert refused(capsys, "export", "output/final", "--format", "dup", "--squares", "5-8,10") == (
        "--squares: square 9 is left out; a DUP file numbers its boards from the lowest on without a gap;"
        " write a file for every run of squares\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.pbn", "--as", "x"], "none.pbn: cannot be read (No such file or directory); expected a PBN file\n"),
        (
            ["final.pbn", "--as", "a/b"],
            "--as: found 'a/b'; expected letters, digits, spaces, dots, hyphens and underscores,"
            " beginning with a letter or digit; no dot last, no device (con, nul ...)\n",
        ),
        (
            ["final.pbn", "--as", "x", "--seed", "xyz"],
            "--seed: found 3 characters (not shown); expected up to 64 hexadecimal digits (0-9, a-f)\n",
        ),
        (["final.pbn", "--as", "x", "--boards", "a"], "--boards: found 'a'; expected numbers such as 3-4,7\n"),
        (
            ["final.pbn", "--as", "x", "--like", "casino-52"],
            "--like: casino-52 deals no four hands of thirteen; name a deck that can deal bridge\n",
        ),
    ],
)
def test_what_cannot_be_imported_leaves_nothing(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "import", *arguments) == said
    assert not Path("output").exists()


def test_another_pack_cannot_deal_bridge(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "import", "final.pbn", "--as", "x", "--like", "minchiate-97")
    assert said.startswith("--like: minchiate-97: minchiate97 is not the pack of bridge")


def test_more_boards_than_a_back_carries_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    north, *others = map(".".join, hands_published(ROWS[0]))
    games = []
    for number in range(1, 62):
        others = [*others[1:], others[0]]
        games.append(f'[Board "{number}"]\n[Deal "N:{" ".join([north, *others])}"]\n')
    Path("many.pbn").write_text("\n".join(games))
    assert refused(capsys, "import", "many.pbn", "--as", "x") == "many.pbn: 61 boards; a deck has at most 60; choose some with --boards\n"
    assert "squares" in refused(capsys, "import", "many.pbn", "--as", "x", "--boards", "1-40") and not Path("output").exists()


def test_a_deck_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    first = imported()
    assert refused(capsys, "import", "final.pbn", "--as", "final").startswith("output/final holds a deck already; choose another name")
    file = Path("output/final/private/deck.yaml")
    assert (
        refused(capsys, "export", "output/final", "--to", str(file)) == f"--to: {file} would be written over a deck; choose another name\n"
    )
    second = imported("final", "--new")
    assert first.squares != second.squares
    assert Path("output/final-old-1/private/deck.yaml").exists()


def test_every_number_and_card_goes_out_as_csv_and_json() -> None:
    assert run(["cards", "minchiate-97", "-q"]) == 0
    for kind in ("csv", "json"):
        assert run(["export", "minchiate-97", "--format", kind, "--squares", "2-3", "--to", f"x.{kind}", "-q"]) == 0
    spec, source = read_deck_spec(Path("output/minchiate-97/private/deck.yaml"), LIBRARY)
    deck = load_deck(spec, source, LIBRARY)
    meant = [
        (str(square), mark.position, str(mark.number), deck.pack.codes[card])
        for square in (2, 3)
        for mark, card in deck.squares[square - 1].dealt().items()
    ]
    with Path("x.csv").open(encoding="utf-8") as file:
        assert sorted(tuple(row) for row in csv.reader(file))[:-1] == sorted(meant)
    told = json.loads(Path("x.json").read_text())
    seen = [
        (str(square["square"]), position, str(number), card)
        for square in told["squares"]
        for position, hand in square["hands"].items()
        for number, card in enumerate(hand, 1)
    ]
    assert sorted(seen) == sorted(meant) and told["code"] == deck.code


def test_only_deals_of_bridge_go_out_as_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "casino-52", "-q"]) == 0
    assert refused(capsys, "export", "casino-52", "--format", "lin") == (
        "casino-52: square 1 is no deal of bridge: 52 cards, thirteen to each of four hands; "
        "name others with --squares, or use --format csv or json\n"
    )
    assert refused(capsys, "export", "casino-52", "--squares", "99") == "--squares: square 99; casino-52 has squares 1 to 20\n"
    assert "--results go into pbn alone" in refused(capsys, "export", "casino-52", "--format", "csv", "--results", "x.csv", code=2)


def test_results_become_instant_scores(capsys: pytest.CaptureFixture[str]) -> None:
    imported()
    rows = ["square,round,table,seat,name,result"]
    rows += [f"2,1,{table},NS,a,{score}" for table, score in enumerate((420, 420, -50, 450), 1)]
    rows += ["2,1,1,EW,b,-420", "3,1,1,EW,b,100", "4,1,1,NS,a,", "5,1,1,NS,a,A+"]
    Path("results.csv").write_text("\n".join(rows) + "\n")
    assert run(["export", "output/final", "--results", "results.csv", "--to", "x.pbn", "-q"]) == 0
    games = Path("x.pbn").read_bytes().decode("latin-1").split("\r\n\r\n")
    assert [number for number, game in enumerate(games, 1) if "InstantScoreTable" in game] == [2, 3]
    assert [line.split() for line in games[1].split("\r\n")[18:]] == [
        ["450,*", "100.0"],
        ["450", "87.5"],
        ["420,450", "75.0"],
        ["420", "50.0"],
        ["-50,420", "25.0"],
        ["-50", "12.5"],
        ["*,-50", "0.0"],
    ]
    assert games[2].split("\r\n")[19].split() == ["-100", "50.0"]
    Path("results.csv").write_text("square,round,table,seat,name,result\n2,1,1,NS,a,much\n")
    assert refused(capsys, "export", "output/final", "--results", "results.csv") == "results.csv:2: result: much; expected a score\n"


def secrets_in(data: bytes, deck: Deck) -> list[str]:
    """Return which secrets of a deck a file holds: seed, marks, or the suits of a whole hand one after the other."""
    text = data + (b"".join(streams(data)) if data.startswith(b"%PDF") else b"")
    found = [
        name for name, secret in (("seed", SEED.encode()), ("raw seed", bytes.fromhex(SEED))) if secret in text or secret.upper() in text
    ]
    found += [f"marks {number}" for number, square in enumerate(deck.squares, 1) if " ".join(str(square).split()[:6]).encode() in text]
    words = ""
    if data.startswith(b"%PDF"):
        Path("looked-at.pdf").write_bytes(data)
        words = " ".join(re.sub(r"\d+ of \d+", "", word.text) for page in read_pages(Path("looked-at.pdf")) for word in page.words)
    for number in range(1, len(deck.squares) + 1):
        for hand in hands_in(deck, number):
            suits = [" ".join(card[0].replace("T", "10") for card in cards_of(hand) if card[1] == suit) for suit in "SHDC"]
            if ".".join(hand).encode() in text or all(suit in words for suit in suits if suit.count(" ") >= 2):
                found.append(f"hand of {number}")
    return found


@pytest.mark.parametrize("source", ["dealt", "given"])
def test_no_public_file_holds_a_secret(source: str) -> None:
    """The cards themselves show the deals on their backs; nothing else outside the private folder does."""
    if source == "given":
        imported("secret", "--seed", SEED)
        word = "output/secret"
        assert run(["make", word, "-q"]) == 0
    else:
        word = "output/tournament-52"
        assert run(["make", "tournament-52", "--seed", SEED, "-q"]) == 0
    assert run(["export", word, "-q"]) == 0
    spec, file = read_deck_spec(Path(word) / "private" / "deck.yaml", LIBRARY)
    deck = load_deck(spec, file, LIBRARY)
    public = [path for path in Path(word).rglob("*") if path.is_file() and "private" not in path.parts and path.name != "cards.pdf"]
    assert len(public) >= 3
    assert {path.name: told for path in public if (told := secrets_in(path.read_bytes(), deck))} == {}
    private = {path.name: secrets_in(path.read_bytes(), deck) for path in (Path(word) / "private").iterdir()}
    assert len(private["deals-en.pdf"]) == 4 * len(deck.squares) == len(private["deals.pbn"]), "the search sees what is there to be seen"
    assert not {"seed", "raw seed"} & set(private["deals.pbn"]), "an exported square tells nothing of another"
    assert f"marks {len(deck.squares)}" in private["deck.yaml"] and (source == "given" or "seed" in private["deck.yaml"])
