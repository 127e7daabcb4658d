"""Blackjack: closest to twenty-one against the dealer, with Perfect Pairs Progressive on the side.

``_round`` reads like the order of play. What a hand may do and how it fares is asked of ``house``; which first two
cards win the side wager is defined in ``cards.hands.pairs``, and what they win in the paytables.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from croupier.cards.cards import DECK
from croupier.cards.hands.blackjack import is_blackjack, total, value
from croupier.games.blackjack.house import ACE, KEYS, NUMBERS, RULES, TEN, Final, Holding, House, WagerVerdict
from croupier.play.game import (
    DEALER,
    EVERYONE,
    Action,
    BotRule,
    Cards,
    Choice,
    Choose,
    Declaration,
    Draw,
    Game,
    JackpotBet,
    Line,
    Named,
    Peek,
    Settled,
    Slot,
    Stakes,
    State,
    Turn,
    Why,
    stay,
)
from croupier.rulebook.configuration import Configuration

_Result = TypeVar("_Result")
Script = Generator[Turn, Any, _Result]
"""A part of the round: it yields what it needs next, is sent the answer, and returns what came of it."""

HOLE = Slot(DEALER, "hole")
DEALER_UP = Draw(Slot(DEALER, "up"), 1, EVERYONE)
DEALER_HOLE = Draw(HOLE, 1, EVERYONE)
DEALER_DRAW = Draw(Slot(DEALER, "draw"), 1, EVERYONE)
SURRENDER = Action("surrender")
DECLINE = Action("decline")


UNDER_ACE = Peek(HOLE, 1, "a ten under the ace", lambda cards: value(cards[0]) == TEN)
UNDER_TEN = Peek(HOLE, 1, "an ace under the ten", lambda cards: value(cards[0]) == ACE)


def _hit_below_17(own: Cards, actions: Mapping[str, Action]) -> Choice:
    if "hit" in actions and "stand" in actions:
        return ("hit", 0) if total(own).total < 17 else ("stand", 0)
    return stay(own, actions)


class Hand:
    """One hand of a bet while the history is read."""

    def __init__(self, number: int, cards: Cards, *, is_split: bool = False) -> None:
        self.number = number
        self.cards = cards
        self.is_split = is_split
        self.is_doubled = False
        self.is_given_up = False

    @property
    def final(self) -> Final:
        return Final(total(self.cards).total, is_blackjack(self.cards) and not self.is_split)


class Spot:
    """One seat's bet, with the hands it has become and what was put up beside it."""

    def __init__(self, stakes: Stakes, cards: Cards, *, draws_at_once: bool = False) -> None:
        self.seat, (self.bet, *self.side) = stakes
        self.draws_at_once = draws_at_once
        self.first_cards = cards
        self.hands = [Hand(1, cards)]
        self.playing = self.hands[0]
        self.insurance = 0

    def split(self, hand: Hand) -> Hand:
        """One of the two cards stays, the other begins a new hand, which lies beside it and is played next."""
        kept, moved = hand.cards
        new = Hand(len(self.hands) + 1, (moved,), is_split=True)
        hand.cards, hand.is_split = (kept,), True
        self.hands.insert(self.hands.index(hand) + 1, new)
        return new

    def draw(self, hand: Hand) -> Draw:
        """A card for a hand, counted as its wagers are: by its place on the felt, which is final when it draws.

        Where both hands of a split draw at once a place may still move, and hands count as they came to be.
        """
        number = hand.number if self.draws_at_once else self.hands.index(hand) + 1
        return Draw(Slot(self.seat, "hand", number), 1, EVERYONE)


