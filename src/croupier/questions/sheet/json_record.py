"""A par sheet as a record for JSON: the contract that others script against.

A wager's record is the one that ``croupier edge --json`` prints, with what the sheet adds to it. Exact figures are
fractions and decimals as text; a figure that is not exact is beside its method, such as ``"method": "estimated"``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from croupier.exact.long_run.house_view import LIFE_CHANCES
from croupier.exact.long_run.tables import TableFigures, rounds_to_deviation
from croupier.exact.long_run.volatility import BANDS, BANKROLLS, CHANCES, VOLATILITY_INDEX, Volatility
from croupier.exact.result import COUNTED
from croupier.questions.sheet.building import SCHEMA, Borderline, JackpotSheet, Sheet, StrategySheet, WagerSheet
from croupier.questions.sheet.records import TIES, Hourly, Revision, ValuedSheet
from croupier.rulebook.rules import Rule
from croupier.solving.advantage import ESTIMATED_DIGITS, advantage_record
from croupier.solving.figures import Conditions, edge_record, percentage
from croupier.solving.mixes import mix_record, seat_record, shared_record, table_record
from croupier.units.chance import decimal_text, exact_record, square_root_text
from croupier.units.money import format_money

Record = dict[str, Any]
ADVANTAGE: Final = ("wager", "sees", "method", "expectation", "standard_error", "desirability_index", "n0", "total")
"""What the sheet keeps of an audit's record."""


def sheet_record(sheet: Sheet) -> Record:
    """The whole sheet."""
    configuration = sheet.configuration
    return {
        "schema": SCHEMA,
        "kind": "par sheet",
        "document": {
            "number": sheet.identity.number,
            "revision": sheet.identity.revision,
            "date": sheet.identity.date.isoformat() if sheet.identity.date else None,
            "prepared_for": sheet.identity.prepared_for or None,
            "prepared_by": sheet.identity.prepared_by or None,
        },
        "game": sheet.name,
        "title": sheet.title,
        "edition": configuration.edition.id,
        "decks": configuration.decks,
        "tables": [
            {"wager": use.wager.id, "id": use.id, "status": use.status, "basis": use.basis} for use in sheet.tables
        ],
        **_limits(sheet),
        "method": COUNTED,
        "rulebook_hash": configuration.rulebook_hash,
        "software": sheet.software,
        "rules": [{"id": rule.id, "text": rule.text, "cites": _cites(rule)} for rule in sheet.rules],
        "wagers": [_wager(each) for each in sheet.wagers],
        "valued": None if sheet.valued is None else _valued(sheet.valued),
        "mix": _mix(sheet),
        "unsolved": [{"wager": wager.id, "why": why} for wager, why in sheet.unsolved],
        "advantage": [
            {key: value for key, value in advantage_record(each).items() if key in ADVANTAGE}
            for each in sheet.advantage
        ],
        "samples": [{"id": use.id, "note": use.note} for use in sheet.samples],
        "interpretations": [
            {"id": each.id, "question": each.question, "answer": each.answer, "confidence": each.confidence}
            for each in sheet.interpretations
        ],
        "checks": [{"what": check.words, "value": check.value} for check in sheet.checks],
        "published": [
            {
                "wager": line.published.wager,
                "figure": line.published.figure,
                "of": line.published.of or None,
                "unit": line.published.unit or None,
                "relation": line.published.relation,
                "printed": line.published.printed,
                "ours": line.ours,
                "agrees": line.agrees,
                "source": line.published.source,
                "address": line.published.address or None,
            }
            for line in sheet.published
        ],
        "sources": [{"document": each.tag, "title": each.title, "mark": each.mark} for each in sheet.sources],
        "revision": None if sheet.revision is None else _revision(sheet.revision),
    }


def _cites(rule: Rule) -> list[Record]:
    return [{"document": cite.document, "section": cite.section} for cite in rule.cites]


def _mix(sheet: Sheet) -> Record | None:
    """A seat that makes several wagers together: the record of ``edge`` with ``--mix``, and its bands."""
    if sheet.mix is None:
        return None
    record = mix_record(sheet.mix)
    if sheet.mix.table is not None:
        record["volatility"] = None
        if sheet.mix_luck:
            record["volatility"] = _volatility(sheet.mix_luck, _hour(sheet.mix_luck, sheet.mix.table, sheet.mix.staked))
    for key in ("schema", "game", "rulebook_hash"):
        del record[key]
    return record


