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
