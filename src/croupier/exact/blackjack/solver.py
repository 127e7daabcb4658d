"""The solver that blackjack names, ``blackjack``, and its advice on a hand: every question with every answer's value.

Every worth is a sum over ways to deal cards: an exact fraction, which the fast engine is checked with. Other seats do
not matter beyond the cards they show: every order of the unseen cards is equally likely to be left.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Final, cast

import numpy as np

from croupier.cards.cards import ACE, Card, format_cards
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.errors import BadInput, CardError
from croupier.exact import policies
from croupier.exact.blackjack import resplits
from croupier.exact.blackjack.hands import (
    BUST,
    BlackjackGame,
    Composition,
    DealerOdds,
    Ending,
    Hands,
    cards_of,
    composition,
    with_card,
    without,
)
from croupier.exact.blackjack.rules import ACE as ACES
from croupier.exact.blackjack.rules import HARD_POINTS, TEN, UPS, VALUES, Rules, card_word, lattice
from croupier.exact.blackjack.swings import Swing, beside
from croupier.exact.blackjack.true_counts import counter_value
from croupier.exact.blackjack.values import chart_value, whole_value
from croupier.exact.blackjack.whole import EARLY, ERROR_BOUND, HIT, STAND, Choices, Plan, solve_whole
from croupier.exact.result import (
    Advice,
    Beside,
    FactTable,
    Progress,
    Question,
    Result,
    SideNet,
    Solver,
    Worth,
    in_silence,
)
from croupier.play.documents import Json
from croupier.play.game import Cards, Choose, Game, State
from croupier.units import decimal_text, exact_record, fixed_text, format_odds

Strategy = Callable[[Composition], str]


class SplitHands:
    """Pairs of one value against one up-card; the bet has already become ``hands`` of those that the house allows."""

    def __init__(self, unsplit: Hands, pair: int, post_split: str = resplits.CDZ, hands: int = 1) -> None:
        resplits.refuse_unknown(post_split)
        self.unsplit = unsplit
        self.pair = pair
        self.post_split = post_split
        self.one: Composition = with_card((0,) * len(unsplit.left), pair)
        self.most = 1
        while "split" in self._actions(with_card(self.one, pair), hands + self.most - 1):
            self.most += 1
        self._hands: dict[tuple[int, bool], Hands] = {}
        self._plans: dict[int, dict[Composition, str]] = {}
        self._worths: dict[tuple[int, int, bool], dict[Composition, int]] = {}
        self._offered: dict[tuple[Total, int], tuple[str, ...]] = {}

    def value(self, cards: int) -> Fraction:
        """What splitting brings in bets, after any look; ``cards`` alike are left, its own included."""
        left = sum(self.unsplit.left)

        def pair_chance(others: int) -> Fraction:
            return Fraction(max(cards - 1 - others, 0), left - 1 - others)

        def hand(is_added: bool) -> resplits.OneHand[Fraction]:
            def any_card(hands: int, others: int) -> Fraction:
                at = self._beside(others, is_added)
                return at.part(self.one, at.drawn(self.one, lambda held: self._worth(hands, others, held, is_added)))

            def as_pair(hands: int, others: int) -> Fraction:
                held = with_card(self.one, self.pair)
                return self._beside(others, is_added).part(held, self._worth(hands, others, held, is_added))

            return resplits.OneHand(pair_chance, any_card, as_pair)

        if self.unsplit.is_added or not self.unsplit.spares_added:
            worth = resplits.split_worth(self.most, hand(self.unsplit.is_added))
        else:
            as_first, as_added = hand(False), hand(True)
            worth = resplits.split_worth(self.most, as_added)
            worth += resplits.first_worth(self.most, as_first) - resplits.first_worth(self.most, as_added)
        both = with_card(self.one, self.pair)
        return worth * self.unsplit.average(both, 1) / self.unsplit.part(both, 1)

    def play(self, hands: int, held: Composition) -> str:
        """What the strategy does with a split hand while this many lie on the table; a pair is not split again here."""
        if self.post_split == resplits.CDZ:
            return self._planned(1, self.unsplit, held)
        known = 2 if self.post_split == resplits.CDP1 else hands
        return self._planned(known, self._beside(known - 1, self.unsplit.is_added), held)

    def _beside(self, others: int, is_added: bool) -> Hands:
        """Split hands from a shoe that lacks this many more cards of the pair."""
        if (others, is_added) not in self._hands:
            left = list(self.unsplit.left)
            left[self.pair] -= others
            self._hands[others, is_added] = Hands(self.unsplit.game, self.unsplit.up, tuple(left), 2, is_added=is_added)
        return self._hands[others, is_added]

    def _actions(self, held: Composition, hands: int) -> tuple[str, ...]:
        # The card that was split lies first.
        own = tuple(sorted(cards_of(held), key=lambda card: card != cards_of(self.one)[0]))
        return self.unsplit.game.actions_on(own, self.unsplit.up, hands)

    def _offers(self, held: Composition) -> tuple[str, ...]:
        kind = (total(cards_of(held)), min(sum(held), 3))
        if kind not in self._offered:
            self._offered[kind] = self._actions(held, 2)
        return self._offered[kind]

    def _planned(self, hands: int, by: Hands, held: Composition) -> str:
        """The best play of a hand from the shoe that the strategy assumes."""
        plan = self._plans.setdefault(hands, {})
        if held not in plan:
            offered = self._offers(held)
            worths = {"stand": by.stand(held)}
            if "hit" in offered:
                worths["hit"] = by.hit(held) if by is self.unsplit else by.drawn(held, self._best_of(hands, by))
            if "double" in offered:
                worths["double"] = by.double(held)
            plan[held] = max(worths, key=lambda action: worths[action])
        return plan[held]

    def _best_of(self, hands: int, by: Hands) -> Callable[[Composition], int]:
        return lambda held: self._follow(hands, by, held, lambda drawn: self._planned(hands, by, drawn), hands - 1)

    def _worth(self, hands: int, others: int, held: Composition, is_added: bool) -> int:
        """One hand played by the strategy, by ways, while this many others are gone."""
        by = self._beside(others, is_added)
        known = others + 1 if self.post_split == resplits.CDP else hands
        return self._follow(known, by, held, lambda drawn: self.play(known, drawn), others)

    def _follow(self, hands: int, by: Hands, held: Composition, plan: Strategy, others: int) -> int:
        known = self._worths.setdefault(
            (hands if self.post_split in (resplits.CDP, resplits.CDH) else 2, others, by.is_added), {}
        )
        if held not in known:
            points = total(cards_of(held)).total
            action = "stand" if points > by.game.house.twenty_one else plan(held)
            if action == "hit":
                known[held] = by.drawn(held, lambda drawn: self._follow(hands, by, drawn, plan, others))
            else:
                known[held] = by.double(held) if action == "double" else by.stand(held)
        return known[held]


_NOTHING = Fraction()


@dataclass(frozen=True)
class HandAdvice:
    """One hand against an up-card; all values in bets."""

    cards: Cards
    up: Card
    odds: DealerOdds  # How the dealer's hand may end, before any look.
    looks: bool  # Whether the dealer has looked, and has no blackjack, when the hand is played.
    insurance: Question | None  # What the insurance itself brings, whatever becomes of the bet.
    early_surrender: Question | None  # Asked before the look; to decline is to play on, a dealer's blackjack included.
    play: Question
    """After the look, where there is one. No answers where the hand is played out: a blackjack, or twenty-one."""
    expectation: Fraction | None
    """What the bet brings under the best decisions, before the look and without insurance; None if not solved."""

    @property
    def total(self) -> Total:
        return total(self.cards)

    @property
    def is_blackjack(self) -> bool:
        return is_blackjack(self.cards)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Everything the player is asked, in the order of play."""
        asked = (self.insurance, self.early_surrender, self.play)
        return tuple(each for each in asked if each is not None and each.worths)


