"""The folder that goes to an authority: its checklist, the cover letter with blanks, and worked examples. What the
folder holds is made elsewhere and given by name; here it is put in the order of the authority's own list, and what
software cannot make (letters of others, receipts, accessories, a laboratory's signature) is said first.

Worked examples are rounds that are won, lost and tied, and a hand of every row that pays. Nothing is taken from
elsewhere: rounds are dealt from fixed seeds, or with cards arranged so that a row is reached, and settled by the game
itself.
"""

import base64
import datetime
import hashlib
import json
import math
import re
import struct
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.cards.cards import Card
from croupier.cards.shuffle import SeededSource, shuffle
from croupier.casino.posting import examples as easy_hands
from croupier.errors import BadInput
from croupier.handbook.page.blocks import Block, Document, Facts, Section, Signatures, Words, grid_of
from croupier.handbook.rules.document import numbers_of_sentences
from croupier.play.awards import DEALER
from croupier.play.dynamic import draw_for_round
from croupier.play.game import Action, Bonus, Cards, Choice, Choose, Decision, Draw, Game, most, stay
from croupier.play.round import Round
from croupier.play.settlement import Settlement
from croupier.play.stakes import place_stakes
from croupier.questions.sheet import wording
from croupier.records import Record, converted
from croupier.rulebook.configuration import Configuration
from croupier.units import NoPay, ToOne, describe_pay, dollars, format_money

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Decides = Callable[[Cards, Mapping[str, Action]], Choice]

METER: Final = 100_000  # What every meter shows in an example, in cents.
ROUNDS: Final = 2_000
TRIES: Final = 6_000
DEALS: Final = 20  # What is tried: rounds for an outcome, hands for a row, and deals around a hand.
ANY_ROUNDS: Final = 500  # Rounds in which every decision is as likely.
_BASE: Final = "The base wager "
TIED: Final = f"{_BASE}is tied"
_HOW: Final = {
    "beats": "it beats the dealer's hand",
    "not qualified": "the dealer does not qualify",
    "fold": "the rules demand it",
    **dict.fromkeys(("folded", "loses", "ties"), ""),
}
"""How it came to that, where the event's own name does not say it best."""


class Example(NamedTuple):
    """A round from its stakes to its settlement."""

    played: Round
    settlement: Settlement

    @property
    def cards(self) -> str:
        """Who held what."""
        held: dict[str, Cards] = {}
        for dealt in self.played.state.dealt:
            whose = "dealer" if dealt.slot.is_dealers else "player" if dealt.slot.seat > 0 else dealt.slot.part
            held[whose] = held.get(whose, ()) + dealt.cards
        hands = self.played.game.hands(self.played.state, 1)
        if len(hands) > 1:  # a pair was split: whose cards are whose cannot be told from one row
            split = {f"player's hand {number}": cards for number, cards in enumerate(hands, 1)}
            held = split | {whose: cards for whose, cards in held.items() if whose != "player"}
        return "; ".join(f"{whose} {' '.join(card.symbol for card in cards)}" for whose, cards in held.items())

    @property
    def told(self) -> str:
        decisions = ", ".join(decision.action for decision in self.played.state.decisions)
        return f"{self.cards}." + (f" The player chooses: {decisions}." if decisions else "")

    @property
    def odds(self) -> list[str]:
        """Which wagers of the base game are paid other than even money, and how."""
        rules = self.played.game.rules
        parts = {wager.id: wager for wager in rules.wagers if wager.kind in ("base", "follow")}
        return [
            f"{parts[line.wager].title} at {describe_pay(ToOne(Fraction(line.net, line.stake)))}"
            for line in self.settlement.lines
            if line.wager in parts and line.net > 0 and line.net != line.stake
        ]

    @property
    def decisions(self) -> list[str]:
        return [f"Decision: {decision.action}" for decision in self.played.state.decisions]

    def paid(self, wager: str) -> tuple[str, str, str]:
        """What was staked, if it has a stake of its own, what was paid on it, and why."""
        line = next(line for line in self.settlement.lines if line.wager == wager)
        awards = [award.amount for award in self.settlement.awards if award.wager == wager and award.seat == 1]
        paid = format_money(sum(awards) if awards else line.net)
        return format_money(line.stake) if line.stake else "–", paid, str(line.why)


