// Somebody who was invited chooses a password and sets up a second factor. Nobody else ever knows either; the two
// supervisors who handed out the halves confirm that this is the person.
import { useSignal } from "@preact/signals";
import { Problem } from "../api";
import type { InvitationOpened } from "../api-types";
import { Door } from "../parts/door";
import { FieldError, Notice } from "../parts/states";
import { change } from "../staff";
import { useTitle } from "./handbook";

type Invited = InvitationOpened;

export default function Enroll() {
  useTitle("Choose your password");
  const first = useSignal("");
  const second = useSignal("");
  const found = useSignal<Invited | null>(null);
  const password = useSignal("");
  const again = useSignal("");
  const code = useSignal("");
  const wrong = useSignal("");
  const done = useSignal<{ person: string; confirmation: string } | null>(null);
  const halves = () => ({ first: first.value.trim(), second: second.value.trim() });
  const tell = (problem: unknown) => { wrong.value = problem instanceof Problem ? `${problem.message}${problem.hint ? `. ${problem.hint}` : ""}` : "The house cannot be reached."; };
  const look = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    try { found.value = await change<Invited>("/staff/invitation", halves()); } catch (problem) { tell(problem); }
  };
  const choose = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    if (password.value !== again.value) { wrong.value = "The two passwords differ."; return; }
    try {
      done.value = await change("/staff/enrollment", { ...halves(), password: password.value, code: code.value });
    } catch (problem) { tell(problem); }
  };
  const bad = wrong.value ? "input bad" : "input";
  return (
    <Door heading="Choose your password" note="Not approved equipment.">
      {done.value ? (
        <div class="stack">
          <p>Show this code to both supervisors. Each types it at their own screen, with you present.</p>
          <p class="mono big-code">{done.value.confirmation}</p>
          <Notice title="Not live yet.">Once both have confirmed it, sign in as {done.value.person}, with your password and the next code.</Notice>
          <a class="btn" href="/login">Sign in</a>
        </div>
      )
        : !found.value ? (
          <form class="stack" onSubmit={(event) => void look(event)}>
            <p class="soft">Two supervisors have each given you one half of an invitation. The order does not matter.</p>
            <label class="field"><span class="label">One half</span><input class={`${bad} mono`} required value={first.value} autocomplete="off" spellcheck={false} aria-describedby={wrong.value ? "enroll-error" : undefined} onInput={(event) => { first.value = event.currentTarget.value; }} /></label>
            <label class="field"><span class="label">The other half</span><input class={`${bad} mono`} required value={second.value} autocomplete="off" spellcheck={false} aria-describedby={wrong.value ? "enroll-error" : undefined} onInput={(event) => { second.value = event.currentTarget.value; }} /></label>
            {wrong.value && <FieldError id="enroll-error">{wrong.value}</FieldError>}
            <button class="btn primary" type="submit">Go on</button>
          </form>
        ) : (
          <form class="stack" onSubmit={(event) => void choose(event)}>
            <p class="soft">For {found.value.name}. Type this key into your authenticator app, or <a href={found.value.uri}>open it there</a>.</p>
            <p class="mono big-code">{found.value.key.replaceAll(/(.{4})/g, "$1 ").trim()}</p>
            <label class="field"><span class="label">Password, at least 10 characters</span><input class={bad} type="password" required minLength={10} autocomplete="new-password" value={password.value} onInput={(event) => { password.value = event.currentTarget.value; }} /></label>
            <label class="field"><span class="label">The password again</span><input class={bad} type="password" required autocomplete="new-password" value={again.value} onInput={(event) => { again.value = event.currentTarget.value; }} /></label>
            <label class="field"><span class="label">The code that the app shows now</span><input class={bad} required inputMode="numeric" maxLength={7} autocomplete="one-time-code" value={code.value} aria-describedby={wrong.value ? "enroll-error" : undefined} onInput={(event) => { code.value = event.currentTarget.value; }} /></label>
            {wrong.value && <FieldError id="enroll-error">{wrong.value}</FieldError>}
            <button class="btn primary" type="submit">Set my password</button>
          </form>
        )}
    </Door>
  );
}