class Against:
    """Hands against one up-card; ``seen`` are the cards that lie open beside the hand and the up-card.

    ``hands`` is how many the bet has become. A hand of a split is valued by itself, with what comes of it alone;
    ``is_added`` is one that was split off.

    One object advises on any number of hands and remembers what they share.

    >>> from croupier import catalogue
    >>> from croupier.cards.cards import parse_cards
    >>> game = catalogue.load("blackjack(decks=6)")
    >>> advice = Against(game, *parse_cards("Th")).advise(parse_cards("9s 7d"))
    >>> [(each.action, round(float(each.value), 6)) for each in advice.play.worths]
    [('hit', -0.535392), ('stand', -0.536809), ('double', -1.070784)]
    """

    def __init__(
        self,
        game: BlackjackGame,
        up: Card,
        seen: Cards = (),
        post_split: str = resplits.CDZ,
        hands: int = 1,
        *,
        is_added: bool = False,
    ) -> None:
        self.game = game
        self.of_bet = hands
        self.post_split = post_split
        resplits.refuse_unknown(post_split)
        self.up = up
        self.seen = seen
        self._refuse_missing(())
        self._splits: dict[int, SplitHands] = {}
        left = without(composition(game.deck), composition((up, *seen)))
        self.hands = Hands(game, value(up), left, hands, is_added=is_added)

    def advise(self, cards: Cards) -> HandAdvice:
        """What each answer is worth with a hand as it was dealt, or as it was drawn to since."""
        self._refuse_missing(cards)
        if len(cards) < 2 or total(cards).total > self.game.house.twenty_one:
            raise BadInput(f"'{format_cards(cards)}' is not a hand to play", hint="two cards or more, and no bust")
        house, up = self.game.house, self.hands.up
        held = composition(cards)
        odds = self.hands.odds(held)
        offered = self.game.actions_on(cards, up, self.of_bet)
        play = Question("options", tuple(self._value(action, cards, odds) for action in offered))
        expectation = self._before_look(held, play, odds)
        insurance = early = None
        if len(cards) == 2 and self.of_bet == 1:
            if house.offers_insurance(up):
                insurance = self._insurance(odds)
            if house.surrenders_before_look(up) and not is_blackjack(cards):
                give_up = Worth("surrender", _NOTHING, self._surrender(odds.blackjack))
                early = Question(
                    "early-surrender", (give_up, Worth("decline", _NOTHING, expectation)), words="before the look"
                )
                expectation = early.best.value if early.best else None
        return HandAdvice(cards, self.up, odds, self.hands.looks, insurance, early, play, expectation)

    def _refuse_missing(self, cards: Cards) -> None:
        """No card may lie on the table more often than the shoe holds it."""
        holds = Counter(self.game.deck)
        for card, count in Counter((*cards, self.up, *self.seen)).items():
            if count > holds[card]:
                raise CardError(
                    f"{card} appears {_times(count)} on the table", hint=f"the shoe holds it {_times(holds[card])}"
                )

    def _value(self, action: str, cards: Cards, odds: DealerOdds) -> Worth:
        hands, held = self.hands, composition(cards)
        match action:
            case "stand":
                return Worth(action, _NOTHING, hands.average(held, hands.stand(held)))
            case "hit":
                return Worth(action, _NOTHING, hands.average(held, hands.hit(held)))
            case "double":
                return Worth(action, Fraction(1), hands.average(held, hands.double(held)))
            case "surrender":
                return Worth(action, _NOTHING, self._surrender(_NOTHING if hands.looks else odds.blackjack))
            case _:
                return Worth(action, Fraction(1), self._split(cards))

    def _split(self, cards: Cards) -> Fraction:
        place = composition(cards[:1]).index(1)
        if place not in self._splits:
            self._splits[place] = SplitHands(self.hands, place, self.post_split, self.of_bet)
        return self._splits[place].value(self._alike(cards))

    def _alike(self, pair: Cards) -> int:
        """How many cards could be split with the first of these, itself included, by the house's rule for pairs."""
        first = pair[0]
        beside = {rank: (first, Card.of(rank, 0)) for rank in range(2, ACE + 1)}
        offers = {rank: "split" in self.game.actions_on(cards, self.hands.up) for rank, cards in beside.items()}
        gone = sum(offers[card.rank] for card in (self.up, *self.seen))
        return sum(offers[card.rank] for card in self.game.deck) - gone

    def _before_look(self, held: Composition, play: Question, odds: DealerOdds) -> Fraction | None:
        """The best play, or the hand as it is if it is played out, together with a blackjack that ends the round."""
        if play.worths:
            worth = play.best.value if play.best else None
        else:
            worth = self.hands.average(held, self.hands.stand(held))
        if worth is None or not self.hands.looks:
            return worth
        lost = self.game.net_on(cards_of(held), self.game.house.twenty_one, True)
        return lost * odds.blackjack + worth * (1 - odds.blackjack)

    def _surrender(self, blackjack: Fraction) -> Fraction:
        resolve = self.game.house.resolve_surrender
        return resolve(True).net * blackjack + resolve(False).net * (1 - blackjack)

    def _insurance(self, odds: DealerOdds) -> Question:
        resolve, part = self.game.house.resolve_insurance, self.game.house.insurance_part
        worth = part * (resolve(True).net * odds.blackjack + resolve(False).net * (1 - odds.blackjack))
        answers = (Worth("insure", part, worth), Worth("decline", _NOTHING, _NOTHING))
        return Question("insurance", answers, words="insurance, half a bet")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


