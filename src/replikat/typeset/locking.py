"""PDF files under a password."""

from io import BytesIO

import pikepdf


def locked(pdf: bytes, password: str) -> bytes:
    """Return a file that opens with the password alone, by AES-256; chance is part of it, so no two are equal byte by byte."""
    with pikepdf.open(BytesIO(pdf)) as made:
        buffer = BytesIO()
        made.save(buffer, encryption=pikepdf.Encryption(owner=password, user=password, R=6, aes=True, metadata=True))
        return buffer.getvalue()
