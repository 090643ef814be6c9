import pytest

from tests.conformance.checking import check_by_language
from tests.conformance.replay import replayed

SLOW = ("ties",)  # a third of the time of all
FAMILIES = [
    pytest.param(family, marks=pytest.mark.slow) if family in SLOW else family
    for family in replayed()
]


@pytest.mark.parametrize("family", FAMILIES)
def test_programs_do_in_the_language_what_they_do_under_pytorch(family):
    check_by_language(family)