ENDINGS: Final = (*(Ending(points) for points in range(17, 22)), BUST, Ending(21, is_blackjack=True))


class BlackjackSolver(Solver):
    """Hands by composition; other seats matter only by the cards they show."""

    goes_by = policies.POINTS
    assumptions = resplits.POST_SPLIT

    def solve(self, game: Game, progress: Progress) -> Result:  # noqa: ARG002
        return self.value(game, self.assumptions[0])

    def grade(self, game: Game, decide: policies.Decide, progress: Progress = in_silence) -> policies.Graded:  # noqa: ARG002
        return _grade(_blackjack(game), decide)

    def value(self, game: Game, assumption: str) -> Result:
        return whole_value(_blackjack(game), assumption)

    def chart(self, game: Game) -> Result:
        return chart_value(_blackjack(game))

    def counter(self, game: Game, best: Result) -> Result:
        return counter_value(_blackjack(game), best)

    def beside(self, game: Game, best: Result, net: SideNet) -> Beside:
        hands = {(each["cards"], each["up"]): float(each["expectation"]) for each in best.facts["first_hands"]}

        def worth(one: int, other: int, up: int) -> float:
            return hands[f"{card_word(one)} {card_word(other)}", card_word(up)]

        return beside(worth, Swing(float(best.expectation), float(best.variance)), game.deck, net)

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        if up is None:
            raise BadInput(
                f"a hand of {game.configuration.name} needs the dealer's up-card", hint='as in --cards "Th 6d" --up 9c'
            )
        return _advice(Against(_blackjack(game), up).advise(cards))

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        own, hands = _blackjack(game).hand_asked(state)
        (up,) = next(dealt.cards for dealt in state.dealt if dealt.slot.is_dealers)
        seen = [card for dealt in state.dealt for card in dealt.cards]
        for card in (up, *own):
            seen.remove(card)
        is_added = _blackjack(game).hand_to_act(state, turn.seat) > 1
        found = Against(_blackjack(game), up, tuple(seen), hands=hands, is_added=is_added).advise(own)
        advice = _advice(_from(found, turn.rule, {action.name for action in turn.actions}), turn.rule)
        if hands == 1:
            return advice
        alone = f"one of {hands} hands: the values are this hand's alone, with what comes of it if it is split again."
        return replace(advice, notes=(*advice.notes, alone))


