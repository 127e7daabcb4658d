"""Jackpot wagers turned into money: fixed pays, shares of a meter, envy, dealer envy.

Seats are paid in seat order. A percentage is taken of the meter as it stands at that seat's turn and rounds down to
the cent, the rest staying on the meter (K22). Several holders of a whole meter share it, take it in sequence or are
each paid in full, by the configured rule (K21, P26); a House Jackpot pays each in full, and a percentage lowers it for
the rest of the round only where the house reads it so (K26).
Seeds are the amounts that a meter returns to; a table that scales them with its base wager (K24) does so itself.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from unicodedata import normalize

from croupier.errors import RoundError
from croupier.play.game import JackpotBet, Line
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import UNIT_CENTS
from croupier.units import Fixed, MeterShare, format_money, format_odds

Meters = dict[str, dict[int, int]]  # Cents by wager and level; a table with a single meter has level 1.

DEALER = 0


class Award(NamedTuple):
    """One prize of a jackpot wager: a share of a meter, a fixed pay, an envy pay or the dealer's envy."""

    seat: int
    wager: str
    event: str
    kind: str
    level: int | None
    percent: str | None
    amount: int
    from_meter: bool


class ValuedAwards(NamedTuple):
    """What the jackpot wagers of a round come to."""

    lines: tuple[Line, ...]
    awards: tuple[Award, ...]
    meters: Meters
    notes: tuple[str, ...] = ()  # What a reader of the settlement should know about the meters.


def value_jackpots(
    configuration: Configuration,
    bets: tuple[JackpotBet, ...],
    meters: Mapping[str, Mapping[int, int]] | None = None,
    seeds: Mapping[str, Mapping[int, int]] | None = None,
    dynamic: Mapping[str, int] | None = None,
    players: Mapping[int, str] | None = None,
) -> ValuedAwards:
    """Value every jackpot wager of a round, in seat order, against the meters given.

    ``players`` says which seats are spots of one person; a seat that is not named is a person of its own.
    """
    book = _Meters(configuration, meters or {}, seeds or {})
    lines: list[Line] = []
    awards: list[Award] = []
    for wager in dict.fromkeys(bet.wager for bet in bets):
        own = [bet for bet in bets if bet.wager == wager]
        for bet in own:
            award = _award(bet, own, book, dynamic or {})
            if award:
                awards.append(award)
            net = (award.amount if award else 0) - bet.stake
            outcome = "lose" if award is None or net < 0 else "win" if net > 0 else "push"
            if award and award.percent == "100":
                # The whole jackpot is won, whatever it shows: an empty meter does not make the hand a loser.
                outcome = "win"
            event = bet.row.event if bet.row else None
            lines.append(Line(bet.seat, wager, bet.stake, outcome, event, net, bet.cite, bet.why))
        awards += _envies(configuration, own, players or {})
        awards += _dealer_envies(configuration, wager, awards)
    # What lowered a House Jackpot did so for this round alone: the next begins with what the house posts.
    after = {wager: dict(shown) for wager, shown in book.before.items()}
    after = after if configuration.is_house_jackpot else book.after
    return ValuedAwards(tuple(lines), tuple(awards), after, tuple(book.notes()))


