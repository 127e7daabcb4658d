"""What lies at the table on paper: the placard, one sheet to be read from two meters, and the rack card, both sides.
The rows are those of ``questions.sheet.wording``. The typesetter measures every word and takes the largest type in
which all of it fits; PDF holds its fonts, and SVG the letters as outlines, with the words beside them."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final, Literal

from croupier.errors import BadInput
from croupier.handbook.page.pdf import HOUSE_FONT, breakable, outlined, quoted, typeset, words
from croupier.questions.sheet import wording
from croupier.rulebook.configuration import Configuration

Size = Literal["letter", "half-letter", "tabloid", "a4", "rack-card"]
SIZES: Final[dict[Size, tuple[float, float]]] = {
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "tabloid": (279.4, 431.8),
    "a4": (210.0, 297.0),
    "rack-card": (101.6, 228.6),
}
"""Width and height in millimeters."""
FELTS: Final = {
    "blue": ("#1B4E65", "#0D3C50", "#295A72"),
    "brown": ("#5A4319", "#47330C", "#664F26"),
    "green": ("#20533D", "#12402E", "#2C5F49"),
    "plum": ("#583B5D", "#452C49", "#644769"),
    "red": ("#67383A", "#51292B", "#734446"),
}
"""A game's own color, the same darker and lighter: those of the pages."""
FELT_INK: Final = "#F4F1E6"
FELT_SOFT: Final = "#D6D8C8"
STEPS: Final = (
    *((size, round(0.72 * size)) for size in range(52, 30, -2)),
    *((size, max(14, round(0.6 * size + 4))) for size in (30, 28, 26, 24, 22, *range(20, 13, -1))),
)
"""Type of pays and of rules on a tabloid sheet, in points, the largest first; other papers in proportion."""
CROWDED: Final = 34  # Rows and heads of tables from which they stand in one column more.
CARD_STEPS: Final = tuple((size, size) for size in (*range(22, 11, -1), *(half / 2 for half in range(22, 11, -1))))
LIMITS_TYPE: Final = "8pt"  # Of the limits below the front of a rack card.

_STYLE: Final = Path(__file__).with_name("placard.typ").read_text(encoding="utf-8")


@dataclass(frozen=True)
class _Content:
    title: str
    warning: str
    limits: tuple[tuple[str, str], ...]
    tables: tuple[wording.PostedTable, ...]
    play: tuple[str, ...]  # How it is played and how hands rank.
    more: tuple[str, ...]  # Bonus wagers, jackpots and the house's choices.
    notices: tuple[str, ...]
    foot: str

    @property
    def words(self) -> list[str]:
        """Everything that it says, in its order."""
        said = [self.warning, *(part for row in self.limits for part in row)]
        for table in self.tables:
            said += [table.wager.title, "sample" if table.is_sample else "", table.unit, table.code, *table.heads]
            said += [part for row in table.rows for part in (row.label, row.pays, row.beside)]
        return [words for words in (*said, *self.play, *self.more, *self.notices, self.foot) if words]


def placard_words(configuration: Configuration, limits: wording.Limits) -> list[str]:
    """Everything that a placard says, in its order."""
    return _content(configuration, limits).words


def placard_pages(configuration: Configuration, limits: wording.Limits, size: Size = "tabloid") -> list[str]:
    """The sheet as SVG, or the two sides of a rack card."""
    content = _content(configuration, limits)
    title = f"{content.title}: {_name(size)}"
    pages = outlined(_source(configuration, content, size))
    if len(pages) > (2 if size == "rack-card" else 1):
        hint = "leave some bonus wagers out" if size == "tabloid" else "a larger size"
        raise BadInput(f"{len(content.tables)} tables do not fit one {size} in type to be read", hint=hint)
    return [with_words(page, title, [content.title, *content.words]) for page in pages]


def render_placard_pdf(configuration: Configuration, limits: wording.Limits, size: Size = "tabloid") -> bytes:
    """The same as a PDF; the same bytes for the same placard."""
    placard_pages(configuration, limits, size)
    return typeset(_source(configuration, _content(configuration, limits), size))


