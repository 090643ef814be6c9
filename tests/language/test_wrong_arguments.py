"""Every function, called with values that are no tensors: that is the program's mistake."""

import re

import pytest

from tensorlab.language.running.session import Budget, Session
from tensorlab.ops.index import FAMILIES

SPACES = ("torch", "torch.nn.functional", "torch.linalg", "torch.special", "torch.fft")
CHANGE_EVERYTHING = {"torch.set_default_device", "torch.set_grad_enabled", "torch.set_printoptions"}
ARGUMENTS = ("1", "'a'", "[1, 2]", "None", "x, 1", "x, 'a'", "x, [1, 2]", "x, None", "x, x, x")
NAMES = sorted(
    name
    for home in SPACES
    for each in FAMILIES[home]
    if (name := f"{home}.{each}") not in CHANGE_EVERYTHING
)


@pytest.mark.sampled(9)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_wrong_arguments_are_told_to_be_wrong(arguments):
    session = Session(budget=Budget(steps=10**6, memory=1 << 28, seconds=5))
    session.run("x = torch.ones(2, 3)")
    start = session.checkpoint()
    ours = []
    for name in NAMES:
        failure = session.run(f"{name}({arguments})").failure
        if failure is not None and failure.code == "internal":
            ours.append((name, failure.message))
        session.restore(start)
    assert ours == []


def test_a_number_for_a_tensor_is_said_to_be_none():
    failure = Session().run("F.mse_loss(torch.ones(2), 1)").failure
    assert failure.type == "AttributeError"
    assert failure.message == "'int' object has no attribute 'size'"
    assert "is not a tensor" in failure.explanation


INNER = re.compile(
    r"0x[0-9a-f]+|<locals>|__main__|\bnumpy\b|ndarray|\bnp\.|BoundMethod|Builtin|TypeValue|Namespace"
    r"|TensorFunction|Device\.__|Layout|Generator\.__|i?finfo\.__|\bDType\b|MetaArray|switched"
    r"|_io\.|tensorlab\.\w|operands could not be broadcast|a{200}"
)
CLASSES = (
    "torch.device", "torch.Size", "torch.Generator", "torch.iinfo", "torch.finfo", "torch.dtype",
    "torch.layout", "torch.memory_format", "torch.Tensor", "torch.no_grad", "torch.no_grad()",
    "torch.enable_grad", "torch.inference_mode", "torch.set_grad_enabled", "torch.device('cpu')",
    "torch.Generator().manual_seed", "torch.Generator().seed", "torch.Size([1]).numel", "torch",
    "torch.float32", "torch.ones(2)", "int", "float", "str", "list", "tuple", "dict", "range",
    "len", "slice", "sorted", "map", "zip", "(lambda a, b: a)",
)  # fmt: skip
STRANGE = (
    "", "1", "1.5", "'a'", "'a' * 1000", "None", "[]", "[1, 'a']", "(1, 2)", "{}", "int", "torch",
    "print", "torch.ones", "torch.float32", "torch.ones(2)", "lambda: 1", "1, 2",
    "1, 2, 3, 4, 5, 6",
    "foo=1", "**{'a' * 1000: 1}", "x, int", "x, torch", "x, 'a' * 1000", "x, print", "x, lambda: 1",
    "x, torch.device('cpu')", "x, x.sum", "[print, int]", "x, 1, 2, 3, 4, 5, 6, 7, 8, 9",
)  # fmt: skip


@pytest.mark.sampled(15)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("arguments", STRANGE)
def test_no_inner_word_reaches_a_user(arguments):
    session = Session(
        budget=Budget(steps=10**6, memory=1 << 28, seconds=5), write=lambda text: None
    )
    session.run("x = torch.ones(2, 3)")
    start = session.checkpoint()
    told = []
    for name in sorted({*NAMES, *CLASSES} - {"torch.from_numpy"}):  # which PyTorch tells of numpy
        failure = session.run(f"{name}({arguments})").failure
        words = (
            "" if failure is None else f"{failure.type}: {failure.message} {failure.explanation}"
        )
        if INNER.search(words) or (failure is not None and failure.code == "internal"):
            told.append((name, words[:300]))
        session.restore(start)
    assert told == []


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (
            "torch.device(1.5)",
            "device() received an invalid combination of arguments - got (float)",
        ),
        (
            "torch.device('cpu', 'a')",
            "device(): argument 'index' (position 2) must be int, not str",
        ),
        ("torch.device('cpu', foo=1)", "device() got an unexpected keyword argument 'foo'"),
        (
            "torch.Generator(1.5)",
            "Generator(): argument 'device' (position 1) must be torch.device, not float",
        ),
        (
            "torch.Generator('cpu', 'cpu')",
            "Generator() takes from 0 to 1 positional arguments but 2 were given",
        ),
        ("torch.iinfo()", 'iinfo() missing 1 required positional arguments: "type"'),
        ("torch.iinfo(1, 2)", "iinfo() takes 1 positional argument but 2 were given"),
        ("torch.finfo(foo=1)", 'finfo() missing 1 required positional arguments: "type"'),
        ("torch.Size(['a'])", "torch.Size() takes an iterable of 'int' (item 0 is 'str')"),
        ("torch.memory_format()", "cannot create 'torch.memory_format' instances"),
    ],
)
def test_a_wrong_call_of_a_class_is_refused_in_pytorchs_words(program, words):
    assert Session().run(program).failure.message.startswith(words)
