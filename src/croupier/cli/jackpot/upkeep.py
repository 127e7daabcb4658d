"""Commands that keep a book in good order: audit, backup, restore, keys and chains; and ``run``, which keeps its writer
running, so that every other command and service sends its requests to it."""

import signal
import threading
import time
from collections.abc import Callable

import click

from croupier.casino import acts, floor
from croupier.casino.audit import InquiryRecord, inquire
from croupier.cli.jackpot import by_name, one_link, people, second_name
from croupier.cli.options import as_json
from croupier.cli.output import page_writer, print_json, remark, say, tell
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page.blocks import Words
from croupier.handbook.page.text import plain
from croupier.jackpot import actors, checkpoints, journal
from croupier.jackpot.book.reading import read_state
from croupier.people.access_log import Act, Line, access_log_of
from croupier.records import record_of
from croupier.stores import backup as backups
from croupier.stores.opening import masked


@click.command()
@click.argument("book")
@one_link
@click.option(
    "--written-down",
    "anchors",
    multiple=True,
    metavar="ENTRY:HASH",
    help="A hash that was written down elsewhere, as reports print it; of one link.",
)
@click.option(
    "--anchors",
    "files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="Signed checkpoints of the book, from wherever they were kept; those beside the book unless named.",
)
@click.option("--key", metavar="KEY", help="The book's first public key, as an auditor wrote it down.")
@click.option(
    "--accept-chain",
    "chains",
    multiple=True,
    metavar="HASH",
    help="A new chain that you know of from the two who began it: the hash of its first entry.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes for a long journal; as many as there are cores.")
@as_json
def audit(
    book: str,
    link: str | None,
    anchors: tuple[str, ...],
    files: tuple[str, ...],
    key: str | None,
    chains: tuple[str, ...],
    jobs: int | None,
    as_json: bool,
) -> int:
    """Recompute BOOK from the first entry: its hash chain, every balance, and every decision by the rules of its day.

    Nothing that the book says of itself is believed. The first entry that the rules did not make is named first. Signed
    checkpoints (--anchors) prove that it was not rewritten as a whole, and which entries no checkpoint vouches for. A
    new chain gives up entries that were signed, so it is a difference until you say that you know it (--accept-chain).

    Exit status: 0 when everything agrees, 1 when anything differs.
    """
    written, accepted = dict(_anchor(text) for text in anchors), [_chain(text) for text in chains]
    told = inquire(book, link, written, files, key, jobs, accepted)
    if as_json:
        print_json(record_of(InquiryRecord, told))
        return 0 if told.is_clean else 1
    damage, links, clean = told.damage, told.links, told.is_clean
    for line in damage:
        say(f"the store: {plain(line)}")
    for audited in links:
        for finding in audited.findings:
            say(plain(f"{audited.link}: {finding.where}: {finding.what}"))
        if audited.more:
            say(f"{audited.link}: and {audited.more:,} more")
        say(f"{audited.link}: {audited.covered}")
        wrong = len(audited.findings) + audited.more
        verdict = "all agree" if audited.is_clean else "1 difference" if wrong == 1 else f"{wrong:,} differences"
        for note in audited.notes:
            tell(page_writer().block(Words(f"{audited.link}: {note}", "warning")))
        counted = f"{audited.entries:,} entries, {audited.transfers:,} transfers, head {audited.head.hash[:16]}"
        say(f"{audited.link}: {counted}: {verdict}")
    if not clean and not damage and all(audited.is_clean or audited.is_another for audited in links):
        raise CheckFailed(
            f"{masked(book)}: the journal is not the one whose hash was written down",
            hint="it agrees with itself: was another journal put in its place, or is this a different link?",
        )
    if not clean:
        raise CheckFailed(
            f"{masked(book)} does not agree with its own journal", hint="restore a backup made before the damage"
        )
    for line in (*told.remarks, *told.cannot_promise):
        tell(page_writer().block(Words(line, "warning")))
    summed = f"{told.entries:,} entries in {told.seconds:.2f} s, nothing differs"
    say(f"audited from the first entry and decided again: {summed}")
    return 0


