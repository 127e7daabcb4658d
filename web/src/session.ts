// Who plays here: a guest with a name and a wallet of play chips, known by a cookie that no script can read.
import { signal } from "@preact/signals";
import { ask, send } from "./api";

export interface Session {
  name: string;
  chips: string;
  cents: number;
  table: string | null;
}

export const session = signal<Session | null>(null);

export async function loadSession(): Promise<void> {
  session.value = (await ask<{ guest: Session | null }>("/session")).guest;
}

export async function beGuest(name: string): Promise<Session> {
  const { guest } = await send<{ guest: Session }>("/session", { name });
  session.value = guest;
  return guest;
}

loadSession().catch(() => undefined);
