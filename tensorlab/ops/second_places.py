"""Where PyTorch has its public names a second time: the files that programs also import from."""

from typing import Final

# For each module of ours, the modules of PyTorch that lie within it and hold some of its names.
FILES: Final = {
    "torch.nn": "modules parallel",
    "torch.nn.modules": "activation adaptive batchnorm channelshuffle container conv distance "
    "dropout flatten fold instancenorm lazy linear loss module normalization padding pixelshuffle "
    "pooling rnn sparse transformer upsampling utils",
    "torch.nn.parallel": "data_parallel",
    "torch.nn.utils": "clip_grad convert_parameters fusion init spectral_norm weight_norm",
    "torch.optim": "adadelta adagrad adam adamax adamw asgd lbfgs nadam optimizer radam rmsprop "
    "rprop sgd sparse_adam",
    "torch.utils.data": "dataloader dataset sampler distributed",
    "torch.distributions": "bernoulli beta binomial categorical cauchy chi2 dirichlet distribution "
    "exponential gamma geometric gumbel half_cauchy half_normal independent laplace log_normal "
    "mixture_same_family multinomial multivariate_normal negative_binomial normal "
    "one_hot_categorical poisson studentT transformed_distribution uniform",
    "torch.autograd": "variable gradcheck anomaly_mode grad_mode",
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


def home_of(name: str) -> str | None:
    """Return the module of ours that has the names of a file of PyTorch's, None for others."""
    if name in ALSO:
        return ALSO[name]
    parent, _, file = name.rpartition(".")
    return ALSO.get(parent, parent) if file in FILES.get(parent, "").split() else None
