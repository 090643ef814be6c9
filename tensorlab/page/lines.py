"""What the page answers to a line: a command, a question about a name, or a statement."""

from collections.abc import Callable, Sequence

from tensorlab.explain.gradients.graph import GraphNode
from tensorlab.explain.reference.examples import page_about
from tensorlab.explain.reference.search import found_by
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.reading.layout import without_prompts
from tensorlab.language.rules.catalogue import CODED
from tensorlab.language.rules.rule import Rule
from tensorlab.language.values.values import type_name
from tensorlab.page.desk import Desk, JsonObject, explanation_json, shown
from tensorlab.wording import counted
from tensorlab.workspace import answers, gradient_answers
from tensorlab.workspace import session_answers as session
from tensorlab.workspace.command_line import (
    ABOUT,
    MARK,
    UnknownCommandError,
    command_asked_about,
    command_named,
    habit,
    question,
    split,
)
from tensorlab.workspace.pages_json import page_object, rule_object
from tensorlab.workspace.questions import CannotAnswerError
from tensorlab.workspace.session_answers import Said
from tensorlab.workspace.summary import shape_text, short_dtype, summary
from tensorlab.workspace.workspace import Workspace

Rows = Sequence[Sequence[str]]


def response(desk: Desk, source: str) -> JsonObject:
    """Return what comes of a line.

    Raises:
        CannotAnswerError: a command asks for what is not there.
    """
    line = source.strip()
    names = desk.workspace.session.names
    if command := command_asked_about(line):
        return help_on(desk, command)
    if line.startswith(MARK):
        return answer(desk, line)
    if (asked := question(line, names)) is not None:
        return help_on(desk, asked.subject)
    if advice := habit(line, COMMANDS, names):
        raise CannotAnswerError(advice)
    return desk.run(without_prompts(source))


def answer(desk: Desk, line: str) -> JsonObject:
    """Return what a command says.

    Raises:
        CannotAnswerError: there is no such command, or it has nothing to say.
    """
    word, argument = split(line)
    try:
        return COMMANDS[command_named(word, COMMANDS)](desk, argument)
    except UnknownCommandError as error:
        raise CannotAnswerError(str(error)) from None


def text(said: str) -> JsonObject:
    """Return an answer that is a sentence."""
    return {"text": said}


def table(rows: Rows) -> JsonObject:
    """Return an answer in rows; the first column names what the others tell of."""
    return {"table": rows}


def help_on(desk: Desk, argument: str) -> JsonObject:
    """Return the page about a function, functions that words tell of, or the commands."""
    name = argument.strip(" \"'")
    if not name:
        return table(list(map(row, COMMANDS)))
    if rule := CODED.get(name.upper()):
        return {"help": about_code(rule)}
    if (page := page_about(name)) is not None:
        return {"help": page_object(page, "")}
    if (command := name.removeprefix(MARK)) in COMMANDS:
        return table([row(command)])
    value = desk.workspace.session.names.get(name)
    if value is not None:
        return text(f"{name} is a variable: {type_name(value)} {summary(value)}")
    if found := found_by(name):
        return table([[hit.name, hit.summary] for hit in found])
    raise CannotAnswerError(
        f"there is no function or variable {name}, nor one that fits the description"
    )


def about_code(rule: Rule) -> JsonObject:
    """Return the story of an error in the shape of the page about a function."""
    told = rule_object(rule)
    example = {"program": rule.example, "printed": "", "error": told["error"]}
    head = {"name": rule.code, "signature": rule.title, "summary": rule.rule, "details": ""}
    return {**head, "examples": [example]}


def said(tell: Callable[[Workspace, str], Said]) -> Callable[[Desk, str], JsonObject]:
    """Return a command that says what prompts of all kinds say of their session."""

    def act(desk: Desk, argument: str) -> JsonObject:
        told = tell(desk.workspace, argument)
        if isinstance(told, Failure):
            return shown(Outcome(failure=told))
        return text(told) if isinstance(told, str) else table(told)

    return act


def view(desk: Desk, argument: str) -> JsonObject:
    """Return a tensor as grids; `heat` behind it shades its elements."""
    *words, last = argument.split(" ")
    source = " ".join(words) if last == "heat" else argument
    seen = gradient_answers.tensor_seen(desk.workspace, source)
    if isinstance(seen, Failure):
        return shown(Outcome(failure=seen))
    return shown(Outcome(value=seen, has_value=True)) | {"heat": last == "heat"}


def why(desk: Desk, argument: str) -> JsonObject:
    """Return how the last result, a variable, an element or an expression came about."""
    told = answers.why(desk.workspace, argument)
    if isinstance(told, Failure):
        return shown(Outcome(failure=told))
    return {"why": explanation_json(told)}


def shapes(desk: Desk, argument: str) -> JsonObject:
    """Return the shape and type of each part of an expression, and its failure if it fails."""
    found = answers.shapes(desk.workspace, argument)
    rows = [[part.source, shape_text(part.shape), short_dtype(part.dtype)] for part in found.parts]
    failed = {} if found.failure is None else shown(Outcome(failure=found.failure))
    return table(rows) | failed


def memory(desk: Desk, argument: str) -> JsonObject:
    """Return which names share memory and how it is walked."""
    rows = []
    for storage in answers.memory(desk.workspace, argument):
        held = counted(storage.elements * storage.itemsize, "byte")
        size = f"{storage.elements} x {storage.dtype}, {held}"
        for each in storage.occupants:
            order = "contiguous" if each.contiguous else "not contiguous"
            shape = f"{shape_text(each.shape)} strides {shape_text(each.strides)} {order}"
            rows.append([each.name, each.formula, shape, size])
    return table(rows)


def graph(desk: Desk, argument: str) -> JsonObject:
    """Return the steps behind a tensor, or how one of them came about."""
    *words, last = argument.split(" ")
    known = " ".join(words) or desk.workspace.graph_shown
    if last.isdecimal():
        node, told = gradient_answers.graph_step(desk.workspace, known, int(last))
        return text(f"step {node.number}: {node.text or node.label}") | {
            "why": explanation_json(told)
        }
    nodes = gradient_answers.graph(desk.workspace, argument)
    desk.workspace.graph_shown = argument
    rows = [
        [str(node.number), node.text or node.label, shape_text(node.shape), *ends(node)]
        for node in nodes
    ]
    return table(rows)


def ends(node: GraphNode) -> list[str]:
    """Return the value and the gradient of a step, each in one line."""
    value, gradient = (" ".join(repr(each).split()) for each in (node.value, node.gradient))
    return [value, f"gradient {gradient}"]


def reset(desk: Desk, argument: str) -> JsonObject:
    """Forget everything that was typed."""
    desk.showing.clear()
    return said(session.reset)(desk, argument)


def row(name: str) -> list[str]:
    """Return how a command is typed, and what it is for."""
    takes, about = (ABOUT | HERE)[name]
    return [f"{MARK}{name} {takes}".strip(), about]


COMMANDS: dict[str, Callable[[Desk, str], JsonObject]] = {
    "help": help_on,
    "vars": said(session.variables),
    "type": said(session.type_of),
    "view": view,
    "why": why,
    "shapes": shapes,
    "mem": memory,
    "graph": graph,
    "grad": said(gradient_answers.gradients),
    "time": said(session.timed),
    "undo": said(session.undo),
    "history": said(session.history),
    "reset": reset,
}
# Nothing is written to a file here, and history is told as a whole.
HERE = {"graph": ("[VARIABLE]", "show the autograd graph"), "history": ("", ABOUT["history"][1])}
