"""torch.utils._pytree: values that lie in lists, tuples and dictionaries within each other."""

from collections import OrderedDict, defaultdict, namedtuple
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

__all__ = ["TreeSpec", "register_pytree_node", "tree_all", "tree_any", "tree_flatten",
           "tree_leaves", "tree_map", "tree_map_only", "tree_unflatten"]  # fmt: skip

LEAF = object()
IsLeaf = Callable[[Any], bool] | None
# The kinds of trunks, as libraries ask for them; of those that they add, what takes one apart and
# what puts it together.
SUPPORTED_NODES: dict[Any, Any] = dict.fromkeys(
    (dict, OrderedDict, defaultdict, list, tuple, namedtuple)  # noqa: PYI024  PyTorch's key
)


class TreeSpec(NamedTuple):
    """How a tree is built: the class of its trunk, its keys or fields, and its branches."""

    kind: Any
    keys: Any
    branches: "tuple[TreeSpec, ...]"

    @property
    def num_leaves(self) -> int:
        """How many values the tree has."""
        return 1 if self.kind is LEAF else sum(branch.num_leaves for branch in self.branches)

    @property
    def num_nodes(self) -> int:
        """How many trunks and values the tree has."""
        return 1 + sum(branch.num_nodes for branch in self.branches)

    def flatten_up_to(self, tree: object) -> list[Any]:
        """Return what another tree has where this one has its values."""
        _, parts = branches_of(tree) or (None, [])
        below = map(TreeSpec.flatten_up_to, self.branches, parts)
        return [tree] if self.kind is LEAF else [one for part in below for one in part]


class SequenceKey(NamedTuple):
    """The place of a branch in a list."""

    idx: int


class MappingKey(NamedTuple):
    """The key of a branch in a dictionary."""

    key: Any


def _list_flatten(d: list[Any]) -> tuple[list[Any], None]:
    """Return the branches of a list, as a class registers itself that is taken apart like one."""
    return d, None


def _list_unflatten(values: Iterable[Any], context: object) -> list[Any]:
    """Return the list of its branches."""
    return list(values)


def _list_flatten_with_keys(d: list[Any]) -> tuple[list[tuple[SequenceKey, Any]], None]:
    """Return the branches of a list with their places."""
    return [(SequenceKey(place), value) for place, value in enumerate(d)], None


def _dict_flatten(d: dict[Any, Any]) -> tuple[list[Any], list[Any]]:
    """Return the branches of a dictionary and their keys."""
    return list(d.values()), list(d)


def _dict_unflatten(values: Iterable[Any], context: Iterable[Any]) -> dict[Any, Any]:
    """Return the dictionary of its branches and their keys."""
    return dict(zip(context, values, strict=True))


def _dict_flatten_with_keys(d: dict[Any, Any]) -> tuple[list[tuple[MappingKey, Any]], list[Any]]:
    """Return the branches of a dictionary with their places, and their keys."""
    return [(MappingKey(key), value) for key, value in d.items()], list(d)


Context = Any  # what a class needs beside its branches


def is_structseq_instance(obj: object) -> bool:
    """Return whether a value is what functions with several results return."""
    return type(obj).__module__ == "torch.return_types"


def LeafSpec() -> TreeSpec:
    """Return how a value that is no tree is built."""
    return TreeSpec(LEAF, None, ())


def _get_node_type(tree: object) -> Any:
    """Return the class of a tree's trunk; that of all tuples with names is `namedtuple`."""
    named = isinstance(tree, tuple) and hasattr(tree, "_fields")
    return namedtuple if named else type(tree)  # noqa: PYI024  as above


def register_pytree_node(
    cls: type,
    flatten_fn: Callable[[Any], tuple[Iterable[Any], Any]],
    unflatten_fn: Callable[[Iterable[Any], Any], Any],
    **told: object,
) -> None:
    """Let the instances of a class be trunks of trees.

    The first function gives the values that hang on one, and whatever else the second needs to
    make one of such values.
    """
    SUPPORTED_NODES[cls] = flatten_fn, unflatten_fn


_register_pytree_node = register_pytree_node


def branches_of(tree: Any) -> tuple[Any, list[Any]] | None:
    """Return the keys of a tree's trunk and what hangs on it; None for a leaf."""
    kind = _get_node_type(tree)
    if kind not in SUPPORTED_NODES:
        return None
    if SUPPORTED_NODES[kind] is not None:
        values, keys = SUPPORTED_NODES[kind][0](tree)
        return keys, list(values)
    if isinstance(tree, dict):
        factory = tree.default_factory if isinstance(tree, defaultdict) else None
        return (factory, list(tree)), list(tree.values())
    return None, list(tree)


def tree_flatten(tree: object, is_leaf: IsLeaf = None) -> Any:
    """Return the values of a tree in a list, and how it is built.

    >>> torch.utils._pytree.tree_flatten({"a": 1, "b": [2, 3]})[0]
    [1, 2, 3]
    """
    found = None if is_leaf is not None and is_leaf(tree) else branches_of(tree)
    if found is None:
        return [tree], LeafSpec()
    keys, parts = found
    flat = [tree_flatten(part, is_leaf) for part in parts]
    leaves = [leaf for values, _ in flat for leaf in values]
    return leaves, TreeSpec(type(tree), keys, tuple(spec for _, spec in flat))


def tree_structure(tree: object, is_leaf: IsLeaf = None) -> Any:
    """Return how a tree is built."""
    return tree_flatten(tree, is_leaf)[1]


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> Any:
    """Return the tree that is built so, of the values in order."""
    leaves, kind = iter(leaves), treespec.kind
    if kind is LEAF:
        return next(leaves)
    parts = [tree_unflatten(leaves, branch) for branch in treespec.branches]
    if added := SUPPORTED_NODES.get(kind):
        return added[1](parts, treespec.keys)
    if issubclass(kind, dict):
        factory, names = treespec.keys
        pairs = zip(names, parts, strict=True)
        return defaultdict(factory, pairs) if kind is defaultdict else kind(pairs)
    return kind(*parts) if hasattr(kind, "_fields") else kind(parts)


def tree_is_leaf(tree: object, is_leaf: IsLeaf = None) -> bool:
    """Return whether a value is no trunk."""
    return (is_leaf is not None and is_leaf(tree)) or branches_of(tree) is None


def tree_leaves(tree: object, is_leaf: IsLeaf = None) -> list[Any]:
    """Return the values of a tree."""
    return list(tree_flatten(tree, is_leaf)[0])


def tree_map(func: Callable[..., Any], tree: object, *rests: object, is_leaf: IsLeaf = None) -> Any:
    """Return a tree built the same, with what a function makes of each value.

    Other trees may go on where this one ends: the function is given what hangs there.

    >>> torch.utils._pytree.tree_map(lambda x: x * 2, [1, (2, 3)])
    [2, (4, 6)]
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    return tree_unflatten(map(func, leaves, *map(spec.flatten_up_to, rests)), spec)


def tree_map_only(kind: Any, func: Callable[[Any], Any], tree: Any) -> Any:
    """Return a tree with what a function makes of the values of a class; others stay."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, kind) else leaf, tree)


def tree_all(pred: Callable[[Any], bool], tree: Any) -> bool:
    """Return whether all values of a tree are so."""
    return all(map(pred, tree_leaves(tree)))


def tree_any(pred: Callable[[Any], bool], tree: object) -> bool:
    """Return whether one value of a tree is so."""
    return any(map(pred, tree_leaves(tree)))
