"""Reads a page: its elements, its links, and what it would load."""

import re
from html.parser import HTMLParser


class Page(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_valid_and_loads_nothing(text: str) -> None:
    """All elements are closed, ids are unique, links stay in the page, and nothing is loaded."""
    page = Page(text)
    assert page.open == []
    for tag, attributes in page.tags:
        for key in ("src", "href", "action", "data", "poster"):
            value = attributes.get(key) or "#"
            assert value.startswith("#") or value == "data:,", (tag, value)
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/2000/svg)", text)
    names = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(names)) == len(names)
    for _, attributes in page.tags:
        link = attributes.get("href") or ""
        assert not link.startswith("#") or link[1:] in names
