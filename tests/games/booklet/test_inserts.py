"""What texts ask for where they have a picture."""

import pytest

from replikat.games.booklet.inserts import Source, parse_source
from replikat.games.setups import SetupName


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("square", Source("square")),
        ("steps:game:p2", Source("steps", SetupName("game", "p2"))),
        ("setup:game", Source("setup", SetupName("game", ""))),
        ("square:", Source("square", SetupName("", ""))),
    ],
)
def test_the_source_of_a_picture_is_read_once(text: str, source: Source) -> None:
    assert parse_source(text) == source
