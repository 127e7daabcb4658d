"""What may be staked: the wagers on offer, their limits, and pays that come out in whole cents."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from croupier.errors import BadInput, RoundError, closest
from croupier.play.game import Action, Game, Stakes
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import best_odds
from croupier.units import MOST_CENTS, dollars, format_money


@dataclass(frozen=True, slots=True)
class Limit:
    """The posted minimum, maximum and step of one wager, in cents; steps count from the minimum."""

    minimum: int = 0
    maximum: int | None = None
    step: int = 1


USUAL_AMOUNT = 1_000  # What everybody stakes where the house sets one amount and a table does not say which.
MOST_REMEMBERED = 1024
Limits = Mapping[str, Limit]  # By wager; a wager that is not listed takes any whole cents.


def place_stakes(game: Game, wagers: Mapping[int, Mapping[str, int]], limits: Limits | None = None) -> list[Stakes]:
    """Check what each seat puts up, in cents by wager, before the first card."""
    if not wagers:
        raise RoundError("no seat is in the round", hint="a round needs at least one seat with its wagers")
    high = game.configuration.edition.seats[1]
    stakes = []
    for seat in wagers:
        if type(seat) is not int:
            raise RoundError(f"seat {seat!r:.40} is not a seat number", hint=f"seats are 1 to {high}")
    for seat in sorted(wagers):
        own = wagers[seat]
        # A table sees the same bets round after round: what was right once, without limits, is right again.
        bets = (seat, tuple(own.items()))
        if not limits and bets in game.placed:
            stakes.append(game.placed[bets])
            continue
        if not 1 <= seat <= high:
            raise RoundError(f"seat {seat} does not exist at this table", hint=f"seats are 1 to {high}")
        for name in own:
            if name not in game.stake_rules:
                raise _not_offered(game, seat, name)
        check_together(game, seat, own)
        for name, amount in own.items():
            _check_amount(game, seat, name, amount, limits.get(name) if limits else None)
        placed = Stakes(seat, tuple([own.get(name, 0) for name in game.wagers]))
        stakes.append(placed)
        if len(game.placed) < MOST_REMEMBERED:
            game.placed[bets] = placed
    game.check_stakes(stakes)
    if game.configuration.aggregates:
        check_posted_limit(game.configuration, limits or {})
    return stakes


def check_together(game: Game, seat: int, own: Mapping[str, int]) -> None:
    """A seat has a wager that stands alone, what its wagers need, and what they oblige it to."""
    if not any(own.get(name) for name in game.standing):
        standing = " or ".join(game.standing)
        raise RoundError(f"seat {seat}: no {standing} is wagered", hint=f"every hand needs its {standing}")
    for name, rule in game.stake_rules.items():
        if own.get(name) and rule.requires and not own.get(rule.requires):
            raise RoundError(
                f"seat {seat}: {name} is wagered without {rule.requires}", hint=f"{name} needs its {rule.requires}"
            )
        if rule.equals and own.get(name, 0) != own.get(rule.equals, 0):
            amounts = [format_money(own.get(wager, 0)) for wager in (rule.equals, name)]
            raise RoundError(
                f"seat {seat}: {rule.equals} {amounts[0]} and {name} {amounts[1]} are not equal",
                hint=f"whoever places {rule.equals} places {name} too, in the same amount",
            )


def covered_limits(configuration: Configuration) -> dict[str, Limit]:
    """Where the edition has the rule: by wager with a posted maximum, the largest that it covers at its best odds, up
    to a bound (K28)."""
    floor = configuration.aggregate_floor
    if floor is None:
        return {}
    counted = configuration.rules.number("aggregate_floor_odds")
    return {
        wager: Limit(maximum=int(posted.cents // min(best_odds(configuration.tables[wager]), counted)))
        for wager, posted in configuration.aggregates.items()
    }


def check_posted_limit(configuration: Configuration, limits: Limits) -> None:
    """A posted maximum covers the largest wager that may be placed, where the edition has that rule."""
    floor = configuration.aggregate_floor
    if floor is None:
        return
    counted = configuration.rules.number("aggregate_floor_odds")
    for wager, posted in configuration.aggregates.items():
        largest = limits[wager].maximum if wager in limits else None
        if largest is None:
            raise RoundError(
                f"{wager}: a posted maximum of {format_money(posted.cents)} {posted.of} needs a largest wager",
                hint=f"{floor.cites[0]} sets a floor by it: state the maximum of {wager} among the table's limits",
            )
        odds = min(best_odds(configuration.tables[wager]), counted)
        least = int(largest * odds)
        if posted.cents < least:
            raise RoundError(
                f"aggregate_limit={format_money(posted.cents)} is below {format_money(least)}, "
                f"{odds} times the largest wager of {wager}",
                hint=f"{floor.cites[0]} sets that floor: post a higher limit, or a lower maximum wager",
            )


# In Washington some games of a hand are limited to wagers of $5, and $500 is the highest limit that was in force or
# proposed for any until 2023; of both rules a part was read.
WASHINGTON_WAGER_CENTS, WASHINGTON_LIMIT_CENTS = 5_00, 500_00


def above_state_limits(configuration: Configuration, largest: Mapping[str, int]) -> Iterator[str]:
    """Warnings for wagers, in cents, above the limits of the state whose rules the edition is written under."""
    rule = next((rule for rule in configuration.rules.rules if rule.id == "operator-choice"), None)
    if rule is None or configuration.edition.id not in rule.editions:
        return
    for name, cents in largest.items():
        is_jackpot = configuration.rules.wager(name).kind == "jackpot"
        most = WASHINGTON_WAGER_CENTS if is_jackpot else WASHINGTON_LIMIT_CENTS
        if cents > most:
            cite = "WAC 230-15-040, read in part" if is_jackpot else "WAC 230-15-140"
            title = configuration.rules.wager(name).title
            yield f"warning: {title} of {dollars(cents)} is above {dollars(most)} ({cite}); show the approval it needs"


def check_ends(what: str, limit: Limit) -> None:
    """Both ends of a limit lie on its steps, which count from the minimum."""
    if limit.maximum is None or not (past := (limit.maximum - limit.minimum) % limit.step):
        return
    raise RoundError(
        f"{what}: the maximum of {format_money(limit.maximum)} is not on a step of {format_money(limit.step)} "
        f"from {format_money(limit.minimum)}",
        hint=f"steps count from the minimum: the last one is {format_money(limit.maximum - past)}",
    )


def _not_offered(game: Game, seat: int, name: str) -> RoundError:
    if not isinstance(name, str):
        return RoundError(f"seat {seat}: {name!r:.40} is not a wager", hint=f"on offer: {', '.join(game.wagers)}")
    known = next((wager for wager in game.rules.wagers if wager.id == name), None)
    if known is None:
        near = closest(name, game.wagers, 1)
        hint = f"did you mean {near[0]}?" if near else f"on offer: {', '.join(game.wagers)}"
        return RoundError(f"seat {seat}: unknown wager '{name}'", hint=hint)
    if known.kind in ("bonus", "jackpot"):
        example = (known.tables_in(game.configuration.edition.id) or ("TABLE",))[0]
        return RoundError(
            f"seat {seat}: {name} is not offered at this table", hint=f"the game would have to say {name}={example}"
        )
    return RoundError(f"seat {seat}: {name} is not wagered before the deal", hint=f"on offer: {', '.join(game.wagers)}")


def _check_amount(game: Game, seat: int, name: str, amount: int, limit: Limit | None) -> None:
    is_jackpot, _, grain, _ = game.stake_rules[name]
    if type(amount) is not int:
        raise RoundError(f"seat {seat}: {name} {repr(amount)[:40]} is not whole cents", hint="as in 1000 for 10.00")
    if amount >= MOST_CENTS:
        raise RoundError(f"seat {seat}: {name} is too large", hint="at most 13 digits before the point")
    if amount <= 0:
        raise RoundError(
            f"seat {seat}: {name} {format_money(amount)} is not a wager", hint="leave it out, or make it above zero"
        )
    if is_jackpot and amount != game.configuration.fixed_stake(name):
        base = format_money(game.configuration.fixed_stake(name))
        raise RoundError(
            f"seat {seat}: {name} {format_money(amount)} is not its base wager of {base}",
            hint=f"a jackpot stake is exactly {base}",
        )
    if limit:
        _check_limit(f"seat {seat}: {name} {format_money(amount)}", amount, limit)
    if amount % grain:
        below, above = amount - amount % grain, amount - amount % grain + grain
        near = f"{format_money(below)} or {format_money(above)}" if below else format_money(above)
        raise RoundError(
            f"seat {seat}: {name} {format_money(amount)} would be paid in parts of a cent",
            hint=f"the nearest that works is {near}",
        )


def _check_limit(what: str, amount: int, limit: Limit) -> None:
    if amount < limit.minimum:
        raise RoundError(f"{what} is under the minimum of {format_money(limit.minimum)}")
    if limit.maximum is not None and amount > limit.maximum:
        raise RoundError(f"{what} is over the maximum of {format_money(limit.maximum)}")
    if (amount - limit.minimum) % limit.step:
        start = f" from {format_money(limit.minimum)}" if limit.minimum % limit.step else ""
        raise RoundError(f"{what} is not in steps of {format_money(limit.step)}{start}")


def within(action: Action, limit: Limit | None) -> Action | None:
    """A decision's range under the posted limits of its wager; None where they leave nothing of it.

    Posted steps count from the posted minimum, and both ends of what is left lie on a step.

    >>> within(Action("raise", 2000, 4000), Limit(500, 3500, 1000))
    Action(name='raise', minimum=2500, maximum=3500, step=1000)
    """
    if limit is None or not action.maximum:
        return action
    low = max(action.minimum, limit.minimum)
    high = action.maximum if limit.maximum is None else min(action.maximum, limit.maximum)
    if limit.step == 1:
        low += (action.minimum - low) % action.step
        high -= (high - action.minimum) % action.step if high < action.maximum else 0
        return action._replace(minimum=low, maximum=high) if low <= high else None
    # Where the two steps meet, they meet again after every common multiple.
    both = math.lcm(limit.step, action.step)
    own = range(low + (action.minimum - low) % action.step, min(low + both, high + 1), action.step)
    low = next((amount for amount in own if (amount - limit.minimum) % limit.step == 0), high + 1)
    if low > high or action.minimum == action.maximum:
        return None if low > high else action
    return action._replace(minimum=low, maximum=high - (high - low) % both, step=both)


def broken_limit(amount: int, limit: Limit | None) -> str | None:
    """Which posted limit an amount breaks, in words; None where it breaks none."""
    if limit is None:
        return None
    try:
        _check_limit("it", amount, limit)
    except RoundError as problem:
        return problem.message
    return None


MOST_TRIED = 4000  # Amounts tried from either end; what posted steps allow repeats long before that.


def check_follow_limits(game: Game, limits: Limits) -> None:
    """Refuse limits under which a permitted base wager leaves no permitted amount to follow it: BadInput."""
    base = limits.get(game.base_wager, Limit())
    for wager in game.rules.wagers:
        limit = limits.get(wager.id)
        action = game.action_of(wager.id)
        if wager.kind != "follow" or limit is None or game.range_of(action, 100) is None:
            continue
        forced = action in game.follow_or_fold
        stuck = 0
        for amount in _tried(game, base, limit):
            least = game.narrowest_of(action, amount)
            if least is None or within(least, limit) is None:
                stuck = amount
                if forced:
                    break
            elif not forced:
                stuck = 0
                break
        if stuck:
            which = f"{game.base_wager} {format_money(stuck)}" if forced else f"any {game.base_wager}"
            raise BadInput(
                f"{wager.id} {_posted(limit)} leaves no {wager.id} for {which}, "
                f"which {game.base_wager} {_posted(base)} permits",
                hint=f"post limits for {wager.id} and {game.base_wager} that go together",
            )


def _tried(game: Game, base: Limit, follow: Limit) -> Iterator[int]:
    """Permitted base wagers from the least and from the most; without a maximum, up to beyond what can follow."""
    grain = game.stake_rules[game.base_wager].grain
    low = base.minimum or base.step
    high = base.maximum
    if high is None:
        top = follow.maximum or 0
        high = min(low + -(-max(top - low, 0) // base.step) * base.step + base.step * grain, MOST_CENTS)
    whole = (amount for amount in range(low, high + 1, base.step) if amount % grain == 0)
    yield from islice(whole, MOST_TRIED)
    back = (amount for amount in range(high, low - 1, -base.step) if amount % grain == 0)
    yield from islice(back, MOST_TRIED)


def _posted(limit: Limit) -> str:
    ends = f"{format_money(limit.minimum)} to {'any amount' if limit.maximum is None else format_money(limit.maximum)}"
    return f"{ends} in steps of {format_money(limit.step)}"
