import pytest

import tensorlab
from tensorlab.course.authoring.linter import check_lesson
from tensorlab.course.lessons.library import Library
from tests.lessons.sessions import our_session

pytestmark = [
    pytest.mark.usefixtures("gpu"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("lesson", Library().lessons, ids=lambda lesson: lesson.name)
def test_a_lesson_can_be_taken_on_the_gpu(lesson):
    tensorlab.set_default_device("cuda")
    try:
        assert [str(fault) for fault in check_lesson(lesson, our_session)] == []
    finally:
        tensorlab.set_default_device(None)
