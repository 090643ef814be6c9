"""torch.utils.weak: tables whose keys are told apart by who they are, and live on elsewhere."""

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any
from weakref import ref

__all__ = ["TensorWeakRef", "WeakIdKeyDictionary", "WeakTensorKeyDictionary"]
TensorWeakRef = ref


class WeakIdKeyDictionary(MutableMapping[Any, Any]):
    """A table with a key's entry while the key lives: tensors are not compared, they are it.

    >>> x = torch.ones(1)
    >>> table = torch.utils.weak.WeakIdKeyDictionary({x: 3})
    >>> table[x], torch.ones(1) in table
    (3, False)
    """

    def __init__(self, dict: Mapping[Any, Any] = {}, ref_type: Any = ref) -> None:
        self.data: Any = {}  # by the key's address: the reference and the value
        self.ref_type = ref_type
        self.update(dict or {})

    def __setitem__(self, key: Any, value: Any) -> None:
        place, data = id(key), self.data
        data[place] = self.ref_type(key, lambda _: data.pop(place, None)), value

    def __getitem__(self, key: Any) -> Any:
        return self.data[id(key)][1]

    def __delitem__(self, key: Any) -> None:
        del self.data[id(key)]

    def __iter__(self) -> Iterator[Any]:
        keys = [reference() for reference, _ in self.data.values()]
        return (key for key in keys if key is not None)

    def __len__(self) -> int:
        return len(self.data)


WeakTensorKeyDictionary = WeakIdKeyDictionary
