"""Ricochet Poker: players and dealer compete for one pot, all cards face up.

Who acts when and who stays in is decided in ``pot``; every number comes from ``rules.toml`` and the configured tables.
A winner's part of the pot is booked on the Ante: the Play comes back with the pot, so its own line is a push.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from croupier.cards.cards import DECK, parse_rank, ranks_text
from croupier.cards.hands import five_card, rapid_fire, two_card
from croupier.cards.hands.five_card import Category, FiveCardHand
from croupier.cards.hands.rapid_fire import Duel
from croupier.cards.hands.two_card import TwoCardHand
from croupier.errors import RoundError
from croupier.games.ricochet_poker.pot import (
    DEALER,
    Contest,
    acting_order,
    complete_hand,
    highest_waiting,
    is_only_hand,
    nets_in_antes,
    open_contest,
    pot_in_antes,
    split_pot,
)
from croupier.play.game import DEALER as DEALER_SEAT
from croupier.play.game import (
    EVERYONE,
    Action,
    Bonus,
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
    PayChart,
    Settled,
    Slot,
    Stakes,
    State,
    Turn,
    Why,
    net_of,
    stay,
)
from croupier.rulebook.configuration import Configuration
from croupier.units import describe_pay, format_money

FOLD = Action("fold")
TAKE = Action("take")
NOTHING = Fraction()


class Loss(NamedTuple):
    """How a player left the contest."""

    event: str
    rule: str
    why: Why


class Course(NamedTuple):
    """What the table shows of a round after the deal: the hands in the order of action, and how they fared so far."""

    order: tuple[int, ...]
    pockets: dict[int, TwoCardHand]
    dealer: FiveCardHand
    kicked_out: bool
    contest: Contest
    completed: dict[int, FiveCardHand]
    lost: dict[int, Loss]


class RapidFire(Bonus):
    """The one bonus wager that sets a hand against the dealer's; its reason names both."""

    def settle(self, seat: int, stake: int, own: Cards, dealer: Cards) -> Line:
        line = super().settle(seat, stake, own, dealer)
        two, five = two_card.classify(own), five_card.classify(dealer)
        duel = rapid_fire.classify(two, five)
        row = self.chart.grade(duel)
        end = ": {2} on {3}" if row else "" if duel.duel == Duel.DEALER_WINS else ": no row of {3} pays it"
        pay = Named(describe_pay, row.pay) if row else ""
        # Without kickers: the dealer's do not count.
        hands = (_two(two), Named(five_card.describe, five))
        words = f"{{0}} {rapid_fire.WORDS[duel.duel]} the dealer's {{1}}{end}"
        return line._replace(why=Why(words, (*hands, pay, self.chart.table.id)))


def _play_pairs_and_kings(own: Cards, actions: Mapping[str, Action]) -> Choice:
    ranks = [card.rank for card in own]
    if "fold" in actions and len(set(ranks)) == len(ranks) and max(ranks) < parse_rank("K"):
        return "fold", 0
    return stay(own, actions)


