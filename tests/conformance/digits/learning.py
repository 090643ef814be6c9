"""Calls in which a learner's network learns: gradients, steps of optimizers, losses of training."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Operands = dict[str, np.ndarray]

GRADIENTS = {
    "cells": """
        torch.exp(x) torch.sin(x) torch.tanh(x) torch.sigmoid(x) F.gelu(x) F.silu(x) F.softplus(x)
        F.elu(x) F.selu(x) F.mish(x) F.logsigmoid(x) F.leaky_relu(x) F.hardswish(x) torch.erf(x)
        torch.sqrt(x.abs()+1) torch.log(x.abs()+1) x**2 x**3 x/y torch.atan2(x,y)
        torch.logaddexp(x,y)
    """,
    "sums": """
        x.sum() x.mean() x.var() x.std() x.norm() x.prod() x.mean(0) x.std(-1)
        torch.logsumexp(x,-1) torch.softmax(x,-1) torch.softmax(x,0) torch.log_softmax(x,-1)
        torch.log_softmax(x,0) torch.cumsum(x,-1) F.normalize(x,dim=-1) F.mse_loss(x,y)
        F.l1_loss(x,y) F.smooth_l1_loss(x,y) F.huber_loss(x,y) F.cosine_similarity(x,y,dim=-1)
        F.binary_cross_entropy_with_logits(x,torch.sigmoid(y))
    """,
    "rows": """
        F.layer_norm(x,x.shape[-1:]) F.layer_norm(x,x.shape[-1:],y[0],y[1])
        F.rms_norm(x,x.shape[-1:])
        F.batch_norm(x,None,None,training=True) F.batch_norm(x,None,None,y[0],y[1],training=True)
        F.group_norm(x[None],1) F.instance_norm(x[None]) F.cross_entropy(x,T) F.nll_loss(x,T)
        F.cross_entropy(x,y.softmax(-1)) F.cross_entropy(x,T,label_smoothing=0.1)
    """,
    "products": """
        a@b F.linear(a,b.t(),b[0]) torch.addmm(b[0],a,b) a@b[:,0] a[0]@b
        torch.bmm(a.expand(3,-1,-1),b.expand(3,-1,-1)) torch.einsum('ij,jk->ik',a,b)
    """,
    "convolutions": """
        F.conv1d(s,k,padding=1) F.conv2d(p,w,v) F.conv2d(p,w,v,padding=1) F.conv2d(p,w,stride=2)
        F.conv_transpose2d(p,u) F.avg_pool2d(p,2)
    """,
}  # fmt: skip
FORWARD = """
    F.conv1d(s,k,v,padding=1,stride=2) F.conv2d(p,w,v) F.conv2d(p,w,dilation=2)
    F.conv2d(p,w,stride=2)
    F.conv_transpose1d(s,h) F.conv_transpose2d(p,u) F.conv_transpose2d(p,u,stride=2) F.conv3d(c,z)
"""  # fmt: skip
ATTENTION = """
    F.scaled_dot_product_attention(q,k,v) F.scaled_dot_product_attention(q,k,v,is_causal=True)
    F.scaled_dot_product_attention(q,k,v,attn_mask=y)
"""
HEADS = [(1, 1, 2, 4), (2, 2, 5, 8), (1, 2, 20, 3), (1, 1, 33, 6)]
LEAVES = "xyabskpwuv"

SHAPES = [(5,), (3, 4), (10, 10), (3, 40), (1000,)]
MATRICES = [(2, 2, 2), (3, 4, 5), (8, 8, 8), (10, 20, 5), (32, 10, 20), (7, 50, 2)]
IMAGES = [(1, 1, 6, 1), (1, 2, 8, 3), (3, 1, 7, 4), (4, 3, 12, 8)]

OPTIMIZERS = """
    SGD(w,lr=.1) SGD(w,lr=.1,momentum=.9) SGD(w,lr=.1,momentum=.9,nesterov=True,weight_decay=.01)
    Adam(w,lr=.01) AdamW(w,lr=.01) Adam(w,lr=.01,amsgrad=True) Adamax(w) RMSprop(w)
    RMSprop(w,momentum=.9,centered=True) Adagrad(w) Adadelta(w) NAdam(w) RAdam(w) Rprop(w) ASGD(w)
"""
NETWORKS = """
    nn.Linear(4,1) nn.Sequential(nn.Linear(4,16),nn.ReLU(),nn.Linear(16,1))
    nn.Sequential(nn.Linear(4,8),nn.Tanh(),nn.Linear(8,8),nn.Tanh(),nn.Linear(8,1))
    nn.Sequential(nn.Linear(4,16),nn.BatchNorm1d(16),nn.ReLU(),nn.Linear(16,1))
    nn.Sequential(nn.Linear(4,16),nn.LayerNorm(16),nn.SiLU(),nn.Linear(16,1))
