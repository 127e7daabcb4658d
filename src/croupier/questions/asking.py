"""What a question is, and how it is asked: ``ask(Edge(game="three-card-prime"))``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from croupier.errors import BadInput, CheckFailed
from croupier.exact.solver import Progress, in_silence
from croupier.records import Record, converted
from croupier.solving.conditions import COMMAND, LIBRARY, QUERY, Asking

__all__ = ["COMMAND", "LIBRARY", "QUERY", "Asked", "Question", "ask", "declared"]

Answer = TypeVar("Answer")
Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Asked:
    """How a question is asked; nothing here changes the answer."""

    by: Asking = LIBRARY
    """How its options are written, for refusals."""
    remember: bool = True
    """Whether results are kept on disk, and looked for there first."""
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


def declared(kind: type[Kind], figures: object) -> Kind:
    """Figures as the record that is declared for them; one that does not fit is our own fault, not the asker's."""
    try:
        return converted(kind, figures)
    except BadInput as misfit:
        raise CheckFailed(f"the figures do not fit {kind.__name__}: {misfit.message}") from None
