"""What programs save: it is kept in memory, apart from what they go on with, and in no file."""

from tensorlab.language.running.session import Session

STATE = """
import torch, io
from torch import nn
model = nn.Linear(2, 2)
torch.save({'epoch': 3, 'state': model.state_dict()}, 'model.pt')
before = model.weight.detach().clone()
nn.init.zeros_(model.weight)
found = torch.load('model.pt', weights_only=True)
model.load_state_dict(found['state'])
print(found['epoch'], torch.equal(model.weight, before))
buffer = io.BytesIO()
torch.save([torch.arange(3), 'text'], buffer)
torch.save([before, before[1], before[:1].T], 'views')
whole, row, column = torch.load('views')
whole.fill_(7)
print(row, column.T, torch.load('views')[2].untyped_storage().nbytes())
try: torch.load('views', map_location='cuda')
except RuntimeError as e: print(str(e)[:25])
print(len(buffer.getvalue()) > 100, buffer.seek(0), torch.load(buffer))
torch.save(model, 'whole')
print(torch.load('whole', weights_only=False))
torch.jit.save(torch.jit.script(model), 'scripted')
print(torch.jit.load('scripted'))
"""


def test_what_is_saved_comes_back_as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = []
    outcome = Session(write=texts.append).run(STATE)
    assert outcome.failure is None
    assert "".join(texts) == (
        "3 True\ntensor([7., 7.]) tensor([[7., 7.]]) 16\nAttempting to deserialize\n"
        "True 0 [tensor([0, 1, 2]), 'text']\n"
        "Linear(in_features=2, out_features=2, bias=True)\n"
        "Linear(in_features=2, out_features=2, bias=True)\n"
    )
    (notice,) = outcome.notices
    assert "writes no file" in notice
    assert not list(tmp_path.iterdir())


def test_what_one_session_saves_no_other_finds():
    one, other = Session(), Session()
    one.run("torch.save(1, 'x')")
    failure = other.run("torch.load('x')").failure
    assert (failure.type, failure.message) == (
        "FileNotFoundError",
        "[Errno 2] No such file or directory: 'x'",
    )
    program = "try: torch.load('x')\nexcept OSError as e: found = str(e)\nfound"
    assert other.run(program).value == "[Errno 2] No such file or directory: 'x'"
    assert one.run("torch.load('x')").value == 1


def test_bytes_of_another_making_are_not_read():
    session = Session()
    program = "import io\ntorch.load(io.BytesIO(b'\\x80\\x02cos\\nsystem\\n.'))"
    assert session.run(program).failure.type == "UnpicklingError"
    program = "torch.save(torch.nn.Linear(1, 1), 'm')\ntorch.load('m')"
    assert session.run(program).failure.type == "UnpicklingError"


def test_what_can_hold_no_bytes_is_refused_and_a_stream_without_any_told():
    session = Session()
    for program in ("torch.save(1, torch)", "import io\ntorch.save(1, io.StringIO())"):
        failure = session.run(program).failure
        assert (failure.type, failure.code) == ("AttributeError", None)
    assert session.run("torch.load(io.BytesIO())").failure.type == "EOFError"


