"""Every exercise against right answers in other spellings and wrong ones made of its solution."""

import ast
import itertools

import pytest

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.lessons.library import Library
from tensorlab.course.lessons.markdown import read_lesson
from tensorlab.course.misconceptions.edits import edits
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.open_exercise import OpenExercise
from tensorlab.workspace.lesson_actions import new_session

EVERY = 6
KNOWN = {}  # what was run for an exercise is not run again
MOST = 2  # changes of one solution that are tried here


def exercises():
    for lesson in Library().lessons:
        for number, step in enumerate(lesson.steps):
            for block in step:
                if isinstance(block, Exercise) and block.kind in {"exercise", "golf"}:
                    programs = lesson.programs_before(number, until=block)
                    yield pytest.param(block, programs, id=f"{lesson.name}-{block.item}")


EACH = pytest.mark.parametrize(("exercise", "programs"), list(exercises()))


def opened(exercise, programs):
    bench = Bench(new_session, programs)
    if exercise.setup:
        bench.run(exercise.setup)
    question = OpenExercise("test", exercise, Progress(None), new_session, programs, bench)
    question.checker.known = KNOWN.setdefault(exercise, {})
    return question


def verdict_on(exercise, programs, *lines):
    question = opened(exercise, programs)
    events = [event for line in lines for event in question.answer(line)]
    return next((event for event in events if isinstance(event, Verdict)), None)


def spellings(solution):
    """Yield other ways to type a solution."""
    *before, last = solution.split("\n")
    head = "".join(f"{line}\n" for line in before)
    yield solution
    yield f"  {solution}  " if not before else solution + "\n\n"
    yield f"{head}print({last})"
    yield f"{head}answer = {last}"
    yield f"{head}({last})"
    yield "\n".join(f">>> {line}" for line in solution.split("\n"))
    yield f"```python\n{solution}\n```"
    yield f"{head}{last};"
    yield f"{head}{last}  # done"
    yield f"def solve():\n    return {last}\nsolve()" if not before else solution
    yield f"{head}(lambda: {last})()"
    yield f"{head}[{last}][0]"
    yield ast.unparse(ast.parse(solution))
    for short, method in itertools.product(("torch.",), ("exp", "cumprod", "where", "det", "bmm")):
        if f"{short}{method}(" in solution and "=" not in solution:
            yield solution.replace(f"{short}{method}(", f"{method}(")


@pytest.mark.sampled(3)
@EACH
def test_every_spelling_of_the_solution_is_right(exercise, programs):
    ways = list(dict.fromkeys(spellings(exercise.solution)))
    begin = len(exercise.item) % EVERY  # each exercise is tried in some, all of them together
    for spelling in ways[begin::EVERY]:
        verdict = verdict_on(exercise, programs, spelling)
        assert verdict is not None, spelling
        assert verdict.right, (spelling, verdict.reasons, verdict.counterexample)


@pytest.mark.sampled(3)
@EACH
def test_drafts_that_rebind_the_names_of_the_set_up_spoil_nothing(exercise, programs):
    names = [line.partition(" = ")[0] for line in exercise.setup.split("\n") if " = " in line]
    for name in [name for name in names if name.isidentifier()][:1]:
        assert verdict_on(exercise, programs, f"{name} = 0", exercise.solution).right


@pytest.mark.sampled(3)
@EACH
def test_a_changed_solution_is_wrong_unless_it_does_the_same_and_its_idea_is_named(
    exercise, programs
):
    checker = ExerciseChecker(new_session, programs, exercise)
    checker.known = KNOWN.setdefault(exercise, {})
    changed = list(edits(exercise.solution))
    for idea, program in changed[:: max(1, len(changed) // MOST)]:
        verdict = checker.check(program)
        everywhere = [setup for setup in checker.setups if checker.counts(setup)]
        same = all(checker.compare(program, setup).equal for setup in everywhere)
        broken = bool(list(checker.broken_rules(program))) if same else False
        assert verdict.right == (same and not broken), (idea, program)
        if not verdict.right and not broken:
            assert verdict.misconception is not None, (idea, program)


@pytest.mark.sampled(3)
@EACH
def test_numbers_that_were_typed_are_wrong(exercise, programs):
    value = Bench(new_session, (*programs, exercise.setup)).run(exercise.solution).outcome.value
    typed = repr(value).split(", grad_fn")[0]
    typed = typed if typed.endswith(")") else typed + ")"
    if not typed.startswith("tensor(") or "device" in typed or "..." in typed:
        return
    verdict = verdict_on(exercise, programs, typed)
    assert verdict is None or not verdict.right, typed


@pytest.mark.slow
def test_an_answer_that_takes_too_long_is_stopped(lesson_of):
    lesson = lesson_of("```exercise\ntask: x\nsolution: torch.tensor(1)\n```")
    (exercise,) = lesson.questions
    verdict = verdict_on(exercise, (), "while True:\n    pass")
    assert verdict.outcome.failure.type == "LimitError"


COUNTING = """
## One

```exercise id=count
task: How many are above 0?
vary:
  n = size(0, 3)
  t = ints(n, 3)
solution: (t > 0).sum(dim=1)
```
"""


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("(t >= 0).sum(dim=1)", False),  # 0 is always among the numbers that are drawn
        ("(t > 1).sum(dim=1)", False),
        (
            "torch.stack([(row > 0).sum() for row in t])",
            True,
        ),  # an error for no rows, which is fine
        ("torch.tensor([int((row > 0).sum()) for row in t])", True),  # floats for no rows
    ],
)
def test_edges_are_drawn_and_what_has_no_elements_is_not_held_against_anybody(
    tmp_path, answer, right
):
    path = tmp_path / "counting.md"
    head = "---\ntitle: Counting\nnames: counting\norder: 1\n---\n"
    path.write_text(head + COUNTING, encoding="utf-8")
    [exercise] = [each for each in read_lesson(path).blocks if isinstance(each, Exercise)]
    assert verdict_on(exercise, (), answer).right == right
