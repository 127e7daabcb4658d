"""What is a way to play worth? ``Grade``: the exact value of a policy, its regret, and where it loses most. A policy is
valued by the solver of its game: over classes of hands in a showdown, over everything that is seen in a game with
streets, by a walk of a short deck, over every first hand of blackjack, by what the dealer shows to one player at a pot;
several players at a pot by sample. Any other game is refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Annotated, Final, cast

from croupier import catalogue
from croupier.cards.cards import Card, format_cards, ranks_text
from croupier.cards.hands import FAMILIES, Setting
from croupier.errors import BadInput, MissingPart
from croupier.exact.by_tree import named_decision
from croupier.exact.policies import (
    DECIDE,
    HANDS,
    PLAYS,
    POINTS,
    ClassBets,
    Decide,
    Graded,
    Loss,
    OfKind,
    Policy,
    RankAlone,
    Situation,
    answered,
    answered_alike,
    answers_before,
    answers_for,
    policy_of,
)
from croupier.exact.result import Number
from croupier.exact.tree import mistakes_of, whole_stakes
from croupier.play.documents import Part
from croupier.play.game import Cards, Choose, Decision, Game, State
from croupier.play.views import view
from croupier.questions.asking import USUALLY, Asked, Question, told
from croupier.questions.asking import Game as GameName
from croupier.questions.figures import Exact, Percentage, head_of
from croupier.questions.solved.solutions import base_configuration, base_result, decided_game
from croupier.records import Of, Record, record_of
from croupier.rulebook.configuration import Configuration

if TYPE_CHECKING:
    from croupier.exact.blackjack.hands import BlackjackGame
    from croupier.exact.showdown.terms import BestBets, Places
    from croupier.exact.streets.solving import Policy as Told
    from croupier.exact.streets.solving import Solution, Views
    from croupier.kernels.arrays import Int8s, Whole
    from croupier.kernels.pot_game import PotGame
    from croupier.play.showdown import Showdown

MOST_LOSSES: Final = 20  # As many as a reader looks at; the shares of the others are what is missing to a hundred.


class LossRecord(Record):
    """Where a policy gives something away."""

    question: str
    hand: str
    taken: str
    better: str
    loss: Exact
    share: str  # Of the whole regret, in percent.


class GradeRecord(Record):
    """A policy's worth."""

    schema: int
    game: str
    wager: str
    seats: int
    policy: str
    method: str
    expectation: Exact
    standard_error: str  # Of the figures, in percent, where deals are sampled; else empty.
    house_edge: Percentage
    best_house_edge: Percentage
    regret: Percentage
    losses: list[LossRecord]
    never_followed: Annotated[list[str], Of("idle")]  # Rules that no situation comes to.
    game_hash: str


@dataclass(frozen=True)
class GradeAnswer:
    configuration: Configuration
    wager: str
    policy: str
    graded: Graded
    seats: int = 1
    idle: Sequence[str] = ()

    @property
    def regret(self) -> Number:
        """What best play brings beyond the policy, in base wagers a round."""
        regret: Number = self.graded.best - self.graded.expectation
        return regret

    @cached_property
    def record(self) -> GradeRecord:
        graded = self.graded
        sampled = f"sampled from {graded.deals:,} deals, every decision of some of them checked" if graded.deals else ""
        losses = [
            record_of(LossRecord, loss, share=f"{100 * float(loss.loss / self.regret):.2f}")
            for loss in graded.losses[:MOST_LOSSES]
        ]
        return record_of(
            GradeRecord,
            self,
            **head_of(self.configuration),
            method=sampled or ("floating point" if graded.error else "exact"),
            expectation=graded.expectation,
            standard_error=f"{100 * graded.error:.3f}" if sampled else "",
            house_edge=-graded.expectation,
            best_house_edge=-graded.best,
            losses=losses,
        )


GOES_BY: Final = {"showdown": HANDS, "streets": HANDS, "tree": HANDS, "blackjack": POINTS, "sequential-pot": PLAYS}
"""By solver, what a policy's rules name."""


