"""Preflight of what is drawn on a page: colours, inks, fonts, pictures, transparency, overprint, names that lead nowhere."""

from dataclasses import dataclass, field, replace
from math import hypot

import pikepdf
from pikepdf import Array, Dictionary, Matrix, Name

from replikat.press.pdfx.page_checks import Said
from replikat.press.services import Level

COARSE = 200  # dpi below which a picture shows its pixels on a card
FILLS = ("f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ", "'", '"')
WATCHED = " ".join(("q Q cm k K rg RG g G cs CS sc scn SC SCN gs Do Tf sh BI ID EI", *FILLS))
DEEPEST = 12
FOUND_IN = {"gs": "/ExtGState", "Do": "/XObject", "Tf": "/Font", "cs": "/ColorSpace", "CS": "/ColorSpace", "sh": "/Shading"}
PLAIN_SPACES = (Name.DeviceGray, Name.DeviceRGB, Name.DeviceCMYK, Name.Pattern)
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
class _Seen:
    """What is said of a drawing, and the pictures in it: pixels across and down, and where they are put."""

    said: dict[Said, None] = field(default_factory=dict)
    pictures: list[tuple[int, int, Matrix]] = field(default_factory=list)

    def say(self, found: str, cure: str) -> None:
        self.said[Said(found, cure)] = None


