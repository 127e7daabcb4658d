// One's own passkeys: which there are, a new one, and the end of one.
import { useSignal } from "@preact/signals";
import { inWords, Problem, useAsked } from "../api";
import type { OwnPasskey, OwnPasskeys } from "../api-types";
import { Back } from "../back/frame";
import { Empty, FieldError, Notice, Trouble, Waiting } from "../parts/states";
import { makePasskey } from "../passkeys";
import { change, loadStaff, staff } from "../staff";
import { useTitle } from "./handbook";

type Passkey = OwnPasskey;
type Told = OwnPasskeys;

const day = (at: number): string => (at ? new Date(at).toLocaleString("en-US") : "never");
const EMPTY = { name: "", password: "", code: "" };

export default function Passkeys() {
  useTitle("Your passkeys");
  return <Back title="Office"><Mine /></Back>;
}

function Mine() {
  const asked = useAsked<Told>(staff.value ? "/staff/passkeys" : null);
  const given = useSignal(EMPTY);
  const wrong = useSignal("");
  const done = useSignal("");
  const busy = useSignal(false);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>Your passkeys</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  if (!asked.value) return <main class="house"><Waiting /></main>;
  const { passkeys } = asked.value;
  const unusable = asked.value.unusable && inWords(new Problem(409, "", asked.value.unusable.why, asked.value.unusable.hint ?? undefined));
  const set = (part: Partial<typeof EMPTY>) => { given.value = { ...given.value, ...part }; wrong.value = ""; };
  const act = async (what: () => Promise<string>) => {
    busy.value = true;
    wrong.value = "";
    done.value = "";
    try { done.value = await what(); } catch (problem) {
      wrong.value = inWords(problem);
    }
    given.value = { ...given.value, password: "", code: "" };
    busy.value = false;
    asked.again();
  };
  const register = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      const { name, password, code } = given.value;
      await makePasskey(name, password, code);
      given.value = EMPTY;
      return `“${name.trim()}” is registered. At sign-in it takes the place of the code.`;
    });
  };
  const remove = (each: Passkey) => act(async () => {
    const { signed_out } = await change<{ signed_out: boolean }>(`/staff/passkeys/${each.id}`, undefined, "DELETE");
    if (signed_out) await loadStaff();
    return `“${each.name}” is removed.`;
  });
  const bad = wrong.value ? "input bad" : "input";
  const about = wrong.value ? "passkey-error" : undefined;
  return (
    <main class="house two">
      <div>
        <h1 tabIndex={-1}>Your passkeys</h1>
        <p class="soft">A passkey takes the place of the code when you sign in. The password is asked for as well.</p>
        <div class="panel scroll" tabIndex={0} role="region" aria-label="Your passkeys">
          {passkeys.length === 0 ? <Empty title="You have no passkey">You sign in with a password and, if you have a second factor, a code.</Empty> : <table>
            <thead><tr><th scope="col">Name</th><th scope="col">Kept</th><th scope="col">Registered</th><th scope="col">Last used</th><th scope="col">State</th></tr></thead>
            <tbody>{passkeys.map((each) => (
              <tr key={each.id}><td><b>{each.name}</b></td><td>{each.synced ? "in an account" : "on one device"}</td><td>{day(each.at)}</td><td>{day(each.used)}</td>
                <td><span class="row">{each.stopped > 0 && <span class="tag lose">Stopped: there is a copy of it</span>}{each.here && <span class="tag">Used now</span>}<button class="btn small" disabled={busy.value} aria-label={`Remove ${each.name}`} onClick={() => void remove(each)}>Remove</button></span></td></tr>
            ))}</tbody>
          </table>}
        </div>
      </div>
      {unusable ? <Notice kind="warn" title="No passkey can be registered here.">{unusable}</Notice> : (
        <form class="panel pad stack" onSubmit={register} aria-label="Register a passkey">
          <h2>Register a passkey</h2>
          <p class="soft small">On this device, a phone or a security key that asks for a PIN or a fingerprint. Only its public half is kept here.</p>
          <label class="field"><span class="label">Name, for yourself</span><input class={bad} required maxLength={40} autocomplete="off" value={given.value.name} aria-describedby={about} onInput={(event) => set({ name: event.currentTarget.value })} /></label>
          <label class="field"><span class="label">Your password, again</span><input class={bad} required type="password" autocomplete="current-password" value={given.value.password} aria-describedby={about} onInput={(event) => set({ password: event.currentTarget.value })} /></label>
          <label class="field"><span class="label">The code that the app shows now</span><input class={bad} required inputMode="numeric" autocomplete="one-time-code" maxLength={7} value={given.value.code} aria-describedby={about} onInput={(event) => set({ code: event.currentTarget.value })} /></label>
          {wrong.value && <FieldError id="passkey-error">{wrong.value}</FieldError>}
          {done.value && <Notice kind="good">{done.value}</Notice>}
          <button class="btn primary" type="submit" disabled={busy.value}>Register</button>
        </form>
      )}
    </main>
  );
}
