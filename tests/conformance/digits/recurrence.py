"""Calls of recurrent layers, with their gradients, and the slopes of further activations."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Operands = dict[str, np.ndarray]

LAYERS = """
    nn.LSTM(5,8) nn.LSTM(3,6,2) nn.LSTM(4,6,bidirectional=True) nn.GRU(5,8) nn.GRU(3,17)
    nn.RNN(5,8) nn.RNN(3,6,2,nonlinearity='relu') nn.LSTMCell(3,17) nn.GRUCell(3,17)
"""
SEQUENCES = [(1, 2), (4, 1), (6, 3)]  # steps, batch
SLOPES = """
    F.gelu(x,approximate='tanh') F.celu(x,1.5) F.softplus(x,2) F.hardsigmoid(x) torch.sinc(x)
    torch.hypot(x,y) torch.special.ndtr(x) torch.sinh(x) torch.cosh(x) F.tanhshrink(x)
"""
SHAPES = [(5,), (6, 10), (300,)]


def names(torch: Any) -> dict[str, Any]:
    """Return what the expressions find beside their operands: what walks through a layer."""

    def walked(make: Callable[[Any], Any], x: Any) -> Any:
        torch.manual_seed(0)
        layer, leaf = make(torch.nn), x.clone().requires_grad_()
        found = layer(leaf[0] if "Cell" in type(layer).__name__ else leaf)
        while isinstance(found, tuple):
            found = found[0]
        weights = np.linspace(-1.3, 1.7, found.numel()).astype(np.float32).reshape(found.shape)
        leaves = [leaf, *layer.parameters()]
        parts = torch.autograd.grad(found, leaves, torch.from_numpy(weights))
        return torch.cat([part.detach().reshape(-1) for part in (found, *parts)])

    return {"walked": walked}


def expressions(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands]]:
    """Yield group, name, expression and operands of each call."""
    for name in LAYERS.split():
        width = int(name.split("(")[1].split(",")[0])
        for steps, batch in SEQUENCES:
            x = random.normal(size=(steps, batch, width))
            group = "lstm" if "LSTM(" in name else "recurrent"
            yield group, name, f"walked(lambda nn:{name},x)", {"x": x}
    for name in SLOPES.split():
        for shape in SHAPES:
            pair = {leaf: random.normal(size=shape) for leaf in "xy"}
            yield "gradients:cells", name, f"gradient(lambda x,y:{name},x,y)", pair
