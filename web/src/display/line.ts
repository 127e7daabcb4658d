// The line from a display to its house: what the house last posted, and whether that is still current.
import { signal } from "@preact/signals";
import type { DisplayBeat, DisplayRecord } from "../api-types";

const SILENT_MS = 3000;
const LOOK_MS = 500;
const RETRY_MS = [500, 1000, 2000, 4000];
/** One live connection that reconnects by itself. It keeps only the latest record. */
export class DisplayLine {
  readonly posted = signal<DisplayRecord | null>(null);
  readonly live = signal(false);
  /** Why the house does not show the table to this screen: an HTTP status of the API, or 0 if it was not asked. */
  readonly refused = signal(0);
  #socket: WebSocket | undefined;
  #heard = performance.now();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;

  constructor(
    readonly table: string,
    readonly query = "",
  ) {
    this.#open();
    // A connection that breaks silently is never closed for us, so silence is watched for.
    this.#watch = setInterval(() => {
      if (performance.now() - this.#heard > SILENT_MS) {
        this.live.value = false;
        this.#socket?.close();
      }
    }, LOOK_MS);
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/displays/${encodeURIComponent(this.table)}/live${this.query}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.#tries = 0;
      this.refused.value = 0;
      this.#take(JSON.parse(new TextDecoder().decode(event.data as ArrayBuffer)) as DisplayRecord | DisplayBeat);
    };
    socket.onclose = () => {
      this.live.value = false;
      this.#askWhy();
      this.#retry = setTimeout(() => this.#open(), RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)]);
    };
  }

  /** A refused line is closed without a reason, so the API is asked for it. */
  #askWhy() {
    fetch(`/api/v1/displays/${encodeURIComponent(this.table)}${this.query}`, { credentials: "same-origin" }).then(
      (response) => {
        this.refused.value = response.ok || response.status >= 500 ? 0 : response.status;
        if (this.refused.value) this.posted.value = null;
      },
      () => undefined,
    );
  }

  #take(said: DisplayRecord | DisplayBeat) {
    if ("beat" in said) {
      const before = this.posted.peek();
      if (before) this.posted.value = { ...before, live: said.live, clock: said.clock, heard: said.heard };
    } else {
      this.posted.value = said;
    }
    this.live.value = said.live;
  }

  close() {
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    if (this.#socket) {
      this.#socket.onclose = null;
      this.#socket.close();
    }
  }
}
