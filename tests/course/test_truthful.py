"""What is said of wrong answers to the lessons' exercises, as a teacher would say it.

Each answer has the idea that must be named, or, behind a `!`, one that would be untrue of it.
"""

import pytest

from tensorlab.course.misconceptions.catalogue import IDEAS
from tests.course.examine_answers import verdict_on
from tests.course.test_any_answer import QUESTIONS

SAID = {
    "views/safe": {
        **dict.fromkeys(("safe = t.view(-1)", "t[:]", "t.float()"), "view-copies"),
        "safe = t * 2": "factor-off",
    },
    "views/silence": {
        "t[1::2] = 0\nt": "other-places", "u = t.clone()\nu[::2] = 0\nu": "copied-first",
        "t[::2].clone().zero_()\nt": "copy-shares",
    },
    "masked_select/how-many": {
        "len(t[t>0])": "python-for-tensor", "(t<0).sum()": "comparison-turned",
        "t>0": "numbers-asked",
    },
    "arange/countdown": {
        "torch.arange(n, 0)": "direction-ignored", "torch.arange(0, n, -1)": "direction-ignored",
    },
    "random/range": {"u * high": "name-unread"},
    "view/pairs": {"t.view(-1, 4)": "shape-ignored"},
    "view/column": {"v.transpose(0, 1)": "not-there"},
    "vsplit/swap-halves": {"torch.vsplit(t, 2)[1]": "half-done"},
    "pad/frame": {"F.pad(t, (1, 1, 1, 1), mode='replicate')": "dimensions-refused"},
    "dtypes/brighten": {
        "(pixels.int() + 10).clamp(255).to(torch.uint8)": "bounds-swapped",
        "torch.tensor([min(p + 10, 255) for p in pixels.tolist()], dtype=torch.uint8)":
            "these-numbers-only",
    },
    "pad/to-length": {
        "out = torch.empty(n, dtype=v.dtype)\nout[:len(v)] = v\nout": "unset-is-zero",
        "v.resize_(n)": "these-numbers-only",
    },
    "full/border": {"torch.empty(rows, columns) + 1": "unset-is-zero"},
    "permute/to-channels-last": {"batch.permute(0, 1, 3, 2)": "order-swapped"},
    "exp/steps": {"d b c": "used-before-made"},
    "matmul/bill": {"torch.dot(amounts, price)": "dimensions-refused"},
    "gather/scores": {"scores.gather(1, kind)": "dimensions-refused"},
    "cumprod/factorials": {"torch.arange(n + 1).cumprod(dim=0)": "start-ignored"},
    "compare/between": {"(t < low) | (t > high)": "mask-inverted"},
    "sparse/diagonal": {
        "torch.sparse_coo_tensor(torch.arange(len(d)), d)": "dimensions-refused",
        "torch.diag(d).to_sparse_csr()": "layout-ignored",
    },
    "bmm/dots": {"torch.bmm(p, q)": "dimensions-refused"},
    "add/table": {"p[:, None] + q[:, None]": "!part-for-whole"},
    "grad/tuple-kept": {"x.detach() + 0.1 * gradient": "tuple-not-piece"},
    "repeat/each": {"v.repeat_interleave(3)": "off-by-one"},
    "complex/lengths": {"torch.complex(a, b)": "abs-forgotten"},
    "det/invertible": {
        "torch.det(s).abs() < 1": "wrong-number", "torch.det(s).abs() < 1e-6": "wrong-number",
        "torch.det(s).round() == 0": "!type-ignored",
    },
    "debug_types/distance": {
        "(after.long() - before.long()).abs()": "type-ignored",
        "before.int() - after.int()": "sign-lost", "(after - before).abs()": "no-wrap",
    },
    "quantized/by-hand": {
        "(x / scale).floor().clamp(-128, 127).to(torch.int8)": "cut-for-rounded"
    },
    "argmax/winner": {"scores.argmin(dim=1)": "operation-mixed-up"},
    "vsplit/last-piece": {
        "torch.vsplit(t, 2)[0]": "!cells-must-fit", "torch.vsplit(t[:-2], 1)": "tuple-not-piece",
    },
    "cumprod/growth": {"torch.cumprod(100 * factor, dim=0)": "steps-swapped"},
    "line/loss": {
        "(w * x + b - y ** 2).mean()": "steps-swapped",
        "(w * x + b).mean() - y.mean()": "half-done",
    },
    "repeat/checkerboard": {"tile * n": "repeat-multiplies"},
    "exp/sigmoid": {"1 / (1 + torch.exp(x))": "sign-lost"},
    "permute/undo": {"y.permute(0, 1, 2)": "!off-by-one", "y.contiguous()": "order-ignored",
        "y.view(2, 3, 4)": "view-refused",
    },
    "promotion/share-of-true": {"right.half().mean()": "type-ignored"},
    "transpose/column-to-row": {"t.sum(0)": "!one-step-too-many"},
    "dtypes/share": {"hits.any().float()": "!one-step-too-many"},
    "full/same-shape": {
        "torch.zeros_like(t).long()": "!one-step-too-many",
        "torch.full((len(t), t.shape[1]), -1)": "these-numbers-only",
    },
    "indexing/border": {"p[-1:1, -1:1]": "!part-for-whole", "p[:-1, :-1]": "other-places"},
    "tour/last-column": {"t[:, 2:]": "slice-keeps-dim"},
    "div/pages": {"lines // 10": "these-numbers-only"},
    "cumprod/along-rows": {"1, keepdim=True": "arguments-refused", "2": "not-there"},
    "tour/row-sums": {"None": "one-for-all", "'rows'": "arguments-refused", "2": "not-there"},
    "modules/count-any": {
        "sum(p.numel() for p in net.parameters() if p.dim() > 1)": "!align-left"
    },
    "network/forward": {"torch.relu(x @ V.T + c) @ torch.relu(W.T) + d": "one-step-too-many"},
    "exp/softmax-rows": {"2.718 ** t / (2.718 ** t).sum(dim=1, keepdim=True)": "digits-lost"},
    "compare/both": {
        "~(above | below)": "!wrong-number", "above and below": "truth-of-many",
    },
    "batches/flatten": {
        "batch[0].flatten()": "!argument-missing", "batch.squeeze()": "shape-ignored",
    },
    "devices/beside": {
        "t.shape": "!order-ignored",
        "torch.cat([t, torch.ones(len(t), 1, device=t.device)], 1).shape": "!argument-missing",
    },
    "attention/plain": {
        "torch.softmax(q @ k.T / k.shape[1] ** 0.5, dim=1) @ v": "one-step-too-many"
    },
}  # fmt: skip
EACH = [(name, answer, idea) for name, said in SAID.items() for answer, idea in said.items()]


