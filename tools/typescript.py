"""web/src/api-types.ts: one exported type for every record that the house's routes take and give.

Made from the same description that the house serves, so a field that is removed or renamed is found by tsc where a
page uses it. ``python -m tools.docs`` writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

HEADER = "// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.\n"
_REFERENCE = re.compile(r"#/components/schemas/(\w+)")
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def typescript(document: Schema) -> str:
    """The types of an OpenAPI document, in the order of their names.

    >>> print(typescript({"components": {"schemas": {"Seat": {"type": "object", "required": ["number"], "properties":
    ...     {"number": {"type": "integer"}, "name": {"type": "string"}}}}}}).partition("\\n\\n")[2])
    export type Seat = {
      readonly number: number;
      readonly name?: string;
    };
    <BLANKLINE>
    """
    schemas = document["components"]["schemas"]
    asked = _asked(document, schemas)
    parts = [HEADER]
    for name, schema in sorted(schemas.items()):
        words = f"/** {schema['description']} */\n" if schema.get("description") else ""
        parts.append(f"{words}export type {name} = {_shape(schema if name in asked else _answered(schema), '')};\n")
    return "\n".join(parts)


def _asked(document: Schema, schemas: Schema) -> set[str]:
    """The types of requests: there a field with a default may be left out."""
    bodies = [
        operation.get("requestBody", {}) for path in document.get("paths", {}).values() for operation in path.values()
    ]
    asked: set[str] = set()
    new = set(_REFERENCE.findall(json.dumps(bodies)))
    while new:
        asked |= new
        new = set(_REFERENCE.findall(json.dumps([schemas[name] for name in new]))) - asked
    return asked


def _answered(schema: Schema) -> Schema:
    """In an answer, a field with a default is there."""
    defaults = [name for name, part in schema.get("properties", {}).items() if "default" in part]
    return {**schema, "required": [*schema.get("required", ()), *defaults]}


def _shape(schema: Schema, indent: str) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_shape(part, indent) for part in schema[several]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_shape(part, indent) for part in schema['prefixItems'])}]"
        case "array":
            inner = _shape(schema.get("items") or {}, indent)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object" if "properties" in schema:
            lines = "".join(f"{indent}  {line}\n" for line in _fields(schema, indent + "  "))
            return f"{{\n{lines}{indent}}}" if lines else "Record<string, never>"
        case "object":
            kept = schema.get("additionalProperties")
            return f"Record<string, {_shape(kept, indent) if isinstance(kept, dict) else 'unknown'}>"
        case [*kinds]:
            return " | ".join(_PLAIN[kind] for kind in kinds)
        case kind:
            return _PLAIN.get(str(kind), "unknown")


def _fields(schema: Schema, indent: str) -> Iterator[str]:
    required = set(schema.get("required", ()))
    for name, part in schema["properties"].items():
        if "description" in part and "$ref" not in part:
            yield f"/** {part['description']} */"
        spelled = name if name.isidentifier() else json.dumps(name)
        yield f"readonly {spelled}{'' if name in required else '?'}: {_shape(part, indent)};"
