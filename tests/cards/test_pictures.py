"""Pictures that are whole faces: brought to what can be printed, or refused with what was found."""

import struct
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from replikat.cards import pictures
from replikat.cards.pictures import read_picture
from replikat.errors import ReplikatError
from replikat.geometry.paper import CardSize

CARD = CardSize("test", 50, 70)
SIZE = 600, 840  # 305 dpi


def opened(picture) -> Image.Image:
    image = Image.open(BytesIO(picture.data))
    image.load()
    return image


def fault(path: Path, bleed: float = 0.0) -> str:
    with pytest.raises(ReplikatError) as caught:
        read_picture(path, "x", CARD, bleed)
    return str(caught.value).replace(str(path), "FILE")


def test_a_plain_png_is_printed_as_it_is(tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGB", SIZE, "red").save(path)
    assert read_picture(path, "x", CARD, 0.0).data == path.read_bytes()


def test_a_jpeg_is_not_pressed_again(tmp_path):
    path = tmp_path / "a.jpg"
    Image.new("RGB", SIZE, "red").save(path)
    assert read_picture(path, "x", CARD, 0.0).data == path.read_bytes()


def test_transparency_is_laid_on_white(tmp_path):
    path = tmp_path / "a.png"
    image = Image.new("RGBA", SIZE, (0, 0, 255, 255))
    image.paste((0, 0, 0, 0), (0, 0, 300, 840))
    image.save(path)
    found = opened(read_picture(path, "x", CARD, 0.0))
    assert found.mode == "RGB" and found.getpixel((10, 10)) == (255, 255, 255) and found.getpixel((590, 10)) == (0, 0, 255)


def test_a_transparent_palette_is_laid_on_white_too(tmp_path):
    path = tmp_path / "a.png"
    image = Image.new("P", SIZE, 0)
    image.putpalette([10, 20, 30, 200, 0, 0])
    image.paste(1, (300, 0, 600, 840))
    image.save(path, transparency=0)
    found = opened(read_picture(path, "x", CARD, 0.0))
    assert found.getpixel((10, 10)) == (255, 255, 255) and found.getpixel((590, 10)) == (200, 0, 0)


def test_a_picture_is_turned_as_its_camera_says(tmp_path):
    path = tmp_path / "a.jpg"
    image = Image.new("RGB", SIZE[::-1], "white")
    image.paste("black", (0, 0, 420, 600))  # the left half, which a quarter clockwise brings to the top
    exif = image.getexif()
    exif[pictures.ORIENTATION] = 6
    image.save(path, exif=exif)
    found = opened(read_picture(path, "x", CARD, 0.0)).convert("L")
    assert found.size == SIZE and found.getpixel((300, 50)) < 30 and found.getpixel((300, 800)) > 220


@pytest.mark.parametrize(("mode", "expected"), [("CMYK", "RGB"), ("1", "L"), ("I;16", "L"), ("LAB", "RGB")])
def test_other_kinds_of_colour_become_rgb_or_grey(mode, expected, tmp_path):
    path = tmp_path / "a.tif"
    Image.new("RGB", SIZE, "white").convert("L" if mode == "I;16" else "RGB" if mode == "LAB" else mode).save(path)
    if mode == "LAB":
        Image.new("LAB", SIZE).save(path)
    assert opened(read_picture(path, "x", CARD, 0.0)).mode == expected


GREY_16 = (200 * 257).to_bytes(2, "little")


@pytest.mark.parametrize("ending", ["png", "tif"])
def test_sixteen_bits_a_grey_keep_their_greys(ending, tmp_path):
    path = tmp_path / f"a.{ending}"
    image = Image.frombytes("I;16", SIZE, GREY_16 * (SIZE[0] * SIZE[1]))
    image.paste(0, (0, 0, 300, 840))
    image.paste(65535, (0, 0, 600, 100))
    image.save(path)
    found = opened(read_picture(path, "x", CARD, 0.0))
    assert found.mode == "L"
    assert [found.getpixel(at) for at in ((300, 50), (100, 500), (500, 500))] == [255, 0, 200]


def test_a_big_endian_tiff_keeps_its_greys(tmp_path):
    """As scanners of old Macintoshes write them."""
    path = tmp_path / "a.tif"
    path.write_bytes(_big_endian_tiff(SIZE, (90 * 257).to_bytes(2, "big")))
    found = opened(read_picture(path, "x", CARD, 0.0))
    assert (found.mode, found.getpixel((300, 400))) == ("L", 90)


def _big_endian_tiff(size, point):
    wide, high = size
    data = point * (wide * high)
    entries = {256: wide, 257: high, 258: 16, 259: 1, 262: 1, 273: 8 + 2 + 12 * 9 + 4, 277: 1, 278: high, 279: len(data)}
    tags = b"".join(struct.pack(">HHLL", tag, 4, 1, value) for tag, value in entries.items())  # all as LONG
    return struct.pack(">2sHLH", b"MM", 42, 8, len(entries)) + tags + bytes(4) + data


@pytest.mark.parametrize("mode", ["I", "F"])
def test_numbers_of_which_nobody_knows_the_white_are_refused(mode, tmp_path):
    path = tmp_path / "a.tif"
    Image.new(mode, SIZE, 200).save(path)
    assert fault(path) == f"FILE: grey in numbers of 32 bits (mode {mode}); expected 8 or 16 bits a point"


def test_sixteen_bits_with_a_transparent_grey_are_refused(tmp_path):
    path = tmp_path / "a.png"
    Image.frombytes("I;16", SIZE, GREY_16 * (SIZE[0] * SIZE[1])).save(path, transparency=200 * 257)
    assert fault(path) == "FILE: 16 bits a grey with a transparent one; expected 8 bits a grey, or a picture without transparency"


def test_transparent_greys_are_laid_on_white(tmp_path):
    path = tmp_path / "a.png"
    image = Image.new("LA", SIZE, (40, 255))
    image.paste((40, 0), (0, 0, 300, 840))
    image.save(path)
    found = opened(read_picture(path, "x", CARD, 0.0)).convert("L")
    assert (found.getpixel((10, 10)), found.getpixel((590, 10))) == (255, 40)


@pytest.mark.parametrize(("mode", "clear", "ink"), [("L", 40, 90), ("RGB", (40, 0, 0), (0, 0, 90)), ("1", 0, 1)])
def test_one_transparent_colour_is_laid_on_white(mode, clear, ink, tmp_path):
    """A PNG without an alpha channel may name one colour that is not seen."""
    path = tmp_path / "a.png"
    image = Image.new(mode, SIZE, ink)
    image.paste(clear, (0, 0, 300, 840))
    image.save(path, transparency=clear)
    found = opened(read_picture(path, "x", CARD, 0.0)).convert("RGB")
    assert found.getpixel((10, 10)) == (255, 255, 255)
    assert found.getpixel((590, 10)) == {"L": (90, 90, 90), "RGB": (0, 0, 90), "1": (255, 255, 255)}[mode]


def test_inks_of_a_press_become_their_colour(tmp_path):
    path = tmp_path / "a.tif"
    Image.new("CMYK", SIZE, (0, 255, 255, 0)).save(path)
    red, green, blue = opened(read_picture(path, "x", CARD, 0.0)).getpixel((10, 10))
    assert red > 250 and green < 5 and blue < 5


def test_the_bleed_belongs_to_the_size(tmp_path):
    path = tmp_path / "a.png"
    Image.new("L", (560, 760)).save(path)
    assert read_picture(path, "x", CARD, 3.0).width == 560
    assert fault(path) == "FILE: 560 x 760 pixels; expected a proportion of 50 x 70 mm, such as 591 x 827 pixels"


def test_too_coarse_a_picture_is_refused(tmp_path):
    path = tmp_path / "a.png"
    Image.new("L", (300, 420)).save(path)
    assert fault(path) == "FILE: 300 x 420 pixels are only 152 dpi; expected at least 394 x 551 for 200 dpi"


def test_what_is_no_image_is_refused(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"%PDF-1.4 hello")
    assert fault(path) == "FILE: not an image; expected a PNG, JPEG, TIFF or WebP file"
    Image.new("L", SIZE).save(path, "GIF")
    assert "not an image" in fault(path), "formats that nobody prints are not opened at all"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_a_truncated_image_is_refused(kind, tmp_path):
    path = tmp_path / "a"
    held = BytesIO()
    Image.effect_noise(SIZE, 60).convert("RGB").save(held, kind)
    path.write_bytes(held.getvalue()[: len(held.getvalue()) // 2])
    assert "cannot be read as an image" in fault(path) and "expected an image that is whole" in fault(path)


def test_a_decompression_bomb_is_not_unpacked(tmp_path, monkeypatch):
    """Half a gigapixel of one colour is a small file; it is refused by its size alone."""
    path = tmp_path / "a.png"
    Image.new("1", (20_000, 28_000)).save(path)
    assert path.stat().st_size < 200_000
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("unpacked"))
    assert "far more pixels than a card needs" in fault(path) or "20000 x 28000 pixels" in fault(path)


def test_a_large_picture_that_is_no_bomb_is_told_its_size(tmp_path):
    path = tmp_path / "a.png"
    Image.new("1", (7_000, 9_800)).save(path)
    assert fault(path) == "FILE: 7000 x 9800 pixels; expected at most 30 million"


def test_a_huge_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_BYTES", 1000)
    path = tmp_path / "a.png"
    path.write_bytes(bytes(2_000))
    assert fault(path) == "FILE: larger than 1 kB; expected an image"


@pytest.mark.parametrize("size", [(392, 557), (398, 549)])
def test_neither_width_nor_height_may_be_too_coarse(size, tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGB", size).save(path)
    with pytest.raises(ReplikatError, match="are only"):
        read_picture(path, "x", CARD, 0.0)


def test_a_transparent_picture_is_laid_on_white_strip_by_strip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole copies of a picture of the largest size would take a gigabyte."""
    path = tmp_path / "a.png"
    grey, alpha = Image.linear_gradient("L").resize(SIZE), Image.radial_gradient("L").resize(SIZE)
    few = [band.point([value // 32 * 32 for value in range(256)]) for band in (grey, grey, alpha, alpha)]
    image = Image.merge("RGBA", few)  # of few colours, so that it comes back exactly
    image.save(path)
    expected = Image.alpha_composite(Image.new("RGBA", SIZE, "white"), image).convert("RGB")
    strips: list[tuple[int, int]] = []
    lay = Image.alpha_composite
    monkeypatch.setattr(Image, "alpha_composite", lambda ground, strip: strips.append(strip.size) or lay(ground, strip))
    found = opened(read_picture(path, "x", CARD, 0.0))
    assert strips == [(600, 256), (600, 256), (600, 256), (600, 72)]
    assert found.tobytes() == expected.tobytes()


@pytest.mark.filterwarnings("error")
def test_what_the_library_warns_of_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jpg"
    Image.new("RGB", SIZE, "red").save(path, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x09broken")
    with pytest.warns(UserWarning, match="Corrupt EXIF data"), Image.open(path) as broken:
        broken.getexif()
    assert read_picture(path, "x", CARD, 0.0).data == path.read_bytes()
    assert capsys.readouterr().err == ""
