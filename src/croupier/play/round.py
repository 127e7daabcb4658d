"""The play driver: one round, from the stakes to the settlement.

It asks the game what is needed, answers draws from the deal it was given, and waits for the players' decisions. The
list of what happened is the record; nothing else is kept.
"""

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from croupier.cards.cards import format_cards
from croupier.cards.shuffle import RandomSource, SeededSource, SystemSource
from croupier.errors import IllegalAction, RoundError
from croupier.play import game as protocol
from croupier.play.dealing import DeckDeal, NoCards, PreparedDeck, direction_of, first_served
from croupier.play.documents import Json
from croupier.play.dynamic import check_dynamic, displayed
from croupier.play.game import DEALER, Cards, Game, Slot, State
from croupier.play.reading import KIND, SCHEMA, SEAL, seal, without_blanks
from croupier.play.rules_in_force import rules_record
from croupier.play.settlement import (
    MetersGiven,
    Settlement,
    check_meters,
    meters_record,
    settle_round,
    settlement_record,
    voided,
)
from croupier.play.stakes import Limits, broken_limit, place_stakes, within
from croupier.software import software_name
from croupier.units import format_money, parse_money

Deal = Callable[[protocol.Draw], Cards]  # Answers a draw: from a shuffled deck, or from what happened at a real table.

_ACTION = re.compile(r"([a-z]+)(?:\s+(\S+))?")
_MULTIPLE = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?)x")


