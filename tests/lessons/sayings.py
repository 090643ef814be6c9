"""Everything that a lesson says by running: each program and what came of it."""

from tensorlab.course.answers.bench import Bench
from tensorlab.course.lessons.lesson import Choose, Exercise, Predict, Tell, Text


def sayings(lesson, factory, truth_of):
    """Return what each program of a lesson gives, with `truth_of` for its predictions."""
    return [
        said
        for number, step in enumerate(lesson.steps)
        for block in step
        for said in said_by(block, lesson.programs_before(number, until=block), factory, truth_of)
    ]


def said_by(block, programs, factory, truth_of):
    if isinstance(block, Text):
        return
    if isinstance(block, Choose | Tell):
        yield described(block.setup, Bench(factory, programs).run(block.setup))
        return
    if isinstance(block, Exercise):
        for also in ("", *block.also):
            setup = [*programs, *(program for program in (block.setup, also) if program)]
            for answer in (block.solution, *(wrong.answer for wrong in block.wrong)):
                yield {"setup": also} | described(answer, Bench(factory, setup).run(answer))
        return
    bench = Bench(factory, programs)
    before = bench.values()
    result = bench.run(block.source)
    said = described(block.source, result)
    if isinstance(block, Predict):
        value = result.outcome.value
        others = before + [other for other in bench.values() if other is not value]
        failed = result.outcome.failure is not None
        said["truth"] = "error" if failed else str(rounded(truth_of(block.what, value, others)))
    yield said


def rounded(truth):
    """Return a truth with its floats as exact as a prediction can be."""
    if isinstance(truth, list):
        return [rounded(part) for part in truth]
    return float(f"{truth:.5g}") + 0.0 if isinstance(truth, float) else truth


def described(program, result):
    """Return a result as JSON can hold it: the printed forms, and the error's class and text."""
    outcome = result.outcome
    said = {"program": program, "prints": result.printed}
    if outcome.failure is not None:
        return said | {"error": f"{outcome.failure.type}: {outcome.failure.message}"}
    return said | {"value": repr(outcome.value)}