class Grade(Question[GradeAnswer]):
    """What is a way to play the base wager worth? The policy is a document of rules, or of a chart."""

    game: GameName
    policy: Mapping[str, object]
    name: str = "policy"
    seats: Annotated[int, told("Players at one pot, all of whom follow the policy.")] = 1

    def answered(self, asked: Asked) -> GradeAnswer:
        configuration = catalogue.configuration(self.game)
        policy = read_policy(_to_be_graded(configuration), self.policy)
        return grade(configuration, policy, asked, self.name, self.seats)


def read_policy(game: Game, document: Mapping[str, object], what: str = "policy") -> Policy:
    """A policy as its document states it; one of another game, or of other rules, is not taken by mistake."""
    if "game" in document:
        meant = Part(document, what).text("game")
        try:
            told = base_configuration(catalogue.configuration(meant))
        except BadInput as problem:
            raise BadInput(f"{what}: game: {problem.message}", hint=problem.hint) from None
        if str(told) != (own := str(base_configuration(game.configuration))):
            raise BadInput(f"{what}: it is for {told}, not for {own}", hint="leave game out to take it all the same")
    return policy_of(game, document, GOES_BY[game.declares.solver], what)


def grade(
    configuration: Configuration | str, decide: Decide, asked: Asked = USUALLY, name: str = "policy", seats: int = 1
) -> GradeAnswer:
    """The same for a policy that is a function of a ``Situation``."""
    if isinstance(configuration, str):
        configuration = catalogue.configuration(configuration)
    game = _to_be_graded(configuration)
    solver = game.declares.solver
    if seats != 1 and solver != "sequential-pot":
        raise BadInput(f"players of {configuration.name} do not play against one another", hint="leave seats out")
    if not callable(decide):
        raise BadInput("a policy is a function of a Situation", hint="Grade(game=..., policy={...}) takes rules")
    graded = GRADERS[solver](game, decide, asked) if seats == 1 else _grade_table(game, decide, asked, seats)
    if isinstance(decide, Policy):
        decide.check_spelling()
    return GradeAnswer(configuration, game.base_wager, name, graded, seats, getattr(decide, "idle", ()))


def _to_be_graded(configuration: Configuration) -> Game:
    game = decided_game(configuration)
    if game.declares.solver not in GOES_BY:
        raise MissingPart(
            f"policies of {configuration.name} are not graded",
            hint="showdowns, games with streets, short decks, blackjack and players at a pot are",
        )
    return game


def _graded(
    best: Number, parts: Iterable[Loss], worth: Number | None = None, error: float = 0.0, deals: int = 0
) -> Graded:
    """What is lost in the same words is one loss; the largest first. Where every loss is counted, their sum is what the
    policy is worth less than the best play."""
    losses: dict[tuple[str, str, str, str], Loss] = {}
    for part in parts:
        so_far = losses.get(part[:4])
        losses[part[:4]] = part._replace(loss=so_far.loss + part.loss) if so_far else part
    lost = sorted(losses.values(), key=lambda each: each.loss, reverse=True)
    if worth is None:
        worth = best - sum((loss.loss for loss in lost), Fraction())
    return Graded(worth, best, tuple(lost), error, deals)


def _other_suits(game: Game) -> Callable[[Iterable[Card], int], Cards]:
    """What gives the same cards with each suit of the deck in the place of another, lowest first."""
    suits = sorted({card.suit for card in game.deck})
    turned = [dict(zip(suits, suits[turn:] + suits[:turn], strict=True)) for turn in range(1, len(suits))]

    def renamed(cards: Iterable[Card], turn: int) -> Cards:
        others = turned[turn % len(turned)]
        return tuple(sorted(Card.of(card.rank, others[card.suit]) for card in cards))

    return renamed


def _goes_by_names_of_suits(hand: str) -> BadInput:
    return BadInput(
        f"the policy decides otherwise with {hand} where only the names of its suits differ",
        hint="no suit is worth more than another here: go by how many cards share one",
    )


# A showdown: one decision, by the class of the hand, or by its cards where the policy looks at them.


