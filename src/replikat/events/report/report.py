"""The report of an event's results: the ranking, who gained where, every square, and where the luck lay."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from replikat.deck.catalogue import Catalogue
from replikat.events.comparisons import Comparison, Field, Luck, Match, Share, Standing, by_field, rounds_told
from replikat.events.report.plots import draw_matrix, draw_shares, draw_strip
from replikat.events.report.strips import Strip, column_lines, figure, heading, mark, paginated, said
from replikat.events.result import Award, Scoring
from replikat.events.schedule import JOIN, Section, section_name
from replikat.events.sheets.occasion import side_said
from replikat.papers.form_paper import Sheets, form_shape
from replikat.papers.stationery import MASTHEAD, SMALL, draw_masthead, paged_foot
from replikat.typeset.pen import Pen
from replikat.typeset.text.flow import Folio
from replikat.typeset.text.formats import PageShape

MOST_LINES = 4000  # results that are printed square by square; the CSV holds any number
STRIP_HIGH, STRIP_GAP = 13.0, 4.0
MATRIX_ROW, MATRIX_HEAD, MATRIX_NAME = 5.0, 6.0, 38.0
NARROWEST_CELL, WIDEST_CELL = 4.2, 9.0
RANKING_ROW = 6.4
NOTE_GAP = 2.0  # between a table or plot and what explains it
EXPLAINED = {
    "matchpoints": "report.explain.matchpoints",
    **dict.fromkeys(("cross_imps", "butler", "imps"), "report.explain.imps"),
}  # methods that a newcomer does not know

Correction = tuple[int, int, int, str, str, str, str]  # square, round, table, name, what stood there, what counts, why


@dataclass(frozen=True)
class Findings:
    """What a report tells; `gains` are points above an average, by name and deal, `entered` how many results of how many.

    `provisional` is the mark of a report that is not final.
    """

    name: str
    game: str
    scoring: Scoring
    comparisons: Sequence[Comparison]
    matches: Sequence[Match]
    standings: Sequence[Standing]
    persons: Sequence[Standing]
    luck: Luck
    gains: Mapping[str, Mapping[int, Fraction]]
    corrections: Sequence[Correction]
    entered: tuple[int, int]
    provisional: str = ""


def report_pdf(found: Findings, sheets: Sheets) -> bytes:
    """Return the report as a PDF."""
    words, made = sheets.words, sheets.made
    shape = form_shape(made.paper)
    compositor = made.compositor(f"{words.phrase('report.title')} · {found.name}")
    pages = paginated(list(_strips(found, words, shape)), shape.depth - 0.2, MASTHEAD)
    drawings = [
        compositor.drawing(shape.measure, shape.depth - 0.1, partial(_draw_page, strips=page, first=place == 0, found=found, sheets=sheets))
        for place, page in enumerate(pages)
    ]
    foot = paged_foot(shape, words, sheets.deck, sheets.code, words.phrase("report.title"))

    def furniture(pen: Pen, folio: Folio) -> None:
        foot(pen, replace(folio, pages=len(pages)))

    return compositor.pages_at_once(shape, drawings, furniture)


def _draw_page(pen: Pen, strips: Sequence[Strip], first: bool, found: Findings, sheets: Sheets) -> None:
    top = 0.0
    if first:
        draw_masthead(pen, found.name, sheets.words.phrase("report.title"), sheets.deck, sheets.code, form_shape(sheets.made.paper).measure)
        top = MASTHEAD
    for strip in strips:
        with pen.at(0, top) as inner:
            strip.draw(inner)
        top += strip.height


def _strips(found: Findings, words: Catalogue, shape: PageShape) -> Iterator[Strip]:
    measure = shape.measure
    if found.provisional:
        yield from mark(found.provisional, measure)
    how = words.phrase(f"report.method.{found.scoring.method}")
    head = words.phrase("report.head", game=found.game, how=how, n=found.entered[0], m=found.entered[1])
    explained = EXPLAINED.get(found.scoring.method)
    yield from said(f"{head} {words.phrase(explained)}" if explained else head, measure)
    for title, standings in (("forms.ranking", found.standings), ("report.persons", found.persons)):
        for field, own in by_field(standings):
            parts = [words.phrase(title), *([_field_said(field, words)] if field else [])]
            yield heading(" · ".join(parts))
            yield from _ranking(own, found, words, measure)
    if first := found.standings or found.persons:
        yield Strip(NOTE_GAP, lambda pen: None)
        yield from said(words.phrase("report.ranking.mean" if first[0].percent is None else "report.ranking.percent"), measure, SMALL)
    yield heading(words.phrase("report.luck"))
    yield from _luck(found.luck, words, measure)
    ranked = [one.name for one in (found.standings or found.persons) if one.name in found.gains]
    if ranked:
        yield heading(words.phrase("report.where"))
        yield from said(words.phrase("report.where.what"), measure, SMALL, leads=True)
        yield from _matrix(ranked, found, measure)
        yield heading(words.phrase("report.gains"))
        yield from said(words.phrase("report.gains.what"), measure, SMALL, leads=True)
        yield Strip(NOTE_GAP, lambda pen: None, keep=True)
        yield from _gains(ranked, found, words, measure)
    yield from _matches(found.matches, words, measure)
    yield from _squares(found, words, measure)
    if found.corrections:
        yield heading(words.phrase("report.corrections"))
        for square, round_, table, name, was, now, why in found.corrections:
            told = words.phrase("report.correction", square=square, round=round_, table=table, name=name, was=was, now=now)
            yield from said(f"{told} {why}".rstrip(), measure)


def _ranking(standings: Sequence[Standing], found: Findings, words: Catalogue, measure: float) -> Iterator[Strip]:
    """Yield a line for everybody: place, name, points, what decides, and a bar for it."""
    by_total = found.scoring.rank_by == "total"
    values = [one.percent - 50 if one.percent is not None else one.points if by_total or found.matches else one.mean for one in standings]
    most = max((abs(value) for value in values), default=Fraction(0)) or Fraction(1)
    columns = (0.0, 10.0, 10 + 0.36 * measure, 10 + 0.50 * measure)
    heads = [words.phrase("forms.place"), words.phrase("forms.name"), words.phrase("forms.points")]
    heads.append("%" if standings[0].percent is not None else words.phrase("forms.mean"))
    yield column_lines(columns, heads, measure, head=True, right=(2, 3), bar=0.0)
    for one, value in zip(standings, values, strict=True):
        shown = one.percent if one.percent is not None else one.mean
        cells = [one.label, one.name, figure(one.points, words, one.top is None), figure(shown, words, one.top is None)]
        yield column_lines(columns, cells, measure, right=(2, 3), bar=float(value / most), high=RANKING_ROW)


def _field_said(field: Field, words: Catalogue) -> str:
    """Return what a field is called: N–S, Field 2."""
    if field.side:
        return side_said(field.side, words)
    return words.phrase("report.field", n=field.number) if field.number else words.phrase("report.field.alone")


def _luck(luck: Luck, words: Catalogue, measure: float) -> Iterator[Strip]:
    if luck.cards is None or luck.play is None:
        yield from said(words.phrase("report.luck.few", n=luck.comparisons, m=luck.deals), measure)
        return
    told = words.phrase("report.luck.shares", cards=_share(luck.cards), play=_share(luck.play), n=luck.comparisons, m=luck.deals)
    if luck.players is not None:
        told += " " + words.phrase("report.luck.players", players=_share(luck.players))
    yield from said(told, measure)
    labels = words.phrase("report.luck.cards"), words.phrase("report.luck.play")
    yield Strip(14.0, partial(draw_shares, share=luck.cards, labels=labels, measure=measure))


def _share(share: Share) -> str:
    return f"{100 * share.part:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _most(found: Findings) -> Fraction:
    return max((abs(value) for own in found.gains.values() for value in own.values()), default=Fraction(0)) or Fraction(1)


def _matrix(ranked: Sequence[str], found: Findings, measure: float) -> Iterator[Strip]:
    """Yield a row of discs for everybody, a column for every deal; many deals go on in further blocks."""
    deals = sorted({deal for name in ranked for deal in found.gains[name]})
    most = float(_most(found))
    room = measure - MATRIX_NAME
    block = max(1, int(room / NARROWEST_CELL))
    for first in range(0, len(deals), block):
        part = deals[first : first + block]
        cell = min(WIDEST_CELL, room / len(part))
        head = partial(draw_matrix, name="", values=[float(deal) for deal in part], most=0.0, left=MATRIX_NAME, cell=cell)
        yield Strip(MATRIX_HEAD, head, keep=True)
        for name in ranked:
            values = [float(found.gains[name][deal]) if deal in found.gains[name] else None for deal in part]
            yield Strip(MATRIX_ROW, partial(draw_matrix, name=name, values=values, most=most, left=MATRIX_NAME, cell=cell))


def _gains(ranked: Sequence[str], found: Findings, words: Catalogue, measure: float) -> Iterator[Strip]:
    """Yield bars for everybody, square by square, two side by side where the page is wide enough."""
    deals = sorted({deal for name in ranked for deal in found.gains[name]})
    most, beside = _most(found), 2 if measure > 140 and len(deals) <= 32 else 1
    wide = (measure - (beside - 1) * 8) / beside
    for first in range(0, len(ranked), beside):
        part = ranked[first : first + beside]

        def draw(pen: Pen, part: Sequence[str] = part) -> None:
            for place, name in enumerate(part):
                own = [float(found.gains[name].get(deal, 0)) for deal in deals]
                label = figure(sum(found.gains[name].values(), Fraction(0)), words, True)
                with pen.at(place * (wide + 8), 0) as inner:
                    draw_strip(inner, name, label, own, deals, float(most), figure(most, words), wide, STRIP_HIGH)

        yield Strip(STRIP_HIGH + STRIP_GAP + 5, draw)


def _matches(matches: Sequence[Match], words: Catalogue, measure: float) -> Iterator[Strip]:
    columns = (0.0, 0.3 * measure, 0.5 * measure)
    for match, number in zip(matches, rounds_told(matches), strict=True):
        meeting = words.phrase("forms.round", n=number) + " · " if number else ""
        yield heading(f"{meeting}{match.home} – {match.away}  {figure(match.points[0], words)} : {figure(match.points[1], words)}")
        yield column_lines(columns, [words.phrase("scorecard.square"), match.home, match.away], measure, head=True, right=(1, 2))
        for square in match.squares:
            cells = [str(square.deal), figure(square.home, words), figure(square.away, words)]
            yield column_lines(columns, cells, measure, right=(1, 2))


def _squares(found: Findings, words: Catalogue, measure: float) -> Iterator[Strip]:
    """Yield every comparison: who held the cards, what was written down, and what it is worth; two seats side by side."""
    if not 0 < sum(len(comparison.results) for comparison in found.comparisons) <= MOST_LINES:
        return
    yield heading(words.phrase("report.squares"))
    beside = 2 if measure > 140 else 1
    wide = (measure - (beside - 1) * 8) / beside
    in_match = bool(found.matches)
    told = [words.phrase("report.squares.what"), *([] if in_match else [words.phrase("report.squares.gain")])]
    yield from said(" ".join(told), measure, SMALL, leads=True)
    by_deal: dict[tuple[Section, int], list[Comparison]] = {}
    for comparison in found.comparisons:
        by_deal.setdefault((comparison.section, comparison.deal), []).append(comparison)
    for (section, deal), group in by_deal.items():
        parts = [words.phrase("square", n=deal), *([section_name(section)] if section else [])]
        yield heading(" · ".join(parts), small=True)
        for first in range(0, len(group), beside):
            yield _beside([_comparison_lines(one, words, wide, in_match) for one in group[first : first + beside]], wide + 8)


def _beside(blocks: Sequence[Sequence[Strip]], step: float) -> Strip:
    def draw(pen: Pen) -> None:
        for place, block in enumerate(blocks):
            top = 0.0
            for strip in block:
                with pen.at(place * step, top) as inner:
                    strip.draw(inner)
                top += strip.height

    return Strip(max(sum(strip.height for strip in block) for block in blocks) + 2, draw)


def _comparison_lines(comparison: Comparison, words: Catalogue, wide: float, in_match: bool) -> list[Strip]:
    columns = (0.0, 0.66 * wide, 0.82 * wide)
    gain_head = "" if in_match else words.phrase("scorecard.gain")
    heads = [side_said(comparison.side, words), words.phrase("forms.result"), gain_head]
    lines = [column_lines(columns, heads, wide, head=True, right=(1, 2))]
    for result, points in sorted(comparison.gains, key=lambda gain: -(gain.points or Fraction(0))):
        score = (
            "–" if result.score is None else _award(result.score, words) if isinstance(result.score, Award) else figure(result.score, words)
        )
        gain = "" if in_match or points is None else figure(points, words, comparison.top is None)
        lines.append(column_lines(columns, [JOIN.join(result.holders), score, gain], wide, right=(1, 2)))
    return lines


def _award(award: Award, words: Catalogue) -> str:
    kinds = {"average": "A", "average_plus": "A+", "average_minus": "A−"}
    return kinds.get(award.kind) or f"{figure(award.value, words)} %"
