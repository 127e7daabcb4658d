"""Which par sheets there are: each base game, and each table of each wager, for each number of decks."""

from collections.abc import Iterator

from croupier import catalogue


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
