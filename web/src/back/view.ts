// What the house says about a table of the pit. The pages only draw it.
import { money } from "../format";

export interface Duty { duty: string; title: string; from: string }

export interface Award {
  no: number; seat: number; label: string; kind: string; level: number | null; percent: string | null; cents: number;
  status: string; round: number; at: number; cards: string | null; dealer: string | null; camera: string | null;
  /** For each card, whether it makes the hand; sentences about the round; and who locked it. */
  made_of: boolean[]; notes: string[]; wagered_at: number | null; locked_at: number | null; locked_by: string;
  waits_for: number[]; duties: Duty[]; reported_by: string; reported_name: string; approved_by: string; approved_name: string;
  /** The jackpot, where hands are graded for all jackpots of a table. */
  link?: string;
  /** By request and person, the reason why that person may not make it. Whoever may is left out. */
  barred?: Record<About, Record<string, string>>;
}
export type About = "approve" | "confirm" | "correct_film" | "pay";

export interface Alert { id: string; kind: string; severity: string; title: string; detail: string; at: number; runbook: string }
export interface Before { round: number; at: number; what: string; cents: number; wagers: number; entry: number; by: string; void: boolean; seats: number[]; awards: number[] }
export interface Entry { seq: number; at: number; kind: string; round: number; by: string; words: string; hash: string }
export interface Ask { ask: number; do: string; by: string; name: string; words: string; reason: string }
export interface Member { id: string; name: string; role: string }

/** Another jackpot that the table plays for. */
export interface OtherJackpot { link: PitView["link"]; round: PitView["round"]; awards: { no: number; seat: number; label: string; cents: number; status: string; round: number }[] }

export interface PitView {
  at: number; version: number; seq: number; stale: number; trouble: string; links: string[];
  standing: { notice: string; mode: "live" | "preview" | "demonstration"; may_act: boolean; why: string };
  link: { id: string; title: string; type: string; paytable: string; base_wager: number; meters: { level: number; cents: number }[]; day: string; accepts: boolean; why_not: string; runbook: string; currency: string };
  table: { id: string; game: string; seats: number; location: string; stopped: string[]; sees: { own: number; dealer: number; fewest: number; rows: { event: string; label: string }[] } };
  round: { number: number; phase: "wagers" | "hand"; in_books: boolean; seats: number[]; cents: number; locked_at: number | null; locked_by: string };
  sensor: { by: string; silent: boolean };
  awards: Award[]; asks: Ask[]; receivable: { award: number; cents: number; seat: number; round: number }[];
  alerts: Alert[]; before: Before[]; entries: Entry[]; people: Member[]; thresholds: Record<string, { title: string; from: string }>;
  beside: OtherJackpot[];
}

export interface Graded {
  hands: Record<string, { label: string | null; why: string; cite: string; made_of: boolean[] }>;
  awards: Award[];
  notes: string[];
}

export const clock = (at: number): string => new Date(at).toLocaleTimeString("en-GB");
export const minutes = (at: number): string => clock(at).slice(0, 5);

/** Dollars with their sign; play chips without one. */
export const sum = (view: Pick<PitView, "link">, cents: number): string => (view.link.currency === "chips" ? money(cents) : `$${money(cents)}`);

/** The other jackpots of the table on which a seat has a wager in this round. */
export const besideAt = (view: PitView, seat: number): OtherJackpot[] => view.beside.filter((each) => each.round.number === view.round.number && each.round.seats.includes(seat));

/** The seats with a wager on any jackpot of the table. */
export const wagered = (view: PitView): number[] => Array.from({ length: view.table.seats }, (_, at) => at + 1).filter((seat) => view.round.seats.includes(seat) || besideAt(view, seat).length > 0);

/** Whether a round of any jackpot of the table is in the books. */
export const inBooks = (view: PitView): boolean => view.round.in_books || view.beside.some((each) => each.round.in_books);

/** The people with one of these roles who may do this about an award. The books say who is barred. */
export const mayAbout = (view: PitView, award: Award, does: About, ...roles: string[]): Member[] => view.people.filter((each) => roles.includes(each.role) && award.barred?.[does]?.[each.id] === undefined);
