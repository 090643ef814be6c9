"""The examples in the docstrings of torch.nn, torch.optim and torch.utils.data are run."""

import contextlib
import doctest
import inspect
import io

import pytest

import tensorlab
from tensorlab import (
    amp,
    autograd,
    distributions,
    jit,
    nn,
    optim,
    profiler,
    random,
    serialization,
    testing,
    utils,
)


def documented():
    """Return the public classes and functions by the names under which programs know them."""
    spaces = {
        "nn": nn, "nn.init": nn.init, "nn.utils": nn.utils,
        "nn.utils.rnn": nn.utils.rnn, "optim": optim,
        "optim.lr_scheduler": optim.lr_scheduler, "utils.data": utils.data,
        "serialization": serialization, "distributions": distributions,
        "amp": amp, "random": random, "jit": jit, "testing": testing,
        "utils.checkpoint": utils.checkpoint, "optim.swa_utils": optim.swa_utils,
        "nn.utils.parametrize": nn.utils.parametrize,
        "nn.utils.parametrizations": nn.utils.parametrizations,
        "nn.utils.stateless": nn.utils.stateless,
        "autograd.graph": autograd.graph, "autograd.profiler": autograd.profiler,
        "utils.benchmark": utils.benchmark, "utils.dlpack": utils.dlpack, "profiler": profiler,
    }  # fmt: skip
    found = {}
    for space, module in spaces.items():
        for name in dir(module):
            value = getattr(module, name)
            home = getattr(value, "__module__", "")
            is_ours = (
                home.startswith(("torch.", "tensorlab."))
                and "ops" not in home
                and value is not tensorlab.Tensor
            )
            public = (
                (name in {"save", "load"})
                or name[0].isupper()
                or (name.endswith("_") and name[0] != "_")
            )
            public = name in getattr(module, "__all__", [name] if public else [])
            public = public and (space == "serialization" or name not in {"load", "save"})
            if is_ours and public and (inspect.isclass(value) or inspect.isfunction(value)):
                found[f"{space}.{name}"] = value
    return found


ABSTRACT = {
    "distributions.Transform",
    "optim.Optimizer",
    "optim.lr_scheduler.LRScheduler",
    "utils.data.Sampler",
}
DOCUMENTED = {name: value for name, value in documented().items() if name not in ABSTRACT}


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("name", sorted(DOCUMENTED))
def test_an_example_gives_what_stands_below_it(name):
    value = DOCUMENTED[name]
    parsed = doctest.DocTestParser().get_doctest(
        inspect.cleandoc(value.__doc__ or ""), {"torch": tensorlab}, name, None, 0
    )
    assert parsed.examples, f"{name} has no example"
    report = io.StringIO()
    with contextlib.redirect_stdout(report):
        failed = doctest.DocTestRunner(verbose=False).run(parsed, out=report.write).failed
    assert not failed, report.getvalue()
