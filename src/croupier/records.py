"""How a record is declared, encoded, decoded and refused: once for JSON, journal, API, schemas and TypeScript. What
leaves a room is a `Record`: typed, frozen, with keyword fields. Dictionaries are for maps, not for records. A field
that may be absent is declared `X | UnsetType = UNSET`; one that may be null, `X | None`, stays required unless it has a
default. What a person typed is read by `play.documents` first, which names the place of every mistake, then
converted."""

import functools
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, cast, dataclass_transform, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from croupier.errors import BadInput

__all__ = [
    "UNSET",
    "Count",
    "Of",
    "OtherSchema",
    "Record",
    "UnsetType",
    "Written",
    "converted",
    "decode",
    "decode_kept",
    "encode",
    "field",
    "plain",
    "record_of",
    "replace",
    "schemas",
]

K = TypeVar("K")
Make = Callable[[Any], object]  # How a value becomes what a field holds.


class _Keyword(msgspec.StructMeta):
    """Keyword fields in subclasses too: msgspec does not inherit that option."""

    def __new__(meta, name: str, bases: tuple[type, ...], namespace: dict[str, object], **options: Any) -> type:
        return super().__new__(meta, name, bases, namespace, **({"kw_only": True} | options))


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, metaclass=_Keyword, frozen=True, forbid_unknown_fields=True):
    """The base of every record: frozen, keyword fields, nothing unknown.

    >>> class Stake(Record):
    ...     wager: str
    ...     cents: int = 0
    >>> encode(Stake(wager="ante", cents=500))
    b'{"wager":"ante","cents":500}'
    >>> decode(Stake, b'{"wager": "ante", "chips": 5}', "stake.json")
    Traceback (most recent call last):
        ...
    croupier.errors.BadInput: stake.json: Object contains unknown field `chips`
    """


R = TypeVar("R", bound=Record)


def _to_plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} is in no record")


def _from_plain(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str | Fraction):
        return Fraction(value)
    raise NotImplementedError(f"{kind.__name__} is in no record")


def _schema_of(kind: type) -> dict[str, object]:
    if kind is Fraction:
        return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$", "description": "A fraction, such as -3/20."}
    raise NotImplementedError(f"{kind.__name__} is in no record")


_ENCODER = msgspec.json.Encoder(enc_hook=_to_plain)
_ORDERED = msgspec.json.Encoder(enc_hook=_to_plain, order="deterministic")


def encode(record: object, *, ordered: bool = False) -> bytes:
    """The record as JSON, fields in the order declared; `ordered` also sorts the keys of maps inside."""
    return (_ORDERED if ordered else _ENCODER).encode(record)


def plain(record: object) -> Any:
    """The record as dictionaries, lists, strings and numbers, for writers that walk it."""
    return msgspec.to_builtins(record, enc_hook=_to_plain, str_keys=True)


@functools.cache
def _decoder(kind: Hashable) -> Callable[[bytes | str], Any]:
    return msgspec.json.Decoder[Any](kind, dec_hook=_from_plain).decode


def decode(kind: type[K], raw: bytes | str, what: str = "the record") -> K:
    """A record of that kind from JSON, strictly; `what` names the source in the refusal."""
    try:
        decoded: K = _decoder(cast("Hashable", kind))(raw)
    except UnicodeDecodeError as error:
        raise BadInput(f"{what}: not UTF-8 (byte {error.start})") from None
    except (msgspec.DecodeError, RecursionError) as error:  # or nested deeper than anybody writes
        raise _refusal(what, error) from None
    return decoded


class OtherSchema(BadInput):
    """A kept file whose schema is not the one that this version reads."""


class _Numbered(msgspec.Struct):
    """What is read first of a kept file: unknown fields do not matter yet."""

    schema: Any = None


def decode_kept(kind: type[K], raw: bytes | str, what: str, schema: int = 1) -> K:
    """The same for what is kept on a disk: its field `schema` is looked at first.

    >>> class Kept(Record):
    ...     schema: int = 1
    >>> decode_kept(Kept, b'{"schema": 7, "colors": []}', "kept.json")
    Traceback (most recent call last):
        ...
    croupier.records.OtherSchema: kept.json is of schema 7; this version of croupier reads schema 1
    hint: use the version that wrote it
    """
    numbered = decode(_Numbered, raw, what).schema
    if type(numbered) is not int or numbered != schema:
        said = "has no schema number" if numbered is None else f"is of schema {repr(numbered)[:20]}"
        raise OtherSchema(
            f"{what} {said}; this version of croupier reads schema {schema}", hint="use the version that wrote it"
        )
    return decode(kind, raw, what)