class RicochetPoker(Game):
    """The generic game. Every side wager is settled on the cards as dealt, also after a kickout (R4)."""

    follow_or_fold = ("play",)
    declares = Declaration(
        "sequential-pot",
        BotRule("they play with a pair, a king or an ace, else fold", _play_pairs_and_kings),
        rules=("antes", "play", "fold", "pot", "split", "beaten", "beats", "ante-bonus"),
        numbers=("pocket_cards", "dealer_cards", "drawn_cards", "play_multiple"),
        keys=("beaten_by_waiting_pair", "last_player_after_kickout"),
        actions=("fold", "play", "take"),
    )
    bonus_types: ClassVar[Mapping[str, type[Bonus]]] = {"rapid_fire": RapidFire}

    def __init__(self, configuration: Configuration, deck: Cards = DECK) -> None:
        super().__init__(configuration, deck)
        number = configuration.rules.number
        self.pocket_cards = int(number("pocket_cards"))
        self.dealer_cards = int(number("dealer_cards"))
        self.drawn_cards = int(number("drawn_cards"))
        self.play_multiple = int(number("play_multiple"))
        self.kickout = configuration.ladders["kickout"]
        values = configuration.values
        self.beaten_still_knocks_out = values["beaten_by_waiting_pair"] == "still-knocks-out"
        self.last_takes_pot = values["last_player_after_kickout"] == "takes-pot"
        table = configuration.tables.get("ante_bonus")
        self.ante_bonus = table and PayChart(table, configuration.setting_for(table))

    def most_cards(self, seats: int) -> int:
        return self.dealer_cards + seats * (self.pocket_cards + self.drawn_cards)

    def hand_words(self, cards: Cards) -> str:
        if len(cards) == self.pocket_cards:
            return two_card.describe(two_card.classify(cards))
        return five_card.describe(five_card.classify(cards)) if len(cards) == self.dealer_cards else ""

    def check_stakes(self, stakes: Sequence[Stakes]) -> None:
        """One Ante for the whole table, the dealer's included, and a kickout limit for its number of players."""
        first = stakes[0]
        for seat, amounts in stakes:
            if amounts[0] != first.amounts[0]:
                one, other = format_money(amounts[0]), format_money(first.amounts[0])
                raise RoundError(
                    f"seat {seat}: ante {one} differs from seat {first.seat}'s {other}",
                    hint=f"every player and the dealer put up the same Ante [{self.cites['antes']}]",
                )
        if len(stakes) > len(self.kickout.rungs):
            most = len(self.kickout.rungs)
            raise RoundError(
                f"{self.kickout.id} has no kickout limit for {len(stakes)} players",
                hint=f"it serves up to {most} player{'' if most == 1 else 's'}; name another table by kickout=TABLE",
            )

    def range_of(self, action: str, base: int) -> Action | None:
        return Action(action, base * self.play_multiple, base * self.play_multiple) if action == "play" else None

    def limit_for(self, players: int) -> FiveCardHand:
        """The hand from which the dealer folds, by the number of players dealt in (R5)."""
        return self.kickout.rung(players).lowest

    def opened(self, dealer: FiveCardHand, players: int) -> Contest:
        """The contest right after the deal."""
        return open_contest(dealer, self.limit_for(players))

    def played(self, contest: Contest, seat: int, hand: FiveCardHand, waiting: Sequence[TwoCardHand]) -> Contest:
        """The contest once a seat's five cards are complete, while these two-card hands still wait."""
        best = highest_waiting(waiting)
        return complete_hand(contest, seat, hand, best, beaten_still_knocks_out=self.beaten_still_knocks_out)

    def declined(self, contest: Contest, seat: int, others_waiting: int) -> Contest:
        """The contest once a seat has not played on: it took the pot as the only hand left (R13), or folded."""
        return Contest(None, (seat,)) if self.may_take(contest, others_waiting) else contest

    def may_take(self, contest: Contest, others_waiting: int) -> bool:
        """Whether the player to act is offered the pot instead of the usual fold (R13)."""
        return self.last_takes_pot and is_only_hand(contest, others_waiting)

    def nets(self, seats: Sequence[int], played: Collection[int], contest: Contest) -> dict[int, Fraction]:
        """What each seat ends with on Ante and Play together, in Antes, if the contest ends so."""
        return nets_in_antes(seats, played, contest.holders, self.play_multiple)

    def ante_bonus_for(self, hand: FiveCardHand) -> Fraction:
        """What the Ante Bonus pays for a completed hand, in Antes."""
        row = self.ante_bonus.grade(hand) if self.ante_bonus else None
        if row is None:
            return NOTHING
        # Enough cents that no row pays a part of one.
        unit = self.stake_rules[self.base_wager].grain
        return Fraction(net_of(row, unit), unit)

    def turn(self, state: State) -> Turn:
        players = len(state.stakes)
        dealt = len(state.dealt)
        if dealt < players:
            return Draw(Slot(state.stakes[dealt].seat), self.pocket_cards, EVERYONE)
        if dealt == players:
            return Draw(Slot(DEALER_SEAT), self.dealer_cards, EVERYONE, self.deals_dealer_in_order)
        plays = sum(decision.action == "play" for decision in state.decisions)
        if dealt <= players + plays:
            return Draw(Slot(state.decisions[-1].seat, "draw"), self.drawn_cards, EVERYONE)
        decided = len(state.decisions)
        if decided < players:
            return self._choose(state, players - decided - 1)
        return self._settle(state)

    def _choose(self, state: State, others_waiting: int) -> Choose:
        """Play or Fold; the holder of the only hand left cannot lose and takes the pot or plays on (R13)."""
        seat = acting_order(_pockets(state))[len(state.decisions)]
        wager = state.stakes[0].amounts[0] * self.play_multiple
        playing = Action("play", wager, wager)
        # Only the last to act can hold the only hand, so nobody else's turn needs the course of the round.
        if others_waiting == 0 and self.may_take(self.course(state).contest, others_waiting):
            return Choose(seat, (TAKE, playing), "pot")
        return Choose(seat, (FOLD, playing), "play")

    def course(self, state: State) -> Course:
        """Everything that has been decided since the deal, hand by hand."""
        players = len(state.stakes)
        cards = _pockets(state)
        order = acting_order(cards)
        pockets = {seat: two_card.classify(own) for seat, own in cards.items()}
        dealer = five_card.classify(state.dealt[players].cards)
        contest = self.opened(dealer, players)
        kicked_out = not contest.holders
        completed: dict[int, FiveCardHand] = {}
        lost: dict[int, Loss] = {}
        draws = iter(state.dealt[players + 1 :])
        for place, (seat, action, _) in enumerate(state.decisions):
            if action == "fold":
                words = "folded with {0}"
                if is_only_hand(contest, len(order) - place - 1):
                    words += ", the only hand left: the pot stays with the house"
                lost[seat] = Loss("fold", "fold", Why(words, (_two(pockets[seat]),)))
            elif action == "take":
                contest = Contest(None, (seat,))
            elif drawn := next(draws, None):
                hand = completed[seat] = five_card.classify(cards[seat] + drawn.cards)
                waiting = [pockets[each] for each in order[place + 1 :]]
                before = contest
                contest = self.played(before, seat, hand, waiting)
                if seat not in contest.holders:
                    lost[seat] = _beaten(hand, before, order[-1], highest_waiting(waiting))
                for each in before.holders:
                    if each != DEALER and each not in contest.holders:
                        lost[each] = _knocked_out(completed[each], seat, hand)
        return Course(order, pockets, dealer, kicked_out, contest, completed, lost)

    def pot(self, state: State) -> int:
        """What lies in the pot now, in cents: every Ante, the dealer's included, and every Play."""
        plays = sum(decision.action == "play" for decision in state.decisions)
        return state.stakes[0].amounts[0] * pot_in_antes(len(state.stakes), plays, self.play_multiple)

    def story(self, state: State) -> tuple[str, ...]:
        return tell(self, state)

    def _settle(self, state: State) -> Settled:
        course = self.course(state)
        players = len(state.stakes)
        ante = state.stakes[0].amounts[0]
        pot = self.pot(state)
        shares = split_pot(pot, course.contest.holders, state.chip)
        dealer = state.dealt[players].cards
        lines: list[Line] = []
        jackpots: list[JackpotBet] = []
        for (seat, amounts), (_, own, _) in zip(state.stakes, state.dealt, strict=False):
            wager = ante * self.play_multiple if seat in course.completed else 0
            if seat in shares:
                lines += self._winner_lines(course, seat, ante, wager, pot, shares)
            else:
                event, rule, why = course.lost[seat]
                outcome = "fold" if event == "fold" else "lose"
                lines.append(Line(seat, self.base_wager, ante, outcome, event, -ante, self.cites[rule], why))
                if wager:
                    lines.append(Line(seat, "play", wager, outcome, event, -wager, self.cites[rule], why))
            if seat in course.completed:
                lines += self._ante_bonus_lines(seat, ante, course.completed[seat])
            paid, claimed = self.settle_bonuses(seat, amounts, own, dealer)
            lines += paid
            jackpots += claimed
        return Settled(tuple(lines), tuple(jackpots))

    def _winner_lines(
        self, course: Course, seat: int, ante: int, wager: int, pot: int, shares: dict[int, int]
    ) -> list[Line]:
        """The Ante line carries the pot, or the seat's part of it; the Play comes back."""
        event = "split" if len(shares) > 1 else "pot"
        cite = self.cites[event]
        net = shares[seat] - ante - wager
        outcome = "win" if net > 0 else "push"
        lines = [Line(seat, self.base_wager, ante, outcome, event, net, cite, _won(course, seat, pot, shares))]
        if wager:
            lines.append(Line(seat, "play", wager, "push", event, 0, cite, Why("comes back with the pot")))
        return lines

    def _ante_bonus_lines(self, seat: int, ante: int, hand: FiveCardHand) -> list[Line]:
        """Paid by the house for the completed hand, best row once, whether or not it leads (R16)."""
        row = self.ante_bonus.grade(hand) if self.ante_bonus else None
        if row is None:
            return []
        why = Why("{0} is paid {1} on the Ante, whether or not it leads", (_five(hand), Named(describe_pay, row.pay)))
        return [Line(seat, "ante_bonus", 0, "bonus", row.event, net_of(row, ante), self.cites["ante-bonus"], why)]


