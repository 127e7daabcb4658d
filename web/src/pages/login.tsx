// Two ways in: a name for a seat at the play tables, or a password with a code for staff.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Problem } from "../api";
import type { Credentials } from "../api-types";
import { Card, Chip } from "../parts/cards";
import { Door } from "../parts/door";
import { useGuest } from "../parts/guest";
import { Button, Field, Form, Later, ONE_TIME, PASSWORD, useSending } from "../parts/pieces";
import { FieldError } from "../parts/states";
import { anchor, say } from "../parts/words";
import { showPasskey } from "../passkeys";
import { go, place, useTitle } from "../router";
import { hasBook, signIn, spent, staff } from "../staff";

const HAND = ["8h", "9s", "Td", "Jc", "Qh"];
const CHIPS = [1, 5, 25, 100, 500];

/** A felt to look at beside the form. It says nothing that anybody needs. */
const Art = () => (
  <div class="art" data-felt="green" aria-hidden="true">
    <svg viewBox="0 0 750 900" preserveAspectRatio="xMidYMid slice">
      <path d="M-40 250 Q375 470 790 250 M-40 290 Q375 510 790 290" class="f-hair" />
      {CHIPS.map((chip, at) => (
        <Chip key={chip} cents={chip * 100} x={237 + 70 * at} y={232} r={28} />
      ))}
      {HAND.map((card, at) => (
        <Card key={card} card={card} width={117} x={54 + 133 * at} y={452} />
      ))}
      <path d="M56 632 v9 H702 v-9" class="f-hot" />
      <text x="379" y="672" font-size="20" font-weight="650" class="f-t" text-anchor="middle">
        5-card straight, queen-high
      </text>
    </svg>
  </div>
);

export default function Login() {
  useTitle("Sign in");
  const guest = useGuest(() => go("/"));
  const given = useSignal<Credentials>({ person: "", password: "", code: "" });
  const { busy, wrong, problem, send } = useSending();
  const wanted = place.value.query.get("next") ?? "/pit";
  const next = wanted.startsWith("/") && !wanted.startsWith("//") ? wanted : "/pit";
  const enter = (isPasskey: boolean) =>
    send(async () => {
      const typed = given.value;
      try {
        await signIn(isPasskey ? { ...spent(typed), passkey: await showPasskey() } : typed);
      } finally {
        given.value = spent(typed);
      }
      go(next);
    });
  // Whether what they typed was wrong, and not how they asked.
  const bad = !!wrong.value && problem instanceof Problem && problem.code === "wrong_sign_in";
  const typed = (key: "person" | "password" | "code") => ({
    value: given.value[key] ?? "",
    set: (text: string) => {
      given.value = { ...given.value, [key]: text };
      wrong.value = "";
    },
    bad,
  });
  const form = useRef<HTMLDivElement>(null);
  const byPasskey = () => form.current?.closest("form")?.reportValidity() && enter(true);
  // What is offered depends on the house, so nothing is shown that would move.
  if (staff.value === undefined) return null;
  return (
    <Door
      heading="Take a seat"
      note={
        <>
          Croupier is not certified equipment and not a real-money gambling service. <a href="/handbook">Rules and sources</a>
        </>
      }
      art={<Later>{() => <Art />}</Later>}>
      <p class="soft">Play chips only. A name is all you need.</p>
      <Form class="stack" send={guest.come}>
        {guest.field}
        <Button kind="primary" submit words="Play as a guest" />
      </Form>
      <p class="or">or sign in as staff</p>
      {hasBook.value ? (
        <Form class="stack" send={() => enter(false)} aria-label="Staff">
          <Field title="Name" required maxLength={64} autocomplete="username" {...typed("person")} />
          <Field title="Password" required {...PASSWORD} {...typed("password")} />
          <Field title="One-time code, if you have a second factor" {...ONE_TIME} {...typed("code")} />
          {wrong.value && <FieldError id="sign-in-error">{wrong.value}</FieldError>}
          <Button submit disabled={busy} words="Sign in" />
          <Button disabled={busy} press={byPasskey} words="Use a passkey instead of a code" />
          <div class="note" ref={form}>{say`Were you invited? ${anchor("/enroll", "Choose your password")}`}</div>
        </Form>
      ) : (
        <p class="note">This house runs no jackpot book, so there is no staff sign-in.</p>
      )}
    </Door>
  );
}
