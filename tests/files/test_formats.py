"""Values out of files and into them: what goes in comes out, and nothing else comes out."""

import json
import pickle

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.files import UnknownFormatError, UnreadableError, read, write

TENSORS = [
    torch.arange(6).reshape(2, 3),
    torch.arange(6.0).reshape(2, 3).T,
    torch.tensor([True, False]),
    torch.tensor(2.5, dtype=torch.float64),
    torch.zeros(0, 3, dtype=torch.int8),
    torch.tensor([1.5], dtype=torch.float16),
]


def same(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and torch.equal(one, other)


@pytest.mark.parametrize("ending", [".npy", ".npz", ".safetensors", ".pt"])
@pytest.mark.parametrize("tensor", TENSORS, ids=repr)
def test_a_tensor_comes_back(tmp_path, ending, tensor):
    path = str(tmp_path / f"file{ending}")
    write(path, tensor)
    found = read(path)
    assert same(found["value"] if isinstance(found, dict) else found, tensor)


@pytest.mark.parametrize("ending", [".npz", ".safetensors", ".pt"])
def test_tensors_come_back_by_name(tmp_path, ending):
    path, given = str(tmp_path / f"file{ending}"), {"a": TENSORS[0], "b.weight": TENSORS[1]}
    write(path, given)
    found = read(path)
    assert list(found) == list(given)
    assert all(same(found[name], given[name]) for name in given)


def test_bfloat16_is_kept_where_the_file_knows_it(tmp_path):
    tensor = torch.tensor([1.5, -2.0], dtype=torch.bfloat16)
    write(str(tmp_path / "a.safetensors"), tensor)
    assert same(read(str(tmp_path / "a.safetensors"))["value"], tensor)


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".json"])
def test_numbers_come_back_out_of_text(tmp_path, ending):
    for number, tensor in enumerate((TENSORS[0], torch.tensor([[0.1, -2.0], [3.5, 1e30]]))):
        path = str(tmp_path / f"{number}{ending}")
        write(path, tensor)
        assert same(read(path), tensor)


def test_names_above_a_table_are_passed_over(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n\n3,4\n", encoding="utf-8")
    assert read(str(path)).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"1,2\n3\n", "line 2 has 1 numbers, the first has 2"),
        ("a.csv", b"1,2\n3,x\n", "line 2, column 2: 'x' is no number"),
        ("a.npy", b"not numpy's", "a.npy"),
        ("a.json", b"{", "a.json"),
        ("a.safetensors", b"", "no header"),
        ("a.safetensors", (2**63).to_bytes(8, "little") + b"{}", "no header"),
        ("a.pt", b"other", "torch.save"),
        ("a.png", b"other", "a.png"),
        ("a.csv", b"\xff", "a.csv"),
    ],
)
def test_what_is_something_else_is_said(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises((UnreadableError, OSError), match=words):
        read(str(tmp_path / name))


@pytest.mark.parametrize(
    "facts",
    [
        {"dtype": "F32", "shape": [4], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [2], "data_offsets": [8, 16]},
        {"dtype": "F32", "shape": [2], "data_offsets": [-8, 0]},
        {"dtype": "O", "shape": [1], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], "other": 1},
    ],
)
def test_a_header_that_lies_is_refused(tmp_path, facts):
    header = json.dumps({"x": facts}).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(8))
    with pytest.raises(UnreadableError):
        read(str(path))


def test_objects_of_pythons_are_never_made(tmp_path):
    class Trap:
        def __reduce__(self):
            return (print, ("sprung",))

    np.save(tmp_path / "a.npy", np.array([Trap()], dtype=object), allow_pickle=True)
    (tmp_path / "b.pt").write_bytes(pickle.dumps(Trap()))
    for name in ("a.npy", "b.pt"):
        with pytest.raises(UnreadableError):
            read(str(tmp_path / name))


def test_a_picture_comes_back(tmp_path):
    pytest.importorskip("PIL")
    for number, shape in enumerate(((1, 2, 3), (3, 4, 5))):
        picture, path = torch.randint(0, 256, shape, dtype=torch.uint8), tmp_path / f"{number}.png"
        write(str(path), picture)
        assert same(read(str(path)), picture)


def test_nothing_is_written_over(tmp_path):
    path = tmp_path / "a.npy"
    path.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write(str(path), TENSORS[0])
    assert path.read_bytes() == b"mine"


def test_what_does_not_fit_leaves_no_file(tmp_path):
    for name, value in (
        ("a.npy", "text"),
        ("a.csv", torch.ones(1, 1, 1)),
        ("a.png", torch.ones(2)),
    ):
        with pytest.raises(UnreadableError):
            write(str(tmp_path / name), value)
        assert not (tmp_path / name).exists()


@pytest.mark.parametrize("name", ["a", "a.txt", "a.pickle"])
def test_an_unknown_ending_is_refused(tmp_path, name):
    with pytest.raises(UnknownFormatError, match="safetensors"):
        read(str(tmp_path / name))
