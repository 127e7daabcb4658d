// Who works here: signed in by a cookie that no script can read. Every change carries the page's token.
import { signal } from "@preact/signals";
import { ask } from "./api";
import type { BookAnswer, Credentials, NobodySignedIn, PayeeGiven, StaffRecord, TableAnswer } from "./api-types";

export type Staff = StaffRecord;

/** A moment as the clocks of the house show it, wherever the browser is. */
export function houseTime(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: staff.value?.zone ?? "UTC", hourCycle: "h23", ...options }).format(at);
}

/** What is left once it was sent: a code and a passkey's answer are good once. */
export const spent = (given: Credentials): Credentials => ({ ...given, code: "", passkey: null });

/** Undefined until the house has answered; null while nobody is signed in. */
export const staff = signal<Staff | null | undefined>(undefined);
/** Whether the house runs a jackpot book. */
export const hasBook = signal(true);

export async function loadStaff(): Promise<void> {
  const told = await ask<StaffRecord | NobodySignedIn>("/staff/session");
  hasBook.value = told.book;
  staff.value = told.person === null ? null : told;
}

/** Milliseconds after which a request that counts once is sent again: the process that had it may hang. */
const ANSWER_WITHIN = 4_000;
const SENT_AT_MOST = 4;

/** A change in the name of the person signed in. One that `once` counts however often it is sent is sent again if no
 * answer comes, so that another process of the house can answer. */
export async function change<T>(path: string, body?: unknown, method = "POST", once = false): Promise<T> {
  for (let sent = 1; once && sent < SENT_AT_MOST; sent++) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), ANSWER_WITHIN);
    try {
      return await changed<T>(path, body, method, stop.signal);
    } catch (problem) {
      if (!stop.signal.aborted) throw problem;
    } finally {
      clearTimeout(timer);
    }
  }
  return changed<T>(path, body, method);
}

async function changed<T>(path: string, body: unknown, method: string, signal?: AbortSignal): Promise<T> {
  try {
    return await ask<T>(path, {
      method,
      ...(signal ? { signal } : {}),
      headers: { "Content-Type": "application/json", "X-Croupier-Csrf": staff.peek()?.csrf ?? "" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (problem) {
    const code = (problem as { code?: string }).code;
    if (code === "not_signed_in" || code === "sign_in_again") await loadStaff();
    throw problem;
  }
}

export async function signIn(given: Credentials): Promise<void> {
  staff.value = await change<Staff>("/staff/session", given);
}

export async function signOut(): Promise<void> {
  await change("/staff/session", undefined, "DELETE");
  staff.value = null;
}

type People = { by?: Credentials; second?: Credentials; payee?: PayeeGiven };

/** A request to the books of a link, under an id of its own, so that pressing twice counts once. A one-time code counts
 * once as well: where somebody signs here, they are asked, not repeated. */
export const post = (link: string, request: Record<string, unknown>, people: People = {}): Promise<BookAnswer> =>
  entered(`/links/${encodeURIComponent(link)}/requests`, request, people);

/** One report of a table, for every jackpot that it plays for; each answers. */
export const report = (table: string, request: Record<string, unknown>, people: People = {}): Promise<TableAnswer> =>
  entered(`/pit/tables/${encodeURIComponent(table)}/report`, { table, ...request }, people);

const entered = <T>(path: string, request: Record<string, unknown>, people: People): Promise<T> =>
  change(path, { request: { id: `web:${crypto.randomUUID()}`, ...request }, ...people }, "POST", !people.by && !people.second);

loadStaff().catch(() => (staff.value = null));
