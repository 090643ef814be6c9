"""Type stubs made from the declarations: `python -m tensorlab.ops.stubs` writes them."""

import sys
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin

import tensorlab
from tensorlab.engine.declaring import NAMESPACES, OPERATIONS, Kind, Tensor
from tensorlab.engine.declaring.declaration import COMMUTATIVE, OPERATORS, SWAPPED, operator_names
from tensorlab.engine.dtypes import DType
from tensorlab.engine.naming import HOMES
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.accepting import UNIONS
from tensorlab.engine.signatures.signature import (
    MISSING,
    Array,
    Arrays,
    Dims,
    Factor,
    Index,
    Mask,
    Number,
    Operand,
    Parameter,
)
from tensorlab.engine.size import Size
from tensorlab.ops.loading import PACKAGE
from tensorlab.ops.namespace import VALUES

MADE = '"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""\n\n'
IMPORTS = """\
import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor

_int = builtins.int
_float = builtins.float
_bool = builtins.bool
_str = builtins.str
_ints = _int | Sequence[_int]
_InPlace = Callable[..., Tensor]
Number = _int | _float | builtins.complex

"""
# Tensors have methods of the names int, float and bool: Python's own need others.
TYPES: list[tuple[Any, str]] = [
    (Array, "Tensor"),
    (Mask, "Tensor"),
    (Index, "Tensor"),
    (Operand, "Tensor | Number"),
    (Factor, "Number"),
    (Number, "Number"),
    (Arrays, "Sequence[Tensor]"),
    (Dims, "_ints"),
    (tuple[int, ...], "_ints"),
    (Tensor, "Tensor"),
    (DType, "DType"),
    (Size, "Size"),
    (int, "_int"),
    (float, "_float"),
    (bool, "_bool"),
    (str, "_str"),
    (NoneType, "None"),
    (None, "None"),
]
ROOT = Path(tensorlab.__file__).parent
UNARY = {"unary -", "unary +", "~", "abs"}
COMPARISONS = {"==", "!="}
PROTOCOL = """\
    def __getitem__(self, index: Any) -> Tensor:...
    def __setitem__(self, index: Any, value: Any) -> None:...
    def __int__(self) -> _int:...
    def __float__(self) -> _float:...
    def __bool__(self) -> _bool:...
    def __index__(self) -> _int:...
"""


def type_text(annotation: object) -> str:
    """Return an annotation as a stub writes it."""
    for known, text in TYPES:
        if known is annotation or known == annotation:
            return text
    if get_origin(annotation) in UNIONS:
        texts = dict.fromkeys(map(type_text, get_args(annotation)))
        if "_ints" in texts:
            texts.pop("_int", None)
        return "Any" if "Any" in texts else " | ".join(texts)
    return "Any"


def parameter_text(parameter: Parameter) -> str:
    """Return one parameter as a stub writes it."""
    text = type_text(parameter.annotation)
    if parameter.variadic:
        return f"*{parameter.name}: Any"
    if parameter.default is MISSING:
        return f"{parameter.name}: {text}"
    if parameter.default is None and "None" not in text and text != "Any":
        text += " | None"
    return f"{parameter.name}: {text}=..."


def parameters_of(operation: Operation, *, method: bool) -> str:
    """Return an operation's parameters as a stub writes them."""
    parts: list[str] = []
    parameters = list(operation.signature.parameters.values())
    loose = operation.variadic if method else None
    if method:
        parts, parameters = ["self"], parameters[1:]
        parameters = [part for part in parameters if part.name != "out"]
    elif operation.facts.get("size"):
        loose = "size"
    for parameter in sorted(parameters, key=lambda part: part.keyword_only):
        if parameter.name == loose:
            parts.append(f"*{loose}: Any")
            continue
        starred = any(part.startswith("*") for part in parts)
        if parameter.keyword_only and not starred:
            parts.append("*")
        parts.append(parameter_text(parameter))
    return ", ".join(parts)


def result_text(operation: Operation) -> str:
    """Return the type of an operation's result as a stub writes it."""
    returns = operation.forward.__annotations__.get("return")
    if operation.kind is Kind.CREATION:
        return "Tensor"
    if operation.kind in {Kind.COMPOSITE, Kind.FILLING}:
        return type_text(returns)
    return "Any" if "tuple" in str(returns) else "Tensor"


def function_text(name: str, operation: Operation, *, method: bool = False) -> str:
    """Return the stub of a function or of a method."""
    indent = "    " if method else ""
    if name.endswith("_"):
        return f"{indent}{name}: _InPlace\n"
    text = f"({parameters_of(operation, method=method)}) -> {result_text(operation)}:...\n"
    return f"{indent}def {name}{text.replace(', ', ',').replace(': ', ':').replace(' -> ', '->')}"


def methods_text() -> str:
    """Return the stub of the class that tensors have their methods from."""
    lines = ["class Methods:\n", "    __slots__ = ()\n"]
    for name, value in sorted(vars(Tensor).items()):
        if isinstance(value, property) and name not in Tensor.__annotations__:
            if value.fget.__module__ == vars(Tensor)["shape"].fget.__module__:
                continue
            returns = type_text(value.fget.__annotations__.get("return", Tensor))
            lines.append(f"    @property\n    def {name}(self) -> {returns}:...\n")
    for qualified, operation in sorted(OPERATIONS.items()):
        namespace, _, name = qualified.rpartition(".")
        if namespace != "torch.Tensor":
            continue
        lines.append(function_text(name, operation, method=True))
    return "".join(lines) + operators_text() + PROTOCOL


