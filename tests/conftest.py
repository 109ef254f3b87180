import pytest
from hypothesis import settings

# The machine's speed says nothing about the code: no deadlines. Derandomised, so that a run can be repeated.
settings.register_profile("replikat", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("replikat")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remake-goldens", action="store_true", help="write the golden files anew from what the program makes now")


@pytest.fixture
def remake_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--remake-goldens"))
