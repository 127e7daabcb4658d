"""Commands that keep a book in good order: audit, backup, restore."""

import click

from croupier.casino.acts import new_chain as begin
from croupier.casino.acts import new_key as announce
from croupier.casino.audit import InquiryRecord, inquire
from croupier.casino.floor import at_desk, link_names, opened, why_stopped
from croupier.casino.floor import one_link as the_link
from croupier.cli.jackpot.people import by_name, log_in, login_keys, one_link, remark_refusal, second_name
from croupier.cli.options import as_json
from croupier.cli.output import page_writer, print_json, say, tell
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page.blocks import Words
from croupier.handbook.page.text import plain
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.checkpoints import NEW_KEY
from croupier.records import record_of
from croupier.stores import backup as backups
from croupier.stores.addresses import masked


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
    with opened(book) as store:
        for name in store.links():
            stopped = why_stopped(store, name)
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
    with at_desk(book) as desk:
        name = the_link(desk.store, link)
        people = log_in(book, by), log_in(book, second, second=True)
        reply = begin(desk, name, head, reason, *people, login_keys(by, second))
        return _told(name, reply, "goes on as a new chain")


@click.command("confirm-chain")
@click.argument("book")
@by_name
@one_link
def confirm_chain(book: str, by: str, link: str | None) -> int:
    """Say, as an auditor, that the new chain of a link of BOOK is known outside and right: its alarm ends.

    The audit does not believe the book in this: it is told with croupier jackpot audit --accept-chain. Exit status: 0
    when it is confirmed, 1 when the books refuse.
    """
    with at_desk(book) as desk:
        name = the_link(desk.store, link)
        reply = desk.act(name, "confirm_chain", log_in(book, by), chain=read_state(desk.store, name).chain)
        return _told(name, reply, "has a confirmed chain")


@click.command("new-key")
@click.argument("book")
@by_name
@second_name
def new_key(book: str, by: str, second: str) -> int:
    """Make a new key for the checkpoints of BOOK, and announce it on every link in the name of the one before.

    Exit status: 0 when it is announced, 1 when a link refuses.
    """
    people = log_in(book, by), log_in(book, second, second=True)
    with at_desk(book) as desk:
        done = [_told(name, reply, "has a new key") for name, reply in announce(desk, book, *people)]
    return max(done, default=0)


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
    with at_desk(book) as desk:
        people = log_in(book, by), log_in(book, second, second=True)
        before = login_keys(by)
        done = []
        for name in link_names(desk.store, link):
            signed = {"signature": before[0].say(name, NEW_KEY, key)} if before else {}
            reply = desk.act(name, "own_key", *people, key=key, **signed)
            done.append(_told(name, reply, f"knows the key of {by}"))
    return max(done)


def _told(link: str, reply: Reply, done: str) -> int:
    if reply.posted:
        say(f"{link}: {done}, entry {reply.seq:,}")
        return 0
    remark_refusal(link, reply)
    return 1


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
