"""The storages of tensors as programs have them: elements read and set one by one, in bounds."""

from typing import Any, Final

from tensorlab.engine.addresses import pointer_of
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import METHODS, PROPERTIES
from tensorlab.language.values.display import FORMS
from tensorlab.language.values.iteration import BYTES_OF_NUMBER
from tensorlab.ops.tensor.storages import Storage, TypedStorage, UntypedStorage

BYTES_OF_LINE: Final = 64
STEPS_OF_ELEMENT: Final = 16


def shown(storage: object, around: tuple[int, ...]) -> str:
    """Return the text of a storage, each of its elements paid for."""
    pay_for_elements(storage, BYTES_OF_LINE)
    return repr(storage)


def elements(storage: Any) -> list[Any]:
    """Return the elements as numbers."""
    pay_for_elements(storage, BYTES_OF_NUMBER)
    found: list[Any] = storage.tolist()
    return found


def pay_for_elements(storage: Any, size: int) -> None:
    """Take the steps and the memory for all elements as numbers or as text."""
    meter.spend_at_once(STEPS_OF_ELEMENT * len(storage))
    meter.grow(size * len(storage))


def address(storage: Any) -> int:
    """Return the number that stands for where a storage begins, as that of a tensor does."""
    return pointer_of(storage.array) if storage.array.size else 0


def describe() -> None:
    """Enter what storages offer into the tables of attributes."""
    common = {name: getattr(Storage, name) for name in ("nbytes", "element_size", "size")}
    for kind in (UntypedStorage, TypedStorage):
        METHODS[kind] = {**common, "tolist": elements, "data_ptr": address}
        PROPERTIES[kind] = {"device": lambda storage: storage.device}
        FORMS[kind] = shown
    METHODS[TypedStorage] = {**METHODS[TypedStorage], "untyped": TypedStorage.untyped}
    PROPERTIES[TypedStorage] = {
        **PROPERTIES[TypedStorage], "dtype": lambda storage: storage.dtype,
    }  # fmt: skip
