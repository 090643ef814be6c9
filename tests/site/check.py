"""Check the web page: `python tests/site/check.py` builds it and drives it, under Node too.

What is not installed and cannot be is said loudly, and left out. `--all` replays all of PyTorch's
answers in the page's Python, which takes minutes.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"
sys.path.insert(0, str(SITE))

import parts  # noqa: E402  beside the build

SAMPLE = ("arithmetic", "indexing", "printing", "scan", "shape_and_views")
# Some of their cases do not end there: a matrix with NaN, sizes beyond memory, deep programs.
UNENDING = {"linear_algebra", "hostile_sizes", "tutorials", "whole_tutorials"}
BROWSERS = {
    "chrome": ("chromium-headless-shell", "chromium", "google-chrome", "chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
MOST_BYTES = 12_000_000
LONGEST = 300  # seconds of a part
FOREIGN = re.compile(rb"""(?:src|href|import|from|fetch)\s*[=(]?\s*["'](?:https?:)?//""")


def main() -> None:
    """Build the site twice, and run what can be run."""
    if shutil.which("node") is None:
        left_out("the page", "Node is not installed")
        return
    try:
        modules = parts.node_modules()
        parts.numpy_wheel()
    except parts.MissingPartError as error:
        left_out("the page", str(error))
        return
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder, "site")
        run(sys.executable, SITE / "build.py", site)
        failed += faults_of(site)
        every = "--all" in sys.argv
        families = [*SAMPLE]
        if every:
            from tests.conformance.replay import replayed

            families = [name for name in replayed() if name not in UNENDING]
        pyodide = (modules / "pyodide").as_uri()
        if run("node", ROOT / "tests/site/node.mjs", pyodide, site, ROOT, *families, check=False):
            failed.append("the engine under Node")
        for kind in BROWSERS:
            executable = browser(kind)
            if executable is None:
                left_out(f"the page in {kind}", "no such browser is here, nor could apt install it")
            elif run("node", ROOT / "tests/site/browser.mjs", modules.as_uri(), site, kind,
                     executable, check=False):  # fmt: skip
                failed.append(f"the page in {kind}")
    if failed:
        sys.exit(f"FAILED: {'; '.join(failed)}")


def run(*command: object, check: bool = True) -> int:
    """Run a command and return its status."""
    try:
        return subprocess.run(
            [*map(str, command)], cwd=ROOT, check=check, timeout=LONGEST
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"FAULT: no end after {LONGEST} s")
        return 1


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
