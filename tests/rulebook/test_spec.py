"""Configuration strings: printing and parsing are inverse, and the canonical string is a fixed point."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.cards import RANK_LETTERS
from croupier.catalogue import book, configuration
from croupier.errors import BadInput, CardError, MoneyError, SpecError, UnknownName
from croupier.rulebook.configuration import Configuration, Spec, configure, parse_spec
from croupier.rulebook.rules import GameRules, Key, Paytable

names = st.from_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", fullmatch=True)
keys = st.from_regex(r"[a-z][a-z0-9_]*", fullmatch=True)
inner = st.characters(exclude_characters="(),=", exclude_categories=["Cs"])
edge = inner.filter(lambda each: not each.isspace())
values = st.one_of(edge, st.builds(lambda a, b, c: a + b + c, edge, st.text(inner), edge))
specs = st.builds(
    lambda name, settings: Spec(name, tuple(sorted(settings.items()))), names, st.dictionaries(keys, values)
)


@given(specs)
def test_syntax_parses_what_it_prints(spec: Spec) -> None:
    assert parse_spec(str(spec)) == spec


@given(specs, st.randoms(use_true_random=False), st.sampled_from(["", " ", "\n  ", "\t"]))
def test_order_and_blanks_do_not_matter(spec: Spec, chance: random.Random, blank: str) -> None:
    settings = list(spec.settings)
    chance.shuffle(settings)
    inside = f"{blank},{blank}".join(f"{key}{blank}={blank}{value}" for key, value in settings)
    text = f"{blank}{spec.name}{blank}({blank}{inside}{blank}){blank}"
    assert parse_spec(text) == spec


def outcome(function: Callable[[Any], Any], argument: object) -> Any:
    """What a function returns, or the refusal it raises; any other error is a failure."""
    try:
        return function(argument)
    except BadInput as refusal:
        return refusal


@given(st.text())
def test_any_text_is_a_spec_or_refused_with_a_hint(text: str) -> None:
    spec = outcome(parse_spec, text)
    if isinstance(spec, Spec):
        assert parse_spec(str(spec)) == spec
    else:
        assert isinstance(spec, SpecError)
        assert spec.hint


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "(", ")", "x(", "x)", "x(y", "x(y)", "x(=)", "x(y=)", "x(=z)", "x(y=z", "x(y=z))", "x(y=z,)"),
        *("x(,y=z)", "x(y=z=w)", "x((y=z))", "x(Y=z)", "x y", "x=y", "x(a=1, a=1)", "x(a=1)(b=2)", "x(a=1) y"),
    ],
)
def test_strings_that_are_no_specs(text: str) -> None:
    with pytest.raises(SpecError) as refused:
        parse_spec(text)
    assert refused.value.hint


def test_a_long_string_is_refused_at_once() -> None:
    for text in ("x" + " " * 50_000 + "!", "x(" + " " * 50_000 + "!", "x(" + "a=1, " * 20_000 + ")"):
        with pytest.raises(SpecError):
            parse_spec(text)


def pick(chance: st.DataObject, options: list[str]) -> str:
    return chance.draw(st.sampled_from(options))


def value_for(chance: st.DataObject, key: Key, table: Paytable | None) -> str | None:
    """Some spelling of a valid value, or None where the chosen table takes none."""
    match key.kind:
        case "choice" | "integer":
            return pick(chance, list(key.values))
        case "suit":
            return pick(chance, [*key.values, "s", "H", "Clubs"]) if table is None or table.needs_suit else None
        case "amount" | "amounts":
            return pick(chance, ["1", "5.00", "2.5", "0.01", "1000000"])
        case "reference":
            return "WSGC-3151"
        case "ranks":
            count = table.ranks if table else 2
            ranks = chance.draw(st.lists(st.sampled_from(RANK_LETTERS), min_size=count, max_size=count, unique=True))
            return "/".join(ranks).lower() if ranks else None
        case _:
            boosts = sum(1 for row in table.rows if row.dynamic) - 1 if table else 3
            return (
                pick(chance, ["uniform", "-".join("12354"[:boosts]), "-".join(["7"] * boosts)]) if boosts > 0 else None
            )


def random_settings(chance: st.DataObject, game: GameRules) -> dict[str, str]:
    edition = pick(chance, [each.id for each in game.editions])
    given_keys = {"edition": edition} if chance.draw(st.booleans()) or edition != game.editions[0].id else {}
    tables: dict[str, Paytable] = {}
    for wager in (each for each in game.wagers if each.tables):
        if chance.draw(st.booleans()):
            asked = pick(chance, [*wager.tables_in(edition), *(["none"] if wager.optional else [])])
            given_keys[wager.id] = asked
            if asked != "none":
                table = book().table(asked)
                if isinstance(table, Paytable):
                    tables[wager.id] = table
                    given_keys[wager.id] = pick(chance, [asked, table.id, *table.aliases, asked.lower()])
    pairs_table = tables.get("perfect_pairs")
    for key in game.keys:
        if edition not in key.editions or not chance.draw(st.booleans()):
            continue
        if not game.is_served(key.needs, tables) and game.name != "perfect-pairs":
            continue
        value = value_for(chance, key, pairs_table)
        if value is not None:
            given_keys[key.id] = value
    for wager in game.wagers:
        if wager.beside and wager.id in tables and wager.beside not in tables:
            given_keys[wager.beside], tables[wager.beside] = given_keys[wager.id], tables[wager.id]
    in_use = dict(tables)
    for wager in game.wagers:
        default = book().table(wager.default) if wager.default and wager.id not in given_keys else None
        if isinstance(default, Paytable):
            in_use[wager.id] = default
    for key in game.keys:
        chosen = {each.id: given_keys.get(each.id, each.default) for each in game.keys}
        own = [table for wager, table in in_use.items() if key.needs is None or game.is_served(key.needs, (wager,))]
        serves = any(set(key.features) <= table.features for table in own)
        is_idle = bool(key.features and (own or key.needs is None)) and not serves
        is_refused = (edition, given_keys.get(key.id)) in [(each.edition, each.value) for each in key.refused]
        if (key.when and not key.when.holds(chosen)) or is_idle or is_refused:
            given_keys.pop(key.id, None)
    limited = {
        "keep-it-straight": ("straight", "straight_flush"),
        "three-card-prime": ("pair_bonus",),
        "high-card-flush": ("straight_flush",),
    }
    if not any(wager in tables for wager in limited.get(game.name, ())):
        given_keys.pop("aggregate_limit", None)
    if given_keys.get("aggregate_limit", "none") == "none":
        given_keys.pop("aggregate_scope", None)
        given_keys.pop("aggregate_approval", None)
    elif edition == "washington":
        given_keys["aggregate_approval"] = "WSGC-3151"
    if given_keys.get("jackpot") == "house":
        given_keys.pop("simultaneous", None)
        given_keys.pop("simultaneous_2", None)
    for stake, scaled in (("base_wager", "scale_seed"), ("base_wager_2", "scale_seed_2")):
        if float(given_keys.get(stake, "1").removeprefix("$")) == 1:
            given_keys.pop(scaled, None)
    if pairs_table:
        given_keys["decks"] = pick(chance, [str(count) for count in pairs_table.decks])
    # Two seats cannot both hold the three spades of a mini-royal, nor three identical aces out of four.
    few_aces = pairs_table is not None and int(given_keys["decks"]) < 5
    if few_aces or ("mini_royal_progressive" in in_use and "straight_flush_progressive" not in in_use):
        given_keys.pop("simultaneous", None)
    return given_keys


@pytest.mark.parametrize("name", list(book().games))
@given(chance=st.data())
def test_the_canonical_string_is_a_fixed_point(name: str, chance: st.DataObject) -> None:
    game = book().game(name)
    settings = random_settings(chance, game)
    inside = ", ".join(f"{key}={value}" for key, value in chance.draw(st.permutations(list(settings.items()))))
    first = configuration(f"{name}({inside})" if inside else name)
    again = configuration(str(first))
    assert (str(again), again) == (str(first), first)
    assert again.values == first.values
    assert again.tables == first.tables
    assert [key for key, _ in first.spec.settings] == sorted(key for key, _ in first.spec.settings)
    defaults = {key.id: key.default for key in game.keys if key.id != "suit"}
    assert not [key for key, value in first.spec.settings if defaults.get(key) == value]
    assert ("tables", "sample") in first.spec.settings or not first.uses_samples
    for wager, table in first.tables.items():
        assert first.with_table(wager, table.id) == first


EXAMPLES = [
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)",
    "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)",
    "blackjack(decks=6, perfect_pairs=PT-PRG-PP-04, ranks=K, suit=spades)",
    "perfect-pairs(decks=6)",
    "ricochet-poker(tables=sample)",
    *(name for name in book().games if name != "ricochet-poker"),
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_are_canonical_as_written(text: str) -> None:
    assert str(configuration(text)) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("keep-it-straight()", "keep-it-straight"),
        ("keep-it-straight(edition=generic)", "keep-it-straight"),
        ("keep-it-straight(straight=PT-FLT-SRT-02)", "keep-it-straight(straight=PT-FLT-KIS-SB-02)"),
        (
            "keep-it-straight(straight=PT-FLT-KIS-SB-02, edition=washington)",
            "keep-it-straight(edition=washington, straight=PT-FLT-STR-02)",
        ),
        ("keep-it-straight(raise_step=any, aggregate_limit=none)", "keep-it-straight"),
        ("keep-it-straight(straight=none)", "keep-it-straight"),
        (
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-03b, base_wager=1)",
            "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-03b)",
        ),
        (
            "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-10)",
            "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-10)",
        ),
        ("three-card-prime(ante_bonus=PT-FLT-TCP-AB-01)", "three-card-prime"),
        ("three-card-prime(prime=SAMPLE-TCP-PRIME-01)", "three-card-prime(prime=SAMPLE-TCP-PRIME-01, tables=sample)"),
        ("ricochet-poker", "ricochet-poker(tables=sample)"),
        ("ricochet-poker(ante_bonus=none)", "ricochet-poker(ante_bonus=none, tables=sample)"),
        ("perfect-pairs(ranks=Q/K)", "perfect-pairs(ranks=K/Q)"),
        ("perfect-pairs(ranks=10/j/7)", "perfect-pairs(ranks=J/T/7)"),
        ("perfect-pairs(decks=8)", "perfect-pairs"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-03, ranks=A)", "perfect-pairs(perfect_pairs=PT-PRG-PP-03)"),
        (
            "perfect-pairs(perfect_pairs=PT-PRG-PP-08, ranks=K/A)",
            "perfect-pairs(perfect_pairs=PT-PRG-PP-08, suit=spades)",
        ),
        (
            "perfect-pairs(perfect_pairs=PT-PRG-PP-06B, decks=4, suit=h)",
            "perfect-pairs(decks=4, perfect_pairs=PT-PRG-PP-06b, suit=hearts)",
        ),
        (
            "perfect-pairs(dynamic_draw=03-2-1, perfect_pairs=PT-PRG-PP-D01c)",
            "perfect-pairs(dynamic_draw=3-2-1, perfect_pairs=PT-PRG-PP-D01c)",
        ),
    ],
)
def test_canonical_strings(written: str, canonical: str) -> None:
    assert str(configuration(written)) == canonical


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("perfect-pairs(decks=3)", UnknownName, "unknown value of decks '3'"),
        ("perfect-pairs(decks=7)", UnknownName, "unknown value of decks '7'"),
        ("blackjack(decks=3, perfect_pairs=PT-PRG-PP-04)", SpecError, "4, 5, 6 or 8 decks, not 3"),
        ("blackjack(decks=7, perfect_pairs=PT-PRG-PP-04)", SpecError, "4, 5, 6 or 8 decks, not 7"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-14)", SpecError, "2 decks, not 8"),
        ("keep-it-strait", UnknownName, "did you mean keep-it-straight?"),
        ("keep-it-straight(edition=oregon)", UnknownName, "generic, washington"),
        ("keep-it-straight(edition=washingtn)", UnknownName, "did you mean washington?"),
        ("keep-it-straight(stright=PT-FLT-STR-01)", UnknownName, "did you mean straight"),
        ("keep-it-straight(straight=PT-FLT-STR-09)", UnknownName, "did you mean PT-FLT-STR-04"),
        ("keep-it-straight(straight=PT-FLT-HCF-SF-01)", SpecError, "not offered for straight"),
        ("keep-it-straight(straight_flush=PT-FLT-HCF-SF-09)", SpecError, "edition generic"),
        ("keep-it-straight(straight_flush=PT-FLT-HCF-SF-05)", UnknownName, "PT-FLT-HCF-SF-04"),
        ("keep-it-straight(ante=5.00)", SpecError, "ante has no table"),
        ("keep-it-straight(jackpot=house)", SpecError, "it belongs to edition washington"),
        ("keep-it-straight(edition=washington, jackpot=house)", SpecError, "add straight_flush_progressive"),
        ("keep-it-straight(scale_seed=no)", SpecError, "it belongs to edition washington"),
        ("keep-it-straight(raise_step=half)", UnknownName, "any, whole-multiple"),
        ("keep-it-straight(aggregate_limit=lots)", MoneyError, "aggregate_limit 'lots'"),
        ("keep-it-straight(aggregate_limit=0)", SpecError, "above zero"),
        ("keep-it-straight(tables=sample)", SpecError, "no sample table is in use"),
        ("keep-it-straight(tables=mine)", SpecError, "the only value is 'sample'"),
        ("ricochet-poker(kickout=none)", SpecError, "not played without Kickout Hand"),
        ("three-card-prime(ante_bonus=none)", SpecError, "not played without Ante Bonus"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-06)", UnknownName, "PT-PRG-PP-06a or PT-PRG-PP-06b"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-04, ranks=K/Q)", SpecError, "takes 1 rank"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-08, ranks=K)", SpecError, "takes 2 ranks"),
        ("perfect-pairs(ranks=K/K)", SpecError, "twice"),
        ("perfect-pairs(ranks=1)", CardError, "not a rank"),
        ("perfect-pairs(suit=stars)", CardError, "not a suit"),
        ("perfect-pairs(perfect_pairs=PT-PRG-PP-03, suit=hearts)", SpecError, "changes nothing on PT-PRG-PP-03"),
        ("perfect-pairs(dynamic_draw=0-0-0)", SpecError, "weight of zero"),
        ("perfect-pairs(dynamic_draw=1-0-0)", SpecError, "PPP Appendix D n.8"),
        ("perfect-pairs(dynamic_draw=number:3-2-1/amount:1-1-1-1-1-1-1-1-1-0)", SpecError, "weight of zero"),
        ("ricochet-poker(odd_chip=first-to-act)", SpecError, "the text says last-to-act [RIC 9.a]"),
        ("keep-it-straight(edition=washington, dealing=dice-clockwise, dice=1)", SpecError, "KIS-W Appendix D"),
        ("perfect-pairs(dynamic_draw=٣-2-1)", SpecError, "not a list of weights"),
        ("perfect-pairs(dynamic_draw=1-2, perfect_pairs=PT-PRG-PP-D01)", SpecError, "takes 3 weights"),
        ("perfect-pairs(dynamic_draw=1-2-3, perfect_pairs=PT-PRG-PP-D02, suit=clubs)", SpecError, "takes 4 weights"),
        ("perfect-pairs(dynamic_draw=1-2-3, perfect_pairs=PT-PRG-PP-03)", SpecError, "no dynamic pays"),
        (
            "keep-it-straight(edition=washington, jackpot=house, simultaneous=share, "
            "straight_flush_progressive=PT-BJS-HCF-SF-01)",
            SpecError,
            "simultaneous means nothing without jackpot=progressive",
        ),
    ],
)
def test_combinations_that_are_refused(text: str, kind: type[BadInput], words: str) -> None:
    with pytest.raises(kind) as refused:
        configuration(text)
    assert words in str(refused.value)
    assert refused.value.hint


@given(
    st.sampled_from(list(book().games)),
    st.dictionaries(
        st.one_of(st.sampled_from(["edition", "tables", "decks", "ranks", "suit", "base_wager", "dynamic_draw"]), keys),
        st.one_of(values, st.sampled_from(["none", "sample", "washington", "PT-PRG-PP-04", "K/Q", "8"])),
        max_size=4,
    ),
)
def test_any_settings_make_a_configuration_or_one_clear_refusal(name: str, settings: dict[str, str]) -> None:
    chosen = outcome(lambda spec: configure(book(), spec), Spec(name, tuple(sorted(settings.items()))))
    if isinstance(chosen, Configuration):
        assert str(configuration(str(chosen))) == str(chosen)
    else:
        assert chosen.message
