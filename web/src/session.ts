// Who plays here: a guest with a name and a wallet of play chips, known by a cookie that no script can read.
import { signal } from "@preact/signals";
import { ask, send } from "./api";
import type { GuestRecord, SessionRecord } from "./api-types";

export const session = signal<GuestRecord | null>(null);

export async function loadSession(): Promise<void> {
  session.value = (await ask<SessionRecord>("/session")).guest;
}

export async function beGuest(name: string): Promise<GuestRecord> {
  const { guest } = await send<{ guest: GuestRecord }>("/session", { name });
  session.value = guest;
  return guest;
}

loadSession().catch(() => undefined);
