"""Compare with other makers of card sheets, each doing its own main job on the same cards; optional.

Usage: peers.py BIN, the `bin` folder of an environment with them: pip install pdfimpose cartuli domdiv. A peer that is
not there is left out. Whole processes, warm, medians of five. None of the peers draws cards or knows what stands on
them: pdfimpose and cartuli get our finished pages, domdiv draws dividers of its own.
"""

import statistics
import sys
import tempfile
from pathlib import Path

import pypdfium2
from run import run

RUNS = 5
CARTULI = """
decks:
  deck:
    size: (63.5*mm, 88.9*mm)
    front: {images: fronts/*.png, bleed: 3*mm}
    back: {images: backs/*.png, bleed: 3*mm}
outputs:
  sheet: {size: A4, print_margin: 5*mm}
"""


def pages(folder: Path, tool: list[str]) -> Path:
    """Print 54 cards one a page, 108 pages, and the same as pictures of 300 dpi."""
    run([*tool, "cards", "standard-52", "-q", "--sheet", "single"], folder)
    file = folder / "output" / "standard-52" / "cards.pdf"
    for name in ("fronts", "backs"):
        (folder / name).mkdir()
    document = pypdfium2.PdfDocument(file)
    for number in range(len(document)):
        side = "backs" if number % 2 else "fronts"
        document[number].render(scale=300 / 72).to_pil().save(folder / side / f"{number // 2:02}.png")
    (folder / "Cartulifile.yml").write_text(CARTULI)
    return file


def main() -> None:
    peers = Path(sys.argv[1]).resolve()
    tool = [sys.executable, "-m", "replikat"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        single = pages(folder, tool)
        impose = ["cards", str(single), "--signature", "3x3", "--mark", "crop", "-o", "imposed.pdf"]
        jobs = [
            ("replikat cards: draws 54 cards, sheets of nine", [*tool, "cards", "standard-52", "-q", "--sheet", "a4-poker"], ""),
            ("pdfimpose cards: imposes our 108 pages", [str(peers / "pdfimpose"), *impose], "imposed.pdf"),
            ("cartuli: lays out 108 pictures", [str(peers / "cartuli"), "Cartulifile.yml"], "*.pdf"),
            ("domdiv: draws its dividers", [str(peers / "dominion_dividers"), "--outfile", "dividers.pdf"], "dividers.pdf"),
        ]
        print(f"{'what':<50} {'seconds':>8} {'MiB':>6} {'KiB':>8}")
        for what, command, result in jobs:
            if not Path(command[0]).exists():
                print(f"{what:<50} not installed")
                continue
            before = set(folder.rglob("*.pdf"))
            try:
                taken = [run(command, folder) for _ in range(RUNS + 1)][1:]
            except SystemExit:
                print(f"{what:<50} fails")
                continue
            made = [path for path in folder.rglob("*.pdf") if path not in before] if result else [single]
            size = sum(path.stat().st_size for path in made) / 1024
            print(f"{what:<50} {statistics.median(s for s, _ in taken):8.2f} {max(m for _, m in taken):6.0f} {size:8.0f}")


if __name__ == "__main__":
    main()
