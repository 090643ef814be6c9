"""What functions say of an `out=` of another data type than their result's."""

from tensorlab.engine.dtypes import DType

USUAL = "Expected out tensor to have dtype {c_name}, but got {c_given} instead"
SORTED_PLACES = (
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype "
    "{given} and out_int32 flag is False"
)
QUANTILE = "quantile() out tensor must be same dtype as the input tensor"
PARTS = "Expected object of scalar type {own} but got scalar type {given} for argument 'out'"
CONTRACTED = (
    "tensordot: Expected the output tensor to have dtype {own}, but got an output tensor with "
    "dtype {given}"
)
TRUTHS = {"all", "any"}  # they also answer in bytes
# All others convert to any type that holds the result.
REFUSALS = {
    **dict.fromkeys(
        (
            "triu", "tril", "diag", "gather", "take_along_dim", "scatter", "scatter_add",
            "scatter_reduce", "index_add", "index_copy", "renorm", "softmax", "log_softmax",
            "cross", "linalg_cross", "argmax", "argmin", "addbmm", "addmm", "addmv", "baddbmm",
            "cholesky", "eigvalsh", "index_reduce", "inverse", "lu_solve", "matrix_power", "msort",
            "norm", "svdvals", "vector_norm",
        ),
        USUAL,
    ),
    "all": "all only supports bool tensor for result, got: {given}",
    "any": "any only supports bool tensor for result, got: {given}",
    "complex": PARTS,
    "polar": PARTS,
    "histc": "torch.histogram: input tensor and hist tensor should have the same dtype, but got "
             "input {c_name} and hist {c_given}",
    "logcumsumexp": "expected scalar_type {own} but found {given}",
    "matrix_norm": "linalg.matrix_norm expected out tensor dtype {own} but got: {given}",
    "multi_dot": "multi_dot(): expected out tensor to have dtype {c_name} but got {c_given}",
    "narrow_copy": "Expected self.dtype() == output.dtype() to be true, but got false.  (Could "
                   "this error message be improved?  If so, please report an enhancement request "
                   "to PyTorch.)",
    "quantile": QUANTILE,
    "nanquantile": QUANTILE,
    "solve_triangular": "expected scalar type {own} but found {given}",
    "vecdot": "linalg.vecdot: Expected out of dtype{own} but found {given}",
    "inner": CONTRACTED,
    "tensordot": CONTRACTED,
    "index_select": "index_select(): self and result must have the same scalar type",
    "take": "take(): self and out expected to have the same dtype, but got self.dtype = {own} and "
            "out.dtype = {given}",
    "where": "Expected out type to be {own} but got {given}",
    "nonzero": "nonzero: Expected out tensor to have scalar type Long but got scalar type{given}",
    "multinomial": "multinomial expects Long tensor out, got: {given}",
    "amax": "Expected the dtype for input and out to match, but got {own} for input's dtype and "
            "{given} for out's dtype.",
    "amin": "Expected the dtype for input and out to match, but got {own} for input's dtype and "
            "{given} for out's dtype.",
    "dot": "result dtype {given} does not match input dtype {own}",
    "vdot": "result dtype {given} does not match input dtype {own}",
    "bucketize": SORTED_PLACES,
    "searchsorted": SORTED_PLACES,
}  # fmt: skip


def refusal_of_out(name: str, own: DType, given: DType, *, strict: bool) -> str | None:
    """Return why a function does not write a result of its own type into an out of a given one."""
    if own is given or (name in TRUTHS and given.name in {"bool", "uint8"}):
        return None
    words = REFUSALS.get(name, USUAL if strict else None)
    if words is None:
        return None
    return words.format(
        own=own.scalar_name, given=given.scalar_name, c_name=own.c_name, c_given=given.c_name
    )
