"""Print a table of speed, memory and size, each against its floor or limit; nothing here is a test.

Usage: run.py [RUNS]. Whole processes are timed, warm, the median of RUNS (default 9) after one that is thrown away;
the floor is floor.py, the same sheets by the bare PDF library.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import boards
from scoring import STEPS, seconds

from replikat.deck.dealing.stream import Stream
from replikat.events.result import Scoring

HERE = Path(__file__).parent
SEED = "00" * 32
TWELVE = (
    *("crazy-eights", "weavers-game", "casino", "whist", "bridge", "hearts"),
    *("shithead", "president", "oh-hell", "amerikaner", "gin-rummy", "cribbage"),
)


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command in a folder and return its seconds and peak memory in MiB."""
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return seconds, usage.ru_maxrss / 1024


def in_turn(commands: Sequence[list[str]], folder: Path, runs: int) -> list[tuple[float, float]]:
    """Return the median seconds and the highest memory of commands run in turn, so that they share the machine's moods."""
    taken: list[list[tuple[float, float]]] = [[] for _ in commands]
    for _ in range(runs + 1):
        for place, command in enumerate(commands):
            taken[place].append(run(command, folder))
    return [(statistics.median(seconds for seconds, _ in one[1:]), max(memory for _, memory in one[1:])) for one in taken]


def median(command: list[str], folder: Path, runs: int, before: Callable[[], None] = lambda: None) -> tuple[float, float]:
    """Return the median seconds and the highest memory of a command."""
    taken = []
    for _ in range(runs + 1):
        before()
        taken.append(run(command, folder))
    return statistics.median(seconds for seconds, _ in taken[1:]), max(memory for _, memory in taken[1:])


def flattened(pdf: Path) -> bytes:
    """Return a PDF whose pages are pictures of another's."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    pages = [page.render(scale=300 / 72).to_pil().convert("RGB") for page in document]
    document.close()
    buffer = BytesIO()
    pages[0].save(buffer, "PDF", resolution=300, save_all=True, append_images=pages[1:])
    return buffer.getvalue()


def orders_per_second(cards: int = 52, seconds: float = 1.0) -> float:
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(200):
            Stream(1, SEED, "order", 0, count).order(cards)
            count += 1
    return count / (time.perf_counter() - start)


def row(what: str, got: str, against: str, ratio: float | None, limit: str) -> None:
    shown = f"{ratio:5.2f} x" if ratio is not None else ""
    print(f"{what:<44} {got:>14} {against:>16} {shown:>9}   {limit}")


def main() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # warm means compiled, as it is on any user's machine
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    tool = [sys.executable, "-m", "replikat"]
    print(f"{'what':<44} {'measured':>14} {'floor':>16} {'ratio':>9}   wanted")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        output = folder / "output" / "standard-52"
        ours = [*tool, "cards", "standard-52", "-q"]
        run(ours, folder)
        (floor, _), (cards, memory) = in_turn([[sys.executable, str(HERE / "floor.py"), str(folder / "floor.pdf")], ours], folder, runs)
        size = (output / "cards.pdf").stat().st_size / 1024
        row("cards, 52 x 20, existing deck", f"{cards:.3f} s", f"{floor:.3f} s", cards / floor, "<= 1.6 x")
        row("  peak memory", f"{memory:.0f} MiB", "", None, "<= 80 MiB")
        row("  size", f"{size:.0f} KiB", "", None, "<= 200 KiB")

        def forget() -> None:
            if output.exists():
                output.rename(folder / f"old-{time.perf_counter_ns()}")

        dealt, _ = median(ours, folder, runs, forget)
        row("  with new deals", f"{dealt:.3f} s", f"{dealt - cards:+.3f} s", None, "<= +0.1 s")
        tarots = [sys.executable, str(HERE / "floor.py"), str(folder / "floor.pdf"), "tarot"]
        minchiate = [*tool, "cards", "minchiate-97", "-q"]
        run(minchiate, folder)
        (low, _), (high, _) = in_turn([tarots, minchiate], folder, runs)
        row("cards, 97 x 24, existing deck", f"{high:.3f} s", f"{low:.3f} s", high / low, "<= 1.6 x")
        row("  size", f"{(folder / 'output' / 'minchiate-97' / 'cards.pdf').stat().st_size / 1024:.0f} KiB", "", None, "<= 500 KiB")
        asked, _ = median([*tool, "--help"], folder, runs)
        row("--help", f"{asked:.3f} s", "", None, "<= 0.15 s")
        everything, _ = median([*tool, "make", "-q"], folder, max(3, runs // 3))
        row("make, everything for one deck, verified", f"{everything:.3f} s", f"{floor:.3f} s", everything / floor, "")
        one, _ = median([*tool, "booklet", "standard-52", "-q", "--game", "whist"], folder, max(3, runs // 3))
        row("booklet, guide and one game", f"{one:.3f} s", "", None, "<= 0.8 s")
        named = [word for game in TWELVE for word in ("--game", game)]
        twelve, _ = median([*tool, "booklet", "standard-52", "-q", *named], folder, max(3, runs // 3))
        row("  and twelve games", f"{twelve:.3f} s", "", None, "<= 2 s")
        event = HERE.parent / "templates" / "events" / "whist-individual.yaml"
        planned, _ = median([*tool, "schedule", str(event)], folder, max(3, runs // 3))
        row("schedule of a whist tournament", f"{planned:.3f} s", "", None, "<= 1 s")
        read, _ = median([*tool, "verify", str(output / "cards.pdf"), "standard-52"], folder, max(3, runs // 3))
        row("verify, 54 cards", f"{read:.3f} s", "", None, "")
        flat = folder / "flat.pdf"
        flat.write_bytes(flattened(output / "cards.pdf"))
        seen, _ = median([*tool, "verify", str(flat), "standard-52"], folder, 1)
        row("  the same, made into pictures of 300 dpi", f"{seen:.3f} s", "", None, "")
        single = [*ours, "--sheet", "single"]
        (plain, _), (press, _) = in_turn([[*single, "--inks", "cmyk"], [*single, "--pdfx", "x4"]], folder, max(3, runs // 3))
        row("cards, one a page, PDF/X-4, checked", f"{press:.3f} s", f"{press - plain:+.3f} s", None, "<= +0.5 s")
        service, _ = median([*ours, "--service", "mpc"], folder, max(3, runs // 3))
        row("order: 108 PNG of 822 x 1122, zip, proof, box", f"{service:.3f} s", "", None, "<= 3.5 s")
        row("exact orders of 52, one core", f"{orders_per_second():,.0f} /s", "", None, ">= 60,000 /s")
        row("5,000 tables x 32 squares, cross-IMPs", f"{seconds(Scoring('cross_imps', steps=STEPS)):.3f} s", "", None, "<= 3 s")
        row("  matchpoints", f"{seconds(Scoring('matchpoints')):.3f} s", "", None, "<= 3 s")
        written, read_in = boards.seconds()
        row("10,000 boards to PBN", f"{written:.3f} s", "", None, "<= 0.5 s")
        row("  and back", f"{read_in:.3f} s", "", None, "<= 1 s")


if __name__ == "__main__":
    main()
