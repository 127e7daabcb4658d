"""A round as it happened at a real table, typed in by a person, checked and played through the game.

The same driver that deals live rounds plays it, with a deal that answers from the file, so there is no second set of
rules to get wrong. ``reading`` reads the file.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from croupier.cards.cards import Card
from croupier.errors import BadInput, CardError, IllegalAction, RoundError, closest
from croupier.play.dealing import NoCards, direction_of, first_served
from croupier.play.dynamic import Boosted, per_unit
from croupier.play.game import DEALER, GIVING_UP, TABLE, Action, Cards, Choose, Draw, Game, Stakes
from croupier.play.reading import IN_ORDER, UP, WHOLE, RoundFile, read_round
from croupier.play.round import Deal, Round, read_decision
from croupier.play.settlement import Settlement, check_meters
from croupier.play.stakes import place_stakes, within
from croupier.play.tablefile import TableFile


class RecordedDeal:
    """Answers each draw from the file, and keeps the draws in the order of the deal."""

    def __init__(self, read: RoundFile) -> None:
        self.drawn: list[Draw] = []
        self._cards = dict(read.cards)
        if UP in self._cards and WHOLE in self._cards:
            # The card that is marked came first; the rest follow it.
            self._cards[WHOLE] = self._cards.pop(UP) + self._cards[WHOLE]

    def __call__(self, draw: Draw) -> Cards:
        cards = self._find(draw)
        self.drawn.append(draw)
        return cards

    def _find(self, draw: Draw) -> Cards:
        slot, size = draw.slot, draw.size
        if slot in self._cards:
            cards = self._cards[slot]
            if slot.is_drawn_to and len(cards) >= size:
                return self._take(slot, size)
            if len(cards) < size:
                raise NoCards(f"{slot}: {len(cards)} cards; expected {size}")
            if len(cards) > size:
                raise RoundError(f"{slot}: {len(cards)} cards; expected {size}")
            return self._cards.pop(slot)
        if slot.is_dealers and len(self._cards.get(WHOLE, ())) >= size:
            # The dealer's cards may come one by one, as an up-card and a hole card do.
            return self._take(WHOLE, size)
        hint = 'after a split, draws are by hand: "draws": {"1": "5s", "2": "9c"}' if slot.number > 1 else None
        raise NoCards(f"{slot}: no cards are given; expected {size}", hint=hint)

    def _take(self, slot: str, size: int) -> Cards:
        """The first cards of a slot that is drawn to card by card; the others wait."""
        key = next(each for each in self._cards if each == slot)
        cards = self._cards.pop(key)
        if cards[size:]:
            self._cards[key] = cards[size:]
        return cards[:size]

    def check_all_used(self, *, but_dealers: bool = False) -> None:
        """Refuse cards that the round did not deal; a round that stops early may leave some of the dealer's."""
        for slot in self._cards:
            if but_dealers and slot.is_dealers:
                continue
            raise RoundError(f"{slot}: cards are given, but the round does not deal any there")


def check_once(read: RoundFile, game: Game) -> None:
    """No card may lie on the table more often than the decks hold it."""
    copies = game.configuration.decks
    places: dict[Card, list[str]] = {}
    for place, cards in read.cards.items():
        for card in cards:
            places.setdefault(card, []).append(place)
    for card, slots in places.items():
        if card.rank not in game.rules.ranks or card.suit not in game.rules.suits:
            raise CardError(f"{slots[0]}: {card} is not in the deck of {game.rules.name}", hint=f"{game.rules.deck}")
        if len(slots) > copies:
            where = " and ".join(dict.fromkeys(slots))
            times = "twice" if len(slots) == 2 else f"{len(slots)} times"
            holds = "a deck holds each card once" if copies == 1 else f"{copies} decks hold each card {copies} times"
            raise CardError(f"{card} appears {times}: {where}", hint=holds)


PASSED_OVER = "decline"  # The answer to an offer that a seat may let go by.


