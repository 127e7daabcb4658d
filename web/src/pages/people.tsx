// Everybody in the book, and what two supervisors can do: invite, unlock, give a role, remove.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { InvitedRecord, StaffMember, StaffPeople } from "../api-types";
import { Back, isOne } from "../back/frame";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import { FieldError, Notice, Trouble, Waiting } from "../parts/states";
import { change, type Credentials, spent, staff } from "../staff";
import { useTitle } from "./handbook";

type Person = StaffMember;
type Invited = InvitedRecord;
type Told = StaffPeople;
type Doing = { kind: "invitation" | "unlocking" | "leaving" | "role"; person: Person | null };

const WORDS = {
  invitation: ["Invite", "Each of you is shown one half, at your own sign-in, and hands it to them. They choose a password and get a new second factor; a second factor and passkeys they had before end now, and so do their sessions. They come in once both of you have confirmed the code on their screen."],
  unlocking: ["Unlock", "They may try to sign in again at once."],
  leaving: ["Leaves", "Their log-in, passkeys, tokens and sessions end now, then their roles on every link."],
  role: ["Give a role", "One role on a link: the new one takes the place of the old one, from now on. Whoever entered a hand may still not approve it, whatever their role."],
} as const;
const ROLES = ["dealer", "supervisor", "accounting", "operator", "auditor"];

export default function People() {
  useTitle("People");
  return <Back title="Office"><All /></Back>;
}

function All() {
  const asked = useAsked<Told>(staff.value ? "/staff/people" : null);
  const doing = useSignal<Doing | null>(null);
  const made = useSignal<{ name: string; half: string } | null>(null);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>People</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  if (!asked.value) return <main class="house"><Waiting /></main>;
  const may = isOne("supervisor");
  return (
    <main class="house">
      <div class="between"><h1 tabIndex={-1}>People</h1>{may && <button class="btn primary" onClick={() => { doing.value = { kind: "role", person: null }; }}>Somebody joins</button>}</div>
      <p class="soft">Each of these changes takes two supervisors, neither of whom is the person concerned.</p>
      {made.value && <Notice kind="good" title={`Your half of the invitation for ${made.value.name}, shown this once:`}><span class="mono big-code">{made.value.half}</span> Give it to {made.value.name} in person, and to nobody else: not to the other supervisor, who has a half of their own.</Notice>}
      {asked.value.invited.length > 0 && <OnTheirWay invited={asked.value.invited} again={asked.again} show={(name, half) => { made.value = { name, half }; asked.again(); }} />}
      <div class="panel scroll" tabIndex={0} role="region" aria-label="People"><table>
        <thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Roles</th><th scope="col">Log-in</th><th scope="col">{may ? "Change" : ""}</th></tr></thead>
        <tbody>{asked.value.people.map((each) => (
          <tr key={each.id}>
            <td><b>{each.name}</b></td><td class="mono">{each.id}</td>
            <td>{Object.entries(each.roles).map(([link, role]) => `${role} on ${link}`).join(", ") || "none"}</td>
            <td>{each.locked_seconds > 0 ? <span class="tag lose">Locked out, {Math.ceil(each.locked_seconds / 60)} min</span> : !each.enrolled ? "not enrolled" : each.second_factor ? `password and ${each.passkeys ? "code or passkey" : "code"}` : each.needs_second_factor ? <span class="tag warn">no second factor</span> : "password"}</td>
            <td>{may && each.id !== staff.value?.person && <span class="row">
              <button class="btn small" onClick={() => { doing.value = { kind: "invitation", person: each }; }} aria-label={each.enrolled ? `New factor for ${each.name}` : `Invite ${each.name}`}>{each.enrolled ? "New factor" : "Invite"}</button>
              {each.locked_seconds > 0 && <button class="btn small" aria-label={`Unlock ${each.name}`} onClick={() => { doing.value = { kind: "unlocking", person: each }; }}>Unlock</button>}
              <button class="btn small" aria-label={`Give ${each.name} a role`} onClick={() => { doing.value = { kind: "role", person: each }; }}>Role</button>
              <button class="btn small danger" aria-label={`${each.name} leaves`} onClick={() => { doing.value = { kind: "leaving", person: each }; }}>Leaves</button>
            </span>}</td>
          </tr>
        ))}</tbody>
      </table></div>
      {doing.value && <Change told={asked.value} doing={doing.value} close={(half) => { if (half) made.value = { name: doing.value?.person?.name ?? "", half }; doing.value = null; asked.again(); }} />}
    </main>
  );
}

function OnTheirWay({ invited, again, show }: { invited: Invited[]; again: () => void; show: (name: string, half: string) => void }) {
  return (
    <section class="panel op-panel" aria-label="On their way in">
      <div class="op-ph"><h2>On their way in</h2><span class="r">give each half only to the person; type each code with the person present</span></div>
      {invited.map((each) => <Arriving key={each.person} each={each} again={again} show={show} />)}
    </section>
  );
}

