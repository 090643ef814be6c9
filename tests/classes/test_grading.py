"""Hand-ins are judged anew; what is wrong with one costs nobody else anything."""

import csv
import io
import os
from pathlib import Path

import pytest

from tensorlab.assignments.hand_in import hand_in_text
from tensorlab.assignments.taking import states
from tensorlab.classes.grading import Grading, files_in, named_in, result_of
from tensorlab.classes.judging import graded
from tensorlab.classes.report import page
from tensorlab.classes.reporting import as_csv, for_canvas
from tensorlab.classes.results import class_object
from tests.classes.conftest import CLASS
from tests.classes.people import asked, assignment, changed_head, done, hand_in


def judged(given, **texts):
    """The class of learners whose hand-ins are given."""
    results = [{**graded(given, text), "file": name} for name, text in texts.items()]
    return class_object(given, results, pseudonyms=False)


def row(found, name):
    (one,) = [each for each in found["learners"] if each["name"] == name]
    return one


@pytest.mark.parametrize(
    ("plans", "points", "attempts", "hints"),
    [
        ("r", 1, 1, 0),
        ("wr", 1, 2, 0),
        ("wwwr", 0, 3, 0),
        ("hr", 0.5, 1, 1),
        ("hwhwhr", 0, 3, 3),
        ("s", 0, 0, 0),
        ("sr", 0, 0, 0),
        ("rw", 1, 1, 0),
        ("", 0, 0, 0),
    ],
)
def test_points_follow_from_answers_and_hints(given, plans, points, attempts, hints):
    text = hand_in(given, "ada", ["", plans, "", ""])
    if not plans:
        text = hand_in(given, "ada", ["r", "", "", ""])
    found = row(judged(given, ada=text), "ada")["questions"][1]
    assert (found["points"], found["attempts"], found["hints"]) == (points, attempts, hints)


def test_a_prediction_has_one_answer_that_counts(given):
    found = row(judged(given, ada=hand_in(given, "ada", ["wr", "", "", ""])), "ada")["questions"][0]
    assert (found["points"], found["attempts"], found["state"]) == (0, 1, "wrong")


@pytest.mark.parametrize("plan", ["r", "w", "wr", "wwwr", "s", "sr", "rw", "hw", "h"])
def test_the_list_of_what_is_done_says_what_grading_will(given, plan):
    work = [
        each for lesson, item in asked(given) for each in done(given, "ada", lesson, item, plan)
    ]
    told = row(judged(given, ada=hand_in(given, "ada", plan)), "ada")["questions"]
    graded_as = {(each["lesson"], each["question"]): each["state"] for each in told}
    assert states(given, work) == {
        place: "missing" if state == "open" else state for place, state in graded_as.items()
    }


def test_answers_of_another_learner_are_flagged(given):
    stolen = changed_head(hand_in(given, "ada"), learner="eve")
    others = {name: hand_in(given, name) for name in ("ada", "ben", "cleo", "dan")}
    found = judged(given, eve=stolen, **others)
    assert "other-numbers" in row(found, "eve")["flags"]
    assert all(not row(found, name)["flags"] for name in others)
    assert any("ada" in each["fits"] for each in row(found, "eve")["questions"])


def test_what_a_file_claims_is_not_believed(given):
    lies = hand_in(given, "liar", "w").replace('"right": false', '"right": true')
    found = row(judged(given, liar=lies), "liar")
    assert found["points"] == 0
    assert found["flags"] == ["claims"]


def test_late_is_late(given):
    late = hand_in(given, "ada").replace("2026-11-20", "2026-12-03")
    found = row(judged(given, ada=late), "ada")
    assert found["late"]
    assert "late" in found["flags"]
    assert found["points"] == 6


def test_the_best_of_two_files_counts(given):
    found = judged(given, a=hand_in(given, "ada", "w"), b=hand_in(given, "ada"))
    assert row(found, "ada")["points"] == 6
    assert row(found, "ada")["flags"] == ["twice"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[:300], "was cut"),
        (lambda text: "\n".join(text.split("\n")[:3]) + "\n", "was cut"),
        (lambda text: text.partition("\n")[2], "not that of a hand-in"),
        (lambda text: changed_head(text, **{"class": "0"}), "another class"),
        (lambda text: changed_head(text, learner=5), "not that of a hand-in"),
        (lambda text: changed_head(text, learner=" "), "no name"),
        (lambda text: text.replace('"answer": "', '"answer": 5, "x": "'), "damaged"),
        (lambda text: text.replace('"add"', '"x"').replace('"matmul"', '"x"'), "none of the"),
        (lambda text: "[" * 10**5, "damaged"),
        (lambda text: "", "damaged"),
    ],
)
def test_a_damaged_file_is_one_clear_line(given, change, words):
    found = judged(given, bad=change(hand_in(given, "ada")), good=hand_in(given, "ben"))
    assert found["not_graded"] == 1
    assert words in found["files"][0]["error"]
    assert row(found, "ben")["points"] == 6


def with_answer(given, learner, text):
    lines = []
    for lesson, item in asked(given):
        (one,) = done(given, learner, lesson, item, "w")
        fields = {name: getattr(one, name) for name in one.fields}
        lines.append(type(one)(**{**fields, "answer": text}))
    return hand_in_text(given, learner, lines)