def _limits(sheet: Sheet) -> Record:
    """What the table posts, where a table file was given."""
    if not sheet.limits:
        return {}
    posted = {
        wager: {
            "minimum": format_money(limit.minimum),
            "maximum": None if limit.maximum is None else format_money(limit.maximum),
            "step": format_money(limit.step),
        }
        for wager, limit in sheet.limits.items()
    }
    return {"limits": posted}


def _valued(each: ValuedSheet) -> Record:
    """A base wager that is valued: the record of ``edge`` under the best play, by the chart, and to a counter."""
    records = {
        way: edge_record(found)
        for way, found in (("best", each.best), ("chart", each.chart), ("counter", each.counter))
    }
    for record in records.values():
        for key in ("schema", "game", "rulebook_hash", "wager", "paytable", "first_hands"):
            record.pop(key, None)
    beside = {
        wager.id: {"covariance": f"{moves.covariance:.9f}", "correlation": f"{moves.correlation:.9f}"}
        for wager, moves in each.beside
    }
    return {
        "wager": each.wager.id,
        "title": each.wager.title,
        **records,
        "beside": beside,
        "seat": seat_record(each.seat),
        "table": shared_record(each.table) if each.table else None,
    }


def _revision(revision: Revision) -> Record:
    return {
        "of": dict(revision.of),
        "causes": list(revision.causes),
        "moved": [
            {"wager": each.wager, "figure": each.figure, "was": each.was, "now": each.now, "why": each.why}
            for each in revision.moved
        ],
    }


def _wager(each: WagerSheet) -> Record:
    conditions = each.jackpot.jackpot.conditions if each.jackpot else Conditions()
    record = edge_record(each.result, conditions)
    for key in ("schema", "game", "rulebook_hash"):
        del record[key]
    variance = each.distribution.variance if each.distribution else None
    return record | {
        "title": each.wager.title,
        "samples": list(each.samples),
        "pays": [
            {
                "event": row.label,
                "row": row.event,
                "pays": row.pays,
                "count": str(row.count),
                "probability": decimal_text(row.probability),
                "one_in": None if row.one_in is None else decimal_text(row.one_in),
                "return": None if row.returns is None else decimal_text(row.returns),
                "share": None if row.share is None else decimal_text(row.share),
            }
            for row in each.rows
        ],
        "volatility_index": square_root_text(variance * VOLATILITY_INDEX**2) if variance else None,
        "strategy": _strategy(each.strategy) if each.strategy else None,
        "jackpot": _jackpot(each.jackpot) if each.jackpot else None,
        "volatility": _volatility(each.volatility, each.hourly_deviation) if each.volatility else None,
        "n0": _n0(each),
        "table": None if each.at_table is None else table_record(each.at_table),
        "seat_covariance": exact_record(each.together.covariance) if each.together and each.together.is_exact else None,
        "house_volatility": _volatility(each.house, Hourly(each.house.deviation_per_hour_cents))
        if each.house
        else None,
    }


def _n0(each: WagerSheet) -> str | None:
    if each.distribution is None or each.expectation is None:
        return None
    found = rounds_to_deviation(each.expectation, each.distribution.variance)
    return None if found is None else decimal_text(found)


def _strategy(strategy: StrategySheet) -> Record:
    return {
        "stretches": [
            {
                "from": stretch.rows[0].words,
                "to": stretch.rows[-1].words,
                "hands": str(stretch.hands),
                "best": stretch.best,
                "hands_by_bet": {bet: str(hands) for bet, hands in stretch.hands_by_bet.items()},
            }
            for stretch in strategy.stretches
        ],
        "ties": TIES,
        "borderline": [_borderline(line) for line in strategy.borderline],
        "closest": [{"cards": line.cards, **_borderline(line)} for line in strategy.closest],
        "simple": [
            {"name": name, "house_edge": percentage(edge), "cost": exact_record(cost)}
            for name, edge, cost in strategy.simple
        ],
    }


