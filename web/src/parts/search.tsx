// Finding a place in the handbook; `/` goes to the field.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useAsked } from "../api";
import type { Search } from "../api-types";
import { useHearing, useRested } from "./pieces";

export function HandbookSearch() {
  const typed = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  const asked = useRested(typed.value.trim(), 120);
  const answer = useAsked<Search>(asked.length > 1 ? `/search?q=${encodeURIComponent(asked)}` : null);
  const found = asked.length > 1 ? answer.value?.found : undefined;
  return (
    <search class="find">
      <label class="sr" for="find">
        Search the handbook
      </label>
      <input
        class="input"
        id="find"
        ref={field}
        type="search"
        placeholder="Search"
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") typed.value = "";
        }}
        autocomplete="off"
        maxLength={100}
      />
      <kbd aria-hidden="true">/</kbd>
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
                  <span class="note">
                    {each.game}, {each.kind}
                  </span>
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

/** `/` brings the keyboard to a field, unless one has it. */
export function useSlash(field: { current: HTMLInputElement | null }) {
  useHearing("keydown", (event) => {
    if (event.key !== "/" || isTyping(event)) return;
    event.preventDefault();
    field.current?.focus();
  });
}

/** Single letters are keys only while no field has the keyboard, no dialog is open and they are not turned off. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (document.querySelector("dialog[open]")) return true;
  if (event.key.length === 1 && event.key !== " " && document.documentElement.dataset.keys === "off") return true;
  return event.ctrlKey || event.metaKey || event.altKey || !!target?.closest?.("input, textarea, select, [contenteditable]");
}