@click.command()
@click.argument("book")
@click.argument("file")
def backup(book: str, file: str) -> None:
    """Write BOOK to the new FILE while it is in use, read it back and verify it.

    A file that is there already is never replaced.
    """
    written = backups.backup(book, file)
    say(f"{file}: {written.entries:,} entries of {_links(list(written.heads))}, read back and verified")


@click.command()
@click.argument("file")
@click.argument("book")
def restore(file: str, book: str) -> None:
    """Read the backup FILE into BOOK, which must be new or empty; all of it or nothing.

    What was posted after the backup is lost, so a restored link opens stopped: two people let it go on
    (croupier jackpot new-chain).
    """
    read = backups.restore(file, book)
    say(f"{masked(book)}: {read.entries:,} entries of {_links(list(read.heads))} restored and verified")
    with floor.opened(book) as store:
        for name in store.links():
            stopped = floor.why_stopped(store, name)
            if stopped:
                say(f"{name}: opens stopped: {stopped.in_words}")


@click.command("new-chain")
@click.argument("book")
@by_name
@second_name
@click.option(
    "--head", required=True, metavar="HASH", help="The hash that the new chain cites, which restore and post print."
)
@click.option("--reason", required=True, metavar="TEXT", help="Why the book goes on without what was lost.")
@one_link
def new_chain(book: str, by: str, second: str, head: str, reason: str, link: str | None) -> int:
    """Let a link of BOOK that opened stopped go on, as a new chain that cites the head it is behind.

    A book opens stopped when it was restored from a backup, when checkpoints were signed of entries that it lacks, or
    when its key is not the one that it announced. Where both log in with a key, the entry carries their signatures, and
    the audit names their keys. Exit status: 0 when it goes on, 1 when the books refuse.
    """
    with floor.at_desk(book) as desk:
        name = floor.one_link(desk.store, link)
        two = people.AtDesk(desk, book, by, second)
        begun = acts.new_chain(desk, name, head, reason, two.people[0], two.people[1], people.login_keys(by, second))
        two.told(name, "new_chain", begun, "goes on as a new chain")
    return two.failed


@click.command("confirm-chain")
@click.argument("book")
@by_name
@one_link
def confirm_chain(book: str, by: str, link: str | None) -> int:
    """Say, as an auditor, that the new chain of a link of BOOK is known outside and right: its alarm ends.

    The audit does not believe the book in this: it is told with croupier jackpot audit --accept-chain. Exit status: 0
    when it is confirmed, 1 when the books refuse.
    """
    with floor.at_desk(book) as desk:
        name = floor.one_link(desk.store, link)
        auditor = people.AtDesk(desk, book, by)
        auditor.ask(name, "confirm_chain", "has a confirmed chain", chain=read_state(desk.store, name).chain)
    return auditor.failed


@click.command("new-key")
@click.argument("book")
@by_name
@second_name
def new_key(book: str, by: str, second: str) -> int:
    """Make a new key for the checkpoints of BOOK, and announce it on every link in the name of the one before.

    Exit status: 0 when it is announced, 1 when a link refuses.
    """
    with floor.at_desk(book) as desk:
        two = people.AtDesk(desk, book, by, second)
        for name, reply in acts.new_key(desk, book, *two.people):
            two.told(name, "new_key", reply, "has a new key")
    return min(1, two.failed)