class _Arranged:
    """Deals the player's cards, the dealer's and those of the table from what was arranged, and others at random."""

    def __init__(self, game: Game, bonus: Bonus, hand: tuple[Cards, Cards], source: SeededSource) -> None:
        own, dealer = hand
        mine = bonus.seen.own + bonus.seen.drawn
        self._held = {1: list(own[:mine]), DEALER: list(dealer), -1: list(own[mine:])}
        left = Counter(game.deck) - Counter((*own, *dealer))
        self._rest = list(shuffle(source, list(left.elements())))

    def __call__(self, wanted: Draw) -> Cards:
        held = self._held.get(wanted.slot.seat, [])
        return tuple(held.pop(0) if held else self._rest.pop() for _ in range(wanted.size))


def base_examples(game: Game) -> dict[str, Example]:
    """The first round of fixed seeds for every way in which the base wager may fare, one in which a hand is folded that
    might have stayed, and one for every decision and every odds that none of these shows."""
    found: dict[str, Example] = {}
    seen: set[str] = set()
    told = {"win": "wins", "push": TIED.removeprefix(_BASE), "lose": "loses", "fold": "is folded"}
    wagers = {name: _stake(game, name) for name in (*game.rules.bases, *_equals(game))}
    for decides, rounds in ((stay, ROUNDS), (_any_of(SeededSource("decisions")), ANY_ROUNDS)):
        for seed in range(rounds):
            example = _finished(Round.start(game, {1: wagers}, seed=f"example {seed}"), decides)
            line = next(line for line in example.settlement.lines if line.wager == game.base_wager)
            event = (line.event or "").replace("_", " ").replace("-", " ")
            how = "folded" if decides is not stay and line.outcome == "fold" else event
            aside = _HOW.get(how, how)
            fares = f"{_BASE}{told[line.outcome]}{aside and f': {aside}'}"
            shows = [fares, *example.odds, *example.decisions]
            new = next((title for title in shows if title not in seen), None)
            if new is not None:
                found[new] = example
                seen |= {*shows}
    starts = [f"{_BASE}{words}" for words in told.values()]
    return dict(
        sorted(
            found.items(),
            key=lambda one: next((at for at, start in enumerate(starts) if one[0].startswith(start)), len(starts)),
        )
    )


def losing_example(game: Game, wager: str) -> Example | None:
    """The first round of fixed seeds in which a wager beside the base game loses; None for an award, which cannot."""
    if wager not in game.stake_rules:
        return None
    stakes = {name: _stake(game, name) for name in (*game.rules.bases, *_equals(game), wager)}
    rounds = (_finished(Round.start(game, {1: stakes}, seed=f"example {seed}")) for seed in range(ROUNDS))
    lost = (wager, "lose")
    return next(
        (each for each in rounds if any((line.wager, line.outcome) == lost for line in each.settlement.lines)), None
    )


def row_examples(game: Game, wager: str) -> dict[str, Example]:
    """By event, a round in which the wager is paid by that row; a row that no round was found for is not there."""
    bonus = Bonus(wager, game.configuration)
    names = [*game.rules.bases, *_equals(game), *([wager] if wager in game.stake_rules else [])]
    found = {}
    for event, (own, dealer) in row_hands(game, bonus).items():
        for seed in range(DEALS):
            stakes = place_stakes(game, {1: {name: _stake(game, name) for name in names}})
            source = SeededSource(f"example {seed}")
            boosts = draw_for_round(source, game)
            deal = _Arranged(game, bonus, (own, dealer), source)
            example = _finished(Round(game, game.open(stakes), deal, dynamic=boosts))
            if any((line.wager, line.event) == (wager, event) for line in example.settlement.lines):
                found[event] = example
                break
    return found


def row_hands(game: Game, bonus: Bonus) -> dict[str, tuple[Cards, Cards]]:
    """By event, cards that its row pays: the easiest to read, or from parts of a deck where such hands are common."""
    held = bonus.seen.held
    easy = easy_hands(bonus)
    whole = {event: hand.cards for event, hand in easy.items() if len(hand.cards) == bonus.seen.size}
    found = {event: (cards[:held], cards[held:]) for event, cards in whole.items()}
    wanted = {row.event for row in bonus.chart.table.rows if not isinstance(row.pay, NoPay)}
    source = SeededSource("hands")
    parts = [*(list(hand.cards) for event, hand in easy.items() if event not in whole), *_parts(game)]
    for place in range(TRIES):
        if found.keys() >= wanted:
            break
        part = parts[place % len(parts)]
        near = shuffle(source, part)[: bonus.seen.size - source.below(2)]
        rest = [card for card in shuffle(source, game.deck) if card not in near]
        cards = shuffle(source, [*near, *rest[: bonus.seen.size - len(near)]])
        row = bonus.chart.grade(bonus.sees(cards[:held], cards[held:]))
        if row is not None:
            found.setdefault(row.event, (cards[:held], cards[held:]))
    return {row.event: found[row.event] for row in bonus.chart.table.rows if row.event in found}


