"""Tensors by name, as libraries of models exchange them (.safetensors).

The file is the length of its header in 8 bytes, the header (JSON: of each name the type, the shape,
and where its bytes begin and end), and the bytes.
"""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.layout import row_major
from tensorlab.engine.tensor import Tensor, wrap
from tensorlab.files.archives import alone, named
from tensorlab.files.arrays import dense

TYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "BOOL": "bool",
    "I64": "int64", "I32": "int32", "I16": "int16", "I8": "int8", "U8": "uint8",
    "U64": "uint64", "U32": "uint32", "U16": "uint16", "C64": "complex64",
}  # fmt: skip
CODES = {name: code for code, name in TYPES.items()}
MOST_HEADER = 100 << 20
ABOUT = "__metadata__"


def read(path: Path) -> Tensor | dict[str, Tensor]:
    """Return the tensors by name, one that was written alone as a tensor.

    Raises:
        ValueError: the header is none, or speaks of bytes that are not there.
    """
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    if len(content) < 8 or length > min(len(content) - 8, MOST_HEADER):
        raise ValueError("it has no header")
    header = json.loads(content[8 : 8 + length])
    body = content[8 + length :]
    return alone({n: tensor_in(body, **facts) for n, facts in header.items() if n != ABOUT})


def tensor_in(body: bytes, dtype: str, shape: list[int], data_offsets: list[int]) -> Tensor:
    """Return the tensor at a place."""
    if dtype not in TYPES:
        raise ValueError(f"{dtype} is not a data type here")
    kind = DTYPES[TYPES[dtype]]
    first, last = data_offsets
    needed = math.prod(shape) * kind.itemsize
    if min(shape, default=0) < 0 or not 0 <= first <= last <= len(body) or last - first != needed:
        raise ValueError(f"{dtype} of {shape} does not fit the bytes {first} to {last}")
    array = np.frombuffer(body[first:last], kind.carrier).reshape(shape)
    return wrap(array.copy(), kind)


def write(path: Path, value: object) -> None:
    """Write a dict of tensors by name, or a tensor alone.

    Raises:
        TypeError: such a file does not know the type.
    """
    header: dict[str, Any] = {}
    parts: list[bytes] = []
    for name, tensor in named(value).items():
        if dense(tensor).dtype.name not in CODES:
            raise TypeError(f"such a file has no {tensor.dtype}")
        begin = sum(map(len, parts))
        parts.append(row_major(tensor.detach().cpu().resolve_conj().array).tobytes())
        header[name] = {
            "dtype": CODES[tensor.dtype.name],
            "shape": list(tensor.shape),
            "data_offsets": [begin, begin + len(parts[-1])],
        }
    words = json.dumps(header).encode()
    words += b" " * (-len(words) % 8)
    path.write_bytes(len(words).to_bytes(8, "little") + words + b"".join(parts))
