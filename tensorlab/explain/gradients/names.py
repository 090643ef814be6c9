"""What a program calls the values that a gradient passes on its way back."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from tensorlab.engine.autograd.graph import Edge, Node
from tensorlab.engine.autograd.saved import Saved
from tensorlab.engine.facts import Kind
from tensorlab.engine.layout import share_storage
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import literal
from tensorlab.explain.strategies.regions import ordinal
from tensorlab.frozen import pattern
from tensorlab.language.outcome import Step
from tensorlab.nn.module import Module

# different numbers, one of them 0, of a tensor that nobody named
MASKING = 2
DESCRIBED = 9  # how good a name is that no program gave
LONGEST = 40  # a longer name is cut to its function's
NUMBERS = pattern(r"\[[-\d\[][-\d., e\[\]]*\]")  # that stand in a program
OF_LAYERS = (".weight", ".bias")
WEIGHT = re.compile(r".+\.(\w+_)?weight(_\w+)?")
# of a value: its step and which of its results it is, or a leaf
Key = object


def key_of(tensor: Tensor) -> Key:
    """Return what a tensor is in the graph: the output of a step, or a leaf."""
    if tensor.grad_fn is not None:
        return (id(tensor.grad_fn), tensor._output_nr)
    return id(tensor)


def key_behind(edge: Edge) -> Key:
    """Return the value to which an edge of the graph leads."""
    return id(edge.leaf) if edge.node is None else (id(edge.node), edge.output_number)


def parameters_in(name: str, value: object, depth: int = 2) -> Iterator[tuple[str, Tensor]]:
    """Yield a leaf, or those of a layer, and of a dictionary or a list of them, by their names.

    Containers are opened so many deep: one may hold itself.
    """
    if isinstance(value, Module):
        named = (*value.named_parameters(), *value.named_buffers())
        yield from ((f"{name}{as_written(path)}", own) for path, own in named)
    elif isinstance(value, Tensor) and value.is_leaf and not name.startswith("_"):
        yield name, value
    elif depth and isinstance(value, dict | list | tuple):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value[:100]):
            yield from parameters_in(f"{name}[{key!r}]", each, depth - 1)


class Names:
    """The names of values: variables, then parameters of layers, then expressions."""

    def __init__(self, trace: Iterable[Step], names: Mapping[str, object] | None = None) -> None:
        self.found: dict[Key, tuple[int, str]] = {}
        # those that the program names
        self.tensors: dict[Key, Tensor] = {}
        # of expressions that gave values
        self.sources: dict[Key, str] = {}
        for step in trace:
            if isinstance(step.value, Tensor):
                self.add(step.value, rank_of(step.node), text_of(step))
                if not isinstance(step.node, ast.Name):
                    self.sources.setdefault(key_of(step.value), text_of(step))
            elif isinstance(step.node, ast.Name) or isinstance(step.value, Module):
                self.add_parameters(text_of(step), step.value, 2 - isinstance(step.node, ast.Name))
        for name, value in (names or {}).items():
            if isinstance(value, Tensor) and not name.startswith("_"):
                self.add(value, 0, name)
            self.add_parameters(name, value)

    def add_parameters(self, name: str, value: object, rank: int = 1) -> None:
        """Enter the parameters of a layer, or of a dictionary or list of them, by their names."""
        for path, parameter in parameters_in(name, value):
            self.add(parameter, rank, path)

    def add(self, tensor: Tensor, rank: int, name: str) -> None:
        """Enter a name, unless there is a better one."""
        key = key_of(tensor)
        if key not in self.found or rank < self.found[key][0]:
            self.found[key] = (rank, name)
            self.tensors[key] = tensor

    def given(self, key: Key) -> str:
        """Return the name that the program gives to a value, nothing where it gives none."""
        return self.found.get(key, (0, ""))[1]

    def of(self, key: Key, node: Node | None) -> str:
        """Return the name of a value; one that nobody named is called by its function."""
        if key not in self.found:
            self.found[key] = (DESCRIBED, self.described(key, node) if node else "input")
        rank, name = self.found[key]
        short = name if rank == DESCRIBED or len(name) <= LONGEST else NUMBERS.sub("...", name)
        if rank == DESCRIBED or len(short) <= LONGEST:
            return short
        return f"{self.called(node) if node else short.partition('(')[0][:LONGEST]}(...)"

    def described(self, key: Key, node: Node) -> str:
        """Return what a value without a name is called: its step, cut to the weight in it."""
        name = self.spelled(node)
        if len(name) > LONGEST and not is_view(node):
            weights = filter(WEIGHT.fullmatch, self.operands(node).values())
            name = f"{self.word(node)}({', '.join(['...', *weights])})"
        return f"{name}[{key[1]}]" if node.outputs and isinstance(key, tuple) else name

    def word(self, node: Node) -> str:
        """Return the function of a step, in a program's word where it is within a layer's call."""
        operation = None if (id(node), 0) in self.sources else getattr(node, "operation", None)
        return (operation and operation.facts.get("within")) or function_name(node)

    def told_apart(self, values: Iterable[tuple[Key, Node | None]]) -> "Names":
        """Return these names so that no two values, in the order of the program, share one."""
        names = Names(())
        names.found, names.sources, names.tensors = dict(self.found), self.sources, self.tensors
        count: Counter[str] = Counter()
        for key, node in values:
            name = names.of(key, node)
            again = f"{ordinal(count[name])} {name}" if count[name] else name
            count[name] += 1
            names.found[key] = (DESCRIBED, again)
        return names

    def is_hidden(self, key: Key, node: Node | None) -> bool:
        """Return whether a value only moves the elements of one before it, and has no name."""
        return node is not None and is_view(node) and not node.outputs and key not in self.tensors

    def called(self, node: Node, key: Key = None) -> str:
        """Return the function that the program called, where a step is within that: F.conv1d."""
        inner, written = function_name(node), self.sources.get(key or (id(node), 0), "")
        is_call = written.endswith(")") and not written.startswith("(") and inner not in written
        return written.partition("(")[0] if is_call else self.word(node)

    def spelled(self, node: Node, short: dict[str, str] | None = None, key: Key = None) -> str:
        """Return the call that a step goes back through, on short names where they are given.

        `key` is the value that it gives, where others only move the elements that the step gives.
        """
        operands = self.operands(node)
        is_short = is_view(node) or getattr(getattr(node, "operation", None), "symbol", None)
        written = self.sources.get(key or (id(node), 0))
        is_plain = not short or len({*operands.values()}) == len(operands)
        if written and is_plain and (is_short or not short or function_name(node) not in written):
            # With the number that it has, and the operands in their order.
            for name, text in operands.items():
                if short and short.get(name, text) != text:
                    written = written.replace(unbracketed(text), short[name], 1)
                    written = re.sub(rf"(?<![\w\])])\({short[name]}\)", short[name], written)
            return written
        return spelled(node, short or operands, self.word(node))

    def operands(self, node: Node) -> dict[str, str]:
        """Return the texts of a step's operands by the names of its parameters."""
        found: dict[str, str] = {}
        for name, value in node.saved.items():
            kept = value.tensor if isinstance(value, Saved) else value
            if isinstance(kept, Tensor) and name != "out":
                owner = self.looked_at(kept)
                several = owner.unique()[: MASKING + 1].tolist()
                is_mask = len(several) == MASKING and not owner.all()
                if not owner.requires_grad and (is_mask or len(several) == 1):
                    own = "mask" if is_mask else literal(several[0])
                    self.found.setdefault(key_of(owner), (DESCRIBED, own))
                found[name] = self.of(key_of(owner), owner.grad_fn)
            elif isinstance(kept, int | float) and not isinstance(kept, bool):
                found[name] = literal(kept)
        for edge in node.edges:
            behind = edge
            while behind.node is not None and self.is_hidden(key_behind(behind), behind.node):
                behind = behind.node.edges[0]
            found[edge.name] = self.of(key_behind(behind), behind.node)
        return found

    def looked_at(self, tensor: Tensor) -> Tensor:
        """Return the tensor with a name whose memory one without looks at, itself if none."""
        if key_of(tensor) in self.tensors or not lies_in_memory(tensor):
            return tensor
        sharing = (
            key
            for key, each in self.tensors.items()
            if lies_in_memory(each)
            and each._element_type is tensor._element_type
            and each.numel() >= tensor.numel()
            and share_storage(each._array, tensor._array)
        )
        best = min(sharing, key=lambda key: self.found[key], default=None)
        return tensor if best is None else self.tensors[best]


