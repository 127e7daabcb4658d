"""What a round comes to: every line, every award, each seat's net and the house's.

A seat's net includes its awards and envy. The house's net leaves out what meters fund. A misdeal voids the round:
stakes go back and jackpot contributions are reversed, except for side wagers that were settled before it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.errors import RoundError
from croupier.play.awards import DEALER, Award, Meters, value_jackpots
from croupier.play.documents import Json
from croupier.play.game import Game, Line, Settled, State, Why
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import posted_label
from croupier.units import MOST_CENTS, format_money, parse_money

MISDEAL = "misdeal"
WHOLE_CHIPS = "whole_chips"  # The key by which a house says that it pays in whole chips.
MISDEAL_CITE = "CROUPIER misdeal"


class Settlement(NamedTuple):
    """A settled round."""

    lines: tuple[Line, ...]
    awards: tuple[Award, ...]
    meters: Meters
    seats: dict[int, int]  # Each seat's net in cents.
    house: int  # The house's net in cents.
    game_hash: str
    void: str | None = None  # Why the round was declared void, where it was.
    notes: tuple[str, ...] = ()  # What a reader should know about the meters.

    def __repr__(self) -> str:
        if self.void is not None:
            return f"<Settlement: void, {self.void}>"
        nets = ", ".join(f"seat {seat} {format_money(net)}" for seat, net in self.seats.items())
        return f"<Settlement: {nets}, house {format_money(self.house)}>"

    def to_dict(self) -> dict[str, object]:
        """As plain data, amounts as decimal strings: the settlement's part of what ``settle --json`` prints."""
        record: dict[str, object] = {
            "settlements": self.to_records(),
            "awards": [_award_record(award) for award in self.awards],
            "seats": {str(seat): {"net": format_money(net)} for seat, net in self.seats.items()},
            "house": {"net": format_money(self.house)},
            "meters": meters_record(self.meters),
            "game_hash": self.game_hash,
        }
        if self.notes:
            record["notes"] = list(self.notes)
        if self.void is not None:
            record["void"] = {"reason": self.void}
        return record

    def to_records(self) -> list[dict[str, object]]:
        """One row for each wager that was settled, as a data frame takes them; amounts are decimal strings."""
        return [
            line._asdict()
            | {name: format_money(getattr(line, name)) for name in ("stake", "net", "returned")}
            | {"why": str(line.why)}
            for line in self.lines
        ]


def _award_record(award: Award) -> dict[str, object]:
    record = award._asdict() | {"amount": format_money(award.amount)}
    del record["from_meter"]
    return record | ({"seat": "dealer"} if award.seat == DEALER else {})


def meters_record(meters: Mapping[str, Mapping[int, int]]) -> dict[str, object]:
    """What meters show, by wager and level, as decimal strings."""
    return {
        wager: {str(level): format_money(cents) for level, cents in levels.items()} for wager, levels in meters.items()
    }


def settle_round(
    game: Game,
    settled: Settled,
    meters: Mapping[str, Mapping[int, int]] | None = None,
    seeds: Mapping[str, Mapping[int, int]] | None = None,
    dynamic: Mapping[str, int] | None = None,
    players: Mapping[int, str] | None = None,
) -> Settlement:
    """Value the jackpots, apply the posted limits and add everything up."""
    configuration = game.configuration
    lines = settled.lines
    awards: tuple[Award, ...] = ()
    notes: tuple[str, ...] = ()
    after: Meters = {wager: dict(levels) for wager, levels in meters.items()} if meters else {}
    if settled.jackpots:
        valued = value_jackpots(configuration, settled.jackpots, meters, seeds, dynamic, players)
        notes = valued.notes
        lines, awards, after = lines + valued.lines, valued.awards, valued.meters
    if configuration.aggregates:
        lines = _limited(configuration, lines)
    if WHOLE_CHIPS in configuration.values:
        lines = tuple(
            _in_whole_chips(line, parse_money(configuration.values[WHOLE_CHIPS], WHOLE_CHIPS)) for line in lines
        )
    seats: dict[int, int] = {}
    for line in lines:
        seats[line.seat] = seats.get(line.seat, 0) + line.net
    house = -sum(seats.values())
    for award in awards:
        if award.kind == "envy":
            seats[award.seat] += award.amount
            house -= award.amount
        elif award.seat == DEALER and not award.from_meter:
            house -= award.amount
        elif award.from_meter and award.seat != DEALER:
            house += award.amount
    return Settlement(lines, awards, after, seats, house, configuration.game_hash, notes=notes)


