"""Every declared function is explained: truly, in words for learners, and with its inputs."""

import re
from contextlib import suppress

import pytest

from tensorlab.explain.story.explanation import NothingToExplainError
from tensorlab.explain.story.frames import Frame
from tests.explain.examples import FUNCTIONS, chapters_on, examples_of, listed
from tests.explain.telling import check

UNTOLD = listed("untold.txt")
INTERNAL = re.compile(
    r"<(function|class|built-in|lambda)|\blambda\b| object at |0x[0-9a-f]{6}|\bnp\.|numpy|ndarray"
    r"|dtype\('|CudaArray|MetaArray|__\w+__|Traceback|\bTerm\b|\bNone\b|Ellipsis"
)
WITHOUT_ELEMENTS = (
    "A constant",
    "depends on no element",
    "Drawn from",
    "The sizes of",
    "the constant",
    "Not set yet",
)
# By module, so that all that is asked of one function is asked while it is at hand.
EACH = pytest.mark.parametrize("name", FUNCTIONS, scope="module")


@pytest.mark.sampled(5)
@EACH
def test_the_examples_of_a_function_are_explained_truly(name):
    for expression, setup in examples_of(name):
        with suppress(NothingToExplainError):  # a shape or a type has no elements
            check(expression, setup)


@pytest.mark.sampled(5)
@EACH
def test_a_function_is_told_with_its_inputs(name):
    frames = [(bool(each.operands), frame) for each in chapters_on(name) for frame in each.frames]
    told = bool(frames) and all(is_told(frame) or not made_of for made_of, frame in frames)
    assert told != (name in UNTOLD), (
        "take it off untold.txt" if told else [frame.sentence for _, frame in frames]
    )


def test_only_declared_functions_are_untold():
    assert set(UNTOLD) <= set(FUNCTIONS)


def is_told(frame: Frame) -> bool:
    """Return whether a frame names what its element was made of, or says that none went in."""
    admitted = "could not be found" in frame.sentence
    return not admitted and bool(
        frame.inputs or any(words in frame.sentence for words in WITHOUT_ELEMENTS)
    )


@pytest.mark.sampled(5)
@EACH
def test_no_internal_word_reaches_a_learner(name):
    for chapter in chapters_on(name):
        for frame in chapter.frames:
            texts = [frame.sentence, *(step.sentence for step in frame.steps), *chapter.notes]
            written = [frame.text, *(step.text for step in frame.steps)]
            texts += [text.replace(chapter.source, "") for text in written]
            for text in texts:
                assert not INTERNAL.search(text.replace(chapter.source, "")), text
