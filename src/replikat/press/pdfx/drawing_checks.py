"""Preflight of what is drawn on a page: colours, inks, fonts, pictures, transparency, overprint, names that lead nowhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot

import pikepdf
from pikepdf import Array, Dictionary, Matrix, Name

from replikat.press.pdfx.objects import Object, Remarks, Said
from replikat.press.services import Level
from replikat.typeset.page_limits import DEEPEST, SIMPLER, PageLoads, TooMuch

COARSE = 200  # dpi below which a picture shows its pixels on a card
FILLS = ("f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"')
WATCHED = " ".join(("q Q cm k K rg RG g G cs CS sc scn SC SCN gs Do Tf sh BI ID EI", *FILLS))
# Operators that are looked at, and of how many numbers each is (ISO 32000-1, tables 57 and 74).
NUMBERS = {"cm": 6, "k": 4, "K": 4, "rg": 3, "RG": 3, "g": 1, "G": 1}
MOST_PICTURES = 10_000  # put on a page
FOUND_IN = {"gs": "/ExtGState", "Do": "/XObject", "Tf": "/Font", "cs": "/ColorSpace", "CS": "/ColorSpace", "sh": "/Shading"}
PLAIN_SPACES = ("/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern")
SCREEN_SPACES = {"/DeviceRGB": "DeviceRGB", "/CalRGB": "CalRGB", "/Lab": "Lab", "/CalGray": "CalGray", "/ICCBased": "an ICC profile"}
TO_CMYK = "convert it to CMYK"
FLATTEN = "flatten transparency, or export PDF/X-4"
WHITE = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class _State:
    """What q keeps and Q restores, as far as it is watched."""

    matrix: Matrix = field(default_factory=Matrix)
    fill: tuple[float, ...] | None = None  # in CMYK
    overprints: bool = False


@dataclass
class _Seen(Remarks):
    """What is said of a drawing, and the pictures in it: pixels across and down, and where they are put."""

    pictures: list[tuple[float, float, Matrix]] = field(default_factory=list)

    def put(self, pictures: Sequence[tuple[float, float, Matrix]], under: Matrix) -> None:
        """Add pictures as a matrix moves them; of very many no more."""
        room = MOST_PICTURES - len(self.pictures)
        if len(pictures) > room:
            self.say(f"puts more than {MOST_PICTURES} pictures on a page", SIMPLER)
        self.pictures += [(across, down, matrix @ under) for across, down, matrix in pictures[:room]]


class Drawing:
    """Looks at drawings by the rules of a level, each form once."""

    def __init__(self, level: Level, ink: int) -> None:
        self._flat = level == "x1a"
        self._ink = ink
        self._forms: dict[tuple[int, int], _Seen] = {}
        self._open: set[tuple[int, int]] = set()  # forms that are being looked at
        self._loads = PageLoads()

    def page_says(self, page: pikepdf.Page) -> list[Said]:
        """Return what is wrong with all that is drawn on a page."""
        seen = _Seen()
        if self._flat and seen.name(seen.dictionary(page.obj, "/Group"), "/S") == "/Transparency":
            seen.say("is a transparency group", FLATTEN)
        resources: Object = Dictionary()
        with seen.reading("/Resources"):
            resources = seen.as_dictionary(_inherited_resources(page), "/Resources")
        _check_contents(page, seen)
        try:
            with seen.reading("what is drawn"):
                self._loads.check(page)
        except TooMuch as reason:
            seen.say(f"draws {reason}", SIMPLER)
            return list(seen.said)
        self._walk(page, resources, 0, seen)
        for across, down, matrix in seen.pictures:
            wide, high = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
            dpi = min(across / wide, down / high) * 72 if wide and high else COARSE
            if dpi < COARSE - 0.5:
                seen.say(f"a picture of {dpi:.0f} dpi", f"use one of {COARSE} dpi or more at this size")
        return list(seen.said)

    def _walk(self, stream: pikepdf.Page | Object, resources: Object, depth: int, seen: _Seen) -> None:
        """Look at every step of a drawing, and remember in `seen` what is wrong and which pictures are put where."""
        self._fonts(resources, seen)
        state, kept = _State(), []
        for operator, operands in _steps(stream, seen):
            if operator == "q":
                kept.append(state)
            elif operator == "Q":
                state = kept.pop() if kept else state
            elif operator == "INLINE IMAGE":
                self._inline(operands[0], seen)
            elif operator in FILLS:
                if state.overprints and state.fill == WHITE:
                    seen.say("white that overprints, and so is not printed", "let white knock out")
            elif operator in NUMBERS:
                state = self._numbered(operator, operands, state, seen)
            else:
                state = self._step(operator, operands, resources, state, seen, depth)

    def _numbered(self, operator: str, operands: list[object], state: _State, seen: _Seen) -> _State:
        """Look at a step that is of numbers, and return the state after it."""
        numbers = seen.as_numbers(operands, NUMBERS[operator], f"the operator {operator}")
        if operator in ("rg", "RG"):
            self._space(Name.DeviceRGB, seen)
        elif operator == "g":
            return replace(state, fill=None)
        elif numbers and operator == "cm":
            return replace(state, matrix=Matrix(*numbers) @ state.matrix)
        elif numbers and operator in ("k", "K"):
            self._inks(numbers, seen)
            return replace(state, fill=numbers) if operator == "k" else state
        return state

    def _step(self, operator: str, operands: list[object], resources: Object, state: _State, seen: _Seen, depth: int) -> _State:
        """Look at a step that may name a resource, and return the state after it."""
        if operator in ("scn", "sc"):
            state = replace(state, fill=None)
        resource = self._named(operator, operands, resources, seen)
        if resource is None:
            return state
        if operator in ("cs", "CS"):
            self._space(resource, seen)
        elif operator == "sh":
            self._space(seen.entry(seen.as_dictionary(resource, "a shading"), "/ColorSpace"), seen)
        elif operator == "gs":
            graphics = seen.as_dictionary(resource, "a graphics state")
            self._graphics(graphics, seen)
            if seen.has(graphics, "/op") or seen.has(graphics, "/OP"):
                state = replace(state, overprints=seen.flag(graphics, "/op", seen.flag(graphics, "/OP")))
        elif operator == "Do":
            self._placed(seen.as_dictionary(resource, "an external object"), resources, state, seen, depth)
        return state

    def _named(self, operator: str, operands: list[object], resources: Object, seen: _Seen) -> object:
        """Return the resource that a step names; one that is not there is told."""
        kind = FOUND_IN.get(operator)
        if operator in ("scn", "SCN"):
            if not operands or not isinstance(operands[-1], Name):
                return None
            kind, operands = "/Pattern", operands[-1:]
        if kind is None:
            return None
        name = seen.as_name(operands[0] if operands else None, f"what the operator {operator} wants")
        if not name:
            return None
        if kind == "/ColorSpace" and name in PLAIN_SPACES:
            return Name(name)
        resource = seen.entry(seen.dictionary(resources, kind), name)
        if resource is None:
            seen.say(f"uses {name[1:]}, which is not among its resources ({kind[1:]})", "make the file anew with another program")
        return resource

    def _inks(self, inks: tuple[float, ...], seen: _Seen) -> None:
        total = 100 * sum(inks)
        if total > self._ink + 0.5:
            seen.say(f"{total:.0f} % of ink in one colour", f"use at most {self._ink} %")
        if inks[3] >= 0.9 and min(inks[:3]) >= 0.5:
            seen.say("black of four inks", "use black ink alone (K100)")

    def _space(self, space: object, seen: _Seen, depth: int = 0) -> None:
        """Tell of a colour space that the level does not allow, also where it lies inside another.

        A space is a name, or an array that begins with one (ISO 32000-1, 8.6.3).
        """
        if space is None:
            return
        parts: list[object] = [space]
        if isinstance(space, Array):
            with seen.reading("a colour space"):
                parts = list(space)
        kind = seen.as_name(parts[0] if parts else None, "a colour space")
        if kind in SCREEN_SPACES and (self._flat or kind == "/DeviceRGB"):
            seen.say(f"colours in {SCREEN_SPACES[kind]}", TO_CMYK)
        inner = {"/Indexed": 1, "/Pattern": 1, "/Separation": 2, "/DeviceN": 2}.get(kind)
        if inner is None or (kind == "/Pattern" and len(parts) == 1):
            return
        if len(parts) <= inner or depth > DEEPEST:
            seen.damage(f"the colour space {kind[1:]} has no other inside it")
        else:
            self._space(parts[inner], seen, depth + 1)

    def _graphics(self, state: Object, seen: _Seen) -> None:
        if self._flat:
            opaque = all(seen.number(state, key, 1) == 1 for key in ("/ca", "/CA"))
            mask = seen.entry(state, "/SMask")
            masked = mask is not None and mask != Name("/None")
            if not opaque or masked or _blend_mode(state, seen) not in ("", "/Normal", "/Compatible"):
                seen.say("transparency", FLATTEN)
        if seen.has(state, "/TR") or seen.entry(state, "/TR2") not in (None, Name.Default):
            seen.say("a transfer curve", "export it without one")

    def _placed(self, placed: Object, resources: Object, state: _State, seen: _Seen, depth: int) -> None:
        """Look at a picture or form where it is put on the page."""
        kind = seen.name(placed, "/Subtype")
        if kind == "/Image":
            self._picture(placed, seen)
            size = seen.number(placed, "/Width", 1), seen.number(placed, "/Height", 1)
            seen.put([(*size, Matrix())], state.matrix)
        elif kind == "/Form" and isinstance(placed, pikepdf.Stream):
            inner = self._form(placed, resources, depth)
            for remark in inner.said:
                seen.say(*remark)
            own = Matrix(*(seen.numbers(placed, "/Matrix", 6) or ()))
            seen.put(inner.pictures, own @ state.matrix)
        elif kind == "/PS":
            seen.say("PostScript code", "print it to a new PDF")
        else:
            seen.damage("what is put on the page is neither a picture nor a form")

    def _form(self, form: Object, resources: Object, depth: int) -> _Seen:
        known = self._forms.get(form.objgen)
        if known is not None:
            return known
        known = _Seen()
        if form.objgen in self._open:
            known.damage("a form draws itself")
        elif depth >= DEEPEST:
            known.say(f"forms within forms, more than {DEEPEST} deep", SIMPLER)
        else:
            self._open.add(form.objgen)
            own = known.dictionary(form, "/Resources") if known.has(form, "/Resources") else resources
            self._walk(form, own, depth + 1, known)
            self._open.remove(form.objgen)
            if self._flat and known.name(known.dictionary(form, "/Group"), "/S") == "/Transparency":
                known.say("a transparency group", FLATTEN)
            if known.has(form, "/OPI") or known.has(form, "/Ref"):
                known.say("stands for a picture outside the file", "embed it")
            self._forms[form.objgen] = known
        return known

    def _picture(self, image: Object, seen: _Seen) -> None:
        if not seen.flag(image, "/ImageMask"):
            self._space(seen.entry(image, "/ColorSpace"), seen)
        if self._flat and (seen.has(image, "/SMask") or seen.number(image, "/SMaskInData", 0)):
            seen.say("transparency", FLATTEN)
        if self._flat and "/JPXDecode" in _filters(image, seen):
            seen.say("a picture in JPEG 2000, which PDF 1.4 does not know", "use JPEG or ZIP")
        if seen.has(image, "/Alternates") or seen.has(image, "/OPI"):
            seen.say("stands for a picture outside the file", "embed it")

    def _inline(self, image: object, seen: _Seen) -> None:
        with seen.reading("a picture inside what is drawn"):
            if getattr(image, "colorspace", None) in ("/DeviceRGB", "/RGB"):
                self._space(Name.DeviceRGB, seen)

    def _fonts(self, resources: Object, seen: _Seen) -> None:
        for font in seen.dictionaries(resources, "/Font").values():
            if seen.name(font, "/Subtype") == "/Type3":
                continue
            inner = font
            if seen.has(font, "/DescendantFonts"):
                descendants = seen.items(font, "/DescendantFonts")
                inner = seen.as_dictionary(descendants[0] if descendants else None, "a font of /DescendantFonts")
            about = seen.dictionary(inner, "/FontDescriptor")
            if not any(seen.has(about, key) for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                seen.say(f"the font {seen.name(font, '/BaseFont')[1:] or '?'} is not embedded", "embed all fonts")


def _steps(stream: pikepdf.Page | Object, seen: _Seen) -> Iterator[tuple[str, list[object]]]:
    """Yield the operators of a drawing that are looked at, each with its operands, as far as they can be read."""
    with seen.reading("what is drawn"):
        for step in pikepdf.parse_content_stream(stream, WATCHED):
            yield str(step.operator), [*step.operands]


def _inherited_resources(page: pikepdf.Page) -> object:
    """Return the resources of a page or of the tree above it; an empty dictionary where there are none."""
    try:
        return page.resources
    except (AttributeError, KeyError):
        return Dictionary()


def _check_contents(page: pikepdf.Page, seen: _Seen) -> None:
    """Tell where the content of a page is neither a stream nor an array of them (ISO 32000-1, table 30)."""
    contents = seen.entry(page.obj, "/Contents")
    streams: Sequence[object] = seen.items(page.obj, "/Contents") if isinstance(contents, Array) else [contents]
    if not all(stream is None or isinstance(stream, pikepdf.Stream) for stream in streams):
        seen.damage("/Contents is no stream")


def _blend_mode(state: Object, seen: _Seen) -> str:
    """Return the blend mode of a graphics state, the first where it lists several; "" where it has none."""
    mode = seen.entry(state, "/BM")
    if isinstance(mode, Array):
        modes = seen.items(state, "/BM")
        mode = modes[0] if modes else None
    return "" if mode is None else seen.as_name(mode, "/BM")


def _filters(stream: Object, seen: _Seen) -> list[str]:
    """Return the names of the filters of a stream."""
    packed = seen.entry(stream, "/Filter")
    names = seen.items(stream, "/Filter") if isinstance(packed, Array) else [packed]
    return [seen.as_name(name, "/Filter") for name in names if name is not None]
