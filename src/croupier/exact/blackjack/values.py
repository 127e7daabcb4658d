"""Blackjack's value as every base game's, and basic strategy by totals: the pocket chart, and what it costs.

The chart is chosen so that the hands that are played by one of its boxes do best together; pairs have their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack import whole
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.resplits import CDH, PLAYABLE, SPLIT_WORDS
from croupier.exact.blackjack.rules import ACE, BEST, HARD_POINTS, TEN, UPS, VALUES, Rules, Shoe, card_word, lattice
from croupier.exact.blackjack.swings import average_wagered, swing_of
from croupier.exact.blackjack.true_counts import insurance
from croupier.exact.result import FactTable, Moments, Result
from croupier.kernels.arrays import Flags, Floats, Whole

HARD: Final = tuple(Total(points, False) for points in range(5, BEST))
SOFT: Final = tuple(Total(points, True) for points in range(13, BEST))
_ROUNDS: Final = 20


@dataclass(frozen=True)
class Box:
    """What the chart says: ``first`` for two cards, and ``then`` where that is not offered or there are more."""

    first: str
    then: str

    def __str__(self) -> str:
        return self.first if self.first == self.then else f"{self.first}, else {self.then}"


@dataclass(frozen=True)
class BasicStrategy:
    """The chart of a rule set, solved. Up-cards and pairs by their place in a composition."""

    boxes: Mapping[tuple[Total, int], Box]
    pairs: Mapping[tuple[int, int], str]
    """By pair and up-card: split, surrender (else split), total (as its total says), or what it does by itself."""
    game: whole.WholeGame  # Every first hand under the chart.
    by_composition: whole.WholeGame

    @property
    def expectation(self) -> float:
        return self.game.expectation

    @property
    def cost(self) -> float:
        """What the best play by composition brings beyond the chart, in bets."""
        return self.by_composition.expectation - self.expectation

    @property
    def letters(self) -> dict[str, dict[str, str]]:
        """By row and up-card, the letters of a box."""
        ups = [card_word(up) for up in self.game.choices]
        return {name: dict(zip(ups, boxes, strict=True)) for name, boxes in chart_rows(self).items()}


def basic_strategy(game: BlackjackGame) -> BasicStrategy:
    """The best chart for a rule set, from its own shoe.

    >>> from croupier import catalogue
    >>> chart = basic_strategy(catalogue.load("blackjack(decks=6)"))
    >>> str(chart.boxes[Total(16, False), 8]), str(chart.boxes[Total(18, True), 1]), chart.pairs[6, 8]
    ('hit', 'double, else stand', 'split')
    """
    rules, shoe = Rules.of(game), Shoe.of(game.deck)
    boxes: dict[tuple[Total, int], Box] = {}
    pairs: dict[tuple[int, int], str] = {}
    choices: dict[int, whole.Choices] = {}
    first: dict[tuple[int, int, int], str] = {}
    for up in UPS:
        against = whole.UpCard(rules, shoe, up)
        column = _Column(against)
        choices[up] = column.choices
        boxes |= {(count, up): box for count, box in column.boxes.items()}
        pairs |= {(pair, up): play for pair, play in column.pairs.items()}
        first |= {(*cards, up): play for cards, play in column.first.items()}
    plan = whole.Plan(choices, first)
    return BasicStrategy(boxes, pairs, whole.solve_whole(game, plan=plan), whole.solve_whole(game))


class _Column:
    """The chart against one up-card."""

    def __init__(self, against: whole.UpCard) -> None:
        self.against = against
        self.table = lattice()
        self.totals = self.table.totals
        kinds = {count: at for at, count in enumerate(sorted(set(self.totals)))}
        self.kind = np.array([kinds[count] for count in self.totals])
        self.kinds = list(kinds)
        self.twos = np.flatnonzero(self.table.size == 2)
        self.is_pair: Flags = np.zeros(self.table.hands, dtype=bool)
        self.is_pair[[self.table.place(pair, pair) for pair in range(VALUES)]] = True
        self.plain = [Box("hit", "hit")] * len(self.kinds)
        """By total what two cards do that are no pair."""
        self.dealt = self._dealt()
        self.choices = against.unsplit().choices()
        self.split: Flags = np.zeros(self.table.hands, dtype=bool)
        self.surrendered: set[int] = set()
        self._settle()

    def _settle(self) -> None:
        """Change boxes until none changes."""
        for _ in range(_ROUNDS):
            played = self.against.unsplit(self.choices)
            reached = np.where(self.is_pair, 0.0, self._reached(played))
            single = self._by_kind(reached, np.where(np.isneginf(played.hit), -1e9, played.hit) - played.stand)
            doubled = np.where(self.against.rules.unsplit.double, played.double, 0.0) - np.maximum(
                played.stand, np.where(self.against.rules.unsplit.hit, played.hit, -np.inf)
            )
            start = np.where(self.against.rules.unsplit.double & ~self.is_pair, self.dealt, 0.0)
            double = self._by_kind(start, doubled)
            by_total = whole.Choices(
                np.where(single > 0, whole.HIT, whole.STAND)[self.kind],
                ((double > 0)[self.kind]) & (self.table.size == 2),
            )
            own = played.choices()
            fresh = whole.Choices(
                np.where(self.is_pair, own.single, by_total.single),
                np.where(self.is_pair, own.doubles, by_total.doubles),
            )
            split = self._split(fresh)
            self.plain = self._plain(by_total)
            same = bool(
                (fresh.single == self.choices.single).all()
                and (fresh.doubles == self.choices.doubles).all()
                and (split == self.split).all()
            )
            self.choices, self.split = fresh, split
            if same:
                return
        raise BadInput("the chart does not settle", hint="a shoe this uneven has no basic strategy by totals")

    def _dealt(self) -> Floats:
        """How likely each two cards are dealt; blackjacks are not played."""
        left, cards = self.against.left, self.against.cards
        chance = np.zeros(self.table.hands)
        for at in self.twos:
            one, other = np.flatnonzero(self.table.held[at])[[0, -1]]
            ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
            chance[at] = ways / (cards * (cards - 1))
        chance[self.table.place(TEN, ACE)] = 0.0
        return chance

    def _reached(self, played: whole.PlayedHands) -> Floats:
        """How likely each hand is met when a choice between a hit and a stand is due."""
        draws = self.against.draws(self.table, np.arange(self.table.hands))
        chance = draws.left / draws.cards[:, None]
        met = np.append(np.where(self.split, 0.0, self.dealt), 0.0)
        follow = played.play
        for rows in reversed(self.table.counts):
            hits = rows.start + np.flatnonzero(follow[rows] == whole.HIT)
            hits = hits[self.table.size[hits] > 1]
            np.add.at(met, self.table.child[hits], met[hits, None] * chance[hits])
        met = met[:-1]
        return np.where((follow == whole.DOUBLE) & (self.table.size == 2), 0.0, met)

    def _by_kind(self, weight: Floats, gain: Floats) -> Floats:
        """What a change brings to all hands of a total together; where none is ever met, all count equally."""
        safe = np.where(np.isfinite(gain), gain, 0.0)
        total: Floats = np.bincount(self.kind, weight * safe, len(self.kinds)).astype(float)
        alike = np.bincount(self.kind, safe, len(self.kinds))
        met = np.bincount(self.kind, weight, len(self.kinds))
        return np.where(met > 0, total, alike)

    def _split(self, choices: whole.Choices) -> Flags:
        """The pairs that are better split than played by their total."""
        splits = whole.Splits(self.against, choices)
        played = self.against.unsplit(choices)
        flags = np.zeros(self.table.hands, dtype=bool)
        best = played.best.copy()
        for pair in range(VALUES):
            at = self.table.place(pair, pair)
            kinds = splits.pairs(pair)
            worth = sum(kind.chance * splits.worth(pair, kind.cards) for kind in kinds)
            chance = sum(kind.chance for kind in kinds)
            flags[at] = bool(kinds) and worth > chance * best[at]
            if flags[at]:
                best[at] = worth + (1 - chance) * best[at]
        self.surrendered = set(self._surrender(best).tolist())
        return flags

    def _surrender(self, best: Floats) -> Whole:
        """Which two cards are given up: by their total, or one by one if they are a pair."""
        rules, up = self.against.rules, self.against.up
        blackjack = self.against.blackjack(self.table.held[self.twos])
        gain = np.zeros(self.table.hands)
        if rules.surrenders_early[up]:
            given = rules.surrender * (1 - blackjack) + rules.surrender_to_blackjack * blackjack
            gain[self.twos] = given - best[self.twos] - rules.lost_to_blackjack * blackjack
        elif rules.surrenders[up]:
            lost = 0.0 if self.against.looks else rules.surrender_to_blackjack
            gain[self.twos] = rules.surrender * (1 - blackjack) + lost * blackjack - best[self.twos]
        else:
            return np.zeros(0, dtype=np.int64)
        total = np.bincount(self.kind, np.where(self.is_pair, 0.0, self.dealt) * gain, len(self.kinds))
        alone = self.is_pair[self.twos]
        return self.twos[np.where(alone, gain[self.twos] > 0, (total > 0)[self.kind[self.twos]])]

    def _plain(self, choices: whole.Choices) -> list[Box]:
        """The box of each total; one that two cards never make shows what more cards do."""
        names = {whole.STAND: "stand", whole.HIT: "hit"}
        found = []
        for kind, count in enumerate(self.kinds):
            at = np.flatnonzero(self.kind == kind)
            then = names[int(choices.single[at[0]])]
            first = "double" if choices.doubles[at].any() and self._may_double(count) else then
            if any(each in self.surrendered and not self.is_pair[each] for each in at.tolist()):
                first = "surrender"
            found.append(Box(first, then))
        return found

    @property
    def boxes(self) -> dict[Total, Box]:
        """The boxes of the chart for hands that are no pair."""
        return {count: self.plain[self.kinds.index(count)] for count in (*HARD, *SOFT)}

    @property
    def pairs(self) -> dict[int, str]:
        """What is done with each pair: split, surrendered, played by its total, or played by itself."""
        found = {}
        for pair in range(VALUES):
            at = self.table.place(pair, pair)
            given_up = at in self.surrendered
            if self.split[at]:
                found[pair] = "surrender" if given_up else "split"
                continue
            then = "hit" if self.choices.single[at] == whole.HIT else "stand"
            doubles = bool(self.choices.doubles[at] and self.against.rules.unsplit.double[at])
            own = Box("surrender" if given_up else "double" if doubles else then, then)
            is_on_chart = self.kinds[self.kind[at]] in (*HARD, *SOFT)
            by_total = self.plain[self.kind[at]] if is_on_chart else Box("hit", "hit")
            found[pair] = "total" if own == by_total else str(own)
        return found

    def _may_double(self, count: Total) -> bool:
        at = np.flatnonzero((self.kind == self.kinds.index(count)) & (self.table.size == 2))
        return bool(self.against.rules.unsplit.double[at].any())

    @property
    def first(self) -> dict[tuple[int, int], str]:
        """What is done with every two cards."""
        early = self.against.rules.surrenders_early[self.against.up]
        follow = self.choices.follow(self.table, self.against.rules.unsplit)
        found = {}
        for one in range(VALUES):
            for other in range(one, VALUES):
                at = self.table.place(one, other)
                if (one, other) == (TEN, ACE):
                    continue
                play = {whole.STAND: "stand", whole.HIT: "hit", whole.DOUBLE: "double"}[int(follow[at])]
                if at in self.surrendered:
                    play = "surrender early" if early else "surrender"
                elif self.split[at]:
                    play = "split"
                found[one, other] = play
        return found


_LETTERS: Final = {"stand": "S", "hit": "H", "double": "D", "surrender": "R"}
_MEANINGS: Final = {
    "H": "hit",
    "S": "stand",
    "P": "split",
    "Dh": "double; hit where a double is not allowed",
    "Ds": "double; stand where a double is not allowed",
    "Rh": "surrender; hit where that is not allowed",
    "Rs": "surrender; stand where that is not allowed",
    "Rp": "surrender; split where that is not allowed",
}
"""Every letter that a box of the chart may hold."""


def whole_value(game: BlackjackGame, post_split: str) -> Result:
    """The game under the best play by composition, split hands by a named strategy."""
    solved = whole.solve_whole(game, post_split)
    # What nobody can play has no deviation of its own.
    played = solved if post_split in PLAYABLE else whole.solve_whole(game, CDH)
    behind = insurance(game)
    facts = {
        "post_split": post_split,
        "by_up_card": {card_word(up): f"{solved.against(up):.12f}" for up in solved.choices},
        "insurance": {"expectation": f"{float(behind.expectation):.12f}", "fraction": str(behind.expectation)},
        "first_hands": [_hand_record(solved, one, other, up) for up in solved.choices for one, other in _pairs()],
    }
    rows = tuple((card_word(up), f"{100 * solved.against(up):.6f}") for up in solved.choices)
    return Result(
        game.configuration,
        game.base_wager,
        moments=Moments(solved.expectation, swing_of(game, played).variance, average_wagered(game, played)),
        error=whole.ERROR_BOUND,
        basis=f"best play by composition from a fresh shoe; split hands by {post_split}: {SPLIT_WORDS[post_split]}"
        + ("" if played is solved else f"; deviation and amount wagered are those of {CDH}"),
        tables=(FactTable(rows, ("up-card", "expectation, %")),),
        facts=facts,
    )


def _pairs() -> list[tuple[int, int]]:
    return [(one, other) for one in range(VALUES) for other in range(one, VALUES)]


def _hand_record(solved: whole.WholeGame, one: int, other: int, up: int) -> dict[str, object]:
    hand = solved.hand(one, other, up)
    return {
        "cards": f"{card_word(one)} {card_word(other)}",
        "up": card_word(up),
        "probability": f"{hand.chance:.12f}",
        "best": hand.play,
        "values": {action: f"{value:.12f}" for action, value in hand.values.items()},
        "expectation": f"{hand.expectation:.12f}",
    }


def chart_value(game: BlackjackGame) -> Result:
    """Basic strategy by totals, and what it costs."""
    chart = basic_strategy(game)
    swing = swing_of(game, chart.game)
    ups = [card_word(up) for up in chart.game.choices]
    rows = chart_rows(chart)
    met = {box for boxes in rows.values() for box in boxes}
    letters = {letter: words for letter, words in _MEANINGS.items() if letter in met}
    facts = {
        "cost": f"{chart.cost:.12f}",
        "by_composition": f"{chart.by_composition.expectation:.12f}",
        "chart": chart.letters,
        "key": ", ".join(f"{letter} {words}" for letter, words in letters.items()),
    }
    tables = (
        *(FactTable(_joined(rows, kind), (kind, *ups)) for kind in ("hard", "soft", "pair")),
        FactTable(tuple(letters.items()), ("letter", "what to do")),
    )
    return Result(
        game.configuration,
        game.base_wager,
        moments=Moments(chart.expectation, swing.variance, average_wagered(game, chart.game)),
        error=whole.ERROR_BOUND,
        basis="basic strategy by totals: the dealer's up-card above, the player's hand at the left",
        tables=tables,
        facts=facts,
    )


def _joined(rows: Mapping[str, tuple[str, ...]], kind: str) -> tuple[tuple[str, ...], ...]:
    """The rows of one kind; totals in a row that are played alike share a line."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for name, boxes in rows.items():
        if name.startswith(kind):
            count = name.removeprefix(kind).strip()
            if found and found[-1][2] == boxes and kind != "pair":
                found[-1] = (found[-1][0], count, boxes)
            else:
                found.append((count, count, boxes))
    return tuple((low if low == high else f"{low} to {high}", *boxes) for low, high, boxes in found)


