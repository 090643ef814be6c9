"""Files that strangers forged: none runs code of the script, of Python or of ours."""

import io
import pickle
import struct
import sys
import zipfile
from types import ModuleType

import pytest

import tensorlab as torch

SCRIPT = """
import collections, dataclasses, enum, functools, io, os, subprocess, typing
import numpy as np
import torch
from os import system
from torch import nn

calls = []
shell = os.system

def work(*given, **named):
    calls.append(given)
    return 1

other_name = work
part = functools.partial(work, 1)
instance = nn.Linear(1, 1)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
        self.activation = nn.functional.relu
        self.own = work
        self.kinds = collections.defaultdict(list, a=[1])
        self.colour, self.place = Colour.RED, Place(1, 2)
        self.row, self.words = Row([1]), collections.Counter("aab")
        self.data, self.slotted = Data(3), Slotted(4)
        self.last = collections.deque([1, 2], 2)

class Colour(enum.Enum):
    RED = 1
    def _missing_(value): work(value)

class Place(typing.NamedTuple):
    x: int
    y: int

@dataclasses.dataclass
class Data:
    size: int

class Row(list):
    append = extend = work

class Table(dict):
    __setitem__ = update = work

class Slotted:
    __slots__ = ("size",)
    def __init__(self, size): self.size = size
    other = property(None, work)

class Runner:
    __init__ = __call__ = __iter__ = __len__ = __index__ = __bool__ = __setattr__ = work
    __repr__ = __str__ = __format__ = __reduce__ = __getattr__ = work
    class Inner: pass

class Made:
    __new__ = work

class Left:
    __del__ = work

class Meta(type):
    pass

class Array(np.ndarray):
    pass

class File(io.FileIO):
    pass

class Process(subprocess.Popen):
    pass

class Weights(torch.Tensor):
    pass

class Wrong(ValueError):
    pass
"""


@pytest.fixture
def script(monkeypatch):
    module = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "__main__", module)
    exec(compile(SCRIPT, "script.py", "exec"), vars(module))  # noqa: S102  as a script is run
    return module


