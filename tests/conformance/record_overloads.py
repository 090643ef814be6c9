"""Record the signatures that PyTorch names when it refuses a call.

`python -m tests.conformance.record_overloads` needs torch and tensorlab in one environment. It
writes tensorlab/engine/overloads.json: for every declared function with more than one signature
the list of them, and which functions are written in Python or take no argument at all, since their
refusals are worded differently.
"""

import json
import re
import types
import warnings
from pathlib import Path
from typing import Any

import torch

import tensorlab.ops.namespace
from tensorlab.engine.declaration import OPERATIONS

TARGET = Path(tensorlab.__file__).parent / "engine" / "overloads.json"
NONSENSE: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((object(),) * 9, {}),
    ((), {"no_such_name": 1}),
    ((object(),) * 9, {"no_such_name": 1}),
    ((object(),), {}),
    ((object(),) * 2, {}),
    ((object(),) * 3, {}),
    ((3,), {}),
    ((2, 3), {}),
]


def theirs(qualified: str) -> Any:
    """PyTorch's function of a name, or a bound method; None if it has none."""
    *path, name = qualified.split(".")
    if path == ["torch", "Tensor"]:
        return getattr(torch.zeros(2, 2), name, None)
    place: Any = torch
    for part in path[1:]:
        place = getattr(place, part, None)
    return getattr(place, name, None)


def refusals(function: Any, operand: Any) -> list[str]:
    """What PyTorch says to calls that make no sense."""
    said = []
    for args, settings in NONSENSE:
        for first in ((), (operand,)):
            try:
                function(*first, *args, **settings)
            except Exception as error:  # noqa: BLE001
                said.append(str(error))
    return said


def signatures(said: list[str]) -> list[str]:
    """The signatures that the refusals name."""
    for text in said:
        if "invalid combination" in text:
            several = re.findall(r"^ \* (\(.*\))$", text, re.MULTILINE)
            return several or [text.rpartition("but expected ")[2].strip()]
    return []


def main() -> None:
    """Record every declared name that PyTorch has too."""
    warnings.simplefilter("ignore")
    overloads: dict[str, list[str]] = {}
    python: list[str] = []
    bare: list[str] = []
    for qualified in sorted(OPERATIONS):
        function = theirs(qualified)
        if function is None or qualified.endswith(("manual_seed", "seed", "backward", "_state")):
            continue
        if isinstance(function, types.FunctionType | types.MethodType):
            python.append(qualified)
        said = refusals(function, torch.zeros(2, 2))
        found = signatures(said)
        if found:
            overloads[qualified] = found
        elif any("takes no arguments" in text for text in said):
            bare.append(qualified)
    record = {"overloads": overloads, "python": python, "bare": bare}
    TARGET.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len(overloads)} with several signatures, {len(python)} in Python, {len(bare)} bare")


if __name__ == "__main__":
    main()
