"""C: functions that take a grid, or that use a global one or one in a structure. The types give the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from ..driver import Driver
from ..names import name_rank
from ..reading import Reading
from . import c_source
from .c_source import Declaration, Function, Source
from .guesses import number_for

_NUMBERS = re.compile(
    r"((unsigned|signed|short|long|int)(\s+(short|long|int))*|u?int(_fast|_least)?\d+_t|s?size_t|u8|"
    r"byte|BYTE|UINT8?|float|double)"
)
_BOOLEANS = re.compile(r"_Bool|[Bb]oo?u?l\w*|BOOL(EAN)?")
_CHARACTERS = re.compile(r"char|(unsigned|signed)\s+char|uint8_t|int8_t")
_ROWS = tuple(map(str, range(9, 17)))
MAX_CALLS = 12
HELPER_RANK, MAX_HELPERS = 30, 4
T = TypeVar("T")
C = TypeVar("C", bound="Called")


class Called(Protocol):
    """A candidate of C or C++."""

    @property
    def call(self) -> str: ...


@dataclass(frozen=True)
class Shape:
    """How a grid is held: "rows" or "flat", of `element`s, with `width` cells a row, by pointers or not."""

    kind: str
    element: str
    width: int = 9
    by_pointers: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms to try, of numbers or of characters."""
        if not _CHARACTERS.fullmatch(self.element):
            return ("rows",) if self.kind == "rows" else ("flat",)
        if self.kind == "flat":
            return ("text", "text:.", "flat") if self.element == "char" else ("flat", "text")
        if self.element == "char":
            return ("characters", "characters:0", "rows", "characters: ")
        return ("rows", "characters:0")


@dataclass(frozen=True)
class Candidate:
    """A call, with the shape of the grid in it and what its last expression is."""

    rank: int
    call: str
    shape: Shape
    returns: Declaration | None


def shape_of(declared: Declaration) -> Shape | None:
    """The shape of the grid that a variable or parameter may hold; None if it can hold none."""
    if not (_NUMBERS.fullmatch(declared.base) or _CHARACTERS.fullmatch(declared.base)):
        return None
    dims = declared.dims
    if len(dims) == 2 and (dims[0] == "" or dims[0] in _ROWS):
        if dims[1] == "":
            return Shape("rows", declared.base, by_pointers=True)
        if dims[1].isdigit() and 9 <= int(dims[1]) <= 16:
            return Shape("rows", declared.base, int(dims[1]))
    if len(dims) == 1 and (dims[0] == "" or (dims[0].isdigit() and 81 <= int(dims[0]) <= 128)):
        return Shape("flat", declared.base)
    return None


def candidates(source: Source) -> list[Candidate]:
    """The plausible calls, best first."""
    found = sorted(
        (each for function in source.file.functions for each in _of_function(function, source)),
        key=lambda each: each.rank,
    )
    found = list({each.call: each for each in found}.values())
    return without_helpers(found, [each.rank for each in found])[:MAX_CALLS]


def without_helpers(found: list[T], ranks: list[int]) -> list[T]:
    """The calls without those of helpers, by their names, unless there are no others: each must be compiled."""
    plausible = [each for each, rank in zip(found, ranks, strict=True) if rank < HELPER_RANK]
    return plausible or found[:MAX_HELPERS]


def _of_function(function: Function, source: Source) -> Iterator[Candidate]:
    base_rank = function.rank
    is_void = function.returns.base == "void" and not function.returns.dims
    for place, parameter in enumerate(function.parameters):
        shape = shape_of(parameter)
        if shape is None or (shape.kind == "flat" and not _is_flat_grid(parameter, function)):
            continue
        arguments = _arguments(function, place)
        call = f"{function.name}({arguments})"
        more = max(0, len(function.parameters) - 1)
        yield Candidate(base_rank + place + more, call, shape, function.returns)
        if not is_void and not function.returns.dims:
            yield Candidate(base_rank + place + more + 8, f"{call}; GRID", shape, parameter)
        break
    else:
        yield from _with_other_grid(function, source, base_rank + 5)


def _is_flat_grid(parameter: Declaration, function: Function) -> bool:
    """A pointer is a grid if it is the only one, or is declared with its length."""
    if parameter.dims[0] or parameter.base == "char":
        return True
    return name_rank(function.name) < 3 and not re.search(
        r"row|col|lig|^[rcxyijkln]$|pos|size", parameter.name, re.I
    )


