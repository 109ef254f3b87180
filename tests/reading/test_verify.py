"""A sheet that is drawn at another size than its own is measured by the ruler at its foot."""

from dataclasses import replace
from pathlib import Path

import pytest

from paper import fitted
from replikat.cli.main import run
from replikat.deck.print_settings import PrintSettings
from replikat.reading.verdicts import Verdict
from replikat.reading.verify import verify
from support import LIBRARY, print_cards
from witness import DECKS, printed

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
TINY = DECKS["tiny"]()


def judged(path: Path) -> Verdict:
    return verify(path, TINY, TINY.spec.print, LIBRARY)


@pytest.mark.parametrize("sheet", ["a4-poker", "a4-bridge", "labels-l4785"])
def test_an_a4_sheet_on_letter_is_not_sound(sheet: str, tmp_path: Path) -> None:
    verdict = judged(fitted(printed("tiny", sheet), tmp_path / "fitted.pdf", LETTER[1] / A4[1], LETTER))
    assert verdict.misfit == (
        "page 1: the ruler of 100 mm measures 94.1 mm: the sheet was fitted to 215.9 x 279.4 mm, at 94.1 %;"
        " print it at 100 %, or make the deck for that paper (--sheet)"
    )
    assert (verdict.scale, verdict.sound) == (0.9407, False)


@pytest.mark.parametrize(("scale", "sound"), [(0.965, False), (0.975, True), (1.0, True), (1.025, True), (1.035, False)])
def test_the_scale_may_be_what_the_docs_promise(scale: float, sound: bool, tmp_path: Path) -> None:
    verdict = judged(fitted(printed("tiny"), tmp_path / "fitted.pdf", scale, A4))
    assert (verdict.scale, verdict.sound, verdict.faults) == (pytest.approx(scale, abs=2e-4), sound, ())


def test_one_fitted_sheet_among_others_is_enough(tmp_path: Path) -> None:
    import pikepdf

    path = fitted(printed("tiny"), tmp_path / "fitted.pdf", 0.94, A4)
    with pikepdf.open(printed("tiny")) as pdf, pikepdf.open(path) as other:
        pdf.pages[2] = other.pages[2]
        pdf.save(tmp_path / "mixed.pdf")
    assert judged(tmp_path / "mixed.pdf").misfit.startswith("page 3: the ruler of 100 mm measures 94.0 mm: ")


def test_whole_sheets_and_cards_alone_are_at_their_size() -> None:
    for sheet in ("a4-poker", "letter-tarot", "gutterfold-a4-poker", "single"):
        verdict = verify(printed("tiny", sheet), TINY, replace(PrintSettings(), sheet=sheet), LIBRARY)
        assert (verdict.scale, verdict.misfit, verdict.sound) == (pytest.approx(1, abs=1e-4), "", True)


def test_the_command_says_the_scale_and_ends_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    standard = print_cards(DECKS["standard"](), tmp_path / "cards.pdf")
    assert run(["verify", str(fitted(standard, tmp_path / "a.pdf", 0.94, LETTER))]) == 1
    said = capsys.readouterr().err.replace(str(tmp_path), "").splitlines()
    assert said[0].startswith("replikat: /a.pdf: page 1: the ruler of 100 mm measures 94.0 mm: the sheet was fitted to 215.9 x 279.4 mm")
    assert said[1].endswith(": nothing else is wrong among 1040 marks of 54 cards")
    assert run(["verify", str(fitted(standard, tmp_path / "b.pdf", 0.98, A4))]) == 0
    assert capsys.readouterr().out.endswith("54 cards, 1040 marks read back, drawn at 98.0 %\n")
    assert run(["verify", str(standard)]) == 0
    assert capsys.readouterr().out.endswith("54 cards, 1040 marks read back\n")
