// A second person signs at a screen where somebody else is signed in.
import { useSignal } from "@preact/signals";
import { inWords } from "../api";
import { FieldError } from "../parts/states";
import { showPasskey } from "../passkeys";
import type { Credentials } from "../staff";
import type { Member } from "./view";

export const NOBODY: Credentials = { person: "", password: "", code: "" };
export const isGiven = (given: Credentials): boolean => given.person !== "" && given.password !== "";

export function PersonFields({ legend, id, people, value, set, bad }: { legend: string; id: string; people: Member[]; value: Credentials; set: (next: Credentials) => void; bad?: boolean }) {
  const cls = bad ? "input bad" : "input";
  const wrong = useSignal("");
  const show = async () => {
    wrong.value = "";
    try {
      set({ ...value, code: "", passkey: await showPasskey() });
    } catch (problem) {
      wrong.value = inWords(problem);
    }
  };
  return (
    <fieldset class="person">
      <legend class="label">{legend}</legend>
      <label class="field"><span class="label">Name</span>
        <select id={`${id}-name`} class={cls} value={value.person} onChange={(event) => set({ ...value, person: event.currentTarget.value })}>
          <option value="">Choose</option>
          {people.map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}
        </select>
      </label>
      <div class="pair">
        <label class="field"><span class="label">Password</span><input id={`${id}-password`} class={cls} type="password" autocomplete="off" value={value.password} onInput={(event) => set({ ...value, password: event.currentTarget.value })} /></label>
        <label class="field"><span class="label">Code</span><input id={`${id}-code`} class={cls} inputMode="numeric" autocomplete="off" maxLength={7} value={value.passkey ? "passkey" : value.code} readOnly={!!value.passkey} onInput={(event) => set({ ...value, code: event.currentTarget.value })} /></label>
      </div>
      <div class="row"><button class="btn small" type="button" disabled={!isGiven(value)} onClick={() => void show()}>Use a passkey instead of a code</button></div>
      {wrong.value && <FieldError id={`${id}-passkey-error`}>{wrong.value}</FieldError>}
    </fieldset>
  );
}