@click.command("own-key")
@click.argument("book")
@click.argument("key")
@by_name
@second_name
@one_link
def own_key(book: str, key: str, by: str, second: str, link: str | None) -> int:
    """Name KEY, as login-key printed it, as the own key of --by on every link of BOOK: without its signature they begin
    no new chain from then on.

    Where they have named another, they log in with that one, which signs for KEY. Somebody who has lost it is dismissed
    and appointed again by two others, and then names a key as for the first time. Exit status: 0 when the key is named,
    1 when a link refuses.
    """
    with floor.at_desk(book) as desk:
        two = people.AtDesk(desk, book, by, second)
        before = people.login_keys(by)
        for name in floor.link_names(desk.store, link):
            signed = {"signature": before[0].say(name, checkpoints.NEW_KEY, key)} if before else {}
            two.ask(name, "own_key", f"knows the key of {by}", key=key, **signed)
    return min(1, two.failed)


def _anchor(text: str) -> tuple[int, str]:
    entry, _, hash = text.partition(":")
    if not (entry.isdecimal() and entry.isascii() and 8 <= len(hash) <= 64 and set(hash) <= set("0123456789abcdef")):
        raise BadInput(
            f"--written-down {text[:80]} is not an entry and a hash", hint="as in 9998:e1f5a37b80686837, from a report"
        )
    return int(entry), hash


def _chain(text: str) -> str:
    if not 8 <= len(text) <= 64 or set(text) - set("0123456789abcdef"):
        raise BadInput(f"--accept-chain {text[:80]} is not a hash", hint="8 to 64 digits, as audit prints it")
    return text


def _links(names: list[str]) -> str:
    return f"{len(names)} link{'s' if len(names) != 1 else ''} ({', '.join(names)})"


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
    actor = people.log_in(book, by) if by is not None else None
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with floor.at_desk(book) as desk:
        if actor is not None:
            _take_over(desk, book, actor)
        for link in floor.link_names(desk.store):
            if (holder := _hold(desk, link, ended)) is not None:
                raise journal.StoreBusy(
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


def _look(desk: floor.FrontDesk, logged: Callable[[], list[Line]], ended: threading.Event) -> str:
    """Keep every link open: what keeps a link from it for a while. Fenced if somebody has taken one over."""
    try:
        for link in desk.store.links():
            if link not in desk.held and link not in desk.opened:
                desk.hold(link)  # a link proposed in the meantime
        for link in filter(desk.has_stopped, desk.opened):
            taken = [line.who for line in logged() if line.what == Act.TOOK_OVER and line.link == link]
            if taken:
                raise journal.Fenced(
                    f"{taken[-1]} has taken link {link} over: this process writes nothing more",
                    hint="the access log says who did; croupier jackpot show prints the state",
                )
            # Nobody took over: it stopped with its store, or was paused for longer than its lease. Whoever is on duty
            # meanwhile may be a short command or another house; this process stands by.
            if (holder := _hold(desk, link, ended)) is not None:
                return f"{holder} writes link {link}"
            desk.open_again(link)
    except (journal.Fenced, journal.StoreBroken):
        raise
    except journal.StoreError as error:
        return error.message
    return ""


def _hold(desk: floor.FrontDesk, link: str, ended: threading.Event) -> object:
    """Who has the link once short commands are done; None if this process has it."""
    deadline = time.monotonic() + PATIENCE
    while (holder := desk.hold(link)) is not None and time.monotonic() < deadline and not ended.wait(0.2):
        pass
    return holder


def _take_over(desk: floor.FrontDesk, book: str, actor: actors.Actor) -> None:
    """A supervisor of every live link takes them all; the access log says from whom."""
    for link in floor.link_names(desk.store):
        plan = read_state(desk.store, link).plan
        if plan is not None and (actor.how in actors.TOKENS or plan.role(actor.person) != "supervisor"):
            access_log_of(book).write(Act.REFUSED, actor.person, "take over", link=link)
            raise CheckFailed(f"link {link}: only a supervisor takes over, by password or key", hint="nothing was done")
    for link in desk.store.links():
        before = desk.hold(link)
        if before is None:
            continue
        access_log_of(book).write(Act.TOOK_OVER, actor.person, f"from {before}", link=link)
        desk.hold(link, over=True)
        click.echo(f"{link}: {actor.person} took it over from {before}", err=True)
