"""What a replayed program has set is set back."""

from collections.abc import Iterator

import pytest

from tests.conformance.replay import settings_kept


@pytest.fixture(autouse=True)
def settings_set_back() -> Iterator[None]:
    with settings_kept():
        yield
