"""The `unicodedata` module: what is known of single characters, and texts in their normal forms."""

import unicodedata

from tensorlab.language.limits.meter import meter
from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.namespaces import Namespace

OF_ONE = ("category", "name", "bidirectional", "combining", "decimal", "digit", "numeric")
LONGEST = 18  # what one character can become


def normalize(form: str, text: str, /) -> str:
    """Return a text in a normal form."""
    meter.spend_at_once(len(text))
    meter.grow(4 * LONGEST * len(text))
    return unicodedata.normalize(form, text)  # type: ignore[arg-type]  # it refuses others itself


def namespace() -> Namespace:
    """Return the table of `unicodedata`."""
    of_one = {name: getattr(unicodedata, name) for name in OF_ONE}
    return namespace_of("unicodedata", {"normalize": normalize, **of_one})
