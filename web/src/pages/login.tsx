// Two ways in: a name for a seat at the play tables, or a password with a code for staff.
import { useSignal } from "@preact/signals";
import { inWords, Problem } from "../api";
import { Card, Chip } from "../parts/cards";
import { Door } from "../parts/door";
import { FieldError } from "../parts/states";
import { go, place } from "../router";
import { beGuest } from "../session";
import { showPasskey } from "../passkeys";
import { type Credentials, hasBook, signIn, spent } from "../staff";
import { useTitle } from "./handbook";

const HAND = ["8h", "9s", "Td", "Jc", "Qh"];
const CHIPS = [1, 5, 25, 100, 500];

/** A felt to look at beside the form. It says nothing that anybody needs. */
function Art() {
  return (
    <div class="art" data-felt="green" aria-hidden="true">
      <svg viewBox="0 0 750 900" preserveAspectRatio="xMidYMid slice">
        <path d="M-40 250 Q375 470 790 250 M-40 290 Q375 510 790 290" class="f-hair" />
        {CHIPS.map((chip, at) => <Chip key={chip} cents={chip * 100} x={237 + 70 * at} y={232} r={28} />)}
        {HAND.map((card, at) => <Card key={card} card={card} width={117} x={54 + 133 * at} y={452} />)}
        <path d="M56 632 v9 H702 v-9" class="f-hot" />
        <text x="379" y="672" font-size="20" font-weight="650" class="f-t" text-anchor="middle">5-card straight, queen-high</text>
      </svg>
    </div>
  );
}

export default function Login() {
  useTitle("Sign in");
  const guest = useSignal("");
  const guestWrong = useSignal("");
  const given = useSignal<Credentials>({ person: "", password: "", code: "" });
  const wrong = useSignal("");
  /** Whether what they typed was wrong, and not how they asked. */
  const isTheirs = useSignal(false);
  const busy = useSignal(false);
  const wanted = place.value.query.get("next") ?? "/pit";
  const next = wanted.startsWith("/") && !wanted.startsWith("//") ? wanted : "/pit";
  const play = async (event: Event) => {
    event.preventDefault();
    try {
      await beGuest(guest.value);
      go("/");
    } catch (problem) {
      guestWrong.value = (problem as Error).message;
    }
  };
  const enter = async (event: Event, isPasskey: boolean) => {
    event.preventDefault();
    busy.value = true;
    wrong.value = "";
    try {
      await signIn(isPasskey ? { ...spent(given.value), passkey: await showPasskey() } : given.value);
      go(next);
    } catch (problem) {
      wrong.value = inWords(problem);
      isTheirs.value = problem instanceof Problem && problem.code === "wrong_sign_in";
      given.value = spent(given.value);
    } finally {
      busy.value = false;
    }
  };
  const bad = isTheirs.value ? "input bad" : "input";
  const about = wrong.value ? "sign-in-error" : undefined;
  const set = (part: Partial<typeof given.value>) => { given.value = { ...given.value, ...part }; wrong.value = ""; isTheirs.value = false; };
  return (
    <Door heading="Take a seat" note={<>Croupier is not certified equipment and not a real-money gambling service. <a href="/handbook">Rules and sources</a></>} art={<Art />}>
      <p class="soft">Play chips only. A name is all you need.</p>
      <form class="stack" onSubmit={play}>
        <label class="field"><span class="label">Your name at the table</span><input class={guestWrong.value ? "input bad" : "input"} value={guest.value} maxLength={24} autocomplete="nickname" aria-describedby={guestWrong.value ? "guest-error" : undefined} onInput={(event) => { guest.value = event.currentTarget.value; guestWrong.value = ""; }} /></label>
        {guestWrong.value && <FieldError id="guest-error">{guestWrong.value}</FieldError>}
        <button class="btn primary" type="submit">Play as a guest</button>
      </form>
      <p class="or">or sign in as staff</p>
      {hasBook.value ? (
        <form class="stack" onSubmit={(event) => void enter(event, false)} aria-label="Staff">
          <label class="field"><span class="label">Name</span><input class={bad} required value={given.value.person} maxLength={64} autocomplete="username" aria-describedby={about} onInput={(event) => set({ person: event.currentTarget.value })} /></label>
          <label class="field"><span class="label">Password</span><input class={bad} required type="password" value={given.value.password} autocomplete="current-password" aria-describedby={about} onInput={(event) => set({ password: event.currentTarget.value })} /></label>
          <label class="field"><span class="label">One-time code, if you have a second factor</span><input class={bad} value={given.value.code} inputMode="numeric" autocomplete="one-time-code" maxLength={7} aria-describedby={about} onInput={(event) => set({ code: event.currentTarget.value })} /></label>
          {wrong.value && <FieldError id="sign-in-error">{wrong.value}</FieldError>}
          <button class="btn" type="submit" disabled={busy.value}>Sign in</button>
          <button class="btn" type="button" disabled={busy.value} onClick={(event) => { if (event.currentTarget.form?.reportValidity()) void enter(event, true); }}>Use a passkey instead of a code</button>
          <p class="note">Were you invited? <a href="/enroll">Choose your password</a></p>
        </form>
      ) : <p class="note">This house runs no jackpot book, so there is no staff sign-in.</p>}
    </Door>
  );
}
