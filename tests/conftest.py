from hypothesis import settings

# The machine's speed says nothing about the code: no deadlines. Derandomised, so that a run can be repeated.
settings.register_profile("replikat", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("replikat")


def pytest_addoption(parser):
    parser.addoption("--remake-goldens", action="store_true", help="write the golden files anew; then read what changed in them")
