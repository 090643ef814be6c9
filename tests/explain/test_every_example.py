"""Every example in the documentation of every function can be explained, and truly."""

from contextlib import suppress

import pytest

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.reference import reference
from tensorlab.explain.story import NothingToExplainError
from tensorlab.language.session import Session
from tests.explain.telling import check

SETUP = "import torch\nimport torch.nn.functional as F\n"
NAMES = {id(operation): name for name, operation in sorted(OPERATIONS.items())}


@pytest.mark.parametrize("name", sorted(NAMES.values()))
def test_the_examples_of_a_function_are_explained_truly(name):
    card = reference(name)
    setup = SETUP
    for example in card.examples:
        outcome = Session(write=lambda text: None).run(setup + example)
        if outcome.failure is None and outcome.has_value:
            with suppress(NothingToExplainError):  # a shape or a type has no cells
                check(example, setup)
        else:
            setup += f"{example}\n"