def _blackjack(game: Game) -> BlackjackGame:
    """A game that names this solver answers its questions."""
    return cast("BlackjackGame", game)


def _from(found: HandAdvice, rule: str, legal: Collection[str]) -> HandAdvice:
    """The advice from one question on, without plays that the posted limits do not allow."""
    if rule == "insurance":
        return found
    if rule == "early-surrender":
        return replace(found, insurance=None)
    play = Question(rule, tuple(worth for worth in found.play.worths if worth.action in legal))
    return replace(
        found, insurance=None, early_surrender=None, play=play, expectation=play.best.value if play.best else None
    )


def hand_words(found: HandAdvice) -> str:
    """A hand as players call it, such as hard 16 or soft 18."""
    if found.is_blackjack:
        return "blackjack"
    return f"{'soft' if found.total.soft else 'hard'} {found.total.total}"


def _advice(found: HandAdvice, rule: str | None = None) -> Advice:
    """``rule`` names the question that a round is at."""
    questions = found.questions
    asked = next(
        (question for question in questions if question.rule == (rule or found.play.rule)),
        Question(found.play.rule, ()),
    )
    remarks = [] if found.play.worths else ["The hand is played out."]
    if found.expectation is not None:
        when = " before the look" if found.looks and rule != found.play.rule else ""
        remarks.append(f"the bet brings {decimal_text(found.expectation)}{when}")
    unsolved = dict.fromkeys(action for question in questions for action in question.unsolved)
    notes = []
    if unsolved:
        notes.append(f"{', '.join(unsolved)} is not solved yet and may be better than the best shown.")
    if found.looks:
        notes.append("the hand is played after the dealer has looked and has no blackjack.")
    return Advice(
        cards=found.cards,
        hand=hand_words(found),
        asked=asked,
        on="a fresh shoe without the cards showing",
        title=f"{format_cards(found.cards)} against {found.up}, {hand_words(found)}",
        basis="exact, in bets, from a fresh shoe",
        questions=questions,
        remarks=tuple(remarks),
        tables=(_dealer(found),),
        notes=tuple(notes),
        facts={
            "up": str(found.up),
            "question": asked.rule,
            "unsolved": list(asked.unsolved),
            "other_questions": [_question_record(question) for question in questions if question.rule != asked.rule],
            "expectation": None if found.expectation is None else exact_record(found.expectation),
            "looks": found.looks,
            "dealer": _odds_record(found.odds.after_look() if found.looks else found.odds),
            "dealer_before_look": _odds_record(found.odds) if found.looks else None,
        },
    )


