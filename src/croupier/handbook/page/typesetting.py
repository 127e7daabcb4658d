"""The typesetter: Typst, called only where a PDF is asked for, with nothing but its own fonts.

The same source gives the same bytes on every machine: no system font, no clock, no package from the network.
"""

from __future__ import annotations

from typing import Final

from croupier.errors import MissingPart

FONT: Final = "Libertinus Serif"


def quoted(text: str) -> str:
    """A string as Typst source; whatever it holds is set as it stands.

    >>> quoted('say "to 1"')
    '"say \\\\"to 1\\\\""'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def words(text: str) -> str:
    """Text as content, in code mode."""
    return f"text({quoted(text)})"


def typeset(source: str) -> bytes:
    """Typst source as a PDF."""
    try:
        import typst
    except ModuleNotFoundError:
        raise MissingPart(
            "typst, which sets the PDF, is not installed", hint="pip install typst, or write .html, .json or .csv"
        ) from None
    content = typst.compile(source.encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    assert isinstance(content, bytes)
    return content