def _name(size: Size) -> str:
    return "rack card" if size == "rack-card" else "table placard"


def _content(configuration: Configuration, limits: wording.Limits) -> _Content:
    _check_tables(configuration)
    edition = configuration.edition
    rules = {
        topic: [words for _, words in wording.posted_rules(configuration, topic)] for topic in wording.POSTED_TOPICS
    }
    return _Content(
        title=configuration.rules.title,
        warning=wording.sample_words(configuration),
        limits=tuple(wording.limit_rows(configuration, limits)),
        tables=tuple(wording.posted_tables(configuration)),
        play=(*rules["dealing"], *rules["play"], *rules["ranking"]),
        more=(*rules["bonus"], *rules["jackpot"], *rules["limits"]),
        notices=tuple(notice.words for notice in wording.posted_notices(configuration)),
        foot=f"{configuration}. {edition.title} [{edition.document}]; game {configuration.game_hash[:16]}",
    )


def _check_tables(configuration: Configuration) -> None:
    """A placard without the tables of its wagers says nothing: a game of bonus wagers alone needs one. A jackpot's code
    is posted with its letter, since a meter belongs to each."""
    configuration.check_letters()
    wagers = configuration.rules.wagers
    if any(wager.kind == "base" for wager in wagers) or configuration.tables:
        return
    first = next(wager for wager in wagers if wager.kind in ("bonus", "jackpot"))
    offered = ", ".join(first.tables_in(configuration.edition.id))
    raise BadInput(f"a placard of {configuration.name} needs a table of {first.id}", hint=f"offered: {offered}")


def _source(configuration: Configuration, content: _Content, size: Size) -> str:
    width, height = SIZES[size]
    is_card = size == "rack-card"
    scale = 1.0 if is_card else min(width / SIZES["tabloid"][0], height / SIZES["tabloid"][1])
    steps = CARD_STEPS if is_card else STEPS
    margin, head = (6.0, 26.0) if is_card else (11.0 * scale, 31.0 * scale)
    sizes = ", ".join(f"({pays * scale:.2f}pt, {rules * scale:.2f}pt)" for pays, rules in steps)
    values = {
        "FELT": FELTS[configuration.rules.felt][0],
        "INK": FELT_INK,
        "SOFT": FELT_SOFT,
        "FONT": HOUSE_FONT,
        "LEAST": f"{steps[-1][1] * scale:.2f}pt",
        "STEPS": sizes,
        "MARGIN": f"{margin:g}mm",
        "HEAD": f"{head:g}mm",
        "WIDTH": f"{width:g}mm",
        "HEIGHT": f"{height:g}mm",
        "TITLE": quoted(content.title),
        "NAME": quoted(f"{content.title}: {_name(size)}"),
    }
    source = re.sub(r"@([A-Z]+)", lambda match: values[match[1]], _STYLE)
    sides = _card_sides(content) if is_card else [_sheet(content)]
    for place, (kicker, body, foot) in enumerate(sides):
        source += "#pagebreak()\n" if place else ""
        least = LIMITS_TYPE if foot != content.foot else "least"
        source += f"#side({quoted(kicker)}, {words(breakable(foot))}, {least}, (pay, rule, gap) => {{ {body} }})\n"
    return source


def _sheet(content: _Content) -> tuple[str, str, str]:
    """The placard: limits, pays, rules in order of play, notices."""
    across = 2 if len(content.limits) in (2, 4) else min(3, len(content.limits))
    cells = (f"limit({quoted(title)}, {quoted(words)}, pay, rule, {across})" for title, words in content.limits)
    rules = [*content.play, *content.more]
    parts = [
        _warning(content),
        f"limits(pay, {across}, {', '.join(cells)})" if content.limits else "",
        _side_by_side(content.tables, 3),
        _halves(rules),
        *(f"note(rule, {quoted(words)})" for words in content.notices),
    ]
    return "At this table", "\n".join(filter(None, parts)), content.foot


