"""torch.utils.data: data sets, the order in which samples are taken, and batches of them."""

from tensorlab.ops.modules import shelf
from tensorlab.utils.data.workers import WorkerInfo as _WorkerInfo  # noqa: F401  programs meet it

FILES = {
    "dataset": "ChainDataset ConcatDataset Dataset IterableDataset StackDataset Subset "
    "TensorDataset random_split",
    "sampler": "BatchSampler RandomSampler Sampler SequentialSampler SubsetRandomSampler "
    "WeightedRandomSampler",
    "loader": "DataLoader default_collate default_convert",
    "workers": "get_worker_info",
}
FILE_OF = {name: file for file, names in FILES.items() for name in names.split()}

__getattr__, __dir__ = shelf("torch.utils.data", FILE_OF, {"dataset", "sampler"})
