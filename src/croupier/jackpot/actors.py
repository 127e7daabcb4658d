"""Who asks: a person whom the caller has authenticated, and how. The books never read a name out of a request; one that
needs a second person carries a second ``Actor``, or waits until that person grants it under a log-in of theirs."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from croupier.jackpot.personal import Payee
from croupier.play.documents import Json

MOST_LETTERS = 64
TOKENS = ("token", "table token")  # How a program or a table authenticates; neither lets people in.

ActorRecord = tuple[str, ...]  # How somebody was authenticated, session, device, and of a token its makers.


@dataclass(frozen=True)
class Actor:
    """An authenticated person."""

    person: str  # The id that the link knows them by.
    how: str = "password"  # How they were authenticated: password, key, token, or the token of a table.
    session: str = ""
    device: str = ""
    made_by: tuple[str, ...] = ()  # Of a token: who has seen its secret, and counts as a reporter.

    # Kept with the actor, who asks all day. Every answer holds them, so nobody who is given one may change them.

    @cached_property
    def record(self) -> ActorRecord:
        """What the journal keeps beside the person."""
        return (self.how, self.session, self.device, *self.made_by)

    @cached_property
    def alone(self) -> tuple[ActorRecord]:
        """What the journal keeps where nobody else stands behind a request."""
        return (self.record,)

    @cached_property
    def is_sound(self) -> bool:
        """Whether every part can be written down and shown."""
        parts = (self.person, self.how, self.session, self.device, *self.made_by)
        return parts[0] != "" and all(
            isinstance(part, str) and len(part) <= MOST_LETTERS and part.isprintable() for part in parts
        )


class Asked(NamedTuple):
    """A request, and who makes it."""

    request: Any
    actor: Actor
    second: Actor | None = None
    payee: Payee | None = None  # The payee: kept with the payment in a separate table, never in the journal.

    @property
    def actors(self) -> tuple[ActorRecord, ...]:
        """What the journal keeps beside the people."""
        return self.actor.alone if self.second is None else (self.actor.record, self.second.record)

    @property
    def whole(self) -> Json:
        """The request with the people who stand behind it."""
        request, actor, second, _ = self
        if second is None:
            return {**request, "by": actor.person}
        return {**request, "by": actor.person, "second": second.person}


Session = tuple[str, str]  # A person, and the log-in that they acted under.


def without_people(request: Mapping[str, object]) -> Json:
    """A request as it was sent, before the books wrote down who was behind it."""
    return {name: value for name, value in request.items() if name not in ("by", "second", "ask")}
