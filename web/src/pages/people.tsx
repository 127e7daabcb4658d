// Everybody in the book, and what two supervisors can do: invite, unlock, give a role, remove.

import { useSignal } from "@preact/signals";
import { Problem, useAsked } from "../api";
import type { Credentials, InvitedRecord, Member, StaffMember, StaffPeople } from "../api-types";
import { Asking, type Field, supervisorsOf } from "../back/asking";
import { isOne, staffPage } from "../back/frame";
import { Button, bound, Ends, Field as Entry, Form, Listed, Pending, Tag, useSending } from "../parts/pieces";
import { FieldError, Notice } from "../parts/states";
import { change, staff } from "../staff";

type Kind = "invitation" | "unlocking" | "leaving" | "role";
type Doing = { kind: Kind; person: StaffMember | null };

const WORDS: Record<Kind, [string, string]> = {
  invitation: [
    "Invite",
    "Each of you is shown one half, at your own sign-in, and hands it to them. They choose a password and get a new second factor; a second factor and passkeys they had before end now, and so do their sessions. They come in once both of you have confirmed the code on their screen.",
  ],
  unlocking: ["Unlock", "They may try to sign in again at once."],
  leaving: ["Leaves", "Their log-in, passkeys, tokens and sessions end now, then their roles on every link."],
  role: [
    "Give a role",
    "One role on a link: the new one takes the place of the old one, from now on. Whoever entered a hand may still not approve it, whatever their role.",
  ],
};
const ROLES = ["dealer", "supervisor", "accounting", "operator", "auditor"];

export default staffPage("People", "Office", All);

function logIn(each: StaffMember) {
  if (each.locked_seconds > 0) return <Tag kind="lose" words={`Locked out, ${Math.ceil(each.locked_seconds / 60)} min`} />;
  if (!each.enrolled) return "not enrolled";
  if (each.second_factor) return `password and ${each.passkeys ? "code or passkey" : "code"}`;
  return each.needs_second_factor ? <Tag kind="warn" words="no second factor" /> : "password";
}

function All() {
  const asked = useAsked<StaffPeople>(staff.value ? "/staff/people" : null);
  const doing = useSignal<Doing | null>(null);
  const made = useSignal<{ name: string; half: string } | null>(null);
  if (!asked.value) return <Pending asked={asked} heading="People" />;
  const may = isOne("supervisor");
  const begin = (kind: Kind, person: StaffMember | null) => () => (doing.value = { kind, person });
  const told = (name: string) => (half?: string) => {
    if (half) made.value = { name, half };
    doing.value = null;
    asked.again();
  };
  const changes = (each: StaffMember) => {
    const does: [Kind, string, string, string?][] = [
      ["invitation", each.enrolled ? "New factor" : "Invite", `${each.enrolled ? "New factor for" : "Invite"} ${each.name}`],
      ["unlocking", "Unlock", `Unlock ${each.name}`],
      ["role", "Role", `Give ${each.name} a role`],
      ["leaving", "Leaves", `${each.name} leaves`, "danger"],
    ];
    return (
      <span class="row">
        {does
          .filter(([kind]) => kind !== "unlocking" || each.locked_seconds > 0)
          .map(([kind, words, name, look = ""]) => (
            <Button key={kind} kind={`small ${look}`.trim()} press={begin(kind, each)} aria-label={name} words={words} />
          ))}
      </span>
    );
  };
  const linksOf = (roles: StaffMember["roles"], role: string) => Object.keys(roles).filter((link) => roles[link] === role);
  const { invited, people, links } = asked.value;
  const every = Object.keys(links).length;
  const rolesOf = ({ roles }: StaffMember) =>
    [...new Set(Object.values(roles))].map((role) => {
      const on = linksOf(roles, role);
      return `${role} on ${every > 1 && on.length === every ? "every jackpot" : on.map((link) => links[link]).join(", ")}`;
    });
  return (
    <main class="house">
      <Ends
        left={<h1 tabIndex={-1}>People</h1>}
        right={may && <Button kind="primary" press={begin("role", null)} words="Somebody joins" />}
      />
      <p class="soft">Each of these changes takes two supervisors, neither of whom is the person concerned.</p>
      {made.value && (
        <Notice kind="good" title={`Your half of the invitation for ${made.value.name}, shown this once:`}>
          <span class="mono big-code">{made.value.half}</span> Give it to {made.value.name} in person, and to nobody else: not to the other
          supervisor, who has a half of their own.
        </Notice>
      )}
      {invited.length > 0 && (
        <section class="panel op-panel" aria-label="On their way in">
          <div class="op-ph">
            <h2>On their way in</h2>
            <span class="r">give each half only to the person; type each code with the person present</span>
          </div>
          {invited.map((each) => (
            <Arriving key={each.person} each={each} done={told(each.name)} />
          ))}
        </section>
      )}
      <Listed
        name="People"
        empty="Nobody"
        of={people}
        id={(each) => each.id}
        columns={[
          ["Name", (each) => <b>{each.name}</b>],
          ["Id", (each) => each.id, "mono"],
          ["Roles", (each) => rolesOf(each).join("; ") || "none"],
          ["Log-in", logIn],
          may && ["Change", (each) => each.id !== staff.value?.person && changes(each)],
        ]}
      />
      {doing.value && <Change told={asked.value} doing={doing.value} close={told(doing.value.person?.name ?? "")} />}
    </main>
  );
}

