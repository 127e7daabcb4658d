"""A way to play that somebody brings: rules in order, a chart of hands, or a function; what it does in any situation.

A situation is what a player may go by: the question, the cards that are seen and what they make so far. Of games that
are counted by classes of hands the class is all there is. What a policy says must be one of the answers on offer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from croupier.cards.cards import Card, format_cards, parse_cards, parse_rank
from croupier.cards.hands import FAMILIES, Setting
from croupier.cards.hands.family import category_words
from croupier.errors import BadInput, CardError, CroupierError
from croupier.exact.result import Number, Progress, in_silence
from croupier.play.documents import Part
from croupier.play.game import Action, Cards, Choose, Decision, Game
from croupier.units import format_odds


class Situation(NamedTuple):
    """What a player goes by."""

    question: str  # The rule that asks.
    offered: tuple[str, ...]  # The answers, as ``strategy`` names them.
    words: str = ""  # The hand as people call it, where it has a name.
    own: Cards = ()  # The player's own cards; of suits that do not count, only the ranks can be asked.
    shown: Cards = ()  # Common cards and the dealer's that lie open.
    made: Any = None  # The class of the hand so far, where the cards make one.
    after: tuple[str, ...] = ()  # With streets, the answers before: an action, and what it put up.
    total: int = 0  # Of a hand of points; an ace counts 1 as a card of a pair and as an up-card.
    soft: bool = False
    pair: int = 0
    up: int = 0

    @property
    def hand(self) -> str:
        """What messages call it."""
        return self.words or format_cards((*self.own, *self.shown))


class CardsLookedAt(BaseException):
    """Asked about a kind of hand, a policy looks at the cards. No Exception: somebody's function may catch these."""


class OfKind(Situation):
    """Hands that look alike by their words; whoever looks at the cards has to be asked about each of them."""

    __slots__ = ()

    @property
    def own(self) -> Cards:
        raise CardsLookedAt

    shown = own


class RankAlone(Card):
    """A card whose suit is not known, because hands of all suits are counted together."""

    __slots__ = ()

    @property
    def suit(self) -> int:
        raise BadInput("a policy looks at suits, which do not count here", hint="go by the ranks of the cards")

    is_red = suit  # type: ignore[assignment]


def answers_before(decisions: Iterable[Decision], base: int) -> tuple[str, ...]:
    """What a player has said in this round, at such a base wager."""
    told = ((each.action, f" {format_odds(Fraction(each.amount, base))}x" if each.amount else "") for each in decisions)
    return tuple(map("".join, told))


Decide = Callable[[Situation], str]  # A policy: the name of one of the answers on offer.


class Loss(NamedTuple):
    """Where a policy gives something away, in base wagers a round."""

    question: str
    hand: str
    taken: str
    better: str
    loss: Number


class Graded(NamedTuple):
    """A policy's worth beside the best play's, where it was found, and how far either may be off."""

    expectation: Number
    best: Number
    losses: tuple[Loss, ...]
    error: float = 0.0
    """What either may be off by, or its standard error where deals are sampled; 0 where both are counted."""
    deals: int = 0  # How many deals were sampled; 0 where none were.


@runtime_checkable
class Grades(Protocol):
    """A solver that values any way to play of one player, in a pass of its own."""

    goes_by: str  # What the rules of a policy name: ``HANDS``, ``PLAYS`` or ``POINTS``.

    def grade(self, game: Game, decide: Decide, progress: Progress = in_silence) -> Graded:
        """What a policy is worth, and where it loses."""


