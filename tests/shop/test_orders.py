"""What a print service is sent: exact pictures that decode to the deck, lists that match, nothing told that is secret."""

import csv
import zipfile
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from replikat.cards.printing import printed_cards
from replikat.data.library import Library
from replikat.deck.deck import Deck
from replikat.errors import ReplikatError
from replikat.press.loaders import load_service
from replikat.press.pdfx.preflight import preflight
from replikat.reading.drawn.page import read_pages
from replikat.reading.scanned.marks import back_picture, read_marks
from replikat.reading.verify import verify
from replikat.shop.orders import Order, order_for, zipped
from support import LIBRARY, packaged_deck

STANDARD, MINCHIATE = packaged_deck("standard-52"), packaged_deck("minchiate-97")
FONT = LIBRARY.find("fonts", "ReplikatB612-Bold", ".ttf")
SOME = ("QS", "7H", "10C")


@cache
def ordered(service: str, name: str = "standard-52", sheet: str = "a4-poker", lang: str = "en", only: tuple[str, ...] = ()) -> Order:
    deck = packaged_deck(name)
    settings = replace(deck.spec.print, sheet=sheet, lang=lang)
    return order_for(service, deck, settings, LIBRARY, only)


def product(order: Order, ending: str, private: bool = False) -> bytes:
    (found,) = [item.data for item in order.products if item.name.endswith(ending) and item.private == private]
    return found


def unpacked(order: Order) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(product(order, ".zip"))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(data.decode())))


