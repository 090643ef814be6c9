"""The process that runs programs: lines of JSON in, lines of JSON out, each before it may end."""

import json
import resource
import sys
import warnings
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from tests.fuzz.author import program
from tests.fuzz.running import Run, run_program
from tests.fuzz.vocabulary import settle

ADDRESS_SPACE = 6 << 30


def main() -> None:
    """Run what standard input asks for: programs by number, or given ones."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    warnings.simplefilter("ignore", RuntimeWarning)
    tell, sys.stdout = sys.stdout, sys.stderr
    settle()
    for line in sys.stdin:
        request = json.loads(line)

        def say(**said: Any) -> None:
            print(json.dumps(said), file=tell, flush=True)

        run = answered(request, say)
        told = [each.as_json() for each in run.findings]
        say(findings=told, good=run.good, bad=run.bad)


def answered(request: dict[str, Any], say: Any) -> Run:
    """Return the run of one request."""
    random = Random(request["name"])  # noqa: S311
    given = request.get("inputs")

    def inputs(variables: Mapping[str, object]) -> Iterable[str]:
        return program(random, variables) if given is None else given

    return run_program(inputs, Random(request["name"]), lambda text: say(input=text))  # noqa: S311


if __name__ == "__main__":
    main()
