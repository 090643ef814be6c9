"""Values out of files and into them: what goes in comes out, and nothing else comes out."""

import pickle
import random
import warnings
from contextlib import suppress

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.files import UnknownFormatError, UnreadableError, read, write
from tensorlab.files.formats import MODULES

VALUES = {
    "matrix": torch.arange(6.0).reshape(2, 3).T,
    "vector": torch.tensor([0.1, -2.5]),
    "column": torch.ones(2, 1),
    "whole": torch.arange(3),
    "number": torch.tensor(2.5),
    "truth": torch.tensor([True, False]),
    "none there": torch.tensor([]),
    "no rows": torch.zeros(0, 3),
    "no numbers": torch.tensor([float("nan"), float("inf")]),
    "cube": torch.zeros(3, 1, 2, dtype=torch.uint8),
    "double": torch.tensor([0.1], dtype=torch.float64),
    "half": torch.tensor([1.5], dtype=torch.float16),
    "bfloat16": torch.tensor([1.5, -2.0], dtype=torch.bfloat16),
    "uint16": torch.tensor([60000], dtype=torch.uint16),
    "complex": torch.tensor([1 + 2j]),
    "conjugate": torch.tensor([1 + 2j]).conj(),
    "sparse": torch.eye(2).to_sparse(),
    "meta": torch.ones(2, device="meta"),
    "dict": {"a": torch.arange(2), "file": torch.ones(2, 3)},
    "dict of all": {"a": 1, "b": [1, 2.5], "c": {"d": torch.tensor(True)}, "e": "text"},
    "dict by numbers": {1: torch.ones(1)},
    "dict of arr_0": {"arr_0": torch.ones(1)},
    "list": [1, 2.5, True],
    "list of lists": [[1, 2], [3, 4]],
    "list of tensors": [torch.ones(1), torch.ones(1)],
    "tuple": (1, "a"),
    "float": 2.5,
    "bool": True,
    "int": 10**30,
    "complex number": 1 + 2j,
    "text": "text",
    "None": None,
    "set": {1, 2},
    "function": len,
}
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    VALUES["quantized"] = torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.quint8)

OF_NUMPY = {
    "matrix", "vector", "column", "whole", "number", "truth", "none there", "no rows", "no numbers",
    "cube", "double", "half", "uint16", "complex", "conjugate",
}  # fmt: skip
OF_ROWS = {"matrix", "vector", "column", "whole", "truth", "none there", "no numbers"}
OF_TORCH = set(VALUES) - {"quantized", "sparse", "meta", "uint16", "function"}
BY_NAME = OF_NUMPY | {"dict"}
HELD = {
    ".npy": OF_NUMPY, ".npz": BY_NAME, ".csv": OF_ROWS, ".tsv": OF_ROWS,
    ".pt": OF_TORCH, ".pth": OF_TORCH, ".png": {"cube"}, ".jpg": {"cube"}, ".jpeg": {"cube"},
}  # fmt: skip
WITH_A_WORD = {".csv": {"double", "half", "bfloat16", "uint16"}}
WITH_A_WORD[".tsv"] = WITH_A_WORD[".csv"]


def same(one, other):
    if isinstance(one, torch.Tensor):
        alike = (one.shape, one.dtype) == (other.shape, other.dtype)
        return alike and bool(((one == other) | (one != one)).all())  # noqa: PLR0124  nan
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return type(one) is type(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.filterwarnings("ignore:.*quantized")  # PyTorch's own word, told once a process
@pytest.mark.parametrize("ending", MODULES)
@pytest.mark.parametrize("kind", VALUES)
def test_what_is_written_comes_back_or_is_refused(tmp_path, ending, kind):
    if ending in {".png", ".jpg", ".jpeg"}:
        pytest.importorskip("PIL")
    path, value = tmp_path / f"a{ending}", VALUES[kind]
    if kind in HELD[ending]:
        assert write(str(path), value) == ""
        assert same(value, read(str(path)))
    elif kind in WITH_A_WORD.get(ending, ()):
        assert "in place of" in write(str(path), value)
    else:
        with pytest.raises(UnreadableError) as raised:
            write(str(path), value)
        assert not path.exists()
        holds = kind in OF_TORCH and ending not in {".pt", ".pth"}
        assert str(raised.value).endswith("a .pt file holds it") == holds


def test_numpy_reads_what_is_written_for_it(tmp_path):
    write(str(tmp_path / "a.npz"), VALUES["dict"])
    with np.load(tmp_path / "a.npz") as archive:
        assert archive["file"].tolist() == [[1.0] * 3] * 2
    np.savez(tmp_path / "b.npz", np.arange(3))
    assert read(str(tmp_path / "b.npz")).tolist() == [0, 1, 2]


@pytest.mark.parametrize("ending", MODULES)
def test_a_damaged_file_is_told_and_no_mistake_of_ours(tmp_path, ending):
    if ending in {".png", ".jpg", ".jpeg"}:
        pytest.importorskip("PIL")
    path, value = tmp_path / f"a{ending}", VALUES[min(HELD[ending])]
    write(str(path), value)
    whole, chance = path.read_bytes(), random.Random(ending)  # noqa: S311  no secret
    for _ in range(30):
        damaged = bytearray(whole[: chance.choice((len(whole), chance.randrange(len(whole))))])
        for _ in range(len(damaged) and chance.randrange(4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        with suppress(UnreadableError, OSError):
            read(str(path))


def test_names_above_a_table_are_passed_over(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n\n3,4\n", encoding="utf-8")
    assert read(str(path)).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"1,2\n3\n", "line 2 has 1 numbers, the first has 2"),
        ("a.csv", b"1,2\n3,x\n", "line 2, column 2: 'x' is not a number"),
        ("a.npy", b"not numpy's", "a.npy"),
        ("a.pt", b"other", "torch.save"),
        ("a.png", b"other", "a.png"),
        ("a.csv", b"\xff", "a.csv"),
    ],
)
def test_what_is_something_else_is_said(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises((UnreadableError, OSError), match=words):
        read(str(tmp_path / name))


def test_objects_of_pythons_are_never_made(tmp_path):
    class Trap:
        def __reduce__(self):
            return (print, ("sprung",))

    np.save(tmp_path / "a.npy", np.array([Trap()], dtype=object), allow_pickle=True)
    (tmp_path / "b.pt").write_bytes(pickle.dumps(Trap()))
    for name in ("a.npy", "b.pt"):
        with pytest.raises(UnreadableError):
            read(str(tmp_path / name))


def test_nothing_is_written_over(tmp_path):
    path = tmp_path / "a.npy"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write(str(path), VALUES["whole"])
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["a", "a.txt", "a.pickle"])
def test_an_unknown_ending_is_refused(tmp_path, name):
    with pytest.raises(UnknownFormatError, match="npy"):
        read(str(tmp_path / name))
