"""What a signature takes, with arguments that PyTorch takes, and the forms of calls that follow."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

# What programs are given: tensors of each number of dimensions and of each kind.
GIVEN = """
a = torch.tensor([[4., 1.], [1., 3.]])
b = torch.tensor([[2., -1.], [0.5, 6.]])
v = torch.tensor([0.25, 0.75])
w = torch.tensor([1., -2., 3.])
s = torch.tensor(2.)
i = torch.tensor([[3, 1], [0, 2]])
j = torch.tensor([1, 0])
n = torch.tensor(1)
m = torch.tensor([[True, False], [False, True]])
c = torch.tensor([[1.+2.j, 0.j], [2.-1.j, 3.+0.j]])
t = torch.arange(8.).reshape(2, 2, 2)
u = torch.arange(16.).reshape(1, 1, 4, 4)
z = torch.arange(8.).reshape(1, 1, 2, 2, 2)
e = torch.empty(0)
"""
MOST = 12  # forms of one signature, beside those that spell its required arguments


@dataclass(frozen=True)
class Part:
    """A parameter: its name, an argument that is taken, its default, and whether it needs its name.

    The default is None where there is none; both are texts of expressions.
    """

    name: str
    value: str
    default: str | None = None
    keyword_only: bool = False


@dataclass(frozen=True)
class Specification:
    """One signature of a function: `torch.add`, or `.add` of the first argument."""

    name: str
    parts: tuple[Part, ...]

    @property
    def required(self) -> tuple[Part, ...]:
        """The parameters without a default."""
        return tuple(part for part in self.parts if part.default is None)

    def call(self, args: list[str], named: dict[str, str]) -> str:
        """Return the text of a call; a method's tensor is its first argument."""
        head = self.name
        if head.startswith("."):
            head, args = f"{args[0]}{head}", args[1:]
        words = [f"{name}={value}" for name, value in named.items()]
        return f"{head}({', '.join([*args, *words])})"


def forms(spec: Specification, most: int = MOST) -> list[str]:
    """Return the calls that follow from a signature: what is right, and what is nearly right."""
    found = dict.fromkeys([*spelled(spec), *chosen(spec), *revalued(spec), *wrong(spec)])
    ranked = sorted(found, key=lambda text: zlib.crc32(text.encode()))
    kept = set(ranked[:most]) | set(spelled(spec))
    return [text for text in found if text in kept and is_program(text)]


def is_program(text: str) -> bool:
    """Return whether a text is an expression of Python's, as no loose numbers after a name are."""
    try:
        compile(text, "<form>", "eval")
    except SyntaxError:
        return False
    return True


def first_of(spec: Specification) -> int:
    """Return how many arguments can not be named: a method's tensor."""
    return 1 if spec.name.startswith(".") else 0


def spelled(spec: Specification) -> Iterator[str]:
    """Yield the call by position, by name, and with names from some place on."""
    parts = spec.required
    loose = [part for part in parts if not part.keyword_only]
    for count in range(len(loose), first_of(spec) - 1, -1):
        named = {part.name: part.value for part in parts if part not in loose[:count]}
        yield spec.call([part.value for part in loose[:count]], named)


def chosen(spec: Specification) -> Iterator[str]:
    """Yield the call with each setting, by place and by name, as another and as its default."""
    args = [part.value for part in spec.required if not part.keyword_only]
    must = {part.name: part.value for part in spec.required if part.keyword_only}
    before: list[str] = []
    for part in spec.parts:
        if part.default is None:
            continue
        yield spec.call(args, must | {part.name: part.value})
        yield spec.call(args, must | {part.name: part.default})
        yield spec.call(args, must | {part.name: "None"})
        if not part.keyword_only:
            yield spec.call([*args, *before, part.value], must)
            yield spec.call([*args, *before, part.default], must)
            before.append(part.default)
    every = {part.name: part.default for part in spec.parts if part.default is not None}
    yield spec.call(args, must | every)


