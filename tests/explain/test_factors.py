"""Large pictures: an element of a sum of products is told by its neighbourhood alone."""

import pytest

from tensorlab.explain.story.chapters import chapter_of
from tensorlab.explain.story.story import recorded_calls
from tensorlab.language.running.session import Session
from tests.explain.telling import value_of

SETUP = """
torch.manual_seed(0)
image = torch.randn(1, 2, 40, 60)
filters = torch.randn(3, 2, 3, 3)
bias = torch.ones(3)
"""


@pytest.mark.parametrize(
    ("call", "cells", "words"),
    [
        (
            "F.conv2d(image, filters)",
            36,
            "18 elements of image, image[0, 0, 5, 7] to image[0, 1, 7, 9]",
        ),
        ("F.conv2d(image, filters, bias, padding=1)", 37, ", and bias[1]."),
        ("F.avg_pool2d(image, 2)", 4, "each with the same share, added"),
        ("F.interpolate(image, scale_factor=2)", 1, "Copied from image[0, 1, 2, 3]."),
        ("F.interpolate(image, size=(20, 30), mode='bilinear')", 4, "each with the same share"),
        (
            "F.conv_transpose2d(image, filters.transpose(0, 1))",
            36,
            "each times the element of filters",
        ),
    ],
)
def test_an_element_of_a_large_picture_is_told_by_its_neighbourhood(call, elements, words):
    session = Session(record=True, write=lambda text: None)
    outcome = session.run(SETUP + call)
    chapter = chapter_of(recorded_calls(outcome.trace, SETUP + call)[-1], [(0, 1, 5, 7)])
    (frame,) = chapter.frames
    assert len(frame.inputs) == elements
    assert words in frame.sentence
    assert value_of(session, frame.text) == pytest.approx(frame.value, rel=1e-4)
    for element in frame.inputs[:9]:
        assert value_of(session, f"{element.name}{list(element.index)}") == pytest.approx(
            element.value
        )
