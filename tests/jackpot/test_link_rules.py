"""What the rules ask of a plan, each rule by its name; linking is judged by the exact engine itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA, chances_at, floor, solve_link
from croupier.errors import BadInput, RulebookError
from croupier.jackpot.plan import link_plan as links
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.inspection import inspect
from croupier.jackpot.plan.link_plan import CasinoPlan, FloorTable, LinkPlan, LinkRefused, check_link, warnings

BOOK = catalogue.book()
DOCS = Path(__file__).parent.parent.parent / "docs" / "reference" / "jackpot-plan.md"


@pytest.fixture
def plan() -> CasinoPlan:
    return read_plan(SAMPLE, BOOK)


def with_link(plan: CasinoPlan, id: str, **changes: object) -> CasinoPlan:
    return replace(plan, links={**plan.links, id: replace(plan.links[id], **changes)})  # type: ignore[arg-type]


def with_level(plan: CasinoPlan, id: str, **changes: object) -> CasinoPlan:
    level = replace(plan.links[id].levels[0], **changes)  # type: ignore[arg-type]
    return with_link(plan, id, levels=(level, *plan.links[id].levels[1:]))


def with_table(plan: CasinoPlan, place: int, **changes: object) -> CasinoPlan:
    table: FloorTable = replace(plan.tables[place], **changes)  # type: ignore[arg-type]
    return replace(plan, tables=(*plan.tables[:place], table, *plan.tables[place + 1 :]))


def broken(plan: CasinoPlan) -> list[tuple[str, str]]:
    return [(breach.rule, breach.where) for breach in links.breaches(plan, BOOK)]


def test_the_samples_keep_every_rule(plan: CasinoPlan) -> None:
    assert broken(plan) == []
    assert broken(read_plan(SAMPLE_NEVADA, BOOK)) == []


def test_house_and_progressive_never_linked(plan: CasinoPlan) -> None:
    mixed = with_link(plan, "sf", tables=(*plan.links["sf"].tables, plan.links["house"].tables[0]))
    assert broken(mixed) == [("house_and_progressive_never_linked", "tables[11].game")]


def test_one_type_per_table(plan: CasinoPlan) -> None:
    assert ("one_type_per_table", "tables[0].sensors") in broken(with_table(plan, 0, sensors=("sf", "house")))


def test_one_jackpot_per_sensor(plan: CasinoPlan) -> None:
    assert broken(with_table(plan, 0, sensors=("sf", "envy"))) == [("one_jackpot_per_sensor", "tables[0].sensors")]


def test_at_most_two_sensors_in_washington(plan: CasinoPlan) -> None:
    """By the casino's place and by the table's edition; elsewhere the layout decides."""
    three = with_table(plan, 0, sensors=("sf", "envy", "house"))
    assert ("at_most_two_sensors_in_washington", "tables[0].sensors") in broken(three)
    assert "at_most_two_sensors_in_washington" in dict(broken(replace(three, jurisdiction="generic")))
    elsewhere = replace(with_table(three, 0, game="high-card-flush"), jurisdiction="nevada")
    assert "at_most_two_sensors_in_washington" not in dict(broken(elsewhere))


def test_a_house_meter_never_rises(plan: CasinoPlan) -> None:
    for change in ({"increment_ppm": 1}, {"reserve_ppm": 1}, {"limit_cents": 9_000_000}):
        assert "a_house_meter_never_rises" in dict(broken(with_level(plan, "house", **change)))


def test_a_house_prize_is_paid_to_each_in_full(plan: CasinoPlan) -> None:
    assert "a_house_prize_is_paid_to_each_in_full" in dict(broken(with_link(plan, "house", simultaneous="share")))


def test_a_house_display_carries_the_notice(plan: CasinoPlan) -> None:
    """The words are the rulebook's own."""
    words = next(each.words for each in BOOK.game("keep-it-straight").notices if each.id == "house-jackpot")
    assert words in plan.links["house"].notice
    assert "a_house_display_carries_the_notice" in dict(broken(with_link(plan, "house", notice=words[:-1])))
    assert plan.links["envy"].notice == "", "a progressive carries none"


def test_a_progressive_rises_with_every_wager(plan: CasinoPlan) -> None:
    assert "a_progressive_rises_with_every_wager" in dict(broken(with_level(plan, "sf", increment_ppm=0)))


def test_rates_are_at_most_the_wager(plan: CasinoPlan) -> None:
    assert broken(with_level(plan, "sf", increment_ppm=960_000)) == []
    over = with_level(plan, "sf", increment_ppm=960_001)
    assert broken(over) == [("rates_are_at_most_the_wager", "jackpots[0].levels")]


def test_a_limit_is_never_below_the_amount(plan: CasinoPlan) -> None:
    assert broken(with_level(plan, "envy", limit_cents=1_425_037)) == []
    below = with_level(plan, "envy", limit_cents=1_425_036)
    assert broken(below) == [("a_limit_is_never_below_the_amount", "jackpots[1].levels[0].limit")]


