"""Check the web page: `python tests/site/check.py` builds it and drives it, under Node too.

What is not installed and cannot be is said loudly, and left out. `--all` replays all of PyTorch's
answers in the page's Python, which takes minutes.
"""

import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"
sys.path[:0] = [str(SITE), str(ROOT)]

import parts  # noqa: E402  beside the build

from tests.site import handing_in  # noqa: E402

SAMPLE = ("arithmetic", "indexing", "printing", "scan", "shape_and_views")
# Some of their cases do not end there: a matrix with NaN, sizes beyond memory, deep programs.
UNENDING = {"linear_algebra", "hostile_sizes", "tutorials", "whole_tutorials"}
BROWSERS = {
    "chrome": ("chromium-headless-shell", "chromium", "google-chrome", "chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
MOST_BYTES = 12_000_000
LONGEST, ALL_LONGEST = 240, 3600  # seconds of a part
FOREIGN = re.compile(rb"""(?:src|href|import|from|fetch)\s*[=(]?\s*["'](?:https?:)?//""")


def main() -> None:
    """Build the site twice side by side, then run what can be run, side by side, too."""
    if shutil.which("node") is None:
        left_out("the page", "Node is not installed")
        return
    try:
        modules = parts.node_modules()
        parts.numpy_wheel()
    except parts.MissingPartError as error:
        left_out("the page", str(error))
        return
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as side_by_side:
        site, again = Path(folder, "site"), Path(folder, "again")
        builds = [[sys.executable, SITE / "build.py", each] for each in (site, again)]
        if any(side_by_side.map(run, builds)):
            sys.exit("FAILED: the build")
        failed = [*faults_of(site), *differing(site, again)]
        given = Path(folder)
        drives = in_browsers(modules, site, given)
        for kind in drives:
            handing_in.prepare(given, kind)
        jobs = {"the engine under Node": in_node(modules, site), **drives}
        ended = side_by_side.map(run, jobs.values())
        failed += [what for what, status in zip(jobs, ended, strict=True) if status]
        if not failed:
            failed += [f"what {kind} handed in" for kind in drives
                       if not handing_in.is_graded_alike(given, kind)]  # fmt: skip
    if failed:
        sys.exit(f"FAILED: {'; '.join(failed)}")


def in_node(modules: Path, site: Path) -> list[object]:
    """Return the command that replays PyTorch's answers and takes the lessons under Node."""
    families = [*SAMPLE]
    if "--all" in sys.argv:
        from tests.conformance.replay import replayed

        families = [name for name in replayed() if name not in UNENDING]
    script = ROOT / "tests/site/node.mjs"
    return ["node", script, (modules / "pyodide").as_uri(), site, ROOT, *families]


def in_browsers(modules: Path, site: Path, given: Path) -> dict[str, list[object]]:
    """Return the commands that drive the browsers that are here or can be installed.

    `given` has the assignment that each takes, and what is to be answered.
    """
    script, found = ROOT / "tests/site/browser.mjs", {}
    for kind in BROWSERS:
        executable = browser(kind)
        if executable is None:
            left_out(f"the page in {kind}", "no such browser is here, nor could apt install it")
        else:
            found[kind] = ["node", script, modules.as_uri(), site, kind, executable, given]
    return found


def run(command: list[object]) -> int:
    """Run a command and return its status; what has no end is ended, with all that it began."""
    began = time.monotonic()
    with subprocess.Popen([*map(str, command)], cwd=ROOT, start_new_session=True) as process:
        try:
            status = process.wait(ALL_LONGEST if "--all" in sys.argv else LONGEST)
        except subprocess.TimeoutExpired:
            print(f"FAULT: {command[1]}: no end after {LONGEST} s", flush=True)
            os.killpg(process.pid, signal.SIGKILL)
            return 1
    print(f"{Path(str(command[1])).name}: {time.monotonic() - began:.0f} s", flush=True)
    return status


def left_out(what: str, why: str) -> None:
    """Say loudly that something was not checked."""
    print(f"\n!!! NOT CHECKED: {what}: {why}\n", flush=True)


def browser(kind: str) -> str | None:
    """Return a browser's program; it is installed where that can be done without a question."""
    for attempt in (False, True):
        for name in BROWSERS[kind]:
            if found := shutil.which(name):
                return found
        if not attempt and shutil.which("apt-get"):
            package = BROWSERS[kind][0]
            subprocess.run(["apt-get", "update", "-q"], check=False, capture_output=True)
            subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", package],
                           check=False, capture_output=True)  # fmt: skip
    return None


def differing(site: Path, again: Path) -> list[str]:
    """Return the files of a site that another build of the same tree makes otherwise."""
    names = {str(path.relative_to(each)) for each in (site, again)
             for path in each.rglob("*") if path.is_file()}  # fmt: skip
    _, changed, missing = filecmp.cmpfiles(site, again, sorted(names), shallow=False)
    found = [f"{name} differs from build to build" for name in changed + missing]
    for each in found:
        print("FAULT", each)
    return found


def faults_of(site: Path) -> list[str]:
    """Return what is wrong with the files of a site: links, hosts, sizes."""
    found = [f"{path.name} refers to another host" for path in site.rglob("*")
             if path.suffix in {".html", ".mjs", ".css", ".js"}
             and FOREIGN.search(path.read_bytes())]  # fmt: skip
    for page in site.rglob("*.html"):
        links = re.findall(r'(?:href|src)="([^"#?:]+)[#?"]', page.read_text("utf-8"))
        dead = [link for link in links if not (page.parent / link).resolve().exists()]
        found += [f"{page.relative_to(site)}: no {link}" for link in dead]
    import build

    if build.first_visit(site) > MOST_BYTES:
        found.append(f"a first visit loads {build.first_visit(site):,} bytes")
    for each in found:
        print("FAULT", each)
    return found


if __name__ == "__main__":
    main()
