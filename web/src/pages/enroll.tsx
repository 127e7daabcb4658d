// Somebody who was invited chooses a password and sets up a second factor. Nobody else ever knows either; the two
// supervisors who handed out the halves confirm that this is the person.

import { useSignal } from "@preact/signals";
import { Problem } from "../api";
import type { InvitationOpened } from "../api-types";
import { Door } from "../parts/door";
import { Button, Field, Form, ONE_TIME, part, useSending } from "../parts/pieces";
import { FieldError, Notice } from "../parts/states";
import { useTitle } from "../router";
import { change } from "../staff";

export default function Enroll() {
  useTitle("Choose your password");
  const given = useSignal({ first: "", second: "", password: "", again: "", code: "" });
  const found = useSignal<InvitationOpened | null>(null);
  const done = useSignal<{ person: string; confirmation: string } | null>(null);
  const { wrong, send } = useSending();
  const { first, second, password, again, code } = given.value;
  const halves = { first: first.trim(), second: second.trim() };
  const look = () => send(async () => (found.value = await change<InvitationOpened>("/staff/invitation", halves)));
  const choose = () =>
    send(async () => {
      if (password !== again) throw new Problem(0, "", "The two passwords differ.");
      done.value = await change("/staff/enrollment", { ...halves, password, code });
    });
  const bad = !!wrong.value;
  const error = wrong.value && <FieldError id="enroll-error">{wrong.value}</FieldError>;
  const secret = { bad, type: "password", required: true, autocomplete: "new-password" } as const;
  const half = { bad, mono: true, required: true, spellcheck: false };
  return (
    <Door heading="Choose your password" note="Not approved equipment.">
      {done.value ? (
        <div class="stack">
          <p>Show this code to both supervisors. Each types it at their own screen, with you present.</p>
          <p class="mono big-code">{done.value.confirmation}</p>
          <Notice title="Not live yet.">
            Once both have confirmed it, sign in as {done.value.person}, with your password and the next code.
          </Notice>
          <Button to="/login" words="Sign in" />
        </div>
      ) : !found.value ? (
        <Form class="stack" send={look}>
          <p class="soft">Two supervisors have each given you one half of an invitation. The order does not matter.</p>
          <Field title="One half" {...half} {...part(given, "first")} />
          <Field title="The other half" {...half} {...part(given, "second")} />
          {error}
          <Button kind="primary" submit words="Go on" />
        </Form>
      ) : (
        <Form class="stack" send={choose}>
          <p class="soft">
            For {found.value.name}. Type this key into your authenticator app, or <a href={found.value.uri}>open it there</a>.
          </p>
          <p class="mono big-code">{found.value.key.replaceAll(/(.{4})/g, "$1 ").trim()}</p>
          <Field title="Password, at least 10 characters" {...secret} minLength={10} {...part(given, "password")} />
          <Field title="The password again" {...secret} {...part(given, "again")} />
          <Field title="The code that the app shows now" bad={bad} required {...ONE_TIME} {...part(given, "code")} />
          {error}
          <Button kind="primary" submit words="Set my password" />
        </Form>
      )}
    </Door>
  );
}
