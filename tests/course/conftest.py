"""A session of plain Python for the lesson machine, and lessons made from text."""

import ast
import contextlib
import io
from pathlib import Path

import pytest

from tensorlab.course.machine import LessonRun
from tensorlab.course.markdown import parse_lesson
from tensorlab.course.progress import Progress
from tensorlab.language.outcome import Failure, Outcome


class PythonSession:
    """Runs Python itself: what the machine does must not depend on what is computed."""

    def __init__(self, write):
        self.write = write
        self.names = {}

    def run(self, source):
        printed = io.StringIO()
        try:
            *statements, last = ast.parse(source).body or [ast.Pass()]
            with contextlib.redirect_stdout(printed):
                if not isinstance(last, ast.Expr):
                    exec(source, {}, self.names)
                    return Outcome()
                exec(compile(ast.Module(statements, []), "<s>", "exec"), {}, self.names)
                value = eval(compile(ast.Expression(last.value), "<e>", "eval"), {}, self.names)
                return Outcome(value, has_value=True)
        except Exception as error:
            return Outcome(failure=Failure(type(error).__name__, str(error)))
        finally:
            self.write(printed.getvalue())


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
