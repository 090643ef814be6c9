"""`torch.save` and `torch.load` of programs: values are kept in memory, and no file is written."""

import io
import pickle
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from posixpath import dirname, isabs
from typing import Any, Final

from tensorlab.engine.layout import storage_of
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.errors import meant
from tensorlab.language.limits.contents import CONTAINERS, DEEPEST, weigh
from tensorlab.language.limits.meter import meter
from tensorlab.language.limits.tensor_guards import guard_values
from tensorlab.language.running.screen import OfFile, kept, name_of, silence
from tensorlab.language.values.attributes import gate_of
from tensorlab.language.values.values import type_name
from tensorlab.ops.values import VALUES

NOTE: Final = "torch.save keeps values in memory while the program runs; it writes no file"
IS_FOLDER: Final = (
    "[enforce fail at inline_container.cc:747] . open file failed with strerror: Is a directory"
)
WORDS: Final[dict[type[OSError], tuple[int, str]]] = {
    FileNotFoundError: (2, "No such file or directory"), FileExistsError: (17, "File exists"),
    NotADirectoryError: (20, "Not a directory"), IsADirectoryError: (21, "Is a directory"),
    OSError: (39, "Directory not empty"),
}  # fmt: skip
DATA: Final = (int, float, complex, str, Tensor, type(None), VALUES["dtype"], VALUES["device"])
STEPS_TO_WRITE: Final = 32
BYTES_TO_WRITE: Final = 512


def save(
    obj: object, f: Any, pickle_module: object = None, pickle_protocol: object = 2,
    _use_new_zipfile_serialization: object = True,
) -> None:  # fmt: skip
    """Keep a copy of a value under the name of a file, or under the bytes that stand for it."""
    from tensorlab.language.modules.copies import deeply  # noqa: PLC0415  few programs save

    name = name_of(f)
    if name is None and not isinstance(f, io.BytesIO):
        raise meant(AttributeError(in_full("expected 'f' to be string")))
    made = deeply(obj, results_in(obj), DEEPEST)
    if name is None:
        f.write(as_bytes(made))
        return
    if not lies_in_folder(name):
        raise meant(RuntimeError(f"Parent directory {dirname(name)} does not exist."))
    if is_folder(name):
        raise meant(RuntimeError(IS_FOLDER))
    if not silence.wanted:
        warn(NOTE)
        kept.values[name] = made


def is_folder(name: str) -> bool:
    """Return whether a name is that of a folder: one that was made, or the program's or above."""
    meter.spend(len(kept.values))
    within = f"{name}/"
    return name.rpartition("/")[2] in {"", ".", ".."} or any(
        key.startswith(within) for key in kept.values
    )


def lies_in_folder(name: str) -> bool:
    """Return whether the folder of a name was made; those outside of the program's are not seen."""
    return isabs(name) or is_folder(dirname(name))


def wrong(kind: type[OSError], path: object) -> OSError:
    """Return the error of a name of a file, in Python's words."""
    return meant(kind(*WORDS[kind], str(path)))


def as_bytes(made: object) -> bytes:
    """Return the bytes that stand for a value, which is kept for those who have them."""
    whole = bytes_of(made)
    if not silence.wanted:
        kept.values.setdefault(under(whole), made)
    return whole


def under(whole: bytes) -> str:
    """Return the name under which the value is kept that bytes stand for: that of no file."""
    return f"\0{sha256(whole).hexdigest()}"


def data_of(name: str) -> bytes:
    """Return the bytes of the file of a name."""
    value = kept.values[name]
    return value.held() if isinstance(value, OfFile) else as_bytes(value)


def results_in(value: object) -> dict[int, tuple[Any, Any]]:
    """Return copies, without their past, of the tensors that a step made, by their addresses."""
    made: dict[int, tuple[Any, Any]] = {}
    for part in parts_of(value):
        if isinstance(part, Tensor) and not part.is_leaf and id(part) not in made:
            guard_values("clone", (part,))
            made[id(part)] = part, part.detach().clone().requires_grad_()
    return made


def bytes_of(value: object) -> bytes:
    """Return the bytes that stand for a value: of tensors and numbers those of PyTorch's files."""
    if not is_data(value):
        return f"a {type_name(value)}, number {len(kept.values)}".encode()
    from tensorlab.serialization import save as write  # noqa: PLC0415  few programs save

    parts = list(parts_of(value))
    meter.spend_at_once(STEPS_TO_WRITE * len(parts))
    tensors = [part for part in parts if isinstance(part, Tensor)]
    meter.grow(
        BYTES_TO_WRITE * len(parts)
        + sum(4 * storage_of(tensor._array).nbytes for tensor in tensors)
    )
    stream = io.BytesIO()
    write(value, stream)
    return stream.getvalue()


def parts_of(value: object) -> Iterator[Any]:
    """Yield a value and all that lies within it."""
    weigh(value)
    waiting = [value]
    while waiting:
        part = waiting.pop()
        meter.spend(1)
        yield part
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, CONTAINERS):
            waiting.extend(part)  # type: ignore[arg-type]  # each of them has items


def is_data(value: object) -> bool:
    """Return whether a value is made of tensors, numbers and texts alone."""
    known = (*DATA, *CONTAINERS)
    # of the program's own classes are those that have a gate
    return all(isinstance(x, known) and gate_of(type(x)) is None for x in parts_of(value))


def name_in(stream: io.BytesIO) -> str:
    """Return the name of what a program saved as the bytes of a stream.

    Raises:
        EOFError: there are none.
        UnpicklingError: they are others.
    """
    whole = stream.read()
    meter.grow(len(whole))
    if not whole:
        raise meant(EOFError())
    name = under(whole)
    if name not in kept.values:
        text = "torch.load reads only what torch.save wrote in this program"
        raise meant(pickle.UnpicklingError(text))
    return name


def load(
    f: Any, map_location: Any = None, pickle_module: Any = None, *, weights_only: Any = True,
    mmap: object = None, encoding: object = "utf-8",
) -> Any:  # fmt: skip
    """Return a copy of the value that was kept.

    Raises:
        FileNotFoundError: nothing was kept under this name.
        RuntimeError: it is to be on a GPU, and there is none.
        UnpicklingError: the bytes are others, or the value is a model and was to be only tensors.
    """
    from tensorlab.language.modules.copies import deep  # noqa: PLC0415  few programs save
    from tensorlab.serialization.reading import require_here  # noqa: PLC0415  few programs save

    require_here(map_location)
    name = name_in(f) if isinstance(f, io.BytesIO) else name_of(f)
    if name is None and not isinstance(f, io.BytesIO):
        text = f"'{type_name(f)}' object has no attribute 'seek'"
        raise meant(AttributeError(in_full("{}. You can only torch.load", text)))
    if name is None or name not in kept.values:
        known = name is not None and is_folder(name)
        raise wrong(IsADirectoryError if known else FileNotFoundError, f)
    if isinstance(kept.values[name], OfFile):
        name = name_in(io.BytesIO(data_of(name)))
    value = deep(kept.values[name])
    if weights_only is not False and not is_data(value):
        raise meant(pickle.UnpicklingError(in_full("Weights only: a {}", type_name(value))))
    return value


load_whole = partial(load, weights_only=False)
