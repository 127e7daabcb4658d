"""The terminal shows nothing hidden: what a player reads is the same whatever the cards are that they may not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cards.cards import DECK, Card
from croupier.cli.play import with_every_wager
from croupier.cli.terminal import screen
from croupier.play.game import EVERYONE
from croupier.table.jackpots import PlayMeters
from croupier.table.session import Archive, Session

GAMES = ["blackjack", "high-card-flush", "keep-it-straight", "ricochet-poker", "three-card-prime"]
OWN = {"two spots": [1, 3], "one spot": [2]}
"""The player's spots; bots have the others of four."""


def dealt(spec: str, folder: Path, seed: str, own: list[int]) -> Session:
    """The player's cards and the bots', before the first decision of the player."""
    game = catalogue.load(with_every_wager(catalogue.configuration(spec)))
    session = Session(game, own, [1, 2, 3, 4], 10**7, PlayMeters(game), Archive(folder, spec), seed)
    for seat in own:
        for wager in game.wagers:
            session.place(seat, wager, game.base_wager_cents if game.stake_rules[wager].is_jackpot else 1000)
    session.deal()
    session.play_bots()
    return session


def read(session: Session) -> list[str]:
    """Everything that the screen holds while the player is asked."""
    turn = session.playing.asked
    lines = screen.boost_notice(session) + screen.reconciled_notice(session) + screen.table_view(session)
    lines += session.game.story(session.playing.state)
    return lines + (screen.action_list(session, turn) if turn and turn.seat in session.own else [])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
def test_a_hidden_card_can_be_swapped_without_the_player_noticing(spec: str, own: list[int], tmp_path: Path) -> None:
    compared = 0
    for number in range(12):
        session = dealt(spec, tmp_path, f"worlds {number}", own)
        state = session.playing.state
        if session.playing.is_over:
            # A deal that ends at once, as on a dealer's blackjack, has nothing to hide.
            continue
        before = read(session)
        on_table = {card for each in state.dealt for card in each.cards}
        spare: list[Card] = [card for card in DECK if card not in on_table]
        swapped = []
        hidden = 0
        for each in state.dealt:
            is_seen = each.seen_by == EVERYONE or each.seen_by in own
            hidden += not is_seen
            swapped.append(each if is_seen else each._replace(cards=tuple(spare.pop() for _ in each.cards)))
        session.playing.state = state._replace(dealt=tuple(swapped))
        assert read(session) == before
        assert hidden or all(each.seen_by == EVERYONE for each in state.dealt)
        compared += 1
        for each in state.dealt:
            if each.seen_by in own:
                assert all(card.symbol in "\n".join(before) for card in each.cards), "one's own cards are shown"
    assert compared > 3
