# Everything happens in .venv, which the first target that needs it makes. With another interpreter:
# make PYTHON=python3.13 test
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
RUN = $(BIN)/python -m

# What the tests may not do without; `make test DEMAND=` lets them skip it.
DEMAND ?= core,cc,packaging

.PHONY: help tour test lint build picture clean

help:            ## this list
	@grep -E '^[a-z]+: .*##|^[a-z]+:  +##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

tour: $(VENV)/installed   ## the main job: one grid through every writing, the same answer, the same tree
	$(BIN)/sudoku-rosetta tour

test: $(VENV)/developed   ## the whole suite, the C core demanded
	SUDOKU_ROSETTA_DEMAND=$(DEMAND) $(RUN) pytest -n auto $(PYTEST)

lint: $(VENV)/developed   ## ruff and mypy
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

build: $(VENV)/developed  ## the sdist, and the wheel from it, in dist/
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) build

picture: $(VENV)/installed ## the README's picture: what the tour shows, as SVG
	$(BIN)/python docs/tour_picture.py

clean:           ## away with everything that was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	$(MAKE) -C csrc/original clean

C_SOURCES = $(wildcard csrc/CMakeLists.txt csrc/*/*.[ch])

# For the tour: no developer's tools, and no compiler needed; without one the C is shown as not built.
$(VENV)/installed: pyproject.toml $(C_SOURCES) | $(VENV)/bin/python
	$(RUN) pip install --quiet --editable .
	@touch $@

# For the tests: the tools of the `dev` group, and the core or a failure.
$(VENV)/developed: pyproject.toml $(C_SOURCES) | $(VENV)/bin/python
	$(RUN) pip install --quiet --group dev
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) pip install --quiet --editable .
	@touch $@ $(VENV)/installed

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(RUN) pip install --quiet --upgrade 'pip>=25.1'
