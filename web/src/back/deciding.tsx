// Approving and paying: by the person signed in, or by somebody else who signs at this screen.
import { useSignal } from "@preact/signals";
import type { Problem } from "../api";
import { FieldError } from "../parts/states";
import { type Credentials, post, spent, staff } from "../staff";
import { isGiven, NOBODY, PersonFields } from "./people";
import { type Award, mayAbout, type PitView, sum } from "./view";

/** Refusals of the books about a number, which stand beside the field that they name. */
export const BESIDE = ["reference_malformed", "reference_used"];

/** A refusal, beside the field that one of its marks names; nothing if it is about another one. */
export function Beside({ told, marks, id }: { told: Problem | null; marks: string[]; id: string }) {
  return told && marks.some((mark) => told.message.includes(mark)) ? <FieldError id={id}>{told.message}</FieldError> : null;
}

export type Act = (what: () => Promise<unknown>) => Promise<void>;

export function Decide({ view, award, act, reject, next }: { view: PitView; award: Award; act: Act; reject: () => void; next: () => void }) {
  const given = useSignal<Credentials>(NOBODY);
  const me = staff.value;
  const able = mayAbout(view, award, "approve", "supervisor");
  const isMine = able.some((each) => each.id === me?.person);
  const others = able.filter((each) => each.id !== me?.person);
  const approve = (by?: Credentials) => act(async () => {
    try {
      return await post(view.link.id, { do: "approve", award: award.no }, by ? { by } : {});
    } finally {
      given.value = { ...spent(given.value), password: "" };
    }
  });
  if (!view.standing.may_act) return null;
  return (
    <>
      <h2>Approve award {award.no}</h2>
      <p class="soft small">Entered by {award.reported_name}; someone else approves.</p>
      <Barred why={me ? award.barred?.approve[me.person] : undefined} title={`Approve ${sum(view, award.cents)} as ${me?.name}`} />
      {isMine ? <button class="btn primary wide" onClick={() => void approve()}>Approve {sum(view, award.cents)} as {me?.name}</button> : (
        <form class="stack" onSubmit={(event) => { event.preventDefault(); void approve(given.value); }}>
          <PersonFields legend="Supervisor" id="approve" people={others} value={given.value} set={(value) => { given.value = value; }} />
          <button class="btn primary wide" type="submit" disabled={!isGiven(given.value)}>Approve {sum(view, award.cents)} <kbd>Enter</kbd></button>
        </form>
      )}
      <div class="row"><button class="btn danger" onClick={reject}>Reject <kbd>J</kbd></button><button class="btn" onClick={next}>Next round <kbd>Space</kbd></button></div>
      <p class="hint">A supervisor can also approve it on a screen of their own. A rejection needs a reason and two supervisors.</p>
    </>
  );
}

/** What the person signed in may not do here, and why, in the books' own words. */
function Barred({ why, title }: { why: string | undefined; title: string }) {
  if (!why) return null;
  return <div><button class="btn wide" disabled aria-describedby="barred">{title}</button><p class="note" id="barred">Not you: {why}.</p></div>;
}

/** The camera's record of a large award, which a supervisor confirms before it is paid. */
function Film({ view, award, act, told }: { view: PitView; award: Award; act: Act; told: Problem | null }) {
  const given = useSignal<Credentials>(NOBODY);
  const camera = useSignal("");
  const me = staff.value;
  const able = mayAbout(view, award, "confirm", "supervisor");
  const isMine = able.some((each) => each.id === me?.person);
  const others = able.filter((each) => each.id !== me?.person);
  const confirm = () => act(async () => {
    try {
      return await post(view.link.id, { do: "confirm", award: award.no, camera: camera.value.trim() }, isMine ? {} : { by: given.value });
    } finally {
      given.value = { ...spent(given.value), password: "" };
    }
  });
  return (
    <form class="stack" onSubmit={(event) => { event.preventDefault(); void confirm(); }}>
      <h2>Confirm the recording of award {award.no}</h2>
      <label class="field"><span class="label">Recording that shows the cards</span><input class="input" required value={camera.value} maxLength={32} onInput={(event) => { camera.value = event.currentTarget.value; }} /><Beside told={told} marks={["camera:"]} id="film-error" /></label>
      {!isMine && <PersonFields legend="Supervisor who has looked at it" id="film" people={others} value={given.value} set={(value) => { given.value = value; }} />}
      <button class="btn primary wide" type="submit" disabled={!isMine && !isGiven(given.value)}>Confirm the recording</button>
    </form>
  );
}

