"""The book as pages of text: the list of games, one game's rules, one paytable.

Every number leads to its citation, a sample says that it is one, and a reading says how sure we are of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.handbook.page.text import heading, paragraph, table
from croupier.handbook.rules.records import sources_of
from croupier.rulebook.book import Book, Table
from croupier.rulebook.citations import MARKS, Cite
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import Paytable, label_for
from croupier.rulebook.rules import Edition, GameRules, Rule
from croupier.units.money import dollars
from croupier.units.odds import NoPay, describe_pay, format_odds

TOPICS = {
    "play": "How it is played",
    "ranking": "How hands rank",
    "bonus": "Bonus wagers",
    "jackpot": "Jackpots",
    "limits": "The operator's choices",
    "dealing": "Dealing",
    "equipment": "Equipment",
    "approval": "Approval",
    "promotion": "Promotions",
}


def cited(cites: Iterable[Cite]) -> str:
    return "[" + "; ".join(str(cite) for cite in cites) + "]"


def render_games(book: Book) -> str:
    """One block a game: editions, wagers, tables."""
    blocks = []
    for game in book.games.values():
        lines = [heading(f"{game.title}  ({game.name})", "-"), paragraph(game.summary)]
        lines.append("")
        for edition in game.editions:
            where = f"{edition.title}, {_seats(edition)}, {game.deck} [{edition.document}]"
            lines.append(paragraph(f"edition {edition.id}: {where}", "    ", "  "))
        for wager in game.wagers:
            lines.append(f"  {wager.id}: {wager.title}")
            for edition_id, ids in wager.tables:
                prefix = "      " if len(game.editions) == 1 else f"      {edition_id}: "
                lines.append(paragraph(" ".join(ids), "        ", prefix))
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + f"\n\nrulebook {book.hash}"


def render_handbook(book: Book) -> str:
    """The list of games with where to read on."""
    rows = []
    for game in book.games.values():
        for edition in game.editions:
            own = {book.table(each).id for wager in game.wagers for each in wager.tables_in(edition.id)}
            samples = sum(1 for each in own if each.startswith("SAMPLE-"))
            rows.append(
                (
                    game.name,
                    edition.id,
                    f"{edition.seats[0]}-{edition.seats[1]}",
                    str(sum(1 for wager in game.wagers if wager.kind in ("bonus", "jackpot"))),
                    str(len(own) - samples),
                    str(samples),
                )
            )
    return "\n".join(
        (
            heading("Croupier: the handbook of games"),
            "",
            table(rows, ("game", "edition", "seats", "bonus wagers", "tables", "samples"), right=(3, 4, 5)),
            "",
            "croupier show GAME        the rules in plain words, each with its citation",
            "croupier paytable ID      one paytable",
            "croupier settle ROUND     what is owed for a round as it was dealt",
            "croupier --help           everything else",
            "",
            f"rulebook {book.hash}",
        )
    )


def render_game(book: Book, game: GameRules, edition: str | None = None) -> str:
    """A game's rules in our own words, its wagers, tables, keys, notices and readings."""
    wanted = [each for each in game.editions if edition in (None, each.id)]
    names = {each.id for each in wanted}
    parts = [heading(game.title), paragraph(f"{game.summary} {cited(game.cites)}")]
    parts.append(
        "\n".join(
            paragraph(f"Edition {each.id}: {each.title}, {_seats(each)}, {game.deck}. {cited(each.cites)}", "  ", "")
            for each in wanted
        )
    )
    for topic, title in TOPICS.items():
        rules = [rule for rule in game.rules if rule.topic == topic and names & set(rule.editions)]
        if rules:
            parts.append("\n".join([heading(title, "-"), *(_rule(rule, game) for rule in rules)]))
    parts.append(_numbers(game))
    parts.append(_wagers(book, game, names))
    parts.append(_keys(game, names))
    for notice in game.notices:
        if names & set(notice.editions):
            words = paragraph(f"“{notice.words}” {cited(notice.cites)}", "  ")
            parts.append(f"{heading(notice.title, '-')}\n{words}")
    parts.append(_interpretations(game))
    parts.append(_sources(book, game))
    parts.append(f"rulebook of {game.name} {book.game_hash(game.name)}")
    return "\n\n".join(part for part in parts if part)


def _seats(edition: Edition) -> str:
    return f"{edition.seats[0]} to {edition.seats[1]} seats"


def _rule(rule: Rule, game: GameRules) -> str:
    only = "" if len(rule.editions) == len(game.editions) else f" ({', '.join(rule.editions)} only)"
    return paragraph(f"{rule.text}{only} {cited(rule.cites)}", "    ", "  - ")


def _numbers(game: GameRules) -> str:
    lines = [heading("Numbers", "-")]
    lines += [paragraph(f"{each.value}: {each.text} {cited(each.cites)}", "    ", "  - ") for each in game.numbers]
    return "\n".join(lines)


