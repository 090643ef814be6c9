"""`tensorlab batch`: files, going on after an interruption, wrong usage."""

import json
import subprocess
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from docs.working import long_work
from tests.searched import ROOT

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


def test_long_work_that_is_interrupted_ends_in_order(capsys):
    with pytest.raises(SystemExit) as ended, long_work("parts", 2):
        raise KeyboardInterrupt
    assert (ended.value.code, capsys.readouterr().err) == (130, "interrupted\n")


def test_a_site_that_is_interrupted_leaves_the_one_that_was_there(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.path", [*sys.path])
    spec = spec_from_file_location("build", ROOT / "docs" / "site" / "build.py")
    build = module_from_spec(spec)
    spec.loader.exec_module(build)
    out = tmp_path / "site"
    (out / "page").mkdir(parents=True)
    (out / "page" / "parts.mjs").touch()

    def half(made, *given):
        (made / "page").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "write_site", half)
    for part in ("node_modules", "numpy_wheel"):
        monkeypatch.setattr(build.parts, part, lambda *given: tmp_path)
    monkeypatch.setattr("sys.argv", ["build.py", str(out)])
    with pytest.raises(SystemExit):
        build.main()
    assert list(tmp_path.iterdir()) == [out]
    assert (out / "page" / "parts.mjs").exists()