def _borderline(line: Borderline) -> Record:
    return {
        "hand": line.hand,
        "best": line.best,
        "best_value": exact_record(line.best_value),
        "next": line.next,
        "next_value": exact_record(line.next_value),
        "difference": exact_record(line.difference),
    }


def _dollars(cents: Fraction | None) -> str | None:
    return None if cents is None else decimal_text(cents / 100)


def _jackpot(sheet: JackpotSheet) -> Record:
    conditions = sheet.jackpot.conditions
    return {
        "fixed_return": percentage(sheet.solution.fixed_return),
        "seeds": {str(level): format_money(cents) for level, cents in conditions.seeds.items()},
        "rates": {str(level): percentage(rate) for level, rate in conditions.rates.items()},
        "reserves": {str(level): percentage(rate) for level, rate in sheet.reserves.items()},
        "long_run_return": None if sheet.long_run_return is None else percentage(sheet.long_run_return),
        "lower_meters_counted_as_empty": sheet.is_lower_empty,
        "edge_by_meter": [
            {"meter": _dollars(cents), "house_edge": percentage(edge), "break_even": is_even}
            for cents, edge, is_even in sheet.edges
        ],
        "break_even": [
            {"base_wager": format_money(wager), "others": others, "meter": _dollars(cents)}
            for wager, line in sheet.break_even
            for others, cents in zip(sheet.others, line, strict=True)
        ],
        "house": None
        if sheet.house is None
        else {
            "keeps": percentage(sheet.house.house_edge),
            "variance": decimal_text(sheet.house.variance),
            "standard_deviation": square_root_text(sheet.house.variance),
        },
        "life": [
            {
                "level": life.level,
                "mean_wagers": decimal_text(life.mean_wagers),
                "wagers": dict(zip(map(str, LIFE_CHANCES), map(str, life.wagers), strict=True)),
                "mean_amount": _dollars(life.mean_amount),
                "amounts": None
                if life.amounts is None
                else dict(zip(map(str, LIFE_CHANCES), map(_dollars, life.amounts), strict=True)),
            }
            for life in sheet.life
        ],
    }


def _number(value: Fraction | float | None) -> str | None:
    if value is None:
        return None
    return decimal_text(value) if isinstance(value, Fraction) else decimal_text(Fraction(value), ESTIMATED_DIGITS)


def _hour(found: Volatility, table: TableFigures, staked: int) -> Hourly:
    """The table's deviation in an hour, with what its seats share."""
    variance = table.round_variance * found.pace.rounds_per_hour
    return Hourly(Fraction(square_root_text(variance, table.digits)) * staked, table.is_exact, table.digits)


def _volatility(found: Volatility, hour: Hourly) -> Record:
    pace = found.pace
    return {
        "pace": {
            "rounds_per_hour": pace.rounds_per_hour,
            "seats": pace.seats,
            "average_wager": format_money(pace.average_wager_cents),
        },
        "bands": [
            {
                "rounds": band.rounds,
                "method": band.method,
                "standard_deviation": band.deviation,
                "win": {_number(chance): _number(hold) for chance, hold in zip(BANDS, band.holds, strict=True)},
                "house_ahead": _number(band.house_ahead),
            }
            for band in found.bands
        ],
        "sessions": [
            {
                "rounds": session.rounds,
                "method": session.method,
                "net": {_number(chance): _number(net) for chance, net in zip(CHANCES, session.nets, strict=True)},
                "house_ahead": _number(session.house_ahead),
                "risk_of_ruin": {
                    "method": "estimated",
                    **{str(units): _number(risk) for units, risk in zip(BANKROLLS, session.ruin, strict=True)},
                },
            }
            for session in found.sessions
        ],
        "ruin_in_the_end": {
            str(units): {"chance": _number(ruin.chance), "method": ruin.method}
            for units, ruin in zip(BANKROLLS, found.endless_ruin, strict=True)
        },
        "win_per_hour": _dollars(found.win_per_hour_cents),
        "standard_deviation_per_hour": {
            "method": "exact" if hour.is_exact else "estimated",
            "amount": decimal_text(Fraction(hour.cents) / 100, hour.digits),
        },
    }
