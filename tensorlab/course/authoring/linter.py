"""Checks a lesson as its author should: everything runs, solutions pass, wrong answers fail."""

from collections.abc import Iterator
from pathlib import Path

from tensorlab.course.answers.bench import Bench, SessionFactory
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.predictions.prediction import UnpredictableError, judge
from tensorlab.course.predictions.reader import ERROR, read_prediction
from tensorlab.course.taking.machine import explained
from tensorlab.course.taking.open_prediction import reality
from tensorlab.frozen import Frozen

Found = tuple[int, str]


class Fault(Frozen):
    """Something in a lesson that its author should mend."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def check_lesson(lesson: blocks.Lesson, factory: SessionFactory) -> list[Fault]:
    """Return every fault of a lesson, in the order of its lines."""
    bench = Bench(factory)
    found: list[Found] = []
    for number, step in enumerate(lesson.steps):
        for block in step:
            programs = lesson.programs_before(number, until=block)
            found.extend(_check(block, bench, factory, programs))
    return [Fault(lesson.path, line, message) for line, message in sorted(found)]


def _check(
    block: blocks.Block, bench: Bench, factory: SessionFactory, programs: tuple[str, ...]
) -> Iterator[Found]:
    match block:
        case blocks.Text():
            return
        case blocks.Run():
            yield from _check_run(block, bench)
        case blocks.Explain():
            yield from _check_explain(block, bench)
        case blocks.Predict():
            yield from _check_prediction(block, bench)
        case blocks.Exercise():
            yield from _check_exercise(block, ExerciseChecker(factory, programs, block))
            bench.run(block.setup)
        case blocks.Choose() | blocks.Tell():
            yield from _check_setup(block, bench)


def _check_run(run: blocks.Run, bench: Bench) -> Iterator[Found]:
    failure = bench.run(run.source).outcome.failure
    if run.fails is None and failure is not None:
        yield run.line, f"the program fails: {failure.type}: {failure.message}"
    elif run.fails is not None and failure is None:
        yield run.line, f"the program should fail with {run.fails}, but it runs"
    elif failure is not None and failure.type != run.fails:
        yield run.line, f"the program should fail with {run.fails}, but raises {failure.type}"


def _check_value(line: int, what: str, source: str, bench: Bench) -> Iterator[Found]:
    outcome = bench.run(source).outcome
    if outcome.failure is not None:
        yield line, f"{what} fails: {outcome.failure.type}: {outcome.failure.message}"
    elif not outcome.has_value:
        yield line, f"{what} gives no value: its last line must be an expression"


def _check_explain(explain: blocks.Explain, bench: Bench) -> Iterator[Found]:
    event = explained(explain, bench)
    failure = event.outcome.failure
    if failure is not None:
        yield explain.line, f"the program fails: {failure.type}: {failure.message}"
    elif event.explanation is None:
        yield (
            explain.line,
            "there is nothing to explain: no operation on tensors, or no such element",
        )


def _check_prediction(predict: blocks.Predict, bench: Bench) -> Iterator[Found]:
    try:
        expected, result = reality(predict, bench)
    except UnpredictableError as error:
        yield predict.line, str(error)
        return
    if expected == ERROR:
        if result.outcome.failure and result.outcome.failure.type in {"SyntaxError", "NameError"}:
            yield predict.line, f"this is a slip, not a question: {result.outcome.failure.message}"
    elif not result.outcome.has_value and predict.what != "text":
        yield predict.line, "there is nothing to predict: the last line must be an expression"
    elif predict.what == "text" and "\n" in str(expected):
        yield predict.line, "the text to predict has several lines; a learner can type one"
    for wrong in predict.wrong:
        given = read_prediction(predict.what, wrong.answer)
        if given is None:
            yield wrong.line, f"{wrong.answer!r} cannot be read as a prediction"
        elif judge(predict.what, expected, given).equal:
            yield wrong.line, f"the wrong answer {wrong.answer!r} is right"


def _check_setup(question: blocks.Choose | blocks.Tell, bench: Bench) -> Iterator[Found]:
    failure = bench.run(question.setup).outcome.failure
    if failure is not None:
        yield question.line, f"the set-up fails: {failure.type}: {failure.message}"


def _check_exercise(exercise: blocks.Exercise, checker: ExerciseChecker) -> Iterator[Found]:
    for number, setup in enumerate(checker.setups):
        if setup.draw is not None:
            continue
        bench = Bench(checker.factory, setup.programs[:-1])
        last = bench.run(setup.programs[-1]).outcome.failure if setup.programs else None
        # not what the lesson shows before
        if last is not None and (setup.told or exercise.setup):
            yield exercise.line, f"set-up {number + 1} fails: {last.type}: {last.message}"
        yield from _check_value(exercise.line, "the solution", exercise.solution, bench)
    yield from _check_draws(exercise, checker)
    if not checker.check(exercise.solution).right:
        yield exercise.line, "the solution does not pass; does it change what it uses?"
    for wrong in exercise.wrong:
        verdict = checker.check(wrong.answer)
        if verdict.right:
            yield wrong.line, f"the wrong answer {wrong.answer!r} is right under every set-up"
        elif verdict.misconception != wrong.misconception:
            other = verdict.misconception.name if verdict.misconception else "nothing"
            yield wrong.line, f"this cannot be distinguished from the wrong answer of {other!r}"


def _check_draws(exercise: blocks.Exercise, checker: ExerciseChecker) -> Iterator[Found]:
    draws = [setup for setup in checker.setups if setup.draw is not None]
    failing = [setup for setup in draws if not checker.counts(setup)]
    if len(failing) > len(draws) // 3:
        told = str(failing[0].told).replace("\n", "; ")
        yield exercise.line, f"the solution fails under too many of its draws, such as: {told}"
