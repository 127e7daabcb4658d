"""Which par sheets there are: each base game, and each table of each wager, for each number of decks."""

from collections.abc import Iterator, Sequence

from croupier import catalogue
from croupier.handbook.page.blocks import Cell, Column, Document, Grid, Section
from croupier.handbook.page.text import percent
from croupier.questions.sheet.records import Sheet
from croupier.software import short_name


def every_sheet() -> Iterator[tuple[str, str, str | None]]:
    """A file name, a configuration and a wager; no wager where the sheet is of the base game."""
    book = catalogue.book()
    for game in book.games.values():
        has_base = any(wager.kind == "base" for wager in game.wagers)
        for edition in game.editions:
            start = [] if edition is game.editions[0] else [f"edition={edition.id}"]
            if has_base:
                base = next(wager.id for wager in game.wagers if wager.kind == "base")
                spec = f"{game.name}({', '.join(start)})" if start else game.name
                yield f"{game.name}.{edition.id}.{base}", spec, None
            keys = {key.id for key in game.keys if edition.id in key.editions}
            for wager in game.wagers:
                if wager.kind not in ("bonus", "jackpot"):
                    continue
                for table in wager.tables_in(edition.id):
                    for decks in book.paytable(table).decks if "decks" in keys else (None,):
                        chosen = [f"{each}={table}" for each in (wager.beside, wager.id) if each]
                        settings = [*start, *chosen, *([f"decks={decks}"] if decks else [])]
                        where = f".{decks}-decks" if decks else ""
                        yield (
                            f"{game.name}.{edition.id}.{wager.id}.{table}{where}",
                            f"{game.name}({', '.join(settings)})",
                            wager.id,
                        )


def index_page(written: Sequence[tuple[str, Sheet]], endings: Sequence[str]) -> Document:
    """What was written, game by game: each wager with its table, its edge and its files."""
    sections: dict[str, list[tuple[Cell, ...]]] = {}
    for name, sheet in written:
        edition = sheet.configuration.edition
        decks = str(sheet.configuration.decks) if "decks" in sheet.configuration.values else ""
        rows = sections.setdefault(f"{sheet.title}, {edition.title}", [])
        files = [Cell(ending.upper(), link=f"{name}.{ending}") for ending in endings]
        for each in sheet.wagers:
            table = each.table.id if each.table else ""
            edge = "needs the meter" if each.expectation is None else percent(-each.expectation, 4)
            mark = "sample" if each.is_sample else ""
            rows.append((Cell(each.wager.title, mark), Cell(table), Cell(decks), Cell(edge), *files))
        if not sheet.wagers:
            rows.append((Cell("not solved"), Cell(""), Cell(decks), Cell("–"), *files))
    columns = (
        Column("Wager"),
        Column("Table"),
        Column("Decks", True),
        Column("House edge, %", True),
        *(Column("File" if not place else "") for place, _ in enumerate(endings)),
    )
    grids = tuple(Section(title, (Grid(columns, tuple(rows)),)) for title, rows in sections.items())
    first = written[0][1] if written else None
    foot = f"rulebook {first.configuration.book.hash} · {short_name(first.software)}" if first else ""
    return Document("Par sheets", grids, "Index", (("Sheets", f"{len(written):,}"),), foot, has_contents=True)
