"""What programs save: it is kept in memory, apart from what they go on with, and in no file."""

from tensorlab.language.running.session import Session

STATE = """
import torch, io
from torch import nn
model = nn.Linear(2, 2)
torch.save({'epoch': 3, 'state': model.state_dict()}, 'model.pt')
before = model.weight.clone()
nn.init.zeros_(model.weight)
found = torch.load('model.pt', weights_only=True)
model.load_state_dict(found['state'])
print(found['epoch'], torch.equal(model.weight, before))
buffer = io.BytesIO()
torch.save([torch.arange(3), 'text'], buffer)
print(len(buffer.getvalue()) > 100, buffer.seek(0), torch.load(buffer))
torch.save(model, 'whole')
print(torch.load('whole', weights_only=False))
"""


def test_what_is_saved_comes_back_as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = []
    outcome = Session(write=texts.append).run(STATE)
    assert outcome.failure is None
    assert "".join(texts) == (
        "3 True\nTrue 0 [tensor([0, 1, 2]), 'text']\n"
        "Linear(in_features=2, out_features=2, bias=True)\n"
    )
    (notice,) = outcome.notices
    assert "writes no file" in notice
    assert not list(tmp_path.iterdir())


def test_what_one_session_saves_no_other_finds():
    one, other = Session(), Session()
    one.run("torch.save(1, 'x')")
    failure = other.run("torch.load('x')").failure
    assert (failure.type, failure.message) == (
        "FileNotFoundError",
        "[Errno 2] No such file or directory: 'x'",
    )
    program = "try: torch.load('x')\nexcept OSError as e: found = str(e)\nfound"
    assert other.run(program).value == "[Errno 2] No such file or directory: 'x'"
    assert one.run("torch.load('x')").value == 1


def test_bytes_of_another_making_are_not_read():
    session = Session()
    program = "import io\ntorch.load(io.BytesIO(b'\\x80\\x02cos\\nsystem\\n.'))"
    assert session.run(program).failure.type == "UnpicklingError"
    program = "torch.save(torch.nn.Linear(1, 1), 'm')\ntorch.load('m')"
    assert session.run(program).failure.type == "UnpicklingError"


def test_what_can_hold_no_bytes_is_refused_and_a_stream_without_any_told():
    session = Session()
    for program in ("torch.save(1, torch)", "import io\ntorch.save(1, io.StringIO())"):
        failure = session.run(program).failure
        assert (failure.type, failure.code) == ("AttributeError", None)
    assert session.run("torch.load(io.BytesIO())").failure.type == "EOFError"


def test_settings_of_the_machine_are_not_seen(monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    one, other = Session(), Session()
    assert one.run("import os\n'SECRET' in os.environ, os.getenv('SECRET')").value == (False, None)
    one.run("os.environ['MINE'] = 'yes'")
    assert one.run("os.environ['MINE'], os.getenv('MINE')").value == ("yes", "yes")
    assert other.run("import os\nos.getenv('MINE')").value is None


def test_what_lies_in_a_temporary_folder_goes_with_it():
    session = Session()
    session.run("import tempfile, os\nfrom pathlib import Path\nm = torch.nn.Linear(2, 1)")
    session.run(
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    place = os.path.join(folder, 'm.pt')\n"
        "    torch.save(m.state_dict(), place)\n"
        "    there = os.path.exists(place), (Path(folder) / 'm.pt').exists()\n"
        "    read = str(m.load_state_dict(torch.load(place)))"
    )
    expected = (True, True), "<All keys matched successfully>", False
    assert session.run("there, read, os.path.exists(place)").value == expected


def test_the_size_of_what_is_kept_is_that_of_a_file_of_tensors():
    session = Session()
    program = "import os\nfrom pathlib import Path\nmodel = torch.nn.Linear(20, 20)\n"
    session.run(f"{program}torch.save(model.state_dict(), 'm')\ntorch.save(model, 'whole')")
    size, other = session.run("os.path.getsize('./m'), Path('m').stat().st_size").value
    assert size == other
    assert 420 * 4 < size < 4000  # the numbers, and what is said of them
    failures = [session.run(f"os.path.getsize('{name}')").failure for name in ("none", "whole")]
    assert [failure.type for failure in failures] == ["FileNotFoundError", "Unsupported"]
