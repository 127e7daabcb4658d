"""The laws of what exact believes: that it sees and grades what play pays, that a family of hands is what it says, and
that a fast solver finds what the tree finds.

A wager declares which cards it sees. Rounds dealt by the play driver are graded again from those cards alone, by the
family's own classifier and the table's rows: the result must be the line or the claim that the game's settlement
wrote. And the exact counters must find, on decks small enough to deal, what dealing the declared cards finds.
"""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from croupier import catalogue
from croupier.cards.cards import Card
from croupier.cards.hands import FAMILIES, Family, Setting
from croupier.cards.shuffle import SeededSource, draw, shuffle
from croupier.errors import LawBroken, MissingPart, SpecError
from croupier.exact.counting import rows, spaces
from croupier.exact.distribution import Distribution
from croupier.exact.tree import expected_settlements, solve_tree, whole_stakes
from croupier.laws.rounds import Played, SeatedTable, play_out, seated
from croupier.play.game import TABLE, Cards, Game, Slot, State, net_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Row, Wager
from croupier.rulebook.sights import seen_by

SIGHT_LAW: Final = "exact sees what play pays"
_GRADED: Final = ("bonus", "jackpot", "award")
_MOST_DEALS: Final = 20_000  # Deals of the small packs on which counters are held to plain dealing.


def graded_wagers(name: str) -> Iterator[tuple[str, Wager, Configuration]]:
    """Every edition, wager and table of a game that is graded on cards, each as a configuration of its own."""
    book = catalogue.book()
    rules = book.game(name)
    for wager in rules.wagers:
        if wager.kind not in _GRADED:
            continue
        for edition, tables in wager.tables:
            for table in tables:
                # A table may need a number of decks beside it.
                decks = book.paytable(table).decks if "decks" in {key.id for key in rules.keys} else ()
                for settings in ("", *(f", decks={count}" for count in decks)):
                    first = f"{wager.beside}={table}, " if wager.beside else ""
                    spec = f"{name}(edition={edition}, {first}{wager.id}={table}{settings})"
                    try:
                        yield edition, wager, catalogue.configuration(spec)
                    except SpecError:
                        continue
                    break
                else:
                    raise LawBroken(SIGHT_LAW, f"{name}({wager.id}={table})", "no configuration offers the table")


def graded_alike(configuration: Configuration, wager: Wager, rounds: int, seed: str) -> int:
    """Play rounds with this wager on every seat and grade each again; how many lines and claims were compared."""
    game = catalogue.load(configuration)
    compared = 0
    for number in range(rounds):
        source = SeededSource(f"{seed}/{configuration}/{number}")
        table = SeatedTable(game, seated(game, source, always=(wager.id,)), f"{seed}/{number}")
        played = play_out(table, source)
        compared += sum(_compare(played, wager, seat) for seat in table.wagers)
    return compared


def _compare(played: Played, wager: Wager, seat: int) -> bool:
    """Whether there was a line or a claim to compare; LawBroken where it is not what the cards give."""
    game, state = played.table.game, played.round.state
    settled = game.turn(state)
    lines = [line for line in getattr(settled, "lines", ()) if (line.seat, line.wager) == (seat, wager.id)]
    claims = [bet for bet in getattr(settled, "jackpots", ()) if (bet.seat, bet.wager) == (seat, wager.id)]
    if not lines and not claims and wager.kind == "award" and not _earned(played, wager, seat):
        return False
    row = regrade(game.configuration, wager.id, state, seat)
    if claims:
        found, expected = [bet.row for bet in claims], [row]
        agrees = found == expected
    else:
        base = state.base(seat)
        paid_on = base if wager.kind == "award" else int(played.table.wagers[seat][wager.id])
        lost = 0 if wager.kind == "award" else -paid_on
        net = net_of(row, paid_on) if row else lost
        agrees = [(line.event, line.net) for line in lines] == (
            [] if row is None and wager.kind == "award" else [(row.event if row else None, net)]
        )
    if not agrees:
        wrote = [f"{line.event} {line.net}" for line in lines] + [str(bet.row and bet.row.event) for bet in claims]
        raise LawBroken(
            SIGHT_LAW,
            str(played.table),
            f"seat {seat}: {wager.id} was settled as {', '.join(wrote) or 'nothing'}, but its declared cards are "
            f"{row.event if row else 'a losing hand'}",
            hint=f"the cards: sees of {wager.id} in rules.toml; the settlement: game.py",
        )
    return True


