"""Programs that reach for what lies outside: each is stopped with a clear error."""

import pytest

from tensorlab.language.running.session import Budget, Session
from tests.language.class_escapes import ESCAPES as CLASSES
from tests.language.programs import started

LIBRARY = started("library_escapes") + started("module_escapes") + started("deriving_escapes")

ATTRIBUTES = """
().__class__
().__class__.__bases__[0].__subclasses__()
(1).__class__
''.__class__.__mro__
[].__class__.__base__
{}.__class__
(lambda: 0).__globals__
(lambda: 0).__code__
(lambda: 0).__closure__
(lambda: 0).func_globals
len.__self__
print.__self__
print.__module__
print.__reduce__()
print.__call__
'a'.upper.__self__
[].append.__self__
torch.mm.__globals__
torch.mm.__wrapped__
torch.mm.operation
torch.mm.gradient
torch.mm.variants
torch.mm.function
torch.Tensor.__init__
torch.Tensor.__subclasses__()
torch.Tensor.mro()
torch.__dict__
torch.__loader__
torch.__builtins__
torch.__file__
torch.os
torch.sys
torch.np
torch.math
torch.table
torch.Tensor.convert
torch.Tensor.classes
torch.float32.carrier
torch.float32.compute
torch.float32.load_carrier
torch.float32.__reduce__()
torch.ones(2).array
torch.ones(2).__array__()
torch.ones(2).__dict__
torch.ones(2).__class__
torch.ones(2).__getattribute__('array')
torch.ones(2).array.tofile('x')
torch.ones(2).array.dump('x')
torch.ones(2).array.ctypes
torch.ones(2).__array_interface__
torch.ones(2).storage().array
torch.ones(2).storage().cells
torch.ones(2).untyped_storage().array.base
torch.ones(2).storage()[5]
torch.ones(2).share_memory_()
torch.ones(2).shape.__class__
torch.ones(2).mm.__func__
torch.ones(2).register_hook(print)
torch.no_grad().__enter__
torch.no_grad().mode
torch.no_grad.__mro__
torch.device('cpu').__class__
torch.random.__class__
torch.Generator().__class__
int.__subclasses__()
str.mro()
type(1).__bases__
type(1).__class__
type('X', (), {})
type('X', (object,), dict(a=1))
(x for x in [1]).gi_frame
(x for x in [1]).gi_code
(x for x in [1]).gi_running
(x for x in [1]).send(None)
(x for x in [1]).throw(ValueError)
(x for x in [1]).close()
iter([1]).__reduce__()
iter([1]).__setstate__(0)
map(str, [1]).source
{}.keys().mapping
range(3).__iter__
slice(1).indices(3)
{}.__init__
{}.get.__self__
'x'.join.__self__.__class__
math.__loader__
math.sqrt.__self__
""".strip().splitlines()

NAMES = """
__import__('os').system('true')
__builtins__
__loader__
__spec__
__file__
open('/etc/passwd').read()
eval('1')
exec('1')
compile('1', '', 'eval')
globals()['__builtins__']
locals()['__builtins__']
vars()
dir()
setattr(torch, 'x', 1)
delattr(torch, 'x')
input()
breakpoint()
help()
exit()
quit()
copyright
super()
memoryview(b'x')
bytearray(3)
os
sys
np
__ｉｍｐｏｒｔ__('os')
ｏｐｅｎ('x')
ｅｖａｌ('1')
().__ｃｌａｓｓ__
().__claſſ__
getattr((), '__cl' + 'ass__')
""".strip().splitlines()

