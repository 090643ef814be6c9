"""Read PyTorch's signatures, and find arguments that each of them takes. Needs torch."""

import ast
import inspect
import json
import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from tests.conformance.forms.specification import GIVEN, Part, Specification

TRIES = 1500
STUBS = Path(torch.__file__).parent / "_C"
TENSORS = ("a", "v", "w", "s", "i", "j", "n", "m", "c", "t", "u", "z", "b")
# Other machines and processes, what lives on, and what only PyTorch's own parts call.
# What is left out, and arguments to try: of functions whose arguments have to fit together, and of
# parameters by their names and types.
TABLES: dict[str, Any] = json.loads(Path(__file__).with_name("arguments.json").read_text())
LEFT_OUT = re.compile(TABLES["left_out"])
KNOWN, WORDS, VALUES = TABLES["known"], TABLES["words"], TABLES["values"]
INTS, FLOATS, SIZES, LISTS = (TABLES[name] for name in ("ints", "floats", "sizes", "lists"))
Parameters = list[
    tuple[str, str, str | None, bool]
]  # name, type, default, whether it is keyword-only


def candidates(name: str, kind: str) -> tuple[str, ...]:
    """Return texts of arguments that a parameter of a name and type may take."""
    if name in WORDS:
        return WORDS[name]
    if name in VALUES and not (name in ("dim", "dims", "size") and re.fullmatch(r"_?bool", kind)):
        if name == "dim" and re.fullmatch(r"(_int|int)( \| SymInt)?( \| None)?", kind):
            return ("0", "1", "-1")
        return VALUES[name]
    if re.search(r"(Sequence|tuple|list|List)\[.*Tensor", kind):
        return LISTS
    if "Tensor" in kind:
        return TENSORS + (("2", "0.5") if re.search("Number|float|int", kind) else ())
    if re.search(r"Sequence|_size|tuple|Tuple|_ratio", kind):
        return SIZES if "float" not in kind else ("(0.5, 0.5)", "[1.0, 2.0]")
    if "bool" in kind:
        return ("True", "False")
    if "Number" in kind or "float" in kind:
        return FLOATS
    if "int" in kind or "Int" in kind:
        return INTS
    if "str" in kind:
        return ("'sum'", "'mean'", "'reflect'", "'ij'")
    if "Callable" in kind:
        return ("torch.relu", "torch.nn.ReLU()")
    if kind in ("", "Any"):
        return (*TENSORS, *INTS, "True", *LISTS[:2], "0.5", *SIZES[:3])
    return ("None", *INTS[:2])


def stub_signatures(path: Path, owner: str | None) -> Iterator[tuple[str, Parameters]]:
    """Yield the signatures that stand in a file of stubs, of a class or of the module."""
    tree: Any = ast.parse(path.read_text(encoding="utf-8"))
    if owner is not None:
        tree = next(
            node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner
        )
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, parameters_of(node.args)