def _grade_showdown(game: Game, decide: Decide, asked: Asked) -> Graded:
    """Every group of hands that count alike, as the policy plays it and as is best."""
    import numpy as np

    from croupier.exact.showdown.solving import tallied, technique_for

    technique = technique_for(showdown := cast("Showdown", game))
    bets = ClassBets(showdown, technique.ranking, decide)
    terms, in_other_suits, of_class = bets.terms, _other_suits(game), dict[int, int | None]()

    def taken(played: BestBets) -> Places:
        block, chosen = played.block, np.zeros_like(played.best)
        for row, place in enumerate(block.place.tolist()):
            if place not in of_class:
                of_class[place] = bets.of_class(place)
            known = of_class[place]
            columns = range(chosen.shape[1])
            chosen[row] = [by_hand(played, row, column) for column in columns] if known is None else known
        return chosen

    def by_hand(played: BestBets, row: int, column: int) -> int:
        block, place = played.block, int(played.block.place[row])
        names, made, cards = bets.names(place), terms.ranking[place], block.example(row, column)

        def answer(hand: Iterable[Card]) -> str:
            own = tuple(sorted(hand, reverse=True))
            return answered(decide, Situation(DECIDE, names, showdown.describe(made), own, made=made))

        if not block.suits_count:
            return names.index(answer(map(RankAlone, cards)))
        name = answer(cards)
        # One hand stands for all that other suits make of it.
        many = block.row_weight[row] * block.column_weight[column]
        if many > 1 and answer(in_other_suits(cards, row + column)) != name:
            raise _goes_by_names_of_suits(showdown.describe(made))
        return names.index(name)

    deals, _ = tallied(technique, terms, taken, asked.progress)
    scale = terms.unit * technique.player_hands * technique.dealer_hands
    best, losses = 0, []
    for place, better, mine in np.argwhere(deals.any(axis=3)).tolist():
        cases, offers, names = deals[place, better, mine].tolist(), terms.offers[place], bets.names(place)
        might, brings = (sum(map(int.__mul__, offers[bet].nets, map(int, cases))) for bet in (better, mine))
        best += might
        if might != brings:
            words, loss = showdown.describe(terms.ranking[place]), Fraction(might - brings, scale)
            losses.append(Loss(DECIDE, words, names[mine], names[better], loss))
    return _graded(Fraction(best, scale), losses)


# Streets: every question over everything that is seen.


def told_views(game: Game, decide: Decide, asked: Asked) -> tuple[Solution, Told]:
    """The best play of a game with streets that has every answer of a policy, and the policy by all that is seen."""
    from croupier.exact.streets.charts import followed
    from croupier.exact.streets.compiling import compile_rules
    from croupier.exact.streets.kept import solve, solved
    from croupier.exact.streets.solver import solution_of, views_of
    from croupier.exact.streets.solving import Policy as Told
    from croupier.exact.streets.solving import Views

    views = views_of(game)
    ends, stake = {option.amount for node in views.rules.nodes for option in node.options}, views.rules.stake
    if not isinstance(decide, Policy) or not {times * stake for times in decide.multiples} <= ends:
        # What lies between the ends of a range is an answer too.
        rules = compile_rules(game, lambda choose: answers_for(decide, choose, stake))
        views = views if len(rules.terminals) == len(views.rules.terminals) else Views(rules)
    best = solution_of(game) if views is views_of(game) else solved(views)
    if any(views.levels.index(level) not in best.tables for level in views.level if level != views.full):
        best = solve(views, asked.progress)  # tables that are too large to be kept
    if isinstance(decide, Policy) and decide.lines:
        told = followed(best, lambda question, hand, offered: answered(decide, Situation(question, offered, hand)))
        return best, told
    full = [number for number, level in enumerate(views.level) if level == views.full]
    early = [number for number in range(len(views.level)) if number not in full]
    by_view = {number: _by_view(views, number, decide) for number in early}
    return best, Told({number: _by_class(views, number, decide) for number in full}, by_view)


def _grade_views(game: Game, decide: Decide, asked: Asked) -> Graded:
    """What each answer of the policy loses with best play after, first those before the full view."""
    from croupier.exact.streets.kept import counted
    from croupier.exact.streets.solving import Policy as Told
    from croupier.exact.streets.solving import Views

    best, told = told_views(game, decide, asked)
    rules, views = best.rules, best.views
    before = counted(Views(rules, Told({}, told.by_view)), asked.progress)
    _, met = views.go_down(told.by_view)
    losses: list[Loss] = []
    for number, taken in told.by_view.items():
        losses += _lost_by_view(best, number, taken, met[views.terminals + number])
    by_class: dict[int, Sequence[int] | Int8s] = {}
    for number, answers in told.by_class.items():
        by_class[number] = answers
        after = counted(Views(rules, Told(by_class.copy(), told.by_view)), asked.progress)
        losses += _lost_by_class(before, after, number, answers)
        before = after
    graded = _graded(best.expectation, losses)
    if graded.expectation != before.distribution.expectation:
        raise ArithmeticError("what is lost hand by hand is not what is lost")
    return graded