export function Pay({ view, award, act, told, next, correctFilm }: { view: PitView; award: Award; act: Act; told: Problem | null; next: () => void; correctFilm: (() => void) | undefined }) {
  const given = useSignal<Credentials>(NOBODY);
  const needs = new Set(award.duties.map((each) => each.duty));
  const form = useSignal({ method: needs.has("check") ? "check" : "cash", reference: "", tax_form: "" });
  const payee = useSignal({ name: "", address: "", identified: "" });
  const me = staff.value;
  const able = mayAbout(view, award, "pay", "accounting", "supervisor");
  const isMine = able.some((each) => each.id === me?.person);
  const others = able.filter((each) => each.id !== me?.person);
  const set = (part: Partial<typeof form.value>) => { form.value = { ...form.value, ...part }; };
  const pay = () => act(async () => {
    const { method, ...texts } = form.value;
    const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
    try {
      return await post(view.link.id, { do: "pay", award: award.no, method, ...filled }, { payee: payee.value, ...(isMine ? {} : { by: given.value }) });
    } finally {
      given.value = { ...spent(given.value), password: "" };
    }
  });
  if (!view.standing.may_act) return null;
  if (needs.has("camera") && !award.camera) return <><Film view={view} award={award} act={act} told={told} /><button class="btn" onClick={next}>Next round <kbd>Space</kbd></button></>;
  return (
    <>
      <h2>Pay award {award.no}</h2>
      {award.camera && <p class="between small"><span>Recording <span class="mono">{award.camera}</span></span>{correctFilm && <button class="link" onClick={correctFilm}>Correct its number</button>}</p>}
      <p class="soft small">{needs.has("approval") ? "It is paid by somebody who neither entered nor approved it." : "Accounting or a supervisor pays it."}</p>
      <form class="stack" onSubmit={(event) => { event.preventDefault(); void pay(); }}>
        <label class="field"><span class="label">Paid to, their name</span><input class="input" required value={payee.value.name} maxLength={200} autocomplete="off" onInput={(event) => { payee.value = { ...payee.value, name: event.currentTarget.value }; }} /></label>
        <label class="field"><span class="label">Their address</span><input class="input" value={payee.value.address} maxLength={300} autocomplete="off" onInput={(event) => { payee.value = { ...payee.value, address: event.currentTarget.value }; }} /></label>
        <label class="field"><span class="label">Identified by</span><input class="input" required value={payee.value.identified} maxLength={200} autocomplete="off" placeholder="kind and number of the document" onInput={(event) => { payee.value = { ...payee.value, identified: event.currentTarget.value }; }} /></label>
        <label class="field"><span class="label">Paid by</span><select class="input" value={form.value.method} onChange={(event) => set({ method: event.currentTarget.value })}><option value="cash" disabled={needs.has("check")}>Cash</option><option value="check">Check</option></select></label>
        <label class="field"><span class="label">{form.value.method === "check" ? "Number of the check" : "Slip number"}</span><input class="input" required value={form.value.reference} maxLength={60} onInput={(event) => set({ reference: event.currentTarget.value })} /><Beside told={told} marks={["reference:", `check ${form.value.reference}:`, `slip ${form.value.reference}:`]} id="reference-error" /></label>
        {needs.has("tax_form") && <label class="field"><span class="label">Tax form W-2G, number</span><input class="input" required value={form.value.tax_form} maxLength={60} onInput={(event) => set({ tax_form: event.currentTarget.value })} /><Beside told={told} marks={["tax_form:", `tax form ${form.value.tax_form}:`]} id="form-error" /></label>}
        {!isMine && <PersonFields legend="Who pays" id="pay" people={others} value={given.value} set={(value) => { given.value = value; }} />}
        <button class="btn primary wide" type="submit" disabled={!isMine && !isGiven(given.value)}>Pay {sum(view, award.cents)}</button>
      </form>
      <button class="btn" onClick={next}>Next round <kbd>Space</kbd></button>
    </>
  );
}
