// A round as it is being entered: what was typed, and the round file that it makes. The house plays it.
import { SUITS } from "./parts/glyphs";

export interface Entry {
  game: string;
  seats: Record<string, { wagers: Record<string, string>; cards: string; draw: string; actions: string[] }>;
  dealer: string;
  draws: string;
  meters: Record<string, Record<string, string>>;
  dynamic: Record<string, string>;
  misdeal: string;
}

export type { ActionOffer as ActionRecord, Looked, SettledAward as Award, SettledLine as Line, SettlementRecord as Settlement } from "./api-types";
export const fresh = (game: string): Entry => ({ game, seats: { 1: seat() }, dealer: "", draws: "", meters: {}, dynamic: {}, misdeal: "" });
export const seat = () => ({ wagers: {}, cards: "", draw: "", actions: [] });

/** The round file: what is empty is left out. */
export function roundFile(entry: Entry): Record<string, unknown> {
  const seats: Record<string, unknown> = {};
  for (const [number, own] of Object.entries(entry.seats)) {
    seats[number] = {
      wagers: Object.fromEntries(Object.entries(own.wagers).filter(([, amount]) => amount.trim() !== "")),
      ...(own.cards.trim() && { cards: own.cards.trim() }),
      ...(own.draw.trim() && { draw: own.draw.trim() }),
      ...(own.actions.length && { actions: own.actions }),
    };
  }
  const meters = Object.fromEntries(Object.entries(entry.meters).map(([wager, levels]) => [wager, Object.fromEntries(Object.entries(levels).filter(([, amount]) => amount.trim()))]).filter(([, levels]) => Object.keys(levels as object).length));
  return {
    schema: 1,
    game: entry.game,
    seats,
    ...(entry.dealer.trim() && { dealer: entry.dealer.trim() }),
    ...(entry.draws.trim() && { draws: entry.draws.trim() }),
    ...(Object.keys(meters).length && { meters }),
    ...(Object.keys(entry.dynamic).length && { dynamic: entry.dynamic }),
    ...(entry.misdeal.trim() && { misdeal: entry.misdeal.trim() }),
  };
}

/** An entry from a round file or a transcript; what the page has no field for is left to the house. */
export function readEntry(document: Record<string, unknown>): Entry {
  const entry = fresh(String(document.game ?? ""));
  entry.seats = {};
  const texts = (value: unknown): Record<string, string> => Object.fromEntries(Object.entries((value ?? {}) as object).map(([key, each]) => [key, String(each)]));
  for (const [number, own] of Object.entries((document.seats ?? {}) as Record<string, Record<string, unknown>>)) {
    entry.seats[number] = { wagers: texts(own.wagers), cards: String(own.cards ?? ""), draw: String(own.draw ?? ""), actions: Array.isArray(own.actions) ? own.actions.map(String) : [] };
  }
  entry.dealer = String(document.dealer ?? "");
  entry.draws = String(document.draws ?? "");
  entry.meters = Object.fromEntries(Object.entries((document.meters ?? {}) as object).map(([wager, levels]) => [wager, texts(levels)]));
  entry.dynamic = texts(document.dynamic);
  entry.misdeal = String(document.misdeal ?? "");
  return entry;
}

/** The cards of a text that can be read so far, in the house's spelling. */
export function cardsIn(text: string): string[] {
  return (text.match(/(10|[2-9TJQKA])[cdhs]/gi) ?? []).map((each) => {
    const rank = each.slice(0, -1).toUpperCase();
    return (rank === "10" ? "T" : rank) + each.slice(-1).toLowerCase();
  });
}

/** What was typed beside whole cards. */
const besideCards = (text: string): string => text.replaceAll(/(10|[2-9TJQKA])[cdhs][\s,]*/gi, "").trim();

/** What can become no card, whatever is typed next; empty if everything still can. */
export const noCard = (text: string): string => (/^(10?|[2-9TJQKA])?$/i.test(besideCards(text)) ? "" : besideCards(text));

/** Letters as a person types them, rank then suit, set apart as they are completed. */
export function spaced(text: string): string {
  const cards = cardsIn(text);
  const rest = besideCards(text);
  return [...cards, ...(rest ? [rest] : [])].join(" ") + (cards.length && !rest && /\s$/.test(text) ? " " : "");
}

export const suitsInOrder = [...SUITS];
