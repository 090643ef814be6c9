"""The words of a notebook: `%why`, `%shapes`, `%%tensorlab`. IPython hands itself over."""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.text import Text

from tensorlab.engine.settings import Settings
from tensorlab.engine.tensor import Tensor
from tensorlab.language.library.classes import find_public
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.world import TooLargeError
from tensorlab.nn.module import Module
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.text_html import Shown
from tensorlab.repl import explain_commands
from tensorlab.workspace.programs import name_and_element
from tensorlab.workspace.questions import CannotAnswerError, elements_of, is_of_the_program
from tensorlab.workspace.workspace import Workspace

# What a program of the language may have of the notebook's: data, none of Python's own objects.
PLAIN = (bool, int, float, complex, str, type(None))


class Magics:
    """The words of one notebook, and the session in which its cells of the language run."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.workspace = Workspace(sys.stdout.write, in_blocks=False)  # as cells of Python's

    def why(self, line: str) -> Shown:
        """Explain how an expression came about, or what the last cell gave: `%why a @ b`."""
        return self.told(explain_commands.why, self.by_its_line(line.strip()))

    def shapes(self, line: str) -> Shown:
        """Show the shape and type of each part of an expression: `%shapes (a @ b).sum(0)`."""
        return self.told(explain_commands.shapes, line.strip() or self.last_expression())

    def cell(self, line: str, cell: str) -> Any:
        """Run a cell in the safe language; it knows the notebook's names, and adds its own."""
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

    def by_its_line(self, asked: str) -> str:
        """Return a question about a variable as one about the line that made it.

        A notebook's own cells are not recorded: the line counts where it gives the same as then.
        """
        asked = asked or self.last_expression()
        name = name_and_element(asked)[0]
        value = elements_of(self.shell.user_ns.get(name))
        if value is None or not (line := self.line_of(name)):
            return asked
        try:
            with self.at_work():
                again = elements_of(self.workspace.evaluate(line).value)
        except TooLargeError:
            return asked
        same = again is not None and again.shape == value.shape
        same = same and again.tobytes() == value.tobytes()
        return f"({line}){asked[len(name) :]}" if same else asked

    def line_of(self, name: str) -> str:
        """Return what a cell assigned to a name the last time, nothing where none did."""
        lines = (line for cell in self.cells() for line in reversed(cell))
        assigned = (line for line in lines if isinstance(line, ast.Assign))
        made = (line.value for line in assigned if name in map(ast.unparse, line.targets))
        return ast.unparse(last) if (last := next(made, None)) else ""

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
        ends = (ast.unparse(cell[-1]) for cell in self.cells() if isinstance(cell[-1], ast.Expr))
        return next((end for end in ends if "get_ipython()" not in end), "")

    def cells(self) -> Iterator[list[ast.stmt]]:
        """Yield the statements of each cell that was run, the latest first."""
        for source in reversed(self.shell.user_ns.get("In", [])):
            try:
                body = ast.parse(source).body
            except SyntaxError:
                continue
            if body:
                yield body


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
    """Return whether a value is a tensor, a layer, a number, a text, or a container of such."""
    if isinstance(value, Tensor) or type(value) in PLAIN:
        return True
    if isinstance(value, Module):
        return all(map(is_of_library, value.modules()))
    if type(value) in {list, tuple}:
        return all(map(is_data, value))  # type: ignore[call-overload]  # it is one of the two
    if type(value) is dict:
        return all(map(is_data, value)) and all(map(is_data, value.values()))
    return False


def is_of_library(layer: Module) -> bool:
    """Return whether a layer's class is torch.nn's, and let programs know it: others run Python."""
    return not is_of_the_program(layer) and bool(find_public("torch.nn", type(layer).__name__))


def load(shell: Any) -> None:
    """Give IPython the words of tensorlab."""
    magics = Magics(shell)
    shell.register_magic_function(magics.why, "line", "why")
    shell.register_magic_function(magics.shapes, "line", "shapes")
    shell.register_magic_function(magics.cell, "cell", "tensorlab")