@pytest.mark.parametrize(("name", "answer", "idea"), EACH)
def test_an_idea_is_told_where_it_is_true(name, answer, idea):
    said, verdict = verdict_on(*QUESTIONS[name], {}, answer)
    assert said == "wrong"
    named = verdict.misconception.name if verdict.misconception else ""
    assert (named != idea[1:]) if idea.startswith("!") else (named == idea)


POINTED = {
    "reductions/scale": ("t / t.amin(dim=1, keepdim=True)", "`amin` gives the smallest"),
    "add/table": ("p[:, None] * q", "`*` multiplies."),
    "random/range": ("high + (high - low) * u", "Look at `high`."),
}


@pytest.mark.parametrize("name", POINTED)
def test_a_general_idea_is_pointed_at_in_the_answer(name):
    answer, words = POINTED[name]
    misconception = verdict_on(*QUESTIONS[name], {}, answer)[1].misconception
    assert words in misconception.sentence
    assert misconception.sentence != IDEAS[misconception.name].sentence


def test_a_verdict_says_the_same_however_slow_the_machine_is(monkeypatch):
    answer = "(w * x + b - y).abs().sum()"
    first = verdict_on(*QUESTIONS["line/loss"], {}, answer)[1]
    monkeypatch.setattr("time.monotonic", iter(range(0, 10**9, 3)).__next__)
    assert verdict_on(*QUESTIONS["line/loss"], {}, answer)[1] == first