def _earned(played: Played, wager: Wager, seat: int) -> bool:
    """Whether the seat put up what an award asks for."""
    game = played.table.game
    return any(
        decision.seat == seat and decision.amount and game.wager_of(decision.action) == wager.requires
        for decision in played.round.state.decisions
    )


def regrade(configuration: Configuration, wager: str, state: State, seat: int) -> Row | None:
    """The row that the declared cards of a wager reach, found without the game's own settlement."""
    seen = seen_by(configuration.rules, wager)
    own = _cards(state, seat, "")[: seen.own]
    drawn = tuple(card for part in ("draw", "drawn") for card in _cards(state, seat, part))[: seen.drawn]
    dealer = tuple(card for dealt in state.dealt if dealt.slot.is_dealers for card in dealt.cards)[: seen.dealer]
    shown = tuple(
        card
        for place in seen.places
        for dealt in state.dealt
        if dealt.slot == Slot(TABLE, place)
        for card in dealt.cards
    )[: seen.shown]
    if len(own) + len(drawn) + len(shown) + len(dealer) < seen.size:
        lie = [lot for lot in state.dealt if lot.slot.seat == seat or lot.slot.is_dealers]
        places = ", ".join(f"{len(lot.cards)} in '{lot.slot}'" for lot in lie) or "no card was dealt"
        raise LawBroken(
            SIGHT_LAW,
            str(configuration),
            f"seat {seat}: {wager} sees {seen}, but the round ended before they were dealt: {places}",
            hint=f"in sees of {wager}, own counts cards of 'seat {seat}', drawn those of 'seat {seat} draw'",
        )
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    return table.grade(FAMILIES[seen.family].classify((*own, *drawn, *shown), dealer, setting), setting)


def _cards(state: State, seat: int, part: str) -> Cards:
    return tuple(
        card for dealt in state.dealt if dealt.slot.seat == seat and dealt.slot.part == part for card in dealt.cards
    )


def counted_alike(configuration: Configuration, wager: str) -> bool:
    """Whether the wager can be counted, after holding its counter to plain dealing; a refusal must be by name."""
    table = configuration.tables[wager]
    setting = configuration.setting_for(table)
    try:
        seen = seen_by(configuration.rules, wager)
        pack = spaces.pack_of(configuration.rules)
        rows.counted_classes(configuration, wager)
    except MissingPart as refused:
        if wager not in refused.message or configuration.name not in refused.message or not refused.hint:
            raise LawBroken(
                SIGHT_LAW, str(configuration), f"{wager} is refused without its name or a hint: {refused.message}"
            ) from None
        return False
    while len(pack.ranks) > 1 and spaces.deals(seen, setting, pack) > _MOST_DEALS:
        middle = len(pack.ranks) // 2
        pack = spaces.Pack(pack.ranks[:middle] + pack.ranks[middle + 1 :], pack.suits)
    if dict(spaces.class_counts(seen, setting, pack)) != dict(spaces.by_dealing(pack, seen, setting)):
        raise LawBroken(SIGHT_LAW, str(configuration), f"{wager}: the exact counter does not count its declared cards")
    return True


def every_row_reached(configuration: Configuration, wager: str) -> None:
    """Every row of the table is paid by some deal of this game's own deck."""
    for row in rows.count_wager(configuration, wager).rows:
        if not row.count:
            raise LawBroken(
                "every row can be hit",
                str(configuration),
                f"no deal reaches the row {row.row.event} of {configuration.tables[wager].id}",
                hint="a short deck lacks some hands: take the row out of paytables.toml",
            )


FAMILY_LAW: Final = "a family of hands is what it says"


