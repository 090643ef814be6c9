from tensorlab.workspace.pasted import without_prompts


def test_a_pasted_session_loses_its_prompts_and_results():
    pasted = ">>> for i in x:\n...     print(i)\n...\n1\n2\n>>> x\ntensor(1)"
    assert without_prompts(pasted) == "for i in x:\n    print(i)\n\nx"


def test_an_ipython_session_does_too():
    assert without_prompts("In [1]: x = 1\n   ...: y = 2\nOut[1]: 3") == "x = 1\ny = 2"


def test_other_text_stays_as_it_is():
    assert without_prompts("x >>> 1\n... ") == "x >>> 1\n... "
