"""Operators of a program's own: torch.library and torch.ops."""

import numpy as np
import pytest
from tensorlab.library import custom_op, infer_schema

import tensorlab as torch
from tensorlab import Tensor


@custom_op("test::sin", mutates_args=())
def sin(x: Tensor) -> Tensor:
    return torch.from_numpy(np.sin(x.numpy()))


@sin.register_fake
def _(x):
    return torch.empty_like(x)


@custom_op("test::bare", mutates_args=())
def bare(x: Tensor) -> Tensor:
    return x.clone()


bare.register_autograd(lambda ctx, grad: ())


def keep(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


sin.register_autograd(lambda ctx, grad: grad * ctx.saved_tensors[0].cos(), setup_context=keep)


def test_an_operator_is_found_by_its_name_and_has_its_gradient():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    overload = torch.ops.test.sin.default
    assert (repr(sin), repr(overload)) == ("<CustomOpDef(test::sin)>", "test.sin.default")
    assert overload._schema == "test::sin(Tensor x) -> Tensor"
    y = overload(x)
    assert "grad_fn=<GeneratedBackwardFor_test_sin_defaultBackward>" in repr(y)
    y.sum().backward()
    assert torch.equal(x.grad, x.detach().cos())
    assert sin(torch.ones(2, 3, device="meta")).shape == (2, 3)
    assert torch.library.opcheck(sin, (x.detach(),))["test_faketensor"] == "SUCCESS"
    assert torch.autograd.gradcheck(sin, torch.rand(3, dtype=torch.float64, requires_grad=True))


def test_gradients_of_lists_and_settings_by_name_go_where_they_came_from():
    @custom_op("test::scaled", mutates_args=())
    def scaled(parts: list[Tensor], last: Tensor | None = None, *, by: float = 2.0) -> list[Tensor]:
        return [part * by for part in parts]

    def setup(ctx, inputs, keyword_only_inputs, output):
        ctx.by = keyword_only_inputs["by"]

    def backward(ctx, grads):
        return [grad * ctx.by for grad in grads], None

    scaled.register_autograd(backward, setup_context=setup)
    x, y = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
    results = scaled([x, y])
    assert isinstance(results, list)
    (results[0].sum() + 5 * scaled([y], by=3.0)[0].sum()).backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([2.0], [15.0, 15.0])


def test_what_an_operator_writes_to_counts_and_what_it_gives_back_is_its_own():
    @custom_op("test::fill", mutates_args={"x"})
    def fill(x: Tensor) -> None:
        x.numpy()[...] = 7

    @custom_op("test::same", mutates_args=())
    def same(x: Tensor) -> Tensor:
        return x[:1]

    x = torch.zeros(2)
    assert fill(x) is None
    assert (x.tolist(), x._version) == ([7.0, 7.0], 1)
    with pytest.raises(RuntimeError, match="may not alias any inputs"):
        same(x)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: sin(3), RuntimeError, "type 'Tensor' for argument 'x' but instead found type 'in"),
        (lambda: sin(), RuntimeError, r"sin\(\) is missing value for argument 'x'. Declaration: t"),
        (lambda: sin(1, 2), RuntimeError, r"expected at most 1 argument\(s\) but received 2 arg"),
        (lambda: sin(1, y=2), RuntimeError, r"expected at most 1 argument\(s\) but received 2 arg"),
        (lambda: bare(y=2), RuntimeError, r"bare\(\) is missing value for argument 'x'. Decl"),
        (lambda: torch.library.opcheck(bare, (torch.ones(1),)), RuntimeError, "no fake impl regis"),
        (
            lambda: bare(torch.ones(1, requires_grad=True)).sum().backward(),
            RuntimeError,
            "expected 2, got 1",
        ),
        (lambda: torch.ops.test.none, AttributeError, "'test' object has no attribute 'none'"),
        (lambda: infer_schema(lambda x: x, mutates_args=()), ValueError, "must have a type annot"),
        (lambda: torch.library.define("test::a", "Tensor"), RuntimeError, "this is no schema"),
        (lambda: torch.ops.aten.randn(4), RuntimeError, "failed to match any schema"),
        (
            lambda: torch.ops.aten.sign.out(torch.ones(1)),
            RuntimeError,
            "failed to match any schema",
        ),
        (lambda: torch.ops.load_library("x.so"), OSError, "Could not load this library: x.so"),
        (lambda: torch.library.get_ctx(), NotImplementedError, "so leave it out"),
    ],
)
def test_what_is_wrong_is_said(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_schemas_are_worked_out_from_annotations():
    def mixed(
        x: Tensor, s: str = "hi", o: Tensor | None = None, d: torch.dtype = torch.float32, *,
        n: list[int], k: int | None = None,
    ) -> tuple[Tensor, int]:  # fmt: skip
        raise NotImplementedError

    written = 'Tensor(a0!) x, str s="hi", Tensor? o=None, ScalarType d=float32, *, SymInt[] n, '
    schema = infer_schema(mixed, mutates_args={"x"}, op_name="foo")
    assert schema == f"foo({written}SymInt? k=None) -> (Tensor, SymInt)"


def test_operators_are_declared_and_given_kernels_one_by_one():
    library = torch.library.Library("test", "FRAGMENT")
    assert library.define("plus(Tensor x, int by=1, *, float[2] more=[1., 2.]) -> Tensor") == "plus"
    x = torch.zeros(2)
    with pytest.raises(NotImplementedError, match="Could not run 'test::plus' with arguments from"):
        torch.ops.test.plus(x)
    library.impl("plus", lambda x, by, more: x + by + sum(more), "CompositeExplicitAutograd")
    assert torch.ops.test.plus(x, 2).tolist() == [5.0, 5.0]

    @torch.library.impl("test::plus", "cpu")
    def _(x, by, more):
        return x - by

    assert torch.ops.test.plus(x).tolist() == [-1.0, -1.0]
    kept = torch.library.register_kernel("test::plus", "cpu", lambda x, by, more: x * 0)
    assert kept(x, 0, 0).tolist() == torch.ops.test.plus(x).tolist() == [0.0, 0.0]
    with torch.library.operator("test::plus").set_kernel_enabled("cpu", enabled=False):
        assert torch.ops.test.plus(x).tolist() == [4.0, 4.0]
    assert torch.ops.aten.add.Tensor(x, 1).tolist() == [1.0, 1.0]
    assert torch.ops.aten.dropout(x, 0.5, False).tolist() == [0.0, 0.0]


class Doubled(torch.autograd.Function):
    """A function that vmap asks how it takes a batch, and whose forward reads plain numbers."""

    @staticmethod
    def forward(x):
        return torch.tensor(2 * x.numpy())

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, g):
        return 2 * g