def _parts(game: Game) -> Iterator[list[Card]]:
    """The deck, its suits, runs of its ranks in one suit and in all, and few ranks."""
    deck, ranks = list(game.deck), game.rules.ranks
    yield deck
    yield from ([card for card in deck if card.suit == suit] for suit in game.rules.suits)
    for size in (2, 3, 5, 6, 7):
        for first in range(0, len(ranks) - size + 1, 1 if size > 3 else 2):
            run = [card for card in deck if card.rank in ranks[first : first + size]]
            yield run
            yield [card for card in run if card.suit == run[-1].suit]


def _equals(game: Game) -> list[str]:
    return [name for name, rule in game.stake_rules.items() if rule.equals]


def _stake(game: Game, name: str) -> int:
    rule = game.stake_rules[name]
    return game.configuration.fixed_stake(name) if rule.is_jackpot else math.lcm(rule.grain, 1000)


def _any_of(source: SeededSource) -> Decides:
    """Any decision, each as likely, for the most that may be put up for it."""
    return lambda _own, actions: most(list(actions.values())[source.below(len(actions))])


def _finished(played: Round, decides: Decides = stay) -> Example:
    """The round to its end."""
    while isinstance(played.turn, Choose):
        turn = played.turn
        own = tuple(card for dealt in played.state.dealt if dealt.slot.seat == turn.seat for card in dealt.cards)
        played.act(Decision(turn.seat, *decides(own, {action.name: action for action in turn.actions})))
    tables = played.game.configuration.tables
    shown = {name: dict.fromkeys(range(1, table.meters + 1), METER) for name, table in tables.items() if table.meters}
    return Example(played, played.settle(meters=shown, seeds=shown))


BLANK: Final = "______________________________"
USUAL: Final = wording.Limits()
"""What is posted where nobody said what may be wagered."""


class Item(Record):
    """One thing that an authority asks for: where it is, or why it is not here."""

    asked: str
    files: tuple[str, ...] = ()
    lacking: str = ""


class Filing(Record):
    """What one authority asks for, in its order."""

    source: str
    items: tuple[Item, ...]


_FILINGS: Final = converted(
    dict[str, Filing], tomllib.loads(Path(__file__).with_name("filings.toml").read_text(encoding="utf-8"))
)
AUTHORITIES: Final = tuple(name for name in _FILINGS if name != "always")


def checklist(authority: str) -> tuple[Item, ...]:
    return (*_FILINGS[authority].items, *_FILINGS["always"].items)


def contents(
    configuration: Configuration,
    authority: str,
    made: Collection[str],
    failed: Mapping[str, str],
    date: datetime.date,
    limits: wording.Limits = USUAL,
) -> Document:
    """The first page: what is missing and what is to be filled in, then everything asked for and where it is."""
    items = checklist(authority)
    missing = [(item.asked, item.lacking) for item in items if item.lacking and not item.files]
    missing += [(f"{item.asked}: {name}", failed[name]) for item in items for name in item.files if name in failed]
    blanks = [(", ".join(item.files), item.lacking) for item in items if item.lacking and {*made} & {*item.files}]
    posted = [name for name in ("rules.pdf", "placard.pdf", "rack-card.pdf") if name in made]
    if limits == USUAL and posted:
        words = "; ".join(f"{title} {words}" for title, words in wording.limit_rows(configuration, limits))
        blanks.append((", ".join(posted), f"limits of your own: {words} are usual ones, which nobody stated"))
    tables = wording.posted_tables(configuration)
    missing += [
        (f"The maker's own table of {table.wager.title}", f"{table.code} is a sample")
        for table in tables
        if table.is_sample
    ]
    if authority == "maryland":
        jackpots = [table for table in tables if table.wager.kind == "jackpot"]
        missing += [(f'{table.wager.title} in odds with the word "to"', "its table pays for 1") for table in jackpots]
    rows = [(item.asked, ", ".join(name for name in item.files if name in made) or "missing") for item in items]
    lists = (
        ("Not in this folder", ("asked for", "lacking"), missing),
        ("To be filled in by the sender", ("paper", "what it still lacks"), blanks),
        ("In the order of the list", ("asked for", "where it is"), rows),
    )
    sections = [Section(title, (grid_of(columns, lines),)) for title, columns, lines in lists if lines]
    told = "Built to published rules; no regulator has approved it."
    return _paper(configuration, f"Dossier, {authority.capitalize()}", date, sections, told)


