"""A locked file opens with its password and with nothing else, and shows then what it showed before."""

from io import BytesIO

import pikepdf
import pytest

from paper import A4, FONTS, STANDARD, palette, pips, words_of
from replikat.deals.records.compass import Record
from replikat.deals.records.hand_records import deals_pdf
from replikat.papers.stationery import Stationery
from replikat.typeset.locking import locked

PLAIN = deals_pdf(Record(STANDARD, words_of("en"), pips("french52")), Stationery("en", words_of("en"), A4, palette(), FONTS))


def test_it_opens_with_the_password_alone() -> None:
    shut = locked(PLAIN, "blåbær")
    for word in ("", "blabaer"):
        with pytest.raises(pikepdf.PasswordError):
            pikepdf.open(BytesIO(shut), password=word)
    with pikepdf.open(BytesIO(shut), password="blåbær") as opened, pikepdf.open(BytesIO(PLAIN)) as plain:
        assert (opened.encryption.R, opened.encryption.bits) == (6, 256)
        assert opened.encryption.stream_method == pikepdf.models.EncryptionMethod.aesv3
        pages = [[page.Contents.read_bytes() for page in file.pages] for file in (opened, plain)]
    assert pages[0] == pages[1]


def test_nothing_of_it_is_read_without() -> None:
    shut = locked(PLAIN, "word")
    assert STANDARD.code.encode() not in shut and b"Hand records" not in shut
