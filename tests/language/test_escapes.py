"""Programs that reach for what lies outside: each is stopped with a clear error."""

import pytest

from tensorlab.language.running.session import Budget, Session
from tests.language.class_escapes import ESCAPES as CLASSES
from tests.language.programs import started

FILES = ("statement_escapes", "library_escapes", "module_escapes", "deriving_escapes")
PROGRAMS = [program for name in FILES for program in started(name)]

ATTRIBUTES = """
().__class__
().__class__.__bases__[0].__subclasses__()
(1).__class__
''.__class__.__mro__
[].__class__.__base__
{}.__class__
(lambda: 0).__globals__
(lambda: 0).__code__.replace
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
torch.ones(2)._array
torch.ones(2).__array__()
torch.ones(2).__dict__
torch.ones(2).__class__
torch.ones(2).__getattribute__('array')
torch.ones(2)._array.tofile('x')
torch.ones(2)._array.dump('x')
torch.ones(2)._array.ctypes
torch.ones(2).__array_interface__
torch.ones(2).storage()._array
torch.ones(2).storage().elements
torch.ones(2).untyped_storage()._array.base
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
(x for x in [1]).gi_frame
(x for x in [1]).gi_code
(x for x in [1]).gi_running
(x for x in [1]).send(None)
iter([1]).__reduce__()
iter([1]).__setstate__(0)
map(str, [1]).source
{}.keys().mapping
range(3).__iter__
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
vars()['__builtins__']
dir()
delattr(torch, 'x')
input()
breakpoint()
help()
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


@pytest.fixture(scope="module")
def session():
    return Session(budget=Budget(seconds=20), write=lambda text: None)


@pytest.mark.parametrize("program", [*ATTRIBUTES, *NAMES, *CLASSES, *PROGRAMS])
def test_an_escape_is_stopped(session, program):
    token = session.checkpoint()
    failure = session.run(program).failure
    session.restore(token)
    assert failure is not None
    assert failure.type != "InternalError", failure.report
    assert failure.message
    assert failure.span is not None


def test_nothing_changes_the_next_program(session):
    for program in started("statement_escapes"):
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
    from tensorlab.distributions.constraints import Constraint
    from tensorlab.engine.device import Device
    from tensorlab.engine.dtypes import DType
    from tensorlab.engine.naming import Layout
    from tensorlab.engine.tensor import Tensor
    from tensorlab.language.classes.members import LibraryFunction
    from tensorlab.language.library.elsewhere import Absent
    from tensorlab.language.values.functions import Builtin
    from tensorlab.language.values.values import Namespace, TypeValue
    from tensorlab.optim.optimizer import Required

    own = (Builtin, TypeValue, Namespace, LibraryFunction, Absent)
    plain = (int, float, str, bool, type(None), type(...), type(NotImplemented), tuple)
    # A closed table says what is read of constraints; the last has nothing but its repr.
    engine = (DType, Device, Layout, Tensor, Constraint, Required)
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
