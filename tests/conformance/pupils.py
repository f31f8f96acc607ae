"""A class of thirty submissions for the tests: correct, wrong and broken solvers.

Each has its expected mark at level first, and a check that it must not pass.
"""

import shutil
import textwrap
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Pupil:
    file: str
    text: str
    mark: str
    """Out of 20: "20", "0", "some" (between 0 and 20), or "unread"."""
    check: str = ""
    """A check that it must not pass."""
    hangs: bool = False
    """Only the time limit ends it."""

    @property
    def name(self) -> str:
        return self.file.partition("/")[0].removesuffix(Path(self.file).suffix)


SEARCH = """
def fits(g, k, v):
    r, c = divmod(k, 9)
    return all(g[9 * r + i] != v and g[9 * i + c] != v and
               g[9 * (r // 3 * 3 + i // 3) + c // 3 * 3 + i % 3] != v for i in range(9))

def search(g):
    if 0 not in g:
        return True
    k = g.index(0)
    for v in range(1, 10):
        if fits(g, k, v):
            g[k] = v
            if search(g):
                return True
            g[k] = 0
    return False
"""
TEXT = (
    SEARCH
    + """
def solve(text):
    g = [int(x) for x in text]
    return "".join(map(str, g)) if search(g) else None
"""
)
ROWS = (
    SEARCH
    + """
def resoudre(grille):
    g = [x for ligne in grille for x in ligne]
    if not search(g):
        return None
    return [g[i:i + 9] for i in range(0, 81, 9)]
"""
)
IN_PLACE = """
def possible(g, r, c, v):
    return all(g[r][i] != v and g[i][c] != v and g[r // 3 * 3 + i // 3][c // 3 * 3 + i % 3] != v for i in range(9))

def solve_sudoku(g):
    for r in range(9):
        for c in range(9):
            if g[r][c] == 0:
                for v in range(1, 10):
                    if possible(g, r, c, v):
                        g[r][c] = v
                        if solve_sudoku(g):
                            return True
                        g[r][c] = 0
                return False
    return True
"""
GENERATOR = (
    SEARCH
    + """
def solve(text):
    g = [int(x) for x in text]
    if search(g):
        yield g
"""
)
PROGRAM = (
    SEARCH
    + """
g = [int(x) for x in input()]
if search(g):
    print("".join(map(str, g)))
"""
)
IN_C = r"""
#include <stdio.h>
static char g[83];
static int fits(int k, char v) {
  int r = k / 9, c = k % 9;
  for (int i = 0; i < 9; i++)
    if (g[9 * r + i] == v || g[9 * i + c] == v || g[9 * (r / 3 * 3 + i / 3) + c / 3 * 3 + i % 3] == v) return 0;
  return 1;
}
static int search(int k) {
  while (k < 81 && g[k] != '0') k++;
  if (k == 81) return 1;
  for (char v = '1'; v <= '9'; v++)
    if (fits(k, v)) { g[k] = v; if (search(k + 1)) return 1; g[k] = '0'; }
  return 0;
}
int main(void) { if (scanf("%81s", g) != 1) return 1; if (search(0)) puts(g); return 0; }
"""
IN_JAVASCRIPT = """
const g = [...require("fs").readFileSync(0, "utf8").trim()].map(Number);
const fits = (k, v) => { const r = Math.floor(k / 9), c = k % 9;
  for (let i = 0; i < 9; i++) if (g[9*r+i] === v || g[9*i+c] === v ||
    g[9*(Math.floor(r/3)*3+Math.floor(i/3))+Math.floor(c/3)*3+i%3] === v) return false;
  return true; };
const search = () => { const k = g.indexOf(0); if (k < 0) return true;
  for (let v = 1; v < 10; v++) if (fits(k, v)) { g[k] = v; if (search()) return true; g[k] = 0; }
  return false; };
if (search()) console.log(g.join(""));
"""
LEAVES_CHILDREN = (
    SEARCH
    + """
import os, sys, time
g = [int(x) for x in sys.stdin.readline().strip()]
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            time.sleep(1000)
        os._exit(0)
if search(g):
    print("".join(map(str, g)))
"""
)

