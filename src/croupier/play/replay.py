"""Playing a transcript again: the same game, the same cards, the same decisions, compared to the cent."""

from dataclasses import dataclass
from typing import Protocol

from croupier.cards.cards import Card
from croupier.errors import BadInput
from croupier.play.commitments import Chance, Disclosure
from croupier.play.dealing import Order
from croupier.play.documents import Json, Part
from croupier.play.game import Game
from croupier.play.reading import SEAL, RoundFile, missing_part, read_round, seal_differences
from croupier.play.roundfile import RecordedDeal, boosts, play_file, settle_file
from croupier.play.rules_in_force import recorded_configuration, rules_record
from croupier.play.settlement import settlement_record
from croupier.play.stakes import place_stakes
from croupier.rulebook.configuration import Configuration, parse_spec

STANDS_ALONE = ("kind", "software", "rules")
"""What every transcript carries beside the round, its settlement and the hash of its rules."""


class Games(Protocol):
    """Finds games by name: the catalogue, or a test's own."""

    def configuration(self, spec: str, /) -> Configuration: ...

    def load(self, spec: Configuration, /) -> Game: ...


@dataclass(frozen=True)
class Replay:
    """What came of playing a transcript again."""

    game: str
    recorded_hash: str
    current_hash: str
    rounds_rules: str  # Whose tables were used: the current book's or the transcript's own.
    differences: tuple[str, ...]
    opened: int | None
    sha256: str | None = None
    """The hash that the record gives for itself, to be compared with the one that the table kept."""

    def render(self) -> str:
        lines = [self.game]
        if self.recorded_hash == self.current_hash:
            lines.append(f"game {self.current_hash}")
        else:
            lines += ["recorded under game", self.recorded_hash, "this game is", self.current_hash]
            lines.append(f"played with the tables of the {self.rounds_rules}")
        if self.opened is not None:
            # "Verified" is said only where the openings and the order of the deal hold.
            broken = any(each.startswith(("commitment:", "positions:", "dealing:")) for each in self.differences)
            fit = "do not all fit" if broken else "verified against"
            lines.append(f"{self.opened} opened cards {fit} the committed deck")
        else:
            lines.append("no commitment is recorded: nothing here proves the order of the deck")
        if self.sha256 is not None:
            lines.append(f"record sha256 {self.sha256}")
        lines += [f"DIFFERS {difference}" for difference in self.differences]
        lines.append("the round differs" if self.differences else "the round agrees to the cent")
        return "\n".join(lines)


def replay_transcript(document: dict[str, object], games: Games) -> Replay:
    """Play it again under the rules it was recorded with, and list every difference."""
    top = Part(document, "")
    for key in ("settlement", "game_hash"):
        if not top.has(key):
            raise BadInput(f"not a transcript: '{key}' is missing", hint="croupier settle takes a plain round file")
    recorded_hash = top.text("game_hash")
    recorded = top.part("settlement").entries
    read = read_round(document)
    bare = games.configuration(parse_spec(read.game).name)
    same = recorded_hash == bare.game_hash
    _check_whole(top)

    def load(spec: str) -> Game:
        return games.load(games.configuration(spec) if same else recorded_configuration(bare, document))

    game, _, settlement = settle_file(document, load)
    replayed = settlement_record(game, settlement)
    replayed["game_hash"] = recorded_hash
    if not same:
        recorded, replayed = _figures(recorded), _figures(replayed)
    differences = [
        difference
        for key in dict.fromkeys([*replayed, *recorded])
        for difference in differences_between(key, recorded.get(key), replayed.get(key))
    ]
    if same:
        differences += differences_between("rules", document["rules"], rules_record(game))
    opened = None
    if top.has("commitment"):
        opened, problems = _check_commitment(document, game, read)
        problems = problems or _check_deal(document, game, read)
        differences += problems
    differences += seal_differences(top)
    sha256 = top.part(SEAL).text("sha256")[:64]
    whose = "current book" if same else "transcript"
    return Replay(str(game.configuration), recorded_hash, bare.game_hash, whose, tuple(differences), opened, sha256)


