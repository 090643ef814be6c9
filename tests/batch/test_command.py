"""`tensorlab batch`: files, going on after an interruption, wrong usage."""

import json
import subprocess
import sys
import time

TENSORLAB = [sys.executable, "-m", "tensorlab", "batch"]


def run(*arguments, **settings):
    return subprocess.run(
        [*TENSORLAB, *map(str, arguments)], capture_output=True, text=True, check=False, **settings
    )


def programs(path, count):
    lines = [json.dumps({"program": f"print({n})\ntorch.full((3,), {n})"}) for n in range(count)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_stream_through_pipes():
    done = run(input='{"program": "1 + 1"}\n\n{"program": "nothing"}\n')
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0
    assert (first["line"], first["value"]) == (1, 2)
    assert (second["line"], second["error"]["type"]) == (3, "NameError")


def test_an_interrupted_file_is_gone_on_with(tmp_path):
    source, whole, cut = programs(tmp_path / "in", 3000), tmp_path / "whole", tmp_path / "cut"
    assert run(source, "-o", whole, "--jobs", 2).returncode == 0
    process = subprocess.Popen([*TENSORLAB, str(source), "-o", str(cut)])
    while not cut.exists() or not cut.stat().st_size:
        time.sleep(0.01)
    process.kill()
    process.wait()
    with cut.open("a", encoding="utf-8") as half:
        half.write('{"line": 1, "hal')
    assert run(source, "-o", cut, "--resume").returncode == 0
    assert cut.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_nothing_is_overwritten(tmp_path):
    source, kept = programs(tmp_path / "in", 1), tmp_path / "out"
    kept.write_text("mine\n", encoding="utf-8")
    refused = run(source, "-o", kept)
    assert refused.returncode == 2
    assert "--resume" in refused.stderr
    assert kept.read_text(encoding="utf-8") == "mine\n"


def test_wrong_usage_is_said(tmp_path):
    for arguments, words in (
        ((tmp_path / "absent",), "cannot read"),
        (("-", "--resume"), "--output"),
    ):
        refused = run(*arguments, input="")
        assert refused.returncode == 2
        assert words in refused.stderr
