"""One declaration, and everything else follows from it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import tensorlab as torch
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.declaring.declaration import NAMESPACES, OPERATIONS, elementwise
from tensorlab.engine.signatures.signature import Array, Operand
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.reference.functions import reference
from tensorlab.language.running.session import Session
from tensorlab.repl.prompt import TensorCompleter


@pytest.fixture
def blend() -> Iterator[Any]:
    """A function nobody has heard of, declared here and nowhere else."""

    @elementwise(inplace=True, related=("add",))
    def blend(input: Array, other: Operand) -> np.ndarray:
        """Return input times other plus input.

        >>> torch.blend(torch.tensor([1., 2.]), 3)
        tensor([4., 8.])
        """
        return input * other + input

    blend.gradient(input=lambda g, other: g * other + g, other=lambda g, input: g * input)
    yield blend
    for name in ("torch.blend", "torch.Tensor.blend", "torch.Tensor.blend_"):
        del OPERATIONS[name]
    del NAMESPACES["torch"]["blend"]
    del Tensor.blend, Tensor.blend_
    vars(torch).pop("blend", None)


def completed(session: Session, text: str) -> list[str]:
    completer = TensorCompleter(lambda: session, {})
    found = completer.get_completions(Document(text), CompleteEvent())
    return [completion.text for completion in found]


def test_it_is_in_torch_and_on_tensors(blend: Any) -> None:
    x = torch.tensor([1.0, 2.0])
    assert torch.blend(x, 3).tolist() == [4.0, 8.0]
    assert x.blend(x).tolist() == [2.0, 6.0]
    assert x.blend_(3).tolist() == x.tolist() == [4.0, 8.0]


def test_promotion_broadcasting_out_and_16_bits_come_with_it(blend: Any) -> None:
    whole = torch.tensor([[1], [2]])
    assert repr(whole.blend(torch.tensor([0.5, 1.5]))) == (
        "tensor([[1.5000, 2.5000],\n        [3.0000, 5.0000]])"
    )
    half = torch.tensor([1.0, 2.0], dtype=torch.bfloat16)
    assert repr(half.blend(half)) == "tensor([2., 6.], dtype=torch.bfloat16)"
    target = torch.zeros(2)
    assert torch.blend(torch.ones(2), 2, out=target) is target
    assert target.tolist() == [3.0, 3.0]


def test_its_gradient_is_found_and_printed(blend: Any) -> None:
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = torch.blend(x, 3)
    assert repr(y) == "tensor([4., 8.], grad_fn=<BlendBackward0>)"
    assert torch.autograd.grad(y.sum(), x)[0].tolist() == [4.0, 4.0]


def test_wrong_calls_are_refused_in_pytorch_words(blend: Any) -> None:
    with pytest.raises(TypeError) as refused:
        torch.blend(torch.ones(2), "a")
    assert str(refused.value) == "blend(): argument 'other' (position 2) must be Tensor, not str"
    with pytest.raises(RuntimeError) as clash:
        torch.blend(torch.ones(2), torch.ones(3))
    assert str(clash.value).startswith("The size of tensor a (2) must match the size of tensor b")


def test_programs_know_it_by_every_name(blend: Any) -> None:
    session = Session()
    for source in ("torch.blend(ones(2), 3)", "blend(ones(2), 3)", "ones(2).blend(3)"):
        outcome = session.run(source)
        assert outcome.failure is None, outcome.failure
        assert repr(outcome.value) == "tensor([4., 4.])"


def test_completion_offers_it(blend: Any) -> None:
    session = Session()
    session.run("x = ones(2)")
    assert "blend" in completed(session, "torch.ble")
    assert "blend" in completed(session, "x.ble")
    assert "blend" in completed(session, "ble")


def test_help_is_its_documentation(blend: Any) -> None:
    card = reference("blend")
    assert card is not None
    assert card.summary == "Return input times other plus input."
    assert card.examples
    assert "blend" in card.signature
    assert dict(card.gradient).keys() == {"input", "other"}


def test_the_walk_over_all_declarations_meets_it(blend: Any) -> None:
    assert function_of(OPERATIONS["torch.blend"]) is blend