def letter(configuration: Configuration, authority: str, date: datetime.date) -> Document:
    """The cover letter, with a blank for everything that only its sender knows."""
    rules = configuration.rules
    sides = wording.side_wagers(configuration)
    offer = f"with these wagers beside the base game: {', '.join(sides)}" if sides else "without bonus wagers"
    blanks = (
        "New game, or variation of",
        "Developer",
        "Address",
        "Telephone and electronic mail",
        "Contact",
        "Host casino",
    )
    body: tuple[Block, ...] = (
        Facts((("To", BLANK),)),
        Words(
            f"We ask for approval of {rules.title} as described in the enclosed rules of play. {rules.summary} It is "
            f"dealt from {wording.cards_words(configuration)}, {offer}. The enclosed list says where each item that "
            "you ask for is found, and first what is not enclosed."
        ),
        Facts(tuple((name, BLANK) for name in blanks)),
        Signatures(("Developer",)),
    )
    return _paper(
        configuration, f"Application, {authority.capitalize()}", date, [Section("Request for approval", body)]
    )


def examples(game: Game, date: datetime.date) -> Document:
    """Rounds of this configuration, one for each way in which its base wager fares, one for every row that pays and one
    that a bonus wager loses, settled now."""
    base = base_examples(game)
    sections = [Section(title, (Words(example.told), _owed(example))) for title, example in base.items()]
    for table in wording.posted_tables(game.configuration):
        wager = table.wager.id
        if wager not in game.configuration.tables:
            continue
        shown = row_examples(game, wager)
        rows = [
            (row.label, shown[row.event].cards, *shown[row.event].paid(wager))
            if row.event in shown
            else (row.label, "no round was found that reaches it", "", "", row.pays)
            for row in table.rows
        ]
        lost = losing_example(game, wager)
        if lost is not None:
            rows.append(("no row: it loses", lost.cards, *lost.paid(wager)))
        note = f"{table.code}." + (f" Meters show {dollars(METER)}." if table.wager.kind == "jackpot" else "")
        grid = grid_of(("row", "cards", "stake", "paid", "why"), rows, numbers=(2, 3), caption=note)
        marks = ("sample",) if table.is_sample else ()
        sections.append(Section(f"Every row of {table.wager.title}", (grid,), marks))
    if not any(title.startswith(TIED) for title in base):
        sections.append(Section("", (Words(f"No tie of the base wager came in {ROUNDS:,} rounds."),)))
    return _paper(game.configuration, "Worked examples", date, sections)


def coverage(configuration: Configuration, date: datetime.date) -> Document:
    """Every requirement of the game's own document with the rule, the code and the test that show it. A rule is named
    by its number in the rules of play of this folder."""
    document = configuration.edition.document
    by_document = json.loads(Path(__file__).with_name("coverage.json").read_text(encoding="utf-8"))
    if document not in by_document:
        raise BadInput(f"the requirements of {document} are not listed one by one")
    numbers = numbers_of_sentences(configuration, wording.Limits())
    posted = {
        rule.id: numbers.get(words, "")
        for topic in {rule.topic for rule in configuration.rules.rules}
        for rule, words in wording.posted_rules(configuration, topic)
    }
    # A reading begins with its name.
    posted |= {words.partition(". ")[0]: number for words, number in numbers.items()}
    rows = [
        (*row[:3], _in_the_folder(configuration, row[3].split("; "), posted), *row[4:]) for row in by_document[document]
    ]
    grid = grid_of(("no.", "section", "requirement", "where it is stated", "code", "shown by"), rows)
    told = (
        "Numbers such as 3.2 are those of rules.pdf. Code and tests are files of the software, whose hashes are in "
        "version.json; rulings are settled situations, kept with each game."
    )
    title = f"{configuration.edition.title} [{document}]"
    return _paper(configuration, "Coverage", date, [Section(title, (Words(told, "note"), grid))])


def _in_the_folder(configuration: Configuration, names: Sequence[str], posted: Mapping[str, str]) -> str:
    """Where records of the book stand in the papers of this folder; in their own words where they do not."""
    told = dict.fromkeys(_place(configuration, name, posted) for name in names)
    return _NUMBERS.sub(lambda found: found[0].replace("; rules.pdf ", ", "), "; ".join(told))


_NUMBERS: Final = re.compile(r"rules\.pdf [\d.]+(?:; rules\.pdf [\d.]+)+")