def _with_other_grid(function: Function, source: Source, base_rank: int) -> Iterator[Candidate]:
    """The grid is in a structure that is given to the function, or in a global variable."""
    for place, parameter in enumerate(function.parameters):
        for structure in source.file.classes:
            if structure.name != parameter.base or len(parameter.dims) > 1:
                continue
            for field in structure.variables:
                if shape := shape_of(field):
                    given = "&s" if parameter.dims else "s"
                    call = f"{function.name}({_arguments(function, place, given)})"
                    prefix = f"{_type_name(parameter)} s = {{0}}; s.{field.name} = GRID; "
                    if function.returns.base == structure.name and not function.returns.dims:
                        yield Candidate(base_rank, f"{prefix}s = {call}; s.{field.name}", shape, field)
                    else:
                        yield Candidate(base_rank, f"{prefix}{call}", shape, function.returns)
            return
    if any(parameter.dims for parameter in function.parameters):
        return
    for number, variable in enumerate(source.file.variables):
        shape = shape_of(variable)
        if shape is None or (shape.kind == "flat" and variable.dims[0] == ""):
            continue
        prefix = f"{variable.name} = GRID; "
        call = f"{function.name}({_arguments(function, -1)})"
        yield Candidate(base_rank + number, f"{prefix}{call}", shape, function.returns)
        if function.returns.base != "void":
            yield Candidate(base_rank + number + 8, f"{prefix}{call}; {variable.name}", shape, variable)


def _type_name(parameter: Declaration) -> str:
    return re.sub(r"[*&\[].*|\bconst\b", "", parameter.text[: parameter.text.rindex(parameter.name)]).strip()


def _arguments(function: Function, place: int, grid: str = "GRID") -> str:
    names = tuple(parameter.name for parameter in function.parameters)
    values = []
    for number, parameter in enumerate(function.parameters[: max(function.required, place + 1)]):
        value = str(number_for(parameter.name, names[:number] + names[number + 1 :]))
        if number == place:
            value = grid
        elif parameter.dims:
            length = 9 if re.search("size|taille", parameter.name, re.I) else 1
            value = f"({parameter.base}[]){{{', '.join(['9' if length == 9 else value] * length)}}}"
        values.append(value)
    return ", ".join(values)


def calls(text: str) -> list[tuple[str, str]]:
    """The calls of a source with their forms: each call with its most usual form first."""
    found = [(each.call, each.shape.forms) for each in candidates(Source(text))]
    return [(call, form) for call, forms in found for form in forms]


# --- the program that makes the call --------------------------------------------------------------------


_INCLUDES = "".join(
    f"#include <{name}.h>\n"
    for name in ("stdio", "stdlib", "string", "stdbool", "stdint", "math", "ctype", "limits")
)
_START = """{includes}#define main driver_copy_main
#include "{file}"
#undef main
extern long driver_cells[81];
extern void driver_start(void);
extern int driver_read(void);
extern void driver_form(int, int, void (*)(void));
extern void driver_begin_reply(void);
extern void driver_end_reply(void);
extern void driver_key(const char *);
extern void driver_null(void);
extern void driver_number(long);
extern void driver_boolean(int);
extern void driver_text(const char *);
extern void driver_grid(const char *);
extern void driver_error(const char *);
"""
_CALL = """{storage}
static void driver_fill(void)
{{
    int driver_i;
{fill}
}}
static void driver_argument(void)
{{
    int driver_i;
{argument}
}}
static void driver_call(void)
{{
    int driver_i;
    driver_form({characters}, '{blank}', driver_argument);
    driver_fill();
{call}
    driver_end_reply();
}}
"""
_PRIVATE = re.compile(r"\bdriver_(given|rows|fill|argument|pointers|empty|object|call)\b")
BUILD_FUNCTIONS = """show_errors() { { grep -E 'error|undefined' "$1" || cat "$1"; } >&2; }
compile() { $CC $without "$@" 2> driver.log; }
bad_calls() { grep -oE 'driver_call_[0-9]+' driver.log | sort -u | sed 's/driver_call_/-DDRIVER_WITHOUT_/'; }
# Compiles without the calls that are named in the errors of the first try.
compile_or_leave_out() {
    compile "$@" && return 0
    bad=$(bad_calls)
    [ -n "$bad" ] && [ "$number" -gt 1 ] || return 1
    without="$without $bad"
    compile "$@"
}
link() { compile -o driver driver.o driver_values.o "$@"; }
"""
_BUILD = """# Compiles the driver with the copy; with the other files of the folder if it needs them.
CC=${CC:-cc}
more="-D_GNU_SOURCE -include time.h -include stdint.h -include stdbool.h -include string.h"
$CC $flags -w -c -o driver_values.o driver_values.c || exit 1
without=
object() { compile_or_leave_out $flags -w -c -o driver.o driver.c; }
object || { mv driver.log first.log; flags="$flags $more"; object; } || { show_errors first.log; exit 1; }
link -lm && exit 0
others=$(ls *.c | grep -v -x -e driver.c -e driver_values.c -e "$1")
objects=
for other in $others; do
    $CC $flags -w -Dmain=driver_other_main -c -o "other_$other.o" "$other" 2> /dev/null &&
        objects="$objects other_$other.o"
done
[ -n "$objects" ] && link $objects -Wl,-z,muldefs -lm && exit 0
[ "$number" -gt 1 ] && without="$without $(bad_calls)" && object && link $objects -Wl,-z,muldefs -lm && exit 0
show_errors driver.log
exit 1
"""


