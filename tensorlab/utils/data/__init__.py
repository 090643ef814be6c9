"""torch.utils.data: data sets, the order in which samples are taken, and batches of them."""

from tensorlab.utils.data.batching import default_collate as default_collate
from tensorlab.utils.data.batching import default_convert as default_convert
from tensorlab.utils.data.dataset import ChainDataset as ChainDataset
from tensorlab.utils.data.dataset import ConcatDataset as ConcatDataset
from tensorlab.utils.data.dataset import Dataset as Dataset
from tensorlab.utils.data.dataset import IterableDataset as IterableDataset
from tensorlab.utils.data.dataset import StackDataset as StackDataset
from tensorlab.utils.data.dataset import Subset as Subset
from tensorlab.utils.data.dataset import TensorDataset as TensorDataset
from tensorlab.utils.data.dataset import random_split as random_split
from tensorlab.utils.data.loader import DataLoader as DataLoader
from tensorlab.utils.data.sampler import BatchSampler as BatchSampler
from tensorlab.utils.data.sampler import RandomSampler as RandomSampler
from tensorlab.utils.data.sampler import Sampler as Sampler
from tensorlab.utils.data.sampler import SequentialSampler as SequentialSampler
from tensorlab.utils.data.sampler import SubsetRandomSampler as SubsetRandomSampler
from tensorlab.utils.data.sampler import WeightedRandomSampler as WeightedRandomSampler
from tensorlab.utils.data.workers import WorkerInfo as _WorkerInfo  # noqa: F401  programs meet it
from tensorlab.utils.data.workers import get_worker_info as get_worker_info
