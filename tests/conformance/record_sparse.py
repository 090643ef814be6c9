"""Record which kernel PyTorch misses where a function is given a sparse tensor.

`python -m tests.conformance.record_sparse` needs torch and tensorlab in one environment. It writes
into tensorlab/engine/signatures/overloads.json.gz what differs from the function's own name: for
each signature and parameter the kernel, or the class and the words of another error.
"""

import gzip
import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator

import torch

import tensorlab
from tensorlab.engine.signatures.overloads import recorded
from tests.conformance.forms.recorded import recorded as recorded_forms
from tests.conformance.forms.specification import GIVEN
from tests.conformance.record_overloads import TARGET

KERNEL = re.compile(r"NotImplementedError: Could not run 'aten::([\w.]+)' .*'SparseCPU' backend")
PLAIN = r"(?i)\w+: [^\d\[]*(?:sparse|memory format)[^\d\[]*"  # words that hold for any arguments


def calls() -> Iterator[str]:
    """Calls of each recorded signature, with one tensor, or all of them, as sparse ones."""
    for spec, _ in recorded_forms():
        parts = [part for part in spec.parts if part.default is None]
        args = [part.value for part in parts if not part.keyword_only]
        named = {part.name: part.value for part in parts if part.keyword_only}
        dense = {place for place, value in enumerate(args) if len(value) == 1 and value.isalpha()}
        for chosen in (*({place} for place in dense), dense):
            mixed = [f"{x}.to_sparse()" if at in chosen else x for at, x in enumerate(args)]
            yield spec.call(mixed, named)


def raised(text: str, library: object) -> str:
    """What a call raises: its class and its words, nothing where it is answered."""
    scope = {"torch": library}
    exec(GIVEN, scope)  # noqa: S102  our own programs
    try:
        eval(text, scope)  # noqa: S307
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return ""


class Asked(dict[str, str]):
    """A table that has nothing, and writes down what was asked of it: function and place."""

    def __init__(self) -> None:
        self.last: tuple[str, ...] = ()

    def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
        """Return the default, or this table in place of an empty one."""
        self.last = (key,) if default == {} else (*self.last, key, str(default))
        return self if default == {} else default


def sparse_refusals() -> dict[str, dict[str, str]]:
    """What PyTorch says of each function, by signature and parameter, but what is its own name."""
    found: dict[tuple[str, ...], Counter[str]] = {}
    recorded()["sparse"] = asked = Asked()
    for text in calls():
        said = raised(text, torch)
        kernel = KERNEL.match(said)
        if kernel or re.fullmatch(PLAIN, said):
            asked.last = ()
            raised(text, tensorlab)
            if asked.last:
                said = kernel[1] if kernel else said
                found.setdefault(asked.last, Counter())[said] += 1
    table: dict[str, dict[str, str]] = {}
    for (key, place, usual), counted in sorted(found.items()):
        # the types of some operands do not fit, which is said before a kernel is looked for
        said = max(counted, key=lambda words: (":" not in words, counted[words]))
        if said != usual:
            table.setdefault(key, {})[place] = said
    return table


def main() -> None:
    """Write what sparse tensors are refused with beside what is recorded of signatures."""
    warnings.simplefilter("ignore")
    record = {**recorded(), "sparse": sparse_refusals()}
    text = json.dumps(record, indent=0, sort_keys=True) + "\n"
    TARGET.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
