"""Dynamic pays: which hands of a jackpot table are boosted this round, and to what (PPP App. D, P18, P19).

They are drawn once for the whole table after bets close and before the first card, shown to everyone, and forgotten
with the round. Amounts are those printed, for a $1 wager, in cents by event; ``play.awards`` pays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.errors import RoundError, closest
from croupier.play.game import Game
from croupier.rulebook.key_values import EVENLY, BoostDraw, parse_draw
from croupier.rulebook.rules import UNIT_CENTS, Paytable
from croupier.units import Fixed, format_money

if TYPE_CHECKING:
    from croupier.cards.shuffle import RandomSource

Boosted = dict[str, int]  # By event, the pay in cents for a $1 wager that replaces the default this round.


def draw_dynamic(source: RandomSource, table: Paytable, draw: BoostDraw | None = None) -> Boosted:
    """One round's boosts: how many hands, then which, then one of its own pays for each.

    ``draw`` holds the weights that the operator states; without it every number from one to one fewer than the hands
    that have dynamic pays is as likely as another, and so is every hand and every amount.

    >>> from croupier import catalogue
    >>> from croupier.cards.shuffle import SeededSource
    >>> draw_dynamic(SeededSource(1), catalogue.book().paytable("PT-PRG-PP-D01"))
    {'perfect_three_of_a_kind': 30000, 'perfect_pair': 3600, 'colored_pair': 800}
    """
    options = dynamic_pays(table)
    weights = (draw or BoostDraw()).for_table(len(options), max(map(len, options.values())))
    left, heavy = list(options), list(weights.hands)
    chosen = set()
    for _ in range(_weighted(source, weights.numbers) + 1):
        place = _weighted(source, heavy)
        chosen.add(left.pop(place))
        heavy.pop(place)
    return {event: pays[_weighted(source, weights.amounts)] for event, pays in options.items() if event in chosen}


def _weighted(source: RandomSource, weights: Sequence[int]) -> int:
    """An index, as likely as its weight."""
    number = source.below(sum(weights))
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise AssertionError("a source gave a number out of its range")


def dynamic_pays(table: Paytable) -> dict[str, tuple[int, ...]]:
    """By event, the pays in cents that a boost may give it."""
    return {
        row.event: tuple(pay.cents for pay in row.dynamic if isinstance(pay, Fixed))
        for row in table.rows
        if row.dynamic
    }


def stated_draw(game: Game) -> BoostDraw:
    """The operator's weights; empty where chances are even."""
    return parse_draw(game.configuration.values.get("dynamic_draw", EVENLY))


def displayed(game: Game, boosted: Mapping[str, int]) -> Boosted:
    """The boosts in the money that the display shows: for the fixed wager of this table."""
    return {event: cents * game.dynamic_stake // UNIT_CENTS for event, cents in boosted.items()}


def per_unit(game: Game, shown: Mapping[str, int]) -> Boosted:
    """The boosts for a $1 wager, from the money that the display shows."""
    boosted: Boosted = {}
    for event, cents in shown.items():
        boosted[event], part = divmod(cents * UNIT_CENTS, game.dynamic_stake)
        if part:
            raise RoundError(
                f"dynamic: {event[:40]} {format_money(cents)} is not an amount of the display",
                hint=f"amounts are those shown for the fixed wager of {format_money(game.dynamic_stake)}",
            )
    return boosted


def draw_for_round(source: RandomSource, game: Game) -> Boosted:
    """The boosts of a round at this table: none, and nothing asked of the source, where no table is dynamic."""
    table = game.dynamic_table
    return draw_dynamic(source, table, stated_draw(game)) if table else {}


def check_dynamic(game: Game, boosted: Mapping[str, int]) -> None:
    """Refuse boosts that no draw of this table gives: RoundError."""
    table = game.dynamic_table
    if table is None:
        if boosted:
            raise RoundError("dynamic: no table of this game has dynamic pays", hint="leave dynamic out")
        return
    options = dynamic_pays(table)
    if not boosted:
        event = next(iter(options))
        raise RoundError(
            f"dynamic rounds carry dynamic: {table.id} draws boosted pays for every round",
            hint=f'as in "dynamic": {{"{event}": "{_shown(game, options[event][0])}"}}',
        )
    for event, cents in boosted.items():
        if event not in options:
            near = closest(event, options, 1)
            hint = f"did you mean {near[0]}?" if near else f"boosted may be: {', '.join(options)}"
            raise RoundError(f"dynamic: '{event[:40]}' has no dynamic pays in {table.id}", hint=hint)
        if cents not in options[event]:
            listed = ", ".join(_shown(game, pay) for pay in options[event])
            raise RoundError(
                f"dynamic: {event} {_shown(game, cents)} is not a dynamic pay of {table.id}",
                hint=f"its pays are {listed}",
            )
    most = max(len(options) - 1, 1)
    if len(boosted) > most:
        raise RoundError(
            f"dynamic: {len(boosted)} hands are boosted; {table.id} boosts 1 to {most} of {len(options)} in a round"
        )


def _shown(game: Game, cents: int) -> str:
    return format_money(cents * game.dynamic_stake // UNIT_CENTS)
