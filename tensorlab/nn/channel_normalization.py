"""Layers that normalize each channel: of a batch, or of one sample."""

from typing import Any, ClassVar

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module, arguments
from tensorlab.nn.normalization import begin_scale_and_shift, scale_and_shift


class OfChannels(Module):
    """Normalization of each channel, with running statistics for when training is over."""

    _extra_text = (
        "{m.num_features}, eps={m.eps}, momentum={m.momentum}, affine={m.affine}, "
        "bias={m._has_bias}, track_running_stats={m.track_running_stats}"
    )

    _version = 2  # since it counts the batches

    _dims: ClassVar[tuple[int, ...]]

    def __init__(
        self, num_features: int, eps: float, momentum: float | None, affine: bool,
        track_running_stats: bool, bias: bool, made: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__()
        kept = "num_features eps momentum affine track_running_stats"
        self.__dict__.update(arguments(locals(), kept))
        scale_and_shift(self, num_features, affine, bias, made)
        for name, make in (("running_mean", "zeros"), ("running_var", "ones")):
            value = functional(make)(num_features, **made) if track_running_stats else None
            self.register_buffer(name, value)
        count = functional("tensor")(0, device=made["device"]) if track_running_stats else None
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget what was seen."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, local_metadata: dict[str, Any], *found: Any
    ) -> None:
        """Add the count of batches where nobody counted them yet, and read the state."""
        if self.track_running_stats and local_metadata.get("version", 0) < self._version:
            state_dict.setdefault(f"{prefix}num_batches_tracked", self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *found)

    def reset_parameters(self) -> None:
        """Begin anew: scale 1, shift 0, nothing seen."""
        self.reset_running_stats()
        begin_scale_and_shift(self)

    def _check_input_dim(self, input: Tensor) -> None:
        """Refuse inputs of other numbers of dimensions.

        Raises:
            ValueError: the number of dimensions is another one.
        """
        if input.dim() not in self._dims:
            wanted = " or ".join(f"{dims}D" for dims in self._dims)
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")


class OfBatches(OfChannels):
    """Normalization of each channel over a batch."""

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1,
        affine: bool = True, track_running_stats: bool = True, device: object = None,
        dtype: object = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__(num_features, eps, momentum, affine, track_running_stats, bias, made)

    def forward(self, input: Tensor) -> Any:
        """Return the normalized elements; while training, remember their statistics."""
        self._check_input_dim(input)
        share = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the mean of all batches
                share = 1.0 / float(self.num_batches_tracked)
        seen = not self.training or self.track_running_stats
        return functional("batch_norm")(
            input,
            self.running_mean if seen else None,
            self.running_var if seen else None,
            *self._weight_and_bias(),
            self.training or self.running_mean is None,
            share,
            self.eps,
        )


class BatchNorm1d(OfBatches):
    """Normalization of each feature over a batch: (batch, features) or (batch, features, length).

    >>> torch.nn.BatchNorm1d(1, affine=False)(torch.tensor([[1.], [3.]]))
    tensor([[-1.0000],
            [ 1.0000]])
    """

    _dims = (2, 3)


class BatchNorm2d(OfBatches):
    """Normalization of each channel over a batch of images.

    >>> torch.nn.BatchNorm2d(3)(torch.zeros(1, 3, 2, 2)).shape
    torch.Size([1, 3, 2, 2])
    """

    _dims = (4,)


class BatchNorm3d(OfBatches):
    """Normalization of each channel over a batch of volumes.

    >>> torch.nn.BatchNorm3d(3)(torch.zeros(1, 3, 2, 2, 2)).shape
    torch.Size([1, 3, 2, 2, 2])
    """

    _dims = (5,)


class SyncBatchNorm(OfBatches):
    """Normalization over the batches of all processes, of which there is one.

    >>> torch.nn.SyncBatchNorm(3)(torch.zeros(1, 3, 2)).shape
    torch.Size([1, 3, 2])
    """

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float | None = 0.1,
        affine: bool = True, track_running_stats: bool = True, process_group: object = None,
        device: object = None, dtype: object = None, *, bias: bool = True,
    ) -> None:  # fmt: skip
        usual = (eps, momentum, affine, track_running_stats)
        super().__init__(num_features, *usual, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input: Tensor) -> None:
        """Refuse a tensor without channels.

        Raises:
            ValueError: there is no dimension of channels.
        """
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: object = None) -> Any:
        """Return a module with every normalization over batches in it made one of this class."""
        made = module
        if isinstance(module, OfBatches) and not isinstance(module, cls):
            settings = (module.num_features, module.eps, module.momentum, module.affine)
            made = cls(*settings, module.track_running_stats, process_group=process_group)
            made.training = module.training
            if module.affine:
                made.weight, made.bias = module.weight, module.bias
            for name, buffer in module.named_buffers(recurse=False):
                setattr(made, name, buffer)
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made


class OfSamples(OfChannels):
    """Normalization of each channel of each sample."""

    def __init__(
        self, num_features: int, eps: float = 1e-5, momentum: float = 0.1, affine: bool = False,
        track_running_stats: bool = False, device: object = None, dtype: object = None, *,
        bias: bool = True,
    ) -> None:  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__(num_features, eps, momentum, affine, track_running_stats, bias, made)

    def forward(self, input: Tensor) -> Any:
        """Return the normalized elements.

        Raises:
            ValueError: the input has other channels than the layer learns to scale.
        """
        self._check_input_dim(input)
        place = input.dim() - self._dims[0]
        if input.size(place) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={place} to match num_features "
                    f"({self.num_features}), but got: {input.size(place)}."
                )
            warn(in_full("input's size at dim={}", place))
        single = place == 0
        found = functional("instance_norm")(
            input.unsqueeze(0) if single else input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return found.squeeze(0) if single else found


class InstanceNorm1d(OfSamples):
    """Normalization of each channel of each signal.

    >>> torch.nn.InstanceNorm1d(1)(torch.tensor([[[1., 3.]]]))
    tensor([[[-1.0000,  1.0000]]])
    """

    _dims = (2, 3)


class InstanceNorm2d(OfSamples):
    """Normalization of each channel of each image.

    >>> torch.nn.InstanceNorm2d(1)(torch.tensor([[[[1., 3.]]]]))
    tensor([[[[-1.0000,  1.0000]]]])
    """

    _dims = (3, 4)


class InstanceNorm3d(OfSamples):
    """Normalization of each channel of each volume.

    >>> torch.nn.InstanceNorm3d(1)(torch.tensor([[[[[1., 3.]]]]]))
    tensor([[[[[-1.0000,  1.0000]]]]])
    """

    _dims = (4, 5)
