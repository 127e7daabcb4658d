// A request to the books from the office: its fields, a second person where two are needed, and the books' own words on
// refusal.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { inWords, Problem, useAsked } from "../api";
import type { Credentials, StaffPeople } from "../api-types";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import { cents } from "../format";
import { Dialog, Field as Entry } from "../parts/pieces";
import { post, spent, staff } from "../staff";

export interface Field {
  name: string;
  title: string;
  kind: "amount" | "text" | "day" | "choice" | "number";
  choices?: string[];
  value?: string;
  optional?: boolean;
  hint?: string;
}
/** Why it is done, which every such request says. */
export const WHY: Field = { name: "reason", title: "Why", kind: "text" };

export interface Request {
  title: string;
  words: string;
  link: string;
  do: string;
  fixed?: Record<string, unknown>;
  fields: Field[];
  two?: boolean;
  danger?: boolean;
  button?: string;
}

const EXAMPLES: Partial<Record<Field["kind"], string>> = { amount: "0.00", day: "2026-01-31" };

const SECOND = "Second person, a supervisor (leave empty to have one grant it later)";

/** The supervisors of a link, or of any, who may sign beside the person signed in. */
export const supervisorsOf = (people: StaffPeople["people"], isOne: (roles: Record<string, string>) => boolean) =>
  people
    .filter((each) => isOne(each.roles) && each.id !== staff.value?.person)
    .map((each) => ({ id: each.id, name: each.name, role: "supervisor" }));

export function Asking({ request, close }: { request: Request; close: (done: boolean) => void }) {
  const values = useSignal<Record<string, string>>(
    Object.fromEntries(request.fields.map((each) => [each.name, each.value ?? each.choices?.[0] ?? ""])),
  );
  const second = useSignal<Credentials>(NOBODY);
  const problem = useSignal("");
  const busy = useSignal(false);
  // One id as long as the dialog is open, so that a request sent twice counts once.
  const id = useRef(`web:${crypto.randomUUID()}`).current;
  const people = useAsked<StaffPeople>(request.two ? "/staff/people" : null);
  const others = supervisorsOf(people.value?.people ?? [], (roles) => roles[request.link] === "supervisor");
  // Errors appear beside their fields once somebody has tried to send the request. What was typed stays.
  const tried = useSignal(false);
  const wrongWith = (each: Field): string => {
    const typed = (values.value[each.name] ?? "").trim();
    if (!typed) return each.optional ? "" : "This field is required.";
    return each.kind === "amount" && cents(typed) === null
      ? `${typed} is not an amount in ${each.title.includes("play chips") ? "play chips" : "dollars"}, such as 1,250.00`
      : "";
  };
  const send = async () => {
    tried.value = true;
    const wrong = request.fields.find((each) => wrongWith(each));
    if (wrong) document.getElementById(`asking-${wrong.name}`)?.focus();
    if (wrong || busy.value) return;
    busy.value = true;
    problem.value = "";
    const sent: Record<string, unknown> = { id, do: request.do, ...request.fixed };
    for (const each of request.fields) {
      const typed = (values.value[each.name] ?? "").trim();
      if (typed) sent[each.name] = each.kind === "amount" ? cents(typed) : each.kind === "number" ? Number(typed) : typed;
    }
    try {
      await post(request.link, sent, request.two && isGiven(second.value) ? { second: second.value } : {});
      close(true);
    } catch (error) {
      problem.value = error instanceof Problem ? inWords(error) : "The house did not answer. Press again: it counts once.";
      second.value = { ...spent(second.value), password: "" };
    } finally {
      busy.value = false;
    }
  };
  return (
    <Dialog
      title={request.title}
      words={request.words}
      button={request.button ?? "Enter"}
      danger={request.danger ?? false}
      disabled={busy.value}
      wrong={problem.value}
      cancel="Back"
      send={send}
      close={() => close(false)}>
      {request.fields.map((each) => (
        <Entry
          key={each.name}
          id={`asking-${each.name}`}
          title={`${each.title}${each.optional ? ", if there is one" : ""}`}
          {...(each.choices && { options: each.choices.map((choice) => [choice, choice.replaceAll("_", " ")]) })}
          inputMode={each.kind === "amount" ? "decimal" : "text"}
          placeholder={EXAMPLES[each.kind] ?? ""}
          value={values.value[each.name] ?? ""}
          set={(text) => (values.value = { ...values.value, [each.name]: text })}
          note={each.hint}
          error={tried.value ? wrongWith(each) : ""}
        />
      ))}
      {request.two && <PersonFields legend={SECOND} id="asking" people={others} of={second} />}
    </Dialog>
  );
}
