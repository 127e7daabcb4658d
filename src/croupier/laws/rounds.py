"""The laws of a round: each takes a round that was played and raises LawBroken where the game breaks it.

They hold whatever the configuration, the cards and the decisions. No law knows a particular game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from croupier import catalogue
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.errors import LawBroken
from croupier.laws.tables import Played
from croupier.play.awards import DEALER
from croupier.play.game import EVERYONE, Choose, Game, Settled, State
from croupier.play.replay import replay_transcript
from croupier.play.settlement import Settlement
from croupier.play.views import view


def settled_once(played: Played) -> None:
    """Each wager gets one line, and all that was put up is accounted for."""
    table, round_ = played.table, played.round
    settlement = round_.settle(*table.meters())
    awards_alone = {wager.id for wager in table.game.rules.wagers if wager.kind == "award"}
    for seat, own in table.wagers.items():
        for wager in own:
            times = sum((line.seat, line.wager) == (seat, wager) for line in settlement.lines)
            if times != 1:
                raise _broken(settled_once, played, f"seat {seat}: {wager} is settled {times} times")
        put_up = table.put_up(seat)
        put_up += sum(decision.amount for decision in round_.state.decisions if decision.seat == seat)
        staked = sum(line.stake for line in settlement.lines if line.seat == seat)
        if staked != put_up:
            raise _broken(settled_once, played, f"seat {seat} put up {put_up} cents and {staked} were settled")
        if settlement.seats[seat] < -put_up:
            raise _broken(settled_once, played, f"seat {seat} loses more than it put up")
    for line in settlement.lines:
        where = f"seat {line.seat}: {line.wager}"
        if line.seat not in table.wagers:
            raise _broken(settled_once, played, f"{where} is settled, but nobody sits there")
        if line.net < -line.stake:
            raise _broken(settled_once, played, f"{where} loses {-line.net} cents of a stake of {line.stake}")
        if (line.stake == 0) != (line.wager in awards_alone):
            raise _broken(settled_once, played, f"{where} is settled for a stake of {line.stake} cents")
        if not line.cite or not str(line.why) or "{" in str(line.why):
            raise _broken(settled_once, played, f"{where} does not say why, or by which rule")


def money_conserved(played: Played) -> None:
    """Players, dealer and house together gain what the meters pay, and a meter loses what was awarded from it."""
    shown, seeds = played.table.meters()
    settlement = played.round.settle(shown, seeds)
    made = balance(settlement)
    if made:
        raise _broken(money_conserved, played, f"{made} cents come from nowhere")
    won_whole = any(award.percent == "100" for award in settlement.awards)
    if won_whole or played.table.game.configuration.values.get("below_seed") == "top-up":
        return
    taken = sum(award.amount for award in settlement.awards if award.from_meter and award.seat != DEALER)
    before = sum(cents for levels in shown.values() for cents in levels.values())
    after = sum(cents for levels in settlement.meters.values() for cents in levels.values())
    if before - after != taken:
        raise _broken(money_conserved, played, f"the meters lost {before - after} cents and {taken} were awarded")


def balance(settlement: Settlement) -> int:
    """What players, dealer and house have gained, less what the meters paid: nothing."""
    gained = sum(settlement.seats.values()) + settlement.house
    gained += sum(award.amount for award in settlement.awards if award.seat == DEALER)
    return gained - sum(award.amount for award in settlement.awards if award.from_meter)


def own_cards_only(played: Played) -> None:
    """A view shows a seat its own cards and the open ones, and depends on no other card."""
    seats = [*played.table.wagers, max(played.table.wagers) + 1]
    for number, state in enumerate(played.states):
        for seat in seats:
            seen = view(state, seat)
            own = {cards for _, cards, seen_by in state.dealt if seen_by in (EVERYONE, seat)}
            if {cards for _, _, cards in seen.slots if cards is not None} != own:
                raise _broken(own_cards_only, played, f"seat {seat} is shown other cards than its own")
            other = _with_other_hidden_cards(played.table.game, state, seat, f"{played.table.seed}/{number}/{seat}")
            if view(other, seat) != seen:
                raise _broken(own_cards_only, played, f"what seat {seat} sees depends on a card it may not see")


def _with_other_hidden_cards(game: Game, state: State, seat: int, seed: str) -> State:
    """The same round with other cards wherever this seat sees backs."""
    left = list(game.deck)
    for dealt in state.dealt:
        if dealt.seen_by in (EVERYONE, seat):
            for card in dealt.cards:
                left.remove(card)
    shuffled = list(shuffle(SeededSource(seed), left))
    return state._replace(
        dealt=tuple(
            each if each.seen_by in (EVERYONE, seat) else each._replace(cards=tuple(shuffled.pop() for _ in each.cards))
            for each in state.dealt
        )
    )


def replays(played: Played) -> None:
    """A transcript replays to the cent, and so does a round that is declared void."""
    meters = played.table.meters()
    for settlement in (played.round.settle(*meters), played.round.void("a card was exposed", meters[0])):
        found = replay_transcript(played.round.transcript(settlement, *meters), catalogue)
        if found.differences:
            raise _broken(replays, played, found.differences[0])


def no_card_twice(played: Played) -> None:
    """A card is dealt as often as the deck holds it, and not once more."""
    over = Counter(card for each in played.round.state.dealt for card in each.cards) - Counter(played.table.game.deck)
    if over:
        raise _broken(no_card_twice, played, f"{next(iter(over))} is dealt more often than the deck holds it")


def remembers_nothing(played: Played) -> None:
    """``turn`` is a pure function: another instance, asked about every state in another order, says the same."""
    game = played.table.game
    fresh = catalogue.load(str(game.configuration))
    for state in reversed(played.states):
        if told(fresh.turn(state)) != told(game.turn(state)):
            raise _broken(remembers_nothing, played, "the same state gets two different answers")
    if len(set(played.states)) < len(played.states):
        raise _broken(remembers_nothing, played, "a decision left the state as it was")


def told(turn: object) -> object:
    """A turn as far as it can be compared: a reason by its words."""
    if not isinstance(turn, Settled):
        return turn
    lines = [(each[:-1], str(each.why)) for each in turn.lines]
    return [*lines, *((each[:-1], str(each.why)) for each in turn.jackpots)]


def bots_stay_legal(played: Played) -> None:
    """The rule of the bots picks an action that is listed, for an amount that it allows."""
    game = played.table.game
    for state in played.states:
        turn = game.turn(state)
        if not isinstance(turn, Choose):
            continue
        own = tuple(card for each in state.dealt if each.slot.seat == turn.seat for card in each.cards)
        actions = {action.name: action for action in turn.actions}
        name, amount = game.declares.bot.decide(own, actions)
        if name not in actions or not actions[name].allows(amount):
            raise _broken(bots_stay_legal, played, f"a bot wants to {name} for {amount} cents with {own}")


def deck_suffices(played: Played) -> None:
    """With every seat taken the deck does not run out."""
    game = played.table.game
    most = game.configuration.edition.seats[1]
    if game.most_cards(most) > len(game.deck):
        raise _broken(
            deck_suffices, played, f"{most} seats can use {game.most_cards(most)} cards, the deck has {len(game.deck)}"
        )
    state = played.round.state
    seats, used = len(state.stakes), sum(len(each.cards) for each in state.dealt)
    if used > game.most_cards(seats):
        raise _broken(
            deck_suffices, played, f"most_cards says {game.most_cards(seats)} for {seats} seats, and {used} were dealt"
        )


LAWS: Final[Mapping[str, Callable[[Played], None]]] = {
    "each wager is settled once": settled_once,
    "money is conserved": money_conserved,
    "a seat sees only its own cards": own_cards_only,
    "a transcript replays to the cent": replays,
    "no card is dealt twice": no_card_twice,
    "a turn remembers nothing": remembers_nothing,
    "bots stay within the listed actions": bots_stay_legal,
    "the deck suffices for every seat": deck_suffices,
}
"""The laws of a round by name; that every path ends is checked while the round is played."""


def _broken(law: Callable[[Played], None], played: Played, what: str) -> LawBroken:
    name = next(name for name, each in LAWS.items() if each is law)
    return LawBroken(name, str(played.table), what)
