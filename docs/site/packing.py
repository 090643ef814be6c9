"""What Python needs in the page, as archives: the engine and numpy without what no page uses."""

import gzip
import io
import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
# The stages above `page`, the terminal's and the system's; the layers say that nothing needs them.
LEFT_OUT = {
    "batch",
    "classes",
    "cli",
    "commands",
    "completing",
    "files",
    "notebook",
    "pictures",
    "render",
    "repl",
}
KEPT_OF_PROCESS = {"__init__.py", "paths.py"}
OF_NUMPY_LEFT_OUT = re.compile(
    r"/tests?/|\.(pyi|a|h|pxd|c)$|/f2py/|/distutils/|_tests\.|/testing/(?!__init__|_private)"
    r"|/typing/(?!__init__)|_simd|\.dist-info/(?!METADATA)|_examples|/doc/|_pyinstaller"
)
LIBRARY = "lib/python313.zip/"
# Of Python's own library what a page has no use for: tables of old encodings, mail, servers, other
# prompts, older ways to read a command, what looks into programs or files, other systems.
OF_LIBRARY_LEFT_OUT = re.compile(
    r"^encodings/(?!__init__|aliases|ascii|charmap|cp1252|cp437|idna|latin_1|punycode|raw_|undefined"
    r"|unicode_|utf_)|^(_pyrepl|__phello__|xml|xmlrpc|wsgiref)/"
    r"|^(bdb|doctest|ftplib|imaplib|mailbox|optparse|pdb|pickletools|poplib|smtplib)\.py"
    r"|^(cProfile|cmd|compileall|filecmp|fileinput|modulefinder|netrc|plistlib|profile|pstats)\.py"
    r"|^(pyclbr|sched|shelve|tabnanny|trace|wave|zipapp)\.py|^asyncio/(proactor|windows)_"
    r"|^http/(cookie|server)|^logging/(config|handlers)"
)
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same input gives the same archive


def packed(data: bytes) -> bytes:
    """Return data as the page unpacks it, with the same bytes each time."""
    return gzip.compress(data, 9, mtime=0)


def archive(files: dict[str, bytes]) -> bytes:
    """Return files as an archive without compression: packed as a whole, it is smaller."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for name in sorted(files):
            target.writestr(zipfile.ZipInfo(name, EPOCH), files[name])
    return made.getvalue()


def engine_files() -> dict[str, bytes]:
    """Return the files of ours that the page loads, lessons beside them as in the wheel."""
    found = {str(path.relative_to(ROOT)): path.read_bytes() for path in engine_paths()}
    for path in (ROOT / "lessons").glob("*.md"):
        found[f"tensorlab/lessons/{path.name}"] = path.read_bytes()
    return found


def engine_paths() -> Iterator[Path]:
    """Yield the files of the stages that a page needs."""
    for path in (ROOT / "tensorlab").rglob("*"):
        if not path.is_file() or path.suffix in {".pyi", ".pyc"} or "__pycache__" in path.parts:
            continue
        room, *inside = path.relative_to(ROOT / "tensorlab").parts
        if room in LEFT_OUT or room == "__main__.py":
            continue
        if room != "process" or inside[-1] in KEPT_OF_PROCESS:
            yield path


def numpy_files(wheel: Path) -> dict[str, bytes]:
    """Return the files of numpy that the page loads."""
    with zipfile.ZipFile(wheel) as source:
        names = [name for name in source.namelist() if not name.endswith("/")]
        return {name: source.read(name) for name in names if not OF_NUMPY_LEFT_OUT.search(name)}


def library_files(modules: Path) -> dict[str, bytes]:
    """Return the files of Python's own library, below the archive from which it loads them."""
    with zipfile.ZipFile(modules / "pyodide" / "python_stdlib.zip") as source:
        names = [name for name in source.namelist()
                 if not name.endswith("/") and not OF_LIBRARY_LEFT_OUT.search(name)]  # fmt: skip
        return {f"{LIBRARY}{name}": source.read(name) for name in names}


def compiled(files: dict[str, bytes], modules: Path, work: Path) -> dict[str, bytes]:
    """Return the files with the modules that a first answer loads compiled by the page's Python.

    A learner's browser need not compile them then: that would take it seconds more.
    """
    given, taken = work / "source.zip", work / "compiled.zip"
    given.write_bytes(archive(files))
    run_node(HERE / "compile.mjs", modules, given, taken)
    with zipfile.ZipFile(taken) as source:
        return {name: source.read(name) for name in source.namelist()}


def run_node(script: Path, modules: Path, *arguments: Path) -> None:
    """Run a script of ours that uses Pyodide; it is told where that is."""
    command = ["node", str(script), (modules / "pyodide").as_uri(), *map(str, arguments)]
    subprocess.run(command, check=True)  # noqa: S603  a script of this folder


def lock_file(modules: Path) -> bytes:
    """Return Pyodide's list of packages without any: the page asks no other host for one."""
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    return json.dumps({**lock, "packages": {}}).encode()
