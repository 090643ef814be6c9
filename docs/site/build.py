"""Make the whole site: `python docs/site/build.py OUT`. Nothing in OUT refers to another host.

What others made is fetched once and kept in the cache (`parts.py`); afterwards it works offline.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import content  # noqa: E402  beside this file
import packing  # noqa: E402
import parts  # noqa: E402

from docs.working import long_work  # noqa: E402

PACKED = {"pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"}
PAGES = "pages.packed"
TYPES = {".html": "text/html; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
         ".xml": "application/xml"}  # fmt: skip


def main() -> None:
    """Make the site in the folder that is named."""
    arguments = read_arguments()
    out = arguments.out
    if out.exists() and any(out.iterdir()) and not (out / "page" / "parts.mjs").exists():
        sys.exit(
            f"{out} holds something else: name a folder that is new or was made by this command"
        )
    try:
        modules = parts.node_modules()
        wheel = parts.numpy_wheel(arguments.wheels)
    except parts.MissingPartError as error:
        sys.exit(f"the site cannot be built: {error}")
    out.parent.mkdir(parents=True, exist_ok=True)
    with (
        long_work("parts of the site", 4) as done,
        tempfile.TemporaryDirectory(dir=out.parent) as work,
    ):
        made = Path(work, out.name)  # what is there stays until all is made
        write_site(made, modules, wheel, arguments.address, done)
        shutil.rmtree(out, ignore_errors=True)
        made.rename(out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    first = first_visit(out) / 1e6
    print(f"{out}: {size / 1e6:.1f} MB, of which a first visit loads {first:.1f} MB")


def write_site(
    out: Path, modules: Path, wheel: Path, address: str, done: Callable[[], None]
) -> None:
    """Write all that belongs to the site, part by part."""
    (out / "page").mkdir(parents=True)
    (out / "python").mkdir()
    write_python(out / "python", modules, wheel)
    done()
    write_front_end(out / "page", modules)
    done()
    write_pages(out, content.pages(address))
    done()
    write_service_worker(out)
    done()


def read_arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(description="Make the web page of tensorlab.")
    parser.add_argument("out", type=Path, help="the folder to make; what it held is replaced")
    parser.add_argument("--wheels", type=Path, help="a folder with numpy's wheel for Pyodide")
    parser.add_argument("--address", default="", help="where the site will be, for its site map")
    return parser.parse_args()


def write_python(out: Path, modules: Path, wheel: Path) -> None:
    """Write Python, numpy and the engine, packed."""
    pyodide = modules / "pyodide"
    shutil.copy(pyodide / "pyodide.mjs", out)
    (out / "pyodide-lock.json").write_bytes(packing.lock_file(modules))
    with tempfile.TemporaryDirectory() as work:
        files = packing.engine_files() | packing.numpy_files(wheel) | packing.library_files(modules)
        files = packing.compiled(files, modules, Path(work))
    ours = {name: data for name, data in files.items() if name.startswith("tensorlab/")}
    library = {name.removeprefix(packing.LIBRARY): data for name, data in files.items()
               if name.startswith(packing.LIBRARY)}  # fmt: skip
    theirs = {name: data for name, data in files.items()
              if not name.startswith(("tensorlab/", packing.LIBRARY))}  # fmt: skip
    heavy = {
        "pyodide.asm.js": (pyodide / "pyodide.asm.js").read_bytes(),
        "pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "python_stdlib.zip": packing.archive(library),
        "numpy.zip": packing.archive(theirs),
        "tensorlab.zip": packing.archive(ours),
    }
    for name, data in heavy.items():
        (out / f"{name}.packed").write_bytes(packing.packed(data))
    total = sum((out / f"{name}.packed").stat().st_size for name in heavy)
    interpreter = hashlib.sha256(b"".join(heavy[name] for name in sorted(PACKED))).hexdigest()[:16]
    facts = {"parts": sorted(PACKED), "total": total, "interpreter": interpreter}
    lines = [f"export const {name} = {json.dumps(fact)};\n" for name, fact in facts.items()]
    text = f"// Made by the build.\n{''.join(lines)}"
    (out.parent / "page" / "parts.mjs").write_text(text, "utf-8")


def write_front_end(out: Path, modules: Path) -> None:
    """Write the modules, the styles with the theme before them, and CodeMirror in one file."""
    from tensorlab.render.look.themes import ROLES, colours, of_words  # noqa: PLC0415  it loads rich

    for path in (HERE / "page").glob("*.mjs"):
        if not path.name.endswith(".entry.mjs"):
            shutil.copy(path, out)
    light, dark = "".join(colours("light")), "".join(colours("dark"))
    theme = (
        f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"
        f":root[data-theme=light]{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n"
    )
    words = "\n".join(map(of_words, ROLES))
    own = (HERE / "page" / "style.css").read_text("utf-8")
    (out / "style.css").write_text(f"{theme}{words}\n{own}", "utf-8")
    bundle(modules, HERE / "page" / "codemirror.entry.mjs", out / "codemirror.mjs")


def bundle(modules: Path, entry: Path, made: Path) -> None:
    """Bundle what an entry exports into one module."""
    # esbuild looks for packages beside the file: it is given a copy there.
    copy = modules.parent / entry.name
    shutil.copy(entry, copy)
    command = [str(modules / ".bin" / "esbuild"), str(copy), "--bundle", "--minify", "--format=esm"]
    command += ["--legal-comments=none", "--log-level=warning", f"--outfile={made}"]
    subprocess.run(command, check=True)  # noqa: S603  of the packages that the lock file names


def write_pages(out: Path, pages: dict[str, str]) -> None:
    """Write the pages, and once more together: the service worker keeps them all from that."""
    for path, text in pages.items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    together = {path: (TYPES[Path(path).suffix], text) for path, text in pages.items()
                if Path(path).suffix in TYPES}  # fmt: skip
    (out / PAGES).write_bytes(packing.packed(json.dumps(together, sort_keys=True).encode()))


def write_service_worker(out: Path) -> None:
    """Write the service worker with a version that changes with any file of the site."""
    sums = hashlib.sha256()
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        sums.update(str(path.relative_to(out)).encode() + path.read_bytes())
    text = (HERE / "page" / "sw.js").read_text("utf-8")
    files = " ".join(sorted(str(path.relative_to(out)) for path in out.glob("page/*")))
    filled = {"@VERSION@": sums.hexdigest()[:16], "@PAGES@": PAGES, "@FILES@": files}
    for name, value in filled.items():
        text = text.replace(name, value)
    (out / "sw.js").write_text(text, "utf-8")


def first_visit(out: Path) -> int:
    """Return how many bytes the first visit of the prompt loads from a host that packs nothing."""
    files = [*out.glob("python/*"), *out.glob("page/*"), out / "index.html", out / "sw.js",
             out / PAGES]  # fmt: skip
    return sum(path.stat().st_size for path in files)


if __name__ == "__main__":
    main()
