"""What a question is, and how it is asked: ``ask(Edge(game="three-card-prime"))``. A question is declared once. Its
fields, with the words that explain them, are the options of the command, the parameters of the API and the keywords of
the library."""

import datetime
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Final, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec

from croupier.errors import BadInput
from croupier.exact.result import Progress, in_silence
from croupier.records import Record

Answer = TypeVar("Answer", covariant=True)
Asks = TypeVar("Asks", bound="Question[object]")


class Asking(NamedTuple):
    """How a value is given: ``--meter 1000`` on the command line, ``meter=1000`` in an address."""

    before: str
    between: str
    apart: str = " "  # Between two options.

    def option(self, name: str) -> str:
        """How the asker writes an option."""
        return self.before + (name.replace("_", "-") if self.before else name.replace("-", "_"))

    def example(self, name: str, value: str) -> str:
        """How the asker writes an option with a value, for hints."""
        return f"as in {self.option(name)}{self.between}{value}"


COMMAND: Final = Asking("--", " ")
QUERY: Final = Asking("", "=", "&")
LIBRARY: Final = Asking("", "=", ", ")


@dataclass(frozen=True)
class Asked:
    """How a question is asked; nothing here changes the answer."""

    by: Asking = LIBRARY  # How its options are written, for refusals.
    remember: bool = True  # Whether results are kept on disk, and looked for there first.
    progress: Progress = in_silence


USUALLY: Final = Asked()


class Question(Record, Generic[Answer]):
    """A question: its fields are the options of the command, the parameters of the API, the keywords of the library."""

    def answered(self, asked: Asked) -> Answer:
        """The answer; a CroupierError says what is wrong with the question."""
        raise NotImplementedError


def ask(question: Question[Answer], asked: Asked = USUALLY) -> Answer:
    """Answer a question.

    >>> from croupier.questions.edge import Edge
    >>> table = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
    >>> ask(Edge(game=table, wager="pair_bonus")).record.house_edge
    Percentage(fraction='128/5525', percent='2.31674208145')
    """
    return question.answered(asked)


def told(words: str, form: str = "") -> msgspec.Meta:
    """What a field is, for whoever asks; ``form`` is how its value is written, or the kind of name it is."""
    return msgspec.Meta(description=words, extra={"form": form})


Game = Annotated[str, told('A name, or a configuration such as "perfect-pairs(decks=6)".', "GAME")]
Wager = Annotated[str | None, told("Which wager; the base wager unless another is named.", "WAGER")]
Meters = Annotated[tuple[str, ...], told("What a meter shows; [WAGER:][LEVEL=]AMOUNT, repeated.", "AMOUNT")]
Seeds = Annotated[tuple[str, ...], told("The seed for a $1 wager; [WAGER:][LEVEL=]AMOUNT.", "AMOUNT")]
Rates = Annotated[tuple[str, ...], told("The increment, as in 18% or 0.18; [WAGER:][LEVEL=]RATE.", "RATE")]
Others = Annotated[int, told("Other players who make the jackpot wager.")]
Large = "LARGE"  # The form of a whole number that may be written as in 1e9.


class QuestionField(NamedTuple):
    """One field of a question, for whoever makes options or parameters of it."""

    name: str
    kind: type  # str, int, float, bool, date, or tuple for texts that may be repeated.
    default: object
    is_required: bool
    words: str
    form: str
    choices: tuple[str, ...]


@functools.cache
def fields_of(kind: type[Question[object]]) -> Mapping[str, QuestionField]:
    """The fields of a question by name, in the order declared; documents such as a round are not among them."""
    found = {}
    for field in msgspec.structs.fields(kind):
        metas, inner = [], field.type
        while get_origin(inner) is Annotated:
            inner, *told_of = get_args(inner)
            metas += told_of
        parts = get_args(inner) if get_origin(inner) in (Union, UnionType) else (inner,)
        chosen = next((part for part in parts if part is not type(None)), str)
        choices = get_args(chosen) if get_origin(chosen) is Literal else ()
        plain = str if choices else get_origin(chosen) or chosen
        if plain not in (str, int, float, bool, tuple, datetime.date):
            continue
        words = next((meta.description for meta in metas if meta.description), "")
        form = next((meta.extra["form"] for meta in metas if meta.extra), "")
        default = None if field.required else field.default
        found[field.name] = QuestionField(field.name, plain, default, field.required, words, form, choices)
    return found


def made(kind: type[Asks], given: Mapping[str, object], asked: Asked, because: str = "") -> Asks:
    """The question with what was given; BadInput where a field is none of its own."""
    strange = next((name for name in given if name not in kind.__struct_fields__), None)
    if strange is not None:
        known = ", ".join(asked.by.option(name) for name in kind.__struct_fields__ if name != "game")
        raise BadInput(
            f"{asked.by.option(strange)} does not go with {because}", hint=f"what does: {known}" if known else None
        )
    return kind(**given)
