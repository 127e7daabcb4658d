"""A settlement as records for JSON and as text for people; amounts are decimal strings."""

from __future__ import annotations

from typing import Any

from croupier.play.awards import DEALER, Award
from croupier.play.game import Game
from croupier.play.settlement import MISDEAL, Settlement
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import posted_label
from croupier.units.money import format_money

Record = dict[str, Any]


def settlement_record(game: Game, settlement: Settlement) -> Record:
    """What ``croupier settle --json`` prints."""
    record: Record = {"schema": 1, "game": str(game.configuration), **settlement.to_dict()}
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
    lines.append(f"rulebook {settlement.rulebook_hash}")
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
