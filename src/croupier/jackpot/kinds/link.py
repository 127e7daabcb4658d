"""One link, as its rules see it: the state, and what comes from outside (clock, draws, journal, personal records, other
links, proofs), in whose place an audit puts what the entries say."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from croupier.jackpot.actors import ActorRecord
from croupier.jackpot.entries import KeptAward, ToldRound
from croupier.jackpot.journal import Entry, Head
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import CarriedRules, LinkPlan, TablePlan
from croupier.jackpot.state import LinkState, layout_of
from croupier.play.game import Game

Draw = Callable[[Game], dict[str, int]]  # The boosts of a round: drawn live, or the entry's in an audit.
PlanCheck = Callable[[LinkPlan], None]  # Raises CroupierError where a plan's tables may not be linked.
Find = Callable[[int], Entry | None]  # The entry of a number, of those before the one that is decided.
Payee = tuple[str, str]  # The salted hash of a personal record, and the last day on which it must be kept.


def cited_words(why: str, head: Head) -> str:
    """Why a book is stopped, and what a new chain of it cites."""
    return f"{why}; a new chain cites entry {head.seq}, {head.hash}"


class Barred(NamedTuple):
    """Why a book opened stopped, and what a new chain of it says."""

    why: str
    chain: int  # The chain of the entry that is cited; a new one has the next number.
    seq: int
    head: str  # The hash of the last entry that is known to have existed: what the new chain cites.
    key: str  # The public key that signs from then on.
    signature: str  # The word of the key in force for that; empty where it is lost.
    software: str
    rulebook: str
    lost_links: Mapping[str, int]  # By link that the book lacks, when its last checkpoint was signed.

    @property
    def in_words(self) -> str:
        """Why it is stopped, and the hash that two people give to go on (``new-chain --head``)."""
        return cited_words(self.why, Head(self.seq, self.head))


def nowhere(_seq: int) -> Entry | None:
    """For whoever has no journal at hand."""
    return None


class Layouts:
    """What tables play, by the rules that their plans carry; each is loaded once."""

    def __init__(self, load_game: GameLoader) -> None:
        self._load_game = load_game
        self._games: dict[str, tuple[CarriedRules | None, Game]] = {}

    def __call__(self, plan: LinkPlan, spec: str) -> Game:
        carried = plan.carried(spec)
        rules, game = self._games.get(spec, (None, None))
        if game is None or (rules is not carried and rules != carried):
            game = self._load_game(carried or spec)
            self._games[spec] = carried, game
        return game


class Link:
    """A link's state with everything around it. Whoever decides sets ``now`` and ``actors`` first."""

    def __init__(
        self, state: LinkState, load_game: GameLoader, draw: Draw, check_plan: PlanCheck | None = None
    ) -> None:
        self.state = state
        self.load_game = load_game
        self.game = Layouts(load_game)
        self.draw = draw
        self.check_plan = check_plan
        self.now = 0  # When the request is made, in milliseconds since 1970: never before the last entry.
        self.actors: tuple[ActorRecord, ...] = ()  # How the people of the request were authenticated.
        self.barred: Barred | None = None  # Set if the book opened stopped.
        self.never: Callable[[KeptAward], Mapping[str, str]] = lambda _award: {}  # By person, why they may not ask.
        self.find: Find = nowhere
        self.payee_of: Callable[[int], Payee | None] = lambda _number: None  # Of a personal record's number.
        self.expired: Callable[[str], list[int]] = lambda _day: []  # Records not to be kept any longer.
        self.elsewhere: Callable[[str], str] = lambda _number: ""  # Where another link used a number.
        self.told_beside: Callable[[str], Iterable[ToldRound]] = lambda _table: ()  # What other jackpots heard.
        self.colleagues: Callable[[], Mapping[str, str]] = dict  # By id, names of people of other links.
        self.plans_beside: Callable[[], Iterable[LinkPlan]] = list  # The plans in force on the other links of the book.
        self.joining: Sequence[str] = ()  # New ids and names that the request decided last brings in.
        self._layouts: dict[str, tuple[int, CarriedRules | None]] = {}

    @property
    def makers(self) -> list[str]:
        """Who made the tokens behind the request."""
        return [person for actor in self.actors for person in actor[3:]]

    def layout(self, plan: LinkPlan, table: TablePlan) -> int:
        """The place of what a table plays among all that was played; the next one where it is new."""
        layouts, carried = self.state.layouts, plan.carried(table.game)
        place, rules = self._layouts.get(table.game, (-1, None))
        if rules is carried and 0 <= place < len(layouts):
            return place
        wanted = layout_of(plan, table)
        place = layouts.index(wanted) if wanted in layouts else len(layouts)
        self._layouts[table.game] = place, carried
        return place