def _card_sides(content: _Content) -> list[tuple[str, str, str]]:
    """The rack card: how to play it, and what it pays; without tables, how to play it on both sides."""
    play = _numbered(content.play)
    front_rules = len(play) if content.tables else _middle(content.play)
    front = [_warning(content), *play[:front_rules]]
    back = [
        *play[front_rules:],
        _side_by_side(content.tables, 2),
        *_numbered(content.more, 1 if content.tables else len(play) + 1),
        *(f"note(rule, {quoted(words)})" for words in content.notices),
    ]
    limits = "; ".join(f"{title} {words}" for title, words in content.limits)
    return [
        ("How to play", "\n".join(filter(None, front)), f"Limits: {limits}." if limits else content.foot),
        ("What it pays" if content.tables else "How to play, continued", "\n".join(filter(None, back)), content.foot),
    ]


def _warning(content: _Content) -> str:
    return f"warning(rule, {quoted(content.warning)})" if content.warning else ""


def _paytable(table: wording.PostedTable) -> str:
    rows = ", ".join(f"({quoted(row.label)}, {quoted(table.figure(row))}, {quoted(row.beside)})" for row in table.rows)
    sample = "true" if table.is_sample else "false"
    heads = "".join(f"{quoted(head)}, " for head in table.heads)
    return f"paytable(pay, {quoted(table.wager.title)}, {quoted(table.unit)}, {sample}, ({heads}), {rows},)"


def _numbered(rules: Iterable[str], first: int = 1) -> list[str]:
    return [f"ruled(rule, gap, {quoted(str(place))}, {quoted(words)})" for place, words in enumerate(rules, first)]


def _middle(rules: Sequence[str]) -> int:
    """How many of the rules are about half of their lines."""
    weights = [math.ceil(len(words) / 45) + 0.4 for words in rules]
    return sum(1 for place in range(len(rules)) if 2 * sum(weights[:place]) + weights[place] <= sum(weights))


def _halves(rules: list[str]) -> str:
    """Rules in two columns of about one height, in reading order."""
    blocks, cut = _numbered(rules), _middle(rules)
    return _columns({"\n".join(blocks[:cut]): 1, "\n".join(blocks[cut:]): 1}) if len(rules) > 1 else "\n".join(blocks)


def _side_by_side(tables: tuple[wording.PostedTable, ...], most: int) -> str:
    """Tables in as many columns as they need, each where there is most room, the widest words in the widest."""
    weights = {
        table.wager.id: len(table.rows) + 2.2 + len(table.heads) / 2 + sum(1 for row in table.rows if row.beside)
        for table in tables
    }
    count = min(most if sum(weights.values()) > CROWDED else most - 1, len(tables))
    columns: list[list[wording.PostedTable]] = [[] for _ in range(count)]
    for table in sorted(tables, key=lambda table: -weights[table.wager.id]):
        min(columns, key=lambda column: sum(weights[other.wager.id] for other in column)).append(table)
    return _columns(
        {
            "\n".join(_paytable(table) for table in tables if table in column): max(
                len(row.label) + len(table.figure(row)) for table in column for row in table.rows
            )
            for column in columns
        }
    )


def _columns(columns: dict[str, int]) -> str:
    """Columns side by side, as wide as their longest rows ask, none much wider than another."""
    inner = ", ".join(f"{{ {column} }}" for column in columns)
    widest = max(columns.values(), default=0)
    widths = ", ".join(f"{max(words, 0.78 * widest):g}fr" for words in columns.values())
    return f"columned(pay, ({widths}), {inner})" if len(columns) > 1 else "\n".join(columns)


def with_words(svg: str, title: str, words: list[str]) -> str:
    """The outlines with a name, and the words unseen."""
    start = svg.index(">") + 1
    lines = "".join(
        f'<text x="40" y="{place}" font-size="1">{escape(line, quote=False)}</text>'
        for place, line in enumerate(words, 1)
    )
    head = svg[: start - 1] + ' role="img">'
    return f'{head}<title>{escape(title)}</title>{svg[start:].removesuffix("</svg>")}<g opacity="0">{lines}</g></svg>\n'
