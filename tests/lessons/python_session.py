"""A session of Python itself, with any module in torch's place: the reference for ours."""

import ast
import builtins
import contextlib
import io
import warnings

from tensorlab.language.outcome import Failure, Outcome


class PythonSession:
    """Runs programs as Python does; `torch` may be PyTorch, tensorlab or nothing."""

    def __init__(self, write, torch=None):
        self.write = write
        self.record = False
        self.given = preloaded(torch) if torch else {}
        self.globals = dict(self.given)

    @property
    def names(self):
        own = self.globals.items()
        return {name: value for name, value in own if self.given.get(name) is not value}

    def run(self, source):
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return self.run_python(source)
        except Exception as error:  # noqa: BLE001  a program may end in any error
            return Outcome(failure=Failure(type(error).__name__, str(error)))
        finally:
            self.write(printed.getvalue())

    def with_text(self, outcome):
        return outcome

    def run_python(self, source):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "<program>", "exec"), self.globals)  # noqa: S102
        if last is None:
            return Outcome()
        code = compile(ast.Expression(last.value), "<expression>", "eval")
        return Outcome(eval(code, self.globals), has_value=True)  # noqa: S307


def preloaded(torch):
    """Return the names that a lesson starts with."""
    names = {name: getattr(torch, name) for name in dir(torch) if not name.startswith("_")}
    bare = {name: value for name, value in names.items() if not hasattr(builtins, name)}
    return bare | {
        "__builtins__": builtins,
        "torch": torch,
        "F": torch.nn.functional,
        "nn": torch.nn,
    }
