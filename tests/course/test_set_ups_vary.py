"""Nothing that a wrong answer could copy from a set-up is the same in all of them."""

import ast
import re
from functools import cache

import pytest

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.checking import ExerciseChecker
from tensorlab.course.answers.comparison import see
from tensorlab.course.answers.spellings import assigned
from tensorlab.course.misconceptions.edits import expressions, put
from tensorlab.course.misconceptions.rewriting import expression
from tensorlab.engine.tensor import Tensor
from tensorlab.language.reading.source import tree_of
from tensorlab.workspace.lesson_actions import new_session
from tests.course.examine_answers import exercises

EACH = [
    pytest.param(*found, id=f"{found[0].name}/{found[1].item}")
    for found in exercises()
    if found[1].vary or found[1].also
]
FAR = 3  # from a number in the solution to a length that somebody may take for it


@cache
def checker_of(exercise, programs):
    return ExerciseChecker(new_session, programs, exercise)


def used_in(exercise, setup):
    """Return the values that a solution reads in a set-up, by name."""
    names = {node.id for node in ast.walk(tree_of(exercise.solution)) if isinstance(node, ast.Name)}
    given = Bench(new_session, setup.programs).session.names
    return {name: given[name] for name in names - assigned(exercise.solution) if name in given}


def sizes(values):
    """Return what somebody may read off the values: each length, each number, all elements."""
    found = {}
    for name, value in values.items():
        if isinstance(value, Tensor):
            for dim, length in enumerate(value.shape):
                found[f"{name}.shape[{dim}]"] = found[f"{name}.shape[{dim - value.dim()}]"] = length
            found[f"all of {name}"] = see(value).elements
        elif isinstance(value, int | float | bool | str):
            found[name] = value
    return found


def name_in(what):
    return what.removeprefix("all of ").partition(".")[0]


def has_reason(lesson, name):
    """Return whether a comment says why what a line of `vary` draws is as it is."""
    line = rf"^ +{re.escape(name)} = .*\)  # \w+"
    return re.search(line, lesson.path.read_text(encoding="utf-8"), re.MULTILINE) is not None


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("lesson", "exercise", "programs"), EACH)
def test_every_size_and_value_varies_or_a_reason_stands_beside_it(lesson, exercise, programs):
    checker = checker_of(exercise, programs)
    seen = {}
    for setup in filter(checker.counts, checker.setups):
        for what, value in sizes(used_in(exercise, setup)).items():
            seen.setdefault(what, []).append(value)
    fixed = [what for what, found in seen.items() if len(found) > 1 == len(set(map(repr, found)))]
    assert [what for what in fixed if not has_reason(lesson, name_in(what))] == []


def copies(exercise, values):
    """Yield the solution with numbers in place of what they stand for, and the other way round.

    Not so 0 and 1, which are mostly dimensions, and not so lines that nobody types.
    """
    if exercise.kind in {"find", "order"}:
        return
    known = {what: n for what, n in sizes(values).items() if isinstance(n, int)}
    tree = ast.parse(exercise.solution)
    for holder, field, index, node in list(expressions(tree)):
        text = ast.unparse(node)
        new = [str(known[text])] if text in known else []
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1:
            for what, size in known.items():
                if "shape" in what and abs(node.value - size) <= FAR:
                    new.append(f"{what} + {node.value - size}")
                    new += [f"{what} // {size // node.value}"] if size >= node.value else []
        for each in new:
            put(holder, field, index, expression(each))
            yield ast.unparse(ast.fix_missing_locations(tree))
            put(holder, field, index, node)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("lesson", "exercise", "programs"), EACH)
def test_an_answer_that_copies_a_size_or_a_number_is_wrong(lesson, exercise, programs):
    checker = checker_of(exercise, programs)
    values = used_in(exercise, checker.visible)
    fixed = {name for name in values if has_reason(lesson, name)}
    for copy in copies(exercise, {k: v for k, v in values.items() if k not in fixed}):
        assert not checker.check(copy, diagnosed=False).right, copy
