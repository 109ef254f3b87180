"""Regions of pixels."""

from PIL import Image

from replikat.reading.scanned.regions import Box, regions


def test_regions_hang_together():
    mask = Image.new("L", (6, 4), 0)
    for at in ((0, 0), (1, 1), (3, 0), (3, 1), (4, 1), (5, 0), (5, 1)):
        mask.putpixel(at, 255)
    assert sorted(region.area for region in regions(mask, diagonal=False)) == [1, 1, 5]
    assert {tuple(region.box) for region in regions(mask, diagonal=True)} == {tuple(Box(0, 0, 2, 2)), tuple(Box(3, 0, 6, 2))}
