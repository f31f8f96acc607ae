"""Splits a file into lines of text: decompresses it, and refuses what is not text."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from ..grid import GridError
from . import errors

MAX_LINE_LENGTH = 4096
MAX_DOCUMENT_LENGTH = 1 << 26
"""The maximum length of a line of JSON or XML, which may be a whole document."""
DAMAGE_ERRORS = (EOFError, zlib.error, lzma.LZMAError, OSError)
"""Raised while reading a compressed file that is truncated or corrupt. An OSError with an errno has another
cause."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a file: the number of grids, lines and bytes before it."""

    grids: int = 0
    lines: int = 0
    bytes: int = 0


START = Position()


@contextmanager
def open_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for reading bytes. Decompress it if it is compressed with gzip, bzip2 or xz."""
    with Path(path).open("rb") as file:
        yield _decompressed(file)


def _decompressed(file: io.BufferedReader) -> BinaryIO:
    magic = file.peek(6)  # a pipe cannot seek
    if magic.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if magic.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(file))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.LZMAFile(file))
    return file


class UnreadableError(Exception):
    """The file cannot be read from this line on."""

    def __init__(self, line: int, error: GridError) -> None:
        super().__init__(str(error))
        self.line = line
        self.error = error


def numbered_lines(stream: BinaryIO | TextIO, here: Position) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line."""
    number, offset = here.lines, here.bytes
    try:
        for number, raw in enumerate(_raw_lines(stream), here.lines + 1):
            if not raw.isascii() or b"\0" in raw or len(raw) > MAX_LINE_LENGTH:
                _refuse_binary(raw, number, offset)
            text = _decoded(raw).rstrip("\r\n")
            yield number, text.removeprefix("\ufeff") if number == 1 else text
            offset += len(raw)
    except UnicodeDecodeError as error:  # raised by a text stream, without an offset in the file
        raise UnreadableError(number + 1, errors.not_text(error.reason)) from None
    except DAMAGE_ERRORS as error:
        if _is_system_error(error):
            raise
        raise UnreadableError(number + 1, errors.damaged(error)) from None


def _is_system_error(error: Exception) -> bool:
    """Whether the operating system could not read the file. Errors in the compressed data have no errno."""
    if isinstance(error, io.UnsupportedOperation):  # the stream is open for writing
        return True
    return isinstance(error, OSError) and error.errno is not None


def _decoded(raw: bytes) -> str:
    """Decode UTF-8, or Latin-1 as in headings that older programs and spreadsheets write."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


_NOT_LATIN_1 = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def _refuse_binary(raw: bytes, number: int, offset: int) -> None:
    bad = raw.find(b"\0")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # a line that is cut at the maximum length may be cut inside a character
        is_cut = len(raw) > MAX_LINE_LENGTH and error.reason == "unexpected end of data"
        if not is_cut and _NOT_LATIN_1.search(raw):
            bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        raise UnreadableError(number, errors.not_text(f"byte 0x{raw[bad]:02x} at offset {offset + bad}"))
    most = MAX_DOCUMENT_LENGTH if _may_be_long(raw) else MAX_LINE_LENGTH
    if len(raw.rstrip(b"\r\n")) > most:
        raise UnreadableError(number, errors.long_line(number, most))


def _may_be_long(raw: bytes | bytearray) -> bool:
    """Whether the line begins like JSON or XML."""
    return raw[:MAX_LINE_LENGTH].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{", b"<")


def _raw_lines(stream: BinaryIO | TextIO) -> Iterator[bytes]:
    r"""Yield lines with their ends (\n, \r\n or \r). A longer line is cut a little after the maximum length."""
    rest = bytearray()
    # if another program writes to a pipe, readline returns as soon as a line is available; read would wait for more
    while chunk := stream.readline(MAX_LINE_LENGTH + 2):
        data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        if rest and b"\r" not in data and not rest.endswith(b"\r"):  # most of a long line
            rest += data
            lines = [bytes(rest)] if data.endswith(b"\n") else []
            if lines:
                rest.clear()
        else:
            lines = bytes(rest + data).splitlines(keepends=True)
            rest = bytearray() if lines[-1].endswith(b"\n") else bytearray(lines.pop())
        yield from lines
        if len(rest) > MAX_LINE_LENGTH + 1 and (not _may_be_long(rest) or len(rest) > MAX_DOCUMENT_LENGTH):
            break
    if rest:
        yield bytes(rest)
