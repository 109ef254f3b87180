# make deck   print the default deck and everything with it into output/
# make test   the tests; make test-long: campaigns; make lint: ruff and mypy; make bench: speed against a floor
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.dev
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
WORKERS ?= 2

.PHONY: deck test test-long lint bench pictures clean

deck: $(READY)
	$(BIN)/replikat make

test: $(DEV)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

test-long: $(DEV)
	$(BIN)/python -m pytest -m long -n $(WORKERS)

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/run.py

pictures: $(READY)
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python docs/pictures/evening.py

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) "pip>=25.1"
	$(INSTALL) --constraint constraints.txt --editable .
	touch $@

$(DEV): $(READY)
	$(INSTALL) --constraint constraints.txt --group dev
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
