# Everything happens in .venv, which the first target that needs it makes. With another interpreter:
# make PYTHON=python3.13 test
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
RUN = $(BIN)/python -m

# What the tests may not do without; `make test DEMAND=` lets them skip it.
DEMAND ?= core,cc
PYTEST_RUN = SUDOKU_ROSETTA_DEMAND=$(DEMAND) $(RUN) pytest
# A worker that is done takes tests over from another: one long test at the end costs little.
AT_ONCE = -n auto --dist worksteal

.PHONY: help tour test test-all sanitize record lint build conform bench study study-large docs docs-zip docs-zensical screenshots docs-serve picture compare-docs compare-pages baseline clean

help:            ## this list
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

tour: $(VENV)/installed   ## the main job: one grid through every writing, the same answer, the same tree
	$(BIN)/sudoku-rosetta tour

test: $(VENV)/developed   ## the tests that take seconds each: a minute and a half on two cores
	$(PYTEST_RUN) $(AT_ONCE) $(PYTEST)

test-all: test sanitize $(VENV)/developed ## everything: also what takes minutes, or a browser, archives, valgrind, a quiet machine
	$(PYTEST_RUN) $(AT_ONCE) -m "slow and not alone" $(PYTEST)
	$(PYTEST_RUN) -m alone $(PYTEST)

sanitize:        ## the C: every path against a plain search, and with the sanitizers
	$(MAKE) -C csrc/original texte sanitize
	$(MAKE) -C csrc/fast check sanitize tsan
	$(MAKE) -C csrc/make sanitize
	$(MAKE) -C csrc/near sanitize

record: $(VENV)/developed ## recorded answers, public names and schemas anew: after a change of behaviour that was meant
	SUDOKU_ROSETTA_RECORD=1 $(PYTEST_RUN) -m recorded

lint: $(VENV)/developed   ## the hooks of .pre-commit-config.yaml, on all files that git knows; formatters rewrite
	$(BIN)/pre-commit run --all-files $(HOOKS)

build: $(VENV)/developed  ## the sdist, and the wheel from it, in dist/
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) build

conform: $(VENV)/developed ## our solvers before the conformance suite: build/conformance/report.html, report.json
	mkdir -p build/conformance
	$(BIN)/sudoku-rosetta conform --report build/conformance/report.html --json build/conformance/report.json

bench: $(VENV)/developed   ## ours against others in one run: what is installed of PyPI, RIVALS=path, LISTS="files", BENCH="--options"
	$(RUN) bench.rivals $(if $(RIVALS),--rivals $(RIVALS)) $(if $(LISTS),--lists $(LISTS)) $(BENCH)

study: $(VENV)/developed  ## document 002's experiments, 20,000 grids a point, in build/study (about a minute on two cores)
	$(call STUDY,20000,18,study)

study-large: $(VENV)/developed ## the same, a million grids a point, in build/study-large; what docs/data/study shows
	$(call STUDY,1e6,24,study-large)

# Runs that are there already, whole or in part, are gone on with.
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

docs: $(VENV)/developed   ## the site in build/site, in French and in English; a stale page fails; needs npm
	$(BIN)/python docs/build.py

docs-zip: $(VENV)/developed ## the site as build/sudoku-rosetta-site.zip: unpack it anywhere, then python -m http.server
	$(BIN)/python docs/build.py --zip build/sudoku-rosetta-site.zip

docs-zensical: $(VENV)/developed ## the same sources by zensical, which follows mkdocs-material, in build/site-zensical
	$(BIN)/python docs/build.py --with zensical

screenshots: docs ## build/screenshots: the main pages at three widths, in light and in dark; and the README's pictures
	$(BIN)/python tests/docs/screenshots.py

docs-serve: $(VENV)/developed ## the same on http://127.0.0.1:8000/, and again whenever a source changes
	$(BIN)/python docs/build.py --serve

picture: $(VENV)/installed ## the README's picture: what the tour shows, as SVG
	$(BIN)/python docs/tour_picture.py

# With a long budget, so that the slow writings run all of the 100 grids; on a machine with nothing else to do.
COMPARE_BUDGET ?= 1500
COMPARE = $(BIN)/sudoku-rosetta compare
compare-docs: $(VENV)/developed ## docs/data/compare*: speeds, factors and growth, measured here and now
	$(COMPARE) --set medium --cap 60 --budget $(COMPARE_BUDGET) --json docs/data/compare.json
	$(COMPARE) --set documents --puzzles 1 --cap 60 --budget 120 --json docs/data/compare-grid-1.json
	$(COMPARE) growth --json docs/data/compare-growth.json
	$(MAKE) compare-pages

compare-pages: $(VENV)/developed ## the tables and pictures of docs/data/compare*, from what is recorded there
	$(COMPARE) schema > docs/data/compare.schema.json
	for name in compare compare-grid-1 compare-growth; do \
	  $(COMPARE) show docs/data/$$name.json --markdown docs/data/$$name.md --plot docs/data/$$name.svg >/dev/null || exit; \
	done

baseline: $(VENV)/developed ## tests/counts/baseline.toml anew: placements, tests, instructions; needs valgrind
	$(BIN)/python tests/counts/counting.py --record

clean:           ## away with everything that was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	for room in original fast make near; do $(MAKE) -C csrc/$$room clean || exit; done

# Files that require a new installation when they change; __init__.py holds the version.
INSTALLED_FROM = pyproject.toml implementations/sudoku_rosetta/__init__.py $(wildcard csrc/CMakeLists.txt csrc/*/*.[ch])

# For the tour: no developer's tools, and no compiler needed; without one the C is shown as not built.
$(VENV)/installed: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(RUN) pip install --quiet --editable .
	@touch $@

# For the tests: the tools of the `dev` group, and the core or a failure.
$(VENV)/developed: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(RUN) pip install --quiet --group dev
	SUDOKU_ROSETTA_REQUIRE_CORE=1 $(RUN) pip install --quiet --editable .
	@touch $@ $(VENV)/installed

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(RUN) pip install --quiet --upgrade 'pip>=25.1'