function Arriving({ each, again, show }: { each: Invited; again: () => void; show: (name: string, half: string) => void }) {
  const code = useSignal("");
  const wrong = useSignal("");
  const field = `code-${each.person}`;
  const send = async (what: "half" | "confirmation", body: unknown) => {
    wrong.value = "";
    try {
      const answer = await change<{ half?: string }>(`/staff/people/${encodeURIComponent(each.person)}/${what}`, body);
      if (answer.half) show(each.name, answer.half);
      else again();
    } catch (problem) {
      wrong.value = problem instanceof Problem ? `${problem.message}${problem.hint ? `. ${problem.hint}` : ""}` : "The house cannot be reached.";
      again();
    }
  };
  const waits = each.by.filter((one) => !one.confirmed).map((one) => one.name).join(" and ");
  return (
    <form class="pad stack" aria-label={`${each.name} is on the way in`} onSubmit={(event) => { event.preventDefault(); void send("confirmation", { code: code.value }); }}>
      <p><b>{each.name}</b> <span class="mono muted">{each.person}</span>, invited by {each.by.map((one) => one.name).join(" and ")}. {each.chosen ? `Has chosen a password; ${waits} still to confirm the code on their screen.` : "Has not typed both halves yet."}</p>
      {each.do === "half" && <div><button class="btn" type="button" onClick={() => void send("half", {})}>Show my half for {each.name}</button></div>}
      {each.do === "confirm" && (
        <div class="row lined">
          <label class="field"><span class="label">Code on the screen of {each.name}</span><input class={wrong.value ? "input bad mono" : "input mono"} required autocomplete="off" spellcheck={false} maxLength={12} value={code.value} aria-describedby={wrong.value ? field : undefined} onInput={(event) => { code.value = event.currentTarget.value; }} /></label>
          <button class="btn primary" type="submit">Confirm {each.name}</button>
        </div>
      )}
      {wrong.value && <FieldError id={field}>{wrong.value}</FieldError>}
    </form>
  );
}

function Change({ told, doing, close }: { told: Told; doing: Doing; close: (half?: string) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const second = useSignal<Credentials>(NOBODY);
  // Somebody who works on another link must agree to join this one. The house says when.
  const consent = useSignal<Credentials | null>(null);
  const wrong = useSignal<Problem | null>(null);
  const form = useSignal({ id: doing.person?.id ?? "", name: doing.person?.name ?? "", link: told.links[0] ?? "", role: "dealer", reason: "" });
  useEffect(() => { box.current?.showModal(); }, []);
  const set = (part: Partial<typeof form.value>) => { form.value = { ...form.value, ...part }; wrong.value = null; };
  const [title, words] = WORDS[doing.kind];
  const me = staff.value;
  const others = told.people.filter((each) => each.id !== me?.person && each.id !== form.value.id && Object.values(each.roles).includes("supervisor")).map((each) => ({ id: each.id, name: each.name, role: "supervisor" }));
  const send = async (event: Event) => {
    event.preventDefault();
    const body = { second: second.value, ...(doing.kind === "leaving" ? { reason: form.value.reason } : doing.kind === "role" ? { link: form.value.link, name: form.value.name, role: form.value.role, ...(consent.value ? { consent: consent.value } : {}) } : {}) };
    try {
      const answer = await change<{ half?: string }>(`/staff/people/${encodeURIComponent(form.value.id)}/${doing.kind}`, body);
      close(answer.half);
    } catch (problem) {
      wrong.value = problem instanceof Problem ? problem : new Problem(0, "", "The house cannot be reached.");
      second.value = spent(second.value);
      if (wrong.value.code === "consent_missing") consent.value = { ...NOBODY, person: form.value.id };
      else if (consent.value) consent.value = spent(consent.value);
    }
  };
  return (
    <dialog ref={box} class="wide-dialog" aria-labelledby="change-title" onClose={() => close()}>
      <form onSubmit={(event) => void send(event)}>
        <div><h2 id="change-title">{title}{doing.person ? `: ${doing.person.name}` : ""}</h2><p class="soft small">{words}</p></div>
        {doing.kind === "role" && (
          <>
            {!doing.person && <label class="field"><span class="label">Id, as the books will know them</span><input class="input mono" required pattern="[A-Za-z0-9._\-]{1,40}" value={form.value.id} onInput={(event) => set({ id: event.currentTarget.value })} /></label>}
            <label class="field"><span class="label">Name</span><input class="input" required maxLength={80} value={form.value.name} onInput={(event) => set({ name: event.currentTarget.value })} /></label>
            <div class="pair">
              <label class="field"><span class="label">Link</span><select class="input" value={form.value.link} onChange={(event) => set({ link: event.currentTarget.value })}>{told.links.map((each) => <option key={each} value={each}>{each}</option>)}</select></label>
              <label class="field"><span class="label">Role</span><select class="input" value={form.value.role} onChange={(event) => set({ role: event.currentTarget.value })}>{ROLES.map((each) => <option key={each} value={each}>{each}</option>)}</select></label>
            </div>
          </>
        )}
        {doing.kind === "leaving" && <label class="field"><span class="label">Reason</span><input class="input" required maxLength={300} value={form.value.reason} onInput={(event) => set({ reason: event.currentTarget.value })} /></label>}
        <PersonFields legend="Second supervisor" id="second" people={others} value={second.value} set={(value) => { second.value = value; }} bad={!!wrong.value} />
        {consent.value && <PersonFields legend="The person concerned, who agrees" id="consent" people={[{ id: form.value.id, name: form.value.name || form.value.id, role: "" }]} value={consent.value} set={(value) => { consent.value = value; }} bad={!!wrong.value} />}
        {wrong.value && <FieldError id="change-error">{wrong.value.message}{wrong.value.hint ? ` ${wrong.value.hint}` : ""}</FieldError>}
        <div class="row"><button class={doing.kind === "leaving" ? "btn danger" : "btn primary"} type="submit" disabled={!isGiven(second.value)}>{title}</button><button class="btn" type="button" onClick={() => box.current?.close()}>Cancel</button></div>
      </form>
    </dialog>
  );
}
