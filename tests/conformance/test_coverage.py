import pytest

from tests.conformance.coverage import called, known_uncalled, public_functions


@pytest.mark.slow
def test_every_public_function_is_called_in_a_case_or_is_known_not_to_be():
    uncalled = public_functions() - called()
    known = known_uncalled()
    assert uncalled - set(known) == set(), "write cases for them"
    assert set(known) - uncalled == set(), "they are called by now, so strike them"
    assert all(known.values())
