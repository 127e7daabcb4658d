// A request to the books from the office: its fields, a second person where two are needed, and the books' own words on
// refusal.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem, useAsked } from "../api";
import type { StaffPeople } from "../api-types";
import { isGiven, NOBODY, PersonFields } from "../back/people";
import { cents } from "../format";
import { FieldError } from "../parts/states";
import { type Credentials, post, spent, staff } from "../staff";

export interface Field { name: string; title: string; kind: "amount" | "text" | "day" | "choice" | "number"; choices?: string[]; value?: string; optional?: boolean; hint?: string }
export interface Request { title: string; words: string; link: string; do: string; fixed?: Record<string, unknown>; fields: Field[]; two?: boolean; danger?: boolean; button?: string }
type People = StaffPeople;

export function Asking({ request, close }: { request: Request; close: (done: boolean) => void }) {
  const box = useRef<HTMLDialogElement>(null);
  const values = useSignal<Record<string, string>>(Object.fromEntries(request.fields.map((each) => [each.name, each.value ?? each.choices?.[0] ?? ""])));
  const second = useSignal<Credentials>(NOBODY);
  const problem = useSignal<string>("");
  const busy = useSignal(false);
  // One id as long as the dialog is open, so that a request sent twice counts once.
  const id = useRef(`web:${crypto.randomUUID()}`).current;
  const people = useAsked<People>(request.two ? "/staff/people" : null);
  useEffect(() => { box.current?.showModal(); }, []);
  const others = people.value?.people.filter((each) => each.roles[request.link] === "supervisor" && each.id !== staff.value?.person).map((each) => ({ id: each.id, name: each.name, role: "supervisor" })) ?? [];
  // Errors appear beside their fields once somebody has tried to send the request. What was typed stays.
  const tried = useSignal(false);
  const wrongWith = (each: Field): string => {
    const typed = (values.value[each.name] ?? "").trim();
    if (!typed) return each.optional ? "" : "This field is required.";
    return each.kind === "amount" && cents(typed) === null ? `${typed} is not an amount in ${each.title.includes("play chips") ? "play chips" : "dollars"}, such as 1,250.00` : "";
  };
  const wrong = request.fields.find((each) => wrongWith(each));
  const send = async () => {
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
      problem.value = error instanceof Problem ? `${error.message}${error.hint ? ` (${error.hint})` : ""}` : "The house did not answer. Press again: it counts once.";
      second.value = { ...spent(second.value), password: "" };
    } finally {
      busy.value = false;
    }
  };
  return (
    <dialog ref={box} class="wide-dialog" aria-label={request.title} onCancel={() => close(false)}>
      <form noValidate onSubmit={(event) => {
        event.preventDefault();
        tried.value = true;
        if (wrong) document.getElementById(`asking-${wrong.name}`)?.focus();
        else if (!busy.value) void send();
      }}>
        <h2>{request.title}</h2>
        <p class="soft">{request.words}</p>
        {request.fields.map((each) => (
          <label class="field" key={each.name}><span class="label">{each.title}{each.optional ? ", if there is one" : ""}</span>
            {each.choices
              ? <select class="input" value={values.value[each.name]} onChange={(event) => { values.value = { ...values.value, [each.name]: event.currentTarget.value }; }}>{each.choices?.map((choice) => <option key={choice} value={choice}>{choice.replaceAll("_", " ")}</option>)}</select>
              : <input id={`asking-${each.name}`} class={tried.value && wrongWith(each) ? "input bad" : "input"} aria-describedby={tried.value && wrongWith(each) ? `asking-${each.name}-error` : undefined} inputMode={each.kind === "amount" ? "decimal" : undefined} autocomplete="off" placeholder={each.kind === "amount" ? "0.00" : each.kind === "day" ? "2026-01-31" : ""} value={values.value[each.name]} onInput={(event) => { values.value = { ...values.value, [each.name]: event.currentTarget.value }; }} />}
            {each.hint && <span class="note">{each.hint}</span>}
            {tried.value && wrongWith(each) && <FieldError id={`asking-${each.name}-error`}>{wrongWith(each)}</FieldError>}
          </label>
        ))}
        {request.two && <PersonFields legend="Second person, a supervisor (leave empty to have one grant it later)" id="asking" people={others} value={second.value} set={(next) => { second.value = next; }} />}
        {problem.value && <FieldError id="asking-error">{problem.value}</FieldError>}
        <div class="row"><button class={request.danger ? "btn danger" : "btn primary"} type="submit" disabled={busy.value}>{request.button ?? "Enter"}</button><button class="btn" type="button" onClick={() => close(false)}>Back</button></div>
      </form>
    </dialog>
  );
}
