// A table as the house sends it, and the line to it: a live connection that mends itself, and commands that are
// carried out once however often they are sent.
import { type Signal, signal } from "@preact/signals";
import { Problem, reachable, send } from "./api";
import type { CommandAnswer, FeltSeat, TableView } from "./api-types";
import { loadSession } from "./session";

/** What a seat has decided, in its order; what the clock decided for it is called so. */
export const decisionsOf = ({ decisions, by_clock }: FeltSeat): string[] =>
  decisions.map((decision, at) => (by_clock.includes(at) ? `${decision}, by the clock` : decision));

const RETRY_MS = [300, 600, 1200, 2500, 4000];

/** A live connection: the newest record from an address, for as long as somebody looks. */
export class Live<T> {
  readonly record: Signal<T | undefined> = signal(undefined);
  readonly connected = signal(true);
  /** When the record came, by this machine's clock. */
  readonly at = signal(0);
  #socket: WebSocket | undefined;
  #tries = 0;
  #closed = false;
  #answered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly path: string) {
    this.#open();
  }

  #open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1${this.path}`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let first = true;
    this.#answered = false;
    socket.onmessage = (event) => {
      this.#tries = 0;
      this.connected.value = true;
      reachable.value = true;
      const record = JSON.parse(new TextDecoder().decode(event.data as ArrayBuffer)) as T;
      // After a break another house may answer, with version numbers of its own. Then the first version counts as the
      // newest, unless a command was answered before it came.
      if (first && !this.#answered) this.record.value = record;
      first = false;
      this.#newest(record);
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.connected.value = false;
      reachable.value = false;
      const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)] ?? 4000;
      this.#timer = setTimeout(() => this.#open(), wait);
    };
  }

  /** The newest record stays: an answer to a command may come after a change that it does not know of yet. */
  take(record: T) {
    this.#answered = true;
    this.#newest(record);
  }

  #newest(record: T) {
    const version = (each: T | undefined) => (each as { version?: number } | undefined)?.version ?? 0;
    if (version(record) < version(this.record.peek())) return;
    this.record.value = record;
    this.at.value = Date.now();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    reachable.value = true;
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
}

/** A command to a table. A lost answer is asked for again under the same key, so nothing is done twice. */
export async function command(table: string, kind: string, body: Record<string, unknown> = {}): Promise<TableView> {
  const key = newKey();
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await post(table, kind, body, key);
      void loadSession().catch(() => undefined);
      return answer.view;
    } catch (problem) {
      if (problem instanceof Problem || attempt >= 8) throw problem;
      await new Promise((done) => setTimeout(done, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    }
  }
}

function post(table: string, kind: string, body: Record<string, unknown>, key: string): Promise<CommandAnswer> {
  return send<CommandAnswer>(`/tables/${encodeURIComponent(table)}/${kind}`, body, "POST", { "Idempotency-Key": key });
}