class Round:
    """One round at a table.

    >>> import croupier
    >>> game = croupier.load("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)")
    >>> round = Round.start(game, {1: {"ante": "10.00", "pair_bonus": "5.00"}}, seed=3)
    >>> [str(action) for action in round.legal_actions]
    ['fold', 'play 10.00']
    >>> round.act("play")
    >>> round.is_over
    True
    """

    def __init__(
        self,
        game: Game,
        state: State,
        deal: Deal,
        limits: Limits | None = None,
        dynamic: Mapping[str, int] | None = None,
        *,
        may_stop: bool = False,
        players: Mapping[int, str] | None = None,
    ) -> None:
        """A round that ``may_stop`` waits at the first draw for which there are no cards, as a misdeal does."""
        self.game = game
        self._may_stop = may_stop
        self.players = dict(players or {})
        """Who sits where, as far as it is known."""
        self.dynamic = dict(dynamic or {})
        """This round's boosted pays, which everyone sees before the first card."""
        if self.dynamic or game.dynamic_table:
            check_dynamic(game, self.dynamic)
        self.deal = deal
        self.limits = limits or {}
        posted = self.limits.get(game.base_wager)
        if posted:
            # The posted step, or the largest part of it in which the base wagers can be put up.
            state = state._replace(chip=math.gcd(posted.step, *[stakes.base for stakes in state.stakes]))
        self.state = state
        self.turn: protocol.Turn
        self._face_down: dict[str, Cards] = {}
        """Cards that lie on the table and that the game has not drawn yet."""
        self._advance()

    @classmethod
    def start(
        cls,
        game: Game,
        wagers: Mapping[int, Mapping[str, str | int]],
        *,
        seed: int | str | None = None,
        deck: PreparedDeck | None = None,
        limits: Limits | None = None,
        dynamic: Mapping[str, int] | None = None,
        players: Mapping[int, str] | None = None,
    ) -> "Round":
        """Deal a fresh round: from a committed live deck, or repeatably from a seed.

        Amounts are decimal strings, or whole cents as integers. A live table prepares its deck first, so that it can
        publish the root before bets close; without one, a fresh deck is prepared here. Dynamic pays were drawn with
        it, and are shown between the bets and the first card (P19), unless the table has drawn them itself.
        """
        if not isinstance(wagers, Mapping) or not all(isinstance(own, Mapping) for own in wagers.values()):
            example = f"{{1: {{'{game.base_wager}': '10.00'}}}}"
            raise RoundError(f"{wagers!r:.60} are not stakes", hint=f"by seat, as in {example}")
        cents = {
            seat: {
                name: amount if type(amount) is int else parse_money(amount, f"seat {seat}: {name}")
                for name, amount in own.items()
            }
            for seat, own in wagers.items()
        }
        stakes = place_stakes(game, cents, limits)
        if deck is None:
            source: RandomSource = SystemSource() if seed is None else SeededSource(seed)
            deck = PreparedDeck(game, source, committed=seed is None)
        if dynamic is None and deck.drawn:
            dynamic = deck.drawn.pays
        deal = DeckDeal(game, [stake.seat for stake in stakes], deck)
        return cls(game, game.open(stakes), deal, limits, dynamic, players=players)

    def _advance(self) -> None:
        state = self.state
        turn = self.game.turn(state)
        while isinstance(turn, (protocol.Draw, protocol.Peek)):
            lying = self._face_down.get(turn.slot) if self._face_down else None
            try:
                if isinstance(turn, protocol.Draw):
                    state = state.with_cards(turn, lying or self.deal(turn))
                    if lying:
                        del self._face_down[turn.slot]
                else:
                    cards = lying or self.deal(protocol.Draw(turn.slot, turn.size, protocol.NOBODY))
                    self._face_down[turn.slot] = cards
                    state = state.with_answer(turn, turn.holds(cards))
            except NoCards:
                if not self._may_stop:
                    raise
                break
            turn = self.game.turn(state)
        self.state = state
        self.turn = turn

    def __repr__(self) -> str:
        """One line, as in ``<Round of three-card-prime: seat 1 to act>``."""
        where = "over" if self.is_over else f"seat {self.seat_to_act} to act"
        return f"<Round of {self.game.configuration}: {where}>"

    @property
    def is_over(self) -> bool:
        return isinstance(self.turn, protocol.Settled)

    @property
    def seat_to_act(self) -> int | None:
        return self.turn.seat if isinstance(self.turn, protocol.Choose) else None

    @property
    def asked(self) -> protocol.Choose | None:
        """What the seat to act is asked, with the answers that posted limits leave; None when the round is over."""
        return self.turn._replace(actions=self.legal_actions) if isinstance(self.turn, protocol.Choose) else None

    @property
    def legal_actions(self) -> tuple[protocol.Action, ...]:
        """What the seat to act may do; empty when the round is over."""
        if not isinstance(self.turn, protocol.Choose):
            return ()
        if not self.limits:
            return self.turn.actions
        narrowed = [within(each, self.limits.get(self.game.wager_of(each.name))) for each in self.turn.actions]
        left = tuple([action for action in narrowed if action])
        taken = {each.name for each in self.turn.actions} - {each.name for each in left}
        if len(left) == 1 and taken & set(self.game.follow_or_fold):
            # Limits may narrow a choice, but a table that took a stake must leave its player more than a fold. An
            # optional wager, such as insurance, is simply not offered.
            raise RoundError(
                f"seat {self.turn.seat}: the posted limits leave nothing but {left[0]}",
                hint=f"without them: {', '.join(str(action) for action in self.turn.actions)}",
            )
        return left

    def act(self, action: str | protocol.Decision) -> None:
        """Take the decision of the seat to act, such as ``"raise 4x"``, ``"raise 40.00"`` or ``"fold"``."""
        if not isinstance(self.turn, protocol.Choose):
            raise IllegalAction(f"'{action}': the round is over", hint="settle it, or start another")
        if not isinstance(action, str | protocol.Decision) or (
            isinstance(action, protocol.Decision) and type(action.amount) is not int
        ):
            raise self._refused(f"{action!r:.60} is not an action")
        decision = self._decide(action) if isinstance(action, str) else action
        self._check(decision)
        self.state = self.state.with_decision(decision)
        self._advance()

    def _decide(self, text: str) -> protocol.Decision:
        assert isinstance(self.turn, protocol.Choose)
        seat = self.turn.seat
        match = _ACTION.fullmatch(text.strip().casefold())
        if not match:
            raise self._refused(f"'{text[:60]}' is not an action")
        name, amount = match[1], match[2]
        action = next((each for each in self.legal_actions if each.name == name), None)
        if action is None and name in [each.name for each in self.turn.actions]:
            wager = self.game.wager_of(name)
            raise self._refused(f"'{text[:60]}' is not legal: the posted limits leave no {wager} here")
        if action is None:
            raise self._illegal(f"'{text[:60]}'")
        if amount is None:
            if action.minimum != action.maximum:
                raise self._refused(f"'{text}' needs an amount")
            return protocol.Decision(seat, name, action.maximum)
        if not action.maximum:
            raise self._refused(f"{name} takes no amount")
        return protocol.Decision(seat, name, read_amount(self.state, seat, amount))

    def _check(self, decision: protocol.Decision) -> None:
        assert isinstance(self.turn, protocol.Choose)
        if decision.seat != self.turn.seat:
            raise IllegalAction(f"seat {decision.seat} decides out of turn", hint=f"seat {self.turn.seat} is to act")
        for action in self.legal_actions:
            if action.name == decision.action:
                break
        else:
            raise self._illegal(str(decision), decision)
        is_whole = type(decision.amount) is int
        if not is_whole or not (action.allows(decision.amount) if action.maximum else decision.amount == 0):
            raise self._illegal(str(decision), decision if is_whole else None)

    def _illegal(self, what: str, decision: protocol.Decision | None = None) -> IllegalAction:
        assert isinstance(self.turn, protocol.Choose)
        if decision and any(
            each.name == decision.action and each.allows(decision.amount) for each in self.turn.actions
        ):
            posted = broken_limit(decision.amount, self.limits.get(self.game.wager_of(decision.action)))
            if posted:
                return self._refused(f"{what} is not legal: {posted}, as posted at this table")
        rule = self.game.rules.rule(self.turn.rule)
        return self._refused(f"{what} is not legal: {rule.text} [{self.game.cites[rule.id]}]")

    def _refused(self, words: str) -> IllegalAction:
        return IllegalAction(f"seat {self.seat_to_act}: {words}", hint=f"legal: {self._legal()}")

    def _legal(self) -> str:
        return ", ".join(str(action) for action in self.legal_actions)

    def settle(
        self,
        meters: MetersGiven | None = None,
        seeds: MetersGiven | None = None,
    ) -> Settlement:
        """What everybody is owed, each payment with the rule that orders it."""
        if not isinstance(self.turn, protocol.Settled):
            seat = self.seat_to_act
            raise RoundError(f"seat {seat} has not decided", hint=f"legal: {self._legal()}")
        self._check_meters(meters, seeds)
        return settle_round(self.game, self.turn, meters, seeds, self.dynamic, self.players)

    def _check_meters(self, meters: MetersGiven | None, seeds: MetersGiven | None) -> None:
        for what, given in (("meters", meters), ("seeds", seeds)):
            if given is not None:
                check_meters(self.game, what, given)

    @property
    def reconciled(self) -> tuple[tuple[protocol.Line, ...], tuple[protocol.JackpotBet, ...]]:
        """Side wagers that are settled already, while the round goes on."""
        return self.game.reconciled(self.state)

    def void(
        self,
        reason: str,
        meters: MetersGiven | None = None,
        seeds: MetersGiven | None = None,
    ) -> Settlement:
        """A misdeal: stakes go back, the reason is recorded; side wagers that were settled stay settled."""
        self._check_meters(meters, seeds)
        settled = protocol.Settled(*self.reconciled)
        kept = settle_round(self.game, settled, meters, seeds, self.dynamic, self.players)
        return voided(self.game, self.state, reason, kept)

    def transcript(
        self,
        settlement: Settlement,
        meters: MetersGiven | None = None,
        seeds: MetersGiven | None = None,
    ) -> Json:
        """The round as a JSON record that can be replayed; a live deck's dealt cards are opened in it."""
        game, state = self.game, self.state
        lying: dict[Slot, Cards] = {}
        for slot, cards, _ in state.dealt:
            lying[slot] = (*lying.get(slot, ()), *cards)
        dealt = {slot: format_cards(cards) for slot, cards in lying.items()}
        seats: dict[str, object] = {}
        for seat, amounts in state.stakes:
            draws = {
                str(slot.number): cards for slot, cards in dealt.items() if slot.seat == seat and slot.part == "hand"
            }
            seats[str(seat)] = {
                "player": self.players.get(seat),
                "wagers": {
                    wager: format_money(stake) for wager, stake in zip(game.wagers, amounts, strict=True) if stake
                },
                "cards": dealt.get(Slot(seat)),
                "draw": dealt.get(Slot(seat, "draw")),
                "draws": draws or None,
                "actions": [str(decision) for decision in state.decisions if decision.seat == seat],
            }
        # A hand dealt as one packet is its own text; single cards say which is which.
        names = {"": "cards", "up": "up", "hole": "hole", "draw": "draws"}
        dealers = {names[slot.part]: cards for slot, cards in dealt.items() if slot.is_dealers and not slot.is_named}
        posted = {
            wager: {
                "minimum": format_money(limit.minimum) if limit.minimum else None,
                "step": format_money(limit.step),
                "maximum": None if limit.maximum is None else format_money(limit.maximum),
            }
            for wager, limit in self.limits.items()
        }
        dealing: dict[str, object] = {}
        live = self.deal if isinstance(self.deal, DeckDeal) else None
        if live and live.deck.dice:
            dice, first = list(live.deck.dice), str(first_served(game, live.deck.dice))
            dealing = {"dice": dice, "direction": direction_of(game), "first": first}
        if game.deals_dealer_in_order and Slot(DEALER) in dealt:
            dealing["order"] = "dealt"
        record: Json = {
            "schema": SCHEMA,
            "kind": KIND,
            "game": str(game.configuration),
            "game_hash": settlement.game_hash,
            "software": software_name(),
            "seats": seats,
            "dealer": dealers["cards"] if list(dealers) == ["cards"] else dealers or None,
            "places": {str(slot): cards for slot, cards in dealt.items() if slot.is_named} or None,
            "dynamic": {event: format_money(cents) for event, cents in displayed(game, self.dynamic).items()} or None,
            "meters": meters_record(meters) if meters else None,
            "seeds": meters_record(seeds or {}) if seeds or settlement.meters else None,
            "table": {"limits": posted} if posted else None,
            "dealing": dealing or None,
            "misdeal": settlement.void,
        }
        record = without_blanks(record)
        record["rules"] = rules_record(game)
        if live and (disclosure := live.disclose()):
            record["commitment"] = disclosure.to_json()
            record["positions"] = {str(slot): list(own) for slot, own in live.positions.items()}
        record["settlement"] = settlement_record(game, settlement)
        return record | {SEAL: seal(record)}


