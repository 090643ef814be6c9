"""No message has an address, or words of numpy's, of Python's insides or of ours."""

import re
from collections.abc import Iterable, Iterator
from itertools import starmap
from opcode import opname

from tensorlab.engine.printing.array_text import get_printoptions
from tensorlab.language.outcome import Failure
from tests.fuzz.findings import Finding, frames, named, place_of
from tests.leaks import LEAK, leaks_in

INTERNAL = re.compile(
    rf"{LEAK.pattern}|(?<!import )(?<!to )(?<![\"'])\bnumpy\b(?!\.nd|\()|(?<!expected )\bnp\.|"
    r"(?<![.\"])ndarray|ufunc|Traceback|tensorlab made a mistake|"
    r"<locals>|(?<!\w\.)__init__\(\)|__new__\(\)|(?<![\w.])__call__\(\)|ml_dtypes|"
    r"object too deep|array is too big|\barr\.|data type <|dtype\('|remapped shapes|"
    r"supported dimension|negative dimensions are|Unable to allocate|non-broadcastable|"
    r"into C (long|int)|to C (long|int|ssize_t)|ssize_t|size of buffer|cannot reshape array|"
    r"MISSING|<unbound>|(?<!for )operand \d|of built-in type|_Array|core dim|"
    r"'(Signature|Operation|Defaults|Switch|Recording|Node)' object"
)
# What a program may read that imports numpy.
OF_NUMPY = re.compile(
    r"numpy|np\.|ndarray|ufunc|core dim|operand \d|data type <|dtype\('|array|dimension|data-type"
    r"|too deep|into C|to C|ssize_t|buffer|allocate"
)
# Python's own rules for what a program does with Python's values are read from Python, and so are
# those for such values where PyTorch is written in Python too, as its classes for networks.
ENGINE = ("engine/", "ops/", "numerics/")
PLAIN = re.compile(
    r"object is not (iterable|callable|subscriptable)|has no len\(\)|positional arguments?|"
    r"int\(\) argument must be|must be real number|cannot convert float|invalid literal for|"
    r"has no attribute '(shape|dtype|size|dim|device|detach)'|"
    r"object cannot be interpreted as an integer|unexpected keyword|unsupported operand type|"
    r"truth value of an array|maximum recursion depth|tuple index out of range|"
    r"can be converted to Python scalars"
)
RAISING = {"RAISE_VARARGS", "RERAISE"}


def in_failure(failure: Failure, place: str) -> Iterator[Finding]:
    """Yield what is wrong with the words of a failure."""
    texts = (failure.message, failure.explanation, *failure.hints)
    repairs = (f"{each.source} {each.meaning}" for each in failure.repairs)
    yield from in_texts(place, (*texts, *repairs))


def in_texts(place: str, texts: Iterable[str]) -> Iterator[Finding]:
    """Yield what is wrong with texts that come from a place."""
    for text in texts:
        for found in INTERNAL.finditer(text):
            told = found[0]
            if told.startswith("0x") and not list(leaks_in(told)):
                continue  # a number that stands for an address
            around = text[max(found.start() - 60, 0) : found.end() + 60]
            yield Finding("words", place, "an address" if told.startswith("0x") else told, around)
            break


def of_ours(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings about a program that imports numpy: numpy's own words are none."""
    return [each for each in findings if each.kind != "words" or not OF_NUMPY.search(each.message)]


def is_plain(name: str, setting: object) -> bool:
    """Return whether printing can be asked for with a setting: digits are counted in whole ones."""
    kinds = int if name == "precision" else int | float
    return setting is None or (isinstance(setting, kinds) and setting >= 0)


def of_others(error: Exception) -> Iterator[Finding]:
    """Yield the finding that an error in the engine was raised by numpy or by Python, not by us."""
    ours = place_of(error)
    innermost = frames(error)[-1:]
    if not ours.startswith(ENGINE) or not innermost or isinstance(error, MemoryError):
        return
    code = innermost[0].tb_frame.f_code
    deliberate = opname[code.co_code[innermost[0].tb_lasti]] in RAISING
    if ours.startswith("engine/printing/") and not all(
        starmap(is_plain, get_printoptions().items())
    ):
        return  # PyTorch keeps any setting, and meets it in Python as well
    ours_to_say = not PLAIN.search(str(error))
    if ours_to_say and not (deliberate and "tensorlab" in code.co_filename):
        words = f"{type(error).__name__}: {error}"[:200]
        yield Finding("foreign", ours, words, named(innermost[0]))
