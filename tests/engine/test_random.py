import math
import subprocess
import sys

import numpy as np
import pytest

from tensorlab.engine.dtypes import float32, float64, int64
from tensorlab.engine.random import distributions, rejection
from tensorlab.engine.random import normal as normals
from tensorlab.engine.random.generator import Generator
from tensorlab.engine.random.mersenne import BLOCK, CHUNK, PAID, MersenneTwister, to_fractions
from tensorlab.engine.random.normal import normal
from tensorlab.numerics.functions.rounding import fma
from tensorlab.numerics.machine.threads import Threads
from tensorlab.numerics.matrices import blas


def seeded(seed):
    return Generator().manual_seed(seed)


def test_the_words_are_those_of_the_reference_implementation():
    words = MersenneTwister(5489).words(10_000)
    assert [int(words[0]), int(words[9999])] == [3499211612, 4123659995]


@pytest.mark.parametrize(
    "counts", [(1, 623, 1), (624, 625), (PAID + 5, 7), (3, PAID, 1000), (100,) * 99]
)
def test_words_do_not_depend_on_how_many_are_drawn_at_a_time(counts):
    pieces, whole = MersenneTwister(1), MersenneTwister(1)
    drawn = np.concatenate([pieces.words(count) for count in counts])
    one_by_one = [whole.words(100) for _ in range(-(-drawn.size // 100))]
    assert np.array_equal(drawn, np.concatenate(one_by_one)[: drawn.size])


def test_small_draws_of_fractions_continue_large_ones():
    twister, other = MersenneTwister(3), MersenneTwister(3)
    drawn = [twister.uniform24(count) for count in (4, 700, 4, BLOCK, CHUNK + 9, 2)]
    assert np.array_equal(np.concatenate(drawn), to_fractions(other.words(719 + BLOCK + CHUNK)))


def test_a_draw_may_be_written_to_without_changing_later_ones():
    generator = seeded(0)
    state = generator.get_state()
    first = distributions.uniform(generator, (4,), float32)
    kept = first.copy()
    first[:] = 0
    generator.set_state(state)
    assert np.array_equal(distributions.uniform(generator, (4,), float32), kept)


@pytest.mark.parametrize(
    "drawn",
    [
        [0],
        [1],
        [3],
        [623],
        [624],
        [625],
        [1248],
        [2000],
        *[[312] * n for n in (17, 18, 19, 29, 30)],
    ],
)
def test_a_saved_state_continues_the_stream(drawn):
    generator = seeded(11)
    for count in drawn:  # a longer stream makes some blocks at once
        generator.twister.words(count)
    copy = generator.clone_state()
    assert np.array_equal(generator.twister.words(1500), copy.twister.words(1500))
    assert np.array_equal(generator.get_state()._array, copy.get_state()._array)


def test_a_saved_state_keeps_the_spare_normal_number():
    generator = seeded(11)
    normal(generator, (3,), float64)
    copy = generator.clone_state()
    assert normal(generator, (3,), float64).tolist() == normal(copy, (3,), float64).tolist()


@pytest.mark.parametrize(("given", "kept"), [(-1, 2**64 - 1), (2**64 - 1, 2**64 - 1), (5, 5)])
def test_seeds_are_kept_modulo_two_to_the_64(given, kept):
    assert seeded(given).initial_seed() == kept


def test_a_seed_beyond_64_bits_is_refused():
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        seeded(2**64)


def test_a_new_seed_forgets_the_spare_normal_number():
    generator = seeded(4)
    first = normal(generator, (1,), float32)
    assert normal(generator.manual_seed(4), (1,), float32) == first


def test_fused_multiply_add_keeps_what_two_roundings_lose():
    tiny = 2.0**-15
    x = np.array([1 + tiny], np.float32)
    assert fma(x, 1 - tiny, -1.0).tolist() == [-(tiny**2)]


def test_a_permutation_holds_each_number_once():
    assert sorted(distributions.permutation(seeded(2), 1000)) == list(range(1000))


@pytest.mark.parametrize("count", [0, 1, 2, 5, 1000])
def test_a_permutation_needs_no_library(monkeypatch, count):
    by_library = distributions.permutation(seeded(2), count).tolist()
    monkeypatch.setattr(blas, "routine", lambda name: None)
    assert distributions.permutation(seeded(2), count).tolist() == by_library


def test_whole_numbers_of_all_int64_are_drawn():
    drawn = distributions.integers(seeded(0), (1000,), int64, -(2**63), 2**63)
    assert drawn.min() < -(2**62) < 2**62 < drawn.max()


def test_small_draws_do_not_load_numpy_s_own_generators():
    program = (
        "import sys; from tensorlab.engine.random.generator import default_generator as g;"
        "from tensorlab.engine.random import distributions as d;"
        "from tensorlab.engine.dtypes import float32;"
        "before = 'random' in sys.modules; d.uniform(g, (4,), float32);"
        "print(before, 'numpy.random' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["False", "False"]


def test_trials_that_are_not_a_number_are_not_counted_up_to_for_ever():
    assert rejection.binomial(seeded(0), math.nan, 0.5) <= 0
    assert rejection.binomial(seeded(0), 2.0, 1.0) == 2


@pytest.mark.parametrize("count", [16, 20, 32, 100, 144, 607, 608, 609, 1000])
def test_normal_numbers_of_words_at_hand_are_those_of_words_drawn(count):
    quick, plain = seeded(3), seeded(3)
    for _ in range(40):
        drawn = normals.of_current_words(quick.twister, count)
        whole = normals.by_blocks(plain.twister, count, float32)
        assert np.array_equal(drawn, whole)
        assert quick.twister.save() == plain.twister.save()


@pytest.mark.parametrize("dtype", [float32, float64])
def test_normal_numbers_do_not_depend_on_the_number_of_threads(monkeypatch, dtype):
    drawn = []
    for most in (1, 3):
        monkeypatch.setattr(Threads, "most", most)
        monkeypatch.setattr(Threads, "asked", most)
        generator = seeded(5)
        drawn.append([*normal(generator, (7 * CHUNK + 5,), dtype), *normal(generator, (3,), dtype)])
    assert drawn[0] == drawn[1]


def test_a_generator_on_no_device_in_particular_is_on_the_cpu() -> None:
    assert Generator(device=None).device.type == "cpu"
