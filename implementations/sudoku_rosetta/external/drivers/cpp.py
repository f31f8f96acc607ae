"""C++: as in C, and containers, methods of classes, and classes made with the grid. The types give the form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..driver import Driver
from ..names import is_grid_name, name_rank
from ..reading import Reading
from . import c, c_source
from .c_source import Declaration, Function, Scope, Source
from .guesses import number_for

_CONTAINER = re.compile(r"(vector|array|deque|valarray|span)<")
_SETTER = re.compile(
    r"set|load|new|init|read|put|import|from|charg|lire|add|give|input|define|fill|build|parse|create", re.I
)
_PRINTER = re.compile(r"print|display|show|affich", re.I)
MAX_CALLS = 16


@dataclass(frozen=True)
class Candidate:
    rank: int
    call: str
    forms: tuple[str, ...]
    given: str = ""
    """The parameter that takes the grid, as it is declared; "" if the grid is put into a variable."""


def forms_of(declared: Declaration) -> tuple[str, ...]:
    """The forms that a parameter, a variable or a returned value may hold."""
    if shape := c.shape_of(declared):
        return shape.forms
    inner = _CONTAINER.sub("", declared.base)
    depth = len(_CONTAINER.findall(declared.base)) + len(declared.dims) - declared.pointers
    element = re.match(r"\w+( \w+)*", inner)
    if element is None or not ("<" in declared.base or element[0] == "string"):
        return ()
    if element[0] in ("string", "string_view"):
        return {0: ("text", "text:."), 1: ("lines:.", "lines")}.get(depth, ())
    characters = element[0] == "char"
    if not characters and not c.shape_of(Declaration("", element[0], ("9", "9"), "")):
        return ()
    if depth == 1:
        return ("flat-characters", "flat-characters:0") if characters else ("flat",)
    if depth == 2:
        return ("characters", "characters:0", "rows") if characters else ("rows",)
    return ()


def candidates(source: Source) -> list[Candidate]:
    """The plausible calls, best first."""
    found = list(_of_file(source))
    for owner in source.file.classes:
        found += _of_class(owner, source)
    found.sort(key=lambda each: each.rank)
    found = list({each.call: each for each in found}.values())
    return c.without_helpers(found, [each.rank for each in found])[:MAX_CALLS]


def _of_file(source: Source) -> Iterator[Candidate]:
    for function in source.file.functions:
        base_rank = function.rank
        yield from _with_grid(function, function.name, base_rank, source)
        if not any(map(forms_of, function.parameters)):
            call = f"{function.name}({_arguments(function)})"
            for number, variable in enumerate(source.file.variables):
                if forms := forms_of(variable):
                    yield from _after_setting(
                        f"{variable.name} = GRID; ",
                        call,
                        variable.name,
                        forms,
                        base_rank + 5 + number,
                        function,
                    )
            yield from _with_object(function, call, base_rank + 4, source)


def _with_object(function: Function, call: str, base_rank: int, source: Source) -> Iterator[Candidate]:
    """The function takes an object with the grid in it."""
    for place, parameter in enumerate(function.parameters):
        for owner in source.file.classes:
            if owner.name == parameter.base:
                given = "&s" if parameter.pointers else "s"
                call = f"{function.name}({_arguments(function, place, given)})"
                for field in owner.variables:
                    if forms := forms_of(field):
                        prefix = f"{owner.name} s{{}}; s.{field.name} = GRID; "
                        yield from _after_setting(prefix, call, f"s.{field.name}", forms, base_rank, function)
                for given_forms, parameter_text, made in _constructions(owner, source):
                    for result in _results(owner):
                        for more, answer in _answers(call, result, function):
                            yield Candidate(
                                base_rank + 1 + more, f"{made}; {answer}", given_forms, parameter_text
                            )


def _with_grid(function: Function, called: str, base_rank: int, source: Source) -> Iterator[Candidate]:
    """Calls of a function or method that has the grid as a parameter."""
    for place, parameter in enumerate(function.parameters):
        forms = forms_of(parameter)
        if not forms or (
            forms[0] == "flat" and len(function.parameters) > 1 and not is_grid_name(parameter.name)
        ):
            continue
        is_object = "<" in parameter.base or parameter.base == "string"
        grid = "&GRID" if is_object and parameter.pointers else "GRID"
        call = f"{called}({_arguments(function, place, grid)})"
        more = base_rank + place + len(function.parameters) - 1
        for result in _results_of_type(function.returns, source):
            yield Candidate(more, f"{call}.{result}", forms, _given(parameter, source))
        yield Candidate(more, call, forms, _given(parameter, source))
        if c.is_plain_value(function.returns):
            prefix, _, last = call.rpartition("; ")
            yield Candidate(
                more + 8, "; ".join(filter(None, [prefix, last, "GRID"])), forms, _given(parameter, source)
            )
        return


def _results_of_type(returns: Declaration, source: Source) -> list[str]:
    """The members with the grid, if an object of a class of the file is returned."""
    owner = next(
        (each for each in source.file.classes if each.name == returns.base and not returns.pointers), None
    )
    return _results(owner) if owner else []


def _of_class(owner: Scope, source: Source) -> Iterator[Candidate]:
    makers = [(forms, text, f"{made}; ") for forms, text, made in _constructions(owner, source)]
    results = _results(owner)
    constructors = [each for each in owner.functions if each.name == owner.name]
    is_made_empty = not constructors or any(each.required == 0 for each in constructors)
    for method in owner.functions:
        if method.name == owner.name:
            continue
        base_rank = method.rank
        if method.is_static:
            yield from _with_grid(method, f"{owner.name}::{method.name}", base_rank, source)
            continue
        takes_grid = any(map(forms_of, method.parameters))
        if is_made_empty and takes_grid:
            yield from _with_grid(method, f"{owner.name}().{method.name}", base_rank, source)
            if results and not forms_of(method.returns):
                for each in list(
                    _with_grid(method, f"{owner.name} s{{}}; s.{method.name}", base_rank + 5, source)
                )[:1]:
                    yield Candidate(each.rank, f"{each.call}; s.{results[0]}", each.forms, each.given)
        if takes_grid:
            continue
        call = f"s.{method.name}({_arguments(method)})"
        for forms, text, prefix in makers:
            if forms_of(method.returns) or not results:
                yield Candidate(base_rank, prefix + call, forms, text)
            for number, result in enumerate(results):
                for more, answer in _answers(call, result, method):
                    yield Candidate(base_rank + 1 + number + more, f"{prefix}{answer}", forms, text)
            for printer in [each for each in owner.functions if _PRINTER.match(each.name)][:1]:
                yield Candidate(
                    base_rank + 6, f"{prefix}{call}; s.{printer.name}({_arguments(printer)})", forms, text
                )
        if is_made_empty:
            for number, field in enumerate(owner.variables):
                if forms := forms_of(field):
                    prefix = f"{owner.name} s{{}}; s.{field.name} = GRID; "
                    yield from _after_setting(
                        prefix, call, f"s.{field.name}", forms, base_rank + 4 + number, method
                    )


def _answers(call: str, result: str, function: Function) -> Iterator[tuple[int, str]]:
    """The call, and then the member with the grid, unless the call returns false."""
    if c.is_plain_value(function.returns):
        is_field = not result.endswith(")")
        answer = f"&s.{result} : nullptr" if is_field else f"std::optional(s.{result}) : std::nullopt"
        yield 0, f"{call} ? {answer}"
    yield 3 * c.is_plain_value(function.returns), f"{call}; s.{result}"


def _constructions(owner: Scope, source: Source) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """The ways to make an object with the grid in it: forms, the parameter, and the statements."""
    constructors = [each for each in owner.functions if each.name == owner.name]
    for constructor in constructors:
        for place, parameter in enumerate(constructor.parameters):
            if forms := forms_of(parameter):
                yield forms, _given(parameter, source), f"{owner.name} s({_arguments(constructor, place)})"
                break
    if not constructors or any(each.required == 0 for each in constructors):
        for method in owner.functions:
            forms = forms_of(method.parameters[0]) if len(method.parameters) == 1 else ()
            if forms and _SETTER.match(method.name):
                yield (
                    forms,
                    _given(method.parameters[0], source),
                    f"{owner.name} s{{}}; s.{method.name}(GRID)",
                )


def _results(owner: Scope) -> list[str]:
    """The members that hold or return the grid."""
    getters = [
        f"{each.name}()"
        for each in owner.functions
        if not each.parameters and forms_of(each.returns) and name_rank(each.name) == 3
    ]
    fields = [each.name for each in owner.variables if forms_of(each) and forms_of(each)[0] != "text"]
    fields.sort(
        key=lambda name: (not re.search("solution|solved|result", name, re.I), not is_grid_name(name))
    )
    return [*fields[:3], *getters[:2]]


def _after_setting(
    prefix: str, call: str, variable: str, forms: tuple[str, ...], base_rank: int, function: Function
) -> Iterator[Candidate]:
    yield Candidate(base_rank, f"{prefix}{call}", forms)
    if function.returns.base != "void":
        yield Candidate(base_rank + 8, f"{prefix}{call}; {variable}", forms)


def _given(parameter: Declaration, source: Source) -> str:
    """The declaration of the parameter, as it can be written outside of its class."""
    if not any(re.search(rf"\b{name}\b", parameter.text) for name in source.inner_types):
        return re.split(r"(?<![<>=!])=", parameter.text)[0]
    dims = "".join(f"[{each}]" for each in parameter.dims[: len(parameter.dims) - parameter.pointers])
    base = re.sub(r"\b(vector|array|deque|string)\b", r"std::\1", parameter.base)
    name = (
        "(&driver_grid)"
        if parameter.by_reference and dims
        else "&driver_grid"
        if parameter.by_reference
        else "driver_grid"
    )
    return f"{base} {'*' * parameter.pointers}{name}{dims}"


def _arguments(function: Function, place: int = -1, grid: str = "GRID") -> str:
    names = tuple(parameter.name for parameter in function.parameters)
    values = []
    for number, parameter in enumerate(function.parameters[: max(function.required, place + 1)]):
        value = str(number_for(parameter.name, names[:number] + names[number + 1 :]))
        if number == place:
            value = grid
        elif parameter.dims or "<" in parameter.base:
            kind = re.split(r"(?<![<>=!])=", parameter.text)[0].replace("const ", "").strip()
            kind = re.sub(rf"[*&\s]*\b{parameter.name}\b.*$", "", kind, flags=re.S)
            value = (
                f"*new {kind}{{}}" if "<" in parameter.base and not parameter.pointers else f"new {kind}{{}}"
            )
        elif parameter.by_reference:
            kind = re.sub(r"[&\s]*\b\w+$", "", parameter.text).replace("const ", "")
            value = f"*new {kind}{{}}"
        values.append(value)
    return ", ".join(values)


def calls(text: str) -> list[tuple[str, str]]:
    """The calls of a source with their forms: each call with its most usual form first."""
    return [(each.call, form) for each in candidates(Source(text)) for form in each.forms]


# --- the program that makes the call --------------------------------------------------------------------


_HEADERS = (
    "algorithm array bitset climits cmath cstdint cstdio cstdlib cstring deque functional iostream list "
    "map numeric queue set "
    "sstream stack string tuple unordered_map unordered_set utility vector"
)
_INCLUDES = "".join(f"#include <{name}>\n" for name in _HEADERS.split()) + "using namespace std;\n"
_BUILD = """# Compiles the driver; with the other files of the folder, or a newer standard, if the copy needs them.
CC=${CXX:-c++}
[ "$number" -gt 1 ] || flags=-O1
$CC -x c $flags -w -c -o driver_values.o driver_values.c || exit 1
flags="$flags -w -fno-access-control"
without=
object() { compile_or_leave_out "$@" $flags -c -o driver.o driver.cpp; }
object -std=gnu++17 || {
    mv driver.log first.log
    standard=-std=gnu++17
    grep -qiE 'c\\+\\+2|ranges|concept|span|format|<=>|starts_with' first.log && standard=-std=gnu++20
    object $standard -fpermissive -include cstdint -include cstring -include algorithm -include climits
} || { show_errors first.log; exit 1; }
link && exit 0
objects=
for other in $(ls *.cpp *.cc *.cxx 2> /dev/null | grep -v -x -e driver.cpp -e "$1"); do
    $CC -std=gnu++17 -fpermissive $flags -Dmain=driver_other_main -c -o "other_$other.o" "$other" 2> /dev/null &&
        objects="$objects other_$other.o"
