"""Games, wagers and tables as a person names them, and how a shell completes them."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from croupier import catalogue
from croupier.rulebook.rules import GameRules


class GameName(click.ParamType[str]):
    """A game by its name, its configuration or its title: ``Three Card Prime(prime=...)`` is understood."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return by_title(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        games = catalogue.book().games.values()
        return [CompletionItem(game.name, help=game.title) for game in games if game.name.startswith(incomplete)]


class TableId(click.ParamType[str]):
    """A paytable by its id or an alias."""

    name = "id"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        book, known = catalogue.book(), _game(ctx)
        named = [known] if known else book.games.values()
        wagers = [wager for game in named for wager in game.wagers]
        # A wager that has no tables of its own, or that nobody knows, narrows nothing.
        asked = [wager for wager in wagers if wager.id == ctx.params.get("wager") and wager.tables] or wagers
        offered = {each for wager in asked for _, ids in wager.tables for each in ids}
        return [CompletionItem(each) for each in sorted(offered) if each.casefold().startswith(incomplete.casefold())]


class WagerName(click.ParamType[str]):
    """A wager by its id or its title."""

    name = "wager"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value.strip().casefold().replace(" ", "_").replace("-", "_") if value.strip() else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        known = _game(ctx)
        wagers = known.wagers if known else [each for game in catalogue.book().games.values() for each in game.wagers]
        return [CompletionItem(each) for each in sorted({wager.id for wager in wagers}) if each.startswith(incomplete)]


def _game(ctx: click.Context) -> GameRules | None:
    """The game that is on the line already.

    Where an option is still without its value, click has not given the words before it to the arguments: they are
    left over.
    """
    typed = ctx.params.get("game") or next(iter(ctx.args), "")
    return catalogue.book().games.get(by_title(typed).partition("(")[0])


def by_title(text: str) -> str:
    """The same configuration with the game's name in the place of its title.

    >>> by_title("Three Card Prime (tables=sample)")
    'three-card-prime(tables=sample)'
    """
    typed, bracket, rest = text.partition("(")
    words = " ".join(typed.split()).casefold()
    for game in catalogue.book().games.values():
        if words in (game.title.casefold(), game.name.replace("-", " ")):
            return f"{game.name}{bracket}{rest}"
    return text


game_argument = click.argument("game", type=GameName())
wager_option = click.option("--wager", type=WagerName(), help="Which wager; the base wager unless another is named.")
