"""Type stubs made from the declarations: `python -m tensorlab.ops.stubs` writes them."""

import sys
from pathlib import Path
from typing import Any

from tensorlab.engine.creating import SETTINGS, Creation
from tensorlab.engine.declaration import (
    ATTRIBUTES,
    NAMESPACES,
    OPERATIONS,
    OPERATORS,
    Operation,
)
from tensorlab.engine.dtypes import DType
from tensorlab.engine.signature import (
    MISSING,
    Array,
    Arrays,
    Dims,
    Index,
    Mask,
    Number,
    Operand,
    Parameter,
)
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.namespace import VALUES

HEAD = '''"""Made from the declarations; `python -m tensorlab.ops.stubs` makes it anew."""

from collections.abc import Callable, Sequence
from typing import Any, Self

'''
IMPORTS = "from tensorlab import Number, Tensor, device, dtype\n\n"
TYPES: list[tuple[Any, str]] = [
    (Array, "Tensor"),
    (Operand, "Tensor | Number"),
    (Mask, "Tensor"),
    (Index, "Tensor"),
    (Arrays, "Sequence[Tensor]"),
    (int, "int"),
    (float, "float"),
    (bool, "bool"),
    (str, "str"),
    (Number, "Number"),
    (Dims, "int | Sequence[int]"),
    (tuple[int, ...], "int | Sequence[int]"),
    (DType, "dtype | None"),
    (DType | None, "dtype | None"),
    (int | None, "int | None"),
    (float | None, "float | None"),
    (bool | None, "bool | None"),
    (Tensor, "Tensor"),
    (Tensor | None, "Tensor | None"),
]
RESULTS: dict[Any, str] = {
    bool: "bool", int: "int", float: "float", str: "str", None: "None", DType: "dtype",
    Any: "Any",
}  # fmt: skip
PLAIN_OPERATORS = {"unary -", "unary +", "~", "abs"}


def type_text(annotation: Any) -> str:
    """Return an annotation as the stub writes it."""
    return next((text for known, text in TYPES if known == annotation), "Any")


def parameter_text(parameter: Parameter) -> str:
    """Return one parameter as the stub writes it."""
    if parameter.default is MISSING:
        return f"{parameter.name}: {type_text(parameter.annotation)}"
    text = type_text(parameter.annotation)
    if parameter.default is None and "None" not in text and text != "Any":
        text += " | None"
    return f"{parameter.name}: {text} = ..."


def parameters_of(operation: Operation, *, method: bool) -> str:
    """Return an operation's parameters as the stub writes them."""
    parts: list[str] = []
    parameters = list(operation.signature.parameters.values())
    if method:
        parts, parameters = ["self"], parameters[1:]
        if operation.variadic:
            parts.append(f"*{operation.variadic}: Any")
            parameters = [part for part in parameters if part.name != operation.variadic]
    elif isinstance(operation, Creation) and operation.sized:
        parts.append("*size: int | Sequence[int]")
        parameters = [part for part in parameters if part.name != "size"]
    for parameter in parameters:
        if parameter.variadic:
            parts.append(f"*{parameter.name}: Any")
        else:
            starred = any(part.startswith("*") for part in parts)
            if parameter.keyword_only and not starred:
                parts.append("*")
            parts.append(parameter_text(parameter))
    return ", ".join(parts)


def result_text(operation: Operation) -> str:
    """Return the type of an operation's result as the stub writes it."""
    returns = operation.forward.__annotations__.get("return")
    if operation.kind == "creation":
        return "Tensor"
    if operation.kind == "composite":
        return RESULTS.get(returns, "Tensor" if returns is Tensor else "Any")
    return "Any" if "tuple" in str(returns) else "Tensor"


def function_text(name: str, operation: Operation, indent: str = "") -> str:
    """Return the stub of a function or, indented, of a method."""
    parameters = parameters_of(operation, method=bool(indent))
    return f"{indent}def {name}({parameters}) -> {result_text(operation)}: ...\n"


