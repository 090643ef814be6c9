"""What a replay must give: PyTorch's outcomes, but for the known gaps."""

from tensorlab.engine.calling.falling import Falls
from tests.conformance.gaps import BY_IMPORT, EVERYWHERE, LANGUAGE, LAST_DIGITS, gaps
from tests.conformance.replay import Run, differences, run_by_import, run_by_language, settings_kept

KNOWN = gaps(EVERYWHERE) | gaps(BY_IMPORT)
KNOWN_IN_LANGUAGE = gaps(EVERYWHERE) | gaps(LANGUAGE)
OF_PROCESSORS = gaps(LAST_DIGITS)
# Calls that fail on a fast path, as is known there, and are answered by the slow one.
FORESEEN = {
    "OverflowError": "a number that the type of a tensor does not hold",
    "UFuncTypeError": "`out=` of another type than the result's",
    "AxisError": "a dimension of a tensor that has none",
}
FORESEEN_OF = {
    "tensor_split transpose": "numpy's names of settings",
    "max": "a dimension that is a tensor",
    "as_strided full permute repeat sum view": "a truth value among sizes, which numpy refuses",
}
FORESEEN_TYPE_ERRORS = {name for names in FORESEEN_OF for name in names.split()}


def check_by_import(family: str) -> None:
    """Fail where Python's programs do not do with tensorlab what they do with PyTorch."""
    check(family, run_by_import, KNOWN)


def check_by_language(family: str) -> None:
    """Fail where programs do not do in the language what they do with PyTorch."""
    check(family, run_by_language, KNOWN_IN_LANGUAGE)


def check(family: str, run: Run, known: dict[tuple[str, str], str]) -> None:
    """Fail for a difference that is not a known gap, and for a known gap that has closed."""
    Falls.counts.clear()
    with settings_kept():
        found = {
            key: each
            for each in differences(family, run)
            if (key := (family, each.case.name)) not in OF_PROCESSORS or each.kind != "last digits"
        }
    news = [difference for key, difference in found.items() if key not in known]
    closed = [name for of, name in known if of == family and (of, name) not in found]
    shown = "\n".join(str(difference) for difference in news[:5])
    assert not news, f"{len(news)} cases differ from PyTorch:\n{shown}"
    assert not closed, f"right by now, so strike them from gaps.txt: {closed}"
    falls = [(name, error) for name, error in Falls.counts if error not in FORESEEN
             and not (error == "TypeError" and name in FORESEEN_TYPE_ERRORS)]  # fmt: skip
    assert not falls, f"fast paths failed unforeseen, which slow ones answered: {falls}"
