"""What consoles and pipes can show: signs that their encoding lacks are replaced."""

import codecs
import sys
from contextlib import suppress
from io import UnsupportedOperation

# What stands in for a sign that the console or pipe lacks: a minus must not be lost from a result.
LOOK_ALIKES = {
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ",
}
LOOK_ALIKE_ERRORS = "replikat-look-alikes"  # the name of the codec's error handler


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed instead of signs that an encoding lacks, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    return "".join(LOOK_ALIKES.get(sign, "?") for sign in signs), error.end


def replace_missing_signs() -> None:
    """Let the standard streams replace signs that their encoding lacks.

    Consoles and pipes of Windows have cp1252 or cp850. Bytes of standard input that are no text
    come as halves of signs, which whoever reads them refuses. Streams that are no text streams of
    Python's own, such as those of an editor, take any sign and are left as they are.
    """
    codecs.register_error(LOOK_ALIKE_ERRORS, _look_alike)
    errors = {"stdin": "surrogateescape", "stdout": LOOK_ALIKE_ERRORS, "stderr": LOOK_ALIKE_ERRORS}
    for name, handler in errors.items():
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            with suppress(UnsupportedOperation):  # standard input that was read already
                reconfigure(errors=handler)
