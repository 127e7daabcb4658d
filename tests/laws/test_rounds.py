"""What every round of every game obeys, whatever the configuration, the cards and the decisions.

A game joins by being in the catalogue: the list below names those that cannot be dealt, and why.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import catalogue
from croupier.cards.cards import DECK, Card
from croupier.errors import CroupierError, IllegalAction, SpecError, UnknownName
from croupier.laws.rounds import MOST_DECISIONS, SeatedTable, walk
from croupier.play.awards import DEALER
from croupier.play.game import EVERYONE, Action, Choose, Decision, Game, Settled, Slot, State
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.settlement import Settlement
from croupier.play.views import view

NOT_DEALT = {"perfect-pairs": "a side wager of blackjack, which deals it"}
PLAYABLE = sorted(set(catalogue.book().games) - set(NOT_DEALT))
Law = Callable[[str, st.DataObject], None]


def law(examples: int) -> Callable[[Law], Any]:
    """A law of every game, tried with this many random rounds."""

    def of_every_game(test: Law) -> Any:
        return pytest.mark.parametrize("name", PLAYABLE)(settings(max_examples=examples)(given(data=st.data())(test)))

    return of_every_game


@pytest.mark.parametrize("name", sorted(catalogue.book().games))
def test_a_game_is_played_or_listed_as_not_dealt(name: str) -> None:
    if name in NOT_DEALT:
        with pytest.raises(UnknownName, match="is a side wager"):
            catalogue.load(name)
    else:
        assert catalogue.load(name).wagers


def _settings(name: str, edition: str) -> list[tuple[str, list[str]]]:
    """Every key and wager of an edition, with what may be chosen for it."""
    rules = catalogue.book().game(name)
    choices = [(wager.id, list(wager.tables_in(edition))) for wager in rules.wagers if wager.tables_in(edition)]
    amounts = {"base_wager": ["5.00", "25.00"], "aggregate_limit": ["7.77", "100.00"]}
    amounts |= {"base_wager_2": ["5.00", "2.00"], "aggregate_approval": ["WSGC-3151"]}
    for key in rules.keys:
        if edition in key.editions:
            choices.append((key.id, amounts.get(key.id, list(key.values))))
    return [choice for choice in choices if choice[1]]


@st.composite
def tables(draw: st.DrawFn, name: str) -> SeatedTable:
    """A random table: settings that go together, some seats, some wagers."""
    edition = draw(st.sampled_from([each.id for each in catalogue.book().game(name).editions]))
    chosen = {"edition": edition}
    spec = f"{name}(edition={edition})"
    for key, values in _settings(name, edition):
        if not draw(st.booleans()):
            continue
        wanted = chosen | {key: draw(st.sampled_from(values))}
        candidate = f"{name}({', '.join(f'{each}={value}' for each, value in wanted.items())})"
        try:
            catalogue.configuration(candidate)
        except SpecError:
            continue
        chosen, spec = wanted, candidate
    game = catalogue.load(spec)
    most = game.configuration.edition.seats[1]
    seats = draw(st.sets(st.integers(1, most), min_size=1, max_size=min(most, 4)))
    # One base wager for all, as Ricochet Poker's pot demands.
    base = game.stake_rules[game.base_wager].grain * draw(st.integers(1, 2000))
    wagers: dict[int, dict[str, str | int]] = {}
    for seat in seats:
        wagers[seat] = {game.base_wager: base}
        for wager in game.wagers[1:]:
            rule = game.stake_rules[wager]
            if draw(st.booleans()):
                fixed = game.configuration.fixed_stake(wager)
                wagers[seat][wager] = fixed if rule.is_jackpot else rule.grain * draw(st.integers(1, 500))
    return SeatedTable(game, wagers, str(draw(st.integers(0, 2**32))))


@st.composite
def amounts(draw: st.DrawFn, action: Action) -> int:
    """A legal amount for an action: an end of its range, or a step between."""
    if not action.maximum:
        return 0
    steps = (action.maximum - action.minimum) // action.step
    ends = st.sampled_from([action.minimum, action.maximum])
    return draw(ends | st.integers(0, steps).map(lambda step: action.minimum + step * action.step))


def decide(data: st.DataObject, turn: Choose, actions: tuple[Action, ...]) -> Decision:
    action = data.draw(st.sampled_from(actions))
    return Decision(turn.seat, action.name, data.draw(amounts(action)))


def play(data: st.DataObject, table: SeatedTable) -> tuple[Round, list[State]]:
    """A whole round with random decisions, and every state at which somebody had to decide."""
    played, states = walk(table, lambda turn, actions: decide(data, turn, actions))
    assert played.is_over, "the round does not end"
    return played, states


def recorded(name: str, data: st.DataObject) -> tuple[SeatedTable, dict[str, Any]]:
    """A random table, and the transcript of a round played there."""
    table = data.draw(tables(name))
    played, _ = play(data, table)
    meters = table.meters()
    return table, played.transcript(played.settle(*meters), *meters)


def again(table: SeatedTable, decisions: tuple[Decision, ...]) -> Round:
    """The same deal with these decisions."""
    played = table.start()
    for decision in decisions:
        played.act(decision)
    return played


@law(examples=60)
def test_a_round_ends_and_settles_each_wager_once(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    played, _ = play(data, table)
    settlement = played.settle(*table.meters())
    awards_alone = {wager.id for wager in played.game.rules.wagers if wager.kind == "award"}
    for seat, own in table.wagers.items():
        for wager in own:
            lines = [line for line in settlement.lines if (line.seat, line.wager) == (seat, wager)]
            assert len(lines) == 1, f"seat {seat}: {wager} is settled {len(lines)} times"
        put_up = sum(int(stake) for stake in own.values())
        put_up += sum(decision.amount for decision in played.state.decisions if decision.seat == seat)
        staked = sum(line.stake for line in settlement.lines if line.seat == seat)
        assert staked == put_up, f"seat {seat} put up {put_up} and {staked} was settled"
        assert settlement.seats[seat] >= -put_up
    for line in settlement.lines:
        assert line.net >= -line.stake
        assert line.seat in table.wagers
        assert (line.stake == 0) == (line.wager in awards_alone)
        assert line.cite
        assert str(line.why)
        assert "{" not in str(line.why)


@law(examples=60)
def test_money_is_neither_made_nor_lost(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    played, _ = play(data, table)
    shown, seeds = table.meters()
    settlement = played.settle(shown, seeds)
    assert balance(settlement) == 0
    won_whole = any(award.percent == "100" for award in settlement.awards)
    if not won_whole and played.game.configuration.values.get("below_seed") != "top-up":
        taken = sum(award.amount for award in settlement.awards if award.from_meter and award.seat != DEALER)
        before = sum(cents for levels in shown.values() for cents in levels.values())
        after = sum(cents for levels in settlement.meters.values() for cents in levels.values())
        assert before - after == taken


def balance(settlement: Settlement) -> int:
    """What players, dealer and house have gained, less what the meters paid: nothing."""
    gained = sum(settlement.seats.values()) + settlement.house
    gained += sum(award.amount for award in settlement.awards if award.seat == DEALER)
    return gained - sum(award.amount for award in settlement.awards if award.from_meter)


@law(examples=40)
def test_just_the_listed_actions_are_taken(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    played = table.start()
    for _ in range(MOST_DECISIONS):
        turn = played.turn
        if not isinstance(turn, Choose):
            break
        listed = {action.name for action in played.legal_actions}
        state = played.state
        for wrong in {"raise", "fold", "play", "hit", "double", "insure", "check", ""} - listed:
            with pytest.raises(IllegalAction):
                played.act(wrong)
        for action in played.legal_actions:
            for amount in (action.minimum - 1, action.maximum + 1):
                with pytest.raises(IllegalAction):
                    played.act(Decision(turn.seat, action.name, amount))
            if action.step > 1 and action.maximum - action.minimum > action.step:
                with pytest.raises(IllegalAction):
                    played.act(Decision(turn.seat, action.name, action.minimum + 1))
            with pytest.raises(IllegalAction):
                played.act(Decision(turn.seat + 1, action.name, action.minimum))
        assert played.state == state, "a refused action changed the round"
        for action in played.legal_actions:
            other = Decision(turn.seat, action.name, data.draw(amounts(action)))
            assert again(table, (*state.decisions, other)).state.decisions[-1] == other
        played.act(decide(data, turn, played.legal_actions))
    with pytest.raises(IllegalAction, match="the round is over"):
        played.act("fold")


@law(examples=40)
def test_play_is_a_pure_function_of_the_answers(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    played, states = play(data, table)
    repeated = again(table, played.state.decisions)
    assert repeated.state == played.state
    assert hash(repeated.state) == hash(played.state)
    assert repeated.settle(*table.meters()) == played.settle(*table.meters())
    # Another instance, asked about every state in no particular order, gives the same turns and keeps no memory.
    fresh = catalogue.load(str(table.game.configuration))
    for state in reversed(states):
        before = copy.copy(state)
        assert _told(fresh.turn(state)) == _told(table.game.turn(state))
        assert state == before
    assert len(set(states)) == len(states)


def _told(turn: object) -> object:
    """A turn as far as it can be compared: a reason by its words."""
    if not isinstance(turn, Settled):
        return turn
    told = [(each[:-1], str(each.why)) for each in turn.lines]
    return [*told, *((each[:-1], str(each.why)) for each in turn.jackpots)]


@law(examples=40)
def test_a_view_depends_on_no_card_that_the_seat_may_not_see(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    _, states = play(data, table)
    for state in states:
        for seat in [*table.wagers, max(table.wagers) + 1]:
            seen = view(state, seat)
            own = {cards for slot, cards, seen_by in state.dealt if seen_by in (EVERYONE, seat)}
            assert {cards for _, _, cards in seen.slots if cards is not None} == own
            assert view(_with_other_hidden_cards(data, table.game, state, seat), seat) == seen


def _with_other_hidden_cards(data: st.DataObject, game: Game, state: State, seat: int) -> State:
    """The same round with other cards wherever this seat sees backs."""
    visible = [card for each in state.dealt if each.seen_by in (EVERYONE, seat) for card in each.cards]
    shuffled: list[Card] = list(game.deck)
    for card in visible:
        shuffled.remove(card)
    random.Random(data.draw(st.integers(0, 2**16))).shuffle(shuffled)
    dealt = []
    for each in state.dealt:
        cards = each.cards
        if each.seen_by not in (EVERYONE, seat):
            cards = tuple(shuffled.pop() for _ in cards)
        dealt.append(each._replace(cards=cards))
    return state._replace(dealt=tuple(dealt))


def test_the_dealers_cards_are_open_after_the_showdown_and_other_hands_are_not() -> None:
    table = SeatedTable(catalogue.load("keep-it-straight"), {1: {"ante": 1000}, 2: {"ante": 1000}}, "5")
    played = again(table, (Decision(1, "fold"), Decision(2, "fold")))
    seen = {slot: cards for slot, _, cards in view(played.state, 1).slots}
    assert seen[Slot()] is not None
    assert seen[Slot(1)] is not None
    assert seen[Slot(2)] is None
    assert "dealer" not in {slot for slot, _, _ in view(table.start().state, 1).slots}


@law(examples=40)
def test_a_transcript_replays_to_the_cent(name: str, data: st.DataObject) -> None:
    table, record = recorded(name, data)
    replayed = replay_transcript(record, catalogue)
    assert replayed.differences == ()
    assert replayed.game == str(table.game.configuration)


@law(examples=40)
def test_a_void_round_gives_all_back_and_replays(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(name))
    played = table.start()
    for _ in range(data.draw(st.integers(0, 4))):
        if isinstance(played.turn, Choose):
            played.act(decide(data, played.turn, played.legal_actions))
    shown, seeds = table.meters()
    settlement = played.void("a card was exposed", shown, seeds)
    put_up = sum(int(stake) for own in table.wagers.values() for stake in own.values())
    put_up += sum(decision.amount for decision in played.state.decisions)
    if any(played.reconciled):
        # Side wagers that the documents settle before the hands are played stay settled.
        done = {(bet.seat, bet.wager) for bet in played.reconciled[1]}
        early = [line for line in settlement.lines if (line.seat, line.wager) in done]
        assert {(line.seat, line.wager) for line in early} == done
        back = [line for line in settlement.lines if line not in early]
        assert all(line.event == "misdeal" and line.net == 0 for line in back)
        assert sum(line.stake for line in settlement.lines) == put_up
    else:
        assert set(settlement.seats.values()) == {0}
        assert settlement.house == 0
        assert settlement.meters == shown
        assert sum(line.returned for line in settlement.lines) == put_up
    assert replay_transcript(played.transcript(settlement, shown, seeds), catalogue).differences == ()


@law(examples=40)
def test_a_changed_transcript_is_caught(name: str, data: st.DataObject) -> None:
    _, record = recorded(name, data)
    _tamper(data, record)
    assert _is_caught(record)


def _is_caught(record: dict[str, Any]) -> bool:
    try:
        return bool(replay_transcript(record, catalogue).differences)
    except CroupierError as refused:
        return refused.exit_status == 2


def _tamper(data: st.DataObject, record: dict[str, Any]) -> None:
    """Change one figure of the settlement, or one stake that it was reckoned from."""
    if data.draw(st.booleans()):
        seat = data.draw(st.sampled_from(sorted(record["seats"])))
        wagers = record["seats"][seat]["wagers"]
        wager = data.draw(st.sampled_from(sorted(wagers)))
        wagers[wager] = f"{float(wagers[wager]) + 1:.2f}"
        return
    settlement = record["settlement"]
    line = data.draw(st.sampled_from(settlement["settlements"]))
    key = data.draw(st.sampled_from(["seat", "wager", "stake", "outcome", "event", "net", "returned", "cite", "why"]))
    place = data.draw(st.sampled_from(["line", "seat", "house", "dropped"]))
    if place == "line":
        line[key] = "0.01" if line[key] != "0.01" else "0.02"
    elif place == "seat":
        settlement["seats"][str(line["seat"])]["net"] += "1"
    elif place == "house":
        settlement["house"]["net"] += "1"
    else:
        settlement["settlements"].remove(line)


@pytest.mark.parametrize("name", PLAYABLE)
def test_no_card_is_dealt_twice(name: str) -> None:
    game = catalogue.load(name)
    for seed in range(20):
        played = Round.start(game, {1: {game.base_wager: 1000}, 2: {game.base_wager: 1000}}, seed=seed)
        for _ in range(MOST_DECISIONS):
            if isinstance(played.turn, Choose):
                action = played.legal_actions[-1]
                played.act(Decision(played.turn.seat, action.name, action.minimum))
        cards = [card for each in played.state.dealt for card in each.cards]
        assert all(cards.count(card) <= game.configuration.decks for card in DECK)