def _pockets(state: State) -> dict[int, Cards]:
    """Every player's first two cards by seat."""
    return {stakes.seat: dealt.cards for stakes, dealt in zip(state.stakes, state.dealt, strict=False)}


def _two(hand: TwoCardHand) -> Named:
    return Named(two_card.describe, hand)


def _five(hand: FiveCardHand) -> Named:
    return Named(_describe_whole, hand)


def _describe_whole(hand: FiveCardHand) -> str:
    """A hand with its kickers, which may decide between players."""
    kickers = hand.ranks[_LEADING_RANKS.get(hand.category, len(hand.ranks)) :]
    return five_card.describe(hand) + (f" with {ranks_text(kickers)}" if kickers else "")


_LEADING_RANKS = {Category.PAIR: 1, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1, Category.FOUR_OF_A_KIND: 1}


def _beaten(hand: FiveCardHand, before: Contest, last: int, waiting: TwoCardHand | None) -> Loss:
    """A completed hand that does not beat what shows: the leading five cards, or two that wait (RIC 6)."""
    if before.best is not None and hand < before.best:
        return Loss("beaten", "beaten", Why("{0} loses to {1} {2}", (_five(hand), _whose(before), _five(before.best))))
    assert waiting is not None
    # The last to act holds the highest two cards.
    return Loss(
        "beaten", "beaten", Why("{0} does not beat the {1} that waits at seat {2}", (_five(hand), _two(waiting), last))
    )


