"""How people and devices are let into the house. Two supervisors are each shown half of an invitation; the new person
types both, chooses a password and a second factor, and the log-in is live once both have typed the code on that
person's screen. A half is made when it is shown, so no stored data reveals it."""

import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from croupier.errors import BadInput, CheckFailed
from croupier.jackpot.actors import Actor
from croupier.people import access_log, permissions, signing_in
from croupier.people.logins import (
    Factor,
    Invitation,
    LoginFailed,
    Logins,
    Secrets,
    forget_invitations,
    hash_of,
    hashed_password,
    new_key,
    now_ms,
)
from croupier.records import Record, replace
from croupier.stores.slate import Notes, Slate

INVITED_MS: Final = 24 * 3600 * 1000  # How long an invitation is valid.
MOST_WRONG: Final = 5  # Wrong confirmation codes that end an invitation.
HALF: Final = 12
CODE: Final = 6
LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # Letters without those that look alike.


@dataclass(frozen=True)
class Invited:
    """Somebody who was invited, and the key of their new second factor."""

    person: str
    key: str


def new_code(length: int) -> str:
    """Letters that people read off one screen and type at another."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def typed_code(text: str) -> str:
    """A code as it was shown, ignoring anything between its letters."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


class Enrolling:
    """The invitations of one book."""

    def __init__(self, logins: Logins) -> None:
        self._logins = logins

    def waiting(self) -> dict[str, Invitation]:
        """Who has been invited and is not in yet, by person."""
        now = now_ms()
        return {
            person: invitation
            for person, invitation in self._logins.file.read().invitations.items()
            if invitation.until >= now
        }

    def invite(self, person: str, by: permissions.Two) -> None:
        """Invite somebody. Any second factor they had ends now, and so do their passkeys."""
        logins = self._logins
        with logins.file.changed() as held:
            logins.check("invite somebody", person, by, held)
            logins.check_name(person, held)
            if person in (by[0].person, by[1].person):
                raise BadInput(f"{person[:40]} is one of the two who invite", hint="two others invite them")
            forget_invitations(held, person)
            held.forget_factor(person)
            held.forget_tries(person)
            held.invitations[person] = Invitation(until=now_ms() + INVITED_MS, by=(by[0].person, by[1].person))
        logins.tell(access_log.Act.INVITED, person, by)

    def half(self, person: str, actor: Actor) -> str:
        """The half of one of the two supervisors, who sees it only once and hands it to the person."""
        with self._logins.file.changed() as held:
            invitation = self._of_mine(held, person, actor)
            if actor.person in invitation.halves:
                raise BadInput(
                    f"your half of the invitation of {person[:40]} was shown before",
                    hint="a half is shown once; invite them again",
                )
            half = new_code(HALF)
            halves = {**invitation.halves, actor.person: hash_of(half)}
            held.invitations[person] = replace(invitation, halves=halves)
        self._logins.log.write(access_log.Act.SHOWN_HALF, actor.person, about=person)
        return half

    def open(self, halves: tuple[str, str]) -> Invited:
        """Whom two halves invite, with a new key for their second factor: the one that was shown before is void."""
        with self._logins.file.changed() as held:
            person, invitation = self._by_halves(held, halves)
            key = new_key()
            held.invitations[person] = replace(invitation, key=key)
        self._logins.log.write(access_log.Act.OPENED_INVITATION, person)
        return Invited(person, key)

    def choose(self, halves: tuple[str, str], password: str, code: str) -> tuple[str, str]:
        """Choose a password, show that the second factor works: the person, and the code for the two supervisors."""
        hashed = hashed_password(password, self._by_halves(self._logins.file.read(), halves)[0])
        confirmation = new_code(CODE)
        with self._logins.file.changed() as held:
            person, invitation = self._by_halves(held, halves)
            step = signing_in.step_of(invitation.key, code, ()) if invitation.key else None
            if step is None:
                raise LoginFailed("the code is not the one that the key gives now", hint="look at the device's clock")
            held.invitations[person] = replace(invitation, chosen=hashed, step=step, code=hash_of(confirmation))
        self._logins.log.write(access_log.Act.CHOSE_PASSWORD, person, "not live before two confirm it")
        return person, confirmation

    def confirm(self, person: str, actor: Actor, code: str) -> bool:
        """One of the two supervisors has typed the person's code; returns whether the log-in is live now."""
        logins = self._logins
        with logins.file.changed() as held:
            invitation = self._of_mine(held, person, actor)
            if not invitation.chosen:
                raise BadInput(f"{person[:40]} has not chosen a password yet", hint="they open /enroll first")
            by = Actor(invitation.by[0], actor.how), Actor(invitation.by[1], actor.how)
            logins.check("confirm a log-in", person, by, held)
            is_right = hmac.compare_digest(hash_of(typed_code(code)), invitation.code)
            left = 0
            if not is_right:
                invitation = replace(invitation, wrong=invitation.wrong + 1)
                left = MOST_WRONG - invitation.wrong
            elif actor.person not in invitation.confirmed:
                invitation = replace(invitation, confirmed=(*invitation.confirmed, actor.person))
            held.invitations[person] = invitation
            if not is_right and left <= 0:
                del held.invitations[person]
            is_live = set(invitation.confirmed) == set(invitation.by)
            if is_live:
                held.passwords[person] = invitation.chosen
                held.forget_factor(person)  # with passkeys of a factor that was added while the invitation waited
                held.factors[person] = Factor(key=invitation.key, used=(invitation.step,))
                forget_invitations(held, person)
        if not is_right:
            logins.log.write(access_log.Act.WRONG_CONFIRMATION, actor.person, about=person)
            more = f"{left} more tries, then" if left > 1 else "one more try, then" if left else "now"
            raise LoginFailed(f"this is not the code on the screen of {person[:40]}; {more} the invitation is over")
        logins.log.write(access_log.Act.CONFIRMED, actor.person, "is who enrolled", about=person)
        if is_live:
            logins.tell(access_log.Act.ENROLLED, person, by)
        return is_live

    @staticmethod
    def _of_mine(held: Secrets, person: str, actor: Actor) -> Invitation:
        invitation = held.invitations.get(person)
        if invitation is None or invitation.until < now_ms():
            raise BadInput(f"{person[:40]} is not invited, or the invitation is older than a day", hint="invite them")
        if actor.person not in invitation.by:
            raise LoginFailed(f"{' and '.join(invitation.by)[:80]} invited {person[:40]}; it is theirs to hand over")
        return invitation

    @staticmethod
    def _by_halves(held: Secrets, halves: tuple[str, str]) -> tuple[str, Invitation]:
        """Both halves, in either order. The answer never says which one is wrong."""
        given = {hash_of(typed_code(half)) for half in halves}
        now = now_ms()
        for person, invitation in held.invitations.items():
            shown = set(invitation.halves.values())
            if len(shown) == 2 and shown == given and invitation.until >= now and not invitation.chosen:
                return person, invitation
        raise LoginFailed(
            "these two halves are not an invitation, or it was used, or is older than a day",
            hint="each of the two supervisors has one half; type both as they are shown",
        )


