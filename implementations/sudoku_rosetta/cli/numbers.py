"""Parameter types for numbers on the command line: 1e6, 20..50."""

from __future__ import annotations

import re

import click


class CountType(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """An integer of at least 1; 1e6, 1_000 and 1,000 are accepted too."""

    name = "number"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).replace("_", "")
        if re.fullmatch(r"\d{1,3}(,\d{3})+", text):
            text = text.replace(",", "")
        number = float(text) if re.fullmatch(r"\d+(\.\d+)?([eE]\+?\d{1,2})?", text) else 0.0
        if number < 1 or not number.is_integer():
            self.fail(f"{value!r} is not an integer of at least 1 (examples: 1000, 1e6)", parameter, context)
        return int(text) if text.isdigit() else int(number)


class SpanType(click.ParamType):  # type: ignore[type-arg]
    """A range A..B with both ends included; A.. and ..B have one open end; A is the same as A..A."""

    name = "span"

    def convert(
        self, value: object, parameter: click.Parameter | None, context: click.Context | None
    ) -> tuple[int | None, int | None]:
        if isinstance(value, tuple):
            return value
        parts = re.fullmatch(r"(\d*)(\.\.)?(\d*)", str(value))
        if not parts or not (parts[1] or parts[3]) or (parts[3] and not parts[2]):
            self.fail(f"{value!r} is not a range: A..B, A.., ..B, or one number", parameter, context)
        least = int(parts[1]) if parts[1] else None
        most = (int(parts[3]) if parts[3] else None) if parts[2] else least
        if least is not None and most is not None and least > most:
            self.fail(f"{value!r}: {least} is larger than {most}", parameter, context)
        return least, most


COUNT = CountType()
SPAN = SpanType()
