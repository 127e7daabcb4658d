// The pieces that every page is put together from: buttons, fields, tables, dialogs, a page that waits, and listeners
// that always know the newest state.
import { type Signal, useSignal } from "@preact/signals";
import type {
  ButtonHTMLAttributes,
  ComponentChildren,
  ComponentType,
  FormHTMLAttributes,
  InputHTMLAttributes,
  JSX,
  RefObject,
} from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Asked, inWords } from "../api";
import { IconCheck, IconClock, IconLost, IconPush } from "./icons";
import { Empty, FieldError, Trouble, Waiting } from "./states";
import { noted } from "./words";

type Kids = ComponentChildren;
export type Options = readonly (string | readonly [value: string, words: string])[];

type Pressed = { words: Kids; kind?: string; press?: (() => unknown) | undefined; to?: string; mark?: string; submit?: boolean } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "kind"
> & { download?: string | boolean };

/** A button that shows its key, or with an address a link that looks like one. */
export function Button({ words, kind = "", press, to, mark, submit = false, ...rest }: Pressed) {
  const look = kind === "link" ? kind : `btn ${kind}`.trim();
  const inner = mark ? [words, " ", <kbd key={mark}>{mark}</kbd>] : words;
  if (to !== undefined)
    return (
      <a {...(rest as object)} class={look} href={to}>
        {inner}
      </a>
    );
  return (
    <button {...(rest as object)} class={look} type={submit ? "submit" : "button"} onClick={press && (() => void press())}>
      {inner}
    </button>
  );
}

/** Things to choose from by their titles. */
export const titled = (of: readonly { title: string; name?: string; id?: string }[]) =>
  of.map(({ name, id, title }) => [name ?? id ?? "", title] as const);

/** How a one-time code is typed. */
export const ONE_TIME = { inputMode: "numeric", autocomplete: "one-time-code", maxLength: 7 } as const;

export const PASSWORD = { type: "password", autocomplete: "current-password" } as const;

/** What a field shows and where what is typed goes: a signal, or one part of it. */
export const bound = <T,>(of: Signal<T>) => ({ value: of.value, set: (value: T) => (of.value = value) });
export const part = <K extends string>(of: Signal<Record<K, string>>, key: K) => ({
  value: of.value[key],
  set: (value: string) => (of.value = { ...of.value, [key]: value }),
});

type Typing = Omit<InputHTMLAttributes<HTMLInputElement>, "title" | "value" | "id" | "kind" | "hidden">;
type Bare = Typing & {
  value: string;
  set?: (value: string) => unknown;
  kind?: string;
  id?: string;
  field?: RefObject<HTMLInputElement | null> | undefined;
};

/** A field alone, for a place that has its name already. */
export const Input = ({ set, kind = "", field, ...rest }: Bare) => (
  <input
    autocomplete="off"
    {...(rest as object)}
    {...(field && { ref: field })}
    class={`input ${kind}`.trim()}
    onInput={(event) => set?.(event.currentTarget.value)}
  />
);

type Fielded = Typing & {
  title: Kids;
  value: string;
  set: (value: string) => unknown;
  options?: Options;
  error?: string | undefined;
  bad?: boolean;
  mono?: boolean;
  /** Its title is for a screen reader alone. */
  hidden?: boolean;
  hint?: string | undefined;
  note?: Kids;
  id?: string;
  field?: RefObject<HTMLInputElement | null>;
};

