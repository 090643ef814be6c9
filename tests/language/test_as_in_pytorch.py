import pytest

from tests.conformance.checking import check_by_language
from tests.conformance.replay import replayed

# What the language itself is needed for; of the others each case runs as Python's, too.
OF_PROGRAMS = ("autograd", "errors", "modules", "programs", "training", "whole_tutorials")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", OF_PROGRAMS)
def test_programs_do_in_the_language_what_they_do_under_pytorch(family):
    check_by_language(family)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("family", sorted({*replayed()} - {*OF_PROGRAMS, "ties"}))
def test_operations_do_in_the_language_what_they_do_under_pytorch(family):
    check_by_language(family)


@pytest.mark.slow
def test_ties_do_in_the_language_what_they_do_under_pytorch():
    check_by_language("ties")
