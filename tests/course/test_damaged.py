"""Whatever stands where the progress should be is survived, told in a note, and kept."""

import json
import os

import pytest

from tensorlab.course.progress.progress import Progress

SOUND = {
    "schema": 1,
    "lessons": {
        "matmul": {
            "step": 3, "hash": "h", "finished": "",
            "items": {
                "q": {
                    "hash": "h", "state": "right", "attempts": 1, "hints": 0,
                    "misconceptions": ["m"], "last": "",
                }
            },
        }
    },
}  # fmt: skip
VALUES = ["1e999", "-1e999", "NaN", "-5", "1.5", "true", "null", "[]", "{}", '"text"', "1" * 5000]


def with_each_part_replaced(part, path=()):
    """Yield the document's JSON with one of its parts, wherever it is, as each of the values."""
    for key in part if isinstance(part, dict) else range(len(part)):
        for value in VALUES:
            document = json.loads(json.dumps(SOUND))
            holder = document
            for step in path:
                holder = holder[step]
            if type(holder[key]) is not type(json.loads(value)) if len(value) < 99 else True:
                holder[key] = "REPLACED"
                yield json.dumps(document).replace('"REPLACED"', value)
        if isinstance(part[key], dict | list):
            yield from with_each_part_replaced(part[key], (*path, key))


DAMAGED = [
    *(text.encode() for text in with_each_part_replaced(SOUND)),
    json.dumps(SOUND).replace("3", "-5").encode(),
    b"", b"null", b"[]", b"5", b"\0" * 1000, b"\xff\xfe" * 500, b"[" * 100_000,
    b'{"schema":' * 50_000, b" " * 17_000_000, b"9" * 10_000, json.dumps(SOUND).encode()[:-3],
]  # fmt: skip


def test_a_sound_file_is_read(tmp_path):
    (tmp_path / "progress.json").write_text(json.dumps(SOUND))
    progress = Progress(tmp_path / "progress.json")
    assert progress.lesson("matmul").step == 3
    assert not progress.take_notices()


def test_any_content_is_survived_and_kept(tmp_path):
    path = tmp_path / "progress.json"
    for content in DAMAGED:
        path.write_bytes(content)
        progress = Progress(path)
        assert len(progress.take_notices()) == 1, content[:200]
        progress.reached("matmul", 1, "h")
        assert progress.lesson("matmul").step == 1
        kept = [each.read_bytes() for each in tmp_path.glob("*") if each.suffix != ".lock"]
        assert content in kept
        assert Progress(path).lesson("matmul").step in (0, 1)
        for each in tmp_path.iterdir():
            each.unlink()


@pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")
def test_what_is_no_file_is_survived(tmp_path):
    path = tmp_path / "progress.json"
    for make in (
        path.mkdir,
        lambda: path.symlink_to(path),
        lambda: path.symlink_to("/dev/zero"),
        lambda: os.mkfifo(path),
    ):
        make()
        progress = Progress(path)
        assert len(progress.take_notices()) == 1
        progress.reached("matmul", 1, "h")
        assert progress.lesson("matmul").step == 1
        path.rmdir() if path.is_dir() else path.unlink()
