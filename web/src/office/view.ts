// What the house tells the office. The pages only draw it.
import { money } from "../format";
import { houseTime } from "../staff";

export const when = (at: number | null): string =>
  at === null ? "–" : houseTime(at, { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** Dollars with their sign; play chips without one. */
export const amount = (cents: number | null, currency = "USD"): string =>
  cents === null ? "–" : currency === "chips" ? money(cents) : `$${money(cents)}`;
