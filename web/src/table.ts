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

/** What a line does beyond keeping the newest record: how a message changes the record before it, what follows when the
 * line is lost, and after how many milliseconds of silence it counts as lost. */
type Hearing<T> = { hear?: (said: unknown, before: T | undefined) => T | undefined; lost?: () => void; silence?: number };

/** A live connection: the newest record from an address, for as long as somebody looks. */
export class Live<T> {
  readonly record: Signal<T | undefined> = signal(undefined);
  readonly connected = signal(true);
  #socket: WebSocket | undefined;
  #tries = 0;
  #answered = false;
  #heard = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly path: string,
    readonly hearing: Hearing<T> = {},
  ) {
    this.#open();
    // A connection that breaks silently is never closed for us, so silence is watched for.
    const { silence } = hearing;
    if (silence) this.#watch = setInterval(() => performance.now() - this.#heard > silence && this.#drop(), silence / 6);
  }

  #drop() {
    this.connected.value = false;
    this.#socket?.close();
  }

  #open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1${this.path}`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let first = true;
    this.#answered = false;
    this.#heard = performance.now();
    socket.onmessage = (event) => {
      this.#tries = 0;
      this.#heard = performance.now();
      this.connected.value = true;
      reachable.value = true;
      const said = JSON.parse(new TextDecoder().decode(event.data as ArrayBuffer)) as T;
      const record = this.hearing.hear ? this.hearing.hear(said, this.record.peek()) : said;
      // After a break another house may answer, with version numbers of its own. Then the first version counts as the
      // newest, unless a command was answered before it came.
      if (first && !this.#answered) this.record.value = record;
      first = false;
      if (record) this.#newest(record);
    };
    socket.onclose = () => {
      this.connected.value = false;
      reachable.value = false;
      this.hearing.lost?.();
      this.#timer = setTimeout(() => this.#open(), RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)]);
    };
  }

  /** The newest record stays: an answer to a command may come after a change that it does not know of yet. */
  take(record: T) {
    this.#answered = true;
    this.#newest(record);
  }

  #newest(record: T) {
    const version = (each: T | undefined) => (each as { version?: number } | undefined)?.version ?? 0;
    if (version(record) >= version(this.record.peek())) this.record.value = record;
  }

  close() {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
    reachable.value = true;
  }
}

/** A command to a table. A lost answer is asked for again under the same key, so nothing is done twice. */
export async function command(table: string, kind: string, body: Record<string, unknown> = {}): Promise<TableView> {
  // Not randomUUID, which a house on plain HTTP has not.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  for (let attempt = 0; ; attempt++) {
    try {
      const path = `/tables/${encodeURIComponent(table)}/${kind}`;
      const { view } = await send<CommandAnswer>(path, body, "POST", { "Idempotency-Key": key });
      void loadSession().catch(() => undefined);
      return view;
    } catch (problem) {
      if (problem instanceof Problem || attempt >= 8) throw problem;
      await new Promise((done) => setTimeout(done, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
    }
  }
}
