"""Record the signatures that PyTorch names when it refuses a call.

`python -m tests.conformance.record_overloads` needs torch and tensorlab in one environment. It
writes tensorlab/engine/signatures/overloads.json.gz, which zcat reads: for every declared function
the list of its signatures (but not a single one that its declaration tells as well), which
functions take no argument at all, and which are written in Python, with what those say where an
argument is nonsense.
"""

import ast
import gzip
import json
import re
import types
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import torch
import torchgen

import tensorlab
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.signatures.combination import PREFIXES
from tensorlab.engine.signatures.overloads import overload, own_overload, recorded
from tensorlab.ops.loading import load_all
from tests.conformance.record_nonsense import own_name, said_of_nonsense

TARGET = Path(tensorlab.__file__).parent / "engine" / "signatures" / "overloads.json.gz"
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


def shown_name(qualified: str, said: list[str]) -> str | None:
    """The name by which refusals call a function, None where it is the usual one."""
    space, _, function = qualified.rpartition(".")
    names = {found[1] for text in said if (found := re.match(r"(torch\._\w+\.\w+|\w+)\(\)", text))}
    usual = PREFIXES.get(space, "") + function
    return names.pop() if len(names) == 1 and usual not in names else None


def signatures(said: list[str]) -> list[str]:
    """The signatures that the refusals name."""
    for text in said:
        if "invalid combination" in text:
            several = re.findall(r"^ \* (\(.*\))$", text, re.MULTILINE)
            return several or [text.rpartition("but expected ")[2].strip()]
    return []


# PyTorch's names of types, in the declarations of its operators and in its refusals.
KINDS = {
    "Tensor": "Tensor", "number": "Number", "int": "int", "SymInt": "int", "bool": "bool",
    "float": "float", "str": "str", "ScalarType": "torch.dtype", "Layout": "torch.layout",
    "Device": "torch.device", "MemoryFormat": "torch.memory_format",
    "Generator": "torch.Generator",
}  # fmt: skip
# What PyTorch reads by hand, beside what its operator says.
BY_HAND = {
    "torch.nonzero": "(Tensor input, *, bool as_tuple = False, Tensor out = None)",
    "torch.range": "(Number start, Number end, Number step = 1, *, Tensor out = None, torch.dtype "
    "dtype = None, torch.layout layout = torch.strided, torch.device device = None, "
    "bool requires_grad = False)",
}
NAMESPACES = {"torch.linalg.": "linalg_", "torch.special.": "special_", "torch.fft.": "fft_"}


@cache
def declarations() -> str:
    """PyTorch's declarations of its operators."""
    declared = Path(torchgen.__file__).parent / "packaged/ATen/native/native_functions.yaml"
    return declared.read_text(encoding="utf-8")


@cache
def generated_outs() -> set[str]:
    """The operators with `out=` that PyTorch makes for itself, which only copies of views take."""
    lines = re.findall(r"^  autogen: (.*)$", declarations(), re.MULTILINE)
    names = {name for line in lines for name in line.split(", ")}
    return {name for name in names if not re.match(r"\w+_copy\.|slice_scatter\.", name)}


def single_signature(qualified: str) -> str | None:
    """The signature of a function that has but one, from the declaration of its operator."""
    if qualified in BY_HAND:
        return BY_HAND[qualified]
    space, _, name = qualified.rpartition(".")
    operator = f"aten::{NAMESPACES.get(f'{space}.', '')}{name}"
    found = [
        schema
        for schema in torch._C._jit_get_schemas_for_operator(operator)
        if not any("Dimname" in str(part.type) for part in schema.arguments)
        and schema.overload_name != "hacked_twin"  # which programs cannot call
        and (space != "torch.Tensor" or str(schema.arguments[0].type) == "Tensor")
    ]
    plain = [schema for schema in found if not any(part.is_out for part in schema.arguments)]
    if len(plain) != 1:
        return None
    items, starred = [], False
    for argument in plain[0].arguments[space == "torch.Tensor" :]:
        if argument.kwarg_only and not starred:
            items.append("*")
            starred = True
        items.append(item_of(argument))
    outs = [schema for schema in found if any(part.is_out for part in schema.arguments)]
    name = operator.removeprefix("aten::")
    outs = [one for one in outs if f"{name}.{one.overload_name}" not in generated_outs()]
    if outs and space != "torch.Tensor":
        targets = [part for part in outs[0].arguments if part.is_out]
        many = len(targets) > 1 or "List" in str(targets[0].type)
        kind = "tuple of Tensors" if many else "Tensor"
        items += [*([] if starred else ["*"]), f"{kind} out = None"]
    return f"({', '.join(items)})"