/** A field under its title, with what is wrong with it beside it; with options it is a list to choose from. */
export function Field(given: Fielded) {
  const { title, value, set, options, error = "", bad = !!error, mono, hidden, hint, note, field, ...rest } = given;
  const own = useId();
  const id = rest.id ?? own;
  const look = [bad && "bad", mono && "mono"].filter(Boolean).join(" ");
  const about = error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
  return (
    <div class="field">
      <label class={hidden ? "sr" : "label"} for={id} title={hint}>
        {title}
      </label>
      {options ? (
        <select
          id={id}
          class={`input ${look}`.trim()}
          value={value}
          {...about}
          disabled={rest.disabled}
          onChange={(event) => set(event.currentTarget.value)}>
          {options.map((each) => {
            const [own, words] = typeof each === "string" ? [each, each] : each;
            return (
              <option key={own} value={own}>
                {words}
              </option>
            );
          })}
        </select>
      ) : (
        <Input {...rest} {...about} id={id} field={field} kind={look} value={value} set={set} />
      )}
      {note && <span class="note">{note}</span>}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

type Segment = readonly [value: string, words: Kids, name?: string];
type Segmented = { title?: Kids; name?: string; value?: string | string[] | undefined; of: readonly Segment[] } & {
  choose: (value: string) => unknown;
  hint?: string | undefined;
  kind?: string;
};

/** A few choices side by side, under their title or with a name for a screen reader alone. */
export const Segments = ({ title, name, value, of, choose, hint, kind = "seg" }: Segmented) => (
  <fieldset class="field" aria-label={name}>
    {title && <legend class="label">{title}</legend>}
    <div class={kind}>
      {of.map(([each, words, own]) => (
        <button
          key={each}
          aria-pressed={value === undefined ? undefined : [value].flat().includes(each)}
          aria-label={own}
          onClick={() => choose(each)}>
          {words}
        </button>
      ))}
    </div>
    {hint && <p class="hint">{hint}</p>}
  </fieldset>
);

/** A form that is sent by the page itself. */
export const Form = ({ send, ...rest }: { send: () => unknown } & Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit">) => {
  const sent = (event: Event) => {
    event.preventDefault();
    void send();
  };
  return <form {...rest} onSubmit={sent} />;
};

type Dialogue = {
  title: Kids;
  words?: Kids;
  button: Kids;
  send: () => unknown;
  close: () => void;
  cancel?: string;
  wrong?: string;
  danger?: boolean;
  disabled?: boolean;
  kind?: string;
  children?: Kids;
};

/** A dialog with a form, open as long as it is drawn and together with the drawing: its first key is its own. */
export function Dialog({ title, words, button, send, close, cancel = "Cancel", kind = "wide-dialog", children, ...rest }: Dialogue) {
  const box = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      gone.current = true;
      // The keyboard goes back to where it was.
      dialog?.close();
    };
  }, []);
  return (
    <dialog ref={box} class={kind} aria-labelledby={id} onClose={() => gone.current || close()}>
      <Form send={send}>
        <div>
          <h2 id={id}>{title}</h2>
          {words && <p class="soft small">{words}</p>}
        </div>
        {children}
        {rest.wrong && <FieldError id={`${id}-error`}>{rest.wrong}</FieldError>}
        <div class="row">
          <Button kind={rest.danger ? "danger" : "primary"} submit disabled={rest.disabled} words={button} />
          <Button press={() => box.current?.close()} words={cancel} />
        </div>
      </Form>
    </dialog>
  );
}

export type Column<T> = readonly [head: Kids, cell: (row: T, at: number) => Kids, kind?: string] | false | undefined | null;

type Tabled<T> = {
  of: readonly T[];
  id: (row: T, at: number) => string | number;
  columns: readonly Column<T>[];
  kind?: string;
  caption?: string;
  /** Below the table: a cell for each column. */
  foot?: readonly (readonly Kids[])[] | undefined;
};

