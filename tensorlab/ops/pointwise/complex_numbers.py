"""Complex numbers: their parts, their conjugates, and the ways between them and real numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.calling.writing import written_under_name
from tensorlab.engine.declaring import Array, Casts, Tensor, composite, elementwise, view
from tensorlab.engine.dtypes import FLOATING, bfloat16, complex32
from tensorlab.engine.layout import address, storage_of
from tensorlab.engine.signatures.out_types import ONLY, PARTS
from tensorlab.engine.signatures.support import BUT_COMPLEX32, FLOATS, HALVES, refuse_two_types
from tensorlab.ops.pointwise.flat import flat


@elementwise(inner=True, node="ConjBackward0")
def conjugated(input: Array) -> Array:
    """Return the numbers with their imaginary parts negated."""
    return np.conjugate(input)


conjugated.gradient(input=lambda g: g.conj())


@composite(related=("real", "imag"))
def conj(input: Array) -> Array:
    """Return the complex conjugates: the imaginary parts negated. Real tensors return themselves.

    >>> torch.conj(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    if not input.dtype.is_complex:
        return input
    result: Tensor = conjugated(input)
    result._conjugate = not reads_conjugates(input)
    return result


@composite(out=True, related=("conj",), wrong_out=ONLY)
def conj_physical(input: Array) -> Array:
    """Return the complex conjugates, written out. Real tensors return themselves.

    >>> torch.conj_physical(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    if not input.dtype.is_complex:
        return input
    return under_name(conjugated(input), "ConjPhysicalBackward0")


@composite(related=("conj_physical",))
def conj_physical_(input: Array) -> Array:
    """Write the complex conjugates over the numbers.

    >>> torch.tensor([1 + 2j]).conj_physical_()
    tensor([1.-2.j])
    """
    return written_under_name(input, conj(input), "ConjPhysicalBackward1")


@composite(related=("conj",))
def resolve_conj(input: Array) -> Array:
    """Return the tensor with its conjugates written out, as they are here: the tensor itself.

    >>> torch.resolve_conj(torch.tensor([1 + 2j]))
    tensor([1.+2.j])
    """
    return input.clone() if input.is_conj() else input


@composite(related=("neg",))
def resolve_neg(input: Array) -> Array:
    """Return the tensor itself, or a copy where PyTorch would have to write negatives out.

    >>> torch.resolve_neg(torch.tensor([1., -2.]))
    tensor([ 1., -2.])
    """
    return input.clone() if input._negated else input


def conjugate(value: Any) -> Any:
    """Return the conjugate of a tensor or a number: what gradients of products are made of."""
    if isinstance(value, Tensor):
        return conjugated(value) if value.dtype.is_complex else value
    return value.conjugate()


def reads_conjugates(input: Tensor) -> bool:
    """Return whether PyTorch would have a tensor, or what it views, read with the other sign."""
    return (input if input._view_of is None else input._view_of)._conjugate


def part_of(array: NDArray[Any], name: str) -> Any:
    """Return the real or the imaginary parts of stored complex numbers, as a view."""
    return array[name] if array.dtype.names else getattr(array, name)


@view(inner=True, node="SelectBackward0")
def real_part(input: Array) -> Array:
    """Return the real parts, a view."""
    return part_of(input, "real")


@view(inner=True, node="SelectBackward0")
def imaginary_part(input: Array) -> Array:
    """Return the imaginary parts, a view."""
    return part_of(input, "imag")


real_part.gradient(input=lambda g: g.to(g.dtype.to_complex()))
imaginary_part.gradient(input=lambda g: g.to(g.dtype.to_complex()) * 1j)


@composite(method=False, related=("imag", "view_as_real"))
def real(input: Array) -> Tensor:
    """Return the real parts, a view; real tensors return themselves.

    >>> torch.real(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([1., 3.])
    """
    return real_part(input) if input.dtype.is_complex else input


@composite(method=False, related=("real", "view_as_real"))
def imag(input: Array) -> Tensor:
    """Return the imaginary parts, a view.

    >>> torch.imag(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([ 2., -1.])
    """
    if not input.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    found = imaginary_part(input)
    found._negated = reads_conjugates(input)
    return found


@elementwise(
    passes=True,
    casts=Casts.FLOATING,
    takes=BUT_COMPLEX32,
    related=("polar", "abs"),
    quantized_kernel="angle",
)
def angle(input: Array) -> Array:
    """Return the angle of each number, in radians: 0 of a positive one, pi of a negative one.

    >>> torch.angle(torch.tensor([1 + 1j, -1 + 0j, -1j]))
    tensor([ 0.7854,  3.1416, -1.5708])
    """
    if input.dtype.kind == "c":
        from tensorlab.numerics.functions import rounding  # noqa: PLC0415  only angles need it

        return rounding.atan2(input.imag, input.real)
    angles = np.where(input < 0, input.dtype.type(np.pi), input.dtype.type(0))
    return np.where(np.isnan(input), input, angles)


def angle_gradient(g: Tensor, input: Tensor) -> Any:
    """Return how a turn of the angle moves a complex number; a real one does not move."""
    from tensorlab.ops.indexing.selection import where  # noqa: PLC0415

    if not input.dtype.is_complex:
        return flat(g)
    x, y = real(input), imag(input)
    square = x * x + y * y
    moved = complex(g * (-y / square), g * (x / square))
    return where(square == 0, 0.0, moved)


angle.gradient(input=angle_gradient)


@view(method=False, related=("view_as_complex", "real"), quantized_kernel="view_as_real")
def view_as_real(input: Array) -> Array:
    """Return complex numbers as pairs of real ones, in one more dimension: a view.

    >>> torch.view_as_real(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([[ 1.,  2.],
            [ 3., -1.]])
    """
    if input.dtype == complex32.carrier:
        return input[..., None].view(np.float16)
    if input.dtype.kind != "c":
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return input[..., None].view(input.real.dtype)


@view(
    autocast="full",
    method=False,
    related=("view_as_real", "complex"),
    quantized_kernel="view_as_complex",
)
def view_as_complex(input: Array) -> Array:
    """Return the pairs in the last dimension, of size 2, as complex numbers: a view.

    >>> torch.view_as_complex(torch.tensor([[1., 2.], [3., -1.]]))
    tensor([1.+2.j, 3.-1.j])
    """
    size = input.dtype.itemsize
    if input.dtype.kind != "f":
        from tensorlab.engine.dtypes import from_numpy_dtype  # noqa: PLC0415

        raise RuntimeError(
            "view_as_complex is only supported for half, float and double tensors, but got a "
            f"tensor of scalar type: {from_numpy_dtype(input.dtype).scalar_name}"
        )
    if input.ndim == 0:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if input.strides[-1] != size:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(stride % (2 * size) for stride in input.strides[:-1]):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    if (address(input) - address(storage_of(input))) % (2 * size):
        raise RuntimeError("Tensor must have a storage_offset divisible by 2")
    return input.view(complex32.carrier if size == 2 else f"c{2 * size}")[..., 0]


view_as_real.gradient(input=lambda g: view_as_complex(g.contiguous()))
view_as_complex.gradient(input=lambda g: view_as_real(g))


def check_parts(real: Tensor, imag: Tensor) -> None:
    """Refuse parts that no complex number has.

    Raises:
        RuntimeError: they are not floats, or not of one type.
    """
    for part in (real, imag):
        if part.dtype.category != FLOATING or part.dtype is bfloat16:
            raise RuntimeError(
                "Expected both inputs to be Half, Float or Double tensors but got "
                f"{real.dtype.scalar_name} and {imag.dtype.scalar_name}"
            )
    refuse_two_types(
        real, imag, "Expected object of scalar type {} but got scalar type {} for second argument"
    )


@elementwise(
    method=False,
    takes=FLOATS,
    check=check_parts,
    related=("polar", "view_as_complex"),
    wrong_out=PARTS,
)
def complex(real: Array, imag: Array) -> Array:
    """Return complex numbers, each from a real and an imaginary part.

    >>> torch.complex(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([1.+3.j, 2.+4.j])
    """
    return with_parts(real, imag)


def with_parts(real: NDArray[Any], imag: NDArray[Any]) -> Any:
    """Return complex numbers that have these parts, infinities and all."""
    numbers = np.empty_like(real + imag, f"c{2 * real.dtype.itemsize}")
    numbers.real = real
    numbers.imag = imag
    return numbers


# PyTorch keeps the parts, though nothing of them is asked.
complex.gradient(real=lambda g, real: g.real, imag=lambda g, imag: g.imag)


@elementwise(passes=True, autocast="full", method=False, takes=FLOATS - HALVES,
             check=lambda abs, angle: check_parts(abs, angle),
             related=("complex", "angle", "abs"), wrong_out=PARTS)  # fmt: skip
def polar(abs: Array, angle: Array) -> Array:
    """Return complex numbers from their lengths and angles.

    >>> torch.polar(torch.tensor([1., 2.]), torch.tensor([0., 1.5707963]))
    tensor([1.0000e+00+0.j, 1.5100e-07+2.j])
    """
    return with_parts(abs * np.cos(angle), abs * np.sin(angle))


# PyTorch takes the direction from the result: where the length is 0 there is none.
polar.gradient(
    abs=lambda g, out: (g.conj() * out.sgn()).real,
    angle=lambda g, out: (g.conj() * (out * 1j)).real,
)


def attribute_of(part: Any) -> property:
    """Return the attribute that shows a part of the numbers and can be assigned to."""

    def assign(self: Tensor, value: object) -> None:
        from tensorlab.ops.indexing.subscript_writing import assigned  # noqa: PLC0415  rare

        shown = part(self)
        shown.copy_(assigned(shown, value))

    return property(part, assign)


for name, part in (("real", real), ("imag", imag)):
    setattr(Tensor, name, attribute_of(part))
