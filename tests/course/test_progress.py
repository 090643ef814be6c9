import json
import multiprocessing
import os
from pathlib import Path

import pytest

from tensorlab.course.progress import progress
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord


def answer(state="right", content_hash="h"):
    return ItemRecord(content_hash, state, attempts=1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "progress.json"


def test_an_answer_is_there_for_the_next_process(path):
    Progress(path).answered("mm", "a", answer())
    again = Progress(path)
    assert again.lesson("mm").items["a"] == answer()
    assert again.notices == []


def test_nothing_is_written_before_something_is_answered(path):
    Progress(path)
    assert not path.parent.exists()


def test_what_was_right_stays_done(path):
    progress = Progress(path)
    progress.answered("mm", "a", answer("right"))
    progress.answered("mm", "a", answer("wrong"))
    item = progress.lesson("mm").items["a"]
    assert (item.state, item.attempts) == ("right", 2)


def test_a_question_that_asks_something_else_now_starts_anew(path):
    progress = Progress(path)
    progress.answered("mm", "a", answer("right", "old"))
    progress.answered("mm", "a", answer("wrong", "new"))
    assert progress.lesson("mm").items["a"] == answer("wrong", "new")
    assert progress.lesson("mm").item("a", "old") is None


def test_a_renamed_question_is_known_by_what_it_asks(path):
    progress = Progress(path)
    progress.answered("mm", "a", answer())
    assert progress.lesson("mm").item("b", "h") == answer()


def test_only_questions_that_the_lesson_still_asks_are_counted(path, lesson_of):
    (question,) = lesson_of("```predict value id=now\n1\n```").questions
    progress = Progress(path)
    progress.answered("mm", "gone", answer())
    progress.answered("mm", "was", answer("skipped", question.content_hash))
    assert progress.lesson("mm").states([question]) == ["skipped"]


def test_two_open_processes_both_keep_their_answers(path):
    one, other = Progress(path), Progress(path)
    one.answered("mm", "a", answer())
    other.answered("mm", "b", answer())
    other.reached("cat", 2, "c")
    one.answered("mm", "c", answer())
    kept = Progress(path)
    assert set(kept.lesson("mm").items) == {"a", "b", "c"}
    assert kept.lesson("cat").step == 2


def many_answers(path, name):
    progress = Progress(path)
    for number in range(20):
        progress.answered("mm", f"{name}-{number}", answer())


def test_processes_that_write_at_the_same_time_lose_nothing(path):
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=many_answers, args=(path, name)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(Progress(path).lesson("mm").items) == 60


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"schema": 1}',
        b'{"schema": "x", "lessons": {}}',
        b'{"schema": 1, "lessons": []}',
        b'{"schema": 1, "lessons": {"mm": 3}}',
        b'{"schema": 1, "lessons": {"mm": {"step": 0, "hash": "", "finished": "", "items": 3}}}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_counts_as_not_read_and_is_kept(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    progress = Progress(path)
    progress.answered("mm", "a", answer())
    (notice,) = progress.take_notices()
    (aside,) = path.parent.glob("progress.json.unreadable-*")
    assert str(aside) in notice
    assert aside.read_bytes() == content
    assert Progress(path).lesson("mm").items["a"] == answer()


def test_a_file_of_a_newer_version_is_left_alone(path):
    path.parent.mkdir()
    text = json.dumps({"schema": 99, "lessons": {}})
    path.write_text(text)
    progress = Progress(path)
    progress.answered("mm", "a", answer())
    assert path.read_text() == text
    assert progress.lesson("mm").items["a"] == answer()
    assert len(progress.take_notices()) == 1


def test_a_place_that_cannot_be_written_costs_one_notice_and_no_answer(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    progress = Progress(blocked / "progress.json")
    progress.answered("mm", "a", answer())
    progress.answered("mm", "b", answer())
    assert set(progress.lesson("mm").items) == {"a", "b"}
    assert len(progress.take_notices()) == 1
    assert progress.take_notices() == []


def test_a_crash_while_writing_leaves_the_old_file_whole(path, monkeypatch):
    Progress(path).answered("mm", "a", answer())
    before = path.read_text()

    def crash(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", crash)
    progress = Progress(path)
    progress.answered("mm", "b", answer())
    assert path.read_text() == before
    assert set(progress.lesson("mm").items) == {"a", "b"}
    assert sorted(p.name for p in path.parent.iterdir()) == ["progress.json", "progress.lock"]


def test_a_link_to_the_file_stays_a_link(path, tmp_path):
    path.parent.mkdir()
    path.symlink_to(tmp_path / "elsewhere.json")
    Progress(path).answered("mm", "a", answer())
    assert path.is_symlink()
    assert Progress(tmp_path / "elsewhere.json").lesson("mm").items["a"] == answer()


def test_a_refusal_that_passes_is_waited_for(path, monkeypatch):
    refusals = iter([PermissionError("in use"), PermissionError("in use")])
    replace = Path.replace

    def replace_later(new, old):
        for refusal in refusals:
            raise refusal
        return replace(new, old)

    monkeypatch.setattr(Path, "replace", replace_later)
    progress = Progress(path)
    progress.answered("mm", "a", answer())
    assert progress.take_notices() == []
    assert Progress(path).lesson("mm").items["a"] == answer()


def test_a_lock_that_nobody_gives_back_does_not_stop_a_learner(path, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    path.parent.mkdir()
    with progress.locked(path.with_suffix(".lock")):
        Progress(path).answered("mm", "a", answer())
    assert Progress(path).lesson("mm").items["a"] == answer()


def test_without_a_path_progress_lives_in_memory():
    progress = Progress(None)
    progress.reached("mm", 3, "h")
    progress.finished("mm")
    assert progress.lesson("mm").step == 0
    assert progress.lesson("mm").finished
