// The book as the house sends it: the records of `croupier games --json` and `croupier show --json`.
import type { CiteRecord, PaytableRecord, PaytableRow } from "./api-types";

export type { CiteRecord as Cite, EditionRecord as Edition, GameRecord as Game, GamesRecord as Games, KeyRecord as Key, PaytableRecord as Paytable, ReadingRecord as Reading, PaytableRow as Row, WagerRules as Wager } from "./api-types";
export type Pay = PaytableRow["pay"];

/** A pay in the words of the felt; the figures are the table's own. */
export function payWords(pay: Pay, basis: PaytableRecord["basis"]): string {
  switch (pay.kind) {
    case "odds": return `${pay.value} ${basis === "for" ? "for 1" : "to 1"}`;
    case "fixed": return `$${pay.amount.replace(/\.00$/, "")}`;
    case "meter": return `${pay.percent} %${pay.level ? ` Lv.${pay.level}` : ""}`;
    case "push": return "push";
    default: return "–";
  }
}

export const citeText = (cite: CiteRecord): string => `${cite.document} ${cite.section}`;