class Drawing:
    """Looks at drawings by the rules of a level, each form once."""

    def __init__(self, level: Level, ink: int) -> None:
        self._flat = level == "x1a"
        self._ink = ink
        self._forms: dict[tuple[int, int], _Seen] = {}

    def page_says(self, page: pikepdf.Page) -> list[Said]:
        """Return what is wrong with all that is drawn on a page."""
        if self._flat and "/Group" in page.obj and page.obj.Group.get("/S") == Name.Transparency:
            group = [Said("is a transparency group", FLATTEN)]
        else:
            group = []
        try:
            resources = page.resources
        except (AttributeError, KeyError):
            resources = Dictionary()
        seen = self._walk(page, resources, 0)
        for across, down, matrix in seen.pictures:
            wide, high = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
            dpi = min(across / wide, down / high) * 72 if wide and high else COARSE
            if dpi < COARSE - 0.5:
                seen.say(f"a picture of {dpi:.0f} dpi", f"use one of {COARSE} dpi or more at this size")
        return [*group, *seen.said]

    def _walk(self, stream: pikepdf.Page | pikepdf.Object, resources: pikepdf.Object, depth: int) -> _Seen:
        seen = _Seen()
        self._fonts(resources, seen)
        state, kept = _State(), []
        try:
            steps = pikepdf.parse_content_stream(stream, WATCHED)
        except pikepdf.PdfError:
            seen.say("cannot be read to its end", "make the file anew")
            return seen
        for step in steps:
            operator, operands = str(step.operator), list(step.operands)
            if operator == "q":
                kept.append(state)
            elif operator == "Q":
                state = kept.pop() if kept else state
            elif operator == "cm":
                state = replace(state, matrix=Matrix(*(float(number) for number in operands)) @ state.matrix)
            elif operator == "INLINE IMAGE":
                self._inline(operands[0], seen)
            elif operator in FILLS:
                if state.overprints and state.fill == WHITE:
                    seen.say("white that overprints, and so is not printed", "let white knock out")
            else:
                state = self._step(operator, operands, resources, state, seen, depth)
        return seen

    def _step(
        self, operator: str, operands: list[pikepdf.Object], resources: pikepdf.Object, state: _State, seen: _Seen, depth: int
    ) -> _State:
        """Look at one step of a drawing and return the state after it."""
        if operator in ("rg", "RG"):
            self._space(Name.DeviceRGB, seen)
        elif operator in ("k", "K"):
            inks = tuple(float(number) for number in operands)
            self._inks(inks, seen)
            if operator == "k":
                state = replace(state, fill=inks)
        elif operator in ("g", "scn", "sc"):
            state = replace(state, fill=None)
        named = self._named(operator, operands, resources, seen)
        if named is not None:
            if operator in ("cs", "CS"):
                self._space(named, seen)
            elif operator == "sh":
                self._space(named.get("/ColorSpace"), seen)
            elif operator == "gs":
                self._graphics(named, seen)
                if "/op" in named or "/OP" in named:
                    state = replace(state, overprints=bool(named.get("/op", named.get("/OP"))))
            elif operator == "Do":
                self._placed(named, resources, state, seen, depth)
        return state

    def _named(self, operator: str, operands: list[pikepdf.Object], resources: pikepdf.Object, seen: _Seen) -> pikepdf.Object | None:
        """Return the resource that a step names; one that is not there is told."""
        kind = FOUND_IN.get(operator)
        if operator in ("scn", "SCN") and operands and isinstance(operands[-1], Name):
            kind, operands = "/Pattern", operands[-1:]
        if kind is None or not operands:
            return None
        name = operands[0]
        if kind == "/ColorSpace" and name in PLAIN_SPACES:
            return name
        found = resources.get(kind, Dictionary()).get(str(name)) if isinstance(resources, Dictionary) else None
        if found is None:
            seen.say(f"uses {str(name)[1:]}, which is not among its resources ({kind[1:]})", "make the file anew with another program")
        return found

    def _inks(self, inks: tuple[float, ...], seen: _Seen) -> None:
        total = 100 * sum(inks)
        if total > self._ink + 0.5:
            seen.say(f"{total:.0f} % of ink in one colour", f"use at most {self._ink} %")
        if inks[3] >= 0.9 and min(inks[:3]) >= 0.5:
            seen.say("black of four inks", "use black ink alone (K100)")

    def _space(self, space: pikepdf.Object | None, seen: _Seen) -> None:
        """Tell of a colour space that the level does not allow, also where it lies inside another."""
        if space is None:
            return
        kind = str(space[0]) if isinstance(space, Array) else str(space)
        if kind in SCREEN_SPACES and (self._flat or kind == "/DeviceRGB"):
            seen.say(f"colours in {SCREEN_SPACES[kind]}", TO_CMYK)
        if isinstance(space, Array) and kind in ("/Indexed", "/Pattern") and len(space) > 1:
            self._space(space[1], seen)
        if isinstance(space, Array) and kind in ("/Separation", "/DeviceN"):
            self._space(space[2], seen)

    def _graphics(self, state: pikepdf.Object, seen: _Seen) -> None:
        if self._flat:
            opaque = all(float(state.get(key, 1)) == 1 for key in ("/ca", "/CA"))
            mode = state.get("/BM", Name.Normal)
            modes = list(mode) if isinstance(mode, Array) else [mode]
            if not opaque or state.get("/SMask", Name("/None")) != Name("/None") or modes[0] not in (Name.Normal, Name.Compatible):
                seen.say("transparency", FLATTEN)
        if "/TR" in state or state.get("/TR2", Name.Default) != Name.Default:
            seen.say("a transfer curve", "export it without one")

    def _placed(self, placed: pikepdf.Object, resources: pikepdf.Object, state: _State, seen: _Seen, depth: int) -> None:
        """Look at a picture or form where it is put on the page."""
        kind = placed.get("/Subtype")
        if kind == Name.Image:
            self._picture(placed, seen)
            seen.pictures.append((int(placed.get("/Width", 1)), int(placed.get("/Height", 1)), state.matrix))
        elif kind == Name.Form:
            inner = self._form(placed, resources, depth)
            seen.said.update(inner.said)
            own = Matrix(*(float(number) for number in placed.get("/Matrix", (1, 0, 0, 1, 0, 0))))
            seen.pictures += [(across, down, matrix @ own @ state.matrix) for across, down, matrix in inner.pictures]
        else:
            seen.say("PostScript code", "print it to a new PDF")

    def _form(self, form: pikepdf.Object, resources: pikepdf.Object, depth: int) -> _Seen:
        known = self._forms.get(form.objgen)
        if known is None:
            if depth >= DEEPEST:
                return _Seen()
            known = self._walk(form, form.get("/Resources", resources), depth + 1)
            if self._flat and form.get("/Group", Dictionary()).get("/S") == Name.Transparency:
                known.say("a transparency group", FLATTEN)
            if "/OPI" in form or "/Ref" in form:
                known.say("stands for a picture outside the file", "embed it")
            self._forms[form.objgen] = known
        return known

    def _picture(self, image: pikepdf.Object, seen: _Seen) -> None:
        if not image.get("/ImageMask", False):
            self._space(image.get("/ColorSpace"), seen)
        if self._flat and ("/SMask" in image or int(image.get("/SMaskInData", 0))):
            seen.say("transparency", FLATTEN)
        packed = image.get("/Filter", Array())
        if self._flat and Name.JPXDecode in (list(packed) if isinstance(packed, Array) else [packed]):
            seen.say("a picture in JPEG 2000, which PDF 1.4 does not know", "use JPEG or ZIP")
        if "/Alternates" in image or "/OPI" in image:
            seen.say("stands for a picture outside the file", "embed it")

    def _inline(self, image: object, seen: _Seen) -> None:
        space = getattr(image, "colorspace", None)
        if space in ("/DeviceRGB", "/RGB"):
            self._space(Name.DeviceRGB, seen)

    def _fonts(self, resources: pikepdf.Object, seen: _Seen) -> None:
        fonts = resources.get("/Font", Dictionary()) if isinstance(resources, Dictionary) else Dictionary()
        for font in fonts.values():
            if font.get("/Subtype") == Name.Type3:
                continue
            inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            about = inner.get("/FontDescriptor", Dictionary())
            if not any(key in about for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                seen.say(f"the font {str(font.get('/BaseFont', '/?'))[1:]} is not embedded", "embed all fonts")
