// Finding a place in the handbook; `/` goes to the field.
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useAsked } from "../api";
import type { Search } from "../api-types";
import { bound, Input, useHearing, useRested } from "./pieces";
import { say } from "./words";

export function HandbookSearch() {
  const typed = useSignal("");
  const asked = useRested(typed.value.trim(), 120);
  const answer = useAsked<Search>(asked.length > 1 ? `/search?q=${encodeURIComponent(asked)}` : null);
  const found = asked.length > 1 ? answer.value?.found : undefined;
  return (
    <search class="find">
      <FindField name="Search the handbook" words="Search" typed={typed} />
      {found && (
        <div class="panel found">
          <p class="label" role="status">
            {found.length ? `${found.length === 40 ? "The first 40" : found.length} places` : "Nothing contains all these words"}
          </p>
          <ul>
            {found.map((each) => (
              <li key={each.address + each.title}>
                <a href={each.address} onClick={() => (typed.value = "")}>
                  <b>{each.title}</b>
                  <span class="note">{say`${each.game}, ${each.kind}`}</span>
                  <span>{each.text}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  );
}

/** A field that finds things: `/` brings the keyboard to it, unless another field has it, and Escape empties it. */
export function FindField({ name, words = name, typed }: { name: string; words?: string; typed: Signal<string> }) {
  const field = useRef<HTMLInputElement>(null);
  useHearing("keydown", (event) => {
    if (event.key !== "/" || isTyping(event)) return;
    event.preventDefault();
    field.current?.focus();
  });
  const empty = (event: KeyboardEvent) => {
    if (event.key === "Escape") typed.value = "";
  };
  return (
    <>
      <Input field={field} type="search" aria-label={name} placeholder={words} {...bound(typed)} onKeyDown={empty} maxLength={100} />
      <kbd aria-hidden="true">/</kbd>
    </>
  );
}

/** Single letters are keys only while no field has the keyboard, no dialog is open and they are not turned off. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (document.querySelector("dialog[open]")) return true;
  if (event.key.length === 1 && event.key !== " " && document.documentElement.dataset.keys === "off") return true;
  return event.ctrlKey || event.metaKey || event.altKey || !!target?.closest?.("input, textarea, select, [contenteditable]");
}
