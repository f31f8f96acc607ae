# Targets use the virtual environment .venv, and create it if needed. To use another interpreter:
# make PYTHON=python3.13 test
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
RUN = $(BIN)/python -m

# Requirements that tests must not skip; `make test DEMAND=` lets them skip.
DEMAND ?= core,cc
PYTEST_RUN = SUDOKU_ROSETTA_DEMAND=$(DEMAND) $(RUN) pytest
# worksteal: an idle worker takes tests from a busy one.
PARALLEL = -n auto --dist worksteal

.PHONY: help tour test test-all sanitize record lint build conform bench study study-large docs docs-zip docs-zensical screenshots docs-serve compare-docs compare-pages baseline clean

help:            ## list the targets
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

tour: $(VENV)/installed   ## solve one grid with every implementation, and compare solutions, search trees and times
	$(BIN)/sudoku-rosetta tour

test: $(VENV)/developed   ## run the fast tests: 90 seconds on two cores
	$(PYTEST_RUN) $(PARALLEL) $(PYTEST)

test-all: test sanitize $(VENV)/developed ## run all tests: also slow ones, and those that need a browser, valgrind or an idle machine
	$(PYTEST_RUN) $(PARALLEL) -m "slow and not alone" $(PYTEST)
	$(PYTEST_RUN) -m alone $(PYTEST)

sanitize:        ## test the C: every instruction set against a simple search, and with the sanitizers
	$(MAKE) -C csrc/original texte sanitize
	$(MAKE) -C csrc/fast check sanitize tsan
	$(MAKE) -C csrc/make sanitize
	$(MAKE) -C csrc/near sanitize

record: $(VENV)/developed ## record output, public names and schemas again, after an intended change
	SUDOKU_ROSETTA_RECORD=1 $(PYTEST_RUN) -m recorded

lint: $(VENV)/developed   ## run the hooks of .pre-commit-config.yaml on all files that git knows; formatters rewrite them
	$(BIN)/pre-commit run --all-files $(HOOKS)

build: $(VENV)/developed  ## build the sdist, and the wheel from it, in dist/
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) build

conform: $(VENV)/developed ## judge the built-in solvers: build/conformance/report.html, report.json
	mkdir -p build/conformance
	$(BIN)/sudoku-rosetta conform --report build/conformance/report.html --json build/conformance/report.json

bench: $(VENV)/developed   ## compare with other solvers: those installed from PyPI, RIVALS=path, LISTS="files", BENCH="--options"
	$(RUN) bench.rivals $(if $(RIVALS),--rivals $(RIVALS)) $(if $(LISTS),--lists $(LISTS)) $(BENCH)

study: $(VENV)/developed  ## document scilab's experiments, 20,000 grids per point, in build/study: a minute on two cores
	$(call STUDY,20000,18,study)

study-large: $(VENV)/developed ## the same with a million grids per point, in build/study-large; docs/data/study shows its results
	$(call STUDY,1e6,24,study-large)

# Continues runs that exist already.
define STUDY
	mkdir -p build/$(3)
	$(BIN)/sudoku-rosetta study run --method 1 --clues 24..50 --grids $(1) --seed 1 --out build/$(3)/method1
	$(BIN)/sudoku-rosetta study run --method 2 --clues 27..50 --grids $(1) --seed 1 --out build/$(3)/method2
	$(BIN)/sudoku-rosetta study show build/$(3)/method1 --format csv > build/$(3)/method1.csv
	$(BIN)/sudoku-rosetta study show build/$(3)/method2 --format csv > build/$(3)/method2.csv
	$(BIN)/sudoku-rosetta study show build/$(3)/method1 build/$(3)/method2 --figures build/$(3) --log
	-$(BIN)/sudoku-rosetta study compare build/$(3)/method1 build/$(3)/method2 > build/$(3)/comparison.txt
	$(BIN)/sudoku-rosetta study predict document --distance $(2) --out build/$(3)/near \
	  --measured build/$(3)/method2 --figure build/$(3)/prediction.svg > build/$(3)/prediction.txt
endef

docs: $(VENV)/developed   ## build the site in build/site, in French and English; fails if a page is stale; needs npm
	$(BIN)/python docs/build.py

docs-zip: $(VENV)/developed ## build the site as build/sudoku-rosetta-site.zip; to read it: unpack it, then python -m http.server
	$(BIN)/python docs/build.py --zip build/sudoku-rosetta-site.zip

docs-zensical: $(VENV)/developed ## build the site with zensical, the successor of mkdocs-material, in build/site-zensical
	$(BIN)/python docs/build.py --with zensical

screenshots: docs ## take pictures of the main pages at three widths, light and dark, in build/screenshots; and the README's
	$(BIN)/python tests/docs/screenshots.py

docs-serve: $(VENV)/developed ## serve the site on http://127.0.0.1:8000/ and rebuild it when a source changes
	$(BIN)/python docs/build.py --serve

# The long budget lets the slow implementations run all 100 grids. Use an idle machine.
COMPARE_BUDGET ?= 1500
COMPARE = $(BIN)/sudoku-rosetta compare
compare-docs: $(VENV)/developed ## measure docs/data/compare* again: speeds, factors and growth
	$(COMPARE) --set medium --cap 60 --budget $(COMPARE_BUDGET) --json docs/data/compare.json
	$(COMPARE) --set documents --puzzles 1 --cap 60 --budget 120 --json docs/data/compare-grid-1.json
	$(COMPARE) growth --json docs/data/compare-growth.json
	$(MAKE) compare-pages

compare-pages: $(VENV)/developed ## write the tables and pictures of docs/data/compare* from the recorded results
	$(COMPARE) schema > docs/data/compare.schema.json
	for name in compare compare-grid-1 compare-growth; do \
	  $(COMPARE) show docs/data/$$name.json --markdown docs/data/$$name.md --plot docs/data/$$name.svg >/dev/null || exit; \
	done

baseline: $(VENV)/developed ## record tests/counts/baseline.toml again: placements, tests, instructions; needs valgrind
	$(BIN)/python tests/counts/counting.py --record

clean:           ## delete everything that make created
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	for folder in original fast make near; do $(MAKE) -C csrc/$$folder clean || exit; done

# If one of these changes, the package is installed again; __init__.py holds the version.
INSTALLED_FROM = pyproject.toml implementations/sudoku_rosetta/__init__.py $(wildcard csrc/CMakeLists.txt csrc/*/*.[ch])

# For the tour: no development tools; without a compiler the C is shown as not built.
$(VENV)/installed: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(RUN) pip install --quiet --editable .
	@touch $@

# For the tests: the `dev` group, and the C is required.
$(VENV)/developed: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(RUN) pip install --quiet --group dev
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) pip install --quiet --editable .
	@touch $@ $(VENV)/installed

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(RUN) pip install --quiet --upgrade 'pip>=25.1'
