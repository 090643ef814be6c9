"""gradcheck: gradients held against differences of the function's own results."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.autograd.gradmode import enable_grad, no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.ops.autograd.derivatives import row_by_row
from tensorlab.ops.loading import find


class GradcheckError(RuntimeError):
    """A gradient is not what differences say."""


def tupled(value: object) -> tuple[Any, ...]:
    """Return one value or several as a tuple."""
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def is_tracked(value: object) -> bool:
    """Return whether a value is a tensor that requires a gradient."""
    return isinstance(value, Tensor) and value.requires_grad


def differences(func: Any, given: tuple[Any, ...], place: int, eps: float) -> list[Any]:
    """Return how each result's elements move with the elements of an input: (input, result).

    How they move with the imaginary part of an element is the imaginary part.
    """
    moved = given[place].detach().contiguous().clone()
    elements = moved.view(-1)
    others = (*given[:place], moved, *given[place + 1 :])
    units = (1, 1j) if moved.is_complex() else (1,)
    rows: list[list[Any]] = []
    with no_grad():
        for index in range(moved.numel()):
            kept = elements[index].item()
            slopes = []
            for unit in units:
                ends = []
                for step in (eps, -eps):
                    elements[index] = kept + step * unit
                    ends.append([out.detach().clone().flatten() for out in tupled(func(*others))])
                pairs = zip(*ends, strict=True)
                slopes.append([unit * (up - down) / (2 * eps) for up, down in pairs])
            elements[index] = kept
            rows.append([sum(parts) for parts in zip(*slopes, strict=True)])
    return [*map(find("torch", "stack"), zip(*rows, strict=True))]


def by_backward(output: Tensor, input: Tensor) -> Any:
    """Return how the elements of a result move with those of an input, by backward steps."""
    (rows,) = row_by_row(output, input, create_graph=False)
    return rows.reshape(output.numel(), input.numel()).t()


def gradcheck(
    func: Callable[..., Any], inputs: object, *, eps: float = 1e-6, atol: float = 1e-5,
    rtol: float = 1e-3, raise_exception: bool = True, nondet_tol: float = 0.0,
    check_undefined_grad: bool = True, check_grad_dtypes: bool = False,
    check_batched_grad: bool = False, check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:  # fmt: skip
    """Return whether gradients are what small differences say; else raise, or return False.

    >>> x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradcheck(torch.sin, x)
    True
    """
    given = tupled(inputs)
    wanted = [at for at, one in enumerate(given) if is_tracked(one)]
    if not wanted:
        raise ValueError(in_full("gradcheck expects"))
    for place in wanted:
        if given[place].dtype.itemsize < 8:
            warn(in_full("Input #{} requires", place))
    parts: dict[str, Any] = {"": func}
    if any(output.is_complex() for output in tupled(func(*given))):
        head = "While considering the {} part of complex outputs only, "
        words = ("imaginary", "real")
        parts = {head.format(word): part_of(func, word[:4]) for word in words}
    for head, part in parts.items():
        mismatch = mismatch_of(part, given, wanted, eps, {"rtol": rtol, "atol": atol})
        if mismatch and raise_exception:
            raise GradcheckError(head + mismatch)
        if mismatch:
            return False
    return True


def part_of(func: Any, name: str) -> Callable[..., Any]:
    """Return a function that gives one part of each complex result, and the others as they are."""

    def part(*given: Any) -> tuple[Any, ...]:
        found = tupled(func(*given))
        return tuple(getattr(each, name) if each.is_complex() else each for each in found)

    return part


def mismatch_of(
    func: Any, given: tuple[Any, ...], wanted: list[int], eps: float, near: dict[str, float]
) -> str:
    """Return the gradient that is not what small differences say, in words; empty without one."""
    outputs = tupled(func(*given))
    for place in wanted:
        numbers = differences(func, given, place, eps)
        for result, (output, numerical) in enumerate(zip(outputs, numbers, strict=True)):
            analytical = by_backward(output, given[place]) if output.requires_grad else numerical
            if not find("torch", "allclose")(analytical, numerical, **near):
                return (
                    f"Jacobian mismatch for output {result} with respect to input {place},\n"
                    f"numerical:{numerical}\nanalytical:{analytical}\n"
                )
    return ""


def gradgradcheck(
    func: Callable[..., Any], inputs: object, grad_outputs: Any = None, **settings: Any
) -> bool:
    """Return whether gradients of gradients are what small differences say.

    >>> x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradgradcheck(torch.sin, x)
    True
    """
    given = tupled(inputs)
    outputs = [out for out in tupled(func(*given)) if out.requires_grad]
    if grad_outputs is None:
        random = find("torch", "randn_like")
        grad_outputs = [random(out).requires_grad_() for out in outputs]

    def gradients(*both: Any) -> Any:
        tracked = [*map(is_tracked, given)]
        with enable_grad():
            args = [
                # One that was moved is a plain tensor.
                each.detach().requires_grad_() if wanted and not each.requires_grad else each
                for each, wanted in zip(both, tracked, strict=False)
            ]
            results = [out for out in tupled(func(*args)) if out.requires_grad]
            points = [each for each, wanted in zip(args, tracked, strict=True) if wanted]
            return find("torch.autograd", "grad")(
                results, points, both[len(given) :], create_graph=True, allow_unused=True
            )

    return gradcheck(gradients, (*given, *tupled(grad_outputs)), **settings)