def _wagers(book: Book, game: GameRules, names: set[str]) -> str:
    lines = [heading("Wagers and tables", "-")]
    shown: set[str] = set()
    for wager in game.wagers:
        lines.append(paragraph(f"{wager.title} ({wager.id}): {wager.text} {cited(wager.cites)}", "  "))
        for edition, ids in wager.tables:
            if edition not in names:
                continue
            lines.append(paragraph(f"{edition}: {' '.join(ids)}", "      ", "    "))
            for each in ids:
                found = book.table(each)
                if found.id not in shown:
                    shown.add(found.id)
                    lines.append("")
                    lines.append("\n".join(f"    {line}" for line in render_table(found).splitlines()))
        lines.append("")
    return "\n".join(lines).rstrip()


def _keys(game: GameRules, names: set[str]) -> str:
    keys = [key for key in game.keys if names & set(key.editions)]
    if not keys:
        return ""
    lines = [heading("Configuration keys", "-")]
    for key in keys:
        others = [value for value in key.values if value != key.default]
        values = f" (or {', '.join(others)})" if others else ""
        reading = f" (reading {key.reading})" if key.reading else ""
        text = f"{key.id} = {key.default}{values}: {key.text}{reading} {cited(key.cites)}"
        lines.append(paragraph(text, "      ", "  "))
    return "\n".join(lines)


def _interpretations(game: GameRules) -> str:
    if not game.interpretations:
        return ""
    lines = [heading("How we read it where the document leaves room", "-")]
    for each in game.interpretations:
        switch = f"; switch: {each.key}" if each.key else ""
        money = f"; concerns {', '.join(each.affects)}" if each.affects else ""
        lines.append(paragraph(f"{each.question}", "      ", f"  {each.id.ljust(4)}"))
        lines.append(paragraph(f"{each.answer} Why: {each.why}", "      "))
        lines.append(paragraph(f"({each.confidence} confidence{money}{switch}) {cited(each.cites)}", "      "))
    return "\n".join(lines)


def _sources(book: Book, game: GameRules) -> str:
    lines = [heading("Sources", "-")]
    for tag in sources_of(book, game):
        source = book.sources[tag]
        where = f" {source.address}" if source.address else ""
        edition = f", {source.edition}" if source.edition else ""
        lines.append(
            paragraph(f"{tag} ({source.mark}): {source.title}{edition}. {source.publisher}.{where}", "      ", "  ")
        )
    lines.append(paragraph("Marks: " + "; ".join(f"{mark} {text}" for mark, text in MARKS.items()) + ".", "  "))
    return "\n".join(lines)


def render_table(found: Table, setting: Setting | None = None) -> str:
    """One table with its mark, its citation and what it leaves unpaid."""
    title = found.id + (f"  (also {', '.join(found.aliases)})" if isinstance(found, Paytable) and found.aliases else "")
    lines = [title]
    if found.status == "sample":
        lines.append(paragraph(f"SAMPLE, not the maker's: {found.note}"))
    elif found.status == "user":
        lines.append("USER table, from a file of the operator's")
    if isinstance(found, Ladder):
        lines.append(table([(str(rung.players), rung.label) for rung in found.rungs], ("players", "from"), right=[0]))
        lines.append(paragraph(cited(found.cites)))
        return "\n".join(lines)
    setting = setting or found.default_setting()
    lines.append(_basis(found))
    envy = any(row.envy_cents is not None for row in found.rows)
    rows = []
    for row in found.rows:
        cells = [label_for(row.label, setting), describe_pay(row.pay)]
        if envy:
            cells.append("–" if row.envy_cents is None else dollars(row.envy_cents))
        if found.is_dynamic:
            cells.append(" ".join(describe_pay(pay) for pay in row.dynamic) if row.dynamic else "")
        rows.append(cells)
    header = ["event", "pays", *(["envy"] if envy else []), *(["dynamic pays"] if found.is_dynamic else [])]
    lines.append(table(rows, header, right=[1, 2] if envy else [1]))
    if found.dealer_envy_percent:
        lines.append(f"dealer envy: {format_odds(found.dealer_envy_percent)}% of a jackpot won in full")
    for other in found.alternatives:
        label = next(label_for(row.label, setting) for row in found.rows if row.event == other.event)
        lines.append(f"with {other.key}={other.value}: {label} pays {describe_pay(other.pay)}")
    losing = [each.replace("_", " ") for each in found.losing_categories()]
    lines.append(paragraph(f"loses: {', '.join(losing)}" if losing else "every hand is paid"))
    if any(isinstance(row.pay, NoPay) for row in found.rows):
        lines.append("– the table lacks this row: the hand is graded on the rows below it")
    lines.append(paragraph(cited(found.cites)))
    return "\n".join(lines)


def _basis(found: Paytable) -> str:
    words = ['odds "to 1": the stake comes back with a win'] if found.basis == "to" else ['pays "for 1" per $1 wagered']
    if FAMILIES[found.family].from_a_shoe:
        words.append(f"{' / '.join(map(str, found.decks))} decks")
    if found.ranks:
        words.append(f"{found.ranks} chosen rank{'s' if found.ranks > 1 else ''}")
    if found.needs_suit:
        words.append("chosen suit")
    return "; ".join(words)
