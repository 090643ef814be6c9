from pathlib import Path

from tensorlab.course.lessons.library import Library
from tensorlab.course.lessons.markdown import parse_lesson
from tensorlab.course.progress.path import TRACKS, in_order, missing, next_lesson, state_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.standing import standing


def lesson(name, order, track="shapes", needs=""):
    front = f"title: {name}\nnames: {name}\norder: {order}\ntrack: {track}"
    front += f"\nneeds: {needs}" if needs else ""
    return parse_lesson(f"---\n{front}\n---\nA.\n```run\n1\n```\nB.", Path(f"{name}.md"))


START = lesson("start", 90, "first steps")
VIEW = lesson("view", 20, needs="start")
TURN = lesson("turn", 30, needs="view")
PROD = lesson("prod", 10, "products", needs="start")
ALL = in_order([PROD, TURN, VIEW, START])


def after(*done):
    progress = Progress(None)
    for name in done:
        progress.finished(name)
    return progress


def test_the_path_goes_track_by_track():
    assert [each.name for each in ALL] == ["start", "view", "turn", "prod"]


def test_a_newcomer_starts_at_the_beginning():
    advice = next_lesson(ALL, after())
    assert (advice.lesson, advice.why) == ("start", "the first lesson")


def test_what_was_begun_is_gone_on_with():
    progress = after("start")
    progress.reached("prod", 1, PROD.content_hash)
    assert state_of(PROD, progress) == "begun"
    assert next_lesson(ALL, progress).lesson == "prod"
    assert next_lesson(ALL, progress, after="review").lesson == "prod"


def test_the_end_of_a_lesson_leads_on_in_its_track_to_what_is_prepared():
    assert next_lesson(ALL, after("start", "view"), after="view").lesson == "turn"
    assert next_lesson(ALL, after("start", "prod"), after="prod").lesson == "view"
    assert next_lesson(ALL, after("start", "view", "turn"), after="turn").lesson == "prod"


def test_the_end_of_a_lesson_leads_neither_back_to_it_nor_to_another_that_was_begun():
    progress = after("start", "view")
    progress.reached("prod", 1, PROD.content_hash)
    assert next_lesson(ALL, progress, after="view").lesson == "turn"
    assert next_lesson(ALL, after("start"), after="view").lesson == "prod"


def test_it_is_said_whether_a_lesson_begins_its_track():
    assert next_lesson(ALL, after("start")).why == "it begins the track of shapes"
    assert next_lesson(ALL, after("start", "view")).why == "next in the track of shapes"


def test_after_everything_there_is_nothing():
    assert next_lesson(ALL, after("start", "view", "turn", "prod"), after="prod") is None


def test_a_standing_tells_what_is_done_from_what_was_begun():
    progress = after("start")
    progress.reached("prod", 1, PROD.content_hash)
    found = standing(ALL, progress)
    assert (found.done, found.begun) == (("start",), ("prod",))


def test_what_is_needed_and_not_done_is_missing():
    assert missing(TURN, after("start")) == ("view",)
    assert missing(TURN, after("view")) == ()


def test_every_shipped_lesson_has_a_track_and_comes_after_what_it_needs():
    lessons = Library().lessons
    names = [each.name for each in lessons]
    assert {each.track for each in lessons} <= set(TRACKS)
    early = [
        (each.name, need)
        for each in lessons
        for need in each.needs
        if names.index(need) > names.index(each.name)
    ]
    assert early == []


def test_following_the_advice_takes_every_lesson_once():
    lessons, progress, taken = Library().lessons, Progress(None), []
    advice = next_lesson(lessons, progress)
    while advice is not None:
        taken.append(advice.lesson)
        progress.finished(advice.lesson)
        advice = next_lesson(lessons, progress, advice.lesson)
    assert sorted(taken) == sorted(each.name for each in lessons)


def test_lessons_are_found_by_what_they_speak_of():
    found = [each.name for each in Library().search("keepdim")]
    assert found
    assert Library().search("nothing speaks of thisword") == []
