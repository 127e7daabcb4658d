"""For a laboratory and a regulator: which software this is, that it was built from this source, and what is filed."""

import datetime
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli.options import Date, GameName, as_json, table_option
from croupier.cli.output import folded, print_json, progress_bar, remark, say
from croupier.cli.prints import limit_options, posted_table
from croupier.errors import BadInput, CheckFailed, CroupierError, MissingPart
from croupier.library import about as identify
from croupier.questions.asking import COMMAND, Asked, ask
from croupier.rulebook.book import canonical_text
from croupier.software import BUILT, COUNTED

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.questions.sheet.wording import Limits
    from croupier.rulebook.configuration import Configuration


@click.command()
@click.option("--files", is_flag=True, help="List every installed file with its SHA-256.")
@as_json
def about(files: bool, as_json: bool) -> None:
    """Print the version, the hash of the software, of the rulebook and of every game in it.

    The first line names the software as every sheet, round and report does. Its hash is SHA-256 over every source and
    data file of the package; with --files each file has its own line, in the form that sha256sum writes.
    """
    record = identify(files=files)
    if as_json:
        print_json(record)
        return
    click.echo(f"{record['software']} on Python {record['python']}")
    click.echo(f"rulebook {record['rulebook_hash']}")
    for name, rulebook in record["games"].items():
        click.echo(folded(f"game     {rulebook}  {name}", sys.stdout))
    for name, part in record["outside"].items():
        click.echo(folded(f"code     {part['code_hash']}  {name}, from {part['folder']}", sys.stdout))
    for file in record.get("files", ()):
        click.echo(f"{file['sha256']}  {file['path']}")


@click.command()
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FOLDER", help="A new folder.")
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="Run tests and lies here, each so long at most."
)
def evidence(output: Path, minutes: float | None) -> None:
    """Collect the evidence for a laboratory: builds, materials, hashes, requirements, tests.

    Run it in a checkout of the source. The archives are built twice from the last commit and compared; the first page
    of the folder says what is missing or failed. Tests, lies and branches are run with --minutes; all of them take
    hours. ``python -m tools.evidence`` takes reports of a run elsewhere.
    """
    if not Path("tools/evidence.py").is_file() or not Path("src/croupier").is_dir():
        raise MissingPart("this folder is no checkout of the source", hint="run it where pyproject.toml is")
    words = [] if minutes is None else ["--minutes", str(minutes)]
    done = subprocess.run([sys.executable, "-m", "tools.evidence", "-o", str(output), *words], check=False)
    if done.returncode:
        raise CheckFailed("the evidence is not whole", hint="the lines above say what stood in its way")


HASHES = (
    "Every hash is SHA-256. That of the game is of the file game.json as it lies here, that of the rulebook of "
    "rulebook.json. That of the software is of one line for each file below whose name ends in "
    f"{', '.join(COUNTED)}, {BUILT} left out, in the order given: its sha256, two blanks, its path, a line feed. That "
    "of the code of a game of one's own is of every .py file of its folder by name: its name, a zero byte, its content."
)
AUTHORITIES = ("nevada", "maryland", "generic")


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@limit_options
@click.option("--for", "authority", type=click.Choice(AUTHORITIES), default="generic", show_default=True)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FOLDER", help="A new folder.")
@click.option("--date", type=Date(), help="Of all that does not hang at the table.  [default: today, by UTC]")
@click.option("--key", type=click.Path(path_type=Path), metavar="FILE", help="An Ed25519 key of OpenSSH to sign with.")
def dossier(
    game: str | None,
    table_file: str | None,
    authority: str,
    output: Path,
    date: datetime.date | None,
    key: Path | None,
    **amounts: str | None,
) -> None:
    """Write everything that is filed for GAME: letter, rules, layout, placard, rack card, par sheet, examples, hashes.

    The first page lists what the authority asks for in its own order, and before that what is not in the folder, and
    whether limits were stated. The same game, date and software give the same bytes anywhere. With --key the sums are
    signed: ssh-keygen -Y verify -n file reads SHA256SUMS.sig.

    \b
      croupier dossier three-card-prime --for nevada --date 2027-01-15 -o FOLDER
    """
    from croupier.handbook import dossier as folder
    from croupier.questions.advantage import every_sight, quick_sights

    if output.exists():
        raise BadInput(f"{output} exists already", hint="name a new folder: what was filed is not overwritten")
    signer = folder.read_key(key) if key is not None else None
    date = date or datetime.datetime.now(datetime.UTC).date()
    configuration, limits = posted_table(game, table_file, amounts)
    slow = len(every_sight(configuration)) - len(quick_sights(configuration))
    if slow:
        told = "seconds to two minutes each, unless an earlier run has kept it"
        remark(f"{slow} sights of the dealer's cards are counted: {told}")
    files, failed = _pieces(configuration, limits, authority, date)
    made = {*files, "SHA256SUMS"}
    files["contents.pdf"] = _pdf(folder.contents(configuration, authority, made, failed, date, limits))
    files["SHA256SUMS"] = folder.sums(files)
    if signer is not None:
        files["SHA256SUMS.sig"] = folder.ssh_signature(signer, files["SHA256SUMS"])
    output.mkdir(parents=True)
    for name, content in files.items():
        (output / name).write_bytes(content)
    for name, why in failed.items():
        remark(f"without {name}: {why}")
    say(f"{click.format_filename(output)}: {len(files)} files; begin with contents.pdf")