class Blackjack(Game):
    """Every variant is a configuration; the choices are gathered in ``house``."""

    declares = Declaration(
        "blackjack",
        BotRule("they hit below 17 and stand from there; they never double, split or insure", _hit_below_17),
        rules=("options", *RULES),
        numbers=("first_cards", *NUMBERS),
        keys=KEYS,
        actions=("insure", "decline", "surrender", "stand", "hit", "double", "split"),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, DECK * configuration.decks if deck is None else deck)
        self.house = House(configuration)
        self.first_cards = int(configuration.rules.number("first_cards"))
        self.stake_rules["bet"] = self.stake_rules["bet"]._replace(grain=self.house.grain)
        self.side_wager = next((bonus for _, bonus in self.bonuses), None)

    def wager_of(self, action: str) -> str:
        return "insurance" if action == "insure" else action

    def action_of(self, wager: str) -> str:
        return "insure" if wager == "insurance" else wager

    dealer_order_matters = True  # The up-card decides what is offered.

    def opening_deal(self, seats: Sequence[int]) -> tuple[Slot, ...]:
        """Single cards round the table, twice; the hole card is down before anybody acts."""
        players = [Slot(seat) for seat in seats]
        hole = [HOLE] if self.house.has_hole_card else []
        return (*players, DEALER_UP.slot, *players, *hole)

    def range_of(self, action: str, base: int) -> Action | None:
        if action == "insure":
            return Action(action, 1, int(base * self.house.insurance_part))
        return _priced(action, base) if action in ("double", "split") else None

    def most_times(self, action: str) -> int:
        return {"split": self.house.most_hands - 1, "double": self.house.most_hands}.get(action, 1)

    def hand_words(self, cards: Cards) -> str:
        if len(cards) < self.first_cards:
            return ""
        points, soft = total(cards)
        if points > self.house.twenty_one:
            return f"{points}, bust"
        return f"soft {points}" if soft and points < self.house.twenty_one else str(points)

    def most_cards(self, seats: int) -> int:
        """A hand without its last card holds at most twenty hard points, so the lowest cards make the longest round."""
        hands = seats * self.house.most_hands + 1
        room = hands * (self.house.twenty_one - 1)
        cards = hands
        for points in sorted(1 if value(card) == ACE else value(card) for card in self.deck):
            room -= points
            if room < 0:
                break
            cards += 1
        return min(cards, len(self.deck))

    def turn(self, state: State) -> Turn:
        """Read the history through the round from its beginning; what it cannot answer is what comes next."""
        return self._follow(state, [])

    def hand_asked(self, state: State) -> tuple[Cards, int]:
        """The hand that a decision is about, and how many the bet has become."""
        spots: list[Spot] = []
        turn = self._follow(state, spots)
        assert isinstance(turn, Choose)
        spot = next(spot for spot in spots if spot.seat == turn.seat)
        return spot.playing.cards, len(spot.hands)

    def _spots(self, state: State, seat: int = 0) -> list[Spot]:
        """The bets as the history has left them: of one seat, or all."""
        spots: list[Spot] = []
        self._follow(state, spots)
        return [spot for spot in spots if seat in (0, spot.seat)]

    def hands(self, state: State, seat: int) -> tuple[Cards, ...]:
        return tuple(hand.cards for spot in self._spots(state, seat) for hand in spot.hands)

    def hand_stakes(self, state: State, seat: int) -> tuple[Mapping[str, int], ...]:
        return tuple(
            dict.fromkeys(_wagers(place, hand), spot.bet)
            for spot in self._spots(state, seat)
            for place, hand in enumerate(spot.hands, 1)
        )

    @property
    def most_hands(self) -> int:
        return self.house.most_hands

    def hand_to_act(self, state: State, seat: int) -> int:
        return next((spot.hands.index(spot.playing) + 1 for spot in self._spots(state, seat)), 1)

    def _follow(self, state: State, spots: list[Spot]) -> Turn:
        dealt, decisions, answers = iter(state.dealt), iter(state.decisions), iter(state.answers)
        script = self._round(state.stakes, spots)
        wanted = next(script)
        while not isinstance(wanted, Settled):
            happened: object
            if isinstance(wanted, Draw):
                card = next(dealt, None)
                happened = card and card.cards
            elif isinstance(wanted, Choose):
                happened = next(decisions, None)
            else:
                answer = next(answers, None)
                happened = answer and answer.yes
            if happened is None:
                return wanted
            wanted = script.send(happened)
        return wanted

    def _round(self, stakes: Sequence[Stakes], spots: list[Spot]) -> Script[None]:
        for each in stakes:
            cards = yield Draw(Slot(each.seat), self.first_cards, EVERYONE)
            spots.append(Spot(each, cards, draws_at_once=self.house.completes_splits_at_once))
        (up,) = yield DEALER_UP
        yield from self._offers(spots, value(up))
        dealer_has_blackjack = False
        if self.house.looks(value(up)) and any(not spot.hands[0].is_given_up for spot in spots):
            dealer_has_blackjack = yield UNDER_ACE if value(up) == ACE else UNDER_TEN
        if not dealer_has_blackjack:
            for spot in spots:
                yield from self._play(spot, value(up))
        dealer = yield from self._dealer(spots, (up,))
        yield self._settle(spots, dealer)

    def _offers(self, spots: Sequence[Spot], up: int) -> Script[None]:
        """What is asked before the dealer looks: insurance against an ace, and an early surrender."""
        if self.house.offers_insurance(up):
            for spot in spots:
                insure = Action("insure", 1, int(spot.bet * self.house.insurance_part))
                decision = yield Choose(spot.seat, (insure, DECLINE), "insurance")
                spot.insurance = decision.amount
        if self.house.surrenders_before_look(up):
            for spot in spots:
                if not spot.hands[0].final.is_blackjack:
                    decision = yield Choose(spot.seat, (SURRENDER, DECLINE), "early-surrender")
                    spot.hands[0].is_given_up = decision.action == "surrender"

    def _play(self, spot: Spot, up: int) -> Script[None]:
        """The hands of a bet in the order of the felt; a split lays a hand beside the one it came from."""
        for hand in spot.hands:
            spot.playing = hand
            if not hand.is_given_up:
                yield from self._play_hand(spot, hand, up)

    def _play_hand(self, spot: Spot, hand: Hand, up: int) -> Script[None]:
        if len(hand.cards) < self.first_cards:
            # A hand that was split off waits for its second card until its turn comes.
            hand.cards += yield spot.draw(hand)
        while names := self.house.actions(self.holding(spot, hand), up):
            decision = yield Choose(spot.seat, tuple(_priced(name, spot.bet) for name in names), "options")
            match decision.action:
                case "stand":
                    return
                case "surrender":
                    hand.is_given_up = True
                    return
                case "hit":
                    hand.cards += yield spot.draw(hand)
                case "double":
                    hand.is_doubled = True
                    hand.cards += yield spot.draw(hand)
                    return
                case "split":
                    new = spot.split(hand)
                    hand.cards += yield spot.draw(hand)
                    if self.house.completes_splits_at_once:
                        new.cards += yield spot.draw(new)

    def holding(self, spot: Spot, hand: Hand) -> Holding:
        """A hand as the house's rules see it."""
        first = hand.cards[0]
        is_two_cards = len(hand.cards) == self.first_cards
        return Holding(
            total(hand.cards),
            is_two_cards,
            value(first) if is_two_cards and self._are_alike(hand.cards) else None,
            len(spot.hands),
            hand.is_split,
            hand.is_split and value(first) == ACE,
        )

    def actions_on(self, cards: Cards, up: int, hands: int = 1) -> tuple[str, ...]:
        """What a hand may do against an up-card of these points, as an exact solver asks it.

        ``hands`` is how many the bet has become; where it is more than one, the first card is the one that was split.
        """
        spot, hand = Spot(Stakes(1, (0,)), cards), Hand(1, cards, is_split=hands > 1)
        spot.hands = [hand] * hands
        return self.house.actions(self.holding(spot, hand), up)

    def net_on(self, cards: Cards, dealer_points: int, dealer_has_blackjack: bool, hands: int = 1) -> Fraction:
        """What one hand of a bet that has become this many brings against a dealer's, in bets."""
        final = Hand(1, cards, is_split=hands > 1).final
        return self.house.resolve(final, Final(dealer_points, dealer_has_blackjack)).net

    def added_on(self, cards: Cards, dealer_points: int, dealer_has_blackjack: bool) -> Fraction:
        """The same for a bet that was put up while the hand was played: a double, or the bet of a hand split off."""
        final = Hand(1, cards, is_split=True).final
        return self.house.resolve_added(final, Final(dealer_points, dealer_has_blackjack)).net

    def _are_alike(self, cards: Cards) -> bool:
        one, other = cards
        return one.rank == other.rank if self.house.splits_by_rank else value(one) == value(other)

    def _dealer(self, spots: Sequence[Spot], cards: Cards) -> Script[Cards]:
        """The hole card is turned over; more is drawn only while a hand is left to compare."""
        up = value(cards[0])
        if self.house.has_hole_card:
            cards += yield DEALER_HOLE
        elif self._second_card_matters(spots, up):
            cards += yield DEALER_DRAW
        if any(self._is_to_compare(hand) for spot in spots for hand in spot.hands):
            while self.house.dealer_draws(total(cards)):
                cards += yield DEALER_DRAW
        return cards

    def _is_to_compare(self, hand: Hand) -> bool:
        final = hand.final
        return not hand.is_given_up and not final.is_blackjack and final.points <= self.house.twenty_one

    def _second_card_matters(self, spots: Sequence[Spot], up: int) -> bool:
        hands = [hand for spot in spots for hand in spot.hands]
        return self.house.second_card_matters(
            up,
            to_blackjack=any(hand.final.is_blackjack for hand in hands),
            to_surrender=any(hand.is_given_up for hand in hands),
            to_insurance=any(spot.insurance for spot in spots),
        )

    def _settle(self, spots: Sequence[Spot], dealer: Cards) -> Settled:
        final = Final(total(dealer).total, is_blackjack(dealer))
        lines = [line for spot in spots for line in self._lines(spot, final)]
        jackpots = [bet for spot in spots for bet in self._claims(spot, dealer)]
        return Settled(tuple(lines), tuple(jackpots))

    def _lines(self, spot: Spot, dealer: Final) -> Iterator[Line]:
        """Every stake of a seat once: the bet, the hands split from it, their doubles, the insurance."""
        for place, hand in enumerate(spot.hands, 1):
            points = (hand.final.points, dealer.points)
            added = self.house.resolve_added(hand.final, dealer)
            if hand.is_given_up:
                verdict = self.house.resolve_surrender(dealer.is_blackjack)
            else:
                verdict = self.house.resolve(hand.final, dealer) if place == 1 else added
            wager, *doubled = _wagers(place, hand)
            yield self._line(spot.seat, wager, spot.bet, verdict, Why(verdict.words, points))
            for wager in doubled:
                yield self._line(spot.seat, wager, spot.bet, added, Why(added.words, points))
        if spot.insurance:
            verdict = self.house.resolve_insurance(dealer.is_blackjack)
            yield self._line(spot.seat, "insurance", spot.insurance, verdict, Why(verdict.words))

    def _line(self, seat: int, wager: str, stake: int, verdict: WagerVerdict, why: Why) -> Line:
        net = whole_cents(stake, verdict.net)
        outcome = "win" if net > 0 else "lose" if net < 0 else "push"
        return Line(seat, wager, stake, outcome, verdict.event, net, self.cites[verdict.rule], why)

    def reconciled(self, state: State) -> tuple[tuple[Line, ...], tuple[JackpotBet, ...]]:
        """The side wager is settled on the first cards, before the hands are played (PPP 3, 4)."""
        up = next((dealt.cards for dealt in state.dealt if dealt.slot == DEALER_UP.slot), None)
        return (), tuple(bet for spot in self._spots(state) for bet in self._claims(spot, up)) if up else ()

    def _claims(self, spot: Spot, dealer: Cards) -> Iterator[JackpotBet]:
        """The side wager looks at the first two cards and the up-card only (PPP 3, P23)."""
        if self.side_wager and spot.side[0]:
            bet = self.side_wager.claim(spot.seat, spot.side[0], spot.first_cards, dealer)
            if bet.row and bet.row.dynamic:
                # The default pay would be the wrong word for a row that this round may have boosted.
                hand = self.side_wager.sees(spot.first_cards, dealer)
                named = Named(self.side_wager.describe, hand)
                table = self.side_wager.chart.table.id
                bet = bet._replace(why=Why("{0}: this round's pay on {1}", (named, table)))
            yield bet


def _wagers(place: int, hand: Hand) -> tuple[str, ...]:
    """The bets that lie on a hand at this place, as their lines call them."""
    first, second = ("bet", "double") if place == 1 else (f"split_{place}", f"double_{place}")
    return (first, second) if hand.is_doubled else (first,)


def _priced(name: str, bet: int) -> Action:
    """Doubling and splitting cost another bet."""
    return Action(name, bet, bet) if name in ("double", "split") else Action(name)


def whole_cents(stake: int, odds: Fraction) -> int:
    """A net in cents; a part of one cannot arise, since such bets are refused."""
    net, part = divmod(stake * odds.numerator, odds.denominator)
    if part:
        raise ArithmeticError(f"{stake} cents at {odds} to 1 is not whole cents")
    return net


play = Blackjack