def _dealer(found: HandAdvice) -> FactTable:
    after = found.odds.after_look()
    rows = tuple(
        (str(ending), fixed_text(found.odds[ending], 10), *([fixed_text(after[ending], 10)] if found.looks else []))
        for ending in ENDINGS
    )
    return FactTable(rows, ("dealer", "before the look", "after it") if found.looks else ("dealer", "probability"))


def _question_record(question: Question) -> Json:
    return {
        "question": question.rule,
        "actions": [
            {
                "action": worth.action,
                "amount": format_odds(worth.amount),
                "expectation": None if worth.value is None else exact_record(worth.value),
            }
            for worth in question.worths
        ],
        "best": question.best.action if question.best else None,
        "unsolved": list(question.unsolved),
    }


def _odds_record(odds: DealerOdds) -> Json:
    return {str(ending): exact_record(odds[ending]) for ending in ENDINGS}


def _grade(house: BlackjackGame, decide: policies.Decide) -> policies.Graded:

    table, rules = lattice(), Rules.of(house)
    known: dict[policies.Situation, str | None] = {}
    values = [policies.RankAlone(Card.of(points if points > 1 else 14, 0)) for points in HARD_POINTS]

    def answer(offered: tuple[str, ...], at: int, pair: int, up: int) -> str:
        total, soft = table.totals[at]
        kind = f"a pair of {pair}" if pair else f"{'soft' if soft else 'hard'} {total}"
        words = f"{kind} against {card_word(up)}"
        situation = policies.OfKind("options", offered, words, total=total, soft=soft, pair=pair, up=HARD_POINTS[up])
        if situation not in known:
            known[situation] = policies.answered_alike(decide, situation)
        own = tuple(card for card, many in zip(values, table.held[at].tolist(), strict=True) for _ in range(many))
        return known[situation] or policies.answered(decide, policies.Situation(*situation)._replace(own=own))

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
            if (one, other) == (TEN, ACES):
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
            losses.append(policies.Loss("options", words, str(mine.play), better, loss))
    return policies.graded(best.expectation, losses, played.expectation, ERROR_BOUND)


SOLVER: Final = BlackjackSolver()
