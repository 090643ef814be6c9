"""The words of a notebook: `%why`, `%shapes`, `%%tensorlab`. IPython hands itself over."""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.text import Text

from tensorlab.engine.settings import Settings
from tensorlab.engine.tensor import Tensor
from tensorlab.language.outcome import Outcome
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.text_html import Shown
from tensorlab.repl import explain_commands
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.workspace import Workspace

# What a program of the language may have of the notebook's: data, none of Python's own objects.
PLAIN = (bool, int, float, complex, str, type(None))


class Magics:
    """The words of one notebook, and the session in which its cells of the language run."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.workspace = Workspace(sys.stdout.write)

    def why(self, line: str) -> Shown:
        """Explain how an expression came about, or what the last cell gave: `%why a @ b`."""
        return self.told(explain_commands.why, line.strip() or self.last_expression())

    def shapes(self, line: str) -> Shown:
        """Show the shape and type of each part of an expression: `%shapes (a @ b).sum(0)`."""
        return self.told(explain_commands.shapes, line.strip() or self.last_expression())

    def cell(self, line: str, cell: str) -> Any:
        """Run a cell in the safe language; it knows the notebook's tensors, and gives its own."""
        with self.at_work() as names:
            before = dict(names)
            outcome = self.workspace.run(cell)
            self.workspace.end_line()
            changed = {name: value for name, value in names.items() if is_new(before, name, value)}
        self.shell.user_ns.update(
            (name, value)
            for name, value in changed.items()
            if is_data(value) and not name.startswith("_")
        )
        return shown(outcome)

    def told(self, answer: Callable[[Workspace, str], Any], source: str) -> Shown:
        """Return what is answered about an expression."""
        with self.at_work():
            try:
                return Shown(answer(self.workspace, source))
            except CannotAnswerError as error:
                return Shown(Text(str(error), "error"))

    @contextmanager
    def at_work(self) -> Iterator[dict[str, Any]]:
        """Let the session know the notebook's data; what it switches is switched in it alone."""
        outside = Settings.in_force
        names = self.workspace.session.names
        names.update(data_in(self.shell.user_ns))
        self.workspace.output = sys.stdout.write
        try:
            yield names
        finally:
            outside.enter()

    def last_expression(self) -> str:
        """Return the expression at the end of the cell that was run before."""
        for source in reversed(self.shell.user_ns.get("In", [])[:-1]):
            try:
                last = ast.parse(source).body[-1]
            except (SyntaxError, IndexError):
                continue
            if isinstance(last, ast.Expr) and "get_ipython()" not in source:
                return ast.unparse(last)
        return ""


def shown(outcome: Outcome) -> Any:
    """Return what a notebook is to show of a run: the value itself, or why there is none."""
    for notice in outcome.said_aside:
        sys.stderr.write(f"note: {notice}\n")
    if outcome.failure is not None:
        return Shown(FailureView(outcome.failure))
    return outcome.value if outcome.has_value else None


def is_new(before: Mapping[str, Any], name: str, value: object) -> bool:
    """Return whether a name has got another value."""
    return name not in before or before[name] is not value


def data_in(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return a notebook's own names of what a program of the language may have."""
    return {
        name: value
        for name, value in names.items()
        if not name.startswith("_") and name not in {"In", "Out"} and is_data(value)
    }


def is_data(value: object) -> bool:
    """Return whether a value is a tensor, a number, a text, or a plain container of such."""
    if isinstance(value, Tensor) or type(value) in PLAIN:
        return True
    if type(value) in {list, tuple}:
        return all(map(is_data, value))  # type: ignore[call-overload]  # it is one of the two
    if type(value) is dict:
        return all(map(is_data, value)) and all(map(is_data, value.values()))
    return False


def load(shell: Any) -> None:
    """Give IPython the words of tensorlab."""
    magics = Magics(shell)
    shell.register_magic_function(magics.why, "line", "why")
    shell.register_magic_function(magics.shapes, "line", "shapes")
    shell.register_magic_function(magics.cell, "cell", "tensorlab")