def graded(
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


def other_suits(game: Game) -> Callable[[Iterable[Card], int], Cards]:
    """What gives the same cards with each suit of the deck in the place of another, lowest first."""
    suits = sorted({card.suit for card in game.deck})
    turned = [dict(zip(suits, suits[turn:] + suits[:turn], strict=True)) for turn in range(1, len(suits))]

    def renamed(cards: Iterable[Card], turn: int) -> Cards:
        others = turned[turn % len(turned)]
        return tuple(sorted(Card.of(card.rank, others[card.suit]) for card in cards))

    return renamed


def goes_by_suits(hand: str) -> BadInput:
    """The refusal of a policy that tells hands apart which count alike."""
    return BadInput(
        f"the policy decides otherwise with {hand} where only the names of its suits differ",
        hint="no suit is worth more than another here: go by how many cards share one",
    )


def answered(decide: Decide, situation: Situation) -> str:
    """What a policy does; BadInput names a decision that is missing or not on offer."""
    try:
        answer = decide(situation)
    except CroupierError:
        raise
    except Exception as problem:  # a function of somebody else's
        what = f"{type(problem).__name__}: {problem!s:.60}"
        raise BadInput(
            f"the policy fails at '{situation.question}' with {situation.hand}: {what}",
            hint="it is given a Situation and returns one of its `offered`",
        ) from problem
    if not isinstance(answer, str) or answer not in situation.offered:
        raise BadInput(
            f"the policy says {answer!r:.40} to '{situation.question}' with {situation.hand}, which is not on offer",
            hint=f"on offer: {', '.join(situation.offered)}",
        )
    return answer


def answered_alike(decide: Decide, situation: OfKind) -> str | None:
    """What a policy does with all hands of a kind; None where it looks at the cards."""
    try:
        return answered(decide, situation)
    except CardsLookedAt:
        return None


Test = Callable[[Situation], bool]


class Rule(NamedTuple):
    """One line of a policy: if everything that it names holds, ``take`` is done where it is on offer."""

    take: str
    tests: tuple[Test, ...] = ()
    place: str = ""
    question: str = ""  # The one that it names.
    puts_up: Mapping[str, str] = {}  # Of a chart's line: by action what it puts up, where the document says so.


class Policy:
    """Lines of a chart, each for one hand at one question; then rules, of which the first that fits is taken."""

    def __init__(
        self, rules: Sequence[Rule], lines: Mapping[tuple[str, str], Rule] | None = None, *, what: str = "policy"
    ) -> None:
        self.rules, self.lines, self.what = rules, lines or {}, what
        self.followed: set[str] = set()
        self.seen: set[tuple[str, tuple[str, ...]]] = set()
        """Every question, with every set of answers that was on offer."""

    @cached_property
    def multiples(self) -> set[Fraction]:
        """Every amount that it names, in base wagers."""
        amounts = (_AMOUNT.fullmatch(rule.take) for rule in (*self.rules, *self.lines.values()))
        return {Fraction(match[2]) for match in amounts if match}

    def __call__(self, situation: Situation) -> str:
        self.seen.add(situation[:2])
        hand, on_offer = (situation.question, situation.words), ", ".join(situation.offered)
        line = self.lines.get(hand) or self.lines.get((situation.question, ANY))
        if line and line.take not in situation.offered:
            raise not_offered(line, line.take, f"is not on offer with {situation.hand}", f"on offer: {on_offer}")
        for rule in (line,) if line else self.rules:
            if rule.take in situation.offered and all(test(situation) for test in rule.tests):
                self.followed.add(rule.place)
                return rule.take
        kind, hint = ("line", "strategy --json prints them all") if self.lines else ("rule", "")
        raise BadInput(
            f"no {kind} of the {self.what} answers '{situation.question}' with {situation.hand}",
            hint=hint or f"end with a rule that has only take; on offer: {on_offer}",
        )

    def check_spelling(self) -> None:
        """Refuse a chart's line for no hand; a rule for a question that nobody asks, and one whose action is on offer,
        but never for that amount."""
        for (_, hand), line in self.lines.items():
            if line.place not in self.followed:
                raise not_offered(line, hand, "is not a class of hand of this game")
        known = dict.fromkeys(name for _, offered in sorted(self.seen) for name in offered)
        questions = sorted({question for question, _ in self.seen})
        for rule in self.rules:
            if rule.question and rule.question not in questions:
                asked = ", ".join(questions)
                raise BadInput(f"{rule.place}: nobody asks '{rule.question[:40]}'", hint=f"what is asked: {asked}")
            near = [name for name in known if name.split(" ")[0] == rule.take.split(" ")[0]]
            if rule.place and near and rule.take not in known:
                raise not_offered(rule, rule.take, "is never on offer", f"take {' or '.join(near)}")

    @property
    def idle(self) -> list[str]:
        """The rules that were never followed: others come before them, or nothing fits them."""
        return [rule.place for rule in self.rules if rule.place and rule.place not in self.followed]


def not_offered(rule: Rule, name: str, problem: str, hint: str | None = None) -> BadInput:
    """The refusal of something that a line of a policy names."""
    return BadInput(f"{rule.place}: '{name[:60]}' {problem}", hint=hint)


def amounts_for(decide: Decide, action: Action, base: int) -> list[int]:
    """What a policy may put up for an action: the least, the most, and what it names; a function, whole multiples."""
    named = decide.multiples if isinstance(decide, Policy) else range(1, action.maximum // base + 1)
    between = {int(times * base) for times in named if (times * base) % 1 == 0 and action.allows(int(times * base))}
    return sorted({action.minimum, action.maximum} | between)


def answers_for(decide: Decide, choose: Choose, base: int) -> list[Decision]:
    """The same for all the actions on offer."""
    amounts = ((action.name, amount) for action in choose.actions for amount in amounts_for(decide, action, base))
    return [Decision(choose.seat, name, amount) for name, amount in amounts]


_AMOUNT = re.compile(r"(\w+) (\d+(?:\.\d+|/[1-9]\d*)?)x")
ANY: Final = "any two cards"  # A line of a pot's strategy that serves all of them.
DECIDE: Final = "decide"  # The one question of a showdown.
HANDS, PLAYS, POINTS = "hands", "plays", "points"
"""What a game's rules name: hands, the plays that strategy prints, or points and up-cards."""
KEYS: Final = {
    HANDS: ("question", "hand", "at_least", "high", "pair", "suited"),
    PLAYS: ("question", "hand"),
    POINTS: ("total", "soft", "pair", "up"),
}
"""Besides ``take``, what a rule may name."""


def policy_of(game: Game, document: Mapping[str, object], goes_by: str, what: str = "policy") -> Policy:
    """A policy as its document states it: rules, or what ``strategy --json`` prints with any other answers."""
    part = Part(document, what)
    rules: list[Rule] = []
    lines: dict[tuple[str, str], Rule] = {}
    if goes_by == POINTS and part.has("chart"):
        rules += _lettered(part.part("chart"))
    elif goes_by != POINTS:
        for entry in _numbered(part, "chart"):
            actions = [Part(action, f"{entry.where}: actions") for action in entry.items("actions")]
            puts_up = {action.text("action"): action.text("amount") for action in actions}
            lines[DECIDE, entry.text("hand")] = Rule(entry.text("best"), (), entry.where, puts_up=puts_up)
        for entry in _numbered(part, "plays"):
            lines[entry.text("question"), entry.text("hand")] = Rule(_played(entry), (), entry.where)
    if not rules and not lines:
        part.only(("game", "rule"))
    rules += [_read_rule(game, entry, goes_by) for entry in _numbered(part, "rule")]
    if not rules and not lines:
        known = ", ".join(f"{key} = ..." for key in KEYS[goes_by])
        raise BadInput(f"the {what} has no rules", hint=f'[[rule]] with take = "{game.actions[0]}", and any of {known}')
    return Policy(rules, lines, what=what)


def _numbered(part: Part, key: str) -> Iterator[Part]:
    return (Part(item, f"{part.where}: {key} {number}") for number, item in enumerate(part.items(key), 1))


def _played(entry: Part) -> str:
    """What a line that ``strategy`` prints plays, or else what is best most often."""
    best = entry.checked("best", entry.entries.get("best"), dict, "answers with how often each is best")
    if not best or not all(isinstance(count, str) and count.isdecimal() for count in best.values()):
        raise entry.mistake("best", "expected answers with how often each is best", 'as in {"play" = "12"}')
    return (entry.text("plays") if entry.has("plays") else "") or max((int(best[name]), name) for name in best)[1]


def _read_rule(game: Game, part: Part, goes_by: str) -> Rule:
    part.only(("take", *KEYS[goes_by]))
    take, known = part.text("take"), list(_spellings(game))
    if amount := _AMOUNT.fullmatch(take):
        take = f"{amount[1]} {format_odds(Fraction(amount[2]))}x"
    if take.split(" ")[0] not in game.actions or (" " in take and not amount):
        name, hint = game.configuration.name, f"one of {', '.join(known)}"
        raise part.mistake("take", f"'{take[:40]}' is no action of {name}", hint)
    if amount and not any(name.startswith(f"{amount[1]} ") for name in known):
        raise part.mistake("take", f"'{take[:40]}' names an amount, and {amount[1]} has one alone", f'"{amount[1]}"')
    question = part.text("question") if part.has("question") else ""
    tests = tuple(_test(game, part, key, goes_by) for key in KEYS[goes_by] if part.has(key))
    return Rule(take, tests, part.where, question)


def _spellings(game: Game) -> Iterator[str]:
    """Every action as a rule names it: with the least and the most that it puts up, where these differ."""
    base = 100 * game.stake_rules[game.base_wager].grain
    for name in game.actions:
        span = game.range_of(name, base)
        ends = (span.minimum, span.maximum) if span and span.minimum < span.maximum else ()
        yield from [f"{name} {format_odds(Fraction(amount, base))}x" for amount in ends] or [name]


YES_OR_NO: Final[Mapping[str, Test]] = {
    "soft": lambda situation: situation.soft,
    "pair": lambda situation: len({card.rank for card in situation.own}) < len(situation.own),
    "suited": lambda situation: len({card.suit for card in situation.own}) == 1,
}
MOST_POINTS: Final = 21


def _test(game: Game, part: Part, key: str, goes_by: str) -> Test:
    """What the value of a key in a rule asks of a situation."""
    if goes_by == POINTS and key != "soft":
        match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", part.text(key))
        points = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not points or points[-1] > MOST_POINTS:
            raise part.mistake(key, f"'{part.text(key)[:20]}' is no range of points", 'as in "12-16", or "8"')
        return lambda situation: getattr(situation, key) in points
    if key in YES_OR_NO:
        wanted = part.checked(key, part.entries[key], bool, "true or false")
        return lambda situation: YES_OR_NO[key](situation) == wanted
    if key == "high":
        try:
            high = parse_rank(part.text(key))
        except CardError as problem:
            raise part.mistake(key, problem.message) from None
        return lambda situation: max(card.rank for card in situation.own) >= high
    if key == "question" or goes_by == PLAYS:
        text = part.text(key)
        return lambda situation: text in ((situation.question,) if key == "question" else (situation.words, ANY))
    return _ranked_test(game, part, key)


def _ranked_test(game: Game, part: Part, key: str) -> Test:
    """Whether the class of the hand is of some kinds; or at least that of some cards, or the lowest of a kind."""
    family, name = FAMILIES.get(game.declares.hands or ""), game.configuration.name
    if family is None:
        raise BadInput(f"{name} ranks no hands that rules could name", hint="bring a function")
    named = {name: kind for kind in family.categories for name in (kind, category_words(kind))}
    known = f"one of {', '.join(family.categories)}"
    if key == "hand":
        kinds = part.items(key) if isinstance(part.entries[key], list) else [part.text(key)]
        wrong = next((kind for kind in kinds if not isinstance(kind, str) or kind not in named), None)
        if wrong is not None or not kinds:
            raise part.mistake(key, f"'{str(wrong or '')[:40]}' is no kind of hand here", known)
        categories = {named[kind] for kind in kinds}
        return lambda situation: situation.made is not None and family.category(situation.made) in categories
    text = part.text(key)
    if text in named:
        least = min(made for made in family.every_class(Setting()) if family.category(made) == named[text])
    else:
        try:
            cards = parse_cards(text)
        except CardError as problem:
            raise part.mistake(key, problem.message, f"cards as in 'Qs 6h 4d', or {known}") from None
        if len(cards) not in family.sizes:
            raise part.mistake(key, f"{len(cards)} cards make no hand of {name}")
        if twice := next((card for card in cards if cards.count(card) > game.deck.count(card)), None):
            raise part.mistake(key, f"{twice} is there {cards.count(twice)} times, in a deck {game.deck.count(twice)}")
        least = family.classify(cards, (), Setting())
    return lambda situation: situation.made is not None and situation.made >= least


UP_CARDS: Final = {"A": 1} | {f"{points}": points for points in range(2, 11)}
LETTERS: Final = {"H": "hit", "S": "stand", "D": "double", "R": "surrender", "P": "split"}


def _lettered(chart: Part) -> list[Rule]:
    """A chart's boxes as rules, pairs first; of two letters the second serves where the first is not offered."""
    pairs: list[Rule] = []
    totals: list[Rule] = []

    def holds(field: str, *values: int) -> Test:
        return lambda situation: getattr(situation, field) in values

    for name, row in chart.parts():
        kind, _, value = name.partition(" ")
        points = {"A,A": "1"}.get(value, value.partition(",")[0])
        if kind not in ("hard", "soft", "pair") or points not in map(str, range(MOST_POINTS + 1)):
            raise chart.mistake(name, "is no row of a chart", 'as in "hard 16", "soft 18" or "pair 8,8"')
        own = holds("pair" if kind == "pair" else "total", int(points))
        tests = (own,) if kind == "pair" else (own, holds("soft", kind == "soft"))
        for up, letters in row.entries.items():
            boxes = letters.upper() if isinstance(letters, str) else ""
            if up not in UP_CARDS or not boxes or not set(boxes) <= LETTERS.keys():
                raise row.mistake(up, f"'{letters!s:.20}' is no box of a chart", "letters as in H, S, P, Dh or Rs")
            box = [Rule(LETTERS[letter], (holds("up", UP_CARDS[up]), *tests)) for letter in boxes]
            (pairs if kind == "pair" else totals).extend(box)
    if not totals:
        raise BadInput("the policy has no chart of totals", hint="strategy --json of the game prints one")
    # Totals that no chart has a box for: 11 and less, two aces, and the rest.
    aces = (holds("total", 12), holds("soft", True))
    return [*pairs, *totals, Rule("hit", (holds("total", *range(2, 12)),)), Rule("hit", aces), Rule("stand")]
