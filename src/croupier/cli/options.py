"""Options of commands: those of a question are its fields, made from its declaration; a few are shared. Games, wagers
and tables are named as a person names them, and a shell completes them. ``units.typed`` and ``questions.conditions``
read other values, by one grammar: amounts are dollars, with or without ``$`` and separators; a level of a jackpot comes
before its value, as in ``--meter 2=1000``; a part is written 18% or 0.18."""

import contextlib
import datetime
import functools
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from croupier import catalogue
from croupier.cli.main import Decorator
from croupier.errors import BadInput, CroupierError
from croupier.rulebook import configuration, rules

if TYPE_CHECKING:
    from croupier.play.stakes import Limit
    from croupier.questions.asking import Question, QuestionField


class GameName(click.ParamType[str]):
    """A game by its name, its configuration or its title: ``Three Card Prime(prime=...)`` is understood."""

    name = "game"

    def __init__(self, *, tells: bool = True) -> None:
        self.tells = tells
        """Whether sample tables that nobody named are told; a command that prints all of a game's tables marks them."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        named = by_title(value)
        if self.tells:
            tell_of_samples(named)
        return named

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        games = catalogue.book().games.values()
        return [CompletionItem(game.name, help=game.title) for game in games if game.name.startswith(incomplete)]


def tell_of_samples(named: str) -> None:
    """Before anything else: tables that nobody named and that are not the maker's: no sample is a silent default."""
    with contextlib.suppress(CroupierError):
        chosen = catalogue.configuration(named)
        tables: dict[str, rules.Paytable | rules.Ladder] = {**chosen.tables, **chosen.ladders}
        silent = [f"{wager}={table.id}" for wager, table in tables.items() if table.status == "sample"]
        silent = [words for words in silent if words.partition("=")[2] not in named.upper()]
        if silent and "tables=sample" not in named.replace(" ", ""):
            click.echo(f"note: sample tables, not the maker's: {', '.join(silent)}", err=True)


class TableId(click.ParamType[str]):
    name = "id"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        book, known = catalogue.book(), _game(ctx)
        named = [known] if known else book.games.values()
        wagers = [wager for game in named for wager in game.wagers]
        # A wager that has no tables of its own, or that nobody knows, narrows nothing.
        asked = [wager for wager in wagers if wager.id == ctx.params.get("wager") and wager.tables] or wagers
        offered = {id for wager in asked for _, ids in wager.tables for id in ids}
        return [CompletionItem(id) for id in sorted(offered) if id.casefold().startswith(incomplete.casefold())]


class WagerName(click.ParamType[str]):
    name = "wager"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value.strip().casefold().replace(" ", "_").replace("-", "_") if value.strip() else value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        known = _game(ctx)
        wagers = known.wagers if known else [wager for game in catalogue.book().games.values() for wager in game.wagers]
        return [CompletionItem(id) for id in sorted({wager.id for wager in wagers}) if id.startswith(incomplete)]


def _game(ctx: click.Context) -> rules.GameRules | None:
    """The game that is on the line already. Where an option is still without its value, click has not given the words
    before it to the arguments: they are left over."""
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


def chosen_table(game: str | None, table_file: str | None) -> tuple[configuration.Configuration, Mapping[str, "Limit"]]:
    """The configuration that was named, or that of a table file with its limits."""
    if table_file is None:
        if game is None:
            raise BadInput("no game named", hint="croupier games lists them; or give a table by --table FILE")
        return catalogue.configuration(game), {}
    from croupier.play.tablefile import read_table

    table = read_table(Path(table_file), catalogue.load)
    if game is not None and str(catalogue.configuration(game)) != str(table.game.configuration):
        raise BadInput(f"{game[:60]} is not the game of {table_file}", hint="leave GAME out")
    return table.game.configuration, table.limits


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
no_cache = click.option("--no-cache", is_flag=True, help="Prove it again, whatever is remembered.")
table_option = click.option(
    "--table", "table_file", metavar="FILE", help="A table file: the game with the limits that the house has posted."
)


