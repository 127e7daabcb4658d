// A table as the house sends it, and the line to it: a live connection that mends itself, and commands that are
// carried out once however often they are sent.
import { signal, type Signal } from "@preact/signals";
import { Problem, reachable, send } from "./api";
import type { Award, Line } from "./round";
import { loadSession } from "./session";

export interface LayoutRow { event: string; label: string; pays: string }
export interface Spot { wager: string; title: string; kind: "base" | "follow" | "bonus" | "jackpot"; text: string; minimum: number; maximum: number; step: number; paytable: string | null; sample: boolean; rows: LayoutRow[]; requires: string | null; note: string; unit: string }
export interface Layout {
  table: string; game: string; title: string; summary: string; edition: string | null; configuration: string; sample: boolean; samples: string[]; felt: string;
  seats: number; decks: number; words: string[]; spots: Spot[]; awards: { title: string; text: string; rows: LayoutRow[] }[]; rulebook_hash: string; bots: string; cards: { own: number; dealer: number }; pot: boolean; hands: number; rules: { text: string; cite: string }[]; readings: { id: string; question: string; answer: string }[];
}
export interface Dice { thrown: number[]; sum: number; clockwise: boolean; first: number | null }
export interface Hand { cards: (string | null)[]; words: string; making: number; stakes: Record<string, number> }
/** How far the shoe is dealt, and where its cut card lies. */
export interface Shoe { dealt: number; cards: number; cut: number | null }
export interface Boosted { event: string; label: string; pays: string }
export interface FeltSeat { seat: number; stakes: Record<string, number>; hands: Hand[]; active: number | null; decisions: string[]; acting: boolean }
export interface Pot { cents: number; order: number[]; leads: number[]; kicked_out: boolean; lost: Record<string, string> }
export interface Felt { seats: FeltSeat[]; dealer: Hand[]; answers: { question: string; yes: boolean }[]; pot?: Pot }
export interface SeatView { seat: number; open: boolean; name?: string; bot?: boolean; you?: boolean; ready?: boolean; wagers?: Record<string, number>; last?: Record<string, number> | null }
export interface Choice { name: string; minimum: number; maximum: number; step: number; multiples: number[]; base: number; wager: string | null }
export interface Finished {
  number: number; at: number; felt: Felt; names: Record<string, string>; lines: Line[]; awards: (Award & { words: string; cents: number })[]; won: { seat: number; wager: string; cents: number }[];
  dice?: Dice | null; dynamic?: Boosted[]; nets: Record<string, number>; house: number; void: string | null; root: string | null; rulebook_hash: string;
}
export interface Made { wager: string; title: string; event: string | null; net: number | null; words: string; cite: string; paid: boolean }
export interface View {
  table: string; version: number; round: number; decided: number; phase: "wagers" | "playing"; seconds: number | null;
  you: { seat: number; spare: string; cents: number } | null; seats: SeatView[]; felt: Felt | null; made: Made[];
  dice: Dice | null; turn: { seat: number; actions?: Choice[]; by_clock?: string; text?: string; cite?: string } | null;
  meters: { wager: string; title: string; level: number; levels: number; cents: number }[]; dynamic: Boosted[];
  commitment: Shoe & { root: string | null; shoe: number }; last: Finished | null; log: string[]; watchers: number;
}

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
export async function command(table: string, kind: string, body: Record<string, unknown> = {}): Promise<View> {
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

function post(table: string, kind: string, body: Record<string, unknown>, key: string): Promise<{ view: View }> {
  return send<{ view: View }>(`/tables/${encodeURIComponent(table)}/${kind}`, body, "POST", { "Idempotency-Key": key });
}
