"""The parts of Scilab that `scilab_style` and `pseudocode_style` need, with the semantics of Scilab 6.1.1.

Matrix indices start at 1, matrices are stored column by column, and they are values: a function that
changes its argument does not change the matrix of its caller. Only what the documents use is here.
Numbers are integers where those of Scilab are, and `disp` does not print exponents.

    Matrix   a matrix, M[i, j] and v[k] from 1; M.T is M'; M == k and M != k give a matrix of booleans
    function decorator of Scilab functions: their matrix arguments are values
    zeros, find, length, int, rand, disp   as in Scilab
"""

import functools
from math import trunc


class Matrix:
    """A matrix of numbers: `Matrix([[1, 2], [3, 4]])`, or one row: `Matrix([1, 2])`, `Matrix([])`.

    A row is concatenated as with Scilab's brackets: `Matrix([N, 5])` is `[N, 5]`.

    >>> M = Matrix([[1, 2], [3, 0]])
    >>> M[2, 1]
    3
    >>> Matrix([Matrix([1, 2]), 5])
    Matrix([[1, 2, 5]])
    """

    __slots__ = ("_cells", "_owned", "columns", "rows")

    def __init__(self, rows):
        rows = [list(row) for row in rows] if _is_table(rows) else [_row(rows)]
        self.rows = len(rows)
        self.columns = len(rows[0])
        if any(len(row) != self.columns for row in rows):
            raise ValueError("all rows of a matrix must have the same length")
        self._cells = [number for row in rows for number in row]
        self._owned = True

    def value(self):
        """A copy of the matrix. The cells are copied when one of the two changes (copy on write)."""
        self._owned = False
        return _made(type(self), self.rows, self.columns, self._cells, False)

    def _place(self, index):
        if type(index) is tuple:
            i, j = index
            if 1 <= i <= self.rows and 1 <= j <= self.columns:
                return (i - 1) * self.columns + j - 1
        elif 1 <= index <= len(self._cells):  # one index: column after column
            j, i = divmod(index - 1, self.rows)
            return i * self.columns + j
        raise IndexError(f"Invalid index: {index} in a matrix of {self.rows} by {self.columns}.")

    def __getitem__(self, index):
        if type(index) is tuple:  # as in _place, without a call: most of the time is spent here
            i, j = index
            if 1 <= i <= self.rows and 1 <= j <= self.columns:
                return self._cells[(i - 1) * self.columns + j - 1]
        return self._cells[self._place(index)]

    def __setitem__(self, index, number):
        place = self._place(index)
        if not self._owned:
            self._cells = self._cells[:]
            self._owned = True
        self._cells[place] = number

    @property
    def T(self):
        return _made(Matrix, self.columns, self.rows, list(self))

    def extract(self, rows, columns):
        """M(rows, columns): the cells that are in these rows and in these columns."""
        return _made(Matrix, len(rows), len(columns), [self[i, j] for i in rows for j in columns])

    def __eq__(self, number):
        return _made(Matrix, self.rows, self.columns, [cell == number for cell in self._cells])

    def __ne__(self, number):
        return _made(Matrix, self.rows, self.columns, [cell != number for cell in self._cells])

    __hash__ = None

    def __iter__(self):
        """Every number, column by column."""
        for j in range(self.columns):
            yield from self._cells[j :: self.columns]

    def __len__(self):
        return len(self._cells)

    def __repr__(self):
        width = self.columns or 1
        return f"Matrix({[self._cells[n : n + width] for n in range(0, len(self._cells), width)]})"

    def text(self):
        """The format of `disp`: each column is as wide as its widest number."""
        if not self._cells:
            return "    []"
        words = [_word(number) for number in self._cells]
        widths = [max(map(len, words[j :: self.columns])) for j in range(self.columns)]
        lines = []
        for i in range(self.rows):
            row = words[i * self.columns : (i + 1) * self.columns]
            lines.append("".join("  " + word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
        return "\n".join(lines)


def _made(kind, rows, columns, cells, owned=True):
    matrix = object.__new__(kind)
    matrix.rows = rows
    matrix.columns = columns
    matrix._cells = cells
    matrix._owned = owned
    return matrix


def _is_table(rows):
    return len(rows) > 0 and isinstance(rows[0], list | tuple | range)


def _row(parts):
    row = []
    for part in parts:
        row.extend(part if isinstance(part, Matrix) else [part])
    return row


def _word(number):
    if isinstance(number, bool):
        return "T" if number else "F"
    sign = "-" if number < 0 else " "
    return sign + (f"{abs(number):.0f}." if number == trunc(number) else f"{abs(number):.7g}")


def function(body):
    """`function ... endfunction`: the function gets copies of its matrix arguments."""

    @functools.wraps(body)
    def called(*arguments):
        return body(*[given.value() if isinstance(given, Matrix) else given for given in arguments])

    return called


def zeros(rows, columns):
    """A matrix of zeros."""
    return Matrix([[0] * columns for _ in range(rows)])


def find(truths):
    """[i,j]=find(A): the rows and the columns of the true elements of A, column by column.

    >>> find(Matrix([[1, 0], [1, 1]]) == 1)
    (Matrix([[1, 2, 2]]), Matrix([[1, 1, 2]]))
    """
    height, width, cells = truths.rows, truths.columns, truths._cells
    found = [(i, j) for j in range(width) for i in range(height) if cells[i * width + j]] if any(cells) else []
    i = _made(Matrix, 1, len(found), [i + 1 for i, _ in found])
    j = _made(Matrix, 1, len(found), [j + 1 for _, j in found])
    return i, j


def length(matrix):
    """The number of elements."""
    return len(matrix)


def int(number):
    """The integer part, rounded towards zero."""
    return trunc(number)


_MODULUS = 2**31
_seed = 0


def rand(word=None, seed=None):
    """`rand()`: the next number of Scilab's generator, in [0, 1[; `rand("seed", n)` sets the seed.

    >>> rand("seed", 0)
    >>> rand(), rand()
    (0.2113248654641211, 0.7560438541695476)
    """
    global _seed
    if word is not None:
        if word != "seed":
            raise ValueError('rand() or rand("seed", n)')
        _seed = trunc(seed)
        return None
    _seed = (_seed * 843314861 + 453816693) % _MODULUS
    return _seed / _MODULUS


def disp(*things):
    """Print each argument after an empty line, as Scilab 6 does.

    >>> disp("solution found:", Matrix([[1, 2], [3, 4]]))
    <BLANKLINE>
      "solution found:"
    <BLANKLINE>
       1.   2.
       3.   4.
    """
    for thing in things:
        print()
        if isinstance(thing, str):
            print(f'  "{thing}"')
        elif isinstance(thing, Matrix):
            print(thing.text())
        else:
            print("  " + _word(thing))