def is_view(node: Node) -> bool:
    """Return whether a step only moves elements."""
    return getattr(getattr(node, "operation", None), "kind", None) is Kind.VIEW


def lies_in_memory(tensor: Tensor) -> bool:
    """Return whether a tensor's elements lie in memory at strides."""
    return tensor.layout is STRIDED and not tensor.is_meta


def spelled(node: Node, operands: dict[str, str], word: str) -> str:
    """Return the call that a step goes back through, on operands of these names.

    One on the weight or the bias of a layer is that layer's call: net[0](x).
    """
    operation = getattr(node, "operation", None)
    names = operation.operands if operation else ()
    texts = [operands[name] for name in names if name in operands]
    layers = {text.rpartition(".")[0] for text in texts if text.endswith(OF_LAYERS)}
    others = [text for text in texts if not text.endswith(OF_LAYERS)]
    if len(layers) == len(others) == 1:
        return f"{layers.pop()}({unbracketed(others[0])})"
    if word == "linear":
        texts = [*texts[1:], *texts[:1]]
    symbol = "@" if word == "matmul" else operation.symbol if operation else None
    if symbol and len(texts) == 1 and len(names) == 2:
        # a number that the way back does not need is not kept
        texts.append("...")
    if symbol and len(texts) == 2 and not symbol.startswith("reflected"):
        space = "" if symbol == "**" else " "
        return f"({f'{space}{symbol}{space}'.join(map(bracketed, texts))})"
    if operation and operation.name == "looked_at" and len(texts) == 1:
        return f"{bracketed(texts[0])}[...]"
    if operation and is_view(node) and len(texts) == 1:
        return f"{bracketed(texts[0])}.{operation.name}()"
    if symbol == "unary -" and texts:
        return f"(-{bracketed(texts[0])})"
    return f"{word}({', '.join(map(unbracketed, texts))})"


