"""How the commands that ask why show their answers: :why, :shapes, :mem, :graph, :grad, :view."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from tensorlab.language.outcome import Failure
from tensorlab.process.colour import is_for_the_ear
from tensorlab.process.lifecycle import WrongUsageError, write_file
from tensorlab.render.failures.failure import FailureView
from tensorlab.wording import counted
from tensorlab.workspace.programs import parsed
from tensorlab.workspace.questions import CannotAnswerError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from tensorlab.explain.gradients.graph import GraphNode
    from tensorlab.explain.story.frames import Explanation
    from tensorlab.workspace.workspace import Workspace

STEP = "step"
FORMS = (".svg", ".html")  # of a graph in a file
NOTICEABLE = 0.5  # seconds
WORKING = "This takes a while; Ctrl-C stops it"
RUNNING_AGAIN = "The program runs again, about {:.1f} s; Ctrl-C stops it"
STEPPING = """Each line: a value forward, the gradient that came back.
:graph 2 shows step 2 in full, :graph step walks through all of them, :graph x.html makes a page."""


def why(workspace: Workspace, argument: str) -> RenderableType:
    """Show how the last result, a variable, an element of it, or an expression came about."""
    from tensorlab.language.rules.catalogue import CODED
    from tensorlab.workspace import answers

    if rule := CODED.get(argument.upper()):
        from tensorlab.render.help_page import ErrorStory

        return ErrorStory(rule)
    asked, steps = stepwise(workspace, argument)
    told = answers.why(workspace, asked, running_again)
    if isinstance(told, Failure):
        return FailureView(told)
    return walked(told) if steps else explanation_view(told, keys=f":why {asked}".rstrip())


@contextmanager
def running_again(seconds: float) -> Iterator[None]:
    """Say on a terminal that a program runs again, or that an answer takes longer than expected."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from tensorlab.render.look.console import terminal_console

    words = WORKING if seconds < NOTICEABLE else RUNNING_AGAIN.format(seconds)
    columns = TextColumn(words), BarColumn(20), TimeElapsedColumn()
    bar = Progress(*columns, console=terminal_console(sys.stdout), transient=True)
    bar.add_task("", total=None)
    later = Timer(NOTICEABLE, bar.start)
    (later if seconds < NOTICEABLE else bar).start()
    try:
        yield
    finally:
        later.cancel()
        if later.ident:
            later.join()  # no bar may begin after its end
        bar.live.stop()


def stepwise(workspace: Workspace, argument: str) -> tuple[str, bool]:
    """Return what is asked about, and whether it is to be walked through: `r[0, 1] step`."""
    asked, _, last = argument.rpartition(" ")
    walks = last == STEP and STEP not in workspace.session.names
    return (asked if walks else argument, walks)


def shapes(workspace: Workspace, argument: str) -> RenderableType:
    """Show an expression with the shape and type of each part, and its failure if it fails."""
    from tensorlab.render.tensors.view import ShapeLines
    from tensorlab.workspace import answers

    source, parts, failure = answers.shapes(workspace, argument)
    lines = ShapeLines(source, parts)
    return lines if failure is None else Group(lines, FailureView(failure))


def memory(workspace: Workspace, argument: str) -> RenderableType:
    """Show which names share memory and how it is walked."""
    from tensorlab.render.tensors.view import MemoryMap
    from tensorlab.workspace import answers

    return MemoryMap(answers.memory(workspace, argument))


def graph(workspace: Workspace, argument: str) -> RenderableType:
    """Show the autograd graph behind a tensor, or step through it; with a file name, write it.

    Raises:
        CannotAnswerError: there is no such graph or step, or the file cannot be written.
    """
    from tensorlab.workspace import gradient_answers

    *before, last = argument.split(" ")
    known = " ".join(before) or workspace.graph_shown
    if last.isdigit() and parsed(known):
        return graph_step(workspace, known, int(last))
    if stepwise(workspace, argument)[1]:
        return graph_steps(workspace, known if not before else " ".join(before))
    name, file = argument, ""
    if argument.rstrip("\"'").endswith(FORMS):
        name, file = expression_and_file(argument)
        name = name or workspace.graph_shown
    elif before and "." in last and not parsed(argument):
        raise CannotAnswerError(f"a graph is drawn as .svg or .html, as :graph {known} {known}.svg")
    nodes = gradient_answers.graph(workspace, name.strip())
    workspace.graph_shown = name.strip()
    if not file:
        from tensorlab.render.explanations.graph_tree import GraphTree

        return Group(GraphTree(nodes), Text(STEPPING, "quiet"))
    try:  # it overwrites nothing
        write_file(str(Path(file).expanduser()), picture(workspace, name, nodes, file), "x")
    except WrongUsageError as error:
        raise CannotAnswerError(str(error)) from None
    return Text(f"drawn in {file}", "quiet")