def _knocked_out(hand: FiveCardHand, by: int, better: FiveCardHand) -> Loss:
    """A leading hand that a later one beat (RIC 5)."""
    return Loss("knocked-out", "beats", Why("{0} is beaten by seat {1}'s {2}", (_five(hand), by, _five(better))))


def _whose(contest: Contest) -> str:
    if contest.holders == (DEALER,):
        return "the dealer's"
    return " and ".join(f"seat {seat}'s" for seat in contest.holders)


def _won(course: Course, seat: int, pot: int, shares: dict[int, int]) -> Why:
    """Who was beaten, and what of the pot it brings."""
    parts: list[object] = [_five(course.dealer), format_money(pot)]
    hand = course.completed.get(seat)
    if hand is None:
        return Why("{2} is the only hand left and takes the pot of {1}", (*parts, _two(course.pockets[seat])))
    parts.append(_five(hand))
    if course.kicked_out:
        words = "the dealer, kicked out, folded {0}; {2}"
    elif hand == course.dealer:
        words = "{2} wins the tie with the dealer's {0} and"
    elif hand > course.dealer:
        words = "{2} beats the dealer's {0} and"
    else:
        words = "the dealer's {0} was sent away; {2}"
    if len(shares) == 1:
        return Why(words + " takes the pot of {1}", tuple(parts))
    others = " and ".join(f"seat {each}" for each in shares if each != seat)
    parts += [others, format_money(shares[seat])]
    words += " takes {4} of the pot of {1}, tied with {3}"
    odd = shares[seat] - min(shares.values())
    if odd:
        parts.append(format_money(odd))
        place = "last" if seat == list(shares)[-1] else "first"
        words += f"; the odd {{5}} goes to the {place} of them to act"
    return Why(words, tuple(parts))


