"""Programs of numpy's own: in the language they print, warn and fail as under Python."""

import ast
import contextlib
import io
import warnings
from pathlib import Path

import numpy as np
import pytest

from tensorlab.language.numpy.printing import USUAL
from tensorlab.language.running.session import Session

PROGRAMS = (Path(__file__).parent / "agreeing.txt").read_text(encoding="utf-8").split("\n----\n")


def under_python(program):
    """Return what a program prints with numpy itself, and the value of an expression at its end."""
    printed = io.StringIO()
    names = {"np": np, "__name__": "__main__"}
    tree = ast.parse(program)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with (
        contextlib.redirect_stdout(printed),
        np.printoptions(**USUAL),
        np.errstate(divide="warn", over="warn", invalid="warn"),  # as without tensorlab
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        try:
            exec(compile(tree, "program", "exec"), names)  # noqa: S102
            if last is not None:
                value = eval(compile(ast.Expression(last.value), "program", "eval"), names)  # noqa: S307
                if value is not None:
                    print(repr(value))
        except Exception as error:  # noqa: BLE001 a program may end in any error
            print(f"{type(error).__name__}: {error}")
    return printed.getvalue()


def in_the_language(program):
    """Return the same of the program in a session."""
    printed = io.StringIO()
    session = Session(write=printed.write)
    outcome = session.with_text(session.run(f"import numpy as np\n{program}"))
    if outcome.failure is not None:
        printed.write(f"{outcome.failure.type}: {outcome.failure.message}\n")
    elif outcome.text is not None:
        printed.write(f"{outcome.text}\n")
    return printed.getvalue()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_does_what_it_does_under_python(program):
    expected = under_python(program)
    got = in_the_language(program)
    assert got == expected


def test_numpy_s_warnings_are_notices():
    outcome = Session().run("import numpy as np\nnp.log(0)")
    assert outcome.notices == ("RuntimeWarning: divide by zero encountered in log",)


def test_streams_and_print_options_belong_to_a_session():
    first, second = Session(), Session()
    first.run("import numpy as np\nnp.random.seed(0)\nnp.set_printoptions(precision=2)")
    second.run("import numpy as np\nnp.random.seed(1)")
    assert first.with_text(first.run("np.random.rand()")).text == "0.5488135039273248"
    assert second.with_text(second.run("np.array([1 / 3])")).text == "array([0.33333333])"
    assert first.with_text(first.run("np.array([1 / 3])")).text == "array([0.33])"