SAYS_HELLO = 'print("Bonjour ! Je résous la grille…")\n' + TEXT.replace("return", 'print("voilà"); return', 1)
BACKWARDS = f"""
def solve(text):
{textwrap.indent(SEARCH, "    ")}
    g = [int(x) for x in text[::-1]]
    search(g)
    return g
"""
KEEPS_THE_FIRST = (
    TEXT
    + """
right, first = solve, []

def solve(text):
    first.append(right(text))
    return first[0]
"""
)
CHATS = PROGRAM.replace("print(", "print('La solution est :', ")
FILLS_MEMORY = """
def solve(text):
    kept = []
    while True:
        kept.append(bytearray(10**7))
"""
KILLS_ITS_GUARD = """
import os, signal

def solve(text):
    os.kill(os.getppid(), signal.SIGKILL)
    while True:
        pass
"""
TOO_MANY_PROCESSES = """
n=0
while [ $n -lt 300 ]; do sleep 1000 & n=$((n+1)); done
wait
"""

CLASS = (
    Pupil("ada.py", TEXT, "20"),
    Pupil("blaise.py", ROWS, "20"),
    Pupil("claude.py", IN_PLACE, "20"),
    Pupil("denise.py", GENERATOR, "20"),
    Pupil("emile.py", PROGRAM, "20"),
    Pupil("fatou/main.py", TEXT, "20"),
    Pupil("grace.c", IN_C, "20"),
    Pupil("henri.js", IN_JAVASCRIPT, "20" if shutil.which("node") else "unread"),
    Pupil("ines.py", SAYS_HELLO, "20"),
    Pupil("jean petit (NSI).py", TEXT, "20"),
    Pupil("kim.py", LEAVES_CHILDREN, "20"),
    Pupil("quentin.py", CHATS, "20"),
    # wrong
    Pupil("louis.py", "def solve(text):\n    return text\n", "0", "answer"),
    Pupil("marie.py", "def solve(text):\n    return None\n", "unread"),
    Pupil("nina.py", BACKWARDS, "0", "answer"),
    Pupil("omar.py", KEEPS_THE_FIRST, "some", "answer"),
    Pupil("paul.py", "def solve(text):\n    return 42\n", "unread"),
    # broken
    Pupil("rose.py", "def solve(text):\n    while True:\n        pass\n", "unread", hangs=True),
    Pupil("samir.c", "int main(void) { for (;;); }\n", "unread", hangs=True),
    Pupil("tom.py", "def solve(text:\n", "unread"),
    Pupil("ursula.c", "int main( {\n", "unread"),
    Pupil("victor.c", "#include <stddef.h>\nint main(void) { *(volatile int *)NULL = 1; }\n", "unread"),
    Pupil("wei.py", FILLS_MEMORY, "unread"),
    Pupil("xavier.sh", "while :; do echo 123456789; done\n", "unread"),
    Pupil("yann.py", "", "unread"),
    Pupil("zoe.py", "import sys\nwhile True:\n    sys.stdin.read()\n", "unread", hangs=True),
    Pupil("alma.py", "import sys\nsys.exit(3)\ndef solve(text):\n    return text\n", "0", "answer"),
    # in the sandbox it cannot see the guard process
    Pupil("bruno.py", KILLS_ITS_GUARD, "unread", hangs=True),
    Pupil("chloe.docx", "PK\x03\x04 not a program\n", "unread"),
    Pupil("=2+5.sh", TOO_MANY_PROCESSES, "unread"),
)  # fmt: skip


def write_class(folder: Path, pupils: tuple[Pupil, ...] = CLASS) -> Path:
    for pupil in pupils:
        file = folder / pupil.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(pupil.text, encoding="utf-8")
    return folder
