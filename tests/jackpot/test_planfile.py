"""Plan files: the samples are whole, every mistake is named, every key is documented.

``broken/`` holds one mistake a file; the first line holds the words that its error must contain.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import catalogue
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA
from croupier.errors import RulebookError
from croupier.jackpot.plan.file import link_hash, read_plan
from croupier.jackpot.plan.link_plan import plan_from_json, plan_to_json
from croupier.rulebook.fields import Fields
from croupier.units import format_money

HERE = Path(__file__).parent
FILES = sorted((HERE / "broken").glob("*.toml"))
DOCS = HERE.parent.parent / "docs" / "reference" / "jackpot-plan.md"


def small(levels: str, jackpot: str = "", table: str = "high-card-flush", paytable: str = "PT-BJS-HCF-SF-03a") -> str:
    """A good plan with one jackpot and one table."""
    return f"""
schema = 1
[casino]
name = "Card Room"
location = "Spokane"
jurisdiction = "generic"
time_zone = "UTC"
day_begins = "06:00"
first_day = "2026-01-01"
[[people]]
id = "sam"
name = "Sam"
role = "supervisor"
[[people]]
id = "alex"
name = "Alex"
role = "supervisor"
[[thresholds]]
begins = "2026-01-01"
approval = "1000.00"
[[jackpots]]
id = "sf"
title = "Straight Flush"
type = "progressive"
wager = "straight_flush_progressive"
paytable = "{paytable}"
{jackpot}
{levels}
[[tables]]
id = "T1"
game = "{table}"
sensors = ["sf"]
"""


LEVEL = '[[jackpots.levels]]\nseed = "10000.00"\nincrement_ppm = 180_000\n'


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_mistake_is_named(file: Path) -> None:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# error: ")
    with pytest.raises(RulebookError) as refused:
        read_plan(file, catalogue.book())
    message = str(refused.value)
    for words in first.removeprefix("# error: ").split(" | "):
        assert words in message
    assert message.startswith(f"{file}: {refused.value.key}: ")
    assert refused.value.hint
    assert refused.value.exit_status == 2


def test_there_are_enough_of_them() -> None:
    assert len(FILES) >= 80
    assert len({file.read_bytes() for file in FILES}) == len(FILES)


def test_the_washington_sample() -> None:
    plan = read_plan(SAMPLE, catalogue.book())
    assert len(plan.tables) == 15
    assert {jackpot.id: jackpot.type for jackpot in plan.jackpots} == {
        "sf": "progressive",
        "envy": "progressive",
        "house": "house",
    }
    games = {table.game.split("(")[0] for table in plan.links["sf"].tables}
    assert games == {"keep-it-straight", "high-card-flush"}
    assert [each.tax_form_cents for each in plan.thresholds] == [60_000, 200_000]
    house = plan.links["house"]
    assert house.simultaneous == "full"
    assert house.levels[0].seed_cents == house.levels[0].reseed_cents == 2_500_000
    assert "jackpot=house" in house.tables[0].game


def test_the_nevada_sample() -> None:
    plan = read_plan(SAMPLE_NEVADA, catalogue.book())
    assert [level.number for level in plan.links["pp-levels"].levels] == [1, 2, 3]
    assert plan.links["pp-levels"].levels[2].reseed_cents == 125_000
    assert "dynamic_draw=3-2-1" in plan.links["pp-dynamic"].tables[0].game
    assert "dealer_envy_funding=reserve" in plan.links["pp-dealer"].tables[0].game
    assert next(table for table in plan.tables if table.id == "RIC-01").sensors == ("mini-royal", "sf")


@pytest.mark.parametrize("sample", [SAMPLE, SAMPLE_NEVADA], ids=["washington", "nevada"])
def test_a_link_survives_the_journal(sample: Path) -> None:
    for link in read_plan(sample, catalogue.book()).links.values():
        assert plan_from_json(plan_to_json(link)) == link


@pytest.mark.parametrize("sample", [SAMPLE, SAMPLE_NEVADA], ids=["washington", "nevada"])
def test_samples_say_that_they_are(sample: Path) -> None:
    """No seed, posted amount or rate of a sample may pass for the maker's."""
    for line in sample.read_text(encoding="utf-8").splitlines():
        if re.match(r"(seed|reseed|posted|increment_ppm|reserve_ppm) = ", line):
            assert "# sample" in line, line


