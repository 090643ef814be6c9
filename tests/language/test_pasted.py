from tensorlab.language.reading.layout import as_typed


def test_a_pasted_session_loses_its_prompts_and_results():
    pasted = ">>> for i in x:\n...     print(i)\n...\n1\n2\n>>> x\ntensor(1)"
    assert as_typed(pasted) == "for i in x:\n    print(i)\n\nx"


def test_an_ipython_session_does_too():
    assert as_typed("In [1]: x = 1\n   ...: y = 2\nOut[1]: 3") == "x = 1\ny = 2"


def test_other_text_stays_as_it_is():
    assert as_typed("x >>> 1\n... ") == "x >>> 1\n... "


def test_fenced_code_is_what_stands_between_the_fences():
    assert as_typed("Text\n```python\nx = 1\n```\nmore\n```\ny\n```") == "x = 1\ny"
    assert as_typed("x = 1\n```\n") == "x = 1"  # the first fence was not selected


def test_indented_code_is_indented_as_the_line_is():
    assert as_typed("    x = 1\n    if x:\n        y") == "x = 1\nif x:\n    y"
    assert as_typed("x = 1\ny = 2", "    ") == "x = 1\n    y = 2"


def test_what_is_pasted_within_a_line_stays_as_it_is():
    assert as_typed("  + 1", "x") == "  + 1"
