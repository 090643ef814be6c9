"""Whatever goes on and on is counted, wherever a program can write it."""

import pytest

from tensorlab.language.running.session import Budget, Session

GENERATOR = "def g():\n    {}\n    yield 1\nnext(g())"
ENDLESS = [
    "while True: pass",
    "for i in range(10**12): pass",
    GENERATOR.format("while True: pass"),
    GENERATOR.format("for i in range(10**12): pass"),
    GENERATOR.format("[0 for i in range(10**12)]"),
    "def g():\n    while True: yield 1\nfor i in g(): pass",
    "def g():\n    yield from iter(int, 1)\nfor i in g(): pass",
    "[0 for i in range(10**12)]",
    "{0 for i in range(10**12)}",
    "{i: 0 for i in range(10**12)}",
    "sum(1 for i in range(10**12))",
    "any(i < 0 for i in range(10**12))",
    "for i in iter(int, 1): pass",
    "max(range(10**12))",
    "list(map(abs, range(10**12)))",
    "class A:\n    __iter__ = lambda self: self\n    __next__ = lambda self: 1\nfor i in A(): pass",
    "class A:\n    def __getitem__(self, i): return i\nfor i in A(): pass",
    "def f(): f()\nwhile True:\n    try: f()\n    except RecursionError: pass",
    "while True:\n    try: 1 / 0\n    except ZeroDivisionError: continue",
    "while True:\n    with torch.no_grad(): pass",
]


@pytest.mark.parametrize("program", ENDLESS)
def test_what_is_endless_ends_by_its_steps(program):
    session = Session(budget=Budget(steps=20_000, seconds=60), write=lambda text: None)
    assert session.run(program).failure.limit == "steps"


LOOPS = ["for i in range({n}): x = 1; y = 2", "i = 0\nwhile i < {n}: i = i + 1; y = 2"]
STEPS = 3_000


def most_turns(place: str, loop: str) -> int:
    """Return how many turns of a loop take all steps but a few."""
    text = place.format(loop.replace("\n", "\n    " if "    " in place else "\n"))
    fits, too_many = 0, STEPS
    while too_many - fits > 1:
        turns = (fits + too_many) // 2
        session = Session(budget=Budget(steps=STEPS, seconds=60), write=lambda text: None)
        if session.run(text.format(n=turns)).failure is None:
            fits = turns
        else:
            too_many = turns
    return fits


@pytest.mark.parametrize("loop", LOOPS)
def test_a_turn_of_a_loop_costs_the_same_wherever_it_stands(loop):
    bare, function, generator = (
        most_turns(place, loop) for place in ("{}", "def f():\n    {}\nf()", GENERATOR)
    )
    assert bare >= function >= bare - 2
    assert bare >= generator >= bare - 2
    assert STEPS // 15 < bare < STEPS // 3  # three statements and the turn itself


CALLING = """
def inner(): return 1
def down(n):
    if n: return down(n - 1)
    for i in range(2000): inner()
for n in range(30): down(n)
"""


def test_calls_ask_the_system_for_no_room_wherever_a_loop_stands():
    resource = pytest.importorskip("resource")  # only Unix has it
    session = Session(budget=Budget(seconds=60), write=lambda text: None)
    session.run(CALLING)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    assert session.run(CALLING).failure is None
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 300
