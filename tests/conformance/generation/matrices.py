"""Cases of products of matrices and of determinants."""

from tests.conformance.generation.sheet import DTYPES, KINDS, Sheet, combined

SHAPES = "\n".join(
    [
        "a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])",
        "b = torch.tensor([[5.0, 6.0, 7.0], [7.0, 8.0, 9.0]])",
        "i = torch.tensor([[1, 2], [3, 4]])",
        "v = torch.tensor([1.0, -1.0])",
        "w = torch.tensor([2.0, 0.5, 1.0])",
        "stack = torch.arange(12.0).reshape(3, 2, 2)",
        "tall = torch.arange(24.0).reshape(2, 1, 3, 4)",
        "wide = torch.arange(16.0).reshape(2, 4, 2)",
        "none = torch.empty(0, 2)",
        "point = torch.tensor(3.0)",
        "z = torch.tensor([[1 + 1j, 2], [0, 1j]])",
    ]
)
PAIRS = ("a, a", "a, b", "b, a", "a, v", "v, a", "v, v", "v, w", "stack, stack", "stack, a", "a, stack", "stack, v",
         "tall, wide", "tall, stack", "none, a", "a, none", "none.T, none", "point, a", "a, point", "z, z", "a, z",
         "i, i", "i, a", "a.T, b", "b.T, a", "a, a > 1", "b, b")  # fmt: skip

matrix = [
    Sheet("every type", "", [
        *combined("torch.{name}(torch.tensor([[1, 2], [3, 0]]).to(torch.{dtype}), "
                  "torch.tensor([[5, 6], [7, 1]]).to(torch.{dtype}))", name=("mm", "matmul"), dtype=DTYPES),
        *combined("torch.det(torch.tensor([[1, 2], [3, 0]]).to(torch.{dtype}))", dtype=DTYPES),
        *combined("torch.bmm(torch.ones(2, 2, 2, dtype=torch.{dtype}), torch.ones(2, 2, 2, dtype=torch.{dtype}))",
                  dtype=KINDS),
        *combined("torch.mm(torch.ones(2, 2, dtype=torch.{left}), torch.ones(2, 2, dtype=torch.{right}))",
                  left=("float32", "int64", "bool"), right=("float64", "int32", "float16", "complex64")),
        *combined("torch.bmm(torch.ones(1, 2, 2, dtype=torch.{left}), torch.ones(1, 2, 2, dtype=torch.{right}))",
                  left=("float32", "int64"), right=("float64", "int32")),
        *combined("torch.ones(2, dtype=torch.{left}) @ torch.ones(2, dtype=torch.{right})",
                  left=("float32", "int64", "bool"), right=("bool", "float64", "int64")),
    ]),
    Sheet("", SHAPES, [
        *combined("torch.{name}({pair})", name=("mm", "matmul", "bmm"), pair=PAIRS),
        *combined("torch.{name}({pair})", name=("mv", "dot", "outer", "inner", "vdot"),
                  pair=("a, a", "a, v", "v, a", "v, v", "v, w", "i, v", "stack, v", "point, point", "point, v")),
        *combined("torch.det({tensor})", tensor=("a", "b", "i", "v", "stack", "tall", "none", "point", "z", "a.double()",
                  "torch.eye(3)", "torch.zeros(2, 2)", "torch.empty(0, 0)", "torch.ones(4, 2, 0, 0)", "a.half()", "a.T",
                  "torch.diag(w)", "torch.tensor([[float('nan'), 1], [1, 1]])", "torch.tensor([[2.0]])")),
        *combined("{tensor}.{name}()", tensor=("a", "stack"), name=("det", "logdet", "slogdet", "inverse", "trace")),
        "a @ a", "a @ v", "v @ b", "stack @ a", "a @ 2", "2 @ a", "a @ [[1, 2], [3, 4]]", "a.mm(b)", "a.matmul(v)",
        "stack.bmm(stack)", "a.mv(v)", "v.dot(v)", "v.outer(w)", "torch.linalg.det(a)", "torch.linalg.inv(a)",
        "torch.inverse(a)", "torch.linalg.solve(a, v)", "torch.linalg.norm(a)", "torch.matrix_power(a, 3)",
        "torch.mm(a, b, out=torch.empty(2, 3))", "torch.mm(input=a, mat2=b)", "torch.matmul(a, other=b)",
        "torch.mm(a)", "torch.mm(a, 2)", "torch.mm(a, [[1, 2]])", "torch.bmm(stack, mat2=stack)", "torch.addmm(a, a, a)",
        "torch.addmm(a, a, a, beta=0.5, alpha=2)", "torch.einsum('ij,jk->ik', a, b)", "torch.einsum('ii->i', a)",
        "torch.tensordot(a, b, dims=1)", "torch.kron(a, a)", "torch.cross(w, w.flip(0), dim=0)", "torch.chain_matmul(a, b)",
        "torch.linalg.multi_dot([a, a, b])", "torch.baddbmm(stack, stack, stack)", "torch.linalg.matrix_rank(a)",
        "torch.linalg.eigvalsh(a + a.T)", "torch.linalg.svdvals(a)", "torch.linalg.qr(a).R.abs()",
        "torch.linalg.cholesky(a @ a.T)", "torch.linalg.matrix_norm(a)", "torch.linalg.vector_norm(a)",
        "torch.inverse(torch.zeros(2, 2))", "(a @ b).shape", "(tall @ wide).shape", "(a @ b).stride()",
        "torch.mm(a.T, a.T).is_contiguous()", "torch.bmm(stack.mT, stack)", "stack @ v", "torch.eye(2) @ a",
        "torch.tril(a)", "torch.triu(a)", "torch.diag(a)", "torch.diag(v)", "torch.diagonal(stack, dim1=1, dim2=2)",
        "torch.triu(b, diagonal=1)", "torch.tril(b, -1)", "torch.mm(i, i) - i @ i", "torch.matmul(i.float(), a)",
        "torch.mm(torch.tensor([[2**62, 2**62]]), torch.tensor([[2], [2]]))",
        "torch.mm(torch.full((1, 2), 100, dtype=torch.int8), torch.full((2, 1), 2, dtype=torch.int8))",
        "torch.mm(torch.tensor([[float('inf'), 0.0]]), torch.tensor([[0.0], [1.0]]))",
    ]),
]  # fmt: skip
