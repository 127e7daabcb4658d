"""The command line: parse, call the library, print. Commands are imported only when they are called. Exit status
everywhere: 0 good, 1 a check failed, 2 bad input, 3 a needed part is missing, 130 stopped by Ctrl-C. Data goes to
standard output, talk and errors to standard error."""

import errno
import importlib
import io
import sys
from collections.abc import Callable
from typing import ClassVar

import click

from croupier.errors import CroupierError

# Command, the module that holds it, and its line in --help; the modules load numpy and friends only where needed.
COMMANDS = {
    "games": ("croupier.cli.book", "List the games, their editions, wagers and paytables."),
    "show": ("croupier.cli.book", "Print a game's rules, tables and readings, each with its citation."),
    "paytable": ("croupier.cli.book", "Print one paytable."),
    "serve": ("croupier.cli.house", "Open the house in the browser: tables, adjudicator, par sheets, handbook."),
    "play": ("croupier.cli.play", "Play a game for chips, with bots in the other seats."),
    "settle": ("croupier.cli.rounds", "Settle a round as it happened at a table."),
    "replay": ("croupier.cli.rounds", "Play a recorded round again and verify it to the cent."),
    "edge": ("croupier.cli.edge", "Print the exact house edge of a wager, every outcome counted."),
    "strategy": ("croupier.cli.strategy", "Print the best way to play a base game."),
    "advise": ("croupier.cli.strategy", "Print what every decision is worth with one hand."),
    "simulate": ("croupier.cli.simulate", "Simulate a game and compare every wager with its exact value."),
    "cut-card": ("croupier.cli.edge", "Estimate what dealing a shoe to a cut card changes."),
    "parsheet": ("croupier.cli.prints", "Write the par sheet of a game as PDF, HTML, XLSX, JSON or CSV."),
    "placard": ("croupier.cli.prints", "Write the table placard or the rack card of a game as SVG or PDF."),
    "rules": ("croupier.cli.prints", "Write the rules of play of a table as a document, PDF or HTML."),
    "layout": ("croupier.cli.prints", "Draw the felt of a game to scale, as SVG or PDF."),
    "quiz": ("croupier.cli.play", "Ask what is owed, round by round, and grade the answers."),
    "design": ("croupier.cli.design", "Find a paytable for a wanted house edge, by an exact search."),
    "advantage": ("croupier.cli.advantage", "Print what a game loses to a player who sees too much."),
    "new": ("croupier.cli.own_games", "Write the folder of a new game, to be filled in."),
    "test-game": ("croupier.cli.own_games", "Run the rulings and the laws on a game in a folder of its own."),
    "about": ("croupier.cli.laboratory", "Print version, rulebook hash and every installed file's hash."),
    "dossier": ("croupier.cli.laboratory", "Write everything that is filed for a game, as one folder."),
    "evidence": ("croupier.cli.laboratory", "Collect the evidence that this software was built from this source."),
    "verify": ("croupier.cli.rounds", "Verify the opened cards of a committed deal."),
    "grade": ("croupier.cli.strategy", "Value a way to play exactly: its edge, and the hands where it loses most."),
    "rng": ("croupier.cli.rng", "Collect random streams and report on them."),
    "backup": ("croupier.cli.house", "Write a casino to one encrypted file: book, log-ins, access log, checkpoints."),
    "restore": ("croupier.cli.house", "Bring a casino up from its backup, where there is none yet."),
    "jackpot": ("croupier.cli.jackpot", "Run house and progressive jackpots: plans, meters, books and reports."),
}


Decorator = Callable[[Callable[..., object]], Callable[..., object]]


def together(*options: Decorator) -> Decorator:
    """Options that several commands share, as one decorator, in the order of --help."""

    def decorate(command: Callable[..., object]) -> Callable[..., object]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


class LazyCommands(click.Group):
    table: ClassVar = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            return None
        command: click.Command = getattr(importlib.import_module(self.table[cmd_name][0]), cmd_name.replace("-", "_"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.table and not args[0].startswith("-"):
            from croupier.errors import UnknownName

            raise UnknownName("command", args[0], self.table, note=f"{ctx.command_path} --help lists the commands")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.table.items()])


class _ReaderGone(Exception):
    """Nobody reads the output any more. Click would make a failure of the error itself."""


class Root(LazyCommands):
    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError:
            raise _ReaderGone from None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGone from None


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="croupier", message="croupier %(version)s")
@click.option(
    "--games", "folders", multiple=True, metavar="DIR", help="Add a game from outside the package, or a folder of them."
)
@click.pass_context
def cli(ctx: click.Context, folders: tuple[str, ...]) -> None:
    """An executable rulebook for casino table games: played, proved, simulated and operated from one definition."""
    if folders:
        from croupier import catalogue

        ctx.with_resource(catalogue.games_from(folders))


def main(args: list[str] | None = None) -> None:
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    if sys.stdout is None:
        # The shell closed it (croupier games >&-): whoever writes is told, instead of writing to nobody.
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a dash or a curly quote gets a question mark, not a crash.
        sys.stdout.reconfigure(errors="replace")
    try:
        outcome: object = cli.main(args=args, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
        return outcome if isinstance(outcome, int) else 0
    except click.exceptions.NoArgsIsHelpError as problem:
        print(problem.ctx.get_help() if problem.ctx else "", file=sys.stderr)
        return 2
    except click.ClickException as problem:
        told = f"croupier: {problem.format_message()}"
        if isinstance(problem, click.UsageError) and problem.ctx:
            told += f"\nhint: {problem.ctx.command_path} --help"
        _complain(told)
        return 2
    except click.Abort as problem:
        print("croupier: stopped", file=sys.stderr)
        # As a shell counts it: 128 and the number of the signal.
        return 130 if isinstance(problem.__cause__, KeyboardInterrupt) else 2
    except CroupierError as problem:
        _complain(f"croupier: {problem}")
        return problem.exit_status
    except (BrokenPipeError, _ReaderGone):
        # The reader has gone (croupier games | head): nothing is wrong, and nothing more may be written.
        _write_no_more()
        return 0
    except OSError as problem:
        what = problem.filename or "cannot write the output"
        print(f"croupier: {what}: {problem.strerror}", file=sys.stderr)
        if not isinstance(sys.stdout, _Closed):
            _write_no_more()
        return 3


def _complain(text: str) -> None:
    from croupier.cli.output import message  # needed only after a mistake

    print(message(text, sys.stderr), file=sys.stderr)


def _write_no_more() -> None:
    from croupier.cli.output import write_no_more  # not needed to start

    write_no_more()


class _Closed(io.TextIOBase):
    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")