def test_amounts_are_for_a_dollar_and_scale() -> None:
    levels = LEVEL + 'reseed = "8000.00"\nbeginning = "51234.56"\nlimit = "50000.00"\n'
    level = read_plan(small(levels, 'base_wager = "5.00"'), catalogue.book()).links["sf"].levels[0]
    assert (level.seed_cents, level.reseed_cents, level.limit_cents) == (5_000_000, 4_000_000, 25_000_000)
    assert level.beginning_cents == 5_123_456, "what the meter shows when it opens is stated as it is"
    plain = read_plan(small(LEVEL, 'base_wager = "5.00"\nscale_seed = false'), catalogue.book()).links["sf"]
    assert plain.levels[0].seed_cents == 1_000_000
    assert "scale_seed=no" in plain.tables[0].game


def test_what_is_left_out() -> None:
    plan = read_plan(small(LEVEL), catalogue.book())
    link = plan.links["sf"]
    level = link.levels[0]
    assert level.reseed_cents == level.beginning_cents == level.seed_cents == 1_000_000
    assert (level.reserve_ppm, level.limit_cents) == (0, None)
    assert (link.simultaneous, link.below_seed, link.overflow_to, link.dealer_envy_from) == (
        "share",
        "no-top-up",
        "next-meter",
        "house",
    )
    assert link.unreasonable_cents == 600, "a full round of the largest table"
    assert (plan.currency, plan.deposit_days, plan.approval) == ("USD", 7, "")
    assert link.tables[0].seats == 6


def test_a_default_that_is_written_out_changes_nothing() -> None:
    spelled = 'base_wager = "1.00"\nsimultaneous = "share"\nenvy_per = "qualifying-hand"\nbelow_seed = "no-top-up"\n'
    assert read_plan(small(LEVEL, spelled), catalogue.book()) == read_plan(small(LEVEL), catalogue.book())


def test_the_rulebook_behind_a_link_is_fingerprinted() -> None:
    book = catalogue.book()
    links = read_plan(SAMPLE, book).links
    assert links["sf"].rulebook_hash == link_hash(book, links["sf"])
    assert links["sf"].rulebook_hash != links["house"].rulebook_hash, "one plays two games, the other one"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(RulebookError, match=r"cannot be read|is not a plain file"):
            read_plan(path, catalogue.book())
    (tmp_path / "latin.toml").write_bytes(b"schema = 1 # \xe9\n")
    with pytest.raises(RulebookError, match="not UTF-8"):
        read_plan(tmp_path / "latin.toml", catalogue.book())


@given(cents=st.integers(1, 10**9), base=st.integers(1, 100))
def test_scaling_is_exact(cents: int, base: int) -> None:
    levels = LEVEL.replace("10000.00", format_money(cents))
    link = read_plan(small(levels, f'base_wager = "{base}.00"'), catalogue.book()).links["sf"]
    assert link.levels[0].seed_cents == cents * base


@given(st.text(max_size=20))
def test_any_text_for_an_amount_is_an_amount_or_one_clear_error(text: str) -> None:
    quoted = "".join(f"\\U{ord(letter):08X}" for letter in text if not 0xD800 <= ord(letter) < 0xE000)
    source = small(LEVEL.replace("10000.00", quoted))
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,2})?", text) and float(text):
        assert read_plan(source, catalogue.book()).links["sf"].levels[0].seed_cents > 0
    else:
        with pytest.raises(RulebookError) as refused:
            read_plan(source, catalogue.book())
        assert refused.value.key == "jackpots[0].levels[0].seed"


def asked_keys(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """By section of the file, every key that the reader asks for."""
    asked: dict[str, set[str]] = {}
    has = Fields.has

    def listening(self: Fields, key: str) -> bool:
        asked.setdefault(re.sub(r"\[\d+\]", "", self.path), set()).add(key)
        return has(self, key)

    monkeypatch.setattr(Fields, "has", listening)
    for sample in (SAMPLE, SAMPLE_NEVADA):
        read_plan(sample, catalogue.book())
    del asked["jackpots.settings"]  # its keys are those of the game
    return asked


def test_a_notice_over_several_lines_is_one_line_in_the_books() -> None:
    notice = 'notice = """\nNo more\n  than $50,000."""'
    assert read_plan(small(LEVEL, notice), catalogue.book()).links["sf"].notice == "No more than $50,000."
    text = SAMPLE.read_text(encoding="utf-8").replace('type = "house"', f'type = "house"\n{notice}')
    house = read_plan(text, catalogue.book()).links["house"].notice
    assert house.endswith("No more than $50,000.")
    assert house.isprintable()


def test_every_key_is_documented_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    documented: dict[str, set[str]] = {}
    section = ""
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## .*`\[{1,2}([a-z.]+)\]{1,2}`", line):
            section = heading[1]
        elif line.startswith("## "):
            section = ""
        elif row := re.match(r"\| `([a-z_]+)` \|", line):
            documented.setdefault(section, set()).add(row[1])
    assert documented == asked_keys(monkeypatch)