def test_pictures_have_the_size_dpi_and_colours_that_are_checked() -> None:
    files = unpacked(ordered("mpc"))
    pictures = {name: Image.open(BytesIO(data)) for name, data in files.items() if name.endswith(".png")}
    assert len(pictures) == 108
    for picture in pictures.values():
        assert (picture.size, picture.mode) == ((822, 1122), "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.001) and picture.info["srgb"] == 0
    assert list(files)[:2] == ["faces/face-001.png", "backs/back-001.png"]
    assert list(files)[-3:] == ["manifest.csv", "checklist.txt", "notice.txt"]


def test_every_back_decodes_to_the_marks_of_the_face_of_its_number() -> None:
    """Read from the pixels of the pictures alone; the list says which card each is."""
    order = ordered("mpc", only=SOME)
    files, listed = unpacked(order), rows(product(order, "manifest.csv"))
    assert [row["card"] for row in listed] == list(SOME)
    for row in listed:
        picture = back_picture(Image.open(BytesIO(files[row["back"]])), 300, order.plan.card)
        assert picture
        back = read_marks(picture, FONT, len(STANDARD.squares))
        place = STANDARD.pack.index[row["card"]]
        assert back and back.marks == tuple(square.marks[place] for square in STANDARD.squares) and not back.unread


@pytest.mark.parametrize(("deck", "sheet"), [(STANDARD, "single-bridge"), (MINCHIATE, "a4-tarot")], ids=["bridge", "tarot"])
def test_other_cards_decode_too(deck: Deck, sheet: str) -> None:
    codes = [deck.pack.cards[place].code for place in (3, 40)]
    order = ordered("mpc", deck.name, sheet, only=tuple(codes))
    files = unpacked(order)
    for row in rows(product(order, "manifest.csv")):
        picture = Image.open(BytesIO(files[row["back"]]))
        assert picture.size == load_service("mpc", LIBRARY).pixels(order.plan.card.name)
        found = back_picture(picture, 300, order.plan.card)
        assert found
        back = read_marks(found, FONT, len(deck.squares), batch=10)
        assert back and back.marks == tuple(square.marks[deck.pack.index[row["card"]]] for square in deck.squares)


def test_faces_and_backs_pair_by_number_and_hash() -> None:
    order = ordered("mpc")
    files = unpacked(order)
    listed = rows(files["manifest.csv"])
    assert [row["card"] for row in listed] == [item.card.code if item.card else "" for item in printed_cards(STANDARD, STANDARD.spec.print)]
    for row in listed:
        assert row["face"][-7:] == row["back"][-7:]
        for side in ("face", "back"):
            assert sha256(files[row[side]]).hexdigest() == row[f"{side} sha256"]
    assert len({row["back sha256"] for row in listed}) == 53  # the two jokers alone share their dashes


def test_marks_stand_in_the_private_list_alone() -> None:
    order = ordered("mpc")
    marks = [",".join(str(square.marks[place]) for square in STANDARD.squares) for place in range(52)]
    secret = product(order, "manifest.csv", private=True).decode()
    assert all(line in secret for line in marks)
    texts = [item.data.decode() for item in order.products if not item.private and item.name.endswith((".csv", ".txt"))]
    texts += [data.decode() for name, data in unpacked(order).items() if not name.endswith(".png")]
    assert len(texts) == 5
    assert not [text for text in texts if any(line in text for line in marks) or str(STANDARD.spec.seed) in text]
    assert [item.name for item in order.products if item.private] == ["mpc-manifest.csv"]


def test_same_deck_same_bytes() -> None:
    once = ordered("mpc", only=SOME)
    ordered.cache_clear()
    assert ordered("mpc", only=SOME).products == once.products


def test_a_zip_has_no_clock() -> None:
    with zipfile.ZipFile(BytesIO(zipped({"a.txt": b"a", "b.png": b"b"}))) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_file_for_a_press_has_backs_first_where_the_service_wants_them(tmp_path: Path) -> None:
    order = ordered("drivethru")
    path = tmp_path / "drivethru-cards.pdf"
    path.write_bytes(product(order, "cards.pdf"))
    report = preflight(path.read_bytes(), "x1a", ink=240, bleed=3.17)
    assert (report.claim, report.findings) == ("PDF/X-1a:2003", ())
    with pikepdf.open(path) as pdf:
        assert [float(number) for number in pdf.pages[0].mediabox] == pytest.approx([0, 0, 198, 270], abs=0.01)  # 2.75 x 3.75 in
    words = [{word.text for word in page.words} for page in read_pages(path)[:4]]
    assert [STANDARD.code in seen for seen in words] == [True, False, True, False]
    assert verify(path, STANDARD, STANDARD.spec.print, LIBRARY).faults == ()
    assert rows(product(order, "manifest.csv"))[1]["face"] == "drivethru-cards.pdf page 4"
    assert rows(product(order, "manifest.csv"))[1]["back"] == "drivethru-cards.pdf page 3"


def test_a_service_may_have_page_in_its_name(tmp_path: Path) -> None:
    """File and page are told apart in the manifest, whatever the file is called."""
    own = tmp_path / "services"
    own.mkdir()
    copied = LIBRARY.find("services", "generic-3mm").read_text(encoding="utf-8")
    (own / "one page shop.yaml").write_text(copied, encoding="utf-8")
    library = Library((tmp_path, *LIBRARY.folders))
    settings = replace(STANDARD.spec.print, sheet="a4-poker")
    order = order_for("one page shop", STANDARD, settings, library, SOME)
    uploaded = sha256(product(order, "cards.pdf")).hexdigest()
    listed = rows(product(order, "manifest.csv"))
    assert [row["card"] for row in listed] == list(SOME)
    for place, row in enumerate(listed):
        assert row["face"] == f"one page shop-cards.pdf page {2 * place + 1}"
        assert row["back"] == f"one page shop-cards.pdf page {2 * place + 2}"
        assert row["face sha256"] == row["back sha256"] == uploaded


def test_a_swapped_back_is_seen_in_the_file_of_a_service(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    with pikepdf.open(BytesIO(product(ordered("drivethru"), "cards.pdf"))) as pdf:
        first, second = pdf.pages[0].obj.Contents, pdf.pages[2].obj.Contents
        pdf.pages[0].obj.Contents, pdf.pages[2].obj.Contents = second, first
        pdf.save(path)
    assert verify(path, STANDARD, STANDARD.spec.print, LIBRARY).faults


def test_the_general_file_is_x4_face_first(tmp_path: Path) -> None:
    path = tmp_path / "cards.pdf"
    path.write_bytes(product(ordered("generic-3mm"), "cards.pdf"))
    assert preflight(path.read_bytes(), bleed=3).claim == "PDF/X-4"
    assert verify(path, STANDARD, STANDARD.spec.print, LIBRARY).faults == ()


@pytest.mark.parametrize("lang", LIBRARY.names("languages"))
@pytest.mark.parametrize("service", LIBRARY.names("services"))
def test_the_checklist_says_what_to_tick(service: str, lang: str) -> None:
    order = ordered(service, lang=lang, only=SOME)
    text = product(order, "checklist.txt").decode()
    lines = [line for line in text.splitlines() if line.startswith("[ ] ")]
    ticks = [tick[lang] for tick in load_service(service, LIBRARY).ticks]
    assert STANDARD.code in text.splitlines()[0]
    assert len(lines) == 5 + len(ticks) and all(f"[ ] {tick}" in lines for tick in ticks)
    assert f": 3{' ' if service == 'mpc' else ''}" in lines[1]
    assert text.rstrip().endswith(".") and "licen" in text.lower().replace("lisens", "licen")


@pytest.mark.parametrize(
    ("lang", "shop"), [("en", "from a print shop"), ("nb", "hos et trykkeri"), ("da", "hos et trykkeri"), ("sv", "hos ett tryckeri")]
)
def test_a_service_without_a_name_is_a_print_shop(lang: str, shop: str, tmp_path: Path) -> None:
    order = ordered("generic-3mm", lang=lang, only=SOME)
    assert product(order, "checklist.txt").decode().splitlines()[0].endswith(f"({STANDARD.code}) {shop}")
    path = tmp_path / "proof.pdf"
    path.write_bytes(product(order, "proof.pdf"))
    told = " ".join(word.text for word in read_pages(path)[0].words)
    assert f" {shop.split()[1].capitalize()} {shop.split(maxsplit=2)[2]}. " in told


def test_the_checklist_tells_the_whole_bleed() -> None:
    bleeds = {service: product(ordered(service, only=SOME), "checklist.txt").decode() for service in LIBRARY.names("services")}
    for service, bleed in (("mpc", "3.048"), ("tgc", "3.175"), ("drivethru", "3.175"), ("generic-3mm", "3")):
        assert f"Bleed: {bleed} mm on every side; safe zone: {bleed} mm" in bleeds[service]


def test_the_proof_shows_every_pair_under_its_number(tmp_path: Path) -> None:
    path = tmp_path / "proof.pdf"
    path.write_bytes(product(ordered("mpc"), "proof.pdf"))
    words = [word.text for page in read_pages(path) for word in page.words]
    assert [text for text in words if len(text) == 3 and text.isdigit()] == [f"{number:03}" for number in range(1, 55)]
    assert words.count(STANDARD.code) >= 54
    assert "Outer line: the cut; inner line: what must not be cut off." in " ".join(words)


def test_the_box_names_the_deck(tmp_path: Path) -> None:
    path = tmp_path / "box.pdf"
    path.write_bytes(product(ordered("mpc"), "tuckbox.pdf"))
    (page,) = read_pages(path)
    words = " ".join(word.text for word in page.words)
    assert words.count(STANDARD.code) == 5 and words.count(STANDARD.name) == 5 and "Publisher" in words
    assert "glue the side flap and the bottom" in words
    path.write_bytes([item.data for item in order_for("tgc", STANDARD, STANDARD.spec.print, LIBRARY, SOME, "Ada’s Press").products][3])
    words = " ".join(word.text for word in read_pages(path)[0].words)
    assert "Ada’s Press" in words and "Publisher" not in words


def test_what_a_service_does_not_sell_is_refused() -> None:
    with pytest.raises(ReplikatError, match="DriveThruCards has no mini cards here"):
        ordered("drivethru", sheet="a4-mini")
    with pytest.raises(ReplikatError, match="takes pictures, which have no spot ink"):
        order_for("mpc", STANDARD, STANDARD.spec.print, LIBRARY, spot="GOLD")
    with pytest.raises(ReplikatError, match="did you mean mpc"):
        ordered("mpcc")
