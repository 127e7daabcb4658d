"""One report of a table, for every jackpot that it plays for: the dealer locks a round and tells its hand once. It
becomes one request for each link, under the same id, handed in together."""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, NamedTuple

from croupier.cards.cards import Card, format_cards, parse_cards
from croupier.casino.floor import FrontDesk, load_layout
from croupier.errors import BadInput, CardError
from croupier.jackpot import actors, journal
from croupier.jackpot.book.answers import Reply, is_same, posted_as
from croupier.jackpot.kinds.table import malformed
from croupier.jackpot.kinds.winnings import BadHand, check_deck
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.jackpot.state import LinkState, OpenRound
from croupier.play.documents import Json
from croupier.play.game import JackpotSight

OF_A_ROUND: Final = ("lock", "result", "void")  # What the dealer says of a round, for every jackpot.

States = Mapping[str, LinkState]  # By link, the state of each one that a table plays for, in the order of the answers.
Known = Callable[[str, str], journal.Entry | None]  # The entry of a link under an id, if it has one.


class Share(NamedTuple):
    """What one link is asked."""

    link: str
    request: Json


def is_for_all(request: object) -> bool:
    """Whether a request that names no link may be meant for all links of its table."""
    return isinstance(request, dict) and (request.get("do") in OF_A_ROUND or seats_by_link(request))


def seats_by_link(request: object) -> bool:
    """Whether a request is a report of all sensors of a table: its seats with a wager, by link."""
    return isinstance(request, dict) and request.get("do") == "wager" and isinstance(request.get("seats"), dict)


def next_round(states: Iterable[LinkState], table: str) -> int:
    """The round of a table that is open or comes next; all of its jackpots count the same rounds."""
    return max(
        state.rounds[table].number if table in state.rounds else state.last_round.get(table, 0) + 1 for state in states
    )


def split(request: Json, states: States, known: Known, beside: Sequence[LinkState] = ()) -> list[Share]:
    """One request for each link that the report concerns, or BadInput; where none is concerned, all are asked, and each
    says why not. ``beside`` are the table's other links, which count the same rounds."""
    shares = _by_link(request, states, known, beside) if seats_by_link(request) else _shares(request, states, known)
    told = [share for share in shares if isinstance(request.get("id"), str) and known(share.link, request["id"])]
    for share in told:
        earlier = known(share.link, share.request["id"])
        if earlier is not None and not is_same(share.request, actors.without_people(posted_as(earlier))):
            # The id was used for another report. A link that missed that one must not take this one in its place.
            return told
    return shares


def _shares(request: Json, states: States, known: Known) -> list[Share]:
    if malformed(request) is not None:
        return [Share(link, request) for link in states]
    links = concerned(request, states, known) or list(states)
    if request["do"] != "result":
        return [Share(link, request) for link in links]
    try:
        check_deal(request["hands"].values(), request.get("dealer"), _places(request["table"], states))
    except BadHand as wrong:
        raise BadInput(f"hands: {wrong.detail}", hint="nothing was entered; correct the hands and send them") from None
    wagered = {link: _wagered(request, states[link], known(link, request["id"])) for link in links}
    anywhere = frozenset[str]().union(*(seats for seats in wagered.values() if seats is not None))
    shares = []
    for link, seats in wagered.items():
        # A hand of a seat that wagered on no jackpot stays in, so that each link refuses it.
        hands = {
            seat: hand
            for seat, hand in request["hands"].items()
            if seats is None or seat in seats or seat not in anywhere
        }
        shares.append(Share(link, {**request, "hands": hands}))
    return [Share(share.link, part_of(share.request, share.link, states)) for share in shares]


def part_of(request: Json, link: str, states: States) -> Json:
    """The cards of a result that one jackpot sees: the first ones, where another jackpot of the table sees more. More
    cards than any of them sees stay, and are refused."""
    sights = {plan.id: sight_of(plan, table) for plan, table in _places(request["table"], states)}
    if link not in sights:
        return request
    mine, most_own = sights[link], max(sight.own for sight in sights.values())
    most_dealer = max(sight.dealer for sight in sights.values())
    hands = {seat: first_cards(hand, mine.own, most_own) for seat, hand in request["hands"].items()}
    part = {**request, "hands": hands}
    if isinstance(request.get("dealer"), str):
        part["dealer"] = first_cards(request["dealer"], mine.dealer, most_dealer)
        if not part["dealer"]:
            del part["dealer"]
    return part


def sight_of(plan: LinkPlan, table: TablePlan) -> JackpotSight:
    """How a jackpot's hand is graded at a table."""
    return load_layout(plan.carried(table.game) or table.game).jackpot_sight(table.wager)


def first_cards(hand: object, seen: int, most: int) -> Any:
    """As many cards of a hand as are seen; all of it where it cannot be read, or has more than anybody sees."""
    try:
        cards = parse_cards(hand) if isinstance(hand, str) else ()
    except CardError:
        return hand
    return format_cards(cards[:seen]) if seen < len(cards) <= most else hand


