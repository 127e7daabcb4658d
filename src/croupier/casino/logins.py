"""Who people are: passwords and tokens beside the book, never in it.

A password is kept as its argon2id hash, a token as its SHA-256, in BOOK.logins or where CROUPIER_LOGINS says; no
backup, journal, plan or report holds either. The first two people are enrolled when the book is made; once it is live
two supervisors let others in, change their secret or put them out (``authority``). Every log-in, failed ones too, is
written to the access log.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from croupier.casino.access_log import AccessLog, access_log_of
from croupier.casino.authority import Roles, check_authority, check_who_stays, roles_of
from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import Actor
from croupier.stores.opening import kind_of, sqlite_path
from croupier.stores.private_files import make_private

SHORTEST: Final = 10
"""Letters in a password."""


class LoginFailed(CheckFailed):
    """A person who could not show who they are."""


class Token(NamedTuple):
    """What a table or a program logs in with."""

    person: str
    device: str


class Logins:
    """The people of one book."""

    def __init__(self, path: Path, log: AccessLog, roles: Callable[[], tuple[Roles, ...]] = tuple) -> None:
        self._path = path
        self._log = log
        self._roles = roles
        said = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self._passwords: dict[str, str] = said.get("passwords", {})
        self._tokens: dict[str, Token] = {hash: Token(*each) for hash, each in said.get("tokens", {}).items()}

    @property
    def people(self) -> list[str]:
        return sorted(self._passwords)

    def log_in(self, person: str, password: str) -> Actor:
        """An actor, or LoginFailed; which of the two was wrong is not said."""
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        known = self._passwords.get(person)
        try:
            # Somebody who is not enrolled takes as long as somebody who is.
            PasswordHasher().verify(known or _NOBODY, password)
            good = known is not None
        except (VerificationError, InvalidHashError):
            good = False
        session = secrets.token_hex(8)
        self._log.write("log-in" if good else "log-in failed", person, session if good else "")
        if not good:
            raise LoginFailed(f"{person[:40]}: the name or the password is wrong")
        return Actor(person, "password", session, device())

    def log_in_by_token(self, token: str) -> Actor:
        found = self._tokens.get(_hash(token))
        session = secrets.token_hex(8)
        self._log.write(
            "log-in by token" if found else "log-in by token failed", found.person if found else "", session
        )
        if found is None:
            raise LoginFailed("the token is wrong")
        return Actor(found.person, "token", session, found.device)

    def enroll(self, person: str, password: str, by: tuple[Actor, Actor] | None) -> None:
        """Let somebody in, or give them another password; the first two come without anybody before them."""
        from argon2 import PasswordHasher

        check_authority("enroll", person, by, self._passwords, self._roles())
        if len(password) < SHORTEST:
            raise BadInput(f"a password has at least {SHORTEST} letters", hint="a few words in a row are easy to keep")
        self._passwords[person] = PasswordHasher().hash(password)
        self._save("enrolled", person, by)

    def make_token(self, person: str, device: str, by: tuple[Actor, Actor]) -> str:
        """A token for a table or a program that posts in somebody's name; it is shown once."""
        check_authority("make a token", person, by, self._passwords, self._roles())
        token = secrets.token_urlsafe(24)
        self._tokens[_hash(token)] = Token(person, device)
        self._save(f"token for {device}", person, by)
        return token

    def put_out(self, person: str, by: tuple[Actor, Actor]) -> None:
        """Take somebody's password and tokens away."""
        links = self._roles()
        check_authority("put somebody out", person, by, self._passwords, links)
        if person not in self._passwords:
            raise BadInput(f"{person[:40]} is not enrolled", hint=f"enrolled: {', '.join(self.people) or 'nobody'}")
        check_who_stays(person, self._passwords, links)
        del self._passwords[person]
        self._tokens = {hash: each for hash, each in self._tokens.items() if each.person != person}
        self._save("put out", person, by)

    def _save(self, what: str, person: str, by: tuple[Actor, Actor] | None) -> None:
        said = {"passwords": self._passwords, "tokens": self._tokens}
        beside = self._path.with_name(f".{self._path.name}.{secrets.token_hex(4)}")
        make_private(beside, json.dumps(said, indent=1).encode())
        beside.replace(self._path)
        self._log.write(what, person, " and ".join(each.person for each in by) if by else "at the making of the book")


def logins_of(url: str | Path) -> Logins:
    """The people of a book."""
    named = os.environ.get("CROUPIER_LOGINS")
    if named:
        path = Path(named)
    elif kind_of(url) == "sqlite":
        path = sqlite_path(url).with_name(f"{sqlite_path(url).name}.logins")
    else:
        raise BadInput("nothing says where the log-ins of this book are", hint="CROUPIER_LOGINS names the file")
    try:
        return Logins(path, access_log_of(url), lambda: roles_of(url))
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"the log-ins in {path} cannot be read: {error!s:.100}") from None


def device() -> str:
    """This machine's name, as the journal keeps it."""
    return os.uname().nodename[:64] if hasattr(os, "uname") else ""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


_NOBODY: Final = "$argon2id$v=19$m=65536,t=3,p=4$/LSvFynA8jLAJaqaOglACA$NRgs0O5uVPQwgnqecBAWHlZwA6fZWr3H35zdSlKKSBs"
"""A hash that no password has."""
