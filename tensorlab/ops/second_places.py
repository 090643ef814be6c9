"""Where PyTorch has its public names a second time: the files that programs also import from."""

from importlib import import_module
from typing import Any, Final

# For each module of ours, the modules of PyTorch that lie within it and hold some of its names.
FILES: Final = {
    "torch.nn": "modules parallel",
    "torch.nn.modules": "activation adaptive batchnorm channelshuffle container conv distance "
    "dropout flatten fold instancenorm lazy linear loss module normalization padding pixelshuffle "
    "pooling rnn sparse transformer upsampling",
    "torch.nn.parallel": "data_parallel",
    "torch.nn.utils": "clip_grad convert_parameters fusion init spectral_norm weight_norm",
    "torch.optim": "adadelta adagrad adam adamax adamw asgd lbfgs nadam optimizer radam rmsprop "
    "rprop sgd sparse_adam",
    "torch.utils.data": "dataloader dataset sampler distributed",
    "torch.distributions": "bernoulli beta binomial categorical cauchy chi2 dirichlet distribution "
    "exponential gamma geometric gumbel half_cauchy half_normal independent laplace log_normal "
    "mixture_same_family multinomial multivariate_normal negative_binomial normal "
    "one_hot_categorical poisson studentT transformed_distribution uniform",
    "torch.autograd": "function variable gradcheck anomaly_mode grad_mode",
    "torch.amp": "autocast_mode grad_scaler",
    "torch.cuda.amp": "autocast_mode grad_scaler",
    "torch": "functional",
}
# Modules of PyTorch's that are others here.
ALSO: Final = {
    "torch.nn.modules": "torch.nn", "torch.nn.parallel": "torch.nn",
    "torch.cuda.amp": "torch.amp.cuda", "torch._dynamo": "torch.compiler",
    "torch.utils.hooks": "torch.engine.autograd.graph",
    "torch.storage": "torch.ops.tensor.storages",
}  # fmt: skip
# Names that begin with an underscore and are used all the same: the file and the class of ours.
CLASSES: Final = {
    "torch.nn._BatchNorm": ("tensorlab.nn.channel_normalization", "OfBatches"),
    "torch.nn._ConvNd": ("tensorlab.nn.convolution", "Convolution"),
    "torch.nn.NonDynamicallyQuantizableLinear": (
        "tensorlab.nn.attention",
        "NonDynamicallyQuantizableLinear",
    ),
    "torch.nn._Loss": ("tensorlab.nn.loss", "Loss"),
    "torch.nn._WeightedLoss": ("tensorlab.nn.loss", "Weighted"),
    "torch.nn._IncompatibleKeys": ("tensorlab.nn.state", "IncompatibleKeys"),
    "torch.optim.required": ("tensorlab.optim.optimizer", "required"),
    "torch.optim.lr_scheduler._LRScheduler": ("tensorlab.optim.lr_scheduler", "LRScheduler"),
}


def home_of(name: str) -> str | None:
    """Return the module of ours that has the names of a file of PyTorch's, None for others."""
    if name in ALSO:
        return ALSO[name]
    parent, _, file = name.rpartition(".")
    return ALSO.get(parent, parent) if file in FILES.get(parent, "").split() else None


def class_at(name: str) -> Any:
    """Return the class of ours for a name of PyTorch's that begins with an underscore, or None."""
    file, own = CLASSES.get(name, ("", ""))
    return getattr(import_module(file), own) if file else None