"""
CLASSIFIERS = "nn.Linear(4,3) nn.Sequential(nn.Linear(4,16),nn.ReLU(),nn.Linear(16,3))"


def gradients(torch: Any) -> Callable[..., Any]:
    """Return what gives the gradients of an expression, all cells in a row."""

    def gradient(function: Callable[..., Any], *given: Any) -> Any:
        leaves = [leaf.clone().requires_grad_() for leaf in given]
        found = function(*leaves)
        weights = np.linspace(-1.3, 1.7, found.numel()).astype(np.float32).reshape(found.shape)
        parts = torch.autograd.grad(
            found, leaves, torch.from_numpy(weights).to(found.dtype), allow_unused=True
        )
        return torch.cat([part.reshape(-1) for part in parts if part is not None])

    return gradient


def steps(torch: Any) -> Callable[..., Any]:
    """Return what gives a tensor after ten steps of an optimizer towards another one."""

    def stepped(make: Callable[..., Any], start: Any, target: Any) -> Any:
        moved = start.clone().requires_grad_()
        optimizer = make([moved])
        for _ in range(10):
            optimizer.zero_grad()
            ((moved - target) ** 2).sum().backward()
            optimizer.step()
        return moved.detach()

    return stepped


def training(torch: Any, functional: Any) -> Callable[..., Any]:
    """Return what gives the losses of ten steps of a network."""

    def trained(make: Callable[[Any], Any], name: str, loss: str, x: Any, y: Any) -> Any:
        torch.manual_seed(0)
        network = make(torch.nn)
        optimizer = getattr(torch.optim, name)(network.parameters(), lr=0.02)
        losses = []
        for _ in range(10):
            found = getattr(functional, loss)(network(x), y)
            optimizer.zero_grad()
            found.backward()
            optimizer.step()
            losses.append(found.detach())
        return torch.stack(losses)

    return trained


def names(torch: Any, functional: Any) -> dict[str, Any]:
    """Return what the expressions of this file find beside their operands."""
    return {
        "gradient": gradients(torch),
        "stepped": steps(torch),
        "trained": training(torch, functional),
        "optim": torch.optim,
    }


def expressions(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands]]:
    """Yield group, name, expression and operands of each call."""
    for kind, listed in GRADIENTS.items():
        for name in listed.split():
            for operands in drawn(random, kind):
                leaves = ",".join(leaf for leaf in LEAVES if leaf in operands and used(leaf, name))
                yield (
                    f"gradients:{kind}",
                    name,
                    f"gradient(lambda {leaves}:{name},{leaves})",
                    operands,
                )
    for name in FORWARD.split():
        for operands in drawn(random, "convolutions"):
            yield "convolutions", name, name, operands
    for name in OPTIMIZERS.split():
        for shape in [(3,), (5, 4), (20, 10)]:
            pair = {"x": normal(random, *shape), "y": normal(random, *shape)}
            yield "steps", name, f"stepped(lambda w:optim.{name},x,y)", pair
    for name in NETWORKS.split():
        yield from loops(random, name, "mse_loss", lambda count: normal(random, count, 1))
    for name in CLASSIFIERS.split():
        yield from loops(random, name, "cross_entropy", lambda count: random.randint(0, 3, count))


def attending(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands]]:
    """Yield attention, and its gradients, as `expressions` does."""
    for name in ATTENTION.split():
        for shape in HEADS:
            operands = {leaf: normal(random, *shape) for leaf in "qkv"}
            operands["y"] = normal(random, shape[-2], shape[-2])
            yield "attention", name, name, operands
            gradient = f"gradient(lambda q,k,v:{name},q,k,v)"
            yield "gradients:attention", name, gradient, operands


def loops(
    random: np.random.RandomState, name: str, loss: str, target: Callable[[int], np.ndarray]
) -> Iterator[tuple[str, str, str, Operands]]:
    """Yield trainings of a network."""
    for optimizer in ("SGD", "Adam"):
        for count in (10, 32, 100):
            pair = {"x": normal(random, count, 4), "T": target(count)}
            call = f"trained(lambda nn:{name},'{optimizer}','{loss}',x,T)"
            yield "training", f"{name} {optimizer}", call, pair


def used(leaf: str, name: str) -> bool:
    """Return whether an expression uses an operand by itself, not only what is made of it."""
    return any(f"{before}{leaf}{after}" in f" {name} " for before in "(, /" for after in "),*/@.[ ")


def drawn(random: np.random.RandomState, kind: str) -> Iterator[Operands]:
    """Yield operands of each size."""
    if kind == "products":
        for rows, terms, columns in MATRICES:
            yield {"a": normal(random, rows, terms), "b": normal(random, terms, columns)}
    elif kind == "convolutions":
        for batch, channels, size, out in IMAGES:
            yield {
                "s": normal(random, batch, channels, 3 * size),
                "p": normal(random, batch, channels, size, size),
                "k": normal(random, out, channels, 3), "v": normal(random, out),
                "w": normal(random, out, channels, 3, 3), "u": normal(random, channels, out, 3, 3),
                "h": normal(random, channels, out, 3), "z": normal(random, out, channels, 2, 2, 2),
                "c": normal(random, batch, channels, 5, 5, 5),
            }  # fmt: skip
    else:
        for shape in SHAPES:
            if kind == "cells" or len(shape) > 1:
                pair = {"x": normal(random, *shape), "y": normal(random, *shape)}
                if len(shape) > 1:
                    pair["T"] = random.randint(0, shape[1], shape[0])
                yield pair


def normal(random: np.random.RandomState, *shape: int) -> np.ndarray:
    """Return normal numbers."""
    return random.normal(size=shape)