STATEMENTS = [
    "import os\nos.system",
    "import sys as torch\ntorch.modules",
    "import torch.os",
    "import builtins\nbuiltins.open",
    "import tensorlab\ntensorlab.language",
    "import importlib\nimportlib.import_module",
    "import math, os\nos.environ['PATH']",
    "from os import system\nsystem(1)",
    "import os.path\nos.path.sys",
    "from os import path\nsetattr(path, 'x', 1)",
    "import os\n[*os]",
    "import os\nclass A(os.PathLike): pass",
    "import os\nclass A(os): pass",
    "import os\nos.__class__",
    "import os\nos.refuse.__globals__",
    "import os\ngetattr(os, '__dict__')",
    "import matplotlib.pyplot as plt\nplt.__class__",
    "import matplotlib.pyplot as plt\nplt.plot.__globals__",
    "import matplotlib.pyplot as plt\nplt.show().__init__",
    "from torch import *",
    "from torch import os",
    "from torch import __loader__",
    "from . import x",
    "from .. import x",
    "from torch.nn.functional import __builtins__",
    "async def f(): pass",
    "async def f():\n    await g()",
    "match ():\n    case tuple(__class__=c): print(c)",
    "match 1:\n    case int(numerator=r): r.__class__",
    "try: 1/0\nexcept* ValueError: pass",
    "[x async for x in y]",
    "torch.zeros = 1",
    "torch.mm = lambda a, b: a",
    "F.relu = 1",
    "torch.new_name = 1",
    "torch.Tensor.sum = 1",
    "math.pi = 3",
    "int.real = 3",
    "print.x = 1",
    "(lambda: 0).__code__ = 1",
    "def f(): pass\nf.__code__ = 1",
    "def f(): pass\nf.__code__ = 1",
    "def f(): pass\nf.__globals__",
    "def f(): pass\nf.code",
    "def f(): pass\nf.parent",
    "def f(x=().__class__): pass",
    "def f(*, x=().__class__): pass",
    "@().__class__\ndef f(): pass",
    "@torch.__dict__\ndef f(): pass",
    "def f(x: ().__class__): pass",
    "def f() -> ().__class__: pass",
    "x: ().__class__ = 1",
    "x: __import__('os').system('true') = 1",
    "torch.ones(2).array = 1",
    "torch.ones(2).dtype = 1",
    "torch.ones(2).__class__ = 1",
    "torch.ones(2).array += 1",
    "torch.__class__ += 1",
    "for ().__class__ in [1]: pass",
    "for torch.zeros in [1]: pass",
    "[0 for torch.zeros in [1]]",
    "with torch.no_grad() as torch.zeros: pass",
    "(torch.zeros, x) = 1, 2",
    "[*torch.zeros] = [1, 2]",
    "del torch.zeros",
    "del torch.ones(2).array",
    "with open('x') as f: pass",
    "with 1: pass",
    "with torch: pass",
    "with [1]: pass",
    "with (lambda: 0): pass",
    "raise SystemExit",
    "raise KeyboardInterrupt",
    "raise BaseException('x')",
    "raise 1",
    "raise print",
    "raise type(1)",
    "raise ValueError('x').with_traceback(None)",
    "try: 1/0\nexcept Exception as e: e.__traceback__",
    "try: 1/0\nexcept Exception as e: e.__context__",
    "try: 1/0\nexcept Exception as e: e.with_traceback(None)",
    "try: ().foo\nexcept AttributeError as e: e.obj",
    "try: torch.foo\nexcept AttributeError as e: e.obj",
    "try: foo\nexcept NameError as e: e.name",
    "try: 1/0\nexcept 1: pass",
    "try: 1/0\nexcept BaseException: pass",
    "try: raise StopIteration([1])\nexcept Exception as e: e.value.__class__",
    "'{0.__class__}'.format(1)",
    "'{x.__globals__}'.format(x=print)",
    "f = '{0.__class__}'.format\nf(1)",
    "list(map('{0.__class__}'.format, [1]))",
    "'{:{0.__class__}}'.format(1)",
    "'{0.__class__}'.format_map({})",
    "str.format('{0.__class__}', 1)",
    "f'{().__class__}'",
    "f'{1:{().__class__}}'",
    "f'{1!r:{torch.__dict__}}'",
    "format(1, ().__class__)",
    "format(torch, 'x')",
    "'%(a.__class__)s' % {'a': 1}",
    "print(1, file=torch)",
    "print(1, file=1)",
    "sorted([1], key=open)",
    "map(eval, ['1'])",
    "list(map(().__class__, [1]))",
    "[c for c in ().__class__.__base__.__subclasses__()]",
    "{().__class__: 1}",
    "{**torch}",
    "print(*torch)",
    "print(**torch)",
    "(x := ().__class__)",
    "[y := torch.__dict__ for _ in [1]]",
    "(lambda x=().__class__: x)()",
    "(lambda: torch.__dict__)()",
    "x = [torch]\nx[0].__dict__",
    "x = {'t': torch}\nx['t'].os",
    "def f(): return torch\nf().sys",
    "torch.tensor(torch)",
    "torch.tensor([print])",
    "torch.tensor([object])",
    "torch.tensor('abc')",
    "torch.tensor([{}])",
    "torch.load('/etc/passwd')",
    "torch.load(open('x'))",
    "torch.from_file('x')",
    "torch.hub.load('x')",
    "torch.ops.load_library('x')",
    "torch.utils.cpp_extension",
    "torch.multiprocessing",
    "torch.ones(2).tofile('x')",
    "torch.ones(2).dump('x')",
    "torch.ones(2).data.array",
    "torch.ones(2).grad_fn.forward",
    "(torch.ones(2, requires_grad=True) * 2).grad_fn.operation",
    "torch.ones(4).as_strided((10**6,), (1,))[-1]",
    "torch.ones(4).as_strided((2,), (1,), -5)",
    "torch.dtype('x', 1, 'x', 'x', 'x')",
    "torch.layout('x')",
    "isinstance(1, torch.__class__)",
    "''.join.__call__()",
    "str.join.__self__",
    "exec = eval",
    "print(__name__.__class__)",
    "nonlocal x",
    "a.b.c.__d__",
    "global torch\ntorch.zeros = 1",
]


