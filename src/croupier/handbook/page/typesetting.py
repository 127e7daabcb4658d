"""The typesetter: Typst, called only where a PDF is asked for, with its own fonts and the house's. The same source
gives the same bytes on every machine: no system font, no clock, no package from the network."""

import re
from pathlib import Path
from types import ModuleType
from typing import Final

from croupier.errors import BadInput, MissingPart
from croupier.handbook.page.text import plain

FONT: Final = "Libertinus Serif"
HOUSE_FONT: Final = "Inter"  # What the pages are set in; its regular and bold cuts lie in ``fonts``.
FONTS: Final = [str(Path(__file__).parent / "fonts")]
BREAK: Final = "\u200b"  # In a text of ours: where a line may break and nothing is seen. It never reaches the paper.


def quoted(text: str) -> str:
    """A string as Typst source; whatever it holds is set as it stands.

    >>> quoted('say "to 1"')
    '"say \\\\"to 1\\\\""'
    """
    text = plain(text.replace("\n", " ").replace(BREAK, ""))
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def words(text: str) -> str:
    """Text as content, in code mode. Where a line may break there is a space too thin to see, which nobody copies; the
    typesetter drops one of no width."""
    return " + h(0.001pt) + ".join(f"text({quoted(part)})" for part in text.split(BREAK))


def breakable(configuration: str) -> str:
    """A configuration that may break after a bracket or a sign of equality."""
    return configuration.replace("(", f"({BREAK}").replace("=", f"={BREAK}")


def typeset(source: str, *, strict: bool = False) -> bytes:
    """Typst source as a PDF: PDF/A-2b, to be kept for decades, and PDF/UA-1, to be read aloud. A text that the fonts
    lack letters for, such as a name in another script, makes a plain PDF with boxes in their place; where ``strict``,
    it is refused."""
    typst = _typst()
    try:
        content = typst.compile(
            source.encode(),
            format="pdf",
            font_paths=FONTS,
            ignore_system_fonts=True,
            timestamp=0,
            pdf_standards=["a-2b", "ua-1"],
        )
    except typst.TypstError as problem:
        found = re.search(r"the text `\"(.*?)\"` could not be displayed", str(problem))
        if not found:
            raise
        if strict:
            said = f"'{found[1][:40]}' cannot be set: the fonts at hand lack it"
            raise BadInput(said, hint="write it in Latin letters, or use .html") from None
        content = typst.compile(source.encode(), format="pdf", font_paths=FONTS, ignore_system_fonts=True, timestamp=0)
    assert isinstance(content, bytes)
    return content


def outlined(source: str) -> list[str]:
    """Typst source as SVG, a page each, with every letter as its outline."""
    pages = _typst().compile(source.encode(), format="svg", font_paths=FONTS, ignore_system_fonts=True, timestamp=0)
    return [each.decode() for each in (pages if isinstance(pages, list) else [pages])]


def as_png(svg: str, scale: float = 2, wide: int | None = None) -> bytes:
    """A drawing as a PNG, ``scale`` dots a point or ``wide`` dots in all, with the typesetter's own fonts."""
    width, height = (
        float(svg.split(f'{name}="', 1)[1].split('"', 1)[0].removesuffix("pt")) for name in ("width", "height")
    )
    scale = wide / width if wide else scale
    page = f"#set page(width: {width:g}pt, height: {height:g}pt, margin: 0pt, fill: white)\n"
    source = f'{page}#image(bytes({quoted(svg)}), format: "svg", width: 100%)'
    content = _typst().compile(
        source.encode(), format="png", ppi=72.0 * scale, font_paths=FONTS, ignore_system_fonts=True
    )
    assert isinstance(content, bytes)
    return content


def _typst() -> ModuleType:
    try:
        import typst
    except ModuleNotFoundError:
        raise MissingPart(
            "typst, which sets the PDF, is not installed", hint="pip install typst, or write .html, .json or .csv"
        ) from None
    return typst
