"""web/src/api-types.ts: the records that the house's routes take and give, as far as the pages name them.

Made from the same description that the house serves, so a field that is removed or renamed is found by tsc where a
page uses it. ``python -m tools.docs`` writes it: again, too, when a page begins to use a field.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any

HEADER = "// Made by `python -m tools.docs` from the records that the house answers with. Do not edit.\n"
_REFERENCE = re.compile(r"#/components/schemas/(\w+)")
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
_PAGES = Path(__file__).resolve().parents[1] / "web" / "src"
_WIDE = 140
Schema = Mapping[str, Any]


def words_of_pages() -> set[str]:
    """Every word of the pages' sources: a type or a field that is none of them is used by no page."""
    sources = (path for path in _PAGES.rglob("*.ts*") if path.name != "api-types.ts")
    return {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


def typescript(document: Schema, words: Set[str]) -> str:
    """The types of an OpenAPI document that are named or needed by one that is, with the fields that are named. A type
    that only one other needs is written out in it. What each is for stands at its record and in the house's own
    description; the types are for tsc.

    >>> schemas = {"Hall": {"type": "object", "properties": {"seats": {"type": "integer"}}},
    ...     "Seat": {"type": "object", "required": ["number"], "properties":
    ...     {"number": {"type": "integer"}, "name": {"type": "string"}, "color": {"type": "string"}}}}
    >>> print(typescript({"components": {"schemas": schemas}}, {"Seat", "number", "name"}).partition("\\n\\n")[2])
    export type Seat = Readonly<{ number: number; name?: string }>;
    <BLANKLINE>
    """
    schemas = document["components"]["schemas"]
    asked = _asked(document, schemas)
    whole = {name: schema if name in asked else _answered(schema) for name, schema in schemas.items()}
    shown = {name: _named(schema, words, required=name in asked) for name, schema in whole.items()}
    reached = _reached(shown, words & shown.keys())
    needed = Counter(_REFERENCE.findall(json.dumps([shown[name] for name in reached])))
    inline = {name: shown[name] for name in reached - words if needed[name] == 1}
    lines = [HEADER]
    names = sorted(reached - inline.keys())
    lines += [f"export type {name} = {_shape(shown[name], f'export type {name} = ', inline)};" for name in names]
    return "\n".join(lines) + "\n"


def _named(schema: Schema, words: Set[str], *, required: bool) -> Schema:
    """The fields that some page names; of a request also those that must be sent."""
    if "properties" not in schema:
        return schema
    kept = words | set(schema.get("required", ())) if required else words
    return {**schema, "properties": {name: part for name, part in schema["properties"].items() if name in kept}}


def _reached(schemas: Schema, new: Set[str]) -> set[str]:
    """These types and all that they need."""
    reached: set[str] = set()
    while new:
        reached |= new
        new = set(_REFERENCE.findall(json.dumps([schemas[name] for name in new]))) - reached
    return reached


def _asked(document: Schema, schemas: Schema) -> set[str]:
    """The types of requests: there a field with a default may be left out."""
    bodies = [
        operation.get("requestBody", {}) for path in document.get("paths", {}).values() for operation in path.values()
    ]
    return _reached(schemas, set(_REFERENCE.findall(json.dumps(bodies))))


def _answered(schema: Schema) -> Schema:
    """In an answer, a field with a default is there."""
    defaults = [name for name, part in schema.get("properties", {}).items() if "default" in part]
    return {**schema, "required": [*schema.get("required", ()), *defaults]}


def _shape(schema: Schema, before: str, inline: Schema) -> str:
    """A type as it is written after this text of its line."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return _shape(inline[name], before, inline) if name in inline else name
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_shape(part, before, inline) for part in schema[several]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_shape(part, before, inline) for part in schema['prefixItems'])}]"
        case "array":
            inner = _shape(schema.get("items") or {}, before, inline)
            return f"({inner})[]" if re.search(r" \| (?![^<]*>)", inner) else f"{inner}[]"
        case "object" if "properties" in schema:
            return _fields(schema, before, inline)
        case "object":
            kept = schema.get("additionalProperties")
            return f"Record<string, {_shape(kept, before, inline) if isinstance(kept, dict) else 'unknown'}>"
        case [*kinds]:
            return " | ".join(_PLAIN[kind] for kind in kinds)
        case kind:
            return _PLAIN.get(str(kind), "unknown")


def _fields(schema: Schema, before: str, inline: Schema) -> str:
    """An object in one line, or where that is too long with as many fields to a line as fit."""
    required = set(schema.get("required", ()))
    indent = " " * (len(before) - len(before.lstrip()) + 2)
    lines: list[str] = []
    for name, part in schema["properties"].items():
        key = f"{name if name.isidentifier() else json.dumps(name)}{'' if name in required else '?'}: "
        field = f"{key}{_shape(part, indent + key, inline)};"
        if lines and "\n" not in lines[-1] + field and len(lines[-1]) + len(field) < _WIDE:
            lines[-1] += f" {field}"
        else:
            lines.append(indent + field)
    if not lines:
        return "Record<string, never>"
    one = f"Readonly<{{ {lines[0].strip(' ;')} }}>"
    if len(lines) == 1 and "\n" not in one and len(before) + len(one) < _WIDE:
        return one
    return "\n".join(["Readonly<{", *lines, f"{indent[2:]}}}>"])
