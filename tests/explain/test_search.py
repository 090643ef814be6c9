from pathlib import Path

import pytest

from tensorlab.explain.reference.search import entries, found_by, stem, wished_for


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("running product", "torch.cumprod"), ("running products", "torch.cumprod"),
        ("the matrix product of two matrices", "torch.mm"), ("largest", "torch.max"),
        ("mean squared error", "torch.nn.functional.mse_loss"), ("join tensors", "torch.cat"),
        ("inverse of a matrix", "torch.inverse"), ("one hot", "torch.nn.functional.one_hot"),
        ("set the random seed", "torch.manual_seed"), ("make a tensor of zeros", "torch.zeros"),
        ("a matrix of ones", "torch.ones"), ("save a model", "torch.save"),
    ],
)  # fmt: skip
def test_a_function_is_found_by_what_it_does(words, name):
    assert name in [hit.name for hit in found_by(words)][:3]


def test_of_functions_of_one_name_the_plainest_is_found_first():
    found = [hit.name for hit in found_by("cumprod")]
    assert found.index("torch.cumprod") < found.index("torch.masked.cumprod")


ASKED = """
multiply matrices: matmul | how do I multiply matrices: matmul | dot product: dot | average: mean
swap dimensions: transpose | reverse order: flip | index of the maximum: argmax | clip: clamp
concatenate: cat | change the shape: reshape | remove a dimension: squeeze | modulo: remainder
insert a dimension: unsqueeze | random whole numbers: randint | normal distribution: randn
identity matrix: eye | absolute value: abs | square root: sqrt | cross entropy: cross_entropy
convolution: conv2d | max pooling: max_pool2d | duplicate: clone | running total: cumsum
cumulative sum: cumsum | lower triangle: tril | sum of the diagonal: trace | is nan: isnan
evenly spaced numbers: linspace | range of numbers: arange | solve linear equations: solve
least squares: lstsq | pad with zeros: pad | choose by condition: where | logical and: logical_and
set the seed: manual_seed | number of elements: numel | convert to float: type
loss: mse_loss | loss function: mse_loss | activation: relu | hadamard product: mul
toss a coin: bernoulli | throw dice: randint | tokens: embedding | crop: narrow
missing values: isnan | pick rows: index_select | count: bincount | fill nan: nan_to_num
along an axis: sum | rotate: rot90 | mirror: flip | enlarge a picture: interpolate | best: topk
contains a value: isin | odd numbers: remainder
"""


def test_what_learners_call_a_function_is_known():
    missed = {}
    for each in ASKED.strip().replace("\n", "|").split("|"):
        words, name = each.strip().split(": ")
        found = [hit.name.rpartition(".")[2] for hit in found_by(words)[:6]]
        if name not in found:
            missed[words] = found
    assert not missed


WISHED = """
how do I add a dimension: unsqueeze | row wise sum: sum | biggest value in each row: max
turn into probabilities: softmax | cut into pieces: chunk | keep values between limits: clamp
upper triangle: triu | replace values where: where | shuffle: randperm | throw away gradient: detach
moving average: avg_pool1d | negative log likelihood: nll_loss | fill a tensor with sevens: full
"""


def test_a_wish_finds_its_function_among_the_first_three():
    missed = {}
    for each in WISHED.strip().replace("\n", "|").split("|"):
        words, name = each.strip().split(": ")
        found = [hit.name.rpartition(".")[2] for hit in found_by(words)[:3]]
        if name not in found:
            missed[words] = found
    assert not missed


def test_nearly_every_phrase_finds_a_wanted_function_among_the_first_three():
    phrases = Path(__file__).with_name("phrases.txt").read_text().splitlines()[1:]
    missed = {}
    for words, names in (each.split(": ") for each in phrases):
        found = [hit.name.rpartition(".")[2] for hit in found_by(words)[:3]]
        if not {*found} & {*names.split()}:
            missed[words] = found
    assert len(missed) <= len(phrases) / 20, missed


def test_a_slip_of_the_finger_finds_what_is_meant():
    assert found_by("tranpose matrix")[0].name == "torch.transpose"


def test_every_wish_says_something_and_is_of_a_function():
    last_names = {name.rpartition(".")[2] for name in entries()}
    assert {*wished_for()} <= last_names
    assert all(
        all(wishes) for wishes in wished_for().values()
    )  # each has a word that says something


def test_a_short_word_keeps_its_ending():
    assert [stem(word) for word in ("products", "is", "sing")] == ["product", "is", "sing"]


def test_words_that_say_nothing_find_nothing():
    assert found_by("xyzzy") == found_by("of the") == found_by("") == []
