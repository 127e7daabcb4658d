// Every key, on `?`. Single letters can be turned off.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button, Ends, useHearing } from "./pieces";
import { isTyping } from "./search";
import { keycap } from "./words";

/** By place, each key with what it does. */
const KEYS: Record<string, string> = {
  Everywhere:
    "? = all keys; / = find; Esc = close what is open; G, letter = go: L lobby, Y your table, Q quiz, P par sheets, D design, H handbook, A adjudicator; Tab = next",
  "While wagering":
    "1 – 5 = choose a chip; ← → = choose a spot; Space = a chip more; ⌫ = a chip less, as a right click; Z = undo; X = clear; L = same as last; Enter = ready",
  "While playing":
    "F = fold; 2 3 4 = raise by that multiple; H S D = hit, stand, double; P = play, or split; R = surrender; I N = insure, or not; A = advice; T = text view",
  "After a round": "Enter = same again; W = other wagers; ← → = steps of an earlier round",
  Pit: "Space = lock, or next round; Enter = no winner; 1 – 7 = wager, or winning seat; C = correct; V = void; P = prize record; J = reject; F = fault, stop wagers",
  Adjudicator: "rank, suit = a card, T is ten; ⌫ = take a card back; Ctrl Enter = print",
};

export const keysOpen = signal(false);

export function Keys() {
  const open = keysOpen.value;
  const setOpen = (shown: boolean) => (keysOpen.value = shown);
  const box = useRef<HTMLDialogElement>(null);
  useHearing("keydown", (event) => {
    if (event.key !== "?" || isTyping(event)) return;
    event.preventDefault();
    setOpen(true);
  });
  useLayoutEffect(() => {
    if (open) box.current?.showModal();
  }, [open]);
  if (!open) return null;
  return (
    <dialog ref={box} class="keys" aria-labelledby="all-keys" onClose={() => setOpen(false)}>
      <Ends left={<h2 id="all-keys">Keys</h2>} right={<Button kind="small" press={() => box.current?.close()} words="Close" />} />
      {Object.entries(KEYS).map(([place, keys]) => (
        <section key={place}>
          <h3>{place}</h3>
          <dl>
            {keys
              .split("; ")
              .map((line) => line.split(" = "))
              .map(([key, words]) => (
                <div key={key}>
                  <dt>{keycap(key)}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p class="note">Letters are keys while no field has the keyboard. They can be turned off in the settings.</p>
    </dialog>
  );
}
