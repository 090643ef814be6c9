import sys

import pytest

import tensorlab as torch
from tensorlab.engine.dtypes import bfloat16_storage
from tensorlab.engine.naming import named_in_c


def test_a_missing_package_is_named_by_those_who_need_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    with pytest.raises(RuntimeError, match="bfloat16 needs the package ml_dtypes"):
        bfloat16_storage()


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (torch.float32, "itemsize"), (torch.device("cpu"), "type"), (torch.finfo(), "max"),
        (torch.iinfo(torch.int8), "bits"), (torch.Generator(), "device"),
    ],
)  # fmt: skip
def test_what_the_library_hands_out_is_there_to_be_read(owner, name):
    before, kind = getattr(owner, name), named_in_c(owner)
    told = rf"attribute '{name}' of '{kind}' objects is not writable"
    with pytest.raises(AttributeError, match=told):
        setattr(owner, name, 5)
    with pytest.raises(AttributeError, match=told):
        delattr(owner, name)
    assert getattr(owner, name) is before or getattr(owner, name) == before
    with pytest.raises(AttributeError, match=f"'{kind}' object has no attribute 'foo'"):
        owner.foo = 5


def test_a_record_of_results_is_named_in_full_where_it_lacks_a_method():
    found = torch.tensor([1.0, 2.0]).max(0)
    words = "'torch.return_types.max' object has no attribute 'item'"
    with pytest.raises(AttributeError, match=words):
        found.item()
    assert named_in_c(found) == "torch.return_types.max"