PAIRING: Final = "pairing"  # The kind of its notes.


class TooManyWait(CheckFailed):
    """Devices beyond those that may wait for their confirmation."""


class Pairing(Record):
    """A device that shows a code."""

    key: str  # The hash of its secret.
    code: str
    kind: str
    where: str
    hashed: str  # The hash of its token.
    table: str = ""
    link: str = ""


class Pairings:
    """Displays and sensors that show a code until somebody confirms it. The slate holds only hashes of a device's
    secret and of the token that is made from it."""

    SECONDS: Final = 600.0
    MOST: Final = 200
    MOST_EACH: Final = 40  # From one address: whoever asks for more does not push out a screen that waits.

    def __init__(self, slate: Slate) -> None:
        self._notes = Notes(slate, PAIRING, Pairing)

    def begin(self, kind: str, where: str) -> tuple[str, Pairing]:
        """A new one, and the secret that only the device knows; TooManyWait where there are enough."""
        known = list(self._notes.all().values())
        waiting = [pairing for pairing in known if not pairing.table]
        if len(waiting) >= self.MOST or sum(pairing.where == where for pairing in waiting) >= self.MOST_EACH:
            raise TooManyWait("too many displays and sensors wait to be paired", hint="a code runs out in ten minutes")
        taken = {pairing.code for pairing in known}
        code = next(code for code in iter(lambda: new_code(6), None) if code not in taken)
        secret = secrets.token_urlsafe(24)
        made = Pairing(key=hash_of(secret), code=code, kind=kind, where=where, hashed=hash_of(token_of(secret)))
        self._notes.write(made.key, made, self.SECONDS, most=2 * self.MOST)
        return secret, made

    def of_device(self, secret: str) -> Pairing | None:
        found = self._notes.read(hash_of(secret))
        return found.note if found else None

    def by_code(self, code: str) -> Pairing | None:
        typed = typed_code(code)
        shown = [pairing for pairing in self.waiting() if pairing.code == typed]
        return shown[0] if len(shown) == 1 else None

    def waiting(self) -> list[Pairing]:
        return [pairing for pairing in self._notes.all().values() if not pairing.table]

    def confirm(self, pairing: Pairing, table: str, link: str) -> bool:
        """Assign it to a table. If several people confirm it at once, one of them succeeds."""
        done = False

        def decide(found: Pairing | None, _: float) -> Pairing | None:
            nonlocal done
            if found is None or found.table:
                return found
            done = True
            return replace(pairing, table=table, link=link)

        self._notes.change(pairing.key, decide, self.SECONDS)
        return done

    def done(self, pairing: Pairing) -> bool:
        """The device has its token, which is not given out twice."""
        return self._notes.erase(pairing.key)


def token_of(secret: str) -> str:
    """The token of a device, once it is paired."""
    return hash_of(f"token of {secret}")