def files(reading: Reading, text: str) -> Mapping[str, str]:
    """The driver of a call."""
    return many([reading], text)


def many(readings: Sequence[Reading], text: str) -> Mapping[str, str]:
    """The driver of several calls."""
    source = Source(text)
    found = candidates(source)
    file = readings[0].file.rpartition("/")[2]
    calls = [_call(reading, source, called_of(reading, found)) for reading in readings]
    calls = [_PRIVATE.sub(rf"driver_\1_{number}", call) for number, call in enumerate(calls)]
    parts = [
        _START.format(includes="" if source.has_includes else _INCLUDES, file=file),
        *map(without_if_wrong, range(len(calls)), calls),
        main_of({number: f"driver_call_{number}();" for number in range(len(calls))}),
    ]
    return {
        "driver.c": "".join(parts),
        "driver_values.c": Path(__file__).with_name("driver_values.c").read_text(encoding="utf-8"),
        "driver_build.sh": build_script(file, len(readings), _BUILD),
    }


def called_of(reading: Reading, found: Sequence[C]) -> C:
    """The candidate of a reading."""
    called = next((each for each in found if each.call == reading.call), None)
    called = called or next((each for each in found if names_in(each.call) == names_in(reading.call)), None)
    if called is None:
        raise ValueError(f"no function or variable for the call {reading.call}")
    return called


def without_if_wrong(number: int, text: str) -> str:
    """The text of a call, which is left out if it does not compile."""
    return f'#ifndef DRIVER_WITHOUT_{number}\n#line 1 "driver_call_{number}"\n{text}#endif\n'


def main_of(calls: Mapping[int, str], calls_of: Mapping[int, int] | None = None) -> str:
    """The function that makes the calls, by the number of the reading. `calls_of`: the call of each reading."""
    cases = "".join(
        f"#ifndef DRIVER_WITHOUT_{(calls_of or {}).get(number, number)}\n    case {number}: {call} break;\n#endif\n"
        for number, call in calls.items()
    )
    return f"""#line 1 "driver_main"
int main(void)
{{
    int driver_number_of_call;
    driver_start();
    while ((driver_number_of_call = driver_read()) >= 0) switch (driver_number_of_call) {{
{cases}    default: driver_error("this call does not compile");
    }}
    return 0;
}}
"""


def build_script(file: str, number: int, build: str) -> str:
    """The commands that compile the driver: several readings are only tried, without optimisation."""
    flags = "-O0" if number > 1 else "-O2"
    return f"set -- '{file}'\nnumber={number}\nflags={flags}\n{BUILD_FUNCTIONS}{build}"


def is_plain_value(returns: Declaration) -> bool:
    """Whether a number or a truth value is returned."""
    return not returns.dims and bool(_NUMBERS.fullmatch(returns.base) or _BOOLEANS.fullmatch(returns.base))


def names_in(call: str) -> list[str]:
    """The names of a call, which identify it if its numbers were edited."""
    return re.findall(r"[A-Za-z_]\w*", call)


