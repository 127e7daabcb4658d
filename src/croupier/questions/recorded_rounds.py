"""A sample of simulated rounds as a Parquet file: one row for each round, with its cards, decisions, nets and
transcript. A simulation only counts; the rounds of the sample are dealt again by their numbers and played by the play
driver under the same strategy. Each row carries the round's transcript, so it can be replayed and verified like any
other round."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from croupier.cards.cards import format_cards
from croupier.errors import BadInput
from croupier.kernels.extras import extra
from croupier.kernels.philox import LARGEST_SEED
from croupier.play.documents import Json, parse_document
from croupier.play.replay import Replay, differences_between
from croupier.questions.simulating import STRATEGIES, SimulationPlan, prepare
from croupier.sim.playing import play_round

COLUMNS: Final = ("round", "cards", "decisions", "net_cents", "house_cents", "transcript")
ABOUT: Final = ("game", "strategy", "seats", "seed", "game_hash", "deal", "meters", "chart")
"""What the file says about its run: everything that is needed to deal and play a round again."""
MOST_NUMBERS: Final = 10**15


def sample_of(rounds: int, count: int) -> list[int]:
    """Round numbers spread evenly over a run.

    >>> sample_of(1000, 4)
    [0, 250, 500, 750]
    """
    count = min(count, rounds)
    return [number * rounds // count for number in range(count)]


def record_rounds(plan: SimulationPlan, seed: int, numbers: Iterable[int], file: str) -> int:
    """Write these rounds to a file; how many there are."""
    arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
    rows = [_row(plan, seed, number) for number in numbers]
    table = arrow.table({name: [row[name] for row in rows] for name in rows[0]})
    about = {
        "game": str(plan.configuration),
        "strategy": plan.strategy,
        "seats": str(plan.seats),
        "seed": str(seed),
        "game_hash": plan.configuration.game_hash,
        "deal": plan.deal,
        "meters": json.dumps(plan.meters),
        "chart": json.dumps(plan.asked),
    }
    try:
        parquet.write_table(table.replace_schema_metadata(about), file, compression="zstd")
    except OSError as problem:
        raise BadInput(f"cannot write {file}: {problem.strerror or problem}") from problem
    return len(rows)


def _row(plan: SimulationPlan, seed: int, number: int) -> Json:
    played = play_round(
        plan.game, plan.seats, plan.simulator.cards(seed, number), plan.decide, plan.simulator.boosts(seed, number)
    )
    meters = _meters(plan)
    settlement = played.settle(meters, meters)
    state = played.state
    return {
        "round": number,
        "cards": "; ".join(f"{dealt.slot}: {format_cards(dealt.cards)}" for dealt in state.dealt),
        "decisions": "; ".join(f"seat {decision.seat}: {decision}" for decision in state.decisions),
        "net_cents": [settlement.seats[stakes.seat] for stakes in state.stakes],
        "house_cents": settlement.house,
        "transcript": json.dumps(played.transcript(settlement, meters, meters), ensure_ascii=False),
    }


def _meters(plan: SimulationPlan) -> dict[str, dict[int, int]]:
    """What the meters were said to show; nothing where shares of them are left out of values."""
    return {
        bonus.wager: dict(plan.meters.get(bonus.wager) or dict.fromkeys(range(1, bonus.chart.table.meters + 1), 0))
        for _, bonus in plan.game.bonuses
        if bonus.is_jackpot
    }


class Recorded(NamedTuple):
    """One row of a recorded sample, and what the file says about the run it comes from."""

    row: Json
    transcript: dict[str, object]
    about: dict[str, str]


def recorded_round(file: str, number: int) -> Recorded:
    """One round of a recorded sample, as the file has it."""
    parquet = _library("pyarrow.parquet")
    arrow = _library("pyarrow")
    if not Path(file).is_file():
        raise BadInput(f"cannot read {file}: no such file")
    try:
        table = parquet.read_table(file, columns=list(COLUMNS))
        table.select(COLUMNS)
        rows: list[Json] = table.filter(_library("pyarrow.compute").equal(table["round"], number)).to_pylist()
        known: list[int] = [each for each in table["round"].to_pylist() if each is not None]
        about = {key.decode(): text.decode() for key, text in (table.schema.metadata or {}).items()}
    except (arrow.ArrowException, OSError, KeyError, ValueError, OverflowError) as problem:
        raise BadInput(
            f"{file} is not a sample of simulated rounds: {str(problem).splitlines()[0][:80]}",
            hint="croupier simulate --record writes one",
        ) from None
    if not rows:
        near = min(known, key=lambda each: abs(each - number), default=None)
        raise BadInput(f"round {number} is not in {file}", hint=f"the nearest that is there: {near}")
    if len(rows) > 1:
        raise BadInput(f"{file} has round {number} {len(rows)} times")
    missing = next((key for key in ABOUT if key not in about), None)
    if missing is not None:
        raise BadInput(
            f"{file}: its metadata lack '{missing}', so the round cannot be dealt again",
            hint="croupier simulate --record writes them",
        )
    return Recorded(rows[0], _transcript(rows[0]["transcript"], f"{file}: round {number}"), about)


def _transcript(text: object, where: str) -> dict[str, object]:
    if not isinstance(text, str):
        raise BadInput(f"{where} has no transcript")
    try:
        return parse_document(text, "transcript")
    except BadInput as problem:
        raise BadInput(f"{where}: its transcript cannot be read: {problem.message}", hint=problem.hint) from None


def replay_recorded(file: str, number: int) -> Replay:
    """Verify one round of a sample: dealt again by its number, played again, and compared column by column. A row could
    carry a transcript that agrees with itself and is not the round's, so nothing in it is believed."""
    found = recorded_round(file, number)
    plan, seed = _plan_of(found.about, file)
    current, told = plan.configuration.game_hash, found.about["game_hash"]
    if told != current and found.transcript.get("game_hash") == told:
        raise BadInput(
            f"{file}: recorded under rulebook {told[:12]}…, so the round cannot be dealt again under this one",
            hint="the software that recorded it can verify it",
        )
    if not 0 <= number < MOST_NUMBERS:
        raise BadInput(f"{file}: {number} is not the number of a round")
    dealt = _row(plan, seed, number)
    differences = differences_between("metadata.game_hash", told, current)
    for name in COLUMNS[1:-1]:
        differences += differences_between(name, found.row[name], dealt[name])
    differences += differences_between("transcript", found.transcript, json.loads(dealt["transcript"]))
    return Replay(str(plan.configuration), told, current, "current book", tuple(differences), None)


def _plan_of(about: Mapping[str, str], file: str) -> tuple[SimulationPlan, int]:
    """The simulation that a sample says it comes from, and its seed."""
    try:
        seats, seed = int(about["seats"]), int(about["seed"])
        meters = {
            str(wager): {int(level): int(cents) for level, cents in amounts.items()}
            for wager, amounts in json.loads(about["meters"]).items()
        }
        chart = json.loads(about["chart"])
        if not 0 <= seed <= LARGEST_SEED or not (chart is None or isinstance(chart, dict)):
            raise ValueError
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadInput(
            f"{file}: its metadata cannot be read", hint="it was written by simulate, and not changed?"
        ) from None
    named = about["strategy"] if about["strategy"] in STRATEGIES else None
    try:
        return prepare(about["game"], chart or named, seats, meters=meters, deal=about["deal"]), seed
    except BadInput as problem:
        raise BadInput(f"{file}: its metadata: {problem.message}", hint=problem.hint) from None


def _library(name: str) -> ModuleType:
    return extra(name, "recorded rounds need pyarrow", 'pip install "croupier[parquet]"')
