"""Fields of a form that can be filled in on a screen: named, in the order of reading, with sums that readers work out."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from replikat.geometry.plane import Rect
from replikat.geometry.units import MM
from replikat.typeset.pen import Pen

FONT = "Helvetica"  # fields know only fonts that every reader has; they have the Nordic letters
LARGEST, SMALLEST = 12, 7  # points


class Fields:
    """Collects the fields of a document while it is drawn, and completes them when it is finished."""

    def __init__(self) -> None:
        self._counts: dict[str, list[tuple[float, str]]] = {}

    def add(self, pen: Pen, name: str, box: Rect, label: str, counts: Sequence[tuple[float, str]] = ()) -> None:
        """Place a field; `counts` are coefficients and the names of the fields whose sum it shows."""
        size = max(SMALLEST, min(LARGEST, int(box.height * MM * 0.72)))
        x, y = pen.origin(box.x, box.bottom)
        place: dict[str, Any] = {"x": x, "y": y, "width": box.width * MM, "height": box.height * MM}  # the stubs count in whole points
        look: dict[str, Any] = {"fontName": FONT, "fontSize": size, "borderWidth": 0, "borderColor": None, "fillColor": None}
        pen.canvas.acroForm.textfield(name=name, tooltip=label, relative=True, fieldFlags="", **place, **look)
        if counts:
            self._counts[name] = list(counts)

    def finished(self, data: bytes) -> bytes:
        """Return the document with its sums, in the order in which they depend on each other, and the order of its tabs."""
        import pikepdf

        with pikepdf.open(BytesIO(data)) as pdf:
            form = pdf.Root.AcroForm
            fields = {str(field.T): field for field in form.Fields}
            order = pikepdf.Array()
            for name, counts in self._counts.items():
                script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String(_script(counts)))
                fields[name].AA = pdf.make_indirect(pikepdf.Dictionary(C=script))
                order.append(fields[name])
            form.CO = order
            for page in pdf.pages:
                page.obj.Tabs = pikepdf.Name.R
            out = BytesIO()
            pdf.save(out, deterministic_id=True)
        return out.getvalue()


def _script(counts: Sequence[tuple[float, str]]) -> str:
    """Return the script of a sum: plain sums by the function that readers know best, others written out."""
    names = ", ".join(f'"{name}"' for _, name in counts)
    if all(times == 1 for times, _ in counts):
        return f'AFSimple_Calculate("SUM", new Array({names}));'
    times = ", ".join(f"{times:.10g}" for times, _ in counts)
    return (
        f"var names = [{names}], times = [{times}], sum = 0, whole = true;"
        " for (var i = 0; i < names.length; i++) {"
        ' var text = ("" + this.getField(names[i]).value).replace(",", ".").replace("\\u2212", "-");'
        ' if (text === "" || isNaN(Number(text))) whole = false; else sum += times[i] * Number(text); }'
        ' event.value = whole ? Math.round(sum * 100) / 100 : "";'
    )