def _by_class(views: Views, number: int, decide: Decide) -> list[int]:
    """The answer of the policy by the class of the hand, where every card is seen."""
    from croupier.exact.streets.charts import option_names

    rules, node = views.rules, views.rules.nodes[number]
    names = option_names(rules, node)
    family, after = FAMILIES[rules.game.declares.hands or ""], answers_before(node.history, rules.stake)
    chosen = []
    for place, made in enumerate(rules.table.ranking):
        legal = tuple(name for at, name in enumerate(names) if node.legal is None or node.legal[place][at])
        taken = answered_alike(decide, OfKind(node.rule, legal, family.describe(made), made=made, after=after))
        if taken is None:
            raise BadInput(
                f"'{node.rule}' is decided by the class of the hand: its cards are not told",
                hint="go by made, words and after, where made is known",
            )
        chosen.append(names.index(taken))
    return chosen


def _by_view(views: Views, number: int, decide: Decide) -> Int8s:
    """The same by everything that is seen at an earlier level; what looks alike to a policy is asked once."""
    import numpy as np

    from croupier.exact.streets.charts import option_names
    from croupier.kernels.card_sets import best_of_more
    from croupier.kernels.views import classes_beside

    rules, level, deck = views.rules, views.level[number], views.deck
    node, in_other_suits = rules.nodes[number], _other_suits(rules.game)
    names, after = tuple(option_names(rules, node)), answers_before(node.history, rules.stake)
    own_sets, (shown_sets, alike) = views.own_sets[level.own], views.canonical[level.shown]
    size = level.own + (level.shown if views.parts.shown_is_shared else 0)
    places = best_of_more(rules.table, size) if size >= rules.table.size else None
    answers, hands = np.zeros((len(shown_sets), len(own_sets)), dtype=np.int8), list(map(deck.hand, own_sets.tolist()))
    for at, shown in enumerate(shown_sets):
        free = np.flatnonzero(~np.isin(own_sets, shown).any(axis=1))
        beside = shown if views.parts.shown_is_shared else shown[:0]
        made = classes_beside(own_sets[free], beside, places, deck.choose) if places is not None else None
        seen = deck.hand(shown.tolist())
        for where, column in enumerate(free.tolist()):
            held = None if made is None else rules.table.ranking[int(made[where])]
            taken = answered(decide, Situation(node.rule, names, "", hands[column], seen, held, after))
            if alike[at] > 1:  # What is seen stands for all that other suits make of it.
                own, others = (in_other_suits(cards, at + column) for cards in (hands[column], seen))
                if answered(decide, Situation(node.rule, names, "", own, others, held, after)) != taken:
                    raise _goes_by_names_of_suits(format_cards((*hands[column], *seen)))
            answers[at, column] = names.index(taken)
    return answers


def _lost_by_class(before: Solution, after: Solution, number: int, taken: Sequence[int] | Int8s) -> Iterator[Loss]:
    """What a question loses where every card is seen: deals counted by class, without the policy's answers and with."""
    import numpy as np

    from croupier.exact.streets.charts import option_names

    rules = before.rules
    names, family = option_names(rules, rules.nodes[number]), FAMILIES[rules.game.declares.hands or ""]
    lost = ((before.tallies - after.tallies) * rules.nets.transpose(1, 0, 2)).sum(axis=(1, 3))
    usual = np.argmax(np.stack(before.taken_by_class(number)), axis=0)
    by_up, scale = np.broadcast_to(taken, lost.shape), before.deals * rules.unit
    for up, place in np.argwhere(lost).tolist():
        said, better = names[by_up[up, place]], names[usual[up, place]]
        words, loss = family.describe(rules.table.ranking[place]), Fraction(int(lost[up, place]), scale)
        yield Loss(rules.nodes[number].rule, words, said, better if better != said else "by all the cards", loss)


