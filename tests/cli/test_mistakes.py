import os
from pathlib import Path

import pytest

from tensorlab.process import bug_report
from tensorlab.process.lifecycle import ExitCode, finish


def broken():
    raise KeyError("an invariant")


def test_a_mistake_of_ours_is_one_message_and_a_log(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert finish(broken) == ExitCode.FAILED
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "made a mistake: KeyError: 'an invariant'" in said
    log = Path(said.strip().rpartition(" is in ")[2])
    assert "in broken" in log.read_text()


def test_a_log_that_cannot_be_written_in_its_place_goes_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "tensorlab").write_text("a file, where a folder belongs")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = bug_report.write_log("details")
    assert "details" in path.read_text()
    path.unlink()


@pytest.mark.skipif(os.name != "posix", reason="a link in a shared folder")
def test_a_log_follows_nobodys_link(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(bug_report.time, "strftime", lambda form: "now")
    folder = tmp_path / "tensorlab" / "errors"
    folder.mkdir(parents=True)
    (folder / f"error-now-{os.getpid()}.log").symlink_to(tmp_path / "victim")
    path = bug_report.write_log("details")
    assert not (tmp_path / "victim").exists()
    path.unlink()
