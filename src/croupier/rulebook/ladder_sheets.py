"""Reading ladders from data, every mistake with file and key."""

from __future__ import annotations

from dataclasses import replace

from croupier.cards.cards import RANK_LETTERS, parse_rank
from croupier.cards.hands.five_card import FiveCardHand
from croupier.errors import CardError
from croupier.rulebook.citations import Bibliography, read_cites
from croupier.rulebook.fields import Fields
from croupier.rulebook.ladders import Ladder, Rung
from croupier.rulebook.own_words import event_words, same_label, with_own_words
from croupier.rulebook.paytables import Status
from croupier.rulebook.sheets import check_id


def load_ladders(fields: Fields, sources: Bibliography, *, user: bool = False) -> list[Ladder]:
    """Every ladder of a file, each with all its rungs."""
    ladders = []
    for entry in fields.tables("ladders"):
        ladder_id = entry.text("id")
        status: Status = entry.choice("status", ("document", "sample", "user"))
        check_id(entry, "id", ladder_id, status, user)
        note = entry.text("note", "")
        if status == "sample" and not note:
            raise entry.error("note", "is missing; a sample says where its figures come from", hint='add note = "..."')
        rungs = tuple(_load_rung(rung) for rung in entry.tables("rungs"))
        players = [rung.players for rung in rungs]
        if players != list(range(1, len(rungs) + 1)) or not rungs:
            raise entry.error(
                "rungs",
                f"must name every number of players once, from 1 upward, not {', '.join(map(str, players)) or 'none'}",
                hint="write them in order and leave no hole",
            )
        if user:
            rungs = _in_own_words(entry, rungs)
        ladders.append(
            Ladder(
                id=ladder_id,
                wager=entry.text("wager"),
                status=status,
                rungs=rungs,
                cites=read_cites(entry, sources),
                note=note,
            )
        )
        entry.done()
    return ladders


def _in_own_words(entry: Fields, rungs: tuple[Rung, ...]) -> tuple[Rung, ...]:
    """An operator's labels: one for one threshold, and with the hand's own words where it says something else."""
    named: dict[str, FiveCardHand] = {}
    for index, rung in enumerate(rungs):
        if named.setdefault(same_label(rung.label), rung.lowest) != rung.lowest:
            raise entry.error(
                f"rungs[{index}].label",
                f"duplicate label '{rung.label}': another hand has it too",
                hint="give each hand a label of its own, since players read the label",
            )
    return tuple(replace(rung, label=with_own_words(rung.label, _words(rung), is_threshold=True)) for rung in rungs)


def _words(rung: Rung) -> str:
    ranks = [RANK_LETTERS[rank - 2] for rank in (rung.rank, *rung.kickers) if rank]
    return f"{event_words(':'.join([rung.category, *ranks]))} or better"


def _load_rung(entry: Fields) -> Rung:
    text, beside = entry.text("rank", ""), entry.text("kickers", "")
    try:
        rank = parse_rank(text) if text else 0
        kickers = tuple(parse_rank(each) for each in beside.split("/")) if beside else ()
    except CardError as problem:
        raise entry.error("kickers" if beside else "rank", problem.message, hint=problem.hint) from None
    if kickers and not rank:
        raise entry.error("kickers", "stand beside a rank, and none is given", hint='as in rank = "A", kickers = "K"')
    rung = Rung(entry.integer("players"), entry.text("label"), entry.text("category"), rank, kickers)
    try:
        _ = rung.lowest
    except (ValueError, KeyError):
        raise entry.error(
            "category",
            f"'{rung.category}' with rank '{text}'{f' and {beside}' if beside else ''} is not a five-card threshold",
            hint='as in category = "two_pair", rank = "T"; without a rank any hand of the category will do',
        ) from None
    entry.done()
    return rung
