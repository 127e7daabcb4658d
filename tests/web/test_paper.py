"""Every page on paper: one column of its full width, as few sheets as it needs, light whatever the screen shows."""

from __future__ import annotations

import re

import pytest

from tests.service.running import House
from tests.web.conftest import NewPage
from tests.web.guests import leave, play_out, take_seat, wager

PAPER = 816 - 98  # letter, less the margins of print.css, in CSS pixels

# Where a page should end; one letter a line would need dozens of sheets more.
SHEETS = {
    "/": 2,
    "/handbook/keep-it-straight": 14,
    "/handbook/blackjack": 18,
    "/sheets/three-card-prime?wager=pair_bonus": 3,
    "/design/three-card-prime?wager=pair_bonus": 2,
    "/adjudicator": 2,
    "/quiz?game=three-card-prime&level=3": 1,
    "/tables/K2": 3,
    "/nowhere": 1,
}

# Words in HTML that no ground of their own makes readable. A light ink is meant for a felt, which is printed with it.
PALE = """[...document.querySelectorAll('main *:not(svg *)')].filter(each => {
    const hasWords = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    if (!hasWords || !each.checkVisibility()) return false
    for (let at = each; at; at = at.parentElement) {
        const ground = getComputedStyle(at).backgroundColor
        if (ground !== 'rgba(0, 0, 0, 0)' && ground !== 'rgb(255, 255, 255)') return false
    }
    const ink = getComputedStyle(each).color.match(/[0-9.]+/g).slice(0, 3).map(Number)
    return Math.min(...ink) > 160
}).map(each => each.innerText.slice(0, 40))"""


def sheets_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize(("path", "most"), SHEETS.items())
def test_a_page_fits_its_sheets(new_page: NewPage, path: str, most: int) -> None:
    page = new_page(path, scheme="dark")
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert 1 <= sheets_of(page.pdf(format="Letter")) <= most
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER, "height": 1000})
    main = page.locator("main").bounding_box()
    assert main
    assert main["width"] > PAPER - 40, "the page has the width of the paper"
    narrow = page.evaluate(
        "[...document.querySelectorAll('main p, main td, main li')].filter(each => each.innerText.length > 60"
        " && each.getBoundingClientRect().width < 90 && each.checkVisibility())"
        ".map(each => each.innerText.slice(0, 60))"
    )
    assert narrow == [], "no text is squeezed"
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px are cut at the edge"
    assert page.locator(".bar").first.is_hidden()
    ink = page.evaluate("getComputedStyle(document.body).color.match(/\\d+/g).slice(0, 3).map(Number)")
    assert max(ink) < 60, "ink on paper is dark in either scheme"
    assert page.evaluate(PALE) == [], "no words are as pale as the paper"


def test_bars_and_their_key_keep_their_colors(new_page: NewPage) -> None:
    """A browser leaves grounds out of what it prints: a key without its colors names nothing."""
    page = new_page("/calculator/keep-it-straight?cards=3c7d9c8c9h7c4s")
    page.locator(".dealers-t i").first.wait_for()
    page.emulate_media(media="print")
    marks = page.locator(".dealers i, .dealers-t i, .ev i")
    assert marks.count() >= 11
    assert set(marks.evaluate_all("marks => marks.map(mark => getComputedStyle(mark).printColorAdjust)")) == {"exact"}


def test_a_receipt_is_printed_beside_its_round(new_page: NewPage, house: House) -> None:
    page = new_page()
    take_seat(page, house.address, "T2", "Paper")
    wager(page)
    play_out(page)
    page.get_by_role("tab", name="Payments").click()
    page.locator(".receipt li").first.wait_for()
    assert sheets_of(page.pdf(format="Letter")) <= 2
    page.emulate_media(media="print")
    assert page.locator(".receipt li").first.is_visible()
    assert page.locator(".table-acts").is_hidden()
    page.emulate_media(media="screen")
    leave(page)