def _in_whole_chips(line: Line, chip: int) -> Line:
    """A win rounded down to whole chips, where the house has said that it pays so; figures are of the win itself."""
    paid = line.net - line.net % chip
    if line.net <= 0 or paid == line.net:
        return line
    words = f"{{0}}; {format_money(line.net)} paid in whole chips of {format_money(chip)}"
    return line._replace(net=paid, why=Why(words, (line.why,)))


def voided(game: Game, state: State, reason: str, settled: Settlement) -> Settlement:
    """A misdeal: every stake back and the reason recorded, but for side wagers that were ``settled`` before it."""
    done = {(line.seat, line.wager) for line in settled.lines}
    why = Why("the round is void: {0}", (reason,))
    lines = [
        Line(seat, wager, stake, "push", MISDEAL, 0, MISDEAL_CITE, why)
        for seat, amounts in state.stakes
        for wager, stake in zip(game.wagers, amounts, strict=True)
        if stake and (seat, wager) not in done
    ]
    lines += [
        Line(decision.seat, game.wager_of(decision.action), decision.amount, "push", MISDEAL, 0, MISDEAL_CITE, why)
        for decision in sorted(state.decisions, key=lambda each: each.seat)
        if decision.amount
    ]
    seats = {each.seat: settled.seats.get(each.seat, 0) for each in state.stakes}
    return settled._replace(lines=(*lines, *settled.lines), seats=seats, void=reason)


