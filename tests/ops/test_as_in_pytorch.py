import pytest

from tests.conformance.checking import check_by_import
from tests.conformance.replay import replayed


@pytest.mark.parametrize("family", replayed())
def test_programs_do_in_python_what_they_do_under_pytorch(family):
    check_by_import(family)
