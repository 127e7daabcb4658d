"""People at the command line: they log in with a typed password or CROUPIER_[SECOND_]PASSWORD, a key in the file that
CROUPIER_[SECOND_]LOGIN_KEY names, or a token in CROUPIER_TOKEN; two of them let others in. No secret is ever an
argument, because every user of the machine could read it."""

import getpass
import os
import sys
from pathlib import Path

import click

from croupier.casino import acts, floor
from croupier.cli.jackpot import by_name, one_link, second_name
from croupier.cli.main import together
from croupier.cli.output import remark, say
from croupier.errors import BadInput, CheckFailed
from croupier.handbook.page.text import plain
from croupier.jackpot import actors, checkpoints, codes, journal
from croupier.jackpot.book import answers, reading
from croupier.jackpot.kinds.table import KINDS
from croupier.people.access_log import Act, access_log_of
from croupier.people.logins import Logins
from croupier.stores import opening, private_files, witness

# What two people do about the log-in of a third.
of_a_person = together(click.argument("book"), click.argument("person"), by_name, second_name)


def log_in(book: str, by: str, *, second: bool = False, logins: Logins | None = None) -> actors.Actor:
    """The person behind a name, once they have shown who they are."""
    logins = logins or floor.logins_of(book)
    token = os.environ.get("CROUPIER_TOKEN")
    if token and not second:
        actor = logins.log_in_by_token(token)
        if actor.person != by:
            raise CheckFailed(f"the token is not one of {by[:40]}")
        return actor
    if not logins.people:
        raise BadInput(
            f"{opening.masked(book)}: nobody is enrolled",
            hint="the first two people: croupier jackpot enroll BOOK NAME",
        )
    place = os.environ.get("CROUPIER_SECOND_LOGIN_KEY" if second else "CROUPIER_LOGIN_KEY")
    if place:
        return logins.log_in_by_key(by, _login_key(Path(place), by).sign)
    variable = "CROUPIER_SECOND_PASSWORD" if second else "CROUPIER_PASSWORD"
    return logins.log_in(by, _secret(variable, f"password of {by}"))


def login_keys(*people: str) -> list[checkpoints.Signer]:
    """The keys of one or two people, where each of them logs in with one."""
    places = os.environ.get("CROUPIER_LOGIN_KEY"), os.environ.get("CROUPIER_SECOND_LOGIN_KEY")
    keys = [_login_key(Path(place), name) for place, name in zip(places, people, strict=False) if place]
    return keys if len(keys) == len(people) else []


def _login_key(place: Path, person: str) -> checkpoints.Signer:
    """The private key in a file that nobody else may read."""
    try:
        shared = place.stat().st_mode & 0o077
    except OSError as error:
        raise BadInput(f"the key {place} cannot be read: {error.strerror or error}") from None
    if shared:
        raise BadInput(f"others may read the key {place}", hint=f"chmod 600 {place}")
    return witness.read_key(place, person)


def _secret(variable: str, what: str, *, confirm: bool = False) -> str:
    known = os.environ.get(variable)
    if known is not None:
        return known
    if not sys.stdin.isatty():
        raise BadInput(f"no {what}: there is no terminal to type it at", hint=f"set {variable}")
    typed: str = click.prompt(what, hide_input=True, confirmation_prompt=confirm, err=True)
    return typed


class AtDesk:
    """One or two people who have logged in, at the front desk of their book."""

    def __init__(self, desk: floor.FrontDesk, book: str, by: str, second: str | None = None) -> None:
        self.desk, self.book, self.by = desk, book, by
        self.people = [log_in(book, by), *([log_in(book, second, second=True)] if second else [])]
        self.failed = 0  # How often the books refused.

    def ask(self, link: str, do: str, done: str = "", **fields: object) -> answers.Reply:
        """What the books answer to them; ``done`` is said of what was posted."""
        return self.told(link, do, self.desk.act(link, do, *self.people, **fields), done)

    def told(self, link: str, do: str, reply: answers.Reply, done: str = "") -> answers.Reply:
        """An answer, once it is told; of a refusal the access log and the terminal say why."""
        if not reply.posted:
            self.failed += 1
            access_log_of(self.book).write(Act.REFUSED, self.by, f"{do}: {reply.code}", link=link)
            detail = f" ({reply.detail})" if reply.detail else ""
            remark(plain(f"croupier: link {link}: {reply.code}: {codes.CODES.get(reply.code, 'not posted')}{detail}"))
        elif done:
            say(f"{link}: {done}, entry {reply.seq:,}")
        return reply


