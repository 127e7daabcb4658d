// One's own passkeys: which there are, a new one, and the end of one.

import { useSignal } from "@preact/signals";
import { inWords, Problem, useAsked } from "../api";
import type { OwnPasskey, OwnPasskeys } from "../api-types";
import { staffPage } from "../back/frame";
import { when } from "../back/view";
import { Button, Field, Form, Listed, ONE_TIME, PASSWORD, Pending, part, Tag, useSending } from "../parts/pieces";
import { FieldError, Notice } from "../parts/states";
import { makePasskey } from "../passkeys";
import { change, loadStaff, staff } from "../staff";

const day = (at: number): string => (at ? when(at) : "never");
const EMPTY = { name: "", password: "", code: "" };

export default staffPage("Your passkeys", "Office", Mine);

function Mine() {
  const asked = useAsked<OwnPasskeys>(staff.value ? "/staff/passkeys" : null);
  const given = useSignal(EMPTY);
  const done = useSignal("");
  const { busy, wrong, send } = useSending();
  if (!asked.value) return <Pending asked={asked} heading="Your passkeys" />;
  const { passkeys, unusable } = asked.value;
  const act = async (what: () => Promise<string>) => {
    done.value = "";
    await send(async () => (done.value = await what()));
    given.value = { ...given.value, password: "", code: "" };
    asked.again();
  };
  const register = () =>
    act(async () => {
      const { name, password, code } = given.value;
      await makePasskey(name, password, code);
      given.value = EMPTY;
      return `“${name.trim()}” is registered. At sign-in it takes the place of the code.`;
    });
  const remove = (each: OwnPasskey) =>
    act(async () => {
      const { signed_out } = await change<{ signed_out: boolean }>(`/staff/passkeys/${each.id}`, undefined, "DELETE");
      if (signed_out) await loadStaff();
      return `“${each.name}” is removed.`;
    });
  const stands = (each: OwnPasskey) => (
    <span class="row">
      {each.stopped > 0 && <Tag kind="lose" words="Stopped: there is a copy of it" />}
      {each.here && <Tag words="Used now" />}
      <Button kind="small" disabled={busy} aria-label={`Remove ${each.name}`} press={() => remove(each)} words="Remove" />
    </span>
  );
  const bad = !!wrong.value;
  return (
    <main class="house two">
      <div>
        <h1 tabIndex={-1}>Your passkeys</h1>
        <p class="soft">A passkey takes the place of the code when you sign in. The password is asked for as well.</p>
        <Listed
          name="Your passkeys"
          of={passkeys}
          id={(each) => each.id}
          empty="You have no passkey"
          why="You sign in with a password and, if you have a second factor, a code."
          columns={[
            ["Name", (each) => <b>{each.name}</b>],
            ["Kept", (each) => (each.synced ? "in an account" : "on one device")],
            ["Registered", (each) => day(each.at)],
            ["Last used", (each) => day(each.used)],
            ["State", stands],
          ]}
        />
      </div>
      {unusable ? (
        <Notice kind="warn" title="No passkey can be registered here.">
          {inWords(new Problem(409, "", unusable.why, unusable.hint ?? undefined))}
        </Notice>
      ) : (
        <Form class="panel pad stack" send={register} aria-label="Register a passkey">
          <h2>Register a passkey</h2>
          <p class="soft small">
            On this device, a phone or a security key that asks for a PIN or a fingerprint. Only its public half is kept here.
          </p>
          <Field title="Name, for yourself" bad={bad} required maxLength={40} {...part(given, "name")} />
          <Field title="Your password, again" bad={bad} required {...PASSWORD} {...part(given, "password")} />
          <Field title="The code that the app shows now" bad={bad} required {...ONE_TIME} {...part(given, "code")} />
          {wrong.value && <FieldError id="passkey-error">{wrong.value}</FieldError>}
          {done.value && <Notice kind="good">{done.value}</Notice>}
          <Button kind="primary" submit disabled={busy} words="Register" />
        </Form>
      )}
    </main>
  );
}
