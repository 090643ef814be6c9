"""torch.save and torch.load: what was written comes back, and nothing is run that a file names."""

import io
import os
import pickle
import zipfile
from collections import OrderedDict

import numpy as np
import pytest

import tensorlab as torch


def there_and_back(value, **settings):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **settings)


def test_values_of_all_kinds_come_back():
    value = {
        "numbers": [1, -5, 2**40, 2.5, True, None],
        "texts": ("a", ""),
        "types": (torch.float32, torch.Size([1, 2]), torch.device("cpu")),
        "table": OrderedDict(a={1}),
    }
    assert there_and_back(value) == value


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "int64", "bool", "complex64"])
def test_tensors_come_back(dtype):
    x = torch.tensor([[0, 1, 2], [3, 4, 5]]).to(getattr(torch, dtype)).t()
    y = there_and_back(x)
    assert repr(y) == repr(x)
    assert y.stride() == x.stride()


def test_parameters_come_back_as_parameters():
    parameter = there_and_back(torch.nn.Parameter(torch.ones(2)))
    assert isinstance(parameter, torch.nn.Parameter)
    assert parameter.requires_grad


def test_tensors_that_shared_a_storage_share_one_again():
    base = torch.arange(6.0)
    first, second = there_and_back([base, base[2:]])
    second[0] = 9
    assert first[2] == 9


def test_tensors_come_back_where_they_are_wanted():
    x = torch.arange(3.0)
    for place in ("cpu", torch.device("cpu"), {"cuda:0": "cpu"}, lambda storage, where: storage):
        assert torch.equal(there_and_back(x, map_location=place), x)
    assert there_and_back(x, map_location="meta").is_meta
    if not torch.cuda.is_available():
        with pytest.raises(RuntimeError, match="Attempting to deserialize object on a CUDA"):
            there_and_back(x, map_location="cuda:0")


def test_a_state_comes_back_from_a_file(tmp_path):
    model = torch.nn.Linear(2, 1)
    torch.save(model.state_dict(), tmp_path / "model.pt")
    other = torch.nn.Linear(2, 1)
    assert repr(other.load_state_dict(torch.load(tmp_path / "model.pt"))) == (
        "<All keys matched successfully>"
    )
    assert torch.equal(other.weight, model.weight)
    assert zipfile.ZipFile(tmp_path / "model.pt").namelist()[0] == "model/data.pkl"


class Command:
    def __reduce__(self):
        return os.system, ("echo run",)


def archive_of(pickled, storage=b""):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/data/0", storage)
    file.seek(0)
    return file


@pytest.mark.parametrize(
    "pickled", [pickle.dumps(Command(), 2), b"cbuiltins\neval\n.", b"ctensorlab.cli\nmain\n."]
)
def test_what_a_file_names_is_not_run(pickled):
    with pytest.raises(pickle.UnpicklingError, match="was not an allowed global"):
        torch.load(archive_of(pickled))


def test_a_tensor_beyond_its_storage_is_refused():
    def text(value):
        return b"X" + len(value).to_bytes(4, "little") + value

    storage = (
        b"(" + text(b"storage") + b"ctorch\nFloatStorage\n" + text(b"0") + text(b"cpu") + b"K\x01tQ"
    )
    beyond = b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + b"K\x00K\x64\x85K\x01\x85\x89}tR."
    with pytest.raises(RuntimeError, match="out of bounds"):
        torch.load(archive_of(b"\x80\x02" + beyond, bytes(4)))


def test_other_files_and_other_values_are_refused():
    with pytest.raises(pickle.UnpicklingError, match="this is another one"):
        torch.load(io.BytesIO(b"hello world"))
    with pytest.raises(AttributeError, match="Can't get local object"):
        torch.save(lambda x: x, io.BytesIO())
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError, match="holds itself"):
        torch.save(loop, io.BytesIO())


@pytest.mark.parametrize(
    "place", [lambda storage, place: storage, lambda storage, place: None, {"cpu": "cpu"}, {}]
)
def test_what_a_file_holds_goes_where_a_function_or_a_table_says(place):
    file = io.BytesIO()
    torch.save(torch.ones(2), file)
    file.seek(0)
    assert torch.load(file, map_location=place).tolist() == [1.0, 1.0]


def test_numbers_and_arrays_of_numpy_come_back_in_whole_objects():
    best, rows = np.float32(0.5), np.arange(6.0).reshape(2, 3)
    value = [best, rows, rows.T, np.array(True), {"rows": rows}]
    back = there_and_back(value, weights_only=False)
    assert repr(back) == repr(value)
    assert back[4]["rows"] is back[1]
    with torch.serialization.safe_globals([np._core.multiarray.scalar, np.dtype, type(best.dtype)]):
        assert there_and_back(best) == best
    with pytest.raises(pickle.UnpicklingError, match="makes no array of 'O8'"):
        there_and_back(np.array([None]), weights_only=False)
