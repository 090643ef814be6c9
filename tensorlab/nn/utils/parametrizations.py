"""torch.nn.utils.parametrizations: weights as direction and length, of norm 1, orthogonal."""

from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module
from tensorlab.nn.utils.norms import weight_of
from tensorlab.nn.utils.parametrize import register_parametrization
from tensorlab.ops.loading import find


class _WeightNorm(Module):
    """Weights of a given length, in the direction of others."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Any, weight_v: Any) -> Any:
        """Return the weights."""
        return weight_of(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Tensor) -> Any:
        """Return length and direction."""
        return find("torch", "norm_except_dim")(weight, 2, self.dim), weight


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Let a layer learn the length and the direction of its weights apart; return the layer.

    Source: Salimans and Kingma, Weight Normalization (2016).

    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
    >>> layer.parametrizations.weight.original0.shape
    torch.Size([1, 1])
    """
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    """Weights over their largest singular value, which is followed from step to step."""

    def __init__(self, weight: Tensor, n_power_iterations: int, dim: int, eps: float) -> None:
        super().__init__()
        if n_power_iterations <= 0:
            raise ValueError(in_full("Expected n_power_iterations", n_power_iterations))
        self.n_power_iterations = n_power_iterations
        self.dim = dim if dim >= 0 else dim + weight.ndim
        self.eps = eps
        if weight.ndim > 1:
            matrix = self.matrix(weight)
            self.register_buffer("_u", self.unit(matrix.new_empty(matrix.size(0)).normal_(0, 1)))
            self.register_buffer("_v", self.unit(matrix.new_empty(matrix.size(1)).normal_(0, 1)))
            self.iterate(matrix, 15)

    def unit(self, vector: Tensor) -> Any:
        """Return a vector of length 1."""
        return functional("normalize")(vector, dim=0, eps=self.eps)

    def matrix(self, weight: Tensor) -> Any:
        """Return the weights as a matrix, a row for each place along the dimension."""
        if weight.ndim == 1:
            return weight.unsqueeze(0)
        return weight.movedim(self.dim, 0).flatten(1)

    def iterate(self, matrix: Tensor, times: int) -> None:
        """Come closer to the singular vectors of the largest singular value."""
        with no_grad():
            for _ in range(times):
                self._u.copy_(self.unit(matrix.mv(self._v)))
                self._v.copy_(self.unit(matrix.H.mv(self._u)))

    def forward(self, weight: Any) -> Any:
        """Return the weights over their largest singular value."""
        if weight.ndim == 1:
            return self.unit(weight)
        matrix = self.matrix(weight)
        if self.training:
            self.iterate(matrix.detach(), self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / find("torch", "vdot")(u, matrix.mv(v))

    def right_inverse(self, value: Tensor) -> Any:
        """Return the weights as they are."""
        return value


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
    dim: int | None = None,
) -> Module:  # fmt: skip
    """Let the largest singular value of a layer's weights be 1; return the layer.

    Source: Miyato et al., Spectral Normalization for GANs (2018).

    >>> layer = torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(3, 2))
    >>> torch.linalg.matrix_norm(layer.weight, 2).item() < 1.1
    True
    """
    weight = getattr(module, name, None)
    if weight is None:
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if dim is None:
        dim = int(type(module).__name__.startswith("ConvTranspose"))
    made = _SpectralNorm(weight.detach(), n_power_iterations, dim, eps)
    return register_parametrization(module, name, made)


