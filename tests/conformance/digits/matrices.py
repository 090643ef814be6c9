"""Calls of equations and factors of matrices, of batches of products, and of distances."""

from collections.abc import Iterator

import numpy as np

Operands = dict[str, np.ndarray]

SQUARE = """
    torch.linalg.cholesky(s) torch.linalg.cholesky(s,upper=True)
    torch.cholesky_solve(y,torch.linalg.cholesky(s)) torch.linalg.inv(s) torch.linalg.solve(x,y)
    torch.linalg.solve(x,y[:,0]) torch.linalg.solve(x,y.t(),left=False)
    torch.linalg.solve_triangular(s.tril(),y,upper=False)
    torch.linalg.solve_triangular(s.triu(),y[:,:1],upper=True)
    torch.linalg.solve_triangular(s.t().triu(),y,upper=True,unitriangular=True)
    gradient(lambda:x:torch.linalg.solve(x,y),x) gradient(lambda:s:torch.linalg.inv(s),s)
    gradient(lambda:s:torch.linalg.cholesky(s),s)
"""
HIGH = """
    torch.linalg.lstsq(h,k,driver='gels').solution F.batch_norm(h.t(),None,None,training=True)
    torch.cdist(h,h+1) torch.cdist(h,2*h,p=1.0) torch.cdist(h,h+1,p=3.0)
    gradient(lambda:h:torch.cdist(h,k[:,:1]+h.detach()),h)
    F.cross_entropy(h,T,weight=h[0].abs()) F.nll_loss(h,T,h[0].abs(),ignore_index=1)
"""
VALUES = """
    torch.linalg.svdvals(x) torch.linalg.svdvals(h) torch.linalg.matrix_norm(h,2)
    torch.linalg.cond(s)
"""
BATCHES = """
    b@c b@b.transpose(-1,-2) b@c[0] b[0]@c b[0,0]@c b@c[0,0,:,0] torch.addbmm(d,b[0],c[0])
    torch.addmm(d,b[0,0,:1],c[0,0]) F.bilinear(b[0,0],b[0,1],f)
"""
SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 12]
SHAPES = [(2, 3, 4, 5), (2, 3, 10, 3), (2, 5, 8, 2)]


def expressions(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands]]:
    """Yield group, name, expression and operands of each call."""
    for size in SIZES:
        x, y = random.normal(size=(size, size)), random.normal(size=(size, 3))
        s = (x @ x.T + np.eye(size)).astype(np.float32).astype(np.float64)
        high = random.normal(size=(size + 4, size))
        operands = {
            "x": x, "y": y, "s": s, "h": high, "k": random.normal(size=(size + 4, 3)),
            "T": random.randint(0, size, size + 4),
        }  # fmt: skip
        for group, names in (("equations", SQUARE), ("distances", HIGH), ("sizes", VALUES)):
            for name in names.split():
                yield group, name, name.replace("lambda:", "lambda "), operands
    for batch in SHAPES:
        *lead, _, terms = batch
        operands = {
            "b": random.normal(size=batch), "c": random.normal(size=(*lead, terms, 4)),
            "d": random.normal(size=(4,)), "f": random.normal(size=(2, terms, terms)),
        }  # fmt: skip
        for name in BATCHES.split():
            yield "batches", name, name, operands
