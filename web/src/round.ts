// A round as it is being entered: what was typed, and the round file that it makes. The house plays it.
import { SUITS } from "./parts/glyphs";

/** Where a round that is being entered is kept between two visits. */
export const DRAFT = "croupier.adjudicator";

export interface Entry {
  game: string;
  seats: Record<string, { wagers: Record<string, string>; actions: string[] }>;
  /** By the house's name of a place ("seat 1", "dealer up", "seat 1 hand 2", "flop"), what was typed there. */
  cards: Record<string, string>;
  meters: Record<string, Record<string, string>>;
  dynamic: Record<string, string>;
  misdeal: string;
}

const FIRST = ["seat 1", "dealer"];

/** Nothing entered yet, with the places of the round before it that are dealt from the start. */
export const fresh = (game: string, places: string[] = FIRST): Entry => ({
  game,
  seats: { 1: seat() },
  cards: Object.fromEntries(
    places.filter((each) => !/ (draw|hand \d+)$/.test(each) && !/^seat (?!1$)/.test(each)).map((each) => [each, ""]),
  ),
  meters: {},
  dynamic: {},
  misdeal: "",
});
export const seat = () => ({ wagers: {}, actions: [] });

const filled = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
const DEALER_KEYS: Record<string, string> = { dealer: "cards", "dealer up": "up", "dealer hole": "hole", "dealer draw": "draws" };

/** The round file: what is empty is left out. */
export function roundFile(entry: Entry): Record<string, unknown> {
  const cards = filled(entry.cards);
  const seats: Record<string, unknown> = {};
  for (const [number, own] of Object.entries(entry.seats)) {
    const at = (part: string) => cards[`seat ${number}${part}`]?.trim();
    const draws = Object.entries(cards).flatMap(([place, text]) =>
      place.startsWith(`seat ${number} hand `) ? [[place.split(" ").at(-1), text.trim()]] : [],
    );
    seats[number] = {
      wagers: filled(own.wagers),
      ...(at("") && { cards: at("") }),
      ...(at(" draw") && { draw: at(" draw") }),
      ...(draws.length && { draws: Object.fromEntries(draws) }),
      ...(own.actions.length && { actions: own.actions }),
    };
  }
  const dealers = Object.entries(cards).filter(([place]) => place in DEALER_KEYS);
  const places = Object.entries(cards).filter(([place]) => !/^(seat|dealer)\b/.test(place));
  const meters = Object.fromEntries(
    Object.entries(entry.meters)
      .map(([wager, levels]) => [wager, filled(levels)] as const)
      .filter(([, levels]) => Object.keys(levels).length),
  );
  return {
    schema: 1,
    game: entry.game,
    seats,
    ...(dealers.length && {
      dealer:
        dealers.length === 1 && cards.dealer
          ? cards.dealer.trim()
          : Object.fromEntries(dealers.map(([place, text]) => [DEALER_KEYS[place], text.trim()])),
    }),
    ...(places.length && { places: Object.fromEntries(places) }),
    ...(Object.keys(meters).length && { meters }),
    ...(Object.keys(entry.dynamic).length && { dynamic: entry.dynamic }),
    ...(entry.misdeal.trim() && { misdeal: entry.misdeal.trim() }),
  };
}

/** An entry from a round file or a transcript; what the page has no field for is left to the house. */
export function readEntry(document: Record<string, unknown>): Entry {
  const entry = fresh(String(document.game ?? ""), []);
  entry.seats = {};
  const texts = (value: unknown): Record<string, string> =>
    Object.fromEntries(Object.entries((value ?? {}) as object).map(([key, each]) => [key, String(each)]));
  for (const [number, own] of Object.entries((document.seats ?? {}) as Record<string, Record<string, unknown>>)) {
    entry.seats[number] = { wagers: texts(own.wagers), actions: Array.isArray(own.actions) ? own.actions.map(String) : [] };
    entry.cards[`seat ${number}`] = String(own.cards ?? "");
    if (own.draw) entry.cards[`seat ${number} draw`] = String(own.draw);
    const draws = typeof own.draws === "string" ? { 1: own.draws } : texts(own.draws);
    for (const [hand, text] of Object.entries(draws)) entry.cards[`seat ${number} hand ${hand}`] = text;
  }
  if (typeof document.dealer === "string") entry.cards.dealer = document.dealer;
  else {
    const dealers = texts(document.dealer);
    for (const [place, key] of Object.entries(DEALER_KEYS)) if (dealers[key]) entry.cards[place] = dealers[key];
  }
  Object.assign(entry.cards, texts(document.places));
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