def symbolic_numbers() -> dict[str, list[str]]:
    """Numbers that may be symbols while a program is traced: any tensor of one number will do."""
    found: dict[str, set[str]] = {}
    tensors: dict[str, set[str]] = {}
    for name, items in re.findall(r"^- func: (\w+)[^(]*\((.*)\) ->", declarations(), re.MULTILINE):
        found.setdefault(name, set()).update(re.findall(r"SymInt\?? (\w+)", items))
        tensors.setdefault(name, set()).update(re.findall(r"Tensor (\w+)", items))
    known: dict[str, list[str]] = {}
    for qualified in sorted(OPERATIONS):
        space, _, name = qualified.rpartition(".")
        operator = NAMESPACES.get(f"{space}.", "") + name
        if numbers := found.get(operator, set()) - tensors.get(operator, set()):
            known[qualified] = sorted(numbers)
    return known


def item_of(argument: Any) -> str:
    """One parameter as PyTorch's refusals write it."""
    declared = str(argument.real_type)
    nullable = declared.startswith("Optional[")
    if "List[" in declared:
        part = next((part for part in ("Tensor", "float", "bool") if part in declared), "int")
        kind = f"tuple of {part}s"
    else:
        kind = KINDS[declared.removeprefix("Optional[").removesuffix("]")]
    name = {"self": "input"}.get(argument.name, argument.name)
    if argument.has_default_value():
        return f"{kind} {name} = {str(argument.default_value).replace(', ', ',')}"
    return f"{kind}{'?' * nullable} {name}"


# The functions that still take a factor before what that multiplies, though no refusal says so.
FACTORS_FIRST = ["add", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm", "sub"]


def deprecated() -> dict[str, list[str]]:
    """The signatures of before, from PyTorch's stubs: those in which a factor needs no name."""
    stubs = Path(torch.__file__).parent / "_C/_VariableFunctions.pyi"
    found: dict[str, list[str]] = {}
    for node in ast.parse(stubs.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name in FACTORS_FIRST:
            items = [old_item(part) for part in node.args.args]
            text = f"({', '.join(items)}, *, Tensor out = None)"
            texts = found.setdefault(f"torch.{node.name}", [])
            if "Number" in text and "out_dtype" not in text and text not in texts:
                texts.append(text)
    return found


def old_item(part: ast.arg) -> str:
    """One parameter of a signature of before, as PyTorch's warning writes it."""
    kind = "Tensor" if "Tensor" in ast.unparse(part.annotation or part) else "Number"
    return f"{kind} {'input' if part.arg == 'self' else part.arg}"


def main() -> None:
    """Record every declared name that PyTorch has too."""
    warnings.simplefilter("ignore")
    load_all()
    overloads: dict[str, list[str]] = {}
    single: dict[str, str] = {}
    python = {**recorded()["python"]}
    bare: list[str] = []
    shown: dict[str, str] = {}
    for qualified in sorted(OPERATIONS):
        function = theirs(qualified)
        if function is None:
            continue
        is_python = isinstance(function, types.FunctionType | types.MethodType)
        if qualified.endswith(
            ("manual_seed", "seed", "backward", "autograd.grad", "_state")
        ):  # no nonsense there
            if is_python:
                python[qualified] = own_name(function, OPERATIONS[qualified].name)
            continue
        if is_python:
            python[qualified] = said_of_nonsense(qualified, function)
        said = refusals(function, torch.zeros(2, 2))
        found = signatures(said)
        if qualified not in python and (name := shown_name(qualified, said)) is not None:
            shown[qualified] = name
        if found:
            overloads[qualified] = found
        elif any(re.search("takes (no|exactly one) argument", text) for text in said):
            bare.append(qualified)
        elif qualified not in python and (text := single_signature(qualified)) is not None:
            method = qualified.startswith("torch.Tensor.")
            own = own_overload(OPERATIONS[qualified].signature, method=method)
            if overload(text).parameters != own.parameters:
                single[qualified] = text
    record = {"overloads": overloads, "single": single, "python": python, "bare": bare}
    record["deprecated"], record["shown"] = deprecated(), shown
    record["symbolic"], record["sparse"] = symbolic_numbers(), recorded()["sparse"]
    text = json.dumps(record, indent=0, sort_keys=True) + "\n"
    TARGET.write_bytes(gzip.compress(text.encode(), mtime=0))
    print(
        f"{len(overloads) + len(single)} with signatures, {len(python)} in Python, {len(bare)} bare"
    )


if __name__ == "__main__":
    main()
