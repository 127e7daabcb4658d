"""The command that keeps a book's writer running, so that every other command and service sends its requests to it."""

import signal
import threading
import time
from collections.abc import Callable

import click

from croupier.casino.floor import FrontDesk, at_desk, link_names
from croupier.cli.jackpot.people import log_in
from croupier.cli.output import remark
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import TOKENS, Actor
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import Fenced, StoreBroken, StoreBusy, StoreError
from croupier.people.access_log import Act, Line, access_log_of
from croupier.stores.addresses import masked

LOOK_EVERY = 0.5
PATIENCE = 6.0  # Seconds to wait: short commands finish, and the lease of a process that was killed runs out.


@click.command()
@click.argument("book")
@click.option("--take-over", is_flag=True, help="Take the links from a process that still writes them; needs --by.")
@click.option("--by", metavar="NAME", help="The supervisor who takes over; they log in.")
def run(book: str, take_over: bool, by: str | None) -> int:
    """Write the links of BOOK until this command is stopped (Ctrl-C, or SIGTERM).

    While it runs, croupier jackpot post and every other command that writes to BOOK sends its requests here, and they
    share commits. One process writes a link at a time. If another process does, this command names it and ends with
    status 3. With --take-over a supervisor of every live link takes the links from that process, and the access log
    says who did. A database that is away for a while is waited for, and its links are opened again. After a pause in
    which another process took its place, this one stands by until the links are free.
    """
    if take_over != (by is not None):
        raise BadInput(
            "--take-over and --by go together", hint="--take-over --by NAME, a supervisor of every live link"
        )
    actor = log_in(book, by) if by is not None else None
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with at_desk(book) as desk:
        if actor is not None:
            _take_over(desk, book, actor)
        for link in link_names(desk.store):
            if (holder := _hold(desk, link, ended)) is not None:
                raise StoreBusy(
                    f"{masked(book)}: {holder} writes link {link}",
                    hint="stop that one first, or take over: --take-over --by NAME",
                )
            shown = desk.display(link)
            takes = "takes wagers" if shown.accepts_wagers else f"no wagers ({shown.why_not})"
            click.echo(f"{link}: entry {shown.seq:,}, {takes}")
        if desk.unwitnessed:
            remark(f"croupier: {desk.unwitnessed}")
        log = access_log_of(book)
        begun, away = log.size(), False
        click.echo("running; Ctrl-C stops it", err=True)
        while not ended.wait(LOOK_EVERY):
            problem = _look(desk, lambda: log.lines_after(begun)[1], ended)
            if problem and not away:
                remark(f"croupier: {problem}; trying again until it works")
            elif away and not problem:
                remark("croupier: the links are open again")
            away = bool(problem)
    click.echo("ended; the links are free", err=True)
    return 0


def _look(desk: FrontDesk, logged: Callable[[], list[Line]], ended: threading.Event) -> str:
    """Keep every link open: what keeps a link from it for a while. Fenced if somebody has taken one over."""
    try:
        for link in desk.store.links():
            if link not in desk.held and link not in desk.opened:
                desk.hold(link)  # a link proposed in the meantime
        for link in filter(desk.has_stopped, desk.opened):
            taken = [line.who for line in logged() if line.what == Act.TOOK_OVER and line.link == link]
            if taken:
                raise Fenced(
                    f"{taken[-1]} has taken link {link} over: this process writes nothing more",
                    hint="the access log says who did; croupier jackpot show prints the state",
                )
            # Nobody took over: it stopped with its store, or was paused for longer than its lease. Whoever is on duty
            # meanwhile may be a short command or another house; this process stands by.
            if (holder := _hold(desk, link, ended)) is not None:
                return f"{holder} writes link {link}"
            desk.open_again(link)
    except (Fenced, StoreBroken):
        raise
    except StoreError as error:
        return error.message
    return ""


def _hold(desk: FrontDesk, link: str, ended: threading.Event) -> object:
    """Who has the link once short commands are done; None if this process has it."""
    deadline = time.monotonic() + PATIENCE
    while (holder := desk.hold(link)) is not None and time.monotonic() < deadline and not ended.wait(0.2):
        pass
    return holder


def _take_over(desk: FrontDesk, book: str, actor: Actor) -> None:
    """A supervisor of every live link takes them all; the access log says from whom."""
    for link in link_names(desk.store):
        plan = read_state(desk.store, link).plan
        if plan is not None and (actor.how in TOKENS or plan.role(actor.person) != "supervisor"):
            access_log_of(book).write(Act.REFUSED, actor.person, "take over", link=link)
            raise CheckFailed(f"link {link}: only a supervisor takes over, by password or key", hint="nothing was done")
    for link in desk.store.links():
        before = desk.hold(link)
        if before is None:
            continue
        access_log_of(book).write(Act.TOOK_OVER, actor.person, f"from {before}", link=link)
        desk.hold(link, over=True)
        click.echo(f"{link}: {actor.person} took it over from {before}", err=True)
