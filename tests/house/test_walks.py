"""How many files are to be read by whoever follows a command: it may only become fewer."""

import pytest

from tests.house.walks import walked

MOST = {
    "torch.ones(2, 3) @ torch.ones(3, 2)": 84,
    "x = torch.ones(2, 3); x @ x.T": 92,
}  # lower a number when a file goes


@pytest.mark.parametrize("expression", MOST)
def test_an_expression_walks_through_ever_fewer_files(expression):
    files = walked("eval", expression)
    assert "__main__.py" in files
    listed = "\n".join(files)
    assert len(files) <= MOST[expression], f"{len(files)} files:\n{listed}"
