"""What a call, an attribute or a loop keeps at hand between two rounds: it is looked at anew."""

import pytest

from tensorlab.language.running.session import Budget, Session

PROGRAMS = {
    "a function bound anew": """
def f(x, y=1): return x + y
out = []
for k in range(4):
    out.append(f(k))
    if k == 1:
        def f(x, y=10, *, z=100): return x + y + z
print(out)
""",
    "a default of each definition": """
fs = [lambda x, k=k: x + k for k in range(3)]
print([f(1) for f in fs], [f(1, k=5) for f in fs], [f(x=2) for f in fs])
""",
    "arguments that do not fit": """
def f(a, b=2, /, c=3, *, d, e=5): return a, b, c, d, e
for text, call in [("d", lambda: f(1)), ("a", lambda: f(a=1, d=2)), ("many", lambda: f(1, 2, 3, 4)),
                   ("twice", lambda: f(1, 2, 3, c=4, d=5)), ("none", lambda: f(1, d=2, g=3)),
                   ("fits", lambda: f(1, c=7, d=2))]:
    try:
        print(text, call())
    except TypeError as error:
        print(text, error)
""",
    "a method replaced in the class, in the instance and taken back": """
class P:
    def __init__(self): self.n = 0
    def get(self): return self.n
    def more(self, by): return self.n + by
p, out = P(), []
for k in range(6):
    out.append((p.get(), p.more(k)))
    if k == 1: P.get = lambda self: "class"
    if k == 2: p.get = lambda: "own"
    if k == 3: del p.get
    if k == 4: P.more = staticmethod(lambda by: -by)
print(out)
""",
    "an attribute that becomes a property": """
class P:
    def __init__(self, n): self.n = n
out = []
for k in range(4):
    p = P(k)
    p.n = k + 1
    out.append(p.n)
    if k == 1:
        P.n = property(lambda self: -1, lambda self, new: out.append(("set", new)))
print(out)
""",
    "owners of many kinds at one place": """
class P:
    def __init__(self, n): self.n = n
    def count(self, x): return ("own", x)
class Q(P):
    def count(self, x): return ("derived", super().count(x))
    def __setattr__(self, name, value): super().__setattr__(name, value * 2)
class L(list):
    def count(self, x): return ("list", list.count(self, x))
out = []
for owner in (P(1), Q(2), [1, 1], L([1]), "111", (1,), Q(3), P(4)):
    try:
        owner.n = 5
        out.append(owner.n)
    except AttributeError:
        out.append(None)
    try:
        out.append(owner.count("1" if owner == "111" else 1))
    except TypeError as error:
        out.append(str(error))
print(out)
""",
    "a class with operators of its own": """
class V:
    def __init__(self, n): self.n = n
    def __add__(self, other): return V(self.n + (other.n if isinstance(other, V) else other))
    def __radd__(self, other): return V(other + self.n)
    def __iadd__(self, other): self.n += 100; return self
    def __mul__(self, k): return V(self.n * k)
a, out = 1, []
for b in (2, V(3), 2.5, V(4)):
    c = a + b  # at one place, of many kinds
    a += b
    twice = b * 2
    out.append([v.n if isinstance(v, V) else v for v in (c, a, twice)])
print(out)
""",
    "loops through numbered, joined and turned items": """
items, out = [1, 2], []
for i, item in enumerate(items):
    if len(items) < 5: items.append(item * 10)
    out.append((i, item))
pairs = zip(items, "abcdefg", range(9))
for a, b, c in pairs:
    out.append((a, b, c))
    if c == 1: out.append(next(pairs))
again = enumerate("xyz", 5)
for number, letter in again:
    if number == 6: break
out.append((list(again), [k for k in reversed(items)], [p for p in zip()]))
for both in zip(enumerate(items), map(str, items)): out.append(both)
try:
    for a, b in zip([1, 2], [3], strict=True): out.append(a)
except ValueError as error:
    out.append(str(error))
try:
    for a, b in [(1, 2), (3, 4, 5)]: out.append(a)
except ValueError as error:
    out.append(str(error))
print(out)
""",
    "texts with values of all kinds": """
class Own:
    def __str__(self): return "own"
    def __format__(self, spec): return "<" + spec + ">"
class Text(str):
    def __str__(self): return "other"
for v in (1, -2.5, True, None, "ab", Text("t"), 10**30, [1, "a"], Own(), 1 + 2j, float("nan")):
    print(f"{v}|{v!r}" if type(v) is not Own else f"{v}|{v:x}")
for v in (3, -2.71828, True):
    print(f"{v:5}|{v:<5}|{v:.2f}|{v:+d}" if type(v) is int else f"{v:6.2f}|{v:08.3f}|{v:e}")
print(max(1, 2.5), min(True, 0), max(2, 2.0), min(2.0, 2), max("a", "b"), max(1, -3, key=abs))
print(float(3), float("2.5"), float(True), "abc" == "abd", "a" * 70 < "a" * 70 + "b", "a" == 1)
""",
    "places that are written down": """
class Own:
    def __getitem__(self, place): return place
for v in ([1, 2, 3, 4], "abcd", (1, 2, 3, 4), Own(), range(4)):
    print(v[:2], v[-2:], v[::-1], v[1:-1:2], v[-1])
own = Own()
print(own[:, 0], own[1:2, -1, :], own[0, 1])
try:
    items = [1, 2]
    print(items[:, 0])
except TypeError as error:
    print(error)
""",
}  # fmt: skip


