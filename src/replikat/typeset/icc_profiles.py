"""ICC profiles: what kind one is, and pictures brought to the inks of a press by it."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO

from replikat.typeset.figures.figure import Picture


def profile_kind(profile: bytes) -> tuple[str, str]:
    """Return class and colour space of an ICC profile, such as "prtr" and "CMYK"; both "" where it is none."""
    if len(profile) < 128 or profile[36:40] != b"acsp":
        return "", ""
    return profile[12:16].decode("latin-1").strip(), profile[16:20].decode("latin-1").strip()


def in_process_inks(pictures: Mapping[str, Picture], profile: bytes) -> dict[str, Picture]:
    """Return pictures in the four inks of a profile; only pictures, since black lines would come out in all four."""
    from PIL import Image, ImageCms

    press, screen = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
    to_inks = ImageCms.buildTransform(screen, press, "RGB", "CMYK")
    made: dict[str, Picture] = {}
    for name, picture in pictures.items():
        with Image.open(BytesIO(picture.data)) as opened:
            inked = ImageCms.applyTransform(opened.convert("RGB"), to_inks)
        assert inked is not None
        buffer = BytesIO()
        inked.save(buffer, "TIFF")
        made[name] = replace(picture, data=buffer.getvalue())
    return made