def read_decision(game: Game, state: State, seat: int, text: str) -> protocol.Decision | None:
    """A decision in words, taken at its word: what a void round gives back. None where it costs nothing."""
    match = _ACTION.fullmatch(text.strip().casefold())
    if not match:
        raise IllegalAction(f"seat {seat}: '{text[:60]}' is not an action", hint="as in raise 4x, or fold")
    name, amount = match[1], match[2]
    is_staked = any(wager.id == game.wager_of(name) and wager.kind == "follow" for wager in game.rules.wagers)
    if amount is None and is_staked:
        raise IllegalAction(f"seat {seat}: '{name}' needs its amount", hint=f"as in {name} 10.00, to be given back")
    if amount is not None and not is_staked:
        raise IllegalAction(f"seat {seat}: '{text[:60]}' stakes no wager of {game.rules.name}")
    return None if amount is None else protocol.Decision(seat, name, read_amount(state, seat, amount))


def read_amount(state: State, seat: int, text: str) -> int:
    """Cents from an amount, or from a multiple of the seat's base wager such as 4x."""
    if not text.endswith("x"):
        return parse_money(text, f"seat {seat}: amount")
    match = _MULTIPLE.fullmatch(text)
    if not match:
        raise IllegalAction(f"seat {seat}: '{text[:60]}' is not a multiple", hint="write for example 4x")
    base = state.base(seat)
    cents = base * Fraction(match[1])
    if cents.denominator != 1:
        raise IllegalAction(f"seat {seat}: {text} of {format_money(base)} is not whole cents")
    return cents.numerator