def operators_text() -> str:
    """Return the stubs of the operators."""
    lines: list[str] = []
    for symbol, name in OPERATORS.items():
        if symbol in UNARY:
            lines.append(f"    def __{name}__(self) -> Tensor:...\n")
        elif symbol in COMPARISONS:
            ignore = "  # type: ignore[override]"
            lines.append(f"    def __{name}__(self, other: object) -> Tensor:...{ignore}\n")
        else:
            lines.append(f"    def __{name}__(self, other: Any) -> Tensor:...\n")
            if symbol in COMMUTATIVE | SWAPPED:
                lines.append(f"    def __r{name}__(self, other: Any) -> Tensor:...\n")
    return "".join(lines)


def namespace_text(namespace: str) -> str:
    """Return the stubs of a namespace's functions."""
    return "".join(
        function_text(name, value.operation)
        for name, value in sorted(NAMESPACES[namespace].items())
        if hasattr(value, "operation") and name.isidentifier()
    )


def modules_text() -> str:
    """Return what says that torch's modules are there, and where their own stubs are."""
    text = ""
    for name in sorted(vars(tensorlab)["MODULES"]):
        made = f"torch.{name}" in NAMESPACES or (ROOT / f"namespaces/{name}.py").exists()
        if (ROOT / name).is_dir() or (ROOT / f"{name}.py").exists():
            text += f"from tensorlab import {name} as {name}\n"
        else:
            text += f"from tensorlab.namespaces import {name} as {name}\n" if made else ""
    return text


def package_text() -> str:
    """Return the stub of the package itself."""
    own = {"Tensor": "Tensor", "Size": "Size", "device": "Device", "dtype": "DType"}
    parts = [modules_text(), IMPORTS, "__version__: str\n"]
    parts += [f"{name} = {kind}\n" for name, kind in own.items() if name != kind]
    for name, value in sorted(VALUES.items()):
        if name not in own and name.isidentifier():
            parts.append(f"{name}: {type_text(type(value))}\n")
    return "".join(parts) + "\n" + namespace_text("torch")


def imports_of(text: str) -> str:
    """Return the imports and the names of types, without those that a text does not need."""
    kept: list[str] = []
    for line in reversed(IMPORTS.splitlines(keepends=True)):
        name = line.split()[0] if line.startswith("_") else line.rstrip().rpartition(" ")[2]
        kept.insert(0, line if name in text or not line.startswith(("_", "from tensorlab")) else "")
        text += kept[0]
    return "".join(kept)


def families() -> dict[str, str]:
    """Return for each name, in its namespace, the file that declares it."""
    found: dict[str, str] = {}

    def enter(name: str, module: str | None) -> None:
        family = (module or "").removeprefix(PACKAGE)
        if family != module and "." in family:
            found.setdefault(name, family)

    for qualified, operation in OPERATIONS.items():
        enter(qualified, operation.forward.__module__)
        if operation.symbol:
            for method in operator_names(operation.symbol, inplace=operation.has_inplace):
                enter(f"torch.Tensor.{method}", operation.forward.__module__)
    for name, value in vars(Tensor).items():
        getter = value.fget if isinstance(value, property) else value
        enter(f"torch.Tensor.{name}", getattr(getter, "__module__", None))
    for namespace, names in NAMESPACES.items():
        for name, value in names.items():
            if not hasattr(value, "operation"):
                home = HOMES.get(value) if isinstance(value, type) else None
                enter(f"{namespace}.{name}", home or getattr(value, "__module__", None))
    return found


def index_text() -> str:
    """Return the index of names: by family and namespaces."""
    homes: dict[tuple[str, str], list[str]] = {}
    for qualified, family in sorted(families().items()):
        home, _, name = qualified.rpartition(".")
        homes.setdefault((family, name), []).append(home)
    lines: dict[str, list[str]] = {}
    for (family, name), spaces in homes.items():
        lines.setdefault(f"{family} {','.join(spaces)} ", []).append(name)
    return "".join(f"{begin}{' '.join(names)}\n" for begin, names in sorted(lines.items()))


def stubs() -> dict[str, str]:
    """Return every stub by its path inside the package."""
    found = {
        "__init__.pyi": MADE + package_text(),
        "engine/methods.pyi": MADE + IMPORTS + methods_text(),
        "ops/index.txt": index_text(),
    }
    for namespace in sorted(NAMESPACES.keys() - {"torch", "torch.Tensor"}):
        path = namespace.removeprefix("torch.").replace(".", "/")
        if "/" not in path and not (ROOT / path).is_dir():
            path = f"namespaces/{path}"
        elif not (ROOT / f"{path}.py").exists():
            continue
        found[f"{path}.pyi"] = MADE + imports_of(text := namespace_text(namespace)) + text
    return found


def main() -> None:
    """Write the stubs."""
    for path, text in stubs().items():
        (ROOT / path).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
