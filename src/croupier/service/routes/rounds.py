"""Rounds as they happened: what is owed, whether a record agrees with itself, one that is still being typed in, and the
quiz for dealer schools. A typed round is played as far as it reaches; the game then says what it needs."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Query, Request
from msgspec import Meta

from croupier import catalogue, errors, units
from croupier.cards.cards import Card, format_cards
from croupier.play import documents, round, roundfile, stakes
from croupier.play.game import Action, Cards, Draw, Game, Slot
from croupier.play.reading import RoundFile, read_round
from croupier.play.round_records import ReplayRecord, RoundFileRecord, SettlementRecord, settled
from croupier.questions import asking, rounds
from croupier.records import Record, converted, encode, record_of, replace
from croupier.service.felts import with_everything
from croupier.service.record_route import Encoded, RecordRoute, problems
from croupier.table import quiz, seen, view

MOST_STEPS = 400


class RoundPlace(Record):
    """A place of the round, and how many cards it takes."""

    slot: str
    cards: int


class ActionOffer(Record):
    """A legal action with the range of its amount."""

    name: str
    minimum: str
    maximum: str
    step: str


class CardsNeeded(Record, tag_field="kind", tag="cards"):
    """The round needs cards."""

    slot: str
    cards: int
    words: str


class DecisionNeeded(Record, tag_field="kind", tag="decision"):
    """The round needs a decision, by this rule."""

    seat: int
    actions: list[ActionOffer]
    words: str
    cite: str


class CompleteHand(Record):
    """A hand that is complete before anything is drawn, sorted as a player would, in the game's own words."""

    slot: str
    cards: str
    words: str


class DecisionMade(Record):
    """A decision that was typed, and what could have been decided."""

    seat: int
    made: str
    actions: list[ActionOffer]


class Looked(Record):
    """How far a round goes that is still being typed in, and what it needs next; a complete one is settled."""

    schema: int
    game: str
    places: list[RoundPlace]
    hands: list[CompleteHand]
    decisions: list[DecisionMade]
    needs: CardsNeeded | DecisionNeeded | None
    settlement: SettlementRecord | None


class _Typed(roundfile.RecordedDeal):
    """Deals what was typed, and says which cards are missing, or supposes any others to see which places there are."""

    def __init__(self, game: Game, read: RoundFile, *, supposes: bool = False) -> None:
        super().__init__(read)
        self._supposes = supposes
        used = [card for cards in read.cards.values() for card in cards]
        self._left: list[Card] = [card for card in game.deck if card not in used]
        self.places: dict[str, int] = {}
        self.missing: Draw | None = None

    def __call__(self, draw: Draw) -> Cards:
        self.places[str(draw.slot)] = self.places.get(str(draw.slot), 0) + draw.size
        try:
            return super().__call__(draw)
        except errors.RoundError:
            if not self._supposes:
                self.missing = draw
                raise
        taken, self._left = self._left[: draw.size], self._left[draw.size :]
        return tuple(taken)


def look_at(document: dict[str, object]) -> Looked:
    """What the round comes to, or what it needs next."""
    read = read_round(document)
    game = catalogue.load(read.game)
    looked = Looked(
        schema=1, game=str(game.configuration), places=[], hands=[], decisions=[], needs=None, settlement=None
    )
    if read.misdeal is not None:
        return replace(looked, settlement=settled(game, roundfile.settle_misdeal(game, read)))
    sizes = places(game, read)
    taken: list[roundfile.Taken] = []
    needs: CardsNeeded | DecisionNeeded | None = None
    settlement: SettlementRecord | None = None
    deal = _Typed(game, read)
    try:
        asked = _walked(game, read, deal, taken).asked
        if asked is not None:
            rule = game.rules.rule(asked.rule)
            offers = [action_offer(action) for action in asked.actions]
            needs = DecisionNeeded(seat=asked.seat, actions=offers, words=rule.text, cite=game.cites[rule.id])
        else:
            settlement = settled(game, roundfile.play_round(game, read).settle(read.meters, read.seeds))
    except errors.RoundError as problem:
        if deal.missing is None:
            raise
        needs = CardsNeeded(slot=str(deal.missing.slot), cards=deal.missing.size, words=problem.message)
    return replace(
        looked,
        places=[RoundPlace(slot=slot, cards=size) for slot, size in sizes.items()],
        hands=hands(game, read, sizes),
        decisions=[
            DecisionMade(seat=seat, made=made, actions=[action_offer(action) for action in legal])
            for seat, made, legal in taken
        ],
        needs=needs,
        settlement=settlement,
    )


def action_offer(action: Action) -> ActionOffer:
    return ActionOffer(
        name=action.name,
        minimum=units.format_money(action.minimum),
        maximum=units.format_money(action.maximum),
        step=units.format_money(action.step),
    )


def hands(game: Game, read: RoundFile, sizes: Mapping[str, int]) -> list[CompleteHand]:
    """The hands that are complete before anything is drawn."""
    complete = []
    for slot, size in sizes.items():
        cards = read.cards.get(Slot.parse(slot), ())
        words = game.hand_words(cards) if len(cards) == size else ""
        if words:
            complete.append(CompleteHand(slot=slot, cards=format_cards(game.in_order(cards)), words=words))
    return complete


def _walked(game: Game, read: RoundFile, deal: _Typed, taken: list[roundfile.Taken] | None = None) -> round.Round:
    """The round up to the first decision that the entry leaves open."""
    played = roundfile.begun(game, read, stakes.place_stakes(game, read.wagers, read.limits), deal)
    roundfile.walk(played, read, taken=taken)
    return played


