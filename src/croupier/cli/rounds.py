"""Commands on rounds: settle what happened at a table, replay what was recorded, verify opened cards. The proof of
opened cards is in ``play.commitments``; here the file is read with suspicion and the verdict printed."""

import json
from pathlib import Path
from typing import Final

import click

from croupier import catalogue
from croupier.cards.cards import DECK
from croupier.cli.options import GameName, as_json, table_option
from croupier.cli.output import print_json, read_input, remark, tell
from croupier.errors import BadInput, CheckFailed
from croupier.play import commitments, documents, reading, roundfile, stakes, tablefile
from croupier.play.replay import replay_transcript
from croupier.play.settlement import render_settlement

PARQUET: Final = b"PAR1"  # How every Parquet file begins.


EXAMPLE_HINT: Final = "croupier settle --example GAME prints one to start from"
TRANSCRIPT_HINT: Final = "croupier play writes a transcript of every round"


def _document(file: str, what: str, hint: str, content: bytes | None = None) -> dict[str, object]:
    """The JSON object in a file; a refusal names the file, and says where one comes from."""
    try:
        return documents.parse_document(read_input(file) if content is None else content, what)
    except BadInput as refused:
        name = "standard input" if file == "-" else click.format_filename(file)
        told = refused.message if name in refused.message else f"{name}: {refused.message}"
        raise BadInput(told, hint=refused.hint or hint) from None


@click.command()
@click.argument("file", type=click.Path(allow_dash=True), required=False)
@click.option("--example", metavar="GAME", type=GameName(), help="Print a round file of GAME to start from.")
@table_option
@as_json
def settle(file: str | None, example: str | None, table_file: str | None, as_json: bool) -> None:
    """Settle the round in FILE ("-" reads standard input): what is owed, wager by wager, and by which rule.

    Exit status: 0 when the round is settled, 2 when the file breaks a rule of the table.

    \b
    croupier settle --example three-card-prime > round.json
    croupier settle round.json
    """
    if example is not None:
        if file is not None:
            raise BadInput("--example goes without FILE", hint="it prints a round file to start from")
        from croupier.table.quiz import example_round

        print_json(example_round(catalogue.load(example)))
        return
    if file is None:
        raise BadInput("Missing argument 'FILE'", hint=EXAMPLE_HINT)
    document = _document(file, "round", EXAMPLE_HINT)
    table = tablefile.read_table(Path(table_file), catalogue.load) if table_file else None
    game, _, settlement = roundfile.settle_file(document, catalogue.load, table)
    if as_json:
        from croupier.play.round_records import settled  # the text needs no records

        print_json(settled(game, settlement))
    else:
        click.echo(render_settlement(game, settlement))
    largest: dict[str, int] = {}
    for line in settlement.lines:
        largest[line.wager] = max(line.stake, largest.get(line.wager, 0))
    for warning in stakes.above_state_limits(game.configuration, largest):
        remark(warning)


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--round", "number", type=int, metavar="N", help="A round of a simulated sample (simulate --record).")
@as_json
def replay(file: str, number: int | None, as_json: bool) -> None:
    """Play the transcript in FILE again and verify it to the cent.

    A transcript of another rulebook is played with the tables it carries. Exit status: 0 when everything agrees, 1
    when something differs, 2 when the file cannot be used.
    """
    if number is None:
        content = read_input(file)
        if content.startswith(PARQUET):
            raise BadInput(
                f"{click.format_filename(file)} is a recorded sample: which of its rounds?",
                hint="name one by its number, as in --round 0",
            )
        result = replay_transcript(_document(file, "transcript", TRANSCRIPT_HINT, content), catalogue)
    else:
        from croupier.questions.recorded_rounds import replay_recorded

        result = replay_recorded(file, number)
    if as_json:
        from croupier.play.round_records import replayed

        print_json(replayed(result))
    else:
        tell(result.render())
    if result.differences:
        count = len(result.differences)
        raise CheckFailed(f"{count} difference{'s' if count > 1 else ''} found", hint="see the list above")


SCHEMA: Final = 1


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@as_json
def verify(file: str, as_json: bool) -> None:
    """Check the opened cards, dice and drawn pays in FILE against the root published before the bets closed.

    FILE is a round's transcript, or any JSON object with the keys "schema" (1) and "commitment" (root, size,
    rounds, openings, chances); "-" reads standard input. Exit status: 0 when every opening is proved, 1 when one is
    not, 2 when FILE cannot be read. Compare the root with the one the table published: the file alone cannot show when
    that was.
    """
    document = _document(file, "transcript", TRANSCRIPT_HINT)
    reading.check_schema(documents.Part(document, ""))
    if "commitment" not in document:
        raise BadInput("'commitment' is missing", hint="a round played without a committed shoe has nothing to verify")
    disclosure = commitments.Disclosure.from_json(document["commitment"])
    record = _to_json(disclosure)
    tell(json.dumps(record, indent=2) if as_json else _render(record))
    disclosure.check()


def _to_json(disclosure: commitments.Disclosure) -> documents.Json:
    root, size, rounds, problems = disclosure.root, disclosure.size, disclosure.rounds, disclosure.problems()
    opened = [
        {
            "position": opening.position,
            "card": str(opening.card),
            "verified": commitments.verify_opening(root, size, opening, rounds),
        }
        for opening in disclosure.openings
    ]
    chances = [
        {
            "round": chance.round,
            "dice": list(chance.chance.dice),
            "pays": dict(chance.chance.pays),
            "verified": commitments.verify_chance(root, size, chance, rounds),
        }
        for chance in disclosure.chances
    ]
    head = {"schema": SCHEMA, "verdict": "fail" if problems else "pass", "root": root.hex(), "size": size}
    is_complete = len({opening.position for opening in disclosure.openings}) == size
    return {**head, "opened": opened, "chances": chances, "complete": is_complete, "problems": problems}


def _render(record: documents.Json) -> str:
    size, problems, said = record["size"], record["problems"], {True: "verified", False: "DOES NOT MATCH"}
    lines = [f"root {record['root']}, {size} cards"]
    for card in record["opened"]:
        lines.append(f"position {card['position']:>4}  {card['card']}  {said[card['verified']]}")
    for chance in record["chances"]:
        dice = f"dice {' '.join(map(str, chance['dice']))}" if chance["dice"] else ""
        pays = f"{len(chance['pays'])} drawn pays" if chance["pays"] else ""
        lines.append(f"round {chance['round']:>7}  {', '.join(filter(None, (dice, pays)))}  {said[chance['verified']]}")
    opened = {card["position"]: card["card"] for card in record["opened"]}
    if problems:
        lines.append(f"{len(problems)} problem{'s' * (len(problems) > 1)} found")
    elif not opened:
        lines.append(f"no card was opened, so nothing was checked; {size} positions stay closed")
    elif record["complete"]:
        lines.append(f"all {size} positions opened and verified: {_composition(list(opened.values()))}")
    else:
        lines.append(f"{len(opened)} of {size} positions opened, all verified; {size - len(opened)} stay closed")
    return "\n".join(lines)


def _composition(cards: list[str]) -> str:
    decks = len(cards) // len(DECK)
    if sorted(cards) == sorted(map(str, DECK * decks)):
        return "1 whole deck" if decks == 1 else f"{decks} whole decks"
    return "not whole decks of 52 cards"