def printed_by_python(program, capsys):
    exec(program, {"__name__": "__main__"})  # noqa: S102  programs of this file
    return capsys.readouterr().out


def printed(program):
    texts = []
    failure = Session(write=texts.append).run(program).failure
    assert failure is None, failure
    return "".join(texts)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_changes_between_two_rounds_is_seen(name, capsys):
    assert printed(PROGRAMS[name]) == printed_by_python(PROGRAMS[name], capsys)


@pytest.mark.parametrize(
    "endless",
    [
        "def f(x, y=1, *, z=2): return x\nwhile True: f(1, z=3)",
        "class P:\n    def get(self): return 1\np = P()\nwhile True: p.get()",
        "class P:\n    def __init__(self): self.n = 1\nwhile True: P().n = 2",
        "x = [0]\nfor i, k in enumerate(x): x.append(k)",
        "t = torch.ones(2, 2)\nwhile True: t[:, 0]",
    ],
)
def test_steps_are_counted_in_every_form(endless):
    failure = Session(budget=Budget(steps=50_000)).run(endless).failure
    assert failure.limit == "steps"


def test_no_written_specification_asks_for_long_text():
    for text in ("f'{1:99999999}'", "f'{1.5:.99999}'", "f'{1:{10**9}}'"):
        assert Session().run(text).failure.limit == "format width", text


def test_texts_are_paid_for():
    endless = "s = 'a' * 100\nwhile True: s = f'{s}{s}'"
    failure = Session(budget=Budget(memory=100 << 20, steps=10**7)).run(endless).failure
    assert failure.limit in {"memory", "steps"}


def test_large_tensors_are_paid_for_before_they_are_made():
    start = "a, b = torch.ones(40000, 1), torch.ones(40000)\n"
    session = Session(budget=Budget(memory=100 << 20))
    for large in ("a + b", "a * b", "a == b", "a.where(a > b, b)"):
        assert session.run(start + large).failure.limit in {"memory", "work at once"}, large


def test_names_of_the_library_stay_behind_the_gate():
    program = "net = nn.Linear(2, 2)\nfor name in [1, 2]:\n    net._call_impl(torch.ones(2))"
    assert Session().run(program).failure.type == "AttributeError"
    private = "net = nn.Linear(2, 2)\nfor k in range(3):\n    net._state_dict_hooks"
    assert Session().run(private).failure.type == "AttributeError"