def check_dealing(game: Game, read: RoundFile) -> None:
    """Cards and dice as this table deals them: no card too often, a throw that can be, and whose packet came first."""
    check_once(read, game)
    for slot in read.cards:
        if slot.seat not in (DEALER, TABLE, *read.wagers):
            raise RoundError(f"{slot}: cards are given, but the seat has no wagers")
    is_marked = UP in read.cards or read.is_in_order or WHOLE not in read.cards
    in_order = f'"dealing": {{"order": "{IN_ORDER}"}} where the cards are in the order of the deal'
    if not is_marked and game.dealer_order_matters:
        raise RoundError(
            "dealer: which card is the up-card?",
            hint=f'mark it, as in "dealer": {{"up": "9h", "hole": "8d"}}, or say {in_order}',
        )
    if not is_marked and game.deals_dealer_in_order:
        raise RoundError("dealer: which card was dealt first?", hint=f"say {in_order}")
    if not game.deals_by_dice:
        for what, given in (("dice", read.dice), ("direction", read.direction), ("first", read.first)):
            if given:
                noun = "dice are given" if what == "dice" else f"{what} is given"
                raise RoundError(f"dealing: {noun}, but this table does not deal by dice")
        return
    if not read.dice:
        if read.misdeal is None:
            dice = [1] * game.dice
            throw = f'"dice": {dice}, "direction": "{direction_of(game)}", "first": "{first_served(game, dice)}"'
            raise RoundError(
                "dealing: this table deals by dice, and the throw is missing", hint=f'as in "dealing": {{{throw}}}'
            )
        return
    start = first_served(game, read.dice)
    way = direction_of(game)
    for what, given, expected in (("direction", read.direction, way), ("first", read.first, str(start))):
        if given is None:
            raise RoundError(f"dealing: {what}: missing", hint=f"the dice say {expected}")
        if given != expected:
            raise RoundError(f"dealing: {what} '{given[:40]}': the dice say {expected}")


def play_round(game: Game, read: RoundFile) -> Round:
    """Play the file through the game, up to its end."""
    return play_file(game, read, RecordedDeal(read))


def play_file(game: Game, read: RoundFile, deal: RecordedDeal) -> Round:
    """Play a file with a deal that somebody wants to look at afterward; a misdeal is played as far as it goes."""
    _check_names(game, read)
    stakes = place_stakes(game, read.wagers, read.limits)
    check_dealing(game, read)
    is_misdeal = read.misdeal is not None
    played = begun(game, read, stakes, deal)
    waiting = walk(played, read, to_end=not is_misdeal)
    if isinstance(played.turn, Choose) and not is_misdeal:
        legal = ", ".join(str(action) for action in played.legal_actions)
        raise RoundError(f"seat {played.turn.seat}: a decision is missing", hint=f"legal: {legal}")
    for seat, left in waiting.items():
        if is_misdeal:
            _take_at_their_word(played, seat, left)
        elif left:
            raise RoundError(f"seat {seat}: '{left[0]}' comes after the seat's last decision")
    if not is_misdeal:
        deal.check_all_used()
    return played


def begun(game: Game, read: RoundFile, stakes: list[Stakes], deal: Deal) -> Round:
    """The round of a file with its wagers placed, dealt as far as nobody is asked."""
    may_stop = read.misdeal is not None
    state = game.open(stakes)
    return Round(game, state, deal, read.limits, boosts(game, read), may_stop=may_stop, players=read.players)


class Taken(NamedTuple):
    """A decision as the file words it, and what was legal then."""

    seat: int
    words: str
    legal: tuple[Action, ...]


def walk(
    played: Round, read: RoundFile, *, to_end: bool = False, taken: list[Taken] | None = None
) -> dict[int, list[str]]:
    """Take the decisions of a file as far as they go, or to the end of the round; what is left of them. ``taken``
    receives each before it is taken: the cards may end with any."""
    waiting = {seat: list(actions) for seat, actions in read.actions.items()}
    while isinstance(turn := played.turn, Choose):
        own = waiting.get(turn.seat, [])
        if is_passed_over(turn.actions, own) and (own or to_end):
            played.act(PASSED_OVER)
        elif own:
            if taken is not None:
                taken.append(Taken(turn.seat, own[0], played.legal_actions))
            played.act(own.pop(0))
        else:
            break
    return waiting


def play_to_open_decision(game: Game, read: RoundFile, deal: Deal) -> tuple[Round, Choose]:
    """Play the file as far as its decisions go, to the first one that it leaves open."""
    stakes = place_stakes(game, read.wagers, read.limits)
    check_once(read, game)
    played = begun(game, read, stakes, deal)
    waiting = walk(played, read)
    turn = played.turn
    if not isinstance(turn, Choose):
        raise RoundError("the round waits for no decision", hint="leave out the last action of a seat")
    for seat, left in waiting.items():
        if left:
            raise RoundError(f"seat {seat}: '{left[0]}' comes after the decision that seat {turn.seat} has to take")
    return played, turn


