"""torch.optim: optimizers, each in the file of its idea, loaded when first named."""

from tensorlab.ops.modules import shelf

FILES = {
    "optimizer": "Optimizer",
    "sgd": "SGD ASGD Rprop",
    "adam": "Adam AdamW Adamax NAdam RAdam SparseAdam",
    "square_averages": "Adadelta Adagrad RMSprop",
    "factored": "Adafactor Muon",
    "quasi_newton": "LBFGS",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}
PARTS = {"lr_scheduler", "swa_utils"}

__getattr__, __dir__ = shelf("torch.optim", FILE_OF, PARTS)
