"""A card room with one Keep It Straight layout that plays for two jackpots, each with a sensor of its own."""

from __future__ import annotations

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout, opened
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan, plan_hash, plan_to_json
from tests.jackpot.floor import ask, wall_clock

BOOK = catalogue.book()
FIRST, SECOND = "straight_flush_progressive", "straight_flush_progressive_2"
GAME = (
    "keep-it-straight(base_wager=1, base_wager_2=5, edition=washington, "
    f"{FIRST}=PT-BJS-HCF-SF-01, {SECOND}=PT-BJS-HCF-SF-E02)"
)
PEOPLE = "\n".join(
    f'[[people]]\nid = "{id}"\nname = "{id.title()}"\nrole = "{role}"'
    for id, role in {"sam": "supervisor", "alex": "accounting", "kim": "supervisor"}.items()
)


def jackpot(id: str, wager: str, paytable: str, ppm: int, *more: str) -> str:
    begin = f'[[jackpots]]\nid = "{id}"\ntitle = "{id.title()}"\ntype = "progressive"\n'
    level = f'[[jackpots.levels]]\nseed = "10000.00"\nincrement_ppm = {ppm}'
    return begin + "\n".join([f'wager = "{wager}"', f'paytable = "{paytable}"', *more, level])


PLAN = f"""
schema = 1
[casino]
name = "Card Room"
location = "Spokane"
jurisdiction = "washington"
time_zone = "America/Los_Angeles"
day_begins = "06:00"
first_day = "2026-01-01"
approval = "WSGC 3151"
{PEOPLE}
[[thresholds]]
begins = "2026-01-01"
approval = "1000.00"
{jackpot("first", FIRST, "PT-BJS-HCF-SF-01", 180_000)}
{jackpot("second", SECOND, "PT-BJS-HCF-SF-E02", 150_000, 'base_wager = "5.00"', 'simultaneous = "sequential"')}
[[tables]]
id = "KIS-01"
game = "keep-it-straight(edition=washington)"
sensors = ["first", "second"]
[[tables]]
id = "HCF-01"
game = "high-card-flush"
sensors = ["second"]
"""


SAMPLE = Identity("software", "rulebook")


def live_book(store: Store, link: LinkPlan, running: Identity = SAMPLE) -> JackpotBook:
    """A book of one of the jackpots, whose plan two people have approved and whose seed is in the bank."""
    book = JackpotBook.open(store, link.id, load_layout, SeededSource(1), wall_clock, running)
    assert ask(book, "propose", "sam", plan=plan_to_json(link)).code == "ok"
    assert ask(book, "accept", "kim", plan=plan_hash(link)).code == "ok"
    begins = link.levels[0].beginning_cents
    assert ask(book, "deposit", "alex", amount=begins, reference=f"seed {link.id}").code == "ok"
    return book


def both_live(url: str, running: Identity = SAMPLE) -> str:
    """Both jackpots in one book; its address."""
    with opened(url, create=True, write=True) as store:
        for link in read_plan(PLAN, BOOK).links.values():
            live_book(store, link, running).close()
    return url