def is_passed_over(offers: tuple[Action, ...], own: list[str]) -> bool:
    """Whether an offer, such as insurance, was declined without a word: nobody writes down what was not taken.

    A word that may be meant for the offer does not count as silence; it is read, and refused where it is wrong.
    """
    names = [action.name for action in offers]
    if PASSED_OVER not in names:
        return False
    word = (own[0].split() or [""])[0].casefold() if own else None
    return word is None or (word not in names and not closest(word, names))


def _check_names(game: Game, read: RoundFile) -> None:
    check_meters(game, "meters", read.meters)
    check_meters(game, "seeds", read.seeds)
    staked = {wager.id for wager in game.rules.wagers if wager.kind in ("base", "follow", "bonus", "jackpot")}
    for wager in read.limits:
        if wager not in staked:
            raise RoundError(f"table: limits: {wager} is not a wager of {game.rules.name}")


def settle_file(
    document: dict[str, object], load: Callable[[str], Game], table: TableFile | None = None
) -> tuple[Game, RoundFile, Settlement]:
    """Settle a round file: what is owed, wager by wager; under the limits of a table, where one is given."""
    read = read_round(document)
    if table:
        at_table(read, table, load)
    game = load(read.game)
    if read.misdeal is not None:
        return game, read, settle_misdeal(game, read)
    return game, read, play_round(game, read).settle(read.meters, read.seeds)


def at_table(read: RoundFile, table: TableFile, load: Callable[[str], Game]) -> None:
    """Check a round against the table that it was played at: its game, its limits."""
    theirs, ours = str(load(read.game).configuration), str(table.game.configuration)
    if theirs != ours:
        raise RoundError(f"the round is of {theirs}, but the table is {ours}", hint="name the table of this round")
    if read.limits and read.limits != dict(table.limits):
        raise RoundError("table: limits: the round carries other limits than its table", hint="leave them to the table")
    read.limits = dict(table.limits)


def boosts(game: Game, read: RoundFile) -> Boosted:
    """The round's dynamic pays for a $1 wager; a file gives those that the display shows."""
    return per_unit(game, read.dynamic)


def settle_misdeal(game: Game, read: RoundFile) -> Settlement:
    """A misdeal gives back what was staked, and no more than could have been.

    The round is played as far as its cards go; what was decided after that is checked against the widest range that any
    hand has. Side wagers that were settled on the first cards stay settled.
    """
    reason = read.misdeal or ""
    if not reason.strip():
        raise BadInput("misdeal: the reason is empty", hint="say what went wrong")
    if not reason.isprintable():
        raise BadInput("misdeal: the reason holds a control character", hint="write it on one line")
    for seat, actions in read.actions.items():
        for action in actions:
            read_decision(game, game.open(place_stakes(game, read.wagers, read.limits)), seat, action)
    return play_round(game, read).void(reason, read.meters, read.seeds)


def _take_at_their_word(played: Round, seat: int, actions: list[str]) -> None:
    """Decisions on cards that the file does not give: legal where some hand could have taken them."""
    game, state = played.game, played.state
    base = state.base(seat)
    times = Counter(decision.action for decision in state.decisions if decision.seat == seat)
    for text in actions:
        decision = read_decision(game, played.state, seat, text)
        name = text.split()[0].casefold()
        times[name] += 1
        if any(times[each] for each in GIVING_UP) and name not in GIVING_UP:
            raise IllegalAction(f"seat {seat}: '{text[:60]}' comes after the seat's last decision")
        if decision is None:
            continue
        widest = game.range_of(name, base)
        allowed = widest and within(widest, played.limits.get(game.wager_of(name)))
        if allowed is None or not allowed.allows(decision.amount) or times[name] > game.most_times(name):
            could = f"{allowed}, at most {game.most_times(name)} times" if allowed else "nothing"
            raise IllegalAction(f"seat {seat}: '{text[:60]}' could not have been staked", hint=f"possible: {could}")
        played.state = played.state.with_decision(decision)