play = RicochetPoker


# The round as a dealer calls it: each sentence compares its course before and after one decision.


def tell(game: RicochetPoker, state: State) -> tuple[str, ...]:
    """Everything that has happened so far, in order; nothing before the dealer's cards lie open."""
    players = len(state.stakes)
    if len(state.dealt) <= players:
        return ()
    opening = _after(state, 0)
    before = game.course(opening)
    lines = _opening(game, opening, before)
    for number, (seat, action, _) in enumerate(state.decisions, 1):
        now = _after(state, number)
        if action == "play" and seat not in game.course(now).completed:
            break
        course = game.course(now)
        lines += _decided(game, now, seat, action, before, course)
        before = course
    return tuple(lines)


def _after(state: State, decisions: int) -> State:
    """The round when this many decisions had been taken, and the cards drawn for them."""
    taken = state.decisions[:decisions]
    plays = sum(decision.action == "play" for decision in taken)
    return state._replace(dealt=state.dealt[: len(state.stakes) + 1 + plays], decisions=taken)


def _opening(game: RicochetPoker, state: State, course: Course) -> list[str]:
    limit = game.kickout.rung(len(state.stakes)).label
    hand = five_card.describe(course.dealer)
    if course.kicked_out:
        first = f"The dealer's {hand} reaches the kickout limit, {limit}: the dealer is kicked out"
    else:
        first = f"The dealer's {hand} is the hand to beat; the kickout limit is {limit}"
    order = ", ".join(f"seat {seat} ({two_card.describe(course.pockets[seat])})" for seat in course.order)
    return [f"{first}.", f"They act from the lowest two cards up: {order}.", _pot(game, state)]


def _decided(game: RicochetPoker, state: State, seat: int, action: str, before: Course, after: Course) -> list[str]:
    if action == "fold":
        return [f"Seat {seat} folds."]
    if action == "take":
        return [f"Seat {seat} holds the only hand left and takes the pot."]
    if seat not in after.contest.holders:
        return [f"Seat {seat} plays and is out: {after.lost[seat].why}. {_pot(game, state)}"]
    hand = five_card.describe(after.completed[seat])
    if len(after.contest.holders) > 1:
        return [f"Seat {seat} plays: {hand}, a tie. {_named(after.contest.holders)} lead together. {_pot(game, state)}"]
    gone = ["the dealer" if each == DEALER else f"seat {each}" for each in before.contest.holders]
    beaten = f", and {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} out" if gone else ""
    return [f"Seat {seat} plays: {hand}. Seat {seat} leads{beaten}. {_pot(game, state)}"]


def _pot(game: RicochetPoker, state: State) -> str:
    return f"The pot is {format_money(game.pot(state))}."


def _named(seats: tuple[int, ...]) -> str:
    numbers = [str(seat) for seat in sorted(seats)]
    return f"Seats {', '.join(numbers[:-1])} and {numbers[-1]}"
