"""Read dataclasses from JSON, and make their JSON Schema.

Reading is strict: unknown and missing keys and wrong types are errors. A field is described by its annotation,
`Annotated[type, "description"]`.
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
_JSON_TYPES: dict[object, str] = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
}


class SchemaError(ValueError):
    """The data does not match the dataclass; the message says where."""


def read(kind: type[T], data: object, where: str = "results") -> T:
    """Make the dataclass from what `json.loads` returned."""
    found: T = _read(kind, data, where)
    return found


def _read(kind: Any, data: Any, where: str) -> Any:
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _read(inside[0], data, where)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        return _read(next(each for each in inside if each is not type(None)), data, where)
    if origin is tuple:
        return tuple(
            _read(inside[0], each, f"{where}[{number}]")
            for number, each in enumerate(_checked(list, data, where))
        )
    if origin is dict:
        return {
            key: _read(inside[1], each, f"{where}.{key}") for key, each in _checked(dict, data, where).items()
        }
    if origin is Literal:
        if data not in inside:
            raise SchemaError(f"{where} is {data!r}, not one of {', '.join(map(repr, inside))}")
        return data
    if is_dataclass(kind):
        return _read_fields(kind, _checked(dict, data, where), where)
    return float(_checked((int, float), data, where)) if kind is float else _checked(kind, data, where)


def _read_fields(kind: Any, data: dict[str, Any], where: str) -> Any:
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]
    for name in [
        *(name for name in data if name not in names),
        *(name for name in names if name not in data),
    ]:
        raise SchemaError(f"{where} has {'an unknown' if name in data else 'no'} field {name!r}")
    return kind(**{name: _read(hints[name], data[name], f"{where}.{name}") for name in names})


def _checked(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        expected = " or ".join(each.__name__ for each in kinds)
        raise SchemaError(f"{where} is {type(data).__name__}, not {expected}")
    return data


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a dataclass, or of the type of one of its fields."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return schema(inside[0]) | {"description": inside[1]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(each) for each in inside]}
    if origin is tuple:
        return {"type": "array", "items": schema(inside[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(inside[1])}
    if origin is Literal:
        return {"enum": list(inside)}
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        names = [field.name for field in fields(kind)]
        return {
            "type": "object",
            "properties": {name: schema(hints[name]) for name in names},
            "required": names,
            "additionalProperties": False,
        }
    return {"type": _JSON_TYPES[kind]}
