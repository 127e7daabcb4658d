"""What every decision is worth with one hand, or in a round that waits for one: ``Advise``. At a table with posted
limits, stakes beyond them are not advised, and the rest are valued exactly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Final

from croupier import catalogue
from croupier.cards.cards import Card, format_cards, parse_cards
from croupier.errors import BadInput, RoundError
from croupier.exact.result import AT_THE_TABLE, Advice, AdvisesWithin, Effort, Worth
from croupier.exact.result import Question as Choice
from croupier.play.dealing import NoCards
from croupier.play.game import NOBODY, Action, Cards, Choose, Draw, Game, Slot, State
from croupier.play.reading import RoundFile, read_round
from croupier.play.roundfile import RecordedDeal, at_table, play_to_open_decision
from croupier.play.stakes import Limits, place_stakes, within
from croupier.play.tablefile import TableFile
from croupier.questions.asking import Asked, Question, told
from croupier.questions.figures import SCHEMA, Exact, mean
from croupier.questions.solved.solutions import base_configuration, decided_game, playable, solver_of
from croupier.records import UNSET, Record, UnsetType, converted, plain
from croupier.rulebook.configuration import Configuration
from croupier.units import decimal_text, format_money, format_odds

MOST_EFFORT: Final = 1_000_000  # Gigabytes or seconds.


class AdvisedAction(Record):
    """One decision, what it puts up, and what the whole round is worth then, in base wagers."""

    action: str
    amount: str
    expectation: Exact | None  # None where it is not solved.


class DealerCounts(Record):
    """The dealer's possible hands, counted by what they would do to the player's."""

    win: str
    tie: str
    lose: str
    not_qualified: str
    total: str


class OtherQuestion(Record):
    """What else the player is asked in the hand, such as insurance."""

    question: str
    actions: list[AdvisedAction]
    best: str | None
    unsolved: list[str]


class AdviceRecord(Record):
    """What every decision is worth, and which is the best; what only one solver adds is there with it alone."""

    schema: int
    game: str
    cards: str
    hand: str
    method: str
    actions: list[AdvisedAction]
    best: str | None  # None where a decision that is not solved may be better.
    notes: list[str] | UnsetType = UNSET
    counts: DealerCounts | UnsetType = UNSET
    up: str | UnsetType = UNSET
    question: str | UnsetType = UNSET
    unsolved: list[str] | UnsetType = UNSET
    other_questions: list[OtherQuestion] | UnsetType = UNSET
    expectation: Exact | UnsetType | None = UNSET
    looks: bool | UnsetType = UNSET  # Whether the dealer looks for a blackjack before the player decides.
    dealer: dict[str, Exact] | UnsetType = UNSET  # How the dealer ends, by total, after that look.
    dealer_before_look: dict[str, Exact] | UnsetType | None = UNSET
    seat: int | UnsetType = UNSET
    players: int | UnsetType = UNSET
    to_act: int | UnsetType = UNSET
    error_bound: str | UnsetType = UNSET
    standard_error: str | UnsetType = UNSET
    error_of_later_seats: str | UnsetType = UNSET  # What later seats that decide quickly may add to an estimate.
    draws: str | UnsetType = UNSET
    game_hash: str


class DecisionWorth(Record):
    """What one decision at a table is worth, and costs against the best."""

    action: str
    value: Exact | None
    cost: Exact | None
    best: bool


class TableAdviceRecord(Record):
    """What each legal decision of a seat is worth."""

    schema: int
    hand: str
    on: str  # Which cards the advice takes into account.
    method: str
    standard_error: str | None
    values: list[DecisionWorth]
    counts: DealerCounts | None
    notes: list[str]


@dataclass(frozen=True)
class AdviceAnswer:
    configuration: Configuration
    advice: Advice

    @cached_property
    def record(self) -> AdviceRecord:
        return advice_record(self.configuration, self.advice)


class Advise(Question[AdviceAnswer]):
    """What is every decision worth?"""

    game: Annotated[str | None, told('A name, or a configuration such as "perfect-pairs(decks=6)".', "GAME")] = None
    cards: Annotated[str | None, told('The player\'s hand, as in "Qs 6h 4d".', "CARDS")] = None
    up: Annotated[str | None, told("The dealer's up-card, where the game shows one.", "CARD")] = None
    round: dict[str, object] | None = None  # A round file with a decision left open, as read.
    memory: Annotated[float | None, told("Gigabytes that an exact answer may use; 4 if not given.", "GB")] = None
    seconds: Annotated[float | None, told("How long it may take, by its own estimate; 600 if not given.", "S")] = None

    def answered(self, asked: Asked) -> AdviceAnswer:
        return advised(self, asked)


def advised(question: Advise, asked: Asked, table: TableFile | None = None) -> AdviceAnswer:
    """The answer, within the limits that a table posts."""
    by = asked.by
    if (question.cards is None) == (question.round is None):
        either, other = by.example("cards", '"Qs 6h 4d"'), by.option("round")
        raise BadInput("advise needs a hand", hint=f"{either}; or {other} with a decision left open")
    read = None if question.round is None else read_round(question.round)
    if table is not None and read is None:
        raise BadInput("--table goes with a round", hint="limits apply to a decision in a round: add --round FILE")
    if read is not None and table is not None:
        at_table(read, table, catalogue.load)
    configuration = asked_about(
        question.game, read, named=by.option("game"), example=by.example("game", "three-card-prime")
    )
    if read is not None:
        if question.up is not None:
            raise BadInput(f"{by.option('up')} goes with {by.option('cards')}", hint="the round has the dealer's cards")
        return AdviceAnswer(configuration, advise_round(configuration, read, _effort(question, asked)))
    if not (question.memory is None and question.seconds is None):
        limits = f"{by.option('memory')} and {by.option('seconds')}"
        raise BadInput(f"{limits} go with a round", hint="a hand alone is solved at once: leave them out")
    shown = parse_cards(question.up) if question.up is not None else ()
    if question.up is not None and len(shown) != 1:
        hint = by.example("up", "9c")
        raise BadInput(f"{by.option('up')} '{question.up[:40]}': expected one card", hint=hint)
    return AdviceAnswer(configuration, advise_hand(configuration, parse_cards(question.cards or ""), *shown))


def _effort(question: Advise, asked: Asked) -> Effort:
    usual = Effort()
    for name, given in (("memory", question.memory), ("seconds", question.seconds)):
        if given is not None and not 0 < given < MOST_EFFORT:
            option = asked.by.option(name)
            raise BadInput(f"{option} {given:g}: expected more than 0 and less than {MOST_EFFORT:,}")
    return Effort(
        usual.memory_bytes if question.memory is None else int(question.memory * (1 << 30)),
        usual.seconds if question.seconds is None else question.seconds,
        asked.progress,
    )


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
    decided_game(configuration)
    return configuration


def advise_hand(configuration: Configuration, cards: Cards, up: Card | None = None) -> Advice:
    """What every answer is worth with one hand of a seat that plays alone."""
    game = playable(base_configuration(configuration))
    return solver_of(game).advise_hand(game, cards, up)


def advise_turn(game: Game, state: State, turn: Choose, effort: Effort = AT_THE_TABLE) -> Advice:
    """What each decision is worth for the whole round; MissingPart where that is not solved."""
    base = state.base(turn.seat)
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
        placed = place_stakes(game, read.wagers, read.limits)
        base = next(stakes.base for stakes in placed if stakes.seat == seat)
        if Slot(seat) not in read.cards:
            raise RoundError(f"{Slot(seat)}: no cards", hint='as in "cards": "Qs 6h 4d"')
        advice = solver.advise_hand(plain, read.cards[Slot(seat)], None)
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


def limited(advice: Advice, actions: Iterable[Action], base: int) -> Advice:
    """The advice on a question, limited to the answers that are offered on a base wager of this amount."""
    offered = {action.name: action for action in actions}
    asked = _limited(advice.asked, offered, base)
    others = tuple(asked if question.rule == asked.rule else question for question in advice.questions)
    return replace(advice, asked=asked, questions=others)


def posted_actions(advice: Advice, game: Game, limits: Limits, base: int) -> list[Action]:
    """What a hand may do under posted limits, where no round is played as far as its decision."""
    found = []
    for name, ends in _worths_by_action(advice.asked.worths).items():
        low, high = (int(each.amount * base) for each in (ends[0], ends[-1]))
        action = within(Action(name, low, high), limits.get(game.wager_of(name)))
        found += [action] if action else []
    return found


def _limited(question: Choice, offered: Mapping[str, Action], base: int) -> Choice:
    worths: list[Worth] = []
    steps: list[Worth] = []
    words = question.words
    for name, known in _worths_by_action(question.worths).items():
        action = offered.get(name)
        if action is None:
            continue
        low, high = Fraction(action.minimum, base), Fraction(action.maximum, base)
        (whole, *rest) = known
        if not rest and whole.amount == high:
            own = known
        elif not rest:
            # A separate wager, such as insurance: its result is proportional to its stake.
            value = None if whole.value is None else whole.value * high / whole.amount
            own = [Worth(f"{name} {format_money(action.maximum)}", high, value)]
            words = question.rule
        elif (known[0].amount, known[-1].amount) != (low, high):
            own = [_worth_between(known, name, each) for each in dict.fromkeys((low, high))]
        else:
            own = known
        worths += own
        whole_steps = [step for step in question.steps if _action_of(step) == name and _is_offered(step, action, base)]
        ends = {step.amount for step in whole_steps}
        steps += sorted(
            [*whole_steps, *(each for each in own if each.amount not in ends)], key=lambda each: each.amount
        )
    return question._replace(worths=tuple(worths), steps=tuple(steps) if question.steps else (), words=words)


def _worths_by_action(worths: Iterable[Worth]) -> dict[str, list[Worth]]:
    found: dict[str, list[Worth]] = {}
    for worth in worths:
        found.setdefault(_action_of(worth), []).append(worth)
    return found


def _action_of(worth: Worth) -> str:
    return worth.action.partition(" ")[0]


def _is_offered(worth: Worth, action: Action, base: int) -> bool:
    cents = worth.amount * base
    return cents.denominator == 1 and (action.allows(int(cents)) if action.maximum else not cents)


def _worth_between(known: list[Worth], name: str, amount: Fraction) -> Worth:
    """The result of a bet is linear in its amount between two known ones."""
    for low, high in pairwise(known):
        if low.amount <= amount <= high.amount and low.value is not None and high.value is not None:
            part = (amount - low.amount) / (high.amount - low.amount)
            return Worth(f"{name} {format_odds(amount)}x", amount, low.value + part * (high.value - low.value))
    return Worth(f"{name} {format_odds(amount)}x", amount, None)


def advice_record(configuration: Configuration, advice: Advice) -> AdviceRecord:
    """One decision; expectations are for the whole round, in base wagers."""
    best = advice.asked.best
    method = _method(advice)
    record = AdviceRecord(
        schema=SCHEMA,
        game=str(configuration),
        cards=format_cards(advice.cards),
        hand=advice.hand,
        method=method,
        actions=[
            AdvisedAction(
                action=worth.action,
                amount=format_odds(worth.amount),
                expectation=None if worth.value is None else _worth(worth.value, method),
            )
            for worth in advice.asked.steps or advice.asked.worths
        ],
        best=best.action if best else None,
        notes=list(advice.notes) or UNSET,
        game_hash=configuration.game_hash,
    )
    return converted(AdviceRecord, plain(record) | dict(advice.facts))


def table_advice_record(advice: Advice) -> TableAdviceRecord:
    """The same for a seat at a table, which is told what each decision costs."""
    worths, best, method = advice.asked.steps or advice.asked.worths, advice.asked.best, _method(advice)
    most = max((worth.value for worth in worths if worth.value is not None), default=Fraction())
    return TableAdviceRecord(
        schema=SCHEMA,
        hand=advice.hand,
        on=advice.on,
        method=method,
        standard_error=advice.facts.get("standard_error"),
        values=[
            DecisionWorth(
                action=worth.action,
                value=None if worth.value is None else _worth(worth.value, method),
                cost=None if worth.value is None else _worth(worth.value - most, method),
                best=best is not None and worth.action == best.action,
            )
            for worth in worths
        ],
        counts=converted(DealerCounts | None, advice.facts.get("counts")),  # type: ignore[arg-type]
        notes=list(advice.notes),
    )


def _method(advice: Advice) -> str:
    return str(advice.facts.get("method", "exact"))


def _worth(value: Fraction, method: str) -> Exact:
    """Only an exact worth is a fraction, and an estimate has few digits."""
    if method == "exact":
        return mean(value)
    return Exact(decimal=f"{float(value):.4f}" if method == "estimated" else decimal_text(value))
