"""What functions mean whose forward cannot run on terms: a few lines for each, by name."""

from tensorlab.engine.operation import Operation
from tensorlab.explain.meanings.bounding import by_bounds, by_conversion
from tensorlab.explain.meanings.choosing import by_chance, by_condition, by_mask
from tensorlab.explain.meanings.creating import (
    by_entry,
    by_progression,
    by_triangle,
    one_value,
    unset,
)
from tensorlab.explain.meanings.extremes import by_comparing
from tensorlab.explain.meanings.ordering import by_frequency, by_middle, by_rank
from tensorlab.explain.meanings.places import by_bin, by_nonzero, by_run, by_slice, by_value
from tensorlab.explain.meanings.products import by_letters, by_lines
from tensorlab.explain.meanings.quantization import by_scale, by_stored
from tensorlab.explain.meanings.reading import by_index
from tensorlab.explain.meanings.repeating import by_counts, by_padding
from tensorlab.explain.meanings.scanning import by_products, by_record, by_sums
from tensorlab.explain.meanings.sparse import by_coordinates, by_stored_number
from tensorlab.explain.meanings.totals import by_counting, by_ends, by_truth
from tensorlab.explain.meanings.writing import by_key, by_putting, by_scattering, by_slices
from tensorlab.explain.strategies.explaining import Strategy

# Tables, as ops know nothing of how they are told: each way is a function of this room.
QUANTIZERS = ("quantize_per_tensor", "quantize_per_channel", "quantize_per_tensor_dynamic")
# Likewise.
UNSET = ("empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided")
# Ways to tell of a family, by the module that declares it: each passes over what it does not fit.
FAMILIES: dict[str, tuple[Strategy, ...]] = {
    "creation.from_values": (one_value,),
    "creation.grids": (by_triangle,),
    "creation.sequences": (by_progression,),
    "indexing.gathering": (by_index,),
    "indexing.index_reducing": (by_slices,),
    "indexing.index_writing": (by_slices,),
    "indexing.places": (by_nonzero,),
    "indexing.putting": (by_putting,),
    "indexing.scatter_reducing": (by_scattering,),
    "indexing.scattering": (by_scattering,),
    "indexing.selection": (by_condition, by_mask),
    "linear_algebra.einsum": (by_letters,),
    "nn.layers": (by_index,),
    "nn.dropout": (by_chance,),
    "nn.activation": (by_bounds,),
    "nn.hard": (by_bounds,),
    "ordering.ranks": (by_middle, by_frequency),
    "ordering.sorting": (by_rank,),
    "pointwise.clamping": (by_bounds,),
    "pointwise.comparison": (by_bounds,),
    "reduction.arg_extremes": (by_comparing,),
    "reduction.counting": (by_value, by_slice, by_run, by_bin),
    "reduction.extremes": (by_comparing,),
    "reduction.records": (by_record,),
    "reduction.totals": (by_ends,),
    "reduction.truth": (by_truth, by_ends),
    "sparse.coalescing": (by_coordinates,),
    "sparse.construction": (by_coordinates,),
    "sparse.specified": (by_stored_number,),
    "tensor.conversion": (by_conversion,),
}
# Likewise.
MEANINGS: dict[str, tuple[Strategy, ...]] = {
    "where": (by_condition, by_nonzero),
    "index": (by_index,),
    "write": (by_key,),
    **dict.fromkeys(("numel", "nelement"), (by_counting,)),
    "tensor": (by_entry,),
    "cumprod": (by_products,),
    "cumsum": (by_sums,),
    **dict.fromkeys(UNSET, (unset,)),
    "pad": (by_padding,),
    "repeat_interleave": (by_counts,),
    **dict.fromkeys(QUANTIZERS, (by_scale,)),
    **dict.fromkeys(("dequantize", "int_repr"), (by_stored,)),
    **dict.fromkeys(("mm", "bmm", "matmul", "mv", "dot"), (by_lines,)),
}


def strategies_for(operation: Operation | None, name: str) -> tuple[Strategy, ...]:
    """Return the ways that are made for a function, or for its family."""
    if operation is None:
        return MEANINGS.get(name, ())
    family = operation.forward.__module__.removeprefix("tensorlab.ops.")
    return (*MEANINGS.get(operation.name, ()), *FAMILIES.get(family, ()))
