// A name is all a guest needs; the wallet belongs to the browser's cookie and not to the name.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { beGuest } from "../session";
import { FieldError } from "./states";

export function NameDialog({ done }: { done: (ok: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const name = useSignal("");
  const wrong = useSignal("");
  useEffect(() => { box.current?.showModal(); }, []);
  const enter = async (event: Event) => {
    event.preventDefault();
    try {
      await beGuest(name.value);
      done(true);
    } catch (problem) {
      wrong.value = (problem as Error).message;
    }
  };
  return (
    <dialog ref={box} aria-labelledby="take-a-seat" onClose={() => done(false)}>
      <form onSubmit={enter}>
        <div><h2 id="take-a-seat">Take a seat</h2><p class="soft">Play chips only. A name is all you need.</p></div>
        <label class="field"><span class="label">Your name at the table</span><input class={wrong.value ? "input bad" : "input"} value={name.value} maxLength={24} autocomplete="nickname" autofocus aria-describedby={wrong.value ? "name-error" : undefined} onInput={(event) => { name.value = event.currentTarget.value; wrong.value = ""; }} /></label>
        {wrong.value && <FieldError id="name-error">{wrong.value}</FieldError>}
        <button class="btn primary" type="submit">Play as a guest</button>
        <button class="btn" type="button" onClick={() => done(false)}>Only watch</button>
        <p class="note">Chips have no value and are never sold, cashed or passed on. The games and their names belong to their makers; there is no affiliation.</p>
      </form>
    </dialog>
  );
}
