"""Run in the page's Python: find the modules that a first answer loads, and compile those."""

import _imp
import importlib.util
import sys
import zipfile
from importlib import _bootstrap_external

PLACE = "/unpacked"
LIBRARY = "/lib/python313.zip"  # from which Python's own modules are loaded
REQUESTS = (
    '{"do": "run", "source": "torch.ones(2, 2) @ torch.ones(2, 2)"}',
    '{"do": "why", "id": 1, "index": [0, 0]}',
    '{"do": "run", "source": "torch.ones(2, 3) @ torch.ones(2, 3)"}',
    '{"do": "complete", "text": "torch.cum"}',
    '{"do": "lesson", "name": "matmul", "resume": false}',
)

with zipfile.ZipFile("/in.zip") as source:
    source.extractall(PLACE)
sys.path.insert(0, PLACE)
from tensorlab.page.answering import answer  # noqa: E402  it lies in the archive

for request in REQUESTS:
    answer(request)
files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
used = {file.removeprefix(f"{PLACE}/") for file in files if file and file.startswith(PLACE)}
used |= {file.removeprefix("/") for file in files if file and file.startswith(LIBRARY)}

with (
    zipfile.ZipFile("/in.zip") as source,
    zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_STORED) as target,
):
    for entry in source.infolist():
        data = source.read(entry)
        if entry.filename not in used or not entry.filename.endswith(".py"):
            target.writestr(entry, data)
            continue
        code = compile(data, entry.filename, "exec", dont_inherit=True)
        stamp = _imp.source_hash(importlib.util._RAW_MAGIC_NUMBER, data)
        compiled = _bootstrap_external._code_to_hash_pyc(code, stamp, False)
        target.writestr(zipfile.ZipInfo(f"{entry.filename}c", entry.date_time), compiled)
