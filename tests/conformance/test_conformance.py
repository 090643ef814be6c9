import pytest

from tests.conformance.gaps import EVERYWHERE, LANGUAGE, gaps
from tests.conformance.programs import cases, families, truth
from tests.conformance.replay import Run, differences, replayed, run_by_import, run_by_language

KNOWN = gaps(EVERYWHERE)
KNOWN_IN_LANGUAGE = KNOWN | gaps(LANGUAGE)


def check(family: str, run: Run, known: dict[tuple[str, str], str]) -> None:
    """Fail for a difference that is not a known gap, and for a known gap that has closed."""
    found = {(family, difference.case.name): difference for difference in differences(family, run)}
    news = [difference for key, difference in found.items() if key not in known]
    closed = [name for of, name in known if of == family and (of, name) not in found]
    shown = "\n".join(str(difference) for difference in news[:5])
    assert not news, f"{len(news)} cases differ from PyTorch:\n{shown}"
    assert not closed, f"right by now, so strike them from gaps.txt: {closed}"


@pytest.mark.parametrize("family", replayed())
def test_programs_do_in_python_what_they_do_under_pytorch(family):
    check(family, run_by_import, KNOWN)


@pytest.mark.parametrize("family", replayed())
def test_programs_do_in_the_language_what_they_do_under_pytorch(family):
    check(family, run_by_language, KNOWN_IN_LANGUAGE)


@pytest.mark.parametrize("family", families())
def test_the_truth_was_recorded_from_the_programs_as_they_are(family):
    recorded = {name: record["program"] for name, record in truth(family).items()}
    assert recorded == {case.name: case.fingerprint for case in cases(family)}


def test_every_gap_names_a_case_and_a_reason():
    names = {(family, case.name) for family in families() for case in cases(family)}
    assert set(KNOWN_IN_LANGUAGE) <= names
    assert all(KNOWN_IN_LANGUAGE.values())
