// The person's own choices: scheme, deck and keys. They stay in this browser.
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { place } from "../router";
import { keep } from "../storage";
import { Segments, useHearing } from "./pieces";

function stored(name: string): string {
  return document.documentElement.getAttribute(`data-${name}`) ?? "";
}

function choose(name: string, value: string): void {
  const root = document.documentElement;
  if (value) root.setAttribute(`data-${name}`, value);
  else root.removeAttribute(`data-${name}`);
  keep(`croupier.${name}`, value);
}

const CHOICES: [key: string, title: string, values: [value: string, words: string][]][] = [
  ["theme", "Scheme", Object.entries({ "": "System", light: "Light", dark: "Dark" })],
  ["deck", "Deck", Object.entries({ "": "Two colors", four: "Four colors" })],
  ["keys", "Single-letter keys", Object.entries({ "": "On", off: "Off" })],
];

/** Whether the choices are shown: the phone's menu opens them as well. */
export const settingsOpen = signal(false);

/** Under the name of whoever sits here: what is theirs alone, then the choices. */
export function Settings({ name, children }: { name: string | undefined; children?: ComponentChildren }) {
  const open = settingsOpen;
  const seen = useSignal(0);
  const pick = (key: string, value: string) => {
    choose(key, value);
    seen.value += 1;
  };
  const box = useRef<HTMLDivElement>(null);
  const { path } = place.value;
  useEffect(() => {
    open.value = false;
  }, [path]);
  useHearing("click", (event) => {
    if (!box.current?.contains(event.target as Node)) open.value = false;
  });
  useHearing("keydown", (event) => {
    if (!open.value || event.key !== "Escape") return;
    box.current?.querySelector("button")?.focus();
    open.value = false;
  });
  return (
    <div class="settings" ref={box}>
      <button class="who" aria-expanded={open.value} aria-haspopup="true" onClick={() => (open.value = !open.value)}>
        <span class="face" aria-hidden="true">
          {name ? name.slice(0, 1).toUpperCase() : "·"}
        </span>
        <span class="hide-t" aria-hidden="true">
          {name ?? "Settings"}
        </span>
        <span class="sr">{name ? `${name}, settings` : "Settings"}</span>
      </button>
      {open.value && (
        <div class="panel menu" data-seen={seen.value}>
          {children}
          {CHOICES.map(([key, title, values]) => (
            <Segments key={key} title={title} value={stored(key)} of={values} choose={(value) => pick(key, value)} />
          ))}
          <p class="note">
            Play chips have no value and are never sold, cashed or passed on. <a href="/licenses.txt">Licenses</a>
          </p>
        </div>
      )}
    </div>
  );
}