@pytest.fixture(scope="module")
def session():
    return Session(budget=Budget(seconds=20), write=lambda text: None)


@pytest.mark.parametrize("program", [*ATTRIBUTES, *NAMES, *STATEMENTS, *CLASSES, *LIBRARY])
def test_an_escape_is_stopped(session, program):
    token = session.checkpoint()
    failure = session.run(program).failure
    session.restore(token)
    assert failure is not None
    assert failure.type != "InternalError", failure.report
    assert failure.message
    assert failure.span is not None


def test_nothing_changes_the_next_program(session):
    for program in STATEMENTS:
        session.run(program)
    session.restore({})
    outcome = session.run("torch.zeros(2).tolist()")
    assert outcome.value == [0.0, 0.0]


def test_a_shadowed_name_stays_in_its_session():
    one, other = Session(), Session()
    one.run("torch = 1\nlen = 2\nones = 3")
    assert other.run("torch.ones(len([1])).tolist()").value == [1.0]
    assert Session().run("ones(1).tolist()").value == [1.0]


def test_a_stored_method_is_still_guarded():
    session = Session(budget=Budget(memory=1 << 28))
    for program in (
        "f = 'x'.ljust\nf(10**10)",
        "f = 'x'.join\nf(['a' * 1000] * 10**9)",
        "f = torch.ones(10).repeat\nf(10**10)",
        "f = torch.full\nf((10**6, 10**6), 1)",
    ):
        assert session.run(program).failure.limit == "memory"


def test_the_program_meets_no_python_object():
    """Every value at hand is one of a closed set of types."""
    from tensorlab.engine.device import Device
    from tensorlab.engine.dtypes import DType
    from tensorlab.engine.formats import Layout
    from tensorlab.engine.tensor import Tensor
    from tensorlab.language.classes.members import LibraryFunction
    from tensorlab.language.values import namespaces, values

    own = (values.Builtin, values.TypeValue, namespaces.Namespace, LibraryFunction)
    plain = (int, float, str, bool, type(None), type(...), type(NotImplemented), tuple)
    engine = (DType, Device, Layout, Tensor)
    session = Session()
    tables = [
        session.library.given,
        session.library.names,
        *(space.table for space in session.library.modules.values()),
    ]
    for table in tables:
        for name, value in table.items():
            assert isinstance(value, own + plain + engine) or type(value).__module__.startswith(
                "tensorlab.engine"
            ), name


def test_switches_are_back_in_the_next_session():
    Session().run(
        "torch.set_grad_enabled(False)\ntorch.set_printoptions(precision=1, linewidth=20)"
    )
    program = "str(torch.tensor(3.14159)), (torch.ones(1, requires_grad=True) * 2).requires_grad"
    outcome = Session().run(program)
    assert outcome.value == ("tensor(3.1416)", True)


def test_a_librarys_switch_stands_as_it_was_set_in_this_session_alone():
    program = "torch.backends.cuda.matmul.allow_tf32 = True\ntorch.backends.cuda.matmul.allow_tf32"
    assert Session().run(program).value is True
    assert Session().run("torch.backends.cuda.matmul.allow_tf32").value is False
