"""Every error Croupier raises on purpose, in one tree.

    CroupierError                 one message, an optional hint, an exit status
      BadInput            (2)     the user gave something that cannot be used
        UnknownName               a name that is not in the book; suggests the closest
          SideWagerAlone          a side wager named as a game to be dealt
        CardError                 a card that does not parse, or appears twice
        MoneyError                an amount that is not whole cents, or not an amount
        SpecError                 a configuration string that cannot be read or combined
          IdleKey                 a key that changes nothing with the others
        RoundError                a round file that breaks a rule of the table
          NoCards                 a round whose cards end before it does (play.dealing)
        IllegalAction             a decision the game does not offer now
        OtherSchema               a kept file of a schema that this version does not read (records)
        BadRuling                 a rulings.md that cannot be read (laws.checking)
        LinkRefused               tables that may not play for one jackpot (jackpot.plan.link_rules)
        Unreadable                what a browser sent is not the answer of a passkey (people.passkeys)
      RulebookError       (2)     a data file that breaks the schema; names file and key
      CheckFailed         (1)     a verification ran and found a difference
        LawBroken                 a game that breaks one of the laws that every game obeys
        DoesNotAddUp              a report whose figures contradict one another (jackpot.reports.day)
        LoginFailed               a person who could not show who they are (people.logins)
          WrongSignIn             something of what was given is wrong (people.signing_in)
          Resting                 a name that failed too often (people.signing_in)
        TooManyWait               more devices than may wait to be paired (people.devices)
      TortureFailed       (1)     the books and the second model differ (casino.faults.seeds)
      MissingPart         (3)     something Croupier needs is not installed or not there
        BeyondEffort              a deal takes more memory or time than was given (exact.ricochet.full_table)
      StoreError          (3)     a store cannot do what was asked (jackpot.journal, with those below)
        NoBook            (2)     there is no book at the address
        StoreBusy                 another process holds it too long
          ClockAhead              the clock is years ahead of the journal (jackpot.book.book)
        StoreBroken       (1)     it holds what it must not
          NotABook        (2)     what is at the address was never a book
            EmptyBook             no book has been made there yet
        StoreLost                 the connection or the disk failed
        StoreFull                 no room is left on its disk
        Withheld                  the user of the database may not read it
        Fenced                    another writer has taken over
        NumberTaken               another link of the book has used a number or taken on a person
        TooMuch                   more requests wait for the writer than it takes (jackpot.book.writer)
        TooLate                   the writer did not answer in time (jackpot.book.writer)
        NobodyThere               no process answers for the link (jackpot.book.desk)
        HouseFenced               another house has opened the same database (stores.house)
      StoreUnavailable    (3)     a store that will answer again: StoreBusy, StoreLost and StoreFull are one

Errors carry their context in attributes; ``str(error)`` is the message and, on a second line, the hint.
"""

import re
from collections.abc import Iterable
from itertools import islice


class CroupierError(Exception):
    """The root: a message that names the offending thing, and a hint that says what to do."""

    exit_status = 2

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message


class BadInput(CroupierError):
    """The user gave something that cannot be used."""


class UnknownName(BadInput):
    """A name that is not in the book.

    >>> print(UnknownName("game", "keep-it-strait", ["keep-it-straight", "blackjack"]))
    unknown game 'keep-it-strait'
    hint: did you mean keep-it-straight?
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, note: str | None = None) -> None:
        known = list(known)
        self.kind = kind
        self.name = name
        self.suggestions = closest(name, known)
        hint = note
        if self.suggestions:
            hint = f"did you mean {' or '.join(self.suggestions)}?"
        elif hint is None and known:
            hint = f"known: {', '.join(known)}" if len(known) <= 12 else None
        super().__init__(f"unknown {kind} '{name[:80]}'", hint=hint)


class CardError(BadInput):
    """A card that does not parse, or that appears twice where it may appear once."""


class MoneyError(BadInput):
    """An amount that is not whole cents, or not an amount at all."""


class SpecError(BadInput):
    """A configuration string that cannot be read, or whose parts do not go together."""


class SideWagerAlone(UnknownName):
    """A side wager named as a game to be dealt; the hint is the table at which it is played."""

    def __init__(self, message: str, hint: str) -> None:
        BadInput.__init__(self, message, hint=hint)


class IdleKey(SpecError):
    """A key that changes nothing with the others; strings from before that was refused may hold one."""

    def __init__(self, key: str, value: str, where: str) -> None:
        self.key = key
        super().__init__(f"{key}={value} changes nothing {where}", hint=f"leave {key} out")


class RoundError(BadInput):
    """A round file that breaks a rule of the table; names the seat, the card or the wager."""


class IllegalAction(BadInput):
    """A decision that the game does not offer at this turn."""


class RulebookError(CroupierError):
    """A data file that breaks the schema: names the file, the key path and what was expected."""

    def __init__(self, file: str, key: str, problem: str, *, hint: str | None = None) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        super().__init__(f"{file}: {key}: {problem}", hint=hint)


class CheckFailed(CroupierError):
    """A verification ran to its end and found a difference."""

    exit_status = 1


class LawBroken(CheckFailed):
    """A game that breaks a law: names the law, the table it was seen at, and what happened there."""

    def __init__(self, law: str, where: str, what: str, *, hint: str | None = None) -> None:
        self.law = law
        self.where = where
        self.what = what
        super().__init__(f"{law}: {what} ({where})", hint=hint)


class MissingPart(CroupierError):
    """Something Croupier needs is not installed or not reachable."""

    exit_status = 3


class StoreUnavailable(CroupierError):
    """A store that cannot answer now and will again; nothing was done, or the request is safe to send again."""

    exit_status = 3
    retry_after = 2  # Seconds after which it is worth another try; the service tells clients so.


_MOST_COMPARED = 2_000
"""Names that are looked at for a hint: many times what the book has, and not all the keys of a hostile file."""


def closest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known names nearest to a misspelled one, best first; of names as near, the nearest in number.

    >>> closest("PT-FLT-HCF-SF-05", ["PT-FLT-HCF-SF-01", "PT-FLT-HCF-SF-04", "PT-FLT-STR-01"])
    ['PT-FLT-HCF-SF-04', 'PT-FLT-HCF-SF-01', 'PT-FLT-STR-01']
    """
    import difflib  # only a mistake needs it

    folded: dict[str, str] = {}
    for each in islice(known, _MOST_COMPARED):
        folded.setdefault(each.casefold(), each)
    matcher = difflib.SequenceMatcher()
    matcher.set_seq2(name.casefold())
    found = []
    for each in folded:
        matcher.set_seq1(each)
        if min(matcher.real_quick_ratio(), matcher.quick_ratio(), matcher.ratio()) >= 0.6:
            found.append((-matcher.ratio(), abs(_last_number(each) - _last_number(name)), each))
    return [folded[each] for _, _, each in sorted(found)[:count]]


def _last_number(name: str) -> int:
    return int(next(iter(re.findall(r"[0-9]{1,9}", name)[::-1]), "0"))