def concerned(request: Json, states: States, known: Known) -> list[str]:
    """The links that a report of a round concerns: those with a round open at the table, and those that have the report
    already, so that one sent again is answered as before."""
    table, number = request["table"], request["round"]
    told = {link for link in states if known(link, request["id"])}

    def is_concerned(link: str, state: LinkState) -> bool:
        other = state.rounds.get(table)
        if link in told or _opened(state, table, number):
            return True
        return other is not None and (other.number < number or not told)

    return [link for link, state in states.items() if is_concerned(link, state)]


def check_deal(hands: Iterable[object], dealer: str | None, places: Iterable[tuple[LinkPlan, TablePlan]]) -> None:
    """BadHand if a card is in more hands than the deck has of it. Each link sees only the hands that wagered on it."""
    games = [load_layout(plan.carried(table.game) or table.game) for plan, table in places]
    cards: list[Card] = []
    for text in (*hands, dealer):
        with contextlib.suppress(CardError):  # the link says what is wrong with it
            cards += parse_cards(text) if isinstance(text, str) else ()
    check_deck(cards, max((game.configuration.decks for game in games), default=1))


def _places(table: str, states: States) -> list[tuple[LinkPlan, TablePlan]]:
    plans = [state.plan for state in states.values() if state.plan]
    return [(plan, placed) for plan in plans if (placed := plan.table(table))]


def _by_link(request: Json, states: States, known: Known, beside: Sequence[LinkState]) -> list[Share]:
    """A report of all sensors of a table; a jackpot without a wager is not asked."""
    seats = request["seats"]
    strange = next((link for link in seats if link not in states), None)
    if strange is not None:
        raise BadInput(f"seats: {str(request.get('table'))[:40]} does not play for {strange[:40]}")
    shares = [Share(link, {**request, "seats": seats[link]}) for link in states if seats.get(link, []) != []]
    id, asked = request.get("id"), [share.link for share in shares]
    if isinstance(id, str) and any(known(link, id) for link in states if link not in asked):
        raise BadInput(f"id: {id[:40]} was used for another report", hint="give every report an id of its own")
    if not shares:
        raise BadInput("seats: no seat has a wager on any jackpot")
    if malformed({**request, "seats": [1]}) is None and is_dealt(
        request["table"], request["round"], [*states.values(), *beside]
    ):
        # Only those who were in the round before are answered, as before.
        shares = [share for share in shares if known(share.link, request["id"])]
        if not shares:
            raise BadInput(f"round {request['round']} is locked or over: no jackpot joins it any more")
    return shares


def is_dealt(table: str, number: int, states: Iterable[LinkState]) -> bool:
    """Whether the wagers of a round are closed on any jackpot of the table: the cards may be known by then, so no other
    jackpot joins, not even by a report that is sent again."""
    every = list(states)
    opened = (_opened(state, table, number) for state in every)
    return any(each.locked for each in opened if each) or any(
        state.last_round.get(table, 0) >= number for state in every
    )


def _opened(state: LinkState, table: str, number: int) -> OpenRound | None:
    """The round, if its result can be told: it is open."""
    found = state.rounds.get(table)
    return found if found is not None and found.number == number else None


def _wagered(request: Json, state: LinkState, earlier: journal.Entry | None) -> frozenset[str] | None:
    """The seats whose hands count on a link, as a result names them; None while more seats may still wager."""
    body = json.loads(earlier.body) if earlier else {}
    if "settled" in body:
        return frozenset(map(str, body["settled"]["seats"]))
    opened = _opened(state, request["table"], request["round"])
    if opened is not None:
        return frozenset(map(str, opened.seats)) if opened.locked else None
    if earlier is not None:  # it waited for a second person, and the round is over by now
        return frozenset((body.get("req") or {}).get("hands") or ())
    return None


def known_in(store: journal.Store) -> Known:
    """Entries by id, as a store has them."""
    return lambda link, id: store.known(link, [id]).get(id)


def hand_in(
    desk: FrontDesk, posts: Sequence[tuple[str, Sequence[actors.Asked]]], *, within: float | None = None
) -> list[Future[list[Reply]]]:
    """Hand in requests of several links at once, in one commit if this process is on duty for all of them."""
    for link in [link for link, _ in posts if link not in desk.held] if len(posts) > 1 else ():
        with contextlib.suppress(journal.StoreError):  # asking tells what is wrong, link by link
            desk.hold(link)
    return desk.submit_together(posts, within=within)


def answers_of(futures: Sequence[Future[list[Reply]]]) -> Iterator[list[Reply] | journal.StoreError]:
    """The answers of each link, or why they are not known: one link that fails hides no answer of another."""
    for future in futures:
        try:
            yield future.result()
        except journal.StoreError as error:
            yield error