def tensor_text() -> str:
    """Return the stub of the class Tensor."""
    lines = ["class Tensor:\n", "    def __init__(self, data: Any = ...) -> None: ...\n"]
    lines += [f"    {name}: Any\n" for name in sorted(ATTRIBUTES)]
    for qualified, operation in sorted(OPERATIONS.items()):
        namespace, _, name = qualified.rpartition(".")
        if namespace != "torch.Tensor":
            continue
        if name.endswith("_") and not operation.name.endswith("_"):
            lines.append(f"    def {name}(self, *args: Any, **settings: Any) -> Self: ...\n")
        else:
            lines.append(function_text(name, operation, "    "))
    for symbol, name in OPERATORS.items():
        if symbol.startswith("reflected"):
            continue
        if symbol in PLAIN_OPERATORS:
            lines.append(f"    def __{name}__(self) -> Tensor: ...\n")
            continue
        other = "other: Any" if symbol not in {"==", "!="} else "other: object"
        ignore = "" if symbol not in {"==", "!="} else "  # type: ignore[override]"
        lines.append(f"    def __{name}__(self, {other}) -> Tensor: ...{ignore}\n")
        if not symbol.startswith(("<", ">", "=", "!")) or symbol in {"<<", ">>"}:
            lines.append(f"    def __r{name}__(self, other: Any) -> Tensor: ...\n")
    for name, result in {
        "getitem": "Tensor", "len": "int", "iter": "Any", "bool": "bool", "int": "int",
        "float": "float", "index": "int", "hash": "int",
    }.items():  # fmt: skip
        index = ", index: Any" if name == "getitem" else ""
        lines.append(f"    def __{name}__(self{index}) -> {result}: ...\n")
    lines.append("    def __setitem__(self, index: Any, value: Any) -> None: ...\n")
    return "".join(lines)


def namespace_text(namespace: str) -> str:
    """Return the stubs of a namespace's functions."""
    lines = [
        function_text(name, value.operation)
        for name, value in sorted(NAMESPACES[namespace].items())
        if hasattr(value, "operation") and name.isidentifier()
    ]
    return "".join(lines)


def main_text() -> str:
    """Return the stub of the package itself."""
    from tensorlab import MODULES  # type: ignore[attr-defined,unused-ignore]  # noqa: PLC0415

    parts = [HEAD, "from tensorlab import " + ", ".join(sorted(MODULES)) + "\n\n"]
    parts.append("Number = int | float | complex\n__version__: str\n\n")
    parts.append("class dtype: ...\nclass layout: ...\nclass Size(tuple[int, ...]):\n")
    parts.append("    def numel(self) -> int: ...\n\n")
    parts.append("class device:\n    type: str\n    index: int | None\n")
    parts.append("    def __init__(self, type: Any, index: int | None = ...) -> None: ...\n\n")
    parts.append(tensor_text() + "\n")
    known = {"Tensor", "dtype", "layout", "Size", "device"}
    for name, value in sorted(VALUES.items()):
        if name in known or not name.isidentifier():
            continue
        kind = "dtype" if isinstance(value, DType) else RESULTS.get(type(value), "Any")
        parts.append(f"{name}: {kind}\n")
    return "".join(parts) + "\n" + namespace_text("torch")


def stubs() -> dict[str, str]:
    """Return every stub by its path inside the package."""
    found = {"__init__.pyi": main_text()}
    for namespace in sorted(NAMESPACES):
        if namespace not in {"torch", "torch.Tensor"}:
            path = namespace.removeprefix("torch.").replace(".", "/") + ".pyi"
            found[path] = HEAD + IMPORTS + namespace_text(namespace)
    return found


def main() -> None:
    """Write the stubs."""
    package = Path(__file__).resolve().parent.parent
    for path, text in stubs().items():
        (package / path).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
