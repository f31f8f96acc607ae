"""What a message must name, whatever its words: sentences are rewritten, the names and figures in them stay."""

import re

GROUPED = re.compile(r"\d{1,3}(?:[,\u202f]\d{3})+|\d+")
"""A number, its thousands parted as in English or in French, or not at all."""


def numbers(text: str) -> list[int]:
    """All numbers of a text, in their order.

    >>> numbers("row 3: 18,884 of 1 000")
    [3, 18884, 1, 0]
    """
    return [int(re.sub(r"\D", "", found)) for found in GROUPED.findall(text)]


def names(text: str, *parts: object) -> bool:
    """Whether the text has these words and signs, each whole and after the one before.

    >>> names("row 3 has 8 cells", 3, 8), names("row 3 has 80 cells", 3, 8), names("no mine.py", "mine.py")
    (True, False, True)
    """
    return re.search("(?s:.*?)".join(map(_whole, map(str, parts))), text) is not None


def _whole(part: str) -> str:
    before = r"(?<!\w)" if part[:1].isalnum() else ""
    after = r"(?!\w)" if part[-1:].isalnum() else ""
    return f"{before}{re.escape(part)}{after}"