def _place(configuration: Configuration, name: str, posted: Mapping[str, str]) -> str:
    kind, _, id = name.rpartition(": ")[2].partition(" ")
    rules = configuration.rules
    match kind:
        case "rule":
            words = next((rule.text for rule in rules.rules if rule.id == id), id)
            return f"rules.pdf {posted[id]}" if posted.get(id) else f"in the rulebook, not in rules.pdf: “{words}”"
        case "wager":
            wager = next(wager for wager in rules.wagers if wager.id == id)
            is_here = wager.kind in ("base", "follow") or id in configuration.tables
            return f"rules.pdf, Wagers: {wager.title}" if is_here else f"{wager.title}, not offered here"
        case "reading":
            return f"reading {id}" if id in posted else f"reading {id}, which does not bear on this table"
        case "key":
            return next((f"choice of the house: “{key.text}”" for key in rules.keys if key.id == id), id)
        case "number":
            return next((f"figure {each.value}: {each.text}" for each in rules.numbers if each.id == id), id)
        case "summary":
            return "letter.pdf: what the game is"
        case "table":
            is_here = any(id in table.codes for table in configuration.tables.values())
            return name if is_here else f"{name}, not offered here"
    return name.rpartition(": ")[2]


def _paper(
    configuration: Configuration, kicker: str, date: datetime.date, sections: Sequence[Section], foot: str = ""
) -> Document:
    """A paper of the folder: whatever page of it is found alone says what it is of, and when it was made."""
    words = wording.sample_words(configuration)
    warning = [Section("", (Words(words, "warning"),))] if words else []
    of = f"{configuration.rules.title}; game {configuration.game_hash[:16]}; {date.isoformat()}"
    return Document(
        configuration.rules.title,
        (*warning, *sections),
        kicker,
        (("Configuration", str(configuration)), ("Game hash", configuration.game_hash), ("Date", date.isoformat())),
        f"{of}. {foot}".rstrip(" ."),
        date=date,
    )


SIGHTS: Final = (
    "dealer:1 is one of the dealer's cards, any of them equally likely; of it color, kind and high tell only whether "
    "it is red, whether it is an ace, a face or another card, and whether it is a queen or better."
)
"""What the names of the sights mean, to a reader who does not type them."""


def titled(
    page: Document, configuration: Configuration, kicker: str, date: datetime.date, told: Sequence[str] = ()
) -> Document:
    """A page of the terminal as a paper of the dossier: what its title says beside the configuration is a fact."""
    said = page.title.partition(": ")[2] or page.title
    sections = [*page.sections, Section("", tuple(Words(words, "note") for words in told))]
    paper = _paper(configuration, kicker, date, sections)
    return paper._replace(facts=(*paper.facts, ("Shown", said)))


def _owed(example: Example) -> Block:
    rules = example.played.game.rules
    rows = [
        (
            rules.line_title(line.wager),
            format_money(line.stake),
            line.outcome,
            format_money(line.net),
            str(line.why),
            line.cite,
        )
        for line in example.settlement.lines
    ]
    return grid_of(("wager", "stake", "outcome", "net", "why", "by"), rows, numbers=(1, 3))


def sums(files: Mapping[str, bytes]) -> bytes:
    """A file that ``sha256sum --check`` reads."""
    return "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)).encode()


NAMESPACE: Final = b"file"  # What ``ssh-keygen -Y verify -n`` must be told.


def read_key(path: Path) -> "Ed25519PrivateKey":
    """An Ed25519 key of OpenSSH, without a passphrase."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        key = load_ssh_private_key(path.read_bytes(), None)
    except OSError as problem:
        raise BadInput(f"cannot read {path}: {problem.strerror}") from None
    except (ValueError, TypeError):
        raise BadInput(
            f"{path} is no key of OpenSSH that can be read", hint="ssh-keygen -t ed25519, no passphrase"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput(f"{path} is not an Ed25519 key", hint="ssh-keygen -t ed25519")
    return key


def ssh_signature(key: "Ed25519PrivateKey", message: bytes) -> bytes:
    """A signature as ``ssh-keygen -Y sign`` writes it (PROTOCOL.sshsig)."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def string(part: bytes) -> bytes:
        return struct.pack(">I", len(part)) + part

    kind = b"ssh-ed25519"
    public = string(kind) + string(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
    about = string(NAMESPACE) + string(b"") + string(b"sha512")
    signed = key.sign(b"SSHSIG" + about + string(hashlib.sha512(message).digest()))
    blob = b"SSHSIG" + struct.pack(">I", 1) + string(public) + about + string(string(kind) + string(signed))
    text = base64.b64encode(blob).decode()
    lines = [text[start : start + 70] for start in range(0, len(text), 70)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""]).encode()