class _Orthogonal(Module):
    """Orthogonal matrices, made of any matrices."""

    def __init__(self, weight: Tensor, orthogonal_map: str, *, use_trivialization: bool) -> None:
        super().__init__()
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)
        self.shape = weight.shape

    def forward(self, X: Any) -> Any:
        """Return an orthogonal matrix."""
        wide = X.size(-2) < X.size(-1)
        X = X.mT if wide else X
        Q = self.reflected(X) if self.orthogonal_map == "householder" else self.turned(X)
        if getattr(self, "base", None) is not None:
            Q = self.base @ Q
        return Q.mT if wide else Q

    def reflected(self, X: Tensor) -> Any:
        """Return the product of the reflections below a diagonal of signs."""
        below: Any = X.tril(-1)
        taus = 2.0 / (1.0 + (below * below).sum(-2))
        Q = find("torch.linalg", "householder_product")(below, taus)
        return Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def turned(self, X: Tensor) -> Any:
        """Return the rotation of a skew matrix."""
        rows, columns = X.shape[-2:]
        X = X.tril()
        if rows != columns:
            X = find("torch", "cat")([X, X.new_zeros(*X.shape[:-2], rows, rows - columns)], -1)
        A = X - X.mH
        if self.orthogonal_map == "matrix_exp":
            Q = find("torch", "matrix_exp")(A)
        else:
            one = find("torch", "eye")(rows, dtype=A.dtype)
            Q = find("torch.linalg", "solve")(one.add(A, alpha=-0.5), one.add(A, alpha=0.5))
        return Q[..., :columns] if rows != columns else Q

    @no_grad()
    def right_inverse(self, Q: Any) -> Any:
        """Return a matrix of which an orthogonal one is made, and remember the latter."""
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of "
                f"shape {Q.shape}."
            )
        wide = Q.size(-2) < Q.size(-1)
        tall = Q.mT if wide else Q
        if "base" not in self._buffers:
            if self.orthogonal_map != "householder":
                raise NotImplementedError(
                    "It is not possible to assign to the matrix exponential or the Cayley "
                    "parametrizations when use_trivialization=False."
                )
            found = reflections(tall)
            return found.mT if wide else found
        rows, columns = tall.shape[-2:]
        if rows != columns:
            more = find("torch", "randn")(*tall.shape[:-2], rows, rows - columns, dtype=tall.dtype)
            tall = find("torch", "cat")([tall, more], -1)
        is_kept = rows == columns and is_orthogonal(tall)
        self.base = tall.clone() if is_kept else made_orthogonal(tall)
        # Of this the reflections make the identity, so that the base alone is the weight.
        negative = Q.new_zeros(Q.shape)
        negative.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return negative


def reflections(tall: Any) -> Any:
    """Return reflections whose product is an orthogonal matrix."""
    A, tau = find("torch", "geqrf")(tall)
    A.diagonal(dim1=-2, dim2=-1).sign_()
    A.diagonal(dim1=-2, dim2=-1)[tau == 0.0] *= -1
    return A


def is_orthogonal(square: Any) -> bool:
    """Return whether a square matrix is orthogonal, up to the roundings of its type."""
    size = square.size(-1)
    one = find("torch", "eye")(size, dtype=square.dtype)
    eps = 10 * size * find("torch", "finfo")(square.dtype).eps
    return bool(find("torch", "allclose")(square.mH @ square, one, atol=eps))


def made_orthogonal(square: Any) -> Any:
    """Return the orthogonal part of a matrix, such that the triangular one is positive."""
    A, tau = find("torch", "geqrf")(square)
    found = find("torch.linalg", "householder_product")(A, tau)
    return found * A.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def orthogonal(
    module: Module, name: str = "weight", orthogonal_map: str | None = None, *,
    use_trivialization: bool = True,
) -> Module:  # fmt: skip
    """Let the weights of a layer be an orthogonal matrix; return the layer.

    >>> layer = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(2, 2))
    >>> torch.allclose(layer.weight @ layer.weight.T, torch.eye(2), atol=1e-6)
    True
    """
    weight = getattr(module, name, None)
    if weight is None:
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(
            f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions."
        )
    if orthogonal_map is None:
        plain = weight.shape[-2] == weight.shape[-1] or weight.is_complex()
        orthogonal_map = "matrix_exp" if plain else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(
            'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: '
            f"{orthogonal_map}"
        )
    made = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return register_parametrization(module, name, made, unsafe=True)
