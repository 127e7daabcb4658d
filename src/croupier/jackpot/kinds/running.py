"""The link itself: its faults, its days, its end, what waits for a second person, and the keys of its checkpoints."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.jackpot import accounts, entries
from croupier.jackpot import requests as asked
from croupier.jackpot.checkpoints import announces, is_key, is_word_of
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import PeopleBody
from croupier.jackpot.gambling_day import days_between, gambling_day
from croupier.jackpot.kinds.bank import days_waiting, end_day, required_cents
from croupier.jackpot.kinds.link import Link
from croupier.jackpot.plan.link_plan import LinkPlan, People, Person
from croupier.jackpot.state import LinkState
from croupier.units import as_read, mixes_alphabets

MOST_SILENT_DAYS = 7  # After so many days without an entry play waits for two people: is the clock right?

AboutFaults = asked.Fault | asked.Clear


def decide_fault(_link: Link, request: AboutFaults, plan: LinkPlan) -> PeopleBody[AboutFaults]:
    """Of a fault, and of its end."""
    if request.table is not None and plan.table(request.table) is None:
        raise Refused("unknown_table", request.table)
    return PeopleBody(req=request)


def apply_fault(state: LinkState, body: PeopleBody[asked.Fault]) -> None:
    request = body.req
    if request.table is None:
        _add_faults(state, [request.reason])
    elif request.reason not in state.table_faults.get(request.table, ()):
        state.table_faults.setdefault(request.table, []).append(request.reason)


def _add_faults(state: LinkState, faults: list[str]) -> None:
    state.faults = [*state.faults, *(fault for fault in faults if fault not in state.faults)]


def apply_clear(state: LinkState, body: PeopleBody[asked.Clear]) -> None:
    if body.req.table is not None:
        state.table_faults.pop(body.req.table, None)
    else:
        state.faults = []


def decide_end(link: Link, request: asked.End, _plan: LinkPlan) -> PeopleBody[asked.End]:
    """Rounds that are open are still settled, and awards paid."""
    if link.state.ended:
        raise Refused("link_ended", link.state.ended)
    return PeopleBody(req=request)


def apply_end(state: LinkState, body: PeopleBody[asked.End]) -> None:
    state.ended = body.req.reason


def apply_start(state: LinkState, body: entries.Started | entries.ChainBegun) -> None:
    """The system came up; software or a rulebook that nobody has accepted is a fault."""
    both = (("software", state.software, body.software), ("rulebook", state.rulebook, body.rulebook))
    _add_faults(state, [f"the {name} has changed" for name, before, now in both if before and before != now])
    state.software, state.rulebook = body.software, body.rulebook


# Days


def readings(state: LinkState) -> entries.Readings:
    """What the meters and accounts of a live link show, to be written down at the close of a day."""
    plan = state.plan
    assert plan is not None
    return entries.Readings(
        balances={name: list(sides) for name, sides in sorted(state.balances.items())},
        contributed=dict(sorted(state.contributed.items())),
        hits=dict(state.level_hits),
        won=dict(state.level_won),
        wagers=state.wager_count,
        wins=state.wins,
        after=state.day_seq,
        liability=state.liability_cents,
        required=required_cents(state, plan),
        bank=state.bank_cents,
        difference=state.bank_difference,
        due=state.due_level,
        days_since_deposit=days_waiting(state, plan),
        awards=sorted(state.awards.values(), key=lambda award: award.no),
        last_hits=list(state.last_hits),
        levels=list(plan.levels),
        plan=plan,
        software=state.software,
        rulebook=state.rulebook,
        faults=list(state.faults),
        seized=state.seized,
        dealt=dict(state.dealt),
        hands_told=dict(state.hands_told),
        table_faults={name: list(faults) for name, faults in sorted(state.table_faults.items())},
    )


def new_day(link: Link) -> entries.NewDay:
    """The entry that the software writes when the clock has passed the end of the day: the accounts as of then."""
    state, plan = link.state, link.state.plan
    assert plan is not None
    day = gambling_day(link.now, plan.time_zone, plan.day_begins)
    return entries.NewDay(day=day, over=state.day, readings=readings(state))


def apply_new_day(state: LinkState, body: entries.NewDay) -> None:
    """The day is over and waits to be closed; accrued money becomes due. What waits for a second person waits until the
    next day is over: by then nobody remembers what was asked."""
    plan = state.plan
    assert plan is not None
    unclosed = entries.UnclosedDay(day=state.day, after=state.day_seq, ends=state.seq)
    silent = days_between(state.day, body.day)
    _mark_day(state, plan)
    if silent:
        _mark_day(state, plan)
    if silent >= MOST_SILENT_DAYS:
        _add_faults(state, [f"{silent:,} days without an entry: look at the clock"])
    if plan.type == "house":
        state.due_level = state.liability_cents
    else:
        end_day(state, plan, body.day)
    state.asked = {number: waits for number, waits in state.asked.items() if state.asked_on[number] >= state.day}
    state.asked_on = {number: state.asked_on[number] for number in state.asked}
    state.unapproved, state.dealt, state.hands_told = {}, {}, {}
    state.day = body.day
    state.day_seq = state.seq
    state.unclosed = [*state.unclosed, unclosed]


def _mark_day(state: LinkState, plan: LinkPlan) -> None:
    """What wagers have added to each meter by the end of a day."""
    for level in plan.levels:
        _, last = state.marks.get(str(level.number), (0, 0))
        state.marks[str(level.number)] = [last, state.contributed.get(accounts.meter(level.number), 0)]


def decide_close_day(link: Link, request: asked.CloseDay, _plan: LinkPlan) -> entries.ClosedDay:
    """The readings were taken at the end of the day, however late it is closed."""
    state, day = link.state, request.day
    oldest = state.unclosed[0] if state.unclosed else None
    if day != (oldest.day if oldest else state.day):
        raise Refused("wrong_day", oldest.day if oldest else state.day)
    if oldest is None:
        raise Refused("day_not_over", day)
    return entries.ClosedDay(req=request, over=day, ends=oldest.ends, before=state.last_close or oldest.after)


def apply_close_day(state: LinkState, _body: entries.ClosedDay) -> None:
    """A finished day is closed."""
    state.unclosed = state.unclosed[1:]
    state.last_close = state.seq


# What waits


def apply_ask(state: LinkState, body: entries.Asking) -> None:
    """A request of one person waits for a second."""
    state.asks = body.ask
    state.asked[str(state.asks)] = body.req
    state.asked_on[str(state.asks)] = state.day


def waiting_request(link: Link, number: int) -> asked.Request:
    """A request that waits for a second person; Refused where none has this number."""
    waiting = link.state.asked.get(str(number))
    if waiting is None:
        raise Refused("unknown_ask", str(number))
    return waiting


def decide_decline(link: Link, request: asked.Decline, plan: LinkPlan) -> PeopleBody[asked.Decline]:
    """A supervisor declines it, or the person who asked takes it back: no dealer removes the correction of their
    round."""
    waiting = waiting_request(link, request.ask)
    if request.by != waiting.by and plan.role(request.by) != "supervisor":
        raise Refused("not_allowed", f"{waiting.by} asked for it: a supervisor may decline it")
    return PeopleBody(req=request)


# Checkpoints


def decide_new_key(link: Link, request: asked.NewKey, _plan: LinkPlan) -> PeopleBody[asked.NewKey]:
    state = link.state
    if not announces(state.link, request.key, request.signature, state.key):
        raise Refused("bad_signature")
    return PeopleBody(req=request)


def apply_key(state: LinkState, body: entries.KeyAnnounced | PeopleBody[asked.NewKey]) -> None:
    state.key = body.key if isinstance(body, entries.KeyAnnounced) else body.req.key


def decide_own_key(link: Link, request: asked.OwnKey, _plan: LinkPlan) -> PeopleBody[asked.OwnKey]:
    """One that was named signs for the next: with the passwords of two, a thief would name other keys. One that was
    lost goes with the role: others dismiss the person, and appoint them again."""
    if not is_key(request.key) or request.key.partition("+")[0] != request.by:
        raise Refused("bad_signature", f"not a key that was made for {request.by}")
    state, named = link.state, link.state.own_keys.get(request.by, request.key)
    if named != request.key and not announces(state.link, request.key, request.signature or "", named):
        raise Refused("bad_signature", f"{request.by} has named another key, which has not signed for this one")
    return PeopleBody(req=request)


def apply_own_key(state: LinkState, body: PeopleBody[asked.OwnKey]) -> None:
    state.own_keys[body.req.by] = body.req.key


def decide_new_chain(link: Link, request: asked.NewChain, _plan: LinkPlan) -> entries.ChainBegun:
    barred = link.barred
    if barred is None:
        raise Refused("chain_whole")
    if request.head != barred.head:
        raise Refused("other_head", barred.head)
    state, named = link.state, link.state.own_keys
    if request.signed is not None or named.keys() & set(request.people):
        both = list(zip(request.people, request.signed or (), strict=False))
        good = [is_word_of(who, word, state.link, state.seq + 1, request.head, named.get(who)) for who, word in both]
        if good != [True, True] or len(request.signed or ()) != 2:
            raise Refused(
                "bad_signature", "each of the two signs with a key of their own, the one that they have named"
            )
    cites = entries.Cites(seq=barred.seq, hash=barred.head, chain=max(barred.chain, state.chain))
    return entries.ChainBegun(
        req=request,
        cites=cites,
        key=barred.key,
        signature=barred.signature,
        software=barred.software,
        rulebook=barred.rulebook,
        lost_links=dict(barred.lost_links),
    )


def apply_new_chain(state: LinkState, body: entries.ChainBegun) -> None:
    state.chain = body.cites.chain + 1
    state.chain_from, state.chain_confirmed = state.seq, False
    state.lost_links = state.lost_links | body.lost_links
    state.key = body.key
    apply_start(state, body)


def decide_confirm_chain(link: Link, request: asked.ConfirmChain, _plan: LinkPlan) -> PeopleBody[asked.ConfirmChain]:
    state = link.state
    if state.chain_confirmed or request.chain != state.chain:
        raise Refused("chain_whole")
    return PeopleBody(req=request)


def apply_nothing(_state: LinkState, _body: entries.Body) -> None:
    """What an entry moves is all that it does."""


def decide_appoint(link: Link, request: asked.Appoint, plan: LinkPlan) -> PeopleBody[asked.Appoint]:
    if request.person in request.people:
        raise Refused("same_person", f"{request.person} is who would be appointed")
    check_people(link, [(request.person, request.name)], {person.id: person.name for person in plan.people})
    _check_supervisors({person.id: person.role for person in plan.people} | {request.person: request.role})
    return PeopleBody(req=request)


def check_people(link: Link, people: Sequence[tuple[str, str]], here: Mapping[str, str]) -> None:
    """An id and a name belong together in the whole book, even after the person has left."""
    known = {**link.colleagues(), **link.state.names, **here}
    for person, name in people:
        if mixes_alphabets(name) or mixes_alphabets(person):
            raise Refused("name_taken", f"{name} ({person}) mixes letters of several alphabets")
        for id, other in known.items():
            looks_alike = as_read(other) == as_read(name) or as_read(id) == as_read(person)
            if (id != person and looks_alike) or (id == person and as_read(other) != as_read(name)):
                raise Refused("name_taken", f"{id} is {other}")
    link.joining = joining(people, known)


def joining(people: Iterable[tuple[str, str]], known: Mapping[str, str]) -> list[str]:
    """What the store keeps once for people who are new to the whole book, since two links that take on a new person at
    the same instant cannot see each other.

    >>> joining([("sam", "Sam  Lee"), ("eve", "Eve")], {"eve": "Eve"})
    ['person sam', 'name samlee']
    """
    new = [(id, name) for id, name in people if id not in known]
    return [key for id, name in new for key in (f"person {id}", f"name {as_read(name)}")]


def _check_supervisors(roles: Mapping[str, str]) -> None:
    if list(roles.values()).count("supervisor") < 2:
        raise Refused("too_few_supervisors")


def apply_appoint(state: LinkState, body: PeopleBody[asked.Appoint]) -> None:
    request = body.req
    new = Person(request.person, request.name, request.role)
    assert state.plan is not None
    note_names(state)
    others = [person for person in state.plan.people if person.id != new.id]
    _set_people(state, (*others, new))
    note_names(state)


def decide_dismiss(_link: Link, request: asked.Dismiss, plan: LinkPlan) -> PeopleBody[asked.Dismiss]:
    people: dict[str, str] = {person.id: person.role for person in plan.people}
    if people.pop(request.person, None) is None:
        raise Refused("unknown_member", request.person)
    _check_supervisors(people)
    return PeopleBody(req=request)


def apply_dismiss(state: LinkState, body: PeopleBody[asked.Dismiss]) -> None:
    assert state.plan is not None
    note_names(state)
    state.own_keys = {person: key for person, key in state.own_keys.items() if person != body.req.person}
    _set_people(state, tuple(person for person in state.plan.people if person.id != body.req.person))


def note_names(state: LinkState) -> None:
    """People who leave keep their name, because it is on what they have signed."""
    if state.plan is not None:
        state.names = state.names | {person.id: person.name for person in state.plan.people}


def _set_people(state: LinkState, people: People) -> None:
    """In the plan that is in force and in the one that waits: no plan brings anybody back."""
    assert state.plan is not None
    state.plan = replace(state.plan, people=people)
    state.waiting = state.waiting and replace(state.waiting, people=people)
