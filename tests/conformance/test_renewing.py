"""The truth is recorded case by case, and names the machine it was recorded on."""

import pytest

from tests.conformance.programs import HEADER, Case, families, recorded
from tests.conformance.renewing import renewed, wanted

OLD, NEW = {"processor": "old"}, {"processor": "new"}
CASES = [Case("f", name, f"print({name})") for name in ("a[1]", "a[2]", "b")]
TRUTH = {case.name: {"prints": "1", "program": case.fingerprint} for case in CASES}


def names(before, *patterns):
    return [case.name for case in wanted(CASES, before, patterns)]


def test_without_names_only_what_is_new_or_changed_is_recorded() -> None:
    assert names(TRUTH) == []
    assert names({**TRUTH, "b": {"prints": "1", "program": "older"}}) == ["b"]
    assert names({}) == ["a[1]", "a[2]", "b"]


def test_cases_are_named_exactly_or_by_a_pattern() -> None:
    assert names(TRUTH, "a[1]") == ["a[1]"]
    assert names(TRUTH, "a*") == ["a[1]", "a[2]"]
    assert names(TRUTH, "*") == ["a[1]", "a[2]", "b"]


def test_no_other_line_changes_and_another_machine_is_named_where_it_says_otherwise() -> None:
    new = {"b": {"prints": "2", "program": CASES[2].fingerprint}, "a[1]": TRUTH["a[1]"]}
    after = renewed(CASES, {HEADER: OLD, **TRUTH, "gone": {}}, new, NEW)
    assert after == {HEADER: OLD, **TRUTH, "b": new["b"] | {"machine": NEW}}
    assert renewed(CASES, {HEADER: OLD, **TRUTH}, new, OLD)["b"] == new["b"]


def test_a_family_that_is_recorded_as_a_whole_is_that_machine_s() -> None:
    assert renewed(CASES, {HEADER: OLD, **TRUTH}, TRUTH, NEW) == {HEADER: NEW, **TRUTH}


@pytest.mark.parametrize("family", families())
def test_the_truth_names_its_machine(family) -> None:
    assert recorded(family)[HEADER].keys() == {"processor", "torch", "threads"}
