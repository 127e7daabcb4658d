// What the house says about a table of the pit, its times and its sums. The pages only draw it.
import type { JackpotBeside, Member, PitAward, PitView } from "../api-types";
import { money } from "../format";
import { houseTime } from "../staff";

export type About = "approve" | "confirm" | "correct_film" | "pay";

const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

export const clock = (at: number): string => houseTime(at, TIME);
/** The time with its zone, once on a page. */
export const zonedClock = (at: number): string => houseTime(at, { ...TIME, timeZoneName: "short" });
export const minutes = (at: number): string => clock(at).slice(0, 5);

/** A moment of another day. */
export const when = (at: number | null): string => (at === null ? "–" : houseTime(at, { day: "2-digit", month: "short", ...TIME }));

/** Dollars with their sign; play chips without one. */
export const amount = (cents: number | null, currency = "USD"): string =>
  cents === null ? "–" : currency === "chips" ? money(cents) : `$${money(cents)}`;
export const sum = (view: Pick<PitView, "link">, cents: number): string => amount(cents, view.link.currency);

/** The other jackpots of the table on which a seat has a wager in this round. */
export const besideAt = (view: PitView, seat: number): JackpotBeside[] =>
  view.beside.filter((each) => each.round.number === view.round.number && each.round.seats.includes(seat));

/** The seats with a wager on any jackpot of the table. */
export const wagered = (view: PitView): number[] =>
  Array.from({ length: view.table.seats }, (_, at) => at + 1).filter(
    (seat) => view.round.seats.includes(seat) || besideAt(view, seat).length > 0,
  );

/** Whether a round of any jackpot of the table is in the books. */
export const inBooks = (view: PitView): boolean => view.round.in_books || view.beside.some((each) => each.round.in_books);

/** The people with one of these roles who may do this about an award. The books say who is barred. */
export const mayAbout = (view: PitView, award: PitAward, does: About, ...roles: string[]): Member[] =>
  view.people.filter((each) => roles.includes(each.role) && award.barred[does]?.[each.id] === undefined);
