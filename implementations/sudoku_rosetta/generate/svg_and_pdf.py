"""Rules and words on A4 pages, as SVG or as PDF, without any library; the same bytes for the same pages.

The PDF uses the Helvetica that every reader has, so that nothing is embedded; it can show the letters of western
languages (Windows' code page 1252), and ? for any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

__all__ = ["Mark", "Page", "Rule", "Word", "as_pdf", "as_svg"]


@dataclass(frozen=True)
class Rule:
    """A straight line; everything is in millimetres."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True)
class Word:
    """Text whose base line begins at x, y; or, for a digit, with its middle at x."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    middle: bool = False


Mark = Rule | Word


@dataclass
class Page:
    """A4, upright."""

    width: float = 210.0
    height: float = 297.0
    marks: list[Mark] = field(default_factory=list)


def as_svg(page: Page) -> str:
    """One page, which a browser prints at its true size."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}mm" height="{page.height:g}mm" '
        f'viewBox="0 0 {page.width:g} {page.height:g}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="white"/>',
    ]
    for mark in page.marks:
        if isinstance(mark, Rule):
            ends = f'x1="{mark.x0:.2f}" y1="{mark.y0:.2f}" x2="{mark.x1:.2f}" y2="{mark.y1:.2f}"'
            lines.append(
                f'<line {ends} stroke="black" stroke-width="{mark.width:g}" stroke-linecap="square"/>'
            )
        else:
            style = f'font-size="{mark.size:.2f}"' + ' font-weight="bold"' * mark.bold
            style += ' text-anchor="middle"' * mark.middle
            lines.append(f'<text x="{mark.x:.2f}" y="{mark.y:.2f}" {style}>{escape(mark.text)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


POINTS = 72 / 25.4
DIGIT = 0.556
"""The width of Helvetica's digits, bold or not, as a part of their size."""


def as_pdf(pages: Iterable[Page]) -> bytes:
    """All pages, in one file."""
    contents = [(page, _content(page)) for page in pages]
    first = 5  # after the catalog, the list of pages and the two fonts
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(contents)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        font.format("Helvetica").encode(),
        font.format("Helvetica-Bold").encode(),
    ]
    for number, (page, content) in enumerate(contents):
        box = f"0 0 {page.width * POINTS:.2f} {page.height * POINTS:.2f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {first + 2 * number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _file(objects)


def _content(page: Page) -> bytes:
    """PDF counts from the lower left corner, in points."""
    lines = ["2 J"]
    for mark in page.marks:
        if isinstance(mark, Rule):
            ends = [mark.x0, page.height - mark.y0, mark.x1, page.height - mark.y1]
            x0, y0, x1, y1 = (f"{end * POINTS:.2f}" for end in ends)
            lines.append(f"{mark.width * POINTS:.2f} w {x0} {y0} m {x1} {y1} l S")
        else:
            x = mark.x - (DIGIT * mark.size * len(mark.text) / 2 if mark.middle else 0)
            place = f"{x * POINTS:.2f} {(page.height - mark.y) * POINTS:.2f}"
            font = f"/F{1 + mark.bold} {mark.size * POINTS:.2f} Tf"
            lines.append(f"BT {font} {place} Td ({_quoted(mark.text)}) Tj ET")
    return "\n".join(lines).encode("cp1252", "replace")


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
