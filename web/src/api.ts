// The house's programming interface as these pages use it. A refusal keeps the library's words.
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly hint?: string,
    readonly requestId?: string,
    readonly body?: Record<string, unknown>,
  ) {
    super(detail);
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** What went wrong and what to do about it, as whole sentences. */
export function inWords(problem: unknown): string {
  if (!(problem instanceof Problem)) return "The house cannot be reached. Try again.";
  return [problem.message, problem.hint ?? ""].filter(Boolean).map(sentence).join(" ");
}

/** False once a request could not reach the house, true again as soon as one does. */
export const reachable = signal(true);

/** As long as the house itself lets a question wait. */
const PATIENCE_MS = 60_000;

export async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, { credentials: "same-origin", ...options });
    // A busy house says when to come back, and a cold one may be busy for a while. Only a question is asked again by itself.
    for (let waited = 0, turn = 1; (response.status === 429 || response.status === 503) && !options.method; turn++) {
      const pause = Math.max(250 * Math.min(turn, 6), 1000 * Number(response.headers.get("Retry-After") ?? 0));
      waited += pause;
      if (waited > (response.headers.has("Retry-After") ? PATIENCE_MS : 6000)) break;
      await new Promise((done) => setTimeout(done, pause));
      options.signal?.throwIfAborted();
      response = await fetch(`/api/v1${path}`, { credentials: "same-origin", ...options });
    }
  } catch (error) {
    if ((error as Error).name !== "AbortError") reachable.value = false;
    throw error;
  }
  reachable.value = true;
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const told = (body ?? {}) as Record<string, string>;
    throw new Problem(response.status, told.code ?? "http", told.detail ?? response.statusText, told.hint, told.request_id, told);
  }
  return body as T;
}

export function send<T>(path: string, body: unknown, method = "POST", headers: Record<string, string> = {}): Promise<T> {
  return ask<T>(path, { method, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
}

/** How long what is typed must stay the same before the house is asked. */
const REST_MS = 60;

export interface Asked<T> {
  /** What came last; it stays while a newer answer is on its way. */
  value: T | undefined;
  problem: Error | undefined;
  waiting: boolean;
}

/** Asks for an address, again whenever it or what is posted there changes; older answers never overtake newer ones. What is
 * posted rests a moment first: it is being typed. */
export function useAsked<T>(path: string | null, posted?: string): Asked<T> & { again: () => void } {
  const state = useSignal<Asked<T>>({ value: undefined, problem: undefined, waiting: path !== null });
  const turn = useSignal(0);
  const round = turn.value;
  useEffect(() => {
    if (path === null) return undefined;
    const stop = new AbortController();
    state.value = { ...state.peek(), waiting: true };
    const body = posted === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: posted };
    const take = (next: Partial<Asked<T>>) => {
      if (!stop.signal.aborted) state.value = { ...state.peek(), problem: undefined, ...next, waiting: false };
    };
    const send = () =>
      void ask<T>(path, { signal: stop.signal, ...body }).then(
        (value) => take({ value }),
        (problem: Error) => take({ problem }),
      );
    const timer = posted === undefined ? undefined : setTimeout(send, REST_MS);
    if (!timer) send();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, posted, round]);
  useSignalEffect(() => {
    // Back in reach after a failure: ask once more without being told to.
    if (reachable.value && state.peek().problem instanceof TypeError) turn.value += 1;
  });
  return { ...state.value, again: () => (turn.value += 1) };
}
