"""Docstrings as a page shows them: mkdocstrings reads them as Markdown, in which `>>>` would be a quotation.

A paragraph that begins with `>>>` becomes a code block; so does an indented list of examples after a colon.
"""

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


def fenced(docstring: str) -> str:
    return _DOCTEST.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", docstring)


class Doctests(griffe.Extension):
    """For mkdocstrings' `extensions`."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
