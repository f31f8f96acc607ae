"""One token changed in a document's module, and something notices; see mutate.py. Minutes: `pytest -m slow`."""

from __future__ import annotations

import os

import pytest
from conformance import mutate
from recorded.running import ANSWERS, digest
from recording import same_as_recorded

each_module = pytest.mark.parametrize("module", mutate.MODULES)


@each_module
def test_there_are_enough_mutants_and_every_explanation_is_of_one_of_them(module: str) -> None:
    found = mutate.mutants(module)
    keys = {mutant.key for mutant in found}
    assert len(keys) == len(found) >= 20
    solving = [mutant for mutant in found if mutant.function in mutate.SOLVING[module]]
    assert len(solving) >= 20
    assert {key for key in mutate.explained() if key[0] == module} <= keys
    assert all(entry.why and entry.by in (None, "program") for entry in mutate.explained().values())


@pytest.mark.recorded
def test_the_mutants_are_those_that_were_recorded() -> None:
    """And who survives stands in equivalent_mutants.toml, held by the slow tests below."""
    keys = {
        module: sorted("\t".join(map(str, mutant.key)) for mutant in mutate.mutants(module))
        for module in mutate.MODULES
    }
    found = {
        module: {"mutants": len(each), "sha256": digest("\n".join(each).encode())}
        for module, each in keys.items()
    }
    same_as_recorded(ANSWERS / "mutants.json", found)


def test_a_mutant_is_its_module_with_one_place_changed() -> None:
    for module in mutate.MODULES:
        whole = mutate.source_of(module)
        for mutant in mutate.mutants(module)[::10]:
            changed = zip(whole.split("\n"), mutant.source().split("\n"), strict=True)
            assert sum(old != new for old, new in changed) == 1, mutant


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="a mutant runs in a forked process: this system has no fork"
)
@each_module
def test_no_mutant_survives_that_is_not_explained(module: str) -> None:
    assert [str(survivor) for survivor in mutate.unexplained(module)] == []


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="a mutant runs in a forked process: this system has no fork"
)
@each_module
def test_every_mutant_that_is_explained_goes_uncaught_by_what_should_not_catch_it(module: str) -> None:
    known = mutate.explained()
    seconds = mutate.patience(module)
    explained = [mutant for mutant in mutate.mutants(module) if mutant.key in known]
    caught = {mutant: mutate.fate(mutant, seconds).by for mutant in explained}
    assert {mutant: by for mutant, by in caught.items() if by != known[mutant.key].by} == {}
