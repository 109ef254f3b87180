"""Devices of a test's own: nodes made inside its folder, so that a fault in the code never reaches those of the machine."""

import os
import stat
from pathlib import Path

import pytest

NUMBERS = {"null": 3, "zero": 5, "full": 7}  # of the memory devices, whose major number is 1


def device(folder: Path, name: str) -> Path:
    """Make a device in a folder and return its path; the test is skipped where nobody lets it."""
    path = folder / name
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, NUMBERS[name]))
        os.close(os.open(path, os.O_RDWR))
    except (AttributeError, OSError):
        pytest.skip("no devices can be made here")
    return path