def unbracketed(text: str) -> str:
    """Return an operand without the brackets around all of it."""
    with suppress(SyntaxError):
        if text.startswith("(") and text.endswith(")") and ast.parse(text[1:-1], mode="eval"):
            return text[1:-1]
    return text


def is_simple(text: str) -> bool:
    """Return whether a name is short to read: a variable, a part of one, a number."""
    return re.fullmatch(r"-?[\w.\[\]]{1,16}", text) is not None


def rank_of(node: object) -> int:
    """Return how good a name an expression is, 0 for the best."""
    if isinstance(node, ast.Name):
        return 0
    return 2 if isinstance(node, ast.Attribute) else 3


def text_of(step: Step) -> str:
    """Return an expression on one line, so that an index can stand behind it."""
    text = " ".join(step.source_text.split())
    return f"({text})" if isinstance(step.node, ast.BinOp | ast.UnaryOp) else text


def as_written(path: str) -> str:
    """Return the path to a parameter as a program writes it: 0.weight is [0].weight."""
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in path.split("."))


def function_name(node: Node) -> str:
    """Return the function that a step goes back through."""
    operation = getattr(node, "operation", None)
    if operation is not None and (operation.is_function or operation.is_method):
        name: str = operation.name
        return name
    words = re.sub(
        r"^torch::autograd::|^Native|Flash|ForCpu|Backward[s\d]*$", "", node.name()
    )  # what PyTorch calls a step of several
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[0-9D])(?=[A-Z][a-z])", "_", words).lower()


def bracketed(text: str) -> str:
    """Return an operand between an operator's sides: one with an operator in brackets."""
    with suppress(SyntaxError):
        is_open = isinstance(ast.parse(text, mode="eval").body, ast.BinOp | ast.UnaryOp)
        return f"({text})" if is_open and not text.startswith("(") else text
    return text
