"""Advice on one decision: a hand by itself, a round that waits, or a round file; and its record."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier import catalogue
from croupier.cards.cards import Card, format_cards
from croupier.errors import BadInput, RoundError
from croupier.exact.effort import AT_THE_TABLE, AdvisesWithin, Effort
from croupier.exact.solver import Advice, Question
from croupier.play.dealing import NoCards
from croupier.play.game import NOBODY, Choose, Draw, Game, State
from croupier.play.lines import Cards
from croupier.play.roundfile import RecordedDeal, RoundFile, play_to_open_decision
from croupier.play.slots import Slot
from croupier.play.stakes import place_stakes
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration, base_wager, playable
from croupier.solving.limited import limited, posted_actions
from croupier.solving.solvers import solver_of
from croupier.units.chance import decimal_text, exact_record
from croupier.units.odds import format_odds

SCHEMA = 1


def advise_hand(configuration: Configuration, cards: Cards, up: Card | None = None) -> Advice:
    """What every answer is worth with one hand of a seat that plays alone."""
    game = playable(base_configuration(configuration))
    return solver_of(game).advise_hand(game, cards, up)


def asked_about(game: str | None, read: RoundFile | None, *, named: str, example: str) -> Configuration:
    """The configuration of a question: its round's, or the one that is named; ``named`` is what the caller calls it."""
    if read is not None:
        configuration = catalogue.configuration(read.game)
        if game is not None and catalogue.configuration(game) != configuration:
            raise BadInput(f"the round was played as {configuration}, not {game}", hint=f"leave {named} out")
    elif game is None:
        raise BadInput("advise needs a game", hint=f"as in {example}")
    else:
        configuration = catalogue.configuration(game)
    if base_wager(configuration) is None:
        raise BadInput(f"{configuration.name} is a side wager: there is nothing to decide")
    return configuration


def advise_turn(game: Game, state: State, turn: Choose, effort: Effort = AT_THE_TABLE) -> Advice:
    """What each decision is worth for the whole round; MissingPart where that is not solved."""
    base = next(each.amounts[0] for each in state.stakes if each.seat == turn.seat)
    solver = solver_of(game)
    if isinstance(solver, AdvisesWithin):
        found = solver.advise_within(game, state, turn, effort)
    else:
        found = solver.advise(game, state, turn)
    return limited(found, turn.actions, base)


def advise_round(configuration: Configuration, read: RoundFile, effort: Effort = Effort()) -> Advice:  # noqa: B008
    """Advice on the first decision that a round file leaves open."""
    game = catalogue.load(configuration)
    if read.misdeal is not None:
        raise RoundError("the round is a misdeal: there is nothing to decide")
    solver = solver_of(game)
    if solver.decides_on_hand:
        plain = playable(base_configuration(configuration))
        seat = _undecided(read)
        place_stakes(game, read.wagers, read.limits)
        base = read.wagers[seat][game.base_wager]
        advice = solver.advise_hand(plain, _hand_of(read, seat), None)
        return limited(advice, posted_actions(advice, game, read.limits, base), base)
    deal = _OpenDeal(read)
    played, turn = play_to_open_decision(game, read, deal)
    deal.recorded.check_all_used(but_dealers=True)
    return advise_turn(game, played.state, turn._replace(actions=played.legal_actions), effort)


def _undecided(read: RoundFile) -> int:
    """The only seat that has not decided; its player sees no other cards in these games."""
    undecided = [seat for seat, actions in sorted(read.actions.items()) if not actions]
    if len(undecided) != 1:
        seats = ", ".join(map(str, undecided)) or "none"
        raise RoundError(f"one seat must be undecided, found {seats}", hint="leave out the actions of one seat")
    return undecided[0]


def _hand_of(read: RoundFile, seat: int) -> Cards:
    slot = Slot(seat)
    if slot not in read.cards:
        raise RoundError(f"{slot}: no cards", hint='as in "cards": "Qs 6h 4d"')
    return read.cards[slot]


class _OpenDeal:
    """The cards of a file; a hole card that it does not give is none that would have ended the round."""

    def __init__(self, read: RoundFile) -> None:
        self.recorded = RecordedDeal(read)
        self.last: Cards = ()

    def __call__(self, draw: Draw) -> Cards:
        try:
            self.last = self.recorded(draw)
        except NoCards:
            if draw.seen_by != NOBODY:
                raise
            # The dealer looks right after the up-card, and two cards of one value are not a blackjack.
        return self.last


def advice_record(configuration: Configuration, advice: Advice) -> dict[str, Any]:
    """One decision as plain data; expectations are for the whole round, in base wagers."""
    best = advice.asked.best
    return {
        "schema": SCHEMA,
        "game": str(configuration),
        "cards": format_cards(advice.cards),
        "hand": advice.hand,
        "method": "exact",
        "actions": _actions(advice.asked, str(advice.facts.get("method", "exact"))),
        "best": best.action if best else None,
        **({"notes": list(advice.notes)} if advice.notes else {}),
        **advice.facts,
        "rulebook_hash": configuration.rulebook_hash,
    }


def _actions(question: Question, method: str) -> list[dict[str, Any]]:
    """Every answer with its worth; only an exact one is a fraction, and an estimate has few digits."""
    return [
        {
            "action": each.action,
            "amount": format_odds(each.amount),
            "expectation": None if each.value is None else _worth_record(each.value, method),
        }
        for each in question.steps or question.worths
    ]


def _worth_record(value: Fraction, method: str) -> dict[str, str | None]:
    if method == "exact":
        return {**exact_record(value)}
    return {"fraction": None, "decimal": f"{float(value):.4f}" if method == "estimated" else decimal_text(value)}
