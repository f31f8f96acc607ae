"""TypeScript: as JavaScript, without the types, which node or the TypeScript compiler removes."""

from __future__ import annotations

from dataclasses import replace

from .javascript import DRIVER as JAVASCRIPT
from .javascript import javascript_calls

DRIVER = replace(JAVASCRIPT, calls=lambda source: javascript_calls(source, "TypeScript"))
