"""What an inspector asks about a plan that breaks no rule."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.casino.floor import load_layout
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA, floor
from croupier.cli.jackpot.plan import plan_text
from croupier.errors import RulebookError
from croupier.handbook.reports.plan_changes import differences, differences_text
from croupier.jackpot.plan import inspection
from croupier.jackpot.plan.checking import BadPlan, read_plan_json
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.inspection import inspect
from croupier.jackpot.plan.link_plan import Person, Threshold, plan_to_json


def remarks(text: str) -> set[str]:
    return {each.name for each in inspect(read_plan(text, catalogue.book()), catalogue.book())}


def changed(path: Path, old: str, new: str) -> str:
    text = path.read_text()
    assert old in text
    return text.replace(old, new)


def test_the_samples_are_open_about_themselves() -> None:
    assert remarks(SAMPLE.read_text()) == {"game-unknown-there", "no-license", "two-supervisors"}
    assert remarks(SAMPLE_NEVADA.read_text()) == {
        "game-unknown-there",
        "threshold-without-duty",
        "sample-table",
        "no-license",
        "two-supervisors",
    }


REMARKED = {
    "approval-says-nothing": [
        ('approval = "SAMPLE-0000, for demonstration only"', 'approval = "x"'),
        ('approval = "SAMPLE-0000, for demonstration only"', 'approval = "granted"'),
    ],
    "no-dealer": [('role = "dealer"', 'role = "accounting"')],
    "no-accounting": [('role = "accounting"', 'role = "dealer"')],
    "threshold-far-ahead": [('begins = "2026-01-01"', 'begins = "2031-01-01"')],
    "threshold-without-duty": [
        ('camera = "500.00"', ""),
        ("# Keep It Straight and High", '[[thresholds]]\nbegins = "2026-09-01"\napproval = "1000.00"\n# Later'),
    ],
    "limit-without-notice": [
        ('notice = "The jackpot does not rise above $250,000; what comes in above it goes to the next jackpot."', ""),
        ("above $250,000;", "above its limit;"),
    ],
    "edition-of-elsewhere": [('jurisdiction = "washington"', 'jurisdiction = "nevada"')],
    "game-unknown-there": [('jurisdiction = "washington"', 'jurisdiction = "nevada"')],
    "wager-above-limits": [('base_wager = "5.00"\nsimultaneous', 'base_wager = "10.00"\nsimultaneous')],
    "no-approval": [('approval = "SAMPLE-0000, for demonstration only"', "")],
    "zone-of-elsewhere": [("America/Los_Angeles", "Asia/Tokyo"), ("America/Los_Angeles", "Etc/GMT+8")],
    "names-alike": [
        ('id = "KIS-02"', 'id = "kis-01"'),
        ('title = "Straight Flush Progressive with Envy"', 'title = "Straight flush  progressive"'),
    ],
    "rate-below-a-cent": [("increment_ppm = 180_000   # sample: 18", "increment_ppm = 1_999  # sample")],
    "sample-table": [
        ('game = "high-card-flush"\nseats = 5', 'game = "high-card-flush(flush=SAMPLE-HCF-FLUSH-01)"\nseats = 5')
    ],
}
"""By remark, what is changed in the sample plan so that it is made."""
for line in """
license-says-nothing | deposit_days = 7 | deposit_days = 7; license = "x"
claim-rule-without-days | deposit_days = 7 | deposit_days = 7; claim_rule = "RCW 63.30"
records-kept-too-short | deposit_days = 7 | deposit_days = 7; payee_years = 3
first-day-far-ahead | first_day = "2026-01-01" | first_day = "2099-01-01"
threshold-above-prizes | camera = "500.00" | camera = "9000000.00"
unreasonable-too-high | simultaneous = "share" | unreasonable = "1000.00"; simultaneous = "share"
limit-at-seed | limit = "50000.00" | limit = "10000.00"
seed-below-wager | posted = "25000.00" | posted = "0.01"
""".strip().splitlines():
    called, before, after = line.split(" | ")
    REMARKED[called] = [(before, after.replace("; ", "\n"))]


@pytest.mark.parametrize(("name", "old", "new"), [(name, *each) for name, some in REMARKED.items() for each in some])
def test_a_remark_has_a_name(name: str, old: str, new: str) -> None:
    assert name in remarks(changed(SAMPLE, old, new))


def test_a_makers_table_that_is_read_otherwise_is_remarked() -> None:
    """Under the maker's code a colored pair is paid that the maker's table does not pay (P8)."""
    plan = SAMPLE_NEVADA.read_text()
    for old, new in (
        ('paytable = "PT-PRG-PP-06b"', 'paytable = "PT-PRG-PP-13"'),
        ('dealer_envy_from = "reserve"\n', ""),
        ('suit = "spades", ranks = "A/K"', 'suit = "spades", pp13_colored_pair = "pays-as-mixed"'),
    ):
        assert old in plan
        plan = plan.replace(old, new)
    assert "table-read-otherwise" in remarks(plan)
    assert "table-read-otherwise" not in remarks(plan.replace(', pp13_colored_pair = "pays-as-mixed"', ""))


def test_every_remark_is_made_here_and_documented() -> None:
    named = set(re.findall(r'(?:_remark|tell)\(\s*"([a-z-]+)', Path(inspection.__file__).read_text()))
    assert named == {name.partition("/")[0] for name in inspection._WORDS}
    assert named == {*REMARKED, "no-license", "two-supervisors", "table-read-otherwise"}
    page = (Path(__file__).parents[2] / "docs/reference/jackpot-plan.md").read_text()
    assert [name for name in sorted(named) if f"`{name}`" not in page] == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("deposit_days = 7", "deposit_days = 7\npayee_years = 0", "payee_years: 0 is not from 1 to 50"),
        ('simultaneous = "share"', 'unreasonable = "1.00"\nsimultaneous = "share"', "every wager would be refused"),
    ],
)
def test_what_could_not_be_run_is_an_error(old: str, new: str, told: str) -> None:
    with pytest.raises(RulebookError, match=told):
        remarks(changed(SAMPLE, old, new))


def test_a_third_supervisor_is_enough() -> None:
    third = '[[people]]\nid = "kim"\nname = "Kim Supervisor"\nrole = "supervisor"\n'
    assert "two-supervisors" not in remarks(f"{SAMPLE.read_text()}\n{third}")


def test_a_license_is_enough() -> None:
    assert "no-license" not in remarks(
        changed(SAMPLE, 'jurisdiction = "washington"', 'jurisdiction = "washington"\nlicense = "67-00001"')
    )


def test_whoever_puts_a_plan_forward_sees_the_remarks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.casino.floor import opened
    from croupier.cli.main import run

    plan = tmp_path / "plan.toml"
    plan.write_text(changed(SAMPLE, 'approval = "SAMPLE-0000, for demonstration only"', 'approval = "x"'))
    book = str(tmp_path / "book.db")
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("CROUPIER_NEW_PASSWORD", "CROUPIER_PASSWORD"):
            patch.setenv(variable, "a quite long password")
        for name in ("sam", "robin"):
            assert run(["jackpot", "enroll", book, name]) == 0
        assert run(["jackpot", "propose", str(plan), book, "--by", "sam", "--link", "sf"]) == 0
    assert "approval-says-nothing" in capsys.readouterr().out
    with opened(book) as store:
        assert store.links() == ["sf"]


def test_the_second_person_sees_every_field() -> None:
    """What a page of a plan does not show could be slipped past whoever approves it."""
    plan = floor(SAMPLE).link("sf")
    shown = plan_text(plan)
    person = Person("x", "X", "operator")
    changes: dict[str, object] = {"levels": (replace(plan.levels[0], limit_cents=None),), "people": (person,)}
    changes |= {"tables": plan.tables[1:], "thresholds": plan.thresholds[1:], "type": "house", "currency": "chips"}
    for field in fields(plan):
        if field.name == "rules":  # of the rulebook that is named, which the books check
            continue
        old = getattr(plan, field.name)
        other = changes.get(field.name, old + 1 if isinstance(old, int) else f"other {old}")
        assert plan_text(replace(plan, **{field.name: other})) != shown, field.name  # type: ignore[arg-type]


def test_a_change_of_plan_reads_in_a_few_lines() -> None:
    """A table that leaves takes its rules along, and one changed pay is one line; nobody reads a page of braces."""
    plan = floor(SAMPLE).link("sf")
    gone = next(each for each in plan.tables if [other.game for other in plan.tables].count(each.game) == 1)
    fewer = replace(
        plan,
        tables=tuple(each for each in plan.tables if each is not gone),
        rules=tuple(each for each in plan.rules if each.game != gone.game),
    )
    assert [name for name, _, _ in differences(plan, fewer)] == [f"table {gone.id}", f"rules of {gone.game}"]
    first, *others = plan.rules
    rows = [{**first.paytable["rows"][0], "label": "Another"}, *first.paytable["rows"][1:]]
    other = replace(plan, rules=(replace(first, paytable={**first.paytable, "rows": rows}), *others))
    label = str(first.paytable["rows"][0]["label"])
    assert differences(plan, other) == [(f"rules of {first.game}, paytable rows 1 label", label, "Another")]
    assert not any(
        "{" in text for lines in (differences(plan, fewer), differences(fewer, plan)) for line in lines for text in line
    )


def test_no_change_of_plan_hides_behind_another_of_the_same_name() -> None:
    """Of two sets of thresholds that begin on one day the first is in force: shown is what is."""
    plan = floor(SAMPLE).link("sf")
    strict = Threshold("2026-01-01", approval_cents=100_000)
    plan = replace(plan, thresholds=(strict,))
    lax = replace(plan, thresholds=(Threshold("2026-01-01"), strict))
    assert lax.threshold("2026-01-02").approval_cents is None
    found = differences(plan, lax)
    assert found[0] == ("thresholds from 2026-01-01, approval", "1,000.00", "none")
    assert found[1][0] == "thresholds from 2026-01-01 (2)"
    with pytest.raises(BadPlan, match="two sets of thresholds begin on 2026-01-01"):
        read_plan_json(plan_to_json(lax), load_layout, of_today=False)
    turned = replace(plan, tables=plan.tables[::-1])
    ((name, before, after),) = differences(plan, turned)
    assert (name, before.split(", ")) == ("table: the order", after.split(", ")[::-1])


def test_a_plan_that_takes_the_place_of_an_approved_one_says_so() -> None:
    """Rates that two people had approved were dropped by the next plan, and its differences from the plan in force did
    not show it."""
    now = floor(SAMPLE).link("sf")
    faster = replace(now, levels=(replace(now.levels[0], increment_ppm=190_000), *now.levels[1:]))
    assert differences_text(now, now) == "it differs in nothing from the plan in force"
    told = differences_text(now, now, faster)
    assert "takes the place of a plan that was approved before" in told
    assert "190,000 ppm" in told
    assert "takes the place" not in differences_text(now, faster, faster)