def _lost_by_view(best: Solution, number: int, taken: Int8s, met: Whole) -> Iterator[Loss]:
    """What a question loses before every card is seen, by the player's own cards. ``met`` says by view in how many
    orders of dealing the policy's earlier answers lead to it."""
    from croupier.exact.streets.charts import option_names, worth_after

    views, rules = best.views, best.rules
    level, node = views.level[number], rules.nodes[number]
    own_sets, names = views.own_sets[level.own], option_names(rules, node)
    worths = [worth_after(best, number, option.follows) for option in node.options]
    scale, ways = views.deals * rules.unit, met * views.canonical[level.shown][1][:, None]
    for better, worse in permutations(range(len(names)), 2):
        where = (best.choices[number] == better) & (taken == worse)
        less = (ways * where * (worths[better] - worths[worse])).sum(axis=0)
        for column in less.nonzero()[0].tolist():
            hand = views.deck.hand(own_sets[column].tolist())
            words = rules.game.hand_words(hand) or ranks_text(sorted((card.rank for card in hand), reverse=True))
            yield Loss(node.rule, words, names[worse], names[better], Fraction(int(less[column]), scale))


# Players at a pot: by what the dealer shows and how the two cards compare with it.

TABLE_DEALS, CHECKED = 200_000, 150


def _grade_alone(game: Game, decide: Decide, asked: Asked) -> Graded:
    """One player: by the words of ``strategy``, or by the cards where the policy looks at them."""
    from croupier.exact.ricochet.alone import ANY, OUT, solve_one_player

    best = base_result(game.configuration, remember=asked.remember, progress=asked.progress)
    usual = {(row.question, row.hand): " or ".join(row.best) for row in best.plays}

    def plays(question: str, kind: str, cards: tuple[Cards, Cards] | None) -> bool | None:
        # A line for any two cards serves all kinds.
        words, offered = kind if (question, kind) in usual else ANY, ("play", "take" if question == OUT else "fold")
        if cards is not None:
            return answered(decide, Situation(question, offered, words, *cards)) == "play"
        taken = answered_alike(decide, OfKind(question, offered, words))
        return None if taken is None else taken == "play"

    lost = solve_one_player(cast("PotGame", game), asked.progress, plays).lost
    losses = []
    for (question, kind, played), loss in lost.items():
        line = (question, kind if (question, kind) in usual else ANY)
        losses.append(Loss(*line, *_either(question == OUT, played), loss))
    return _graded(best.distribution.expectation, losses)


def _either(is_offered: bool, played: bool) -> tuple[str, str]:
    """What was done at a pot, and what is better."""
    declines = "take" if is_offered else "fold"
    return ("play", declines) if played else (declines, "play")


def _grade_table(game: Game, decide: Decide, asked: Asked, seats: int) -> Graded:
    from croupier.exact.result import Sample
    from croupier.exact.ricochet.alone import OUT
    from croupier.exact.ricochet.sampled import sample_policy

    most = game.configuration.edition.seats[1]
    if not 1 <= seats <= most:
        raise BadInput(f"{seats} players do not fit at one pot", hint=f"from 1 to {most}")

    def plays(question: str, hand: str, is_offered: bool) -> bool:
        taken = answered_alike(decide, OfKind(question, ("play", "take" if is_offered else "fold"), hand))
        if taken is None:
            raise BadInput("several players at a pot decide by words: their cards are not told", hint="leave seats out")
        return taken == "play"

    table = sample_policy(cast("PotGame", game), seats, plays, Sample(TABLE_DEALS, CHECKED), asked.progress)
    losses = [
        Loss(question, hand, *_either(question == OUT, played), loss)
        for (question, hand, played), loss in table.lost.items()
    ]
    error = (table.mean.error**2 + table.regret.error**2) ** 0.5
    return _graded(table.mean.mean + table.regret.mean, losses, table.mean.mean, error, TABLE_DEALS)


# A walk: short decks.