def test_vmap_calls_a_function_that_says_how_it_takes_a_batch_and_no_other(monkeypatch):
    with pytest.raises(RuntimeError, match=r"^You tried to vmap over Doubled, but it does not"):
        torch.vmap(Doubled.apply)(torch.ones(2, 3))
    monkeypatch.setattr(Doubled, "vmap", staticmethod(lambda info, in_dims, x: None), raising=False)
    assert torch.vmap(Doubled.apply)(torch.ones(2, 3)).tolist() == [[2.0] * 3] * 2


def test_an_operator_reads_plain_numbers_of_each_sample():
    @torch.library.custom_op("own::cubed", mutates_args=())
    def cubed(x: torch.Tensor) -> torch.Tensor:
        return torch.tensor(x.numpy() ** 3)

    assert torch.vmap(cubed)(torch.arange(3.0)).tolist() == [0.0, 1.0, 8.0]


def test_views_of_several_or_of_a_function_are_not_overwritten():
    x = torch.ones(4, 2, requires_grad=True)
    for parts, name in (((x * 1).unbind(0), "Unbind"), ((x * 1).chunk(2), "Split")):
        with pytest.raises(RuntimeError, match=rf"^Output 0 of {name} is a view .* multiple views"):
            parts[0].add_(1)
        with pytest.raises(RuntimeError, match=r"^Output 0 of Select is a view"):
            parts[0][0].mul_(2)
    layers = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(inplace=True))
    layers[0].register_full_backward_hook(lambda *given: None)
    with pytest.raises(RuntimeError, match=r"BackwardHookFunction is a view .* custom Function"):
        layers(torch.ones(1, 2))
    with torch.no_grad():
        assert layers(torch.ones(1, 2)).shape == (1, 2)


def test_an_operator_for_another_compiler_is_one_like_any_other():
    @torch.library.triton_op("mylib::thrice", mutates_args=())
    def thrice(x: torch.Tensor) -> torch.Tensor:
        return torch.library.wrap_triton(x) * 3

    assert torch.ops.mylib.thrice(torch.ones(1)).tolist() == [3.0]
