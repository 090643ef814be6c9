import pytest

from tests.cuda.replay import FAMILIES, differences, known

pytestmark = pytest.mark.usefixtures("gpu")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_programs_do_on_the_gpu_what_they_do_on_the_cpu(family):
    found = {(family, difference.case.name): difference for difference in differences(family)}
    news = [str(difference) for key, difference in found.items() if key not in known()]
    closed = [name for of, name in known() if of == family and (of, name) not in found]
    assert not news, f"{len(news)} programs differ:\n" + "\n".join(news[:5])
    assert not closed, f"these do the same by now: {closed}"