def _grade_walk(game: Game, decide: Decide, asked: Asked) -> Graded:
    family, stakes = FAMILIES.get(game.declares.hands or ""), whole_stakes(game)
    base = stakes.base

    def at(state: State, choose: Choose) -> Situation:
        own: list[Card] = []
        shown: list[Card] = []
        for slot in view(state, choose.seat).slots:
            (own if slot.slot.seat == choose.seat else shown).extend(slot.cards or ())
        names = tuple(named_decision(decision, choose, base) for decision in answers_for(decide, choose, base))
        made = family.classify(tuple(own), (), Setting()) if family and len(own) in family.sizes else None
        words = game.hand_words(tuple(own)) or format_cards(own)
        after = answers_before(state.decisions, base)
        return Situation(choose.rule, names, words, tuple(own), tuple(shown), made, after)

    def decided(state: State, choose: Choose) -> Decision:
        situation = at(state, choose)
        return answers_for(decide, choose, base)[situation.offered.index(answered(decide, situation))]

    best, mistakes = mistakes_of(game, stakes, decided, asked.progress)
    losses = []
    for state, choose, taken, better, loss in mistakes:
        took, good = (named_decision(each, choose, base) for each in (taken, better))
        losses.append(Loss(choose.rule, at(state, choose).words, took, good, loss / base))
    return _graded(best / base, losses)


# Blackjack: every first hand, and what it becomes.


def _grade_points(game: Game, decide: Decide, _asked: Asked) -> Graded:
    import numpy as np

    from croupier.exact.blackjack.rules import ACE, HARD_POINTS, TEN, UPS, VALUES, Rules, card_word, lattice
    from croupier.exact.blackjack.whole import EARLY, ERROR_BOUND, HIT, STAND, Choices, Plan, solve_whole

    house = cast("BlackjackGame", game)
    table, rules = lattice(), Rules.of(house)
    known: dict[Situation, str | None] = {}
    values = [RankAlone(Card.of(points if points > 1 else 14, 0)) for points in HARD_POINTS]

    def answer(offered: tuple[str, ...], at: int, pair: int, up: int) -> str:
        total, soft = table.totals[at]
        kind = f"a pair of {pair}" if pair else f"{'soft' if soft else 'hard'} {total}"
        words = f"{kind} against {card_word(up)}"
        situation = OfKind("options", offered, words, total=total, soft=soft, pair=pair, up=HARD_POINTS[up])
        if situation not in known:
            known[situation] = answered_alike(decide, situation)
        own = tuple(card for card, many in zip(values, table.held[at].tolist(), strict=True) for _ in range(many))
        return known[situation] or answered(decide, Situation(*situation)._replace(own=own))

    choices: dict[int, Choices] = {}
    first: dict[tuple[int, int, int], str] = {}
    for up in UPS:
        is_hit = [
            size > 1 and answer(("hit", "stand"), at, 0, up) == "hit" for at, size in enumerate(table.size.tolist())
        ]
        single, doubles = np.where(is_hit, HIT, STAND), np.zeros(table.hands, dtype=bool)
        choices[up] = Choices(single, doubles)
        early = rules.surrenders_early[up]
        for one, other in combinations_with_replacement(range(VALUES), 2):
            at, pair = table.place(one, other), HARD_POINTS[one] if one == other else 0
            doubles[at] = answer(("double", "hit", "stand"), at, 0, up) == "double"
            if (one, other) == (TEN, ACE):
                continue
            on_offer = {"double": rules.unsplit.double[at], "surrender": early or rules.surrenders[up], "split": pair}
            offered = (*(name for name, is_offered in on_offer.items() if is_offered), "hit", "stand")
            play = answer(offered, at, pair, up)
            first[one, other, up] = EARLY if play == "surrender" and early else play
            if play in ("hit", "stand"):
                single[at] = HIT if play == "hit" else STAND
            if play in ("hit", "stand", "double"):
                doubles[at] = play == "double"
    played, best = solve_whole(house, plan=Plan(choices, first)), solve_whole(house)
    losses = []
    for mine, theirs in zip(played.hands, best.hands, strict=True):
        loss = mine.chance * (theirs.expectation + theirs.insurance - mine.expectation)
        if loss > ERROR_BOUND:
            one, other = mine.cards
            words = f"{card_word(one)},{card_word(other)} against {card_word(mine.up)}"
            better = f"{theirs.play}, then by the cards" if mine.play == theirs.play else str(theirs.play)
            losses.append(Loss("options", words, str(mine.play), better, loss))
    return _graded(best.expectation, losses, played.expectation, ERROR_BOUND)


GRADERS: Final = {
    "showdown": _grade_showdown,
    "streets": _grade_views,
    "tree": _grade_walk,
    "blackjack": _grade_points,
    "sequential-pot": _grade_alone,
}
"""By solver, what values a policy of one player."""