@pytest.mark.parametrize(
    "answer",
    ["while True: pass", "[0] * 10**10", "(" * 3000, "9**9**9", "\ud800", "a\0b", "1," * 30000, ""],
)
def test_a_hostile_answer_is_only_wrong(given, answer):
    found = row(judged(given, eve=with_answer(given, "eve", answer)), "eve")
    assert (found["points"], found["error"]) == (0, None)


NAMES = [
    "=1+1",
    "+1",
    "@SUM(A1)",
    "-2",
    "<script>x</script>",
    "\x1b[31mred",
    "\u202eevil",
    "\uff1d1",
]


def test_no_name_runs_anything(given):
    texts = {f"f{n}": hand_in(given, name, "w") for n, name in enumerate(NAMES)}
    found = judged(given, **texts)
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert list(rows[0]) == ["name", "points", "total", "flags"]
    assert not [
        each for each in rows if each["name"].startswith(("=", "+", "@", "-", "\x1b", "\uff1d"))
    ]
    assert "<script" not in page(found)
    assert not {"\x1b", "\u202e"} & set(page(found) + as_csv(found) + for_canvas(found))


def test_pseudonyms_are_all_that_a_report_says_of_a_name(given):
    results = [
        {**graded(given, hand_in(given, name, "w")), "file": f"{name}.jsonl"}
        for name in ("Zacharias", "Quirin")
    ]
    results.append({"learner": "", "error": "it is not a file", "file": "Ottilie.jsonl"})
    shown = page(class_object(given, results, pseudonyms=True))
    assert not [name for name in ("Zacharias", "Quirin", "Ottilie") if name in shown]
    assert "learner 1" in shown


def test_the_page_needs_nothing_else(given):
    shown = page(judged(given, a=hand_in(given, "ada", "w"), b="x"))
    assert not [word for word in ("http", "<script", "src=", "@import", "url(") if word in shown]
    assert "prefers-color-scheme: dark" in shown
    assert '<th scope="col">' in shown


def write_all(folder, given, names):
    folder.mkdir()
    for name in names:
        (folder / f"{name}.jsonl").write_text(hand_in(given, name, "r"), encoding="utf-8")
    os.mkfifo(folder / "endless")
    return sorted(folder.iterdir())


@pytest.mark.slow
def test_files_are_graded_in_processes_and_gone_on_with(given, tmp_path):
    files = write_all(tmp_path / "in", given, ["ada", "ben", "cleo"])
    counts = []
    whole = Grading(given, 2, None).graded(files, counts.append, resume=False)
    assert [each.get("error") for each in whole] == [None, None, None, "it is not a file"]
    assert counts == [1, 2, 3]
    kept = given.path.with_suffix(".graded.jsonl")
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(lines[0] + lines[1][:50])
    counts.clear()
    assert Grading(given, 1, None).graded(files, counts.append, resume=True) == whole
    assert counts == [1, 2]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_grades_alike(given, tmp_path):
    distributed = pytest.importorskip("distributed")
    files = write_all(tmp_path / "in", given, [f"learner{n}" for n in range(12)])
    here = Grading(given, 2, None).graded(files, lambda _: None, resume=False)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        there = Grading(given, 1, cluster.scheduler_address)
        assert there.graded(files, lambda _: None, resume=False) == here


def test_a_file_over_which_a_process_ends_is_its_learners(given):
    text = hand_in(given, "ada")
    killed = {"error": {"type": "KilledError", "message": "", "limit": None}}
    assert result_of(killed, named_in(text))["learner"] == "ada"
    assert named_in("[" * 10**5) == ""


def test_blank_lines_at_the_end_cut_nothing(given):
    assert row(judged(given, ada=hand_in(given, "ada") + "\n\n"), "ada")["points"] == 6


def test_a_wrong_choice_is_told_in_its_words(tmp_path):
    asks = CLASS.replace('["column", "table"]', '["which-fails"]')
    given = assignment(tmp_path, asks)
    wrong = {done(given, "ada", "add", "which-fails", "r")[0].answer}
    (letter, *_) = {"a", "b", "c"} - wrong
    plans = ["w", "", ""]
    text = hand_in(given, "ada", plans).replace('"answer": "z"', f'"answer": "{letter}"')
    (slip,) = row(judged(given, ada=text), "ada")["questions"][0]["wrong"]
    assert len(slip["answer"]) > 1


def test_files_of_any_name_at_any_depth_are_told_of(given, tmp_path):
    inner = tmp_path / "in" / "ada_1_file"
    inner.mkdir(parents=True)
    (inner / "ada.jsonl").write_text(hand_in(given, "ada"), encoding="utf-8")
    (tmp_path / "loop").symlink_to("loop")
    assert files_in([str(tmp_path / "in")]) == [inner / "ada.jsonl"]
    strange = Path("bad\udcff")
    found = Grading(given, 1, None).graded(
        [strange, tmp_path / "loop"], lambda _: None, resume=False
    )
    assert [each["error"] for each in found] == ["there is no such file"] * 2
    page(class_object(given, found, pseudonyms=False)).encode()


def test_a_huge_file_is_not_read(given, tmp_path):
    huge = Path(tmp_path / "huge")
    huge.write_bytes(b"x" * (2 << 20))
    (found,) = Grading(given, 1, None).graded([huge], lambda _: None, resume=False)
    assert "larger than" in found["error"]
