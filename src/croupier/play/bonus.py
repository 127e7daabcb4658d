"""A bonus wager as a piece of its own: which cards it sees, how they are classified, which table pays them.

The same Straight Flush wager serves Keep It Straight and High Card Flush on a player's seven cards and Ricochet Poker
on two of the player's and five of the dealer's: only what the game declares that it sees differs. Grading goes through
the paytable's own rows, remembered by class.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from croupier.cards.hands import FAMILIES
from croupier.cards.hands.family import Setting
from croupier.play.lines import Cards, JackpotBet, Line, Named, Why
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable, Row, posted_label
from croupier.rulebook.sights import seen_by
from croupier.units.odds import Fixed, MeterShare, describe_pay, handed_back


class PayChart:
    """A paytable under one configuration, with what it has graded remembered by class of hand."""

    def __init__(self, table: Paytable, setting: Setting) -> None:
        self.table = table
        self.setting = setting
        self._graded: dict[Hashable, Row | None] = {}

    def grade(self, hand: Hashable) -> Row | None:
        try:
            return self._graded[hand]
        except KeyError:
            row = self._graded[hand] = self.table.grade(hand, self.setting)
            return row

    def times(self, hand: Hashable, otherwise: Fraction | int) -> Fraction:
        """What a hand is paid, in stakes and net; ``otherwise`` where no row pays it."""
        row = self.grade(hand)
        return Fraction(otherwise) if row is None else net_times(row)

    def label(self, row: Row) -> str:
        return posted_label(row.label, self.setting)


class Bonus:
    """One optional wager, settled by a paytable on the cards it sees."""

    def __init__(self, wager: str, configuration: Configuration) -> None:
        table = configuration.tables[wager]
        family = FAMILIES[table.family]
        self.wager = wager
        self.seen = seen_by(configuration.rules, wager)
        self.chart = PayChart(table, configuration.setting_for(table))
        self.describe = family.describe
        self.fewest = family.sizes.start
        """How few cards say what a hand is so far; with more of them it can only improve."""
        self._classify = family.classify
        self.is_jackpot = table.is_jackpot
        self._reasons: dict[Hashable, Why] = {}
        self._posted = {row.event: row.pay for row in table.at_wager(configuration.fixed_stake(wager)).rows}
        """What the table posts for its fixed wager, by event."""
        self._of_what = " of the House Jackpot" if configuration.is_house_jackpot else ""
        self._read_otherwise = {other.event for other in configuration.read_otherwise(wager)}
        self.cite = _cite(configuration, table, wager)

    def sees(self, own: Cards, dealer: Cards) -> Hashable:
        """The class of the cards that the wager looks at, from the player's own and the dealer's in dealt order.

        Drawn cards follow the player's first ones, and cards in places of the game's own follow those.
        """
        return self._classify(own[: self.seen.held], dealer[: self.seen.dealer], self.chart.setting)

    def settle(self, seat: int, stake: int, own: Cards, dealer: Cards) -> Line:
        """A flat wager: win at the row's odds, or lose."""
        hand = self.sees(own, dealer)
        row = self.chart.grade(hand)
        if row is None:
            return Line(seat, self.wager, stake, "lose", None, -stake, self.cite, self.why(hand, row))
        net = net_of(row, stake)
        outcome = "win" if net > 0 else "push" if net == 0 else "lose"
        return Line(seat, self.wager, stake, outcome, row.event, net, self.cite, self.why(hand, row))

    def claim(self, seat: int, stake: int, own: Cards, dealer: Cards) -> JackpotBet:
        """A jackpot wager: which row it reached; the meters decide the money."""
        hand = self.sees(own, dealer)
        row = self.chart.grade(hand)
        return JackpotBet(seat, self.wager, stake, row, self.cite, self.why(hand, row))

    def why(self, hand: Hashable, row: Row | None) -> Why:
        """The reason, which depends on the class of hand alone and is made once for each."""
        reason = self._reasons.get(hand)
        if reason is None:
            named = Named(self.describe, hand)
            if row is None:
                reason = Why("{0}: no row of {1} pays it", (named, self.chart.table.id))
            else:
                pay = self._posted[row.event]
                of_what = self._of_what if isinstance(pay, MeterShare) else ""
                read = ", as the house reads it" if row.event in self._read_otherwise else ""
                words = f"{{0}}: {{2}}{of_what} on {{1}}{read}"
                reason = Why(words, (named, self.chart.table.id, Named(describe_pay, pay)))
            self._reasons[hand] = reason
        return reason


def _cite(configuration: Configuration, table: Paytable, wager: str) -> str:
    """Where the edition's document prints the table; for one that it does not print, its section and the source."""
    document = configuration.edition.document
    printed = next((str(cite) for cite in table.cites if cite.document == document), None)
    if printed and table.status == "document":
        return printed
    section = next((str(cite) for cite in configuration.rules.wager(wager).cites if cite.document == document), None)
    return "; ".join(dict.fromkeys(each for each in (section, printed or str(table.cites[0])) if each))


class JackpotSight(NamedTuple):
    """A jackpot wager with the number of cards it looks at: the player's own, and the dealer's first ones."""

    bonus: Bonus
    own: int
    dealer: int


def net_times(row: Row) -> Fraction:
    """The net of a flat pay in stakes."""
    back = handed_back(row.pay)
    if back is None or isinstance(row.pay, Fixed):
        raise TypeError(f"{row.event} pays money or a meter; it is a jackpot's row")
    return back - 1


def net_of(row: Row, stake: int) -> int:
    """The net of a flat pay in cents; a pay of part of a cent cannot arise, since such stakes are refused."""
    times = net_times(row)
    net, part = divmod(stake * times.numerator, times.denominator)
    if part:
        raise ArithmeticError(f"{stake} cents at {describe_pay(row.pay)} is not whole cents")
    return net
