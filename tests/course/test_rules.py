"""What a task forbids is found in layers, methods, operators and whatever else calls it."""

import pytest

from tests.course.examine_answers import verdict_on
from tests.course.test_any_answer import QUESTIONS

ANSWERS = {
    "softmax/by-hand": (
        [
            "s.exp() / s.exp().sum(1, keepdim=True)",
            "e = torch.exp(s)\ne / e.sum(dim=1, keepdim=True)",
            "torch.stack([r.exp()/r.exp().sum() for r in s])",
            "(s - s.logsumexp(1, keepdim=True)).exp()",
            "e = (s - s.amax(1, keepdim=True)).exp()\ne / e.sum(1, keepdim=True)",
        ],
        [
            "nn.Softmax(dim=1)(s)",
            "F.softmax(s,1)",
            "torch.special.softmax(s,1)",
            "getattr(torch,'softmax')(s,1)",
            "s.softmax(1)",
            "s.log_softmax(1).exp()",
            "F.softmin(-s,1)",
            "nn.LogSoftmax(1)(s).exp()",
            "torch.stack(list(map(lambda r: torch.softmax(r, 0), s)))",
            "nn.Softmin(1)(-s)",
            "f = torch.softmax\nf(s, 1)",
            "nn.Sequential(nn.Softmax(1))(s)",
            "torch.Tensor.softmax(s, 1)",
            "torch.stack([nn.functional.softmax(r, 0) for r in s])",
            "class A(nn.Module):\n    def forward(self, x): return x.softmax(1)\nA()(s)",
            "torch.sparse.softmax(s.to_sparse(),1).to_dense()",
            "torch.vmap(lambda r: r.softmax(0))(s)",
            "operator.methodcaller('softmax', 1)(s)",
            "torch.special.log_softmax(s,1).exp()",
            "F.log_softmax(s,1).exp()",
        ],
    ),
    "numel/mean": (
        ["t.sum() / t.numel()", "torch.sum(t) / t.numel()", "sum(t.flatten()) / t.numel()"],
        [
            "t.mean()",
            "torch.mean(t)",
            "t.nanmean()",
            "torch.std_mean(t)[1]",
            "torch.var_mean(t)[1]",
            "getattr(t, 'mean')()",
            "F.adaptive_avg_pool1d(t.reshape(1,1,-1),1).reshape(())",
            "nn.AvgPool1d(1)(t)",
            "t.mean(dim=0).sum()/t.mean(dim=0).numel()",
            "F.l1_loss(t, torch.zeros_like(t))",
        ],
    ),
    "vsplit/last-piece": (
        ["torch.vsplit(t, [len(t)-2])[0]", "t.vsplit([t.shape[0]-2])[0]"],
        ["t[:-2]", "torch.tensor_split(t, [len(t)-2])[0]"],
    ),
    "where/larger": (["torch.where(p>q,p,q)", "p.where(p>q, q)"], ["torch.maximum(p,q)"]),
    "bmm/dots": (
        ["torch.bmm(p[:,None],q[:,:,None])", "p[:,None].bmm(q[:,:,None])"],
        [
            "p[:,None] @ q[:,:,None]",
            "torch.baddbmm(torch.zeros(1,dtype=torch.int64),p[:,None],q[:,:,None])",
        ],
    ),
    "one_hot/count": (
        ["F.one_hot(kinds, 3).sum(0)", "torch.nn.functional.one_hot(kinds, 3).sum(dim=0)"],
        ["torch.bincount(kinds, minlength=3)"],
    ),
    "convolution/mean-of-neighbours": (
        ["F.conv1d(x, torch.tensor([[[.5,.5]]]))", "torch.conv1d(x, torch.full((1,1,2),.5))"],
        ["(x[..., 1:]+x[..., :-1])/2", "F.avg_pool1d(x,2,1)"],
    ),
}
EACH = [
    (name, answer, due)
    for name, both in ANSWERS.items()
    for due, answers in zip(("right", "wrong"), both, strict=True)
    for answer in answers
]


@pytest.mark.parametrize(("name", "answer", "due"), EACH)
def test_a_rule_is_broken_by_the_calls_that_are_made(name, answer, due):
    said, verdict = verdict_on(*QUESTIONS[name], {}, answer)
    assert said == due, verdict.reasons