class _Meters:
    """The meters of one round while they are paid from."""

    def __init__(
        self,
        configuration: Configuration,
        before: Mapping[str, Mapping[int, int]],
        seeds: Mapping[str, Mapping[int, int]],
    ) -> None:
        self.configuration = configuration
        self.before = before
        self.seeds = seeds
        self.after: Meters = {wager: dict(levels) for wager, levels in before.items()}
        self._locked: dict[tuple[str, int], list[int]] = {}
        """Shares of a meter that several won, set aside when the first of them is paid."""
        self._won_whole: set[tuple[str, int]] = set()

    def notes(self) -> Iterator[str]:
        """A meter won whole whose seed nobody gave, and one below its seed: before it was won whole, or after all."""
        for wager, level in sorted(self._won_whole):
            seed, before = self.seeds.get(wager, {}).get(level), self.before[wager][level]
            if seed is None:
                yield f"{wager} level {level} was won whole and its seed is not given: the meter shows 0.00"
            elif before < seed:
                won, starts = format_money(before), format_money(seed)
                yield f"{wager} level {level} was won whole at {won}, below its seed of {starts}"
        for wager, levels in self.after.items():
            for level, cents in levels.items():
                seed = self.seeds.get(wager, {}).get(level)
                if seed is not None and cents < seed:
                    shown, starts = format_money(cents), format_money(seed)
                    yield f"{wager} level {level} is at {shown}, below its seed of {starts}"

    def pay(self, bet: JackpotBet, share: MeterShare, rivals: list[JackpotBet]) -> tuple[int, bool]:
        """One percentage award, whether the meter bears it, and what it does to the meter."""
        level = share.level or 1
        shown = self.before.get(bet.wager, {}).get(level)
        if shown is None:
            raise RoundError(
                f"seat {bet.seat}: {bet.wager} wins {share.percent} % of level {level}, and its meter is not given",
                hint=f'add "meters": {{"{bet.wager}": {{"{level}": "25000.00"}}}}',
            )
        if self.configuration.is_house_jackpot:
            if self.configuration.choice("house_percentage", bet.wager) != "deducted":
                return int(shown * share.percent // 100), False
            amount = int(self.after[bet.wager][level] * share.percent // 100)
            # A prize that was won whole is posted again at once: each winner of it is paid in full.
            self.after[bet.wager][level] = shown if share.percent == 100 else self.after[bet.wager][level] - amount
            return amount, False
        if share.percent == 100:
            return self._pay_whole(bet, level, rivals)
        amount = int(self._current(bet, level) * share.percent // 100)
        self.after[bet.wager][level] -= amount
        self._top_up(bet, level)
        return amount, True

    def _pay_whole(self, bet: JackpotBet, level: int, rivals: list[JackpotBet]) -> tuple[int, bool]:
        winners = [rival.seat for rival in rivals if _takes_whole(rival, level)]
        rule = self.configuration.choice("simultaneous", bet.wager) or "share"
        if len(winners) == 1 or rule == "sequential":
            amount = self._current(bet, level)
            self._reset(bet.wager, level)
            return amount, True
        locked = self._locked.get((bet.wager, level))
        if locked is None:
            amount = self._current(bet, level)
            part, odd = divmod(amount, len(winners))
            locked = [amount] * len(winners) if rule == "full" else [part + odd] + [part] * (len(winners) - 1)
            self._locked[bet.wager, level] = locked
            self._reset(bet.wager, level)
        place = winners.index(bet.seat)
        # The meter holds its amount once: paid in full, the others are paid by the house.
        return locked[place], rule == "share" or place == 0

    def _current(self, bet: JackpotBet, level: int) -> int:
        amount = self.after[bet.wager][level]
        if amount == 0 and self.before[bet.wager][level] and level not in self.seeds.get(bet.wager, {}):
            raise RoundError(
                f"seat {bet.seat}: the meter of {bet.wager} was won earlier in the round and its seed is not given",
                hint=f'add "seeds": {{"{bet.wager}": {{"{level}": "10000.00"}}}}',
            )
        return amount

    def _reset(self, wager: str, level: int) -> None:
        self._won_whole.add((wager, level))
        self.after[wager][level] = self.seeds.get(wager, {}).get(level, 0)

    def _top_up(self, bet: JackpotBet, level: int) -> None:
        if self.configuration.choice("below_seed", bet.wager) == "top-up":
            seed = self.seeds.get(bet.wager, {}).get(level)
            if seed is None:
                raise RoundError(
                    f"seat {bet.seat}: {bet.wager} is topped up to its seed, and its seed is not given",
                    hint=f'add "seeds": {{"{bet.wager}": {{"{level}": "10000.00"}}}}',
                )
            self.after[bet.wager][level] = max(self.after[bet.wager][level], seed)


def _takes_whole(bet: JackpotBet, level: int) -> bool:
    pay = bet.row.pay if bet.row else None
    return isinstance(pay, MeterShare) and pay.percent == 100 and (pay.level or 1) == level


def _award(bet: JackpotBet, rivals: list[JackpotBet], meters: _Meters, dynamic: Mapping[str, int]) -> Award | None:
    if bet.row is None:
        return None
    event = bet.row.event
    match bet.row.pay:
        case MeterShare() as share:
            amount, funded = meters.pay(bet, share, rivals)
            percent = format_odds(share.percent)
            return Award(bet.seat, bet.wager, event, "meter", share.level or 1, percent, amount, funded)
        case Fixed(cents):
            amount = dynamic.get(event, cents) * bet.stake // UNIT_CENTS
            return Award(bet.seat, bet.wager, event, "fixed", None, None, amount, False)
        case _:
            raise TypeError(f"{bet.wager}: {event} pays flat odds on a jackpot wager")


def _envies(configuration: Configuration, bets: list[JackpotBet], players: Mapping[int, str]) -> list[Award]:
    """Every other player is paid for each hand that carries an envy, never for their own hand (K20).

    "All other players" are persons, not spots (reading S1): nobody is paid on a hand of another spot of their own,
    unless the house reads it by spots.
    """

    by_spot = configuration.values.get("envy_spots") == "paid"

    persons = {} if by_spot else {seat: same_person(name) for seat, name in players.items()}

    def who(seat: int) -> str | int:
        return persons.get(seat, seat)

    awards = []
    once = configuration.values.get("envy_per") == "round"
    for bet in bets:
        hands = [each for each in bets if who(each.seat) != who(bet.seat) and each.row and each.row.envy_cents]
        if once:
            hands = sorted(hands, key=lambda each: -(each.row.envy_cents or 0 if each.row else 0))[:1]
        for hand in hands:
            assert hand.row is not None
            amount = (hand.row.envy_cents or 0) * bet.stake // UNIT_CENTS
            awards.append(Award(bet.seat, bet.wager, hand.row.event, "envy", None, None, amount, False))
    return awards


def same_person(name: str) -> str:
    """What two spellings of one person's name share: letter case, spacing and look-alike forms do not count.

    >>> same_person(" Ann  Lee") == same_person("ANN lee")
    True
    """
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


def _dealer_envies(configuration: Configuration, wager: str, awards: list[Award]) -> list[Award]:
    """A part of each jackpot won in full goes to the dealer, beside the player's award (P12)."""
    percent = configuration.tables[wager].dealer_envy_percent
    if percent is None:
        return []
    funded_by_reserve = configuration.values.get("dealer_envy_funding") == "reserve"
    return [
        Award(
            DEALER,
            wager,
            award.event,
            "dealer_envy",
            award.level,
            format_odds(percent),
            int(award.amount * percent // 100),
            funded_by_reserve,
        )
        for award in awards
        if award.wager == wager and award.kind == "meter" and award.percent == "100"
    ]