def _logins_in_use(book: str) -> Logins:
    """Who may log in to an existing book. Its plans name the supervisors; a name without a book has none."""
    with floor.opened(book):
        return floor.logins_of(book)


def _two(book: str, by: str, second: str, logins: Logins) -> tuple[actors.Actor, actors.Actor]:
    return log_in(book, by, logins=logins), log_in(book, second, second=True, logins=logins)


def _two_in_use(book: str, by: str, second: str) -> tuple[Logins, tuple[actors.Actor, actors.Actor]]:
    """Who may log in to an existing book, and two of them who have."""
    logins = _logins_in_use(book)
    return logins, _two(book, by, second, logins)


@click.command()
@click.argument("book")
@click.argument("person")
@click.option("--by", metavar="NAME", help="Who lets them in, once two people are enrolled.")
@click.option("--second", metavar="NAME", help="The second person who lets them in.")
@click.option("--key", metavar="KEY", help="PERSON logs in with this public key, as login-key prints it.")
def enroll(book: str, person: str, by: str | None, second: str | None, key: str | None) -> None:
    """Let PERSON log in to BOOK, or give them another password or, with --key, another key.

    The first two people enroll themselves when the book is made; once a plan is in force, two supervisors do it (--by,
    --second). Neither may be PERSON if PERSON already has a log-in. The new password is typed, or comes from
    CROUPIER_NEW_PASSWORD. The plan says what each person may do.
    """
    logins = floor.logins_of(book)
    if person in logins.people and len(logins.people) > 1:
        logins = _logins_in_use(book)
    people = _two(book, by, second, logins) if by is not None and second is not None else None
    if key is not None:
        logins.enroll_key(person, key, people, _shell())
    else:
        password = _secret("CROUPIER_NEW_PASSWORD", f"new password of {person}", confirm=True)
        logins.enroll(person, password, people, _shell())
    say(f"{person} is enrolled; these can log in: {', '.join(logins.people)}")


def _shell() -> str:
    """Which account and which log-in of the machine types here; the same for all commands of one shell."""
    try:
        return f"by the account {getpass.getuser()[:32]} in session {os.getsid(0)}"
    except (AttributeError, KeyError, OSError):  # a machine that has no such thing
        return ""


@click.command("login-key")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("person")
def login_key(file: Path, person: str) -> None:
    """Make a key for PERSON to log in with. The private half goes into the new FILE; the public half is printed.

    Two people enroll the public half (croupier jackpot enroll BOOK PERSON --key KEY). CROUPIER_LOGIN_KEY then names
    FILE wherever PERSON logs in; nothing is typed. Keep FILE where only PERSON can read it.
    """
    made = checkpoints.Signer.generate(person)
    if not checkpoints.is_key(made.vkey):
        raise BadInput(f"'{person[:40]}' cannot name a key", hint="use a person's id, without blanks or +")
    try:
        private_files.make_private(file, made.to_pem())
    except FileExistsError:
        raise BadInput(f"{file} is there already", hint="a key is never replaced; name a new file") from None
    except OSError as error:
        raise BadInput(f"{file} cannot be made: {error.strerror or error}") from None
    click.echo(made.vkey)


@click.command()
@of_a_person
def invite(book: str, person: str, by: str, second: str) -> None:
    """Invite PERSON to choose a password and a second factor in the house, for the first time or after a loss. It
    prints the half of --by once; --second sees the other half in the house, under People. PERSON types both within a
    day, and is let in once both supervisors have confirmed the code on PERSON's screen. Any earlier second factor of
    PERSON ends now.
    """
    from croupier.people.enrolling import Enrolling  # it loads asyncio

    logins, people = _two_in_use(book, by, second)
    enrolling = Enrolling(logins)
    enrolling.invite(person, people)
    click.echo(enrolling.half(person, people[0]))


