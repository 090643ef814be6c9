"""How many files are to be read by whoever follows a command: it may only become fewer."""

import pytest

from tests.house.walks import walked

MOST = {
    ("eval", "torch.ones(2, 3) @ torch.ones(3, 2)"): 71,
    ("eval", "x = torch.ones(2, 3); x @ x.T"): 80,
    ("lesson", "add"): 154,  # to the first question
}  # lower a number when a file goes


@pytest.mark.parametrize("command", MOST)
def test_a_command_walks_through_ever_fewer_files(command, tmp_path, monkeypatch):
    monkeypatch.setenv("TENSORLAB_HOME", str(tmp_path))
    files = walked(*command)
    assert "__main__.py" in files
    listed = "\n".join(files)
    assert len(files) <= MOST[command], f"{len(files)} files:\n{listed}"