def check_family(family: Family, pack: spaces.Pack, own: int, dealer: int, setting: Setting, hands: int) -> None:
    """Try the family on random hands of the cards that a wager sees."""
    if own + dealer not in family.sizes:
        raise _not_so(
            family,
            f"it is to rank {own + dealer} cards, and its sizes are {', '.join(map(str, family.sizes))}",
            hint="sizes counts the cards that classify takes, as in range(4, 7) for the best four of 4, 5 or 6",
        )
    listed = list(family.every_class(setting))
    known = set(listed)
    if len(known) < len(listed):
        raise _not_so(family, "every_class lists a class twice")
    for kind in listed:
        if family.category(kind) not in family.categories:
            raise _not_so(family, f"the category {family.category(kind)!r} of {kind} is not among its categories")
        if not family.describe(kind):
            raise _not_so(family, f"there are no words for {kind}")
    for name, event in family.events.items():
        if not any(event(kind, setting) for kind in listed):
            raise _not_so(family, f"no class reaches the event {name}")
    for number in range(hands):
        source = SeededSource(f"{family.name}/{number}")
        cards = draw(source, pack.cards * setting.decks, own + dealer)
        mine, theirs = cards[:own], cards[own:]
        found = family.classify(mine, theirs, setting)
        if found not in known:
            raise _not_so(family, f"{found} of {cards} is not among every_class")
        _same(family, found, shuffle(source, mine), theirs, setting, "the order of the cards")
        if not family.whose_matters:
            _same(family, found, (*mine, *theirs), (), setting, "whose cards they are")
        if not family.names_suits:
            left = list(pack.suits)
            suits = {suit: left.pop(source.below(len(left))) for suit in pack.suits}
            moved = [tuple(Card.of(card.rank, suits[card.suit]) for card in side) for side in (mine, theirs)]
            _same(family, found, moved[0], moved[1], setting, "the suits' names")


def _same(
    family: Family, found: Hashable, own: Sequence[Card], dealer: Sequence[Card], setting: Setting, what: str
) -> None:
    other = family.classify(own, dealer, setting)
    if other != found:
        raise _not_so(
            family,
            f"{what} may not matter, but {own} {dealer} is {other} and not {found}",
            hint="say whose_matters or names_suits in hands.py where they do",
        )


def _not_so(family: Family, what: str, hint: str | None = None) -> LawBroken:
    return LawBroken(FAMILY_LAW, f"family {family.name}", what, hint=hint)


REFEREE_LAW: Final = "its edge is that of the tree, on a small deck"
MOST_SETTLED: Final = 8_000  # Rounds that the tree settles: seconds.


def solved_by_streets(name: str) -> tuple[str, ...]:
    """The base wagers of a game that is solved by something else than the tree, on any deck."""
    game = catalogue.load(name)
    return game.rules.bases if game.declares.solver == "streets" else ()


def check_referee(name: str, wager: str) -> None:
    """Solve a base wager twice; LawBroken where distributions differ."""
    from croupier.exact.streets.compiling import compile_rules
    from croupier.exact.streets.kept import solve_rules

    game = catalogue.load(name).on(wager)
    game.deck = _small_deck(game)
    by_tree = solve_tree(game, [whole_stakes(game)]).distributions[1]
    solved = solve_rules(compile_rules(game)).distribution
    if _chances(by_tree) != _chances(solved):
        raise LawBroken(
            REFEREE_LAW,
            f"{name}, {len(game.deck)} cards",
            f"{wager}: the tree finds {by_tree.expectation}, the {game.declares.solver} solver {solved.expectation}",
            hint="a net must follow from the decisions and the classes that declares.ranks names",
        )


def _small_deck(game: Game) -> Cards:
    """The highest cards of two suits: as few as a round needs, and more while the tree is quick."""
    cards = sorted(game.deck, key=lambda card: (card.rank, card.suit), reverse=True)
    two = [card for card in cards if card.suit >= max(other.suit for other in cards) - 1] or cards
    deck = tuple(sorted(two[: game.most_cards(1)]))
    for size in range(len(deck) + 1, min(len(two), len(deck) + 4)):
        game.deck = tuple(sorted(two[:size]))
        if expected_settlements(game, game.open([whole_stakes(game)]), 40) > MOST_SETTLED:
            break
        deck = game.deck
    return deck


def _chances(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {net: Fraction(count, distribution.total) for net, count in distribution.counts if count}