def file_of(pickled, method=zipfile.ZIP_STORED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/data/0", bytes(16))
    file.seek(0)
    return file


def named(module, name):
    return f"c{module}\n{name}\n".encode()


def main(name):
    return named("__main__", name)


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def pack(*values):
    return b"(" + b"".join(values) + b"t"


def call(maker, *given):
    return maker + pack(*given) + b"R"


def bare(kind, *given):
    return kind + pack(*given) + b"\x81"


def table(**values):
    return b"}(" + b"".join(text(name) + value for name, value in values.items()) + b"u"


ZERO = text("0")
FLOATS = named("torch", "FloatStorage")


def storage(kind=FLOATS, number=ZERO, count=b"K\x04"):
    return pack(text("storage"), kind, number, text("cpu"), count) + b"Q"


def tensor(base, offset=b"K\x00", size=b"K\x02\x85", stride=b"K\x01\x85"):
    return call(named("torch._utils", "_rebuild_tensor_v2"), base, offset, size, stride, b"\x89")


ONE = b"K\x01"
ORDERED = named("collections", "OrderedDict")
RUNNER = bare(main("Runner"))
FAR = b"\x8a\x09" + (2**64).to_bytes(9, "little")
NUMPY = "numpy._core.multiarray"
WHOLE = call(named("numpy", "dtype"), text("i4"))
ARRAY = call(named(NUMPY, "_reconstruct"), named("numpy", "ndarray"), ONE, ONE)
BYTES = b"C\x08" + bytes(8)


def filled(sizes, kind=WHOLE, data=BYTES, array=ARRAY):
    return array + pack(ONE, sizes, kind, b"\x89", data) + b"b"


FORGED = {
    # arrays
    "an array longer than its bytes": filled(b"K\x03\x85"),
    "an array of negative sizes": filled(b"J\xff\xff\xff\xffJ\xfe\xff\xff\xff\x86"),
    "an array whose sizes overflow": filled(FAR + FAR + b"\x86", data=b"C\x00"),
    "an array of objects": filled(ONE + b"\x85", call(named("numpy", "dtype"), text("O8"))),
    "an array of no type": filled(b"K\x02\x85", text("i4")),
    "an array of a list": filled(b"K\x00\x85", data=b"]"),
    "an array filled twice": filled(b"K\x02\x85", array=filled(b"K\x02\x85")),
    "an array of turned bytes": WHOLE + pack(b"K\x03", text(">")) + b"b",
    "a number longer than its bytes": call(named(NUMPY, "scalar"), WHOLE, b"C\x02" + bytes(2)),
    "an array that is called": call(named("numpy", "ndarray"), FAR),
    # names of other things
    "a function of the system": call(named("os", "system"), text("true")),
    "eval": call(named("builtins", "eval"), text("1")),
    "eval by Python 2's name": call(named("__builtin__", "eval"), text("1")),
    "dots from the script to builtins": call(main("__builtins__.eval"), text("1")),
    "dots from a module of the script's": call(main("os.system"), text("true")),
    "dots from a function to its globals": main("work.__globals__"),
    "dots from a method": main("Net.__init__.__globals__"),
    "a class within a class": bare(main("Runner.Inner")),
    "what the script imported": call(main("system"), text("true")),
    "what the script bound": call(main("shell"), text("true")),
    "another name of a function": main("other_name"),
    "a partial of the script's": call(main("part")),
    "a value of the script's": main("instance"),
    "a list of the script's": main("calls"),
    "a module of the script's": main("os"),
    "the script's builtins": main("__builtins__"),
    "a file of ours": call(named("torch.commands.python", "import_module"), text("os")),
    "a file of ours by our name": named("tensorlab.process", "write_file"),
    "a name within torch.serialization": named("torch.serialization.reading", "zipfile"),
    "what a public file imports": named("torch.nn.init", "math"),
    "a public function that is no class": named("torch", "load"),
    "what a package imports": named("torch.nn", "shelf"),
    "a package's own name": named("torch.nn", "__getattr__"),
    "a name with an underscore": named("torch.nn.module", "_call_impl"),
    "an empty name": main(""),
    "a module that is none": named("", "os"),
    # calls
    "a function of the script's": call(main("work"), ONE),
    "a class of the script's": call(main("Runner"), ONE),
    "a class of torch's": call(named("torch.nn.modules.linear", "Linear"), ONE, ONE),
    "a function of torch's": call(named("torch.nn.functional", "relu"), tensor(storage())),
    "an object": call(RUNNER, ONE),
    "a tensor": call(tensor(storage()), ONE),
    "a new class of enumerated values": call(main("Colour"), text("A"), b"]"),
    "a member that is missing": call(main("Colour"), b"K\x07"),
    "an attribute": call(named("builtins", "getattr"), main("Net"), text("__init__")),
    "an attribute of a member's class": call(
        named("__builtin__", "getattr"), main("Colour"), text("__class__")
    ),
    "an old way to make": call(
        named("copyreg", "_reconstructor"), main("Runner"), named("builtins", "object"), b"N"
    ),
    "arguments that are no tuple": named("builtins", "set") + RUNNER + b"R",
    "a set of what iterates": call(named("builtins", "set"), RUNNER),
    "a list of what iterates": call(named("collections", "deque"), RUNNER),
    "a size of what counts": call(named("torch", "Size"), RUNNER),
    "an ordered table of what iterates": call(ORDERED, RUNNER),
    "bytes of what counts": call(named("__builtin__", "bytearray"), RUNNER),
    "bytes by the billion": call(named("builtins", "bytearray"), b"J\xff\xff\xff\x7f"),
    "a table that calls": call(named("collections", "defaultdict"), main("work")),
    "a table that makes objects": call(named("collections", "defaultdict"), main("Runner")),
    "another encoding": call(named("_codecs", "encode"), text("a"), text("rot13")),
    "a parameter of an object": call(
        named("torch._utils", "_rebuild_parameter"), RUNNER, b"\x88", b"}"
    ),
    # objects
    "type": bare(named("builtins", "type"), text("A"), b")", b"}"),
    "a metaclass": bare(main("Meta"), text("A"), b")", b"}"),
    "a constructor": bare(main("Made"), ONE),
    "a destructor": bare(main("Left")),
    "a view of memory": bare(main("Array"), ONE),
    "a file": bare(main("File"), text("/etc/passwd")),
    "a process": bare(main("Process")),
    "a tensor's class": bare(main("Weights")),
    "a tensor made bare": bare(named("torch", "Tensor")),
    "a parameter made bare": bare(named("torch.nn", "Parameter")),
    "a member made bare": bare(main("Colour"), ONE),
    "a function made bare": bare(main("work")),
    "an object as a class": bare(RUNNER),
    "an argument that is asked": bare(main("Row"), RUNNER),
    "an error": bare(main("Wrong"), RUNNER),
    # states
    "a class's state": main("Net") + table(forward=ONE) + b"b",
    "a function's state": main("work") + table(a=ONE) + b"b",
    "a type's state": named("torch", "float32") + table(name=ONE) + b"b",
    "a tensor's state": tensor(storage()) + b"N" + table(array=ONE) + b"\x86b",
    "a parameter's state": call(
        named("torch._utils", "_rebuild_parameter"), tensor(storage()), b"\x88", b"}"
    ) + b"N" + table(array=ONE) + b"\x86b",
    "a member's state": call(main("Colour"), ONE) + table(_value_=ONE) + b"b",
    "a slot that is a property": bare(main("Slotted")) + b"N" + table(other=ONE) + b"\x86b",
    "a slot that is the class": bare(main("Data")) + b"N" + table(__class__=main("Net")) + b"\x86b",
    "a state that iterates": bare(main("Data")) + RUNNER + b"b",
    "names that are no texts": bare(main("Data")) + b"}" + RUNNER + b"Nsb",
    # methods of what was made
    "append by an attribute": bare(main("Data")) + table(append=main("work")) + b"b" + ONE + b"a",
    "extend by an attribute": bare(main("Data")) + table(extend=main("work")) + b"b(" + ONE + b"e",
    "items of an object": RUNNER + ONE + ONE + b"s",
    "add by an attribute": bare(main("Data")) + table(add=main("work")) + b"b(" + ONE + b"\x90",
    # other steps
    "a named class and its arguments": b"(" + text("true") + b"ios\nsystem\n",
    "a class and its arguments": b"(" + main("Runner") + b"o",
    "an extension": b"\x82\x01",
    "a name for what is elsewhere": b"P0\n",
    "named arguments": main("Runner") + b")}\x92",
    "a name on the stack": text("os") + text("system") + b"\x93" + pack(text("true")) + b"R",
    # storages
    "more elements than bytes": tensor(storage(count=b"K\x64")),
    "a type of no storage": tensor(storage(kind=text("object"))),
    "an entry of another folder": tensor(storage(number=text("../version"))),
    "an entry that is asked": tensor(storage(number=RUNNER)),
    "a size beyond": tensor(storage(), size=b"K\x64\x85"),
    "a size below 0": tensor(storage(), size=b"J\xff\xff\xff\xff\x85"),
    "a stride below 0": tensor(storage(), stride=b"J\xff\xff\xff\xff\x85"),
    "a stride beyond": tensor(storage(), stride=FAR + b"\x85"),
    "an offset beyond": tensor(storage(), offset=b"K\x10"),
    "an offset below 0": tensor(storage(), offset=b"J\xff\xff\xff\xff"),
    "a size that is asked": tensor(storage(), size=RUNNER + b"\x85"),
    "an offset that is asked": tensor(storage(), offset=RUNNER),
    "a storage that is none": tensor(b"]"),
    "a storage of an object": RUNNER + b"Q",
    # what Python's own hash falls over
    "a key that is deep": b"})" + b"\x85" * 100_000 + b"Ns",
    "a key that doubles": b"})" + b"q\x00h\x00h\x00\x86" * 40 + b"Ns",
    "a key of deep places": b"}" + main("Place") + b"q\x010N"
    + b"q\x020h\x01h\x02N\x86\x81" * 150 + b"Ns",
    # damage
    "nothing": b"",
    "an empty stack": b"R",
    "a mark that is open": b"(",
    "a memo that is empty": b"j\x07\x00\x00\x00",
    "an unknown step": b"\xff",
    "half a text": b"X\xff\xff\xff\x00abc",
}  # fmt: skip


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_file_is_refused_and_runs_nothing(script, forged):
    for weights_only in (True, False):
        with pytest.raises((pickle.UnpicklingError, RuntimeError)):
            torch.load(file_of(b"\x80\x02" + forged + b"."), weights_only=weights_only)
    assert script.calls == []


def test_a_compressed_entry_is_refused():
    with pytest.raises(pickle.UnpicklingError, match="compressed"):
        torch.load(file_of(b"\x80\x02].", zipfile.ZIP_DEFLATED))


def test_a_whole_object_of_the_script_comes_back(script):
    net = script.Net()
    file = io.BytesIO()
    torch.save(net, file)
    file.seek(0)
    back = torch.load(file, weights_only=False)
    assert type(back) is script.Net
    assert torch.equal(back.layers(torch.ones(2)), net.layers(torch.ones(2)))
    assert (back.activation, back.own) == (torch.nn.functional.relu, script.work)
    for name in ("kinds", "colour", "place", "row", "words", "data", "last"):
        assert getattr(back, name) == getattr(net, name)
        assert type(getattr(back, name)) is type(getattr(net, name))
    assert back.slotted.size == 4
    assert script.calls == []


def test_a_list_of_the_scripts_class_is_filled_without_its_methods(script):
    row = torch.load(file_of(b"\x80\x02" + bare(main("Row")) + ONE + b"a."), weights_only=False)
    assert (list(row), script.calls) == ([1], [])
    made = bare(main("Table")) + ONE + ONE + b"s."
    assert torch.load(file_of(b"\x80\x02" + made), weights_only=False) == {1: 1}
    assert script.calls == []


def test_a_class_of_another_module_is_allowed_by_name(installed):
    class_of_tests = installed.Kept()
    class_of_tests.size = 3
    file = io.BytesIO()
    torch.save(class_of_tests, file)
    for weights_only in (True, False):
        file.seek(0)
        with pytest.raises(pickle.UnpicklingError, match="add_safe_globals"):
            torch.load(file, weights_only=weights_only)
        file.seek(0)
        with torch.serialization.safe_globals([installed.Kept]):
            assert torch.load(file, weights_only=weights_only).size == 3


def test_whole_layers_of_libraries_and_objects_of_own_modules_come_back(installed):
    layer = installed.Layer()
    layer.settings = Kept()
    layer.settings.size = 3
    file = io.BytesIO()
    torch.save(layer, file)
    file.seek(0)
    back = torch.load(file, weights_only=False)
    assert (type(back), type(back.settings), back.settings.size) == (installed.Layer, Kept, 3)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="add_safe_globals"):
        torch.load(file)


class Kept:
    """A class of this module's."""


def new(kind, *given):
    return object.__new__(kind)


@pytest.fixture
def installed(monkeypatch):
    module = ModuleType("a_library")
    module.__file__ = "/lib/site-packages/a_library.py"
    module.Kept = type("Kept", (), {"__module__": "a_library"})
    module.Layer = type("Layer", (torch.nn.ReLU,), {"__module__": "a_library", "__new__": new})
    monkeypatch.setitem(sys.modules, "a_library", module)
    return module


@pytest.mark.parametrize(
    "value",
    [
        torch.nn.TransformerEncoderLayer(4, 2),
        torch.optim.Adam([torch.ones(1)], 0.1),
        torch.utils.data.TensorDataset(torch.ones(2)),
        torch.distributions.Normal(0.0, 1.0),
        [torch.nn.init.zeros_, torch.tanh, torch.nn.functional.softmax],
    ],
    ids=lambda value: type(value).__name__,
)
def test_public_objects_of_torch_come_back(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    assert type(torch.load(file, weights_only=False)) is type(value)
