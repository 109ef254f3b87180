"""Make the pictures of docs/evening.md from what the tool prints for the packaged events, with made-up results.

Usage: evening.py. Run it after a change of looks; the pictures are kept in the repository.
"""

from make import LIBRARY, pages, save, side_by_side

from replikat.cli.events import open_event
from replikat.data.csv_tables import Row
from replikat.events.planning import Planned, scoring_of
from replikat.events.printing import event_sheets, report, schedule_pdf
from replikat.events.results.entry import enter
from replikat.events.results.evaluation import Scored, score_results
from replikat.events.results.tables import TEMPLATE, rows_read


def results_of(planned: Planned) -> Scored:
    """Return an event with made-up results, always the same."""
    scoring = scoring_of(planned)
    sides, total = len(planned.schedule.sides), scoring.sums[0] if scoring.sums else 0
    rows: list[Row] = []
    for number, place in enumerate(planned.schedule.places()):
        told = (place.sitting.square, place.round, place.sitting.table, place.seat, place.name)
        value = 7 * number * number % 11 - 5 + 3 * (place.sitting.square % 3)
        if scoring.sums and number % sides == sides - 1:
            value = total - sum(int(row.cells["result"]) for row in rows[number - sides + 1 :])
        rows.append(Row(number + 2, dict(zip(TEMPLATE, [*map(str, told), str(value)], strict=True))))
    read = rows_read(rows, planned.event, planned.schedule.sides)
    return score_results(planned, scoring, enter(planned.schedule, scoring, read, "results.csv"))


def main() -> None:
    duel, hearts, whist = (open_event(name, LIBRARY) for name in ("kitchen-duel", "hearts-rotation", "whist-individual"))
    sheets = [event_sheets(duel, "duel", "en", LIBRARY), event_sheets(hearts, "rotation", "en", LIBRARY)]
    save(side_by_side([pages(pdf, 60)[0] for pdf in sheets], 10), "evening-sheets")
    slips = [event_sheets(whist, kind, "en", LIBRARY) for kind in ("table", "traveller", "player")]
    slips.append(schedule_pdf(whist, "en", LIBRARY))
    save(side_by_side([pages(pdf, 46)[0] for pdf in slips], 8), "evening-slips")
    save(side_by_side(pages(report(results_of(whist), "en", LIBRARY), 60)[:2], 10), "evening-report")


if __name__ == "__main__":
    main()
