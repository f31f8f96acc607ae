"""What a message must name, whatever its sentence: a file, a line, a value, an option, a suggestion."""

import re


def naming(*parts: object) -> str:
    """A pattern that is found in a text with each part in it, in any order, as a word or a number of its own.

    For `pytest.raises(match=...)` and `re.search`.

    >>> bool(re.search(naming("a.txt", 3), "3 lines are missing in a.txt")), re.search(naming(3), "line 30")
    (True, None)
    """
    whole = (rf"(?=.*{_border(str(part))})" for part in parts)
    return rf"(?s)\A{''.join(whole)}"


def _border(part: str) -> str:
    """The part, not as a piece of a longer word or number."""
    before = r"(?<![\w,])" if part[:1].isalnum() else ""
    after = r"(?![\w]|,\d)" if part[-1:].isalnum() else ""
    return before + re.escape(part) + after


def names(text: str, *parts: object) -> bool:
    """Whether the text has the parts, each as a word or a number of its own and behind the one before.

    >>> names("row 3 has 8 cells", 3, 8), names("row 3 has 8 cells", 8, 3), names("row 3 has 80 cells", 3, 8)
    (True, False, False)
    """
    return re.search("(?s:.*?)".join(_border(str(part)) for part in parts), text) is not None


GROUPED = re.compile(r"\d{1,3}(?:[,\u202f]\d{3})+|\d+")
"""A number, its thousands grouped as in English or in French, or not at all."""


def numbers(text: str) -> list[int]:
    """All numbers of a text, in their order.

    >>> numbers("row 3: 18,884 of 20")
    [3, 18884, 20]
    """
    return [int(re.sub(r"\D", "", found)) for found in GROUPED.findall(text)]
