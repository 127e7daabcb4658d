// Everybody of the book, and what two supervisors do about one of them: invite, unlock, give a role, let go.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import { Back, isOne } from "../back/frame";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import { FieldError, Notice, Trouble, Waiting } from "../parts/states";
import { change, type Credentials, staff } from "../staff";
import { useTitle } from "./handbook";

interface Person { id: string; name: string; roles: Record<string, string>; enrolled: boolean; second_factor: boolean; needs_second_factor: boolean; locked_seconds: number }
interface Told { people: Person[]; links: string[] }
type Doing = { kind: "invitation" | "unlocking" | "leaving" | "role"; person: Person | null };

const WORDS = {
  invitation: ["Invite", "They choose a password of their own and get a new second factor. A second factor they had before ends now, and so do their sessions."],
  unlocking: ["Unlock", "They may try to sign in again at once."],
  leaving: ["Leaves", "Their log-in, tokens and sessions end now, then their roles on every link."],
  role: ["Give a role", "One role on a link: the new one takes the place of the old one, from now on. Who entered a hand still never approves it, whatever their role."],
} as const;
const ROLES = ["dealer", "supervisor", "accounting", "operator", "auditor"];

export default function People() {
  useTitle("People");
  return <Back title="Office"><All /></Back>;
}

function All() {
  const asked = useAsked<Told>(staff.value ? "/staff/people" : null);
  const doing = useSignal<Doing | null>(null);
  const made = useSignal<{ name: string; invitation: string } | null>(null);
  if (asked.problem && !asked.value) return <main class="house"><h1 tabIndex={-1}>People</h1><Trouble problem={asked.problem} again={asked.again} /></main>;
  if (!asked.value) return <main class="house"><Waiting /></main>;
  const may = isOne("supervisor");
  return (
    <main class="house">
      <div class="between"><h1 tabIndex={-1}>People</h1>{may && <button class="btn primary" onClick={() => { doing.value = { kind: "role", person: null }; }}>Somebody joins</button>}</div>
      <p class="soft">Each of these changes takes two supervisors, and neither of them is the person concerned.</p>
      {made.value && <Notice kind="good" title={`Invitation for ${made.value.name}, shown this once:`}><span class="mono big-code">{made.value.invitation}</span> They open /enroll within a day.</Notice>}
      <div class="panel scroll" tabIndex={0} role="region" aria-label="People"><table>
        <thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col">Roles</th><th scope="col">Log-in</th><th scope="col">{may ? "Change" : ""}</th></tr></thead>
        <tbody>{asked.value.people.map((each) => (
          <tr key={each.id}>
            <td><b>{each.name}</b></td><td class="mono">{each.id}</td>
            <td>{Object.entries(each.roles).map(([link, role]) => `${role} on ${link}`).join(", ") || "none"}</td>
            <td>{each.locked_seconds > 0 ? <span class="tag lose">Locked out, {Math.ceil(each.locked_seconds / 60)} min</span> : !each.enrolled ? "not enrolled" : each.second_factor ? "password and code" : each.needs_second_factor ? <span class="tag warn">no second factor</span> : "password"}</td>
            <td>{may && each.id !== staff.value?.person && <span class="row">
              <button class="btn small" onClick={() => { doing.value = { kind: "invitation", person: each }; }} aria-label={each.enrolled ? `New factor for ${each.name}` : `Invite ${each.name}`}>{each.enrolled ? "New factor" : "Invite"}</button>
              {each.locked_seconds > 0 && <button class="btn small" aria-label={`Unlock ${each.name}`} onClick={() => { doing.value = { kind: "unlocking", person: each }; }}>Unlock</button>}
              <button class="btn small" aria-label={`Give ${each.name} a role`} onClick={() => { doing.value = { kind: "role", person: each }; }}>Role</button>
              <button class="btn small danger" aria-label={`${each.name} leaves`} onClick={() => { doing.value = { kind: "leaving", person: each }; }}>Leaves</button>
            </span>}</td>
          </tr>
        ))}</tbody>
      </table></div>
      {doing.value && <Change told={asked.value} doing={doing.value} close={(invitation) => { if (invitation) made.value = { name: doing.value?.person?.name ?? "", invitation }; doing.value = null; asked.again(); }} />}
    </main>
  );
}

function Change({ told, doing, close }: { told: Told; doing: Doing; close: (invitation?: string) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const second = useSignal<Credentials>(NOBODY);
  const wrong = useSignal<Problem | null>(null);
  const form = useSignal({ id: doing.person?.id ?? "", name: doing.person?.name ?? "", link: told.links[0] ?? "", role: "dealer", reason: "" });
  useEffect(() => { box.current?.showModal(); }, []);
  const set = (part: Partial<typeof form.value>) => { form.value = { ...form.value, ...part }; wrong.value = null; };
  const [title, words] = WORDS[doing.kind];
  const me = staff.value;
  const others = told.people.filter((each) => each.id !== me?.person && each.id !== form.value.id && Object.values(each.roles).includes("supervisor")).map((each) => ({ id: each.id, name: each.name, role: "supervisor" }));
  const send = async (event: Event) => {
    event.preventDefault();
    const body = { second: second.value, ...(doing.kind === "leaving" ? { reason: form.value.reason } : doing.kind === "role" ? { link: form.value.link, name: form.value.name, role: form.value.role } : {}) };
    try {
      const answer = await change<{ invitation?: string }>(`/staff/people/${encodeURIComponent(form.value.id)}/${doing.kind}`, body);
      close(answer.invitation);
    } catch (problem) {
      wrong.value = problem instanceof Problem ? problem : new Problem(0, "", "The house cannot be reached.");
      second.value = { ...second.value, code: "" };
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
        {wrong.value && <FieldError id="change-error">{wrong.value.message}{wrong.value.hint ? ` ${wrong.value.hint}` : ""}</FieldError>}
        <div class="row"><button class={doing.kind === "leaving" ? "btn danger" : "btn primary"} type="submit" disabled={!isGiven(second.value)}>{title}</button><button class="btn" type="button" onClick={() => box.current?.close()}>Cancel</button></div>
      </form>
    </dialog>
  );
}