done
[ -n "$objects" ] && link $objects -Wl,-z,muldefs && exit 0
[ "$number" -gt 1 ] && without="$without $(bad_calls)" && object -std=gnu++17 -fpermissive &&
    link $objects -Wl,-z,muldefs && exit 0
show_errors driver.log
exit 1
"""


def files(reading: Reading, text: str) -> Mapping[str, str]:
    """The driver of a call."""
    return many([reading], text)


def many(readings: Sequence[Reading], text: str) -> Mapping[str, str]:
    """The driver of several readings. Those with the same call differ only in their form."""
    source = Source(text)
    found = candidates(source)
    file = readings[0].file.rpartition("/")[2]
    names = list(dict.fromkeys(reading.call for reading in readings))
    texts = [
        _call(next(each for each in readings if each.call == name), found, at)
        for at, name in enumerate(names)
    ]
    calls_of = {number: names.index(reading.call) for number, reading in enumerate(readings)}
    calls = {number: f"{_form(readings[number])} driver_call_{call}();" for number, call in calls_of.items()}
    parts = [
        "" if source.has_includes else _INCLUDES,
        f'#define main driver_copy_main\n#include "{file}"\n#undef main\n',
        *(f"using namespace {name};\n" for name in dict.fromkeys(source.namespaces)),
        *(f'#pragma push_macro("{name}")\n#undef {name}\n' for name in source.macros),
        _template("driver.cpp"),
        *(f'#pragma pop_macro("{name}")\n' for name in source.macros),
        *map(c.without_if_wrong, range(len(texts)), texts),
        c.main_of(calls, calls_of),
    ]
    return {
        "driver.cpp": "".join(parts),
        "driver_values.c": _template("driver_values.c"),
        "driver_build.sh": c.build_script(file, len(names), _BUILD),
    }


def _form(reading: Reading) -> str:
    """The statement that puts the grid into the cells."""
    name, _, blank = reading.form.partition(":")
    characters = name in ("characters", "text", "flat-characters", "lines")
    blank = (blank or {"characters": ".", "flat-characters": "."}.get(name, "0"))[0]
    return f"driver_form({int(characters)}, '{blank}', driver::argument);"


def _call(reading: Reading, found: Sequence[Candidate], number: int) -> str:
    """The function that makes a call."""
    called = c.called_of(reading, found)
    *first, last = [part.strip() for part in reading.call.split(";")]
    before = ""
    statements = []
    if called.given:
        before = (
            f"static void driver_probe({called.given});\n"
            "static driver::Stored<decltype(driver::parameter_of(driver_probe))>::type driver_given;\n"
        )
        statements = ["driver::fill(driver_given);", "driver::show_argument(driver_given);"]
    for part in first:
        if assigned := re.fullmatch(r"([\w.>-]+)\s*=\s*GRID", part):
            statements += [f"driver::fill({assigned[1]});", f"driver::show_argument({assigned[1]});"]
        else:
            statements.append(f"{_with_grid_given(part)};")
    returned = "return driver_given;" if last == "GRID" else f"return {_with_grid_given(last)};"
    kind = "decltype(auto)" if re.match(r"\w+\(|\w+::|s\.\w+\(", last) else "auto"
    if re.fullmatch(r"[\w.]+|GRID", last):
        kind = "auto &"
    statements.append(f"driver::reply([&]() -> {kind} {{ {returned} }});")
    body = "\n".join(f"        {each}" for each in [*statements, "driver_end_reply();"])
    text = f"""{before}static void driver_call()
{{
    try {{
{body}
    }} catch (const std::exception &error) {{
        driver::write_argument = nullptr;
        driver_error(error.what());
    }} catch (...) {{
        driver::write_argument = nullptr;
        driver_error("an exception");
    }}
    driver::write_argument = nullptr;
}}
"""
    return re.sub(r"\bdriver_(given|probe|call)\b", rf"driver_\1_{number}", text)


def _with_grid_given(part: str) -> str:
    return re.sub(r"\bGRID\b", "driver::given(driver_given)", part)


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


DRIVER = Driver(
    calls=calls,
    files=files,
    many=many,
    fresh=True,
    compile=(("sh", "driver_build.sh"),),
    run=("./driver",),
    read=c_source.read_with_headers,
)