def test_linked_tables_share_a_location(plan: CasinoPlan) -> None:
    first, second, *rest = plan.links["sf"].tables
    apart = with_link(plan, "sf", tables=(first, replace(second, location="Tacoma"), *rest))
    assert broken(apart) == [("linked_tables_share_a_location", "tables[1].location")]


def test_two_people_can_approve(plan: CasinoPlan) -> None:
    supervisors = [person for person in plan.people if person.role == "supervisor"]
    others = [person for person in plan.people if person.role != "supervisor"]
    one_alone = replace(plan, people=(*others, supervisors[0]))
    assert broken(one_alone) == [("two_people_can_approve", "people")]
    assert broken(replace(plan, people=tuple(supervisors[:2]))) == []


def test_washington_says_that_this_software_is_not_approved_equipment(plan: CasinoPlan) -> None:
    assert any("this software is not approved equipment" in each for each in links.warnings(plan))
    assert not any("not approved" in each for each in links.warnings(replace(plan, jurisdiction="nevada")))


def test_going_live_in_washington_demands_a_recorded_approval(plan: CasinoPlan) -> None:
    assert links.why_not_live(plan) is None
    assert links.why_not_live(plan.links["sf"]) is None
    for text in ("", "  "):
        assert links.why_not_live(replace(plan, approval=text))
        assert links.why_not_live(replace(plan.links["sf"], approval=text))
    assert "not approved equipment" in (links.why_not_live(replace(plan, approval="")) or "")
    assert links.why_not_live(replace(plan, approval="", jurisdiction="nevada")) is None


def test_odds_longer_than_100_million_to_one_are_told(plan: CasinoPlan) -> None:
    def told(chance: Fraction) -> list[str]:
        chances = {"sf": {"KIS-01": {1: ("hand", chance)}}}
        return [each for each in links.warnings(plan, chances) if "100 million" in each]

    assert told(Fraction(1, 100_000_000)) == []
    assert len(told(Fraction(1, 100_000_001))) == 1


def test_a_limit_without_a_notice_is_told(plan: CasinoPlan) -> None:
    told = [each for each in inspect(with_link(plan, "sf", notice=""), BOOK) if each.name == "limit-without-notice"]
    assert [each.what[:14] for each in told] == ["sf has a limit"]


def test_another_edition_than_the_jurisdictions_is_told(plan: CasinoPlan) -> None:
    told = inspect(with_table(plan, 0, game="keep-it-straight"), BOOK)
    assert any("KIS-01 play the generic edition of Keep It Straight" in each.what for each in told)


def link_of(*games: str, location: str = "Reno", jurisdiction: str = "washington") -> LinkPlan:
    """Two or more tables on one link, straight from configuration strings."""
    sample = read_plan(SAMPLE_NEVADA, BOOK).links["sf"]
    wager = "perfect_pairs" if "perfect_pairs" in games[0] else "straight_flush_progressive"
    tables = [
        replace(sample.tables[0], id=f"T{place}", game=game, wager=wager, location=location)
        for place, game in enumerate(games, 1)
    ]
    return replace(sample, id="x", jurisdiction=jurisdiction, tables=tuple(tables))


def judge(link: LinkPlan) -> None:
    check_link(link, {table.id: chances_at(table, remember=False) for table in link.tables})


SF = "straight_flush_progressive=PT-BJS-HCF-SF-04"
KIS = f"keep-it-straight(edition=washington, {SF})"


def test_linking_demands_the_same_location() -> None:
    link = link_of(KIS, KIS)
    away = replace(link, tables=(link.tables[0], replace(link.tables[1], location="Elko")))
    with pytest.raises(LinkRefused, match="T1 is in Reno and T2 in Elko") as refused:
        judge(away)
    assert refused.value.breach.rule == "linked_tables_share_a_location"
    assert isinstance(refused.value, BadInput)


def test_washingtons_law_is_a_remark_in_another_state() -> None:
    """WAC 230-15-685 decides in Washington; elsewhere the plan is told, and the regulator there decides."""
    six, eight = (f"blackjack(decks={decks}, perfect_pairs=PT-PRG-PP-03)" for decks in (6, 8))
    link = link_of(six, eight, jurisdiction="nevada")
    away = replace(link, tables=(link.tables[0], replace(link.tables[1], location="Elko")))
    judge(away)
    known = {table.id: chances_at(table, remember=False) for table in away.tables}
    plan = replace(read_plan(SAMPLE_NEVADA, BOOK), links={"x": away})
    place, odds = warnings(plan, {"x": known})
    assert "T1 is in Reno and T2 in Elko" in place
    assert "WAC 230-15-685(5)" in place
    assert "Nevada Reg. 5.112" in place
    assert "level 1 is won 1 in" in odds
    assert "WAC 230-15-685(6)" in odds
    with pytest.raises(BadInput, match="no one chance stands for the link"):
        solve_link(away)


