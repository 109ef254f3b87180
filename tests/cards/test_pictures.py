"""Pictures that are whole faces: brought to what can be printed, or refused with what was found."""

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
    assert fault(path) == "FILE: 7000 x 9800 pixels; expected at most 60 million"


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
