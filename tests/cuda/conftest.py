"""The GPU that these tests use: a stand-in for CuPy, or a real one with `pytest -m gpu`."""

from collections.abc import Iterator

import pytest

from tensorlab.engine.cuda import cupy_backend
from tests.conformance.replay import settings_kept
from tests.cuda import stand_in

HARDWARE = pytest.param("hardware", marks=pytest.mark.gpu)


@pytest.fixture(scope="module", params=["stand-in", HARDWARE])
def gpu(request: pytest.FixtureRequest) -> Iterator[str]:
    """Give the engine a GPU. With the stand-in, NO GPU CODE IS RUN."""
    if request.param == "stand-in":
        with stand_in.installed(), settings_kept():
            yield request.param
    else:
        why = cupy_backend.obstacle()
        if why is not None:
            pytest.skip(why)
        with settings_kept():
            yield request.param


def pytest_report_header() -> str:
    return "tests/cuda: no GPU code is run but with -m gpu"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the thousands of tests on a real GPU where nobody asked for one."""
    if "gpu" not in config.getoption("markexpr"):
        items[:] = [item for item in items if item.get_closest_marker("gpu") is None]
