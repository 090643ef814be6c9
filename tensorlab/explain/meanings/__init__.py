"""What functions mean whose forward cannot run on terms: a few lines for each, by name."""

from tensorlab.engine.operation import Operation
from tensorlab.explain.meanings import (
    choosing,
    creating,
    extremes,
    ordering,
    places,
    products,
    reading,
    repeating,
    storing,
    totals,
    writing,
)
from tensorlab.explain.strategies.explaining import Strategy

# Tables, as ops know nothing of how they are told: each way is a function of this room.
QUANTIZERS = ("quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic")
# Likewise.
UNSET = ("empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided")
# Ways to tell of a family, by the module that declares it: each passes over what it does not fit.
FAMILIES: dict[str, tuple[Strategy, ...]] = {
    "creation.from_values": (creating.one_value,),
    "creation.grids": (creating.by_triangle,),
    "creation.sequences": (creating.by_progression,),
    "indexing.gathering": (reading.by_index,),
    "indexing.index_reducing": (writing.by_slices,),
    "indexing.index_writing": (writing.by_slices,),
    "indexing.places": (places.by_nonzero,),
    "indexing.putting": (writing.by_putting,),
    "indexing.scatter_reducing": (writing.by_scattering,),
    "indexing.scattering": (writing.by_scattering,),
    "indexing.selection": (choosing.by_condition, choosing.by_mask),
    "linear_algebra.einsum": (products.by_letters,),
    "nn.layers": (reading.by_index,),
    "nn.dropout": (choosing.by_chance,),
    "nn.activation": (choosing.by_bounds,),
    "nn.hard": (choosing.by_bounds,),
    "ordering.ranks": (ordering.by_middle, ordering.by_frequency),
    "ordering.sorting": (ordering.by_rank,),
    "pointwise.clamping": (choosing.by_bounds,),
    "pointwise.comparison": (choosing.by_bounds,),
    "reduction.arg_extremes": (extremes.by_comparing,),
    "reduction.counting": (places.by_value, places.by_slice, places.by_run, places.by_bin),
    "reduction.extremes": (extremes.by_comparing,),
    "reduction.records": (totals.by_record,),
    "reduction.totals": (totals.by_ends,),
    "reduction.truth": (totals.by_truth,),
    "sparse.coalescing": (storing.by_coordinates,),
    "sparse.construction": (storing.by_coordinates,),
    "sparse.specified": (storing.by_stored_number,),
    "tensor.conversion": (choosing.by_conversion,),
}
# Likewise.
MEANINGS: dict[str, tuple[Strategy, ...]] = {
    "where": (choosing.by_condition, places.by_nonzero),
    "index": (reading.by_index,),
    "write": (writing.by_key,),
    **dict.fromkeys(("numel", "nelement"), (totals.by_counting,)),
    "tensor": (creating.by_entry,),
    "cumprod": (totals.by_products,),
    "cumsum": (totals.by_sums,),
    **dict.fromkeys(UNSET, (creating.unset,)),
    "pad": (repeating.by_padding,),
    "repeat_interleave": (repeating.by_counts,),
    **dict.fromkeys(QUANTIZERS, (storing.by_scale,)),
    **dict.fromkeys(("dequantize", "int_repr"), (storing.by_stored,)),
    **dict.fromkeys(("mm", "bmm", "matmul", "mv", "dot"), (products.by_lines,)),
}


def strategies_for(operation: Operation | None, name: str) -> tuple[Strategy, ...]:
    """Return the ways that are made for a function, or for its family."""
    if operation is None:
        return MEANINGS.get(name, ())
    family = operation.forward.__module__.removeprefix("tensorlab.ops.")
    return (*MEANINGS.get(operation.name, ()), *FAMILIES.get(family, ()))
