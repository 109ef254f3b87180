"""Pages of a finished PDF as pictures."""

from io import BytesIO


def png_of(pdf: bytes, dpi: int, page: int = 0) -> bytes:
    """Return one page, counted from 0, as a PNG file of `dpi` dots an inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    buffer = BytesIO()
    try:
        document[page].render(scale=dpi / 72).to_pil().save(buffer, "PNG")
    finally:
        document.close()
    return buffer.getvalue()
