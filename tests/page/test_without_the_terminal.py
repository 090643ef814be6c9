"""The page works without the libraries of the terminal and the modules of the system."""

import json
import subprocess
import sys

from tests.workspace.test_another_front_end import ABSENT, SYSTEM, TERMINAL

REQUESTS = (
    {"do": "warm", "stage": 0},
    {"do": "run", "source": "torch.ones(2, 2) @ torch.ones(2, 2)"},
    {"do": "why", "id": 1, "index": [0, 0]},
    {"do": "run", "source": "torch.ones(2, 3) @ torch.ones(2, 3)"},
    {"do": "run", "source": "?cumprod"},
    {"do": "lesson", "name": "matmul"},
    {"do": "export", "form": "ipynb"},
)
PROGRAM = """
from tensorlab.page.answering import answer
for request in json.loads(sys.argv[2]):
    print(answer(json.dumps(request)))
"""


def test_all_is_answered_where_they_are_absent():
    program = f"import json\n{ABSENT}\n{PROGRAM}"
    absent = f"{TERMINAL},{SYSTEM},ml_dtypes"
    command = [sys.executable, "-c", program, absent, json.dumps(REQUESTS)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not ran.stderr
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(REQUESTS)
    assert not [answer for answer in answers if "refused" in answer]