def chart_rows(chart: BasicStrategy) -> dict[str, tuple[str, ...]]:
    """The chart as it is printed: a row for each total and pair, a box for each up-card."""
    ups = list(chart.game.choices)
    rows = {
        f"{'soft' if count.soft else 'hard'} {count.total}": tuple(_box(chart.boxes[count, up]) for up in ups)
        for count in (*HARD, *SOFT)
    }
    for pair in range(VALUES):
        boxes = []
        for up in ups:
            play = chart.pairs[pair, up]
            letters = {"split": "P", "surrender": "Rp", "total": _as_total(chart, pair, up)}
            first, _, then = play.partition(", else ")
            boxes.append(letters.get(play) or _box(Box(first, then or first)))
        rows[f"pair {card_word(pair)},{card_word(pair)}"] = tuple(boxes)
    return rows


def _box(box: Box) -> str:
    first = _LETTERS[box.first]
    return first if box.first == box.then else first + _LETTERS[box.then].lower()


def _as_total(chart: BasicStrategy, pair: int, up: int) -> str:
    """What a pair that is not split does by its total; two aces and two twos have none on the chart, and hit."""
    count = next((each for each in HARD if each.total == 2 * HARD_POINTS[pair] and pair != ACE), None)
    return _box(chart.boxes[count, up]) if count else "H"
