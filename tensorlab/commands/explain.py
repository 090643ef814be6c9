"""`tensorlab explain EXPR`: how a result came about; `explain TL001`: the story of an error."""

import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Literal, NamedTuple

from tensorlab.commands.initial_options import (
    AS_USUAL,
    EVALUATION,
    InitialOptions,
    watch,
    with_advice,
)
from tensorlab.explain.running import explained
from tensorlab.explain.story.frames import Explanation, Index
from tensorlab.language.outcome import Failure, Outcome
from tensorlab.language.running.session import Budget, Session
from tensorlab.process.colour import is_for_the_ear, is_terminal
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, write_file
from tensorlab.process.program_text import NotTextError, program_of_argument
from tensorlab.render.outcome import show_failure
from tensorlab.workspace.programs import plainly

Form = Literal["auto", "rich", "plain", "json", "svg", "html", "narrated"]
CODE = re.compile(r"TL\d{1,3}", re.IGNORECASE)


class Output(NamedTuple):
    """The file that an explanation is written to, and whether one that exists may be lost."""

    path: str
    overwrites: bool = False


def explain(
    expression: str,
    form: Form = "auto",
    elements: Sequence[str] = (),
    output: Output | None = None,
    budget: Budget = EVALUATION,
    beginning: InitialOptions = AS_USUAL,
    *,
    play: bool = False,
) -> int:
    """Explain a result, or an error by its code, and return the exit code.

    Raises:
        WrongUsageError: an element is no index of the result, or nothing is there to explain or
            play.
    """
    if CODE.fullmatch(expression.strip()):
        from tensorlab.commands.help import explain_code

        return explain_code(expression.strip().upper(), form)
    try:
        program = program_of_argument(expression)
    except NotTextError as error:
        return failed(Failure("SyntaxError", str(error)), form)
    form = resolved(form, output)
    if play and form not in {"rich", "plain"}:
        raise WrongUsageError(f"--play is for text: {form} shows all there is, or plays by itself")
    stop_the_clock = watch(budget, lambda outcome: failed(outcome.failure, form, output))
    for source in dict.fromkeys((program.text, plainly(program.text))):
        session = Session(budget=budget, write=lambda text: None, record=True)
        beginning.enter(session)
        outcome = explained(session.run(source, name=program.name), session)
        if outcome.failure is not None:
            stop_the_clock()
            return failed(outcome.failure, form, output)
    from tensorlab.explain.story.explanation import NothingToExplainError, explanation_of

    try:
        told = explanation_of(outcome, source, [index_of(element) for element in elements])
    except (NothingToExplainError, IndexError) as error:
        raise WrongUsageError(str(error)) from None
    stop_the_clock()  # somebody may look at it for long
    return shown(told, form, output, play=play)


def index_of(text: str) -> Index:
    """Return the index that a text such as 0,1 or [0, 1] names; of a single number it is empty.

    Raises:
        WrongUsageError: it is no index.
    """
    places = [place for place in text.strip("[]() ").split(",") if place.strip()]
    try:
        return tuple(int(place) for place in places)
    except ValueError:
        raise WrongUsageError(
            f"{text!r} is not an element: write for instance --element 0,1"
        ) from None


SUFFIXES: dict[str, Form] = {".svg": "svg", ".html": "html", ".json": "json", ".txt": "plain"}


def resolved(form: Form, output: Output | None) -> Form:
    """Return the form that auto stands for: what the file is called, or what reads it.

    Raises:
        WrongUsageError: the file's name tells no form, or the file exists.
    """
    path = Path(output.path if output else "")
    if output and path.exists() and not output.overwrites:
        raise WrongUsageError(f"{path} exists already: --force overwrites it")
    if form != "auto":
        return form
    if output:
        if path.suffix.lower() in SUFFIXES:
            return SUFFIXES[path.suffix.lower()]
        known = ", ".join(SUFFIXES)
        raise WrongUsageError(
            f"{output.path!r} does not say a form: end it in {known}, or --format"
        )
    if is_for_the_ear():
        return "narrated"
    return "rich" if is_terminal(sys.stdout) else "plain"


def shown(told: Explanation, form: Form, output: Output | None, *, play: bool) -> int:
    """Write an explanation in a form, or step through it, and return the exit code."""
    if form == "rich" and output is None and sys.stdin.isatty() and sys.stdout.isatty():
        from tensorlab.repl.stepping import step_through

        return step_through(told, playing=play)
    put(written(told, "played" if play else form), output)
    return ExitCode.FINE


def put(text: str, output: Output | None) -> None:
    """Write a text where it is wanted."""
    if output is None:
        print(text)
    else:
        write_file(output.path, f"{text}\n")


# What writes an explanation in a form, imported when it is asked for.
WRITERS = {
    "json": ("tensorlab.workspace.as_json", "explanation_line"),
    "svg": ("tensorlab.pictures.svg", "explanation_svg"),
    "html": ("tensorlab.pictures.page", "explanation_html"),
    "narrated": ("tensorlab.render.explanations.plain", "narrated_explanation"),
    "plain": ("tensorlab.render.explanations.plain", "explanation_text"),
    "played": ("tensorlab.render.explanations.plain", "played_text"),
}


def written(told: Explanation, form: str) -> str:
    """Return an explanation as text in a form."""
    if form == "rich":
        from tensorlab.render.explanations.view import ExplanationView
        from tensorlab.render.look.console import plain_text

        return plain_text(ExplanationView(told))
    module, name = WRITERS[form]
    return str(getattr(import_module(module), name)(told))


def failed(failure: Failure | None, form: Form, output: Output | None = None) -> int:
    """Show why a program could not be explained, as a picture too, and return the exit code."""
    failure = with_advice(Outcome(failure=failure)).failure
    if failure is None:
        return ExitCode.FINE
    if form == "json":
        from tensorlab.workspace.as_json import outcome_line

        print(outcome_line(Outcome(failure=failure)))
    else:
        if form in {"svg", "html"}:
            from tensorlab.pictures.svg import failure_picture

            put(failure_picture(failure, form), output)
        show_failure(failure, form="narrated" if form == "narrated" else "auto")
    return ExitCode.FAILED
