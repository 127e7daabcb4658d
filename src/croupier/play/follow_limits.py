"""Posted limits of the wagers that follow the cards, checked against the limits of the wager before the deal.

A table that takes an Ante and has posted no Raise for it leaves the player nothing but a fold, so such limits are
refused when the table is set up. A wager that nobody must make, such as a double, has to be possible for some bet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.play.stakes import Limit, Limits, within
from croupier.units.money import MOST_CENTS, format_money

MOST_TRIED = 4000
"""Amounts tried from either end; what posted steps allow repeats long before that."""


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
