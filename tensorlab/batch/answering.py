"""Running one program of a stream in this process."""

import json
from typing import Any

from tensorlab.batch.job import USUAL, BadLineError, Job, job_of
from tensorlab.engine.settings import Settings
from tensorlab.language.outcome import Failure
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.values.display import describe
from tensorlab.process.lifecycle import ExitCode
from tensorlab.workspace.as_json import failure_object, value_object

strict = json.JSONEncoder(allow_nan=False).encode
# of a text, without the way around for anything else
quoted = json.JSONEncoder().encode


def answer(job: Job) -> dict[str, Any]:
    r"""Return what a program gives, in a fresh session.

    The keys are those of `tensorlab eval --format json`: the value with the facts about it, or
    `error`; `printed` and `notices` where there is anything to tell; and as `status` the exit code
    of a process that runs the program.

    >>> from tensorlab.batch import Job, answer
    >>> answer(Job("print(1 + 1)"))
    {'printed': '2\n', 'status': 0}
    >>> answer(Job("torch.arange(3).sum()", form="text"))
    {'text': 'tensor(3)', 'status': 0}
    """
    return dict(json.loads(told_of(job)))


def answer_line(number: int, line: str, most: Budget = USUAL) -> str:
    """Return the line that answers a line of a stream."""
    try:
        job = job_of(line, most)
    except BadLineError as error:
        return failed(number, error.name, "UsageError", str(error), status=ExitCode.WRONG_USAGE)
    return merged(head(number, job.name), told_of(job))


def failed(
    number: int, name: str | None, kind: str, message: str, limit: str | None = None, *,
    status: int = ExitCode.FAILED,
) -> str:  # fmt: skip
    """Return the line that says why there is no other answer."""
    failure = Failure(kind, message, code="limit" if limit else None, limit=limit)
    return merged(head(number, name), strict({"error": failure_object(failure), "status": status}))


def head(number: int, name: str | None) -> str:
    """Return what says which line is answered."""
    named = "" if name is None else f', "name": {quoted(name)}'
    return f'{{"line": {number}{named}}}'


def told_of(job: Job) -> str:
    """Return the object that tells what a program gave."""
    printed: list[str] = []
    session = Session(budget=job.budget, write=printed.append, settings=Settings(kept=False))
    if job.seed is not None:
        session.run(f"torch.manual_seed({job.seed})")
    outcome = session.run(job.program, write=FORMS[job.form])
    if job.hints and not outcome.has_value:
        from tensorlab.explain.running import explained  # noqa: PLC0415  it knows every repair

        outcome = explained(outcome, session)
    failure, told = outcome.failure, outcome.text or "{}"
    if failure is not None:
        told = strict({"error": failure_object(failure)})
    if printed:
        told = merged(told, f'{{"printed": {quoted("".join(printed))}}}')
    if outcome.said_aside:
        told = merged(told, json.dumps({"notices": outcome.said_aside}))
    return merged(told, f'{{"status": {outcome.code}}}')


def as_facts(value: object) -> str:
    """Return a value with the facts about it."""
    return strict(value_object(value))


def as_text(value: object) -> str:
    """Return a value as it is shown."""
    return json.dumps({"text": describe(value)})


FORMS = {"json": as_facts, "text": as_text, "printed": None}


def merged(first: str, second: str) -> str:
    """Return one JSON object of two."""
    if second == "{}":
        return first
    return second if first == "{}" else f"{first[:-1]}, {second[1:]}"
