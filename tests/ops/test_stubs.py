from pathlib import Path

import tensorlab
from tensorlab.ops.stubs import stubs


def test_stubs_are_those_of_the_declarations() -> None:
    package = Path(tensorlab.__file__).parent
    stale = [path for path, text in stubs().items() if (package / path).read_text() != text]
    assert not stale, "run python -m tensorlab.ops.stubs"
