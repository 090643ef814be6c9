"""What a replayed program has set is set back."""

from collections.abc import Iterator

import pytest

import tensorlab


@pytest.fixture(autouse=True)
def settings_set_back() -> Iterator[None]:
    yield
    tensorlab.set_warn_always(False)
    tensorlab.set_grad_enabled(True)
