"""Every mutant of a document's module is detected, or listed with a reason: see mutate.py. The slow tests take
minutes."""

from __future__ import annotations

import os

import pytest
from conformance import mutate
from recorded.running import ANSWERS, digest
from recording import same_as_recorded

each_module = pytest.mark.parametrize("module", mutate.MODULES)


@each_module
def test_there_are_enough_mutants_and_every_explained_mutant_exists(module: str) -> None:
    found = mutate.mutants(module)
    keys = {mutant.key for mutant in found}
    assert len(keys) == len(found) >= 20
    solving = [mutant for mutant in found if mutant.function in mutate.SOLVING[module]]
    assert len(solving) >= 20
    assert {key for key in mutate.equivalent_mutants() if key[0] == module} <= keys
    assert all(entry.why and entry.by in (None, "program") for entry in mutate.equivalent_mutants().values())


@pytest.mark.recorded
def test_the_mutants_are_those_that_were_recorded() -> None:
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
def test_every_surviving_mutant_is_explained(module: str) -> None:
    assert [str(survivor) for survivor in mutate.unexplained(module)] == []


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(os, "fork"), reason="a mutant runs in a forked process: this system has no fork"
)
@each_module
def test_an_explained_mutant_is_detected_only_by_the_stage_of_its_entry(module: str) -> None:
    known = mutate.equivalent_mutants()
    seconds = mutate.timeouts_s(module)
    explained = [mutant for mutant in mutate.mutants(module) if mutant.key in known]
    detected = {mutant: mutate.detect(mutant, seconds).by for mutant in explained}
    assert {mutant: by for mutant, by in detected.items() if by != known[mutant.key].by} == {}
