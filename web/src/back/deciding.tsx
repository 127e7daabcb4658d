// Approving and paying: by the person signed in, or by somebody else who signs at this screen.

import { useSignal } from "@preact/signals";
import type { Problem } from "../api";
import type { PitAward as Award, Credentials, PitView } from "../api-types";
import { Button, bound, Ends, Field, Form, part } from "../parts/pieces";
import { mono, say } from "../parts/words";
import { post, spent, staff } from "../staff";
import { isGiven, NOBODY, PersonFields } from "./people";
import { type About, mayAbout, sum } from "./view";

/** Refusals of the books about a number, which stand beside the field that they name. */
export const BESIDE = ["reference_malformed", "reference_used"];

/** A refusal in the words of the books if one of these marks names the field it is about. */
export const named = (told: Problem | null, ...marks: string[]): string =>
  told && marks.some((mark) => told.message.includes(mark)) ? told.message : "";

export type Act = (what: () => Promise<unknown>) => Promise<void>;
type AtAward = { view: PitView; award: Award; act: Act; told: Problem | null };

const Next = ({ next }: { next: () => void }) => <Button press={next} mark="Space" words="Next round" />;

/** Who may do this about the award: the person signed in, or others who sign here. What they give is sent with it. */
function useSigner({ view, award, act }: Omit<AtAward, "told">, does: About, ...roles: string[]) {
  const given = useSignal<Credentials>(NOBODY);
  const able = mayAbout(view, award, does, ...roles);
  const isMine = able.some((each) => each.id === staff.value?.person);
  const send = (request: Record<string, unknown>, more = {}) =>
    act(async () => {
      try {
        return await post(view.link.id, { ...request, award: award.no }, { ...more, ...(isMine ? {} : { by: given.value }) });
      } finally {
        given.value = { ...spent(given.value), password: "" };
      }
    });
  const fields = (legend: string, id: string) =>
    !isMine && <PersonFields legend={legend} id={id} people={able.filter((each) => each.id !== staff.value?.person)} {...bound(given)} />;
  return { isMine, send, fields, isReady: isMine || isGiven(given.value) };
}

export function Decide({ view, award, act, reject, next }: Omit<AtAward, "told"> & { reject: () => void; next: () => void }) {
  const { isMine, send, fields, isReady } = useSigner({ view, award, act }, "approve", "supervisor");
  const me = staff.value;
  const title = `Approve ${sum(view, award.cents)}`;
  const why = me ? award.barred.approve?.[me.person] : undefined;
  if (!view.standing.may_act) return null;
  return (
    <>
      <h2>Approve award {award.no}</h2>
      <p class="soft small">Entered by {award.reported_name}; someone else approves.</p>
      {why && (
        <div>
          <Button kind="wide" disabled aria-describedby="barred" words={`${title} as ${me?.name}`} />
          <p class="note" id="barred">{`Not you: ${why}.`}</p>
        </div>
      )}
      <Form class="stack" send={() => send({ do: "approve" })}>
        {fields("Supervisor", "approve")}
        {isMine && <Button kind="primary wide" submit words={`${title} as ${me?.name}`} />}
        {!isMine && <Button kind="primary wide" submit disabled={!isReady} mark="Enter" words={title} />}
      </Form>
      <div class="row">
        <Button kind="danger" press={reject} mark="J" words="Reject" />
        <Next next={next} />
      </div>
      <p class="hint">A supervisor can also approve it on a screen of their own. A rejection needs a reason and two supervisors.</p>
    </>
  );
}

/** The camera's record of a large award, which a supervisor confirms before it is paid. */
function Film({ view, award, act, told }: AtAward) {
  const { send, fields, isReady } = useSigner({ view, award, act }, "confirm", "supervisor");
  const camera = useSignal("");
  const error = named(told, "camera:");
  return (
    <Form class="stack" send={() => send({ do: "confirm", camera: camera.value.trim() })}>
      <h2>Confirm the recording of award {award.no}</h2>
      <Field title="Recording that shows the cards" required maxLength={32} {...bound(camera)} error={error} />
      {fields("Supervisor who has looked at it", "film")}
      <Button kind="primary wide" submit disabled={!isReady} words="Confirm the recording" />
    </Form>
  );
}

export function Pay({ next, correctFilm, ...at }: AtAward & { next: () => void; correctFilm: (() => void) | undefined }) {
  const { view, award, told } = at;
  const { send, fields, isReady } = useSigner(at, "pay", "accounting", "supervisor");
  const needs = new Set(award.duties);
  const form = useSignal({ method: needs.has("check") ? "check" : "cash", reference: "", tax_form: "" });
  const payee = useSignal({ name: "", address: "", identified: "" });
  const { method, reference, tax_form } = form.value;
  const pay = () => {
    const filled = Object.entries({ reference, tax_form }).filter(([, text]) => text.trim());
    return send({ do: "pay", method, ...Object.fromEntries(filled) }, { payee: payee.value });
  };
  if (!view.standing.may_act) return null;
  if (needs.has("camera") && !award.camera)
    return (
      <>
        <Film {...at} />
        <Next next={next} />
      </>
    );
  const number = method === "check" ? "Number of the check" : "Slip number";
  const methods = [
    ["cash", "Cash"],
    ["check", "Check"],
  ].slice(needs.has("check") ? 1 : 0) as [string, string][];
  return (
    <>
      <h2>Pay award {award.no}</h2>
      {award.camera && (
        <Ends
          kind="small"
          left={<span>{say`Recording ${mono(award.camera)}`}</span>}
          right={correctFilm && <Button kind="link" press={correctFilm} words="Correct its number" />}
        />
      )}
      <p class="soft small">
        {needs.has("approval") ? "It is paid by somebody who neither entered nor approved it." : "Accounting or a supervisor pays it."}
      </p>
      <Form class="stack" send={pay}>
        <Field title="Paid to, their name" required maxLength={200} {...part(payee, "name")} />
        <Field title="Their address" maxLength={300} {...part(payee, "address")} />
        <Field
          title="Identified by"
          required
          maxLength={200}
          {...part(payee, "identified")}
          placeholder="kind and number of the document"
        />
        <Field title="Paid by" {...part(form, "method")} options={methods} />
        <Field
          title={number}
          required
          maxLength={60}
          {...part(form, "reference")}
          error={named(told, "reference:", `check ${reference}:`, `slip ${reference}:`)}
        />
        {needs.has("tax_form") && (
          <Field
            title="Tax form W-2G, number"
            required
            maxLength={60}
            {...part(form, "tax_form")}
            error={named(told, "tax_form:", `tax form ${tax_form}:`)}
          />
        )}
        {fields("Who pays", "pay")}
        <Button kind="primary wide" submit disabled={!isReady} words={`Pay ${sum(view, award.cents)}`} />
      </Form>
      <Next next={next} />
    </>
  );
}