def places(game: Game, read: RoundFile) -> dict[str, int]:
    """The places of the round and how many cards each takes, as far as the entry decides them."""
    deal = _Typed(game, read, supposes=True)
    with contextlib.suppress(errors.RoundError, IndexError):
        played = _walked(game, read, deal)
        for _ in range(MOST_STEPS):
            if played.is_over:
                break
            # What nobody has decided yet is supposed to end the hand, so that no place is shown too soon.
            free = [action for action in played.legal_actions if not action.maximum]
            played.act((free or list(played.legal_actions))[-1].name)
    return deal.places


router = APIRouter(tags=["rounds"], route_class=RecordRoute)
Route = TypeVar("Route", bound=Callable[..., object])


async def document(request: Request, what: str) -> dict[str, object]:
    """The body as the library reads it, with its own words for every mistake."""
    return documents.parse_document(await request.body(), what)


BODY: dict[str, object] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


def _judges(path: str, summary: str) -> Callable[[Route], Route]:
    """A route whose body is a round."""
    return router.post(path, responses=problems(400, 404, 413, 422, 501), openapi_extra=BODY, summary=summary)


@_judges("/settle", "What is owed for a round as it was dealt, wager by wager")
async def settle(request: Request) -> SettlementRecord:
    return asking.ask(rounds.Settle(round=await document(request, "round"))).record


@router.get("/example", responses=problems(404, 422), summary="A round file of a game, to start from")
async def example(game: Annotated[str, Query(max_length=600)]) -> RoundFileRecord:
    return converted(RoundFileRecord, quiz.example_round(catalogue.load(catalogue.configuration(game))), "example")


@_judges("/look", "How far a round goes that is still being typed in, and what it needs next")
async def look(request: Request) -> Looked:
    return look_at(await document(request, "round"))


@_judges("/replay", "Play a recorded round again and compare it to the cent")
async def replay(request: Request) -> ReplayRecord:
    return asking.ask(rounds.Replay(transcript=await document(request, "transcript"))).record


class RecordHash(Record):
    """Which parts of a transcript are hashed, and what they come to."""

    parts: list[str]
    sha256: str


class RecordedRound(RoundFileRecord):
    """A round file with what came of it and the tables in force: a transcript."""

    kind: Literal["transcript"]
    game_hash: str
    software: str
    rules: documents.Json
    settlement: SettlementRecord
    record: RecordHash


@router.get("/example/transcript", responses=problems(404, 422), summary="A recorded round of a game, to replay")
async def transcript(game: Annotated[str, Query(max_length=600)]) -> Encoded[RecordedRound]:
    return Encoded(encode(quiz.example_transcript(catalogue.load(catalogue.configuration(game)))))


Name = Annotated[str, Query(max_length=60)]
Level = Annotated[int, Query(ge=1, le=3)]
Seed = Annotated[str, Query(min_length=1, max_length=40)]
Number = Annotated[int, Query(ge=1, le=10_000)]


class QuizWager(Record):
    """A wager of the question; its stake is in cents."""

    wager: str
    title: str
    stake: int


class QuizQuestion(Record):
    """A round as it ended; `tables` are the paytables by wager."""

    schema: int
    game: str
    title: str
    level: int
    number: int
    felt: view.FeltView
    tables: dict[str, str]
    wagers: list[QuizWager]


class QuizGrade(Record):
    """One wager: what was answered, what it is, and the rule behind it; cents, net."""

    wager: str
    given: int
    net: int
    right: bool
    why: str
    cite: str


class QuizGrades(Record):
    """The answers of a question, graded."""

    schema: int
    lines: list[QuizGrade]


class AnswersRequest(Record):
    """A question of the quiz, by its seed and number, with an answer for each wager."""

    game: Annotated[str, Meta(max_length=60)]
    level: Annotated[int, Meta(ge=1, le=3)]
    seed: Annotated[str, Meta(min_length=1, max_length=40)]
    number: Annotated[int, Meta(ge=1, le=10_000)]
    answers: Annotated[
        list[Annotated[int, Meta(ge=-(10**12), le=10**12)]], Meta(max_length=40, description="Cents, net.")
    ]


def _game(name: str) -> Game:
    rules = catalogue.book().game(name)
    chosen = with_everything(rules, rules.editions[0].id)
    return catalogue.load(chosen if chosen is not None else catalogue.configuration(name))


@router.get("/quiz", responses=problems(404, 422), summary="A round as it ended; what is each wager up or down?")
async def ask(game: Name, level: Level = 1, seed: Seed = "1", number: Number = 1) -> QuizQuestion:
    asked = quiz.question(_game(game), level, f"{seed}:{number}")
    titles = {wager.id: wager.title for wager in asked.game.rules.wagers}
    return QuizQuestion(
        schema=1,
        game=str(asked.game.configuration),
        title=asked.game.rules.title,
        level=asked.level,
        number=number,
        felt=seen.felt_view(asked.game, asked.state, seen.WATCHER, None, all_open=True),
        tables={wager: table.id for wager, table in asked.game.configuration.tables.items()},
        wagers=[record_of(QuizWager, line, title=titles.get(line.wager, line.wager)) for line in asked.lines],
    )


@router.post("/quiz", responses=problems(400, 404, 413, 422), summary="Grade the answers, each with the rule behind it")
async def grade(body: AnswersRequest) -> QuizGrades:
    asked = quiz.question(_game(body.game), body.level, f"{body.seed}:{body.number}")
    if len(body.answers) != len(asked.lines):
        words = f"{len(body.answers)} answers for {len(asked.lines)} wagers"
        raise errors.BadInput(words, hint="one for each, in their order")
    return QuizGrades(
        schema=1,
        lines=[
            record_of(QuizGrade, line, given=given, right=given == line.net, why=str(line.why))
            for line, given in zip(asked.lines, body.answers, strict=True)
        ],
    )