RESERVE = 8
RESERVE_A_HAND = 4
"""A shoe is shuffled early rather than run dry: what must be left to begin a round, for each seat and the dealer."""


class ShoeTable:
    """Deals round after round at one table.

    >>> from croupier import catalogue
    >>> from croupier.cards.shuffle import SeededSource
    >>> table = ShoeTable(catalogue.load("blackjack(decks=1, penetration=1/2)"), SeededSource(7))
    >>> for _ in range(7):
    ...     round = table.start({1: {"bet": "10.00"}})
    ...     while not round.is_over:
    ...         round.act(round.legal_actions[1].name)  # stand, or decline
    ...     done = table.close(round)
    >>> table.shoes, table.deck.dealt
    (2, 5)
    """

    def __init__(self, game: Game, source: RandomSource | None = None) -> None:
        """A live table, committed to its shoes; or a test table that a source repeats."""
        self.game = game
        self._is_live = source is None
        self._source: RandomSource = source or SystemSource()
        values = game.configuration.values
        self.is_continuous = values.get("shuffler", "continuous") == "continuous"
        self.cut_card = int(len(game.deck) * Fraction(values.get("penetration", "1")))
        """How many cards lie in front of the cut card."""
        fewest = len(game.opening_deal([1])) or RESERVE_A_HAND
        self._most_rounds = 1 if self.is_continuous else self.cut_card // fewest + 1
        """No more rounds are dealt from one shoe; each has its drawn pays."""
        self.shoes = 0
        self.deck = self._shuffle()

    def _shuffle(self, source: RandomSource | None = None) -> PreparedDeck:
        self.shoes += 1
        return PreparedDeck(self.game, source or self._source, committed=self._is_live, rounds=self._most_rounds)

    @property
    def root(self) -> str | None:
        """The commitment to the shoe that the next round is dealt from."""
        return self.deck.root

    def start(self, wagers: Mapping[int, Mapping[str, str | int]], limits: Limits | None = None) -> Round:
        """The next round, from where the last one left the shoe."""
        return Round.start(self.game, wagers, deck=self.deck, limits=limits)

    def close(self, round: Round) -> PreparedDeck | None:
        """Put a round's cards with the discards; the shoe, if it is done and another has taken its place."""
        deal = round.deal
        if not isinstance(deal, DeckDeal) or deal.deck is not self.deck:
            raise RoundError("the round was not dealt from this table's shoe")
        done = self.deck
        done.dealt = max(done.dealt, deal.next_position)
        done.rounds += 1
        reserve = RESERVE + RESERVE_A_HAND * (len(round.state.stakes) + 1)
        is_done = self.is_continuous or done.dealt >= self.cut_card or done.is_out_of_rounds
        if is_done or len(done.cards) - done.dealt < reserve:
            self.deck = self._shuffle()
            return done
        return None