def _call(reading: Reading, source: Source, called: Candidate) -> str:
    name, _, blank = reading.form.partition(":")
    characters = name in ("characters", "text", "flat-characters")
    shape = called.shape
    storage, grid, fill = [], "driver_given", []
    call = re.sub(r"(?<![.>\w])s\b", "driver_object", reading.call)
    *first, last = [part.strip() for part in call.split(";")]
    statements: list[str] = []
    for part in first:
        if assigned := re.fullmatch(r"([\w.>-]+)\s*=\s*GRID", part):
            grid = assigned[1]
            statements.append("driver_fill();")
        elif re.search(r"\bdriver_object = \{0\}$", part):
            storage.append(f"static {part.removesuffix(' = {0}')};")
            storage.append(f"static const {part.removesuffix(' driver_object = {0}')} driver_empty;")
            statements.append("driver_object = driver_empty;")
        else:
            statements.append(f"{part};".replace("GRID", "driver_given"))
    if grid == "driver_given":
        element = (
            shape.element
            if _CHARACTERS.fullmatch(shape.element) or _NUMBERS.fullmatch(shape.element)
            else "int"
        )
        cells = f"driver_rows[16][{max(shape.width, 16) if shape.by_pointers else shape.width}]"
        storage.append(f"static {element} {cells if shape.kind == 'rows' else 'driver_given[128]'};")
        if shape.by_pointers:
            storage.append(f"static {element} *driver_given[16];")
            fill.append(
                "    for (driver_i = 0; driver_i < 16; driver_i++) driver_given[driver_i] = driver_rows[driver_i];"
            )
        elif shape.kind == "rows":
            storage.append("#define driver_given driver_rows")
    elif shape.by_pointers:
        storage.append(
            f"static {shape.element} driver_rows[16][16]; static {shape.element} *driver_pointers[16];"
        )
        fill.append(
            "    for (driver_i = 0; driver_i < 16; driver_i++) driver_pointers[driver_i] = driver_rows[driver_i];"
        )
        fill.append(f"    {grid} = driver_pointers;")
    cell = _cell(grid, shape)
    loop = "for (driver_i = 0; driver_i < 81; driver_i++)"
    fill.append(f"    {loop} {cell} = driver_cells[driver_i];")
    if shape.width > 9 and characters:
        fill.append(f"    for (driver_i = 0; driver_i < 9; driver_i++) {grid}[driver_i][9] = 0;")
    argument_shape = {"text": "text", "flat": "flat", "flat-characters": "flat"}.get(name, "rows")
    argument = "\n".join(
        [f"    {_read(cell)}", '    driver_key("argument");', f'    driver_grid("{argument_shape}");']
    )
    statements += _last(last.replace("GRID", grid), called, grid, argument_shape)
    return _CALL.format(
        storage="\n".join(storage),
        fill="\n".join(fill),
        argument=argument,
        characters=int(characters),
        blank=(blank or {"characters": "."}.get(name, "0"))[0],
        call="\n".join(f"    {each}" for each in statements),
    )


def _cell(grid: str, shape: Shape) -> str:
    return f"{grid}[driver_i / 9][driver_i % 9]" if shape.kind == "rows" else f"{grid}[driver_i]"


def _read(cell: str) -> str:
    """The statement that reads all cells."""
    return f"for (driver_i = 0; driver_i < 81; driver_i++) driver_cells[driver_i] = {cell};"


def _last(last: str, called: Candidate, grid: str, argument_shape: str) -> list[str]:
    """The statements that make the call and write what it returns."""
    returns = called.returns
    begin = "driver_begin_reply();"
    if not last or returns is None or (returns.base == "void" and not returns.dims):
        return [f"{last};", begin, "driver_null();"]
    if last == grid:
        read = _read(_cell(grid, called.shape))
        return [begin, read, f'driver_grid("{argument_shape}");']
    if re.fullmatch(r"[\w.]+", last):  # a field of a structure
        read = _read(_cell(last, called.shape))
        return [begin, read, f'driver_grid("{argument_shape}");']
    if not returns.dims:
        value = f"{{ __typeof__({last}) driver_result = {last};"
        if _BOOLEANS.fullmatch(returns.base):
            return [value, begin, "driver_boolean(driver_result); }"]
        if _NUMBERS.fullmatch(returns.base) or _CHARACTERS.fullmatch(returns.base):
            return [value, begin, "driver_number((long)driver_result); }"]
        return [f"{last};", begin, "driver_null();"]
    value = f"{{ __typeof__({last}) driver_result = {last};"
    if returns.base == "char" and len(returns.dims) == 1:
        return [value, begin, "driver_text((const char *)driver_result); }"]
    shape = shape_of(returns)
    if shape is None:
        return [value, begin, "driver_boolean(driver_result != 0); }"]
    shape_name = "rows" if shape.kind == "rows" else "flat"
    read = _read(_cell("driver_result", shape))
    return [
        value,
        begin,
        "if (driver_result == 0) driver_null();",
        f'else {{ {read} driver_grid("{shape_name}"); }} }}',
    ]


DRIVER = Driver(
    calls=calls,
    files=files,
    many=many,
    fresh=True,
    compile=(("sh", "driver_build.sh"),),
    run=("./driver",),
    read=c_source.read_with_headers,
)
