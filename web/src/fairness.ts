// Whether cards, dice and drawn pays are those committed to before the bets closed, checked here, not taken on trust.
// The scheme is the one that the house documents: SHA-256, the tree of RFC 6962, both sizes bound into the root.
import { sha256 } from "@noble/hashes/sha2.js";
import type * as House from "./api-types";

export interface Disclosure {
  root: string;
  size: number;
  rounds: number;
  openings: { position: number; card: string; nonce: string; path: string[] }[];
  chances: { round: number; dice: number[]; pays: Record<string, number>; nonce: string; path: string[] }[];
}

const CARD = new TextEncoder().encode("croupier card position v1\0");
const CHANCE = new TextEncoder().encode("croupier chance of a round v1\0");
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function whole(number: number): Uint8Array {
  return Uint8Array.of((number >>> 24) & 255, (number >>> 16) & 255, (number >>> 8) & 255, number & 255);
}

function hash(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return sha256(all);
}

const hex = (data: Uint8Array) => Array.from(data, (each) => each.toString(16).padStart(2, "0")).join("");

function cardAt(opening: Disclosure["openings"][number]): Uint8Array {
  const card = RANKS.indexOf(opening.card.charAt(0)) * 4 + SUITS.indexOf(opening.card.charAt(1));
  return hash(CARD, bytes(opening.nonce), whole(opening.position), Uint8Array.of(card));
}

function chanceOf(opening: Disclosure["chances"][number]): Uint8Array {
  const pays = JSON.stringify(Object.fromEntries(Object.entries(opening.pays).sort(([a], [b]) => (a < b ? -1 : 1))));
  const dice = Uint8Array.of(opening.dice.length, ...opening.dice);
  return hash(CHANCE, bytes(opening.nonce), whole(opening.round), dice, new TextEncoder().encode(pays));
}

function leadsTo(disclosure: Disclosure, leaf: number, message: Uint8Array, neighbors: string[]): boolean {
  let node = hash(Uint8Array.of(0), message);
  const path = neighbors.map(bytes);
  let at = leaf;
  let last = disclosure.size + disclosure.rounds - 1;
  while (last) {
    if (at % 2 || at < last) {
      const neighbor = path.shift();
      if (!neighbor) return false;
      node = at % 2 ? hash(Uint8Array.of(1), neighbor, node) : hash(Uint8Array.of(1), node, neighbor);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  const root = hash(Uint8Array.of(2), whole(disclosure.size), whole(disclosure.rounds), node);
  return path.length === 0 && hex(root) === disclosure.root;
}

export type Proof = { proved: boolean; cards: number; why: string };

/** Whether what the page showed of a round is what was opened: every card, the dice, and the drawn pays. */
function differs({ openings, chances }: Disclosure, round: House.FinishedView): string {
  const opened = openings.map((each) => each.card);
  const hands = [...round.felt.seats.flatMap((seat) => seat.hands), ...round.felt.dealer, ...Object.values(round.felt.places)];
  for (const card of hands.flatMap((hand) => hand.cards)) {
    if (card === null) continue;
    if (!opened.includes(card)) return `${card} was on the table and was not opened`;
    opened.splice(opened.indexOf(card), 1);
  }
  if (!chances[0] && !round.dice && !round.dynamic.length) return "";
  const { dice = [], pays = {} } = chances[0] ?? {};
  const shown = Object.fromEntries(round.dynamic.map((each) => [each.event, Number(each.pays.replace(/[^0-9.]/g, ""))]));
  const times = new Set(Object.entries(shown).map(([event, dollars]) => dollars / (pays[event] ?? Number.NaN)));
  const alike = times.size < 2 && !times.has(Number.NaN) && Object.keys(pays).length === round.dynamic.length;
  if (chances.length !== 1 || !alike || dice.join() !== (round.dice?.thrown ?? []).join())
    return "the dice or the drawn pays of the round are not those that were opened";
  return "";
}

/** Every opened card against the root that was on display while the bets were open, and the round as it was shown. */
export function prove(disclosure: Disclosure | undefined, published: House.ShoeView | null, round: House.FinishedView): Proof {
  if (!disclosure) return { proved: false, cards: 0, why: "the round carries no commitment" };
  const cards = disclosure.openings.length;
  if (published && published.root !== disclosure.root)
    return { proved: false, cards, why: "the root is not the one that was published before the bets closed" };
  if (published && disclosure.chances.some((each) => each.round !== published.rounds))
    return { proved: false, cards, why: "the dice or the drawn pays are those of another round" };
  if (published && disclosure.openings.some((each) => each.position < published.dealt))
    return { proved: false, cards, why: "a card was dealt from a place that an earlier round had taken" };
  const wrong = differs(disclosure, round);
  if (wrong) return { proved: false, cards, why: wrong };
  const seen = new Map<string, number>();
  for (const opening of disclosure.openings) {
    if (!leadsTo(disclosure, opening.position, cardAt(opening), opening.path))
      return { proved: false, cards, why: `position ${opening.position} does not open to ${opening.card}` };
    seen.set(opening.card, (seen.get(opening.card) ?? 0) + 1);
  }
  for (const opening of disclosure.chances)
    if (!leadsTo(disclosure, disclosure.size + opening.round, chanceOf(opening), opening.path))
      return { proved: false, cards, why: "the dice or the drawn pays are not those committed to" };
  const decks = Math.ceil(disclosure.size / 52);
  for (const [card, times] of seen) if (times > decks) return { proved: false, cards, why: `${card} was opened ${times} times` };
  return {
    proved: true,
    cards,
    why: published ? "the root was published before the bets closed" : "this page did not see the root before the bets closed",
  };
}
