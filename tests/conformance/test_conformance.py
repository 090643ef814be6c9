import pytest

from tests.conformance.checking import KNOWN_IN_LANGUAGE
from tests.conformance.programs import cases, families, truth


@pytest.mark.parametrize("family", families())
def test_the_truth_was_recorded_from_the_programs_as_they_are(family):
    recorded = {name: record["program"] for name, record in truth(family).items()}
    assert recorded == {case.name: case.fingerprint for case in cases(family)}


def test_every_gap_names_a_case_and_a_reason():
    names = {(family, case.name) for family in families() for case in cases(family)}
    assert KNOWN_IN_LANGUAGE.keys() <= names
    assert all(KNOWN_IN_LANGUAGE.values())