function Arriving({ each, done }: { each: InvitedRecord; done: (half?: string) => void }) {
  const code = useSignal("");
  const { wrong, send } = useSending();
  const tell = async (what: "half" | "confirmation", body: unknown) => {
    let half: string | undefined;
    const path = `/staff/people/${encodeURIComponent(each.person)}/${what}`;
    await send(async () => ({ half } = await change<{ half?: string }>(path, body)));
    done(half);
  };
  const waits = each.by.filter((one) => !one.confirmed).map((one) => one.name);
  return (
    <Form class="pad stack" aria-label={`${each.name} is on the way in`} send={() => tell("confirmation", { code: code.value })}>
      <p>
        <b>{each.name}</b> <span class="mono muted">{each.person}</span>, invited by {each.by.map((one) => one.name).join(" and ")}.{" "}
        {each.chosen
          ? `Has chosen a password; ${waits.join(" and ")} still to confirm the code on their screen.`
          : "Has not typed both halves yet."}
      </p>
      {each.do === "half" && (
        <div>
          <Button press={() => tell("half", {})} words={`Show my half for ${each.name}`} />
        </div>
      )}
      {each.do === "confirm" && (
        <div class="row lined">
          <Entry
            title={`Code on the screen of ${each.name}`}
            mono
            required
            spellcheck={false}
            maxLength={12}
            {...bound(code)}
            error={wrong.value}
          />
          <Button kind="primary" submit words={`Confirm ${each.name}`} />
        </div>
      )}
      {each.do !== "confirm" && wrong.value && <FieldError id={`code-${each.person}`}>{wrong.value}</FieldError>}
    </Form>
  );
}

function Change({ told, doing: { kind, person }, close }: { told: StaffPeople; doing: Doing; close: (half?: string) => void }) {
  // Somebody who works on another link must agree to join this one. The house says when.
  const agrees = useSignal<Member | null>(null);
  const [title, words] = WORDS[kind];
  const others = supervisorsOf(told.people, (roles) => Object.values(roles).includes("supervisor"));
  const fields: Partial<Record<Kind, Field[]>> = {
    role: [
      ...(person ? [] : [{ name: "id", title: "Id, as the books will know them", kind: "id" } as const]),
      { name: "name", title: "Name", kind: "text", value: person?.name ?? "" },
      { name: "link", title: "Jackpot", kind: "choice", choices: Object.entries(told.links) },
      { name: "role", title: "Role", kind: "choice", choices: ROLES },
    ],
    leaving: [{ name: "reason", title: "Reason", kind: "text" }],
  };
  const legend = "The person concerned, who agrees";
  const enter = async ({ id = person?.id, ...typed }: Record<string, unknown>, signed: Record<string, Credentials>) => {
    try {
      return await change<{ half?: string }>(`/staff/people/${encodeURIComponent(String(id))}/${kind}`, { ...typed, ...signed });
    } catch (problem) {
      if (problem instanceof Problem && problem.code === "consent_missing")
        agrees.value = { id: String(id), name: String(typed.name), role: "" };
      throw problem;
    }
  };
  return (
    <Asking
      title={person ? `${title}: ${person.name}` : title}
      words={words}
      button={title}
      danger={kind === "leaving"}
      fields={fields[kind] ?? []}
      signers={[
        { as: "second", legend: "Second supervisor", people: others.filter((each) => each.id !== person?.id) },
        ...(agrees.value ? [{ as: "consent", legend, people: [agrees.value] }] : []),
      ]}
      send={enter}
      close={(answer) => close(answer?.half)}
    />
  );
}
