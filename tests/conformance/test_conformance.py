import pytest

from tests.conformance.checking import KNOWN, KNOWN_IN_LANGUAGE, OF_PROCESSORS
from tests.conformance.programs import cases, families, truth
from tests.conformance.replay import are_near


@pytest.mark.parametrize("family", families())
def test_the_truth_was_recorded_from_the_programs_as_they_are(family):
    recorded = {name: record["program"] for name, record in truth(family).items()}
    assert recorded == {case.name: case.fingerprint for case in cases(family)}


def test_every_gap_names_a_case_and_a_reason():
    names = {(family, case.name) for family in families() for case in cases(family)}
    known = KNOWN | KNOWN_IN_LANGUAGE | OF_PROCESSORS
    assert known.keys() <= names
    assert all(known.values())


def test_only_the_last_digits_of_near_numbers_are_told_apart_as_such():
    assert are_near("tensor([1.2345, -2.])", "tensor([ 1.2346, -2.])")
    assert not are_near("tensor([1.2345])", "tensor([1.2355])")
    assert not are_near("tensor([1, 2])", "tensor([1, 2, 3])")
    assert not are_near("tensor([1.5])", "tensor([1.5], dtype=torch.float64)")