def _pieces(
    configuration: "Configuration", limits: "Limits", authority: str, date: datetime.date
) -> tuple[dict[str, bytes], dict[str, str]]:
    from croupier.cli.advantage import page as advantage_page
    from croupier.cli.strategy import strategy_page
    from croupier.handbook import dossier as folder
    from croupier.handbook.parsheet.writers import render
    from croupier.handbook.rules.document import render_rules_pdf
    from croupier.handbook.rules.felt import render_felt_pdf
    from croupier.handbook.rules.placard import render_placard_pdf
    from croupier.questions.advantage import Advantage, AdvantageOfEverySight
    from croupier.questions.sheet.question import ParSheet, sheet_of
    from croupier.questions.solved.solutions import valuer_of
    from croupier.questions.strategy import Strategy

    game = str(configuration)
    asked = Asked(COMMAND, progress=progress_bar("solving"))
    posted = {} if limits == folder.USUAL else limits.by_wager(configuration)
    sheet = sheet_of(ParSheet(date=date), asked, configuration, posted)

    def paper(page: "Document", kicker: str, *told: str) -> bytes:
        return _pdf(folder.titled(page, configuration, kicker, date, told))

    made: dict[str, Callable[[], bytes]] = {
        "letter.pdf": lambda: _pdf(folder.letter(configuration, authority, date)),
        "rules.pdf": lambda: render_rules_pdf(configuration, limits, date),
        "layout.pdf": lambda: render_felt_pdf(catalogue.load(str(configuration))),
        "placard.pdf": lambda: render_placard_pdf(configuration, limits, "tabloid"),
        "rack-card.pdf": lambda: render_placard_pdf(configuration, limits, "rack-card"),
        "par-sheet.pdf": lambda: render(sheet, "pdf"),
        "par-sheet.json": lambda: render(sheet, "json"),
        "par-sheet.xlsx": lambda: render(sheet, "xlsx"),
        "strategy.pdf": lambda: paper(strategy_page(ask(Strategy(game=game), asked).result), "Strategy"),
        "advantage.pdf": lambda: (
            paper(advantage_page(ask(Advantage(game=game), asked)), "Advantage")
            if valuer_of(configuration)
            else paper(advantage_page(ask(AdvantageOfEverySight(game=game), asked)), "Advantage", folder.SIGHTS)
        ),
        "examples.pdf": lambda: _pdf(folder.examples(catalogue.load(str(configuration)), date)),
        "coverage.pdf": lambda: _pdf(folder.coverage(configuration, date)),
        "game.json": lambda: canonical_text(configuration.book.parts(configuration.name)),
        "rulebook.json": lambda: canonical_text(configuration.book.parts()),
        "version.json": lambda: json.dumps(_identity(identify(files=True)), indent=1).encode() + b"\n",
    }
    files: dict[str, bytes] = {}
    failed: dict[str, str] = {}
    for name, make in made.items():
        try:
            files[name] = make()
        except CroupierError as problem:
            failed[name] = problem.message
    return files, failed


def _identity(record: object) -> object:
    """Who made it does not depend on where it is installed."""
    assert isinstance(record, dict)
    known = {key: value for key, value in record.items() if key != "python"}
    code = {name: part["code_hash"] for name, part in record["outside"].items()}
    return {"hashes": HASHES} | known | {"outside": code}


def _pdf(document: "Document") -> bytes:
    from croupier.handbook.page import pdf
    from croupier.handbook.page.pdf import HOUSE_FONT, typeset

    return typeset(pdf.source([document], paper="us-letter", font=HOUSE_FONT))