OTHER_NAMES = {
    "dim": ("axis", "axes"), "keepdim": ("keepdims",), "input": ("x", "a", "x1", "self"),
    "other": ("x2", "y"), "size": ("shape",), "self": ("input", "x"), "dims": ("axis", "dim"),
    "dtype": ("type",), "correction": ("ddof",), "p": ("ord",), "n": ("count",),
    "tensors": ("arrays",), "end": ("stop",), "min": ("a_min",), "lr": ("learning_rate",),
}  # fmt: skip


def revalued(spec: Specification) -> Iterator[str]:
    """Yield the call with each argument under another name, or as another kind of value."""
    args = [part.value for part in spec.required if not part.keyword_only]
    must = {part.name: part.value for part in spec.required if part.keyword_only}
    loose = [part for part in spec.required if not part.keyword_only]
    for place, part in enumerate(loose):
        if place < first_of(spec):
            continue
        for other in others(part.value):
            yield spec.call([*args[:place], other, *args[place + 1 :]], must)
            rest = {each.name: each.value for each in loose[place + 1 :]}
            yield spec.call(args[:place], {part.name: other} | rest | must)
        for name in OTHER_NAMES.get(part.name, ()):
            rest = {each.name: each.value for each in loose[place + 1 :]}
            yield spec.call(args[:place], {name: part.value} | rest | must)
    for part in spec.parts:
        if part.default is not None or part.keyword_only:
            named = {name: value for name, value in must.items() if name != part.name}
            for other in others(part.value):
                yield spec.call(args, named | {part.name: other})
            for name in OTHER_NAMES.get(part.name, ()):
                yield spec.call(args, named | {name: part.value})


def others(value: str) -> list[str]:
    """Return other values that stand for one, or nearly: numbers, lists, tensors of one number."""
    if value.startswith(("(", "[")):
        inner = value[1:-1].strip().rstrip(",")
        listed = f"[{inner}]" if value.startswith("(") else f"({inner},)"
        return [
            listed,
            inner,
            f"torch.Size({value})",
            inner.partition(",")[0],
            f"torch.tensor({value})",
        ]
    if value in ("True", "False"):
        return ["1", "0", "None", "torch.tensor(True)", "'yes'"]
    try:
        float(value)
    except ValueError:
        known = {
            "a": ["2", "[1., 2.]", "None", "i", "m", "c", "e", "t"],
            "v": ["1.5", "w", "None", "j", "a"],
        }
        return known.get(value, ["None", "2", "'text'"])
    if "." in value:
        return [str(int(float(value))), "True", f"torch.tensor({value})", "None", f"({value},)"]
    return [
        f"{value}.0",
        "True",
        f"torch.tensor({value})",
        "None",
        f"({value},)",
        f"[{value}]",
        f"-{value}",
        "'1'",
    ]


def wrong(spec: Specification) -> Iterator[str]:
    """Yield calls that lack an argument, have one too many, one twice or one that is unknown."""
    loose = [part for part in spec.required if not part.keyword_only]
    args = [part.value for part in loose]
    must = {part.name: part.value for part in spec.required if part.keyword_only}
    for place, part in enumerate(loose):
        if place < first_of(spec):
            continue
        rest = {each.name: each.value for each in loose[place + 1 :]}
        yield spec.call(args[:place], rest | must)
        yield spec.call(args, {part.name: part.value} | must)
    names = {part.name for part in spec.parts}
    for unknown in ("axis", "dim", "keepdims", "out", "dtype", "inplace", "foo", "generator"):
        if unknown not in names:
            value = {"out": "e", "dtype": "torch.float64", "inplace": "True"}.get(unknown, "0")
            yield spec.call(args, must | {unknown: value})
    if "out" in names:
        yield spec.call(args, must | {"out": "torch.empty(0, dtype=torch.int64)"})
        yield spec.call(args, must | {"out": "(e, e)"})
    every = [part for part in spec.parts if not part.keyword_only]
    yield spec.call(
        [part.value if part.default is None else part.default for part in every] + ["1"], must
    )
    yield spec.call([*args, "1"], must)