def test_settings_of_the_machine_are_not_seen(monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    one, other = Session(), Session()
    assert one.run("import os\n'SECRET' in os.environ, os.getenv('SECRET')").value == (False, None)
    one.run("os.environ['MINE'] = 'yes'")
    assert one.run("os.environ['MINE'], os.getenv('MINE')").value == ("yes", "yes")
    assert other.run("import os\nos.getenv('MINE')").value is None


def test_what_lies_in_a_temporary_folder_goes_with_it():
    session = Session()
    session.run("import tempfile, os\nfrom pathlib import Path\nm = torch.nn.Linear(2, 1)")
    session.run(
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    place = os.path.join(folder, 'm.pt')\n"
        "    torch.save(m.state_dict(), place)\n"
        "    there = os.path.exists(place), (Path(folder) / 'm.pt').exists()\n"
        "    read = str(m.load_state_dict(torch.load(place)))"
    )
    expected = (True, True), "<All keys matched successfully>", False
    assert session.run("there, read, os.path.exists(place)").value == expected


def test_the_size_of_what_is_kept_is_that_of_a_file_of_tensors():
    session = Session()
    program = "import os\nfrom pathlib import Path\nmodel = torch.nn.Linear(20, 20)\n"
    session.run(f"{program}torch.save(model.state_dict(), 'm')\ntorch.save(model, 'whole')")
    size, other = session.run("os.path.getsize('./m'), Path('m').stat().st_size").value
    assert size == other
    assert 420 * 4 < size < 4000  # the numbers, and what is said of them
    failures = [session.run(f"os.path.getsize('{name}')").failure for name in ("none", "whole")]
    assert [failure.type for failure in failures] == ["FileNotFoundError", "Unsupported"]


FILES = """
import os, json, pickle, csv
from pathlib import Path
os.makedirs('runs/one')
with open('runs/one/log.txt', 'w') as log:
    print('epoch', 1, file=log)
    log.writelines(['a\\n', 'b'])
with open('runs/one/log.txt', 'a') as log: log.write('!')
print([line.rstrip() for line in open('runs/one/log.txt')], log.closed, log)
with open('w.pt', 'wb') as f: torch.save({'w': torch.ones(2)}, f)
torch.save([1, torch.arange(2)], 'v.pt')
print(torch.load('w.pt'), torch.load(open('v.pt', 'rb')), os.path.getsize('w.pt') > 100)
Path('c.json').write_text(json.dumps({'lr': .1})); print(json.load(open('c.json')))
with open('t.csv', 'w', newline='') as f: csv.writer(f).writerows([['x', 'y'], [1, 'a,b']])
print(list(csv.DictReader(open('t.csv', newline=''))), open('t.csv', 'rb').read())
print(pickle.loads(pickle.dumps([1, torch.zeros(1)])))
print(sorted(os.listdir()), sorted(Path('.').rglob('*.txt')), os.path.isdir('runs'))
def tried(act):
    try: act()
    except (OSError, ValueError, RuntimeError) as e:
        print(type(e).__name__, e, getattr(e, 'filename', None))
tried(lambda: open('none.txt')); tried(lambda: open('none/x', 'w')); tried(lambda: open('runs'))
tried(lambda: open('c.json', 'x')); tried(lambda: open('c.json').write('x'))
tried(lambda: log.write('x'))
tried(lambda: os.rmdir('runs')); tried(lambda: os.mkdir('runs'))
tried(lambda: torch.save(1, 'none/x.pt'))
os.remove('runs/one/log.txt'); os.rmdir('runs/one'); os.rmdir('runs'); print(os.path.exists('runs'))
"""


def test_files_that_a_program_writes_are_its_own_and_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = []
    outcome = Session(write=texts.append).run(FILES)
    assert outcome.failure is None
    assert "".join(texts) == (
        "['epoch 1', 'a', 'b!'] True "
        "<_io.TextIOWrapper name='runs/one/log.txt' mode='a' encoding='UTF-8'>\n"
        "{'w': tensor([1., 1.])} [1, tensor([0, 1])] True\n"
        "{'lr': 0.1}\n"
        "[{'x': '1', 'y': 'a,b'}] b'x,y\\r\\n1,\"a,b\"\\r\\n'\n"
        "[1, tensor([0.])]\n"
        "['c.json', 'runs', 't.csv', 'v.pt', 'w.pt'] [PosixPath('runs/one/log.txt')] True\n"
        "FileNotFoundError [Errno 2] No such file or directory: 'none.txt' none.txt\n"
        "FileNotFoundError [Errno 2] No such file or directory: 'none/x' none/x\n"
        "IsADirectoryError [Errno 21] Is a directory: 'runs' runs\n"
        "FileExistsError [Errno 17] File exists: 'c.json' c.json\n"
        "UnsupportedOperation not writable None\n"
        "ValueError I/O operation on closed file. None\n"
        "OSError [Errno 39] Directory not empty: 'runs' runs\n"
        "FileExistsError [Errno 17] File exists: 'runs' runs\n"
        "RuntimeError Parent directory none does not exist. None\n"
        "False\n"
    )
    assert len(outcome.notices) == 2
    assert not list(tmp_path.iterdir())


FOLDERS = """
import os, glob, shutil
from pathlib import Path
os.makedirs('a/b')
Path('a/x.txt').write_text('1')
Path('a/b/y.txt').write_text('22')
print(list(os.walk('a')))
print(glob.glob('a/*.txt'), sorted(glob.glob('a/**/*.txt', recursive=True)), glob.glob('*/*/*.txt'))
print(shutil.copy('a/x.txt', 'a/b'), open('a/b/x.txt').read(), shutil.copy('a/x.txt', 'z.txt'))
try: shutil.copy('none', 'a')
except FileNotFoundError as e: print(e)
shutil.rmtree('a')
print(list(os.walk('a')), glob.glob('a/*'), os.path.getsize('z.txt'))
"""


def test_folders_are_walked_copied_and_removed_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = []
    assert Session(write=texts.append).run(FOLDERS).failure is None
    assert "".join(texts) == (
        "[('a', ['b'], ['x.txt']), ('a/b', [], ['y.txt'])]\n"
        "['a/x.txt'] ['a/b/y.txt', 'a/x.txt'] ['a/b/y.txt']\n"
        "a/b/x.txt 1 z.txt\n"
        "[Errno 2] No such file or directory: 'none'\n"
        "[] [] 1\n"
    )
    assert not list(tmp_path.iterdir())


COLLIDING = """
import os, shutil
open('f', 'w').write('1'); os.makedirs('d/e'); open('//g', 'w'); open('d/e/x', 'w')
def tried(act):
    try: print(act())
    except (OSError, ValueError, RuntimeError) as e: print(type(e).__name__, e)
for old, new in (('d', 'd/b'), ('f', 'd'), ('d', 'f'), ('f', 'no/b'), ('d/e', 'd'), ('no', 'b')):
    tried(lambda: os.rename(old, new))
tried(lambda: os.rename('f', 'f')); tried(lambda: os.remove('d')); tried(lambda: open('f/b', 'w'))
tried(lambda: os.makedirs('f/b')); tried(lambda: shutil.rmtree('f')); tried(lambda: torch.load('d'))
tried(lambda: torch.save(1, 'd')); tried(lambda: torch.save(1, open('f', 'rb')))
tried(lambda: list(open('f', 'w'))); tried(lambda: open('e', 'w', encoding='ascii').write('é'))
tried(lambda: shutil.move('f', 'd')); print(os.listdir('d'), open('/g').read(), os.listdir())
tried(lambda: open('e', 'w', newline='\\r\\n').write('x\\n')); print(open('e', 'rb').read())
import glob; print(glob.glob('*'), list(glob.iglob('d/*')), glob.glob(''))
"""


def test_names_collide_as_they_do_on_a_disk():
    texts = []
    assert Session(write=texts.append).run(COLLIDING).failure is None
    assert "".join(texts) == (
        "OSError [Errno 22] Invalid argument: 'd'\n"
        "IsADirectoryError [Errno 21] Is a directory: 'f'\n"
        "NotADirectoryError [Errno 20] Not a directory: 'd'\n"
        "FileNotFoundError [Errno 2] No such file or directory: 'f'\n"
        "OSError [Errno 39] Directory not empty: 'd/e'\n"
        "FileNotFoundError [Errno 2] No such file or directory: 'no'\n"
        "None\n"
        "IsADirectoryError [Errno 21] Is a directory: 'd'\n"
        "NotADirectoryError [Errno 20] Not a directory: 'f/b'\n"
        "NotADirectoryError [Errno 20] Not a directory: 'f/b'\n"
        "NotADirectoryError [Errno 20] Not a directory: 'f'\n"
        "IsADirectoryError [Errno 21] Is a directory: 'd'\n"
        "RuntimeError [enforce fail at inline_container.cc:747] . open file failed with strerror: "
        "Is a directory\n"
        "UnsupportedOperation not writable\n"
        "UnsupportedOperation not readable\n"
        "UnicodeEncodeError 'ascii' codec can't encode character '\\xe9' in position 0: "
        "ordinal not in range(128)\n"
        "d/f\n"
        "['e', 'f']  ['d', 'e']\n"
        "2\nb'x\\r\\n'\n"
        "['d', 'e'] ['d/e', 'd/f'] []\n"
    )


def test_glob_needs_neither_a_path_nor_a_file_before_it():
    assert Session().run("import glob; glob.glob('*')").value == []


def test_a_log_is_a_file_and_numpy_reads_one_by_its_path():
    texts = []
    program = """
import logging, numpy as np
from pathlib import Path
logging.basicConfig(filename='told.log', format='%(levelname)s %(message)s', force=True)
logging.warning('low')
Path('n.csv').write_text('1,2')
print(open('told.log').read(), np.loadtxt(Path('n.csv'), delimiter=','))
"""
    assert Session(write=texts.append).run(program).failure is None
    assert "".join(texts) == "WARNING low\n [1. 2.]\n"