def _limited(configuration: Configuration, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The posted most that one bonus wager pays, to a hand, or to a round's winners in proportion (K28, T11)."""
    changed = list(lines)
    posted = configuration.aggregates
    for wager, (limit, by_hand) in posted.items():
        winners = [index for index, line in enumerate(lines) if line.wager == wager and line.net > 0]
        for group in [[index] for index in winners] if by_hand else [winners]:
            owed = sum(lines[index].net for index in group)
            if owed <= limit:
                continue
            parts = [lines[index].net * limit // owed for index in group]
            odd = limit - sum(parts)
            for place, index in enumerate(group):
                # The odd cents go to the first paid, one each, so that nobody gets more than the table orders.
                part = parts[place] + (place < odd)
                line = lines[index]
                of = posted[wager].of
                words = f"{{0}}, cut from {format_money(line.net)} by the posted limit of {format_money(limit)} {of}"
                cite = "; ".join((line.cite, *_limit_notes(configuration, line)))
                changed[index] = line._replace(net=part, why=Why(words, (line.why,)), cite=cite)
    return tuple(changed)


def _limit_notes(configuration: Configuration, line: Line) -> list[str]:
    """What allows a wager's posted limit at this table: its edition's law, or the note of its own appendix."""
    cites = (
        cite
        for rule in configuration.rules.rules
        if "limit" in rule.posting.features and configuration.is_in_force(rule)
        if not rule.posting.concerns or line.wager in rule.posting.concerns
        for cite in configuration.cites_of(rule.cites, (line.wager,))
    )
    return list(dict.fromkeys(map(str, cites)))


MetersGiven = Mapping[str, Mapping[int, int]]  # By jackpot wager and level, whole cents.


def check_meters(game: Game, what: str, given: MetersGiven) -> None:
    """Refuse meters that this table cannot have: RoundError."""
    jackpots = [wager for wager in game.wagers if game.rules.wager(wager).kind == "jackpot"]
    if not isinstance(given, Mapping):
        raise RoundError(f"{what}: expected them by wager, found {given!r:.40}", hint=_example(jackpots))
    for wager, levels in given.items():
        if wager not in jackpots:
            raise RoundError(f"{what}: {wager} is not a jackpot of this table", hint=f"jackpots: {', '.join(jackpots)}")
        if not isinstance(levels, Mapping):
            raise RoundError(f"{what}: {wager}: expected cents by level, found {levels!r:.40}", hint=_example([wager]))
        highest = game.configuration.tables[wager].meters
        for level, cents in levels.items():
            if type(level) is not int or not 1 <= level <= highest:
                raise RoundError(f"{what}: {wager} has {highest} level(s), not {level!r:.40}")
            if type(cents) is not int:
                raise RoundError(
                    f"{what}: {wager}: {cents!r:.40} is not whole cents", hint="as in 2500000 for 25000.00"
                )
            if not 0 <= cents < MOST_CENTS:
                shown = format_money(cents) if cents < 0 else "the amount"
                raise RoundError(f"{what}: {wager}: {shown} is not what a meter shows", hint="from 0.00 to 13 digits")


def _example(jackpots: list[str]) -> str:
    return f"as in {{'{jackpots[0]}': {{1: 2500000}}}}" if jackpots else "this table has no jackpot"


def settlement_record(game: Game, settlement: Settlement) -> Json:
    """A settlement as it is written down: in a transcript, and as ``round_records`` declares it for JSON."""
    record: Json = {"schema": 1, "game": str(game.configuration), **settlement.to_dict()}
    if settlement.void is not None:
        jackpots = {wager.id for wager in game.rules.wagers if wager.kind == "jackpot"}
        record["void"]["contributions_reversed"] = [
            {"seat": line.seat, "wager": line.wager, "amount": format_money(line.stake)}
            for line in settlement.lines
            if line.wager in jackpots and line.event == MISDEAL
        ]
    return record


def render_settlement(game: Game, settlement: Settlement) -> str:
    """What ``croupier settle`` prints: one line a wager, with its reason and its rule below."""
    lines = [str(game.configuration)]
    if settlement.void is not None:
        kept = any(line.event != MISDEAL for line in settlement.lines)
        but = ", except for side wagers that were settled before" if kept else ""
        lines.append(f"VOID: {settlement.void}. Stakes go back and jackpot contributions are reversed{but}.")
    for seat, net in settlement.seats.items():
        lines += ["", f"seat {seat}"]
        for line in settlement.lines:
            if line.seat == seat:
                lines.append(
                    f"  {line.wager:<27}{format_money(line.stake):>11}  {line.outcome:<5}{format_money(line.net):>12}"
                )
                lines.append(f"      {line.why} [{line.cite}]")
        for award in settlement.awards:
            if award.seat == seat:
                lines.append(f"  {'':<27}{award_text(award, game.configuration)}")
        lines.append(f"  {'net':<45}{format_money(net):>12}")
    lines.append("")
    for award in settlement.awards:
        if award.seat == DEALER:
            lines.append(f"dealer: {award_text(award, game.configuration)}")
    lines.append(f"{'house net':<47}{format_money(settlement.house):>12}")
    shown = "House Jackpot" if game.configuration.is_house_jackpot else "meter"
    for wager, levels in settlement.meters.items():
        for level, cents in levels.items():
            lines.append(f"{shown + ' ' + wager + ' level ' + str(level) + ' after':<47}{format_money(cents):>12}")
    lines += [f"NOTE: {note}" for note in settlement.notes]
    lines.append(f"game {settlement.game_hash}")
    return "\n".join(lines)


def award_text(award: Award, configuration: Configuration) -> str:
    """An award in the words of its table, as the players read them there."""
    kind = award.kind.replace("_", " ")
    share = f" {award.percent}% of level {award.level}" if award.percent else ""
    if configuration.is_house_jackpot and award.kind == "meter":
        kind = "House Jackpot"
    table = configuration.tables[award.wager]
    label = next(row.label for row in table.rows if row.event == award.event)
    return f"{kind}{share} for {posted_label(label, configuration.setting_for(table))}: {format_money(award.amount)}"
