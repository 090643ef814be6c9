from pathlib import Path

from tensorlab.course.progress.progress import saved_progress


def test_progress_lies_in_the_state_folder_of_the_system(monkeypatch, tmp_path):
    monkeypatch.delenv("TENSORLAB_HOME", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert saved_progress().path == tmp_path / "tensorlab" / "progress.json"


def test_one_variable_moves_all_of_tensorlabs_files(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(Path("/elsewhere")))
    monkeypatch.setenv("TENSORLAB_HOME", str(tmp_path))
    assert saved_progress().path == tmp_path / "progress.json"
