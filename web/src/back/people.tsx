// A second person signs at a screen where somebody else is signed in.

import { useSignal } from "@preact/signals";
import { inWords } from "../api";
import type { Credentials, Member } from "../api-types";
import { Button, Field } from "../parts/pieces";
import { FieldError } from "../parts/states";
import { showPasskey } from "../passkeys";

export const NOBODY: Credentials = { person: "", password: "", code: "" };
export const isGiven = (given: Credentials): boolean => given.person !== "" && given.password !== "";

type Given = { value: Credentials; set: (given: Credentials) => unknown };
type Signing = Given & { legend: string; id: string; people: Member[]; bad?: boolean };

export function PersonFields({ legend, id, people, value, set: give, bad = false }: Signing) {
  const { person, password, code, passkey } = value;
  const wrong = useSignal("");
  const set = (part: Partial<Credentials>) => give({ ...value, ...part });
  const show = async () => {
    wrong.value = "";
    try {
      set({ code: "", passkey: await showPasskey() });
    } catch (problem) {
      wrong.value = inWords(problem);
    }
  };
  const names = people.map((each) => [each.id, each.name] as const);
  const shown = passkey ? "passkey" : (code ?? "");
  return (
    <fieldset class="person">
      <legend class="label">{legend}</legend>
      <Field
        title="Name"
        id={`${id}-name`}
        bad={bad}
        value={person}
        set={(each) => set({ person: each })}
        options={[["", "Choose"], ...names]}
      />
      <div class="pair">
        <Field title="Password" id={`${id}-password`} bad={bad} type="password" value={password} set={(each) => set({ password: each })} />
        <Field
          title="Code"
          id={`${id}-code`}
          bad={bad}
          inputMode="numeric"
          maxLength={7}
          value={shown}
          readOnly={!!passkey}
          set={(each) => set({ code: each })}
        />
      </div>
      <div class="row">
        <Button kind="small" disabled={!isGiven(value)} press={show} words="Use a passkey instead of a code" />
      </div>
      {wrong.value && <FieldError id={`${id}-passkey-error`}>{wrong.value}</FieldError>}
    </fieldset>
  );
}
