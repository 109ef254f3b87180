"""Print services: their sizes are what they check, and files are named so that any sorting keeps their order."""

import pytest

from replikat.errors import LawFault
from replikat.papers.theme import RIM
from replikat.press.loaders import load_service
from replikat.press.services import Files, Service, WholeSize, file_numbers, is_file_pattern, service_plan
from support import LIBRARY

PIXELS = {  # as the services' own pages and templates give them
    ("mpc", "poker"): (822, 1122),
    ("mpc", "bridge"): (747, 1122),
    ("mpc", "tarot"): (897, 1497),
    ("mpc", "mini"): (597, 822),
    ("tgc", "poker"): (825, 1125),
    ("tgc", "tarot"): (900, 1500),
    ("drivethru", "poker"): (825, 1125),
}
TRIMS = {"poker": (63.5, 88.9), "bridge": (57.15, 88.9), "tarot": (69.85, 120.65), "mini": (44.45, 63.5)}
SERVICES = LIBRARY.names("services")


@pytest.mark.parametrize(("name", "card"), PIXELS)
def test_pictures_have_the_pixels_that_are_checked(name: str, card: str) -> None:
    assert load_service(name, LIBRARY).pixels(card) == PIXELS[name, card]


@pytest.mark.parametrize("name", SERVICES)
def test_what_is_left_after_the_bleed_is_the_card(name: str) -> None:
    service = load_service(name, LIBRARY)
    for card in service.cards:
        plan = service_plan(name, service, card, 3.5)
        wanted = (70, 120) if (name, card) == ("generic-3mm", "tarot") else TRIMS[card]
        assert (plan.card.width, plan.card.height) == pytest.approx(wanted, abs=1e-5)
        assert plan.single and plan.cell(0).x == pytest.approx(service.bleed_mm, abs=1e-6)


@pytest.mark.parametrize("name", SERVICES)
def test_marks_lie_inside_the_safe_zone(name: str) -> None:
    assert load_service(name, LIBRARY).safe_mm <= RIM


@pytest.mark.parametrize("name", SERVICES)
def test_what_to_tick_is_said_in_every_language(name: str) -> None:
    service = load_service(name, LIBRARY)
    assert service.ticks
    assert {frozenset(tick) for tick in service.ticks} == {frozenset(LIBRARY.names("languages"))}


def test_the_smallest_pack_that_holds_the_cards_is_named() -> None:
    mpc, tgc = load_service("mpc", LIBRARY), load_service("tgc", LIBRARY)
    assert [mpc.pack_size(cards) for cards in (18, 19, 54, 55, 97, 612, 613)] == [18, 36, 55, 55, 108, 612, None]
    assert tgc.pack_size(1000) == 1000


def test_numbers_sort_as_they_count() -> None:
    assert file_numbers(3) == ["001", "002", "003"]
    assert sorted(file_numbers(1200)) == file_numbers(1200)


@pytest.mark.parametrize(
    ("pattern", "good"),
    [
        ("face-{n}.png", True),
        ("faces/{n}.png", True),
        ("face.png", False),
        ("../{n}.png", False),
        ("a/b/{n}.png", False),
        ("/{n}.png", False),
        ("{n}.jpg", False),
        ("{n} {card}.png", False),
    ],
)
def test_patterns_of_file_names(pattern: str, good: bool) -> None:
    assert is_file_pattern(pattern) == good


def test_a_service_takes_pictures_or_a_file() -> None:
    size = {"poker": WholeSize(69.5, 94.9)}
    with pytest.raises(LawFault, match="either picture files"):
        Service("mm", size, 3, 3)
    with pytest.raises(LawFault, match="either picture files"):
        Service("mm", size, 3, 3, files=Files("f{n}.png", "b{n}.png"), pdfx="x4")
