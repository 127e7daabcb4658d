"""What may be chosen for a key, by its kind, in the one spelling that a configuration string keeps."""

from __future__ import annotations

import re

from croupier.cards.cards import RANK_LETTERS, parse_rank, parse_suit
from croupier.errors import SpecError, UnknownName
from croupier.rulebook.aggregates import read_amounts
from croupier.rulebook.boosting import read_draw
from croupier.rulebook.rules import Key
from croupier.units.money import format_money, parse_money


def canonical_value(key: Key, text: str) -> str:
    """A value as it was typed, in its canonical spelling; an error that names the key where it is none."""
    if text == key.default:
        return text
    match key.kind:
        case "choice" if len(key.values) == 1:
            raise SpecError(
                f"{key.id}={text[:60]}: the text says {key.default} [{'; '.join(map(str, key.cites))}]",
                hint=f"leave {key.id} out",
            )
        case "choice" | "integer" if text not in key.values:
            raise UnknownName(f"value of {key.id}", text, key.values, note=f"known: {', '.join(key.values)}")
        case "amount":
            cents = parse_money(text, key.id)
            if cents == 0:
                raise SpecError(f"{key.id}={text}: must be above zero", hint=f"as in {key.id}=5.00")
            return format_money(cents)
        case "amounts":
            return read_amounts(key.id, text)
        case "reference":
            if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.#-]{1,39}", text):
                raise SpecError(
                    f"{key.id}={text[:60]} is not a reference", hint="letters, digits and hyphens: WSGC-3151"
                )
            return text
        case "suit":
            return key.values[parse_suit(text)]
        case "ranks":
            ranks = sorted((parse_rank(each) for each in text.split("/")), reverse=True)
            if len(set(ranks)) < len(ranks):
                raise SpecError(f"ranks={text} names a rank twice", hint="the chosen ranks must differ")
            return "/".join(RANK_LETTERS[rank - 2] for rank in ranks)
        case "weights":
            return read_draw(key.id, text, [str(cite) for cite in key.cites])
        case _:
            return text