def converted(kind: type[K], value: object, what: str = "the record") -> K:
    """A record of that kind from what a reader of ours has read already."""
    try:
        return msgspec.convert(value, kind, dec_hook=_from_plain, str_keys=True)
    except msgspec.ValidationError as error:
        raise _refusal(what, error) from None


class Written(NamedTuple):
    """How a value becomes what a field holds, in the field's annotation: ``Annotated[str, Written(decimal_text)]``."""

    how: Make


class Of(NamedTuple):
    """Where the source calls a field otherwise, in its annotation; dots lead further, as in ``Of("wager.id")``."""

    path: str


Count = Annotated[str, Written(str)]  # A whole number as text: it may be beyond 64 bits.


def record_of(kind: type[R], source: object, /, **other: object) -> R:
    """A record of that kind from the attributes of a thing of ours, or the keys of a map, checked; `other` says what
    differs. Records, lists and maps inside it are made likewise, and values are written as the annotation says. What a
    map lacks is None, and what a thing lacks its field's default.

    >>> class Shown(Record):
    ...     numerator: Count
    ...     below: Annotated[int, Of("denominator")]
    ...     text: str
    >>> record_of(Shown, Fraction(3, 4), text="3/4")
    Shown(numerator='3', below=4, text='3/4')
    """
    given = {}
    for name, encoded, path, make in _parts(kind):
        if name in other:
            value = other[name]
        elif isinstance(source, Mapping):
            value = source.get(name)
        else:
            value = source
            for step in (name if isinstance(source, Record) else path).split("."):
                value = getattr(value, step, UNSET)
        if value is not UNSET and not callable(value):
            given[encoded] = value if make is None or value is None else make(value)
    return msgspec.convert(given, kind, from_attributes=True, dec_hook=_from_plain, str_keys=True)


@functools.cache
def _parts(kind: type[Record]) -> tuple[tuple[str, str, str, Make | None], ...]:
    """Of each field: its name, its name in JSON, where the source has it, and how it is made."""
    parts = []
    for own in msgspec.structs.fields(kind):
        metas = own.type.__metadata__ if get_origin(own.type) is Annotated else ()
        path = next((meta.path for meta in metas if isinstance(meta, Of)), own.name)
        parts.append((own.name, own.encode_name, path, _maker(own.type)))
    return tuple(parts)


def _maker(kind: Any) -> Make | None:
    """How a value becomes one of this kind; None where it is taken as it is."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        written = next((meta for meta in kind.__metadata__ if isinstance(meta, Written)), None)
        if written is None:
            return _maker(inner[0])
        return lambda value: value if isinstance(value, str) else written.how(value)
    if origin in (Union, UnionType):
        first = next(filter(None, map(_maker, inner)), None)
        if first is None:
            return None
        made: Make = first
        # A record of any of the kinds is one already.
        kinds = tuple(each for each in inner if isinstance(each, type) and issubclass(each, Record))
        return lambda value: value if isinstance(value, kinds) else made(value)
    if origin in (list, dict):
        make = _maker(inner[-1])
        if make is None:
            return None
        each: Make = make
        if origin is list:
            return lambda values: [each(value) for value in values]
        return lambda values: {str(key): None if value is None else each(value) for key, value in values.items()}
    if isinstance(kind, type) and issubclass(kind, Record):
        own = getattr(kind, "of", None)  # How it is made, or a field of that name.
        of: Make = own if callable(own) else functools.partial(record_of, kind)
        return lambda value: value if isinstance(value, kind | str) else of(value)
    return None


def _refusal(what: str, error: Exception) -> BadInput:
    said, _, place = str(error).partition(" - at `$")
    where = place.strip("`.")
    return BadInput(f"{what}, {where}: {said}" if where else f"{what}: {said}")


def schemas(*kinds: object, ref: str = "#/$defs/{name}") -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The JSON Schemas of these records, and of the records inside them by name."""
    return msgspec.json.schema_components(kinds, schema_hook=_schema_of, ref_template=ref)
