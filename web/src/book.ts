// The book as the house sends it: the records of `croupier games --json` and `croupier show --json`.
export interface Cite { document: string; section: string }
export interface Pay { kind: "odds" | "fixed" | "meter" | "push" | "none"; value?: string; amount?: string; percent?: string; level?: number | null }
export interface Row { event: string; label: string; pay: Pay; dynamic: string[] | null; envy: string | null }
export interface Paytable {
  id: string; aliases: string[]; wager: string; basis: string | null; status: "document" | "sample" | "user"; decks: number[];
  parameters: { ranks: number; suit: boolean }; dealer_envy_percent: string | null; rows: Row[]; loses: string[]; cites: Cite[];
  note?: string; ladder?: { players: number; label: string }[];
}
export interface Wager {
  id: string; title: string; kind: string; text: string; requires: string | null; default: string | null;
  paytables: Record<string, string[]>; cites: Cite[];
}
export interface Key {
  id: string; kind: string; values: string[]; default: string; text: string; reading: string | null; needs: string | null;
  editions: string[]; cites: Cite[];
}
export interface Edition { id: string; title: string; document: string; seats: [number, number] }
export interface Reading { id: string; question: string; answer: string; why: string; confidence: string; affects: string[]; key: string | null; cites: Cite[] }
export interface Game {
  name: string; title: string; summary: string; deck: string; editions: Edition[]; wagers: Wager[]; rulebook_hash: string; cites: Cite[];
  rules: { id: string; topic: string; text: string; editions: string[]; cites: Cite[] }[];
  numbers: { id: string; value: string; text: string; cites: Cite[] }[];
  keys: Key[];
  notices: { id: string; title: string; words: string; cites: Cite[] }[];
  interpretations: Reading[];
  paytables: Paytable[];
  sources: { document: string; title: string; publisher: string; mark: string; edition?: string; address?: string }[];
  configuration: string;
}
export interface Games { rulebook_hash: string; games: Pick<Game, "name" | "title" | "summary" | "editions" | "wagers">[] }

/** A pay in the words of the felt; the figures are the table's own. */
export function payWords(pay: Pay, basis: string | null): string {
  switch (pay.kind) {
    case "odds": return `${pay.value} ${basis === "for" ? "for 1" : "to 1"}`;
    case "fixed": return `$${pay.amount?.replace(/\.00$/, "")}`;
    case "meter": return `${pay.percent} %${pay.level ? ` Lv.${pay.level}` : ""}`;
    case "push": return "push";
    default: return "–";
  }
}

export const citeText = (cite: Cite): string => `${cite.document} ${cite.section}`;
