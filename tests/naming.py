"""Check that a message mentions a file, line, value or option, without fixing its wording."""

import re


def naming(*parts: object) -> str:
    """A pattern that matches a text that contains all parts, in any order, as whole words or numbers.

    For `pytest.raises(match=...)` and `re.search`.

    >>> bool(re.search(naming("a.txt", 3), "3 lines are missing in a.txt")), re.search(naming(3), "line 30")
    (True, None)
    """
    whole = (rf"(?=.*{_border(str(part))})" for part in parts)
    return rf"(?s)\A{''.join(whole)}"


def _border(part: str) -> str:
    """A pattern for the part as a whole word or number."""
    before = r"(?<![\w,])" if part[:1].isalnum() else ""
    after = r"(?![\w]|,\d)" if part[-1:].isalnum() else ""
    return before + re.escape(part) + after


def names(text: str, *parts: object) -> bool:
    """Whether the text contains the parts in this order, as whole words or numbers.

    >>> names("row 3 has 8 cells", 3, 8), names("row 3 has 8 cells", 8, 3), names("row 3 has 80 cells", 3, 8)
    (True, False, False)
    """
    return re.search("(?s:.*?)".join(_border(str(part)) for part in parts), text) is not None


GROUPED = re.compile(r"\d{1,3}(?:[,\u202f]\d{3})+|\d+")
"""A number, with or without the thousands separators of English or French."""


def numbers(text: str) -> list[int]:
    """The numbers in a text.

    >>> numbers("row 3: 18,884 of 20")
    [3, 18884, 20]
    """
    return [int(re.sub(r"\D", "", found)) for found in GROUPED.findall(text)]