def parameters_of(args: ast.arguments) -> Parameters:
    """Return name, type, default and whether it needs its name, of each parameter of a stub."""

    def kind(arg: ast.arg) -> str:
        return ast.unparse(arg.annotation) if arg.annotation else ""

    plain = [*args.posonlyargs, *args.args]
    missing: list[Any] = [None] * (len(plain) - len(args.defaults))
    found = [
        (arg.arg, kind(arg), ast.unparse(default) if default else None, False)
        for arg, default in zip(plain, [*missing, *args.defaults], strict=True)
    ]
    if args.vararg is not None:
        found.append((args.vararg.arg, f"*{kind(args.vararg)}", None, False))
    found += [
        (arg.arg, kind(arg), ast.unparse(default) if default else None, True)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    return found


def python_signature(function: Any) -> Parameters | None:
    """Return the same of a function or class written in Python, or of one told in its docstring."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        signature = None
    if signature is None or list(signature.parameters) in (["args", "kwargs"], ["args"]):
        doc = re.search(r"\w+\((.*?)\) *(->|\n|$)", (function.__doc__ or "").strip())
        if doc is None:
            return None
        text = doc[1].replace("\\*", "*").replace("*, ", "*, ")
        try:
            node: Any = ast.parse(f"def f({text}): ...").body[0]
        except SyntaxError:
            return None
        return parameters_of(node.args)
    found = []
    for part in signature.parameters.values():
        kind = "" if part.annotation is part.empty else inspect.formatannotation(part.annotation)
        default = None if part.default is part.empty else repr(part.default)
        if default is not None and ("<" in default or default == "inf"):
            default = "None" if "<" in default else "float('inf')"
        kind = f"*{kind}" if part.kind is part.VAR_POSITIONAL else kind
        if part.kind is part.VAR_KEYWORD:
            continue
        found.append((part.name, kind, default, part.kind is part.KEYWORD_ONLY))
    return found


def signatures() -> Iterator[tuple[str, Parameters]]:
    """Yield the name and parameters of every signature."""
    for name, found in stub_signatures(STUBS / "_VariableFunctions.pyi", None):
        if hasattr(torch, name):
            yield f"torch.{name}", found
    for name in sorted(vars(torch)):
        function = getattr(torch, name)
        if inspect.isfunction(function) and function.__module__ in (
            "torch.functional",
            "torch._lobpcg",
            "torch",
        ):
            found = python_signature(function)
            if found:
                yield f"torch.{name}", found
    for name, found in stub_signatures(STUBS / "__init__.pyi", "TensorBase"):
        if found and found[0][0] == "self" and hasattr(torch.Tensor, name):
            yield f".{name}", found
    for name in sorted(vars(torch.Tensor)):
        function = vars(torch.Tensor)[name]
        if inspect.isfunction(function) and not name.startswith("_"):
            yield f".{name}", python_signature(function) or []
    for space in ("nn.functional", "linalg", "fft", "special", "nn.init", "nn", "optim"):
        module: Any = torch
        for part in space.split("."):
            module = getattr(module, part)
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if (
                name.startswith("_")
                or not callable(function)
                or (space in ("nn", "optim") and not inspect.isclass(function))
                or (space not in ("nn", "optim") and inspect.isclass(function))
            ):
                continue
            if not str(getattr(function, "__module__", "torch")).startswith("torch"):
                continue
            found = python_signature(function)
            if found:
                yield f"torch.{space}.{name}", found


def specifications(seed: int = 0) -> Iterator[Specification]:
    """Yield each signature with arguments that PyTorch takes, where some were found."""
    warnings.simplefilter("ignore")
    seen = set()
    for name, parameters in signatures():
        if LEFT_OUT.match(name.rpartition(".")[2].lstrip(".")):
            continue
        found = taken(name, parameters, random.Random(f"{seed}{name}{parameters}"))  # noqa: S311
        if found is not None and found not in seen:
            seen.add(found)
            yield found


def taken(name: str, parameters: Parameters, draws: random.Random) -> Specification | None:
    """Return a signature with arguments that PyTorch takes, or None where none was found."""
    if any(kind.startswith("*") for _, kind, _, _ in parameters):
        parameters = [
            p
            if not p[1].startswith("*")
            else (
                p[0],
                "Sequence[Tensor]" if "Tensor" in p[1] or "Any" in p[1] else "Sequence",
                None,
                False,
            )
            for p in parameters
        ]
    must = [p for p in parameters if p[2] is None]
    known = KNOWN.get(name.rpartition(".")[2])
    if known is not None:
        return of_known(name, parameters, known, draws)
    if name.startswith(".") and not must:
        return None
    space = [candidates(part, kind) for part, kind, _, _ in must]
    for _ in range(TRIES):
        values = [draws.choice(choices) for choices in space] if all(space) else []
        if len(values) != len(must):
            return None
        chosen = dict(zip((p[0] for p in must), values, strict=True))
        spec = Specification(name, tuple(Part(p[0], chosen[p[0]], None, p[3]) for p in must))
        text = spec.call(
            [p.value for p in spec.parts if not p.keyword_only],
            {p.name: p.value for p in spec.parts if p.keyword_only},
        )
        if is_taken(text):
            return with_settings(spec, parameters, draws)
        if not must:
            return None
    return None


def of_known(
    name: str, parameters: Any, known: tuple[Any, ...], draws: random.Random
) -> Specification | None:
    """Return a signature with the arguments that are known to fit together, if it takes them."""
    words = known[-1] if known and isinstance(known[-1], dict) else {}
    values = dict(zip([p[0] for p in parameters if not p[3]], known, strict=False)) | words
    values = {one: value for one, value in values.items() if isinstance(value, str)}
    parts = [Part(p[0], values[p[0]], None, p[3]) for p in parameters if p[0] in values]
    if len(parts) < len(values) or len(known) - bool(words) > len(
        [p for p in parameters if not p[3]]
    ):
        return None
    spec = Specification(name, tuple(parts))
    text = spec.call(
        [p.value for p in parts if not p.keyword_only],
        {p.name: p.value for p in parts if p.keyword_only},
    )
    return with_settings(spec, parameters, draws) if parts and is_taken(text) else None


def with_settings(spec: Specification, parameters: Any, draws: random.Random) -> Specification:
    """Return a specification with values for what has a default: ones that are taken, if any."""
    chosen = {part.name: part for part in spec.parts}
    args = [part.value for part in spec.parts if not part.keyword_only]
    must = {part.name: part.value for part in spec.parts if part.keyword_only}
    parts = []
    for name, kind, default, keyword_only in parameters:
        if name in chosen:
            parts.append(chosen[name])
            continue
        value = default
        for _ in range(30):
            tried = draws.choice(candidates(name, kind) or ("None",))
            if tried != default and is_taken(spec.call(args, must | {name: tried})):
                value = tried
                break
        parts.append(Part(name, value, default, keyword_only))
    return Specification(spec.name, tuple(parts))


GIVEN_CODE = compile(GIVEN, "<given>", "exec")


def is_taken(text: str) -> bool:
    """Return whether PyTorch takes a call."""
    names: dict[str, Any] = {"torch": torch}
    exec(GIVEN_CODE, names)  # noqa: S102
    try:
        eval(text, names)  # noqa: S307
    except Exception:  # noqa: BLE001
        return False
    return True
