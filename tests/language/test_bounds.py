"""Bounds and costs of single calls: each program is refused for the reason that is named."""

import numpy as np
import pytest

from tensorlab.language.numpy.operators import elements_at
from tensorlab.language.running.session import Budget, Session

TOO_MUCH = [
    # a pattern whose ways are more than a float can be
    ("import re; re.search('(?:a|ab|b)*c', 'ab' * 500)", "LimitError", "work at once"),
    ("import json; json.dumps([1], indent=101)", "ValueError", None),
    ("import random; random.sample(range(10**6), 10**6)", "LimitError", "memory"),
    ("'a'.ljust(10**8)", "LimitError", "memory"),
    ("import io; s = io.BytesIO(); s.seek(10**12); s.write(b'a')", "LimitError", "memory"),
]


@pytest.mark.parametrize(("program", "kind", "limit"), TOO_MUCH)
def test_a_call_that_would_take_too_much_is_refused(program, kind, limit):
    failure = Session(budget=Budget(steps=None, memory=1 << 25)).run(program).failure
    assert (failure.type, failure.limit) == (kind, limit)


def test_an_item_of_a_long_choice_costs_its_length():
    program = "import itertools\np = itertools.permutations(range(1000))\nnext(p), next(p), next(p)"
    failure = Session(budget=Budget(steps=2500)).run(program).failure
    assert (failure.type, failure.limit) == ("LimitError", "steps")
    assert Session(budget=Budget(steps=5000)).run(program).failure is None


def test_an_index_of_arrays_picks_out_whole_rows():
    assert elements_at((3, 4, 5), [np.array([0, 1])]) == 40
    assert elements_at((3, 4, 5), [slice(None), np.array([0, 1])]) == 30
    assert elements_at((3, 4, 5), [..., np.array([0, 1])]) == 24


def test_a_shallow_copy_is_another_container_with_the_same_parts():
    program = (
        "import copy, collections\n"
        "for a in ([[1]], {1: [2]}, {3}, collections.deque([4]), collections.OrderedDict(a=5)):\n"
        "    b = copy.copy(a); b.clear(); print(a, type(a) is type(b))"
    )
    shown = []
    assert Session(write=shown.append).run(program).failure is None
    assert "".join(shown).splitlines()[:3] == ["[[1]] True", "{1: [2]} True", "{3} True"]
    assert "".join(shown).count("True") == 5
    assert "".join(shown).count("([])") == 0
