"""What a word of the course means, told by the sentence of a lesson."""

import pytest

from tensorlab.course.lessons.library import Library
from tensorlab.course.lessons.words import first_told, meaning_of

LESSONS = Library().lessons


def test_every_new_word_has_a_sentence_that_tells_it():
    for word in first_told(LESSONS):
        meaning = meaning_of(word, LESSONS)
        assert meaning is not None, word
        assert word[:4] in meaning.sentence.lower()


@pytest.mark.parametrize("word", ["shape", "shapes", "Shape"])
def test_a_word_is_found_in_the_plural_and_in_capitals(word):
    sentence = "Every tensor has a **shape**: how long it is in each direction."
    assert meaning_of(word, LESSONS) == (sentence, "tour")


def test_a_sentence_that_points_back_comes_with_what_it_points_at():
    meaning = meaning_of("broadcasting", LESSONS)
    assert meaning.sentence.endswith("This is called **broadcasting**.")
    assert "stretched" in meaning.sentence


def test_other_words_mean_nothing_here():
    assert meaning_of("parsnip", LESSONS) is None
