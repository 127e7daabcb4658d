"""A published root holds every card to its place: any change to what is shown, or to what was published, is found.

The expected hashes come from a second, plainer writing of RFC 6962, section 2.1, and of the module's docstring.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards.cards import DECK, Card, parse_cards
from croupier.cards.shuffle import SeededSource, SystemSource, shuffle
from croupier.errors import BadInput, CheckFailed
from croupier.play.commitments import Chance, Commitment, Disclosure, Opening, verify_chance, verify_opening

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 52, 104, 312, 416]


def committed(size: int, seed: int | str = 1) -> Commitment:
    decks = -(-size // 52)
    source = SeededSource(seed)
    return Commitment.make(source, shuffle(source, DECK * decks)[:size])


def tree_head(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word: split at the largest power of two below the number of leaves."""
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01" + tree_head(leaves[:split]) + tree_head(leaves[split:])).digest()


def audit_path(at: int, leaves: Sequence[bytes]) -> list[bytes]:
    """RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    if at < split:
        return [*audit_path(at, leaves[:split]), tree_head(leaves[split:])]
    return [*audit_path(at - split, leaves[split:]), tree_head(leaves[:split])]


def leaves_of(commitment: Commitment) -> list[bytes]:
    return [
        sha256(b"croupier card position v1\0" + nonce + at.to_bytes(4, "big") + bytes([card])).digest()
        for at, (nonce, card) in enumerate(zip(commitment.nonces, commitment.cards, strict=True))
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_root_is_the_tree_of_rfc_6962_bound_to_its_size(size: int) -> None:
    commitment = committed(size)
    head = tree_head(leaves_of(commitment))
    assert commitment.root == sha256(b"\x02" + size.to_bytes(4, "big") + bytes(4) + head).digest()


def every_opening(commitment: Commitment) -> tuple[Opening, ...]:
    """What an auditor gets once the deck is done."""
    return commitment.disclose(range(commitment.size)).openings


@pytest.mark.parametrize("size", SIZES)
def test_every_position_opens_along_its_audit_path(size: int) -> None:
    commitment = committed(size)
    leaves = leaves_of(commitment)
    for opening in every_opening(commitment) if size < 100 else [commitment.open(at) for at in (0, 77, size - 1)]:
        assert list(opening.path) == audit_path(opening.position, leaves)
        assert opening.card == commitment.cards[opening.position]
        assert verify_opening(commitment.root, size, opening)


def test_a_root_known_by_heart() -> None:
    """A fixed example for whoever writes a second verifier: nonces 00..., 01..., 02..., cards Ah Kd 2c."""
    commitment = Commitment(parse_cards("Ah Kd 2c"), tuple(bytes([n] * 32) for n in range(3)))
    assert commitment.root.hex() == "8bf1fb1097fa76f05c895fa745507de89b2ec7d9d147a36696e575e3be1ca2d2"


def with_chances(rounds: int) -> Commitment:
    source = SeededSource(rounds)
    chances = [Chance((1, 2, number % 6 + 1), {"pair": 100 * number, "flush": 5}) for number in range(rounds)]
    return Commitment.make(source, shuffle(source, DECK), chances)


@pytest.mark.parametrize("rounds", [1, 2, 3, 60])
def test_the_root_binds_dice_and_drawn_pays(rounds: int) -> None:
    """As the docstring has it, written a second time: any other die, pay or round does not fit."""
    commitment = with_chances(rounds)
    leaves = [
        sha256(b"croupier card position v1\0" + nonce + at.to_bytes(4, "big") + bytes([card])).digest()
        for at, (nonce, card) in enumerate(zip(commitment.nonces[:52], commitment.cards, strict=True))
    ]
    for number, nonce in enumerate(commitment.nonces[52:]):
        pays = f'{{"flush":5,"pair":{100 * number}}}'.encode()
        message = nonce + number.to_bytes(4, "big") + bytes([3, 1, 2, number % 6 + 1]) + pays
        leaves.append(sha256(b"croupier chance of a round v1\0" + message).digest())
    sizes = (52).to_bytes(4, "big") + rounds.to_bytes(4, "big")
    assert commitment.root == sha256(b"\x02" + sizes + tree_head(leaves)).digest()
    for number in range(rounds):
        opening = commitment.open_round(number)
        assert list(opening.path) == audit_path(52 + number, leaves)
        assert verify_chance(commitment.root, 52, opening, rounds)
        chance = opening.chance
        for changed in (
            replace(opening, chance=replace(chance, dice=(*chance.dice[:2], 7 - chance.dice[2]))),
            replace(opening, chance=replace(chance, dice=chance.dice[:2])),
            replace(opening, chance=replace(chance, pays={**chance.pays, "flush": 6})),
            replace(opening, chance=replace(chance, pays={"pair": chance.pays["pair"]})),
            replace(opening, round=number + 1),
            replace(opening, nonce=flipped(opening.nonce)),
        ):
            assert not verify_chance(commitment.root, 52, changed, rounds)
        assert not verify_chance(commitment.root, 52, opening, rounds + 1)
        assert not verify_chance(commitment.root, 51, opening, rounds)
    # Whoever makes the root can hang one leaf more under it than it says: there is no such round.
    one_more = with_chances(rounds + 1).open_round(rounds)
    message = one_more.nonce + rounds.to_bytes(4, "big") + bytes([3, 1, 2, rounds % 6 + 1])
    message += f'{{"flush":5,"pair":{100 * rounds}}}'.encode()
    leaves.append(sha256(b"croupier chance of a round v1\0" + message).digest())
    forged = sha256(b"\x02" + sizes + tree_head(leaves)).digest()
    one_more = replace(one_more, path=tuple(audit_path(52 + rounds, leaves)))
    assert not verify_chance(forged, 52, one_more, rounds)
    shown = commitment.disclose([0, 7], [0])
    assert Disclosure.from_json(json.loads(json.dumps(shown.to_json()))) == shown
    shown.check()


def test_the_auditor_gets_every_card() -> None:
    source = SystemSource()
    commitment = Commitment.make(source, shuffle(source, DECK))
    assert sorted(opening.card for opening in every_opening(commitment)) == list(DECK)
    commitment.disclose(range(52)).check()


def test_nonces_are_fresh_and_secret() -> None:
    first, second = (Commitment.make(SystemSource(), DECK) for _ in range(2))
    assert len({*first.nonces, *second.nonces}) == 104
    assert first.root != second.root
    for written in (repr(first), str(first), f"{first}"):
        # Bytes are printed as bytes, unless they are printed as digits: neither may be there.
        assert not any(repr(nonce)[2:-1] in written or nonce.hex() in written for nonce in first.nonces)
        assert "2c" not in written
        assert len(written) < 100


def flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 52])
def test_any_change_to_an_opening_is_found(size: int) -> None:
    commitment = committed(size)
    root = commitment.root
    for opening in every_opening(commitment):
        changed = [
            *(replace(opening, card=card) for card in DECK if card != opening.card),
            *(replace(opening, position=at) for at in (-1, *range(size + 2), 2**32) if at != opening.position),
            replace(opening, nonce=flipped(opening.nonce)),
            replace(opening, nonce=opening.nonce[:-1]),
            replace(opening, nonce=opening.nonce + b"\0"),
            replace(opening, path=(*opening.path, bytes(32))),
            replace(opening, card=Card(52)),
            *(
                replace(opening, path=(*opening.path[:at], flipped(node), *opening.path[at + 1 :]))
                for at, node in enumerate(opening.path)
            ),
            *(replace(opening, path=(*opening.path[:at], *opening.path[at + 1 :])) for at in range(len(opening.path))),
        ]
        assert not any(verify_opening(root, size, each) for each in changed)
        assert not verify_opening(flipped(root), size, opening)
        assert not any(
            verify_opening(root, other, opening) for other in (-1, *range(size + 60), 2**32, 2**40) if other != size
        )


def test_an_inner_node_cannot_pass_for_a_card() -> None:
    commitment = committed(4)
    opening = commitment.open(0)
    assert not verify_opening(commitment.root, 2, replace(opening, path=opening.path[1:]))


@pytest.mark.parametrize("length", [0, 31, 33, 64])
@pytest.mark.parametrize("position", [0, 1])
def test_a_root_built_over_a_node_of_another_length_is_not_believed(position: int, length: int) -> None:
    """Whoever makes the root can hash what they like into it; a neighbor in a path is 32 bytes and nothing else."""
    nonce, card, neighbor = bytes(range(32)), Card.parse("Kh"), bytes(length)
    commitment = sha256(b"croupier card position v1\0" + nonce + position.to_bytes(4, "big") + bytes([card])).digest()
    leaf = sha256(b"\x00" + commitment).digest()

    def root(neighbor: bytes) -> bytes:
        pair = neighbor + leaf if position else leaf + neighbor
        return sha256(b"\x02" + (2).to_bytes(4, "big") + bytes(4) + sha256(b"\x01" + pair).digest()).digest()

    assert verify_opening(root(bytes(32)), 2, Opening(position, card, nonce, (bytes(32),)))
    assert not verify_opening(root(neighbor), 2, Opening(position, card, nonce, (neighbor,)))


def test_openings_of_another_shoe_do_not_fit() -> None:
    first, second = committed(52, "first"), committed(52, "second")
    with pytest.raises(
        CheckFailed, match=r"^position 3: the opening of .. does not fit the root \(and 1 more\)"
    ) as found:
        Disclosure(first.root, 52, (first.open(0), second.open(3), second.open(4))).check()
    assert found.value.exit_status == 1


def test_a_position_opened_twice_is_found() -> None:
    commitment = committed(52)
    with pytest.raises(CheckFailed, match=r"^position 5: opened 2 times\n"):
        Disclosure(commitment.root, 52, (commitment.open(5), commitment.open(5))).check()


@pytest.mark.parametrize(("decks", "copies", "fits"), [(1, 1, True), (1, 2, False), (6, 6, True), (6, 7, False)])
def test_a_deck_with_a_card_too_many_is_found_though_its_openings_fit(decks: int, copies: int, fits: bool) -> None:
    cards = (Card.parse("Kh"),) * copies + (DECK * decks)[copies:]
    commitment = Commitment.make(SeededSource(1), cards)
    disclosure = commitment.disclose(range(copies))
    assert disclosure.problems() == (
        [] if fits else [f"position {copies - 1}: Kh opened {copies} times, at {', '.join(map(str, range(copies)))}"]
    )


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_outside_the_shoe_cannot_be_opened(position: int) -> None:
    with pytest.raises(BadInput, match=f"no position {position} among 52"):
        committed(52).open(position)


def test_a_commitment_needs_a_nonce_for_every_card() -> None:
    for cards, nonces in [((), ()), (DECK[:2], (bytes(32),)), (DECK[:1], (bytes(16),))]:
        with pytest.raises(BadInput):
            Commitment(cards, nonces)


@given(st.integers(1, 120), st.data())
def test_json_round_trip(size: int, data: st.DataObject) -> None:
    positions = data.draw(st.sets(st.integers(0, size - 1), max_size=9))
    disclosure = committed(size).disclose(positions)
    assert [opening.position for opening in disclosure.openings] == sorted(positions)
    again = Disclosure.from_json(json.loads(json.dumps(disclosure.to_json())))
    assert again == disclosure
    again.check()


def test_an_opening_in_json() -> None:
    opening = Opening(1, Card.parse("Kh"), bytes(range(32)), (bytes(32),))
    assert opening.to_json() == {
        "position": 1,
        "card": "Kh",
        "nonce": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "path": ["00" * 32],
    }


Change = Callable[[dict[str, Any]], object]

HEX = "expected 64 hexadecimal digits in lower case, found"
MALFORMED: list[tuple[Change, str]] = [
    (lambda d: d.pop("root"), "commitment: root: missing"),
    (lambda d: d.pop("size"), "commitment: size: expected a whole number, found nothing"),
    (lambda d: d.pop("openings"), "commitment: openings: expected a list, found nothing"),
    (lambda d: d.update(root="ab"), f"commitment: root: {HEX} 'ab'"),
    (lambda d: d.update(root=d["root"].upper()), f"commitment: root: {HEX}"),
    (lambda d: d.update(root=d["root"] + "\n"), f"commitment: root: {HEX}"),
    (lambda d: d.update(root=" " * 64), f"commitment: root: {HEX}"),
    (lambda d: d.update(root=7), "commitment: root: expected a text, found a number"),
    (lambda d: d.update(size="52"), "commitment: size: expected a whole number, found a text"),
    (lambda d: d.update(size=True), "commitment: size: expected a whole number, found true or false"),
    (lambda d: d.update(size=52.0), "commitment: size: expected a whole number"),
    (lambda d: d.update(size=0), "commitment: size: expected a whole number from 1 to 4294967295$"),
    (lambda d: d.update(size=10**5000), "commitment: size: expected a whole number from 1 to 4294967295$"),
    (lambda d: d.update(openings={}), "commitment: openings: expected a list, found an object"),
    (lambda d: d.update(openings=[3]), r"commitment: openings\[0\]: expected an object, found a number"),
    (lambda d: d["openings"][1].pop("card"), r"commitment: openings\[1\]: card: missing"),
    (lambda d: d["openings"][1].update(card="1x"), r"openings\[1\]: card: expected a card such as 'Kh', found '1x'"),
    (lambda d: d["openings"][1].update(card="\ud800"), r"openings\[1\]: card: .* found '\\ud800'"),
    (lambda d: d["openings"][1].update(card=12), r"openings\[1\]: card: expected a text, found a number"),
    (lambda d: d["openings"][0].update(position=-1), r"openings\[0\]: position: expected a whole number"),
    (lambda d: d["openings"][0].update(position=2**32), r"openings\[0\]: position: expected a whole number"),
    (lambda d: d["openings"][0].update(nonce=None), r"openings\[0\]: nonce: missing"),
    (lambda d: d["openings"][0].update(path="ab"), r"openings\[0\]: path: expected a list, found a text"),
    (lambda d: d["openings"][0].update(path=["zz" * 32]), r"openings\[0\]: path\[0\]: expected 64"),
    (lambda d: d["openings"][0].update(path=[7]), r"openings\[0\]: path\[0\]: expected a text, found a number"),
    (lambda d: d["openings"][0].update(suit="h"), r"openings\[0\]: suit: unknown key"),
]


@pytest.mark.parametrize(("change", "message"), MALFORMED)
def test_malformed_json_is_refused_by_name(change: Change, message: str) -> None:
    data: dict[str, Any] = committed(52).disclose([0, 1]).to_json()
    change(data)
    with pytest.raises(BadInput, match=message) as found:
        Disclosure.from_json(data)
    assert found.value.exit_status == 2
    assert str(found.value).isascii()


@pytest.mark.parametrize("data", [None, [], "x", 1.5])
def test_what_is_no_object_is_refused(data: object) -> None:
    with pytest.raises(BadInput, match="commitment: expected an object"):
        Disclosure.from_json(data)
