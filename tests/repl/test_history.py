import os

import pytest

from tensorlab.repl.history import PrivateHistory


def entries(path):
    return list(PrivateHistory(path).load_history_strings())


def test_an_entry_of_several_lines_comes_back_newest_first(tmp_path):
    history = PrivateHistory(tmp_path / "deep" / "history")
    history.store_string("x = 1")
    history.store_string("for i in x:\n\n    pass")
    assert entries(tmp_path / "deep" / "history") == ["for i in x:\n\n    pass", "x = 1"]


def test_two_prompts_share_a_file(tmp_path):
    one, two = PrivateHistory(tmp_path / "history"), PrivateHistory(tmp_path / "history")
    one.store_string("a")
    two.store_string("b")
    one.store_string("c")
    assert entries(tmp_path / "history") == ["c", "b", "a"]


@pytest.mark.parametrize("content", [b"\0\0\0", b"\xff\xfe\n+ok\xff\n", b"+torn", b"no entry\n\n"])
def test_a_damaged_file_is_read_as_far_as_it_goes(tmp_path, content):
    (tmp_path / "history").write_bytes(content)
    entries(tmp_path / "history")


def test_nobody_else_may_read_what_was_typed(tmp_path):
    PrivateHistory(tmp_path / "history").store_string("secret")
    if os.name == "posix":
        assert (tmp_path / "history").stat().st_mode & 0o077 == 0


def test_a_folder_in_the_place_of_the_file_leaves_a_history_in_memory(tmp_path):
    history = PrivateHistory(tmp_path)
    assert list(history.load_history_strings()) == []
    history.store_string("x")
    assert "cannot be written" in history.problem


def test_a_history_that_cannot_be_written_is_told_once(tmp_path):
    (tmp_path / "file").write_text("")
    history = PrivateHistory(tmp_path / "file" / "history")
    history.store_string("1")
    assert "cannot be written" in history.problem
    history.problem = ""
    history.store_string("2")
    assert history.problem == ""