@pytest.mark.parametrize("table", ["PT-BJS-HCF-SF-01", "PT-BJS-HCF-SF-03", "PT-BJS-HCF-SF-04", "PT-BJS-HCF-SF-E02"])
def test_keep_it_straight_high_card_flush_and_ricochet_link_on_one_straight_flush_table(table: str) -> None:
    """Seven cards of one deck are the same hand, whoever's they are; counted by the exact engine."""
    wager = f"straight_flush_progressive={table}"
    judge(link_of(f"keep-it-straight({wager})", f"high-card-flush({wager})", f"ricochet-poker({wager})"))


def test_two_and_eight_decks_of_perfect_pairs_are_refused() -> None:
    """The documents offer no table for both, so the rule is shown on a table that plays in four to eight decks."""
    six = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-03)"
    judge(link_of(six, six))
    for decks in (4, 5, 8):
        with pytest.raises(LinkRefused, match=r"level 1 is won 1 in [0-9.,]+ at T1 and 1 in") as refused:
            judge(link_of(six, f"blackjack(decks={decks}, perfect_pairs=PT-PRG-PP-03)"))
        assert refused.value.breach.rule == "same_probability"
        assert "decks=6" in (refused.value.hint or "")


def test_a_two_deck_and_an_eight_deck_table_are_refused_whatever_their_paytables() -> None:
    two = "blackjack(decks=2, perfect_pairs=PT-PRG-PP-14)"
    for table in ("PT-PRG-PP-03", "PT-PRG-PP-13", "PT-PRG-PP-D01"):
        with pytest.raises(LinkRefused, match="not won by the same hand"):
            judge(link_of(two, f"blackjack(decks=8, perfect_pairs={table})"))


def test_a_plan_with_two_and_eight_decks_on_one_jackpot_is_refused() -> None:
    """Already by its file: no paytable is offered for both numbers of decks."""
    text = SAMPLE_NEVADA.read_text(encoding="utf-8")
    with pytest.raises(RulebookError, match="PT-PRG-PP-06b is for 4, 5, 6 or 8 decks, not 2"):
        floor(text.replace("decks=6, blackjack_pays=6:5", "decks=2"))


def test_a_plan_with_six_and_eight_decks_on_one_jackpot_is_told_and_in_washington_refused() -> None:
    text = SAMPLE_NEVADA.read_text(encoding="utf-8")
    changed = text.replace('id = "BJ-04"\ngame = "blackjack(decks=6)"', 'id = "BJ-04"\ngame = "blackjack(decks=8)"')
    assert changed != text
    told = [words for words in floor(changed).warnings if words.startswith("pp-dynamic")]
    assert [words for words in told if "level 1 is won 1 in 62,666.5 at BJ-03 and 1 in" in words]
    with pytest.raises(LinkRefused, match=r"jackpot pp-dynamic: level 1 is won 1 in 62,666\.5 at BJ-03 and 1 in"):
        floor(changed.replace('jurisdiction = "nevada"', 'jurisdiction = "washington"'))


def test_other_ranks_are_another_hand_though_as_likely() -> None:
    table = "perfect_pairs=PT-PRG-PP-03"
    first, second = f"blackjack({table})", f"blackjack({table}, ranks=K)"
    link = link_of(first, second)
    chances = {each.id: chances_at(each, remember=False) for each in link.tables}
    assert chances["T1"][1][1] == chances["T2"][1][1]
    with pytest.raises(LinkRefused, match="not won by the same hand") as refused:
        check_link(link, chances)
    assert refused.value.breach.rule == "same_winning_hand"


def test_another_suit_is_another_hand_only_where_the_suit_counts() -> None:
    table = "perfect_pairs=PT-PRG-PP-MLP-01"
    judge(link_of(f"blackjack({table}, suit=hearts)", f"blackjack({table}, suit=hearts)"))
    with pytest.raises(LinkRefused, match="not won by the same hand"):
        judge(link_of(f"blackjack({table}, suit=hearts)", f"blackjack({table}, suit=clubs)"))


def test_a_tenth_for_a_hand_is_not_the_whole_for_it() -> None:
    first, second = (f"high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-{each})" for each in ("01", "03"))
    with pytest.raises(LinkRefused, match="not won by the same hand"):
        judge(link_of(first, second))


def test_one_hand_more_on_the_lower_level_is_refused() -> None:
    first, second = (f"blackjack(perfect_pairs=PT-PRG-PP-MLP-0{each}, suit=hearts)" for each in (1, 2))
    with pytest.raises(LinkRefused, match="level 3 is not won by the same hand"):
        judge(link_of(first, second))


def test_the_samples_are_floors() -> None:
    washington, nevada = floor(SAMPLE), floor(SAMPLE_NEVADA)
    assert sum(len(link.tables) for link in washington.plan.links.values()) == 14, "the fifteenth has no jackpot"
    assert washington.chances["sf"]["KIS-01"] == washington.chances["sf"]["HCF-04"]
    assert "ricochet-poker(" in {table.id: table.game for table in nevada.link("sf").tables}["RIC-01"]
    assert nevada.warnings == ()


def test_every_rule_is_in_the_documents() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for cite in ("KIS-W House and Progressive Jackpots", "WAC 230-15-671", "WAC 230-15-685(4)", "NJ 13:69D-1.52"):
        assert cite in text