def _check_whole(top: Part) -> None:
    """A record can be judged on its own if nothing was removed from it; BadInput names the key."""
    demanded = [*STANDS_ALONE]
    if top.part("settlement").has("meters") and top.part("settlement").part("meters").entries:
        demanded += ["meters", "seeds"]
    demanded += [other for one, other in (("commitment", "positions"), ("positions", "commitment")) if top.has(one)]
    lacking = next((key for key in demanded if not top.has(key)), None) or missing_part(top)
    if lacking is not None:
        raise BadInput(
            f"not a whole transcript: '{lacking}' is missing",
            hint="a record carries everything that a judgment needs; ask for the file as written",
        )


def _figures(settlement: dict[str, object]) -> dict[str, object]:
    """A settlement without the words and citations of its lines, which are those of the book of its day."""
    lines = settlement.get("settlements")
    if not isinstance(lines, list):
        return settlement
    kept = [
        {key: value for key, value in line.items() if key not in ("why", "cite")} if isinstance(line, dict) else line
        for line in lines
    ]
    return settlement | {"settlements": kept}


def differences_between(path: str, recorded: object, replayed: object) -> list[str]:
    """Every place where two pieces of JSON data differ, with both values."""
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        keys = dict.fromkeys([*recorded, *replayed])
        return [
            each for key in keys for each in differences_between(f"{path}.{key}", recorded.get(key), replayed.get(key))
        ]
    if isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        pairs = enumerate(zip(recorded, replayed, strict=True))
        return [each for index, (one, other) in pairs for each in differences_between(f"{path}[{index}]", one, other)]
    return [] if recorded == replayed else [f"{path}: recorded {recorded!r}, replayed {replayed!r}"]


def _check_commitment(document: dict[str, object], game: Game, read: RoundFile) -> tuple[int, list[str]]:
    """The openings must fit the root, the cards of every slot must be the cards opened at its positions, and dice and
    drawn pays those that were opened for the round."""
    disclosure = Disclosure.from_json(document["commitment"])
    problems = [f"commitment: {problem}" for problem in disclosure.problems()]
    if game.dice or game.dynamic_table:
        told = Chance(tuple(read.dice or ()), boosts(game, read))
        if [opening.chance for opening in disclosure.chances] != [told]:
            problems.append("commitment: the dice and the drawn pays of the round are not those committed to")
    opened: dict[int, Card] = {each.position: each.card for each in disclosure.openings}
    positions = Part(document.get("positions", {}), "positions").entries
    for slot, cards in read.cards.items():
        places = positions.get(slot)
        if not isinstance(places, list) or len(places) != len(cards):
            problems.append(f"positions: {slot} names no position for each of its {len(cards)} cards")
            continue
        for place, card in zip(places, cards, strict=True):
            if opened.get(place) != card:
                problems.append(f"positions: {slot} holds {card}, but position {place} opens to {opened.get(place)}")
    return len(disclosure.openings), problems


def _check_deal(document: Json, game: Game, read: RoundFile) -> list[str]:
    """The cards must come from the positions that the deal prescribes, or a table could choose among its own."""
    positions: dict[str, list[int]] = document["positions"]
    if game.deals_by_dice and not read.dice:
        return ["dealing: the table deals by dice, and none are recorded"]
    taken = sorted(place for own in positions.values() for place in own)
    first = 0 if game.deals_by_dice else min(taken, default=0)
    if first and "shuffler" not in game.configuration.values:
        return [f"positions: a fresh deck is dealt from its first card, not from position {first}"]
    seats = [stake.seat for stake in place_stakes(game, read.wagers, read.limits)]
    order = Order.of(game, seats, dice=read.dice, first=first)
    deal = RecordedDeal(read)
    play_file(game, read, deal)
    expected: dict[str, list[int]] = {}
    for draw in deal.drawn:
        expected.setdefault(str(draw.slot), []).extend(order.take(draw.slot, draw.size))
    return [
        f"positions: {slot} was dealt from {own}, but the order of the deal gives {expected.get(slot, [])}"
        for slot, own in positions.items()
        if own != expected.get(slot) and not (read.misdeal is not None and slot not in expected)
    ]
