"""Write pages of lines and texts as SVG or PDF, without a library. The same pages give the same bytes.

The PDF uses Helvetica, which every PDF reader has, so no font is embedded. It can show the characters of Windows
code page 1252; others become "?".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

__all__ = ["Element", "Line", "Page", "Text", "as_pdf", "as_svg"]


@dataclass(frozen=True)
class Line:
    """A straight line; all lengths are in millimetres."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True)
class Text:
    """Text that starts at x, y (on the baseline); a digit with `middle` is centred at x."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    middle: bool = False


Element = Line | Text


@dataclass
class Page:
    """A page; by default A4 in portrait format."""

    width: float = 210.0
    height: float = 297.0
    elements: list[Element] = field(default_factory=list)


def as_svg(page: Page) -> str:
    """One page as an SVG image with its true size in millimetres."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}mm" height="{page.height:g}mm" '
        f'viewBox="0 0 {page.width:g} {page.height:g}" font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="white"/>',
    ]
    for element in page.elements:
        if isinstance(element, Line):
            ends = f'x1="{element.x0:.2f}" y1="{element.y0:.2f}" x2="{element.x1:.2f}" y2="{element.y1:.2f}"'
            lines.append(
                f'<line {ends} stroke="black" stroke-width="{element.width:g}" stroke-linecap="square"/>'
            )
        else:
            style = f'font-size="{element.size:.2f}"' + ' font-weight="bold"' * element.bold
            style += ' text-anchor="middle"' * element.middle
            lines.append(
                f'<text x="{element.x:.2f}" y="{element.y:.2f}" {style}>{escape(element.text)}</text>'
            )
    return "\n".join([*lines, "</svg>"]) + "\n"


POINTS_PER_MM = 72 / 25.4
DIGIT_WIDTH = 0.556
"""Width of a digit in Helvetica, regular or bold, relative to the font size."""


def as_pdf(pages: Iterable[Page]) -> bytes:
    """All pages in one PDF file."""
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
        box = f"0 0 {page.width * POINTS_PER_MM:.2f} {page.height * POINTS_PER_MM:.2f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {first + 2 * number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _file(objects)


def _content(page: Page) -> bytes:
    """The drawing operators of a page. PDF measures in points from the lower left corner."""
    lines = ["2 J"]
    for element in page.elements:
        if isinstance(element, Line):
            ends = [element.x0, page.height - element.y0, element.x1, page.height - element.y1]
            x0, y0, x1, y1 = (f"{end * POINTS_PER_MM:.2f}" for end in ends)
            lines.append(f"{element.width * POINTS_PER_MM:.2f} w {x0} {y0} m {x1} {y1} l S")
        else:
            x = element.x - (DIGIT_WIDTH * element.size * len(element.text) / 2 if element.middle else 0)
            position = f"{x * POINTS_PER_MM:.2f} {(page.height - element.y) * POINTS_PER_MM:.2f}"
            font = f"/F{1 + element.bold} {element.size * POINTS_PER_MM:.2f} Tf"
            lines.append(f"BT {font} {position} Td ({_quoted(element.text)}) Tj ET")
    return "\n".join(lines).encode("cp1252", "replace")


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
