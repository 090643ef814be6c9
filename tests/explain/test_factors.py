"""Large pictures: an element of a sum of products is told by its neighbourhood alone."""

import pytest

from tensorlab.explain.story.chapters import chapter_of
from tensorlab.explain.story.explanation import recorded_calls
from tensorlab.language.running.session import Session
from tests.explain.telling import value_of

SETUP = """
torch.manual_seed(0)
image = torch.randn(1, 2, 40, 60)
filters = torch.randn(3, 2, 3, 3)
bias = torch.ones(3)
"""


@pytest.mark.parametrize(
    ("call", "elements", "words"),
    [
        (
            "F.conv2d(image, filters)",
            36,
            "rows 5 to 7, columns 7 to 9 of image[0, 0] and image[0, 1]",
        ),
        ("F.conv2d(image, filters, bias, padding=1)", 37, " and bias[1]."),
        ("F.avg_pool2d(image, 2)", 4, "rows 10 and 11, columns 14 and 15 of image[0, 1]."),
        ("F.interpolate(image, scale_factor=2)", 1, "Copied from image[0, 1, 2, 3]."),
        ("F.interpolate(image, size=(20, 30), mode='bilinear')", 4, "rows 10 and 11"),
        ("F.conv_transpose2d(image, filters.transpose(0, 1))", 36, "rows 3 to 5, columns 5 to 7"),
    ],
)
def test_an_element_of_a_large_picture_is_told_by_its_neighbourhood(call, elements, words):
    session = Session(record=True, write=lambda text: None)
    outcome = session.run(SETUP + call)
    chapter = chapter_of(recorded_calls(outcome, SETUP + call)[-1], {None: [(0, 1, 5, 7)]})
    (frame,) = chapter.frames
    assert len(frame.inputs) == elements
    assert words in frame.sentence
    assert value_of(session, frame.text) == pytest.approx(frame.value, rel=1e-4)
    for element in frame.inputs[:9]:
        assert value_of(session, f"{element.name}{list(element.index)}") == pytest.approx(
            element.value
        )
