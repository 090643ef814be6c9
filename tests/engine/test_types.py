import sys

import pytest

from tensorlab.engine.dtypes import bfloat16_storage


def test_a_missing_package_is_named_by_those_who_need_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    with pytest.raises(RuntimeError, match="bfloat16 needs the package ml_dtypes"):
        bfloat16_storage()
