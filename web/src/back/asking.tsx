// A request in a dialog: its fields, the people who sign it beside whoever is signed in, and the words of a refusal.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { inWords, Problem, useAsked } from "../api";
import type { Credentials, Member, StaffPeople } from "../api-types";
import { cents } from "../format";
import { Dialog, Field as Entry, type Options, useSending } from "../parts/pieces";
import { cardsIn, spaced } from "../round";
import { post, spent, staff } from "../staff";
import { isGiven, NOBODY, PersonFields } from "./people";

export type Values = Record<string, string>;

export interface Field {
  name: string;
  title: string;
  kind: "amount" | "text" | "choice" | "number" | "cards" | "id";
  choices?: Options;
  value?: string;
  optional?: boolean;
  hint?: string;
}
/** Why it is done, which every such request says. */
export const WHY: Field = { name: "reason", title: "Why", kind: "text" };

/** Somebody else who signs; where they may be left out, the request then waits for one. */
type Signer = { as: string; legend: string; people: Member[]; optional?: boolean };

interface Question<T> {
  title: string;
  words: string;
  button?: string | undefined;
  danger?: boolean | undefined;
  /** What is typed; of some questions the choices made so far say what else. */
  fields: Field[] | ((chosen: Values) => Field[]);
  signers: Signer[];
  /** What was typed and signed goes out under one id as long as the dialog is open: sent twice, it counts once. */
  send: (typed: Record<string, unknown>, signed: Record<string, Credentials>, id: string) => Promise<T>;
  /** With the answer; with none if it was not sent. */
  close: (answer?: T) => void;
}

const TYPING = {
  amount: { inputMode: "decimal", placeholder: "0.00" },
  cards: { mono: true, spellcheck: false },
  id: { mono: true, pattern: "[A-Za-z0-9._\\-]{1,40}" },
} as Record<string, object>;

function sent({ kind }: Field, typed: string): unknown {
  if (kind === "cards") return cardsIn(typed).join(" ");
  return kind === "amount" ? cents(typed) : kind === "number" ? Number(typed) : typed;
}

export function Asking<T>({ title, words, button = title, danger = false, fields, signers, send, close }: Question<T>) {
  const values = useSignal<Values>({});
  const signed = useSignal<Record<string, Credentials>>({});
  const tried = useSignal(false);
  const { busy, problem, send: once } = useSending();
  const id = useRef(`web:${crypto.randomUUID()}`).current;
  const shown = typeof fields === "function" ? fields(values.value) : fields;
  const typed = (each: Field): string => {
    const [first] = each.choices ?? [];
    return values.value[each.name] ?? each.value ?? (typeof first === "string" ? first : first?.[0]) ?? "";
  };
  const set = (each: Field) => (text: string) => {
    // Another choice makes other fields: what was typed into the old ones is not about them.
    const kept = each.kind === "choice" && typeof fields === "function" ? { reason: values.value.reason ?? "" } : values.value;
    values.value = { ...kept, [each.name]: each.kind === "cards" ? spaced(text) : text };
  };
  const wrongWith = (each: Field): string =>
    each.kind === "amount" && cents(typed(each)) === null
      ? `${typed(each)} is not an amount in ${each.title.includes("play chips") ? "play chips" : "dollars"}, such as 1,250.00`
      : "";
  // A refusal that names a field stands beside it.
  const refused = (each: Field) => (problem instanceof Problem && problem.message.includes(`${each.name}:`) ? problem.message : "");
  /** What a signer gave; where only one person can, it is known who. */
  const givenBy = ({ as, people: [one, ...more], optional }: Signer): Credentials =>
    signed.value[as] ?? (one && !more.length && !optional ? { ...NOBODY, person: one.id } : NOBODY);
  const isSigned = (each: Signer) => isGiven(givenBy(each));
  const enter = async () => {
    tried.value = true;
    const wrong = shown.find(wrongWith);
    if (wrong) return document.getElementById(`asking-${wrong.name}`)?.focus();
    const filled = shown.filter((each) => typed(each).trim());
    const body = Object.fromEntries(filled.map((each) => [each.name, sent(each, typed(each).trim())]));
    const people = Object.fromEntries(signers.filter(isSigned).map((each) => [each.as, givenBy(each)]));
    await once(async () => {
      try {
        close(await send(body, people, id));
      } finally {
        signed.value = Object.fromEntries(Object.entries(signed.value).map(([as, given]) => [as, spent(given)]));
      }
    });
  };
  const told = problem instanceof Problem ? inWords(problem) : "The house did not answer. Press again: it counts once.";
  return (
    <Dialog
      title={title}
      words={words}
      button={button + (signers.some((each) => each.optional && !isSigned(each)) ? ", and wait" : "")}
      danger={danger}
      disabled={busy || signers.some((each) => !each.optional && !isSigned(each))}
      wrong={problem && !shown.some(refused) ? told : ""}
      cancel="Back"
      send={enter}
      close={() => close()}>
      {shown.map((each) => (
        <Entry
          {...TYPING[each.kind]}
          key={each.name}
          id={`asking-${each.name.replace(" ", "-")}`}
          title={`${each.title}${each.optional && each.kind !== "cards" ? ", if there is one" : ""}`}
          required={!each.optional}
          maxLength={300}
          {...(each.choices && { options: each.choices })}
          value={typed(each)}
          set={set(each)}
          note={each.hint}
          error={(tried.value && wrongWith(each)) || refused(each)}
        />
      ))}
      {signers.map((each) => (
        <PersonFields
          key={each.as}
          id={each.as}
          {...each}
          value={givenBy(each)}
          set={(given) => (signed.value = { ...signed.value, [each.as]: given })}
          bad={!!problem}
        />
      ))}
    </Dialog>
  );
}

/** A request of the office to the books of a link. */
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

/** The supervisors of a link, or of any, who may sign beside the person signed in. */
export const supervisorsOf = (people: StaffPeople["people"], isOne: (roles: Record<string, string>) => boolean): Member[] =>
  people
    .filter((each) => isOne(each.roles) && each.id !== staff.value?.person)
    .map((each) => ({ id: each.id, name: each.name, role: "supervisor" }));

export function AskBooks({ request, close }: { request: Request; close: (entered: boolean) => void }) {
  const people = useAsked<StaffPeople>(request.two ? "/staff/people" : null);
  const others = supervisorsOf(people.value?.people ?? [], (roles) => roles[request.link] === "supervisor");
  const legend = "Second person, a supervisor (leave empty to have one grant it later)";
  return (
    <Asking
      {...request}
      button={request.button ?? "Enter"}
      signers={request.two ? [{ as: "second", legend, people: others, optional: true }] : []}
      send={(typed, signed, id) => post(request.link, { id, do: request.do, ...request.fixed, ...typed }, signed)}
      close={(answer) => close(!!answer)}
    />
  );
}
