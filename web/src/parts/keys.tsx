// Every key, on `?`. Single letters can be turned off.
import { useEffect, useRef, useState } from "preact/hooks";
import { isTyping } from "./search";

const KEYS = [
  ["Everywhere", [["?", "all keys"], ["/", "find"], ["Esc", "close what is open"], ["Tab", "next"]]],
  ["While wagering", [["1 – 5", "choose a chip"], ["← →", "choose a spot"], ["Space", "a chip more"], ["⌫", "a chip less"], ["X", "clear"], ["L", "same as last"], ["Enter", "ready"]]],
  ["While playing", [["F", "fold"], ["2 3 4", "raise by that multiple"], ["P", "play"], ["H S D", "hit, stand, double"], ["A", "advice"], ["T", "text view"]]],
  ["After a round", [["Enter", "same again"], ["W", "other wagers"], ["Esc", "leave the table"]]],
  ["Pit", [["Space", "lock, or next round"], ["Enter", "no winner"], ["1 – 7", "wager, or winning seat"], ["C", "correct"], ["V", "void"], ["P", "prize record"], ["J", "reject"], ["F", "fault, stop wagers"]]],
  ["Adjudicator", [["rank, suit", "a card, T is ten"], ["⌫", "take a card back"], ["Ctrl Enter", "print"]]],
] as const;

export function Keys() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => { if (open) box.current?.showModal(); }, [open]);
  if (!open) return null;
  return (
    <dialog ref={box} class="keys" aria-labelledby="all-keys" onClose={() => setOpen(false)}>
      <div class="between"><h2 id="all-keys">Keys</h2><button class="btn small" onClick={() => box.current?.close()}>Close</button></div>
      {KEYS.map(([place, keys]) => (
        <section key={place}><h3>{place}</h3><dl>{keys.map(([key, words]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{words}</dd></div>)}</dl></section>
      ))}
      <p class="note">Letters are keys while no field has the keyboard. They can be turned off in the settings.</p>
    </dialog>
  );
}
