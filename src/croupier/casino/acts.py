"""What people do to a book at the command line beside the rounds: plans, days, keys, a new chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import uuid4

from croupier.casino.desk import FrontDesk
from croupier.errors import BadInput
from croupier.jackpot.actors import Actor
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.checkpoints import Signer
from croupier.jackpot.plan.link_plan import LinkPlan, plan_to_json
from croupier.jackpot.state import LinkState
from croupier.stores.private_files import make_private
from croupier.stores.witness import Places, next_key, read_key


class Posted(NamedTuple):
    """One request to one link, and its answer."""

    link: str
    reply: Reply
    plan: LinkPlan
    in_force: LinkPlan | None
    """The plan that the link ran under when it was asked."""


def propose(desk: FrontDesk, plans: dict[str, LinkPlan], by: Actor) -> Iterator[Posted]:
    """Propose the plan of each link. A link that already runs under this plan is left alone."""
    for name, plan in plans.items():
        state = read_state(desk.store, name) if name in desk.store.links() else LinkState(name)
        # Joining and leaving have their own entries, so the people in a file count only for a new link.
        if state.plan and state.plan == replace(plan, people=state.plan.people) and state.waiting is None:
            yield Posted(name, Reply("", "exists", "this very plan is in force"), plan, state.plan)
            continue
        request = {"do": "propose", "plan": plan_to_json(plan)}
        yield Posted(name, _post(desk, name, request, by), plan, state.plan)


def accept(desk: FrontDesk, link: str, by: Actor, hash: str) -> Reply:
    """Approve the plan with this hash, as the second person. A different plan that is waiting by now is not
    approved."""
    return _post(desk, link, {"do": "accept", "plan": hash}, by)


def close_day(desk: FrontDesk, link: str, day: str, by: Actor) -> Reply:
    """Close the gambling day of one link."""
    return _post(desk, link, {"do": "close_day", "day": day}, by)


def new_key(desk: FrontDesk, url: str, by: Actor, second: Actor) -> Iterator[tuple[str, Reply]]:
    """Announce a new signing key on every link, in the name of the present one, and sign with it from then on.

    The new key is kept beside the old one until all links have announced it, so a crash in between loses neither.
    """
    place, witness = Places(url).key, desk.store.witness
    if place is None or witness is None or not witness.signers:
        raise BadInput("this book has no key to announce another with", hint="CROUPIER_ANCHORS and CROUPIER_KEY")
    waiting = next_key(place)
    if not waiting.exists():
        make_private(waiting, Signer.generate().to_pem())
    old, new = witness.signers[0], read_key(waiting)
    announced = 0
    names = desk.store.links()
    for name in names:
        if read_state(desk.store, name).key == new.vkey:
            announced += 1
            continue
        request = {"do": "new_key", "key": new.vkey, "signature": old.sign_key(name, new.vkey)}
        reply = _post(desk, name, request, by, second)
        announced += reply.posted
        yield name, reply
    if announced == len(names):
        waiting.replace(place)


def new_chain(desk: FrontDesk, link: str, head: str, reason: str, by: Actor, second: Actor) -> Reply:
    """Continue a book that opened stopped, citing the later head that it should have reached."""
    return _post(desk, link, {"do": "new_chain", "head": head, "reason": reason}, by, second)


def _post(desk: FrontDesk, link: str, request: dict[str, Any], by: Actor, second: Actor | None = None) -> Reply:
    """A request made by this process, with an id that no client could have chosen."""
    return desk.post(link, {"id": f"{request['do']}:{uuid4()}", **request}, by, second)
