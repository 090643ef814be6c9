"""Calls of all of numpy that programs reach, by declaration: usual arguments, and forged ones."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

import numpy as np

from tensorlab.language.numpy.declared import DECLARED
from tensorlab.language.numpy.declared.elementwise import UFUNCS
from tensorlab.language.numpy.declaring import Declaration
from tests.fuzz.arguments import choice, hostile, one_of, several, whole

# A float array, one of whole numbers, a look at some of the first, one for reading alone, no
# elements, and a source of random numbers of each kind.
SETUP = """\
import numpy as np
p = np.arange(6.).reshape(2, 3); q = np.array([2, 0, 1]); r = p[:, ::2]
s = np.frombuffer(b'abcdefgh', np.uint8); t = np.empty((0, 3), np.int8)
rng = np.random.default_rng(0); state = np.random.RandomState(0)"""
ARRAYS = ("p", "q", "r", "s", "t", "p > 1", "q.astype(np.int8)", "np.broadcast_to(q, (4, 3))",
          "[[1, 2], [3, 4]]", "3", "np.float32(2)", "torch.ones(2).numpy()")  # fmt: skip
TYPES = ("int", "float", "bool", "complex", "np.int8", "np.uint32", "np.float16", "np.uint64",
         "'U4'", "'S3'", "object", "'O'", "'M8[s]'", "'>f4'", "'V8'", "[('a', int)]", "'U9999999'",
         "np.dtype('f4')", "'f8,f8'", "None")  # fmt: skip
SIZES = one_of(whole(0, 4), several(whole(0, 4), 1, 3), choice("2**31 - 1", "2**31", "10**9", "-1"))
BY_NAME: dict[str, Callable[[Random], str]] = {
    **dict.fromkeys(("dtype", "type", "type1", "type2", "to", "from_", "arg1"), choice(*TYPES)),
    **dict.fromkeys(("shape", "size", "newshape", "new_shape", "dimensions", "reps"), SIZES),
    **dict.fromkeys(("axis", "axis1", "axis2", "k", "offset", "shift", "decimals"), whole(-3, 3)),
    **dict.fromkeys(("axes", "source", "destination"), several(whole(-3, 3), 1, 3)),
    **dict.fromkeys(("n", "N", "M", "num", "repeats", "kth", "deg", "bins", "step"), whole(-1, 5)),
    **dict.fromkeys(("low", "high", "start", "stop", "lam", "scale", "loc", "p", "q", "df"),
                    choice("0", "1", "0.5", "-1", "10", "2**31", "1e300", "float('nan')")),
    **dict.fromkeys(("indices", "obj", "ind"), choice("[0]", "q", "-1", "[-9]", "2**62", "(0, 1)")),
    **dict.fromkeys(("out", "out2"), choice("p", "q", "r", "s", "t", "np.empty((2, 3))", "(p,)")),
    "where": choice("True", "p > 1", "[True, False, True]"),
    "order": choice("'C'", "'F'", "'K'", "'A'", "'X'"),
    "casting": choice("'no'", "'equiv'", "'safe'", "'same_kind'", "'unsafe'", "'x'"),
    "mode": choice("'raise'", "'wrap'", "'clip'", "'full'", "'edge'", "'x'"),
    "kind": choice("'quicksort'", "'stable'", "'x'"),
    "subscripts": choice("'ij,jk'", "'ii'", "'i,i'", "'...i'", "'ij->ji'"),
}  # fmt: skip


@cache
def declared_names() -> tuple[str, ...]:
    """Return the names under which callables are declared; operators are met in statements."""
    return tuple(sorted(name for name in DECLARED if not name.startswith("operator.")))


def numpy_call(random: Random, variables: Mapping[str, object]) -> str:
    """Return a call of any of numpy's callables, or of a method of an array."""
    declared = DECLARED[random.choice(declared_names())]
    owner, _, word = declared.name.rpartition(".")
    wanted = list(declared.parameters)
    if owner == "ndarray":
        home, wanted = f"({array(random, variables)})", wanted[1:]
    elif owner == "ufunc":
        home = f"np.{random.choice(UFUNCS)}"
    elif owner in {"random", "generator"}:
        home = random.choice(("np.random", "rng", "state"))
    else:
        home = f"np.{owner}" if owner else "np"
    return f"{home}.{word}({arguments(random, declared, wanted, variables)})"


def arguments(
    random: Random, declared: Declaration, wanted: list[str], variables: Mapping[str, object]
) -> str:
    """Return arguments by place, then now and then some by name."""
    by_place = wanted[: random.randint(min(1, len(wanted)), len(wanted))]
    if declared.rest and random.random() < 0.7:
        by_place += [declared.rest] * random.randint(1, 3)
    given = [argument(random, name, variables) for name in by_place]
    others = sorted(declared.by_name - {*by_place})
    named = random.sample(others, min(len(others), random.choice((0, 0, 1, 2))))
    given += [f"{name}={argument(random, name, variables)}" for name in named]
    return ", ".join(given)


def argument(random: Random, name: str, variables: Mapping[str, object]) -> str:
    """Return an argument for a parameter: mostly one that fits its name."""
    if random.random() < 0.1:
        return hostile(random)
    if name in BY_NAME and random.random() < 0.85:
        return BY_NAME[name](random)
    return array(random, variables)


def array(random: Random, variables: Mapping[str, object]) -> str:
    """Return an array: a variable that is one, or what becomes one."""
    held = [name for name, value in variables.items() if isinstance(value, np.ndarray)]
    return random.choice(held) if held and random.random() < 0.5 else random.choice(ARRAYS)
