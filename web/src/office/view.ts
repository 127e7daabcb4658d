// What the house tells the office. The pages only draw it.
import { money } from "../format";

export interface Standing { notice: string; mode: "live" | "preview" | "demonstration"; may_act: boolean; why: string }
export interface TableLine { table: string; game: string; seats: number; location: string; round: number | null; last_round: number; stopped: string[] }
export interface Jackpot {
  link: string; title: string; type: string; currency: string; casino: string; location: string; license: string; standing: Standing; seq: number; day: string;
  meters: { level: number; cents: number }[]; limits: { level: number; cents: number | null }[]; requires: { title: string; from: string }[]; reserve: number; wagers: number; wagered: number; hits: number;
  latest: { no: number; at: number; table: string; seat: number; round: number; label: string; cents: number; status: string }[];
  owed: number; bank: number; required: number; pending: number; takes_wagers: boolean; why_not: string; tables: TableLine[];
  bank_difference: number; receivable: { award: number; table: string; round: number; seat: number; cents: number }[]; ended: string; seized: boolean;
  /** The requests that the person signed in may make of this jackpot, as the books decide. */
  may: string[];
}
export interface Reason { reason: string; what: string; cite: string }
export interface BankLine extends Line { moved: number; books: number; reference: string; stated?: number; difference?: number }
export interface Approval {
  kind: "award" | "request"; link: string; number: number; what: string; where: string; table: string | null; by: string; at: number | null;
  cents: number | null; status: string; reason?: string; waits_for?: number[]; barred?: Record<string, string>;
}
export interface Plan { link: string; status: "proposed" | "waiting"; hash: string; by: string; in_force: string; changes: [string, string, string][] }
export interface Close { link: string; title: string; day: string; ends_at: number; to_close: string[]; checks: { ok: boolean; title: string; detail: string }[]; alarms: { kind: string; severity: string; title: string; text: string; tables: string[]; runbook: string }[] }
export interface Overview { at: number; trouble: string; age: number; jackpots: Jackpot[]; approvals: Approval[]; day_close: Close[]; plans: Plan[]; reasons: Reason[]; audited: Audited | null }
export interface Line { seq: number; at: number; kind: string; table: string | null; round: number | null; by: string; by_name?: string; second: string; second_name?: string; detail: string; hash: string; plan?: string; changes?: [string, string, string][] }
export interface Audited {
  clean: boolean; seconds: number; at: number; by: string; store: string[]; remarks: string[]; cannot_promise: string[];
  links: { link: string; entries: number; transfers: number; head: { seq: number; hash: string }; findings: { where: string; what: string }[]; more: number; notes: string[]; checkpoints: string }[];
}
export interface Trail {
  link: string; status: string; table: string; round: number; cards: string; dealer: string; people: string[]; head: { seq: number; hash: string };
  award: { no: number; seat: number; label: string; kind: string; level: number | null; percent: string | null; cents: number }; entries: Line[];
}

export const when = (at: number | null): string => (at === null ? "–" : new Date(at).toLocaleString("en-GB", { day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }));
/** Dollars with their sign; play chips without one. */
export const amount = (cents: number | null, currency = "USD"): string => (cents === null ? "–" : currency === "chips" ? money(cents) : `$${money(cents)}`);
