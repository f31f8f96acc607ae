"""The text files that a program writes into its working folder: some programs write their solution there."""

from __future__ import annotations

import re
from pathlib import Path

MAX_FILES, MAX_FILE_BYTES = 200, 1_000_000
_WRITES = re.compile(
    r"""["'](?:[wa]\+?[bt]?\+?|r\+)["']|\bplot\(|ggplot|ofstream|fstream|FileWriter|PrintWriter|FileOutputStream|StreamWriter|WriteAll|writeFile|file_put_contents
      |Files\.write|os\.Create|WriteFile|File::create|fs::write|open_out|writeLines|io\.output|io\.open|rewrite|["']>|File\.write|to_csv
    """,
    re.VERBOSE,
)

Stamps = dict[Path, tuple[int, int]]


def writes_files(source: str) -> bool:
    """Whether a program seems to write files."""
    return _WRITES.search(source) is not None


def stamps(folder: Path) -> Stamps:
    """The files of a folder, each with its time and size."""
    found: Stamps = {}
    for file in list(folder.iterdir())[:MAX_FILES]:
        if file.is_file() and not file.is_symlink():
            status = file.stat()
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def take_written_text(folder: Path, before: Stamps) -> str:
    """The text of the files that are new or changed, which are removed so that no later run finds them."""
    texts = []
    for file, stamp in stamps(folder).items():
        if before.get(file) == stamp:
            continue
        if stamp[1] <= MAX_FILE_BYTES:
            data = file.read_bytes()
            texts.append("" if b"\0" in data else data.decode(errors="replace"))
        if file not in before:
            file.unlink()
    return "\n".join(texts)