@click.command("second-factor")
@of_a_person
def second_factor(book: str, person: str, by: str, second: str) -> None:
    """Give PERSON a first second factor: the key for an authenticator app, shown only once. People who move money need
    one to sign in to the house. PERSON may be one of the two people. To replace a lost second factor, use invite.
    """
    logins, people = _two_in_use(book, by, second)
    click.echo(logins.add_second_factor(person, people))


@click.command("put-out")
@of_a_person
def put_out(book: str, person: str, by: str, second: str) -> None:
    """Take the password and the tokens of PERSON away; two other supervisors do it."""
    logins, people = _two_in_use(book, by, second)
    logins.put_out(person, people)
    click.echo(f"{person} can no longer log in")


@click.command()
@click.option("--device", required=True, metavar="NAME", help="The table or program that will use it.")
@of_a_person
def token(book: str, person: str, device: str, by: str, second: str) -> None:
    """Make a token with which a table or a program posts in the name of PERSON; it is shown this once."""
    logins, people = _two_in_use(book, by, second)
    click.echo(logins.make_token(person, device, people))


_NEW_FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command("backup-payees")
@click.argument("book")
@_NEW_FILE
@by_name
def backup_payees(book: str, file: Path, by: str) -> None:
    """Write the personal records of BOOK to a new FILE that only its owner may read.

    A backup of the book holds none of them. Keep the file apart from the backup and as safe as the records: it is not
    encrypted. A supervisor or accounting may do this, and the access log says who did.
    """
    with floor.opened(book) as store:
        check_may_see_payees(store, log_in(book, by).person)
        access_log_of(book).write(Act.PAYEES_BACKED_UP, by, file.name)
        say(f"{file}: {_records(acts.back_up_payees(store, file))}")


@click.command("restore-payees")
@click.argument("book")
@_NEW_FILE
@by_name
def restore_payees(book: str, file: Path, by: str) -> None:
    """Read the personal records in FILE back into BOOK, whose journal must name each of them.

    Exit status: 0 when they are restored, 1 when the journal does not name one of them; then none is restored.
    """
    with floor.opened(book, write=True) as store:
        check_may_see_payees(store, log_in(book, by).person)
        many = acts.restore_payees(store, file)
    access_log_of(book).write(Act.PAYEES_RESTORED, by, f"{many} from {file.name}")
    say(f"{opening.masked(book)}: {_records(many)} restored")


def check_may_see_payees(store: journal.Store, person: str) -> None:
    """Only people who may pay on a link of the book may see its payees."""
    plans = [plan for name in store.links() if (plan := reading.read_state(store, name).plan)]
    if not any(plan.role(person) in KINDS["pay"].record.asks for plan in plans):
        raise CheckFailed(f"{person[:40]} may not see personal records", hint="a supervisor or accounting may")


@click.command()
@click.argument("book")
@click.option("--reason", default="the retention period is over", metavar="TEXT", help="Why.")
@by_name
@second_name
@one_link
def purge(book: str, reason: str, by: str, second: str, link: str | None) -> int:
    """Forget the payees whose retention period is over, by two supervisors.

    Exit status: 0 when records were forgotten, 1 when a link refuses or when none has any to forget.
    """
    forgotten = 0
    with floor.at_desk(book) as desk:
        supervisors = AtDesk(desk, book, by, second)
        for name in floor.link_names(desk.store, link):
            reply = supervisors.ask(name, "purge", reason=reason)
            gone = len((reply.body or {}).get("purged", []))
            forgotten += gone
            if reply.posted:
                say(f"{name}: {_records(gone)} forgotten, entry {reply.seq:,}")
            supervisors.failed -= reply.code == "nothing_to_purge"  # another link may have something
    return 0 if forgotten and not supervisors.failed else 1


def _records(many: int) -> str:
    return "1 personal record" if many == 1 else f"{many:,} personal records"