def picture(workspace: Workspace, name: str, nodes: tuple[GraphNode, ...], file: str) -> str:
    """Return a graph as the picture or the page that a file is to hold."""
    from tensorlab.workspace import gradient_answers

    if file.endswith(".svg"):
        from tensorlab.pictures.graph import graph_svg

        return graph_svg(nodes)
    from tensorlab.pictures.page import graph_html

    return graph_html(gradient_answers.graph_walk(workspace, name.strip()))


def graph_steps(workspace: Workspace, name: str) -> RenderableType:
    """Walk through a graph with the arrow keys; where nobody can press them, tell it all.

    Raises:
        CannotAnswerError: there is no such graph.
    """
    from tensorlab.workspace import gradient_answers

    told = gradient_answers.graph_walk(workspace, name).explanation
    if not told.chapters:
        raise CannotAnswerError("backward() has used up what its steps kept: no step can be shown")
    workspace.graph_shown = name
    return walked(told)


def walked(told: Explanation) -> RenderableType:
    """Walk through an explanation with the arrow keys; where nobody can press them, tell it all."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not is_for_the_ear():
        from tensorlab.repl.stepping import step_through

        step_through(told)
        return Text()
    return explanation_view(told)


def explanation_view(
    told: Explanation, above: RenderableType | None = None, keys: str = ""
) -> RenderableType:
    """Return an explanation to be shown below something, as sentences to who listens.

    `keys` is the command that walks through it, with `step` behind it.
    """
    if is_for_the_ear():
        from tensorlab.render.explanations.plain import narrated_explanation

        words = Text(narrated_explanation(told))
        return words if above is None else Group(above, words)
    from tensorlab.render.explanations.view import ExplanationView

    operations = counted(len(told.chapters), "operation")
    walk = f"{keys} {STEP} walks through {operations}" if keys else ""
    return ExplanationView(told, above, walk)


def graph_step(workspace: Workspace, name: str, number: int) -> RenderableType:
    """Show one step of a graph: forward, how its value was made; backward, what came back to it.

    Raises:
        CannotAnswerError: there is no such graph or step.
    """
    from tensorlab.workspace import gradient_answers

    node, told = gradient_answers.graph_step(workspace, name, number)
    workspace.graph_shown = name
    title = Text(f"step {node.number}: {node.text or node.label}", "name")
    return explanation_view(told, title) if told.chapters else title


def expression_and_file(argument: str) -> tuple[str, str]:
    """Return what to draw, and the file behind it; its name is in quotes where it has spaces."""
    quote = argument[-1] if argument[-1] in "'\"" else ""
    name, _, file = argument.removesuffix(quote).rpartition(f" {quote}")
    return name, file


def view(workspace: Workspace, argument: str) -> RenderableType:
    """Show a tensor as grids with labels; `heat` behind it colours its elements."""
    from tensorlab.render.look.narration import narrated
    from tensorlab.render.tensors.view import TensorView
    from tensorlab.workspace import gradient_answers

    *words, last = argument.split(" ") if argument else ("",)
    heat = last == "heat"
    seen = gradient_answers.tensor_seen(workspace, " ".join(words) if heat else argument)
    if isinstance(seen, Failure):
        return FailureView(seen)
    return Text(narrated(seen)) if is_for_the_ear() else TensorView(seen, heat=heat)


def gradients(workspace: Workspace, argument: str) -> RenderableType:
    """Show the gradients of the variables that require one; of one of them, how it came about."""
    from tensorlab.render.look.tables import Pairs
    from tensorlab.workspace import answers, gradient_answers

    table = Pairs(gradient_answers.gradients(workspace, argument))
    tensor = gradient_answers.leaves(workspace).get(argument)
    if tensor is None or tensor._grad is None:
        return table
    try:
        told = answers.why(workspace, f"{argument}.grad")
    except CannotAnswerError as error:
        return Group(table, Text(str(error), "quiet"))
    if isinstance(told, Failure):
        return Group(table, Text(), FailureView(told))
    return explanation_view(told, Group(table, Text()), f":why {argument}.grad")
