import subprocess
import sys

from tests.conformance.programs import PREAMBLE, cases, truth

TRUTH = truth("document")


def test_the_document_runs_from_a_file_and_prints_what_pytorch_prints(tmp_path):
    done = [case for case in cases("document") if "raises" not in TRUTH[case.name]]
    file = tmp_path / "document.py"
    file.write_text(PREAMBLE + "".join(case.text for case in done), encoding="utf-8")
    command = [sys.executable, "-m", "tensorlab", "run", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (run.stdout, run.returncode) == ("".join(TRUTH[c.name]["prints"] for c in done), 0)


def test_the_document_names_every_one_of_its_functions():
    text = "".join(case.text for case in cases("document"))
    assert [name for name in FUNCTIONS if name not in text] == []


FUNCTIONS = (
    "torch.add",
    "torch.sub",
    "torch.mul",
    "torch.mm",
    "torch.transpose",
    "torch.div",
    "torch.arange",
    "torch.sparse_coo_tensor",
    "torch.numel",
    "torch.exp",
    "torch.cat",
    ".view",
    "torch.gt",
    "torch.lt",
    "torch.det",
    "torch.full",
    "torch.masked_select",
    "torch.bmm",
    "torch.vsplit",
    ".repeat",
    "torch.cumprod",
    "torch.permute",
    "torch.where",
    "F.pad",
    "torch.argmax",
    "torch.autograd.grad",
)
