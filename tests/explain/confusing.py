"""The fifteen shape and type errors that confuse most; `python -m tests.explain.confusing` writes
the table of them beside this file.

PyTorch's text names neither the operands nor what to do. Each is a program, its code, and a repair
that has to be among those offered.
"""

from pathlib import Path

CONFUSING = [
    ("torch.ones(2, 3) - torch.ones(2)", "TL001", "torch.ones(2, 3) - torch.ones(2).unsqueeze(1)"),
    ("torch.ones(2, 3) @ torch.ones(2, 3)", "TL002", "torch.ones(2, 3) @ torch.ones(2, 3).T"),
    ("torch.mm(torch.ones(2, 3), torch.ones(3))", "TL003", "torch.ones(2, 3) @ torch.ones(3)"),
    ("torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]])", "TL004",
     "torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]]).to(torch.float32)"),
    ("torch.masked_select(torch.ones(2, 3), torch.ones(3, 2) > 0)", "TL001",
     "torch.masked_select(torch.ones(2, 3), (torch.ones(3, 2) > 0).T)"),
    ("torch.ones(2, 3).permute(0, 1, 2)", "TL022", "torch.ones(2, 3).permute(1, 0)"),
    ("torch.cat((torch.ones(2, 3), torch.ones(3)))", "TL010",
     "torch.cat((torch.ones(2, 3), torch.ones(3).unsqueeze(0)))"),
    ("torch.cat((torch.ones(2, 3), torch.ones(2, 5)))", "TL011",
     "torch.cat((torch.ones(2, 3), torch.ones(2, 5)), dim=1)"),
    ("torch.arange(6).view(4, 2)", "TL020", "torch.arange(6).view(-1, 2)"),
    ("torch.ones(2, 3).T.view(6)", "TL021", "torch.ones(2, 3).T.reshape(6)"),
    ("torch.ones(2, 3).vsplit(3)", "TL025", "torch.ones(2, 3).tensor_split(3)"),
    ("torch.ones(2, 3).repeat(2)", "TL024", "torch.ones(2, 3).repeat(2, 1)"),
    ("torch.det(torch.ones(2, 2).long())", "TL032", "torch.det(torch.ones(2, 2).long().float())"),
    ("torch.ones(2, 3, 4).sum(1, 2)", "TL062", "torch.ones(2, 3, 4).sum(dim=(1, 2))"),
    ("torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4))", "TL005",
     "torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4).mT)"),
]  # fmt: skip
TABLE = Path(__file__).with_name("README.md")


def failed(program: str):
    """Return the diagnosis of a program that fails."""
    from tensorlab.explain.errors.diagnosis import diagnosed
    from tensorlab.language.running.session import Session

    session = Session(write=lambda text: None)
    outcome = session.run(program)
    assert outcome.failure is not None, program
    return diagnosed(outcome.failure, session.names)


def table() -> str:
    """Return the table: what was typed, what PyTorch says, our rule, the repairs that ran."""
    lines = [
        "# The errors that confuse most",
        "",
        "Made by `python -m tests.explain.confusing`; a test holds it against the program.",
        "",
        "| typed | PyTorch says | code and rule | repairs, each of them run |",
        "|---|---|---|---|",
    ]
    for program, _, _ in CONFUSING:
        failure = failed(program)
        repairs = "<br>".join(
            f"`{repair.source}`" + (f" {repair.shape}" if repair.shape is not None else "")
            for repair in failure.repairs
        )
        said = failure.message.replace("|", "\\|")
        lines.append(
            f"| `{program}` | {said} | {failure.code}: {failure.explanation} | {repairs} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
