"""Lessons made from text, run by plain Python: the machine cares not what is computed."""

from pathlib import Path

import pytest

from tensorlab.course.lessons.markdown import parse_lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.machine import LessonRun
from tests.lessons.python_session import PythonSession

FRONT = "---\ntitle: Test\nnames: test\norder: 1\nrelated: next\n---\n"


@pytest.fixture
def lesson_of():
    """Make a lesson from the text after its front matter."""
    return lambda body: parse_lesson(FRONT + body, Path("test.md"))


@pytest.fixture
def session():
    return PythonSession


@pytest.fixture
def run_of(lesson_of):
    """Make a run of a lesson's text, with progress in memory unless it is given."""

    def make(body, progress=None):
        return LessonRun(lesson_of(body), PythonSession, progress or Progress(None))

    return make
