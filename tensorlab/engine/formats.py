"""The ways in which tensors are stored, by PyTorch's names: layouts and quantization schemes."""

from tensorlab.engine.naming import Fixed, Named


class Format(Fixed, metaclass=Named):
    """One of some ways, which has a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"


class Layout(Format):
    """How the elements lie in memory."""

    torch_name = "torch.layout"

    @property
    def kind(self) -> str:
        """PyTorch's name of a layout in what it refuses: SparseCsr."""
        return self.name.title().replace("_", "").replace("Coo", "")


STRIDED = Layout("strided")
SPARSE_COO = Layout("sparse_coo")
SPARSE_CSR = Layout("sparse_csr")
SPARSE_CSC = Layout("sparse_csc")
SPARSE_BSR = Layout("sparse_bsr")
SPARSE_BSC = Layout("sparse_bsc")
BY_COLUMNS = (SPARSE_CSC, SPARSE_BSC)
OF_BLOCKS = (SPARSE_BSR, SPARSE_BSC)
COMPRESSED = (SPARSE_CSR, SPARSE_CSC, SPARSE_BSR, SPARSE_BSC)


class MemoryFormat(Format):
    """In which order the dimensions of a tensor follow one another in memory."""

    torch_name = "torch.memory_format"


class Scheme(Format):
    """How the whole numbers of a quantized tensor stand for its values."""

    torch_name = "torch.qscheme"


SCHEMES = {
    name: Scheme(name)
    for name in (
        "per_tensor_affine",
        "per_channel_affine",
        "per_tensor_symmetric",
        "per_channel_symmetric",
        "per_channel_affine_float_qparams",
    )
}
