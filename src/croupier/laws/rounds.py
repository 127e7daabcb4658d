"""The laws of a round: each takes a round that was played and raises LawBroken where the game breaks it.

They hold whatever the configuration, the cards and the decisions. No law knows a particular game. Rounds are played at
random tables; everything follows from one seeded source, so a broken law names a seed and the round can be dealt again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from croupier import catalogue, errors
from croupier.cards.shuffle import RandomSource, SeededSource, shuffle
from croupier.play import awards, replay, views
from croupier.play.game import EVERYONE, TABLE, Action, Choose, Decision, Game, JackpotBet, Line, Settled, Stakes, State
from croupier.play.round import Round
from croupier.play.settlement import Settlement

MULTIPLES: Final = (2, 7, 100)  # Stakes by which a round is settled again.


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
    taken = sum(award.amount for award in settlement.awards if award.from_meter and award.seat != awards.DEALER)
    before = sum(cents for levels in shown.values() for cents in levels.values())
    after = sum(cents for levels in settlement.meters.values() for cents in levels.values())
    if before - after != taken:
        raise _broken(money_conserved, played, f"the meters lost {before - after} cents and {taken} were awarded")


def balance(settlement: Settlement) -> int:
    """What players, dealer and house have gained, less what the meters paid: nothing."""
    gained = sum(settlement.seats.values()) + settlement.house
    gained += sum(award.amount for award in settlement.awards if award.seat == awards.DEALER)
    return gained - sum(award.amount for award in settlement.awards if award.from_meter)


def own_cards_only(played: Played) -> None:
    """A view shows a seat its own cards and the open ones, and depends on no other card."""
    seats = [*played.table.wagers, max(played.table.wagers) + 1]
    for number, state in enumerate(played.states):
        for seat in seats:
            seen = views.view(state, seat)
            own = {cards for _, cards, seen_by in state.dealt if seen_by in (EVERYONE, seat)}
            if {cards for _, _, cards in seen.slots if cards is not None} != own:
                raise _broken(own_cards_only, played, f"seat {seat} is shown other cards than its own")
            other = with_other_hidden_cards(played.table.game, state, seat, f"{played.table.seed}/{number}/{seat}")
            if views.view(other, seat) != seen:
                raise _broken(own_cards_only, played, f"what seat {seat} sees depends on a card it may not see")


def with_other_hidden_cards(game: Game, state: State, seat: int, seed: str) -> State:
    """The same round with other cards wherever this seat sees backs."""
    left = list(game.deck)
    for dealt in state.dealt:
        if dealt.seen_by in (EVERYONE, seat):
            for card in dealt.cards:
                left.remove(card)
    shuffled = list(shuffle(SeededSource(seed), left))
    return state._replace(
        dealt=tuple(
            lot if lot.seen_by in (EVERYONE, seat) else lot._replace(cards=tuple(shuffled.pop() for _ in lot.cards))
            for lot in state.dealt
        )
    )


def replays(played: Played) -> None:
    """A transcript replays to the cent, and so does a round that is declared void."""
    meters = played.table.meters()
    for settlement in (played.round.settle(*meters), played.round.void("a card was exposed", meters[0])):
        found = replay.replay_transcript(played.round.transcript(settlement, *meters), catalogue)
        if found.differences:
            raise _broken(replays, played, found.differences[0])


def no_card_twice(played: Played) -> None:
    """A card is dealt as often as the deck holds it, and not once more."""
    over = Counter(card for dealt in played.round.state.dealt for card in dealt.cards) - Counter(played.table.game.deck)
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
    lines = [(line[:-1], str(line.why)) for line in turn.lines]
    return [*lines, *((jackpot[:-1], str(jackpot.why)) for jackpot in turn.jackpots)]


def bots_stay_legal(played: Played) -> None:
    """The rule of the bots picks an action that is listed, for an amount that it allows."""
    game = played.table.game
    for state in played.states:
        turn = game.turn(state)
        if not isinstance(turn, Choose):
            continue
        own = tuple(card for dealt in state.dealt if dealt.slot.seat == turn.seat for card in dealt.cards)
        actions = {action.name: action for action in turn.actions}
        name, amount = game.declares.bot.decide(own, actions)
        if name not in actions or not actions[name].allows(amount):
            raise _broken(bots_stay_legal, played, f"a bot wants to {name} for {amount} cents with {own}")


def actions_declared(played: Played) -> None:
    """A player is offered nothing that the game does not declare."""
    game = played.table.game
    for state in played.states:
        turn = game.turn(state)
        offered = {action.name for action in turn.actions} if isinstance(turn, Choose) else set()
        for name in sorted(offered - set(game.actions)):
            raise _broken(actions_declared, played, f"'{name}' is offered, and declares.actions does not list it")


def deck_suffices(played: Played) -> None:
    """With every seat taken the deck does not run out."""
    game = played.table.game
    most = game.configuration.edition.seats[1]
    if game.most_cards(most) > len(game.deck):
        raise _broken(
            deck_suffices, played, f"{most} seats can use {game.most_cards(most)} cards, the deck has {len(game.deck)}"
        )
    state = played.round.state
    seats, used = len(state.stakes), sum(len(dealt.cards) for dealt in state.dealt)
    if used > game.most_cards(seats):
        raise _broken(
            deck_suffices, played, f"most_cards says {game.most_cards(seats)} for {seats} seats, and {used} were dealt"
        )


def nets_scale(played: Played) -> None:
    """With every stake so many times as large, every line is so many times as large: no pay was rounded."""
    game, state = played.table.game, played.round.state
    settled = game.turn(state)
    assert isinstance(settled, Settled)
    for times in MULTIPLES:
        larger = game.turn(state.times(times))
        lines = larger.lines if isinstance(larger, Settled) else ()
        expected = [(line.seat, line.wager, times * line.stake, times * line.net) for line in settled.lines]
        if [(line.seat, line.wager, line.stake, line.net) for line in lines] != expected:
            raise _broken(
                nets_scale, played, f"with stakes {times} times as large the nets are not {times} times as large"
            )


def stands_alone(played: Played) -> None:
    """A wager that stands alone is owed the same whatever else its seat has placed."""
    game, state = played.table.game, played.round.state
    settled = game.turn(state)
    decided = {decision.seat for decision in state.decisions}
    assert isinstance(settled, Settled)
    for place, (seat, amounts) in enumerate(state.stakes):
        own = dict(zip(game.wagers, amounts, strict=True))
        standing = [wager for wager in game.standing if own[wager]]
        for wager in standing if len(standing) > 1 and seat not in decided else ():
            alone = game.completed({wager: own[wager]})
            stakes = Stakes(seat, tuple(alone.get(name, 0) for name in game.wagers))
            other = game.turn(state._replace(stakes=(*state.stakes[:place], stakes, *state.stakes[place + 1 :])))
            lines = {line.wager: line.net for line in getattr(other, "lines", ()) if line.seat == seat}
            beside = {line.wager: line.net for line in settled.lines if line.seat == seat and line.wager in alone}
            if lines != beside:
                raise _broken(
                    stands_alone, played, f"seat {seat}: {wager} alone is owed {lines}, beside others {beside}"
                )


def seats_stand_alone(played: Played) -> None:
    """A seat is owed the same without the others, so that nets add up over seats; players of one pot are excepted."""
    game, state = played.table.game, played.round.state
    for stakes in () if hasattr(game, "pot") else state.stakes:
        seat = stakes.seat
        without = state._replace(
            stakes=(stakes,),
            dealt=tuple(dealt for dealt in state.dealt if dealt.slot.seat in (seat, awards.DEALER, TABLE)),
            decisions=tuple(decision for decision in state.decisions if decision.seat == seat),
        )
        alone, beside = _owed(game.turn(without), seat), _owed(game.turn(state), seat)
        if alone != beside:
            raise _broken(seats_stand_alone, played, f"seat {seat} alone is owed {alone}, beside others {beside}")


def _owed(turn: object, seat: int) -> object:
    if not isinstance(turn, Settled):
        return turn
    lines: tuple[Line | JackpotBet, ...] = (*turn.lines, *turn.jackpots)
    return [(line.wager, line.stake, getattr(line, "net", None)) for line in lines if line.seat == seat]


LAWS: Final[Mapping[str, Callable[[Played], None]]] = {
    "each wager is settled once": settled_once,
    "money is conserved": money_conserved,
    "a seat sees only its own cards": own_cards_only,
    "a transcript replays to the cent": replays,
    "no card is dealt twice": no_card_twice,
    "a turn remembers nothing": remembers_nothing,
    "nets grow with the stakes": nets_scale,
    "a wager that stands alone is owed the same beside others": stands_alone,
    "a seat is owed the same without the others": seats_stand_alone,
    "bots stay within the listed actions": bots_stay_legal,
    "every action is declared": actions_declared,
    "the deck suffices for every seat": deck_suffices,
}
"""The laws of a round by name; that every path ends is checked while the round is played."""


def _broken(law: Callable[[Played], None], played: Played, what: str) -> errors.LawBroken:
    name = next(name for name, known in LAWS.items() if known is law)
    return errors.LawBroken(name, str(played.table), what)


MOST_DECISIONS: Final = 200  # No game of ours asks for more in a round.
_MOST_SEATS: Final = 4
_AMOUNTS: Final = {
    "base_wager": ("5.00", "25.00"),
    "base_wager_2": ("5.00", "2.00"),
    "aggregate_limit": ("7.77", "100.00"),
    "aggregate_approval": ("WSGC-3151",),
}
"""What may be chosen for keys that take an amount."""


class SeatedTable(NamedTuple):
    """A configured game with what its players put up."""

    game: Game
    wagers: Mapping[int, Mapping[str, str | int]]
    seed: str

    def start(self) -> Round:
        return Round.start(self.game, self.wagers, seed=self.seed)

    def meters(self) -> tuple[awards.Meters, awards.Meters]:
        """Odd amounts, so that rounding shows, and a seed for every level."""
        levels = {
            wager: range(1, self.game.configuration.tables[wager].meters + 1)
            for wager, rule in self.game.stake_rules.items()
            if rule.is_jackpot
        }
        shown = {wager: {level: 2_500_007 // level for level in own} for wager, own in levels.items()}
        seeds = {wager: {level: 1_000_003 // level for level in own} for wager, own in levels.items()}
        return shown, seeds

    def put_up(self, seat: int) -> int:
        """What a seat staked before the deal, in cents."""
        return sum(int(stake) for stake in self.wagers[seat].values())

    def __str__(self) -> str:
        return f"{self.game.configuration}, seats {', '.join(map(str, self.wagers))}, seed {self.seed}"


class Played(NamedTuple):
    """A round with random decisions, and every state at which somebody had to decide, the last one included."""

    table: SeatedTable
    round: Round
    states: tuple[State, ...]


def one_of(source: RandomSource, values: tuple[str, ...]) -> str:
    """One of a few texts, each equally likely."""
    return values[source.below(len(values))]


def random_settings(name: str, source: RandomSource) -> str:
    """A configuration string: an edition, and some tables and house choices that go together."""
    rules = catalogue.book().game(name)
    edition = one_of(source, tuple(offered.id for offered in rules.editions))
    choices = [(wager.id, wager.tables_in(edition)) for wager in rules.wagers]
    choices += [(key.id, _AMOUNTS.get(key.id, key.values)) for key in rules.keys if edition in key.editions]
    chosen = {"edition": edition}
    for key, values in choices:
        if not values or source.below(2):
            continue
        wanted = chosen | {key: one_of(source, values)}
        try:
            catalogue.configuration(_spec(name, wanted))
        except errors.SpecError:
            continue
        chosen = wanted
    return _spec(name, chosen)


def _spec(name: str, settings: Mapping[str, str]) -> str:
    return f"{name}({', '.join(f'{key}={value}' for key, value in settings.items())})"


def seated(game: Game, source: RandomSource, *, always: tuple[str, ...] = ()) -> Mapping[int, Mapping[str, str | int]]:
    """Some seats with some wagers; those named in ``always`` are placed by everybody."""
    fewest, most = game.configuration.edition.seats
    free, wanted = list(range(1, most + 1)), fewest + source.below(min(most, _MOST_SEATS) - fewest + 1)
    seats = sorted(free.pop(source.below(len(free))) for _ in range(wanted))
    # One base wager for all, as a shared pot demands.
    base = game.stake_rules[game.base_wager].grain * (1 + source.below(2000))
    wagers: dict[int, dict[str, str | int]] = {}
    for seat in seats:
        # Where several wagers stand alone, any of them may buy the hand.
        own = {game.standing[source.below(len(game.standing))] if len(game.standing) > 1 else game.base_wager: base}
        for wager, rule in game.stake_rules.items():
            if wager in own or rule.equals or (rule.requires and rule.requires not in own):
                continue
            if wager in always or source.below(2):
                own[wager] = (
                    game.configuration.fixed_stake(wager) if rule.is_jackpot else rule.grain * (1 + source.below(500))
                )
        wagers[seat] = dict(game.completed(own))
    return wagers


def random_table(name: str, seed: str) -> SeatedTable:
    """A table of one game, with random settings, seats and wagers."""
    source = SeededSource(seed)
    game = catalogue.load(random_settings(name, source))
    return SeatedTable(game, seated(game, source), seed)


def play_out(table: SeatedTable, source: RandomSource) -> Played:
    """A whole round with random decisions: every path must end."""
    played, states = walk(table, lambda turn, actions: _decision(source, turn.seat, actions))
    if not played.is_over:
        raise errors.LawBroken("every path ends", str(table), f"{MOST_DECISIONS} decisions did not end the round")
    return Played(table, played, tuple(states))


def walk(table: SeatedTable, decide: Callable[[Choose, tuple[Action, ...]], Decision]) -> tuple[Round, list[State]]:
    """A round under somebody's decisions, ``MOST_DECISIONS`` at most: every state that asked for one, and the last."""
    played = table.start()
    states = []
    for _ in range(MOST_DECISIONS):
        if not isinstance(played.turn, Choose):
            break
        states.append(played.state)
        played.act(decide(played.turn, played.legal_actions))
    return played, [*states, played.state]


def _decision(source: RandomSource, seat: int, actions: tuple[Action, ...]) -> Decision:
    action = actions[source.below(len(actions))]
    steps = (action.maximum - action.minimum) // action.step
    amount = action.minimum + action.step * source.below(steps + 1)
    return Decision(seat, action.name, action.maximum if source.below(3) == 0 else amount)
