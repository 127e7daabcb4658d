// The book as the house sends it: the records of `croupier games --json` and `croupier show --json`.
import type { CiteRecord, GameSummary, PaytableRecord, PaytableRow } from "./api-types";

export type Pay = PaytableRow["pay"];

/** A pay in the words of the felt; the figures are the table's own. */
export function payWords(pay: Pay, basis: PaytableRecord["basis"]): string {
  switch (pay.kind) {
    case "odds":
      return `${pay.value} ${basis === "for" ? "for 1" : "to 1"}`;
    case "fixed":
      return `$${pay.amount.replace(/\.00$/, "")}`;
    case "meter":
      return `${pay.percent} %${pay.level ? ` Lv.${pay.level}` : ""}`;
    case "push":
      return "push";
    default:
      return "–";
  }
}

/** The game that a page opens on: one decision on one hand, whose figures come at once. */
export const simplest = (games: readonly GameSummary[]): GameSummary | undefined =>
  games.find((each) => each.wagers.filter((wager) => wager.kind === "follow").length === 1) ??
  games.find((each) => each.wagers.some((wager) => wager.kind === "base")) ??
  games[0];

export const citeText = (cite: CiteRecord): string => `${cite.document} ${cite.section}`;
