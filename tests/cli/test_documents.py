"""README and the pages beside it: examples are run, links followed, tables compared."""

import os
import re
import shlex
import subprocess
import sys
import tomllib

import pytest

from tensorlab.version import VERSION
from tests.cli.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
}
EXAMPLES = [
    (page, *part.split("\n", 1))
    for page, text in PAGES.items()
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    if page != "docs/json.md"  # a test of its own
]
LINKS = [
    (page, link)
    for page, text in PAGES.items()
    for link in re.findall(r'(?:\]\(|src="|srcset=")([^)":]+)[)"]', text)
]
LONGEST = 150  # lines of README
MEGA = 2**20


@pytest.mark.parametrize(("page", "command", "output"), EXAMPLES)
def test_an_example_shows_what_the_page_says(terminal, page, command, output):
    program, *arguments = shlex.split(command)
    assert program == "tensorlab"
    done = terminal.run(*arguments)
    assert done.stdout + done.stderr == output, page


def test_readme_is_short_and_has_examples():
    assert len(README.splitlines()) <= LONGEST
    assert sum(page == "README.md" for page, _, _ in EXAMPLES) > 4


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_a_link_leads_to_a_file(page, link):
    target, _, heading = link.partition("#")
    path = (ROOT / page).parent / target if target else ROOT / page
    assert path.exists(), f"{page}: {target}"
    if heading:
        titles = re.findall(r"^#+ (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        places = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
        assert heading in places, f"{page}: {link}"


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_a_python_example_prints_what_its_comment_says(page):
    for program in re.findall(r"```python\n(.*?)```", PAGES[page], re.DOTALL):
        imported = "" if "import tensorlab as torch" in program else "import tensorlab as torch\n"
        done = subprocess.run(
            [sys.executable, "-c", imported + program], capture_output=True, cwd=ROOT, check=True
        )
        assert done.stdout.decode().strip() == program.rpartition("# ")[2].strip()


def test_the_settings_shown_are_settings_that_there_are(tmp_path):
    from tensorlab.workspace.configuration import read_configuration

    path = tmp_path / "config.toml"
    path.write_text(re.search(r"```toml\n(.*?)```", PAGES["docs/prompt.md"], re.DOTALL)[1])
    assert read_configuration(path)[1] == []


def test_every_command_is_in_the_table(terminal):
    table = PAGES["docs/command-line.md"]
    listed = set(re.findall(r"^\| `tensorlab (\w+)", table, re.MULTILINE))
    shown = terminal.run("--help").stdout.partition("Run programs:")[2].partition("Examples")[0]
    assert listed == set(re.findall(r"^  ([a-z]+)  ", shown, re.MULTILINE))


def test_the_map_of_the_lessons_is_that_of_the_library():
    from tensorlab.course.lessons.library import Library

    tracks = {}
    for lesson in Library().lessons:
        tracks.setdefault(lesson.track.capitalize(), []).append(lesson.name)
    table = re.search(r"^\| track \|.*?\n\n", README, re.MULTILINE | re.DOTALL)[0]
    rows = dict(re.findall(r"^\| (.+?) \| ([a-z_0-9, ]+) \|$", table, re.MULTILINE))
    rows.pop("track")
    assert {track: names.split(", ") for track, names in rows.items()} == tracks


@pytest.mark.slow
def test_the_package_takes_no_more_room_than_readme_says(tmp_path):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    left_out = project["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]
    files = {path for folder in ("tensorlab", "lessons") for path in (ROOT / folder).rglob("*")
             if path.is_file() and path.suffix != ".pyc"}  # fmt: skip
    ours = [
        path for path in files if not any(map(path.is_relative_to, map(ROOT.joinpath, left_out)))
    ]
    sizes = [path.stat().st_size for path in ours]
    said = re.search(r"(\d+) MB for itself \((\d+) MB before Python compiles it", README)
    compiled, plain = (int(number) * MEGA for number in said.groups())
    assert round(sum(sizes) / MEGA) * MEGA <= plain
    # Each compiled file names its source: without the path of this folder, which is not ours.
    named = ["-s", ROOT, "-x", "|".join(map(re.escape, left_out))]
    made = subprocess.run(
        [sys.executable, "-m", "compileall", "-q", "-j0", *named, ROOT / "tensorlab"],
        env=os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path)},
        check=False,
    )
    assert made.returncode == 0
    made_of = tmp_path / (ROOT / "tensorlab").relative_to(ROOT.anchor)  # Python's own lie beside it
    sizes += [path.stat().st_size for path in made_of.rglob("*.pyc")]
    assert sum(sizes) <= compiled


def test_every_file_that_the_architecture_names_is_there():
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.[a-z]+)`", PAGES["docs/ARCHITECTURE.md"]))
    missing = {name for name in named if not (ROOT / name).exists()}
    assert not {name for name in missing if not (ROOT / "tensorlab" / name).exists()}


def test_every_python_that_is_named_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each]
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    assert re.search(r"python: \[(.*)\]", workflow)[1] == ", ".join(f'"{each}"' for each in named)
    assert f"Python {project['requires-python'].removeprefix('>=')} or newer" in README
    assert project["requires-python"] == f">={named[0]}"


def test_the_recipe_for_conda_asks_for_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    recipe = (ROOT / "docs" / "conda" / "meta.yaml").read_text(encoding="utf-8")
    asked = recipe.partition("  run:\n")[2].partition("\n\n")[0]
    wanted = [f"python{project['requires-python']}", *project["dependencies"]]
    assert [row.strip("- ").replace(" ", "") for row in asked.splitlines()] == wanted
    assert f'version = "{VERSION}"' in recipe
    assert f"version: {VERSION}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.parametrize("ground", ["dark", "light"])
def test_the_recording_is_of_this_version_and_small(ground):
    picture = ROOT / "docs" / f"recording-{ground}.svg"
    assert f"tensorlab&#160;{VERSION}&#160;" in picture.read_text(encoding="utf-8")
    assert picture.stat().st_size < 1_500_000
