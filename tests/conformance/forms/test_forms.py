"""Every form of a call comes out as PyTorch's, but for those that are known to differ."""

from itertools import islice

import pytest

from tests.conformance.forms.recorded import known, recorded
from tests.conformance.forms.replay import differences, in_language, in_python

PARTS = 20  # one of them is tried each time, all where slow tests are
LANGUAGE = 3  # of each part's forms, the share that the language is asked, too


def part(number: int) -> list:
    """Return every so many signature's forms."""
    return [form for _, found in islice(recorded(), number, None, PARTS) for form in found]


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in range(1, PARTS))]
)
def test_each_form_is_answered_or_refused_as_pytorch_does(number):
    forms = part(number)
    found = {form.text: (form, got) for _, form, got in differences(forms, in_python)}
    news = {text: pair for text, pair in found.items() if text not in known()}
    closed = sorted(known() & {form.text for form in forms} - found.keys())
    assert not news
    assert not closed, "right by now, so strike them from differences.txt"


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(each, marks=pytest.mark.slow) for each in range(2, PARTS, 3))]
)
def test_nearly_all_are_the_same_in_the_language(number):
    forms = [form for form in part(number)[::LANGUAGE] if form.text not in known()]
    found = list(differences(forms, in_language))
    assert len(found) <= len(forms) // 50, found
