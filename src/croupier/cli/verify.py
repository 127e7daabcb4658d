"""``croupier verify``: check the opened cards of a round against the root published before its bets.

The proof is in ``play.commitments``; here the file is read with suspicion and the verdict printed.
"""

from __future__ import annotations

import json
from typing import Final

import click

from croupier.cards.cards import DECK
from croupier.cli.files import read_input
from croupier.cli.output import tell
from croupier.errors import BadInput
from croupier.play.commitments import Disclosure, verify_opening
from croupier.play.documents import Part, parse_document
from croupier.play.reading import check_schema

SCHEMA: Final = 1


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def verify(file: str, as_json: bool) -> None:
    """Check the opened cards in FILE against the root published before the bets closed.

    FILE is a round's transcript, or any JSON object with the keys "schema" (1) and "commitment" (root, size,
    openings); "-" reads standard input. Exit status: 0 when every opening is proved, 1 when one is not, 2 when FILE
    cannot be read. Compare the root with the one the table published: the file alone cannot show when that was.
    """
    disclosure = Disclosure.from_json(_commitment(read_input(file)))
    problems = disclosure.problems()
    if as_json:
        tell(json.dumps(_to_json(disclosure, problems), indent=2))
    else:
        tell(_render(disclosure, problems))
    disclosure.check()


def _commitment(content: bytes) -> object:
    document = parse_document(content, "transcript")
    check_schema(Part(document, ""))
    if "commitment" not in document:
        raise BadInput("'commitment' is missing", hint="a round played without a committed shoe has nothing to verify")
    return document["commitment"]


def _to_json(disclosure: Disclosure, problems: list[str]) -> dict[str, object]:
    root, size = disclosure.root, disclosure.size
    return {
        "schema": SCHEMA,
        "verdict": "fail" if problems else "pass",
        "root": root.hex(),
        "size": size,
        "opened": [
            {"position": each.position, "card": str(each.card), "verified": verify_opening(root, size, each)}
            for each in disclosure.openings
        ],
        "complete": _is_complete(disclosure),
        "problems": problems,
    }


def _render(disclosure: Disclosure, problems: list[str]) -> str:
    root, size = disclosure.root, disclosure.size
    lines = [f"root {root.hex()}, {size} cards"]
    for each in disclosure.openings:
        verdict = "verified" if verify_opening(root, size, each) else "DOES NOT MATCH"
        lines.append(f"position {each.position:>4}  {each.card}  {verdict}")
    opened = len({each.position for each in disclosure.openings})
    if problems:
        lines.append(f"{len(problems)} problem{'s' * (len(problems) > 1)} found")
    elif not opened:
        lines.append(f"no card was opened, so nothing was checked; {size} positions stay closed")
    elif _is_complete(disclosure):
        lines.append(f"all {size} positions opened and verified: {_composition(disclosure)}")
    else:
        lines.append(f"{opened} of {size} positions opened, all verified; {size - opened} stay closed")
    return "\n".join(lines)


def _is_complete(disclosure: Disclosure) -> bool:
    return len({each.position for each in disclosure.openings}) == disclosure.size


def _composition(disclosure: Disclosure) -> str:
    decks = disclosure.size // len(DECK)
    if sorted(each.card for each in disclosure.openings) == sorted(DECK * decks):
        return "1 whole deck" if decks == 1 else f"{decks} whole decks"
    return "not whole decks of 52 cards"
