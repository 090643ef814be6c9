"""Elements of padded sequences, packed step by step."""

from tensorlab.engine.declaring import Array, Mask, Tensor, selecting


@selecting(name="_pack_padded_sequence", inner=True)
def pack_padded_sequence(input: Array, present: Mask) -> Array:
    """Return the elements that are present, step by step."""
    return input[present]


def unpacked(g: Tensor, sizes: object, present: Tensor) -> Tensor:
    """Return the gradient of the elements that are present, and 0 for the padding."""
    return g.new_zeros(sizes).index_put((present,), g)


pack_padded_sequence.gradient(input=unpacked)
