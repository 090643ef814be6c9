"""A stream spread over the machines of a cluster, one of which goes away."""

import json
import os
import signal
import time

import pytest

from tensorlab.batch import answers
from tensorlab.batch.cluster import answers_on_cluster

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def distributed():  # importing it takes longer than most files of tests
    return pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def cluster(distributed):
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


MIXED = (
    {"program": "1 / 0", "name": "zero"}, {"program": "import sys\nsys.exit(7)"}, {"bad": 1},
    {"program": "while True: pass", "limits": {"time": 0.5}}, {"program": "print(3)"},
    {"program": "torch.rand(2)", "seed": 3}, {"program": "import os\nos.abort()"},
)  # fmt: skip


@pytest.mark.slow
def test_statuses_and_order_are_those_of_one_machine(cluster):
    lines = [json.dumps(line) for line in MIXED] * 6
    found = list(answers_on_cluster(lines, cluster.scheduler_address))
    assert found == list(answers(lines))
    assert [json.loads(line)["line"] for line in found] == list(range(1, len(lines) + 1))


@pytest.mark.slow
def test_each_line_is_answered_before_the_next_is_written(cluster):
    told = []

    def lines():
        for number in range(4):
            assert len(told) == number
            yield json.dumps({"program": f"{number}"})
            while len(told) == number:
                time.sleep(0.01)

    found = answers_on_cluster(lines(), cluster.scheduler_address)
    told.extend(json.loads(answer)["value"] for answer in found)
    assert told == [0, 1, 2, 3]


@pytest.mark.slow
def test_a_machine_keeps_its_process_for_the_next_lines(cluster, distributed):
    for _ in range(3):
        list(answers_on_cluster(['{"program": "1"}'], cluster.scheduler_address))
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        kept = client.run(
            lambda: sum(map(len, __import__("tensorlab.batch.cluster").batch.cluster.IDLE.values()))
        )
    assert 1 <= sum(kept.values()) <= 2
