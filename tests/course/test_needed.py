"""Which programs of a lesson an answer is run after."""

from tensorlab.course.answers.spellings import assigned, needed

LESSON = (
    "a = torch.ones(2)",
    "b = a[0]",
    "b += 1",
    "net = train()",
    "x = 3",
    "torch.set_num_threads(1)",
)


def test_programs_whose_names_have_to_do_with_the_answer_are_kept_with_what_may_share_memory():
    assert needed(LESSON, "a * 2") == (*LESSON[:3], LESSON[5])


def test_others_are_left_out_but_for_what_is_set_for_all():
    assert needed(LESSON, "x + len([1])") == (LESSON[4], LESSON[5])


def test_a_program_gives_something_to_the_names_of_its_functions():
    assert assigned("def double(t):\n    return t * 2\ny = double(x)") == {"double", "y"}


def test_all_are_kept_where_random_numbers_are_drawn_or_something_cannot_be_read():
    for answer in ("torch.rand(x)", "x +", "x.add_(1)"):
        assert needed(LESSON, answer) == LESSON
    seeded = ("y = torch.rand(2)", "z = y", "w = 1")
    assert needed(seeded, "z") == seeded