/** A table: a column is its head, what a row shows in it, and its class; one of the class `rowhead` names its row. */
export function Rows<T>({ of, id, columns, kind, caption, foot }: Tabled<T>) {
  const shown = columns.filter((column): column is Exclude<Column<T>, false | undefined | null> => !!column);
  return (
    <table class={kind}>
      {caption && <caption class="sr">{caption}</caption>}
      {shown.some(([head]) => head) && (
        <thead>
          <tr>
            {shown.map(([head, , column = ""], at) => (
              <th key={at} scope="col" class={column.replace(/\b(mono|soft|muted|wrap)\b/g, "").trim()}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {of.map((row, line) => (
          <tr key={id(row, line)}>
            {shown.map(([head, cell, column = ""], at) => {
              const name = typeof head === "string" && head ? head : undefined;
              const [Cell, scope] = column === "rowhead" ? (["th", { scope: "row" }] as const) : (["td", { class: column }] as const);
              return <Cell key={at} {...scope} data-name={name} children={cell(row, line)} />;
            })}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          {foot.map((cells, line) => (
            <tr key={line}>
              {shown.map(([, , column], at) => (
                <td key={at} class={column} children={cells[at]} />
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
}

type Listing<T> = Tabled<T> & { name: string; empty: string; why?: Kids };

/** A table in a panel of its own, in cards on a phone; or what is said while there is nothing in it. */
export const Listed = <T,>({ name, empty, why, ...table }: Listing<T>) => (
  <div class="panel scroll" tabIndex={0} role="region" aria-label={name}>
    {table.of.length ? <Rows kind="stacked" {...table} /> : <Empty title={empty}>{why}</Empty>}
  </div>
);

/** Two things at the ends of a line. */
export const Ends = ({ left, right, kind = "" }: { left: Kids; right?: Kids; kind?: string }) => (
  <div class={`between ${kind}`.trim()}>
    {left}
    {right}
  </div>
);

/** The heading of a panel, and what is said at the end of its line; below it a configuration. */
export const Head = ({ title, note, spec }: { title: Kids; note?: Kids; spec?: string | undefined }) => (
  <div class="hd">
    <div>
      <h2>{title}</h2>
      {spec !== undefined && <p class="note mono">{spec}</p>}
    </div>
    {typeof note === "string" ? noted(note) : note}
  </div>
);

/** How a tag looks that says yes, and one that says no. */
export const WON = { kind: "win", mark: "check" } as const;
export const LOST = { kind: "lose", mark: "lost" } as const;

/** What is known of one thing: a name and a value a row. */
export const Facts = ({ of, kind }: { of: readonly (readonly [name: string, value: Kids])[]; kind?: string }) => (
  <table class={kind}>
    <tbody>
      {of.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export const ACTION = <span class="sr">Action</span>;

const MARKS = { check: IconCheck, lost: IconLost, push: IconPush, clock: IconClock };

/** How a thing stands: its color never says it alone. */
export function Tag({ kind = "", mark, words }: { kind?: string; mark?: keyof typeof MARKS; words: Kids }) {
  const Icon = mark && MARKS[mark];
  return <span class={`tag ${kind}`.trim()}>{Icon ? [<Icon key="mark" />, " ", words] : words}</span>;
}

type Awaited = { asked: Pick<Asked<unknown>, "problem"> & { again: () => void }; rows?: number };

/** An answer that is not here: still on its way, or refused. */
export const Missing = ({ asked, rows = 4 }: Awaited) =>
  asked.problem ? <Trouble problem={asked.problem} again={asked.again} /> : <Waiting rows={rows} />;

/** A whole page of the house before its first answer. */
export const Loading = () => (
  <main class="house">
    <Waiting rows={8} />
  </main>
);

/** A whole page of the house that waits for its answer. */
export const Pending = ({ heading, ...rest }: Awaited & { heading?: string }) => (
  <main class="house">
    {rest.asked.problem && heading && <h1 tabIndex={-1}>{heading}</h1>}
    <Missing {...rest} />
  </main>
);

/** A part of the pages that is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, meanwhile: JSX.Element = <Loading />) {
  let found: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [, again] = useState(0);
    useEffect(() => {
      if (found) return;
      load().then(
        (module) => {
          found = module.default;
          // In a task of its own: reading the part and drawing it are two pieces of work.
          setTimeout(() => again(1));
        },
        () => location.reload(),
      );
    }, []);
    const Found = found;
    return Found ? <Found {...props} /> : meanwhile;
  };
}

/** A value as it was a task ago: what shows it is drawn after the rest of the page. */
export function useLate<T>(value: T): T {
  const [late, show] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => show(() => value));
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}

/** Sends something once at a time; what went wrong is said in whole sentences. */
export function useSending() {
  const busy = useSignal(false);
  const wrong = useSignal("");
  const problem = useSignal<unknown>(null);
  const send = async (what: () => Promise<unknown>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    wrong.value = "";
    problem.value = null;
    try {
      await what();
      return true;
    } catch (error) {
      wrong.value = inWords(error);
      problem.value = error;
      return false;
    } finally {
      busy.value = false;
    }
  };
  return { busy: busy.value, wrong, problem: problem.value, send };
}

/** The head of a page: what it is, what it is for, and what can be done with it. */
export const Top = ({ title, words, children }: { title: string; words: Kids; children?: Kids }) => (
  <div class="top">
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      <p class="soft">{words}</p>
    </div>
    <div class="tools">{children}</div>
  </div>
);

/** A panel with a wide table in it, which scrolls by itself. */
export const Sheaf = ({ title, note, kind = "", children }: { title: string; note?: Kids; kind?: string; children: Kids }) => (
  <section class={`panel ptb ${kind}`.trim()} tabIndex={0} aria-label={title}>
    <div class="ph">
      <h2>{title}</h2>
      {typeof note === "string" ? <span class="note">{note}</span> : note}
    </div>
    {children}
  </section>
);

/** One figure with its label above and what it stands for below. */
export const Figure = ({ title, value, note }: { title: string; value: Kids; note: Kids }) => (
  <div>
    <span class="label">{title}</span>
    <p class="v">{value}</p>
    {typeof note === "string" ? <p class="note">{note}</p> : note}
  </div>
);

/** A button that opens a file: what was in it as JSON, with the file's name; what is not JSON is told. */
export function FileButton({ words, kind = "", open, refuse }: Opening) {
  const field = useRef<HTMLInputElement>(null);
  const read = ({ currentTarget: from }: { currentTarget: HTMLInputElement }) => {
    if (from.files?.[0]) void readJson(from.files[0], open, refuse);
    from.value = "";
  };
  return (
    <>
      <input ref={field} type="file" accept="application/json,.json" hidden aria-label={words} onChange={read} />
      <Button kind={kind} press={() => field.current?.click()} words={words} />
    </>
  );
}

type Json = Record<string, unknown>;
type Reading = { open: (found: Json, name: string) => unknown; refuse: (name: string) => unknown };
type Opening = Reading & { words: string; kind?: string };
export const readJson = (file: File, open: Reading["open"], refuse: Reading["refuse"]) =>
  file
    .text()
    .then(JSON.parse)
    .then(
      (found: Json) => open(found, file.name),
      () => refuse(file.name),
    );

/** A value that must stay the same for a moment before the house is asked. */
export function useRested<T>(value: T, ms: number): T {
  const rested = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (rested.value = value), ms);
    return () => clearTimeout(timer);
  }, [value]);
  return rested.value;
}

/** A button's words, and what copies a text and then says so. */
export function useCopy(words: string, text: string) {
  const said = useSignal(words);
  useEffect(() => {
    said.value = words;
  }, [text]);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => (said.value = "Copied"),
      () => (said.value = "Not allowed here"),
    );
  return [said.value, copy] as const;
}

/** Hears an event of the window from the moment the page is drawn, and always with the newest state. */
export function useHearing<K extends keyof WindowEventMap>(kind: K, hear: (event: WindowEventMap[K]) => void, first = false): void {
  const latest = useRef(hear);
  latest.current = hear;
  useLayoutEffect(() => {
    const heard = (event: WindowEventMap[K]) => latest.current(event);
    addEventListener(kind, heard, first);
    return () => removeEventListener(kind, heard, first);
  }, []);
}

const turns: (() => void)[] = [];
function nextTurn() {
  turns.shift()?.();
  if (turns.length) requestAnimationFrame(() => setTimeout(nextTurn));
}

/** A part of a long page, drawn in a task of its own after the parts before it: keys are heard while the page is drawn.
 * What is in sight from the start comes soon, before those. */
export function Later({ now = false, soon = false, children }: { now?: boolean; soon?: boolean; children: () => Kids }) {
  const due = useSignal(now);
  useEffect(() => {
    if (now) return undefined;
    const draw = () => (due.value = true);
    if ((soon ? turns.unshift(draw) : turns.push(draw)) === 1) requestAnimationFrame(() => setTimeout(nextTurn));
    return () => {
      const at = turns.indexOf(draw);
      if (at >= 0) turns.splice(at, 1);
    };
  }, []);
  return <>{due.value && children()}</>;
}

/** Does something again and again while the page is open. */
export function useEvery(ms: number, what: () => unknown): void {
  const latest = useRef(what);
  latest.current = what;
  useEffect(() => {
    const timer = setInterval(() => latest.current(), ms);
    return () => clearInterval(timer);
  }, []);
}
