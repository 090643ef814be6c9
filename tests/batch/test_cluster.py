"""A stream spread over the machines of a cluster, one of which goes away."""

import json
import os
import signal

import pytest

from tensorlab.batch import answers
from tensorlab.batch.cluster import answers_on_cluster

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


@pytest.mark.slow
def test_a_machine_that_goes_away_changes_nothing(cluster):
    lines = [json.dumps({"program": f"torch.arange({n}).sum()"}) for n in range(2000)]
    stream = answers_on_cluster(lines, cluster.scheduler_address)
    found = [next(stream)]
    os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)
    found.extend(stream)
    assert found == list(answers(lines))