GivenOptions = dict[str, Any]  # The fields of a question that were given as options, by name.
_NUMBER: Final = re.compile(r"[0-9][0-9_,]*|[0-9]+(\.[0-9]+)?[eE]\+?[0-9]{1,2}")


def asks(*kinds: "type[Question[object]]", without: Sequence[str] = ()) -> Decorator:
    """An option for every field of these questions; the command gets those that were given, by name."""
    from croupier.questions.asking import fields_of

    fields = {name: field for kind in reversed(kinds) for name, field in fields_of(kind).items() if name not in without}
    first = {name: fields[name] for kind in kinds for name in fields_of(kind) if name in fields}

    def decorate(command: Callable[..., object]) -> Callable[..., object]:
        @functools.wraps(command)
        def run(**options: object) -> object:
            context = click.get_current_context()
            values = {name: options.pop(name) for name in first}
            given = {
                name: value
                for name, value in values.items()
                if context.get_parameter_source(name) is not ParameterSource.DEFAULT
            }
            return command(given, **options)

        wrapped: Callable[..., object] = run
        for field in reversed(first.values()):
            wrapped = _option(field, all(field.name in fields_of(kind) for kind in kinds))(wrapped)
        return wrapped

    return decorate


def _option(field: "QuestionField", everywhere: bool) -> Decorator:
    """A field as click takes it; one that only some of a command's questions have is never required."""
    if field.name == "game":
        return click.argument("game", type=GameName(), required=field.is_required)
    flag = f"--{field.name.replace('_', '-')}"
    kind: object = {"WAGER": WagerName(), "ID": TableId(), "LARGE": LargeNumber()}.get(field.form)
    shown = field.default not in (None, (), "", False) or field.default == 0
    # A default of None would be a value to click, and nothing would be missing.
    is_required = field.is_required and everywhere
    options: dict[str, Any] = {} if is_required else {"default": None if field.default == () else field.default}
    options |= {
        "required": is_required,
        "help": field.words or None,
        "show_default": shown and field.kind is not bool,
        "metavar": field.form if kind is None and field.form else None,
    }
    if field.kind is bool:
        return click.option(f"{flag}/--no-{field.name.replace('_', '-')}", field.name, **options | {"metavar": None})
    if field.choices:
        kind = click.Choice(field.choices)
    elif field.kind is datetime.date:
        kind = Date()
    elif kind is None:
        kind = {int: int, float: float}.get(field.kind, str)
    return click.option(flag, field.name, type=kind, multiple=field.kind is tuple, **options)


class LargeNumber(click.ParamType[int]):
    name = "N"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return value if isinstance(value, int) else whole_number(value, f"--{param.name}" if param else "number")


class Date(click.ParamType[datetime.date]):
    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime.date:
        try:
            return value if isinstance(value, datetime.date) else datetime.date.fromisoformat(value)
        except ValueError:
            option = f"--{param.name}" if param else "date"
            raise BadInput(f"{option} {value[:40]}: not a date", hint=f"as in {option} 2026-11-15") from None


def whole_number(text: str, option: str) -> int:
    """A whole number, written out or as in 1e9."""
    plain = text.strip()
    hint = f"as in {option} 1000000, or 1e6"
    if plain.startswith("-") and _NUMBER.fullmatch(plain[1:]):
        raise BadInput(f"{option} {text[:40]}: it cannot be negative", hint=hint)
    if not _NUMBER.fullmatch(plain):
        raise BadInput(f"{option} {text[:40]}: expected a whole number", hint=hint)
    value = Decimal(plain.replace("_", "").replace(",", ""))
    if value >= Decimal(10) ** 30:
        raise BadInput(f"{option} {text[:40]}: too large", hint=hint)
    if value != value.to_integral_value():
        raise BadInput(f"{option} {text[:40]}: expected a whole number", hint=hint)
    return int(value)
